//! Iteration over columns that agree in runs of any length, with single entities between them: on one thread and on several.

use ecs_world::prelude::*;

use super::slices::{THREADS, on_threads};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct A(pub u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct B(pub u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct C(pub u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct D;
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Out;

fn list_step(a: &mut u32, c: &mut u32) {
    *a = a.wrapping_add(*c);
    *c = c.wrapping_add(1);
}

fn scan_step(c: &mut u32, a: u32) {
    *c = c.wrapping_mul(3).wrapping_add(a);
}

fn part_step(a: &mut u32, b: u32, c: &mut u32) {
    *a = b.wrapping_mul(*c).wrapping_sub(*a);
    *c ^= *a;
}

macro_rules! worlds {
    ($($name:ident [$($parallel:tt)*])*) => {$(
        pub mod $name {
            use super::*;

            #[system(view = list, without(Out), $($parallel)*)]
            fn listed(a: &mut A, c: &mut C) {
                list_step(&mut a.0, &mut c.0);
            }

            #[system(view = scan, $($parallel)*)]
            fn scanned(c: &mut C, a: &A) {
                scan_step(&mut c.0, a.0);
            }

            /// A group of `A` and `B`; values of `C` are looked up.
            #[system($($parallel)*)]
            fn partial(a: &mut A, b: &B, c: &mut C) {
                part_step(&mut a.0, b.0, &mut c.0);
            }

            ecs_world! {
                pub struct World;
                components: A, B, C, D, Out;
                systems: listed, scanned, partial;
                groups: (A, B), (C, D);
            }

            /// `count` entities. After every `run` entities, one is moved to the front of C, but of no other column.
            pub fn filled(count: u32, run: u32) -> (World, Vec<Entity>) {
                let mut world = World::default();
                let entities = world.spawn_batch((0..count).map(|n| (A(n), B(7 * n), C(100 + n)))).into_vec();
                for entity in entities.iter().skip(run as usize).step_by(run as usize + 1) {
                    world.insert(*entity, D).unwrap();
                }
                (world, entities)
            }
        }
    )*};
}

worlds! {
    sequential []
    parallel [parallel]
}

/// The values of entity number `n` after a run of the systems.
fn expected(n: u32) -> (A, C) {
    let (mut a, b, mut c) = (n, 7 * n, 100 + n);
    list_step(&mut a, &mut c);
    scan_step(&mut c, a);
    part_step(&mut a, b, &mut c);
    (A(a), C(c))
}

/// The widths are 8 for a run, 32 for single entities, 64 for a chunk, 256 for a comparison, 512 and 1 024 for shares.
const COUNTS: [u32; 19] = [0, 1, 2, 3, 7, 8, 9, 31, 32, 33, 63, 64, 65, 255, 256, 257, 513, 1_025, 2_003];
const RUNS: [u32; 13] = [0, 1, 2, 3, 7, 8, 9, 31, 32, 33, 255, 256, 257];

#[test]
fn the_partial_group_owns_two_of_three_storages() {
    let plan = &sequential::World::PLAN;
    let partial = plan.views.iter().find(|view| view.systems.contains(&"partial")).unwrap();
    assert_eq!((partial.kept, partial.owned), (ecs_world::ViewKind::Group, &["A", "B"][..]));
}

#[test]
fn runs_of_any_length_are_walked_once() {
    for count in COUNTS {
        for run in RUNS {
            let (mut world, entities) = sequential::filled(count, run);
            world.run();
            for (n, entity) in (0..).zip(entities) {
                let found = (*world.get::<A>(entity).unwrap(), *world.get::<C>(entity).unwrap());
                assert_eq!(found, expected(n), "{n} of {count} in runs of {run}");
            }
        }
    }
}

#[test]
fn runs_of_any_length_are_walked_once_by_any_number_of_threads() {
    for threads in THREADS {
        for count in COUNTS {
            for run in RUNS {
                let (mut world, entities) = parallel::filled(count, run);
                on_threads(*threads, || world.run());
                for (n, entity) in (0..).zip(entities) {
                    let found = (*world.get::<A>(entity).unwrap(), *world.get::<C>(entity).unwrap());
                    assert_eq!(found, expected(n), "{n} of {count} in runs of {run} on {threads} threads");
                }
            }
        }
    }
}

#[test]
fn values_are_in_the_order_of_iteration_on_any_number_of_threads() {
    fn listed<T>(mut all: Vec<T>, one: T) -> Vec<T> {
        all.push(one);
        all
    }
    for threads in THREADS {
        for count in COUNTS {
            let (mut world, _) = parallel::filled(count, 9);
            let both: Vec<_> = world.query::<(&A, &C)>().iter().map(|(a, c)| (*a, *c)).collect();
            let apart: Vec<_> = world.query::<(&A, &C)>().without::<D>().iter().map(|(a, c)| (*a, *c)).collect();
            let found = on_threads(*threads, || {
                let mut query = world.query_mut::<(&mut A, &mut C)>();
                let both = query.par_fold(Vec::new, |all, (a, c)| listed(all, (*a, *c)), |a, b| [a, b].concat());
                let mut query = world.query_mut::<(&A, &mut C)>().without::<D>();
                let apart = query.par_fold(Vec::new, |all, (a, c)| listed(all, (*a, *c)), |a, b| [a, b].concat());
                (both, apart)
            });
            assert_eq!(found, (both, apart), "{count} entities on {threads} threads");
        }
    }
}
