//! 26 kinds of entities, 20 of each, that have one component in common; the system doubles it.

use ecs_world::prelude::*;
use shipyard::IntoIter as _;
use specs::{Builder as _, Join as _, WorldExt as _};

use super::vec_storage;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};

const EACH: usize = 20;
const LETTERS: usize = 26;

/// A component that all entities have.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Data(f32);
vec_storage!(Data);

/// Components of the entities of one kind.
macro_rules! letters {
    ($($Letter:ident)*) => {
        $(
            #[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
            pub struct $Letter(#[expect(dead_code, reason = "it is never read")] f32);
        )*
        vec_storage!($($Letter),*);
    };
}
letters! { A B C D E F G H I J K L M N O P Q R S T U V W X Y Z }

/// Calls a macro with all letters.
macro_rules! each_letter {
    ($say:ident) => {
        $say! { A B C D E F G H I J K L M N O P Q R S T U V W X Y Z }
    };
}

/// Runs the contest of this file.
pub fn run(contest: &mut Contest) {
    contest.run("26 kinds of 20 entities", Size { units: LETTERS * EACH, steps: 1_000 }, || {
        vec![
            Contestant::new(Library::Vec, Plain::filled()),
            Contestant::new(Library::EcsWorld, Ours::filled()),
            Contestant::new(Library::Hecs, Hecs::filled()),
            Contestant::new(Library::Bevy, Bevy::filled()),
            Contestant::new(Library::Sparsey, Sparsey::filled()),
            Contestant::new(Library::Shipyard, Shipyard::filled()),
            Contestant::new(Library::Specs, Specs::filled()),
            Contestant::new(Library::Gecs, on_gecs::Gecs::filled()),
        ]
    });
}

/// The shared component of an entity. It ends up as zero or infinity, of either sign.
fn data(n: usize) -> Data {
    Data(n as f32 - 10.0)
}

fn double(data: &mut Data) {
    data.0 *= 2.0;
}

/// One `Vec` per kind.
struct Plain(Vec<Vec<Data>>);

impl Plain {
    fn filled() -> Self {
        Self((0..LETTERS).map(|_| (0..EACH).map(data).collect()).collect())
    }
}

impl Workload for Plain {
    fn step(&mut self) {
        self.0.iter_mut().flatten().for_each(double);
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.iter().flatten().for_each(|data| sum.add(&[data.0]));
    }
}

#[system]
fn doubling(data: &mut Data) {
    double(data);
}

ecs_world! {
    struct Ours;
    components: Data, A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z;
    systems: doubling;
}

impl Ours {
    fn filled() -> Self {
        let mut world = Self::default();
        macro_rules! spawn {
            ($($Letter:ident)*) => { $((0..EACH).for_each(|n| _ = world.spawn(($Letter(0.0), data(n))));)* };
        }
        each_letter!(spawn);
        world
    }
}

impl Workload for Ours {
    fn step(&mut self) {
        self.run_sequential();
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.query::<&Data>().iter().for_each(|data| sum.add(&[data.0]));
    }
}

struct Hecs(hecs::World);

impl Hecs {
    fn filled() -> Self {
        let mut world = hecs::World::new();
        macro_rules! spawn {
            ($($Letter:ident)*) => { $((0..EACH).for_each(|n| _ = world.spawn(($Letter(0.0), data(n))));)* };
        }
        each_letter!(spawn);
        Self(world)
    }
}

impl Workload for Hecs {
    fn step(&mut self) {
        self.0.query_mut::<&mut Data>().into_iter().for_each(double);
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.query_mut::<&Data>().into_iter().for_each(|data| sum.add(&[data.0]));
    }
}

struct Bevy {
    world: bevy_ecs::world::World,
    all: bevy_ecs::query::QueryState<&'static mut Data>,
}

impl Bevy {
    fn filled() -> Self {
        let mut world = bevy_ecs::world::World::new();
        macro_rules! spawn {
            ($($Letter:ident)*) => { $((0..EACH).for_each(|n| _ = world.spawn(($Letter(0.0), data(n))));)* };
        }
        each_letter!(spawn);
        Self { all: world.query(), world }
    }
}

impl Workload for Bevy {
    fn step(&mut self) {
        self.all.iter_mut(&mut self.world).for_each(|mut data| double(&mut data));
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.all.iter(&self.world).for_each(|data| sum.add(&[data.0]));
    }
}

struct Sparsey(sparsey::World);

impl Sparsey {
    fn filled() -> Self {
        let mut world = sparsey::World::builder().register::<Data>().build();
        macro_rules! spawn {
            ($($Letter:ident)*) => { $(
                world.register::<$Letter>();
                (0..EACH).for_each(|n| _ = world.create(($Letter(0.0), data(n))));
            )* };
        }
        each_letter!(spawn);
        Self(world)
    }
}

impl Workload for Sparsey {
    fn step(&mut self) {
        self.0.for_each::<&mut Data>(double);
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.for_each::<&Data>(|data| sum.add(&[data.0]));
    }
}

struct Shipyard(shipyard::World);

impl Shipyard {
    fn filled() -> Self {
        let mut world = shipyard::World::new();
        macro_rules! spawn {
            ($($Letter:ident)*) => { $((0..EACH).for_each(|n| _ = world.add_entity(($Letter(0.0), data(n))));)* };
        }
        each_letter!(spawn);
        Self(world)
    }
}

impl Workload for Shipyard {
    fn step(&mut self) {
        self.0.run(|mut all: shipyard::ViewMut<Data>| (&mut all).iter().for_each(double));
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.iter::<&Data>().iter().for_each(|data| sum.add(&[data.0]));
    }
}

struct Specs(specs::World);

impl Specs {
    fn filled() -> Self {
        let mut world = specs::World::new();
        world.register::<Data>();
        macro_rules! spawn {
            ($($Letter:ident)*) => { $(
                world.register::<$Letter>();
                (0..EACH).for_each(|n| _ = world.create_entity().with($Letter(0.0)).with(data(n)).build());
            )* };
        }
        each_letter!(spawn);
        Self(world)
    }
}

impl Workload for Specs {
    fn step(&mut self) {
        (&mut self.0.write_storage::<Data>()).join().for_each(double);
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.read_storage::<Data>().join().for_each(|data| sum.add(&[data.0]));
    }
}

#[expect(clippy::too_many_arguments, reason = "gecs writes a function with one per archetype")]
mod on_gecs {
    use gecs::prelude::*;

    use super::{A, B, C, D, E, F, G, H, I, J, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z};
    use super::{Checksum, Data, EACH, Workload, data, double};

    /// gecs has a type parameter of that name.
    use super::K as Kay;

    ecs_world! {
        ecs_name!(Gecs);
        ecs_archetype!(KindA, dyn, A, Data);
        ecs_archetype!(KindB, dyn, B, Data);
        ecs_archetype!(KindC, dyn, C, Data);
        ecs_archetype!(KindD, dyn, D, Data);
        ecs_archetype!(KindE, dyn, E, Data);
        ecs_archetype!(KindF, dyn, F, Data);
        ecs_archetype!(KindG, dyn, G, Data);
        ecs_archetype!(KindH, dyn, H, Data);
        ecs_archetype!(KindI, dyn, I, Data);
        ecs_archetype!(KindJ, dyn, J, Data);
        ecs_archetype!(KindK, dyn, Kay, Data);
        ecs_archetype!(KindL, dyn, L, Data);
        ecs_archetype!(KindM, dyn, M, Data);
        ecs_archetype!(KindN, dyn, N, Data);
        ecs_archetype!(KindO, dyn, O, Data);
        ecs_archetype!(KindP, dyn, P, Data);
        ecs_archetype!(KindQ, dyn, Q, Data);
        ecs_archetype!(KindR, dyn, R, Data);
        ecs_archetype!(KindS, dyn, S, Data);
        ecs_archetype!(KindT, dyn, T, Data);
        ecs_archetype!(KindU, dyn, U, Data);
        ecs_archetype!(KindV, dyn, V, Data);
        ecs_archetype!(KindW, dyn, W, Data);
        ecs_archetype!(KindX, dyn, X, Data);
        ecs_archetype!(KindY, dyn, Y, Data);
        ecs_archetype!(KindZ, dyn, Z, Data);
    }

    impl Gecs {
        pub fn filled() -> Self {
            let mut world = Self::default();
            macro_rules! spawn {
                ($($Kind:ident of $Letter:ident),*) => {
                    $((0..EACH).for_each(|n| _ = world.create::<$Kind>(($Letter(0.0), data(n))));)*
                };
            }
            spawn! {
                KindA of A, KindB of B, KindC of C, KindD of D, KindE of E, KindF of F, KindG of G,
                KindH of H, KindI of I, KindJ of J, KindK of Kay, KindL of L, KindM of M, KindN of N,
                KindO of O, KindP of P, KindQ of Q, KindR of R, KindS of S, KindT of T, KindU of U,
                KindV of V, KindW of W, KindX of X, KindY of Y, KindZ of Z
            }
            world
        }
    }

    impl Workload for Gecs {
        fn step(&mut self) {
            ecs_iter!(self, |data: &mut Data| double(data));
        }

        fn check(&mut self, sum: &mut Checksum) {
            ecs_iter!(self, |data: &Data| sum.add(&[data.0]));
        }
    }
}
