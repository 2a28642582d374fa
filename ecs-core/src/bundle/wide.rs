//! Bundles of more than 9 elements: each is a bundle of the first 8 and of the others, `((A, .., H), (I, ..))`.
//!
//! Few programs have such a bundle, but implementing each operation for every arity would take a large part of the time in which this crate
//! is compiled. So there is one implementation for all of them, which takes the tuple apart before a change, as it does a struct. What
//! `replace` returns is flat, as users see it.
//!
//! ```text
//! the bundle       (A, B, C, D, E, F, G, H, I, J)
//! its plain form   ((a, b, c, d, e, f, g, h), (i, j))
//! what it replaces (a, b, c, d, e, f, g, h, i, j)         an `Option` each
//! ```

use super::sealed::Kind;
use super::{Bundle, BundleKind, Plain};
use crate::access::Access;
use crate::entity::Entity;
use crate::tuples::Wide;
use crate::view::Transition;
use crate::world::EcsWorld;

/// The kind of a tuple of more than 9 bundles.
#[derive(Debug)]
pub struct WideKind;

/// A tuple of more than 9 bundles.
pub trait WideBundle<W: EcsWorld>: Wide<Halves: Bundle<W>> {
    /// What `replace` returns, which is flat.
    type Flat: Wide<Halves = <Self::Halves as Bundle<W>>::Replaced>;
    /// [`BundleKind::ACCESS`], which is flat.
    const ACCESS: Access;
    /// [`BundleKind::report_replaced`] of each element.
    fn report(replaced: &Self::Flat, world: &mut W, change: &Transition<W::Mask>);
}

macro_rules! wide_bundle {
    ([$($A:ident $a:ident),*] [$($B:ident $b:ident),*]) => { wide_bundle! { $($A $a,)* $($B $b),* } };
    ($($B:ident $b:ident),*) => {
        impl<World: EcsWorld, $($B: Bundle<World>),*> Bundle<World> for ($($B,)*) {
            type Replaced = ($($B::Replaced,)*);
            type Kind = WideKind;
        }

        impl<World: EcsWorld, $($B: Bundle<World>),*> WideBundle<World> for ($($B,)*) {
            type Flat = ($($B::Replaced,)*);
            const ACCESS: Access = Access::Many(&[$($B::Kind::ACCESS),*]);

            fn report(($($b,)*): &Self::Flat, world: &mut World, change: &Transition<World::Mask>) {
                $($B::Kind::report_replaced($b, world, change);)*
            }
        }
    };
}

crate::tuples::for_each_wide_arity!(wide_bundle);

/// The operations of the halves.
type Halves<W, B> = <<B as Wide>::Halves as Bundle<W>>::Kind;

impl<W: EcsWorld, B: WideBundle<W>> Kind<W, B> for WideKind {}

impl<W: EcsWorld, B: WideBundle<W>> BundleKind<W, B> for WideKind {
    type Plain = Plain<W, B::Halves>;
    type Replaced = <B as WideBundle<W>>::Flat;
    const ACCESS: Access = B::ACCESS;

    #[inline(always)]
    fn mask() -> W::Mask {
        Halves::<W, B>::mask()
    }

    #[inline(always)]
    fn into_plain(bundle: B) -> Self::Plain {
        Halves::<W, B>::into_plain(bundle.split())
    }

    #[inline(always)]
    fn from_plain(plain: Self::Plain) -> B {
        B::unite(Halves::<W, B>::from_plain(plain))
    }

    #[inline]
    fn measure(plain: &Self::Plain) -> W::Mask {
        Halves::<W, B>::measure(plain)
    }

    #[inline]
    fn push(plain: Self::Plain, storages: &mut W::Storages, entity: Entity) {
        Halves::<W, B>::push(plain, storages, entity);
    }

    #[inline]
    fn push_unowned(plain: Self::Plain, storages: &mut W::Storages) {
        Halves::<W, B>::push_unowned(plain, storages);
    }

    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]) {
        Halves::<W, B>::assign_owners(storages, entities);
    }

    #[inline]
    fn replace(plain: Self::Plain, storages: &mut W::Storages, entity: Entity, old: &W::Mask) -> Self::Replaced {
        Wide::unite(Halves::<W, B>::replace(plain, storages, entity, old))
    }

    #[inline]
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<Self::Plain> {
        Halves::<W, B>::take(storages, entity)
    }

    #[inline]
    fn take_any(storages: &mut W::Storages, entity: Entity) -> Self::Replaced {
        Wide::unite(Halves::<W, B>::take_any(storages, entity))
    }

    fn reserve(storages: &mut W::Storages, additional: usize) {
        Halves::<W, B>::reserve(storages, additional);
    }

    #[inline]
    fn enqueue(plain: Self::Plain, queues: &mut W::Queues) {
        Halves::<W, B>::enqueue(plain, queues);
    }

    #[inline]
    fn targets(plain: &Self::Plain, visit: &mut dyn FnMut(usize, &[Entity])) {
        Halves::<W, B>::targets(plain, visit);
    }

    fn report_replaced(replaced: &Self::Replaced, world: &mut W, change: &Transition<W::Mask>) {
        B::report(replaced, world, change);
    }

    fn report_exchanged(plain: &Self::Plain, among: &W::Mask, world: &mut W, change: &Transition<W::Mask>) {
        Halves::<W, B>::report_exchanged(plain, among, world, change);
    }

    fn prepare(plain: &Self::Plain, storages: &mut W::Storages, old: &W::Mask) {
        Halves::<W, B>::prepare(plain, storages, old);
    }

    fn finish(storages: &mut W::Storages) {
        Halves::<W, B>::finish(storages);
    }

    #[inline]
    fn dequeue(queues: &mut W::Queues, held: &W::Mask) -> Option<Self::Plain> {
        Halves::<W, B>::dequeue(queues, held)
    }
}
