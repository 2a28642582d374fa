//! Bundles that consist of bundles: tuples, and structs as the tuple of their fields.
//!
//! Each operation is performed on the elements in order. So nested bundles are flattened without any code for it, and the cost of a bundle
//! is the sum of those of its components.
//!
//! ```text
//! (A, (B, C))            push A, push B, push C            as if it were (A, B, C)
//! struct Arms { b, c }   plain: (B, C)                     `into_tuple` before the first step of a change; `from_tuple` after the last one
//! mask                   A | B | C                         a constant, unless a part is optional
//! ```
//!
//! The two conversions of a struct are user code, as [`IntoTuple`] can be implemented by hand: they may panic, and may return different
//! values at each call. So a struct is taken apart once, and all steps of a change use the result.
//!
//! If `take` of an element returned `None`, the values taken before it would be dropped. This cannot happen: callers have tested that the
//! mask of the entity has all components that are not optional.

use core::marker::PhantomData;

use super::sealed::Kind;
use super::{Bundle, BundleKind, Plain};
use crate::access::Access;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::view::Transition;
use crate::world::EcsWorld;

/// The kind of a tuple of bundles.
///
/// Its elements are bundles of any kind, so tuples nest. The empty tuple is a bundle without components: an entity spawned with it has
/// none.
///
/// It adds no cost to that of its elements: each operation is inlined as a sequence of theirs.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq)] struct Position(u32);
/// # struct Velocity(u32);
/// # struct Asleep;
/// # ecs_world! { components: Position, Velocity, Asleep; }
/// # let mut world = World::default();
/// let ship = world.spawn((Position(1), (Velocity(2), Asleep)));
/// assert_eq!(world.component_names(ship).unwrap(), ["Position", "Velocity", "Asleep"]);
/// assert!(world.remove::<(Velocity, (Position, Asleep))>(ship).unwrap().is_some());
/// assert_eq!(world.component_names(ship).unwrap().len(), 0);
/// ```
#[derive(Debug)]
pub struct TupleKind;

/// Names that the empty tuple does not use have an underscore. Where results are collected, as in `take`, a missing element makes the whole
/// result `None`; the caller has tested the mask before.
macro_rules! tuple_bundle {
    ($($B:ident $b:ident),*) => {
        impl<World: EcsWorld, $($B: Bundle<World>),*> Bundle<World> for ($($B,)*) {
            type Replaced = ($($B::Replaced,)*);
            type Kind = TupleKind;
        }

        impl<World: EcsWorld, $($B: Bundle<World>),*> Kind<World, ($($B,)*)> for TupleKind {}

        impl<World: EcsWorld, $($B: Bundle<World>),*> BundleKind<World, ($($B,)*)> for TupleKind {
            type Plain = ($(Plain<World, $B>,)*);
            type Replaced = ($($B::Replaced,)*);
            const ACCESS: Access = Access::Many(&[$($B::Kind::ACCESS),*]);

            #[inline(always)]
            fn mask() -> World::Mask {
                World::Mask::EMPTY$(.union($B::Kind::mask()))*
            }

            #[inline(always)]
            #[allow(clippy::unused_unit, reason = "the empty tuple has nothing to take apart")]
            fn into_plain(($($b,)*): ($($B,)*)) -> Self::Plain {
                ($($B::Kind::into_plain($b),)*)
            }

            #[inline(always)]
            #[allow(clippy::unused_unit, reason = "the empty tuple has nothing to put together")]
            fn from_plain(($($b,)*): Self::Plain) -> ($($B,)*) {
                ($($B::Kind::from_plain($b),)*)
            }

            #[inline]
            fn measure(($($b,)*): &Self::Plain) -> World::Mask {
                World::Mask::EMPTY$(.union($B::Kind::measure($b)))*
            }

            #[inline]
            fn push(($($b,)*): Self::Plain, _storages: &mut World::Storages, _entity: Entity) {
                $($B::Kind::push($b, _storages, _entity);)*
            }

            #[inline]
            fn push_unowned(($($b,)*): Self::Plain, _storages: &mut World::Storages) {
                $($B::Kind::push_unowned($b, _storages);)*
            }

            fn assign_owners(_storages: &mut World::Storages, _entities: &[Entity]) {
                $($B::Kind::assign_owners(_storages, _entities);)*
            }

            #[inline]
            #[allow(clippy::unused_unit, reason = "the empty tuple has nothing to replace")]
            fn replace(
                ($($b,)*): Self::Plain,
                _storages: &mut World::Storages,
                _entity: Entity,
                _old: &World::Mask,
            ) -> Self::Replaced {
                ($($B::Kind::replace($b, _storages, _entity, _old),)*)
            }

            #[inline]
            fn take(_storages: &mut World::Storages, _entity: Entity) -> Option<Self::Plain> {
                Some(($($B::Kind::take(_storages, _entity)?,)*))
            }

            #[inline]
            #[allow(clippy::unused_unit, reason = "the empty tuple has nothing to take")]
            fn take_any(_storages: &mut World::Storages, _entity: Entity) -> Self::Replaced {
                ($($B::Kind::take_any(_storages, _entity),)*)
            }

            fn reserve(_storages: &mut World::Storages, _additional: usize) {
                $($B::Kind::reserve(_storages, _additional);)*
            }

            #[inline]
            fn enqueue(($($b,)*): Self::Plain, _queues: &mut World::Queues) {
                $($B::Kind::enqueue($b, _queues);)*
            }

            #[inline]
            fn targets(($($b,)*): &Self::Plain, _visit: &mut dyn FnMut(usize, &[Entity])) {
                $($B::Kind::targets($b, _visit);)*
            }

            fn report_replaced(
                ($($b,)*): &Self::Replaced,
                _world: &mut World,
                _change: &Transition<World::Mask>,
            ) {
                $($B::Kind::report_replaced($b, _world, _change);)*
            }

            fn report_exchanged(
                ($($b,)*): &Self::Plain,
                _among: &World::Mask,
                _world: &mut World,
                _change: &Transition<World::Mask>,
            ) {
                $($B::Kind::report_exchanged($b, _among, _world, _change);)*
            }

            fn prepare(($($b,)*): &Self::Plain, _storages: &mut World::Storages, _old: &World::Mask) {
                $($B::Kind::prepare($b, _storages, _old);)*
            }

            fn finish(_storages: &mut World::Storages) {
                $($B::Kind::finish(_storages);)*
            }

            #[inline]
            fn dequeue(_queues: &mut World::Queues, _held: &World::Mask) -> Option<Self::Plain> {
                Some(($($B::Kind::dequeue(_queues, _held)?,)*))
            }
        }
    };
}

