//! Double-buffered components: the traits of their past, and the steps of structural changes for it.
//!
//! The past of a value is cloned before a structural change begins, and dropped after it ended, since both are user code, which can panic.
//! All steps are behind constants (`Doubles::ANY`, `W::DOUBLE_BUFFERED`), so worlds and bundles without such components compile none of
//! them.

use core::marker::PhantomData;
use core::slice;

use super::each::{self, EachComponent};
use super::transition;
use crate::access::Access;
use crate::bundle::{Bundle, BundleColumns, BundleKind, Plain};
use crate::mask::BitMask;
use crate::storage::{Buffered, Past, Storage};
use crate::world::{EcsWorld, Has, Holds, Token};

/// Values of the type `C` that queries of a world read: those of a component, or the [`Past`] of one.
#[diagnostic::on_unimplemented(
    message = "`{C}` is not a component of world `{Self}`",
    label = "not a component of `{Self}`",
    note = "add `{C}` to the `components:` of the `ecs_world!` that declares `{Self}`; for a `Past<C>`, write `#[double_buffered] C` there",
    note = "in code that is generic over the world, require `W: Holds<{C}>`, or `W: Has<{C}>` to write; for `Past<C>`, require `W: HasPast<C>`"
)]
pub trait Reads<C: 'static>: EcsWorld {
    /// The number of the component.
    const COMPONENT: usize;
    /// How it is accessed.
    const READ: Access;
    /// How the values are stored.
    type Values: Storage<Value = C>;
    /// The storage of the values.
    #[doc(hidden)]
    fn values(storages: &Self::Storages) -> &Self::Values;
    /// The storage of the values, from the columns of the world.
    #[doc(hidden)]
    fn lent_values<'w>(columns: &mut Self::Columns<'w>) -> Option<&'w Self::Values>;
}

#[diagnostic::do_not_recommend]
impl<W: Holds<C>, C: 'static> Reads<C> for W {
    const COMPONENT: usize = <W as Holds<C>>::ID;
    const READ: Access = Access::Read(<W as Holds<C>>::ID);
    type Values = <W as Holds<C>>::Storage;

    #[inline(always)]
    fn values(storages: &W::Storages) -> &Self::Values {
        <W as Holds<C>>::storage(storages)
    }

    #[inline(always)]
    fn lent_values<'w>(columns: &mut W::Columns<'w>) -> Option<&'w Self::Values> {
        <W as Holds<C>>::column(columns, Token::new()).share()
    }
}

/// A world in which the component `C` is double-buffered: each value has a [`Past<C>`](Past).
///
/// It implies [`Has<C>`](Has).
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Clone)]
/// struct Position(f32);
///
/// fn speed<W: HasPast<Position>>(world: &W, entity: Entity) -> Option<f32> {
///     Some(world.get::<Position>(entity)?.0 - world.past::<Position>(entity)?.0)
/// }
///
/// #[system]
/// fn advance(position: &mut Position) {
///     position.0 += 2.0;
/// }
///
/// ecs_world! {
///     components: #[double_buffered] Position;
///     systems: advance;
/// }
///
/// let mut world = World::default();
/// let ship = world.spawn(Position(1.0));
/// world.run();
/// assert_eq!(speed(&world, ship), Some(2.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{C}` is not a double-buffered component of world `{Self}`",
    label = "not double-buffered in `{Self}`",
    note = "write `#[double_buffered] {C}` in the `components:` of the `ecs_world!` that declares `{Self}`",
    note = "in code that is generic over the world, require `W: HasPast<{C}>`"
)]
pub trait HasPast<C: 'static>: Has<C> + Reads<Past<C>> {}

#[diagnostic::do_not_recommend]
impl<W: Has<C> + Reads<Past<C>>, C: 'static> HasPast<C> for W {}

/// A double-buffered component: its values are cloned when a run starts, and when they are inserted.
#[diagnostic::on_unimplemented(
    message = "component `{Self}` is double-buffered, and is not `Clone`",
    label = "`run()` copies each value of it",
    note = "derive `Clone` for `{Self}`, or remove `#[double_buffered]`"
)]
pub trait CloneForPast: Clone {}

