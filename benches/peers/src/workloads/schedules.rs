//! Systems that do not conflict, run by the schedule of each library, on one thread and on all.
//!
//! Each system has a component of its own, and each component entities of its own. Schedules are run from outside any pool, as in `main`,
//! or from inside the pool that libraries based on rayon share.

use std::hint::black_box;
use std::marker::PhantomData;
use std::sync::Arc;

use bevy_ecs::schedule::{MultiThreadedExecutor, SingleThreadedExecutor, SystemExecutor};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::vec_storage;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Scheduler, Size, Workload};

/// Number of times that a heavy system inverts each of its matrices.
const INVERSIONS: usize = 100;

/// A number and its increment.
type Light = [f32; 2];
/// A matrix.
type Heavy = [[f32; 4]; 4];

/// Runs the contests of this file. The time is given per run of the schedule.
pub fn run(contest: &mut Contest<Scheduler>) {
    let pool = Arc::new(ThreadPoolBuilder::new().build().expect("threads can be started"));
    run_rows(contest, "", &pool);
    pool.install(|| run_rows(contest, ", in a pool", &pool));
}

fn run_rows(contest: &mut Contest<Scheduler>, place: &str, pool: &Arc<ThreadPool>) {
    let name = |what: &str| format!("stage: {what}{place}");
    contest.run(&name("3 of 10 000 numbers"), Size { units: 1, steps: 20 }, || three::contestants(10_000, pool));
    contest.run(&name("64 of 10 numbers"), Size { units: 1, steps: 20 }, || many::contestants(10, pool));
    contest.run(&name("64 of 1000 numbers"), Size { units: 1, steps: 20 }, || many::contestants(1_000, pool));
    contest.run(&name("2 of 1000 matrices"), Size { units: 1, steps: 1 }, || two::contestants(1_000, pool));
}

/// The value of entity `n`. Sums are exact, so that a missing or additional run is detected.
fn number(n: usize) -> Light {
    [n as f32, (n % 7 + 1) as f32]
}

#[inline]
fn grow(number: &mut Light) {
    number[0] += number[1];
}

fn add_number(sum: &mut Checksum, number: &Light) {
    sum.add(number);
}

/// The value of entity `n`.
fn matrix(n: usize) -> Heavy {
    [[4.0 + n as f32, 1.0, 0.0, 2.0], [1.0, 5.0, 2.0, 0.0], [0.0, 2.0, 6.0, 1.0], [2.0, 0.0, 1.0, 7.0]]
}

/// Inverts a matrix repeatedly. Not inlined, so that all contestants run the same code.
#[inline(never)]
fn invert(matrix: &mut Heavy) {
    for _ in 0..INVERSIONS {
        *matrix = black_box(inverse(matrix));
    }
}

/// Inverts a matrix by elimination; the element on the diagonal is the largest of each column.
fn inverse(matrix: &Heavy) -> Heavy {
    let (mut left, mut right) = (*matrix, [[0.0; 4]; 4]);
    for (at, row) in right.iter_mut().enumerate() {
        row[at] = 1.0;
    }
    for column in 0..4 {
        let scale = 1.0 / left[column][column];
        left[column] = left[column].map(|it| it * scale);
        right[column] = right[column].map(|it| it * scale);
        let (own, own_right) = (left[column], right[column]);
        for row in (0..4).filter(|row| *row != column) {
            let factor = left[row][column];
            for at in 0..4 {
                left[row][at] -= factor * own[at];
                right[row][at] -= factor * own_right[at];
            }
        }
    }
    right
}

fn add_matrix(sum: &mut Checksum, matrix: &Heavy) {
    sum.add(matrix.as_flattened());
}

/// A world with its schedule, and functions that run it and read its results.
struct Scheduled<W> {
    world: W,
    step: fn(&mut W),
    check: fn(&mut W, &mut Checksum),
}

impl<W> Workload for Scheduled<W> {
    fn step(&mut self) {
        (self.step)(&mut self.world);
    }

    fn check(&mut self, sum: &mut Checksum) {
        (self.check)(&mut self.world, sum);
    }
}

