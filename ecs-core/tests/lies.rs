//! Implements each trait that can be implemented outside of the crate, with results that are as wrong as possible: worlds break, but
//! memory stays intact. `.ci/miri` runs these tests, also with threads. (`tests/ui/traits` has the traits that cannot be implemented.)
#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::pedantic,
    clippy::allow_attributes_without_reason,
    clippy::items_after_statements,
    clippy::non_canonical_partial_ord_impl,
    clippy::unwrap_used,
    reason = "it stands for generated code"
)]

#[path = "lies/cached.rs"]
mod cached;
#[path = "lies/made.rs"]
mod made;
#[path = "lies/world.rs"]
mod world;

use std::any::Any;
use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use ecs_core as k;
use ecs_core::{
    EcsWorld, Entity, Fetch, Join, ParFetch, Past, Source, Storage, StorageTasks as _, WorldAccess, WorldChanges,
    WorldOrder, WorldTemplates,
};

use made::{Counted, Made, Seen};
use world::*;

thread_local! {
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Catches a panic of an action that runs once, without printing anything.
fn panics<R>(action: &mut dyn FnMut() -> R) -> Result<R, Box<dyn Any + Send>> {
    let mut result = None;
    catch(&mut || result = Some(action()))?;
    Ok(result.expect("the action ran"))
}

/// Not generic, as one copy of it for each action in each of the worlds would take long to compile.
fn catch(action: &mut dyn FnMut()) -> Result<(), Box<dyn Any + Send>> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            if !EXPECTED.get() && std::thread::current().name().is_none_or(|name| name != "expected") {
                usual(panic);
            }
        }));
    });
    let outer = EXPECTED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(action));
    EXPECTED.set(outer);
    result
}

/// Appends items to a list. A function, as the type of a closure would depend on the iterator, and so on the world.
fn pushed_to<T>(all: &mut Vec<T>) -> impl FnMut(T) + '_ {
    |item| all.push(item)
}

/// Takes the remaining items of an iterator, in one of several ways, most of which stop soon after `most` items.
fn taken<T>(mut items: impl Iterator<Item = T>, most: usize) -> Vec<T> {
    let mut all = vec![];
    match random(5) {
        // One at a time, then all remaining ones at once.
        0 => {
            for _ in 0..random(70) {
                let Some(item) = items.next() else { break };
                all.push(item);
                let _ = items.size_hint();
            }
            items.take(most).for_each(pushed_to(&mut all));
        }
        // In steps of several items.
        1 => {
            while let Some(item) = items.nth(random(3) as usize)
                && all.len() < most
            {
                all.push(item);
            }
        }
        // Some of them; then the iterator is leaked, unless Miri reports leaks, which it does without threads.
        2 => {
            for _ in 0..random(70) {
                let Some(item) = items.next() else { break };
                all.push(item);
                let _ = items.size_hint();
            }
            if cfg!(any(not(miri), feature = "rayon")) {
                std::mem::forget(items);
            }
        }
        // After a call of `size_hint`, and beyond the end.
        3 => {
            let _ = items.size_hint();
            while let Some(item) = items.next().or_else(|| items.next())
                && all.len() < most
            {
                all.push(item);
            }
        }
        _ => items.for_each(pushed_to(&mut all)),
    }
    all
}

/// Holds up to 1 000 items of an iterator at once, writes to them in turn, and returns their number.
fn held<'a, T: 'a>(mut items: impl Iterator<Item = &'a mut T>, value: fn(&mut T) -> &mut Box<u32>) -> usize {
    let mut all = Vec::with_capacity(items.size_hint().0.min(1_000));
    while all.len() < 1_000
        && let Some(item) = items.next()
    {
        all.push(item);
    }
    held_of(all, value)
}

/// Writes to the items in turn, and returns their number; panics if a value was yielded twice.
///
/// It takes a function pointer, because one copy of it for each closure in each of the worlds would take long to compile.
fn held_of<'a, T: 'a>(mut all: Vec<&'a mut T>, value: fn(&mut T) -> &mut Box<u32>) -> usize {
    // Numbers, so that there is one kind of set.
    let mut places = BTreeSet::<usize>::new();
    for value in &all {
        places.insert((&raw const **value).addr());
    }
    assert_eq!(places.len(), all.len(), "a value is yielded twice");
    for _ in 0..2 {
        for item in &mut all {
            **value(item) += 1;
        }
    }
    all.len()
}

