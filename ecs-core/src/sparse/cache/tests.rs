//! Which changes outdate cached positions, and what is cached for any number of entities.

use alloc::vec::Vec;

use super::*;
use crate::entity::Entity;
use crate::sparse::{DenseIndex, HashSlots, Presence, SlotTable, SparseIndex, Swaps};

fn index(entities: impl IntoIterator<Item = u32>) -> SparseIndex {
    let mut index = SparseIndex::new();
    entities.into_iter().for_each(|entity| _ = index.push(entity));
    index
}

/// Compares the cache of a list with a column, and fills it if nothing changed. Returns true if it is filled afterwards.
fn refresh(cache: &mut PositionCache, list: &SparseIndex, column: Source<'_>) -> bool {
    if let Some(mut comparison) = cache.compare(Source::all(list)) {
        comparison.column(0, column, false);
        if let Compared::Unchanged(positions) = comparison.end(MANY) {
            positions.list(0, Source::all(list));
            positions.look_up(0, column);
            positions.finish();
        }
    }
    cache.positions().is_some()
}

fn runs(cache: &PositionCache, list: &SparseIndex) -> Vec<(u32, bool)> {
    let runs = cache.positions().and_then(|positions| positions.runs(Source::all(list)));
    runs.expect("positions are cached").iter().map(|run| (run.len, run.is_slice)).collect()
}

#[test]
fn positions_are_cached_once_nothing_changed_and_only_of_at_least_64_entities() {
    for count in [0, 1, 2, 3, 63, 64, 65, 1_000] {
        let (list, column) = (index(0..count), index((0..count).rev()));
        let mut cache = PositionCache::default();
        assert!(!refresh(&mut cache, &list, Source::all(&column)), "{count} entities, first comparison");
        assert_eq!(
            refresh(&mut cache, &list, Source::all(&column)),
            count >= 64,
            "{count} entities, second comparison"
        );
        if let Some(positions) = cache.positions() {
            assert!(positions.of(Source::all(&column)).unwrap().iter().copied().eq((0..count).rev()));
            assert!(positions.of(Source::all(&list)).is_none() && positions.runs(Source::all(&column)).is_none());
            assert!(cache.clone().positions().is_none(), "a clone has no cached positions");
        }
        cache.free();
        assert!(cache.positions().is_none());
    }
}

/// Compares a cache before a run. Returns true if it is filled afterwards.
fn compare(cache: &mut PositionCache, list: &SparseIndex, column: Source<'_>) -> bool {
    let mut comparison = cache.compare(Source::all(list)).unwrap();
    comparison.column(0, column, false);
    if let Compared::Unchanged(positions) = comparison.end(0) {
        positions.list(0, Source::all(list));
        positions.look_up(0, column);
        positions.finish();
    }
    cache.positions().is_some()
}

#[test]
fn positions_that_were_used_in_few_iterations_are_read_after_more_comparisons() {
    let (list, mut column) = (index(0..100), index((0..100).rev()));
    let mut cache = PositionCache::default();
    // One comparison with a change, then comparisons without one until positions are read.
    let mut waits = |used: u32| {
        column.swap(3, 9);
        assert!(!compare(&mut cache, &list, Source::all(&column)), "nothing is cached after a change");
        let compared = 1 + (0..100).take_while(|_| !compare(&mut cache, &list, Source::all(&column))).count();
        (0..used).for_each(|_| assert!(compare(&mut cache, &list, Source::all(&column))));
        compared
    };
    assert_eq!([0, 1, 2, FEW - 1].map(&mut waits), [1, 2, 4, 8], "none or few uses");
    assert_eq!([FEW, MANY - 1, FEW].map(&mut waits), [16, 16, 16], "some uses");
    assert_eq!([0, 0, MANY].map(&mut waits), [16, 17, 17], "the longest wait");
    assert_eq!([MANY + 100, 0, 0].map(&mut waits), [1, 1, 2], "many uses");
}

#[test]
fn at_least_16_adjacent_entities_are_a_run_of_slices() {
    for len in [1, 2, 3, 15, 16, 17, 31, 100_u32] {
        // A run, and the remaining entities in reverse order.
        let (list, rest) = (index(0..len + 65), (len..len + 65).rev());
        let column = index((0..len).chain(rest));
        let mut cache = PositionCache::default();
        refresh(&mut cache, &list, Source::all(&column));
        assert!(refresh(&mut cache, &list, Source::all(&column)));
        let expected = if len >= 16 { vec![(len, true), (65, false)] } else { vec![(len + 65, false)] };
        assert_eq!(runs(&cache, &list), expected, "{len} adjacent entities");
    }
}

#[test]
fn aligned_columns_are_one_run_and_ascending_ones_have_no_cached_positions() {
    let list = index(0..100);
    let mut cache = PositionCache::default();
    assert!(!refresh(&mut cache, &list, Source::all(&list)) && refresh(&mut cache, &list, Source::all(&list)));
    assert_eq!(runs(&cache, &list), [(100, true)]);
    let presence = Presence::new();
    assert!(!refresh(&mut cache, &list, Source::Ascending(&presence)), "another column is a change");
    assert!(refresh(&mut cache, &list, Source::Ascending(&presence)));
    assert!(cache.positions().unwrap().of(Source::Ascending(&presence)).is_none());
}

