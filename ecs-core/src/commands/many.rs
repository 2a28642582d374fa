//! Commands that change many entities: one command each, whatever the number of entities.
//!
//! ```text
//! commands.insert_batch([(e4, Stunned), (e7, Stunned)])
//!
//! command   insert(Stunned), listed, twice
//! listed    [ .. e4 e7 ]            an entity per change, in the order of the iterator
//! Stunned   [ .. s4 s7 ]            a value per change, in the same order
//! ```
//!
//! The iterator is user code, and runs while the command grows ([`Growing`](super::batch::Growing)): entities and values are appended as it
//! yields them, without collecting them first. The conversion of a struct is user code too, and is called before its change is counted.

use super::Commands;
use super::batch::Subject;
use super::operation::{Of, Operation, With};
use crate::bundle::{Bundle, plain};
use crate::entity::Entity;
use crate::world::EcsWorld;
use crate::world::change::CheckBundle;

impl<W: EcsWorld> Commands<W> {
    /// Spawns an entity for each bundle of an iterator, at the next sync.
    ///
    /// If the iterator panics, the bundles that it yielded before are spawned. Runs in amortised **O(entities)** time. The same holds for
    /// the other batches.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// world.commands().spawn_batch((0..3_u8).map(|n| Position(n.into())));
    /// assert_eq!((world.commands().len(), world.len()), (3, 0));
    /// world.flush();
    /// assert_eq!(world.len(), 3);
    /// ```
    pub fn spawn_batch<I: IntoIterator<Item: Bundle<W>>>(&mut self, bundles: I) {
        let () = CheckBundle::<W, I::Item>::OK;
        let mut growing = self.last().grow(With::<W, I::Item>::SPAWN, Subject::None);
        for bundle in bundles {
            let plain = plain::<W, I::Item>(bundle);
            growing.next().enqueue::<I::Item>(plain);
        }
    }

    /// Despawns the entities of an iterator at the next sync.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let ships = world.spawn_batch([1.0, 2.0, 3.0].map(Position));
    /// world.commands().despawn_batch(ships[1..].iter().copied());
    /// world.flush();
    /// assert_eq!(world.len(), 1);
    /// ```
    pub fn despawn_batch(&mut self, entities: impl IntoIterator<Item = Entity>) {
        self.listed(Of::DESPAWN, entities);
    }

    /// Inserts bundles into the entities that an iterator yields with them, at the next sync. If an entity is dead by then, only its bundle
    /// is dropped, which counts as one [dropped command](EcsWorld::dropped_commands).
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Stunned;
    /// # ecs_world! { components: Position, Stunned; }
    /// # let mut world = World::default();
    /// let hit = world.spawn_batch([Position(0.0), Position(1.0)]);
    /// world.commands().insert_batch(hit.iter().map(|entity| (*entity, Stunned)));
    /// world.flush();
    /// assert!(world.has::<Stunned>(hit[1]));
    /// ```
    pub fn insert_batch<B: Bundle<W>>(&mut self, bundles: impl IntoIterator<Item = (Entity, B)>) {
        let () = CheckBundle::<W, B>::OK;
        let mut growing = self.last().grow(With::<W, B>::INSERT, Subject::Listed);
        for (entity, bundle) in bundles {
            let plain = plain::<W, B>(bundle);
            let batch = growing.next();
            batch.listed.push_back(entity);
            batch.enqueue::<B>(plain);
        }
    }

    /// Removes a bundle from each entity of an iterator that has all of it, at the next sync.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Frozen;
    /// # ecs_world! { components: Frozen; }
    /// # let mut world = World::default();
    /// let all = world.spawn_batch([Frozen, Frozen, Frozen]);
    /// world.commands().remove_batch::<Frozen>(all[1..].iter().copied());
    /// world.flush();
    /// assert_eq!([0, 1, 2].map(|at| world.has::<Frozen>(all[at])), [true, false, false]);
    /// ```
    pub fn remove_batch<B: Bundle<W>>(&mut self, entities: impl IntoIterator<Item = Entity>) {
        let () = CheckBundle::<W, B>::OK;
        self.listed(With::<W, B>::REMOVE, entities);
    }

    /// Removes those components of a bundle that each entity of an iterator has, and drops them, at the next sync.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Burning;
    /// # struct Frozen;
    /// # ecs_world! { components: Burning, Frozen; }
    /// # let mut world = World::default();
    /// let (cold, warm) = (world.spawn(Frozen), world.spawn((Frozen, Burning)));
    /// world.commands().remove_any_batch::<(Burning, Frozen)>([cold, warm]);
    /// world.flush();
    /// assert!(!world.has::<Frozen>(cold) && !world.has::<Burning>(warm));
    /// assert_eq!(world.dropped_commands(), 0);
    /// ```
    pub fn remove_any_batch<B: Bundle<W>>(&mut self, entities: impl IntoIterator<Item = Entity>) {
        let () = CheckBundle::<W, B>::OK;
        self.listed(With::<W, B>::REMOVE_ANY, entities);
    }

    /// The batch grows with each entity that is yielded, so the entities yielded before a panic of the iterator are pending.
    fn listed(&mut self, operation: &'static Operation<W>, entities: impl IntoIterator<Item = Entity>) {
        let mut growing = self.last().grow(operation, Subject::Listed);
        for entity in entities {
            growing.next().listed.push_back(entity);
        }
    }
}