/// An iterator with a wrong length, which yields again after its end, and sometimes panics.
struct Liar<T, F: FnMut() -> T>(F, u32);

impl<T, F: FnMut() -> T> Iterator for Liar<T, F> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.1 += 1;
        assert!(!(lie() && lie()), "the iterator panics");
        (!self.1.is_multiple_of(4)).then(&mut self.0)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        [(0, None), (1 << 10, Some(3)), (9, Some(0)), (0, Some(usize::MAX))][random(4) as usize]
    }
}

impl<T, F: FnMut() -> T> ExactSizeIterator for Liar<T, F> {}

fn a() -> A {
    A(Box::new(random(9)))
}

fn b() -> B {
    B(Box::new(random(9)))
}

fn slot() -> Slot {
    Slot(Box::new(random(9)))
}

fn twice() -> Twice {
    Twice(Box::new(random(9)))
}

fn sum(twice: &Twice) -> u32 {
    *twice.0
}

fn far() -> Far {
    Far(Box::new(random(9)))
}

/// One of the entities that may have existed, or a forged one.
fn any(entities: &[Entity]) -> Entity {
    let forged = || Entity::from_bits(u64::from(1 + 2 * random(3)) << 32 | u64::from(random(12)));
    let own = || entities.get(random(1 + entities.len() as u32) as usize).copied();
    own().or_else(forged).expect("generations of living entities are odd")
}

fn order(left: u32, right: u32) -> Ordering {
    match random(4) {
        0 => Ordering::Less,
        1 => Ordering::Greater,
        _ => left.cmp(&right),
    }
}

// Functions, not closures: a closure in a function that takes a world would be another one for each world, and so would be all functions
// that take it.

fn order_of(left: &A, right: &A) -> Ordering {
    order(*left.0, *right.0)
}

fn key_of(_: &B) -> u32 {
    random(5)
}

fn add_slot((_, a, slot): (Entity, &mut A, Option<&mut Slot>)) {
    *a.0 += slot.map_or(0, |slot| *slot.0) % 7;
}

fn count_both((a, far): (&mut A, Option<&mut Far>)) {
    *a.0 += 1;
    if let Some(far) = far {
        *far.0 += 1;
    }
}

fn combine(sum: u32, (slot, a): (&mut Slot, &A)) -> u32 {
    sum ^ *slot.0 ^ *a.0
}

fn xor(left: u32, right: u32) -> u32 {
    left ^ right
}

fn overwrite((now, past, b): (&mut Twice, &Past<Twice>, &B)) {
    *now.0 = *past.0 % 7 + *b.0 % 7;
}

