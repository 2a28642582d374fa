//! A region: its world, and what other regions see of it.
//!
//! - **I1** `shown` is what other regions have of entities that this one owns: sorted by region and id, each pair once.
//! - **I2** `ghosts` leads from each id of a ghost to the ghost.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use ecs_world::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::components::{Ghost, GlobalId};
use crate::error::{ShardError, ShardErrorKind};
use crate::group::Group;
use crate::message::{Counts, Parcel, append, read, write};
use crate::outside::{Outside, each_outside};
use crate::simulation::Simulation;

/// Hashes ids by one multiplication.
#[derive(Default)]
pub(crate) struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// Only looked up, never iterated: its order is no part of any result.
type Ghosts = HashMap<u64, Entity, BuildHasherDefault<IdHasher>>;

/// What a region has of an entity that another one owns.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "Seen: Serialize + DeserializeOwned")]
struct Shown<Seen> {
    region: u32,
    id: u64,
    seen: Seen,
}

impl<Seen> Shown<Seen> {
    fn key(&self) -> (u32, u64) {
        (self.region, self.id)
    }
}

/// What other regions see.
type Sight<S> = Vec<Shown<<S as Simulation>::Seen>>;

/// What entities move through.
pub(crate) type MemoryOf<S> = <<S as Simulation>::Group as Group<<S as Simulation>::World>>::Memory;

/// A region of a simulation.
pub(crate) struct Region<S: Simulation> {
    number: u32,
    pub(crate) world: S::World,
    shown: Sight<S>,
    ghosts: Ghosts,
    /// By worker.
    parcels: Vec<Parcel<S::Seen>>,
    /// Memory of the next step.
    scratch: Scratch<S>,
}

/// What a step collects, empty between two.
struct Scratch<S: Simulation> {
    leaving: Vec<Leaving>,
    /// What other regions see at the end of a step.
    now: Sight<S>,
    outside: Outside,
    members: Vec<Entity>,
    visible: Vec<(u64, S::Seen)>,
    /// The ids of entities that left.
    departed: Vec<u64>,
}

/// An entity that changes region.
#[derive(Debug, Clone, Copy)]
struct Leaving {
    region: u32,
    id: u64,
    entity: Entity,
}

impl<S: Simulation> Region<S> {
    /// A region at the start.
    pub(crate) fn start(simulation: &S, number: u32) -> Self {
        Self::of(number, simulation.start(number), vec![])
    }

    fn of(number: u32, world: S::World, shown: Sight<S>) -> Self {
        let ghosts = ghosts(&world);
        let (leaving, now, outside, members) = (vec![], vec![], Outside::default(), vec![]);
        let scratch = Scratch { leaving, now, outside, members, visible: vec![], departed: vec![] };
        Self { number, world, shown, ghosts, parcels: vec![], scratch }
    }

    /// A region as bytes.
    pub(crate) fn save(&self) -> Result<Vec<u8>, ShardError> {
        write(&(self.number, &self.world, &self.shown))
    }

    /// A region of bytes.
    pub(crate) fn load(number: u32, bytes: &[u8]) -> Result<Self, ShardError> {
        let (own, world, shown): (u32, S::World, Sight<S>) = read(bytes)?;
        if own != number {
            return Err(ShardError::format(format!("what should be region {number} is region {own}")));
        }
        Ok(Self::of(number, world, shown))
    }

    /// Takes out of the world what changed region, and prepares what is sent to the workers of other regions.
    pub(crate) fn collect(
        &mut self,
        simulation: &S,
        owners: &[u32],
        memory: &mut MemoryOf<S>,
    ) -> Result<(), ShardError> {
        self.world.flush();
        self.find(simulation)?;
        self.depart(simulation, owners, memory)?;
        let mut now = std::mem::take(&mut self.scratch.now);
        now.sort_by_key(Shown::key);
        now.dedup_by_key(|shown| shown.key());
        self.send_changes(&now, owners)?;
        let departed = &self.scratch.departed;
        now.retain(|shown| shown.region != self.number && departed.binary_search(&shown.id).is_err());
        self.scratch.now = std::mem::replace(&mut self.shown, now);
        self.scratch.now.clear();
        Ok(())
    }

