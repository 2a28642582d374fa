//! Removing components: the order of the steps, and how the values are returned to the caller.
//!
//! The slow part of a removal is moving the value: it is written in pieces (a tag, a word, half a word), and a processor that reads a word
//! which overlaps several writes waits until these are done, for longer than all the rest takes. So the value should be written once, to
//! its final place at the caller.
//!
//! ```text
//!                                       take a value of 12 bytes
//! kept until the last step, returned    tag, 8 bytes, 4 bytes  ->  16 bytes read, 16 written       16 ns
//! taken in the last step                tag, 8 bytes, 4 bytes                                       5 ns
//! ```

use super::change::{has_optional, is_inlined};
use super::past;
use super::relations::{self, Relates};
use super::transition::{Concerned, Excluded, Required, core, enter, leave};
use crate::bundle::{Bundle, BundleKind, Plain};
use crate::entity::Entity;
use crate::error::ChangeError;
use crate::mask::BitMask;
use crate::view::Transition;
use crate::world::EcsWorld;

/// Removes all components of a bundle, or returns `Ok(None)` if the entity lacks one that is not optional, without a transition.
///
/// # Errors
///
/// [`ChangeError`] if the entity is dead.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn remove<W: EcsWorld, B: Bundle<W>>(world: &mut W, entity: Entity) -> Result<Option<B>, ChangeError> {
    if const { is_inlined::<W, B>() } { remove_inlined(world, entity) } else { remove_outlined(world, entity) }
}

/// The body of [`remove`] as a function, unless the compiler inlines it. The check is included, so that the value is written to the
/// caller's result.
fn remove_outlined<W: EcsWorld, B: Bundle<W>>(world: &mut W, entity: Entity) -> Result<Option<B>, ChangeError> {
    remove_inlined(world, entity)
}

/// The body of [`remove`], inlined into the caller.
#[cfg_attr(not(debug_assertions), inline(always))]
fn remove_inlined<W: EcsWorld, B: Bundle<W>>(world: &mut W, entity: Entity) -> Result<Option<B>, ChangeError> {
    match remove_plain::<W, B>(world, entity) {
        Ok(Some(plain)) => Ok(Some(B::Kind::from_plain(plain))),
        Ok(None) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes the values of a bundle, as [`remove`] does, without putting them together as `B`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn remove_plain<W: EcsWorld, B: Bundle<W>>(
    world: &mut W,
    entity: Entity,
) -> Result<Option<Plain<W, B>>, ChangeError> {
    let Some(old) = core(world).entities.mask(entity) else { return Err(ChangeError::no_such_entity(entity, ())) };
    if !has_required::<W, B>(&old) {
        return Ok(None);
    }
    // An entity can lack all of a bundle if all of it is optional.
    let is_transition = if const { has_optional::<W, B>() } { old.intersects(&B::Kind::mask()) } else { true };
    Ok(lose::<W, B, _>(world, entity, old, is_transition, B::Kind::take))
}

/// Removes a bundle from a live entity with the mask `old`; `take` takes the values. It is a transition if the entity has any of them.
#[cfg_attr(not(debug_assertions), inline(always))]
fn lose<W: EcsWorld, B: Bundle<W>, T>(
    world: &mut W,
    entity: Entity,
    old: W::Mask,
    is_transition: bool,
    take: impl FnOnce(&mut W::Storages, Entity) -> T,
) -> T {
    let new = old.without(B::Kind::mask());
    let change = Transition::changed(entity, old, new, B::Kind::mask());
    if is_transition {
        leave::<W, Required<B>>(world, &change);
        core(world).entities.change_mask(entity, &old, new);
        if const { Relates::<W, B>::ANY } {
            relations::unlink(core(world), entity, &B::Kind::mask());
        }
    }
    if const { !runs_user_code_after_loss::<W, B>() } {
        if is_transition {
            enter::<W, Excluded<B>>(world, &change);
        }
        return take(&mut core(world).storages, entity);
    }
    let taken = take(&mut core(world).storages, entity);
    if is_transition {
        enter::<W, Excluded<B>>(world, &change);
    }
    past::finish::<W, B>(world);
    taken
}

/// Returns true if user code runs after the values of this bundle were taken: it must find a world without them.
///
/// Otherwise values are taken last, and moved directly to the caller. If they were kept meanwhile, and moved again, the processor would
/// read words that it wrote in pieces just before, and wait for these: two thirds of the time of a removal. The views that are entered
/// exclude a component that is lost, and own only what they require, so they do not move values that are still to be taken.
const fn runs_user_code_after_loss<W: EcsWorld, B: Bundle<W>>() -> bool {
    let entered = <Excluded<B> as Concerned<W>>::VIEWS;
    W::CALLBACKS && entered.next_from(0, W::VIEWS.len()).is_some() || past::Doubles::<W, B>::ANY
}

/// Returns true if an entity with this mask has each component of a bundle that is not optional.
///
/// One test of masks, unless a part of the bundle is optional.
#[inline(always)]
pub(super) fn has_required<W: EcsWorld, B: Bundle<W>>(mask: &W::Mask) -> bool {
    if const { has_optional::<W, B>() } {
        return <B::Kind as BundleKind<W, B>>::ACCESS.is_met(&|component| mask.contains(component));
    }
    mask.contains_all(&B::Kind::mask())
}

/// Removes those components of a bundle that the entity has.
///
/// # Errors
///
/// [`ChangeError`] if the entity is dead.
#[inline(never)]
pub(super) fn remove_any<W: EcsWorld, B: Bundle<W>>(world: &mut W, entity: Entity) -> Result<B::Replaced, ChangeError> {
    let Some(old) = core(world).entities.mask(entity) else { return Err(ChangeError::no_such_entity(entity, ())) };
    let is_transition = old.intersects(&B::Kind::mask());
    Ok(lose::<W, B, _>(world, entity, old, is_transition, B::Kind::take_any))
}
