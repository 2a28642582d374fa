//! Methods that determine the order of values in storages, and so the order of iteration.

use core::cmp::Ordering;

use crate::entity::Entity;
use crate::storage::Sortable;
use crate::world::{GeneratedWorld, HasRelation, HasTree, Holds, Tidied, Token, relations, sort, tidy};

/// The order of values in the storages of a world: part of [`EcsWorld`](crate::EcsWorld).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a world",
    note = "if this is a call of a method: `{Self}` has no such method, and a method of worlds has this name",
    note = "methods of worlds and of `Commands` take the entity: `commands.insert(entity, Health(1))`, and `spawn` a tuple; a `Template` has `with` and `without`",
    note = "a world is what `ecs_world!` declares; library code takes `W: Has<Component>`"
)]
pub trait WorldOrder: GeneratedWorld {
    /// Sorts the values of a component, and so the order in which they are visited. The sort is stable.
    ///
    /// **A group limits this**: a storage that a group owns is not sorted as a whole. `World::PLAN` lists the storages that groups divide,
    /// and the segments of each.
    ///
    /// The groups that own a storage divide it into segments: the entities of the innermost group, then the remaining ones of the next
    /// group, and so on, then all others. Each segment is sorted by itself, in all storages that its group owns. So a group that shares the
    /// storage with no other is visited in this order, and a storage that no group owns is sorted as a whole. Lists, and storages of other
    /// groups, are not sorted.
    ///
    /// Storages with a fixed order (`vec`, `packed`, `hashed_array_tree`, `tag`) cannot be sorted: a compile error.
    ///
    /// Later changes disturb the order: insertion appends; removal swaps the last value in; an entity that enters or leaves a group is
    /// swapped to its boundary in the storages that the group owns. Performs **O(n log n)** comparisons, and **O(n)** swaps per storage.
    ///
    /// [`tidy`](Self::tidy) keeps sorted storages in this order, until [`unsort`](Self::unsort).
    ///
    /// # Panics
    ///
    /// If the comparison panics, and perhaps if it is not a total order, as in [`slice::sort_by`]. Nothing has moved then. (If it is not a
    /// total order and does not panic, the values are in an unspecified order.)
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// world.spawn_batch([2.0, 3.0, 1.0].map(Position));
    /// world.sort_by::<Position>(|a, b| a.0.total_cmp(&b.0));
    /// assert_eq!(world.columns().position.as_slice(), [1.0, 2.0, 3.0].map(Position));
    /// ```
    fn sort_by<C: 'static>(&mut self, compare: impl FnMut(&C, &C) -> Ordering)
    where
        Self: Holds<C, Storage: Sortable>,
    {
        sort::sort_by(self, compare);
    }

    /// Sorts the values of a component by a key; see [`sort_by`](Self::sort_by).
    ///
    /// # Panics
    ///
    /// As [`sort_by`](Self::sort_by) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use std::cmp::Reverse;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([2, 3, 1].map(Health));
    /// world.sort_by_key::<Health, _>(|health| Reverse(health.0));
    /// assert_eq!(world.columns().health.as_slice(), [3, 2, 1].map(Health));
    /// ```
    fn sort_by_key<C: 'static, K: Ord>(&mut self, key: impl FnMut(&C) -> K)
    where
        Self: Holds<C, Storage: Sortable>,
    {
        sort::sort_by(self, sort::by_key(key));
    }

