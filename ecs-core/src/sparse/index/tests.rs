//! Entities and positions, both ways.

use alloc::vec::Vec;

use super::*;
use crate::entity::entity;
use crate::sparse::{EntityIndex, Listed, Presence, Source, Swaps};

#[test]
fn the_last_entity_takes_the_place_of_a_removed_one() {
    let mut index = SparseIndex::new();
    for at in [5, 4096, 7] {
        index.push(at);
    }
    assert_eq!((index.swap_remove(5), index.swap_remove(5)), (Some(0), None));
    assert_eq!((index.indices(), index.position_of(7)), (&[7, 4096][..], Some(0)));
    index.check().unwrap();
}

#[test]
fn a_source_is_compared_by_its_order_and_only_if_it_has_one() {
    let of = |indices: &[u32]| {
        let mut index = SparseIndex::new();
        for at in indices {
            index.push(*at);
        }
        index
    };
    let [own, equal, other] = [&[7, 3, 5], &[7, 3, 5], &[7, 5, 3]].map(|indices| of(indices));
    assert!(!own.is_in_order_of(Source::all(&equal), 2) && own.is_in_order_of(Source::all(&equal), 3));
    assert!(own.is_in_order_of(Source::all(&equal), 0), "the orders are known to be equal now");
    assert!(!own.is_in_order_of(Source::all(&other), 3) && !own.is_in_order_of(Source::all(&equal).first(2), 3));
    let mut present = Presence::default();
    assert_eq!([3, 5, 7].map(|at| present.insert(at)), [true; 3]);
    assert!(!own.is_in_order_of(Source::Ascending(&present), 3) && !present.is_in_order_of(Source::all(&own), 3));
    let later = of(&[7, 3, 5]);
    for is_second in [false, true] {
        later.compare_again(Source::all(&equal));
        assert_eq!(later.is_in_order_of(Source::all(&equal), 0), is_second, "the second iteration compares");
    }
}

#[test]
fn an_entity_is_removed_from_any_position_of_any_number() {
    for count in [1, 2, 3, 63, 64, 65, 1023, 1024, 1025] {
        let mut whole = SparseIndex::new();
        (0..count).for_each(|at| _ = whole.push(at * 3));
        for removed in [0, 1, count / 2, count.saturating_sub(2), count - 1].into_iter().filter(|at| *at < count) {
            let mut index = whole.clone();
            assert_eq!(index.swap_remove(removed * 3), Some(removed as usize));
            let moved = if removed == count - 1 { None } else { Some((count - 1) * 3) };
            assert_eq!(index.index_at(removed as usize), moved, "entity {removed} of {count}");
            index.check().unwrap();
        }
    }
}

/// An index of these entities.
fn of(indices: &[u32]) -> SparseIndex {
    let mut index = SparseIndex::new();
    for at in indices {
        index.push(*at);
    }
    index
}

#[test]
fn entities_in_pages_beyond_the_front_are_moved_as_those_in_a_flat_table() {
    // The page of the last entity is beyond the front of the table, or there are no pages.
    let (mut flat, mut paged) = (of(&[0, 1, 2, 3, 4]), of(&[0, 1, 2, 3, 1_000_000]));
    assert_eq!([&mut flat, &mut paged].map(|index| index.slots.front_mut().len()), [1_024; 2]);
    for index in [&mut flat, &mut paged] {
        assert_eq!((index.swap_remove(1), index.swap_remove(1)), (Some(1), None));
        index.swap(0, 1);
        assert_eq!((index.swap_remove(2_000_000), index.swap_remove(3)), (None, Some(3)));
        index.check().unwrap();
    }
    assert_eq!((flat.indices(), paged.indices()), (&[4, 0, 2][..], &[1_000_000, 0, 2][..]));
    assert_eq!((paged.swap_remove(1_000_000), paged.swap_remove(1_000_000)), (Some(0), None));
    paged.check().unwrap();
}

