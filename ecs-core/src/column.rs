//! Columns: borrowed storages without structural changes, as `columns()` lends them.
//!
//! A `&mut` to a storage would allow too much: values could be inserted without updating masks and views, and two storages could be
//! swapped. A column wraps the reference and offers only operations that preserve the structure. All columns of a world are lent at once,
//! as fields of a struct, so that the borrow checker allows any of them to be used together.
//!
//! - **I1** No method of a column inserts, removes or moves a value, so views and masks stay correct.

mod entities;
mod lent;

use core::iter::FusedIterator;
use core::marker::PhantomData;

pub use entities::EntityColumn;
pub use lent::{ReadColumn, read_column};

use crate::allocator::Allocator;
use crate::entity::Entity;
use crate::sparse::EntityIndex;
use crate::storage::{Contiguous, Layout, Marks, SparseSet, Storage, Values, ValuesMut};

/// The values of one component, to read and write, but not to insert or remove.
///
/// Several columns can be borrowed at once and [joined](crate::Join). `Default` is an empty column. `S` is the storage of the component.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq)] struct Position(f32);
/// # struct Velocity(f32);
/// # ecs_world! { components: Position, Velocity; }
/// # let mut world = World::default();
/// let [ship, rock] = [1.0, 5.0].map(|x| world.spawn(Position(x)));
/// world.insert(ship, Velocity(2.0)).unwrap();
/// let mut columns = world.columns();
/// columns.position.get_mut(rock).unwrap().0 = 6.0;
/// for (entity, velocity) in columns.velocity.iter() {
///     columns.position.get_mut(entity).unwrap().0 += velocity.0;
/// }
/// assert_eq!(columns.position.as_slice(), [Position(3.0), Position(6.0)]);
/// ```
pub struct ColumnMut<'w, C, S = SparseSet<C>> {
    borrow: Borrow<'w, S>,
    component: PhantomData<fn() -> C>,
}

/// How a column borrows its storage, with the allocator to check handles. Users get `Unique`, or `Gone` after they moved a column out;
/// queries take the columns that they write and share those that they read.
enum Borrow<'w, S> {
    /// Moved out, or `Default`: such a column has no values.
    Gone,
    /// Lent to a query that reads, which others can share.
    Shared(&'w S, &'w Allocator),
    /// As `columns()` returns it.
    Unique(&'w mut S, &'w Allocator),
}

impl<C, S> Default for ColumnMut<'_, C, S> {
    fn default() -> Self {
        Self { borrow: Borrow::Gone, component: PhantomData }
    }
}

/// Prints the values by entity: `{3v1: Position(0.5)}`.
impl<C: core::fmt::Debug + 'static, S: Storage<Value = C>> core::fmt::Debug for ColumnMut<'_, C, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<C: 'static, S: Storage<Value = C>> ColumnMut<'_, C, S> {
    /// The storage and the allocator; `None` if the column was moved out.
    fn borrowed(&self) -> Option<(&S, &Allocator)> {
        match &self.borrow {
            Borrow::Gone => None,
            Borrow::Shared(storage, living) => Some((storage, living)),
            Borrow::Unique(storage, living) => Some((storage, living)),
        }
    }

    fn borrowed_mut(&mut self) -> Option<(&mut S, &Allocator)> {
        match &mut self.borrow {
            Borrow::Unique(storage, living) => Some((storage, living)),
            Borrow::Gone | Borrow::Shared(..) => None,
        }
    }

    pub(crate) fn storage(&self) -> Option<&S> {
        Some(self.borrowed()?.0)
    }

    pub(crate) fn storage_mut(&mut self) -> Option<&mut S> {
        Some(self.borrowed_mut()?.0)
    }

    /// Returns the value of an entity; `None` if the entity is dead or lacks the component. Costs a lookup in the storage: **O(1)** in
    /// most.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let [ship, rock] = [world.spawn(Position(1.0)), world.spawn(())];
    /// let columns = world.columns();
    /// assert_eq!((columns.position.get(ship), columns.position.get(rock)), (Some(&Position(1.0)), None));
    /// ```
    #[must_use]
    pub fn get(&self, entity: Entity) -> Option<&C> {
        let (storage, living) = self.borrowed()?;
        storage.value(entity, living)
    }

    /// Returns the value of an entity, to write; `None` if the entity is dead or lacks the component. Costs a lookup in the storage:
    /// **O(1)** in most.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Health(5));
    /// let mut columns = world.columns();
    /// if let Some(health) = columns.health.get_mut(hero) {
    ///     health.0 -= 1;
    /// }
    /// assert_eq!(columns.health.get(hero), Some(&Health(4)));
    /// ```
    #[must_use]
    pub fn get_mut(&mut self, entity: Entity) -> Option<&mut C> {
        let (storage, living) = self.borrowed_mut()?;
        storage.value_mut(entity, living)
    }

    /// Returns true if an entity has a value in this column. Costs a lookup in the storage.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let [ship, rock] = [world.spawn(Position(1.0)), world.spawn(())];
    /// let columns = world.columns();
    /// assert!(columns.position.contains(ship) && !columns.position.contains(rock));
    /// assert!(columns.entities.contains(rock), "it is alive all the same");
    /// ```
    #[must_use]
    pub fn contains(&self, entity: Entity) -> bool {
        self.get(entity).is_some()
    }