fn change<const L: u32>(world: &mut World<L>, entities: &mut Vec<Entity>, number: u32) {
    let entity = any(entities);
    match number {
        0 => entities.push(world.spawn((a(), b()))),
        1 => entities.push(world.spawn((a(), (slot(), far()), Flag))),
        2 => entities.push(world.spawn(Mixed(random(9)))),
        3 => entities.extend(world.spawn_batch(Liar(|| (a(), b(), Mapped(Box::new(1))), 0)).iter().copied()),
        4 => {
            let columns = (vec![a(), a()], vec![b(), b()], (vec![slot(), slot()],));
            if let Ok(spawned) = world.spawn_columns(columns) {
                entities.extend(spawned.into_vec());
            }
        }
        5 => drop(world.insert(entity, (b(), Flag))),
        6 => drop(world.insert(entity, Mixed(3))),
        7 => drop(world.replace(entity, (a(), slot()))),
        8 => drop(world.remove::<(A, B)>(entity)),
        9 => drop(world.remove::<Mixed>(entity)),
        10 | 11 => drop(world.despawn(entity)),
        12 => {
            let commands = world.commands();
            commands.spawn_batch(Liar(|| (slot(), a()), 0));
            commands.insert_batch(Liar(|| (any(entities), Mixed(1)), 0));
            commands.remove_batch::<B>(Liar(|| any(entities), 0));
            commands.despawn_batch(Liar(|| any(entities), 0));
        }
        13 => world.flush(),
        14 => world.sort_by::<A>(order_of),
        15 => world.sort_by_key::<B, _>(key_of),
        34 => entities.push(world.spawn((twice(), b()))),
        35 => drop(world.insert(entity, (twice(), a()))),
        36 => drop(world.exchange::<Twice, (Twice, A)>(entity, (twice(), a()))),
        37 => drop(world.remove_any::<(Twice, B)>(entity)),
        38 => _ = world.spawn_columns((vec![twice(), twice()], vec![b(), b()])).map(|all| entities.extend(all)),
        16 => world.shrink_to_fit(),
        17 => k::run_system::<_, 0>(world),
        18 => k::run_system::<_, 1>(world),
        19 => k::run_schedule::<_, 0>(world),
        20 => k::update_state::<_, u8, 0>(world),
        21 if random(3) == 0 => world.clear(),
        22 => _ = world.tidy(),
        23 => _ = world.tidy_within(random(9) as usize),
        24 => world.unsort::<A>(),
        25 => world.set_tidy_budget((random(2) == 0).then_some(20)),
        26 => drop(world.exchange::<A, Slot>(entity, slot())),
        27 => drop(world.exchange::<(B, Flag), (B, Mapped)>(entity, (b(), Mapped(Box::new(2))))),
        28 => drop(world.exchange::<Mixed, Far>(entity, far())),
        29 => {
            world.commands().exchange::<Slot, (A, Flag)>(entity, (a(), Flag));
            world.commands().exchange::<Mixed, Mixed>(any(entities), Mixed(7));
        }
        30 => drop(world.remove_any::<(A, (Slot, Flag))>(entity)),
        31 => {
            entities.push(world.reserve_entity());
            entities.push(world.spawner().spawn((a(), Flag)));
            world.commands().remove_any::<(B, Far)>(entity);
            world.commands().remove_any_batch::<Mixed>(Liar(|| any(entities), 0));
        }
        // Visiting a component beyond the mask panics, also while values are dropped.
        32 | 33 if L & FAR_ID != 0 => {}
        32 => {
            let template = k::Template::new().with((slot(), Some(Flag))).extended(&k::Template::new().with(far()));
            world.commands().spawn_template(&template);
            drop(world.insert_template(any(entities), template));
            entities.push(world.spawn_template(&k::Template::new().with(a())));
        }
        33 => {
            let taken = world.take(entity).unwrap_or_default().without::<(A, Mapped)>();
            world.commands().insert_template(any(entities), taken);
        }
        _ => drop(world.check_invariants()),
    }
}

