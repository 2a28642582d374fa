//! Why a bundle, columns or values are refused, before anything changes: a dead target, or a cycle in a tree.
//!
//! ```text
//! bundle   (Name, ChildOf(a), Likes([b, c]))         read: ChildOf [a], Likes [b c]
//! check    a is alive; `a` does not reach the entity; b and c are alive
//! refused  the bundle is returned to the caller as a whole, and nothing has changed
//! ```
//!
//! The targets that are read here are those that [`link`](super::link) links after the change, so `Relation::targets` is called once per
//! value. A cycle requires an entity that has descendants: a new one has none, so only a dead target can refuse it.

use core::marker::PhantomData;

use super::{OnDespawn, Relates, number_of};
use crate::bundle::{Bundle, BundleColumns, BundleKind, Plain};
use crate::entity::Entity;
use crate::error::ChangeErrorKind;
use crate::mask::BitMask;
use crate::population::Population;
use crate::relation::ReadTargets;
use crate::world::{Core, EcsWorld};

/// Returns why a bundle is refused, for the first refused target; reads its targets. If `entity` is `None`, an entity is spawned with the
/// bundle.
///
/// All targets of all its relations are checked before anything changes, so a bundle is inserted as a whole or not at all.
pub(in crate::world) fn refusal_of<W: EcsWorld, B: Bundle<W>>(
    core: &mut Core<W>,
    entity: Option<Entity>,
    plain: &Plain<W, B>,
) -> Option<ChangeErrorKind> {
    core.targets.clear();
    refusal_of_next::<W, B>(core, entity, plain)
}

/// Returns why the next of several bundles, which are linked together, is refused; reads its targets.
pub(in crate::world) fn refusal_of_next<W: EcsWorld, B: Bundle<W>>(
    core: &mut Core<W>,
    entity: Option<Entity>,
    plain: &Plain<W, B>,
) -> Option<ChangeErrorKind> {
    let check = Checked::<W, B>::CHECK?;
    check(core, entity, plain)
}

/// What checks a bundle, as a constant: rustc would visit the check, and all that it calls, even behind a constant condition that is false,
/// and bundles without relations need none of it.
struct Checked<W, B>(PhantomData<(W, B)>);

impl<W: EcsWorld, B: Bundle<W>> Checked<W, B> {
    const CHECK: Option<Check<W, B>> = if Relates::<W, B>::ANY { Some(check::<W, B>) } else { None };
}

type Check<W, B> = fn(&mut Core<W>, Option<Entity>, &Plain<W, B>) -> Option<ChangeErrorKind>;

/// The body of [`refusal_of_next`].
fn check<W: EcsWorld, B: Bundle<W>>(
    core: &mut Core<W>,
    entity: Option<Entity>,
    plain: &Plain<W, B>,
) -> Option<ChangeErrorKind> {
    let Core { entities, targets: read, .. } = core;
    let mut refusal = None;
    B::Kind::targets(plain, &mut |component, targets| {
        refusal = refusal.or_else(|| refusal_of_targets::<W>(entities, read, entity, component, targets));
    });
    refusal
}

/// Returns why these columns are refused for new entities; reads their targets.
pub(in crate::world) fn refusal_of_columns<W: EcsWorld, C: BundleColumns<W>>(
    core: &mut Core<W>,
    columns: &C,
) -> Option<ChangeErrorKind> {
    let Core { entities, targets: read, .. } = core;
    read.clear();
    let mut refusal = None;
    columns.targets(&mut |component, targets| {
        refusal = refusal.or_else(|| refusal_of_targets::<W>(entities, read, None, component, targets));
    });
    refusal
}

/// Returns why the values of these components at the front of queues are refused for an entity, or for a new one; reads their targets.
pub(in crate::world) fn refusal_of_values<W: EcsWorld>(
    entities: &Population<W::Mask>,
    read: &mut ReadTargets,
    entity: Option<Entity>,
    mask: &W::Mask,
    queues: &W::Queues,
) -> Option<ChangeErrorKind> {
    read.clear();
    let mut among = W::RELATIONS.iter().filter(|relating| mask.contains(relating.component));
    among.find_map(|relating| {
        refusal_of_targets::<W>(entities, read, entity, relating.component, (relating.waiting)(queues))
    })
}

/// Reads the targets of the values of these components at the front of queues, which were checked before.
pub(in crate::world) fn read_values<W: EcsWorld>(read: &mut ReadTargets, mask: &W::Mask, queues: &W::Queues) {
    for (number, relating) in W::RELATIONS.iter().enumerate() {
        if mask.contains(relating.component) {
            read.push(number, (relating.waiting)(queues));
        }
    }
}

/// Returns why these targets are refused for an entity; records them to be linked.
///
/// Targets are recorded even if they are refused: they are discarded when the next change begins.
fn refusal_of_targets<W: EcsWorld>(
    entities: &Population<W::Mask>,
    read: &mut ReadTargets,
    entity: Option<Entity>,
    component: usize,
    targets: &[Entity],
) -> Option<ChangeErrorKind> {
    let number = number_of::<W>(component)?;
    let (relating, index) = (&W::RELATIONS[number], entities.relations.get(number)?);
    read.push(number, targets);
    let may_be_dead = read.may_be_dead && relating.on_despawn == OnDespawn::Keep;
    let mut dead = targets.iter().filter(|target| !entities.allocator.contains(**target));
    if let Some(target) = dead.next().filter(|_| !may_be_dead) {
        return Some(ChangeErrorKind::DeadTarget { entity, target: *target });
    }
    let entity = entity.filter(|_| relating.is_tree)?;
    let target = targets.iter().find(|target| index.reaches(**target, entity))?;
    Some(ChangeErrorKind::Cycle { entity, target: *target })
}

/// Panics if an entity cannot be spawned with a bundle, for this reason.
#[cold]
#[inline(never)]
#[track_caller]
pub(in crate::world) fn refuse(kind: ChangeErrorKind) -> ! {
    panic!("cannot spawn: {kind}")
}
