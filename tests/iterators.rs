//! Iterators: `next`, `fold`, `nth`, `count`, `collect` and `size_hint` agree, whether values are adjacent or not.

use std::iter::FusedIterator;

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct A(usize);
#[derive(Debug, Clone, Copy, PartialEq)]
struct B(usize);
#[derive(Debug, Clone, Copy, PartialEq)]
struct C(usize);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Holed(usize);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Mapped(usize);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Treed(usize);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Ordered(usize);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Chunked(usize);

ecs_world! {
    struct Loose;
    components: A, B, C, #[storage(vec)] Holed, #[storage(hash_map)] Mapped, #[storage(btree_map)] Treed,
        #[storage(packed)] Ordered, #[storage(hashed_array_tree(chunk = 4))] Chunked;
}

ecs_world! {
    struct Grouped;
    components: A, B, C;
    groups: (A, B);
    queries: (A, B), (A, B, C), (A, B, without(C));
}

/// Numbers around those at which loops change their behaviour.
const BORDERS: [usize; 18] = [0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 255, 256, 257, 511, 512, 513, 600, 770];

/// Those of the `BORDERS` that are at most this number.
fn borders_up_to(most: usize) -> Vec<usize> {
    BORDERS.into_iter().filter(|border| *border <= most).collect()
}

/// Advances an iterator by `taken` items.
fn after<I: Iterator>(mut items: I, taken: usize) -> I {
    for _ in 0..taken {
        assert!(items.next().is_some());
    }
    items
}

/// The items that `next` yields. Asserts that the bounds hold before each of them and at the end.
fn all_by_next<I: Iterator, T>(mut items: I, value: &dyn Fn(I::Item) -> T) -> Vec<T> {
    let (mut all, mut hints) = (vec![], vec![items.size_hint()]);
    while let Some(item) = Iterator::next(&mut items) {
        all.push(value(item));
        hints.push(items.size_hint());
    }
    assert!(items.next().is_none(), "the iterator yields nothing after its end");
    assert_eq!(items.size_hint().0, 0, "the lower bound is 0 at the end");
    assert_bounds(&hints, all.len());
    all
}

/// The iterator after its end, which it was asked for twice.
fn ended<I: Iterator>(mut items: I) -> I {
    while items.next().is_some() {}
    assert!(items.next().is_none(), "the iterator yields nothing after its end");
    items
}

/// Asserts that the number of items that were left was between the bounds before each item and at the end.
fn assert_bounds(hints: &[(usize, Option<usize>)], len: usize) {
    for (taken, (lower, upper)) in hints.iter().enumerate() {
        let holds = *lower <= len - taken && upper.is_some_and(|upper| len - taken <= upper);
        assert!(holds, "{lower} to {upper:?} after {taken}");
    }
}

/// The items that `fold` yields.
fn folded<I: Iterator, T>(items: I, value: &dyn Fn(I::Item) -> T) -> Vec<T> {
    items.fold(vec![], |mut folded, item| {
        folded.push(value(item));
        folded
    })
}

/// What is collected by `next`, with its bounds, up to a number of items, and by `fold` from there on.
struct Collected<T>(Vec<T>, Vec<(usize, Option<usize>)>);

/// Number of items that [`Collected`] takes by `next`.
const BY_NEXT: usize = 2;

impl<T> FromIterator<T> for Collected<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut items = items.into_iter();
        let mut hints = vec![items.size_hint()];
        let mut all = vec![];
        while all.len() < BY_NEXT
            && let Some(item) = items.next()
        {
            all.push(item);
            hints.push(items.size_hint());
        }
        items.for_each(|item| all.push(item));
        Self(all, hints)
    }
}

/// The items that `collect` hands over to a `Vec`, after a number of others.
fn collected<I: Iterator, T>(items: I, taken: usize, value: &dyn Fn(I::Item) -> T) -> Vec<T> {
    let all: Vec<_> = after(items, taken).collect();
    all.into_iter().map(value).collect()
}

/// The items that `collect` hands over to what takes some by `next` and the others by `fold`.
fn mixed<I: Iterator, T>(items: I, taken: usize, value: &dyn Fn(I::Item) -> T) -> Vec<T> {
    let Collected(all, hints) = after(items, taken).collect();
    assert_bounds(&hints, all.len());
    all.into_iter().map(value).collect()
}

/// The item that `last` returns.
fn last<I: Iterator, T>(items: I, value: &dyn Fn(I::Item) -> T) -> Option<T> {
    items.last().map(value)
}

/// The item that `nth` returns, and the one after it.
fn nth_and_next<I: Iterator, T>(mut items: I, skipped: usize, value: &dyn Fn(I::Item) -> T) -> [Option<T>; 2] {
    let nth = items.nth(skipped).map(value);
    [nth, items.next().map(value)]
}

/// Compares the methods of an iterator with the items that `next` yields, from each of the `BORDERS` on. They are called in functions that
/// take any value, so that each is compiled once for each iterator, not wherever it is compared.
macro_rules! assert_agrees {
    ($make:expr, $value:expr) => {{
        let value = &$value;
        let all = all_by_next($make, value);
        assert_eq!(folded(ended($make), value), [], "`fold` after the end");
        assert_eq!((ended($make).count(), last(ended($make), value)), (0, None), "`count` and `last` after the end");
        assert_eq!(nth_and_next(ended($make), 0, value), [None, None], "`nth` after the end");
        for taken in borders_up_to(all.len()) {
            assert_eq!(folded(after($make, taken), value), all[taken..], "`fold` after {taken}");
            assert_eq!(after($make, taken).count(), all.len() - taken, "`count` after {taken}");
            assert_eq!(collected($make, taken, value), all[taken..], "`collect` after {taken}");
            assert_eq!(mixed($make, taken, value), all[taken..], "`collect` by `next` and `fold` after {taken}");
            assert_eq!(last(after($make, taken), value), all[taken..].last().copied(), "`last` after {taken}");
            for skipped in BORDERS {
                let [nth, next] = nth_and_next(after($make, taken), skipped, value);
                assert_eq!(nth, all.get(taken + skipped).copied(), "`nth({skipped})` after {taken}");
                assert_eq!(next, all.get(taken + skipped + 1).copied(), "after `nth({skipped})`");
            }
        }
        all
    }};
}

