use alloc::vec::Vec;

use super::{Order, Summary};
use crate::numbered::Numbered;

fn of(indices: &[u32]) -> Order {
    let mut order = Order::new();
    order.change().extend(indices);
    order
}

#[test]
fn orders_are_compared_up_to_a_number_of_entities_and_known_afterwards() {
    for len in [1, 2, 3, 512, 513] {
        let indices: Vec<u32> = (0..len).rev().collect();
        let (own, other, limit) = (of(&indices), of(&indices), indices.len());
        assert!(!own.is_that_of(&other, limit - 1), "an order that is longer than the limit is not compared");
        assert!(own.is_that_of(&other, limit) && own.is_that_of(&other, 0), "{len}");
        assert!(own.clone().is_that_of(&other, 0) && other.is_that_of(&own.clone(), 0));
    }
}

#[test]
fn an_order_that_differs_anywhere_or_changes_is_another_one() {
    for len in [1, 2, 3, 4, 64, 65] {
        let indices: Vec<u32> = (0..len).collect();
        for changed in 0..indices.len() {
            let (own, mut other) = (of(&indices), of(&indices));
            assert!(own.is_that_of(&other, usize::MAX));
            other.change()[changed] = 1_000;
            assert!(!own.is_that_of(&other, usize::MAX) && !other.is_that_of(&own, usize::MAX), "{changed} of {len}");
            other.change()[changed] = indices[changed];
            assert!(
                !own.is_that_of(&other, 0) && own.is_that_of(&other, usize::MAX),
                "equal again once they are compared"
            );
            other.change().pop();
            assert!(!own.is_that_of(&other, usize::MAX), "a shorter order is another one");
        }
    }
    assert!(!Order::new().is_that_of(&Order::new(), usize::MAX), "an empty index has no order");
}

#[test]
fn orders_are_compared_at_the_end_of_the_second_iteration_after_a_change() {
    let (mut own, other) = (of(&[2, 0, 1]), of(&[2, 0, 1]));
    for _ in 0..2 {
        own.compare_again(&other);
        assert!(!own.is_that_of(&other, 0), "the first iteration compares nothing");
        own.compare_again(&other);
        assert!(own.is_that_of(&other, 0));
        own.change().swap(0, 1);
        own.compare_again(&other);
        own.compare_again(&other);
        assert!(!own.is_that_of(&other, 0), "the orders differ");
        own.change().swap(0, 1);
    }
    own.change().push(3);
    own.compare_again(&other);
    own.compare_again(&other);
    assert!(!own.is_that_of(&other, usize::MAX), "the other order is shorter");
}

#[test]
fn an_order_is_compared_again_after_it_was_compared_with_another_one() {
    let (mut own, [mut other, third]) = (of(&[1, 2, 3, 4]), [[1, 3, 2, 4], [1, 2, 3, 4]].map(|order| of(&order)));
    for _ in 0..3 {
        assert!(!own.is_that_of(&other, 4) && !own.is_that_of(&other, 4) && own.is_that_of(&third, 4));
    }
    other.change().swap(1, 2);
    assert!(own.is_that_of(&other, 4), "the other order changed");
    other.change().swap(1, 2);
    assert!(!own.is_that_of(&other, 4));
    own.change().swap(1, 2);
    assert!(own.is_that_of(&other, 4) && !own.is_that_of(&third, 4), "this order changed");
    assert!(own.clone().is_that_of(&other, 0));
}

/// Whether iterations that count as these numbers of entities each get a summary, and how often all entities were examined.
fn summarised(order: &Order, masks: usize, counts: &[usize]) -> (Vec<bool>, usize) {
    let mut examined = 0;
    let mut are_summarised = Vec::new();
    for count in counts {
        let found = order.summary(masks, *count, |indices| {
            examined += 1;
            Summary { all: indices.len() as u64, some: masks as u64 }
        });
        assert!(found.is_none_or(|found| found == Summary { all: order.len() as u64, some: masks as u64 }));
        are_summarised.push(found.is_some());
    }
    (are_summarised, examined)
}

