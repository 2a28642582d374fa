//! Bundles whose conversion is written by hand: structs are converted to and from components before or after the steps of a change, so that
//! the world stays consistent whatever these functions do, panics included.
#![allow(missing_docs, unreachable_pub, reason = "worlds are public")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

#[path = "converted_bundles/bundles.rs"]
mod bundles;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bundles::*;
use ecs_world::ChangeErrorKind;
use ecs_world::prelude::*;

/// The components of each entity; without handles, which differ if a panic prevented a spawn.
fn contents(world: &World) -> Vec<String> {
    let describe = |entity| {
        let (health, armour) = (world.get::<Health>(entity), world.get::<Armour>(entity));
        format!("{:?} {health:?} {armour:?} {:?}", world.has::<Name>(entity), world.get::<ChildOf>(entity))
    };
    world.entities().map(describe).collect()
}

/// A world, its entities, and the name that all values share, which counts them.
struct Test {
    name: Arc<()>,
    world: World,
    /// Has all components but armour; a child of `parent`.
    squire: Entity,
    /// Has health.
    peasant: Entity,
    parent: Entity,
    /// Has a name and armour.
    scribe: Entity,
    dead: Entity,
}

impl Test {
    fn new() -> Self {
        let (name, mut world) = (Arc::new(()), World::default());
        let parent = world.spawn(Health(9));
        let squire = world.spawn((Name(name.clone()), Health(1), ChildOf(parent)));
        let peasant = world.spawn(Health(2));
        let scribe = world.spawn((Name(name.clone()), Armour(1)));
        let dead = world.spawn(Armour(3));
        world.despawn(dead).unwrap();
        HEARD.set(0);
        Self { name, world, squire, peasant, parent, scribe, dead }
    }

    fn knight(&self, armour: Option<u32>) -> Knight {
        self.knight_of(self.parent, armour)
    }

    fn page(&self, armour: u32) -> Page {
        Page(self.name.clone(), armour)
    }

    fn knight_of(&self, parent: Entity, armour: Option<u32>) -> Knight {
        Knight { name: self.name.clone(), parent, armour }
    }

    /// Flushes and runs the world after a change, checks its invariants, and asserts that each value was dropped once.
    fn assert_consistent(mut self, context: &str) {
        self.world.check_invariants().unwrap_or_else(|error| panic!("{context}: {error}"));
        self.world.flush();
        self.world.run();
        self.world.check_invariants().unwrap_or_else(|error| panic!("{context}, after a run: {error}"));
        drop(self.world);
        assert_eq!(Arc::strong_count(&self.name), 1, "{context}: each value was dropped once");
    }
}

/// Performs a change repeatedly with a panic at each of its conversions: each time, it has not begun or is complete.
fn not_begun_or_complete(name: &str, change: impl Fn(&mut Test)) {
    let (mut before, mut after) = (Test::new(), Test::new());
    change(&mut after);
    let heard = HEARD.get();
    before.world.flush();
    after.world.flush();
    let ends = [(&before, 0), (&after, heard)].map(|(end, heard)| {
        let values = Arc::strong_count(&end.name);
        (contents(&end.world), values, heard)
    });
    for left in 0.. {
        let (mut test, context) = (Test::new(), format!("{name}, panic {left}"));
        LEFT.set(Some(left));
        let panicked = catch_unwind(AssertUnwindSafe(|| change(&mut test))).is_err();
        LEFT.set(None);
        let heard = HEARD.get();
        test.world.flush();
        let left_behind = (contents(&test.world), Arc::strong_count(&test.name), heard);
        assert!(ends.contains(&left_behind), "{context}: {left_behind:?} is neither of {ends:?}");
        test.assert_consistent(&context);
        if !panicked {
            assert!(left > 0, "{name} converts nothing");
            return;
        }
    }
}