#[test]
fn entities_right_behind_the_front_and_several_behind_it_are_moved() {
    // The last of the front, the first behind it, and the one after that.
    for index in [3_071, 3_072, 3_073] {
        let mut bordering = of(&[index, 2_048, 3_072 + 1_023]);
        assert_eq!(bordering.slots.front_mut().len(), 3_072);
        bordering.swap(0, 1);
        assert_eq!((bordering.bring(index, 0), bordering.indices()), (Some(1), &[index, 2_048, 4_095][..]));
        assert_eq!((bordering.swap_remove(2_048), bordering.swap_remove(index)), (Some(1), Some(0)));
        assert_eq!((bordering.indices(), bordering.position_of(4_095)), (&[4_095][..], Some(0)));
        bordering.check().unwrap();
    }
    let mut behind = of(&[5_000_000, 6_000_000, 7_000_000]);
    behind.swap(0, 1);
    assert_eq!((behind.swap_remove(6_000_000), behind.indices()), (Some(0), &[7_000_000, 5_000_000][..]));
    behind.check().unwrap();
}

#[test]
fn of_two_states_with_one_version_the_later_one_only_has_more_entities() {
    let mut index = SparseIndex::new();
    index.push(7);
    let before = index.version();
    index.push(9);
    assert_eq!((index.version(), index.indices()), (before, &[7, 9][..]));
    index.swap_remove(9);
    assert!(index.version() > before, "a state of the same length has another version");
}

#[test]
fn shrinking_frees_empty_pages() {
    let mut index = SparseIndex::new();
    index.push(1);
    index.push(1_000_000);
    index.swap_remove(1_000_000);
    index.shrink_to_fit();
    index.check().unwrap();
    assert_eq!(index.position_of(1), Some(0));
    assert_eq!(index.position_of(1_000_000), None);
}

#[test]
fn slots_of_a_freed_page_are_not_found_on_another() {
    let mut index = SparseIndex::new();
    for at in [0, 1024, 2048, 3072] {
        index.push(at);
    }
    index.swap_remove(1024);
    index.swap_remove(0);
    index.shrink_to_fit();
    assert_eq!([0, 1024, 2048, 3072].map(|at| index.position_of(at)), [None, None, Some(0), Some(1)]);
    index.push(1024);
    assert_eq!([1024, 2048, 3072].map(|at| index.position_of(at)), [Some(2), Some(0), Some(1)]);
    index.check().unwrap();
}

#[test]
fn a_cleared_index_is_empty() {
    let mut index = SparseIndex::new();
    index.push(2);
    index.clear();
    assert!(index.is_empty() && index.position_of(2).is_none());
    index.check().unwrap();
}

#[test]
fn the_check_finds_positions_and_slots_that_disagree() {
    let (a, b) = (0, 1);
    let is_whole = |back: &[u32], slots: &[(u32, u32)]| SparseIndex::from_raw(back.to_vec(), slots).check().is_ok();
    assert!(is_whole(&[], &[]) && is_whole(&[0], &[(a, 0)]) && is_whole(&[1, 0], &[(a, 1), (b, 0)]));
    assert!(!is_whole(&[0], &[]), "a position without a slot");
    assert!(!is_whole(&[], &[(a, 0)]), "a slot without a position");
    assert!(!is_whole(&[0, 0], &[(a, 0)]), "an entity at two positions");
    assert!(!is_whole(&[0, 1], &[(a, 1), (b, 0)]), "slots with the positions of other entities");
}

#[test]
fn entities_at_the_edges_of_pages_are_distinguished() {
    let mut index = SparseIndex::new();
    let edges = [0, 1023, 1024, 2047, 2048, 5000];
    for at in edges {
        index.push(at);
    }
    index.swap_remove(1024);
    index.shrink_to_fit();
    assert_eq!(index.indices(), [0, 1023, 5000, 2047, 2048]);
    assert_eq!(index.position_of(1024), None);
    index.clear();
    index.shrink_to_fit();
    assert!(index.is_empty() && edges.iter().all(|at| index.position_of(*at).is_none()));
    index.push(1024);
    index.check().unwrap();
}

