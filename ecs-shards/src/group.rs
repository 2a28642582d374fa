//! What moves when an entity does.

use ecs_world::{EcsWorld, Entity, HasTree, SaveWorld, Template, TemplateTree};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Entities that change region together, out of any world: `Template<World>`, an entity alone, or `TemplateTree<World, ChildOf>`, an
/// entity with its descendants.
///
/// Only *roots* change region. With `TemplateTree` these are the entities without the relation: a child is owned by the region of its root,
/// wherever its own place is. Relations and `#[handles]` that lead from one of the entities to another still do where they
/// arrive. Relations that lead out of the group are removed, also if only one of several targets is outside, and other handles
/// become stale. What happens to entities whose relations lead into the group is the policy of the relation, as if it were despawned.
///
/// `Template` is for worlds without relations; that is checked when the program is compiled. Handles in its components become meaningless.
pub trait Group<W: EcsWorld>: Serialize + DeserializeOwned + Sized + 'static {
    /// Returns true if the entity determines the region of a group.
    fn is_root(world: &W, entity: Entity) -> bool;

    /// Calls a function for each entity of the group of a root, the root first.
    fn members(world: &W, root: Entity, member: impl FnMut(Entity));

    /// Takes a group out of a world; `None` if the root is dead.
    fn take(world: &mut W, root: Entity) -> Option<Self>;

    /// Returns the components of each entity, the root first.
    fn templates(&self) -> &[Template<W>];

    /// Spawns the entities.
    ///
    /// # Errors
    ///
    /// The reason, if the world refuses them.
    fn spawn(self, world: &mut W) -> Result<(), String>;
}

impl<W: SaveWorld + 'static> Group<W> for Template<W>
where
    Self: Serialize + DeserializeOwned,
{
    fn is_root(_: &W, _: Entity) -> bool {
        true
    }

    fn members(_: &W, root: Entity, mut member: impl FnMut(Entity)) {
        member(root);
    }

    fn take(world: &mut W, root: Entity) -> Option<Self> {
        const { assert!(W::RELATIONS.is_empty(), "a world with relations needs `type Group = TemplateTree<World, ..>`") }
        world.take(root)
    }

    fn templates(&self) -> &[Template<W>] {
        core::slice::from_ref(self)
    }

    fn spawn(self, world: &mut W) -> Result<(), String> {
        let entity = world.spawn(());
        world.insert_template(entity, self).map_err(|error| error.to_string())
    }
}

impl<W: SaveWorld + HasTree<R> + 'static, R: 'static> Group<W> for TemplateTree<W, R>
where
    Self: Serialize + DeserializeOwned,
{
    fn is_root(world: &W, entity: Entity) -> bool {
        !world.has::<R>(entity)
    }

    fn members(world: &W, root: Entity, mut member: impl FnMut(Entity)) {
        member(root);
        world.tree::<R>().descendants(root).for_each(member);
    }

    fn take(world: &mut W, root: Entity) -> Option<Self> {
        world.take_tree::<R>(root).map(Self::cut_outside)
    }

    fn templates(&self) -> &[Template<W>] {
        self.templates()
    }

    fn spawn(self, world: &mut W) -> Result<(), String> {
        world.spawn_tree(self).map(|_| ()).map_err(|error| error.to_string())
    }
}
