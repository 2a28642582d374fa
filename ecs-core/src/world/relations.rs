//! Relations in structural changes: why a bundle is refused, what is linked after a change, and what a despawn does to the sources of the
//! entity.
//!
//! - **I1** The index of a relation connects each live source to its target, if that is alive. A target is alive unless the policy is
//!   `keep`, or sources and targets of a `cascade` that is not a tree form a cycle in which a panic ended a despawn.
//! - **I2** No source of a `tree` reaches itself.
//!
//! `Relation::targets` is user code. The check of a change calls it, once per value, and the targets that it returned are linked after the
//! change. So the invariants hold even if it panics, or returns something else at the next call.
//!
//! A world without relations compiles none of this: each call is behind a constant.
//!
//! | when | function | may it refuse? |
//! |---|---|---|
//! | before a bundle is inserted | [`refusal_of`], [`refusal_of_columns`], [`refusal_of_values`] | yes: a dead target, a cycle |
//! | after its values are in their storages | [`link`], [`link_all`] | no: a wrong target is left out |
//! | before an entity is despawned | [`despawn_sources`] | no |
//! | after its handle is stale | [`forget`] | no |

mod despawn;
mod refusal;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::marker::PhantomData;

use super::remove;
pub(super) use despawn::{despawn, despawn_sources, despawn_sources_outside};
pub(super) use refusal::{read_values, refusal_of, refusal_of_columns, refusal_of_next, refusal_of_values, refuse};

use crate::access::Access;
use crate::allocator::Allocator;
use crate::bundle::{Bundle, BundleColumns, BundleKind};
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::population::Population;
use crate::relation::{RelationIndex, Sources, Tree};
use crate::sparse::Source;
use crate::storage::{ErasedMut, Storage, write};
use crate::world::{Core, EcsWorld, HasRelation, HasTree, Holds, Token};

/// What happens to the sources of a relation when their target is despawned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnDespawn {
    /// They are despawned before it.
    Cascade,
    /// The relation is removed from each of them.
    Clear,
    /// Nothing: they keep a stale handle.
    Keep,
}

/// A relation of a world, with the functions of its type that generic code needs.
///
/// Only these functions depend on the type of the relation: structural changes are loops over all relations of a world, and are compiled
/// once.
pub struct Relating<W: EcsWorld> {
    /// The number of the component.
    pub(crate) component: usize,
    /// The policy for sources of a despawned target.
    on_despawn: OnDespawn,
    /// Whether cycles are refused.
    is_tree: bool,
    /// Whether a source may have several targets.
    is_many: bool,
    /// Reads the targets of an entity from its value.
    targets: for<'w> fn(&'w W::Storages, Entity, &Allocator) -> &'w [Entity],
    /// Reads the targets of the value at the front of a queue.
    waiting: for<'q> fn(&'q W::Queues) -> &'q [Entity],
    /// Removes a target of an entity, or the relation if that was the last one.
    remove: fn(&mut W, Entity, Entity),
}

impl<W: EcsWorld> core::fmt::Debug for Relating<W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Relating").field("component", &self.component).finish_non_exhaustive()
    }
}

impl<W: EcsWorld> Relating<W> {
    /// The relation `R`. For generated code.
    #[must_use]
    pub const fn of<R: 'static>(on_despawn: OnDespawn, is_tree: bool, is_many: bool) -> Self
    where
        W: Holds<R>,
    {
        let (targets, waiting, remove) = (targets::<W, R>, waiting::<W, R>, remove::<W, R>);
        Self { component: W::ID, on_despawn, is_tree, is_many, targets, waiting, remove }
    }

    /// The targets of the value at the front of a queue; none if it is empty.
    pub(crate) fn waiting<'q>(&self, queues: &'q W::Queues) -> &'q [Entity] {
        (self.waiting)(queues)
    }

    /// Returns true if the policy is `keep`.
    #[cfg(feature = "serde")]
    pub(super) const fn is_kept(&self) -> bool {
        matches!(self.on_despawn, OnDespawn::Keep)
    }

    /// Returns true if the relation is a tree.
    #[cfg(feature = "inspect")]
    pub(super) fn is_tree(&self) -> bool {
        self.is_tree
    }
}

