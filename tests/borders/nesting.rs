//! Systems that share a view, and groups that share a storage: one, two, three and many of them.

use ecs_world::ViewKind;
use ecs_world::prelude::*;
use paste::paste;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct N<const AT: usize>(pub u32);

/// The callbacks and visits of systems, in order.
#[derive(Debug, Default)]
pub struct Log(Vec<(&'static str, Entity)>);

/// Systems over one view, and a world for each number of them.
macro_rules! systems {
    ([$($system:ident)*]) => {};
    ([$($system:ident)*] $next:ident $($rest:ident)*) => {
        systems_of_one_view! { $($system)* $next }
        systems! { [$($system)* $next] $($rest)* }
    };
}

macro_rules! system {
    ($($System:ident)*) => { $(
        #[derive(Debug, Default)]
        pub struct $System;

        #[system(without(N<2>))]
        impl $System {
            fn run(&self, entity: Entity, first: &mut N<0>, second: &N<1>, log: &mut Log) {
                first.0 += second.0;
                log.0.push((concat!(stringify!($System), " runs"), entity));
            }

            fn on_added(&self, entity: Entity, log: &mut Log) {
                log.0.push((concat!(stringify!($System), " gains"), entity));
            }

            fn on_removed(&self, entity: Entity, log: &mut Log) {
                log.0.push((concat!(stringify!($System), " loses"), entity));
            }
        }
    )* };
}

system! { A B C D E F G H I }

macro_rules! systems_of_one_view {
    ($($System:ident)*) => { paste! {
        mod [<with $(_ $System:lower)*>] {
            use super::*;

            ecs_world! {
                pub struct World;
                components: N<0> as N0, N<1> as N1, N<2> as N2;
                resources: Log;
                systems: $($System),*;
            }

            #[test]
            fn each_system_of_a_view_gets_one_callback_per_change() {
                let mut world = World::default();
                assert_eq!(World::PLAN.views.iter().filter(|view| !view.systems.is_empty()).count(), 1);
                let did = |world: &mut World, what: &str, entity: Entity| {
                    let expected: Vec<_> = [$(stringify!($System)),*].iter().map(|name| (format!("{name} {what}"), entity)).collect();
                    let log = std::mem::take(&mut world.resources.log.0);
                    assert!(log.iter().map(|(did, entity)| ((*did).to_owned(), *entity)).eq(expected), "{log:?}");
                };
                let entity = world.spawn((N::<0>(0), N::<1>(1)));
                did(&mut world, "gains", entity);
                world.run();
                did(&mut world, "runs", entity);
                world.insert(entity, N::<2>(0)).unwrap();
                did(&mut world, "loses", entity);
                world.run();
                assert!(world.resources.log.0.is_empty());
                world.remove::<N<2>>(entity).unwrap();
                did(&mut world, "gains", entity);
                world.despawn(entity).unwrap();
                did(&mut world, "loses", entity);
                world.check_invariants().unwrap();
            }
        }
    } };
}

systems! { [] A B C D E F G H I }

/// A world with the given number of nested groups, all of which own `N0`.
macro_rules! nested {
    ($($module:ident $groups:literal [$($number:literal)*] $(($($view:ident),*))*;)*) => { $(
        mod $module {
            use super::*;

            paste! {
                ecs_world! {
                    #[derive(Debug)]
                    pub struct World;
                    components: $(N<$number> as [<N $number>]),*;
                    queries: $(($($view),*)),*;
                }
            }

            /// Inserts the components below a number, and removes the others.
            fn set(world: &mut World, entity: Entity, level: usize) {
                $(
                    if $number < level {
                        world.insert(entity, N::<$number>($number)).unwrap();
                    } else {
                        world.remove::<N<$number>>(entity).unwrap();
                    }
                    world.check_invariants().unwrap();
                )*
            }

            #[test]
            fn entities_enter_and_leave_nested_groups() {
                let of_the_first = World::PLAN.views.iter().filter(|view| view.owned.contains(&"N0"));
                assert!(of_the_first.clone().all(|view| view.kept == ViewKind::Group || view.all.len() == 1));
                assert_eq!(of_the_first.filter(|view| view.all.len() > 1).count(), $groups);
                let mut world = World::default();
                let entities = world.spawn_batch((0..2 * $groups + 5).map(|_| ()));
                // In an order in which neighbouring levels are far apart.
                for round in 0..4 {
                    for (at, entity) in entities.iter().enumerate() {
                        set(&mut world, *entity, (at * 5 + round * 3) % ($groups + 2));
                    }
                    for (at, entity) in entities.iter().enumerate().filter(|(at, _)| at % 3 == round % 3) {
                        set(&mut world, *entity, (at + round) % ($groups + 2));
                    }
                }
                // Each level contains the entities of the next one.
                let found = [$(world.entities().filter(|entity| world.has::<N<$number>>(*entity)).count()),*];
                assert!(found.is_sorted_by(|one, next| one >= next), "{found:?}");
                for entity in entities.iter().rev() {
                    world.despawn(*entity).unwrap();
                    world.check_invariants().unwrap();
                }
            }
        }
    )* };
}

nested! {
    one 1 [0 1] (N0, N1);
    two 2 [0 1 2] (N0, N1) (N0, N1, N2);
    three 3 [0 1 2 3] (N0, N1) (N0, N1, N2) (N0, N1, N2, N3);
    nine 9 [0 1 2 3 4 5 6 7 8 9] (N0, N1) (N0, N1, N2) (N0, N1, N2, N3) (N0, N1, N2, N3, N4) (N0, N1, N2, N3, N4, N5)
        (N0, N1, N2, N3, N4, N5, N6) (N0, N1, N2, N3, N4, N5, N6, N7) (N0, N1, N2, N3, N4, N5, N6, N7, N8)
        (N0, N1, N2, N3, N4, N5, N6, N7, N8, N9);
}
