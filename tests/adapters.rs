//! Adapters of queries and joins: they do what those of the standard library do, and `collect` into anything is as lazy.

#![allow(unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::cloned_instead_of_copied, reason = "this tests `cloned`, too")]

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
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

/// Entities with `A`, in order, and `B` in the same order or in another one, in which no two neighbours are adjacent. Every fifth one has a
/// `C`.
fn filled(count: usize, are_adjacent: bool) -> World {
    let mut world = World::default();
    let entities: Vec<_> = (0..count).map(|n| world.spawn(A(n))).collect();
    let order: Vec<_> = if are_adjacent {
        (0..count).collect()
    } else {
        (0..count).step_by(2).chain((1..count).step_by(2)).rev().collect()
    };
    for n in order {
        world.insert(entities[n], B(n)).expect("the entity is alive");
    }
    for n in (0..count).step_by(5) {
        world.insert(entities[n], C(n)).expect("the entity is alive");
    }
    world
}

/// `B` is in the order of `A` up to an entity, and in the reverse order from it on.
fn broken(count: usize, at: usize) -> World {
    let mut world = World::default();
    let entities: Vec<_> = (0..count).map(|n| world.spawn(A(n))).collect();
    for n in (0..at).chain((at..count).rev()) {
        world.insert(entities[n], B(n)).expect("the entity is alive");
    }
    world
}

/// Worlds of several sizes whose values are adjacent, and others.
fn worlds() -> impl Iterator<Item = World> {
    let counts = [0, 1, 2, 3, 8, 31, 32, 33, 63, 64, 65, 129, 255, 256, 257, 512, 513, 600];
    counts.into_iter().flat_map(|count| [true, false].map(|are_adjacent| filled(count, are_adjacent)))
}

/// An iterator of which nothing is used but `next` and the bounds: all else is that of the standard library.
struct Plain<I>(I);

impl<I: Iterator> Iterator for Plain<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

