//! Which requests make a pair due, what outdates its positions, and which pairs make room for others.

use alloc::vec::Vec;

use super::super::cache::{FEW, MANY};
use super::*;
use crate::sparse::{DenseIndex, EntityIndex, HashSlots, Presence, SlotTable, SparseIndex};

fn index(entities: impl IntoIterator<Item = u32>) -> SparseIndex {
    let mut index = SparseIndex::new();
    entities.into_iter().for_each(|entity| _ = index.push(entity));
    index
}

/// Reads what is due of these indices.
fn read(cache: &mut PairCache, sources: &[Source<'_>]) {
    if cache.are_due() {
        cache.read(|address, with| {
            let own = sources.iter().find(|source| source.stamp().is_some_and(|stamp| stamp.index == address));
            if let Some(source) = own {
                with(*source);
            }
        });
        assert!(!cache.are_due(), "what was due was read, or is gone");
    }
}

/// Iterates once: cached positions are used, or else requested; before, those that are due are read. Returns the positions that were used.
fn iterate(cache: &mut PairCache, order: Source<'_>, storage: Source<'_>) -> Option<Vec<u32>> {
    read(cache, &[order, storage]);
    let Some(positions) = cache.of(order, storage, false) else {
        cache.request(order, storage);
        return None;
    };
    Some(positions.first(order.steps()).expect("there is a position for each step").to_vec())
}

#[test]
fn positions_are_cached_after_two_iterations_without_a_change() {
    for count in [0, 1, 2, 3, 63, 64, 65, 1_000] {
        let (order, storage) = (index(0..count), index((0..count).rev()));
        let (order, storage) = (Source::all(&order), Source::all(&storage));
        let mut cache = PairCache::default();
        for is_due in [false, true] {
            assert!(iterate(&mut cache, order, storage).is_none(), "{count} entities");
            assert_eq!(cache.are_due(), is_due, "{count} entities");
        }
        for _ in 0..3 {
            let positions = iterate(&mut cache, order, storage).expect("positions are cached");
            assert!(positions.iter().copied().eq((0..count).rev()), "{count} entities");
        }
        assert!(
            !cache.are_due() && cache.of(storage, order, false).is_none() && cache.of(order, order, false).is_none()
        );
        assert!(cache.clone().of(order, storage, false).is_none(), "a clone has no cached positions");
        cache.clone_from(&PairCache::default());
        assert!(cache.of(order, storage, false).is_some(), "the positions are still those of these indices");
    }
}

#[test]
fn entities_that_a_storage_lacks_have_positions_without_a_value() {
    let (order, storage) = (index(0..100), index((0..100).filter(|entity| entity % 3 == 0).rev()));
    let mut cache = PairCache::default();
    let (order, storage) = (Source::all(&order), Source::all(&storage));
    (0..2).for_each(|_| assert!(iterate(&mut cache, order, storage).is_none()));
    let positions = iterate(&mut cache, order, storage).expect("positions are cached");
    for (entity, position) in (0..).zip(positions) {
        let found = Some(position as usize).filter(|position| *position < storage.steps());
        assert_eq!(found, storage.step_of(entity), "entity {entity}");
    }
}

#[test]
fn each_change_of_either_index_outdates_cached_positions() {
    fn appended<T: SlotTable>(index: &mut DenseIndex<T>) {
        index.push(1_000 + u32::try_from(index.len()).unwrap());
    }
    fn removed<T: SlotTable>(index: &mut DenseIndex<T>) {
        index.index_at(0).map(|first| index.swap_remove(first));
    }
    fn swapped<T: SlotTable>(index: &mut DenseIndex<T>) {
        index.swap(3, 9);
    }
    fn overwritten<T: SlotTable>(index: &mut DenseIndex<T>) {
        let clone = index.clone();
        index.clone_from(&clone);
    }
    fn outdate<T: SlotTable>(change: fn(&mut DenseIndex<T>), other: &mut SparseIndex, of_other: fn(&mut SparseIndex)) {
        let mut storage = DenseIndex::<T>::default();
        (0..100).rev().for_each(|entity| _ = storage.push(entity));
        let mut cache = PairCache::default();
        for changes in 0..4 {
            let mut iterate = |other: &SparseIndex, storage: &DenseIndex<T>| {
                iterate(&mut cache, Source::all(other), storage.source()).is_some()
            };
            let read = (0..20).position(|_| iterate(other, &storage));
            assert!(read.is_some(), "positions are cached again after {changes} changes");
            if changes % 2 == 0 {
                change(&mut storage);
            } else {
                of_other(other);
            }
            assert!(!iterate(other, &storage), "positions are outdated by change {changes}");
        }
    }
    for change in [appended, removed, swapped, overwritten] {
        outdate(change, &mut index(0..50), change);
    }
    for change in [appended, removed, swapped, overwritten] {
        outdate::<HashSlots>(change, &mut index(0..50), swapped);
    }
}

#[test]
fn positions_that_were_used_in_few_iterations_are_read_after_more_requests() {
    let (order, mut storage) = (index(0..100), index((0..100).rev()));
    let mut cache = PairCache::default();
    // Iterations after a change until positions are cached.
    let mut waits = |used: u32| {
        storage.swap(3, 9);
        let mut iterate = || iterate(&mut cache, Source::all(&order), Source::all(&storage)).is_some();
        let waited = (0..100).take_while(|_| !iterate()).count();
        (1..used).for_each(|_| assert!(iterate()));
        waited
    };
    assert_eq!([1, 1, FEW - 1].map(&mut waits), [2, 3, 5], "few uses");
    assert_eq!([FEW, MANY - 1, FEW].map(&mut waits), [9, 9, 9], "some uses");
    assert_eq!([1, 1, 1, MANY].map(&mut waits), [9, 17, 18, 18], "the longest wait");
    assert_eq!([MANY + 100, 1, 1].map(&mut waits), [2, 2, 3], "many uses");
}

#[test]
fn eight_pairs_are_cached_and_others_take_the_place_of_those_that_are_no_longer_used() {
    for count in [0, 1, 2, 3, 7, 8, 9, 20] {
        let order = index(0..100);
        let storages: Vec<_> = (0..count).map(|first| index((first..100).rev())).collect();
        let sources: Vec<_> = storages.iter().map(Source::all).chain([Source::all(&order)]).collect();
        let mut cache = PairCache::default();
        let used = |cache: &mut PairCache, storages: &[SparseIndex]| {
            read(cache, &sources);
            let cached = |storage| {
                let (order, storage) = (Source::all(&order), Source::all(storage));
                let is_cached = cache.of(order, storage, false).is_some();
                if !is_cached {
                    cache.request(order, storage);
                }
                is_cached
            };
            storages.iter().filter(|storage| cached(storage)).count()
        };
        for _ in 0..10 {
            used(&mut cache, &storages);
        }
        assert_eq!(used(&mut cache, &storages), storages.len().min(PAIRS), "{count} pairs in turn");
        let last = &storages[storages.len().saturating_sub(3)..];
        for _ in 0..80 {
            used(&mut cache, last);
        }
        assert_eq!(used(&mut cache, last), last.len(), "the last of {count}");
    }
}

#[test]
fn a_pair_keeps_its_place_until_65_requests_were_refused() {
    let order = index(0..100);
    let storages: Vec<_> = (0..100).map(|first| index((first..100).rev())).collect();
    let request = |cache: &PairCache, storage| cache.request(Source::all(&order), Source::all(storage));
    for refused in [0, 1, 64, 65] {
        let cache = PairCache::default();
        storages[..PAIRS].iter().for_each(|storage| request(&cache, storage));
        storages[PAIRS..][..refused].iter().for_each(|storage| request(&cache, storage));
        // The first of two requests of a pair takes a place, if there is one; so the second one makes it due.
        let last = storages.last().expect("there are storages");
        (0..2).for_each(|_| request(&cache, last));
        assert_eq!(cache.are_due(), refused > 64, "after {refused}");
    }
}

/// Of pairs that change each time, none would ever be read.
#[test]
fn pairs_that_change_each_time_make_room_for_those_that_do_not() {
    let order = index(0..100);
    let mut changing: Vec<_> = (0..8).map(|first| index((first..100).rev())).collect();
    let storage = index((0..100).rev());
    let mut cache = PairCache::default();
    for round in 0..90 {
        for changing in &mut changing {
            changing.swap(3, 9);
            cache.request(Source::all(&order), Source::all(changing));
        }
        let positions = iterate(&mut cache, Source::all(&order), Source::all(&storage));
        assert!(round < 75 || positions.is_some(), "round {round}");
    }
}

#[test]
fn positions_of_the_beginning_of_an_order_are_read_again_for_more_entities() {
    let (order, storage) = (index(0..300), index((0..300).rev()));
    let (order, storage) = (Source::all(&order), Source::all(&storage));
    for steps in [2, 3, 100, 199] {
        let mut cache = PairCache::default();
        (0..2).for_each(|_| assert!(iterate(&mut cache, order.first(steps), storage).is_none()));
        let expected = |steps: usize| (300 - u32::try_from(steps).unwrap()..300).rev();
        let positions = iterate(&mut cache, order.first(steps), storage).expect("positions are cached");
        assert!(positions.into_iter().eq(expected(steps)), "the first {steps}");
        for fewer in [steps - 1, steps / 2, 0] {
            let positions = iterate(&mut cache, order.first(fewer), storage).expect("more positions are cached");
            assert!(positions.into_iter().eq(expected(fewer)), "{fewer} of {steps}");
        }
        for more in [steps + 1, 300] {
            let waited = (0..20).take_while(|_| iterate(&mut cache, order.first(more), storage).is_none()).count();
            assert!((1..20).contains(&waited), "{more} after {steps}: {waited}");
            let positions = iterate(&mut cache, order.first(more), storage).expect("positions are cached");
            assert!(positions.into_iter().eq(expected(more)), "the first {more} after {steps}");
        }
    }
}

#[test]
fn queries_over_all_of_an_order_and_over_its_beginning_in_turn_share_positions() {
    let (order, storage) = (index(0..200), index((0..200).rev()));
    let (order, storage) = (Source::all(&order), Source::all(&storage));
    for counts in [[200, 100], [100, 200], [199, 200], [2, 200]] {
        let mut cache = PairCache::default();
        let mut iterate = |steps| {
            read(&mut cache, &[order, storage]);
            iterate(&mut cache, order.first(steps), storage).is_some()
        };
        assert_eq!(counts.map(&mut iterate), [false; 2], "{counts:?}");
        assert_eq!(counts.map(&mut iterate), [true; 2], "{counts:?}: both requested it");
    }
}

#[test]
fn no_positions_are_read_in_a_storage_of_more_than_256_values_per_entity() {
    // In Miri, 40 entities take minutes.
    for steps in [0_u32, 1, 2, 3, if cfg!(miri) { 3 } else { 40 }] {
        for len in [256 * steps, (256 * steps).saturating_sub(1), 256 * steps + 1] {
            let (order, storage) = (index(0..steps), index((0..len).rev()));
            let mut cache = PairCache::default();
            (0..20).for_each(|_| _ = iterate(&mut cache, Source::all(&order), Source::all(&storage)));
            let is_cached = iterate(&mut cache, Source::all(&order), Source::all(&storage)).is_some();
            assert_eq!(is_cached, len <= 256 * steps, "{len} values for {steps} entities");
        }
    }
}

/// Not that of a double-buffered component, for example, whose past has an index of its own.
#[test]
fn what_has_no_such_index_is_due_again_only_after_the_longest_wait() {
    let (order, storage) = (index(0..100), index((0..100).rev()));
    let (order, storage) = (Source::all(&order), Source::all(&storage));
    for known in [[order; 2], [storage; 2]] {
        let mut cache = PairCache::default();
        let mut due = Vec::new();
        for request in 0..60 {
            cache.request(order, storage);
            if cache.are_due() {
                due.push(request);
                read(&mut cache, &known);
            }
            assert!(cache.of(order, storage, false).is_none(), "one of the two indices is unknown");
        }
        assert_eq!(due, [1, 18, 35, 52]);
        for _ in 0..20 {
            read(&mut cache, &[order, storage]);
            cache.request(order, storage);
        }
        assert!(cache.of(order, storage, false).is_some(), "both are known again");
    }
    // Requests of sources without stamps are ignored.
    let (presence, cache) = (Presence::new(), PairCache::default());
    (0..3).for_each(|_| cache.request(order, Source::Ascending(&presence)));
    (0..3).for_each(|_| cache.request(Source::Ascending(&presence), storage));
    assert!(!cache.are_due());
}
