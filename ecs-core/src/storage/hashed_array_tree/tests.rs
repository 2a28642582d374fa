//! Chunks of all sizes, against a map.

use super::*;
use crate::entity::entity;
use crate::storage::StorageTasks as _;
use alloc::collections::BTreeMap;

/// Inserts and removes values around the borders of chunks, and compares the storage with a map after each step.
fn agrees<const CHUNK: usize>() {
    let (mut storage, mut expected) = (HashedArrayTree::<u32, CHUNK>::default(), BTreeMap::new());
    let chunk = u32::try_from(CHUNK).unwrap();
    let around = [0, 1, 2, 3, 4].map(|border: u32| (border * chunk).saturating_sub(2)..border * chunk + 3);
    let indices: Vec<u32> = around.into_iter().flatten().collect();
    let mut number: u32 = 5;
    for step in 1..if CHUNK > 1_000 || cfg!(miri) { 60 } else { 600 } {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let index = indices[(number >> 16) as usize % indices.len()];
        if expected.contains_key(&index) && number >> 31 == 0 {
            assert_eq!(storage.take(entity(index)), expected.remove(&index));
        } else {
            assert_eq!(storage.replace(entity(index), step), expected.insert(index, step));
        }
        if cfg!(miri) && step % 10 != 0 {
            continue;
        }
        storage.check().unwrap();
        assert!(storage.presence.iter().zip(storage.iter()).eq(expected.iter().map(|(index, value)| (*index, value))));
        let used: Vec<_> = (0..storage.chunks.len()).filter(|chunk| storage.chunks[*chunk].is_some()).collect();
        let mut expected: Vec<_> = expected.keys().map(|index| *index as usize / CHUNK).collect();
        expected.dedup();
        assert_eq!(used, expected, "chunks of {CHUNK}");
        if step % 50 == 0 {
            storage.shrink_to_fit();
            assert!(storage.pool.is_empty());
            storage = storage.clone();
            storage.check().unwrap();
        }
    }
    storage.replace(entity(chunk), 0);
    storage.clear();
    let pooled = storage.pool.len();
    assert!(storage.check().is_ok() && storage.chunks.is_empty() && pooled > 0);
    storage.push(entity(chunk), 0);
    assert!(storage.check().is_ok() && storage.pool.len() == pooled - 1);
}

#[test]
fn chunks_of_all_sizes_agree_with_a_map_and_are_there_exactly_where_values_are() {
    agrees::<1>();
    agrees::<2>();
    agrees::<32>();
    agrees::<64>();
    agrees::<128>();
    // Each check reads all slots, which takes a minute in Miri.
    if !cfg!(miri) {
        agrees::<256>();
        agrees::<65_536>();
    }
}

/// Removes all values of a few chunks: each chunk is moved to the pool with its last value, in any order of removal.
fn pools<const CHUNK: usize>(order: fn(&mut [u32])) {
    let mut storage = HashedArrayTree::<u8, CHUNK>::default();
    let mut indices: Vec<u32> = (0..u32::try_from(3 * CHUNK).unwrap()).collect();
    for index in &indices {
        storage.push(entity(*index), 0);
    }
    order(&mut indices);
    let mut left = [CHUNK; 3];
    for index in indices {
        assert_eq!(storage.take(entity(index)), Some(0));
        left[index as usize / CHUNK] -= 1;
        let pooled = left.iter().filter(|left| **left == 0).count();
        assert_eq!((storage.pool.len(), storage.chunks.iter().flatten().count()), (pooled, 3 - pooled));
    }
    storage.check().unwrap();
}

#[test]
fn a_chunk_is_pooled_with_its_last_value_in_any_order_of_removal() {
    fn inside_out(indices: &mut [u32]) {
        indices.sort_by_key(|index| (index % 7, *index));
    }
    let orders = [|_: &mut [u32]| {}, |indices: &mut [u32]| indices.reverse(), inside_out];
    for order in orders.into_iter().skip(usize::from(cfg!(miri))) {
        pools::<1>(order);
        pools::<64>(order);
        pools::<128>(order);
        if !cfg!(miri) {
            pools::<256>(order);
            pools::<65_536>(order);
        }
    }
}

#[test]
fn the_check_finds_wrong_counts_of_chunks() {
    let mut storage = HashedArrayTree::<char, 128>::default();
    storage.push(entity(300), 'a');
    assert_eq!((storage.counts.as_slice(), storage.check().is_ok()), (&[0, 0, 1][..], true));
    storage.counts[2] = 2;
    assert!(storage.check().is_err());
    storage.counts = alloc::vec![0, 0, 1, 0];
    assert!(storage.check().is_err(), "a count without a chunk");
    assert!(HashedArrayTree::<char, 64>::default().counts_agree());
}

#[test]
fn the_check_finds_values_without_an_entity_entities_without_a_value_and_misplaced_chunks() {
    let mut storage = HashedArrayTree::<char, 2>::default();
    storage.push(entity(2), 'a');
    storage.push(entity(5), 'b');
    assert!(storage.check().is_ok());
    storage.push_unowned('c');
    assert!(storage.check().is_err(), "a value that waits for its owner");
    storage.assign_owners(&[entity(0)]);
    assert!(storage.check().is_ok());
    let value = storage.chunks[1].as_mut().and_then(|chunk| chunk[1].replace('d'));
    assert!(value.is_none() && storage.check().is_err(), "a value without an entity");
    storage.presence.insert(3);
    assert!(storage.check().is_ok());
    storage.presence.insert(4);
    assert!(storage.check().is_err(), "an owner without a value");
    assert!(storage.presence.remove(4) && storage.check().is_ok());
    storage.chunks.push(Some(empty()));
    assert!(storage.check().is_err(), "an empty chunk that is not in the pool");
    storage.pool.extend(storage.chunks.pop().flatten());
    assert!(storage.check().is_ok());
    if let Some(chunk) = storage.pool.last_mut() {
        chunk[0] = Some('e');
    }
    assert!(storage.check().is_err(), "a used chunk in the pool");
}