/// Runs loops on the threads of the current pool: a hand-written schedule.
fn join(loops: &mut [&mut (dyn FnMut() + Send)]) {
    match loops {
        [] => {}
        [one] => one(),
        _ => {
            let (first, second) = loops.split_at_mut(loops.len().div_ceil(2));
            rayon::join(|| join(first), || join(second));
        }
    }
}

/// Declares systems, each with its component, and the contestants that run them.
macro_rules! stage {
    ($module:ident: $Value:ty, $value:path, $work:path, $add:path; $($system:ident $Component:ident)*) => {
        mod $module {
            use ecs_world::prelude::*;
            use legion::IntoQuery as _;
            use shipyard::IntoIter as _;
            use specs::{Builder as _, Join as _, WorldExt as _};

            use super::*;

            $(
                #[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
                pub struct $Component($Value);

                #[system]
                fn $system(it: &mut $Component) {
                    $work(&mut it.0);
                }
            )*
            vec_storage!($($Component),*);

            ecs_world! {
                struct Ours;
                components: $($Component),*;
                systems: $($system),*;
            }

            pub fn contestants(entities: usize, pool: &Arc<ThreadPool>) -> Vec<Contestant<Scheduler>> {
                vec![
                    Contestant::new(Scheduler::Vec, plain(entities, in_turn)),
                    Contestant::new(Scheduler::EcsWorldInTurn, ours(entities, |world| world.run_sequential())),
                    Contestant::new(Scheduler::BevyInTurn, bevy(entities, SingleThreadedExecutor::new())),
                    Contestant::new(Scheduler::SpecsInTurn, specs(entities, pool, |(world, all)| all.dispatch_seq(world))),
                    Contestant::new(Scheduler::Joins, plain(entities, in_joins)),
                    Contestant::new(Scheduler::EcsWorld, ours(entities, |world| world.run())),
                    Contestant::new(Scheduler::Bevy, bevy(entities, MultiThreadedExecutor::new())),
                    Contestant::new(Scheduler::Shipyard, shipyard(entities)),
                    Contestant::new(Scheduler::Specs, specs(entities, pool, |(world, all)| all.dispatch_par(world))),
                    Contestant::new(Scheduler::Legion, legion(entities)),
                ]
            }

            /// One `Vec` per component.
            struct Plain {
                $($system: Vec<$Component>),*
            }

            fn in_turn(world: &mut Plain) {
                $(world.$system.iter_mut().for_each(|it| $work(&mut it.0));)*
            }

            fn in_joins(world: &mut Plain) {
                let Plain { $($system),* } = world;
                join(&mut [$(&mut || $system.iter_mut().for_each(|it| $work(&mut it.0))),*]);
            }

            fn plain(entities: usize, step: fn(&mut Plain)) -> impl Workload {
                Scheduled {
                    world: Plain { $($system: (0..entities).map(|n| $Component($value(n))).collect()),* },
                    step,
                    check: |world, sum| { $(world.$system.iter().for_each(|it| $add(sum, &it.0));)* },
                }
            }

            fn ours(entities: usize, step: fn(&mut Ours)) -> impl Workload {
                let mut world = Ours::default();
                $((0..entities).for_each(|n| _ = world.spawn($Component($value(n))));)*
                Scheduled {
                    world,
                    step,
                    check: |world, sum| { $(world.query::<&$Component>().iter().for_each(|it| $add(sum, &it.0));)* },
                }
            }

            fn bevy(entities: usize, executor: impl SystemExecutor + 'static) -> impl Workload {
                let mut world = bevy_ecs::world::World::new();
                let mut schedule = bevy_ecs::schedule::Schedule::default();
                schedule.set_executor(executor);
                $(
                    (0..entities).for_each(|n| _ = world.spawn($Component($value(n))));
                    schedule.add_systems(|mut all: bevy_ecs::system::Query<&mut $Component>| {
                        all.iter_mut().for_each(|mut it| $work(&mut it.0));
                    });
                )*
                Scheduled {
                    world: (world, schedule),
                    step: |(world, schedule)| schedule.run(world),
                    check: |(world, _), sum| {
                        $(world.query::<&$Component>().iter(world).for_each(|it| $add(sum, &it.0));)*
                    },
                }
            }

            fn shipyard(entities: usize) -> impl Workload {
                let mut world = shipyard::World::new();
                $((0..entities).for_each(|n| _ = world.add_entity($Component($value(n))));)*
                let all = shipyard::Workload::new("all");
                $(
                    let all = all.with_system(|mut all: shipyard::ViewMut<$Component>| {
                        (&mut all).iter().for_each(|it| $work(&mut it.0));
                    });
                )*
                all.add_to_world(&world).expect("its name is new");
                Scheduled {
                    world,
                    step: |world| world.run_default_workload().expect("nothing is borrowed"),
                    check: |world, sum| { $(world.iter::<&$Component>().iter().for_each(|it| $add(sum, &it.0));)* },
                }
            }

            type Dispatched = (specs::World, specs::Dispatcher<'static, 'static>);

            /// A system of specs.
            struct On<T>(PhantomData<T>);

            $(
                impl<'a> specs::System<'a> for On<$Component> {
                    type SystemData = specs::WriteStorage<'a, $Component>;

                    fn run(&mut self, mut all: Self::SystemData) {
                        (&mut all).join().for_each(|it| $work(&mut it.0));
                    }
                }
            )*

            fn specs(entities: usize, pool: &Arc<ThreadPool>, step: fn(&mut Dispatched)) -> impl Workload + use<> {
                let mut world = specs::World::new();
                let all = specs::DispatcherBuilder::new().with_pool(Arc::clone(pool));
                $(
                    world.register::<$Component>();
                    (0..entities).for_each(|n| _ = world.create_entity().with($Component($value(n))).build());
                    let all = all.with(On::<$Component>(PhantomData), stringify!($system), &[]);
                )*
                Scheduled {
                    world: (world, all.build()),
                    step,
                    check: |(world, _), sum| {
                        $(world.read_storage::<$Component>().join().for_each(|it| $add(sum, &it.0));)*
                    },
                }
            }

            fn legion(entities: usize) -> impl Workload {
                let mut world = legion::World::default();
                let mut all = legion::Schedule::builder();
                $(
                    world.extend((0..entities).map(|n| ($Component($value(n)),)));
                    all.add_system(
                        legion::SystemBuilder::new(stringify!($system))
                            .with_query(<&mut $Component>::query())
                            .build(|_, world, (), query| query.iter_mut(world).for_each(|it| $work(&mut it.0))),
                    );
                )*
                Scheduled {
                    world: (world, all.build(), legion::Resources::default()),
                    step: |(world, all, resources)| all.execute(world, resources),
                    check: |(world, ..), sum| {
                        $(<&$Component>::query().iter(world).for_each(|it| $add(sum, &it.0));)*
                    },
                }
            }
        }
    };
}

stage! { two: Heavy, matrix, invert, add_matrix; s0 C0 s1 C1 }
stage! { three: Light, number, grow, add_number; s0 C0 s1 C1 s2 C2 }
stage! {
    many: Light, number, grow, add_number;
    s0 C0 s1 C1 s2 C2 s3 C3 s4 C4 s5 C5 s6 C6 s7 C7 s8 C8 s9 C9 s10 C10 s11 C11 s12 C12 s13 C13 s14 C14 s15 C15
    s16 C16 s17 C17 s18 C18 s19 C19 s20 C20 s21 C21 s22 C22 s23 C23 s24 C24 s25 C25 s26 C26 s27 C27 s28 C28 s29 C29
    s30 C30 s31 C31 s32 C32 s33 C33 s34 C34 s35 C35 s36 C36 s37 C37 s38 C38 s39 C39 s40 C40 s41 C41 s42 C42 s43 C43
    s44 C44 s45 C45 s46 C46 s47 C47 s48 C48 s49 C49 s50 C50 s51 C51 s52 C52 s53 C53 s54 C54 s55 C55 s56 C56 s57 C57
    s58 C58 s59 C59 s60 C60 s61 C61 s62 C62 s63 C63
}
