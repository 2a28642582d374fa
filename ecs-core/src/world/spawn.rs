//! Spawning batches: from iterators and from columns.
//!
//! Values are appended first, without entities; then all entities are allocated at once, assigned to the values, and entered into views. If
//! any system of the world has callbacks, bundles of iterators are spawned one by one instead, since a callback runs directly after its
//! transition.
//!
//! Why this is faster than spawning one by one:
//!
//! - capacity is reserved once per storage, from `size_hint` within limits, or from the lengths of the columns;
//! - the indices of all new entities are allocated in one loop;
//! - a view is tested once per batch, since all entities of a batch have the same mask, and then receives them as a slice.
//!
//! If the iterator panics, the appended values have no entities. The guard `Batch` spawns them while the panic unwinds, as if the iterator
//! had ended there.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Deref;

use super::change::settle_reserved;
use super::past::ColumnsDouble;
use super::positions;
use super::relations::{self, ColumnsRelate, Relates};
use super::transition::{Concerned, Spawning, call_added, sealed};
use crate::access::Concern;
use crate::allocator::exhausted;
use crate::bundle::{Bundle, BundleColumns, BundleKind, plain};
use crate::entity::Entity;
use crate::error::UnequalColumns;
use crate::storage::ShrinkToFit;
use crate::view::Transition;
use crate::world::{Core, EcsWorld, Token};

/// Maximum number of entities, and of bytes of values, for which capacity is reserved from `size_hint`, since it can be wrong.
const MOST_PREPARED: usize = 1 << 16;
const MOST_BYTES: usize = 1 << 24;

/// The handles of entities that were spawned together, in order.
///
/// It dereferences to a slice of them.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
/// # ecs_world! { components: Position; }
/// # let mut world = World::default();
/// let ships = world.spawn_batch([1.0, 2.0, 3.0].map(Position));
/// let [first, .., last] = *ships else { unreachable!("there are three") };
/// assert_eq!((first, last), (ships[0], ships[2]));
/// assert_eq!(ships.into_vec().len(), 3);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entities(Vec<Entity>);

impl Entities {
    pub(crate) fn of(entities: Vec<Entity>) -> Self {
        Self(entities)
    }

    /// Converts the handles to a vector. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let all: Vec<Entity> = world.spawn_batch([1, 2].map(Health)).into_vec();
    /// assert!(all.iter().all(|entity| world.contains(*entity)));
    /// ```
    #[must_use]
    pub fn into_vec(self) -> Vec<Entity> {
        self.0
    }
}

impl Deref for Entities {
    type Target = [Entity];

    fn deref(&self) -> &[Entity] {
        &self.0
    }
}

impl IntoIterator for Entities {
    type Item = Entity;
    type IntoIter = alloc::vec::IntoIter<Entity>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Entities {
    type Item = Entity;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Entity>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

/// Reserves capacity for `additional` entities with a bundle.
#[track_caller]
pub(super) fn reserve<W: EcsWorld, B: Bundle<W>>(world: &mut W, additional: usize) {
    let core = world.__core_mut(Token::new());
    core.entities.allocator.expect_left(additional);
    B::Kind::reserve(&mut core.storages, additional);
    core.entities.reserve(additional);
}

/// Frees spare memory of storages and masks, and cached positions.
pub(super) fn shrink_to_fit<W: EcsWorld>(world: &mut W) {
    let core = world.__core_mut(Token::new());
    core.entities.shrink_to_fit();
    core.tidy.shrink_to_fit();
    core.targets.free();
    for component in 0..W::COMPONENTS.len() {
        W::__visit_storage(&mut core.storages, component, ShrinkToFit);
    }
    positions::free(world);
}

/// Spawns the bundles of an iterator. If it panics, the bundles before are spawned, and in all their views.
#[track_caller]
pub(super) fn spawn_batch<W: EcsWorld, I: IntoIterator<Item: Bundle<W>>>(world: &mut W, bundles: I) -> Entities {
    let bundles = bundles.into_iter();
    let left = world.__core(Token::new()).entities.allocator.left();
    let expected = prepared(bundles.size_hint().0, size_of::<I::Item>()).min(left);
    reserve::<W, I::Item>(world, expected);
    if const { W::CALLBACKS || <<I::Item as Bundle<W>>::Kind as BundleKind<W, I::Item>>::ACCESS.has_optional() } {
        // A callback runs directly after its transition, and may panic. Bundles with optional parts have different masks.
        let mut entities = Vec::with_capacity(expected);
        // Not `extend`, which would reserve capacity for the whole `size_hint`.
        for bundle in bundles {
            entities.push(world.spawn(bundle));
        }
        return Entities(entities);
    }
    settle_reserved(world);
    let core = world.__core_mut(Token::new());
    core.targets.clear();
    let most = core.entities.allocator.left();
    let mut batch = Batch::<W, I::Item> { core, rows: 0, bundle: PhantomData };
    for bundle in bundles {
        batch.add(bundle, most);
    }
    batch.finish()
}

/// Appended values that get their entities when this guard is dropped, even while a panic unwinds.
struct Batch<'w, W: EcsWorld, B: Bundle<W>> {
    core: &'w mut Core<W>,
    /// Number of values in each storage of the bundle that have no entity yet.
    rows: usize,
    bundle: PhantomData<B>,
}

impl<W: EcsWorld, B: Bundle<W>> Batch<'_, W, B> {
    #[inline]
    #[track_caller]
    fn add(&mut self, bundle: B, most: usize) {
        if self.rows == most {
            exhausted();
        }
        let plain = plain::<W, B>(bundle);
        if const { Relates::<W, B>::ANY }
            && let Some(kind) = relations::refusal_of_next::<W, B>(self.core, None, &plain)
        {
            relations::refuse(kind);
        }
        B::Kind::push_unowned(plain, &mut self.core.storages);
        self.rows += 1;
    }

