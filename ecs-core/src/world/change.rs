//! Structural changes. Each is one transition, in this order: every `on_removed`, with nothing changed yet; leave views; the mask and
//! values; enter views; every `on_added`; every `on_replaced`.
//!
//! User code runs only before the first step, after the last, and in the `Drop` of a value. At these points the invariants of the world
//! hold, or a guard restores them while a panic unwinds. Conversions of struct bundles are user code, too, so the steps use the plain
//! values alone ([`Plain`]).
//!
//! `transition` notifies views and callbacks. `exchange`, `remove` and `despawn` (of one entity and of all) have files of their own.
//!
//! Errors are returned before the first step, so a refused change changes nothing. The checks of an insertion are inlined into callers,
//! which would otherwise read its result from memory. The steps are compiled once per world and bundle, unless the compiler inlines them
//! because they are small. For a component that no view mentions they are always inlined ([`is_inlined`]). An insertion is always inlined
//! as well, except in a world of more than [`INLINED`] views, which compiles it once per bundle, or twice if its result is used. With debug
//! assertions nothing may be inlined: without optimisation, each call would have bundles of its own on the stack.
//!
//! | function | mask | values | notes |
//! |---|---|---|---|
//! | `spawn` | from nothing to that of the bundle | pushed | |
//! | `insert` | united with that of the bundle | pushed or overwritten | no transition if it has all of them |
//! | `remove` | without that of the bundle | taken | only if it has all that are not optional |
//! | `remove_any` | without that of the bundle | taken if present | |
//! | `exchange` | without `R`, united with `B` | taken, then pushed | values of both stay at their positions |
//!
//! ```text
//! insert(entity, (Velocity, Asleep))           old {Position}   new {Position, Velocity, Asleep}
//!
//! on_removed   of systems that it stops matching     the entity has Position, and nothing else
//! leave        views `without(Asleep)`
//! mask         old -> new
//! values       Velocity and Asleep are pushed; what they replace is kept, and dropped after the last step
//! enter        views of (Position, Velocity)
//! on_added     of systems that it starts to match    the entity has all three
//! ```

use core::convert::identity;
use core::marker::PhantomData;

use super::past;
use super::relations::{self, Relates};
use super::transition::{Concerned, Excluded, Required, Spawning, core, enter, leave};
use crate::access::Access;
use crate::bundle::{Bundle, BundleKind, Plain, plain, put_together};
use crate::commands::Commands;
use crate::entity::Entity;
use crate::error::{ChangeError, ChangeErrorKind};
use crate::mask::BitMask;
use crate::population::Population;
use crate::view::Transition;
use crate::world::EcsWorld;

/// Maximum number of views of a world whose insertions are inlined.
const INLINED: usize = 32;

/// Rejects a bundle that names a component twice, when it is compiled for a world.
///
/// Each method that users call with a bundle evaluates [`OK`](Self::OK) as its first statement, although the code that all of them reach
/// could do so once: rustc reports the call that instantiated the function in which a constant failed, and only this way is it the user's
/// call. `CheckColumns` and `CheckQuery` are evaluated likewise. The forwarders of generated worlds copy these statements.
pub struct CheckBundle<W, B>(PhantomData<(W, B)>);

impl<W: EcsWorld, B: Bundle<W>> CheckBundle<W, B> {
    /// A constant whose evaluation fails for such a bundle.
    pub const OK: () = {
        let access = <B::Kind as BundleKind<W, B>>::ACCESS;
        access.expect_distinct(W::COMPONENTS, "this bundle names the component `", "` twice: name it once");
    };
}

/// The pending commands.
pub(crate) fn commands<W: EcsWorld>(world: &mut W) -> &mut Commands<W> {
    &mut core(world).commands
}

/// Returns true if bundles of this type can lack components.
///
/// A constant, so that code for optional parts is compiled only for bundles that have some.
pub(super) const fn has_optional<W: EcsWorld, B: Bundle<W>>() -> bool {
    <B::Kind as BundleKind<W, B>>::ACCESS.has_optional()
}