/// Entities with `A` and `B`, and every third one with `C`; from entity `broken` on, the order of `B` is reversed.
fn filled<W: EcsWorld + Default>(count: usize, broken: usize) -> (W, Vec<Entity>)
where
    A: Bundle<W>,
    B: Bundle<W>,
    C: Bundle<W>,
{
    let mut world = W::default();
    let entities: Vec<_> = (0..count).map(|n| world.spawn(A(n))).collect();
    let (in_order, others) = entities.split_at(broken.min(count));
    for (n, entity) in in_order.iter().enumerate().chain((in_order.len()..count).rev().zip(others.iter().rev())) {
        world.insert(*entity, B(n)).expect("the entity is alive");
        if n % 3 == 0 {
            world.insert(*entity, C(n)).expect("the entity is alive");
        }
    }
    (world, entities)
}

fn sorted(mut numbers: Vec<usize>) -> Vec<usize> {
    numbers.sort_unstable();
    numbers
}

fn same((a, b): (&mut A, &B)) -> usize {
    assert_eq!(a.0, b.0, "both values are of one entity");
    a.0
}

#[test]
fn iterators_agree_with_next_where_storages_are_aligned_up_to_an_entity() {
    for count in BORDERS {
        for broken in borders_up_to(count) {
            let (mut world, _) = filled::<Loose>(count, broken);
            let found = assert_agrees!(world.query_mut::<(&mut A, &B)>().into_iter(), same);
            assert_eq!(sorted(found), (0..count).collect::<Vec<_>>(), "{count} broken at {broken}");
        }
    }
}

#[test]
fn few_entities_are_found_once_each_in_any_order_of_their_storages() {
    for count in [0, 1, 2, 3, 31, 32, 33, 63, 64, 65] {
        for broken in 0..=count {
            let (mut world, entities) = filled::<Loose>(count, broken);
            for dropped in [count, broken / 2] {
                if let Some(entity) = entities.get(dropped) {
                    world.insert(*entity, Holed(dropped)).unwrap();
                }
                let kept: Vec<_> = (0..count).filter(|n| *n != dropped).collect();
                let message = format!("{count} broken at {broken}, without {dropped}");
                let query = world.query::<(&A, &B)>().without::<Holed>();
                assert_eq!(sorted(by_next(query.iter(), |(a, b)| [a.0, b.0])), kept, "{message}");
                assert_eq!(sorted(by_fold(query.iter(), |(a, b)| [a.0, b.0])), kept, "{message}, by `fold`");
                assert!(query.iter().size_hint().1 >= Some(kept.len()), "{message}");
                let mut query = world.query_mut::<(&mut A, &B)>().without::<Holed>();
                assert_eq!(sorted(by_next(&mut query, |(a, b)| [a.0, b.0])), kept, "{message}, written");
                assert_eq!(sorted(by_fold((&mut query).into_iter(), |(a, b)| [a.0, b.0])), kept, "{message}, written");
                let both = world.query_mut::<(&mut A, &mut B)>().without::<Holed>();
                assert_eq!(sorted(by_next(both, |(a, b)| [a.0, b.0])), kept, "{message}, both written");
            }
        }
    }
}

#[test]
fn values_that_are_only_read_are_found_once_each_wherever_a_run_begins() {
    for count in [64, 65, 95, 96, 127, 128, 129, 300] {
        // Runs of these lengths begin at the places where samples are taken, and beside them.
        for (begin, len) in (0..4_usize).flat_map(|quarter| {
            let begin = quarter * (count / 4);
            [(begin, 7), (begin, 8), (begin, 9), (begin + 1, 8), (begin.saturating_sub(1), 8)]
        }) {
            let mut world = Loose::default();
            let entities: Vec<_> = (0..count).map(|n| world.spawn(A(n))).collect();
            let run = begin..(begin + len).min(count);
            let order: Vec<_> = (0..begin).rev().chain(run.clone()).chain((run.end..count).rev()).collect();
            for n in &order {
                world.insert(entities[*n], B(*n)).unwrap();
            }
            for n in 0..3 {
                world.spawn(A(count + n));
            }
            let query = world.query::<(&A, &B)>();
            let message = format!("{count}, a run of {len} at {begin}");
            assert_eq!(by_next(query.iter(), |(a, b)| [a.0, b.0]), order, "{message}");
            assert_eq!(by_fold(query.iter(), |(a, b)| [a.0, b.0]), order, "{message}, by `fold`");
            assert_eq!(query.iter().count(), count, "{message}");
            let mut items = query.iter();
            for left in (0..count).rev() {
                items.next();
                assert!(items.size_hint().0 <= left && items.size_hint().1 >= Some(left), "{message}, {left} left");
            }
        }
    }
}

/// `A` and `B` of one entity have the same number; the list contains what has `B` and `C`, with or without `A`.
mod listed {
    use super::{A, B, C, ecs_world};

    ecs_world! {
        components: A, B, C;
        queries: #[view(list)] (B, C);
    }
}

