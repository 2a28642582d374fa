//! A region: its world, and what other regions see of it.
//!
//! - **I1** `shown` is what other regions see of entities that this one owns: sorted by region and id, each pair once.
//! - **I2** `ghosts` maps the id of each ghost to the ghost. Other entries are of ghosts that systems despawned, or removed `Ghost` from.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::arrivals::{Arrivals, Roads};
use crate::components::{Ghost, GlobalId};
use crate::error::{ShardError, ShardErrorKind};
use crate::group::Group;
use crate::message::{Counts, Opened, Parcel, Shown, append, not_written, read, write};
use crate::outside::{Outside, each_outside};
use crate::simulation::Simulation;
use ecs_world::prelude::*;

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

/// Only looked up, never iterated: its order does not affect results.
type Ghosts = HashMap<u64, Entity, BuildHasherDefault<IdHasher>>;

/// What other regions see.
type Sight<S> = Vec<Shown<<S as Simulation>::Seen>>;

/// A region of a simulation.
pub(crate) struct Region<S: Simulation> {
    pub(crate) number: u32,
    pub(crate) world: S::World,
    shown: Sight<S>,
    ghosts: Ghosts,
    /// One per worker.
    parcels: Vec<Parcel<S::Seen>>,
    /// Number of groups that left in this step.
    moved: u64,
    /// Memory that the next step reuses.
    scratch: Scratch<S>,
}

/// Data that a step collects; kept so that the next step reuses the memory.
struct Scratch<S: Simulation> {
    leaving: Vec<Leaving>,
    /// What other regions see at the end of a step.
    now: Sight<S>,
    /// The entities of the first values in `now`. The remaining values are of entities that leave.
    holders: Vec<Entity>,
    outside: Outside,
    members: Vec<Entity>,
    /// The sorted ids of entities that leave and are visible, if the program reports which ones are visible.
    visible: Option<Vec<u64>>,
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
    /// Creates a region at the start.
    pub(crate) fn start(simulation: &S, number: u32) -> Self {
        Self::of(number, simulation.start(number), vec![])
    }

    fn of(number: u32, world: S::World, shown: Sight<S>) -> Self {
        let ghosts = ghosts(&world);
        let (leaving, now, outside, visible) = (vec![], vec![], Outside::default(), None);
        let (holders, members, departed) = (vec![], vec![], vec![]);
        let scratch = Scratch { leaving, now, holders, outside, members, visible, departed };
        Self { number, world, shown, ghosts, parcels: vec![], moved: 0, scratch }
    }

    /// Serialises the region.
    pub(crate) fn save(&self) -> Result<Vec<u8>, ShardError> {
        write(&(self.number, &self.world, &self.shown))
    }

    /// Reads a region from bytes.
    pub(crate) fn load(number: u32, bytes: &[u8]) -> Result<Self, ShardError> {
        let (own, world, shown): (u32, S::World, Sight<S>) = read(bytes)?;
        if own != number {
            return Err(ShardError::format(format!("what should be region {number} is region {own}")));
        }
        Ok(Self::of(number, world, shown))
    }

    /// Takes entities that changed region out of the world, and prepares what is sent to other regions.
    pub(crate) fn collect(&mut self, simulation: &S, roads: &mut Roads<'_, S>) -> Result<(), ShardError> {
        self.world.flush();
        self.find(simulation)?;
        self.depart(simulation, roads)?;
        let mut now = std::mem::take(&mut self.scratch.now);
        now.sort_by_key(Shown::key);
        now.dedup_by_key(|shown| shown.key());
        self.send_changes(&now, roads.owners)?;
        let departed = &self.scratch.departed;
        now.retain(|shown| shown.region != self.number && departed.binary_search(&shown.id).is_err());
        self.scratch.now = std::mem::replace(&mut self.shown, now);
        self.scratch.now.clear();
        Ok(())
    }

