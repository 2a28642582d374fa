//! The kinds of bundles: one component, an optional one, a tuple, a struct with `#[derive(Bundle)]`.
//!
//! A blanket implementation for components and one for tuples would overlap, as far as the compiler knows: a tuple could be a component.
//! So `Bundle` has an associated kind, and each kind implements [`BundleKind`] for the types that it is of. A component gets its kind from
//! the world, options and tuples from the implementations here, and a struct from its derive.
//!
//! All of them do nothing but pass each value to the storage of its component, in the order in which the bundle names them. Callers have
//! removed the entity from views that it leaves, and set its mask; nothing here knows views or masks of entities, except for `replace`,
//! which needs to know what the entity has.
//!
//! ```text
//! world.spawn((Position(..), Some(Velocity(..)), Arms { .. }))
//!
//! (Position, Option<Velocity>, Arms)      a tuple: each element, in order
//!    |          |                 |
//! component   optional          struct with #[derive(Bundle)]: the tuple of its fields
//!    |          |                 |
//! `push` to   `push`, if it     (Sword, Shield): as a tuple
//! storage     is there
//! ```
//!
//! All of this is one function per bundle after inlining: a sequence of pushes to storages whose types are known. The mask is a constant if
//! nothing in the bundle is optional, and then the transition between masks is computed once per bundle, too.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::sealed::Kind;
use super::{Bundle, BundleKind};
use crate::access::Access;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::storage::Storage;
use crate::view::Transition;
use crate::world::{CloneForPast, Component, EcsWorld, Holds, KeepsPast, Token};

/// The kind of a component by itself. With `MUTABLE`, a world that [`Holds`] it also [`Has`](crate::Has) it. `P` is where it is changed.
#[derive(Debug)]
pub struct ComponentKind<const MUTABLE: bool = true, P = OwnStorage>(PhantomData<P>);

/// Where structural changes of a component are made.
pub trait ChangedIn<W: EcsWorld, C>: places::Sealed {
    /// Inserts the value of an entity that has none.
    fn push(storages: &mut W::Storages, entity: Entity, value: C);
    /// Appends a value without an owner.
    fn push_unowned(storages: &mut W::Storages, value: C);
    /// Assigns entities to appended values.
    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]);
    /// Inserts one value per entity, none of which has one.
    fn extend(storages: &mut W::Storages, entities: &[Entity], values: Vec<C>);
    /// Replaces the value of an entity that has one.
    fn replace(storages: &mut W::Storages, entity: Entity, value: C) -> Option<C>;
    /// Removes the value of an entity.
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<C>;
    /// Reserves capacity.
    fn reserve(storages: &mut W::Storages, additional: usize);
    /// Calls the code of the user that has to run before these values are inserted.
    fn prepare(_: &mut W::Storages, _: &[C]) {}
    /// Calls the code of the user that has to run after values were removed.
    fn finish(_: &mut W::Storages) {}
}

/// Private, so that places are implemented in this file alone.
mod places {
    pub trait Sealed {}

    impl Sealed for super::OwnStorage {}
    impl Sealed for super::BothStorages {}
}

/// The storage of the component.
#[derive(Debug)]
pub struct OwnStorage;

/// The storages of the present and of the past of a double-buffered component.
#[derive(Debug)]
pub struct BothStorages;

impl<W: Holds<C>, C: 'static> ChangedIn<W, C> for OwnStorage {
    #[inline(always)]
    fn push(storages: &mut W::Storages, entity: Entity, value: C) {
        W::storage_mut(storages).push(entity, value);
    }

    #[inline(always)]
    fn push_unowned(storages: &mut W::Storages, value: C) {
        W::storage_mut(storages).push_unowned(value);
    }

    #[inline(always)]
    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]) {
        W::storage_mut(storages).assign_owners(entities);
    }

    #[inline(always)]
    fn extend(storages: &mut W::Storages, entities: &[Entity], values: Vec<C>) {
        W::storage_mut(storages).extend(entities, values);
    }

    #[inline(always)]
    fn replace(storages: &mut W::Storages, entity: Entity, value: C) -> Option<C> {
        W::storage_mut(storages).replace(entity, value)
    }

    #[inline(always)]
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<C> {
        W::storage_mut(storages).take(entity)
    }

    #[inline(always)]
    fn reserve(storages: &mut W::Storages, additional: usize) {
        W::storage_mut(storages).reserve(additional);
    }
}