/// Compares chains of adapters of these items with those of the standard library: by `collect`, `fold` and a loop.
macro_rules! assert_same {
    ($items:expr; $(|$chained:ident| $chain:expr),* $(,)?) => {$({
        let std: Vec<_> = { let $chained = Plain($items); $chain.collect() };
        let own: Vec<_> = { let $chained = $items; $chain.collect() };
        assert_eq!(own, std, "collected: {}", stringify!($chain));
        let mut looped = vec![];
        { let $chained = $items; for item in $chain { looped.push(item); } }
        assert_eq!(looped, std, "by a loop: {}", stringify!($chain));
        let mut folded = vec![];
        { let $chained = $items; $chain.for_each(|item| folded.push(item)); }
        assert_eq!(folded, std, "folded: {}", stringify!($chain));
        let bounds = [{ let $chained = $items; $chain.size_hint() }, { let $chained = Plain($items); $chain.size_hint() }];
        assert_eq!(bounds[0], bounds[1], "bounds: {}", stringify!($chain));
        for at in [0, 1, 2, 3, 63, 64, 65, 300, 599, usize::MAX] {
            let skipped = [
                { let $chained = $items; let mut items = $chain; [items.nth(at), items.next(), items.nth(at), items.nth(at)] },
                { let $chained = Plain($items); let mut items = $chain; [items.nth(at), items.next(), items.nth(at), items.nth(at)] },
            ];
            assert_eq!(skipped[0], skipped[1], "from {at} on: {}", stringify!($chain));
        }
        let (last, count) = ({ let $chained = $items; $chain.last() }, { let $chained = $items; $chain.count() });
        assert_eq!((last.as_ref(), count), (std.last(), std.len()), "{}", stringify!($chain));
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

/// `collect` into a `Result` stops at the first error, so functions with effects are called no more.
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
            assert_eq!(joined().min_by_key(key), Plain(joined()).min_by_key(key));
            assert_eq!(joined().max_by_key(key), Plain(joined()).max_by_key(key));
        }
        for modulus in [1, 2, 3, 7, 1_000] {
            let key = |(a, _): &(&A, &B)| (a.0 * 31) % modulus;
            let items = || world.query::<(&A, &B)>().into_iter();
            assert_eq!(items().min_by_key(key), Plain(items()).min_by_key(key));
            assert_eq!(items().max_by_key(key), Plain(items()).max_by_key(key));
            let odd = || items().filter(|(a, _)| a.0 % 2 == 1);
            assert_eq!(odd().min_by_key(key), Plain(odd()).min_by_key(key));
            assert_eq!(odd().max_by_key(key), Plain(odd()).max_by_key(key));
        }
    }
}

#[test]
fn a_key_is_computed_once_per_item() {
    for mut world in worlds() {
        let count = world.query::<(&A, &B)>().iter().count();
        let calls = Cell::new(0);
        let key = |(a, _): &(&A, &B)| {
            calls.set(calls.get() + 1);
            a.0
        };
        let columns = world.columns();
        let joined = || (&columns.a, &columns.b).join();
        let mut found = vec![];
        found.push((joined().min_by_key(key).is_some(), calls.take()));
        found.push((joined().max_by_key(key).is_some(), calls.take()));
        let all = world.query::<(&A, &B)>();
        found.push((all.iter().min_by_key(key).is_some(), calls.take()));
        found.push((all.iter().max_by_key(key).is_some(), calls.take()));
        assert_eq!(found, [(count > 0, count); 4]);
        let odd = || all.iter().filter(|(a, _)| a.0 % 2 == 1);
        let found = [(odd().min_by_key(key).is_some(), calls.take()), (odd().max_by_key(key).is_some(), calls.take())];
        assert_eq!(found, [(count > 1, count / 2); 2]);
    }
}

/// What is collected after some items were taken: the rest of a run, and what follows it.
#[test]
fn the_rest_of_a_run_is_collected_before_what_follows_it() {
    for (count, at) in [(2_usize, 1_usize), (3, 2), (600, 1), (600, 2), (600, 299), (600, 300), (600, 599)] {
        for taken in [0, 1, 2, 3, at.saturating_sub(1), at, at + 1, count - 1, count] {
            let world = broken(count, at);
            let all: Vec<_> = world.query::<(&A, &B)>().iter().map(|(a, _)| a.0).enumerate().collect();
            assert_eq!(all.len(), count);
            let query = world.query::<(&A, &B)>();
            let mut items = query.iter().map(|(a, _)| a.0).enumerate();
            assert!(items.by_ref().take(taken).eq(all[..taken.min(count)].iter().copied()));
            let rest: Vec<_> = items.collect();
            assert_eq!(rest, all[taken.min(count)..], "{taken} of {count}, broken at {at}");
            let mut odd = query.iter().filter(|(a, _)| a.0 % 2 == 1).map(|(a, _)| a.0);
            assert_eq!(odd.next(), all.iter().map(|(_, a)| *a).find(|a| a % 2 == 1));
            let rest: HashMap<_, _> = odd.map(|a| (a, a)).collect();
            assert_eq!(rest.len(), (count / 2).saturating_sub(1));
        }
    }
}

/// What happened to the values of a test.
#[derive(Default)]
struct Log(RefCell<Vec<(&'static str, usize, usize)>>);

impl Log {
    fn note(&self, what: &'static str, one: usize, other: usize) {
        self.0.borrow_mut().push((what, one, other));
    }
}

/// A key, or an item, that logs what happens to it, and is ordered by half of its number.
struct Logged<'l>(&'static str, usize, &'l Log);

impl PartialEq for Logged<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Logged<'_> {}

impl PartialOrd for Logged<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Logged<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.2.note("compared", self.1, other.1);
        assert!(other.1 != 77, "this key cannot be compared");
        (self.1 / 2).cmp(&(other.1 / 2))
    }
}

impl Drop for Logged<'_> {
    fn drop(&mut self) {
        self.2.note(self.0, self.1, 0);
    }
}

impl Clone for Logged<'_> {
    fn clone(&self) -> Self {
        self.2.note("cloned", self.1, 0);
        Self(self.0, self.1, self.2)
    }
}

/// Makes an item of a number, unless it is that of the panic.
fn item(log: &Log, number: usize, panics: usize) -> Logged<'_> {
    log.note("made", number, 0);
    assert!(number != panics, "this item cannot be made");
    Logged("item dropped", number, log)
}

/// Makes the key of an item.
fn key<'l>(item: &Logged<'l>) -> Logged<'l> {
    Logged("key dropped", item.1, item.2)
}

/// Functions are called with the same arguments in the same order, and keys and items are dropped in the same order, also if one panics.
#[test]
fn what_users_can_notice_happens_in_the_order_of_the_standard_library() {
    for world in worlds() {
        for (step, panics) in [(1, 1_000), (3, 1_000), (100, 1_000), (1, 5), (37, 9)] {
            let (own, std) = (Log::default(), Log::default());
            let query = world.query::<(&A, &B)>();
            let number = |a: &A| (a.0 * step) % 101;
            macro_rules! find {
                ($log:expr, $items:expr) => {
                    for which in 0..6 {
                        let _ = catch_unwind(AssertUnwindSafe(|| {
                            let mut items = $items.map(|(a, _)| item($log, number(a), panics));
                            let found = match which {
                                0 => items.min_by_key(key),
                                1 => items.max_by_key(key),
                                2 => items.last(),
                                3 => items.nth(3),
                                4 => items.enumerate().last().map(|(_, item)| item),
                                _ => {
                                    $log.note("counted", items.count(), 0);
                                    None
                                }
                            };
                            $log.note("found", found.map_or(usize::MAX, |found| found.1), which);
                        }));
                    }
                };
            }
            find!(&own, query.iter());
            find!(&std, Plain(query.iter()));
            assert_eq!(own.0.take(), std.0.take(), "numbers by {step}, and a panic at {panics}");
        }
    }
}

