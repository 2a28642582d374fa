//! Trees of templates: entities with their descendants, outside of any world.
//!
//! - **I1** There is at least one template, that of the root.
//! - **I2** Each handle that the tree was taken with is replaced by a *code*, a handle that no entity has. It encodes the position of a
//!   template, or a position in `outside`. So handles that are added later can be distinguished from it, whichever handles both worlds
//!   have.
//!
//! ```text
//! templates   0: cart    1: wheel, with ChildOf(cart) and LeansOn(wall)       the wall is not in the tree
//! outside     0: wall
//! codes       ChildOf(code 0), LeansOn(code 2)                                2 templates, so code 2 is position 0 of `outside`
//! handle      of code 2: index 2^32 - 1, generation 5                         twice the number plus one: odd, as for live entities
//! ```

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use super::Template;
use crate::bundle::Bundle;
use crate::entity::Entity;
use crate::world::{CloneComponents, EcsWorld, change::CheckBundle};

/// An entity and its descendants by the relation `R`, with all their components: [`take_tree`](crate::WorldTemplates::take_tree) returns
/// it, and [`spawn_tree`](crate::WorldTemplates::spawn_tree) takes it.
///
/// It is a list of [templates](Template): the root first, each parent before its children, siblings in their order. If a handle in a
/// relation or in a component with `#[handles]` refers to another entity of the tree, it refers to the corresponding new entity when the
/// tree is spawned, in any world of this type. Before that, such handles name no entity of any world.
///
/// Handles of other entities are [outside](Self::outside). Only the caller knows whether they mean anything in the world where the tree is
/// spawned, so such a tree is refused until [`map_outside`](Self::map_outside) is called. The root has no relation `R`; add it by
/// [`with`](Self::with).
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Debug, Clone, PartialEq, Relation)] struct ChildOf(Entity);
/// #[derive(Debug, Clone, PartialEq)]           struct Name(&'static str);
///
/// ecs_world! { components: Name; relations: ChildOf (tree, cascade); }
///
/// let [mut city, mut forest] = [World::default(), World::default()];
/// let cart = city.spawn(Name("cart"));
/// city.spawn((ChildOf(cart), Name("wheel")));
/// let taken = city.take_tree::<ChildOf>(cart).unwrap();
/// assert!(city.is_empty());
///
/// let road = forest.spawn(Name("road"));
/// let twin = forest.spawn_tree(taken.clone())?;
/// let cart = forest.spawn_tree(taken.with(ChildOf(road)))?;
/// assert!(forest.tree::<ChildOf>().children(road).eq([cart]));
/// assert_eq!([twin, cart].map(|root| forest.tree::<ChildOf>().child_count(root)), [1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a tree does nothing until it is spawned"]
pub struct TemplateTree<W: EcsWorld, R> {
    /// Each parent before its children, the root first (I1).
    templates: Vec<Template<W>>,
    /// The handles that lead out of the tree, or those to which they are mapped.
    outside: Vec<Entity>,
    /// Whether `outside` has handles of the world where the tree will be spawned.
    is_mapped: bool,
    /// The relation that makes the tree, no value of which is stored here.
    relation: PhantomData<fn() -> R>,
}

/// The meaning of a handle in a tree.
pub(crate) enum Meaning {
    /// The entity of the template at this position.
    Inside(usize),
    /// An entity of the world.
    Entity(Entity),
}

/// The handle that encodes a number. No entity has its index. `None` if the number is too large.
///
/// Generations of handles are odd, so the number is doubled and incremented.
fn code(number: usize) -> Option<Entity> {
    let generation = u32::try_from(number).ok()?.checked_mul(2)? + 1;
    Entity::new(u32::MAX, generation)
}

/// The number that a handle encodes.
fn number_of(handle: Entity) -> Option<usize> {
    (handle.index() == u32::MAX).then_some(handle.generation() as usize / 2)
}

impl<W: EcsWorld, R> TemplateTree<W, R> {
    /// Number of entities: the root and its descendants. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(());
    /// let arm = world.spawn(ChildOf(root));
    /// world.spawn(ChildOf(arm));
    /// assert_eq!(world.take_tree::<ChildOf>(arm).map(|tree| tree.count()), Some(2));
    /// assert_eq!(world.take_tree::<ChildOf>(root).map(|tree| tree.count()), Some(1), "its arm was taken before");
    /// assert!(world.take_tree::<ChildOf>(root).is_none());
    /// ```
    #[must_use]
    pub fn count(&self) -> usize {
        self.templates.len()
    }

    /// The templates, each parent before its children, the root first. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { components: Health; relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(Health(1));
    /// world.spawn((Health(2), ChildOf(root)));
    /// let tree = world.take_tree::<ChildOf>(root).unwrap().with(Health(7));
    /// assert_eq!((tree.count(), tree.outside()), (2, &[][..]));
    /// let healths: Vec<_> = tree.templates().iter().map(|template| template.get::<Health>().unwrap().0).collect();
    /// assert_eq!(healths, [7, 2], "the root first");
    /// ```
    pub fn templates(&self) -> &[Template<W>] {
        &self.templates
    }