impl<W: KeepsPast<C>, C: CloneForPast + 'static> ChangedIn<W, C> for BothStorages {
    #[inline]
    fn push(storages: &mut W::Storages, entity: Entity, value: C) {
        W::both_mut(storages).push(entity, value);
    }

    #[inline]
    fn push_unowned(storages: &mut W::Storages, value: C) {
        W::both_mut(storages).push_unowned(value);
    }

    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]) {
        W::both_mut(storages).assign_owners(entities);
    }

    fn extend(storages: &mut W::Storages, entities: &[Entity], values: Vec<C>) {
        W::both_mut(storages).extend(entities, values);
    }

    #[inline]
    fn replace(storages: &mut W::Storages, entity: Entity, value: C) -> Option<C> {
        W::both_mut(storages).replace(entity, value)
    }

    #[inline]
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<C> {
        W::both_mut(storages).take(entity)
    }

    fn reserve(storages: &mut W::Storages, additional: usize) {
        W::both_mut(storages).reserve(additional);
    }

    fn prepare(storages: &mut W::Storages, values: &[C]) {
        W::both_mut(storages).make(values);
    }

    fn finish(storages: &mut W::Storages) {
        W::both_mut(storages).forget_removed();
    }
}

impl<W: Holds<C>, C: Component<W>, const MUTABLE: bool, P: ChangedIn<W, C>> Kind<W, C> for ComponentKind<MUTABLE, P> {}

impl<W: Holds<C>, C: Component<W>, const MUTABLE: bool, P: ChangedIn<W, C>> BundleKind<W, C>
    for ComponentKind<MUTABLE, P>
{
    type Replaced = Option<C>;
    const ACCESS: Access = Access::Write(W::ID);

    #[inline(always)]
    fn mask() -> W::Mask {
        W::Mask::bit(W::ID)
    }

    #[inline]
    fn push(bundle: C, storages: &mut W::Storages, entity: Entity) {
        P::push(storages, entity, bundle);
    }

    #[inline]
    fn push_unowned(bundle: C, storages: &mut W::Storages) {
        P::push_unowned(storages, bundle);
    }

    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]) {
        P::assign_owners(storages, entities);
    }

    fn extend(bundles: Vec<C>, storages: &mut W::Storages, entities: &[Entity]) {
        P::extend(storages, entities, bundles);
    }

    #[inline]
    fn replace(bundle: C, storages: &mut W::Storages, entity: Entity, old: &W::Mask) -> Option<C> {
        if old.contains(W::ID) {
            return P::replace(storages, entity, bundle);
        }
        P::push(storages, entity, bundle);
        None
    }

    #[inline]
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<C> {
        P::take(storages, entity)
    }

    #[inline]
    fn take_any(storages: &mut W::Storages, entity: Entity) -> Option<C> {
        P::take(storages, entity)
    }

    fn reserve(storages: &mut W::Storages, additional: usize) {
        P::reserve(storages, additional);
    }

    fn prepare(bundle: C, storages: &mut W::Storages, old: &W::Mask) -> C {
        if !old.contains(W::ID) {
            P::prepare(storages, core::slice::from_ref(&bundle));
        }
        bundle
    }

    fn prepare_all(bundles: &[C], storages: &mut W::Storages) {
        P::prepare(storages, bundles);
    }

    fn finish(storages: &mut W::Storages) {
        P::finish(storages);
    }

    #[inline]
    fn enqueue(bundle: C, queues: &mut W::Queues) {
        W::queue(queues).push_back(bundle);
    }

    #[inline]
    fn targets(bundle: C, visit: &mut dyn FnMut(usize, &[Entity])) -> C {
        let targets = (W::TARGETS)(&bundle);
        if !targets.is_empty() {
            visit(W::ID, targets);
        }
        bundle
    }

    fn report_replaced(replaced: &Option<C>, world: &mut W, change: &Transition<W::Mask>) {
        if let Some(old) = replaced {
            world.__on_replaced(old, change, Token::new());
        }
    }

    fn report_exchanged(bundle: C, among: &W::Mask, world: &mut W, change: &Transition<W::Mask>) -> C {
        if among.contains(W::ID) {
            world.__on_replaced(&bundle, change, Token::new());
        }
        bundle
    }

    #[inline]
    fn dequeue(queues: &mut W::Queues, _: &W::Mask) -> Option<C> {
        W::queue(queues).pop_front()
    }
}

