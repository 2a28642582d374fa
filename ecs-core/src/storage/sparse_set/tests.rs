use super::*;
use crate::entity::entity;

#[test]
fn a_value_follows_its_entity_when_others_leave() {
    let mut set = SparseSet::default();
    for at in 0..4 {
        set.push(entity(at), at * 10);
    }
    assert_eq!((set.len(), set.is_empty(), SparseSet::<u8>::default().is_empty()), (4, false, true));
    assert_eq!(set.take(entity(1)), Some(10));
    assert_eq!(set.as_slice(), [0, 30, 20]);
    assert_eq!([3, 1].map(|index| set.index().position_of(index)), [Some(1), None]);
}

#[test]
fn a_value_leaves_a_group_unless_its_removal_has_the_same_effect() {
    let of = |values: u32| {
        let mut set = SparseSet::default();
        (0..values).for_each(|at| set.push(entity(at), at));
        set
    };
    let leaving = |values: u32, last: usize, is_removed: bool| {
        let mut set = of(values);
        set.leave(entity(0), last, is_removed);
        set.as_slice().to_vec()
    };
    assert_eq!(leaving(3, 2, true), [0, 1, 2], "all are in the group, and the value is removed");
    assert_eq!(leaving(3, 2, false), [2, 1, 0], "the value is not removed");
    assert_eq!(leaving(4, 2, true), [2, 1, 0, 3], "another value is behind the group");
    let mut set = of(3);
    set.leave(entity(0), 2, true);
    set.take(entity(0));
    assert_eq!(set.as_slice(), [2, 1], "a removal moves the last value");
}

#[test]
fn the_check_finds_values_without_an_entity_and_entities_without_a_value() {
    let mut set = SparseSet::default();
    set.push(entity(3), 'a');
    assert!(set.check().is_ok());
    set.values.push('b');
    assert!(set.check().is_err(), "a value without an entity");
    set.values.clear();
    assert!(set.check().is_err(), "an owner without a value");
}

#[test]
fn the_owner_of_a_value_is_found_by_its_address() {
    let mut set = SparseSet::default();
    set.extend(&[entity(4), entity(9)], alloc::vec![1_u64, 2]);
    assert_eq!((set.owner_index(&set.as_slice()[1]), set.owner_index(&2)), (Some(9), None));
    let mut tags = SparseSet::default();
    tags.push(entity(1), ());
    assert_eq!(tags.owner_index(&()), None);
}
