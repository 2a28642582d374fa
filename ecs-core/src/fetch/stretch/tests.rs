//! Runs of parts of storages. This is a second safeguard: the filters of two queries that share a storage never keep the same entity.

use super::{Read, Stretch, Write};
use crate::entity::entity;
use crate::storage::{Sortable, SplitSet, Storage};

type Set = SplitSet<u64>;

#[test]
fn runs_of_a_part_of_a_storage_end_where_the_part_ends() {
    let (mut set, order) = (Set::default(), [7, 3, 5]);
    for index in order {
        set.push(entity(index), index.into());
    }
    for place in 0..=order.len() {
        let (front, back) = set.split(place);
        let (front, back) = (<Write<Set> as Stretch>::cut(front), <Write<Set> as Stretch>::cut(back));
        assert_eq!(Write::<Set>::together(&front, 0, &order), place, "split at {place}");
        assert_eq!(Write::<Set>::together(&back, 0, &order[place..]), 3 - place, "split at {place}");
        assert_eq!(Write::<Set>::together(&back, 0, &order), if place == 0 { 3 } else { 0 }, "split at {place}");
        let (front, back) = set.split(place);
        let (front, back) = (front.to_read(), back.to_read());
        for len in 0..=3 {
            let expected = if len <= place { len } else { 0 };
            assert_eq!(Read::<Set>::together(&front, 0, &order[..len]), expected, "{len} split at {place}");
        }
        assert_eq!(Read::<Set>::together(&back, 0, &order[place..]), 3 - place, "split at {place}");
        assert_eq!(Read::<Set>::together(&back, 0, &order), if place == 0 { 3 } else { 0 }, "split at {place}");
    }
}
