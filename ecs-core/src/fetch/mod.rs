//! Owns how components of one entity are read together from borrowed columns; knows no world.
//!
//! A [`Fetch`] is a type that says what is wanted ([`Read`], [`Write`], [`Maybe`], [`Handle`], tuples of these); its
//! columns are what it is fetched from. Everything that iterates (queries, joins, system drivers) goes through it.

mod single;
mod tuples;

pub use single::{Handle, Maybe, Read, Write};

use crate::Source;

/// Something that can be fetched for an entity, by the entity's index.
pub trait Fetch {
    /// What it is fetched from.
    type Columns<'w>;
    /// What is fetched.
    type Item<'w>;
    /// The columns while values are handed out of them one after another and all kept.
    type Scattered<'w>;

    /// The same columns, borrowed for a shorter time.
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a>;

    /// Fetches for one entity; `None` if something required is missing.
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>>;

    /// Prepares to fetch at the steps of `source`, which ascend.
    fn scatter<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Self::Scattered<'w>;

    /// Fetches at a step of the source, where the entity has this index.
    fn next<'w>(scattered: &mut Self::Scattered<'w>, step: usize, index: u32) -> Option<Self::Item<'w>>;

    /// The shortest sequence of entities that has all that can be fetched; `None` if nothing is required.
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>>;
}

/// A fetch that only reads, whose columns can be shared.
pub trait ReadFetch: Fetch {
    /// The same columns once more.
    fn share<'w>(columns: &Self::Columns<'w>) -> Self::Columns<'w>;
}