#[test]
fn entities_of_a_list_that_lack_the_one_value_that_is_fetched_are_not_counted() {
    for count in [0, 1, 2, 3, 63, 64, 65, 130] {
        for with_value in [0, 1, count / 2, count] {
            let mut world = listed::World::default();
            for n in 0..count {
                let entity = world.spawn((B(n), C(n)));
                if n < with_value {
                    world.insert(entity, A(n)).unwrap();
                }
            }
            // So that the list is shorter than the storage of `A`.
            world.spawn_batch((0..300).map(|n| A(count + n)));
            let with_value = with_value.min(count);
            let query = world.query::<&A>().with::<(B, C)>();
            let numbers = |items: Vec<&A>| items.iter().map(|a| a.0).collect::<Vec<_>>();
            let expected: Vec<_> = (0..with_value).collect();
            assert_eq!(sorted(numbers(query.iter().collect())), expected, "{with_value} of {count}");
            assert_eq!(query.iter().count(), with_value, "{with_value} of {count}");
            assert_eq!(query.iter().last().is_some(), with_value > 0, "{with_value} of {count}");
            let (least, most) = query.iter().size_hint();
            assert!(least <= with_value && most >= Some(with_value), "{with_value} of {count}");
            let written = world.query_mut::<(Entity, &mut A)>().with::<(B, C)>();
            assert_eq!(written.into_iter().count(), with_value, "{with_value} of {count}, written");
        }
    }
}

/// The number of each item, which its values must agree on.
fn by_next<I: IntoIterator>(items: I, numbers: impl Fn(I::Item) -> [usize; 2]) -> Vec<usize> {
    let mut found = Vec::new();
    for item in items {
        let [number, other] = numbers(item);
        assert_eq!(number, other, "both values are of one entity");
        found.push(number);
    }
    found
}

/// The same as [`by_next`], by `fold`.
fn by_fold<I: Iterator>(items: I, numbers: impl Fn(I::Item) -> [usize; 2]) -> Vec<usize> {
    items.fold(Vec::new(), |mut found, item| {
        let [number, other] = numbers(item);
        assert_eq!(number, other, "both values are of one entity");
        found.push(number);
        found
    })
}

#[test]
fn iterators_agree_with_next_whichever_entity_the_filter_drops() {
    for count in BORDERS {
        for dropped in borders_up_to(count) {
            let (mut world, entities) = filled::<Loose>(count, count);
            if let Some(entity) = entities.get(dropped) {
                world.insert(*entity, Holed(dropped)).unwrap();
            }
            let kept: Vec<_> = (0..count).filter(|n| *n != dropped).collect();
            let without = assert_agrees!(world.query_mut::<(&mut A, &B)>().without::<Holed>().into_iter(), same);
            assert_eq!(without, kept, "{dropped} of {count} dropped");
            let any = assert_agrees!(world.query_mut::<(&mut A, &B)>().any::<(Holed, C)>().into_iter(), same);
            assert!(any.iter().copied().eq((0..count).filter(|n| n % 3 == 0 || *n == dropped)), "{dropped} of {count}");
            let with = world.query::<(&A, &B)>().with::<Holed>();
            assert!(with.iter().map(|(a, _)| a.0).eq((dropped..count).take(1)), "{dropped} of {count} alone");
        }
    }
}

#[test]
fn a_filter_drops_an_entity_wherever_it_is_in_a_run() {
    // Runs of 256, 256, 512 and 1 024 entities are compared at once.
    let (mut world, entities) = filled::<Loose>(2_100, 2_100);
    for dropped in [0, 1, 255, 256, 511, 512, 767, 768, 1_023, 1_024, 1_279, 1_280, 2_047, 2_048, 2_099] {
        world.insert(entities[dropped], Holed(dropped)).unwrap();
        let written = world.query_mut::<(&mut A, &B)>().without::<Holed>().into_iter().map(same).collect::<Vec<_>>();
        let read = world.query::<(&A, &B)>().without::<Holed>().iter().map(|(a, _)| a.0).collect::<Vec<_>>();
        let kept: Vec<_> = (0..2_100).filter(|n| *n != dropped).collect();
        assert_eq!((sorted(written), sorted(read)), (kept.clone(), kept), "{dropped} dropped");
        world.remove::<Holed>(entities[dropped]).unwrap();
    }
}

/// A filter that drops one entity after every `length` entities.
fn dropped_behind(length: usize) -> impl Fn(usize) -> bool {
    move |n| n % (length + 1) == length
}

#[test]
fn entities_that_pass_a_filter_are_found_once_in_stretches_of_any_length() {
    // Includes one below and one above 4, 8 and 16, the block of 64 and the run of 256.
    for length in [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 63, 64, 255, 256, 1_000] {
        for (count, broken) in [(1, 1), (65, 65), (257, 257), (600, 300), (900, 900)] {
            let (mut world, entities) = filled::<Loose>(count, broken);
            let is_dropped = dropped_behind(length);
            for (n, entity) in entities.iter().enumerate().filter(|(n, _)| is_dropped(*n)) {
                world.insert(*entity, Holed(n)).unwrap();
            }
            let kept: Vec<_> = (0..count).filter(|n| !is_dropped(*n)).collect();
            let context = format!("{count} broken at {broken}, one of {length} dropped");
            let read = |(a, b): (&A, &B)| {
                assert_eq!(a.0, b.0, "both values are of one entity");
                a.0
            };
            let found = world.query::<(&A, &B)>().without::<Holed>().iter().map(read).collect();
            assert_eq!(sorted(found), kept, "read, {context}");
            let found = assert_agrees!(world.query_mut::<(&mut A, &B)>().without::<Holed>().into_iter(), same);
            assert_eq!(sorted(found), kept, "written, {context}");
            let with_handle = |(entity, a, b): (Entity, &mut A, &mut B)| {
                assert_eq!((a.0, entities.get(a.0)), (b.0, Some(&entity)), "all values are of one entity");
                a.0
            };
            let both = world.query_mut::<(Entity, &mut A, &mut B)>().without::<Holed>();
            let found = both.into_iter().map(with_handle).collect();
            assert_eq!(sorted(found), kept, "both written, {context}");
            let mut visited = vec![];
            world.query_mut::<(&mut A, &B)>().without::<Holed>().for_each(|(a, b)| visited.push(same((a, b))));
            assert_eq!(sorted(visited), kept, "visited, {context}");
            let mut all: Vec<_> = world.query_mut::<(&mut A, &B)>().without::<Holed>().into_iter().collect();
            for (a, _) in &mut all {
                a.0 += count;
            }
            let now: Vec<_> = world.query::<&A>().iter().map(|a| a.0).collect();
            let expected: Vec<_> = (0..count).map(|n| if is_dropped(n) { n } else { n + count }).collect();
            assert_eq!(now, expected, "each value is yielded once, {context}");
        }
    }
}

