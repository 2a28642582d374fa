use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::{CLUSTER, Follower, Memory, Occupied, PER_SWAP, differences, follow, is_worthwhile};
use crate::entity::entity;
use crate::sparse::Swaps;
use crate::storage::StorageTasks as _;
use crate::storage::{ErasedStorage, HashMapSet, PackedArray, SparseSet, Storage};

/// A storage with values for these entities, in this order; each value is the index of its entity.
fn filled<S: Storage<Value = u32>>(order: &[u32]) -> S {
    let mut storage = S::EMPTY;
    for index in order {
        storage.push(entity(*index), *index);
    }
    storage
}

/// The numbers below `count`, in an order without runs.
fn shuffled(count: u32) -> Vec<u32> {
    let mut order: Vec<_> = (0..count).collect();
    order.sort_by_key(|index| index.wrapping_mul(0x9e37_79b9).rotate_left(7));
    order
}

fn order_of(storage: &impl Storage) -> Vec<u32> {
    storage.check().expect("the storage is consistent");
    storage.source().iter().collect()
}

/// Calls `follow` until nothing moves. Checks that each call leaves values before the boundary in place and keeps to its number of swaps.
fn settle(order: &[u32], storage: &mut impl Storage, boundary: usize) -> Vec<u32> {
    let mut memory = Memory::default();
    let limit = CLUSTER + order.len() / PER_SWAP;
    for _ in 0..1_000 {
        let before = order_of(storage);
        let is_moved = follow(order, storage, boundary, &mut memory);
        let now = order_of(storage);
        assert_eq!(now[..boundary], before[..boundary]);
        let moved = before.iter().zip(&now).filter(|(before, now)| before != now).count();
        assert!(moved <= 2 * limit && is_moved == (moved > 0), "{moved} positions changed");
        if !is_moved {
            return now;
        }
    }
    panic!("values of {} entities never stop moving", order.len());
}

/// Number of entities that do not directly follow their predecessor in `order`.
fn gaps(order: &[u32], storage: &[u32]) -> usize {
    let pairs: BTreeSet<_> = storage.array_windows::<2>().collect();
    order.array_windows().filter(|pair| !pairs.contains(pair)).count()
}

#[test]
fn values_of_any_number_of_entities_are_brought_into_clusters() {
    // Miri takes a thousand times as long.
    let counts: &[u32] = if cfg!(miri) { &[1, 65] } else { &[0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 200, 1_000] };
    let boundaries: &[u32] = if cfg!(miri) { &[2] } else { &[0, 1, 2, 3, 63, 64, 65, 129] };
    for &count in counts {
        for &boundary in boundaries {
            // There are as many other entities after the boundary, so that there is room for all clusters.
            let all = shuffled(2 * count + 128 + boundary);
            let order: Vec<_> =
                all[boundary as usize..].iter().copied().rev().step_by(2).take(count as usize).collect();
            let mut storage: SparseSet<u32> = filled(&all);
            let settled = settle(&order, &mut storage, boundary as usize);
            assert!(gaps(&order, &settled) <= order.len() / CLUSTER, "{count} entities after {boundary} others");
            let mut map: HashMapSet<u32> = filled(&all);
            assert_eq!(settle(&order, &mut map, boundary as usize), settled, "a hash map settles in the same order");
        }
    }
}

#[test]
fn a_cluster_starts_where_most_of_its_values_are_in_place() {
    let (mut alone, mut swaps) = (filled::<SparseSet<u32>>(&[100, 0, 200]), Swaps::default());
    let one = Follower { storage: &mut alone, boundary: 1, swaps: &mut swaps, budget: 0, moved: 0 };
    assert_eq!(
        (one.find_start(&[0]), one.find_start(&[100]), one.find_start(&[7])),
        (Some((1, 0)), None, None),
        "a single value is in place"
    );
    for len in [2, 3, 4, 7, 8, 63, 64] {
        let cluster: Vec<_> = (0..len).collect();
        for stray in 0..len {
            // The cluster follows twenty others. One of its values is swapped with the one after the cluster.
            let mut order: Vec<_> = (100..120).chain(0..len).chain([200]).collect();
            order.swap(20 + stray as usize, 20 + len as usize);
            let (mut storage, mut swaps) = (filled::<SparseSet<u32>>(&order), Swaps::default());
            let find_start = |storage: &mut SparseSet<u32>, boundary, swaps: &mut Swaps| {
                Follower { storage, boundary, swaps, budget: 0, moved: 0 }.find_start(&cluster)
            };
            // Of two values, one would be half of the cluster.
            let expected = (len > 2).then_some((20, 1 << stray));
            assert!(
                [0, 20].map(|boundary| find_start(&mut storage, boundary, &mut swaps)) == [expected; 2],
                "value {stray} of {len} is astray"
            );
            assert_eq!(find_start(&mut storage, 21, &mut swaps), None, "the cluster begins before the boundary");
        }
    }
}