    /// Finds the entities that change region, and what other regions see.
    fn find(&mut self, simulation: &S) -> Result<(), ShardError> {
        let (own, world, Scratch { leaving, now, outside, .. }) = (self.number, &self.world, &mut self.scratch);
        leaving.clear();
        let id = |entity| world.get::<GlobalId>(entity).map(|id| id.0);
        let leaves = |place: &S::Place, entity| simulation.region(place) != own && S::Group::is_root(world, entity);
        let mut show = |place: &S::Place, entity| {
            let Some(seen) = simulation.seen(world, entity) else { return };
            let Some(id) = id(entity) else { return };
            simulation.near(place, |region| {
                if region != own {
                    now.push(Shown { region, id, seen: seen.clone() });
                }
            });
        };
        let is_known = simulation.visible(world, own, |entity| {
            if let Some(place) = world.get::<S::Place>(entity)
                && !world.has::<Ghost>(entity)
                && !leaves(place, entity)
            {
                show(place, entity);
            }
        });
        // What is in its region needs no look if it is known whether others see it.
        let is_home = |place: &S::Place| is_known && simulation.region(place) == own;
        each_outside(world, simulation.inside(own), is_home, outside, |place, entity| {
            if world.has::<Ghost>(entity) {
                return;
            }
            if leaves(place, entity) {
                let region = simulation.region(place);
                leaving.extend(id(entity).map(|id| Leaving { region, id, entity }));
            } else if !is_known {
                show(place, entity);
            }
        });
        check_regions(simulation, now)?;
        leaving.sort_unstable_by_key(|leaving| (leaving.region, leaving.id));
        Ok(())
    }

    /// Takes groups out of the world, and finds what other regions than their new one see of them.
    fn depart(&mut self, simulation: &S, owners: &[u32], memory: &mut MemoryOf<S>) -> Result<(), ShardError> {
        let leaving = std::mem::take(&mut self.scratch.leaving);
        self.scratch.departed.clear();
        let in_sight = self.scratch.now.len();
        for leaving in &leaving {
            self.depart_one(simulation, leaving, owners, memory)?;
        }
        self.scratch.leaving = leaving;
        let Scratch { now, departed, .. } = &mut self.scratch;
        departed.sort_unstable();
        check_regions(simulation, &now[in_sight..])?;
        if in_sight > 0 && !departed.is_empty() {
            // Of a group that left, descendants were found where they were.
            let mut number = 0;
            now.retain(|shown| {
                number += 1;
                number > in_sight || departed.binary_search(&shown.id).is_err()
            });
        }
        Ok(())
    }

    fn depart_one(
        &mut self,
        simulation: &S,
        leaving: &Leaving,
        owners: &[u32],
        memory: &mut MemoryOf<S>,
    ) -> Result<(), ShardError> {
        let (to, root) = (leaving.region, leaving.entity);
        let parcel = parcel(&mut self.parcels, self.number, owners, to, leaving.id)?;
        let (world, Scratch { now, members, visible, departed, .. }) = (&self.world, &mut self.scratch);
        S::Group::members(world, root, |member| members.push(member));
        for member in members.drain(..) {
            let Some(GlobalId(id)) = world.get::<GlobalId>(member).copied() else { continue };
            departed.push(id);
            let Some(seen) = simulation.seen(world, member) else { continue };
            if let Some(place) = world.get::<S::Place>(member) {
                simulation.near(place, |region| {
                    if region != to {
                        now.push(Shown { region, id, seen: seen.clone() });
                    }
                });
            }
            visible.push((id, seen));
        }
        let before = parcel.bytes.len();
        let mut serializer = append(&mut parcel.bytes);
        visible.serialize(&mut serializer).map_err(|error| not_written(&error))?;
        match S::Group::take(&mut self.world, root, memory, &mut serializer) {
            Some(written) => {
                written.map_err(|error| not_written(&error))?;
                parcel.groups.push((to, parcel.bytes.len()));
            }
            None => parcel.bytes.truncate(before),
        }
        visible.clear();
        Ok(())
    }

    /// Sends to each region what it does not see yet, and what it does not see any more.
    fn send_changes(&mut self, now: &[Shown<S::Seen>], owners: &[u32]) -> Result<(), ShardError> {
        let (number, parcels) = (self.number, &mut self.parcels);
        let hide = |parcels: &mut _, old: &Shown<S::Seen>| -> Result<(), ShardError> {
            parcel::<S::Seen>(parcels, number, owners, old.region, old.id)?.hidden.push((old.region, old.id));
            Ok(())
        };
        let mut before = self.shown.iter().peekable();
        for shown in now {
            while let Some(old) = before.next_if(|old| old.key() < shown.key()) {
                hide(parcels, old)?;
            }
            let old = before.next_if(|old| old.key() == shown.key());
            if old.is_none_or(|old| old.seen != shown.seen) {
                let parcel = parcel(parcels, number, owners, shown.region, shown.id)?;
                parcel.shown.push((shown.region, shown.id, shown.seen.clone()));
            }
        }
        before.try_for_each(|old| hide(parcels, old))
    }

    /// Counts what this region sends.
    pub(crate) fn count(&self, counts: &mut Counts) {
        for parcel in &self.parcels {
            counts.moved += parcel.groups.len() as u64;
            counts.shown += parcel.shown.len() as u64;
            counts.hidden += parcel.hidden.len() as u64;
        }
    }

