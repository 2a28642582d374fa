//! Changes that affect any number of the many views of a world: a few views are called directly, more of them through a table.

use ecs_world::Template;
use ecs_world::prelude::*;

macro_rules! components {
    ($($name:ident),*) => {
        $(#[derive(Debug, Clone, Copy, PartialEq)]
        pub struct $name(pub u32);)*
    };
}

components!(Hub0, Hub1, Hub2, Hub3, Hub7, Hub8, Hub9, Hub10);
components!(Bar0, Bar1, Bar8, Bar9);
components!(Key0, Key1, Key2, Key3, Key4, Key5, Key6, Key7, Key8, Key9);

// The number of views that require a `Hub`, or exclude a `Bar`, is in its name. All are kept: a scan would not be notified.
ecs_world! {
    #[derive(Debug, Clone)]
    pub struct World;
    components:
        Hub0, Hub1, Hub2, Hub3, Hub7, Hub8, Hub9, Hub10,
        Bar0, Bar1, Bar8, Bar9,
        Key0, Key1, Key2, Key3, Key4, Key5, Key6, Key7, Key8, Key9;
    queries:
        #[view(list)] (Hub1, Key0), #[view(list)] (Hub2, Key0), #[view(list)] (Hub2, Key1),
        #[view(list)] (Hub3, Key0), #[view(list)] (Hub3, Key1), #[view(list)] (Hub3, Key2),
        #[view(list)] (Hub7, Key0), #[view(list)] (Hub7, Key1), #[view(list)] (Hub7, Key2),
        #[view(list)] (Hub7, Key3), #[view(list)] (Hub7, Key4), #[view(list)] (Hub7, Key5),
        #[view(list)] (Hub7, Key6), #[view(list)] (Hub8, Key0), #[view(list)] (Hub8, Key1),
        #[view(list)] (Hub8, Key2), #[view(list)] (Hub8, Key3), #[view(list)] (Hub8, Key4),
        #[view(list)] (Hub8, Key5), #[view(list)] (Hub8, Key6), #[view(list)] (Hub8, Key7),
        #[view(list)] (Hub9, Key0), #[view(list)] (Hub9, Key1), #[view(list)] (Hub9, Key2),
        #[view(list)] (Hub9, Key3), #[view(list)] (Hub9, Key4), #[view(list)] (Hub9, Key5),
        #[view(list)] (Hub9, Key6), #[view(list)] (Hub9, Key7), #[view(list)] (Hub9, Key8),
        #[view(list)] (Hub10, Key0), #[view(list)] (Hub10, Key1), #[view(list)] (Hub10, Key2),
        #[view(list)] (Hub10, Key3), #[view(list)] (Hub10, Key4), #[view(list)] (Hub10, Key5),
        #[view(list)] (Hub10, Key6), #[view(list)] (Hub10, Key7), #[view(list)] (Hub10, Key8),
        #[view(list)] (Hub10, Key9), (Key0, without(Bar1)), (Key0, without(Bar8)), (Key1, without(Bar8)),
        (Key2, without(Bar8)), (Key3, without(Bar8)), (Key4, without(Bar8)), (Key5, without(Bar8)),
        (Key6, without(Bar8)), (Key7, without(Bar8)), (Key0, without(Bar9)), (Key1, without(Bar9)),
        (Key2, without(Bar9)), (Key3, without(Bar9)), (Key4, without(Bar9)), (Key5, without(Bar9)),
        (Key6, without(Bar9)), (Key7, without(Bar9)), (Key8, without(Bar9));
}

/// Two nested tuples, because the type of one large tuple would be longer.
type Keys = ((Key0, Key1, Key2, Key3, Key4), (Key5, Key6, Key7, Key8, Key9));

fn keys() -> Keys {
    ((Key0(0), Key1(1), Key2(2), Key3(3), Key4(4)), (Key5(5), Key6(6), Key7(7), Key8(8), Key9(9)))
}

/// Asserts that all views hold exactly the entities that match.
fn check(world: &mut World, context: &str) {
    assert_eq!(world.check_invariants(), Ok(()), "{context}");
}