    /// Finds the entities that change region, and what other regions see.
    fn find(&mut self, simulation: &S) -> Result<(), ShardError> {
        let (own, world, Scratch { leaving, now, holders, outside, visible, .. }) =
            (self.number, &self.world, &mut self.scratch);
        leaving.clear();
        holders.clear();
        let leaves = |place: &S::Place, entity| simulation.region(place) != own && S::Group::is_root(world, entity);
        let mut show = |place: &S::Place, entity, id| {
            let Some(seen) = simulation.seen(world, entity) else { return };
            simulation.near(place, |region| {
                if region != own {
                    now.push(Shown { region, id, seen: seen.clone() });
                    holders.push(entity);
                }
            });
        };
        let mut known = visible.take().unwrap_or_default();
        known.clear();
        let is_known = simulation.visible(world, own, |entity| {
            if let Some(place) = world.get::<S::Place>(entity)
                && let Some(GlobalId(id)) = world.get::<GlobalId>(entity)
                && !world.has::<Ghost>(entity)
            {
                if leaves(place, entity) {
                    known.push(*id);
                } else {
                    show(place, entity, *id);
                }
            }
        });
        let mut leave = |place: &S::Place, entity, id| {
            let leaves = leaves(place, entity);
            if leaves {
                leaving.push(Leaving { region: simulation.region(place), id, entity });
            }
            leaves
        };
        if is_known {
            // Entities within the region need no further test.
            each_outside(world, simulation.within(own), outside, |place, entity, id| {
                leave(place, entity, id);
            });
            known.sort_unstable();
            *visible = Some(known);
        } else {
            each_outside(world, simulation.inside(own), outside, |place, entity, id| {
                if !leave(place, entity, id) {
                    show(place, entity, id);
                }
            });
        }
        check_regions(simulation, now)?;
        leaving.sort_unstable_by_key(|leaving| (leaving.region, leaving.id));
        Ok(())
    }

    /// Takes groups out of the world, and finds what other regions than their new one see of them.
    fn depart(&mut self, simulation: &S, roads: &mut Roads<'_, S>) -> Result<(), ShardError> {
        let leaving = std::mem::take(&mut self.scratch.leaving);
        self.scratch.departed.clear();
        self.moved = 0;
        let (in_sight, members) = (self.scratch.now.len(), &mut self.scratch.members);
        members.extend(leaving.iter().map(|leaving| leaving.entity));
        S::Group::look_up(&self.world, members);
        members.clear();
        for leaving in &leaving {
            self.depart_one(simulation, leaving, roads)?;
        }
        self.scratch.leaving = leaving;
        let (world, Scratch { leaving, now, holders, departed, .. }) = (&self.world, &mut self.scratch);
        departed.sort_unstable();
        check_regions(simulation, &now[in_sight..])?;
        if !leaving.is_empty() {
            // Removes values of descendants that left with their group, and of entities that were despawned when a group left.
            let mut holders = holders.iter();
            now.retain(|_| holders.next().is_none_or(|holder| world.contains(*holder)));
        }
        Ok(())
    }

    fn depart_one(&mut self, simulation: &S, leaving: &Leaving, roads: &mut Roads<'_, S>) -> Result<(), ShardError> {
        let (to, root) = (leaving.region, leaving.entity);
        if !self.world.contains(root) {
            // It was despawned when another group left.
            return Ok(());
        }
        let worker = *roads.owners.get(to as usize).ok_or_else(|| no_such_region(to, leaving.id))?;
        self.look_after(simulation, leaving, worker);
        if worker == roads.own {
            let arrivals = roads.arrivals.get_mut(to as usize).ok_or_else(|| no_such_region(to, leaving.id))?;
            if S::Group::take(&mut self.world, root, &mut arrivals.queue)? {
                arrivals.note(self.number);
                self.moved += 1;
            }
        } else if S::Group::take(&mut self.world, root, roads.spare)? {
            let parcel = parcel_to(&mut self.parcels, self.number, worker);
            let written = S::Group::write(roads.spare, &mut append(&mut parcel.bytes));
            written.transpose().map_err(|error| not_written(&error))?;
            parcel.groups.push((to, parcel.bytes.len()));
            self.moved += 1;
        }
        Ok(())
    }

    /// Finds what other regions than the new one see of a group that leaves. The new region updates them from then on.
    fn look_after(&mut self, simulation: &S, leaving: &Leaving, worker: u32) {
        let (to, root, world) = (leaving.region, leaving.entity, &self.world);
        let Scratch { now, members, visible, departed, .. } = &mut self.scratch;
        S::Group::members(world, root, |member| members.push(member));
        for member in members.drain(..) {
            let id = if member == root { Some(leaving.id) } else { world.get::<GlobalId>(member).map(|id| id.0) };
            let Some(id) = id else { continue };
            departed.push(id);
            let is_hidden = visible.as_ref().is_some_and(|visible| visible.binary_search(&id).is_err());
            if member == root && is_hidden {
                continue;
            }
            if let Some(seen) = simulation.seen(world, member)
                && let Some(place) = world.get::<S::Place>(member)
            {
                let parcel = parcel_to(&mut self.parcels, self.number, worker);
                simulation.near(place, |region| {
                    if region != to {
                        let shown = Shown { region, id, seen: seen.clone() };
                        now.push(shown.clone());
                        parcel.in_sight.push((to, shown));
                    }
                });
            }
        }
    }

