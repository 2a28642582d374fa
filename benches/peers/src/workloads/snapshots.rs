//! Rollback: the state of 100 000 entities with four components is saved, and restored.
//!
//! ecs-world copies whole storages. `bevy_ecs` has no snapshots: as in `bevy_ggrs`, each component is cloned into a map by entity, and
//! written back through a query. hecs writes its columns with postcard, and reads a world from them.

use bevy_ecs::entity::{Entity as BevyEntity, EntityHashMap};
use bevy_ecs::query::QueryState;
use bevy_ecs::world::World as BevyWorld;
use ecs_world::Snapshot;
use ecs_world::prelude::*;
use hecs::serialize::column::{self, DeserializeContext, SerializeContext, try_serialize, try_serialize_id};
use hecs::{Archetype, ColumnBatchBuilder, ColumnBatchType};
use serde::de::SeqAccess;
use serde::ser::SerializeTuple;
use serde::{Deserialize, Serialize};

use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};

const ENTITIES: usize = 100_000;

/// Components that can be copied, in each library.
macro_rules! components {
    ($($Name:ident($Value:ty)),*) => {
        $(#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, bevy_ecs::component::Component)]
        struct $Name($Value);)*
    };
}

components! { Position([f32; 3]), Velocity([f32; 3]), Health([u32; 2]), Team(u64) }

type All = (Position, Velocity, Health, Team);

fn all(count: usize) -> impl ExactSizeIterator<Item = All> {
    (0..count).map(|number| {
        let axis = (number % 1024) as f32;
        (Position([axis; 3]), Velocity([1.0, 0.5, axis]), Health([1, 100]), Team(number as u64 % 2))
    })
}

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    let size = Size { units: ENTITIES, steps: 1 };
    contest.run("save the state of 100 000", size, contestants::<false>);
    contest.run("restore the state of 100 000", size, contestants::<true>);
}

fn contestants<const RESTORES: bool>() -> Vec<Contestant> {
    vec![
        Contestant::new(Library::Vec, Copied::<Plain, RESTORES>::new()),
        Contestant::new(Library::EcsWorld, Copied::<Ours, RESTORES>::new()),
        Contestant::new(Library::Bevy, Copied::<Bevy, RESTORES>::new()),
        Contestant::new(Library::Hecs, Copied::<Hecs, RESTORES>::new()),
    ]
}

trait Saved {
    fn new() -> Self;
    fn save(&mut self);
    fn restore(&mut self);
    /// Changes all positions.
    fn advance(&mut self);
    fn check(&self, sum: &mut Checksum);
}

/// Saves the state, or restores the state that was saved before all positions changed.
struct Copied<T, const RESTORES: bool>(T);

impl<T: Saved, const RESTORES: bool> Copied<T, RESTORES> {
    fn new() -> Self {
        let mut saved = T::new();
        saved.save();
        Self(saved)
    }
}

impl<T: Saved, const RESTORES: bool> Workload for Copied<T, RESTORES> {
    fn prepare(&mut self) {
        self.0.advance();
    }

    fn step(&mut self) {
        if RESTORES {
            self.0.restore();
        } else {
            self.0.save();
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.restore();
        self.0.check(sum);
    }
}

fn step(position: &mut Position) {
    position.0[0] = (position.0[0] + 1.0) % 4096.0;
}

#[derive(Default)]
struct Columns {
    positions: Vec<Position>,
    velocities: Vec<Velocity>,
    healths: Vec<Health>,
    teams: Vec<Team>,
}

impl Columns {
    fn copy_from(&mut self, other: &Self) {
        self.positions.clone_from(&other.positions);
        self.velocities.clone_from(&other.velocities);
        self.healths.clone_from(&other.healths);
        self.teams.clone_from(&other.teams);
    }
}

#[derive(Default)]
struct Plain {
    now: Columns,
    saved: Columns,
}

impl Saved for Plain {
    fn new() -> Self {
        let mut plain = Self::default();
        for (position, velocity, health, team) in all(ENTITIES) {
            plain.now.positions.push(position);
            plain.now.velocities.push(velocity);
            plain.now.healths.push(health);
            plain.now.teams.push(team);
        }
        plain
    }

    fn save(&mut self) {
        self.saved.copy_from(&self.now);
    }

    fn restore(&mut self) {
        self.now.copy_from(&self.saved);
    }

    fn advance(&mut self) {
        self.now.positions.iter_mut().for_each(step);
    }

    fn check(&self, sum: &mut Checksum) {
        self.now.positions.iter().for_each(|position| sum.add(&position.0));
    }
}

#[system]
fn advance(position: &mut Position) {
    step(position);
}

ecs_world! {
    #[derive(Snapshot)]
    struct World;
    components: Position, Velocity, Health, Team;
    systems: advance;
}

struct Ours {
    world: World,
    saved: Snapshot<World>,
}

impl Saved for Ours {
    fn new() -> Self {
        let mut world = World::default();
        world.spawn_batch(all(ENTITIES));
        Self { saved: world.snapshot(), world }
    }

    fn save(&mut self) {
        self.world.snapshot_into(&mut self.saved);
    }

    fn restore(&mut self) {
        self.world.restore(&self.saved);
    }

    fn advance(&mut self) {
        self.world.run();
    }

