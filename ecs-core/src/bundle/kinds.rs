//! The kinds of bundles: one component and an optional one here; a tuple and a struct with `#[derive(Bundle)]` in `nested`.
//!
//! A blanket implementation for components and one for tuples would overlap, as far as the compiler knows: a tuple could be a component. So
//! `Bundle` has an associated kind, and each kind implements [`BundleKind`] for its types. A component gets its kind from the world,
//! options and tuples from implementations of this module, and a struct from its derive.
//!
//! Each operation only passes values to the storages of their components, in the order in which the bundle names them. Callers have already
//! removed the entity from views that it leaves, and set its mask; nothing here knows views or masks of entities, except `replace`, which
//! takes the mask of the entity.
//!
//! ```text
//! world.spawn((Position(..), Some(Velocity(..)), Arms { .. }))
//!
//! (Position, Option<Velocity>, Arms)      a tuple: each element, in order
//!    |          |                 |
//! component   optional          struct with #[derive(Bundle)]: the tuple of its fields
//!    |          |                 |
//! `push` to   `push`, if it     (Sword, Shield): as a tuple
//! storage     is `Some`
//! ```
//!
//! After inlining, all of this is one function per bundle: a sequence of pushes to storages whose types are known. If nothing in the bundle
//! is optional, the mask is a constant, and the transition between masks is computed once per bundle, too.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::places::{ChangedIn, OwnStorage};
use super::sealed::Kind;
use super::{Bundle, BundleKind, Plain};
use crate::access::Access;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::view::Transition;
use crate::world::relations::number_of;
use crate::world::{Component, Holds, Token};

/// The kind of a component by itself. With `MUTABLE`, a world that [`Holds`] it also [`Has`](crate::Has) it. `P` is the place where it is
/// changed.
///
/// | | `MUTABLE` | `P` |
/// |---|---|---|
/// | a component | true | [`OwnStorage`] |
/// | a double-buffered one | true | [`BothStorages`](super::BothStorages) |
/// | a relation | false | [`OwnStorage`] |
///
/// A relation cannot be borrowed as `&mut`, so that its index stays correct.
#[derive(Debug)]
pub struct ComponentKind<const MUTABLE: bool = true, P = OwnStorage>(PhantomData<P>);

impl<W: Holds<C>, C: Component<W>, const MUTABLE: bool, P: ChangedIn<W, C>> Kind<W, C> for ComponentKind<MUTABLE, P> {}

impl<W: Holds<C>, C: Component<W>, const MUTABLE: bool, P: ChangedIn<W, C>> BundleKind<W, C>
    for ComponentKind<MUTABLE, P>
{
    type Plain = C;
    type Replaced = Option<C>;
    const ACCESS: Access = Access::Write(W::ID);

    #[inline(always)]
    fn mask() -> W::Mask {
        W::Mask::bit(W::ID)
    }

    #[inline(always)]
    fn into_plain(bundle: C) -> C {
        bundle
    }

    #[inline(always)]
    fn from_plain(plain: C) -> C {
        plain
    }

    #[inline]
    fn push(plain: C, storages: &mut W::Storages, entity: Entity) {
        P::push(storages, entity, plain);
    }

    #[inline]
    fn push_unowned(plain: C, storages: &mut W::Storages) {
        P::push_unowned(storages, plain);
    }

    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]) {
        P::assign_owners(storages, entities);
    }

    fn extend(bundles: Vec<C>, storages: &mut W::Storages, entities: &[Entity]) {
        P::extend(storages, entities, bundles);
    }

    #[inline]
    fn replace(plain: C, storages: &mut W::Storages, entity: Entity, old: &W::Mask) -> Option<C> {
        if old.contains(W::ID) {
            return P::replace(storages, entity, plain);
        }
        P::push(storages, entity, plain);
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

    fn prepare(plain: &C, storages: &mut W::Storages, old: &W::Mask) {
        if !old.contains(W::ID) {
            P::prepare(storages, core::slice::from_ref(plain));
        }
    }

    fn prepare_all(bundles: &[C], storages: &mut W::Storages) {
        P::prepare(storages, bundles);
    }

    fn finish(storages: &mut W::Storages) {
        P::finish(storages);
    }

    #[inline]
    fn enqueue(plain: C, queues: &mut W::Queues) {
        W::queue(queues).push_back(plain);
    }

    #[inline]
    fn targets(plain: &C, visit: &mut dyn FnMut(usize, &[Entity])) {
        if const { number_of::<W>(W::ID).is_some() } {
            visit(W::ID, (W::TARGETS)(plain));
        }
    }

    fn report_replaced(replaced: &Option<C>, world: &mut W, change: &Transition<W::Mask>) {
        if let Some(old) = replaced {
            world.__on_replaced(old, change, Token::new());
        }
    }

    fn report_exchanged(plain: &C, among: &W::Mask, world: &mut W, change: &Transition<W::Mask>) {
        if among.contains(W::ID) {
            world.__on_replaced(plain, change, Token::new());
        }
    }

    #[inline]
    fn dequeue(queues: &mut W::Queues, _: &W::Mask) -> Option<C> {
        W::queue(queues).pop_front()
    }
}