/// Makes the entities that spawners reserved alive, in the order of reservation.
///
/// Called before anything that allocates or frees an entity, so that each reserved handle is the one that is allocated.
#[inline]
pub(crate) fn settle_reserved<W: EcsWorld>(world: &mut W) {
    if core(world).reserved.count > 0 {
        spawn_reserved(world);
    }
}

/// The slow path of [`settle_reserved`]. The count is reduced before each entity becomes alive, so if a callback panics, the next call
/// continues with the following entity.
///
/// A reserved entity is spawned without components, so it enters the views that require none.
#[cold]
#[inline(never)]
fn spawn_reserved<W: EcsWorld>(world: &mut W) {
    while core(world).reserved.count > 0 {
        core(world).reserved.count -= 1;
        let entity = core(world).entities.spawn(W::Mask::EMPTY);
        enter::<W, Spawning<()>>(world, &Transition::spawned(entity, W::Mask::EMPTY));
    }
}

/// Spawns an entity with a bundle: one transition from no components to those of the bundle.
///
/// # Panics
///
/// If no index is left, or the target of a relation is dead, before anything changed.
#[inline]
#[track_caller]
pub(super) fn spawn<W: EcsWorld, B: Bundle<W>>(world: &mut W, bundle: B) -> Entity {
    match try_spawn(world, bundle) {
        Ok(entity) => entity,
        Err(refused) => relations::refuse(refused.kind),
    }
}

/// Spawns an entity with a bundle; returns the bundle if it breaks a rule of a relation.
#[inline]
#[track_caller]
pub(super) fn try_spawn<W: EcsWorld, B: Bundle<W>>(world: &mut W, bundle: B) -> Result<Entity, ChangeError<B>> {
    if const { !Relates::<W, B>::ANY } {
        return Ok(spawn_checked::<W, B, _>(world, bundle, B::Kind::into_plain));
    }
    try_spawn_plain::<W, B>(world, plain::<W, B>(bundle)).map_err(put_together::<W, B>)
}

/// Spawns an entity with the values of a bundle; returns them if they break a rule of a relation.
#[inline]
#[track_caller]
pub(crate) fn try_spawn_plain<W: EcsWorld, B: Bundle<W>>(
    world: &mut W,
    plain: Plain<W, B>,
) -> Result<Entity, ChangeError<Plain<W, B>>> {
    if const { Relates::<W, B>::ANY } {
        settle_reserved(world);
        if let Some(kind) = relations::refusal_of::<W, B>(core(world), None, &plain) {
            return Err(ChangeError { kind, value: plain });
        }
    }
    Ok(spawn_checked::<W, B, _>(world, plain, identity))
}

/// Spawns an entity with this handle, unless it cannot be alive, or the bundle breaks a rule of a relation.
///
/// # Errors
///
/// [`ChangeError`] with the bundle, if the handle is not free, or the target of a relation is dead.
#[inline(never)]
pub(super) fn spawn_at<W: EcsWorld, B: Bundle<W>>(
    world: &mut W,
    entity: Entity,
    bundle: B,
) -> Result<(), ChangeError<B>> {
    settle_reserved(world);
    if !core(world).entities.allocator.can_spawn_at(entity) {
        return Err(ChangeError { kind: ChangeErrorKind::NotFree(entity), value: bundle });
    }
    let plain = plain::<W, B>(bundle);
    if const { Relates::<W, B>::ANY }
        && let Some(kind) = relations::refusal_of::<W, B>(core(world), None, &plain)
    {
        return Err(put_together::<W, B>(ChangeError { kind, value: plain }));
    }
    spawn_plain::<W, B>(world, plain, |population, mask| {
        population.spawn_at(entity, mask);
        entity
    });
    Ok(())
}

