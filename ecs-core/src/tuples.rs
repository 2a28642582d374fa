//! Arities of tuples: this list alone determines the largest tuple, and `ARITY` of the macros equals it. Bundles, fetches, queries, columns
//! and joins are implemented for tuples with this list; generated code nests tuples if a system has more parameters.
//!
//! Users rarely exceed 16 by hand, and nesting has no limit. Each further arity is compiled for every trait, in each crate that uses this
//! one, so it costs compile time even where no tuple has that size.
//!
//! Most of the time in which an implementation is compiled is proportional to its elements, so the sizes above 9, which are rare, would
//! take most of it. For these, most traits are implemented by means of the halves: 10 elements are `((A, .., H), (I, J))`. (Error messages
//! list 8 tuples that implement a trait, and count the others if there are more than 9.)

/// Calls a macro once per arity from 0 to 16, with a type and a variable per element. If there is a second macro, it is called for the
/// arities above 9 instead, with the first 8 elements and the others.
macro_rules! for_each_arity {
    ($make:ident) => {
        crate::tuples::for_each_small_arity!($make);
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m, N n }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m, N n, O o }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m, N n, O o, P p }
    };
    ($make:ident, $wide:ident) => {
        crate::tuples::for_each_small_arity!($make);
        crate::tuples::for_each_wide_arity!($wide);
    };
}

/// Calls a macro once per arity from 0 to 9, with a type and a variable per element.
macro_rules! for_each_small_arity {
    ($make:ident) => {
        $make! {}
        $make! { A a }
        $make! { A a, B b }
        $make! { A a, B b, C c }
        $make! { A a, B b, C c, D d }
        $make! { A a, B b, C c, D d, E e }
        $make! { A a, B b, C c, D d, E e, F f }
        $make! { A a, B b, C c, D d, E e, F f, G g }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i }
    };
}

/// Calls a macro once per arity from 10 to 16, with the first 8 elements and the others.
macro_rules! for_each_wide_arity {
    ($wide:ident) => {
        $wide! { [A a, B b, C c, D d, E e, F f, G g, H h] [I i, J j] }
        $wide! { [A a, B b, C c, D d, E e, F f, G g, H h] [I i, J j, K k] }
        $wide! { [A a, B b, C c, D d, E e, F f, G g, H h] [I i, J j, K k, L l] }
        $wide! { [A a, B b, C c, D d, E e, F f, G g, H h] [I i, J j, K k, L l, M m] }
        $wide! { [A a, B b, C c, D d, E e, F f, G g, H h] [I i, J j, K k, L l, M m, N n] }
        $wide! { [A a, B b, C c, D d, E e, F f, G g, H h] [I i, J j, K k, L l, M m, N n, O o] }
        $wide! { [A a, B b, C c, D d, E e, F f, G g, H h] [I i, J j, K k, L l, M m, N n, O o, P p] }
    };
}

pub(crate) use {for_each_arity, for_each_small_arity, for_each_wide_arity};

/// A tuple of more than 9 elements.
pub trait Wide: Sized {
    /// The first 8 elements, and the others.
    type Halves;
    /// Splits the tuple.
    fn split(self) -> Self::Halves;
    /// Puts the halves together.
    fn unite(halves: Self::Halves) -> Self;
}

macro_rules! wide {
    ([$($A:ident $a:ident),*] [$($B:ident $b:ident),*]) => {
        impl<$($A,)* $($B),*> Wide for ($($A,)* $($B,)*) {
            type Halves = (($($A,)*), ($($B,)*));

            #[inline(always)]
            fn split(self) -> Self::Halves {
                let ($($a,)* $($b,)*) = self;
                (($($a,)*), ($($b,)*))
            }

            #[inline(always)]
            fn unite((($($a,)*), ($($b,)*)): Self::Halves) -> Self {
                ($($a,)* $($b,)*)
            }
        }
    };
}

for_each_wide_arity!(wide);
