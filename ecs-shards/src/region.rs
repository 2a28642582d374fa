//! A region: its world, and what other regions see of it.
//!
//! - **I1** `shown` is what other regions have of entities that this one owns: sorted by region and id, each pair once.
//! - **I2** `ghosts` leads from each id of a ghost to the ghost.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use ecs_world::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::components::{Ghost, GlobalId};
use crate::error::{ShardError, ShardErrorKind};
use crate::group::Group;
use crate::message::{Parcel, append, read, write};
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

/// A region of a simulation.
pub(crate) struct Region<S: Simulation> {
    number: u32,
    pub(crate) world: S::World,
    shown: Vec<Shown<S::Seen>>,
    ghosts: Ghosts,
    parcels: BTreeMap<u32, Parcel<S::Seen>>,
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

    fn of(number: u32, world: S::World, shown: Vec<Shown<S::Seen>>) -> Self {
        let ghosts = ghosts(&world);
        Self { number, world, shown, ghosts, parcels: BTreeMap::new() }
    }

    /// A region as bytes.
    pub(crate) fn save(&self) -> Result<Vec<u8>, ShardError> {
        write(&(self.number, &self.world, &self.shown))
    }

    /// A region of bytes.
    pub(crate) fn load(number: u32, bytes: &[u8]) -> Result<Self, ShardError> {
        let (own, world, shown): (u32, S::World, Vec<Shown<S::Seen>>) = read(bytes)?;
        if own != number {
            return Err(ShardError::format(format!("what should be region {number} is region {own}")));
        }
        Ok(Self::of(number, world, shown))
    }

    /// Takes out of the world what changed region, and returns what is sent to other regions.
    pub(crate) fn collect(&mut self, simulation: &S) -> Result<Vec<Parcel<S::Seen>>, ShardError> {
        self.world.flush();
        let (leaving, mut now) = self.find(simulation)?;
        let (departed, handed_over) = self.depart(simulation, &leaving)?;
        if !departed.is_empty() {
            // Of a group that left, descendants were found where they were.
            now.retain(|shown| departed.binary_search(&shown.id).is_err());
        }
        now.extend(handed_over);
        now.sort_by_key(Shown::key);
        now.dedup_by_key(|shown| shown.key());
        self.send_changes(&now);
        now.retain(|shown| shown.region != self.number && departed.binary_search(&shown.id).is_err());
        self.shown = now;
        Ok(std::mem::take(&mut self.parcels).into_values().collect())
    }

    /// The entities that change region, and what other regions see.
    fn find(&self, simulation: &S) -> Result<(Vec<Leaving>, Sight<S>), ShardError> {
        let (mut leaving, mut now, own) = (vec![], Vec::with_capacity(self.shown.len()), self.number);
        let inside = simulation.inside(own);
        each_at(&self.world, &inside, |entity, id, place: &S::Place| {
            let region = simulation.region(place);
            if region != own && S::Group::is_root(&self.world, entity) {
                leaving.push(Leaving { region, id, entity });
            } else if let Some(seen) = simulation.seen(&self.world, entity) {
                simulation.near(place, |region| {
                    if region != own {
                        now.push(Shown { region, id, seen: seen.clone() });
                    }
                });
            }
        });
        if let Some(nowhere) = leaving.iter().find(|leaving| leaving.region >= simulation.regions()) {
            return Err(no_such_region(nowhere.region, nowhere.id));
        }
        check_regions(simulation, &now)?;
        leaving.sort_unstable_by_key(|leaving| leaving.id);
        Ok((leaving, now))
    }

    /// Takes groups out of the world, and returns the ids in them, ascending, and what other regions than their new one see of them.
    fn depart(&mut self, simulation: &S, leaving: &[Leaving]) -> Result<(Vec<u64>, Sight<S>), ShardError> {
        let (mut departed, mut members, mut now) = (vec![], vec![], vec![]);
        for Leaving { region: to, entity: root, .. } in leaving {
            let parcel = self.parcels.entry(*to).or_insert_with(|| Parcel::new(self.number, *to));
            S::Group::members(&self.world, *root, |member| members.push(member));
            for member in members.drain(..) {
                let Some(GlobalId(id)) = self.world.get::<GlobalId>(member).copied() else { continue };
                let seen = simulation.seen(&self.world, member);
                if let (Some(seen), Some(place)) = (&seen, self.world.get::<S::Place>(member)) {
                    simulation.near(place, |region| {
                        if region != *to {
                            now.push(Shown { region, id, seen: seen.clone() });
                        }
                    });
                }
                parcel.arriving.push((id, seen));
                departed.push(id);
            }
            if let Some(group) = S::Group::take(&mut self.world, *root) {
                parcel.bytes = append(&group, std::mem::take(&mut parcel.bytes))?;
                parcel.groups += 1;
            }
        }
        check_regions(simulation, &now)?;
        departed.sort_unstable();
        Ok((departed, now))
    }

