//! Entities that move together.

use std::collections::VecDeque;

use ecs_world::{EcsWorld, Entity, HasTree, LoadWorld, SaveWorld, Template, TemplateTree, Transfer};
use serde::de::DeserializeOwned;
use serde::{Deserializer, Serialize, Serializer};

use crate::error::ShardError;
use crate::message::{append, not_written, read};

/// Entities that change region together, while they are in no world: `Template<World>`, an entity alone, or `TemplateTree<World, ChildOf>`,
/// an entity with its descendants.
///
/// Only *roots* change region. With `TemplateTree`, these are the entities without a parent, even if they keep the handle of a dead one. A
/// child is owned by the region of its root, wherever its own place is. Relations and `#[handles]` within the group are kept. Relations
/// that lead out of the group are removed, even if only one of several targets is outside; other handles that lead out become stale.
/// Relations of other entities that lead into the group are subject to their policy, as if the group were despawned.
///
/// `Template` is for worlds without relations, which is checked at compile time. Handles in its components become meaningless.
pub trait Group<W: EcsWorld>: 'static {
    /// A queue of groups, first in, first out. It keeps its memory when it is empty.
    type Queue: Default;

    /// Returns true if the entity determines the region of a group.
    fn is_root(world: &W, entity: Entity) -> bool;

    /// Calls a function for each entity of the group of a root, the root first.
    fn members(world: &W, root: Entity, member: impl FnMut(Entity));

    /// Looks up roots that are taken next, if that makes taking them one by one faster. Changes nothing.
    fn look_up(world: &W, roots: &[Entity]) {
        let (_, _) = (world, roots);
    }

    /// Takes a group out of a world, without its transient components, and appends it to a queue; returns false if the root is dead.
    ///
    /// # Errors
    ///
    /// If a value cannot be written.
    fn take(world: &mut W, root: Entity, queue: &mut Self::Queue) -> Result<bool, ShardError>;

    /// Moves the first group of a queue to the end of another one; returns false if there is none.
    fn pass(from: &mut Self::Queue, to: &mut Self::Queue) -> bool;

    /// Removes the first group of a queue and writes it; `None` if there is none.
    fn write<S: Serializer>(queue: &mut Self::Queue, serializer: S) -> Option<Result<S::Ok, S::Error>>;

    /// Reads a group, and appends it to a queue.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    fn read<'de, D: Deserializer<'de>>(queue: &mut Self::Queue, deserializer: D) -> Result<(), D::Error>;

    /// Spawns all groups, in their order, and leaves an empty queue.
    ///
    /// # Errors
    ///
    /// If one cannot be read, or the world refuses it.
    fn spawn(world: &mut W, queue: &mut Self::Queue) -> Result<(), ShardError>;
}

/// A queue of single entities, and a template through which those of other workers are written and read.
pub struct Travellers<W: EcsWorld> {
    transfer: Transfer<W>,
    template: Template<W>,
}

impl<W: EcsWorld> Default for Travellers<W> {
    fn default() -> Self {
        Self { transfer: Transfer::new(), template: Template::new() }
    }
}

impl<W: SaveWorld + LoadWorld + 'static> Group<W> for Template<W> {
    type Queue = Travellers<W>;

    fn is_root(_: &W, _: Entity) -> bool {
        true
    }

    fn members(_: &W, root: Entity, mut member: impl FnMut(Entity)) {
        member(root);
    }

    fn look_up(world: &W, roots: &[Entity]) {
        Transfer::look_up(world, roots);
    }

    fn take(world: &mut W, root: Entity, queue: &mut Travellers<W>) -> Result<bool, ShardError> {
        const { assert!(W::RELATIONS.is_empty(), "a world with relations needs `type Group = TemplateTree<World, ..>`") }
        Ok(queue.transfer.take_from(world, root))
    }

    fn pass(from: &mut Travellers<W>, to: &mut Travellers<W>) -> bool {
        let is_there = from.transfer.pop(&mut from.template);
        if is_there {
            to.transfer.push(&mut from.template);
        }
        is_there
    }

    fn write<S: Serializer>(queue: &mut Travellers<W>, serializer: S) -> Option<Result<S::Ok, S::Error>> {
        queue.transfer.pop(&mut queue.template).then(|| queue.template.numbered().serialize(serializer))
    }

    fn read<'de, D: Deserializer<'de>>(queue: &mut Travellers<W>, deserializer: D) -> Result<(), D::Error> {
        queue.template.read_numbered(deserializer)?;
        queue.transfer.push(&mut queue.template);
        Ok(())
    }

    fn spawn(world: &mut W, queue: &mut Travellers<W>) -> Result<(), ShardError> {
        queue.transfer.spawn_into(world).map(|_| ()).map_err(not_spawned)
    }
}

/// Trees are serialised when they are taken, so that handles within them keep their meaning wherever they arrive.
impl<W: SaveWorld + HasTree<R> + 'static, R: 'static> Group<W> for TemplateTree<W, R>
where
    Self: Serialize + DeserializeOwned,
{
    type Queue = VecDeque<Vec<u8>>;

    fn is_root(world: &W, entity: Entity) -> bool {
        // With the policy `keep`, an entity that has the relation can lack a parent.
        world.tree::<R>().parent(entity).is_none()
    }

    fn members(world: &W, root: Entity, mut member: impl FnMut(Entity)) {
        member(root);
        world.tree::<R>().descendants(root).for_each(member);
    }

    fn take(world: &mut W, root: Entity, queue: &mut Self::Queue) -> Result<bool, ShardError> {
        let Some(tree) = world.take_tree::<R>(root) else { return Ok(false) };
        let mut bytes = vec![];
        tree.cut_outside().serialize(&mut append(&mut bytes)).map_err(|error| not_written(&error))?;
        queue.push_back(bytes);
        Ok(true)
    }

    fn pass(from: &mut Self::Queue, to: &mut Self::Queue) -> bool {
        let first = from.pop_front();
        let is_there = first.is_some();
        to.extend(first);
        is_there
    }

    fn write<S: Serializer>(queue: &mut Self::Queue, serializer: S) -> Option<Result<S::Ok, S::Error>> {
        queue.pop_front().map(|bytes| serde_bytes::serialize(&bytes, serializer))
    }

    fn read<'de, D: Deserializer<'de>>(queue: &mut Self::Queue, deserializer: D) -> Result<(), D::Error> {
        queue.push_back(serde_bytes::deserialize(deserializer)?);
        Ok(())
    }

    fn spawn(world: &mut W, queue: &mut Self::Queue) -> Result<(), ShardError> {
        while let Some(bytes) = queue.pop_front() {
            world.spawn_tree(read::<Self>(&bytes)?).map_err(not_spawned)?;
        }
        Ok(())
    }
}

fn not_spawned(error: impl std::fmt::Display) -> ShardError {
    ShardError::format(format!("an entity cannot change region: {error}"))
}
