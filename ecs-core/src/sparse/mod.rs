//! Owns the relation between entities and positions in a packed array, in both directions; knows no component.

mod cache;
mod index;
mod pages;
mod presence;
mod relation;
mod slots;
mod swaps;
mod tables;

pub(crate) use cache::{CachedRun, Compared, Stamp};
pub use cache::{PositionCache, Positions};
pub use index::{DenseIndex, SparseIndex};
pub use presence::{Presence, PresenceIter};
pub use relation::{EntityIndex, Listed};
pub use slots::{SlotTable, Slots};
pub use swaps::Swaps;
pub use tables::{HashSlots, TreeSlots};
