//! Tables of positions other than arrays: they agree with arrays, have the right size, and need few steps per search.

use super::*;
use crate::entity::entity;
use crate::sparse::{EntityIndex, TreeSlots};

/// Compares a table with an array through random operations.
fn agrees<S: SlotTable>() {
    let (mut index, mut expected) = (DenseIndex::<S>::default(), crate::sparse::SparseIndex::new());
    let mut number: u32 = 1;
    // Miri takes a hundred times as long.
    for _ in 0..if cfg!(miri) { 300 } else { 20_000 } {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let entity = entity(number >> 16 & 0x1ff);
        if expected.position_of(entity.index()).is_some() {
            assert_eq!(index.swap_remove(entity.index()), expected.swap_remove(entity.index()));
        } else {
            assert_eq!(index.push(entity.index()), expected.push(entity.index()));
        }
        if number.is_multiple_of(1000) {
            index.shrink_to_fit();
        }
    }
    index.check().unwrap();
    assert!(index.indices() == expected.indices());
    let many: Vec<_> = (700..720).rev().map(entity).collect();
    index.extend(&many);
    expected.extend(&many);
    assert!(index.indices() == expected.indices() && index.position_of(700) == expected.position_of(700));
    index.check().unwrap();
    assert!((0..600).all(|at| index.position_of(at) == expected.position_of(at)));
    index.clear();
    assert!(index.is_empty() && (0..600).all(|at| index.position_of(at).is_none()));
    index.check().unwrap();
}

#[test]
fn a_hash_map_of_slots_agrees_with_an_array() {
    agrees::<HashSlots>();
}

#[test]
fn a_tree_of_slots_agrees_with_an_array() {
    agrees::<TreeSlots>();
}

#[test]
fn a_hash_map_grows_at_five_eighths_and_shrinks_to_what_it_needs() {
    let keys = if cfg!(miri) { 30 } else { 100 };
    let mut slots = HashSlots::default();
    slots.relocate(3, 1);
    assert!(slots.get(3).is_none());
    for count in 1..=keys {
        slots.set(count * 7, count + 1);
        let needed = (count as usize * 8).div_ceil(5).next_power_of_two().max(8);
        assert_eq!((slots.buckets.len(), slots.count, slots.occupied()), (needed, count as usize, count as usize));
    }
    assert!((1..=keys).all(|at| slots.get(at * 7).is_some_and(|slot| slot == at + 1)));
    for left in (0..keys).rev() {
        slots.take((left + 1) * 7);
        slots.take((left + 1) * 7);
        slots.shrink_to_fit();
        let buckets = slots.buckets.len();
        assert!(
            left == 0 && buckets == 0 || buckets >= 8 && left as usize * 8 <= buckets * 5,
            "{left} keys in {buckets} buckets"
        );
        assert!(buckets <= 8 || left as usize * 16 > buckets * 5, "{left} keys in {buckets} buckets");
        assert!((1..=left).all(|at| slots.get(at * 7).is_some()) && slots.occupied() == left as usize);
    }
}

#[test]
fn a_removal_leaves_all_other_keys_wherever_they_collide() {
    let mut empty = HashSlots::default();
    empty.resize(8);
    let keys_of = |home| (0..).filter(|key| empty.home(*key) == home).take(5).collect::<Vec<u32>>();
    let keys: Vec<_> = (0..8).map(keys_of).collect();
    // Five keys in eight buckets, with all combinations of homes: these include all clusters that continue after the last bucket.
    for homes in (0..1_usize << 15).step_by(if cfg!(miri) { 1_009 } else { 1 }) {
        let chosen: Vec<_> = (0..5).map(|at| keys[homes >> (3 * at) & 7][at]).collect();
        for removed in &chosen {
            let mut slots = HashSlots::default();
            (0..).zip(&chosen).for_each(|(position, key)| slots.set(*key, position));
            assert!(slots.take(*removed).is_some());
            for (position, key) in (0..).zip(&chosen) {
                assert_eq!(slots.get(*key), (key != removed).then_some(position), "{chosen:?} without {removed}");
            }
        }
    }
}

/// Number of buckets that a search probes: the average if it finds its key, the maximum then, and the average if it does not.
fn probes(slots: &HashSlots, absent: impl ExactSizeIterator<Item = u32>) -> [usize; 3] {
    let probed = |key: u32| slots.passed(key, slots.search(key)) + 1;
    let hits = || slots.buckets.iter().filter(|bucket| !bucket.is_vacant()).map(|bucket| probed(bucket.key));
    let count = absent.len();
    [hits().sum::<usize>() / slots.count, hits().max().unwrap(), absent.map(probed).sum::<usize>() / count]
}

#[test]
fn searches_are_short_whatever_the_distance_of_keys() {
    let strides = [1, 2, 3, 4, 7, 8, 16, 63, 64, 65, 89, 100, 128, 256, 377, 512, 610, 987, 1_000, 1_024];
    // At the highest load, and at a low one.
    for values in if cfg!(miri) { [40, 50] } else { [163_840, 200_000] } {
        for stride in strides.into_iter().step_by(if cfg!(miri) { 4 } else { 1 }) {
            let mut slots = HashSlots::default();
            (0..values).for_each(|at| slots.set(at * stride, at));
            let [found, longest, missed] = probes(&slots, (0..values).map(|at| (values + at) * stride));
            assert!(
                found <= 3 && longest <= 100 && missed <= 4,
                "stride {stride}: {found} buckets per hit, at most {longest}; {missed} per miss"
            );
        }
    }
}

