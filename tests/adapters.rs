//! Adapters of queries and joins: they do what those of the standard library do, and `collect` into anything is as lazy.

#![allow(clippy::cloned_instead_of_copied, reason = "this tests `cloned`, too")]

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct A(usize);
#[derive(Debug, Clone, Copy, PartialEq)]
struct B(usize);
#[derive(Debug, Clone, Copy, PartialEq)]
struct C(usize);

ecs_world! {
    components: A, B, C;
}

/// Entities with `A`, in order, and `B` in another order if values shall not be adjacent. Every fifth one has a `C`.
fn filled(count: usize, are_adjacent: bool) -> World {
    let mut world = World::default();
    let entities: Vec<_> = (0..count).map(|n| world.spawn(A(n))).collect();
    for at in 0..count {
        // Multiples of a prime: no two values of neighbours are neighbours.
        let n = if are_adjacent { at } else { (at * 7_919 + 3) % count };
        if world.get::<B>(entities[n]).is_none() {
            world.insert(entities[n], B(n)).expect("the entity is alive");
        }
    }
    for n in (0..count).step_by(5) {
        world.insert(entities[n], C(n)).expect("the entity is alive");
    }
    world
}

/// Worlds of several sizes whose values are adjacent, and others.
fn worlds() -> impl Iterator<Item = World> {
    let counts = [0, 1, 2, 3, 8, 31, 32, 33, 63, 64, 65, 129, 511, 512, 513, 600];
    counts.into_iter().flat_map(|count| [true, false].map(|are_adjacent| filled(count, are_adjacent)))
}

/// Hides an iterator, so that the adapters of the standard library are used.
fn plain<T>(items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    items
}

/// Compares chains of adapters of these items with those of the standard library: by `collect`, `fold` and a loop.
macro_rules! assert_same {
    ($items:expr; $(|$chained:ident| $chain:expr),* $(,)?) => {$({
        let std: Vec<_> = { let $chained = plain($items); $chain.collect() };
        let own: Vec<_> = { let $chained = $items; $chain.collect() };
        assert_eq!(own, std, "collected: {}", stringify!($chain));
        let mut looped = vec![];
        { let $chained = $items; for item in $chain { looped.push(item); } }
        assert_eq!(looped, std, "by a loop: {}", stringify!($chain));
        let mut folded = vec![];
        { let $chained = $items; $chain.for_each(|item| folded.push(item)); }
        assert_eq!(folded, std, "folded: {}", stringify!($chain));
        let (least, most) = { let $chained = $items; $chain.size_hint() };
        assert!(least <= std.len() && most.is_some_and(|most| std.len() <= most), "bounds: {}", stringify!($chain));
    })*};
}

#[test]
fn adapters_do_what_those_of_the_standard_library_do() {
    for mut world in worlds() {
        assert_same!(world.query::<(&A, &B)>().into_iter();
            |items| items.map(|(a, b)| a.0 + b.0),
            |items| items.filter(|(a, _)| a.0 % 3 != 1),
            |items| items.filter_map(|(a, _)| a.0.checked_sub(40)),
            |items| items.enumerate(),
            |items| items.filter(|(a, _)| a.0 % 2 == 0).enumerate().map(|(at, (_, b))| at * b.0),
            |items| items.map(|(a, _)| a).copied(),
            |items| items.map(|(_, b)| b).cloned().filter(|b| b.0 > 5).map(|b| b.0),
        );
        assert_same!(world.query::<(Entity, &A)>().without::<C>().into_iter();
            |items| items.map(|(entity, a)| (entity, a.0)),
            |items| items.filter(|(entity, _)| entity.index() % 4 == 0),
        );
        assert_same!(world.query::<(&A, Option<&C>)>().into_iter();
            |items| items.filter_map(|(a, c)| c.map(|c| c.0 + a.0)),
        );
        let columns = world.columns();
        assert_same!((&columns.a, &columns.b).join();
            |items| items.map(|(a, b)| a.0 + b.0),
            |items| items.filter(|(a, _)| a.0 % 3 != 1).map(|(_, b)| *b),
            |items| items.enumerate().filter_map(|(at, (a, _))| at.checked_sub(a.0)),
        );
    }
}

#[test]
fn items_that_are_written_can_be_collected() {
    for mut world in worlds() {
        let mut all: Vec<_> = world.query_mut::<(&mut A, &B)>().into_iter().map(|(a, b)| (a, b.0)).collect();
        for (a, b) in &mut all {
            a.0 += 1_000 + *b;
        }
        let count = all.len();
        assert!(world.query::<(&A, &B)>().iter().all(|(a, b)| a.0 == 1_000 + 2 * b.0));
        assert_eq!(world.query::<&A>().iter().filter(|a| a.0 >= 1_000).count(), count);
    }
}