    /// The templates, to write. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { components: Health; relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(Health(1));
    /// world.spawn((Health(2), ChildOf(root)));
    /// let mut tree = world.take_tree::<ChildOf>(root).unwrap();
    /// for template in tree.templates_mut() {
    ///     if let Some(health) = template.get_mut::<Health>() {
    ///         health.0 = 9;
    ///     }
    /// }
    /// world.spawn_tree(tree)?;
    /// assert!(world.query::<&Health>().iter().eq([&Health(9), &Health(9)]));
    /// # Ok::<(), ecs_world::ChangeError<_>>(())
    /// ```
    pub fn templates_mut(&mut self) -> &mut [Template<W>] {
        &mut self.templates
    }

    /// Adds the components of a bundle to the root; values that it had are replaced and dropped. Runs in **O(components of the world)**
    /// time.
    ///
    /// Handles in the bundle are those of the world where the tree is spawned.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { components: Health; relations: ChildOf (tree, cascade); }
    /// # let [mut here, mut there] = [World::default(), World::default()];
    /// let root = here.spawn(Health(1));
    /// here.spawn((Health(2), ChildOf(root)));
    /// let tree = here.take_tree::<ChildOf>(root).unwrap();
    /// let dock = there.spawn(());
    /// let root = there.spawn_tree(tree.with((Health(7), ChildOf(dock))))?;
    /// assert_eq!((there.tree::<ChildOf>().parent(root), there.get(root)), (Some(dock), Some(&Health(7))));
    /// # Ok::<(), ecs_world::ChangeError<_>>(())
    /// ```
    pub fn with<B: Bundle<W>>(mut self, bundle: B) -> Self {
        let () = CheckBundle::<W, B>::OK;
        if let Some(root) = self.templates.first_mut() {
            *root = core::mem::take(root).with(bundle);
        }
        self
    }

    /// The handles of entities outside of the tree that it held when it was taken, each once; after [`map_outside`](Self::map_outside), the
    /// handles that it returned. Runs in **O(1)** time.
    #[must_use]
    pub fn outside(&self) -> &[Entity] {
        &self.outside
    }

    /// Maps each handle [outside](Self::outside) of the tree to an entity of the world where the tree is spawned. Runs in **O(handles)**
    /// time.
    ///
    /// For the world that the tree was taken from, use `map_outside(|handle| handle)`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, Clone, PartialEq, Relation)] struct ChildOf(Entity);
    /// # #[derive(Debug, Clone, PartialEq, Relation)] struct Guards(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade), Guards (clear); }
    /// # let mut world = World::default();
    /// let gate = world.spawn(());
    /// let guard = world.spawn(Guards(gate));
    /// let tree = world.take_tree::<ChildOf>(guard).unwrap();
    /// assert_eq!(tree.outside(), [gate]);
    /// assert!(world.spawn_tree(tree.clone()).is_err());
    /// let guard = world.spawn_tree(tree.map_outside(|handle| handle))?;
    /// assert_eq!(world.get(guard), Some(&Guards(gate)));
    /// # Ok::<(), ecs_world::ChangeError<_>>(())
    /// ```
    pub fn map_outside(mut self, meaning: impl FnMut(Entity) -> Entity) -> Self {
        self.outside = self.outside.into_iter().map(meaning).collect();
        self.is_mapped = true;
        self
    }
}

impl<W: EcsWorld, R> TemplateTree<W, R> {
    /// Cuts the tree off from entities [outside](Self::outside): removes and drops relations that have a target outside, with all of their
    /// targets, and makes other handles name no entity of any world. Use it for trees that move to a world without the entities outside.
    /// Handles that were added by [`with`](Self::with) are those of the world where the tree is spawned, and are kept.
    ///
    /// Runs in **O(entities * relations + handles)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, Clone, PartialEq, Relation)] struct ChildOf(Entity);
    /// # #[derive(Debug, Clone, PartialEq, Relation)] struct Guards(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade), Guards (clear); }
    /// # let [mut world, mut other] = [World::default(), World::default()];
    /// let gate = world.spawn(());
    /// let guard = world.spawn(Guards(gate));
    /// let dog = world.spawn((ChildOf(guard), Guards(guard)));
    /// let tree = world.take_tree::<ChildOf>(guard).unwrap();
    /// let guard = other.spawn_tree(tree.cut_outside())?;
    /// assert_eq!(other.get::<Guards>(guard), None);
    /// let dog = other.tree::<ChildOf>().children(guard).next().unwrap();
    /// assert_eq!(other.get(dog), Some(&Guards(guard)));
    /// # Ok::<(), ecs_world::ChangeError<_>>(())
    /// ```
    pub fn cut_outside(mut self) -> Self {
        let count = self.templates.len();
        let is_outside = |handle: Entity| number_of(handle).is_some_and(|number| number >= count);
        for template in &mut self.templates {
            drop(template.cut(is_outside));
        }
        // No entity has this index, and no tree is large enough for this to be a code.
        let nothing = Entity::new(u32::MAX, u32::MAX);
        self.map_outside(|handle| nothing.unwrap_or(handle))
    }
}