fn walk<const L: u32>(world: &mut World<L>, entities: &[Entity], number: u32) {
    let (entity, other) = (any(entities), any(entities));
    match number {
        0 => {
            let (mut bs, mut slots) = (vec![], vec![]);
            let all = world.query_mut::<(&mut A, Option<&mut B>, Option<&mut Slot>)>().into_iter();
            held(
                all.map(|(a, b, slot)| {
                    bs.extend(b);
                    slots.extend(slot);
                    a
                }),
                |a| &mut a.0,
            );
            held(bs.into_iter(), |b| &mut b.0);
            held(slots.into_iter(), |slot| &mut slot.0);
        }
        1 => _ = held(k::query_view_mut::<_, (&mut B, &A), 0>(world).into_iter().map(|(b, _)| b), |b| &mut b.0),
        2 => {
            let mut fars = vec![];
            let query = k::query_view_mut::<_, (&mut A, Entity, &mut Far), 2>(world).into_iter();
            held(query.map(|(a, _, far)| (fars.push(far), a).1), |a| &mut a.0);
            held(fars.into_iter(), |far| &mut far.0);
        }
        3 => _ = held(k::query_view_mut::<_, &mut Slot, 1>(world).without::<Flag>().into_iter(), |slot| &mut slot.0),
        4 => {
            _ = held(world.query_mut::<(&mut Mapped, Option<&mut Far>)>().into_iter().map(|(it, _)| it), |it| &mut it.0)
        }
        5 => _ = world.query_mut::<(&mut Flag, Entity)>().into_iter().take(1_000).count(),
        6 => {
            if let Some((positions, values)) = k::query_view_mut::<_, (&mut A, &mut B), 0>(world).slices() {
                held(positions.iter_mut(), |a| &mut a.0);
                held(values.iter_mut(), |b| &mut b.0);
            }
        }
        7 => {
            let mut query = world.query_mut::<(Entity, &mut A, Option<&mut Slot>)>();
            query.for_each(add_slot);
            _ = query.get_mut(entity).map(|(_, a, _)| *a.0 += 1);
        }
        8 => world.query_mut::<(&mut A, Option<&mut Far>)>().par_for_each(count_both),
        9 => _ = world.query_mut::<(&mut Slot, &A)>().par_fold(u32::default, combine, xor),
        10 => _ = world.get_disjoint_mut::<A, 2>([entity, other]).map(|both| held(both.into_iter(), |a| &mut a.0)),
        11 => _ = world.get_disjoint_mut::<Far, 2>([entity, other]).map(|both| held(both.into_iter(), |it| &mut it.0)),
        12 => {
            _ = world.get_components::<(&mut A, Option<&mut B>)>(entity).map(|(a, b)| *a.0 += b.map_or(1, |b| *b.0 % 7))
        }
        13 => {
            let mut columns = world.columns();
            let (a, others, slots) = (&mut columns.a, &mut columns.other_a, &mut columns.slot);
            held((a, others, &columns.entities).join().map(|(a, ..)| a), |a| &mut a.0);
            held((slots, &columns.b).join().map(|(slot, _)| slot), |slot| &mut slot.0);
            held(columns.far.iter_mut().map(|(_, far)| far), |far| &mut far.0);
        }
        18 => {
            let mut columns = world.columns();
            let all = taken((&mut columns.a, &mut columns.other_a, &mut columns.b).join(), 1_000);
            let (mut first, mut others, mut bs) = (vec![], vec![], vec![]);
            for (a, other, b) in all {
                first.push(a);
                others.push(other);
                bs.push(b);
            }
            held_of(first, |a| &mut a.0);
            held_of(others, |a| &mut a.0);
            held_of(bs, |b| &mut b.0);
        }
        19 => {
            let mut columns = world.columns();
            let all = taken((&mut columns.a, &columns.b, &mut columns.far, &mut columns.mapped).join(), 1_000);
            let (mut first, mut fars) = (vec![], vec![]);
            for (a, _, far, _) in all {
                first.push(a);
                fars.push(far);
            }
            held_of(first, |a| &mut a.0);
            held_of(fars, |far| &mut far.0);
        }
        20 => {
            let all = taken(world.query_mut::<(&mut B, &mut A, Entity)>().with::<Slot>().into_iter(), 1_000);
            let (mut first, mut bs) = (vec![], vec![]);
            for (b, a, _) in all {
                first.push(a);
                bs.push(b);
            }
            held_of(first, |a| &mut a.0);
            held_of(bs, |b| &mut b.0);
        }
        21 => {
            let all = taken(k::query_view_mut::<_, (&mut A, &mut B), 0>(world).into_iter(), 1_000);
            let (mut first, mut bs) = (vec![], vec![]);
            for (a, b) in all {
                first.push(a);
                bs.push(b);
            }
            held_of(first, |a| &mut a.0);
            held_of(bs, |b| &mut b.0);
        }
        22 => _ = (&mut world.columns().a, &mut World::<L>::default().columns().b).join().count(),
        23 => _ = world.query_mut::<(&mut A, &B)>().into_iter().count(),
        24 => {
            let both = world.get_disjoint_mut::<Mapped, 3>([entity, other, any(entities)]);
            _ = both.map(|all| held(all.into_iter(), |it| &mut it.0));
            let both = world.get_disjoint_mut::<Slot, 3>([entity, other, any(entities)]);
            _ = both.map(|all| held(all.into_iter(), |it| &mut it.0));
        }
        25 => {
            let (mut first, mut bs) = (vec![], vec![]);
            let all = taken(world.query_mut::<Made>().into_iter(), 1_000);
            for made in all {
                first.push(made.a);
                bs.extend(made.b);
            }
            held_of(first, |a| &mut a.0);
            held_of(bs, |b| &mut b.0);
        }
        26 => {
            let mut query = world.query_mut::<(&mut A, (Entity, Option<&mut B>))>().named::<Made>();
            query.for_each(|made| *made.a.0 += made.b.map_or(0, |b| *b.0) % 7);
            query.par_for_each(|made| *made.a.0 += 1);
            _ = query.get_mut(entity).map(|made| *made.a.0 += 1);
            _ = world.get_components::<Made>(other).map(|made| *made.a.0 += 1);
        }
        27 => {
            _ = taken(world.query_mut::<Counted>().into_iter(), 1_000);
            _ = world.query::<Seen>().iter().take(1_000).map(|seen| *seen.0.0).max();
        }
        28 => {
            let mut visited = 0;
            world.query_mut::<(&mut A, Option<&mut B>)>().without::<Flag>().for_each_with(|(a, b), others| {
                visited += 1;
                assert!(visited < 400, "the iteration is left by a panic");
                *a.0 += others.get(other).map_or(1, |(a, _)| *a.0 % 5);
                let seen = others.iter().take(50).map(|(a, b)| *a.0 ^ b.map_or(0, |b| *b.0)).fold(0, u32::wrapping_add);
                if let Some(b) = b {
                    *b.0 ^= seen;
                }
            });
        }
        30 => {
            let mut pasts = vec![];
            let query = world.query_mut::<(&mut Twice, &Past<Twice>, Option<&Past<Twice>>)>().into_iter();
            held(query.map(|(now, past, again)| (now, pasts.extend([Some(past), again])).0), |twice| &mut twice.0);
            _ = pasts.into_iter().flatten().map(|past| *past.0 % 7).sum::<u32>() + world.past(entity).map_or(0, sum);
        }
        31 => world.query_mut::<(&mut Twice, &Past<Twice>, &B)>().par_for_each(overwrite),
        14 => drop(k::managed::<_, 0>(world).iter().take(1_000).collect::<Vec<_>>()),
        15 => _ = format!("{:?}", world.query::<(Entity, &A)>().into_iter().take(1_000).collect::<Vec<_>>()),
        _ => _ = world.get_mut::<A>(entity).map(|a| *a.0 += 1),
    }
}