#[diagnostic::do_not_recommend]
impl<C: Clone> CloneForPast for C {}

/// A world that keeps the past of the component `C`; for generated code.
pub trait KeepsPast<C: 'static>: Holds<C> {
    /// How its past is stored.
    type Past: Storage<Value = Past<C>>;
    /// The storages of its present and its past.
    #[doc(hidden)]
    fn both_mut(storages: &mut Self::Storages) -> &mut Buffered<Self::Storage, Self::Past>;
}

/// Copies the present of a component to its past when a run starts; for generated code. Runs in **O(values)** time.
#[inline]
pub fn keep_past<W: KeepsPast<C>, C: CloneForPast + 'static>(world: &mut W, token: Token) {
    W::both_mut(&mut world.__core_mut(token).storages).keep();
}

/// Whether a bundle has double-buffered components.
pub(super) struct Doubles<W, B>(PhantomData<(W, B)>);

impl<W: EcsWorld, B: Bundle<W>> Doubles<W, B> {
    pub(super) const ANY: bool = <B::Kind as BundleKind<W, B>>::ACCESS.touches_any(W::DOUBLE_BUFFERED);
}

/// Whether columns have double-buffered components.
pub(super) struct ColumnsDouble<W, C>(PhantomData<(W, C)>);

impl<W: EcsWorld, C: BundleColumns<W>> ColumnsDouble<W, C> {
    pub(super) const ANY: bool = C::ACCESS.touches_any(W::DOUBLE_BUFFERED);
}

/// Makes the pasts of a bundle that is about to be inserted into an entity with the mask `old`.
///
/// Callers ask first whether the bundle [has any](Doubles::ANY): bundles without them then compile no call.
#[inline]
pub(super) fn prepare<W: EcsWorld, B: Bundle<W>>(world: &mut W, plain: &Plain<W, B>, old: &W::Mask) {
    B::Kind::prepare(plain, &mut transition::core(world).storages, old);
}

/// Drops the pasts of values that were removed with a bundle.
#[inline]
pub(super) fn finish<W: EcsWorld, B: Bundle<W>>(world: &mut W) {
    if const { Doubles::<W, B>::ANY } {
        B::Kind::finish(&mut transition::core(world).storages);
    }
}

/// Makes the pasts of the values at the front of queues.
struct PrepareValues<'a, W: EcsWorld> {
    queues: &'a W::Queues,
    storages: &'a mut W::Storages,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for PrepareValues<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for PrepareValues<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        if let Some(value) = W::queued(self.queues).front() {
            C::Kind::prepare_all(slice::from_ref(value), self.storages);
        }
    }
}

/// Makes the pasts of the values at the front of queues, for an entity that gains these components.
#[inline]
pub(super) fn prepare_values<W: EcsWorld>(storages: &mut W::Storages, queues: &W::Queues, mask: &W::Mask) {
    if const { !W::DOUBLE_BUFFERED.is_empty() } {
        W::__each_component(&among::<W>(mask), &mut PrepareValues::<W> { queues, storages });
    }
}

/// Drops the pasts of removed values of these components.
#[inline]
pub(super) fn finish_all<W: EcsWorld>(storages: &mut W::Storages, mask: &W::Mask) {
    if const { !W::DOUBLE_BUFFERED.is_empty() } {
        W::__each_component(&among::<W>(mask), &mut FinishAll::<W>(storages));
    }
}

/// Drops the pasts of removed values.
struct FinishAll<'a, W: EcsWorld>(&'a mut W::Storages);

impl<W: EcsWorld> each::sealed::Sealed<W> for FinishAll<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for FinishAll<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        C::Kind::finish(self.0);
    }
}

/// The double-buffered components in a mask.
fn among<W: EcsWorld>(mask: &W::Mask) -> W::Mask {
    let held = W::DOUBLE_BUFFERED.iter().filter(|component| mask.contains(**component));
    held.fold(W::Mask::EMPTY, |among, component| among.union(W::Mask::bit(*component)))
}