#[test]
fn adjacent_entities_are_found_as_a_run() {
    let mut index = SparseIndex::new();
    for at in [7, 3, 9, 4] {
        index.push(at);
    }
    let lens = [&[][..], &[7], &[3, 9], &[7, 3, 9, 4], &[9, 4, 5], &[3, 9, 9], &[7, 9], &[3, 7], &[5], &[5, 7]];
    assert_eq!(lens.map(|indices| index.run_len(indices)), [0, 1, 2, 4, 2, 2, 1, 1, 0, 0]);
}

#[test]
fn a_batch_is_inserted_like_single_entities() {
    let entities: Vec<_> = [5, 1023, 1024, 9, 4096, 4097, 2047, 0].map(entity).into();
    let (mut together, mut single) = (SparseIndex::new(), SparseIndex::new());
    for index in [&mut together, &mut single] {
        index.push(1025);
    }
    together.extend(&entities);
    for entity in &entities {
        single.push(entity.index());
    }
    assert!(together.indices() == single.indices() && together.len() == 9 && !together.is_empty());
    for at in 0..5_000 {
        assert_eq!(together.position_of(at), single.position_of(at));
    }
    together.check().unwrap();
    together.swap(0, 8);
    assert_eq!((together.index_at(0), together.position_of(1025)), (Some(0), Some(8)));
    assert_eq!(together.index_at(9), None);
    together.check().unwrap();
}

#[test]
fn ordered_insertion_and_removal_keep_the_order() {
    let (mut index, mut sorted) = (SparseIndex::new(), Vec::new());
    for at in [40, 7, 2000, 0, 13, 41, 1024] {
        let position = sorted.partition_point(|own| *own < at);
        sorted.insert(position, at);
        assert_eq!(index.insert_in_order(at), position);
        assert_eq!(index.indices(), sorted);
        index.check().unwrap();
    }
    for at in [13, 0, 2000, 41] {
        let position = sorted.iter().position(|own| *own == at);
        sorted.retain(|own| *own != at);
        assert_eq!(index.remove_in_order(at), position);
        assert_eq!((index.remove_in_order(at), index.indices()), (None, &sorted[..]));
        index.check().unwrap();
    }
}

#[test]
fn memory_is_reserved_and_freed() {
    let mut index = SparseIndex::new();
    index.reserve(100);
    let capacity = index.back.change().capacity();
    assert!(capacity >= 100);
    (0..100).for_each(|at| _ = index.push(at));
    assert_eq!(index.back.change().capacity(), capacity);
    index.clear();
    index.shrink_to_fit();
    assert_eq!(index.back.change().capacity(), 0);
}

#[test]
fn shrinking_twice_changes_nothing_and_a_shrunk_index_can_change() {
    let mut index = SparseIndex::new();
    // A page full of entities, one with few, and one without any.
    (0..1024).chain(2048..2058).for_each(|at| _ = index.push(at));
    let before = index.indices().to_vec();
    for _ in 0..2 {
        index.shrink_to_fit();
        assert_eq!(index.indices(), before);
        index.check().unwrap();
    }
    for at in [0, 1, 1023, 2048] {
        index.swap_remove(at);
        index.push(at);
    }
    (1024..1030).chain(2058..2200).for_each(|at| _ = index.push(at));
    index.check().unwrap();
    assert_eq!(index.len(), 1024 + 10 + 6 + 142);
}

#[test]
fn an_index_prints_its_entities() {
    let mut index = SparseIndex::new();
    for at in [3, 0, 7] {
        index.push(at);
    }
    assert_eq!(alloc::format!("{index:?}"), "[3, 0, 7]");
}

#[test]
fn an_index_is_the_source_of_its_own_entities_only() {
    let (mut index, mut other) = (SparseIndex::new(), SparseIndex::new());
    for index in [&mut index, &mut other] {
        for at in [4, 2, 9] {
            index.push(at);
        }
    }
    assert!(index.is_source(EntityIndex::source(&index)) && !index.is_source(EntityIndex::source(&other)));
    assert_eq!(EntityIndex::run_len(&index, &[2, 9]), 2);
    assert_eq!([4, 2, 9, 5].map(|at| index.step_of(at)), [Some(0), Some(1), Some(2), None]);
    assert_eq!(index.listed(), [4, 2, 9]);
}

