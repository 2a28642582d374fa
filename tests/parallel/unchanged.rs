//! Worlds that do not change from one run to the next, so that positions are cached: with parallel systems, and with others.

macro_rules! world {
    ($name:ident, [$($parallel:tt)*]) => {
        pub(crate) mod $name {
            use ecs_world::prelude::*;

            use crate::world::mix;

            #[derive(Debug, Clone, PartialEq)]
            pub struct A(pub u64);
            #[derive(Debug, Clone, PartialEq)]
            pub struct B(pub u64);
            #[derive(Debug, Clone, PartialEq)]
            pub struct C(pub u64);
            #[derive(Debug, Clone, PartialEq)]
            pub struct D(pub u64);

            #[system(view = list, $($parallel)*)]
            fn listed(a: &mut A, b: &mut B) {
                (a.0, b.0) = (mix(a.0, b.0), a.0);
            }

            #[system($($parallel)*)]
            fn partial(b: &mut B, c: &mut C) {
                (b.0, c.0) = (mix(b.0, c.0), b.0);
            }

            #[system(view = scan, $($parallel)*)]
            fn scanned(a: &mut A, c: &mut C, entity: Entity) {
                (a.0, c.0) = (mix(a.0, c.0), mix(a.0, entity.to_bits()));
            }

            #[system(view = scan, $($parallel)*)]
            fn found(a: &mut A, b: &B, c: &C) {
                a.0 = mix(a.0, mix(b.0, c.0));
            }

            #[system(view = list, $($parallel)*)]
            fn optional(b: &mut B, a: &A, c: Option<&C>, entity: Entity) {
                b.0 = mix(b.0, mix(a.0, c.map_or(entity.to_bits(), |c| c.0)));
            }

            #[system(view = delayed, $($parallel)*)]
            fn delayed(d: &mut D, a: &A) {
                d.0 = mix(d.0, a.0);
            }

            #[system(view = list, with(B), without(C), $($parallel)*)]
            fn filtered(a: &mut A) {
                a.0 = mix(a.0, 3);
            }

            #[system(view = scan, with(D), $($parallel)*)]
            fn scanned_with(a: &mut A, c: &C) {
                a.0 = mix(a.0, c.0);
            }

            #[system(view = scan, without(D), $($parallel)*)]
            fn scanned_without(b: &mut B, c: &mut C) {
                (b.0, c.0) = (mix(b.0, c.0), mix(c.0, 8));
            }

            #[system(view = scan, any(C, D), $($parallel)*)]
            fn scanned_with_any(b: &mut B, a: &A) {
                b.0 = mix(b.0, a.0);
            }

            #[system(view = scan, $($parallel)*)]
            fn three(a: &mut A, b: &mut B, c: &mut C) {
                (a.0, b.0, c.0) = (mix(a.0, b.0), mix(b.0, c.0), a.0);
            }

            ecs_world! {
                pub struct World;
                components: A, B, C, D;
                systems: listed, partial, scanned, found, optional, delayed, filtered, scanned_with, scanned_without,
                    scanned_with_any, three;
            }

            /// `entities` entities: all have an A, most a B (all, in steps of 7), and some a C or a D, inserted in steps of `step`.
            pub(crate) fn filled(entities: u64, step: u64) -> World {
                let mut world = World::default();
                let all = world.spawn_batch((0..entities).map(A));
                let all: Vec<_> = all.into_iter().collect();
                let order = || (0..entities).map(|n| n * step % entities.max(1));
                let entity = |n| all[usize::try_from(n).expect("a small number")];
                for n in order().filter(|n| (step == 7) | (n % 16 != 3)) {
                    world.insert(entity(n), B(n)).expect("the entity is alive");
                }
                for n in order().filter(|n| (*n * 3 > entities) & (n % 32 != 5)) {
                    world.insert(entity(n), C(n)).expect("the entity is alive");
                }
                for n in order().filter(|n| n % 3 != 1) {
                    world.insert(entity(n), D(n)).expect("the entity is alive");
                }
                world
            }

            /// All values, by entity.
            pub(crate) fn state_of(world: &World) -> Vec<String> {
                let all = world.query::<(Entity, &A, Option<&B>, Option<&C>, Option<&D>)>();
                let mut all: Vec<_> = all.iter().map(|values| format!("{values:?}")).collect();
                all.sort();
                all
            }
        }
    };
}

world!(divided, [parallel]);
world!(undivided, []);