/// Miri takes some thousand times as long, mostly because of panics.
const STEPS: u32 = if cfg!(miri) { 12 } else { 4_000 };

/// Uses a world that lies one time in `rate`.
fn a_world_that_lies<const L: u32>(rate: u32, entities_at_first: u32) {
    for seed in 1..if cfg!(miri) { 2 } else { 9 } {
        set_lie_rate(0, seed);
        let mut world = World::<L>::default();
        let row = |n| (A(Box::new(n)), B(Box::new(n)), (slot(), far()));
        let mut entities =
            panics(&mut || world.spawn_batch((0..entities_at_first).map(row)).into_vec()).unwrap_or_default();
        set_lie_rate(rate, seed);
        for _ in 0..STEPS {
            let number = random(39);
            let _ = panics(&mut || change(&mut world, &mut entities, number));
            let number = random(32);
            // A value that is yielded twice fails the test; other panics are ignored.
            if let Err(panic) = panics(&mut || walk(&mut world, &entities, number)) {
                assert!(!message(&*panic).contains("twice"), "{}", message(&*panic));
            }
            entities.truncate(40.max(entities_at_first as usize));
        }
        set_lie_rate(0, seed);
        let mut world = Some(world);
        let _ = panics(&mut || drop(world.take()));
        forget_what_was_stolen();
    }
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default()
}

#[test]
fn a_world_that_never_lies_is_whole() {
    let mut world = World::<0>::default();
    let entities = world.spawn_batch((0..9).map(|n| (A(Box::new(n)), B(Box::new(n)), (slot(), far()))));
    world.insert(entities[2], Flag).unwrap();
    world.despawn(entities[4]).unwrap();
    world.check_invariants().unwrap();
    assert_eq!(held(world.query_mut::<&mut A>().into_iter(), |a| &mut a.0), 8);
    assert_eq!(held(k::query_view_mut::<_, &mut B, 0>(&mut world).into_iter(), |b| &mut b.0), 8);
}

#[test]
fn a_world_whose_methods_lie_breaks_no_memory() {
    a_world_that_lies::<0>(5, 0);
    a_world_that_lies::<0>(20, 9);
}

#[test]
fn a_world_whose_constants_lie_breaks_no_memory() {
    a_world_that_lies::<SAME_ID>(0, 9);
    a_world_that_lies::<OWNED>(0, 9);
    a_world_that_lies::<PLAN>(0, 9);
    a_world_that_lies::<ASPECT>(0, 9);
    a_world_that_lies::<FAR_ID>(0, 9);
}