#[test]
fn a_change_whose_conversion_panics_has_not_begun_or_is_complete() {
    for armour in [None, Some(5)] {
        not_begun_or_complete("spawn", |test| _ = test.world.spawn(test.knight(armour)));
        not_begun_or_complete("spawn with a dead target", |test| {
            let knight = test.knight_of(test.dead, armour);
            let returned = test.world.try_spawn(knight).unwrap_err().into_inner();
            assert_eq!((returned.parent, returned.armour), (test.dead, armour), "the refused bundle is returned whole");
        });
        not_begun_or_complete("spawn at a handle", |test| {
            let handle = Entity::from_bits((1 << 32) + 40).unwrap();
            test.world.spawn_at(handle, test.knight(armour)).unwrap();
            assert!(test.world.has::<Name>(handle));
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
fn bundles_without_relations_are_not_begun_or_complete_either() {
    not_begun_or_complete("spawn", |test| _ = test.world.spawn(test.page(4)));
    not_begun_or_complete("spawn of nested ones", |test| {
        _ = test.world.spawn((Health(3), Child(test.page(4), test.parent)));
    });
    not_begun_or_complete("insert", |test| test.world.insert(test.peasant, test.page(4)).unwrap());
    not_begun_or_complete("insert over others", |test| test.world.insert(test.squire, test.page(4)).unwrap());
    not_begun_or_complete("replace", |test| {
        let replaced = test.world.replace(test.squire, (Health(5), test.page(4))).unwrap();
        assert!(matches!(replaced, (Some(Health(1)), (Some(_), None))));
    });
    not_begun_or_complete("exchange", |test| _ = test.world.exchange::<Health, _>(test.peasant, test.page(4)).unwrap());
    not_begun_or_complete("exchange for the same", |test| {
        let page = test.world.exchange::<Page, Page>(test.scribe, test.page(4)).unwrap();
        assert_eq!(page.1, 1);
    });
    not_begun_or_complete("spawn by a spawner", |test| {
        let page = test.page(4);
        let page = test.world.spawner().spawn(page);
        assert!(!test.world.contains(page));
    });
    not_begun_or_complete("remove", |test| {
        let page = test.world.remove::<Page>(test.scribe).unwrap();
        assert!(page.is_some_and(|page| page.1 == 1));
    });
    not_begun_or_complete("insert of one within another", |test| {
        test.world.insert(test.scribe, (Health(7), Child(test.page(6), test.parent))).unwrap();
    });
}

#[test]
fn each_bundle_is_converted_once_by_each_change() {
    let mut test = Test::new();
    let count = |test: &mut Test, change: &dyn Fn(&mut Test)| {
        let before = DONE.get();
        change(test);
        DONE.get() - before
    };
    assert_eq!(count(&mut test, &|test| _ = test.world.spawn(test.knight(None))), 1);
    assert_eq!(count(&mut test, &|test| _ = test.world.spawn(test.page(1))), 1);
    assert_eq!(count(&mut test, &|test| test.world.insert(test.squire, test.knight(Some(1))).unwrap()), 1);
    assert_eq!(count(&mut test, &|test| _ = test.world.replace(test.squire, test.page(1)).unwrap()), 1);
    assert_eq!(count(&mut test, &|test| _ = test.world.exchange::<Page, Page>(test.squire, test.page(2)).unwrap()), 2);
    assert_eq!(count(&mut test, &|test| assert!(test.world.insert(test.dead, test.page(1)).is_err())), 0);
    assert_eq!(count(&mut test, &|test| assert!(test.world.spawn_at(test.squire, test.page(1)).is_err())), 0);
    // The handle is checked before the relation.
    let taken = |test: &mut Test| {
        let refused = test.world.spawn_at(test.squire, test.knight_of(test.dead, Some(3))).unwrap_err();
        assert_eq!((refused.kind, refused.value.armour), (ChangeErrorKind::NotFree(test.squire), Some(3)));
    };
    assert_eq!(count(&mut test, &taken), 0);
    assert_eq!(count(&mut test, &|test| _ = test.world.spawn_batch([1, 2, 3].map(|n| test.page(n)))), 3);
    let by_commands = |test: &mut Test| {
        let (pages, others) = ([1, 2, 3, 4].map(|n| test.page(n)), [5, 6].map(|n| test.page(n)));
        let [spawned, inserted, exchanged, lost] = pages;
        let commands = test.world.commands();
        commands.spawn(spawned);
        commands.insert(test.peasant, inserted);
        commands.exchange::<Page, Page>(test.squire, exchanged);
        commands.insert(test.dead, lost);
        commands.spawn_batch(others);
        commands.remove::<Page>(test.peasant);
    };
    assert_eq!(count(&mut test, &by_commands), 6, "bundles are converted when commands are recorded");
    assert_eq!(count(&mut test, &|test| test.world.flush()), 0, "bundles are not converted when commands are applied");
    assert_eq!(test.world.dropped_commands(), 1);
    test.assert_consistent("counted conversions");
}

#[test]
fn bundles_that_are_spawned_together_are_whole_up_to_a_conversion_that_panics() {
    for left in 0..=12 {
        let (name, mut world) = (Arc::new(()), quiet::World::default());
        let parents = world.spawn_batch([10, 11, 12, 13].map(Health));
        LEFT.set(Some(left));
        let children = parents.iter().zip(0..).map(|(parent, n)| (Child(Page(name.clone(), n), *parent), Health(n)));
        let panicked = catch_unwind(AssertUnwindSafe(|| world.spawn_batch(children))).is_err();
        LEFT.set(None);
        // Each of the four bundles takes two conversions.
        assert_eq!(panicked, left < 8);
        let spawned: Vec<_> =
            world.query::<(&Armour, &Health, &ChildOf)>().iter().map(|it| (it.0.0, it.1.0, it.2.0)).collect();
        let expected: Vec<_> = parents.iter().zip(0..(left / 2).min(4)).map(|(parent, n)| (n, n, *parent)).collect();
        assert_eq!(spawned, expected, "panic {left}");
        for (n, parent) in parents.iter().enumerate() {
            assert_eq!(world.sources::<ChildOf>().count(*parent), usize::from(n < expected.len()), "panic {left}");
        }
        let later = world.spawn_batch([Page(name.clone(), 20), Page(name.clone(), 21)]);
        assert_eq!(world.get::<Armour>(later[1]), Some(&Armour(21)));
        world.check_invariants().unwrap();
        drop(world);
        assert_eq!(Arc::strong_count(&name), 1, "panic {left}");
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
        test.assert_consistent(&format!("batch, panic {left}"));
    }
}

#[test]
fn values_of_pending_commands_reach_no_other_entity_whichever_conversion_panics() {
    for left in 0..16 {
        let mut test = Test::new();
        let (knights, more) =
            ([Some(1), None].map(|armour| test.knight(armour)), [None, Some(7)].map(|armour| test.knight(armour)));
        let (squire, peasant) = (test.squire, test.peasant);
        let pages = [51, 52].map(|armour| test.page(armour));
        LEFT.set(Some(left));
        let issue = AssertUnwindSafe(|| {
            let commands = test.world.commands();
            let [first, second] = knights;
            commands.spawn((first, Health(21)));
            commands.insert(peasant, (second, Health(22)));
            commands.insert_batch(more.into_iter().zip([peasant, squire]).map(|(knight, entity)| (entity, knight)));
            commands.spawn_batch(pages);
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
        let others =
            test.world.entities().filter(|entity| ![squire, peasant, test.scribe, test.parent].contains(entity));
        let mut spawned: Vec<_> = others.map(has).collect();
        assert_eq!(spawned.pop(), Some((Some(78), None)), "panic {left}");
        let all = [(Some(1), Some(21)), (Some(51), None), (Some(52), None)];
        assert_eq!(spawned, all[..spawned.len()], "panic {left}");
        test.assert_consistent(&format!("commands, panic {left}"));
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
        assert_eq!(test.world.get::<Armour>(test.peasant), Some(&Armour(11)), "a later command inserts its own values");
        let template = Template::new().with(Fickle);
        test.world.spawn_template(&template);
        _ = test.world.remove::<Fickle>(others[1]).unwrap();
        test.assert_consistent("a bundle whose conversions differ");
    }
}
