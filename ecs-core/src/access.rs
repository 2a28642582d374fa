//! Accesses of queries and bundles, and the views that a change can affect, computed in constants. Uses component numbers only.
//!
//! Macros cannot see the types of ad-hoc queries and bundles, but trait constants can: each type has its access as a constant, which is
//! checked for conflicts and compared with the aspects of views while the crate is compiled.
//!
//! A tree of `&'static` slices is the form that constants can handle without an allocation: the access of a tuple is `Many` of its
//! elements' accesses. Loops are written with `while`, since `for` needs trait methods, which constants cannot call, and with slice
//! patterns, since `len` is a call, and an interpreter spends most of its time on calls.
//!
//! What is decided here, at compile time:
//!
//! | question | answered by |
//! |---|---|
//! | does a query or bundle name a component twice, and which one? | [`Access::aliases`], [`Access::expect_distinct`] |
//! | which views can a kind of change affect? | [`Concern::is_about`], [`ViewSet::of`] |
//! | which view contains all matches of an ad-hoc query? | `Mentions::covers`, `ViewSet::covering` |
//! | which view contains exactly these? | `Mentions::is_exactly`, `Aspects::equal` |
//!
//! The module `views` finds the views of an answer, and `distinct` refuses aliases.

mod distinct;
mod views;

pub use views::{Aspects, MentionedBy, ViewSet};

use crate::mask::BitMask;