/// More entities than an iteration looks up or compares at once.
#[test]
fn a_world_of_many_entities_that_lies_breaks_no_memory() {
    let entities = if cfg!(miri) { 70 } else { 300 };
    a_world_that_lies::<0>(100, entities);
    a_world_that_lies::<{ OWNED | ASPECT }>(200, entities);
}

/// Calls a function that changes a world or iterates it, in many rounds, of which the first ones do not lie.
fn in_rounds(seed: u32, mut world: cached::World, mut each: impl FnMut(&mut cached::World)) {
    world.is_calm = false;
    for round in 0..if cfg!(miri) { 24 } else { 400 } {
        set_lie_rate(if round < 16 { 0 } else { 40 }, seed + 64 * round);
        let panic = panics(&mut || each(&mut world));
        assert!(!panic.is_err_and(|panic| message(&*panic).contains("twice")), "a value is yielded twice");
    }
    set_lie_rate(0, seed);
    let mut world = Some(world);
    let _ = panics(&mut || drop(world.take()));
}

/// Two states of the same versions with different numbers of entities: the cached positions of one are used for the other.
#[test]
fn storages_that_are_swapped_behind_cached_positions_break_no_memory() {
    for seed in 1..if cfg!(miri) { 2 } else { 60 } {
        set_lie_rate(0, seed);
        let mut world = cached::World::default();
        world.is_calm = true;
        for count in [100 + random(30), 64 + random(9)] {
            let all = |n| ((A(Box::new(n)), B(Box::new(n))), (far(), Mapped(Box::new(n))));
            let front = world.spawn_batch((0..count / 2).map(all)).into_vec();
            let back = world.spawn_batch((0..count / 2).map(all)).into_vec();
            for entity in [front[3], back[5]] {
                world.insert(entity, B(Box::new(1))).unwrap();
                drop(world.remove::<B>(entity));
                world.insert(entity, B(Box::new(2))).unwrap();
            }
            // The second of two runs without a change fills the caches.
            k::run_system::<_, 0>(&mut world);
            k::run_system::<_, 0>(&mut world);
            world.turn();
        }
        in_rounds(seed, world, |world| match random(8) {
            0 => k::run_system::<_, 0>(world),
            1 => k::run_system::<_, 1>(world),
            2 => k::run_system::<_, 2>(world),
            3 => k::run_system::<_, 3>(world),
            4 => k::run_system::<_, 4>(world),
            5 => world.turn(),
            6 if lie() => _ = world.tidy_within(9),
            6 if lie() => world.sort_by_key::<A, _>(|a| *a.0),
            6 => {
                let mut columns = world.columns();
                let join = (&columns.entities, &mut columns.a, &columns.b, &mut columns.far).join();
                held_of(taken(join, 1_000).into_iter().map(|(_, a, ..)| a).collect(), |a| &mut a.0);
            }
            _ => {
                let query = world.query_mut::<(&mut A, Option<&mut Mapped>)>().into_iter();
                held_of(taken(query, 1_000).into_iter().map(|(a, _)| a).collect(), |a| &mut a.0);
            }
        });
    }
}

/// The same for the cached positions of queries.
#[test]
fn storages_that_are_swapped_behind_cached_positions_of_queries_break_no_memory() {
    let mut yielded = 0;
    for seed in 1..if cfg!(miri) { 2 } else { 60 } {
        set_lie_rate(0, seed);
        let mut world = cached::World::default();
        world.is_calm = true;
        for count in [70 + random(30), 40 + random(9)] {
            let all = |n| ((A(Box::new(n)), B(Box::new(n))), (far(), Mapped(Box::new(n))));
            let entities = world.spawn_batch((0..count).map(all)).into_vec();
            for entity in entities.into_iter().rev() {
                let mapped = world.remove::<Mapped>(entity).unwrap().unwrap();
                world.insert(entity, mapped).unwrap();
            }
            world.turn();
        }
        in_rounds(seed, world, |world| match random(8) {
            0 => k::run_system::<_, 0>(world),
            1 | 2 => world.turn(),
            3 if lie() => world.sort_by_key::<A, _>(|a| *a.0),
            3..=5 => {
                let query = world.query_mut::<(&mut A, &mut B, &mut Mapped)>().into_iter();
                let items = taken(query, 1_000);
                yielded += items.len();
                held_of(items.into_iter().map(|(a, ..)| a).collect(), |a| &mut a.0);
            }
            _ => {
                let query = world.query_mut::<(&A, &mut Mapped)>().into_iter();
                held_of(taken(query, 1_000).into_iter().map(|(_, mapped)| mapped).collect(), |m| &mut m.0);
            }
        });
    }
    assert!(yielded > 200, "only {yielded} values were yielded");
}