#[test]
fn stretches_of_different_lengths_follow_each_other() {
    for (short, long) in [(0, 300), (1, 64), (2, 20), (3, 9), (7, 8), (16, 3), (64, 0), (300, 1)] {
        for first in [0, 1, 63, 64, 65, 256, 300] {
            let (mut world, entities) = filled::<Loose>(700, 700);
            let is_dropped = |n: usize| if n < first { dropped_behind(short)(n) } else { dropped_behind(long)(n) };
            for (n, entity) in entities.iter().enumerate().filter(|(n, _)| is_dropped(*n)) {
                world.insert(*entity, Holed(n)).unwrap();
            }
            let kept: Vec<_> = (0..700).filter(|n| !is_dropped(*n)).collect();
            let context = format!("{short} up to {first}, then {long}");
            let read: Vec<_> = world.query::<(&A, &B)>().without::<Holed>().iter().map(|(a, _)| a.0).collect();
            assert_eq!(read, kept, "read, {context}");
            let written = assert_agrees!(world.query_mut::<(&mut A, &B)>().without::<Holed>().into_iter(), same);
            assert_eq!(written, kept, "written, {context}");
            let mut visited = vec![];
            world.query_mut::<(&mut A, &B)>().without::<Holed>().for_each(|(a, _)| visited.push(a.0));
            assert_eq!(visited, kept, "visited, {context}");
        }
    }
}

#[test]
fn values_side_by_side_behind_a_gap_are_those_of_their_entities() {
    for gap in BORDERS {
        for moved in [1, 8, 256] {
            let count = gap + moved + 300;
            let mut world = Loose::default();
            let entities: Vec<_> = (0..count).map(|n| world.spawn(A(n))).collect();
            // The values of `moved` entities are behind all others, in their order.
            for n in (0..gap).chain(gap + moved..count).chain(gap..gap + moved) {
                world.insert(entities[n], (B(n), C(n))).unwrap();
            }
            let all: Vec<_> = (0..count).collect();
            let pair = |(b, a): (&mut B, &A)| {
                assert_eq!(b.0, a.0, "both values are of one entity");
                a.0
            };
            let found = assert_agrees!(world.query_mut::<(&mut B, &A)>().into_iter(), pair);
            assert_eq!(found, all, "{moved} values from {gap} on are moved to the end");
            let three = |(b, c, a): (&mut B, &mut C, &mut A)| {
                assert_eq!((b.0, c.0), (a.0, a.0), "all values are of one entity");
                a.0
            };
            let found = assert_agrees!(world.query_mut::<(&mut B, &mut C, &mut A)>().into_iter(), three);
            assert_eq!(found, all, "{moved} values from {gap} on are moved to the end");
        }
    }
}

#[test]
fn iterators_agree_with_next_for_queries_of_all_kinds() {
    for (count, broken) in [(1, 1), (65, 65), (257, 257), (600, 300), (900, 900)] {
        let (mut world, _) = filled::<Loose>(count, broken);
        let all: Vec<_> = (0..count).collect();
        let thirds: Vec<_> = all.iter().copied().step_by(3).collect();
        let number = |(_, a): (Entity, &A)| a.0;
        assert_eq!(sorted(assert_agrees!(world.query::<(Entity, &A)>().into_iter(), number)), all);
        assert_eq!(sorted(assert_agrees!(world.query::<(Entity, &A)>().with::<C>().into_iter(), number)), thirds);
        let rest = assert_agrees!(world.query::<(Entity, &A)>().without::<C>().any::<(A, B)>().into_iter(), number);
        assert_eq!(rest.len(), count - thirds.len());
        let written = |(b, c): (&mut B, &mut C)| {
            assert_eq!(b.0, c.0);
            b.0
        };
        assert_eq!(sorted(assert_agrees!(world.query_mut::<(&mut B, &mut C)>().into_iter(), written)), thirds);
        let maybe = |(a, c): (&mut A, Option<&mut C>)| c.map_or(a.0, |c| c.0);
        assert_eq!(sorted(assert_agrees!(world.query_mut::<(&mut A, Option<&mut C>)>().into_iter(), maybe)), all);
        let maybe_read = |(a, c): (&A, Option<&C>)| c.map_or(a.0, |c| c.0);
        assert_eq!(sorted(assert_agrees!(world.query::<(&A, Option<&C>)>().into_iter(), maybe_read)), all);
        let others = assert_agrees!(world.query::<(&A, Option<&C>)>().without::<C>().into_iter(), maybe_read);
        assert_eq!(others.len(), count - thirds.len());
        let filtered = assert_agrees!(world.query_mut::<(&mut A, &B)>().with::<C>().into_iter(), same);
        assert_eq!(sorted(filtered), thirds);
        assert_eq!(assert_agrees!(world.query::<Entity>().into_iter(), |entity: Entity| entity.index()).len(), count);
        assert_eq!(assert_agrees!(world.query::<()>().into_iter(), |()| 0).len(), count);
        assert_eq!(
            world.query::<Entity>().iter().size_hint(),
            (count, Some(count)),
            "the size hint is exact before the first item"
        );
    }
}