    /// What this region sends to a worker; [`give_back`](Self::give_back) takes the memory again.
    pub(crate) fn take_parcel(&mut self, worker: u32) -> Option<Parcel<S::Seen>> {
        let parcel = self.parcels.get_mut(worker as usize).filter(|parcel| !parcel.is_empty())?;
        Some(std::mem::replace(parcel, Parcel::new(self.number)))
    }

    pub(crate) fn give_back(&mut self, worker: u32, mut parcel: Parcel<S::Seen>) {
        parcel.clear();
        if let Some(own) = self.parcels.get_mut(worker as usize) {
            *own = parcel;
        }
    }

    /// Despawns a ghost.
    pub(crate) fn hide(&mut self, id: u64) {
        if let Some(ghost) = self.ghosts.remove(&id) {
            // A system that despawned the ghost has done it already.
            let _ = self.world.despawn(ghost);
        }
    }

    /// Spawns a group, some entities of which other regions see already.
    pub(crate) fn arrive(&mut self, simulation: &S, memory: &mut MemoryOf<S>, bytes: &[u8]) -> Result<(), ShardError> {
        let failed = |error| ShardError::format(format!("an entity cannot change region: {error}"));
        let mut message = postcard::Deserializer::from_bytes(bytes);
        let visible = Vec::<(u64, S::Seen)>::deserialize(&mut message).map_err(failed)?;
        let root = S::Group::spawn(&mut self.world, memory, &mut message).map_err(failed)?;
        if message.finalize().is_ok_and(|rest| !rest.is_empty()) {
            return Err(ShardError::format("there are bytes behind an entity"));
        }
        if visible.is_empty() {
            return Ok(());
        }
        let (world, shown, number) = (&self.world, &mut self.shown, self.number);
        S::Group::members(world, root, |member| {
            let Some(id) = world.get::<GlobalId>(member).map(|id| id.0) else { return };
            if let Some(place) = world.get::<S::Place>(member)
                && let Some((_, seen)) = visible.iter().find(|(own, _)| *own == id)
            {
                simulation.near(place, |region| {
                    if region != number {
                        shown.push(Shown { region, id, seen: seen.clone() });
                    }
                });
            }
        });
        Ok(())
    }

    /// Spawns or updates a ghost.
    pub(crate) fn show(&mut self, id: u64, seen: S::Seen) {
        let seen = match self.ghosts.get(&id) {
            None => seen,
            Some(ghost) => match self.world.insert(*ghost, seen) {
                Ok(()) => return,
                // A system despawned it.
                Err(refused) => refused.value,
            },
        };
        let ghost = spawn_ghost(&mut self.world, seen, id);
        self.ghosts.insert(id, ghost);
    }

    /// Ends a step: restores I1.
    pub(crate) fn end(&mut self, simulation: &S, total: &S::Sum) {
        self.shown.sort_by_key(Shown::key);
        self.shown.dedup_by_key(|shown| shown.key());
        simulation.set_total(&mut self.world, total);
        self.world.flush();
    }
}

/// What a region sends to the worker of another one.
fn parcel<'a, Seen>(
    parcels: &'a mut Vec<Parcel<Seen>>,
    from: u32,
    owners: &[u32],
    to: u32,
    id: u64,
) -> Result<&'a mut Parcel<Seen>, ShardError> {
    let worker = *owners.get(to as usize).ok_or_else(|| no_such_region(to, id))? as usize;
    if parcels.len() <= worker {
        parcels.resize_with(worker + 1, || Parcel::new(from));
    }
    Ok(&mut parcels[worker])
}

fn not_written(error: &postcard::Error) -> ShardError {
    ShardError::format(format!("a value cannot be written: {error}"))
}

/// The ghosts of a world by id.
fn ghosts<W: Has<GlobalId> + Has<Ghost>>(world: &W) -> Ghosts {
    world.query::<(Entity, &GlobalId)>().with::<Ghost>().iter().map(|(entity, id)| (id.0, entity)).collect()
}

fn spawn_ghost<W: Has<GlobalId> + Has<Ghost>, Seen: Bundle<W>>(world: &mut W, seen: Seen, id: u64) -> Entity {
    world.spawn((seen, GlobalId(id), Ghost))
}

fn check_regions<S: Simulation>(simulation: &S, shown: &[Shown<S::Seen>]) -> Result<(), ShardError> {
    let nowhere = shown.iter().find(|shown| shown.region >= simulation.regions());
    nowhere.map_or(Ok(()), |shown| Err(no_such_region(shown.region, shown.id)))
}

fn no_such_region(region: u32, id: u64) -> ShardError {
    ShardError::new(ShardErrorKind::NoSuchRegion, format!("entity {id} is in region {region}, which does not exist"))
}
