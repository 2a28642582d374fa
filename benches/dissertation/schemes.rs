//! Ways to find the entities of a system: a view that the world keeps, or the schemes of the dissertation, outside of the world.

use std::collections::BTreeSet;

use ecs_world::BitMask;
use ecs_world::prelude::*;

use crate::worlds::{P0, P1, P2, Subject, push, step};

/// A way to find the entities of both systems.
pub trait Scheme: Default + 'static {
    /// Called when an entity was created, gained or lost a component, or was destroyed.
    fn changed<W: Subject>(&mut self, world: &W, entity: Entity);

    /// Called after all changes of an update.
    fn settle<W: Subject>(&mut self, world: &mut W);

    /// Runs the system of movement.
    fn movement<W: Subject>(&mut self, world: &mut W);

    /// Runs the system of acceleration.
    fn accelerate<W: Subject>(&mut self, world: &mut W);
}

/// Views that the world keeps, as it declares them.
#[derive(Debug, Default)]
pub struct Kept;

impl Scheme for Kept {
    fn changed<W: Subject>(&mut self, _: &W, _: Entity) {}

    fn settle<W: Subject>(&mut self, world: &mut W) {
        world.flush();
    }

    fn movement<W: Subject>(&mut self, world: &mut W) {
        world.movement();
    }

    fn accelerate<W: Subject>(&mut self, world: &mut W) {
        world.accelerate();
    }
}

/// Mask of the components `A` and `B`.
pub fn mask_of<W: Subject + Has<A> + Has<B>, A: 'static, B: 'static>() -> W::Mask {
    W::Mask::bit(<W as Holds<A>>::ID).union(W::Mask::bit(<W as Holds<B>>::ID))
}

/// Visits every entity each time, and tests its mask or looks it up in the storages.
#[derive(Debug, Default)]
pub struct Naive<const MASKS: bool> {
    all: Vec<Entity>,
}

impl<const MASKS: bool> Naive<MASKS> {
    fn look<W: Subject>(&mut self, world: &mut W, required: W::Mask, mut act: impl FnMut(&mut W, Entity)) {
        self.all.clear();
        self.all.extend(world.entities());
        for entity in &self.all {
            if !MASKS || world.mask(*entity).is_some_and(|mask| mask.contains_all(&required)) {
                act(world, *entity);
            }
        }
    }
}

fn move_one<W: Subject>(world: &mut W, entity: Entity) {
    if let Some((position, velocity)) = world.get_components::<(&mut P0, &P1)>(entity) {
        step(position, velocity);
    }
}

fn push_one<W: Subject>(world: &mut W, entity: Entity) {
    if let Some((velocity, acceleration)) = world.get_components::<(&mut P1, &P2)>(entity) {
        push(velocity, acceleration);
    }
}

impl<const MASKS: bool> Scheme for Naive<MASKS> {
    fn changed<W: Subject>(&mut self, _: &W, _: Entity) {}

    fn settle<W: Subject>(&mut self, _: &mut W) {}

    fn movement<W: Subject>(&mut self, world: &mut W) {
        self.look(world, mask_of::<W, P0, P1>(), move_one);
    }

    fn accelerate<W: Subject>(&mut self, world: &mut W) {
        self.look(world, mask_of::<W, P1, P2>(), push_one);
    }
}

/// The dissertation's subscriptions: a search tree of entities per system, updated at each change.
#[derive(Debug, Default)]
pub struct Subscribed {
    moving: BTreeSet<Entity>,
    pushed: BTreeSet<Entity>,
}

impl Scheme for Subscribed {
    fn changed<W: Subject>(&mut self, world: &W, entity: Entity) {
        let mask = world.mask(entity).unwrap_or(W::Mask::EMPTY);
        let required = [mask_of::<W, P0, P1>(), mask_of::<W, P1, P2>()];
        for (set, required) in [&mut self.moving, &mut self.pushed].into_iter().zip(required) {
            if mask.contains_all(&required) {
                set.insert(entity);
            } else {
                set.remove(&entity);
            }
        }
    }

    fn settle<W: Subject>(&mut self, _: &mut W) {}

    fn movement<W: Subject>(&mut self, world: &mut W) {
        self.moving.iter().for_each(|entity| move_one(world, *entity));
    }

    fn accelerate<W: Subject>(&mut self, world: &mut W) {
        self.pushed.iter().for_each(|entity| push_one(world, *entity));
    }
}

/// Subscriptions that settle once per update; until then, changed entities are kept in a tree.
#[derive(Debug, Default)]
pub struct Delayed {
    subscribed: Subscribed,
    dirty: BTreeSet<Entity>,
}

impl Scheme for Delayed {
    fn changed<W: Subject>(&mut self, _: &W, entity: Entity) {
        self.dirty.insert(entity);
    }

    fn settle<W: Subject>(&mut self, world: &mut W) {
        for entity in std::mem::take(&mut self.dirty) {
            self.subscribed.changed(world, entity);
        }
    }

    fn movement<W: Subject>(&mut self, world: &mut W) {
        self.subscribed.movement(world);
    }

    fn accelerate<W: Subject>(&mut self, world: &mut W) {
        self.subscribed.accelerate(world);
    }
}
