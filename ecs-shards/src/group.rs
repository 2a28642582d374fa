//! What moves when an entity does.

use ecs_world::{EcsWorld, Entity, HasTree, LoadWorld, SaveWorld, Template, TemplateTree};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Entities that change region together, out of any world: `Template<World>`, an entity alone, or `TemplateTree<World, ChildOf>`, an
/// entity with its descendants.
///
/// Only *roots* change region. With `TemplateTree` these are the entities without the relation: a child is owned by the region of its root,
/// wherever its own place is. Relations and `#[handles]` that lead from one of the entities to another still do where they
/// arrive. Relations that lead out of the group are removed, also if only one of several targets is outside, and other handles
/// become stale. What happens to entities whose relations lead into the group is the policy of the relation, as if it were despawned.
///
/// `Template` is for worlds without relations; that is checked when the program is compiled. Handles in its components become meaningless.
pub trait Group<W: EcsWorld>: 'static {
    /// What groups move through, one after another, so that memory is used again.
    type Memory: Default;

    /// Returns true if the entity determines the region of a group.
    fn is_root(world: &W, entity: Entity) -> bool;

    /// Calls a function for each entity of the group of a root, the root first.
    fn members(world: &W, root: Entity, member: impl FnMut(Entity));

    /// Takes a group out of a world, and writes it; `None` if the root is dead.
    fn take<S: Serializer>(
        world: &mut W,
        root: Entity,
        memory: &mut Self::Memory,
        serializer: S,
    ) -> Option<Result<S::Ok, S::Error>>;

    /// Reads and spawns a group, and returns its root.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or the world refuses it.
    fn spawn<'de, D: Deserializer<'de>>(
        world: &mut W,
        memory: &mut Self::Memory,
        deserializer: D,
    ) -> Result<Entity, D::Error>;
}

impl<W: SaveWorld + LoadWorld + 'static> Group<W> for Template<W> {
    type Memory = Self;

    fn is_root(_: &W, _: Entity) -> bool {
        true
    }

    fn members(_: &W, root: Entity, mut member: impl FnMut(Entity)) {
        member(root);
    }

    fn take<S: Serializer>(
        world: &mut W,
        root: Entity,
        memory: &mut Self,
        serializer: S,
    ) -> Option<Result<S::Ok, S::Error>> {
        const { assert!(W::RELATIONS.is_empty(), "a world with relations needs `type Group = TemplateTree<World, ..>`") }
        memory.take_from(world, root).then(|| memory.numbered().serialize(serializer))
    }

    fn spawn<'de, D: Deserializer<'de>>(world: &mut W, memory: &mut Self, deserializer: D) -> Result<Entity, D::Error> {
        memory.read_numbered(deserializer)?;
        memory.spawn_into(world).map_err(D::Error::custom)
    }
}

impl<W: SaveWorld + HasTree<R> + 'static, R: 'static> Group<W> for TemplateTree<W, R>
where
    Self: Serialize + DeserializeOwned,
{
    type Memory = ();

    fn is_root(world: &W, entity: Entity) -> bool {
        !world.has::<R>(entity)
    }

    fn members(world: &W, root: Entity, mut member: impl FnMut(Entity)) {
        member(root);
        world.tree::<R>().descendants(root).for_each(member);
    }

    fn take<S: Serializer>(world: &mut W, root: Entity, (): &mut (), serializer: S) -> Option<Result<S::Ok, S::Error>> {
        world.take_tree::<R>(root).map(|tree| tree.cut_outside().serialize(serializer))
    }

    fn spawn<'de, D: Deserializer<'de>>(world: &mut W, (): &mut (), deserializer: D) -> Result<Entity, D::Error> {
        world.spawn_tree(Self::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
