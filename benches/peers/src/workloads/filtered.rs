//! Loops over the entities without a tag; three in ten have it, at random. Measured as a system, whose view is kept, and as ad-hoc queries
//! in a world without views, by `for` and by `for_each`.
//!
//! 10 000 entities have a position and a velocity, in the same order in all storages. `Vec` stores frozen entities separately.

use ecs_world::prelude::*;
use shipyard::IntoIter as _;
use specs::{Builder as _, Join as _, WorldExt as _};

use super::motion::{Position, Velocity, advance, position, velocity};
use super::shapes::By;
use super::view::Plain;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

const ENTITIES: usize = 10_000;

#[derive(Debug, Clone, Copy, Default, bevy_ecs::component::Component, shipyard::Component)]
struct Frozen;

impl specs::Component for Frozen {
    type Storage = specs::NullStorage<Self>;
}

/// Name, and a step of each library.
type Row = (
    &'static str,
    fn(&mut Ours),
    fn(&mut hecs::World),
    fn(&mut Bevy),
    fn(&mut Sparsey),
    fn(&mut Shipyard),
    fn(&mut Specs),
);

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    let shuffled = Random(5).shuffled(ENTITIES);
    let (frozen, moving) = shuffled.split_at(ENTITIES * 3 / 10);
    let mut is_frozen = vec![false; ENTITIES];
    for n in frozen {
        is_frozen[*n] = true;
    }
    let rows: [Row; 3] = [
        ("without a tag of 30 %, system", system, hecs_each, bevy_each, sparsey_each, shipyard_each, specs_each),
        ("without a tag of 30 %, for", for_loop, hecs_for, bevy_for, sparsey_for, shipyard_for, specs_for),
        ("without a tag of 30 %, for_each", for_each, hecs_each, bevy_each, sparsey_each, shipyard_each, specs_each),
    ];
    for (name, ours, hecs, bevy, sparsey, shipyard, specs) in rows {
        contest.run(name, Size { units: moving.len(), steps: 20 }, || {
            vec![
                Contestant::new(Library::Vec, Plain::filled(moving, ENTITIES)),
                Contestant::new(Library::EcsWorld, By { world: Ours::filled(&is_frozen, name), step: ours }),
                Contestant::new(Library::Hecs, By { world: hecs_filled(&is_frozen), step: hecs }),
                Contestant::new(Library::Bevy, By { world: Bevy::filled(&is_frozen), step: bevy }),
                Contestant::new(Library::Sparsey, By { world: Sparsey::filled(&is_frozen), step: sparsey }),
                Contestant::new(Library::Shipyard, By { world: Shipyard::filled(&is_frozen), step: shipyard }),
                Contestant::new(Library::Specs, By { world: Specs::filled(&is_frozen), step: specs }),
            ]
        });
    }
}

/// Calls `spawn` for each entity, with its bundle and whether it has the tag.
fn spawn_all(is_frozen: &[bool], mut spawn: impl FnMut((Position, Velocity), bool)) {
    for (n, is_frozen) in is_frozen.iter().enumerate() {
        spawn((position(n), velocity(n)), *is_frozen);
    }
}

mod kept {
    use super::{Frozen, Position, Velocity, advance};
    use ecs_world::prelude::*;

    #[system(without(Frozen))]
    fn movement(position: &mut Position, velocity: &Velocity) {
        advance(position, velocity);
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Frozen;
        systems: movement;
    }
}

mod ad_hoc {
    use super::{Frozen, Position, Velocity};
    use ecs_world::prelude::*;

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Frozen;
    }
}

/// A world with a system and its view, or without.
enum Ours {
    Kept(kept::World),
    AdHoc(ad_hoc::World),
}

fn filled<W: Has<Position> + Has<Velocity> + Has<Frozen>>(is_frozen: &[bool]) -> W {
    let mut world = W::default();
    spawn_all(is_frozen, |(position, velocity), is_frozen| {
        let entity = world.spawn((position, velocity));
        if is_frozen {
            world.insert(entity, Frozen).unwrap();
        }
    });
    world
}

impl Ours {
    fn filled(is_frozen: &[bool], name: &str) -> Self {
        if name.ends_with("system") { Self::Kept(filled(is_frozen)) } else { Self::AdHoc(filled(is_frozen)) }
    }

    fn ad_hoc(&mut self) -> &mut ad_hoc::World {
        match self {
            Self::AdHoc(world) => world,
            Self::Kept(_) => unreachable!("the name of the row says which world it is"),
        }
    }
}

fn system(ours: &mut Ours) {
    if let Ours::Kept(world) = ours {
        world.run_sequential();
    }
}

fn for_loop(ours: &mut Ours) {
    for (position, velocity) in ours.ad_hoc().query_mut::<(&mut Position, &Velocity)>().without::<Frozen>() {
        advance(position, velocity);
    }
}

fn for_each(ours: &mut Ours) {
    let mut moving = ours.ad_hoc().query_mut::<(&mut Position, &Velocity)>().without::<Frozen>();
    moving.for_each(|(position, velocity)| advance(position, velocity));
}

impl Workload for By<Ours> {
    fn step(&mut self) {
        (self.step)(&mut self.world);
    }

    fn check(&mut self, sum: &mut Checksum) {
        match &self.world {
            Ours::Kept(world) => world.query::<&Position>().iter().for_each(|position| sum.add(&position.0)),
            Ours::AdHoc(world) => world.query::<&Position>().iter().for_each(|position| sum.add(&position.0)),
        }
    }
}

fn hecs_filled(is_frozen: &[bool]) -> hecs::World {
    let mut world = hecs::World::new();
    spawn_all(is_frozen, |bundle, is_frozen| {
        let entity = world.spawn(bundle);
        if is_frozen {
            world.insert_one(entity, Frozen).unwrap();
        }
    });
    world
}

