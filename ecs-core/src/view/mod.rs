//! Views, which keep the entities of one aspect up to date for systems and queries, and iteration over them. Uses no component types.
//!
//! | module | is |
//! |---|---|
//! | `aspect` | requirements as masks, and transitions |
//! | `group`, `list`, `delayed`, `active_passive`, `without_upkeep` | the kinds of views |
//! | `walk`; `parallel`, `pieces`, `bands` | iteration on one thread; on several, by pieces of steps or bands of values |
//! | `filter` | the run-time filter of an iteration |
//! | `others`, `parent_first` | iteration over one entity beside all others, and over a tree from parents to children |
//! | `handles`, `reports`, `deferred` | lists with generations, notifications of views that settle, and both in saves |
//! | `managed` | the entities of a view, as users see them |
//! | `call` | a callback for one entity |
//!
//! ```text
//!           structural change                                     systems, queries
//!       before | after | spawned                                   members()
//!                   v                                                 |
//! aspect -->  group: swaps values in storages    -->  Prefix(len)     v
//!             list: inserts, removes             -->  Listed(index)   Walk: source + columns + filter
//!             delayed, active-passive: notes     -->  settle at syncs, then Listed
//!             scan: nothing                      -->  NotKept         shortest column, tested by masks
//!             storage view: nothing              -->  Whole
//! ```
//!
//! A view never accesses a value: it only has handles, indices and masks. The storages whose values it moves are passed to it as [`Owned`].

mod active_passive;
mod aspect;
mod bands;
mod call;
mod cause;
#[cfg(feature = "serde")]
mod deferred;
mod delayed;
mod filter;
mod group;
mod handles;
mod list;
mod managed;
mod others;
mod parallel;
mod parent_first;
mod pieces;
mod reports;
mod walk;
mod without_upkeep;

pub use active_passive::ActivePassiveView;
pub use aspect::{Aspect, Transition};
pub use call::call_one;
pub use cause::RemovalCause;
#[cfg(feature = "serde")]
pub use deferred::Deferred;
pub use delayed::DelayedView;
pub(crate) use filter::{Filter, intersects_each};
pub use group::{GroupView, Owned};
pub use list::ListView;
pub use managed::{Managed, ManagedIter};
pub use others::{Others, OthersIter};
pub use reports::Reports;
pub use walk::Walk;
pub use without_upkeep::{ScanView, StorageView};

use alloc::string::String;

use crate::entity::Entity;
use crate::fetch::Places;
use crate::join::Steps;
use crate::mask::BitMask;
use crate::population::Population;
use crate::sparse::{PositionCache, Source, SparseIndex, Swaps};

/// Not exported, so that views are implemented in this crate alone.
pub(crate) mod sealed {
    #[diagnostic::on_unimplemented(
        message = "views are implemented by the library alone",
        label = "`{Self}` cannot be a view, nor what one owns"
    )]
    pub trait Sealed {}
}

/// Where the entities of a view are.
#[derive(Debug, Clone, Copy)]
pub enum Members<'w> {
    /// The first entities of each storage that the view owns; this is their number.
    Prefix(usize),
    /// All entities of a storage, which itself is the view.
    Whole,
    /// The entities of this list.
    Listed(&'w SparseIndex),
    /// Not materialised: iterate a storage and test masks.
    NotKept,
}