#[test]
fn iterators_agree_with_next_for_optional_values() {
    type Named<'a> = (Entity, &'a mut A, &'a B, Option<&'a C>);
    type Written<'a> = (&'a A, &'a mut B, Option<&'a mut C>);
    type Marked<'a> = (&'a A, Mut<'a, B>, Option<Mut<'a, C>>);
    fn number(n: usize, b: &B, c: Option<&C>) -> usize {
        assert_eq!((b.0, c.map(|c| c.0)), (n, n.is_multiple_of(3).then_some(n)), "all values are of one entity");
        n
    }
    macro_rules! check {
        ($World:ty, $count:expr, $broken:expr) => {{
            let (mut world, _) = filled::<$World>($count, $broken);
            let all: Vec<_> = (0..$count).collect();
            let read = |(a, b, c): (&A, &B, Option<&C>)| number(a.0, b, c);
            assert_eq!(sorted(assert_agrees!(world.query::<(&A, &B, Option<&C>)>().into_iter(), read)), all);
            let named = |(_, a, b, c): (Entity, &mut A, &B, Option<&C>)| number(a.0, b, c);
            assert_eq!(sorted(assert_agrees!(world.query_mut::<Named>().into_iter(), named)), all);
            let written = |(a, b, c): (&A, &mut B, Option<&mut C>)| number(a.0, b, c.as_deref());
            assert_eq!(sorted(assert_agrees!(world.query_mut::<Written>().into_iter(), written)), all);
            let kept = assert_agrees!(world.query_mut::<Written>().any::<(A, C)>().into_iter(), written);
            assert_eq!(sorted(kept), all, "with a filter that drops none");
            let dropped = assert_agrees!(world.query_mut::<Written>().without::<C>().into_iter(), written);
            assert!(sorted(dropped).into_iter().eq(all.iter().copied().filter(|n| n % 3 > 0)));
            let marked = |(a, b, c): (&A, Mut<'_, B>, Option<Mut<'_, C>>)| number(a.0, &b, c.as_deref());
            assert_eq!(sorted(assert_agrees!(world.query_mut::<Marked>().into_iter(), marked)), all);
            let alone = |(b, c): (&mut B, Option<&C>)| number(b.0, &*b, c);
            assert_eq!(sorted(assert_agrees!(world.query_mut::<(&mut B, Option<&C>)>().into_iter(), alone)), all);
        }};
    }
    for count in [0, 1, 2, 3, 511, 512, 513] {
        for broken in [0, 1, count / 2, count] {
            check!(Loose, count, broken);
        }
        check!(Grouped, count, count / 2);
    }
}

#[test]
fn optional_values_are_found_in_storages_of_all_kinds() {
    for count in [0, 1, 2, 3, 64, 65, 512, 513] {
        let (mut world, entities) = filled::<Loose>(count, count);
        for (n, entity) in entities.iter().enumerate().filter(|(n, _)| n % 2 == 0) {
            world.insert(*entity, (Holed(n), Mapped(n), Treed(n), Ordered(n), Chunked(n))).unwrap();
        }
        macro_rules! check {
            ($($component:ident),*) => {$(
                let optional = |(a, own): (&mut A, Option<&mut $component>)| {
                    assert_eq!(own.map(|own| own.0), (a.0 % 2 == 0).then_some(a.0));
                    a.0
                };
                let found = assert_agrees!(world.query_mut::<(&mut A, Option<&mut $component>)>().into_iter(), optional);
                assert!(found.into_iter().eq(0..count));
                let required = |(own, a, b): (&$component, &A, Option<&B>)| {
                    assert_eq!((a.0, b.map(|b| b.0)), (own.0, Some(own.0)));
                    own.0
                };
                let found = assert_agrees!(world.query::<(&$component, &A, Option<&B>)>().into_iter(), required);
                assert!(found.into_iter().eq((0..count).step_by(2)));
            )*};
        }
        check!(Holed, Mapped, Treed, Ordered, Chunked);
    }
}

#[test]
fn iterators_agree_with_next_over_groups_and_filters() {
    for count in BORDERS {
        let (mut world, _) = filled::<Grouped>(count, count / 2);
        let named = |(_, a, b): (Entity, &mut A, &mut B)| same((a, &*b));
        let all = assert_agrees!(world.query_a_b_mut().into_iter(), named);
        assert_eq!(world.query_a_b().iter().size_hint(), (count, Some(count)), "the size hint of a group is exact");
        let with = assert_agrees!(world.query_a_b_mut().with::<C>().into_iter(), named);
        assert_eq!(with, all.iter().copied().filter(|n| n % 3 == 0).collect::<Vec<_>>(), "in the order of the group");
        let without = assert_agrees!(world.query_a_b_mut().without::<C>().into_iter(), named);
        assert_eq!((with.len() + without.len(), sorted(all).len()), (count, count));
        let three = |(_, a, b, c): (Entity, &mut A, &mut B, &mut C)| {
            assert_eq!(same((a, &*b)), c.0);
            c.0
        };
        assert_eq!(assert_agrees!(world.query_a_b_c_mut().into_iter(), three).len(), with.len());
        assert_eq!(assert_agrees!(world.query_a_b_without_c_mut().into_iter(), named).len(), without.len());
    }
}

