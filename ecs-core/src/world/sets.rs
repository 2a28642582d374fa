//! Checks of sets by rustc, since macros do not know types: which types are equal, and which are public.

use core::marker::PhantomData;

/// Private, so that no implementation can claim that two types are equal.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "`{Self}` and `{T}` are two types",
        label = "they cannot be said to be the same"
    )]
    pub trait Same<T: ?Sized> {}
    pub trait Marked {}

    impl<T: ?Sized> Same<T> for T {}
    impl<A, B> Marked for super::Markers<A, B> {}
}

/// An item that a set declares, by number. An implementation cannot name a type that is less public than the set, so the error is reported
/// where the set is declared, and not where it is included.
pub trait Brings<const NUMBER: usize> {
    /// The type.
    type Member: ?Sized;
}

/// A type that equals `T`: what two sets declare under one name must be the same component or resource.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{T}` are two types with one name in this declaration",
    label = "an earlier set has `{T}` under this name",
    note = "give one of them another name where its set is included: `include: path::set {{ Name as OtherName }}`"
)]
pub trait SameType<T: ?Sized>: sealed::Same<T> {}

impl<T: ?Sized> SameType<T> for T {}

/// Compiles if both types are equal.
pub const fn same_type<A: ?Sized + SameType<B>, B: ?Sized>() {}

/// Compiles if both functions are the same, since each function has a type of its own.
pub const fn same_function<A: Copy + SameType<B>, B: Copy>(_: A, _: B) {}

/// The markers of two sets with the same keys. They are one set if the markers are one type.
#[derive(Debug)]
pub struct Markers<A, B>(PhantomData<(A, B)>);

impl<Set> Markers<Set, Set> {
    /// Whether both are the same set. rustc prefers this inherent constant to [`TwoSets::SAME`].
    pub const SAME: bool = true;
}

/// The fallback for markers of different types.
pub trait TwoSets: sealed::Marked {
    /// Whether both are the same set.
    const SAME: bool = false;
}

impl<A, B> TwoSets for Markers<A, B> {}
