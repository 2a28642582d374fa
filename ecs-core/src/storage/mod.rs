//! Owns the values of components; knows entities and indices, and no world.

mod erased;
mod lookup;
mod sparse_set;

pub use erased::ErasedStorage;
pub use lookup::{Lookup, LookupMut};
pub use sparse_set::SparseSet;
