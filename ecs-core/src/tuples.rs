//! Arities of tuples: this list alone determines the largest tuple, and `ARITY` of the macros equals it. Bundles, fetches, queries, columns
//! and joins are implemented for tuples with this list; generated code nests tuples if a system has more parameters.
//!
//! Users rarely exceed 16 by hand, and nesting has no limit. Each further arity is compiled for every trait, in each crate that uses this
//! one, so it costs compile time even where no tuple has that size.

/// Calls a macro once per arity from 0 to 16, with a type and a variable per element.
macro_rules! for_each_arity {
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
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m, N n }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m, N n, O o }
        $make! { A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m, N n, O o, P p }
    };
}

pub(crate) use for_each_arity;