/// The kind of an optional component. Inserting `None` adds nothing; removing from an entity that lacks the component returns `None`.
///
/// Its mask depends on the value: [`measure`](BundleKind::measure) computes it for each bundle, and with it what is constant for other
/// bundles.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq)] struct Health(u32);
/// # #[derive(Debug, PartialEq)] struct Armour(u32);
/// # ecs_world! { components: Health, Armour; }
/// # let mut world = World::default();
/// let [bare, armed] = [None, Some(Armour(2))].map(|armour| world.spawn((Health(5), armour)));
/// assert!(!world.has::<Armour>(bare) && world.has::<Armour>(armed));
/// let taken = world.remove::<(Health, Option<Armour>)>(bare).unwrap();
/// assert_eq!(taken, Some((Health(5), None)), "what is optional may be missing");
/// ```
#[derive(Debug)]
pub struct OptionKind;

// The parameter is named like that of tuples, so that rustc lists all implementations by their types alone.
impl<World: Holds<C>, C: 'static> Bundle<World> for Option<C> {
    type Replaced = Self;
    type Kind = OptionKind;
}

impl<W: Holds<C>, C: 'static> Kind<W, Option<C>> for OptionKind {}

impl<W: Holds<C>, C: 'static> BundleKind<W, Option<C>> for OptionKind {
    type Plain = Option<Plain<W, C>>;
    type Replaced = Option<C>;
    const ACCESS: Access = Access::Maybe(&<C::Kind as BundleKind<W, C>>::ACCESS);

    #[inline(always)]
    fn mask() -> W::Mask {
        C::Kind::mask()
    }

    #[inline(always)]
    fn into_plain(bundle: Option<C>) -> Self::Plain {
        bundle.map(C::Kind::into_plain)
    }

    #[inline(always)]
    fn from_plain(plain: Self::Plain) -> Option<C> {
        plain.map(C::Kind::from_plain)
    }

    #[inline]
    fn measure(plain: &Self::Plain) -> W::Mask {
        if plain.is_some() { C::Kind::mask() } else { W::Mask::EMPTY }
    }

    #[inline]
    fn push(plain: Self::Plain, storages: &mut W::Storages, entity: Entity) {
        if let Some(component) = plain {
            C::Kind::push(component, storages, entity);
        }
    }

    #[inline]
    fn push_unowned(plain: Self::Plain, storages: &mut W::Storages) {
        if let Some(component) = plain {
            C::Kind::push_unowned(component, storages);
        }
    }

    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]) {
        C::Kind::assign_owners(storages, entities);
    }

    #[inline]
    fn replace(plain: Self::Plain, storages: &mut W::Storages, entity: Entity, old: &W::Mask) -> Option<C> {
        C::Kind::replace(plain?, storages, entity, old)
    }

    #[inline]
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<Self::Plain> {
        Some(C::Kind::take(storages, entity))
    }

    #[inline]
    fn take_any(storages: &mut W::Storages, entity: Entity) -> Option<C> {
        C::Kind::take_any(storages, entity)
    }

    /// Reserves nothing: how many entities will have the component is unknown.
    fn reserve(_: &mut W::Storages, _: usize) {}

    #[inline]
    fn enqueue(plain: Self::Plain, queues: &mut W::Queues) {
        if let Some(component) = plain {
            C::Kind::enqueue(component, queues);
        }
    }

    #[inline]
    fn targets(plain: &Self::Plain, visit: &mut dyn FnMut(usize, &[Entity])) {
        if let Some(component) = plain {
            C::Kind::targets(component, visit);
        }
    }

    fn report_replaced(replaced: &Option<C>, world: &mut W, change: &Transition<W::Mask>) {
        C::Kind::report_replaced(replaced, world, change);
    }

    fn report_exchanged(plain: &Self::Plain, among: &W::Mask, world: &mut W, change: &Transition<W::Mask>) {
        if let Some(component) = plain {
            C::Kind::report_exchanged(component, among, world, change);
        }
    }

    fn prepare(plain: &Self::Plain, storages: &mut W::Storages, old: &W::Mask) {
        if let Some(component) = plain {
            C::Kind::prepare(component, storages, old);
        }
    }

    fn finish(storages: &mut W::Storages) {
        C::Kind::finish(storages);
    }

    #[inline]
    fn dequeue(queues: &mut W::Queues, held: &W::Mask) -> Option<Self::Plain> {
        if held.contains_all(&C::Kind::mask()) { C::Kind::dequeue(queues, held).map(Some) } else { Some(None) }
    }
}