impl<'w> Members<'w> {
    /// Returns the entities as a source; `aligned` is the source of the first owned storage that is fetched. (A view that keeps no
    /// entities, or none of whose owned storages is fetched, is scanned instead: for it debug builds panic here, and others return an empty
    /// source.)
    #[inline(always)]
    pub(crate) fn source(self, aligned: Option<Source<'w>>) -> Source<'w> {
        let source = match self {
            Members::Prefix(len) => aligned.map(|own| own.first(len)),
            Members::Whole => aligned,
            Members::Listed(index) => Some(Source::all(index)),
            Members::NotKept => None,
        };
        debug_assert!(source.is_some(), "a view keeps its entities, or owns a column that is fetched");
        source.unwrap_or_else(Source::empty)
    }

    /// Returns the entities as a source, as [`source`](Self::source) does. Not inlined: there is one copy for all ad-hoc queries, and for
    /// all systems over lists that mark what they visit.
    #[inline(never)]
    pub(crate) fn source_apart(self, aligned: Option<Source<'w>>) -> Source<'w> {
        self.source(aligned)
    }

    /// Initialises `steps` with all entities of a view that keeps them. The columns that the view owns must be marked as aligned in
    /// `steps`.
    ///
    /// Not inlined: one copy serves all systems whose columns have the same kinds of indices.
    #[inline(never)]
    pub(crate) fn begin<P: Places + 'w>(self, steps: &mut Steps<'w, P>, cache: Option<&'w PositionCache>) {
        let source = self.source(steps.aligned());
        debug_assert!(source.indices().is_some(), "the entities of a view are a slice");
        steps.begin_compared(&source, cache);
    }
}

/// The entities of one aspect, however they are kept.
///
/// The world calls `before` and `after` around each structural change that can affect the aspect, in the order of a transition: groups are
/// left innermost first and entered outermost first. Storages are passed as [`Owned`], so a view does not depend on component types.
pub trait View<M: BitMask>: sealed::Sealed {
    /// Called before the values and the mask of an entity change: the view removes the entity if it leaves.
    fn before<O: Owned>(&mut self, owned: &mut O, change: &Transition<M>, aspect: &Aspect<M>)
    where
        Self: Sized;

    /// Called after the mask and the required values of an entity changed: the view adds the entity if it enters.
    fn after<O: Owned>(&mut self, owned: &mut O, change: &Transition<M>, aspect: &Aspect<M>)
    where
        Self: Sized;

    /// Called after matching entities were spawned together; their values are at the end of each storage, in this order.
    fn spawned<O: Owned>(&mut self, owned: &mut O, entities: &[Entity])
    where
        Self: Sized;

    /// Removes all entities. Called before the population and the storages are cleared.
    fn clear(&mut self);

    /// Removes all entities, and the recorded changes of a view that defers them, without notifying systems.
    fn reset(&mut self) {
        self.clear();
    }

    /// Brings a view that defers changes up to date; does nothing for others.
    fn settle(&mut self, _: &Population<M>, _: &Aspect<M>) {}

    /// Changes that the view has not settled, or not reported to systems; empty unless it defers changes.
    #[cfg(feature = "serde")]
    fn deferred(&self) -> Deferred {
        Deferred::default()
    }

    /// Takes over the entities at the first positions of the owned storages. The view is empty, and owns some storages.
    ///
    /// The caller has checked that they match, and that they are the same in each storage, in the same order.
    #[cfg(feature = "serde")]
    fn adopt(&mut self, _: usize) {}

    /// Records changes as not settled or not reported, as far as they are possible. The view must be settled.
    #[cfg(feature = "serde")]
    fn defer(&mut self, _: &Deferred, _: &Population<M>, _: &Aspect<M>) {}

    /// Pending notifications of systems, if the view defers changes.
    fn reports(&mut self) -> Option<&mut Reports> {
        None
    }

    /// Moves entities of the view to the positions from `first` on, in this order, by swaps, until `swaps` is full. Returns how many of
    /// them are in position; `None` if the view keeps no list, or one with a fixed order.
    fn arrange(&mut self, _first: usize, _order: &[u32], _: &mut Swaps) -> Option<usize> {
        None
    }

    /// The cached positions in storages that the view does not own; `None` if the view has no order of its own.
    fn cache(&self) -> Option<&PositionCache> {
        None
    }

    /// The cached positions as [`cache`](Self::cache) returns them, for writing.
    fn cache_mut(&mut self) -> Option<&mut PositionCache> {
        None
    }

    /// Where the entities are.
    fn members(&self) -> Members<'_>;

    /// Checks the invariants that concern the view alone.
    ///
    /// # Errors
    ///
    /// A description of the broken invariant.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// Checks a view that has changes to settle against the masks.
    ///
    /// # Errors
    ///
    /// A description of the broken invariant.
    fn check_deferred(&self, _: &Population<M>, _: &Aspect<M>) -> Result<(), String> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
