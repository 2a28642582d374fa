//! Owns the access lists of queries and bundles, for checks in constants; knows component numbers alone.

/// Which components something touches, as a tree that constants can build and walk.
#[derive(Debug, Clone, Copy)]
pub enum Access {
    /// No component.
    None,
    /// Reads a component.
    Read(usize),
    /// Writes a component, or brings a value of it.
    Write(usize),
    /// The same where the entity has it: requires nothing.
    Maybe(&'static Access),
    /// What all of these do.
    Many(&'static [Access]),
}

impl Access {
    /// Whether some component is touched twice, at least once to write it.
    ///
    /// Computes in **O(n^2)** of the leaves, at compile time.
    #[must_use]
    pub const fn aliases(&self) -> bool {
        self.conflicts_in(self)
    }

    /// Nothing, unless something is touched twice, at least once to write it. (With `expect`, and other than with `assert!`,
    /// rustc says the same whether the sources of the standard library are installed or not.)
    pub(crate) const fn distinct(&self) -> Option<()> {
        if self.aliases() { None } else { Some(()) }
    }

    /// Whether a written leaf of `self` is touched more than once in `whole`.
    const fn conflicts_in(&self, whole: &Self) -> bool {
        match self {
            Self::None | Self::Read(_) => false,
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

    /// Whether any of these components is touched.
    const fn touches_any(&self, components: &[usize]) -> bool {
        let mut at = 0;
        while at < components.len() {
            if self.touches(components[at]) > 0 {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether all of these components are touched.
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

    /// How many leaves touch a component.
    const fn touches(&self, component: usize) -> usize {
        match self {
            Self::None => 0,
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
    /// Whether a component is required.
    const fn requires(&self, component: usize) -> bool {
        match self {
            Self::None | Self::Maybe(_) => false,
            Self::Read(own) | Self::Write(own) => *own == component,
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

    /// Whether all that is required is in a list.
    const fn requires_only(&self, components: &[usize]) -> bool {
        match self {
            Self::None | Self::Maybe(_) => true,
            Self::Read(own) | Self::Write(own) => contains(components, *own),
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

    /// Whether an entity has all that is required.
    #[inline]
    pub(crate) fn is_met(&self, has: &impl Fn(usize) -> bool) -> bool {
        match self {
            Self::None | Self::Maybe(_) => true,
            Self::Read(component) | Self::Write(component) => has(*component),
            Self::Many(parts) => parts.iter().all(|part| part.is_met(has)),
        }
    }

    /// Whether a list holds a component that is required; of two questions, `all` of them or one.
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
#[derive(Debug, Clone, Copy)]
pub struct Mentions {
    /// All of these are required.
    pub all: &'static [usize],
    /// None of these may be there.
    pub none: &'static [usize],
    /// One of these must be there, unless the list is empty.
    pub any: &'static [usize],
    /// The storages that the view of the aspect keeps in its own order.
    pub owned: &'static [usize],
}

impl Mentions {
    /// Whether the aspect requires something, and means all entities that have what is required.
    const fn covers(&self, access: &Access) -> bool {
        !self.all.is_empty()
            && self.none.is_empty()
            && access.requires_of(self.all, true)
            && (self.any.is_empty() || access.requires_of(self.any, false))
    }

    /// Whether all that the aspect requires is required by this.
    pub(crate) const fn is_required_by(&self, access: &Access) -> bool {
        access.requires_of(self.all, true)
    }

    /// Whether the aspect means exactly the entities that have what is required.
    pub(crate) const fn is_exactly(&self, access: &Access) -> bool {
        self.covers(access) && access.requires_only(self.all)
    }
}

/// What a structural change can mean to aspects, as far as constants can say.
#[derive(Debug, Clone, Copy)]
pub enum Concern {
    /// A spawned entity has exactly these components.
    Spawn(Access),
    /// A living entity gains or loses some of these components, and enters or leaves the aspects that ask for them: what is
    /// gained is never left for, and what is lost never entered for.
    Wanted(Access),
    /// The same of the aspects that exclude them: they are left for what is gained, and entered for what is lost.
    Excluded(Access),
    /// A living entity loses some components and gains others, and leaves or enters the aspects that ask for the former, or exclude
    /// the latter.
    Exchange {
        /// What is lost, of those that it leaves; what is gained, of those that it enters.
        wanted: Access,
        /// The other way round.
        excluded: Access,
    },
    /// An entity goes, whatever it has.
    Despawn,
}

impl Concern {
    /// Whether an entity goes, so that every view is asked that it may be in.
    #[must_use]
    #[inline(always)]
    pub const fn is_despawn(&self) -> bool {
        matches!(self, Self::Despawn)
    }

    /// Whether the change can matter to an aspect; where it cannot, no code is made for it.
    #[must_use]
    pub const fn is_about(&self, aspect: &Mentions) -> bool {
        match self {
            Self::Despawn => true,
            Self::Wanted(access) => access.touches_any(aspect.all) || access.touches_any(aspect.any),
            Self::Excluded(access) => access.touches_any(aspect.none),
            Self::Exchange { wanted, excluded } => {
                Self::Wanted(*wanted).is_about(aspect) || Self::Excluded(*excluded).is_about(aspect)
            }
            Self::Spawn(access) => {
                access.touches_all(aspect.all)
                    && !access.touches_any(aspect.none)
                    && (aspect.any.is_empty() || access.touches_any(aspect.any))
            }
        }
    }
}

/// How many views are told apart by constants; a change asks all those beyond.
const TOLD_APART: usize = 1024;

/// The views that a change can matter to, by number.
#[derive(Debug, Clone, Copy)]
pub struct ViewSet([u64; TOLD_APART / 64]);

impl ViewSet {
    /// The views of these aspects that a change is about.
    #[must_use]
    pub const fn of(concern: &Concern, aspects: &[Mentions]) -> Self {
        let mut words = [0; TOLD_APART / 64];
        let mut view = 0;
        while view < aspects.len() && view < TOLD_APART {
            if concern.is_about(&aspects[view]) {
                words[view / 64] |= 1 << (view % 64);
            }
            view += 1;
        }
        Self(words)
    }

    /// The views that hold all entities that have what is required, and more; those that are told apart.
    #[must_use]
    pub(crate) const fn covering(access: &Access, aspects: &[Mentions]) -> Self {
        let mut words = [0; TOLD_APART / 64];
        let mut view = 0;
        while view < aspects.len() && view < TOLD_APART {
            if aspects[view].covers(access) {
                words[view / 64] |= 1 << (view % 64);
            }
            view += 1;
        }
        Self(words)
    }

    /// Whether there is no view.
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

    /// The views, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..TOLD_APART).filter(|view| self.0[view / 64] & 1 << (view % 64) != 0)
    }

    /// Whether the change can matter to one of these views.
    #[must_use]
    pub const fn has_any(&self, views: &[usize]) -> bool {
        let mut at = 0;
        while at < views.len() {
            if self.has(views[at]) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether the change can matter to a view.
    #[must_use]
    #[inline(always)]
    pub const fn has(&self, view: usize) -> bool {
        view >= TOLD_APART || self.0[view / 64] & 1 << (view % 64) != 0
    }
}

#[cfg(test)]
mod tests;