    /// Sorts the values of a component by a tree, those of parents before those of their children: first the values of entities without a
    /// parent, in their present order, then level by level, in the order of [`LevelOrder`](crate::LevelOrder).
    /// [`for_each_parent_first`](crate::Query::for_each_parent_first) then visits values in their order in memory.
    ///
    /// Groups limit this as they limit [`sort_by`](Self::sort_by), and [`tidy`](Self::tidy) keeps the storage in this order, too. Later
    /// changes disturb it. Runs in **O(slots + entities of the tree + n log n)** time, with **O(n)** swaps per storage; allocates 4 bytes
    /// per slot, 12 per entity with a parent, and 16 or more per value.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Name(&'static str);
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { components: Name; relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let [hand, arm, body] = ["hand", "arm", "body"].map(|name| world.spawn(Name(name)));
    /// world.insert(hand, ChildOf(arm)).unwrap();
    /// world.insert(arm, ChildOf(body)).unwrap();
    /// world.sort_parents_first::<Name, ChildOf>();
    /// assert_eq!(world.columns().name.as_slice(), ["body", "arm", "hand"].map(Name));
    /// ```
    fn sort_parents_first<C: 'static, R: 'static>(&mut self)
    where
        Self: Holds<C, Storage: Sortable> + HasTree<R>,
    {
        sort::sort_parents_first::<Self, C, R>(self);
    }

    /// Sorts the sources of a target of a relation, and so the order in which [`sources`](crate::WorldAccess::sources) and
    /// [`tree`](crate::WorldAccess::tree) visit them. The sort is stable; later sources are appended.
    ///
    /// Performs **O(n log n)** comparisons, and allocates a list of the sources.
    ///
    /// # Panics
    ///
    /// If the comparison panics, and perhaps if it is not a total order, as in [`slice::sort_by`]. Nothing has moved then. (If it is not a
    /// total order and does not panic, the sources are in an unspecified order.)
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Layer(u32);
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { components: Layer; relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let parent = world.spawn(());
    /// let [front, back] = [2, 1].map(|layer| world.spawn((ChildOf(parent), Layer(layer))));
    /// let layer = |world: &World, entity| world.get::<Layer>(entity).map(|layer| layer.0);
    /// world.sort_sources_by::<ChildOf>(parent, |world, a, b| layer(world, a).cmp(&layer(world, b)));
    /// assert!(world.tree::<ChildOf>().children(parent).eq([back, front]));
    /// ```
    fn sort_sources_by<R: 'static>(&mut self, target: Entity, compare: impl FnMut(&Self, Entity, Entity) -> Ordering)
    where
        Self: HasRelation<R>,
    {
        relations::sort_sources_by(self, target, compare);
    }

    /// Moves a source of a relation before another source of the same target. Returns false, and moves nothing, if they have no target in
    /// common. Runs in **O(1)** time; for a relation that is `many`, in **O(n * m)** for the n targets of one and the m targets of the
    /// other.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let parent = world.spawn(());
    /// let [first, second] = [0, 1].map(|_| world.spawn(ChildOf(parent)));
    /// assert!(world.move_source_before::<ChildOf>(second, first));
    /// assert!(world.tree::<ChildOf>().children(parent).eq([second, first]));
    /// ```
    fn move_source_before<R: 'static>(&mut self, source: Entity, sibling: Entity) -> bool
    where
        Self: HasRelation<R>,
    {
        relations::move_source_before::<Self, R>(self, source, sibling)
    }

    /// Allows [`tidy`](Self::tidy) to move the values of a component again after [`sort_by`](Self::sort_by). Moves nothing itself. Runs in
    /// **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([3, 1, 2].map(Health));
    /// world.sort_by_key::<Health, _>(|health| health.0);
    /// assert_eq!(world.tidy().left_alone, 1);
    /// world.unsort::<Health>();
    /// world.tidy();
    /// assert_eq!(world.columns().health.as_slice(), [3, 1, 2].map(Health));
    /// ```
    fn unsort<C: 'static>(&mut self)
    where
        Self: Holds<C, Storage: Sortable>,
    {
        tidy::unsort(self, <Self as Holds<C>>::ID);
    }

    /// Brings all storages and lists into one common order, so that iteration that looks up components finds adjacent values: as if
    /// entities were stored by archetype, until the next changes.
    ///
    /// Entities are ordered by class (those with the same components); classes by their lowest entity index, and the entities of a class by
    /// index. In a storage that groups own, each segment (the entities of the innermost group, then the remaining ones of the next group,
    /// and so on, then all others) is in this order by itself. The order depends only on which entities are alive and which components they
    /// have. Lists (`view = list` and `view = delayed`) are brought into it, too. Storages with a fixed order (`vec`, `packed`,
    /// `hashed_array_tree`, `tag`) stay as they are, so stable addresses stay valid. Storages that [`sort_by`](Self::sort_by) sorted stay
    /// as they are until [`unsort`](Self::unsort), and so do the segments of the groups that own them, in all storages of these groups. The
    /// report counts the components that were sorted.
    ///
    /// Only positions of values change: handles, pending commands and reserved entities stay valid, and no user code runs.
    /// [`World::PLAN`](GeneratedWorld::PLAN) and [`advice`](crate::EcsWorld::advice) name the views that benefit; groups that own all that
    /// they require do not.
    ///
    /// If nothing changed since the last call, it runs in **O(1)** time; otherwise in **O(slots)**, and **O(values)** for storages of
    /// entities that changed, with one swap for each value that is out of position. 8 bytes per slot are kept for the next call;
    /// [`shrink_to_fit`](crate::EcsWorld::shrink_to_fit) frees them.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(u32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(u32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let entities = world.spawn_batch([0, 1, 2].map(Position));
    /// for n in [2, 0, 1] {
    ///     world.insert(entities[n as usize], Velocity(n)).unwrap();
    /// }
    /// let tidied = world.tidy();
    /// assert!(tidied.done && tidied.moved > 0);
    /// assert_eq!(world.columns().velocity.as_slice(), [0, 1, 2].map(Velocity));
    /// assert_eq!(world.tidy().moved, 0);
    /// ```
    fn tidy(&mut self) -> Tidied {
        tidy::tidy_within(self, usize::MAX)
    }

    /// Does the same as [`tidy`](Self::tidy) within a budget: a number of values and list entries to move. The next call continues where
    /// this one stopped, and after the last storage or list with the first one again.
    ///
    /// A value in a group moves together with those of the same entity in all storages of the group, so a call can exceed its budget by
    /// less than the number of these storages. A budget of 0 moves nothing, and reports whether everything is in order. The budget counts
    /// moves, not time, and the point where the next call continues is cloned with the world: the same calls lead to the same world.
    ///
    /// Finding values that are out of position costs as much as in `tidy`, however small the budget is. From a call whose budget does not
    /// suffice until a call that finishes, no storage follows a partial group.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(u32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(u32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let entities = world.spawn_batch([0, 1, 2, 3].map(Position));
    /// for n in [3, 2, 1, 0] {
    ///     world.insert(entities[n as usize], Velocity(n)).unwrap();
    /// }
    /// assert!(!world.tidy_within(1).done);
    /// assert!(world.tidy_within(1).done);
    /// assert_eq!(world.columns().velocity.as_slice(), [0, 1, 2, 3].map(Velocity));
    /// ```
    fn tidy_within(&mut self, budget: usize) -> Tidied {
        tidy::tidy_within(self, budget)
    }

    /// Sets the budget with which each later `run()` tidies at its end, as by [`tidy_within`](Self::tidy_within); `None` stops that. Other
    /// schedules and single systems do not tidy. The setting is cloned with the world. While there is a budget, no storage follows a
    /// partial group. Runs in **O(1)** time.
    ///
    /// A budget of fewer values than change their places between two runs costs its moves and gains little.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(u32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let entities = world.spawn_batch([0, 1, 2].map(Position));
    /// world.despawn(entities[0]).unwrap();
    /// assert_eq!(world.columns().position.as_slice(), [2, 1].map(Position));
    /// world.set_tidy_budget(Some(1_000));
    /// world.run();
    /// assert_eq!(world.columns().position.as_slice(), [1, 2].map(Position));
    /// assert_eq!(world.tidy_budget(), Some(1_000));
    /// ```
    fn set_tidy_budget(&mut self, budget: Option<usize>) {
        tidy::set_budget(self, budget);
    }

    /// Returns the budget with which `run()` tidies; `None` if it does not. See [`set_tidy_budget`](Self::set_tidy_budget). Runs in
    /// **O(1)** time.
    #[must_use]
    fn tidy_budget(&self) -> Option<usize> {
        self.__core(Token::new()).at_end.map(|at_end| at_end.budget)
    }
}

impl<W: GeneratedWorld> WorldOrder for W {}
