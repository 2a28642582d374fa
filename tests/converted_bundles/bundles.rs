//! Bundles with conversions that are counted and can panic, and the worlds that have their components.

use std::cell::Cell;
use std::sync::Arc;

use ecs_world::__private as k;
use ecs_world::prelude::*;

/// Counted by its `Arc`; `Clone` for its past.
#[derive(Debug, Clone)]
pub struct Name(pub Arc<()>);
#[derive(Debug, Clone, PartialEq)]
pub struct Health(pub u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Armour(pub u32);
#[derive(Debug, Clone, PartialEq, Relation)]
pub struct ChildOf(pub Entity);

/// Callbacks are called between the last step of a change and the conversion of the returned value.
#[derive(Debug, Default, Clone)]
pub struct Regenerate;

#[system]
impl Regenerate {
    fn run(_: &Name, health: &mut Health) {
        health.0 += 1;
    }

    fn on_added(_: &Name) {
        HEARD.set(HEARD.get() + 1);
    }

    fn on_replaced(_: &Health) {
        HEARD.set(HEARD.get() + 1);
    }

    fn on_removed(_: &Name) {
        HEARD.set(HEARD.get() + 1);
    }
}

#[system(without(Health))]
pub fn lie(_: &Name, _: &Armour) {}

ecs_world! {
    #[derive(Clone)]
    pub struct World;
    components: #[double_buffered] Name, Health, Armour;
    relations: ChildOf (tree, cascade);
    systems: Regenerate, lie;
}

/// A world without callbacks, in which batches are spawned at once.
pub mod quiet {
    use super::{Armour, ChildOf, Health, Name};
    use ecs_world::prelude::*;

    ecs_world! {
        components: #[double_buffered] Name, Health, Armour;
        relations: ChildOf (tree, cascade);
        groups: (Health, Armour);
    }
}

thread_local! {
    /// Number of conversions until one panics.
    pub static LEFT: Cell<Option<u32>> = const { Cell::new(None) };
    /// Number of conversions so far.
    pub static DONE: Cell<u32> = const { Cell::new(0) };
    /// Number of callbacks since the world of a test was created.
    pub static HEARD: Cell<u32> = const { Cell::new(0) };
}

fn converting() {
    DONE.set(DONE.get() + 1);
    let left = LEFT.get();
    LEFT.set(left.and_then(|left| left.checked_sub(1)));
    assert_ne!(left, Some(0), "a conversion panics");
}

/// A bundle with a value, a relation and optional parts; some of them are nested.
#[derive(Debug)]
pub struct Knight {
    pub name: Arc<()>,
    pub parent: Entity,
    pub armour: Option<u32>,
}

impl k::IntoTuple for Knight {
    type Tuple = (Name, (ChildOf, Option<Armour>));

    fn into_tuple(self) -> Self::Tuple {
        converting();
        (Name(self.name), (ChildOf(self.parent), self.armour.map(Armour)))
    }

    fn from_tuple((name, (child_of, armour)): Self::Tuple) -> Self {
        converting();
        Self { name: name.0, parent: child_of.0, armour: armour.map(|armour| armour.0) }
    }
}

impl Bundle<World> for Knight {
    type Replaced = (Option<Name>, (Option<ChildOf>, Option<Armour>));
    type Kind = k::StructKind<(Name, (ChildOf, Option<Armour>))>;
}

/// A bundle without relations and optional parts.
#[derive(Debug)]
pub struct Page(pub Arc<()>, pub u32);

impl k::IntoTuple for Page {
    type Tuple = (Name, Armour);

    fn into_tuple(self) -> Self::Tuple {
        converting();
        (Name(self.0), Armour(self.1))
    }

    fn from_tuple((name, armour): Self::Tuple) -> Self {
        converting();
        Self(name.0, armour.0)
    }
}

/// A bundle within a bundle, with a relation.
#[derive(Debug)]
pub struct Child(pub Page, pub Entity);

impl k::IntoTuple for Child {
    type Tuple = (Page, ChildOf);

    fn into_tuple(self) -> Self::Tuple {
        converting();
        (self.0, ChildOf(self.1))
    }

    fn from_tuple((page, child_of): Self::Tuple) -> Self {
        converting();
        Self(page, child_of.0)
    }
}

macro_rules! bundles_of {
    ($($World:ty),*) => {
        $(
            impl Bundle<$World> for Page {
                type Replaced = (Option<Name>, Option<Armour>);
                type Kind = k::StructKind<(Name, Armour)>;
            }

            impl Bundle<$World> for Child {
                type Replaced = ((Option<Name>, Option<Armour>), Option<ChildOf>);
                type Kind = k::StructKind<(Page, ChildOf)>;
            }
        )*
    };
}

bundles_of!(World, quiet::World);

/// A bundle that has its optional parts only at every second conversion.
#[derive(Debug)]
pub struct Fickle;

impl k::IntoTuple for Fickle {
    type Tuple = (Option<Health>, (Option<Armour>, Option<Name>));

    fn into_tuple(self) -> Self::Tuple {
        converting();
        let is_odd = DONE.get() % 2 == 1;
        (is_odd.then_some(Health(1)), ((!is_odd).then_some(Armour(2)), is_odd.then(|| Name(Arc::default()))))
    }

    fn from_tuple(_: Self::Tuple) -> Self {
        converting();
        Self
    }
}

impl Bundle<World> for Fickle {
    type Replaced = (Option<Health>, (Option<Armour>, Option<Name>));
    type Kind = k::StructKind<(Option<Health>, (Option<Armour>, Option<Name>))>;
}