/// The kind of an optional component: `None` adds nothing, and is taken from an entity that lacks the component.
#[derive(Debug)]
pub struct OptionKind;

// The parameter is named like that of tuples, so that rustc lists all of them by their types alone.
impl<World: Holds<C>, C: 'static> Bundle<World> for Option<C> {
    type Replaced = Self;
    type Kind = OptionKind;
}

impl<W: Holds<C>, C: 'static> Kind<W, Option<C>> for OptionKind {}

impl<W: Holds<C>, C: 'static> BundleKind<W, Option<C>> for OptionKind {
    type Replaced = Option<C>;
    const ACCESS: Access = Access::Maybe(&<C::Kind as BundleKind<W, C>>::ACCESS);

    #[inline(always)]
    fn mask() -> W::Mask {
        C::Kind::mask()
    }

    #[inline]
    fn measure(bundle: Option<C>) -> (Option<C>, W::Mask) {
        let mask = if bundle.is_some() { C::Kind::mask() } else { W::Mask::EMPTY };
        (bundle, mask)
    }

    #[inline]
    fn push(bundle: Option<C>, storages: &mut W::Storages, entity: Entity) {
        if let Some(component) = bundle {
            C::Kind::push(component, storages, entity);
        }
    }

    #[inline]
    fn push_unowned(bundle: Option<C>, storages: &mut W::Storages) {
        if let Some(component) = bundle {
            C::Kind::push_unowned(component, storages);
        }
    }

    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]) {
        C::Kind::assign_owners(storages, entities);
    }

    #[inline]
    fn replace(bundle: Option<C>, storages: &mut W::Storages, entity: Entity, old: &W::Mask) -> Option<C> {
        C::Kind::replace(bundle?, storages, entity, old)
    }

    #[inline]
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<Option<C>> {
        Some(C::Kind::take(storages, entity))
    }

    #[inline]
    fn take_any(storages: &mut W::Storages, entity: Entity) -> Option<C> {
        C::Kind::take_any(storages, entity)
    }

    /// Reserves nothing: how many entities will have the component is unknown.
    fn reserve(_: &mut W::Storages, _: usize) {}

    #[inline]
    fn enqueue(bundle: Option<C>, queues: &mut W::Queues) {
        if let Some(component) = bundle {
            C::Kind::enqueue(component, queues);
        }
    }

    #[inline]
    fn targets(bundle: Option<C>, visit: &mut dyn FnMut(usize, &[Entity])) -> Option<C> {
        bundle.map(|bundle| C::Kind::targets(bundle, visit))
    }

    fn report_replaced(replaced: &Option<C>, world: &mut W, change: &Transition<W::Mask>) {
        C::Kind::report_replaced(replaced, world, change);
    }

    fn report_exchanged(bundle: Option<C>, among: &W::Mask, world: &mut W, change: &Transition<W::Mask>) -> Option<C> {
        bundle.map(|bundle| C::Kind::report_exchanged(bundle, among, world, change))
    }

    fn prepare(bundle: Option<C>, storages: &mut W::Storages, old: &W::Mask) -> Option<C> {
        bundle.map(|bundle| C::Kind::prepare(bundle, storages, old))
    }

    fn finish(storages: &mut W::Storages) {
        C::Kind::finish(storages);
    }

    #[inline]
    fn dequeue(queues: &mut W::Queues, held: &W::Mask) -> Option<Option<C>> {
        if held.contains_all(&C::Kind::mask()) { C::Kind::dequeue(queues, held).map(Some) } else { Some(None) }
    }
}