    fn finish(mut self) -> Entities {
        Entities(self.spawn())
    }

    /// Allocates an entity for each row; does nothing when called again.
    fn spawn(&mut self) -> Vec<Entity> {
        let Core { storages, entities, .. } = &mut *self.core;
        let mask = B::Kind::mask();
        let spawned = entities.spawn_many(core::mem::take(&mut self.rows), mask);
        B::Kind::assign_owners(storages, &spawned);
        if const { Relates::<W, B>::ANY } {
            relations::link_all(self.core, &spawned, &mask);
        }
        let Core { storages, views, .. } = &mut *self.core;
        W::__spawned::<Spawning<B>>(storages, views, &spawned, &mask);
        spawned
    }
}

impl<W: EcsWorld, B: Bundle<W>> Drop for Batch<'_, W, B> {
    fn drop(&mut self) {
        self.spawn();
    }
}

/// Number of values of this size to reserve capacity for, if `size_hint` returned `said`.
fn prepared(said: usize, size: usize) -> usize {
    said.min(MOST_PREPARED).min(MOST_BYTES / size.max(1))
}

/// Rejects columns that name a component twice, when they are compiled for a world. Generated code evaluates it first, so that the error
/// points to the user's code.
pub struct CheckColumns<W, C>(PhantomData<(W, C)>);

impl<W: EcsWorld, C: BundleColumns<W>> CheckColumns<W, C> {
    /// A constant whose evaluation fails for such columns.
    pub const OK: () =
        C::ACCESS.expect_distinct(W::COMPONENTS, "these columns name the component `", "` twice: name it once");
}

/// The change of entities that are spawned with the columns `C`.
struct SpawningColumns<C>(PhantomData<C>);

impl<C> sealed::Sealed for SpawningColumns<C> {}

impl<W: EcsWorld, C: BundleColumns<W>> Concerned<W> for SpawningColumns<C> {
    const CONCERN: Concern = Concern::Spawn(C::ACCESS);
}

/// Spawns one entity per row of the columns.
#[track_caller]
pub(super) fn spawn_columns<W: EcsWorld, C: BundleColumns<W>>(
    world: &mut W,
    columns: C,
) -> Result<Entities, UnequalColumns<C>> {
    let (shortest, longest) = columns.lengths().unwrap_or((0, 0));
    if shortest != longest {
        return Err(UnequalColumns { columns });
    }
    settle_reserved(world);
    let core = world.__core_mut(Token::new());
    if const { ColumnsRelate::<W, C>::ANY }
        && let Some(kind) = relations::refusal_of_columns(core, &columns)
    {
        relations::refuse(kind);
    }
    core.entities.allocator.expect_left(longest);
    if const { ColumnsDouble::<W, C>::ANY } {
        columns.prepare(&mut core.storages);
    }
    let spawned = core.entities.spawn_many(longest, C::mask());
    columns.push_all(&mut core.storages, &spawned);
    if const { ColumnsRelate::<W, C>::ANY } {
        relations::link_all(core, &spawned, &C::mask());
    }
    let Core { storages, views, .. } = core;
    W::__spawned::<SpawningColumns<C>>(storages, views, &spawned, &C::mask());
    // When all values and views are complete, since a callback may panic.
    if W::CALLBACKS {
        for entity in &spawned {
            call_added::<W, SpawningColumns<C>>(world, &Transition::spawned(*entity, C::mask()));
        }
    }
    Ok(Entities(spawned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_hint_of_an_iterator_is_trusted_up_to_a_limit() {
        assert_eq!(prepared(7, 100), 7);
        let around = |n: usize| [0, 1, 2, 3, n - 1, n, n + 1, usize::MAX];
        assert_eq!(
            around(MOST_PREPARED).map(|lower| prepared(lower, 0)),
            around(MOST_PREPARED).map(|lower| lower.min(MOST_PREPARED))
        );
        let sizes = [MOST_BYTES - 1, MOST_BYTES, MOST_BYTES + 1, MOST_BYTES / 2, MOST_BYTES / 3];
        assert_eq!(sizes.map(|size| prepared(9, size)), [1, 1, 0, 2, 3]);
        assert_eq!(prepared(usize::MAX, 1 << 20), 16);
        assert_eq!(prepared(usize::MAX, usize::MAX), 0);
    }
}