    /// Number of values. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Health(u32);
    /// # struct Armour(u32);
    /// # ecs_world! { components: Health, Armour; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1, 2].map(Health));
    /// let columns = world.columns();
    /// assert_eq!((columns.health.len(), columns.armour.is_empty(), columns.entities.len()), (2, true, 2));
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.storage().map_or(0, S::values)
    }

    /// Returns true if there is no value. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// A column can be moved out; what is left in its place is empty:
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn(Health(5));
    /// let mut columns = world.columns();
    /// let health = std::mem::take(&mut columns.health);
    /// assert!(!health.is_empty() && columns.health.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the entities that have a value, as `Entity`, in the order of the storage. A step costs as much as one of
    /// [`iter`](Self::iter).
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let ships = world.spawn_batch([1.0, 2.0].map(Position));
    /// world.spawn(());
    /// assert!(world.columns().position.entities().eq(ships));
    /// ```
    #[must_use]
    pub fn entities(&self) -> impl ExactSizeIterator<Item = Entity> + FusedIterator + '_ {
        let entities = self.borrowed().map(|(storage, living)| entities(storage.parts().0, living));
        Counted { left: self.len(), items: entities.into_iter().flatten() }
    }

    /// Iterates over entities and values, as `(Entity, &C)`, in the order of the storage.
    ///
    /// A step costs **O(1)**. In storages by index, slots without a value are skipped one by one, so all steps together take **O(slots)**
    /// time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// assert!(world.columns().position.iter().eq([(ship, &Position(1.0))]));
    /// ```
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Entity, &C)> + FusedIterator {
        let pairs = self.borrowed().map(|(storage, living)| {
            let (index, values) = storage.parts();
            entities(index, living).zip(values.each())
        });
        Counted { left: self.len(), items: pairs.into_iter().flatten() }
    }

    /// Iterates over entities and values to write, as `(Entity, &mut C)`, in the order of the storage.
    ///
    /// If something reads changes of the component, this call marks all values as changed, even those that are not reached if a loop ends
    /// early. To mark only what is written, query `Mut<'_, C>`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1.0, 2.0].map(Position));
    /// let mut columns = world.columns();
    /// for (_, position) in columns.position.iter_mut() {
    ///     position.0 *= 2.0;
    /// }
    /// assert_eq!(columns.position.as_slice(), [2.0, 4.0].map(Position));
    /// ```
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (Entity, &mut C)> + FusedIterator {
        let left = self.len();
        let pairs = self.borrowed_mut().map(|(storage, living)| {
            let positions = storage.source().steps();
            let (index, values, marks) = storage.written_parts();
            if S::LAYOUT == Layout::Indexed {
                // The positions without a value have no mark.
                index.source().iter().for_each(|position| marks.mark::<false>(position as usize));
            } else {
                marks.mark_range::<false>(0..positions);
            }
            entities(index, living).zip(values.each())
        });
        Counted { left, items: pairs.into_iter().flatten() }
    }
}

impl<C: 'static, S: Contiguous<Value = C>> ColumnMut<'_, C, S> {
    /// The values as one slice, in the order of [`entities`](Self::entities). Runs in **O(1)** time. For dense storages only.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1, 2, 3].map(Health));
    /// let columns = world.columns();
    /// assert_eq!(columns.health.as_slice().iter().map(|health| health.0).sum::<u32>(), 6);
    /// ```
    #[must_use]
    pub fn as_slice(&self) -> &[C] {
        self.storage().map_or(&[], S::as_slice)
    }

    /// The values as one slice to write, in the order of [`entities`](Self::entities). Runs in **O(1)** time, or in **O(values / 64)** if
    /// something reads changes. For dense storages only.
    ///
    /// Values may be swapped with one another: each belongs to the entity at its position. If something reads changes of the component, all
    /// values are marked as changed: a bit each, a word at a time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1, 2, 3].map(Health));
    /// for health in world.columns().health.as_mut_slice() {
    ///     health.0 *= 2;
    /// }
    /// assert_eq!(world.columns().health.as_slice(), [2, 4, 6].map(Health));
    /// ```
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [C] {
        let Some(storage) = self.storage_mut() else { return &mut [] };
        let positions = storage.values();
        storage.written_parts().2.mark_range::<false>(0..positions);
        storage.as_mut_slice()
    }
}

/// The entities of an index, in its order.
fn entities<'a, I: EntityIndex>(index: &'a I, living: &'a Allocator) -> impl Iterator<Item = Entity> + use<'a, I> {
    index.iter_indices().map(|index| living.living(index))
}

/// An iterator over a known number of items, which its adapters do not know.
struct Counted<I> {
    /// Yields `left` items.
    items: I,
    /// Number of items that were not yielded yet.
    left: usize,
}

impl<I: Iterator> Iterator for Counted<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        let item = self.items.next()?;
        self.left = self.left.saturating_sub(1);
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    #[inline]
    fn fold<T, Each: FnMut(T, I::Item) -> T>(self, initial: T, function: Each) -> T {
        self.items.fold(initial, function)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        self.left = self.left.saturating_sub(n.saturating_add(1));
        self.items.nth(n)
    }

    fn count(self) -> usize {
        self.left
    }
}

impl<I: Iterator> ExactSizeIterator for Counted<I> {}
impl<I: FusedIterator> FusedIterator for Counted<I> {}

/// Wraps a storage, for generated code.
#[inline]
pub fn column<'w, C, S>(storage: &'w mut S, entities: EntityColumn<'w>) -> ColumnMut<'w, C, S> {
    ColumnMut { borrow: Borrow::Unique(storage, entities.allocator), component: PhantomData }
}
