//! Readers of changes, which are registered at run time.

use core::marker::PhantomData;

use crate::entity::Entity;
use crate::mask::BitMask;
use crate::query::{CheckQuery, Query, QueryData, QueryKind, query_listed};
use crate::sparse::{EntityIndex, SparseIndex};
use crate::storage::{ReaderId, Storage, TrackedStorage, Values};
use crate::world::{Core, Holds, Token};

/// Reads the changes of the component `C`, which has `#[tracked]`, in code that is not a system.
///
/// A reader yields what changed since it last read, as a system does with `#[system(changed(C))]`. It is registered in one world and its
/// clones, and reads nothing in others. Until it is [released](Self::release), it costs one bit per value, and one store per write of a
/// value. A clone of the world cannot release it once the original has, so it costs that as long as the clone lives.
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
/// use ecs_world::ChangeReader;
///
/// #[derive(Debug, PartialEq)]
/// struct Position(f32);
///
/// ecs_world! { components: #[tracked] Position; }
///
/// let mut world = World::default();
/// let [ship, rock] = [1.0, 2.0].map(|x| world.spawn(Position(x)));
/// let mut reader = ChangeReader::<Position>::new(&mut world);
/// world.get_mut::<Position>(ship).unwrap().0 = 3.0;
/// let mut moved = vec![];
/// reader.for_each(&mut world, |entity, position| moved.push((entity, position.0)));
/// assert_eq!(moved, [(ship, 3.0)]);
/// reader.for_each(&mut world, |_, _| unreachable!("nothing changed since"));
/// reader.release(&mut world);
/// # let _ = rock;
/// ```
#[derive(Debug)]
#[must_use = "a reader that is dropped and not released costs time where values are written"]
pub struct ChangeReader<C> {
    /// Identifies the reader in its storage; storages of other worlds have no such reader.
    number: ReaderId,
    /// The entities that the last query found.
    found: SparseIndex,
    component: PhantomData<fn() -> C>,
}

impl<C: 'static> ChangeReader<C> {
    /// Registers a reader, for which nothing has changed yet. Runs in **O(values)** time, one word at a time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{ChangeReader, prelude::*};
    /// # struct Position(f32);
    /// # ecs_world! { components: #[tracked] Position; }
    /// # let mut world = World::default();
    /// world.spawn(Position(1.0));
    /// let mut reader = ChangeReader::<Position>::new(&mut world);
    /// let later = world.spawn(Position(2.0));
    /// let mut changed = vec![];
    /// reader.for_each(&mut world, |entity, _| changed.push(entity));
    /// assert_eq!(changed, [later], "the other value was there before the reader");
    /// # reader.release(&mut world);
    /// ```
    pub fn new<W: Holds<C, Storage: TrackedStorage>>(world: &mut W) -> Self {
        let storage = W::storage_mut(&mut world.__core_mut(Token::new()).storages);
        let positions = storage.positions();
        let number = storage.registered().2.register(positions);
        Self { number, found: SparseIndex::new(), component: PhantomData }
    }

    /// Calls a function for each entity whose value changed since the last call, in the order of the storage, and clears the changes. Runs
    /// in **O(changes + values / word)** time.
    ///
    /// If the function panics, the next call visits the entities that were not reached.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{ChangeReader, prelude::*};
    /// # struct Position(f32);
    /// # ecs_world! { components: #[tracked] Position; }
    /// # let mut world = World::default();
    /// let [ship, rock] = [1.0, 2.0].map(|x| world.spawn(Position(x)));
    /// let mut reader = ChangeReader::<Position>::new(&mut world);
    /// for x in [3.0, 4.0] {
    ///     world.get_mut::<Position>(rock).unwrap().0 = x;
    ///     world.get_mut::<Position>(ship).unwrap().0 = x;
    /// }
    /// world.despawn(rock).unwrap();
    /// let mut seen = vec![];
    /// reader.for_each(&mut world, |entity, position| seen.push((entity, position.0)));
    /// assert_eq!(seen, [(ship, 4.0)], "once per entity, and none that is dead");
    /// # reader.release(&mut world);
    /// ```
    pub fn for_each<W: Holds<C, Storage: TrackedStorage>>(
        &mut self,
        world: &mut W,
        mut function: impl FnMut(Entity, &C),
    ) {
        let Core { storages, entities, .. } = world.__core_mut(Token::new());
        let (index, values, registered) = W::storage_mut(storages).registered();
        let Some(marks) = registered.marks_of(self.number) else { return };
        marks.drain(usize::MAX, |position| {
            if let (Some(entity), Some(value)) = (index.index_at(position), values.get(position)) {
                function(entities.handles().living(entity), value);
            }
        });
    }

    /// Queries the entities whose value changed since the last reading, in the order of the storage, and clears the changes. Values that
    /// are written through the query count as changed for the next reading, like those that are written elsewhere.
    ///
    /// Runs in **O(changes + values / word)** time, in addition to settling delayed and active-passive views; then an item costs as much as
    /// in a list. Allocates only if more entities changed than ever before. The changes are cleared when the query is made, even if its
    /// iteration panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use ecs_world::prelude::*;
    /// use ecs_world::ChangeReader;
    ///
    /// struct Position(f32);
    /// struct Sprite(f32);
    ///
    /// ecs_world! { components: #[tracked] Position, Sprite; }
    ///
    /// let mut world = World::default();
    /// let [ship, rock] = [1.0, 2.0].map(|x| world.spawn((Position(x), Sprite(x))));
    /// let mut reader = ChangeReader::<Position>::new(&mut world);
    /// world.get_mut::<Position>(ship).unwrap().0 = 3.0;
    /// let mut moved = reader.query::<_, (&Position, &mut Sprite)>(&mut world);
    /// moved.for_each(|(position, sprite)| sprite.0 = position.0);
    /// assert_eq!([ship, rock].map(|entity| world.get::<Sprite>(entity).unwrap().0), [3.0, 2.0]);
    /// # reader.release(&mut world);
    /// ```
    pub fn query<'w, W: Holds<C, Storage: TrackedStorage>, Q: QueryData<W>>(
        &'w mut self,
        world: &'w mut W,
    ) -> Query<'w, W, Q> {
        let () = CheckQuery::<W, Q>::OK;
        self.found.clear();
        let Core { storages, entities, .. } = world.__core_mut(Token::new());
        let (index, _, registered) = W::storage_mut(storages).registered();
        if let Some(marks) = registered.marks_of(self.number) {
            marks.drain(usize::MAX, |position| {
                let Some(index) = index.index_at(position) else { return };
                // Iterators rely on visited entities having the required components.
                let mask = &entities.masks()[index as usize];
                if Q::Kind::ACCESS.is_met(&|component| mask.contains(component)) {
                    self.found.push(index);
                }
            });
        }
        query_listed(world, &self.found)
    }

    /// Removes the reader from a world, and so its costs. Does nothing in other worlds. Runs in **O(readers)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{ChangeReader, prelude::*};
    /// # struct Position(f32);
    /// # ecs_world! { components: #[tracked] Position; }
    /// # let mut world = World::default();
    /// let mut reader = ChangeReader::<Position>::new(&mut world);
    /// world.spawn(Position(1.0));
    /// let mut changed = 0;
    /// reader.for_each(&mut world, |_, _| changed += 1);
    /// assert_eq!(changed, 1, "what was added has changed");
    /// reader.release(&mut world);
    /// ```
    pub fn release<W: Holds<C, Storage: TrackedStorage>>(self, world: &mut W) {
        W::storage_mut(&mut world.__core_mut(Token::new()).storages).registered().2.release(self.number);
    }
}