#[test]
fn a_world_that_lies_everywhere_breaks_no_memory() {
    a_world_that_lies::<{ SAME_ID | OWNED | PLAN | ASPECT }>(7, 9);
    a_world_that_lies::<{ OWNED | ASPECT }>(20, 9);
}

/// More entities than the 64 that each thread takes at least.
#[cfg(feature = "rayon")]
#[test]
fn a_world_that_lies_breaks_no_memory_on_two_threads() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).thread_name(|_| "expected".into()).build().unwrap();
    pool.install(|| {
        let entities = if cfg!(miri) { 80 } else { 200 };
        a_world_that_lies::<0>(30, entities);
        a_world_that_lies::<{ OWNED | PLAN }>(50, entities);
    });
}

fn columns<S: Storage>(storage: &mut S, aligned: bool) -> k::LookupMut<'_, S> {
    if aligned { k::write(storage).aligned() } else { k::write(storage) }
}

/// Iterates a storage along any source, and requests steps in any order.
fn scattered_along<'w, S: Storage>(
    columns: k::LookupMut<'w, S>,
    source: Source<'w>,
    number: impl Fn(&mut S::Value) -> u32,
) {
    let mut scattered = k::Write::<S>::scatter(columns, source);
    let mut all: Vec<&mut S::Value> = vec![];
    for at in 0..24 {
        let step = at / 2 + random(3) as usize;
        all.extend(k::Write::<S>::next(&mut scattered, step, random(9)));
    }
    let first: Vec<_> = all.iter_mut().map(|value| number(value)).collect();
    assert_eq!(first, all.iter_mut().map(|value| number(value)).collect::<Vec<_>>());
}

/// Iterates a storage along any source in parts, each on a thread of its own.
fn in_parts<'w, S: Storage<Value: Send>>(
    columns: k::LookupMut<'w, S>,
    source: Source<'w>,
    number: impl Fn(&mut S::Value) -> u32 + Sync,
) {
    let (first, is_run) = (random(3) as usize, random(2) == 0);
    let mut back = k::Write::<S>::from_step(columns, source, first, is_run);
    let mut parts = vec![k::Write::<S>::split_front(&mut back, 3 + random(3) as usize)];
    parts.push(k::Write::<S>::split_front(&mut back, random(9) as usize));
    parts.push(back);
    std::thread::scope(|scope| {
        for mut part in parts {
            let number = &number;
            scope.spawn(move || {
                (0..12).filter_map(|at| k::Write::<S>::fetch(&mut part, at, 0).map(number)).sum::<u32>()
            });
        }
    });
}

/// Iterates in both ways, with and without the claim that the source has the order of the storage.
fn walked_along<S: Storage<Value: Send>>(
    storage: &mut S,
    source: Source<'_>,
    number: impl Fn(&mut S::Value) -> u32 + Sync,
) {
    for aligned in [false, true] {
        scattered_along(columns(storage, aligned), source, &number);
        in_parts(columns(storage, aligned), source, &number);
    }
}

