//! Maps entities to the positions of their values, and positions to entities, for storages and views; and the sequences of entities that
//! iterations visit ([`Source`]). Independent of components.
//!
//! Two kinds of index implement [`EntityIndex`]. A [`DenseIndex`] numbers its entities without gaps, after the sparse sets of Briggs and
//! Torczon ("An Efficient Representation for Sparse Sets", 1993). A [`Presence`] is one bit per slot. A dense index is generic over the
//! table from entity to position ([`SlotTable`]): an array ([`Slots`]), a hash map ([`HashSlots`]) or a search tree ([`TreeSlots`]).

mod cache;
mod hash;
mod index;
mod order;
mod pages;
mod pairs;
mod presence;
mod relation;
mod slots;
mod source;
mod swaps;
mod tree;

pub(crate) use cache::{CachedRun, Compared, Stamp};
pub use cache::{PositionCache, Positions};
pub use hash::HashSlots;
pub use index::{DenseIndex, SparseIndex};
pub(crate) use order::{Order, Summary};
pub(crate) use pairs::LEAST as LEAST_PAIRED;
pub use pairs::PairCache;
pub use presence::{Presence, PresenceIter};
pub use relation::{EntityIndex, Listed};
pub(crate) use slots::VACANT;
pub use slots::{SlotTable, Slots, SplitSlots};
#[cfg(feature = "serde")]
pub(crate) use source::Indices;
pub use source::Source;
pub use swaps::Swaps;
pub use tree::TreeSlots;