/// For the world.
impl<W: EcsWorld, R> TemplateTree<W, R> {
    /// Creates a tree of templates whose handles are those of a world; `position_of` returns the position of the template of an entity.
    pub(crate) fn of(templates: Vec<Template<W>>, position_of: impl Fn(Entity) -> Option<usize>) -> Self {
        let mut tree = Self { templates, outside: Vec::new(), is_mapped: false, relation: PhantomData };
        let (count, outside, mut known) = (tree.templates.len(), &mut tree.outside, BTreeMap::new());
        for template in &mut tree.templates {
            template.visit_handles(&mut |handle| {
                let number = position_of(*handle).unwrap_or_else(|| {
                    count
                        + *known.entry(*handle).or_insert_with(|| {
                            outside.push(*handle);
                            outside.len() - 1
                        })
                });
                *handle = code(number).unwrap_or(*handle);
            });
        }
        tree
    }

    /// Returns a handle outside of the tree that is not mapped, if there is one.
    ///
    /// Handles that were replaced since the tree was taken do not count. Runs in **O(handles)** time.
    pub(crate) fn unmapped(&mut self) -> Option<Entity> {
        if self.is_mapped || self.outside.is_empty() {
            return None;
        }
        let (count, outside, mut found) = (self.templates.len(), &self.outside, None);
        for template in &mut self.templates {
            template.visit_handles(&mut |handle| {
                let number = number_of(*handle).and_then(|number| number.checked_sub(count));
                found = found.or_else(|| outside.get(number?).copied());
            });
        }
        found
    }

    pub(crate) fn meaning(&self, handle: Entity) -> Meaning {
        match number_of(handle) {
            Some(number) if number < self.templates.len() => Meaning::Inside(number),
            Some(number) => Meaning::Entity(*self.outside.get(number - self.templates.len()).unwrap_or(&handle)),
            None => Meaning::Entity(handle),
        }
    }

    /// Returns the templates, with these handles of their entities.
    pub(crate) fn into_templates(mut self, handles: &[Entity]) -> Vec<Template<W>> {
        let mut templates = core::mem::take(&mut self.templates);
        let outside = handles.iter().chain(&self.outside).copied().collect::<Vec<_>>();
        for template in &mut templates {
            template.visit_handles(&mut |handle| {
                let meant = number_of(*handle).and_then(|number| outside.get(number));
                *handle = *meant.unwrap_or(handle);
            });
        }
        templates
    }
}

impl<W: for<'x> CloneComponents<'x>, R> Clone for TemplateTree<W, R> {
    fn clone(&self) -> Self {
        Self {
            templates: self.templates.clone(),
            outside: self.outside.clone(),
            is_mapped: self.is_mapped,
            relation: PhantomData,
        }
    }
}

impl<W: EcsWorld, R> fmt::Debug for TemplateTree<W, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TemplateTree")?;
        f.debug_list().entries(&self.templates).finish()
    }
}

/// The templates, the handles outside, and whether these are mapped to the world where the tree is spawned.
#[cfg(feature = "serde")]
impl<W: crate::world::SaveWorld, R> serde::Serialize for TemplateTree<W, R> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.templates, &self.outside, self.is_mapped).serialize(serializer)
    }
}

/// Handles and parents are checked when the tree is spawned.
#[cfg(feature = "serde")]
impl<'de, W: crate::world::LoadWorld, R> serde::Deserialize<'de> for TemplateTree<W, R> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (templates, outside, is_mapped): (Vec<_>, Vec<_>, bool) = serde::Deserialize::deserialize(deserializer)?;
        if templates.is_empty() {
            return Err(serde::de::Error::custom("a tree of templates has a root"));
        }
        Ok(Self { templates, outside, is_mapped, relation: PhantomData })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_has_a_code_that_no_entity_has() {
        let greatest = (1 << 31) - 1;
        for number in [0, 1, 2, 3, 1_000, greatest - 1, greatest] {
            let code = code(number).expect("the number is small enough");
            assert_eq!((code.index(), number_of(code)), (u32::MAX, Some(number)));
        }
        assert_eq!([greatest + 1, usize::MAX].map(code), [None, None]);
        assert_eq!(number_of(crate::entity::entity(u32::MAX - 1)), None);
    }
}