/// Spawns an entity with a bundle that no relation refuses. `plain` gets its values from `given`.
///
/// Not inlined: if callers took bundles without relations apart, they would copy each bundle once more.
#[inline(never)]
#[track_caller]
fn spawn_checked<W: EcsWorld, B: Bundle<W>, G>(
    world: &mut W,
    given: G,
    plain: impl FnOnce(G) -> Plain<W, B>,
) -> Entity {
    let plain = plain(given);
    settle_reserved(world);
    spawn_plain::<W, B>(world, plain, Population::spawn)
}

/// Spawns an entity with a bundle. `allocate` makes the entity.
///
/// This is the only place where a bundle is given to a new entity: pasts, handle and mask, values, relations, views, in this order.
#[inline]
#[track_caller]
fn spawn_plain<W: EcsWorld, B: Bundle<W>>(
    world: &mut W,
    plain: Plain<W, B>,
    allocate: impl FnOnce(&mut Population<W::Mask>, W::Mask) -> Entity,
) -> Entity {
    let mut mask = B::Kind::mask();
    if const { has_optional::<W, B>() } {
        mask = B::Kind::measure(&plain);
    }
    if const { past::Doubles::<W, B>::ANY } {
        past::prepare::<W, B>(world, &plain, &W::Mask::EMPTY);
    }
    let core = core(world);
    let entity = allocate(&mut core.entities, mask);
    B::Kind::push(plain, &mut core.storages, entity);
    if const { Relates::<W, B>::ANY } {
        relations::link(core, entity, &mask);
    }
    enter::<W, Spawning<B>>(world, &Transition::spawned(entity, mask));
    entity
}

/// Inserts a bundle, and passes the replaced values to `finish` as the last step: [`drop`] to insert, and [`identity`] to replace.
///
/// An entity that already has all components of the bundle keeps its mask: values are overwritten in place, no view is notified, and no
/// callback but `on_replaced` runs.
///
/// `finish` is a function because values that are dropped within the call need not be returned: moving them is a part of the time of an
/// insertion.
///
/// # Errors
///
/// [`ChangeError`] with the bundle, if the entity is dead, or a relation has a dead target or would form a cycle.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn insert<W: EcsWorld, B: Bundle<W>, R>(
    world: &mut W,
    entity: Entity,
    bundle: B,
    finish: impl FnOnce(B::Replaced) -> R,
) -> Result<R, ChangeError<B>> {
    let Some(old) = core(world).entities.mask(entity) else { return Err(ChangeError::no_such_entity(entity, bundle)) };
    if const { is_inlined::<W, B>() } {
        return Ok(gain_inlined::<W, B, _, R>(world, entity, old, bundle, B::Kind::into_plain, finish));
    }
    if const { !Relates::<W, B>::ANY } {
        return Ok(gain::<W, B, _, R>(world, entity, old, bundle, B::Kind::into_plain, finish));
    }
    gain_checked::<W, B>(world, entity, old, plain::<W, B>(bundle)).map(finish).map_err(put_together::<W, B>)
}

/// Inserts the values of a bundle, and returns those that they replace.
pub(crate) fn replace_plain<W: EcsWorld, B: Bundle<W>>(
    world: &mut W,
    entity: Entity,
    plain: Plain<W, B>,
) -> Result<B::Replaced, ChangeError<Plain<W, B>>> {
    let Some(old) = core(world).entities.mask(entity) else { return Err(ChangeError::no_such_entity(entity, plain)) };
    gain_checked::<W, B>(world, entity, old, plain)
}

/// Inserts the values of a bundle into a live entity with the mask `old`, unless a relation refuses one.
#[inline]
fn gain_checked<W: EcsWorld, B: Bundle<W>>(
    world: &mut W,
    entity: Entity,
    old: W::Mask,
    plain: Plain<W, B>,
) -> Result<B::Replaced, ChangeError<Plain<W, B>>> {
    if const { Relates::<W, B>::ANY }
        && let Some(kind) = relations::refusal_of::<W, B>(core(world), Some(entity), &plain)
    {
        return Err(ChangeError { kind, value: plain });
    }
    Ok(gain::<W, B, _, _>(world, entity, old, plain, identity, identity))
}

