//! Values of all kinds (without a size, of large alignment, large, with a `Drop`, pinned) in each operation.
//!
//! Alignments of a page (4096 bytes) and more are left out: rustc 1.95 miscompiles plain functions that return such values
//! (LLVM loses the prologue that aligns the stack).
#![allow(missing_docs, unreachable_pub, reason = "the world here is for this test alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

use std::cell::Cell;
use std::marker::PhantomPinned;

use ecs_world::prelude::*;

thread_local! {
    /// Number of live values with a `Drop` on this thread.
    static LIVE: Cell<i32> = const { Cell::new(0) };
}

/// A component that is created from a number, and may keep only a part of it.
trait Kind: 'static + Sized {
    fn new(number: u32) -> Self;
    fn number(&self) -> u32;

    /// The number that is read back from a value created from `number`.
    fn kept(number: u32) -> u32 {
        Self::new(number).number()
    }
}

macro_rules! kinds {
    ($($(#[$attribute:meta])* $C:ident $fields:tt |$number:ident| $new:expr, |$own:ident| $back:expr;)*) => {
        $($(#[$attribute])*
        pub struct $C $fields;

        impl Kind for $C {
            fn new($number: u32) -> Self { $new }
            fn number(&self) -> u32 { let $own = self; $back }
        })*
    };
}

kinds! {
    Tag() |_n| Self(), |_own| 0;
    Empty([u64; 0]) |_n| Self([]), |_own| 0;
    #[repr(align(64))] WideTag() |_n| Self(), |_own| 0;
    DroppedTag(()) |_n| { LIVE.set(LIVE.get() + 1); Self(()) }, |_own| 0;
    Small(u8) |n| Self(n.to_le_bytes()[0]), |own| u32::from(own.0);
    Dropped(u32) |n| { LIVE.set(LIVE.get() + 1); Self(n) }, |own| own.0;
    Boxed(Box<u32>) |n| Self(Box::new(n)), |own| *own.0;
    Text(String) |n| Self(n.to_string()), |own| own.0.parse().expect("the text is a number");
    #[repr(align(64))] Wide(u32) |n| Self(n), |own| own.0;
    #[repr(align(2048))] Page(u32) |n| Self(n), |own| own.0;
    Large([u32; 2048]) |n| Self([n; 2048]), |own| own.0.iter().copied().reduce(|a, b| if a == b { a } else { !0 }).unwrap_or(1);
    Pinned(u32, PhantomPinned) |n| Self(n, PhantomPinned), |own| own.0;
    Slice(&'static [u32]) |n| Self(&[7, 8, 9][..n as usize % 3]), |own| own.0.iter().sum();
}

impl Drop for DroppedTag {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
    }
}

impl Drop for Dropped {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
    }
}

/// A component that all entities have in addition to one of the kinds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beside(u32);

ecs_world! {
    components: Tag, Empty, WideTag, DroppedTag, Small, Dropped, Boxed, Text, Wide, Page, Large, Pinned, Slice, Beside;
    queries: (Dropped, Beside), (DroppedTag, without(Wide));
}

/// Checks the world, and that each value of a kind is aligned and was created from the number in `Beside`.
fn check<C: Kind>(world: &mut World)
where
    World: Has<C>,
{
    world.check_invariants().unwrap();
    for (value, beside) in world.query::<(&C, &Beside)>() {
        assert_eq!(value.number(), C::kept(beside.0));
        assert_eq!(std::ptr::from_ref(value).addr() % align_of::<C>(), 0);
    }
}

fn pair<C: Kind>(number: u32) -> (C, Beside) {
    (C::new(number), Beside(number))
}

fn is_spawned_and_despawned<C: Kind>(world: &mut World)
where
    World: Has<C>,
{
    let entities: Vec<_> = (0..5).map(|n| world.spawn(pair::<C>(n))).collect();
    let batch = world.spawn_batch((5..10).map(pair::<C>));
    let columns: (Vec<C>, Vec<Beside>) = (10..15).map(pair::<C>).unzip();
    let rows = world.spawn_columns(columns).expect("the columns are equally long");
    check::<C>(world);
    world.despawn(batch[1]).unwrap();
    world.despawn(entities[0]).unwrap();
    assert_eq!(world.remove::<(C, Beside)>(rows[4]).ok().flatten().map(|(value, _)| value.number()), Some(C::kept(14)));
    assert!(world.insert(entities[2], pair::<C>(99)).is_ok());
    let old = world.replace(entities[3], C::new(98)).ok().flatten().expect("the entity had a value");
    assert_eq!(old.number(), C::kept(3));
    assert_eq!(world.replace(entities[3], Beside(98)).ok().flatten(), Some(Beside(3)));
    check::<C>(world);
    world.shrink_to_fit();
    world.reserve::<(C, Beside)>(100);
    check::<C>(world);
    assert_eq!(world.query::<&C>().iter().count(), 12);
    let refused = world.insert(entities[0], C::new(3)).expect_err("the entity is dead");
    assert_eq!(refused.into_inner().number(), C::kept(3));
    assert!(world.spawn_columns((vec![C::new(1)], vec![Beside(1), Beside(2)])).is_err());
}

fn is_read_and_written<C: Kind>(world: &mut World)
where
    World: Has<C>,
{
    let (one, two) = (world.spawn(pair::<C>(1)), world.spawn(pair::<C>(2)));
    *world.get_mut::<C>(one).unwrap() = C::new(3);
    assert_eq!(world.get::<C>(one).map(C::number), Some(C::kept(3)));
    let owner = world.owner_of(world.get::<C>(two).unwrap());
    assert_eq!(owner, (size_of::<C>() > 0).then_some(two));
    let [first, second] = world.get_disjoint_mut::<C, 2>([two, one]).unwrap();
    std::mem::swap(first, second);
    assert_eq!(world.get::<C>(one).map(C::number), Some(C::kept(2)));
    let (value, beside) = world.get_components::<(&mut C, &mut Beside)>(one).unwrap();
    (*value, beside.0) = (C::new(8), 8);
    (*world.get_mut::<C>(two).unwrap(), world.get_mut::<Beside>(two).unwrap().0) = (C::new(9), 9);
    check::<C>(world);
    let held: Vec<_> = world.query_mut::<(&mut C, &mut Beside)>().into_iter().collect();
    for (value, beside) in held {
        (*value, beside.0) = (C::new(beside.0 + 1), beside.0 + 1);
    }
    check::<C>(world);
    for (entity, value, beside) in &mut world.query_mut::<(Entity, &mut C, &mut Beside)>() {
        (*value, beside.0) = (C::new(entity.index()), entity.index());
    }
    check::<C>(world);
}

fn is_commanded<C: Kind>(world: &mut World)
where
    World: Has<C>,
{
    let (one, two) = (world.spawn(()), world.spawn(pair::<C>(2)));
    world.commands().insert(one, pair::<C>(5));
    world.commands().insert(one, pair::<C>(6));
    world.commands().spawn(pair::<C>(7));
    world.commands().remove::<C>(two);
    world.commands().insert(two, pair::<C>(8));
    world.flush();
    check::<C>(world);
    assert_eq!(world.get::<C>(one).map(C::number), Some(C::kept(6)));
    assert_eq!(world.get::<C>(two).map(C::number), Some(C::kept(8)));
    world.commands().despawn(two);
    world.commands().insert(two, C::new(9));
    world.commands().spawn(C::new(10));
    world.flush();
    check::<C>(world);
    world.commands().spawn(C::new(11));
    world.commands().clear();
    world.commands().insert(one, C::new(12));
}

/// Performs all operations, after which all values of the kind are dropped, also those in the queue.
fn performs_all_operations<C: Kind>()
where
    World: Has<C>,
{
    let mut world = World::default();
    is_spawned_and_despawned::<C>(&mut world);
    world.clear();
    assert_eq!(LIVE.get(), 0, "a cleared world has no values");
    is_read_and_written::<C>(&mut world);
    is_commanded::<C>(&mut world);
    drop(world);
    assert_eq!(LIVE.get(), 0, "a dropped world drops each value once");
}

macro_rules! each_goes_through_everything {
    ($($name:ident $C:ident,)*) => {
        $(#[test]
        fn $name() {
            performs_all_operations::<$C>();
        })*
    };
}

each_goes_through_everything! {
    a_tag_goes_through_everything Tag,
    an_empty_array_goes_through_everything Empty,
    a_tag_of_large_alignment_goes_through_everything WideTag,
    a_tag_with_a_drop_goes_through_everything DroppedTag,
    a_byte_goes_through_everything Small,
    a_value_with_a_drop_goes_through_everything Dropped,
    a_box_goes_through_everything Boxed,
    a_text_goes_through_everything Text,
    a_value_of_alignment_64_goes_through_everything Wide,
    a_value_of_alignment_2048_goes_through_everything Page,
    a_large_value_goes_through_everything Large,
    a_value_that_must_not_move_while_borrowed_goes_through_everything Pinned,
    a_slice_goes_through_everything Slice,
}

#[test]
fn one_entity_may_have_components_of_all_storages() {
    let mut world = World::default();
    let spawn = |world: &mut World, n| {
        let (small, large) =
            ((Tag::new(n), Empty::new(n), WideTag::new(n)), (Wide::new(n), Page::new(n), Large::new(n)));
        world.spawn((small, large, (DroppedTag::new(n), Dropped::new(n), Boxed::new(n)), Beside(n)))
    };
    let entities: Vec<_> = (0..20).map(|n| spawn(&mut world, n)).collect();
    for entity in entities.iter().step_by(3) {
        world.despawn(*entity).unwrap();
    }
    for entity in entities.iter().skip(1).step_by(3) {
        assert!(world.remove::<(Page, (DroppedTag, Wide))>(*entity).is_ok_and(|taken| taken.is_some()));
    }
    check::<Wide>(&mut world);
    check::<Page>(&mut world);
    check::<Large>(&mut world);
    assert_eq!(world.query_dropped_beside().iter().count(), 13);
    assert_eq!(world.query_dropped_tag_without_wide().iter().count(), 0);
    assert_eq!(LIVE.get(), 13 + 6);
    drop(world);
    assert_eq!(LIVE.get(), 0);
}