#[test]
fn iterators_agree_with_next_over_storages_of_all_kinds() {
    for count in [0, 1, 2, 3, 64, 65, 300] {
        let (mut world, entities) = filled::<Loose>(count, count);
        for (n, entity) in entities.iter().enumerate().filter(|(n, _)| n % 2 == 0) {
            world.insert(*entity, (Holed(n), Mapped(n), Treed(n), Ordered(n), Chunked(n))).unwrap();
        }
        let evens: Vec<_> = (0..count).step_by(2).collect();
        macro_rules! check {
            ($($component:ident),*) => {$(
                let pair = |(own, a): (&mut $component, &mut A)| {
                    assert_eq!(own.0, a.0);
                    a.0
                };
                assert_eq!(assert_agrees!(world.query_mut::<(&mut $component, &mut A)>().into_iter(), pair), evens);
                let own = |own: &$component| own.0;
                assert_eq!(assert_agrees!(world.query::<&$component>().into_iter(), own), evens);
            )*};
        }
        check!(Holed, Mapped, Treed, Ordered, Chunked);
    }
}

/// The number of items of an iterator: not by its `count`, which may be computed without iterating.
fn yielded_by(items: impl Iterator) -> usize {
    items.fold(0, |yielded, _| yielded + 1)
}

/// Compares the number of matches of each query with the number of items that it yields.
macro_rules! assert_counts {
    ($of:expr, $($query:expr),+ $(,)?) => {$(
        let yielded = yielded_by($query.into_iter());
        let query = $query;
        assert_eq!((query.count(), query.is_empty()), (yielded, yielded == 0), "{} of {:?}", stringify!($query), $of);
    )+};
}

/// Numbers of entities, each with the first entity at which the order of `B` differs.
const FILLED: [(usize, usize); 10] =
    [(0, 0), (1, 1), (2, 1), (3, 3), (3, 0), (63, 63), (64, 10), (65, 65), (600, 600), (600, 5)];