/// Returns true if changes of this bundle are inlined into callers as a whole: it is one component, which no view and no relation mentions.
///
/// The remaining code is then about as long as a call: inlined insertions and removals take 0.6 of the time if there is more than one call
/// of each. If views are notified, the code is several times as long, and the compiler decides (for insertions, [`INLINED`]).
pub(super) const fn is_inlined<W: EcsWorld, B: Bundle<W>>() -> bool {
    let (required, excluded) = (<Required<B> as Concerned<W>>::VIEWS, <Excluded<B> as Concerned<W>>::VIEWS);
    let views = W::VIEWS.len();
    matches!(<B::Kind as BundleKind<W, B>>::ACCESS, Access::Write(_))
        && required.next_from(0, views).is_none()
        && excluded.next_from(0, views).is_none()
        && !Relates::<W, B>::ANY
}

/// Inserts a bundle into a live entity with the mask `old`. `plain` gets its values from `given`, as in [`spawn_checked`].
///
/// In a world of more than [`INLINED`] views, this is a function of its own: rustc compiles it beside the user's modules and not as a part
/// of them, so that more of its threads are busy. In other worlds it is inlined, which saves a nanosecond.
#[cfg_attr(not(debug_assertions), inline(always))]
fn gain<W: EcsWorld, B: Bundle<W>, G, R>(
    world: &mut W,
    entity: Entity,
    old: W::Mask,
    given: G,
    plain: impl FnOnce(G) -> Plain<W, B>,
    finish: impl FnOnce(B::Replaced) -> R,
) -> R {
    // A constant, so that rustc does not even visit the other function.
    let gain =
        const { if W::VIEWS.len() <= INLINED { gain_inlined::<W, B, G, R> } else { gain_outlined::<W, B, G, R> } };
    gain(world, entity, old, given, plain, finish)
}

/// The body of [`gain`], not inlined.
#[inline(never)]
fn gain_outlined<W: EcsWorld, B: Bundle<W>, G, R>(
    world: &mut W,
    entity: Entity,
    old: W::Mask,
    given: G,
    plain: impl FnOnce(G) -> Plain<W, B>,
    finish: impl FnOnce(B::Replaced) -> R,
) -> R {
    gain_inlined::<W, B, G, R>(world, entity, old, given, plain, finish)
}

/// The body of [`gain`], inlined into the caller.
#[cfg_attr(not(debug_assertions), inline(always))]
fn gain_inlined<W: EcsWorld, B: Bundle<W>, G, R>(
    world: &mut W,
    entity: Entity,
    old: W::Mask,
    given: G,
    plain: impl FnOnce(G) -> Plain<W, B>,
    finish: impl FnOnce(B::Replaced) -> R,
) -> R {
    let plain = plain(given);
    let mut gained = B::Kind::mask();
    if const { has_optional::<W, B>() } {
        gained = B::Kind::measure(&plain);
    }
    if const { past::Doubles::<W, B>::ANY } {
        past::prepare::<W, B>(world, &plain, &old);
    }
    let new = old.union(gained);
    let change = Transition::changed(entity, old, new, B::Kind::mask());
    // If values are only replaced, this is no transition. (Values are inserted at one place in the code, so that it is inlined.)
    let is_transition = !old.contains_all(&gained);
    if is_transition {
        leave::<W, Excluded<B>>(world, &change);
    }
    // Before the values, so that the place of the mask, which the caller has just read, need not be found again.
    if is_transition {
        core(world).entities.change_mask(entity, &old, new);
    }
    let replaced = B::Kind::replace(plain, &mut core(world).storages, entity, &old);
    if const { Relates::<W, B>::ANY } {
        relations::link(core(world), entity, &B::Kind::mask());
    }
    if is_transition {
        enter::<W, Required<B>>(world, &change);
    }
    if const { W::ON_REPLACED } {
        B::Kind::report_replaced(&replaced, world, &change);
    }
    finish(replaced)
}
