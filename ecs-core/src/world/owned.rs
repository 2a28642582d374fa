//! The storages that a view owns, as a list of types.
//!
//! Generated code only names the components of each list; this file moves their values. So a world has no functions of its own that move
//! values, and there is no list of storages at run time.
//!
//! ```text
//! Owns<Position, OwnsBoth<Velocity, ()>>      a group of two components; the second one is double-buffered
//! IsStorage<Position>                         a storage view
//! ()                                          any other view
//! ```

use core::marker::PhantomData;

use super::parts::Holds;
use super::past::KeepsPast;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::sparse::Source;
use crate::storage::{ErasedStorage as _, Grouped};
use crate::view::Transition;
use crate::world::EcsWorld;

/// Private, so that only this file implements lists.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "lists of owned storages are implemented by the library alone",
        label = "`{Self}` is no such list"
    )]
    pub trait Sealed<W> {}
}

/// A list of the storages that a view owns. It can move values within them, but lends none of them.
pub trait OwnedStorages<W: EcsWorld>: sealed::Sealed<W> + Sized {
    /// The list.
    const LIST: Self;

    /// Swaps the value of an entity that enters the view to the position behind it, in each storage.
    fn enter(self, _: &mut W::Storages, _: Entity, _: usize) {}

    /// Moves the value of an entity that leaves the view to the last position of the view, in each storage; except in storages whose values
    /// are all in the view, if the entity loses their component.
    fn leave<M: BitMask>(self, _: &mut W::Storages, _: &Transition<M>, _: usize) {}

    /// Returns true if each storage has this many values.
    #[must_use]
    fn have(self, _: &W::Storages, _: usize) -> bool {
        true
    }

    /// The entities of the first storage, in order.
    #[must_use]
    fn front(self, _: &W::Storages) -> Option<Source<'_>> {
        None
    }
}

/// The storage that is a view by itself.
#[derive(Debug)]
pub struct IsStorage<C>(PhantomData<C>);

/// The storage of a component, and the rest of the list.
#[derive(Debug)]
pub struct Owns<C, Rest>(PhantomData<(C, Rest)>);

/// The storages of the present and of the past of a double-buffered component, and the rest of the list.
#[derive(Debug)]
pub struct OwnsBoth<C, Rest>(PhantomData<(C, Rest)>);

impl<W> sealed::Sealed<W> for () {}

impl<W: EcsWorld> OwnedStorages<W> for () {
    const LIST: Self = ();
}

impl<W, C> sealed::Sealed<W> for IsStorage<C> {}

impl<W: Holds<C>, C: 'static> OwnedStorages<W> for IsStorage<C> {
    const LIST: Self = Self(PhantomData);

    fn front(self, storages: &W::Storages) -> Option<Source<'_>> {
        Some(W::storage(storages).source())
    }
}

macro_rules! owned {
    ($List:ident, $storage_mut:ident, $($bound:tt)*) => {
        impl<W, C, Rest> sealed::Sealed<W> for $List<C, Rest> {}

        impl<W: $($bound)*, C: 'static, Rest: OwnedStorages<W>> OwnedStorages<W> for $List<C, Rest> {
            const LIST: Self = Self(PhantomData);

            #[inline(always)]
            fn enter(self, storages: &mut W::Storages, entity: Entity, position: usize) {
                W::$storage_mut(storages).enter(entity, position);
                Rest::LIST.enter(storages, entity, position);
            }

            #[inline(always)]
            fn leave<M: BitMask>(self, storages: &mut W::Storages, change: &Transition<M>, last: usize) {
                W::$storage_mut(storages).leave(change.entity(), last, change.loses(W::ID));
                Rest::LIST.leave(storages, change, last);
            }

            #[inline(always)]
            fn have(self, storages: &W::Storages, values: usize) -> bool {
                W::storage(storages).values() == values && Rest::LIST.have(storages, values)
            }

            fn front(self, storages: &W::Storages) -> Option<Source<'_>> {
                Some(W::storage(storages).source())
            }
        }
    };
}

owned!(Owns, storage_mut, Holds<C, Storage: Grouped>);
owned!(OwnsBoth, both_mut, KeepsPast<C>);
