//! The fetch of the handle of an entity. Indices come from the source, generations from the allocator.
//!
//! The column of handles is the allocator: an index and its generation are the handle of a live entity. It contains every entity, so it
//! requires nothing and restricts no iteration. Nothing is looked up, since the index of the entity at a step is known.

use core::slice;

use super::sealed::Sealed;
use super::{BLOCK, Fetch, KnownOf, LookedUp, ReadFetch, Stretch};
use crate::allocator::Allocator;
use crate::entity::Entity;
use crate::sparse::Source;

/// Fetches the [`Entity`] itself.
///
/// The only fetch that names no component. Beside others it costs a load of the generation per entity.
#[derive(Debug)]
pub struct Handle;

/// The handles of a run of entities, beside the slices of their values. [`slices`](crate::Query::slices) returns them for `Entity`.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq)] struct Health(u32);
/// # ecs_world! { components: Health; }
/// # let mut world = World::default();
/// let ships = world.spawn_batch([1, 2].map(Health));
/// let (handles, health) = world.query::<(Entity, &Health)>().slices().expect("one storage, and no filter");
/// assert_eq!((handles.len(), handles.get(1), handles.get(2)), (2, Some(ships[1]), None));
/// assert!(handles.iter().eq(ships.iter().copied()));
/// assert_eq!(health, [1, 2].map(Health));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Handles<'w> {
    /// The indices of a storage or a list, in its order.
    pub(super) indices: &'w [u32],
    /// Generations by index. The slice itself, so that its address is not loaded again for each handle.
    pub(super) generations: &'w [u32],
}

/// The handle of the entity that is alive at an index: the caller knows that one is, since a storage or a view lists it. Runs in **O(1)**
/// time.
#[inline(always)]
pub(super) fn living(generations: &[u32], index: u32) -> Entity {
    Entity::of_generation(index, generations.get(index as usize).copied().unwrap_or_default())
}

impl<'w> Handles<'w> {
    /// Number of handles. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let slices = |world: &World| world.query::<(Entity, &Health)>().slices().map(|(handles, _)| handles.len());
    /// assert_eq!(slices(&world), Some(0), "no value is a run of length 0");
    /// world.spawn_batch([1, 2].map(Health));
    /// assert_eq!(slices(&world), Some(2));
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Returns true if there is no handle. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// The handle at a position; `None` if there are fewer. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Health(1));
    /// let (handles, health) = world.query::<(Entity, &Health)>().slices().unwrap();
    /// assert_eq!((handles.get(0), handles.get(health.len())), (Some(ship), None));
    /// ```
    #[must_use]
    #[inline]
    pub fn get(&self, at: usize) -> Option<Entity> {
        self.indices.get(at).map(|index| living(self.generations, *index))
    }

    /// Splits the handles at a position. (Panics if there are fewer.)
    pub(super) fn split_at(self, at: usize) -> (Self, Self) {
        let (front, back) = self.indices.split_at(at);
        (Self { indices: front, ..self }, Self { indices: back, ..self })
    }

    /// Iterates over the handles by position. Runs in **O(1)** time per handle.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let [_, tank] = [1, 9].map(|health| world.spawn(Health(health)));
    /// let (handles, health) = world.query::<(Entity, &Health)>().slices().unwrap();
    /// let strongest = handles.iter().zip(health).max_by_key(|(_, health)| health.0);
    /// assert_eq!(strongest.map(|(entity, _)| entity), Some(tank));
    /// ```
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Entity> + use<'w> {
        let generations = self.generations;
        self.indices.iter().map(move |index| living(generations, *index))
    }
}

impl Sealed for Handle {}

impl Fetch for Handle {
    type Columns<'w> = &'w Allocator;
    type Item<'w> = Entity;
    type Scattered<'w> = &'w Allocator;
    type Slice<'w> = Handles<'w>;
    type Blocks<'w> = (&'w [[u32; BLOCK]], &'w [u32]);
    type Block<'w> = (&'w [u32; BLOCK], &'w [u32]);
    type Places<'w> = ();
    type Room = ();
    type Few = ();