#[test]
fn a_call_makes_as_many_swaps_as_the_group_allows() {
    let few = [(0, 64), (1, 64), (2, 64), (3, 64), (31, 64), (32, 65), (33, 65), (64, 66)];
    let many = [(6_399, 263), (6_400, 264), (6_401, 264), (6_431, 264), (6_432, 265), (6_433, 265)];
    for (count, limit) in few.into_iter().chain(many).take(if cfg!(miri) { few.len() } else { usize::MAX }) {
        let order: Vec<u32> = (0..count).collect();
        let mut storage: SparseSet<u32> = filled(&order);
        // Every fourth pair of values is swapped, so that each swap of `follow` puts two values into place.
        let pairs = (0..count / 8).map(|pair| (8 * pair, 8 * pair + 1));
        let before: Vec<_> = pairs.collect();
        storage.swap_all(&before);
        follow(&order, &mut storage, 0, &mut Memory::default());
        let left = order_of(&storage).iter().zip(&order).filter(|(own, index)| own != index).count();
        assert_eq!(left, 2 * before.len().saturating_sub(limit), "{count} entities");
    }
}

#[test]
fn a_storage_with_a_fixed_order_follows_no_group() {
    let mut storage: PackedArray<u32> = filled(&shuffled(200));
    assert!(!follow(&shuffled(200), &mut storage, 0, &mut Memory::default()));
    assert!(order_of(&storage).iter().copied().eq(0..200));
}

#[test]
fn a_stray_value_costs_one_swap_and_a_growing_boundary_moves_one_cluster() {
    let count = 640;
    let all: Vec<u32> = (0..count).collect();
    let mut storage: SparseSet<u32> = filled(&all);
    assert!(!follow(&all, &mut storage, 0, &mut Memory::default()), "adjacent values are in place");
    for stray in [0, 1, 2, 3, 63, 64, 65, 300, 638].into_iter().step_by(if cfg!(miri) { 4 } else { 1 }) {
        storage.swap_all(&[(stray, 639)]);
        assert!(follow(&all, &mut storage, 0, &mut Memory::default()));
        assert!(order_of(&storage) == all, "value {stray} is astray");
    }
    // The front grows by a value: the first value after it moves to the end.
    storage.push(entity(count), count);
    storage.swap_all(&[(0, count)]);
    let settled = settle(&all, &mut storage, 1);
    assert_eq!(settled[64..640], all[64..], "all other clusters stay");
}

#[test]
fn entities_before_the_boundary_are_left_there() {
    for first in (0..CLUSTER).step_by(if cfg!(miri) { 63 } else { 1 }) {
        // One entity of the cluster is in another group.
        let all = shuffled(300);
        let mut order = all[100..164].to_vec();
        order[first] = all[50];
        let settled = settle(&order, &mut filled::<SparseSet<u32>>(&all), 100);
        // Of a cluster, every eighth value is sampled. If one of the sampled values is before the boundary, the cluster is not placed.
        let adjacent = if first % 8 == 0 { 63 } else { 2 };
        assert!(gaps(&order, &settled) <= adjacent, "{first}");
        assert!(settled[..100] == all[..100]);
    }
}

#[test]
fn a_group_follows_unless_more_than_an_eighth_of_it_is_before_the_boundary() {
    for count in [65, 64, 127, 128, 640].into_iter().take(if cfg!(miri) { 1 } else { 5 }) {
        let step = usize::try_from(count).expect("it is small").div_ceil(CLUSTER);
        let sampled = (0..count).step_by(step).count();
        for before in [0, 1, 2, 3, sampled / 8 - 1, sampled / 8, sampled / 8 + 1, sampled] {
            // The values of these entities are before all others.
            let front: Vec<u32> = (0..count).step_by(step).take(before).collect();
            let others = shuffled(2 * count).into_iter().filter(|index| !front.contains(index));
            let all: Vec<u32> = front.iter().copied().chain(others).collect();
            let order: Vec<u32> = (0..count).collect();
            let storage: SparseSet<u32> = filled(&all);
            let is_worth_it = before <= sampled / 8;
            assert_eq!(
                is_worthwhile(&order, storage.source(), before),
                is_worth_it,
                "{before} of {sampled} sampled values are before the boundary"
            );
            let mut storage = storage;
            let is_moved = follow(&order, &mut storage, before, &mut Memory::default());
            assert!(is_worth_it || !is_moved);
        }
    }
}

#[test]
fn occupied_positions_are_those_of_all_ranges() {
    for len in [1, 2, 3, 31, 63, 64] {
        for first in [0, 1, 2, 3, 31, 63, 64, 65, 127, 128, 192] {
            for (other, other_len) in [(0, 1), (first, 1), (first + len - 1, 1), (first + len, 1), (64, 64), (130, 3)] {
                let mut occupied = Occupied::default();
                occupied.clear(300);
                assert!(occupied.take(first, len));
                let overlaps = other < first + len && first < other + other_len;
                assert_eq!(occupied.take(other, other_len), !overlaps, "{first}, {len}, {other}, {other_len}");
                let words = [0, 64, 128, 192, 256];
                let is_free = |word: &usize| {
                    let is_beside = |first: usize, len: usize| first + len <= *word || *word + 64 <= first;
                    is_beside(first, len) && (overlaps || is_beside(other, other_len))
                };
                assert_eq!(occupied.free_word(0), words.iter().position(is_free));
            }
        }
    }
}

#[test]
fn differences_are_found_at_each_place() {
    for len in [0, 1, 2, 3, 63, 64] {
        let own: Vec<u32> = (0..len).collect();
        assert_eq!(differences(&own, &own), 0);
        for at in 0..own.len() {
            let mut other = own.clone();
            other[at] = 99;
            assert_eq!(differences(&own, &other), 1 << at);
        }
    }
}