#[test]
fn filter_and_cloned_call_a_function_once_per_item() {
    for world in worlds() {
        let log = Log::default();
        let query = world.query::<(&A, &B)>();
        let kept: Vec<_> = query.iter().map(|(a, _)| Logged("dropped", a.0, &log)).collect();
        let cloned: Vec<_> = query
            .iter()
            .filter(|(a, _)| {
                log.note("asked", a.0, 0);
                a.0 % 2 == 0
            })
            .map(|(a, _)| kept.iter().find(|kept| kept.1 == a.0).expect("all are kept"))
            .cloned()
            .collect();
        let calls = log.0.take();
        let count = |what| calls.iter().filter(|call| call.0 == what).count();
        assert_eq!((count("asked"), count("cloned")), (kept.len(), cloned.len()));
        assert_eq!(calls.len(), kept.len() + cloned.len());
    }
}

#[test]
fn an_adapter_prints_what_it_adapts() {
    let world = filled(3, true);
    let text = format!("{:?}", world.query::<&A>().iter().copied().filter(|a| a.0 > 1).map(|a| a.0).enumerate());
    let expected =
        "QueryIter { at_most: Some(3), .. }, operation: Copying }, operation: Filtering }, operation: Mapping }";
    assert!(text.contains(expected), "{text}");
    let text = format!("{:?}", world.query::<&A>().iter().cloned().filter_map(|a| a.0.checked_sub(1)));
    assert!(text.ends_with("operation: Cloning }, operation: FilterMapping }"), "{text}");
}

mod marked {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Place(pub usize);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Goal(pub usize);
    #[derive(Debug, Default)]
    pub struct Seen(pub Vec<usize>);

    #[system(changed(Place))]
    fn see(place: &Place, seen: &mut Seen) {
        seen.0.push(place.0);
    }

    ecs_world! {
        components: Place, Goal, #[storage(hash_map)] Mapped, #[storage(hashed_array_tree)] Chunked;
        resources: Seen;
        systems: see;
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Mapped(pub usize);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Chunked(pub usize);
}

/// Entities with all components, two of which are in the reverse order of the others.
fn marked(count: usize) -> marked::World {
    use marked::{Chunked, Goal, Mapped, Place, World};
    let mut world = World::default();
    let entities: Vec<_> = (0..count).map(|n| world.spawn((Place(n), Chunked(n)))).collect();
    for n in (0..count).rev() {
        world.insert(entities[n], (Goal(n), Mapped(n))).expect("the entity is alive");
    }
    world
}

/// Writes every other one, and returns how many.
fn write(places: Vec<Mut<'_, marked::Place>>) -> usize {
    let mut written = 0;
    for mut place in places {
        if place.0 % 2 == 0 {
            place.0 += 0;
            written += 1;
        }
    }
    written
}

#[test]
fn a_mut_is_marked_once_it_is_written_however_it_was_collected() {
    use marked::{Goal, Place, World};
    for count in [0, 1, 2, 3, 63, 64, 65, 600] {
        let mut world = marked(count);
        world.run();
        assert_eq!(world.resources.seen.0.drain(..).count(), count, "all are new");
        let scattered = |world: &mut World| -> usize {
            let items = world.query_mut::<(Mut<Place>, &Goal)>().into_iter();
            write(items.filter(|(_, goal)| goal.0 % 3 == 0).map(|(place, _)| place).collect())
        };
        let one_run = |world: &mut World| -> usize {
            write(world.query_mut::<Mut<Place>>().into_iter().filter(|place| place.0 % 3 == 0).collect())
        };
        let directly = |world: &mut World| -> usize { write(world.query_mut::<Mut<Place>>().into_iter().collect()) };
        for (collect, step) in [(scattered as fn(&mut World) -> usize, 6), (one_run, 6), (directly, 2)] {
            let written = collect(&mut world);
            world.run();
            let mut seen = std::mem::take(&mut world.resources.seen.0);
            seen.sort_unstable();
            assert_eq!((seen, written), ((0..count).step_by(step).collect(), count.div_ceil(step)));
        }
    }
}

#[test]
fn values_of_any_storage_are_collected() {
    use marked::{Chunked, Goal, Mapped};
    for count in [0, 1, 2, 3, 63, 64, 65, 600] {
        let world = marked(count);
        let others: Vec<_> =
            world.query::<(&Chunked, &Mapped, &Goal)>().iter().map(|(a, b, c)| [a.0, b.0, c.0]).collect();
        assert_eq!(others.len(), count);
        assert!(others.iter().all(|[a, b, c]| a == b && b == c));
    }
}