    #[inline(always)]
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
        columns
    }

    #[inline(always)]
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>> {
        columns.entity_at(index)
    }

    #[inline(always)]
    fn scatter<'w>(columns: Self::Columns<'w>, _: Source<'w>) -> Self::Scattered<'w> {
        columns
    }

    #[inline(always)]
    fn next<'w>(scattered: &mut Self::Scattered<'w>, _: usize, index: u32) -> Option<Self::Item<'w>> {
        Some(scattered.living(index))
    }

    #[inline(always)]
    fn step<'a>(columns: &'a mut Self::Columns<'_>, _: usize, index: u32) -> Option<Self::Item<'a>> {
        Some(columns.living(index))
    }

    #[inline(always)]
    fn places<'w>(_: &Self::Columns<'w>) -> Self::Places<'w> {}

    #[inline(always)]
    fn item_at<'a>(
        columns: &'a mut Self::Columns<'_>,
        (): &Self::Room,
        _: usize,
        index: u32,
    ) -> Option<Self::Item<'a>> {
        Some(columns.living(index))
    }

    #[inline(always)]
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>> {
        Some(Source::Live(columns))
    }

    #[inline(always)]
    fn align(_: &mut Self::Columns<'_>, _: Source<'_>) {}

    #[inline(always)]
    fn compare(_: &mut Self::Columns<'_>, _: Source<'_>, _: usize) {}

    #[inline(always)]
    fn slice<'w>(columns: Self::Columns<'w>, source: Source<'w>, _: usize) -> Option<Self::Slice<'w>> {
        Some(Handles { indices: source.indices()?, generations: columns.generations() })
    }

    const TRACKED: bool = false;

    #[inline(always)]
    fn all_aligned(_: &Self::Columns<'_>) -> bool {
        true
    }

    #[inline(always)]
    fn finds(_: &Self::Columns<'_>, _: usize, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn mark(_: &Self::Columns<'_>, _: usize, _: u32) {}

    #[inline(always)]
    fn mark_first(_: &Self::Columns<'_>, _: usize) {}

    const SLICED: bool = true;
    const REQUIRED: usize = 0;
    const BY_ENTITY: bool = false;

    #[inline(always)]
    fn run_at<'a>(columns: &'a mut Self::Columns<'_>, (): &Self::Room, indices: &'a [u32]) -> Option<Self::Slice<'a>> {
        Some(Handles { indices, generations: columns.generations() })
    }

    #[inline(always)]
    fn covers(slice: &Self::Slice<'_>, len: usize) -> bool {
        slice.indices.len() >= len
    }

    #[inline(always)]
    fn blocks(slice: Self::Slice<'_>) -> (Self::Blocks<'_>, Self::Slice<'_>) {
        let (blocks, rest) = slice.indices.as_chunks();
        ((blocks, slice.generations), Handles { indices: rest, ..slice })
    }

    #[inline(always)]
    fn block<'a>((blocks, generations): &'a mut Self::Blocks<'_>, block: usize) -> Self::Block<'a> {
        (&blocks[block], generations)
    }

    #[inline(always)]
    fn lane<'a>((block, generations): &'a mut Self::Block<'_>, lane: usize) -> Self::Item<'a> {
        living(generations, block[lane])
    }

    #[inline(always)]
    fn at<'a>(slice: &'a mut Self::Slice<'_>, at: usize) -> Self::Item<'a> {
        living(slice.generations, slice.indices[at])
    }
}

impl ReadFetch for Handle {
    #[inline(always)]
    fn share<'w>(columns: &Self::Columns<'w>) -> Self::Columns<'w> {
        columns
    }
}

/// A run of handles is the slice of their indices; all entities have one, so nothing is cut off or looked up.
impl Stretch for Handle {
    type Run<'w> = slice::Iter<'w, u32>;
    type Cut<'w> = &'w Allocator;
    type Rest<'w> = ();
    type Thinned<'w> = &'w [u32];
    type Known<'w> = ();

    const WRITES: bool = false;

    #[inline(always)]
    fn empty<'w>() -> Self::Run<'w> {
        [].iter()
    }

    #[inline(always)]
    fn run_of(Handles { indices, .. }: Self::Slice<'_>, _: usize) -> Self::Run<'_> {
        indices.iter()
    }

    #[inline(always)]
    fn generations<'w>(columns: &Self::Columns<'w>) -> &'w [u32] {
        columns.generations()
    }

    #[inline(always)]
    fn item<'w>(index: &'w u32, generations: &'w [u32]) -> Self::Item<'w> {
        living(generations, *index)
    }

    #[inline(always)]
    fn cut(columns: Self::Columns<'_>) -> Self::Cut<'_> {
        columns
    }

    #[inline(always)]
    fn together(_: &Self::Cut<'_>, _: usize, indices: &[u32]) -> usize {
        indices.len()
    }

    #[inline(always)]
    fn take<'w>(_: &mut Self::Cut<'w>, _: usize, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        Some(indices.iter())
    }

    #[inline(always)]
    fn thin<'w>(_: &mut Self::Cut<'w>, _: usize, indices: &'w [u32]) -> Option<Self::Thinned<'w>> {
        Some(indices)
    }

    #[inline(always)]
    fn thinned_at<'w>(thinned: &mut Self::Thinned<'w>, at: usize) -> Option<&'w u32> {
        thinned.get(at)
    }

    #[inline(always)]
    fn no_rest<'w>() -> Self::Rest<'w> {}

    #[inline(always)]
    fn rest<'w>(_: Self::Cut<'w>, _: Source<'w>) -> Self::Rest<'w> {}

    #[inline(always)]
    fn rest_at<'w>((): &mut Self::Rest<'w>, (): &Self::Few, entity: LookedUp<'w>) -> Option<&'w u32> {
        Some(entity.index)
    }

    #[inline(always)]
    fn known<'w>(_: Self::Columns<'w>, (): KnownOf<'w, Self>, _: usize) -> Option<Self::Known<'w>> {
        Some(())
    }

    #[inline(always)]
    fn known_at<'w>((): &mut Self::Known<'w>, _: usize, index: &'w u32) -> Option<&'w u32> {
        Some(index)
    }

    #[inline(always)]
    fn read_run<'w>(_: &Self::Columns<'w>, (): &Self::Few, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        Some(indices.iter())
    }

    #[inline(always)]
    fn read_thin<'w>(_: &Self::Columns<'w>, (): &Self::Few, indices: &'w [u32]) -> Option<Self::Thinned<'w>> {
        Some(indices)
    }

    #[inline(always)]
    fn read_at<'w>(_: &Self::Columns<'w>, (): &Self::Few, entity: LookedUp<'w>) -> Option<&'w u32> {
        Some(entity.index)
    }
}
