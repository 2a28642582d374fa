//! Aligned columns, whose only effect outside of this crate is the time that iteration takes.

use alloc::vec::Vec;

use super::{Banded, Build, FOUND, Fetch, Handle, Maybe, Named, ParFetch, Places, Read, Write, WriteMut, write_noted};
use crate::allocator::Allocator;
use crate::entity::entity;
use crate::sparse::{EntityIndex, Source, SparseIndex};
use crate::storage::{Lookup, LookupMut, Sortable, SparseSet, SplitSet, Storage, TagSet, Values, VecStorage};

/// A storage with the values 70, 30 and 50 of the entities 7, 3 and 5.
fn filled<S: Storage<Value = u64> + Default>() -> S {
    let mut storage = S::default();
    for index in [7, 3, 5] {
        storage.push(entity(index), index * 10);
    }
    storage
}

fn read<S: Storage>(storage: &S) -> Lookup<'_, S> {
    let (index, values) = storage.parts();
    Lookup { index, values, ..Lookup::default() }
}

fn write<S: Storage>(storage: &mut S) -> LookupMut<'_, S> {
    let (index, values) = storage.parts_mut();
    LookupMut { index, values, ..LookupMut::default() }
}

#[test]
fn a_column_is_aligned_with_its_own_order_and_with_no_other() {
    let (mut set, other) = (filled::<SparseSet<u64>>(), SparseIndex::new());
    let mut column = read(&set);
    for (source, aligned) in [(column.index.source(), true), (Source::all(&other), false)] {
        Read::<SparseSet<u64>>::align(&mut column, source);
        assert_eq!(column.aligned, aligned);
        let own = column.index.source();
        Maybe::<Read<SparseSet<u64>>>::align(&mut column, own);
        assert!(column.aligned, "an optional column is aligned like a required one");
    }
    let mut column = write(&mut set);
    for (source, aligned) in [(column.index.source(), true), (Source::all(&other), false)] {
        Write::<SparseSet<u64>>::align(&mut column, source);
        assert_eq!(column.aligned, aligned);
    }
    let mut column = write_noted(&mut set);
    let own = WriteMut::narrow(&column).expect("a required column narrows the source");
    for (source, aligned) in [(own, true), (Source::all(&other), false)] {
        WriteMut::align(&mut column, source);
        assert_eq!(WriteMut::all_aligned(&column), aligned, "values that are marked as they are written");
    }
}

#[test]
fn adjacent_values_are_slices_whether_aligned_or_by_chance() {
    let mut set = filled::<SparseSet<u64>>();
    let mut column = read(&set);
    let lens = |column: &Lookup<'_, SparseSet<u64>>| {
        [&[][..], &[7, 3], &[3, 5], &[3, 5, 9], &[3, 7], &[9]].map(|indices| Read::places(column).run_len(indices))
    };
    assert_eq!(lens(&column), [0, 2, 2, 2, 1, 0]);
    assert_eq!(run_at::<Read<_>>(&mut column, 9, &[7, 3]), Some(&[70, 30][..]));
    assert_eq!(run_at::<Read<_>>(&mut column, 9, &[3, 5]), Some(&[30, 50][..]));
    assert!(run_at::<Read<_>>(&mut column, 0, &[9]).is_none());
    column.aligned = true;
    assert_eq!(lens(&column), [0, 2, 2, 3, 2, 1], "aligned columns are in the same order");
    assert_eq!(run_at::<Read<_>>(&mut column, 1, &[3, 5]), Some(&[30, 50][..]));
    let mut column = write(&mut set);
    assert_eq!([&[3, 5][..], &[5, 3]].map(|indices| Write::places(&column).run_len(indices)), [2, 1]);
    assert_eq!(run_at::<Write<_>>(&mut column, 9, &[3, 5]), Some(&mut [30, 50][..]));
    column.aligned = true;
    assert_eq!(run_at::<Write<_>>(&mut column, 0, &[7]), Some(&mut [70][..]));
    let scattered = filled::<VecStorage<u64>>();
    assert_eq!(Read::places(&read(&scattered)).run_len(&[3]), 0, "a `Vec` with holes has no slices");
    assert_eq!(run_at::<Read<_>>(&mut read(&scattered), 0, &[3]), None);
}

/// The values of a run that begins at `step`.
fn run_at<'a, F: Fetch>(columns: &'a mut F::Columns<'_>, step: usize, indices: &'a [u32]) -> Option<F::Slice<'a>> {
    let (places, mut room) = (F::places(columns), F::Places::ROOM);
    places.find(<F::Places<'_> as Places>::uncached(), step, &indices[..1], F::Places::rows(&mut room));
    F::run_at(columns, &room, indices)
}