    fn check(&self, sum: &mut Checksum) {
        self.world.query::<&Position>().iter().for_each(|position| sum.add(&position.0));
    }
}

/// A component that is saved and restored as by a plug-in of `bevy_ggrs`.
struct Kept<C: bevy_ecs::component::Component<Mutability = bevy_ecs::component::Mutable>> {
    query: QueryState<(BevyEntity, &'static C)>,
    write: QueryState<(BevyEntity, &'static mut C)>,
    values: EntityHashMap<C>,
}

impl<C: bevy_ecs::component::Component<Mutability = bevy_ecs::component::Mutable> + Copy> Kept<C> {
    fn new(world: &mut BevyWorld) -> Self {
        Self { query: world.query(), write: world.query(), values: EntityHashMap::default() }
    }

    fn save(&mut self, world: &BevyWorld) {
        self.values.clear();
        self.values.extend(self.query.iter(world).map(|(entity, value)| (entity, *value)));
    }

    fn restore(&mut self, world: &mut BevyWorld) {
        for (entity, mut value) in self.write.iter_mut(world) {
            if let Some(saved) = self.values.get(&entity) {
                *value = *saved;
            }
        }
    }
}

struct Bevy {
    world: BevyWorld,
    positions: Kept<Position>,
    velocities: Kept<Velocity>,
    healths: Kept<Health>,
    teams: Kept<Team>,
}

impl Saved for Bevy {
    fn new() -> Self {
        let mut world = BevyWorld::new();
        world.spawn_batch(all(ENTITIES).collect::<Vec<_>>());
        Self {
            positions: Kept::new(&mut world),
            velocities: Kept::new(&mut world),
            healths: Kept::new(&mut world),
            teams: Kept::new(&mut world),
            world,
        }
    }

    fn save(&mut self) {
        self.positions.save(&self.world);
        self.velocities.save(&self.world);
        self.healths.save(&self.world);
        self.teams.save(&self.world);
    }

    fn restore(&mut self) {
        self.positions.restore(&mut self.world);
        self.velocities.restore(&mut self.world);
        self.healths.restore(&mut self.world);
        self.teams.restore(&mut self.world);
    }

    fn advance(&mut self) {
        for (_, mut position) in self.positions.write.iter_mut(&mut self.world) {
            step(&mut position);
        }
    }

    fn check(&self, sum: &mut Checksum) {
        self.positions.query.iter_manual(&self.world).for_each(|(_, position)| sum.add(&position.0));
    }
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum Id {
    Position,
    Velocity,
    Health,
    Team,
}

#[derive(Default)]
struct Context(Vec<Id>);

impl SerializeContext for Context {
    fn component_count(&self, archetype: &Archetype) -> usize {
        archetype.component_types().len()
    }

    fn serialize_component_ids<S: SerializeTuple>(
        &mut self,
        archetype: &Archetype,
        mut out: S,
    ) -> Result<S::Ok, S::Error> {
        try_serialize_id::<Position, _, _>(archetype, &Id::Position, &mut out)?;
        try_serialize_id::<Velocity, _, _>(archetype, &Id::Velocity, &mut out)?;
        try_serialize_id::<Health, _, _>(archetype, &Id::Health, &mut out)?;
        try_serialize_id::<Team, _, _>(archetype, &Id::Team, &mut out)?;
        out.end()
    }

    fn serialize_components<S: SerializeTuple>(
        &mut self,
        archetype: &Archetype,
        mut out: S,
    ) -> Result<S::Ok, S::Error> {
        try_serialize::<Position, _>(archetype, &mut out)?;
        try_serialize::<Velocity, _>(archetype, &mut out)?;
        try_serialize::<Health, _>(archetype, &mut out)?;
        try_serialize::<Team, _>(archetype, &mut out)?;
        out.end()
    }
}

impl DeserializeContext for Context {
    fn deserialize_component_ids<'de, A: SeqAccess<'de>>(&mut self, mut seq: A) -> Result<ColumnBatchType, A::Error> {
        self.0.clear();
        let mut batch = ColumnBatchType::new();
        while let Some(id) = seq.next_element()? {
            match id {
                Id::Position => batch.add::<Position>(),
                Id::Velocity => batch.add::<Velocity>(),
                Id::Health => batch.add::<Health>(),
                Id::Team => batch.add::<Team>(),
            };
            self.0.push(id);
        }
        Ok(batch)
    }

    fn deserialize_components<'de, A: SeqAccess<'de>>(
        &mut self,
        count: u32,
        mut seq: A,
        batch: &mut ColumnBatchBuilder,
    ) -> Result<(), A::Error> {
        for id in &self.0 {
            match id {
                Id::Position => column::deserialize_column::<Position, _>(count, &mut seq, batch)?,
                Id::Velocity => column::deserialize_column::<Velocity, _>(count, &mut seq, batch)?,
                Id::Health => column::deserialize_column::<Health, _>(count, &mut seq, batch)?,
                Id::Team => column::deserialize_column::<Team, _>(count, &mut seq, batch)?,
            }
        }
        Ok(())
    }
}

struct Hecs {
    world: hecs::World,
    saved: Vec<u8>,
}

impl Saved for Hecs {
    fn new() -> Self {
        let mut world = hecs::World::new();
        world.spawn_batch(all(ENTITIES));
        Self { world, saved: Vec::new() }
    }

    fn save(&mut self) {
        self.saved.clear();
        let mut serializer = postcard::Serializer { output: Bytes(&mut self.saved) };
        column::serialize(&self.world, &mut Context::default(), &mut serializer).expect("the world can be saved");
    }

    fn restore(&mut self) {
        let mut deserializer = postcard::Deserializer::from_bytes(&self.saved);
        self.world = column::deserialize(&mut Context::default(), &mut deserializer).expect("the save can be loaded");
    }

    fn advance(&mut self) {
        self.world.query_mut::<&mut Position>().into_iter().for_each(step);
    }

    fn check(&self, sum: &mut Checksum) {
        self.world.query::<&Position>().iter().for_each(|position| sum.add(&position.0));
    }
}

/// Bytes in memory that is reused.
struct Bytes<'a>(&'a mut Vec<u8>);

impl postcard::ser_flavors::Flavor for Bytes<'_> {
    type Output = ();

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}