    /// What is sent to a region.
    fn parcel(&mut self, to: u32) -> &mut Parcel<S::Seen> {
        self.parcels.entry(to).or_insert_with(|| Parcel::new(self.number, to))
    }

    /// Sends to each region what it does not see yet, and what it does not see any more.
    fn send_changes(&mut self, now: &[Shown<S::Seen>]) {
        let mut before = std::mem::take(&mut self.shown).into_iter().peekable();
        for shown in now {
            while let Some(old) = before.next_if(|old| old.key() < shown.key()) {
                self.parcel(old.region).hidden.push(old.id);
            }
            let old = before.next_if(|old| old.key() == shown.key());
            if old.is_none_or(|old| old.seen != shown.seen) {
                self.parcel(shown.region).shown.push((shown.id, shown.seen.clone()));
            }
        }
        for old in before {
            self.parcel(old.region).hidden.push(old.id);
        }
    }

    /// Applies what a region sent.
    pub(crate) fn apply(&mut self, simulation: &S, parcel: Parcel<S::Seen>) -> Result<(), ShardError> {
        for id in parcel.hidden {
            if let Some(ghost) = self.ghosts.remove(&id) {
                // A system that despawned the ghost has done it already.
                let _ = self.world.despawn(ghost);
            }
        }
        let mut bytes = &parcel.bytes[..];
        let mut arriving = parcel.arriving.into_iter();
        for _ in 0..parcel.groups {
            let (group, rest) = postcard::take_from_bytes::<S::Group>(bytes).map_err(|error| {
                ShardError::format(format!("an entity that changes region cannot be read: {error}"))
            })?;
            bytes = rest;
            self.arrive(simulation, group, &mut arriving)?;
        }
        for (id, seen) in parcel.shown {
            self.show(id, seen);
        }
        Ok(())
    }

    /// Spawns a group, which other regions see already.
    fn arrive(
        &mut self,
        simulation: &S,
        group: S::Group,
        arriving: &mut impl Iterator<Item = (u64, Option<S::Seen>)>,
    ) -> Result<(), ShardError> {
        for template in group.templates() {
            let Some(GlobalId(own)) = template.get::<GlobalId>() else { continue };
            let Some((id, seen)) = arriving.next().filter(|(id, _)| id == own) else {
                return Err(ShardError::format(format!("entity {own} changes region without its id")));
            };
            if let (Some(seen), Some(place)) = (seen, template.get::<S::Place>()) {
                simulation.near(place, |region| {
                    if region != self.number {
                        self.shown.push(Shown { region, id, seen: seen.clone() });
                    }
                });
            }
        }
        group
            .spawn(&mut self.world)
            .map_err(|error| ShardError::format(format!("an entity cannot change region: {error}")))
    }

    /// Spawns or updates a ghost.
    fn show(&mut self, id: u64, seen: S::Seen) {
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

/// The ghosts of a world by id.
fn ghosts<W: Has<GlobalId> + Has<Ghost>>(world: &W) -> Ghosts {
    world.query::<(Entity, &GlobalId)>().with::<Ghost>().iter().map(|(entity, id)| (id.0, entity)).collect()
}

/// Visits the entities with an id that a region owns, except those inside of it. These are most, so that nothing else is read of them.
fn each_at<W: Has<GlobalId> + Has<Ghost> + Has<P>, P: 'static>(
    world: &W,
    inside: impl Fn(&P) -> bool,
    mut visit: impl FnMut(Entity, u64, &P),
) {
    const { assert!(size_of::<P>() > 0, "a place has a size: without one, all entities are in one region") }
    // The values alone are one slice, and most of them are passed over.
    world.query::<&P>().for_each(|place| {
        if inside(place) {
            return;
        }
        let Some(entity) = world.owner_of(place).filter(|entity| !world.has::<Ghost>(*entity)) else { return };
        if let Some(id) = world.get::<GlobalId>(entity) {
            visit(entity, id.0, place);
        }
    });
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