#[test]
fn positions_are_steps_if_aligned_then_cached_ones_and_otherwise_looked_up() {
    type Column = Read<SparseSet<u64>>;
    let set = filled::<SparseSet<u64>>();
    let cached: Vec<u32> = (100..300).collect();
    for count in [0, 1, 2, 3, FOUND - 1, FOUND] {
        let indices: Vec<u32> = [7, 3, 5, 9].into_iter().cycle().take(count).collect();
        let steps: Vec<u32> = (10..).take(count).collect();
        let found = |places: <Column as Fetch>::Places<'_>, cached| {
            let mut room = <Column as Fetch>::Places::ROOM;
            places.find(cached, 10, &indices, <Column as Fetch>::Places::rows(&mut room));
            room[..count].to_vec()
        };
        let (column, aligned) = (Column::places(&read(&set)), Column::places(&read(&set).aligned()));
        assert!(found(column, &[]).into_iter().eq([0, 1, 2, u32::MAX].into_iter().cycle().take(count)), "{count}");
        assert!(found(column, &cached).into_iter().eq((110..).take(count)), "{count}");
        assert!([&[][..], &cached].iter().all(|cached| found(aligned, cached) == steps), "{count}");
    }
}

#[test]
fn a_tuple_has_the_shortest_run_of_its_columns() {
    type Both = (Read<SparseSet<u64>>, Write<SparseSet<u64>>, Handle);
    type Optional = (Read<SparseSet<u64>>, Maybe<Read<SparseSet<u64>>>);
    const { assert!(!Optional::SLICED, "values that may be missing have no slice") };
    let (set, mut other, allocator) = (filled(), SparseSet::<u64>::default(), Allocator::default());
    for index in [7, 3, 9, 5] {
        other.push(entity(index), index);
    }
    let runs = [&[][..], &[7], &[7, 3], &[7, 3, 5], &[3, 5], &[9]];
    let columns = (read(&set), write(&mut other), &allocator);
    assert_eq!(runs.map(|indices| Both::places(&columns).run_len(indices)), [0, 1, 2, 2, 1, 0]);
    let columns = (read(&set).aligned(), write(&mut other).aligned(), &allocator);
    assert_eq!(runs.map(|indices| Both::places(&columns).run_len(indices)), [0, 1, 2, 3, 2, 1]);
    let empty = SparseSet::default();
    let runs = runs.map(|indices| Optional::places(&(read(&set), read(&empty))).run_len(indices));
    assert_eq!(runs, [0, 1, 2, 3, 2, 0], "a value that may be missing ends no run");
}

#[test]
fn handles_are_adjacent_wherever_indices_are() {
    let mut allocator = Allocator::default();
    let spawned = [(); 4].map(|()| allocator.spawn());
    let mut column = &allocator;
    let handles = Handle::run_at(&mut column, &(), &[2, 0]).expect("indices are enough");
    assert_eq!(
        (handles.len(), handles.is_empty(), handles.get(0), handles.get(1)),
        (2, false, Some(spawned[2]), Some(spawned[0]))
    );
    assert!(handles.get(2).is_none() && handles.iter().eq([spawned[2], spawned[0]]));
    assert!(Handle::run_at(&mut column, &(), &[]).is_some_and(|none| none.is_empty()));
}

#[test]
fn columns_that_read_can_be_copied() {
    fn copied<T: Clone>(original: &T) -> T {
        original.clone()
    }
    let (set, mut tags) = (filled::<SparseSet<u64>>(), TagSet::<()>::default());
    tags.push(entity(3), ());
    assert_eq!(copied(&read(&set)).get(3), Some(&30));
    assert!(Values::get(copied(&read(&tags).values), 0).is_some() && copied(&read(&tags)).get(3).is_some());
}

#[test]
fn columns_list_their_entities_and_absent_columns_are_empty() {
    let mut set = filled::<SparseSet<u64>>();
    let text = alloc::format!("{:?}", read(&set));
    assert_eq!(text, "Lookup { index: [7, 3, 5], aligned: false, .. }");
    assert_eq!(alloc::format!("{:?}", write(&mut set)), text.replacen("Lookup", "LookupMut", 1));
    assert_eq!(
        alloc::format!("{:?}", write_noted(&mut set)),
        alloc::format!("{:?}", write(&mut set)),
        "values that are marked"
    );
    let for_threads = Read::<SparseSet<u64>>::from_step(read(&set), Source::empty(), 0, false);
    assert_eq!(alloc::format!("{for_threads:?}"), text.replacen("Lookup", "SentLookup", 1));
    let empty = Lookup::<SparseSet<u64>>::default();
    assert!(empty.get(7).is_none() && !empty.aligned && LookupMut::<SparseSet<u64>>::default().get(7).is_none());
}

/// A storage with values of three entities, in another order than in `filled`.
fn filled_backwards() -> SparseSet<u64> {
    let mut storage = SparseSet::default();
    for index in [5, 7, 3] {
        storage.push(entity(index), index * 100);
    }
    storage
}