#[test]
fn searches_are_short_for_each_distance_up_to_a_thousand() {
    let (strides, values, buckets) = if cfg!(miri) { (610..=610, 160, 256) } else { (1..=1_024, 1_280, 2_048) };
    for stride in strides {
        let mut slots = HashSlots::default();
        (0..values).for_each(|at| slots.set(at * stride, at));
        assert_eq!(slots.buckets.len(), buckets, "the table has its maximum load");
        let [found, longest, missed] = probes(&slots, (0..values).map(|at| (values + at) * stride));
        assert!(
            found <= 4 && longest <= 100 && missed <= 9,
            "stride {stride}: {found} buckets per hit, at most {longest}; {missed} per miss"
        );
    }
}

#[test]
fn searches_are_short_for_runs_of_keys_and_after_removals() {
    let mut slots = HashSlots::default();
    // Runs of 64 keys whose starts are far apart; then all but every third value is removed.
    let runs = if cfg!(miri) { 8 } else { 2_000_u32 };
    let keys = || (0..runs).flat_map(|run| (0..64).map(move |at| run * 4_096 + at));
    keys().for_each(|key| slots.set(key, key));
    let [found, longest, missed] = probes(&slots, (0..5 * runs).map(|at| at * 4_096 + 64));
    assert!(
        found <= 2 && longest <= 100 && missed <= 4,
        "{found} buckets per hit, at most {longest}; {missed} per miss"
    );
    keys().filter(|key| key % 3 != 0).for_each(|key| assert!(slots.take(key).is_some()));
    let [found, longest, missed] = probes(&slots, (0..5 * runs).map(|at| at * 4_096 + 1 + at % 3));
    assert!(
        found <= 1 && longest <= 30 && missed <= 2,
        "{found} buckets per hit, at most {longest}; {missed} per miss"
    );
}

#[test]
fn different_keys_are_scattered_to_different_numbers() {
    let scattered: alloc::collections::BTreeSet<_> = (0..1 << 10).map(|key| scattered(key << 10)).collect();
    assert_eq!(scattered.len(), 1 << 10);
}

#[test]
fn keys_with_the_same_home_move_up_when_one_is_removed() {
    let mut slots = HashSlots::default();
    slots.set(0, 0);
    let home = |slots: &HashSlots, key: u32| slots.home(key);
    // Three keys that collide at the last bucket and so wrap around, and one whose home is after theirs.
    let last = (0..10_000).filter(|key| home(&slots, *key) == 7).take(3);
    let second = (1..10_000).find(|key| home(&slots, *key) == 1).unwrap();
    let keys: Vec<_> = last.chain([second]).collect();
    slots.take(0);
    for removed in 0..keys.len() {
        let mut slots = slots.clone();
        keys.iter().zip(0..).for_each(|(key, position)| slots.set(*key, position));
        assert_eq!(slots.buckets.len(), 8);
        slots.take(keys[removed]);
        for (at, key) in keys.iter().enumerate() {
            assert_eq!(slots.get(*key).is_some(), at != removed, "key {at} after key {removed} was removed");
        }
    }
}

#[test]
fn most_consecutive_keys_have_different_homes() {
    for is_scattered in [false, true] {
        let mut slots = HashSlots { is_scattered, ..HashSlots::EMPTY };
        slots.resize(128);
        let homes: alloc::collections::BTreeSet<_> = (0..64).map(|key| slots.home(key)).collect();
        assert!(homes.len() > 40 && homes.iter().all(|home| *home < 128), "{homes:?}");
    }
}

#[test]
fn keys_are_scattered_once_an_insertion_passes_too_many_places() {
    // Keys with the same home in any table of up to 4 096 buckets (512 in Miri), as many as are needed.
    let bits = if cfg!(miri) { 9 } else { 12 };
    let keys: Vec<u32> = (0..).filter(|key| spread(*key) >> (32 - bits) == 5).take(100).collect();
    for count in [0, 1, 2, 3, 8, 9, 10, 11, 100] {
        let mut slots = HashSlots::default();
        keys[..count].iter().zip(0..).for_each(|(key, position)| slots.set(*key, position));
        assert_eq!(slots.is_scattered, count > PASSED + 1, "inserting the tenth key passes nine buckets");
        assert!(keys[..count].iter().zip(0..).all(|(key, position)| slots.get(*key) == Some(position)));
        let mut clone = slots.clone();
        keys[..count].iter().for_each(|key| assert!(clone.take(*key).is_some()));
        clone.shrink_to_fit();
        assert!(!clone.is_scattered && clone.occupied() == 0, "an emptied table uses the first hash function again");
        slots.set(1, 1);
        assert_eq!(slots.occupied(), count + 1);
    }
}

#[test]
fn each_table_has_an_empty_index() {
    assert!(HashSlots::empty_index().is_empty() && TreeSlots::empty_index().position_of(3).is_none());
    assert_eq!(<DenseIndex<HashSlots> as EntityIndex>::empty_index().len(), 0);
}

#[test]
fn scattered_keys_are_the_same_on_all_targets() {
    assert_eq!([1, 2, 0xdead_beef].map(scattered), [0x6889_90c0, 0xd113_2181, 0xe628_c683]);
}