crate::tuples::for_each_small_arity!(tuple_bundle);

/// A struct that is inserted and removed as the tuple of its fields; implemented by `#[derive(Bundle)]`.
///
/// Both directions are needed: a struct is taken apart to be inserted, and put together when it is removed or returned with an error.
/// Everything else is done with the tuple, so a struct costs exactly what its tuple costs.
///
/// Both conversions are called outside of the steps of a change. For a command, `into_tuple` is called when it is issued, and removed
/// values are not put together. So if one panics, the change was not begun, or is complete; the values being converted are dropped.
pub trait IntoTuple {
    /// The fields, in order.
    type Tuple;
    /// Splits this value into its fields.
    fn into_tuple(self) -> Self::Tuple;
    /// Creates the value from its fields.
    fn from_tuple(tuple: Self::Tuple) -> Self;
}

/// The kind of a struct with the fields `T`.
///
/// The fields are a parameter of the kind, not of the trait, so that one implementation serves all structs.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// #[derive(Debug, PartialEq)]
/// struct Sword(u32);
/// #[derive(Debug, PartialEq)]
/// struct Shield(u32);
///
/// #[derive(Debug, PartialEq, Bundle)]
/// struct Arms { sword: Sword, shield: Shield }
///
/// ecs_world! { components: Sword, Shield; }
///
/// let mut world = World::default();
/// let knight = world.spawn(Arms { sword: Sword(3), shield: Shield(1) });
/// assert_eq!(world.get::<Shield>(knight), Some(&Shield(1)));
/// let arms = world.remove::<Arms>(knight).unwrap();
/// assert_eq!(arms, Some(Arms { sword: Sword(3), shield: Shield(1) }));
/// ```
#[derive(Debug)]
pub struct StructKind<T>(PhantomData<T>);

impl<W: EcsWorld, B: IntoTuple<Tuple = T>, T: Bundle<W>> Kind<W, B> for StructKind<T> {}

impl<W: EcsWorld, B: IntoTuple<Tuple = T>, T: Bundle<W>> BundleKind<W, B> for StructKind<T> {
    type Plain = Plain<W, T>;
    type Replaced = T::Replaced;
    const ACCESS: Access = T::Kind::ACCESS;

    #[inline(always)]
    fn mask() -> W::Mask {
        T::Kind::mask()
    }

    #[inline(always)]
    fn into_plain(bundle: B) -> Self::Plain {
        T::Kind::into_plain(bundle.into_tuple())
    }

    #[inline(always)]
    fn from_plain(plain: Self::Plain) -> B {
        B::from_tuple(T::Kind::from_plain(plain))
    }

    #[inline]
    fn measure(plain: &Self::Plain) -> W::Mask {
        T::Kind::measure(plain)
    }

    #[inline]
    fn push(plain: Self::Plain, storages: &mut W::Storages, entity: Entity) {
        T::Kind::push(plain, storages, entity);
    }

    #[inline]
    fn push_unowned(plain: Self::Plain, storages: &mut W::Storages) {
        T::Kind::push_unowned(plain, storages);
    }

    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]) {
        T::Kind::assign_owners(storages, entities);
    }

    #[inline]
    fn replace(plain: Self::Plain, storages: &mut W::Storages, entity: Entity, old: &W::Mask) -> Self::Replaced {
        T::Kind::replace(plain, storages, entity, old)
    }

    #[inline]
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<Self::Plain> {
        T::Kind::take(storages, entity)
    }

    #[inline]
    fn take_any(storages: &mut W::Storages, entity: Entity) -> Self::Replaced {
        T::Kind::take_any(storages, entity)
    }

    fn reserve(storages: &mut W::Storages, additional: usize) {
        T::Kind::reserve(storages, additional);
    }

    #[inline]
    fn enqueue(plain: Self::Plain, queues: &mut W::Queues) {
        T::Kind::enqueue(plain, queues);
    }

    #[inline]
    fn targets(plain: &Self::Plain, visit: &mut dyn FnMut(usize, &[Entity])) {
        T::Kind::targets(plain, visit);
    }

    fn report_replaced(replaced: &Self::Replaced, world: &mut W, change: &Transition<W::Mask>) {
        T::Kind::report_replaced(replaced, world, change);
    }

    fn report_exchanged(plain: &Self::Plain, among: &W::Mask, world: &mut W, change: &Transition<W::Mask>) {
        T::Kind::report_exchanged(plain, among, world, change);
    }

    fn prepare(plain: &Self::Plain, storages: &mut W::Storages, old: &W::Mask) {
        T::Kind::prepare(plain, storages, old);
    }

    fn finish(storages: &mut W::Storages) {
        T::Kind::finish(storages);
    }

    #[inline]
    fn dequeue(queues: &mut W::Queues, held: &W::Mask) -> Option<Self::Plain> {
        T::Kind::dequeue(queues, held)
    }
}