/// The kind of a tuple of bundles.
///
/// Its elements are bundles of any kind, so tuples nest. The empty tuple is a bundle without components: an entity that is spawned with it
/// has none.
#[derive(Debug)]
pub struct TupleKind;

macro_rules! tuple_bundle {
    ($($B:ident $b:ident),*) => {
        impl<World: EcsWorld, $($B: Bundle<World>),*> Bundle<World> for ($($B,)*) {
            type Replaced = ($($B::Replaced,)*);
            type Kind = TupleKind;
        }

        impl<World: EcsWorld, $($B: Bundle<World>),*> Kind<World, ($($B,)*)> for TupleKind {}

        impl<World: EcsWorld, $($B: Bundle<World>),*> BundleKind<World, ($($B,)*)> for TupleKind {
            type Replaced = ($($B::Replaced,)*);
            const ACCESS: Access = Access::Many(&[$($B::Kind::ACCESS),*]);

            #[inline(always)]
            fn mask() -> World::Mask {
                World::Mask::EMPTY$(.union($B::Kind::mask()))*
            }

            #[inline]
            fn measure(($($b,)*): ($($B,)*)) -> (($($B,)*), World::Mask) {
                let _mask = World::Mask::EMPTY;
                $(
                    let ($b, part) = $B::Kind::measure($b);
                    let _mask = _mask.union(part);
                )*
                (($($b,)*), _mask)
            }

            #[inline]
            fn push(($($b,)*): ($($B,)*), _storages: &mut World::Storages, _entity: Entity) {
                $($B::Kind::push($b, _storages, _entity);)*
            }

            #[inline]
            fn push_unowned(($($b,)*): ($($B,)*), _storages: &mut World::Storages) {
                $($B::Kind::push_unowned($b, _storages);)*
            }

            fn assign_owners(_storages: &mut World::Storages, _entities: &[Entity]) {
                $($B::Kind::assign_owners(_storages, _entities);)*
            }

            #[inline]
            #[allow(clippy::unused_unit, reason = "the empty tuple has nothing to replace")]
            fn replace(
                ($($b,)*): ($($B,)*),
                _storages: &mut World::Storages,
                _entity: Entity,
                _old: &World::Mask,
            ) -> Self::Replaced {
                ($($B::Kind::replace($b, _storages, _entity, _old),)*)
            }

            #[inline]
            fn take(_storages: &mut World::Storages, _entity: Entity) -> Option<($($B,)*)> {
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
            fn enqueue(($($b,)*): ($($B,)*), _queues: &mut World::Queues) {
                $($B::Kind::enqueue($b, _queues);)*
            }

            #[inline]
            #[allow(clippy::unused_unit, reason = "the empty tuple has no relations")]
            fn targets(($($b,)*): ($($B,)*), _visit: &mut dyn FnMut(usize, &[Entity])) -> ($($B,)*) {
                ($($B::Kind::targets($b, _visit),)*)
            }

            fn report_replaced(
                ($($b,)*): &Self::Replaced,
                _world: &mut World,
                _change: &Transition<World::Mask>,
            ) {
                $($B::Kind::report_replaced($b, _world, _change);)*
            }

            #[allow(clippy::unused_unit, reason = "the empty tuple has nothing to exchange")]
            fn report_exchanged(
                ($($b,)*): ($($B,)*),
                _among: &World::Mask,
                _world: &mut World,
                _change: &Transition<World::Mask>,
            ) -> ($($B,)*) {
                ($($B::Kind::report_exchanged($b, _among, _world, _change),)*)
            }

            #[allow(clippy::unused_unit, reason = "the empty tuple has nothing to prepare")]
            fn prepare(($($b,)*): ($($B,)*), _storages: &mut World::Storages, _old: &World::Mask) -> ($($B,)*) {
                ($($B::Kind::prepare($b, _storages, _old),)*)
            }

            fn finish(_storages: &mut World::Storages) {
                $($B::Kind::finish(_storages);)*
            }

            #[inline]
            fn dequeue(_queues: &mut World::Queues, _held: &World::Mask) -> Option<($($B,)*)> {
                Some(($($B::Kind::dequeue(_queues, _held)?,)*))
            }
        }
    };
}

crate::tuples::for_each_arity!(tuple_bundle);

/// A struct that is inserted and removed as the tuple of its fields; implemented by `#[derive(Bundle)]`.
///
/// Both directions are needed: a struct is taken apart to be inserted, and put together when it is removed. The tuple decides all else, so
/// a struct costs exactly what its tuple costs.
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
#[derive(Debug)]
pub struct StructKind<T>(PhantomData<T>);

impl<W: EcsWorld, B: IntoTuple<Tuple = T>, T: Bundle<W>> Kind<W, B> for StructKind<T> {}

impl<W: EcsWorld, B: IntoTuple<Tuple = T>, T: Bundle<W>> BundleKind<W, B> for StructKind<T> {
    type Replaced = T::Replaced;
    const ACCESS: Access = T::Kind::ACCESS;

    #[inline(always)]
    fn mask() -> W::Mask {
        T::Kind::mask()
    }

    #[inline]
    fn measure(bundle: B) -> (B, W::Mask) {
        let (tuple, mask) = T::Kind::measure(bundle.into_tuple());
        (B::from_tuple(tuple), mask)
    }

    #[inline]
    fn push(bundle: B, storages: &mut W::Storages, entity: Entity) {
        T::Kind::push(bundle.into_tuple(), storages, entity);
    }

    #[inline]
    fn push_unowned(bundle: B, storages: &mut W::Storages) {
        T::Kind::push_unowned(bundle.into_tuple(), storages);
    }

    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]) {
        T::Kind::assign_owners(storages, entities);
    }

    #[inline]
    fn replace(bundle: B, storages: &mut W::Storages, entity: Entity, old: &W::Mask) -> Self::Replaced {
        T::Kind::replace(bundle.into_tuple(), storages, entity, old)
    }

    #[inline]
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<B> {
        T::Kind::take(storages, entity).map(B::from_tuple)
    }

    #[inline]
    fn take_any(storages: &mut W::Storages, entity: Entity) -> Self::Replaced {
        T::Kind::take_any(storages, entity)
    }

    fn reserve(storages: &mut W::Storages, additional: usize) {
        T::Kind::reserve(storages, additional);
    }

    #[inline]
    fn enqueue(bundle: B, queues: &mut W::Queues) {
        T::Kind::enqueue(bundle.into_tuple(), queues);
    }

    #[inline]
    fn targets(bundle: B, visit: &mut dyn FnMut(usize, &[Entity])) -> B {
        B::from_tuple(T::Kind::targets(bundle.into_tuple(), visit))
    }

    fn report_replaced(replaced: &Self::Replaced, world: &mut W, change: &Transition<W::Mask>) {
        T::Kind::report_replaced(replaced, world, change);
    }

    fn report_exchanged(bundle: B, among: &W::Mask, world: &mut W, change: &Transition<W::Mask>) -> B {
        B::from_tuple(T::Kind::report_exchanged(bundle.into_tuple(), among, world, change))
    }

    fn prepare(bundle: B, storages: &mut W::Storages, old: &W::Mask) -> B {
        B::from_tuple(T::Kind::prepare(bundle.into_tuple(), storages, old))
    }

    fn finish(storages: &mut W::Storages) {
        T::Kind::finish(storages);
    }

    #[inline]
    fn dequeue(queues: &mut W::Queues, held: &W::Mask) -> Option<B> {
        T::Kind::dequeue(queues, held).map(B::from_tuple)
    }
}