#[test]
fn appended_entities_follow_the_present_ones_and_are_a_change() {
    for present in [&[][..], &[5], &[5, 4096, 9]] {
        for appended in [&[][..], &[7], &[8, 3], &[1030, 2, 70]] {
            let mut index = SparseIndex::new();
            for at in present {
                index.push(*at);
            }
            let before = index.version();
            index.append(appended.to_vec());
            let whole = [present, appended].concat();
            assert_eq!(index.indices(), whole);
            assert!(index.version() > before);
            for (position, at) in whole.iter().enumerate() {
                assert_eq!(index.position_of(*at), Some(position), "{at} of {whole:?}");
            }
            index.check().unwrap();
        }
    }
}

#[test]
fn an_empty_index_takes_over_the_memory_of_appended_entities() {
    let mut index = SparseIndex::new();
    let indices = Vec::from([4, 2]);
    let address = indices.as_ptr();
    index.append(indices);
    assert_eq!(index.indices().as_ptr(), address);
    index.append(Vec::from([6]));
    assert_eq!(index.indices(), [4, 2, 6]);
}

#[test]
fn overwriting_an_index_increases_its_version() {
    let (mut index, source) = (SparseIndex::new(), SparseIndex::new());
    for version in 1..5 {
        index.clone_from(&source);
        assert_eq!((index.version(), source.version()), (version, 0));
    }
}

#[test]
fn the_version_increases_when_entities_are_moved_or_removed() {
    let mut index = SparseIndex::new();
    let mut before = index.version();
    let mut assert_is_newer = |index: &SparseIndex, what| {
        assert!(index.version() > before, "an index that was {what} has a newer version");
        before = index.version();
    };
    index.extend(&[entity(4), entity(2)]);
    assert_is_newer(&index, "extended");
    index.clear();
    assert_is_newer(&index, "cleared");
    let mut index = SparseIndex::new();
    let mut ordered = index.version();
    for at in [5, 3, 4] {
        index.insert_in_order(at);
        assert!(at == 5 || index.version() > ordered, "inserting {at} before others is a change");
        ordered = index.version();
    }
    assert!(index.remove_in_order(3).is_some() && index.version() > ordered);
}

#[test]
fn entities_are_arranged_until_no_swap_is_left() {
    let (mut index, mut swaps) = (SparseIndex::new(), Swaps::default());
    for at in [9, 8, 7] {
        index.push(at);
    }
    for (limit, placed) in [(0, 0), (1, 1)] {
        swaps.begin(limit);
        assert_eq!((index.arrange(0, &[8, 7, 9], &mut swaps), swaps.len()), (placed, limit));
    }
    assert_eq!(index.indices(), [8, 9, 7]);
}

#[test]
fn entities_beyond_the_front_of_split_slots_are_moved_too() {
    let mut index = DenseIndex::<crate::sparse::SplitSlots>::default();
    for at in [0, 1, 1_000_000] {
        index.push(at);
    }
    assert_eq!(index.slots.front_mut().len(), 1_024);
    assert_eq!((index.swap_remove(0), index.position_of(1_000_000)), (Some(0), Some(0)));
    index.swap(0, 1);
    assert_eq!([1, 1_000_000].map(|at| index.position_of(at)), [Some(0), Some(1)]);
    index.check().unwrap();
}

#[test]
fn entities_are_arranged_from_any_position_on() {
    let (mut index, mut swaps) = (SparseIndex::new(), Swaps::default());
    for at in [9, 8, 7, 6, 5] {
        index.push(at);
    }
    swaps.begin(usize::MAX);
    assert_eq!(index.arrange(2, &[5, 7], &mut swaps), 2);
    assert_eq!((index.indices(), swaps.as_slice(), swaps.len()), (&[9, 8, 5, 7, 6][..], &[(4, 2), (4, 3)][..], 2));
    assert_eq!((index.arrange(1, &[8, 5, 7], &mut swaps), swaps.len()), (3, 2), "they are already in order");
    index.check().unwrap();
}
