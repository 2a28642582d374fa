//! Worlds with 1 to 17 views that share no entity. A despawn tests views in blocks of 8.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are made by macros")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

use ecs_world::prelude::*;
use paste::paste;

/// The component that view number `N` requires.
#[derive(Debug, Clone, PartialEq)]
pub struct Own<const N: usize>(pub u32);
/// Required by all views of some worlds.
#[derive(Debug, Clone, PartialEq)]
pub struct Shared(pub u32);
/// Excluded by all views.
#[derive(Debug, Clone, PartialEq)]
pub struct Out;

/// The operations of a test on one view of a world.
pub struct View<W> {
    /// Spawns an entity that is only in this view.
    spawn: fn(&mut W) -> Entity,
    /// Removes and inserts the component that the view requires.
    remove: fn(&mut W, Entity),
    insert: fn(&mut W, Entity),
    /// The entities of the view, without settling it and with settling it. These are loops, because there are hundreds of views, and as many
    /// chains of iterators would take long to compile.
    read: fn(&W) -> Vec<Entity>,
    write: fn(&mut W) -> Vec<Entity>,
}

/// What is spawned into a view: its component, and the shared one if the view requires it.
macro_rules! spawned {
    ($own:expr) => {
        $own
    };
    ($own:expr, $shared:expr) => {
        ($shared, $own)
    };
}

macro_rules! world {
    ($module:ident $([$kind:ident $number:literal $($shared:ident)?])*) => {
        pub mod $module {
            use super::*;

            paste! {
                ecs_world! {
                    #[derive(Debug)]
                    pub struct World;
                    components: Shared, Out, $(Own<$number> as [<O $number>]),*;
                    queries: $(#[view($kind)] ($($shared,)? [<O $number>], without(Out))),*;
                }

                pub fn views() -> Vec<View<World>> {
                    vec![$(View {
                        spawn: |world| world.spawn(spawned!(Own::<$number>(1) $(, $shared(1))?)),
                        remove: |world, entity| _ = world.remove::<Own<$number>>(entity).unwrap().unwrap(),
                        insert: |world, entity| world.insert(entity, Own::<$number>(2)).unwrap(),
                        read: |world| {
                            let mut found = vec![];
                            for (entity, ..) in world.[<query_ $($shared:lower _)? o $number _without_out>]().iter() {
                                found.push(entity);
                            }
                            found
                        },
                        write: |world| {
                            let mut found = vec![];
                            for (entity, ..) in world.[<query_ $($shared:lower _)? o $number _without_out_mut>]() {
                                found.push(entity);
                            }
                            found
                        },
                    }),*]
                }
            }
        }
    };
}

/// Worlds with 1, 2, .. views, up to the given number.
macro_rules! worlds {
    ([$($view:tt)*] [$($tests:tt)*]) => { world_tests! { $($tests)* } };
    ([$($view:tt)*] [$($tests:tt)*] $module:ident $next:tt $($rest:tt)*) => {
        world! { $module $($view)* $next }
        worlds! { [$($view)* $next] [$($tests)* $module] $($rest)* }
    };
}

macro_rules! world_tests {
    ($($module:ident)*) => {
        #[test]
        fn a_despawned_entity_leaves_the_one_view_that_holds_it() {
            let mut worlds = 0;
            $(
                worlds += 1;
                let views = $module::views();
                assert!(stringify!($module).ends_with(&format!("_{}", views.len())));
                for at in 0..views.len() {
                    despawns_from_one(&views, at);
                }
            )*
            assert_eq!(worlds, 20);
        }

        #[test]
        fn inserting_and_removing_a_component_changes_one_view() {
            $(changes_one(&$module::views());)*
        }
    };
}

// A despawn tests a block of views by a component that few of them require, which must not be the shared one.
world! { sharing_8
    [group 0 Shared] [list 1 Shared] [list 2 Shared] [delayed 3 Shared] [active_passive 4 Shared]
    [list 5 Shared] [list 6 Shared] [list 7 Shared]
}
world! { sharing_9
    [group 0 Shared] [list 1 Shared] [list 2 Shared] [delayed 3 Shared] [active_passive 4 Shared]
    [list 5 Shared] [list 6 Shared] [list 7 Shared] [list 8 Shared]
}
world! { sharing_17
    [group 0 Shared] [list 1 Shared] [list 2 Shared] [delayed 3 Shared] [active_passive 4 Shared]
    [list 5 Shared] [list 6 Shared] [list 7 Shared] [list 8 Shared] [list 9 Shared]
    [list 10 Shared] [delayed 11 Shared] [active_passive 12 Shared] [list 13 Shared] [list 14 Shared]
    [list 15 Shared] [list 16 Shared]
}

worlds! { [] [sharing_8 sharing_9 sharing_17]
    up_to_1 [group 0] up_to_2 [list 1] up_to_3 [delayed 2] up_to_4 [active_passive 3] up_to_5 [group 4] up_to_6 [list 5]
    up_to_7 [group 6] up_to_8 [list 7] up_to_9 [group 8] up_to_10 [list 9] up_to_11 [delayed 10] up_to_12 [active_passive 11]
    up_to_13 [group 12] up_to_14 [list 13] up_to_15 [group 14] up_to_16 [list 15] up_to_17 [group 16]
}

/// Asserts that each view holds exactly these entities.
#[track_caller]
fn assert_views<W: EcsWorld>(world: &mut W, views: &[View<W>], expected: &[Vec<Entity>]) {
    world.check_invariants().unwrap_or_else(|error| panic!("{error} with {} views", views.len()));
    for (at, (view, expected)) in views.iter().zip(expected).enumerate() {
        for mut found in [(view.read)(world), (view.write)(world), (view.read)(world)] {
            found.sort_unstable();
            assert_eq!(found, *expected, "view {at} of {}", views.len());
        }
    }
}

/// Despawns an entity with no others, with one other in each view, and with two others in this view.
fn despawns_from_one<W: EcsWorld + Default>(views: &[View<W>], at: usize) {
    let mut world = W::default();
    let mut expected = vec![vec![]; views.len()];
    for others in [0, 1, 3] {
        let entity = (views[at].spawn)(&mut world);
        if others == 1 {
            for (view, expected) in views.iter().zip(&mut expected) {
                expected.push((view.spawn)(&mut world));
            }
        }
        for _ in 1..others {
            expected[at].push((views[at].spawn)(&mut world));
        }
        let mut with_it = expected.clone();
        with_it[at].push(entity);
        with_it[at].sort_unstable();
        assert_views(&mut world, views, &with_it);
        world.despawn(entity).unwrap();
        expected[at].sort_unstable();
        assert_views(&mut world, views, &expected);
    }
    world.clear();
    assert_views(&mut world, views, &vec![vec![]; views.len()]);
}

fn changes_one<W: EcsWorld + Default>(views: &[View<W>]) {
    let mut world = W::default();
    let mut entities: Vec<_> = views.iter().map(|view| vec![(view.spawn)(&mut world)]).collect();
    assert_views(&mut world, views, &entities);
    for at in 0..views.len() {
        let entity = entities[at].pop().unwrap();
        (views[at].remove)(&mut world, entity);
        assert_views(&mut world, views, &entities);
        (views[at].insert)(&mut world, entity);
        entities[at].push(entity);
        assert_views(&mut world, views, &entities);
    }
}