fn hecs_for(world: &mut hecs::World) {
    for (position, velocity) in world.query_mut::<(&mut Position, &Velocity)>().without::<&Frozen>() {
        advance(position, velocity);
    }
}

fn hecs_each(world: &mut hecs::World) {
    let moving = world.query_mut::<(&mut Position, &Velocity)>().without::<&Frozen>();
    moving.into_iter().for_each(|(position, velocity)| advance(position, velocity));
}

struct Bevy {
    world: bevy_ecs::world::World,
    moving: bevy_ecs::query::QueryState<(&'static mut Position, &'static Velocity), bevy_ecs::query::Without<Frozen>>,
}

impl Bevy {
    fn filled(is_frozen: &[bool]) -> Self {
        let mut world = bevy_ecs::world::World::new();
        spawn_all(is_frozen, |bundle, is_frozen| {
            let mut entity = world.spawn(bundle);
            if is_frozen {
                entity.insert(Frozen);
            }
        });
        Self { moving: world.query_filtered(), world }
    }
}

fn bevy_for(bevy: &mut Bevy) {
    for (mut position, velocity) in bevy.moving.iter_mut(&mut bevy.world) {
        advance(&mut position, velocity);
    }
}

fn bevy_each(bevy: &mut Bevy) {
    bevy.moving.iter_mut(&mut bevy.world).for_each(|(mut position, velocity)| advance(&mut position, velocity));
}

impl Workload for By<Bevy> {
    fn step(&mut self) {
        (self.step)(&mut self.world);
    }

    fn check(&mut self, sum: &mut Checksum) {
        let Bevy { world, .. } = &mut self.world;
        world.query::<&Position>().iter(world).for_each(|position| sum.add(&position.0));
    }
}

/// Position and velocity are a group.
struct Sparsey(sparsey::World);

impl Sparsey {
    fn filled(is_frozen: &[bool]) -> Self {
        let mut world = sparsey::World::builder().add_group::<(Position, Velocity)>().register::<Frozen>().build();
        spawn_all(is_frozen, |bundle, is_frozen| {
            let entity = world.create(bundle);
            if is_frozen {
                world.insert(entity, (Frozen,));
            }
        });
        Self(world)
    }
}

fn sparsey_for(world: &mut Sparsey) {
    for (position, velocity) in &mut world.0.query_all::<(&mut Position, &Velocity)>().exclude::<&Frozen>() {
        advance(position, velocity);
    }
}

fn sparsey_each(world: &mut Sparsey) {
    let mut moving = world.0.query_all::<(&mut Position, &Velocity)>().exclude::<&Frozen>();
    moving.for_each(|(position, velocity)| advance(position, velocity));
}

impl Workload for By<Sparsey> {
    fn step(&mut self) {
        (self.step)(&mut self.world);
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.0.for_each::<&Position>(|position| sum.add(&position.0));
    }
}

struct Shipyard(shipyard::World);

impl Shipyard {
    fn filled(is_frozen: &[bool]) -> Self {
        let mut world = shipyard::World::new();
        spawn_all(is_frozen, |bundle, is_frozen| {
            let entity = world.add_entity(bundle);
            if is_frozen {
                world.add_component(entity, Frozen);
            }
        });
        Self(world)
    }
}

fn shipyard_for(world: &mut Shipyard) {
    type Views<'v> = (shipyard::ViewMut<'v, Position>, shipyard::View<'v, Velocity>, shipyard::View<'v, Frozen>);
    world.0.run(|(mut positions, velocities, frozen): Views<'_>| {
        for (position, velocity, ()) in (&mut positions, &velocities, !&frozen).iter() {
            advance(position, velocity);
        }
    });
}

fn shipyard_each(world: &mut Shipyard) {
    type Views<'v> = (shipyard::ViewMut<'v, Position>, shipyard::View<'v, Velocity>, shipyard::View<'v, Frozen>);
    world.0.run(|(mut positions, velocities, frozen): Views<'_>| {
        let moving = (&mut positions, &velocities, !&frozen).iter();
        moving.for_each(|(position, velocity, ())| advance(position, velocity));
    });
}

impl Workload for By<Shipyard> {
    fn step(&mut self) {
        (self.step)(&mut self.world);
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.0.iter::<&Position>().iter().for_each(|position| sum.add(&position.0));
    }
}

struct Specs(specs::World);

impl Specs {
    fn filled(is_frozen: &[bool]) -> Self {
        let mut world = specs::World::new();
        world.register::<Position>();
        world.register::<Velocity>();
        world.register::<Frozen>();
        spawn_all(is_frozen, |(position, velocity), is_frozen| {
            let entity = world.create_entity().with(position).with(velocity);
            if is_frozen { entity.with(Frozen) } else { entity }.build();
        });
        Self(world)
    }
}

fn specs_for(world: &mut Specs) {
    let (mut positions, velocities) = (world.0.write_storage::<Position>(), world.0.read_storage::<Velocity>());
    for (position, velocity, ()) in (&mut positions, &velocities, !&world.0.read_storage::<Frozen>()).join() {
        advance(position, velocity);
    }
}

fn specs_each(world: &mut Specs) {
    let (mut positions, velocities) = (world.0.write_storage::<Position>(), world.0.read_storage::<Velocity>());
    let frozen = world.0.read_storage::<Frozen>();
    let moving = (&mut positions, &velocities, !&frozen).join();
    moving.for_each(|(position, velocity, ())| advance(position, velocity));
}

impl Workload for By<Specs> {
    fn step(&mut self) {
        (self.step)(&mut self.world);
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.0.read_storage::<Position>().join().for_each(|position| sum.add(&position.0));
    }
}