#[test]
fn a_collection_of_any_type_gets_all_items() {
    for world in worlds() {
        let count = world.query::<(&A, &B)>().iter().count();
        let hashed: HashMap<usize, &B> = world.query::<(&A, &B)>().iter().map(|(a, b)| (a.0, b)).collect();
        let ordered: BTreeMap<usize, &B> = world.query::<(&A, &B)>().iter().map(|(a, b)| (a.0, b)).collect();
        let (first, second): (Vec<&A>, Vec<&B>) = world.query::<(&A, &B)>().iter().unzip();
        assert_eq!([hashed.len(), ordered.len(), first.len(), second.len()], [count; 4]);
        assert!(hashed.iter().chain(&ordered).all(|(a, b)| *a == b.0));
    }
}

/// `collect` into a `Result` or an `Option` stops at the first error, so functions with effects are called no more.
#[test]
fn no_function_is_called_after_an_error() {
    for world in worlds() {
        let all: Vec<_> = world.query::<(&A, &B)>().iter().collect();
        for failing in [0, 1, 2, 8, 40, all.len()] {
            let mut calls = 0;
            let found: Result<Vec<_>, usize> = world
                .query::<(&A, &B)>()
                .iter()
                .map(|(a, _)| {
                    calls += 1;
                    if calls > failing { Err(calls) } else { Ok(a.0) }
                })
                .collect();
            if failing < all.len() {
                assert_eq!((found, calls), (Err(failing + 1), failing + 1));
            } else {
                assert_eq!((found.map(|found| found.len()), calls), (Ok(all.len()), all.len()));
            }
        }
    }
}

#[test]
fn nothing_is_computed_before_it_is_requested() {
    for world in worlds() {
        let calls = Cell::new(0);
        let mut items = world.query::<(&A, &B)>().iter().map(|(a, _)| {
            calls.set(calls.get() + 1);
            a.0
        });
        assert_eq!(calls.get(), 0);
        let first = items.next();
        assert_eq!(calls.get(), usize::from(first.is_some()));
        let others: Vec<_> = items.collect();
        assert_eq!(calls.get(), usize::from(first.is_some()) + others.len());
        assert_eq!(calls.get(), world.query::<(&A, &B)>().iter().count());
    }
}

#[test]
fn a_panic_while_items_are_collected_drops_what_was_collected() {
    for world in worlds() {
        let count = world.query::<(&A, &B)>().iter().count();
        let token = Rc::new(());
        let caught = catch_unwind(AssertUnwindSafe(|| {
            let mut left = count / 2;
            let all: Vec<Rc<()>> = world
                .query::<(&A, &B)>()
                .iter()
                .map(|_| {
                    left = left.checked_sub(1).expect("half of the items");
                    token.clone()
                })
                .collect();
            all.len()
        }));
        assert_eq!((caught.ok(), Rc::strong_count(&token)), (if count == 0 { Some(0) } else { None }, 1));
    }
}

/// The first one of several smallest items, and the last one of several greatest, as `Iterator` documents.
#[test]
fn extreme_items_are_those_of_the_standard_library() {
    for mut world in worlds() {
        let columns = world.columns();
        for modulus in [1, 2, 3, 7, 1_000] {
            let key = |(a, _): &(&A, &B)| (a.0 * 31) % modulus;
            let joined = || (&columns.a, &columns.b).join();
            let all: Vec<_> = joined().collect();
            assert_eq!(joined().min_by_key(key), all.iter().copied().min_by_key(key));
            assert_eq!(joined().max_by_key(key), all.iter().copied().max_by_key(key));
        }
        for modulus in [1, 2, 3, 7, 1_000] {
            let key = |(a, _): &(&A, &B)| (a.0 * 31) % modulus;
            let items = || world.query::<(&A, &B)>().into_iter();
            assert_eq!(items().min_by_key(key), plain(items()).min_by_key(key));
            assert_eq!(items().max_by_key(key), plain(items()).max_by_key(key));
            let odd = || items().filter(|(a, _)| a.0 % 2 == 1);
            assert_eq!(odd().min_by_key(key), plain(odd()).min_by_key(key));
            assert_eq!(odd().max_by_key(key), plain(odd()).max_by_key(key));
        }
    }
}

#[test]
fn a_key_is_computed_once_per_item() {
    for world in worlds() {
        let mut calls = 0;
        let _ = world.query::<(&A, &B)>().iter().min_by_key(|(a, _)| {
            calls += 1;
            a.0
        });
        assert_eq!(calls, world.query::<(&A, &B)>().iter().count());
    }
}
