//! Owns the sets of entities that systems manage, and how they are walked; knows no component type.

mod active_passive;
mod aspect;
mod call;
mod delayed;
mod filter;
mod group;
mod handles;
mod list;
mod managed;
mod parallel;
mod reports;
mod unkept;
mod walk;

pub use active_passive::ActivePassiveView;
pub use aspect::{Aspect, Transition};
pub use call::call_one;
pub use delayed::DelayedView;
pub(crate) use filter::Filter;
pub use group::{GroupView, Owned};
pub use list::ListView;
pub use managed::{Managed, ManagedIter};
pub use reports::Reports;
pub use unkept::{ScanView, StorageView};
pub(crate) use walk::Cached;
pub use walk::Walk;

use alloc::string::String;

use crate::{BitMask, Entity, Population, PositionCache, SparseIndex, Swaps};

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
    /// They are the first so many of each storage that the view owns.
    Prefix(usize),
    /// They are all entities of the storage that is the view.
    Whole,
    /// They are these.
    Listed(&'w SparseIndex),
    /// Not materialised: iterate a storage and test masks.
    NotKept,
}

/// A set of entities of one aspect, however it is kept up to date.
///
/// The world calls `before` and `after` around each structural change that mentions the aspect, in the order of a
/// transition: groups are left innermost first and entered outermost first.
pub trait View<M: BitMask>: sealed::Sealed {
    /// Before values and mask of an entity change.
    fn before<O: Owned>(&mut self, owned: &mut O, change: &Transition<M>, aspect: &Aspect<M>)
    where
        Self: Sized;

    /// After values and mask of an entity changed.
    fn after<O: Owned>(&mut self, owned: &mut O, change: &Transition<M>, aspect: &Aspect<M>)
    where
        Self: Sized;

    /// After entities that match were spawned together, their values at the end of each storage in this order.
    fn spawned<O: Owned>(&mut self, owned: &mut O, entities: &[Entity])
    where
        Self: Sized;

    /// All entities are gone.
    fn clear(&mut self);

    /// Brings a view up to date that notes changes and looks into them later.
    fn settle(&mut self, _: &Population<M>, _: &Aspect<M>) {}

    /// Who came and went, as far as the view settles later and systems did not hear of it yet.
    fn reports(&mut self) -> Option<&mut Reports> {
        None
    }

    /// Brings entities of the view, in this order, to the positions from `first` on, by swaps, as far as there is room for these.
    /// Returns how many are in place; `None` where the view keeps no list, or one in an order of its own.
    fn arrange(&mut self, _first: usize, _order: &[u32], _: &mut Swaps) -> Option<usize> {
        None
    }

    /// The cache of positions in storages that the view does not own; `None` where the view has no order of its own.
    fn cache(&self) -> Option<&PositionCache> {
        None
    }

    /// The same, to change.
    fn cache_mut(&mut self) -> Option<&mut PositionCache> {
        None
    }

    /// Where the entities are.
    fn members(&self) -> Members<'_>;

    /// Says which invariant of the view alone is broken.
    ///
    /// # Errors
    ///
    /// What is broken, in words.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