macro_rules! changes {
    ($($test:ident $C:ident;)*) => {
        $(#[test]
        fn $test() {
            let mut world = World::default();
            let empty = world.spawn($C(0));
            let all = world.spawn((keys(), $C(1)));
            let keyed = world.spawn(keys());
            check(&mut world, "spawned");
            let pairs = world.spawn_batch((0..3).map(|n| ($C(n), Key0(n), Key8(n))));
            check(&mut world, "spawned as a batch");
            world.spawn_columns((vec![Key0(1), Key0(2)], vec![$C(1), $C(2)], vec![Key7(1), Key7(2)])).unwrap();
            check(&mut world, "spawned as columns");
            world.spawn_template(&Template::new().with(Key0(7)).with($C(7)).with(Key9(7)));
            check(&mut world, "spawned by a template");
            for entity in [all, keyed, pairs[1]] {
                world.insert(entity, $C(9)).unwrap();
                check(&mut world, "inserted");
                assert_eq!(world.remove::<$C>(entity), Ok(Some($C(9))));
                check(&mut world, "removed");
                world.insert(entity, ($C(3), Key9(2))).unwrap();
                check(&mut world, "inserted with another");
                assert!(world.exchange::<Key9, _>(entity, Key8(1)).is_ok());
                check(&mut world, "exchanged");
                assert!(world.exchange::<$C, _>(entity, Key9(1)).is_ok());
                check(&mut world, "exchanged for a key");
                assert!(world.exchange::<Key0, _>(entity, $C(8)).is_ok());
                check(&mut world, "exchanged for a component that views concern");
            }
            world.insert(empty, keys()).unwrap();
            check(&mut world, "keys inserted");
            for entity in [pairs[0], all, empty] {
                world.despawn(entity).unwrap();
                check(&mut world, "despawned");
            }
            world.clear();
            check(&mut world, "cleared");
        })*
    };
}

/// Spawns entities with these components as a batch and as columns, so that as many views as said get them together.
macro_rules! spawns {
    ($($views:literal by $($C:ident)*;)*) => {{
        $({
            let mut world = World::default();
            let spawned = [$(stringify!($C)),*];
            let is_reached = |view: &&ecs_world::ViewPlan| {
                view.all.iter().all(|name| spawned.contains(name)) && !view.none.iter().any(|name| spawned.contains(name))
            };
            assert_eq!(World::PLAN.views.iter().filter(is_reached).count(), $views);
            world.spawn_batch((0..3).map(|n| ($($C(n),)*)));
            check(&mut world, "spawned as a batch");
            world.spawn_columns(($(vec![$C(3), $C(4)],)*)).unwrap();
            check(&mut world, "spawned as columns");
            let all: Vec<_> = world.entities().collect();
            assert_eq!(all.len(), 5);
            for entity in all {
                world.despawn(entity).unwrap();
                check(&mut world, "despawned");
            }
        })*
    }};
}

#[test]
fn entities_that_are_spawned_together_reach_0_to_3_and_7_to_10_views() {
    // Those with `Bar` are in no view that excludes it.
    spawns! {
        0 by Hub0 Key0 Bar1 Bar8 Bar9;
        1 by Hub1 Key0 Bar1 Bar8 Bar9;
        2 by Hub2 Key0 Key1 Bar1 Bar8 Bar9;
        3 by Hub3 Key0 Key1 Key2 Bar1 Bar8 Bar9;
        7 by Hub7 Key0 Key1 Key2 Key3 Key4 Key5 Key6 Bar1 Bar8 Bar9;
        8 by Hub8 Key0 Key1 Key2 Key3 Key4 Key5 Key6 Key7 Bar1 Bar8 Bar9;
        9 by Hub9 Key0 Key1 Key2 Key3 Key4 Key5 Key6 Key7 Key8 Bar1 Bar8 Bar9;
        10 by Hub10 Key0 Key1 Key2 Key3 Key4 Key5 Key6 Key7 Key8 Key9 Bar1 Bar8 Bar9;
    }
}

changes! {
    changes_of_a_component_that_0_views_require_reach_these Hub0;
    changes_of_a_component_that_1_views_require_reach_these Hub1;
    changes_of_a_component_that_2_views_require_reach_these Hub2;
    changes_of_a_component_that_3_views_require_reach_these Hub3;
    changes_of_a_component_that_7_views_require_reach_these Hub7;
    changes_of_a_component_that_8_views_require_reach_these Hub8;
    changes_of_a_component_that_9_views_require_reach_these Hub9;
    changes_of_a_component_that_10_views_require_reach_these Hub10;
    changes_of_a_component_that_0_views_exclude_reach_these Bar0;
    changes_of_a_component_that_1_views_exclude_reach_these Bar1;
    changes_of_a_component_that_8_views_exclude_reach_these Bar8;
    changes_of_a_component_that_9_views_exclude_reach_these Bar9;
}
