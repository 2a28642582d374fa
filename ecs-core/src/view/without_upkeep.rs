//! The views without upkeep: storage views and scans.
//!
//! Not every aspect needs a structure: the storage of a component already is the view of that component, and a scan costs time only where
//! it is iterated. A view that owns no storage becomes a scan, unless it has filters and not only query parameters request it: then it
//! becomes a list, since a storage may contain far more entities than match. A view that requires no component is a list, too.

use super::sealed::Sealed;
use super::{Aspect, Members, Owned, Transition, View};
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::reuse::clone_by_field;
use crate::sparse::PositionCache;

/// All entities that have one component: the storage of that component is the view.
///
/// A change costs nothing, a step of iteration only the access to the value. The order is that of the storage.
///
/// # Examples
///
/// ```
/// # use ecs_world::{ViewKind, prelude::*};
/// # struct Position(f32);
/// #[system]
/// fn fall(position: &mut Position) {
///     position.0 -= 1.0;
/// }
///
/// ecs_world! { components: Position; systems: fall; }
///
/// assert_eq!(World::PLAN.views[0].kept, ViewKind::Storage);
/// ```
#[derive(Debug, Clone, Default)]
pub struct StorageView;

/// A view whose entities each iteration finds anew: it visits the smallest required storage and tests masks.
///
/// A change costs nothing, iteration **O(smallest storage)**, with one lookup per component; iteration of a system
/// **O(matches)**, without lookups, if nothing changed since the last run and the view has no filters. The order is that of the
/// storage. (The naive iteration of the dissertation, with masks.)
///
/// # Examples
///
/// ```
/// # use ecs_world::{ViewKind, prelude::*};
/// # struct Position(f32);
/// # struct Velocity(f32);
/// #[system(view = scan)]
/// fn movement(position: &mut Position, velocity: &Velocity) {
///     position.0 += velocity.0;
/// }
///
/// ecs_world! { components: Position, Velocity; systems: movement; }
///
/// assert_eq!(World::PLAN.views[0].kept, ViewKind::Scan);
/// let mut world = World::default();
/// world.spawn_batch([1.0, 2.0].map(Position));
/// let ship = world.spawn((Position(3.0), Velocity(0.5)));
/// world.run();
/// assert_eq!(world.get::<Position>(ship).unwrap().0, 3.5, "one velocity was visited, and its position looked up");
/// ```
#[derive(Debug, Default)]
pub struct ScanView {
    cache: PositionCache,
}

clone_by_field! { [] ScanView { cache } }

macro_rules! without_upkeep {
    ($View:ty, $members:expr $(, $cache:ident)?) => {
        impl Sealed for $View {}

        impl<M: BitMask> View<M> for $View {
            #[inline(always)]
            fn before<O: Owned>(&mut self, _: &mut O, _: &Transition<M>, _: &Aspect<M>) {}

            #[inline(always)]
            fn after<O: Owned>(&mut self, _: &mut O, _: &Transition<M>, _: &Aspect<M>) {}

            fn spawned<O: Owned>(&mut self, _: &mut O, _: &[Entity]) {}

            fn clear(&mut self) {}

            $(
                fn cache(&self) -> Option<&PositionCache> {
                    Some(&self.$cache)
                }

                fn cache_mut(&mut self) -> Option<&mut PositionCache> {
                    Some(&mut self.$cache)
                }
            )?

            fn members(&self) -> Members<'_> {
                $members
            }
        }
    };
}

without_upkeep!(StorageView, Members::Whole);
without_upkeep!(ScanView, Members::NotKept, cache);
