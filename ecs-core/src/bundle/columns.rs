//! Bundles of many entities as columns: a `Vec` per component, for `spawn_columns`.
//!
//! Columns are checked before anything is allocated: if they differ in length, they are returned to the caller. Otherwise each column is
//! appended to its storage as a whole, without a loop over entities: a copy of memory, or none if the storage has no memory yet, as it then
//! takes over the vector.
//!
//! ```text
//! columns     Position [ p0 p1 ]          Velocity [ v0 v1 ]      lengths: 2 and 2
//! entities    e7 e8                                               allocated after the lengths were compared
//! storages    Position [ .. p0 p1 ]       Velocity [ .. v0 v1 ]   owners e7 e8 in both
//! ```

use alloc::vec::Vec;

use super::BundleKind;
use super::sealed::Columns;
use crate::access::Access;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::world::relations::number_of;
use crate::world::{EcsWorld, Holds};

/// A `Vec` of one component, or a tuple of these (up to 16): one value per entity in each.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
/// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
/// # ecs_world! { components: Position, Velocity; }
/// # let mut world = World::default();
/// let ships = world.spawn_columns((vec![Position(1.0), Position(2.0)], vec![Velocity(3.0); 2])).unwrap();
/// assert_eq!(world.get::<Position>(ships[1]), Some(&Position(2.0)));
/// assert_eq!(world.spawn_columns(Vec::<Position>::new()).unwrap().len(), 0, "empty columns spawn nothing");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of columns of world `{W}`",
    label = "expected a `Vec` of components of `{W}`, or a tuple of such",
    note = "list each component in the section `components:` of the `ecs_world!` that declares `{W}`"
)]
pub trait BundleColumns<W: EcsWorld>: Columns<W> {
    /// The components of the columns, each as a write.
    #[doc(hidden)]
    const ACCESS: Access;
    /// The components of the columns.
    #[doc(hidden)]
    fn mask() -> W::Mask;
    /// The lengths of the shortest and of the longest column.
    #[doc(hidden)]
    fn lengths(&self) -> Option<(usize, usize)>;
    /// Calls `visit` with the number of each relation in the columns and the targets of each of its values.
    #[doc(hidden)]
    fn targets(&self, visit: &mut dyn FnMut(usize, &[Entity]));
    /// Calls user code that must run before the values are inserted.
    #[doc(hidden)]
    fn prepare(&self, storages: &mut W::Storages);
    /// Inserts one value per entity. The entities must have none of the components, and their number must be that of the values.
    #[doc(hidden)]
    fn push_all(self, storages: &mut W::Storages, entities: &[Entity]);
}

impl<W: Holds<C>, C: 'static> Columns<W> for Vec<C> {}

impl<W: Holds<C>, C: 'static> BundleColumns<W> for Vec<C> {
    const ACCESS: Access = Access::Write(W::ID);

    fn mask() -> W::Mask {
        W::Mask::bit(W::ID)
    }

    fn lengths(&self) -> Option<(usize, usize)> {
        Some((self.len(), self.len()))
    }

    fn targets(&self, visit: &mut dyn FnMut(usize, &[Entity])) {
        if const { number_of::<W>(W::ID).is_some() } {
            for value in self {
                visit(W::ID, (W::TARGETS)(value));
            }
        }
    }

    fn prepare(&self, storages: &mut W::Storages) {
        C::Kind::prepare_all(self, storages);
    }

    fn push_all(self, storages: &mut W::Storages, entities: &[Entity]) {
        C::Kind::extend(self, storages, entities);
    }
}

macro_rules! tuple_columns {
    () => {};
    ($($V:ident $v:ident),+) => {
        impl<World: EcsWorld, $($V: BundleColumns<World>),+> Columns<World> for ($($V,)+) {}

        impl<World: EcsWorld, $($V: BundleColumns<World>),+> BundleColumns<World> for ($($V,)+) {
            const ACCESS: Access = Access::Many(&[$($V::ACCESS),+]);

            fn mask() -> World::Mask {
                World::Mask::EMPTY$(.union($V::mask()))+
            }

            fn lengths(&self) -> Option<(usize, usize)> {
                let ($($v,)+) = self;
                let all = [$($v.lengths()),+];
                all.into_iter().flatten().reduce(|(low, high), (least, most)| (low.min(least), high.max(most)))
            }

            fn targets(&self, visit: &mut dyn FnMut(usize, &[Entity])) {
                let ($($v,)+) = self;
                $($v.targets(visit);)+
            }

            fn prepare(&self, storages: &mut World::Storages) {
                let ($($v,)+) = self;
                $($v.prepare(storages);)+
            }

            fn push_all(self, storages: &mut World::Storages, entities: &[Entity]) {
                let ($($v,)+) = self;
                $($v.push_all(storages, entities);)+
            }
        }
    };
}

crate::tuples::for_each_arity!(tuple_columns);
