//! `Clone` field by field, with a `clone_from` that reuses memory: a derived `Clone` drops the memory of the value that is overwritten.
//!
//! Snapshots are taken and restored many times per second, so each layer of the state of a world implements `clone_from` with this.

/// Implements `Clone` for a type by cloning these fields, in this order; they must be all of its fields. List those whose `Clone` is user
/// code first, so that the others are unchanged if it panics.
///
/// `clone` is not inlined: a world clones hundreds of storages in one function, which LLVM would otherwise compile as a whole.
macro_rules! clone_by_field {
    ([$($generics:tt)*] $Type:ty { $($field:tt),* $(,)? }) => {
        impl<$($generics)*> Clone for $Type {
            #[inline(never)]
            fn clone(&self) -> Self {
                Self { $($field: Clone::clone(&self.$field)),* }
            }

            fn clone_from(&mut self, source: &Self) {
                $(Clone::clone_from(&mut self.$field, &source.$field);)*
            }
        }
    };
}

pub(crate) use clone_by_field;
