//! Accesses of queries and bundles, and the views that a change can affect, computed in constants. Uses component numbers only.
//!
//! Macros cannot see the types of ad-hoc queries and bundles, but trait constants can: each type has its access as a constant, which is
//! checked for conflicts and compared with the aspects of views while the crate is compiled.
//!
//! A tree of `&'static` slices is the form that constants can handle without an allocation: the access of a tuple is `Many` of its
//! elements' accesses. Loops are written with `while`, since `for` needs trait methods, which constants cannot call.
//!
//! What is decided here, at compile time:
//!
//! | question | answered by |
//! |---|---|
//! | does a query or bundle name a component twice? | [`Access::aliases`] |
//! | which views can a kind of change affect? | [`Concern::is_about`], [`ViewSet::of`] |
//! | which view contains all matches of an ad-hoc query? | `Mentions::covers`, `ViewSet::covering` |
//! | which view contains exactly these? | `Mentions::is_exactly`, `Aspects::equal` |
//!
//! An interpreter evaluates these constants, once per type, so they test as few views as they can: those that mention a component of the
//! access, which a world of many views lists by component ([`MentionedBy`]).

/// The components that a type accesses, as a tree that constants can build and traverse.
///
/// What is inserted or removed counts as written. `Maybe` accesses its component like the access inside, and requires nothing.
#[derive(Debug, Clone, Copy)]
pub enum Access {
    /// No component.
    None,
    /// Reads a component.
    Read(usize),
    /// Reads the past of a component: requires it, and conflicts with nothing.
    Past(usize),
    /// Writes a component, or inserts or removes it.
    Write(usize),
    /// The same if the entity has it: requires nothing.
    Maybe(&'static Access),
    /// All of these accesses.
    Many(&'static [Access]),
}

impl Access {
    /// Returns true if some component is accessed twice, at least once to write it. Runs in **O(n^2)** of the leaves, at compile time.
    #[must_use]
    pub const fn aliases(&self) -> bool {
        self.conflicts_in(self)
    }

    /// `None` if some component is accessed twice, at least once to write it. (With `expect`, unlike with `assert!`, rustc prints
    /// the same whether the sources of the standard library are installed or not.)
    pub(crate) const fn distinct(&self) -> Option<()> {
        if self.aliases() { None } else { Some(()) }
    }

    /// Returns true if some access is optional.
    pub(crate) const fn has_optional(&self) -> bool {
        match self {
            Self::None | Self::Read(_) | Self::Past(_) | Self::Write(_) => false,
            Self::Maybe(_) => true,
            Self::Many(parts) => {
                let mut at = 0;
                while at < parts.len() {
                    if parts[at].has_optional() {
                        return true;
                    }
                    at += 1;
                }
                false
            }
        }
    }

    /// Returns true if a written leaf of `self` is accessed more than once in `whole`.
    const fn conflicts_in(&self, whole: &Self) -> bool {
        match self {
            Self::None | Self::Read(_) | Self::Past(_) => false,
            Self::Maybe(access) => access.conflicts_in(whole),
            Self::Write(component) => whole.touches(*component) > 1,
            Self::Many(parts) => {
                let mut at = 0;
                while at < parts.len() {
                    if parts[at].conflicts_in(whole) {
                        return true;
                    }
                    at += 1;
                }
                false
            }
        }
    }

    /// Returns true if any of these components is accessed.
    pub(crate) const fn touches_any(&self, components: &[usize]) -> bool {
        let mut at = 0;
        while at < components.len() {
            if self.touches(components[at]) > 0 {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Returns true if all of these components are accessed.
    const fn touches_all(&self, components: &[usize]) -> bool {
        let mut at = 0;
        while at < components.len() {
            if self.touches(components[at]) == 0 {
                return false;
            }
            at += 1;
        }
        true
    }

    /// Number of leaves that access the present of a component.
    ///
    /// Two or more, with a write among them, are a conflict.
    const fn touches(&self, component: usize) -> usize {
        match self {
            Self::None | Self::Past(_) => 0,
            Self::Maybe(access) => access.touches(component),
            Self::Read(own) | Self::Write(own) => (*own == component) as usize,
            Self::Many(parts) => {
                let (mut at, mut sum) = (0, 0);
                while at < parts.len() {
                    sum += parts[at].touches(component);
                    at += 1;
                }
                sum
            }
        }
    }
}

impl Access {
    /// A component that is required; `None` if none is.
    const fn first_required(&self) -> Option<usize> {
        match self {
            Self::None | Self::Maybe(_) => None,
            Self::Read(own) | Self::Past(own) | Self::Write(own) => Some(*own),
            Self::Many(parts) => {
                let mut at = 0;
                while at < parts.len() {
                    if let Some(component) = parts[at].first_required() {
                        return Some(component);
                    }
                    at += 1;
                }
                None
            }
        }
    }

    /// Returns true if a component is required.
    ///
    /// `Maybe` requires nothing, whatever is inside.
    pub(crate) const fn requires(&self, component: usize) -> bool {
        match self {
            Self::None | Self::Maybe(_) => false,
            Self::Read(own) | Self::Past(own) | Self::Write(own) => *own == component,
            Self::Many(parts) => {
                let mut at = 0;
                while at < parts.len() {
                    if parts[at].requires(component) {
                        return true;
                    }
                    at += 1;
                }
                false
            }
        }
    }

    /// Returns true if all required components are in a list.
    ///
    /// With [`Mentions::covers`], this makes the requirements of both equal.
    pub(crate) const fn requires_only(&self, components: &[usize]) -> bool {
        match self {
            Self::None | Self::Maybe(_) => true,
            Self::Read(own) | Self::Past(own) | Self::Write(own) => contains(components, *own),
            Self::Many(parts) => {
                let mut at = 0;
                while at < parts.len() {
                    if !parts[at].requires_only(components) {
                        return false;
                    }
                    at += 1;
                }
                true
            }
        }
    }

    /// Returns true if an entity has all required components.
    #[inline]
    pub(crate) fn is_met(&self, has: &impl Fn(usize) -> bool) -> bool {
        match self {
            Self::None | Self::Maybe(_) => true,
            Self::Read(component) | Self::Past(component) | Self::Write(component) => has(*component),
            Self::Many(parts) => parts.iter().all(|part| part.is_met(has)),
        }
    }

    /// Returns true if `all` components of a list are required, or one of them.
    ///
    /// Of an empty list, all are required, and none is.
    const fn requires_of(&self, components: &[usize], all: bool) -> bool {
        let mut at = 0;
        while at < components.len() {
            if self.requires(components[at]) != all {
                return !all;
            }
            at += 1;
        }
        all
    }
}

/// Runs in **O(components)** time, at compile time.
const fn contains(components: &[usize], component: usize) -> bool {
    let mut at = 0;
    while at < components.len() {
        if components[at] == component {
            return true;
        }
        at += 1;
    }
    false
}

/// The components that an aspect mentions, by number, for constants.
///
/// The same requirement as an aspect of masks, in a form that constants can compare with accesses: masks belong to a type parameter, whose
/// operations cannot be called in constants.
#[derive(Debug, Clone, Copy)]
pub struct Mentions {
    /// Components that entities must have.
    pub all: &'static [usize],
    /// Components that entities must lack.
    pub none: &'static [usize],
    /// Components of which entities must have at least one, unless the list is empty.
    pub any: &'static [usize],
    /// The storages that the view of the aspect owns.
    pub owned: &'static [usize],
}

impl Mentions {
    /// Returns true if the aspect requires something, and all entities with the required components of an access match it.
    pub(crate) const fn covers(&self, access: &Access) -> bool {
        !self.all.is_empty()
            && self.none.is_empty()
            && access.requires_of(self.all, true)
            && (self.any.is_empty() || access.requires_of(self.any, false))
    }

    /// Returns true if one of these components is mentioned.
    pub(crate) fn any_of(&self, components: &[usize]) -> bool {
        let mut mentioned = self.all.iter().chain(self.none).chain(self.any);
        mentioned.any(|component| components.contains(component))
    }

    /// Returns true if an access requires all that the aspect requires.
    pub(crate) const fn is_required_by(&self, access: &Access) -> bool {
        access.requires_of(self.all, true)
    }

    /// Returns true if exactly the entities with the required components of an access match the aspect.
    pub(crate) const fn is_exactly(&self, access: &Access) -> bool {
        self.covers(access) && access.requires_only(self.all)
    }
}

/// The components that a kind of structural change can change, and how, as far as constants can say.
///
/// It answers with "can" only: whether a change does affect a view depends on the masks of the entity, and is decided at run time. What
/// cannot affect a view costs nothing there.
#[derive(Debug, Clone, Copy)]
pub enum Concern {
    /// A spawned entity has exactly these components, optional ones or not.
    Spawn(Access),
    /// A live entity gains or loses some of these components, and enters or leaves the aspects that require them: gaining never makes it
    /// leave, losing never makes it enter.
    Wanted(Access),
    /// The same for the aspects that exclude them: gaining makes it leave, losing makes it enter.
    Excluded(Access),
    /// A live entity loses some components and gains others, and leaves or enters the aspects that require the former, or exclude the
    /// latter.
    Exchange {
        /// The lost components for aspects that it leaves; the gained ones for those that it enters.
        wanted: Access,
        /// The other way round.
        excluded: Access,
    },
    /// An entity is spawned with, or gains, components that are known at run time only.
    Any,
    /// An entity is despawned, whatever its components.
    Despawn,
}

impl Concern {
    /// Returns true if the change can affect every view: a despawn, and a change of components that are known at run time only.
    #[must_use]
    #[inline(always)]
    pub const fn is_about_all(&self) -> bool {
        matches!(self, Self::Any | Self::Despawn)
    }

    /// Returns true if the change can affect an aspect; if not, no code is generated for it.
    #[must_use]
    pub const fn is_about(&self, aspect: &Mentions) -> bool {
        match self {
            Self::Any | Self::Despawn => true,
            Self::Wanted(access) => access.touches_any(aspect.all) || access.touches_any(aspect.any),
            Self::Excluded(access) => access.touches_any(aspect.none),
            Self::Exchange { wanted, excluded } => {
                Self::Wanted(*wanted).is_about(aspect) || Self::Excluded(*excluded).is_about(aspect)
            }
            Self::Spawn(access) => {
                access.touches_all(aspect.all)
                    && !access.requires_of(aspect.none, false)
                    && (aspect.any.is_empty() || access.touches_any(aspect.any))
            }
        }
    }
}

/// The views whose aspects mention a component, by number, ascending.
#[derive(Debug, Clone, Copy)]
pub struct MentionedBy {
    /// The component.
    pub component: usize,
    /// Those that require it, or one of several components of which it is one.
    pub wanted: &'static [usize],
    /// Those that exclude it.
    pub excluded: &'static [usize],
}

/// The aspects of the views of a world, for constants.
#[derive(Debug, Clone, Copy)]
pub struct Aspects {
    /// What each view mentions, by number.
    pub views: &'static [Mentions],
    /// The views by component, ascending, of components that are mentioned; empty in a world of few views, of which each is tested.
    pub by_component: &'static [MentionedBy],
    /// The views that require nothing, if the others are listed by component.
    pub open: &'static [usize],
}

/// What a component that no view mentions is looked up as.
const NOT_MENTIONED: MentionedBy = MentionedBy { component: usize::MAX, wanted: &[], excluded: &[] };

impl Aspects {
    /// The views that mention a component. Runs in **O(log components)** time, at compile time.
    const fn mentioning(&self, component: usize) -> MentionedBy {
        let (mut first, mut end) = (0, self.by_component.len());
        while first < end {
            let middle = first.midpoint(end);
            if self.by_component[middle].component < component {
                first = middle + 1;
            } else {
                end = middle;
            }
        }
        if first < self.by_component.len() && self.by_component[first].component == component {
            return self.by_component[first];
        }
        NOT_MENTIONED
    }

    /// The first view of exactly what an access requires.
    pub(crate) const fn equal(&self, access: &Access) -> Option<usize> {
        let listed = match access.first_required() {
            Some(component) if !self.by_component.is_empty() => Some(self.mentioning(component).wanted),
            _ => None,
        };
        let count = if let Some(listed) = listed { listed.len() } else { self.views.len() };
        let mut at = 0;
        while at < count {
            let view = if let Some(listed) = listed { listed[at] } else { at };
            if self.views[view].is_exactly(access) {
                return Some(view);
            }
            at += 1;
        }
        None
    }
}

/// Number of views that constants distinguish; a change is assumed to affect all views beyond.
///
/// A bound on the size of the constants, of which there is one per kind of change.
const TOLD_APART: usize = 1024;

/// The views that a change can affect, by number.
///
/// An array of words instead of a `Vec`, since constants cannot allocate: 128 bytes, which exist at compile time only.
#[derive(Debug, Clone, Copy)]
pub struct ViewSet([u64; TOLD_APART / 64]);

/// What a view is chosen by.
enum Wanted<'a> {
    /// A change can affect it.
    AffectedBy(&'a Concern),
    /// It contains all entities with the required components of an access.
    Covering(&'a Access),
}

impl Wanted<'_> {
    const fn has(&self, aspect: &Mentions) -> bool {
        match self {
            Self::AffectedBy(concern) => concern.is_about(aspect),
            Self::Covering(access) => aspect.covers(access),
        }
    }
}

impl ViewSet {
    const NONE: Self = Self([0; TOLD_APART / 64]);

    /// The views of these aspects that a change can affect.
    #[must_use]
    pub const fn of(concern: &Concern, aspects: &Aspects) -> Self {
        let wanted = Wanted::AffectedBy(concern);
        if aspects.by_component.is_empty() {
            return Self::NONE.with_all(&wanted, aspects);
        }
        match concern {
            Concern::Any | Concern::Despawn => Self::NONE.with_all(&wanted, aspects),
            Concern::Wanted(access) => Self::NONE.with_mentioned(access, true, &wanted, aspects),
            Concern::Excluded(access) => Self::NONE.with_mentioned(access, false, &wanted, aspects),
            Concern::Exchange { wanted: gained, excluded } => {
                let views = Self::NONE.with_mentioned(gained, true, &wanted, aspects);
                views.with_mentioned(excluded, false, &wanted, aspects)
            }
            Concern::Spawn(access) => {
                let views = Self::NONE.with_mentioned(access, true, &wanted, aspects);
                views.with_listed(aspects.open, &wanted, aspects)
            }
        }
    }

    /// The views that contain all entities with the required components of an access, and others; only those that are distinguished.
    ///
    /// A query of these components can iterate any of them, with a test of what it requires beyond.
    #[must_use]
    pub(crate) const fn covering(access: &Access, aspects: &Aspects) -> Self {
        let wanted = Wanted::Covering(access);
        if aspects.by_component.is_empty() {
            return Self::NONE.with_all(&wanted, aspects);
        }
        Self::NONE.with_mentioned(access, true, &wanted, aspects)
    }

    /// With those of all views that are wanted.
    const fn with_all(mut self, wanted: &Wanted<'_>, aspects: &Aspects) -> Self {
        let mut view = 0;
        while view < aspects.views.len() {
            self = self.with(view, wanted, aspects);
            view += 1;
        }
        self
    }

    /// With those of these views that are wanted.
    const fn with_listed(mut self, listed: &[usize], wanted: &Wanted<'_>, aspects: &Aspects) -> Self {
        let mut at = 0;
        while at < listed.len() {
            self = self.with(listed[at], wanted, aspects);
            at += 1;
        }
        self
    }

    /// With those that are wanted of the views that want a component which is accessed, or of those that exclude one.
    const fn with_mentioned(mut self, access: &Access, wants: bool, wanted: &Wanted<'_>, aspects: &Aspects) -> Self {
        match access {
            Access::None => self,
            Access::Maybe(access) => self.with_mentioned(access, wants, wanted, aspects),
            Access::Read(component) | Access::Past(component) | Access::Write(component) => {
                let mentioned = aspects.mentioning(*component);
                self.with_listed(if wants { mentioned.wanted } else { mentioned.excluded }, wanted, aspects)
            }
            Access::Many(parts) => {
                let mut at = 0;
                while at < parts.len() {
                    self = self.with_mentioned(&parts[at], wants, wanted, aspects);
                    at += 1;
                }
                self
            }
        }
    }

    /// With a view, if it is wanted.
    const fn with(mut self, view: usize, wanted: &Wanted<'_>, aspects: &Aspects) -> Self {
        if view < TOLD_APART && wanted.has(&aspects.views[view]) {
            self.0[view / 64] |= 1 << (view % 64);
        }
        self
    }

    /// The first view from a number on, of so many in all; `None` if there is none.
    pub(crate) const fn next_from(&self, first: usize, views: usize) -> Option<usize> {
        let mut view = first;
        while view < views {
            if view >= TOLD_APART {
                return Some(view);
            }
            let rest = self.0[view / 64] >> (view % 64);
            if rest != 0 {
                let found = view + rest.trailing_zeros() as usize;
                return if found < views { Some(found) } else { None };
            }
            view = (view / 64 + 1) * 64;
        }
        None
    }

    /// Returns true if there is no view.
    pub(crate) const fn is_empty(&self) -> bool {
        let mut word = 0;
        while word < self.0.len() {
            if self.0[word] != 0 {
                return false;
            }
            word += 1;
        }
        true
    }

    /// Iterates over the views, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let mut first = 0;
        core::iter::from_fn(move || {
            let view = self.next_from(first, TOLD_APART)?;
            first = view + 1;
            Some(view)
        })
    }

    /// Returns true if the change can affect a view.
    #[must_use]
    #[inline(always)]
    pub const fn has(&self, view: usize) -> bool {
        view >= TOLD_APART || self.0[view / 64] & 1 << (view % 64) != 0
    }
}

#[cfg(test)]
mod tests;
