//! Bundles whose conversion is written by hand: structs are taken apart and put together outside of the steps of a change, so what these
//! functions do, panics included, leaves a world that is whole.
#![allow(missing_docs, unreachable_pub, reason = "worlds are public")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ecs_world::__private as k;
use ecs_world::prelude::*;

/// Counted, and cloned for its past.
#[derive(Debug, Clone)]
pub struct Name(Arc<()>);
#[derive(Debug, Clone, PartialEq)]
pub struct Health(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Armour(u32);
#[derive(Debug, Clone, PartialEq, Relation)]
pub struct ChildOf(Entity);

#[system]
pub fn regenerate(_: &Name, health: &mut Health) {
    health.0 += 1;
}

#[system(without(Health))]
pub fn lie(_: &Name, _: &Armour) {}

ecs_world! {
    #[derive(Clone)]
    pub struct World;
    components: #[double_buffered] Name, Health, Armour;
    relations: ChildOf (tree, cascade);
    systems: regenerate, lie;
}

thread_local! {
    /// Number of conversions until one panics.
    static LEFT: Cell<Option<u32>> = const { Cell::new(None) };
    /// Number of conversions so far.
    static DONE: Cell<u32> = const { Cell::new(0) };
}

fn converting() {
    DONE.set(DONE.get() + 1);
    let left = LEFT.get();
    LEFT.set(left.and_then(|left| left.checked_sub(1)));
    assert_ne!(left, Some(0), "a conversion panics");
}

/// A bundle with a value, a relation and what may be missing, some of them nested.
#[derive(Debug)]
pub struct Knight {
    name: Arc<()>,
    parent: Entity,
    armour: Option<u32>,
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

/// A bundle that has its optional parts at every second conversion alone.
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

/// What a world has, entity by entity; without handles, as those of entities that a panic prevented are not comparable.
fn contents(world: &World) -> Vec<String> {
    let describe = |entity| {
        let (health, armour) = (world.get::<Health>(entity), world.get::<Armour>(entity));
        format!("{:?} {health:?} {armour:?} {:?}", world.has::<Name>(entity), world.get::<ChildOf>(entity))
    };
    world.entities().map(describe).collect()
}

/// The names of all values that a test creates.
struct Test {
    name: Arc<()>,
    world: World,
    /// Has all components but armour; a child of `parent`.
    squire: Entity,
    /// Has health.
    peasant: Entity,
    parent: Entity,
    dead: Entity,
}

impl Test {
    fn new() -> Self {
        let (name, mut world) = (Arc::new(()), World::default());
        let parent = world.spawn(Health(9));
        let squire = world.spawn((Name(name.clone()), Health(1), ChildOf(parent)));
        let peasant = world.spawn(Health(2));
        let dead = world.spawn(Armour(3));
        world.despawn(dead).unwrap();
        Self { name, world, squire, peasant, parent, dead }
    }

    fn knight(&self, armour: Option<u32>) -> Knight {
        self.knight_of(self.parent, armour)
    }

    fn knight_of(&self, parent: Entity, armour: Option<u32>) -> Knight {
        Knight { name: self.name.clone(), parent, armour }
    }

    /// Runs all that the world may do after a change, and counts the values that are left.
    fn assert_whole(mut self, context: &str) {
        self.world.check_invariants().unwrap_or_else(|error| panic!("{context}: {error}"));
        self.world.flush();
        self.world.run();
        self.world.check_invariants().unwrap_or_else(|error| panic!("{context}, after a run: {error}"));
        drop(self.world);
        assert_eq!(Arc::strong_count(&self.name), 1, "{context}: each value was dropped once");
    }
}

/// Performs a change with a panic at the first conversion, the second .. until there is none left: it was not begun, or is complete.
fn not_begun_or_complete(name: &str, change: impl Fn(&mut Test)) {
    let (mut before, mut after) = (Test::new(), Test::new());
    change(&mut after);
    before.world.flush();
    after.world.flush();
    let ends = [contents(&before.world), contents(&after.world)];
    for left in 0.. {
        let (mut test, context) = (Test::new(), format!("{name}, panic {left}"));
        LEFT.set(Some(left));
        let panicked = catch_unwind(AssertUnwindSafe(|| change(&mut test))).is_err();
        LEFT.set(None);
        test.world.flush();
        let left_behind = contents(&test.world);
        assert!(ends.contains(&left_behind), "{context}: {left_behind:?}, neither of {ends:?}");
        test.assert_whole(&context);
        if !panicked {
            assert!(left > 0, "{name} converts nothing");
            return;
        }
    }
}

#[test]
fn a_conversion_that_panics_leaves_a_change_that_was_not_begun_or_is_complete() {
    for armour in [None, Some(5)] {
        not_begun_or_complete("spawn", |test| _ = test.world.spawn(test.knight(armour)));
        not_begun_or_complete("spawn with a dead target", |test| {
            let knight = test.knight_of(test.dead, armour);
            let returned = test.world.try_spawn(knight).unwrap_err().into_inner();
            assert_eq!((returned.parent, returned.armour), (test.dead, armour), "nothing is lost");
        });
        not_begun_or_complete("spawn at a handle", |test| {
            let handle = Entity::from_bits((1 << 32) + 40).unwrap();
            test.world.spawn_at(handle, test.knight(armour)).unwrap();
            assert!(test.world.has::<Name>(handle));
        });
        not_begun_or_complete("spawn at a handle that is taken", |test| {
            assert!(test.world.spawn_at(test.squire, test.knight(armour)).is_err());
        });
        not_begun_or_complete("insert", |test| test.world.insert(test.peasant, test.knight(armour)).unwrap());
        not_begun_or_complete("insert over others", |test| {
            test.world.insert(test.squire, test.knight(armour)).unwrap();
        });
        not_begun_or_complete("insert with a cycle", |test| {
            let knight = test.knight_of(test.squire, armour);
            assert!(test.world.insert(test.parent, knight).is_err());
        });
        not_begun_or_complete("replace", |test| _ = test.world.replace(test.squire, test.knight(armour)).unwrap());
        not_begun_or_complete("remove", |test| {
            assert!(test.world.remove::<Knight>(test.squire).unwrap().is_some());
        });
        not_begun_or_complete("exchange for another", |test| {
            let lost = test.world.exchange::<Knight, _>(test.squire, Armour(8)).unwrap();
            assert_eq!((lost.parent, lost.armour), (test.parent, None));
        });
        not_begun_or_complete("exchange", |test| {
            _ = test.world.exchange::<Knight, Knight>(test.squire, test.knight(armour)).unwrap();
        });
        not_begun_or_complete("exchange of health", |test| {
            _ = test.world.exchange::<Health, _>(test.peasant, test.knight(armour)).unwrap();
        });
        not_begun_or_complete("a template", |test| {
            let template = Template::new().with(test.knight(armour));
            test.world.spawn_template(&template);
        });
    }
}

#[test]
fn bundles_before_a_conversion_that_panics_are_spawned() {
    for left in 0..=4 {
        let mut test = Test::new();
        let knights: Vec<_> = [None, Some(1), None, Some(2)].map(|armour| test.knight(armour)).into_iter().collect();
        let before = test.world.len();
        LEFT.set(Some(left));
        let panicked = catch_unwind(AssertUnwindSafe(|| test.world.spawn_batch(knights))).is_err();
        LEFT.set(None);
        assert_eq!(panicked, left < 4);
        assert_eq!(test.world.len() - before, left as usize, "panic {left}");
        test.assert_whole(&format!("batch, panic {left}"));
    }
}

#[test]
fn values_of_pending_commands_reach_no_other_entity_whichever_conversion_panics() {
    for left in 0..16 {
        let mut test = Test::new();
        let (knights, more) =
            ([Some(1), None].map(|armour| test.knight(armour)), [None, Some(7)].map(|armour| test.knight(armour)));
        let (squire, peasant) = (test.squire, test.peasant);
        LEFT.set(Some(left));
        let issue = AssertUnwindSafe(|| {
            let commands = test.world.commands();
            let [first, second] = knights;
            commands.spawn((first, Health(21)));
            commands.insert(peasant, (second, Health(22)));
            commands.insert_batch(more.into_iter().zip([peasant, squire]).map(|(knight, entity)| (entity, knight)));
            commands.exchange::<Health, _>(peasant, Armour(41));
            commands.remove::<Knight>(squire);
        });
        let _ = catch_unwind(issue);
        let own = (Name(test.name.clone()), ChildOf(test.parent), Some(Armour(43)));
        test.world.commands().insert(peasant, own);
        while catch_unwind(AssertUnwindSafe(|| test.world.flush())).is_err() {}
        LEFT.set(None);
        test.world.commands().insert(squire, (Armour(77), Health(31)));
        test.world.commands().spawn(Armour(78));
        test.world.flush();
        let has = |entity| {
            let (armour, health) = (test.world.get::<Armour>(entity), test.world.get::<Health>(entity));
            (armour.map(|armour| armour.0), health.map(|health| health.0))
        };
        assert_eq!(has(squire), (Some(77), Some(31)), "panic {left}");
        let (armour, health) = has(peasant);
        assert_eq!(armour, Some(43), "panic {left}");
        assert!([None, Some(2), Some(22)].contains(&health), "panic {left}: {health:?}");
        let others = test.world.entities().filter(|entity| ![squire, peasant, test.parent].contains(entity));
        let mut spawned: Vec<_> = others.map(has).collect();
        assert_eq!(spawned.pop(), Some((Some(78), None)), "panic {left}");
        assert!(spawned.is_empty() || spawned == [(Some(1), Some(21))], "panic {left}: {spawned:?}");
        test.assert_whole(&format!("commands, panic {left}"));
    }
}

#[test]
fn an_entity_has_what_one_conversion_of_its_bundle_gave() {
    for first in [0, 1] {
        DONE.set(first);
        let mut test = Test::new();
        let spawned = test.world.spawn(Fickle);
        let names = |world: &World, entity| world.component_names(entity).unwrap();
        let alternatives = [vec!["Name", "Health"], vec!["Armour"]];
        assert_eq!(names(&test.world, spawned), alternatives[first as usize]);
        let others = test.world.spawn_batch([Fickle, Fickle, Fickle]);
        for (other, alternative) in others.iter().zip(alternatives.iter().cycle().skip(1 - first as usize)) {
            assert_eq!(&names(&test.world, *other), alternative);
        }
        test.world.insert(others[0], Fickle).unwrap();
        _ = test.world.replace(others[1], Fickle).unwrap();
        _ = test.world.exchange::<Fickle, Fickle>(spawned, Fickle).unwrap();
        test.world.check_invariants().unwrap();
        let commands = test.world.commands();
        commands.spawn(Fickle);
        commands.insert_batch([(others[2], Fickle), (spawned, Fickle)]);
        commands.exchange::<Fickle, Fickle>(others[0], Fickle);
        commands.insert(test.peasant, Armour(11));
        test.world.flush();
        assert_eq!(test.world.get::<Armour>(test.peasant), Some(&Armour(11)), "a later command finds its own values");
        let template = Template::new().with(Fickle);
        test.world.spawn_template(&template);
        _ = test.world.remove::<Fickle>(others[1]).unwrap();
        test.assert_whole("a bundle that changes its mind");
    }
}
