//! Owns the relation between entities and positions in a packed array, in both directions; knows no component.

mod index;
mod slots;

pub use index::{SparseIndex, SparseIter};