#[test]
fn positions_cached_for_a_prefix_are_not_used_for_another_prefix() {
    let (owned, column) = (index(0..200), index((0..200).rev()));
    for cached in [65, 66, 100, 199, 200] {
        let mut cache = PositionCache::default();
        let order = |len| Source::all(&owned).first(len);
        let mut compare = |len| {
            let Some(mut comparison) = cache.compare(order(len)) else { return false };
            comparison.column(0, Source::all(&owned), true);
            comparison.column(1, Source::all(&column), false);
            match comparison.end(MANY) {
                Compared::Changed(_) | Compared::Waiting => false,
                Compared::Unchanged(positions) => {
                    positions.list(1, order(len));
                    positions.look_up(1, Source::all(&column));
                    positions.finish();
                    true
                }
                Compared::Filled => true,
            }
        };
        assert!(!compare(cached) && compare(cached) && compare(cached), "{cached} entities are cached");
        assert!(!compare(cached - 1) && !compare(cached), "another number of entities is a change");
        assert!(!compare(cached + 1) || cached == 200, "one more entity is a change, if there is one");
        assert!(compare(cached) || compare(cached));
        let positions = cache.positions().unwrap();
        for len in [0, 1, 2, 3, cached - 1, cached + 1, 199, 200].into_iter().filter(|len| *len != cached) {
            assert!(positions.runs(order(len)).is_none() || len.min(200) == cached, "{len} instead of {cached}");
        }
        assert!(positions.runs(order(cached)).is_some());
    }
}

#[test]
fn runs_are_adjacent_in_all_looked_up_columns() {
    let (list, in_order, reversed) = (index(0..100), index(0..100), index((0..100).rev()));
    for columns in
        [[&in_order, &reversed, &in_order], [&reversed, &in_order, &in_order], [&in_order, &in_order, &reversed]]
    {
        let mut cache = PositionCache::default();
        for _ in 0..2 {
            let mut comparison = cache.compare(Source::all(&list)).unwrap();
            for (number, column) in columns.iter().enumerate() {
                comparison.column(number, Source::all(column), false);
            }
            if let Compared::Unchanged(positions) = comparison.end(MANY) {
                for (number, column) in columns.iter().enumerate() {
                    positions.list(number, Source::all(&list));
                    positions.look_up(number, Source::all(column));
                }
                positions.finish();
            }
        }
        assert_eq!(runs(&cache, &list), [(100, false)]);
    }
}