#[test]
fn values_along_sources_of_other_storages_are_handed_out_once() {
    let entity = |index: u32| Entity::from_bits(1 << 32 | u64::from(index)).unwrap();
    for seed in 1..if cfg!(miri) { 2 } else { 200 } {
        set_lie_rate(0, seed);
        let (mut list, mut presence, mut sizes) =
            (k::SparseIndex::new(), k::SparseSet::default(), k::TagSet::default());
        let (mut a, mut slots, mut far) =
            (k::SparseSet::default(), k::VecStorage::default(), k::HashedArrayTree::<Far, 4>::EMPTY);
        let (mut mapped, mut packed) = (k::HashMapSet::default(), k::PackedArray::default());
        for index in [7, 2, 5, 0, 9, 1, 3] {
            if random(4) > 0 {
                list.push(index);
            }
            if random(4) > 0 {
                presence.push(entity(index), ());
                slots.push(entity(index), slot());
                far.push(entity(index), self::far());
            }
            if random(4) > 0 {
                a.push(entity(index), self::a());
                mapped.push(entity(index), Mapped(Box::new(1)));
                packed.extend(&[entity(index)], vec![b()]);
                sizes.push(entity(index), Flag);
            }
        }
        let places = slots_of(&slots);
        let sources = [
            Source::Index(&list, list.len()),
            Source::Index(&list, 99),
            k::ErasedStorage::source(&presence),
            k::EntityIndex::source(places),
        ];
        for source in sources {
            walked_along(&mut a, source, |a| *a.0);
            walked_along(&mut far, source, |far| *far.0);
            walked_along(&mut mapped, source, |mapped| *mapped.0);
            walked_along(&mut packed, source, |b| *b.0);
            walked_along(&mut sizes, source, |_| 1);
        }
        walked_along(&mut slots, Source::Index(&list, 5), |slot| *slot.0);
    }
}

/// The entity index of a storage that is not dense.
fn slots_of(storage: &k::VecStorage<Slot>) -> &k::Presence {
    storage.parts().0
}

thread_local! {
    /// The call of user code with this number, counted from now on, panics; 0 for none.
    static FUSE: Cell<u32> = const { Cell::new(0) };
}

/// A value whose `Drop`, `Clone`, comparisons and hash can be set to panic, and otherwise have random results.
#[derive(Debug)]
struct Touchy(Box<u32>);

fn burn() {
    let left = FUSE.get();
    FUSE.set(left.saturating_sub(1));
    assert!(left != 1, "the user code panics");
}

impl Drop for Touchy {
    fn drop(&mut self) {
        *self.0 += 1;
        burn();
    }
}

impl Clone for Touchy {
    fn clone(&self) -> Self {
        burn();
        Self(Box::new(random(9)))
    }
}

impl PartialEq for Touchy {
    fn eq(&self, _: &Self) -> bool {
        burn();
        random(2) == 0
    }
}

impl Eq for Touchy {}

impl PartialOrd for Touchy {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (random(4) > 0).then(|| self.cmp(other))
    }
}

impl Ord for Touchy {
    fn cmp(&self, other: &Self) -> Ordering {
        burn();
        order(*self.0, *other.0)
    }
}

impl std::hash::Hash for Touchy {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        burn();
        state.write_u32(random(99));
    }
}

fn touchy() -> Touchy {
    Touchy(Box::new(random(9)))
}

/// Fills a storage, and changes, clones, clears and drops it, while one call of user code panics.
fn a_storage_of_touchy_values<S: Storage<Value = Touchy> + Clone>() {
    let entity = |index: u32| Entity::from_bits(1 << 32 | u64::from(index)).unwrap();
    for fuse in 0..if cfg!(miri) { 12 } else { 60 } {
        set_lie_rate(0, fuse + 1);
        let mut storage = S::EMPTY;
        FUSE.set(fuse);
        for number in 0..16 {
            let at = entity(random(6));
            let _ = panics(&mut || match number % 8 {
                0 | 1 => {
                    storage.discard(at);
                    storage.push(at, touchy());
                }
                2 => {
                    storage.discard(at);
                    storage.extend(&[at], vec![touchy()]);
                }
                3 => drop(storage.take(at)),
                4 => drop(storage.clone()),
                5 => storage.swap_all(&[(0, 0)]),
                6 => storage.shrink_to_fit(),
                _ if random(4) == 0 => storage.clear(),
                _ => storage.discard(at),
            });
        }
        let mut storage = Some(storage);
        let _ = panics(&mut || drop(storage.take()));
        FUSE.set(0);
    }
}

#[test]
fn values_with_wrong_and_panicking_traits_break_no_storage() {
    a_storage_of_touchy_values::<k::SparseSet<Touchy>>();
    a_storage_of_touchy_values::<k::HashMapSet<Touchy>>();
    a_storage_of_touchy_values::<k::BTreeMapSet<Touchy>>();
    a_storage_of_touchy_values::<k::PackedArray<Touchy>>();
    a_storage_of_touchy_values::<k::VecStorage<Touchy>>();
    a_storage_of_touchy_values::<k::HashedArrayTree<Touchy, 4>>();
}