/// The components that a type accesses, as a tree that constants can build and traverse.
///
/// Inserted and removed components count as written. `Maybe` accesses its components as the access inside does, and requires nothing.
///
/// ```text
/// (&A, Option<&mut B>)     Many[Read(A), Maybe(Write(B))]     requires A alone
/// (&A, &mut A)             Many[Read(A), Write(A)]            aliases: A is accessed twice, and written
/// (&A, Option<&A>)         Many[Read(A), Maybe(Read(A))]      does not: nothing is written
/// (&Past<A>, &mut A)       Many[Past(A), Write(A)]            does not: the past is in a storage of its own
/// ```
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
    /// Accesses components if the entity has them: requires nothing.
    Maybe(&'static Access),
    /// All of these accesses.
    Many(&'static [Access]),
}

impl Access {
    /// Returns true if some component is accessed twice, at least once to write it. Runs in **O(n^2)** of the leaves, at compile time.
    #[must_use]
    pub const fn aliases(&self) -> bool {
        self.aliased().is_some()
    }

    /// A component that is accessed twice, at least once to write it.
    const fn aliased(&self) -> Option<usize> {
        self.conflict_in(self)
    }

    /// Returns true if some access is optional.
    pub(crate) const fn has_optional(&self) -> bool {
        match self {
            Self::None | Self::Read(_) | Self::Past(_) | Self::Write(_) => false,
            Self::Maybe(_) => true,
            Self::Many(parts) => {
                let mut parts = *parts;
                while let [part, rest @ ..] = parts {
                    if part.has_optional() {
                        return true;
                    }
                    parts = rest;
                }
                false
            }
        }
    }

    /// The component of a written leaf of `self` that is accessed more than once in `whole`.
    const fn conflict_in(&self, whole: &Self) -> Option<usize> {
        match self {
            Self::None | Self::Read(_) | Self::Past(_) => None,
            Self::Maybe(access) => access.conflict_in(whole),
            Self::Write(component) => {
                if whole.touches(*component) > 1 {
                    Some(*component)
                } else {
                    None
                }
            }
            Self::Many(parts) => {
                let mut parts = *parts;
                while let [part, rest @ ..] = parts {
                    if let Some(conflict) = part.conflict_in(whole) {
                        return Some(conflict);
                    }
                    parts = rest;
                }
                None
            }
        }
    }

    /// Returns true if any of these components is accessed.
    pub(crate) const fn touches_any(&self, mut components: &[usize]) -> bool {
        while let [component, rest @ ..] = components {
            if self.touches(*component) > 0 {
                return true;
            }
            components = rest;
        }
        false
    }

    /// Returns true if all of these components are accessed.
    const fn touches_all(&self, mut components: &[usize]) -> bool {
        while let [component, rest @ ..] = components {
            if self.touches(*component) == 0 {
                return false;
            }
            components = rest;
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
                let (mut parts, mut sum) = (*parts, 0);
                while let [part, rest @ ..] = parts {
                    // Leaves are looked at here, without a call: an interpreter evaluates this.
                    sum += match part {
                        Self::Read(own) | Self::Write(own) => (*own == component) as usize,
                        part => part.touches(component),
                    };
                    parts = rest;
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
                let mut parts = *parts;
                while let [part, rest @ ..] = parts {
                    if let Some(component) = part.first_required() {
                        return Some(component);
                    }
                    parts = rest;
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
                let mut parts = *parts;
                while let [part, rest @ ..] = parts {
                    let is_required = match part {
                        Self::Read(own) | Self::Write(own) => *own == component,
                        part => part.requires(component),
                    };
                    if is_required {
                        return true;
                    }
                    parts = rest;
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
                let mut parts = *parts;
                while let [part, rest @ ..] = parts {
                    if !part.requires_only(components) {
                        return false;
                    }
                    parts = rest;
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

    /// Returns the components that are required, as a mask. Runs in **O(accesses)** time.
    pub(crate) fn required<M: BitMask>(&self) -> M {
        match self {
            Self::None | Self::Maybe(_) => M::EMPTY,
            Self::Read(component) | Self::Past(component) | Self::Write(component) => M::bit(*component),
            Self::Many(parts) => parts.iter().fold(M::EMPTY, |mask, part| mask.union(part.required())),
        }
    }

    /// With `all`, returns true if all components of a list are required; without, if at least one of them is.
    ///
    /// For an empty list, this is true with `all`, and false without.
    const fn requires_of(&self, mut components: &[usize], all: bool) -> bool {
        while let [component, rest @ ..] = components {
            if self.requires(*component) != all {
                return !all;
            }
            components = rest;
        }
        all
    }
}

/// Returns true if a list contains a component. Runs in **O(components)** time, at compile time.
const fn contains(mut components: &[usize], component: usize) -> bool {
    while let [own, rest @ ..] = components {
        if *own == component {
            return true;
        }
        components = rest;
    }
    false
}

/// The components that an aspect mentions, by number, for constants.
///
/// The same requirement as an aspect of masks, in a form that constants can compare with accesses: masks are of a type parameter, whose
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
    /// No components at all, which generated constants complete.
    #[doc(hidden)]
    pub const NOTHING: Self = Self { all: &[], none: &[], any: &[], owned: &[] };

    /// Returns true if the aspect requires a component, and all entities with the required components of an access match it.
    pub(crate) const fn covers(&self, access: &Access) -> bool {
        matches!((self.all, self.none), ([_, ..], []))
            && access.requires_of(self.all, true)
            && (matches!(self.any, []) || access.requires_of(self.any, false))
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
/// It only tells what a change *can* affect: whether it does affect a view depends on the masks of the entity, and is decided at run time.
/// A view that it cannot affect costs nothing then.
#[derive(Debug, Clone, Copy)]
pub enum Concern {
    /// An entity is spawned with exactly these components, with or without the optional ones.
    Spawn(Access),
    /// A live entity gains or loses some of these components, and enters or leaves the aspects that require them: gaining never makes it
    /// leave, losing never makes it enter.
    Required(Access),
    /// A live entity gains or loses some of these components, and leaves or enters the aspects that exclude them: gaining never makes it
    /// enter, losing never makes it leave.
    Excluded(Access),
    /// A live entity loses some components and gains others, and leaves or enters the aspects that require the former, or exclude the
    /// latter.
    Exchange {
        /// The lost components for leaving aspects; the gained ones for entering them.
        required: Access,
        /// The gained components for leaving aspects; the lost ones for entering them.
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
            Self::Required(access) => access.touches_any(aspect.all) || access.touches_any(aspect.any),
            Self::Excluded(access) => access.touches_any(aspect.none),
            Self::Exchange { required, excluded } => {
                Self::Required(*required).is_about(aspect) || Self::Excluded(*excluded).is_about(aspect)
            }
            Self::Spawn(access) => {
                access.touches_all(aspect.all)
                    && !access.requires_of(aspect.none, false)
                    && (aspect.any.is_empty() || access.touches_any(aspect.any))
            }
        }
    }
}

#[cfg(test)]
mod tests;