    /// Sends to each region the ghosts that are new or changed, and those that it no longer sees.
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
        counts.moved += self.moved;
        for parcel in &self.parcels {
            counts.shown += parcel.shown.len() as u64;
            counts.hidden += parcel.hidden.len() as u64;
        }
    }

    /// Takes the parcel for a worker, if it is not empty, and replaces it with an empty one, which reuses memory.
    pub(crate) fn take_parcel(&mut self, worker: u32, spare: &mut Vec<Parcel<S::Seen>>) -> Option<Parcel<S::Seen>> {
        let parcel = self.parcels.get_mut(worker as usize).filter(|parcel| !parcel.is_empty())?;
        let mut empty = spare.pop().unwrap_or_else(|| Parcel::new(self.number));
        empty.from = self.number;
        Some(std::mem::replace(parcel, empty))
    }

    /// Applies what arrived, which ends a step.
    pub(crate) fn apply(
        &mut self,
        simulation: &S,
        parcels: &mut [Opened<'_, S::Seen>],
        arrivals: &mut Arrivals<S>,
        total: &S::Sum,
    ) -> Result<(), ShardError> {
        let number = self.number;
        let is_due = |parcel: &&mut Opened<'_, S::Seen>| parcel.next() == Some(number);
        for parcel in parcels.iter_mut().filter(is_due) {
            parcel.hidden(number).iter().for_each(|(_, id)| self.hide(*id));
        }
        S::Group::spawn(&mut self.world, &mut arrivals.queue)?;
        arrivals.from.clear();
        for parcel in parcels.iter_mut().filter(is_due) {
            self.shown.extend(parcel.in_sight(number).iter().map(|(_, shown)| shown.clone()));
            parcel.shown(number).iter().for_each(|(_, id, seen)| self.show(*id, seen.clone()));
        }
        // I1.
        self.shown.sort_by_key(Shown::key);
        self.shown.dedup_by_key(|shown| shown.key());
        simulation.set_total(&mut self.world, total);
        self.world.flush();
        Ok(())
    }

    /// Despawns a ghost.
    pub(crate) fn hide(&mut self, id: u64) {
        if let Some(ghost) = self.ghost(id) {
            let _ = self.world.despawn(ghost);
        }
        self.ghosts.remove(&id);
    }

    /// Returns the ghost of an id, unless a system despawned it or removed `Ghost` from it. The result is the same after a load.
    fn ghost(&self, id: u64) -> Option<Entity> {
        let ghost = *self.ghosts.get(&id)?;
        let is_ghost = self.world.has::<Ghost>(ghost) && self.world.get::<GlobalId>(ghost) == Some(&GlobalId(id));
        is_ghost.then_some(ghost)
    }

    /// Spawns or updates a ghost.
    pub(crate) fn show(&mut self, id: u64, seen: S::Seen) {
        let seen = match self.ghost(id) {
            None => seen,
            // An insertion alone would keep optional components that the entity has lost.
            Some(ghost) => match self.world.exchange::<S::Seen, S::Seen>(ghost, seen) {
                Ok(_) => return,
                Err(refused) => {
                    // A system removed one of its components.
                    let _ = self.world.remove_any::<S::Seen>(ghost);
                    match self.world.insert(ghost, refused.value) {
                        Ok(()) => return,
                        Err(refused) => refused.value,
                    }
                }
            },
        };
        let ghost = spawn_ghost(&mut self.world, seen, id);
        self.ghosts.insert(id, ghost);
    }
}

/// Returns the parcel from a region to the worker of another one.
fn parcel<'a, Seen>(
    parcels: &'a mut Vec<Parcel<Seen>>,
    from: u32,
    owners: &[u32],
    to: u32,
    id: u64,
) -> Result<&'a mut Parcel<Seen>, ShardError> {
    let worker = *owners.get(to as usize).ok_or_else(|| no_such_region(to, id))?;
    Ok(parcel_to(parcels, from, worker))
}

/// Returns the parcel from a region to a worker.
fn parcel_to<Seen>(parcels: &mut Vec<Parcel<Seen>>, from: u32, worker: u32) -> &mut Parcel<Seen> {
    let worker = worker as usize;
    if parcels.len() <= worker {
        parcels.resize_with(worker + 1, || Parcel::new(from));
    }
    &mut parcels[worker]
}

/// Returns the ghosts of a world by id.
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