#[test]
fn queries_count_what_they_yield() {
    for of in FILLED {
        let (mut world, entities) = filled::<Loose>(of.0, of.1);
        for (n, entity) in entities.iter().enumerate() {
            if n % 2 == 0 {
                world.insert(*entity, (Holed(n), Mapped(n), Treed(n), Ordered(n))).unwrap();
            }
            if n % 5 == 1 {
                world.despawn(*entity).unwrap();
            }
        }
        assert_counts!(of, world.query::<&A>(), world.query::<(&A, &B)>(), world.query::<(&B, &C)>());
        assert_counts!(of, world.query::<()>(), world.query::<Entity>(), world.query::<(Entity, &C)>());
        assert_counts!(of, world.query::<&A>().without::<C>(), world.query::<(&A, &B)>().with::<C>());
        assert_counts!(of, world.query::<&C>().without::<A>(), world.query::<&A>().any::<(C, Holed)>());
        assert_counts!(of, world.query::<(&A, Option<&C>)>(), world.query::<Option<&C>>());
        assert_counts!(of, world.query::<&Treed>(), world.query::<(&A, &Treed)>(), world.query::<&Ordered>());
        assert_counts!(of, world.query::<&Holed>(), world.query::<(&Holed, &C)>(), world.query::<(&Mapped, &C)>());
        assert_counts!(of, world.query_mut::<&mut A>(), world.query_mut::<(&mut A, &B)>());
        assert_counts!(of, world.query_mut::<Mut<'_, C>>(), world.query_mut::<(&mut Holed, &B)>());
        assert_counts!(of, world.query_mut::<(&mut A, Mut<'_, C>)>().without::<Holed>());
    }
}

#[test]
fn queries_of_views_count_what_they_yield() {
    for of in FILLED {
        let (mut world, _) = filled::<Grouped>(of.0, of.1);
        assert_counts!(of, world.query::<(&A, &B)>(), world.query::<(&B, &C)>(), world.query::<&A>().with::<B>());
        assert_counts!(of, world.query::<&C>().with::<A>(), world.query_a_b(), world.query_a_b_c());
        assert_counts!(of, world.query_a_b_without_c(), world.query_a_b_mut());
        assert_counts!(of, world.query_mut::<(&mut A, &B, &C)>(), world.query_mut::<(&mut A, Option<&B>)>());
        world.clear();
        assert_counts!(of, world.query::<&A>(), world.query_a_b_c(), world.query::<Entity>());
    }
}

#[test]
fn joins_agree_with_next() {
    for count in BORDERS {
        for broken in [0, 1, 256, 257] {
            let (mut world, entities) = filled::<Loose>(count, broken);
            let mut columns = world.columns();
            let found = assert_agrees!((&mut columns.a, &columns.b).join(), same);
            assert_eq!(sorted(found), (0..count).collect::<Vec<_>>());
            let handles =
                assert_agrees!((&columns.entities, &columns.c).join(), |(entity, c): (Entity, &C)| (entity, c.0));
            assert!(handles.into_iter().all(|(entity, n)| entities[n] == entity));
            assert_eq!(assert_agrees!((&columns.entities,).join(), |(entity,): (Entity,)| entity), entities);
        }
    }
}

#[test]
fn scattered_items_are_found_once_each() {
    for count in [0, 1, 2, 3, 7, 8, 9, 31, 32, 33, 39, 40, 41, 71, 72, 73, 200] {
        let (mut world, _) = filled::<Loose>(count, 0);
        let found = assert_agrees!(world.query_mut::<(&mut A, &B)>().into_iter(), same);
        assert_eq!(sorted(found), (0..count).collect::<Vec<_>>());
        let kept: Vec<_> = world.query_mut::<(&mut A, &B)>().into_iter().collect();
        for (a, _) in kept {
            a.0 += count;
        }
        assert!(world.query::<(&A, &B)>().iter().all(|(a, b)| a.0 == b.0 + count), "{count} are different values");
    }
}

/// Converts a number to a float; all sums in these tests are exact.
fn float(number: usize) -> f64 {
    u32::try_from(number).map(f64::from).expect("the number fits into 32 bits")
}

/// Sums that a loop keeps in registers survive the search for further items.
#[test]
fn floats_that_a_loop_adds_up_survive_the_search_for_further_items() {
    for (count, broken) in [(1, 0), (2, 0), (3, 0), (33, 0), (300, 300), (600, 600), (600, 300), (1_100, 1_100)] {
        let (mut world, _) = filled::<Loose>(count, broken);
        let all = float((0..count).sum());
        let mut sums = [0.0; 12];
        for (a, b) in &world.query::<(&A, &B)>() {
            let (a, b) = (float(a.0), float(b.0));
            sums = std::array::from_fn(|at| sums[at] + float(at) * if at % 2 == 0 { a } else { b });
        }
        let expected: [f64; 12] = std::array::from_fn(|at| float(at) * all);
        assert_eq!(sums.map(f64::to_bits), expected.map(f64::to_bits), "{count} broken at {broken}");
        let mut written = [0.0; 2];
        for (a, b) in world.query_mut::<(&mut A, &B)>().any::<(A, C)>() {
            a.0 += 1;
            written = [written[0] + float(a.0), written[1] + float(b.0)];
        }
        let expected = [all + float(count), all];
        assert_eq!(written.map(f64::to_bits), expected.map(f64::to_bits), "{count} broken at {broken}");
    }
}

#[test]
fn items_that_are_only_read_are_found_once_each() {
    for count in [0, 1, 2, 3, 4, 5, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1_100] {
        for broken in [0, 1, count / 2, count] {
            let (mut world, entities) = filled::<Loose>(count, broken);
            for (n, entity) in entities.iter().enumerate().filter(|(n, _)| n % 7 == 0) {
                world.insert(*entity, Holed(n)).unwrap();
            }
            let read = |(a, entity, b): (&A, Entity, &B)| {
                assert_eq!((a.0, entity), (b.0, entities[a.0]), "all values are of one entity");
                a.0
            };
            let all = assert_agrees!(world.query::<(&A, Entity, &B)>().into_iter(), read);
            assert_eq!(sorted(all), (0..count).collect::<Vec<_>>(), "{count} broken at {broken}");
            let with = assert_agrees!(world.query::<(&A, Entity, &B)>().with::<Holed>().into_iter(), read);
            assert_eq!(sorted(with), (0..count).step_by(7).collect::<Vec<_>>(), "{count} broken at {broken}");
            let without = assert_agrees!(world.query::<(&A, Entity, &B)>().without::<Holed>().into_iter(), read);
            assert!(sorted(without).into_iter().eq((0..count).filter(|n| n % 7 > 0)), "{count} broken at {broken}");
            let any = assert_agrees!(
                world.query::<(&B, Entity, &A)>().any::<(C, Holed)>().into_iter(),
                |(b, _, a): (&B, Entity, &A)| same((&mut a.clone(), b))
            );
            assert!(sorted(any).into_iter().eq((0..count).filter(|n| n % 7 == 0 || n % 3 == 0)), "{count}");
        }
    }
}

#[test]
fn items_that_are_only_read_are_found_once_each_where_values_are_missing() {
    for count in [0, 1, 2, 3, 31, 32, 33, 64, 65, 129, 257, 600] {
        for step in [2, 3] {
            let mut world = Loose::default();
            let entities: Vec<_> = (0..count).map(|n| world.spawn(A(n))).collect();
            for n in (0..count).rev().filter(|n| n % step == 1) {
                world.insert(entities[n], B(n)).unwrap();
            }
            // Makes the storage with gaps the shorter one.
            world.spawn_batch((0..2 * count).map(B));
            let all = assert_agrees!(world.query::<(&A, &B)>().into_iter(), |(a, b): (&A, &B)| {
                assert_eq!(a.0, b.0, "both values are of one entity");
                a.0
            });
            assert!(all.into_iter().eq((0..count).filter(|n| n % step == 1)), "each {step}th of {count}");
        }
    }
}

#[test]
fn few_of_many_values_are_found_once_each() {
    for few in [1, 2, 3, 20] {
        for count in [3 * few, 255 * few, 256 * few - 1, 256 * few, 256 * few + 1, 257 * few] {
            let mut world = Loose::default();
            let entities: Vec<_> = (0..count).map(|n| world.spawn(A(n))).collect();
            for n in (0..few).rev() {
                world.insert(entities[n * 2], B(n * 2)).unwrap();
            }
            let evens: Vec<_> = (0..few).map(|n| n * 2).collect();
            let found = assert_agrees!(world.query_mut::<(&mut A, &B)>().into_iter(), same);
            assert_eq!(sorted(found), evens, "{few} of {count}");
            let found = assert_agrees!(world.query_mut::<(&mut A, Option<&mut B>)>().into_iter(), |(a, b): (
                &mut A,
                Option<&mut B>
            )| (
                a.0,
                b.map(|b| b.0)
            ));
            assert_eq!(found.iter().filter_map(|(_, b)| *b).collect::<Vec<_>>(), evens, "{few} of {count}");
            assert!(found.iter().all(|(a, b)| b.is_none_or(|b| b == *a)), "both values are of one entity");
        }
    }
}

#[test]
fn walks_of_few_entities_agree_with_next() {
    for count in [0, 1, 2, 3, 7, 8, 9, 30] {
        for broken in [0, 1, count] {
            let (mut world, _) = filled::<Loose>(count, broken);
            let found = assert_agrees!(world.query_mut::<(&mut A, &B)>().into_iter(), same);
            assert_eq!(sorted(found), (0..count).collect::<Vec<_>>(), "{count} broken at {broken}");
            let found = assert_agrees!(world.query_mut::<(&mut A, &B)>().with::<A>().into_iter(), same);
            assert_eq!(sorted(found), (0..count).collect::<Vec<_>>(), "{count} broken at {broken}, filtered");
            let found = assert_agrees!(world.query_mut::<(&mut A, Option<&B>)>().into_iter(), |(a, b): (
                &mut A,
                Option<&B>
            )| {
                assert_eq!(Some(a.0), b.map(|b| b.0));
                a.0
            });
            assert_eq!(sorted(found), (0..count).collect::<Vec<_>>(), "{count} broken at {broken}, optional");
        }
    }
}

/// A test that this compiles: an iterator that is still in scope borrows nothing after its last use.
#[test]
fn an_iterator_does_not_borrow_the_world_to_the_end_of_its_scope() {
    for count in [1, 9, 100] {
        let (mut world, entities) = filled::<Loose>(count, 0);
        let mut values = world.query_mut::<(&mut A, &B)>().into_iter();
        values.next().unwrap().0.0 += 1;
        world.insert(entities[0], C(0)).unwrap();
        let mut optional = world.query_mut::<(&mut A, Option<&mut B>)>().into_iter();
        optional.next().unwrap().0.0 += 1;
        world.insert(entities[0], C(1)).unwrap();
        let columns = world.columns();
        let (mut a, b) = (columns.a, columns.b);
        let mut joined = (&mut a, &b).join();
        joined.next().unwrap().0.0 += 1;
        let sum: usize = (&a, &b).join().map(|(a, b)| a.0 - b.0).sum();
        assert_eq!(sum, 3, "of {count}");
        world.insert(entities[0], C(2)).unwrap();
    }
}

#[test]
fn items_of_one_iterator_are_different_values() {
    for broken in [0, 1, 300, 600] {
        let (mut world, _) = filled::<Loose>(600, broken);
        let mut kept: Vec<_> = world.query_mut::<(&mut A, &mut B)>().into_iter().collect();
        for (n, (a, b)) in kept.iter_mut().enumerate() {
            (a.0, b.0) = (n, n);
        }
        assert!(kept.iter().enumerate().all(|(n, (a, b))| (a.0, b.0) == (n, n)), "broken at {broken}");
    }
}

#[test]
fn an_iterator_that_is_dropped_halfway_leaves_all_values() {
    let (mut world, _) = filled::<Loose>(600, 300);
    for taken in BORDERS {
        world.query_mut::<(&mut A, &B)>().into_iter().take(taken).for_each(|(a, b)| a.0 = b.0);
    }
    assert!(world.query::<(&A, &B)>().iter().all(|(a, b)| a.0 == b.0));
    assert_eq!(world.query::<(&A, &B)>().iter().count(), 600);
}

#[derive(Relation)]
struct Likes(Entity);

ecs_world! {
    struct Crowd;
    components: A, #[storage(vec)] Holed;
    relations: Likes (clear);
}

#[test]
fn iterators_that_are_not_of_queries_agree_with_next() {
    for count in [0, 1, 2, 3, 8, 9, 257] {
        let mut hits = Events::default();
        (0..count / 3).for_each(|n| hits.send(n));
        hits.update();
        (count / 3..count).for_each(|n| hits.send(n));
        let unread = || hits.read(&mut EventCursor::default());
        assert_agrees!(unread(), |n: &usize| *n);
        assert!(unread().rev().copied().eq((0..count).rev()));
        for taken in 0..=count.min(9) {
            assert_eq!(after(unread(), taken).last().copied(), (taken < count).then(|| count - 1));
            assert_eq!(after(unread().rev(), taken).next_back().copied(), (taken < count).then_some(0));
        }

        let mut world = Crowd::default();
        let star = world.spawn(A(count));
        let all = world.spawn_batch((0..count).map(|n| (A(n), Holed(n), Likes(star))));
        all.iter().step_by(3).for_each(|it| world.despawn(*it).unwrap());
        assert_agrees!(world.entities(), |it: Entity| it);
        assert_agrees!(world.sources::<Likes>().of(star), |it: Entity| it);
        let mut columns = world.columns();
        assert_agrees!(columns.a.iter(), |(it, a): (Entity, &A)| (it, a.0));
        assert_agrees!(columns.holed.iter(), |(it, holed): (Entity, &Holed)| (it, holed.0));
        assert_agrees!(columns.a.iter_mut(), |(it, a): (Entity, &mut A)| (it, a.0));
    }
}

#[test]
fn iterators_over_events_and_columns_are_fused() {
    fn assert_fused(mut items: impl ExactSizeIterator + FusedIterator) {
        for left in (0..items.len()).rev() {
            assert!(items.next().is_some());
            assert_eq!(items.len(), left);
        }
        assert!(items.next().is_none() && items.next().is_none());
    }
    let (mut world, mut sent) = (filled::<Loose>(3, 1).0, Events::default());
    for number in [1, 2] {
        sent.send(number);
    }
    assert_fused(sent.iter());
    assert_fused(sent.read(&mut EventCursor::default()));
    let mut columns = world.columns();
    assert_fused(columns.a.entities());
    assert_fused(columns.a.iter());
    assert_fused(columns.a.iter_mut());
}
