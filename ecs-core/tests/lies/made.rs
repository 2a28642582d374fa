//! Structs that are fetched by name, and built from other values than their fields: what `#[derive(Query)]` writes can be written by hand.

use std::mem::swap;

use ecs_core as k;
use ecs_core::Entity;

use super::world::{A, B, Far, Slot, World, lie};

/// Two components that are written, one of which may be missing.
pub struct Made<'w> {
    pub a: &'w mut A,
    pub b: Option<&'w mut B>,
}

impl<const L: u32> k::QueryData<World<L>> for Made<'_> {
    type Kind = k::StructQuery;
}

impl<const L: u32> k::QueryStruct<World<L>> for Made<'_> {
    type Tuple = (&'static mut A, (Entity, Option<&'static mut B>));
    type Item<'w> = Made<'w>;

    fn from_tuple<'w>((a, (_, mut b)): k::QueryItem<'w, World<L>, Self::Tuple>) -> Made<'w> {
        assert!(!(lie() && lie()), "the struct panics");
        if let Some(b) = &mut b
            && lie()
        {
            swap(&mut a.0, &mut b.0);
        }
        Made { a, b: b.filter(|_| !lie()) }
    }
}

/// Yields a number that outlives the query, from the item of another struct.
pub struct Counted;

impl<const L: u32> k::QueryData<World<L>> for Counted {
    type Kind = k::StructQuery;
}

impl<const L: u32> k::QueryStruct<World<L>> for Counted {
    type Tuple = (Made<'static>, &'static Far);
    type Item<'w> = u32;

    fn from_tuple(tuple: k::QueryItem<'_, World<L>, Self::Tuple>) -> Self::Item<'_> {
        let (Made { a, .. }, far) = tuple;
        *a.0 ^= 1;
        *far.0
    }
}

/// Claims to read only, which is true.
pub struct Seen<'w>(pub &'w Slot);

impl<const L: u32> k::QueryData<World<L>> for Seen<'_> {
    type Kind = k::StructQuery;
}

impl<const L: u32> k::ReadQueryData<World<L>> for Seen<'_> {}

impl<const L: u32> k::QueryStruct<World<L>> for Seen<'_> {
    type Tuple = (&'static Slot, Option<&'static A>);
    type Item<'w> = Seen<'w>;

    fn from_tuple<'w>((slot, _): k::QueryItem<'w, World<L>, Self::Tuple>) -> Seen<'w> {
        assert!(!(lie() && lie()), "the struct panics");
        Seen(slot)
    }
}
