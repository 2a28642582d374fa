//! Three systems that swap components; two of them share a component.
//!
//! 10 000 entities each have (A, B), (A, B, C), (A, B, C, D) and (A, B, C, E); the systems swap A with B, C with D, C with E.

use std::mem::swap;

use ecs_world::prelude::*;
use shipyard::IntoIter as _;
use specs::{Builder as _, Join as _, WorldExt as _};

use super::vec_storage;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};

const EACH: usize = 10_000;

/// A component of all entities.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct A(f32);
/// A component of all entities.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct B(f32);
/// A component of three quarters of the entities.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct C(f32);
/// A component of a quarter of the entities.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct D(f32);
/// A component of a quarter of the entities.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct E(f32);
vec_storage!(A, B, C, D, E);

/// Runs the contest of this file. The time is given per swap. Checks swap once more, so that values are not back in their places.
pub fn run(contest: &mut Contest) {
    contest.run("schedule of 3 systems that swap", Size { units: 6 * EACH, steps: 10 }, || {
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

/// Components of the largest entity of round `n`; the other entities have some of them.
fn parts(n: usize) -> (A, B, C, D, E) {
    let n = n as f32;
    (A(n), B(n + 0.1), C(n + 0.2), D(n + 0.3), E(n + 0.4))
}

/// One `Vec` per component and kind of entity.
#[derive(Default)]
struct Plain {
    ab: (Vec<A>, Vec<B>),
    abc: (Vec<A>, Vec<B>, Vec<C>),
    abcd: (Vec<A>, Vec<B>, Vec<C>, Vec<D>),
    abce: (Vec<A>, Vec<B>, Vec<C>, Vec<E>),
}

impl Plain {
    fn filled() -> Self {
        let all = || (0..EACH).map(parts);
        Self {
            ab: all().map(|(a, b, ..)| (a, b)).collect(),
            abc: all().map(|(a, b, c, ..)| (a, b, c)).collect(),
            abcd: all().map(|(a, b, c, d, _)| (a, b, c, d)).collect(),
            abce: all().map(|(a, b, c, _, e)| (a, b, c, e)).collect(),
        }
    }

    fn a_and_b(&mut self) -> [(&mut Vec<A>, &mut Vec<B>); 4] {
        [
            (&mut self.ab.0, &mut self.ab.1),
            (&mut self.abc.0, &mut self.abc.1),
            (&mut self.abcd.0, &mut self.abcd.1),
            (&mut self.abce.0, &mut self.abce.1),
        ]
    }
}

impl Workload for Plain {
    fn step(&mut self) {
        for (all_a, all_b) in self.a_and_b() {
            all_a.iter_mut().zip(all_b).for_each(|(a, b)| swap(&mut a.0, &mut b.0));
        }
        self.abcd.2.iter_mut().zip(&mut self.abcd.3).for_each(|(c, d)| swap(&mut c.0, &mut d.0));
        self.abce.2.iter_mut().zip(&mut self.abce.3).for_each(|(c, e)| swap(&mut c.0, &mut e.0));
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.step();
        for (all_a, all_b) in self.a_and_b() {
            all_a.iter().zip(all_b).for_each(|(a, b)| sum.add(&[a.0, b.0]));
        }
        self.abcd.2.iter().zip(&self.abcd.3).for_each(|(c, d)| sum.add(&[c.0, d.0]));
        self.abce.2.iter().zip(&self.abce.3).for_each(|(c, e)| sum.add(&[c.0, e.0]));
    }
}

#[system]
fn swap_ab(a: &mut A, b: &mut B) {
    swap(&mut a.0, &mut b.0);
}

#[system]
fn swap_cd(c: &mut C, d: &mut D) {
    swap(&mut c.0, &mut d.0);
}

#[system]
fn swap_ce(c: &mut C, e: &mut E) {
    swap(&mut c.0, &mut e.0);
}

ecs_world! {
    struct Ours;
    components: A, B, C, D, E;
    systems: swap_ab, swap_cd, swap_ce;
}

impl Ours {
    fn filled() -> Self {
        let mut world = Self::default();
        for (a, b, c, d, e) in (0..EACH).map(parts) {
            world.spawn((a, b));
            world.spawn((a, b, c));
            world.spawn((a, b, c, d));
            world.spawn((a, b, c, e));
        }
        world
    }
}

impl Workload for Ours {
    fn step(&mut self) {
        self.run_sequential();
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.step();
        self.query::<(&A, &B)>().iter().for_each(|(a, b)| sum.add(&[a.0, b.0]));
        self.query::<(&C, &D)>().iter().for_each(|(c, d)| sum.add(&[c.0, d.0]));
        self.query::<(&C, &E)>().iter().for_each(|(c, e)| sum.add(&[c.0, e.0]));
    }
}

struct Hecs(hecs::World);

impl Hecs {
    fn filled() -> Self {
        let mut world = hecs::World::new();
        for (a, b, c, d, e) in (0..EACH).map(parts) {
            world.spawn((a, b));
            world.spawn((a, b, c));
            world.spawn((a, b, c, d));
            world.spawn((a, b, c, e));
        }
        Self(world)
    }
}

impl Workload for Hecs {
    fn step(&mut self) {
        self.0.query_mut::<(&mut A, &mut B)>().into_iter().for_each(|(a, b)| swap(&mut a.0, &mut b.0));
        self.0.query_mut::<(&mut C, &mut D)>().into_iter().for_each(|(c, d)| swap(&mut c.0, &mut d.0));
        self.0.query_mut::<(&mut C, &mut E)>().into_iter().for_each(|(c, e)| swap(&mut c.0, &mut e.0));
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.step();
        self.0.query_mut::<(&A, &B)>().into_iter().for_each(|(a, b)| sum.add(&[a.0, b.0]));
        self.0.query_mut::<(&C, &D)>().into_iter().for_each(|(c, d)| sum.add(&[c.0, d.0]));
        self.0.query_mut::<(&C, &E)>().into_iter().for_each(|(c, e)| sum.add(&[c.0, e.0]));
    }
}

type Both<X, Y> = bevy_ecs::query::QueryState<(&'static mut X, &'static mut Y)>;

struct Bevy {
    world: bevy_ecs::world::World,
    ab: Both<A, B>,
    cd: Both<C, D>,
    ce: Both<C, E>,
}

impl Bevy {
    fn filled() -> Self {
        let mut world = bevy_ecs::world::World::new();
        for (a, b, c, d, e) in (0..EACH).map(parts) {
            world.spawn((a, b));
            world.spawn((a, b, c));
            world.spawn((a, b, c, d));
            world.spawn((a, b, c, e));
        }
        Self { ab: world.query(), cd: world.query(), ce: world.query(), world }
    }
}

impl Workload for Bevy {
    fn step(&mut self) {
        self.ab.iter_mut(&mut self.world).for_each(|(mut a, mut b)| swap(&mut a.0, &mut b.0));
        self.cd.iter_mut(&mut self.world).for_each(|(mut c, mut d)| swap(&mut c.0, &mut d.0));
        self.ce.iter_mut(&mut self.world).for_each(|(mut c, mut e)| swap(&mut c.0, &mut e.0));
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.step();
        self.ab.iter(&self.world).for_each(|(a, b)| sum.add(&[a.0, b.0]));
        self.cd.iter(&self.world).for_each(|(c, d)| sum.add(&[c.0, d.0]));
        self.ce.iter(&self.world).for_each(|(c, e)| sum.add(&[c.0, e.0]));
    }
}

/// `C` can be in only one group.
struct Sparsey(sparsey::World);

impl Sparsey {
    fn filled() -> Self {
        let mut world = sparsey::World::builder().add_group::<(A, B)>().add_group::<(C, D)>().register::<E>().build();
        for (a, b, c, d, e) in (0..EACH).map(parts) {
            world.create((a, b));
            world.create((a, b, c));
            world.create((a, b, c, d));
            world.create((a, b, c, e));
        }
        Self(world)
    }
}

impl Workload for Sparsey {
    fn step(&mut self) {
        self.0.for_each::<(&mut A, &mut B)>(|(a, b)| swap(&mut a.0, &mut b.0));
        self.0.for_each::<(&mut C, &mut D)>(|(c, d)| swap(&mut c.0, &mut d.0));
        self.0.for_each::<(&mut C, &mut E)>(|(c, e)| swap(&mut c.0, &mut e.0));
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.step();
        self.0.for_each::<(&A, &B)>(|(a, b)| sum.add(&[a.0, b.0]));
        self.0.for_each::<(&C, &D)>(|(c, d)| sum.add(&[c.0, d.0]));
        self.0.for_each::<(&C, &E)>(|(c, e)| sum.add(&[c.0, e.0]));
    }
}

struct Shipyard(shipyard::World);

impl Shipyard {
    fn filled() -> Self {
        let mut world = shipyard::World::new();
        for (a, b, c, d, e) in (0..EACH).map(parts) {
            world.add_entity((a, b));
            world.add_entity((a, b, c));
            world.add_entity((a, b, c, d));
            world.add_entity((a, b, c, e));
        }
        Self(world)
    }
}

impl Workload for Shipyard {
    fn step(&mut self) {
        self.0.run(|mut all_a: shipyard::ViewMut<A>, mut all_b: shipyard::ViewMut<B>| {
            (&mut all_a, &mut all_b).iter().for_each(|(a, b)| swap(&mut a.0, &mut b.0));
        });
        self.0.run(|mut all_c: shipyard::ViewMut<C>, mut all_d: shipyard::ViewMut<D>| {
            (&mut all_c, &mut all_d).iter().for_each(|(c, d)| swap(&mut c.0, &mut d.0));
        });
        self.0.run(|mut all_c: shipyard::ViewMut<C>, mut all_e: shipyard::ViewMut<E>| {
            (&mut all_c, &mut all_e).iter().for_each(|(c, e)| swap(&mut c.0, &mut e.0));
        });
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.step();
        self.0.iter::<(&A, &B)>().iter().for_each(|(a, b)| sum.add(&[a.0, b.0]));
        self.0.iter::<(&C, &D)>().iter().for_each(|(c, d)| sum.add(&[c.0, d.0]));
        self.0.iter::<(&C, &E)>().iter().for_each(|(c, e)| sum.add(&[c.0, e.0]));
    }
}

struct Specs(specs::World);

impl Specs {
    fn filled() -> Self {
        let mut world = specs::World::new();
        world.register::<A>();
        world.register::<B>();
        world.register::<C>();
        world.register::<D>();
        world.register::<E>();
        for (a, b, c, d, e) in (0..EACH).map(parts) {
            world.create_entity().with(a).with(b).build();
            world.create_entity().with(a).with(b).with(c).build();
            world.create_entity().with(a).with(b).with(c).with(d).build();
            world.create_entity().with(a).with(b).with(c).with(e).build();
        }
        Self(world)
    }
}

impl Workload for Specs {
    fn step(&mut self) {
        let (mut all_a, mut all_b) = (self.0.write_storage::<A>(), self.0.write_storage::<B>());
        (&mut all_a, &mut all_b).join().for_each(|(a, b)| swap(&mut a.0, &mut b.0));
        let (mut all_c, mut all_d) = (self.0.write_storage::<C>(), self.0.write_storage::<D>());
        (&mut all_c, &mut all_d).join().for_each(|(c, d)| swap(&mut c.0, &mut d.0));
        let mut all_e = self.0.write_storage::<E>();
        (&mut all_c, &mut all_e).join().for_each(|(c, e)| swap(&mut c.0, &mut e.0));
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.step();
        let (all_a, all_b) = (self.0.read_storage::<A>(), self.0.read_storage::<B>());
        let (all_c, all_d) = (self.0.read_storage::<C>(), self.0.read_storage::<D>());
        (&all_a, &all_b).join().for_each(|(a, b)| sum.add(&[a.0, b.0]));
        (&all_c, &all_d).join().for_each(|(c, d)| sum.add(&[c.0, d.0]));
        (&all_c, &self.0.read_storage::<E>()).join().for_each(|(c, e)| sum.add(&[c.0, e.0]));
    }
}

mod on_gecs {
    use gecs::prelude::*;

    use super::{A, B, C, Checksum, D, E, EACH, Workload, parts, swap};

    ecs_world! {
        ecs_name!(Gecs);
        ecs_archetype!(Ab, dyn, A, B);
        ecs_archetype!(Abc, dyn, A, B, C);
        ecs_archetype!(Abcd, dyn, A, B, C, D);
        ecs_archetype!(Abce, dyn, A, B, C, E);
    }

    impl Gecs {
        pub fn filled() -> Self {
            let mut world = Self::default();
            for (a, b, c, d, e) in (0..EACH).map(parts) {
                world.create::<Ab>((a, b));
                world.create::<Abc>((a, b, c));
                world.create::<Abcd>((a, b, c, d));
                world.create::<Abce>((a, b, c, e));
            }
            world
        }
    }

    impl Workload for Gecs {
        fn step(&mut self) {
            ecs_iter!(self, |a: &mut A, b: &mut B| swap(&mut a.0, &mut b.0));
            ecs_iter!(self, |c: &mut C, d: &mut D| swap(&mut c.0, &mut d.0));
            ecs_iter!(self, |c: &mut C, e: &mut E| swap(&mut c.0, &mut e.0));
        }

        fn check(&mut self, sum: &mut Checksum) {
            self.step();
            ecs_iter!(self, |a: &A, b: &B| sum.add(&[a.0, b.0]));
            ecs_iter!(self, |c: &C, d: &D| sum.add(&[c.0, d.0]));
            ecs_iter!(self, |c: &C, e: &E| sum.add(&[c.0, e.0]));
        }
    }
}