/// The targets of an entity; none if it lacks the relation.
fn targets<'w, W: Holds<R>, R: 'static>(storages: &'w W::Storages, entity: Entity, living: &Allocator) -> &'w [Entity] {
    W::storage(storages).value(entity, living).map_or(&[], W::TARGETS)
}

/// The targets of the value at the front of a queue; none if it is empty.
fn waiting<W: Holds<R>, R: 'static>(queues: &W::Queues) -> &[Entity] {
    W::queued(queues).front().map_or(&[], W::TARGETS)
}

/// Removes a target of an entity. The component is removed with its last target, by a structural change of its own.
fn remove<W: Holds<R>, R: 'static>(world: &mut W, entity: Entity, target: Entity) {
    let Core { storages, entities, .. } = world.__core_mut(Token::new());
    if !targets::<W, R>(storages, entity, &entities.allocator).iter().any(|own| *own != target) {
        // Callbacks of the removal see the last target; if one panics, nothing has changed.
        return drop(remove::remove::<W, R>(world, entity));
    }
    if let Some(value) = write(W::storage_mut(storages)).get_marked(entity.index()) {
        (W::REMOVE_TARGET)(value, target);
    }
}

/// The number of the relation with this component; `None` if the component is not a relation.
///
/// Relations are numbered in the order of [`RELATIONS`](crate::GeneratedWorld::RELATIONS); the population has one index for each.
pub(crate) const fn number_of<W: EcsWorld>(component: usize) -> Option<usize> {
    let mut at = 0;
    while at < W::RELATIONS.len() {
        if W::RELATIONS[at].component == component {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Returns true if a type contains a relation of the world.
///
/// Runs in **O(relations * leaves)** time, at compile time.
const fn touches_relation<W: EcsWorld>(access: &Access) -> bool {
    let mut at = 0;
    while at < W::RELATIONS.len() {
        if access.touches_any(&[W::RELATIONS[at].component]) {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether a bundle contains a relation, as a constant.
pub(super) struct Relates<W, B>(PhantomData<(W, B)>);

impl<W: EcsWorld, B: Bundle<W>> Relates<W, B> {
    pub(super) const ANY: bool = touches_relation::<W>(&<B::Kind as BundleKind<W, B>>::ACCESS);
}

/// Whether columns contain a relation, as a constant.
pub(super) struct ColumnsRelate<W, C>(PhantomData<(W, C)>);

impl<W: EcsWorld, C: BundleColumns<W>> ColumnsRelate<W, C> {
    pub(super) const ANY: bool = touches_relation::<W>(&C::ACCESS);
}

/// Links an entity that gained these components to the targets that were read: those of the next value of each relation. Relations that
/// were not read (an optional part of a bundle that is `None`) stay as they are.
///
/// Each call takes one value of each relation that was read, in the order of reading, which is the order in which entities get their
/// values.
#[inline(never)]
pub(super) fn link<W: EcsWorld>(core: &mut Core<W>, entity: Entity, gained: &W::Mask) {
    let Core { entities: Population { allocator, relations, .. }, targets: read, .. } = core;
    for (number, (relating, index)) in W::RELATIONS.iter().zip(relations).enumerate() {
        if gained.contains(relating.component)
            && let Some(targets) = read.next(number)
        {
            // Clones can have dead targets, and only a wrong `Relation` leads to a cycle.
            let mut targets = targets.iter().filter(|target| allocator.contains(**target)).copied();
            if relating.is_many {
                index.set_all(entity, targets);
            } else {
                let target = targets.next().filter(|target| !relating.is_tree || !index.reaches(*target, entity));
                index.set(entity, target);
            }
        }
    }
}

/// Unlinks an entity that lost these components from its targets.
#[inline(never)]
pub(super) fn unlink<W: EcsWorld>(core: &mut Core<W>, entity: Entity, lost: &W::Mask) {
    for (relating, index) in W::RELATIONS.iter().zip(&mut core.entities.relations) {
        if lost.contains(relating.component) {
            if relating.is_many { index.set_all(entity, core::iter::empty()) } else { index.set(entity, None) }
        }
    }
}

/// Links a source of a loaded relation to its live targets, in **O(targets)** time: cycles are found by [`check`] afterwards.
///
/// # Errors
///
/// A target that has not lived yet, since it could become alive without being linked; except [`Entity::UNUSED`], which never becomes alive.
#[cfg(feature = "serde")]
pub(super) fn link_loaded<W: EcsWorld>(core: &mut Core<W>, relation: usize, source: Entity) -> Result<(), Entity> {
    let Core { storages, entities: Population { allocator, relations, .. }, .. } = core;
    let (relating, index) = (&W::RELATIONS[relation], &mut relations[relation]);
    let targets = (relating.targets)(storages, source, allocator);
    if let Some(target) = first_later(targets, allocator) {
        return Err(target);
    }
    let mut targets = targets.iter().filter(|target| allocator.contains(**target)).copied();
    if relating.is_many {
        index.set_all(source, targets);
    } else {
        index.set(source, targets.next());
    }
    Ok(())
}

/// The first target that has not lived yet and may become alive.
#[cfg(feature = "serde")]
fn first_later(targets: &[Entity], living: &Allocator) -> Option<Entity> {
    targets.iter().copied().find(|target| !has_lived(living, *target) && *target != Entity::UNUSED)
}

/// Returns true if an entity is or was alive, so that no other one will get its handle. Runs in **O(1)** time.
#[cfg(feature = "serde")]
fn has_lived(allocator: &Allocator, entity: Entity) -> bool {
    // A generation of zero is that of a retired slot.
    let own = allocator.generations().get(entity.index() as usize);
    own.is_some_and(|own| *own == 0 || *own >= entity.generation())
}

/// Links entities that were spawned together, each as [`link`] does.
pub(super) fn link_all<W: EcsWorld>(core: &mut Core<W>, entities: &[Entity], gained: &W::Mask) {
    for entity in entities {
        link(core, *entity, gained);
    }
}

/// For each relation, the function that reads targets at the front of a queue, and whether it is a tree.
#[expect(clippy::type_complexity, reason = "a name for it would say less")]
pub(super) fn waiting_targets<W: EcsWorld>() -> impl Iterator<Item = (for<'q> fn(&'q W::Queues) -> &'q [Entity], bool)>
{
    W::RELATIONS.iter().map(|relating| (relating.waiting, relating.is_tree))
}

/// Removes a despawned entity from all indices.
///
/// Its sources have lost their relation by then, or keep a stale handle, depending on the policy. Runs in **O(edges of the entity)** time
/// per relation.
#[inline(never)]
pub(super) fn forget(relations: &mut [RelationIndex], entity: Entity) {
    for index in relations {
        index.remove(entity);
    }
}

/// Sorts the sources of a target. The sort is stable.
///
/// Performs **O(n log n)** comparisons for the `n` sources, and links each anew. A copy of the order is sorted, so the comparison may read
/// the relation.
pub(super) fn sort_sources_by<W: HasRelation<R>, R: 'static>(
    world: &mut W,
    target: Entity,
    mut compare: impl FnMut(&W, Entity, Entity) -> Ordering,
) {
    let mut order = index_of(&world.__core(Token::new()).entities, W::RELATION).sources_with_edges(target);
    order.sort_by(|(a, _), (b, _)| compare(world, *a, *b));
    if let Some(index) = world.__core_mut(Token::new()).entities.relations.get_mut(W::RELATION) {
        index.arrange(target, order.into_iter().map(|(_, edge)| edge));
    }
}

/// Moves a source before another source of the same target.
pub(super) fn move_source_before<W: HasRelation<R>, R: 'static>(
    world: &mut W,
    source: Entity,
    sibling: Entity,
) -> bool {
    let index = world.__core_mut(Token::new()).entities.relations.get_mut(W::RELATION);
    index.is_some_and(|index| index.move_before(source, sibling))
}

/// The sources of a relation. Generated code passes it to systems.
#[must_use]
pub fn sources<W: HasRelation<R>, R: 'static>(entities: &Population<W::Mask>) -> Sources<'_, R> {
    Sources::new(index_of(entities, W::RELATION))
}

/// The parents and children of a relation. Generated code passes it to systems.
#[must_use]
pub fn tree<W: HasTree<R>, R: 'static>(entities: &Population<W::Mask>) -> Tree<'_, R> {
    Tree::new(index_of(entities, W::RELATION))
}

/// The index of a relation; an empty one for a population that belongs to no world.
fn index_of<M>(entities: &Population<M>, relation: usize) -> &RelationIndex {
    const EMPTY: &RelationIndex = &RelationIndex::EMPTY;
    entities.relations.get(relation).unwrap_or(EMPTY)
}

/// Checks that the indices agree with the values (I1, I2).
///
/// Runs in **O(sources + targets)** time per relation.
///
/// # Errors
///
/// The name of the relation, and how its index and the values differ.
pub(super) fn check<W: EcsWorld>(core: &mut Core<W>) -> Result<(), String> {
    if core.entities.relations.len() != W::RELATIONS.len() {
        return Err("relations: not one index per relation".into());
    }
    let Core { storages, entities, .. } = core;
    let living = &entities.allocator;
    for (number, index) in entities.relations.iter().enumerate() {
        let Relating { component, on_despawn, is_tree, is_many, targets, .. } = &W::RELATIONS[number];
        let checked = Checked { on_despawn: *on_despawn, is_tree: *is_tree, is_many: *is_many, index, living };
        let owners = W::__storage(storages, *component).map(ErasedMut::into_source);
        let owners = living_of(owners.unwrap_or(Source::empty()), living);
        let storages = &*storages;
        let checked = checked.check(&owners, &|source| targets(storages, source, living));
        checked.map_err(|error| relation_error(W::COMPONENTS[*component], &error))?;
    }
    Ok(())
}

/// The live entities of a source.
fn living_of(source: Source<'_>, living: &Allocator) -> Vec<Entity> {
    source.iter().filter_map(|index| living.entity_at(index)).collect()
}

/// The error for a relation that breaks an invariant.
fn relation_error(name: &str, error: &str) -> String {
    format!("relation {name}: {error}")
}

/// An index that is compared with the values of its relation.
struct Checked<'a> {
    on_despawn: OnDespawn,
    is_tree: bool,
    is_many: bool,
    index: &'a RelationIndex,
    living: &'a Allocator,
}

impl<'a> Checked<'a> {
    /// Checks that the index has exactly the links of the values of these entities, whose targets the function returns.
    fn check(&self, owners: &[Entity], targets: &dyn Fn(Entity) -> &'a [Entity]) -> Result<(), String> {
        let Self { on_despawn, is_tree, is_many, index, living } = *self;
        index.check()?;
        // A value with several targets may keep the handles of dead ones, as `Relation::remove_target` documents.
        let loses_dead = on_despawn == OnDespawn::Clear && !is_many || on_despawn == OnDespawn::Cascade && is_tree;
        let mut linked = 0;
        for source in owners {
            let targets = targets(*source);
            let targets = if is_many { targets } else { &targets[..targets.len().min(1)] };
            let live: Vec<_> = targets.iter().copied().filter(|target| living.contains(*target)).collect();
            if !index.targets(*source).eq(live.iter().copied()) {
                let linked: Vec<_> = index.targets(*source).collect();
                return Err(format!("{source} is linked to {linked:?} and not {live:?}"));
            }
            if live.len() < targets.len() && loses_dead {
                return Err(format!("a target among {targets:?} of {source} is dead"));
            }
            linked += live.len();
        }
        if linked != index.len() {
            return Err(format!("{} sources, of which {linked} have it", index.len()));
        }
        if is_tree { index.check_tree() } else { Ok(()) }
    }
}