type Banded3 = (Write<SparseSet<u64>>, Maybe<Read<VecStorage<u64>>>, Write<SparseSet<u64>>);

/// The items of three entities, as far as their values are in these bands.
fn found_in(bands: &mut <Banded3 as Banded>::Bands<'_>) -> Vec<(u64, Option<u64>, u64)> {
    let mut room = <<Banded3 as Fetch>::Places<'_> as Places>::ROOM;
    let indices = Banded3::indices(bands);
    let rows = <<Banded3 as Fetch>::Places<'_> as Places>::rows(&mut room);
    indices.find(<<Banded3 as Fetch>::Places<'_> as Places>::uncached(), 0, &[3, 5, 7], rows);
    let mut found = vec![];
    for (at, index) in [3, 5, 7].into_iter().enumerate() {
        let holds = Banded3::holds(bands, &room, at);
        let item = Banded3::find(bands, &room, at, index);
        assert_eq!(item.is_some(), holds, "entity {index}");
        found.extend(item.map(|(one, other, second)| (*one, other.copied(), *second)));
    }
    found
}

#[test]
fn each_value_is_in_one_band_and_each_entity_in_one_pair_of_bands() {
    let (mut one, mut second, mut other) = (filled(), filled_backwards(), VecStorage::default());
    other.push(entity(3), 1);
    for (len, second_len) in (0..=4).flat_map(|len| (0..=4).map(move |second_len| (len, second_len))) {
        let columns = (write(&mut one), read(&other), write(&mut second));
        let mut back = Banded3::bands(columns).expect("both have slices");
        assert_eq!([0, 1, 2].map(|nth| Banded3::len(&back, nth)), [3, 3, 0]);
        let mut front = Banded3::cut(&mut back, 0, len);
        let mut cut = Banded3::cut(&mut back, 1, second_len);
        assert!(found_in(&mut Banded3::shorten(&mut front)).is_empty(), "the second band is empty");
        Banded3::swap(&mut front, &mut cut, 1);
        assert_eq!([0, 1].map(|nth| Banded3::len(&front, nth)), [len.min(3), second_len.min(3)]);
        assert_eq!([0, 1].map(|nth| Banded3::len(&back, nth)), [3 - len.min(3), 3 - second_len.min(3)]);
        let mut found = [&mut front, &mut back].map(found_in).concat();
        Banded3::swap(&mut front, &mut back, 1);
        found.extend([&mut front, &mut back].map(found_in).concat());
        found.sort_unstable();
        assert_eq!(found, [(30, Some(1), 300), (50, None, 500), (70, None, 700)], "cut at {len} and {second_len}");
    }
}

#[test]
fn columns_without_slices_and_parts_of_storages_have_no_bands() {
    let (mut vec, mut set) = (filled::<VecStorage<u64>>(), filled::<SplitSet<u64>>());
    assert!(Write::<VecStorage<u64>>::bands(write(&mut vec)).is_none());
    assert!(<(Handle, Write<VecStorage<u64>>)>::bands((&Allocator::default(), write(&mut vec))).is_none());
    for place in [0, 1, 3] {
        let (front, back) = set.split(place);
        let banded = [front, back].map(|part| Write::<SplitSet<u64>>::bands(part).is_some());
        assert_eq!(banded, [place == 3, place == 0], "only a whole storage has bands");
    }
    assert_eq!(
        [
            Write::<SparseSet<u64>>::WRITTEN,
            Maybe::<Read<SparseSet<u64>>>::WRITTEN,
            <(Handle, Write<SparseSet<u64>>)>::WRITTEN
        ],
        [1, 0, 1]
    );
    assert_eq!(
        [
            WriteMut::<SparseSet<u64>>::WRITTEN,
            Maybe::<Write<SparseSet<u64>>>::WRITTEN,
            <(Handle, WriteMut<SparseSet<u64>>)>::WRITTEN
        ],
        [usize::MAX; 3]
    );
}

type Both = (Read<SparseSet<u64>>, Write<SparseSet<u64>>);

/// The sum of two values.
struct Sum;

impl Build<Both> for Sum {
    type Built<'w> = u64;

    fn build((one, other): <Both as Fetch>::Item<'_>) -> Self::Built<'_> {
        *one + *other
    }
}

#[test]
fn a_part_for_a_thread_builds_the_same_items_as_its_columns() {
    let (one, mut other) = (filled(), filled_backwards());
    let steps = [(0, 7), (1, 3), (2, 5), (3, 9)];
    let mut columns = (read(&one), write(&mut other));
    let built = steps.map(|(step, index)| Named::<Sum, Both>::step(&mut columns, step, index));
    assert_eq!(built, [Some(770), Some(330), Some(550), None]);
    let mut part = Named::<Sum, Both>::from_step(columns, read(&one).index.source(), 0, false);
    assert_eq!(steps.map(|(step, index)| <Named<Sum, Both> as ParFetch>::fetch(&mut part, step, index)), built);
}
