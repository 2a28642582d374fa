//! The structural change that removes one bundle and inserts another in one transition, and replacing values at their positions.

use super::change::has_optional;
use super::past;
use super::relations::{self, Relates};
use super::remove::has_required;
use super::transition::{Exchanging, core, enter, leave};
use crate::bundle::{Bundle, BundleKind, Plain, plain, put_together};
use crate::entity::Entity;
use crate::error::{ChangeError, ChangeErrorKind};
use crate::mask::BitMask;
use crate::storage::{ErasedStorage as _, StorageTasks as _};
use crate::view::Transition;
use crate::world::EcsWorld;

/// Removes `R` and inserts `B` in one transition from the old mask to the final one.
///
/// The transition mentions the components of only one of the bundles: those of both are replaced, which concerns no view. Values in both
/// bundles are put back at their former positions, since they must not move in a group that the entity does not leave.
///
/// # Errors
///
/// [`ChangeError`] with the bundle, if the entity is dead or lacks a component of `R`, or a relation has a dead target or would form a
/// cycle.
#[inline(never)]
pub(super) fn exchange<W: EcsWorld, R: Bundle<W>, B: Bundle<W>>(
    world: &mut W,
    entity: Entity,
    bundle: B,
) -> Result<R, ChangeError<B>> {
    let old = match mask_with::<W, R>(world, entity) {
        Ok(old) => old,
        Err(kind) => return Err(ChangeError { kind, value: bundle }),
    };
    let exchanged = exchange_checked::<W, R, B>(world, entity, old, plain::<W, B>(bundle));
    exchanged.map(R::Kind::from_plain).map_err(put_together::<W, B>)
}

/// Exchanges the values of two bundles, without putting the removed values together as `R`.
pub(crate) fn exchange_plain<W: EcsWorld, R: Bundle<W>, B: Bundle<W>>(
    world: &mut W,
    entity: Entity,
    plain: Plain<W, B>,
) -> Result<Plain<W, R>, ChangeError<Plain<W, B>>> {
    match mask_with::<W, R>(world, entity) {
        Ok(old) => exchange_checked::<W, R, B>(world, entity, old, plain),
        Err(kind) => Err(ChangeError { kind, value: plain }),
    }
}

/// The mask of an entity that has all components of `R` that are not optional.
fn mask_with<W: EcsWorld, R: Bundle<W>>(world: &mut W, entity: Entity) -> Result<W::Mask, ChangeErrorKind> {
    let old = core(world).entities.mask(entity).ok_or(ChangeErrorKind::NoSuchEntity(entity))?;
    if has_required::<W, R>(&old) { Ok(old) } else { Err(ChangeErrorKind::MissingComponent(entity)) }
}

/// Exchanges values of a live entity with the mask `old`, unless a relation refuses a value.
fn exchange_checked<W: EcsWorld, R: Bundle<W>, B: Bundle<W>>(
    world: &mut W,
    entity: Entity,
    old: W::Mask,
    plain: Plain<W, B>,
) -> Result<Plain<W, R>, ChangeError<Plain<W, B>>> {
    let (mut lost, mut gained) = (R::Kind::mask(), B::Kind::mask());
    if const { has_optional::<W, R>() } {
        lost = lost.without(lost.without(old));
    }
    if const { has_optional::<W, B>() } {
        gained = B::Kind::measure(&plain);
    }
    if const { Relates::<W, B>::ANY }
        && let Some(kind) = relations::refusal_of::<W, B>(core(world), Some(entity), &plain)
    {
        return Err(ChangeError { kind, value: plain });
    }
    if const { past::Doubles::<W, B>::ANY } {
        past::prepare::<W, B>(world, &plain, &old.without(lost));
    }
    let new = old.without(lost).union(gained);
    let change = Transition::changed(entity, old, new, lost.without(gained).union(gained.without(lost)));
    let is_transition = new != old;
    if is_transition {
        leave::<W, Exchanging<R, B>>(world, &change);
    }
    let in_both = lost.without(lost.without(gained));
    let exchanged = exchange_values::<W, R, B>(world, entity, plain, &old.without(lost), in_both);
    if !is_transition && !in_both.is_empty() {
        // Values were moved and moved back: versions of indices changed, which the masks do not show.
        core(world).cached_at.forget();
    }
    if const { Relates::<W, R>::ANY } {
        relations::unlink(core(world), entity, &lost.without(gained));
    }
    if const { Relates::<W, B>::ANY } {
        relations::link(core(world), entity, &gained);
    }
    if is_transition {
        core(world).entities.change_mask(entity, &old, new);
        enter::<W, Exchanging<B, R>>(world, &change);
    }
    let Some((Some(taken), replaced)) = exchanged else { unreachable!("an entity has what its mask says") };
    if const { W::ON_REPLACED } {
        R::Kind::report_exchanged(&taken, &in_both, world, &change);
        if let Some(replaced) = &replaced {
            B::Kind::report_replaced(replaced, world, &change);
        }
    }
    // Replaced values that are not returned are dropped after all steps, and before the result is created, which a panic would leak.
    drop(replaced);
    past::finish::<W, R>(world);
    Ok(taken)
}

/// The values of `R` that were removed, and those that `B` replaced.
type Exchanged<W, R, B> = (Option<Plain<W, R>>, Option<<B as Bundle<W>>::Replaced>);

/// Removes the values of `R` and inserts those of `B` into an entity that has the components `kept` besides `R`. Values of components
/// `in_both` are exchanged at their positions.
///
/// Returns the values of `R`, and those that `B` replaced: always `Some` of both.
fn exchange_values<W: EcsWorld, R: Bundle<W>, B: Bundle<W>>(
    world: &mut W,
    entity: Entity,
    plain: Plain<W, B>,
    kept: &W::Mask,
    in_both: W::Mask,
) -> Option<Exchanged<W, R, B>> {
    let (mut plain, mut exchanged) = (Some(plain), None);
    let mut values = |storages: &mut W::Storages| {
        let taken = R::Kind::take(storages, entity);
        let replaced = plain.take().map(|plain| B::Kind::replace(plain, storages, entity, kept));
        exchanged = Some((taken, replaced));
    };
    let storages = &mut core(world).storages;
    if in_both.is_empty() {
        values(storages);
    } else {
        keeping_positions::<W>(storages, entity, in_both, &mut values);
    }
    exchanged
}

/// Removes and inserts values of an entity, keeping those of some components at their positions: an entity that stays in a group must not
/// move.
///
/// Recurses once per component of the mask; the innermost call performs the exchange. Runs in **O(components)** time besides that.
pub(super) fn keeping_positions<W: EcsWorld>(
    storages: &mut W::Storages,
    entity: Entity,
    mut components: W::Mask,
    exchange: &mut dyn FnMut(&mut W::Storages),
) {
    let Some(component) = components.pop_first() else { return exchange(storages) };
    let position_in = |storages: &mut W::Storages| {
        let step = W::__storage(storages, component).and_then(|storage| storage.source().step_of(entity.index()));
        step.and_then(|step| u32::try_from(step).ok())
    };
    let before = position_in(storages);
    keeping_positions::<W>(storages, entity, components, exchange);
    // Removal moved the last value to the free position, and insertion appended the new one: swap them back.
    if let (Some(before), Some(after)) = (before, position_in(storages))
        && let Some(mut storage) = W::__storage(storages, component)
    {
        storage.swap_all(&[(before, after)]);
        storage.was_replaced(before as usize);
    }
}