type Change<S> = (&'static str, fn(&mut DenseIndex<S>));

/// Each way to change an index, by name.
fn changes<S: SlotTable>() -> [Change<S>; 6] {
    [
        ("push", |index| _ = index.push(5_000)),
        ("extend", |index| index.extend(&[Entity::new(5_000, 1).unwrap()])),
        ("remove", |index| _ = index.swap_remove(7)),
        ("swap", |index| index.swap(3, 9)),
        ("arrange", |index| {
            let mut swaps = Swaps::default();
            swaps.begin(8);
            _ = index.arrange(0, &[9, 8], &mut swaps);
        }),
        ("clear", |index| index.clear()),
    ]
}

#[test]
fn each_change_of_an_index_outdates_what_is_cached_of_it() {
    for (name, change) in changes() {
        let (list, mut column) = (index(0..100), index((0..100).rev()));
        let mut cache = PositionCache::default();
        refresh(&mut cache, &list, Source::all(&column));
        assert!(refresh(&mut cache, &list, Source::all(&column)));
        change(&mut column);
        assert!(
            cache.positions().unwrap().of(Source::all(&column)).is_none(),
            "{name} outdates them before the next comparison"
        );
        assert!(!refresh(&mut cache, &list, Source::all(&column)), "{name}");
        assert!(refresh(&mut cache, &list, Source::all(&column)), "cached again after {name}");
    }
    for (name, change) in changes::<HashSlots>() {
        let mut column = DenseIndex::of(HashSlots::default());
        (0..100).for_each(|entity| _ = column.push(entity));
        let before = Source::Listed(&column, 100).stamp();
        change(&mut column);
        assert_ne!(Source::Listed(&column, 100).stamp(), before, "{name} in a hash map");
    }
}

#[test]
fn each_change_of_the_order_outdates_what_is_cached() {
    for (name, change) in changes() {
        let (mut list, column) = (index(0..100), index((0..100).rev()));
        let mut cache = PositionCache::default();
        refresh(&mut cache, &list, Source::all(&column));
        assert!(refresh(&mut cache, &list, Source::all(&column)));
        change(&mut list);
        assert!(
            cache.positions().unwrap().runs(Source::all(&list)).is_none(),
            "{name} outdates them before the next comparison"
        );
        assert!(!refresh(&mut cache, &list, Source::all(&column)), "{name}");
    }
}

#[test]
fn ordered_insertions_and_removals_outdate_what_is_cached() {
    let mut ordered = index([3, 5]);
    let mut stamps = vec![Source::all(&ordered).stamp()];
    ordered.insert_in_order(4);
    stamps.push(Source::all(&ordered).stamp());
    ordered.remove_in_order(5);
    stamps.push(Source::all(&ordered).stamp());
    assert!(stamps[0] != stamps[1] && stamps[1] != stamps[2]);
}

#[test]
fn a_scan_keeps_the_entities_that_are_in_all_columns() {
    let numbers: &[u32] = if cfg!(miri) { &[0, 64, 100] } else { &[0, 1, 2, 3, 64, 99, 100] };
    for &missing in numbers {
        let (all, fewer, more) = (index(0..100), index((missing..100).rev()), index((0..150).rev()));
        let mut cache = PositionCache::default();
        for filled in [false, true] {
            let mut comparison = cache.compare(Source::all(&all)).unwrap();
            comparison.column(0, Source::all(&all), false);
            comparison.column(1, Source::all(&fewer), false);
            comparison.column(2, Source::all(&more), false);
            let Compared::Unchanged(positions) = comparison.end(MANY) else {
                assert!(!filled);
                continue;
            };
            for (number, column) in [&all, &fewer, &more].into_iter().enumerate() {
                positions.list(number, Source::all(&all));
                positions.look_up(number, Source::all(column));
            }
            positions.keep_found(Source::all(&all));
            positions.finish();
        }
        let positions = cache.positions().unwrap();
        assert!(positions.found().unwrap().iter().copied().eq(missing..100), "without the first {missing}");
        assert!(positions.of(Source::all(&all)).unwrap().iter().copied().eq(missing..100));
        assert!(positions.of(Source::all(&fewer)).unwrap().iter().copied().eq((0..100 - missing).rev()));
        assert!(positions.of(Source::all(&more)).unwrap().iter().copied().eq((50..150 - missing).rev()));
    }
}

#[test]
fn cached_positions_are_found_by_the_order_of_the_view_or_of_a_column_that_it_owns() {
    let (list, owned, column) = (index(0..100), index(0..100), index((0..100).rev()));
    let mut cache = PositionCache::default();
    assert!(cache.in_order(Source::all(&list)).is_none(), "nothing is cached");
    for _ in 0..2 {
        let mut comparison = cache.compare(Source::all(&list)).unwrap();
        comparison.column(0, Source::all(&owned), true);
        comparison.column(1, Source::all(&column), false);
        if let Compared::Unchanged(positions) = comparison.end(MANY) {
            positions.list(1, Source::all(&list));
            positions.look_up(1, Source::all(&column));
            positions.finish();
        }
    }
    for order in [Source::all(&list), Source::all(&owned)] {
        let (positions, runs) = cache.in_order(order).expect("the positions of all entities are cached");
        assert!(positions.of(Source::all(&column)).unwrap().iter().copied().eq((0..100).rev()));
        assert_eq!(runs.iter().map(|run| run.len).sum::<u32>(), 100);
    }
    for order in [Source::all(&column), Source::all(&list).first(99)] {
        assert!(cache.in_order(order).is_none(), "another order");
    }
}

/// The order and the boundary of the column that follows the list, and whether a comparison with this boundary found a change.
fn follow(cache: &mut PositionCache, list: &SparseIndex, boundary: Option<usize>) -> (Option<(Vec<u32>, usize)>, bool) {
    let mut comparison = cache.compare(Source::all(list)).unwrap();
    comparison.column(0, Source::all(list), false);
    comparison.boundary(0, boundary);
    comparison.boundary(1, Some(7));
    let (positions, is_changed) = match comparison.end(MANY) {
        Compared::Changed(positions) => (positions, true),
        Compared::Unchanged(positions) => (positions, false),
        Compared::Filled | Compared::Waiting => unreachable!("nothing fills the cache"),
    };
    assert!(positions.followed(1).is_none(), "a column that was not compared follows nothing");
    positions.list(0, Source::all(list));
    (positions.followed(0).map(|(order, boundary)| (order.to_vec(), boundary)), is_changed)
}

#[test]
fn a_column_follows_the_order_from_its_boundary_on_and_another_boundary_is_a_change() {
    let list = index((0..100).rev());
    let order: Vec<u32> = (0..100).rev().collect();
    let mut cache = PositionCache::default();
    let mut before = None;
    for boundary in [None, Some(0), Some(1), Some(1), Some(99), Some(100), None, None, Some(0)] {
        let is_first = cache.0.is_none();
        let (followed, is_changed) = follow(&mut cache, &list, boundary);
        assert_eq!(followed, boundary.map(|boundary| (order.clone(), boundary)));
        assert_eq!(is_changed, is_first || boundary != before, "{before:?}, then {boundary:?}");
        before = boundary;
    }
}

#[test]
fn an_unchanged_boundary_does_not_hide_a_changed_order() {
    let mut list = index(0..100);
    let mut cache = PositionCache::default();
    assert!(follow(&mut cache, &list, Some(3)).1 && !follow(&mut cache, &list, Some(3)).1);
    list.swap(3, 9);
    assert!(follow(&mut cache, &list, Some(3)).1, "the order changed, the boundary did not");
}