#[test]
fn entities_are_examined_once_iterations_have_visited_as_many() {
    let order = of(&[0, 1, 2, 3, 4, 5]);
    assert_eq!(summarised(&order, 7, &[3, 2, 1, 0]), ([false, false, true, true].into(), 1));
    assert_eq!(summarised(&order, 7, &[0, 0]), ([true, true].into(), 0), "the summary is cached");
    assert_eq!(
        summarised(&order, 9, &[5, 0, 6, 0]),
        ([false, false, true, true].into(), 1),
        "entities with other masks are examined again"
    );
    assert_eq!(summarised(&of(&[1]), 7, &[0, 1, 0]), ([false, true, true].into(), 1));
    assert_eq!(summarised(&Order::new(), 7, &[0]), ([true].into(), 1), "an empty order is examined at once");
}

#[test]
fn a_change_of_the_order_or_of_the_masks_outdates_a_summary() {
    let mut order = of(&[0, 1]);
    assert_eq!(summarised(&order, 7, &[2]), ([true].into(), 1));
    order.change().push(2);
    assert_eq!(summarised(&order, 7, &[0, 3, 0]), ([false, true, true].into(), 1), "another order");
    assert_eq!(summarised(&order, 8, &[0, 3, 0]), ([false, true, true].into(), 1), "other masks");
    let mut clone = order.clone();
    assert_eq!(summarised(&clone, 8, &[0]), ([true].into(), 0), "a clone has the summary");
    clone.change().pop();
    assert_eq!(summarised(&clone, 8, &[0]), ([false].into(), 0));
    clone.clone_from(&order);
    assert_eq!(summarised(&clone, 8, &[0]), ([true].into(), 0), "an overwritten order has the summary of its source");
    clone.clone_from(&of(&[0, 1, 2]));
    assert_eq!(summarised(&clone, 8, &[0]), ([false].into(), 0));
}

type Change = fn(&mut Order);

/// Each kind of change of an order, for orders of at least two entities.
const CHANGES: [(&str, Change); 9] = [
    ("push", |order| order.push(9)),
    ("the last one removed", |order| _ = order.swap_remove(order.len() - 1)),
    ("the first one removed", |order| _ = order.swap_remove(0)),
    ("swap", |order| _ = order.swap(0, 1)),
    ("clear", |order| order.change().clear()),
    ("insert", |order| order.change().insert(0, 9)),
    ("append", |order| order.change().extend([9, 8])),
    ("clone_from", |order| order.clone_from(&of(&[7, 8, 9]))),
    ("clone_from an empty one", |order| order.clone_from(&Order::new())),
];

#[test]
fn after_two_changes_of_any_kind_nothing_is_known_of_an_order() {
    for len in [4, 5, 64] {
        for (first, change) in CHANGES {
            for (second, change_again) in CHANGES {
                let mut order = of(&(0..len).collect::<Vec<_>>());
                let (before, number) = (order.clone(), order.number());
                let version = order.version();
                change(&mut order);
                assert_ne!((order.version(), order.len()), (version, before.len()), "{first}");
                assert!(number.is_some() && order.known_number().is_none() && !order.request_again(), "{first}");
                let changed = order.number();
                if order.len() < 2 {
                    order.change().extend([5, 6]);
                }
                change_again(&mut order);
                assert!(order.known_number().is_none(), "{first}, {second}");
                assert!(order.number().is_some() && order.number() != changed && order.number() != number);
                assert_eq!(before.len(), len as usize);
            }
        }
    }
}

#[test]
fn entities_move_as_in_a_vector() {
    let mut order = of(&[5, 6, 7]);
    let version = order.version();
    order.push(8);
    assert_eq!((order.version(), &order[..]), (version, &[5, 6, 7, 8][..]), "nothing moved");
    assert_eq!((order.swap(0, 3), &order[..]), ((8, 5), &[8, 6, 7, 5][..]));
    assert_eq!((order.swap_remove(1), &order[..]), (Some(5), &[8, 5, 7][..]));
    assert_eq!((order.swap_remove(2), &order[..]), (None, &[8, 5][..]), "the last entity is removed");
    assert!(order.version() > version);
    let version = order.version();
    order.reserve(100);
    order.shrink_to_fit();
    assert_eq!((order.version(), order.swap_remove(1), order.swap_remove(0), order.len()), (version, None, None, 0));
}
