//! Whole trees of a relation: clones, and templates that move between worlds.
//!
//! Handles of new entities are known before they are alive ([`Allocator::nth_next`](crate::Allocator::nth_next)), so values get theirs
//! before any storage changes permanently. All user code (`Clone`, `VisitHandles`) runs before the first entity is spawned. Each
//! `on_removed` runs before the first entity is despawned, and each `on_added` when all are spawned. The handles in taken values are
//! visited when these are out of the world; if that panics, the values are dropped.
//!
//! ```text
//! clone    values of originals, with handles replaced -> rows     spawn all     assign     link all     views     on_added
//! take     on_removed of all     leave views, handles, values, leaves of the tree first     handles become codes
//! spawn    codes become handles     pasts     spawn all, values     link all     views     on_added
//! ```
//!
//! Links are made when all entities are alive, so parents and children may refer to one another in any order. In a tree of `n` entities,
//! each operation takes **O(n log n)** time, since handles are searched among sorted ones, plus that for the components and views of each
//! entity.

use alloc::vec::Vec;

use super::change::settle_reserved;
use super::each::{self, EachClone, EachComponent};
use super::past;
use super::relations;
use super::rows::Rows;
use super::templates::Composing;
use super::transfers::Take;
use super::transition::{Despawning, call_added, core};
use crate::allocator::Allocator;
use crate::bundle::BundleKind;
use crate::entity::Entity;
use crate::error::{ChangeError, ChangeErrorKind};
use crate::mask::BitMask;
use crate::storage::Storage;
use crate::template::{Meaning, Template, TemplateTree};
use crate::view::Transition;
use crate::world::{CloneComponents, Core, EcsWorld, HasTree, Holds, Token};

/// The entities of a tree, each parent before its children and siblings in order, and their positions.
///
/// ```text
/// 8v1 has the children 2v1 and 9v1, 2v1 has the child 5v1
///
/// entities     8v1 2v1 5v1 9v1
/// positions    (2v1, 1) (5v1, 2) (8v1, 0) (9v1, 3)      sorted by handle
/// ```
pub(super) struct Tree {
    /// In depth-first order, so a parent has a lower position than its children.
    entities: Vec<Entity>,
    /// Sorted by handle, to find the position of a handle in a value.
    positions: Vec<(Entity, usize)>,
}

impl Tree {
    /// An entity and its descendants.
    ///
    /// Runs in **O(entities log entities)** time.
    fn of<W: HasTree<R>, R: 'static>(core: &Core<W>, root: Entity) -> Self {
        let descendants = relations::tree::<W, R>(&core.entities).descendants(root);
        let entities: Vec<_> = core::iter::once(root).chain(descendants).collect();
        let mut positions: Vec<_> = entities.iter().copied().zip(0..).collect();
        positions.sort_unstable();
        Self { entities, positions }
    }

    /// Each parent is before its children; in reverse order, children are before their parents.
    pub(super) fn entities(&self) -> &[Entity] {
        &self.entities
    }

    /// The position of an entity; `None` if it is outside of the tree. Runs in **O(log entities)** time.
    pub(super) fn position(&self, entity: Entity) -> Option<usize> {
        let at = self.positions.binary_search_by_key(&entity, |(own, _)| *own).ok()?;
        Some(self.positions[at].1)
    }
}

/// The next entities that will be spawned.
///
/// Nothing may be allocated or freed before they are spawned.
fn next_entities(allocator: &Allocator, count: usize) -> Vec<Entity> {
    (0..).take(count).map(|ahead| allocator.nth_next(ahead)).collect()
}

/// Clones an entity and its descendants.
///
/// The clone of the root keeps its relation: it becomes a sibling of the original.
///
/// # Errors
///
/// [`ChangeError`], if the root is dead.
///
/// # Panics
///
/// If fewer indices are left than the tree has entities. Nothing has changed then.
#[track_caller]
pub(super) fn clone_tree<W: HasTree<R> + for<'x> CloneComponents<'x>, R: 'static>(
    world: &mut W,
    root: Entity,
) -> Result<Entity, ChangeError> {
    if !core(world).entities.allocator.contains(root) {
        return Err(ChangeError::no_such_entity(root, ()));
    }
    settle_reserved(world);
    let tree = Tree::of::<W, R>(core(world), root);
    let Core { storages, entities, targets, .. } = core(world);
    entities.allocator.expect_left(tree.entities.len());
    let clones = next_entities(&entities.allocator, tree.entities.len());
    let mut rows = Rows::new(storages, targets);
    for original in &tree.entities {
        let mask = entities.mask(*original).unwrap_or(W::Mask::EMPTY);
        let (living, original) = (&entities.allocator, *original);
        W::__each_clone(&mask, &mut CloneInto { original, living, tree: &tree, clones: &clones, rows: &mut rows });
    }
    let mut spawned = Vec::with_capacity(clones.len());
    for (original, clone) in tree.entities.iter().zip(&clones) {
        let mask = entities.mask(*original).unwrap_or(W::Mask::EMPTY);
        let entity = entities.spawn(mask);
        debug_assert_eq!(entity, *clone, "an allocator does what it says");
        spawned.push((entity, mask));
    }
    rows.assign_each(&spawned);
    drop(rows);
    finish_spawning(world, &spawned);
    Ok(clones[0])
}

/// Clones the values of an entity, replacing handles of originals with those of their clones.
struct CloneInto<'a, 'w, W: EcsWorld> {
    original: Entity,
    /// The clones are not alive yet: they are spawned when all values are cloned.
    living: &'a Allocator,
    tree: &'a Tree,
    /// The clones, by position in the tree.
    clones: &'a [Entity],
    rows: &'a mut Rows<'w, W>,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for CloneInto<'_, '_, W> {}

impl<W: EcsWorld> EachClone<W> for CloneInto<'_, '_, W> {
    fn component<C: Clone + 'static>(&mut self)
    where
        W: Holds<C>,
    {
        let storage = W::storage(self.rows.storages());
        let Some(mut value) = storage.value(self.original, self.living).cloned() else { return };
        if let Some(visit) = W::VISIT_HANDLES {
            visit(&mut value, &mut |handle| {
                if let Some(position) = self.tree.position(*handle) {
                    *handle = self.clones[position];
                }
            });
        }
        self.rows.push(value);
    }
}

/// Links entities that were spawned together with these masks, enters them into views, and calls each `on_added`.
///
/// These are three loops, since a callback may read any of the entities, and views may read relations.
fn finish_spawning<W: EcsWorld>(world: &mut W, spawned: &[(Entity, W::Mask)]) {
    let core = core(world);
    for (entity, mask) in spawned {
        relations::link(core, *entity, mask);
    }
    for (entity, mask) in spawned {
        W::__after::<Composing>(&mut core.storages, &mut core.views, &Transition::spawned(*entity, *mask));
    }
    for (entity, mask) in spawned {
        call_added::<W, Composing>(world, &Transition::spawned(*entity, *mask));
    }
}

/// Despawns an entity and its descendants, and returns their components.
///
/// Sources outside of the tree are despawned or lose their relation first, as by a despawn. Returns `None` if the root is dead, or if that
/// despawns it.
pub(super) fn take_tree<W: HasTree<R>, R: 'static>(world: &mut W, root: Entity) -> Option<TemplateTree<W, R>> {
    if !core(world).entities.allocator.contains(root) {
        return None;
    }
    settle_reserved(world);
    let mut tree = Tree::of::<W, R>(core(world), root);
    while relations::despawn_sources_outside(world, &tree) {
        // This may have despawned entities of the tree, too, so that others are outside of it now.
        core(world).entities.mask(root)?;
        tree = Tree::of::<W, R>(core(world), root);
    }
    let mut taken = Vec::with_capacity(tree.entities.len());
    for entity in tree.entities.iter().rev() {
        let mask = core(world).entities.mask(*entity)?;
        let change = Transition::despawned(*entity, mask);
        if W::CALLBACKS {
            world.__on_removed::<Despawning>(&change, Token::new());
        }
        taken.push((*entity, mask, change));
    }
    let Core { storages, views, entities, .. } = core(world);
    let (mut templates, mut removed) = (Vec::with_capacity(taken.len()), W::Mask::EMPTY);
    for (entity, mask, change) in taken {
        W::__before::<Despawning>(storages, views, &change);
        entities.despawn(entity);
        relations::forget(&mut entities.relations, entity);
        let mut values = W::Queues::default();
        W::__each_component(&mask, &mut Take::<W> { storages, entity, values: &mut values });
        templates.push(Template::of(mask, values));
        removed = removed.union(mask);
    }
    past::finish_all::<W>(storages, &removed);
    templates.reverse();
    if let Some(root) = templates.first_mut() {
        *root = core::mem::take(root).without::<R>();
    }
    Some(TemplateTree::of(templates, |entity| tree.position(entity)))
}

/// Spawns the entities of a tree.
///
/// # Errors
///
/// [`ChangeError`] with the tree, if a handle was not mapped, a target is dead, or relations form a cycle in what must be a tree.
#[track_caller]
pub(super) fn spawn_tree<W: EcsWorld, R>(
    world: &mut W,
    mut tree: TemplateTree<W, R>,
) -> Result<Entity, ChangeError<TemplateTree<W, R>>> {
    settle_reserved(world);
    if let Some(kind) = refusal(core(world), &mut tree) {
        return Err(ChangeError { kind, value: tree });
    }
    let Core { storages, entities, targets, .. } = core(world);
    entities.allocator.expect_left(tree.count());
    let handles = next_entities(&entities.allocator, tree.count());
    let templates = tree.into_templates(&handles);
    targets.clear();
    for template in &templates {
        relations::read_values::<W>(targets, &template.mask(), template.queues());
    }
    // Pasts that are made last are inserted first.
    for template in templates.iter().rev() {
        past::prepare_values::<W>(storages, template.queues(), &template.mask());
    }
    let mut spawned = Vec::with_capacity(templates.len());
    for mut template in templates {
        let mask = template.mask();
        let entity = entities.spawn(mask);
        W::__each_component(&mask, &mut PushValues::<W> { queues: template.values(), storages, entity });
        spawned.push((entity, mask));
    }
    finish_spawning(world, &spawned);
    Ok(handles[0])
}

/// Moves the values of a template to an entity that is spawned with them.
struct PushValues<'a, W: EcsWorld> {
    queues: &'a mut W::Queues,
    storages: &'a mut W::Storages,
    entity: Entity,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for PushValues<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for PushValues<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        if let Some(value) = W::queue(self.queues).pop_front() {
            C::Kind::push(C::Kind::into_plain(value), self.storages, self.entity);
        }
    }
}

/// Returns why a tree cannot be spawned.
///
/// Templates may have been changed since the tree was taken, so relations within it are checked again.
///
/// All relations are checked, not only that of the tree: templates can have others, with targets inside and outside of it.
fn refusal<W: EcsWorld, R>(core: &Core<W>, tree: &mut TemplateTree<W, R>) -> Option<ChangeErrorKind> {
    if let Some(handle) = tree.unmapped() {
        return Some(ChangeErrorKind::OutsideTree { handle });
    }
    relations::waiting_targets::<W>().find_map(|(waiting, is_tree)| {
        // The position of the parent of each entity, if the parent is in the tree.
        let mut parents = Vec::with_capacity(tree.count());
        for template in tree.templates() {
            let mut parent = None;
            for target in waiting(template.queues()) {
                match tree.meaning(*target) {
                    Meaning::Inside(position) => parent = Some((position, *target)),
                    Meaning::Entity(target) if core.entities.allocator.contains(target) => {}
                    Meaning::Entity(target) => return Some(ChangeErrorKind::DeadTarget { entity: None, target }),
                }
            }
            parents.push(parent);
        }
        if is_tree { cycle(&parents) } else { None }
    })
}

/// Finds a cycle among parents, which are given by their positions. Runs in **O(entities)** time.
fn cycle(parents: &[Option<(usize, Entity)>]) -> Option<ChangeErrorKind> {
    // The start from which each entity was first reached.
    let mut reached_from: Vec<Option<usize>> = core::iter::repeat_n(None, parents.len()).collect();
    for start in 0..parents.len() {
        let (mut at, mut through) = (start, None);
        while reached_from[at].is_none() {
            reached_from[at] = Some(start);
            let Some((parent, target)) = parents[at] else { break };
            (at, through) = (parent, Some(target));
        }
        // A cycle is closed only by an entity that was reached from this start before; `through` is the handle of `at`.
        if let Some(entity) = through.filter(|_| reached_from[at] == Some(start))
            && let Some((_, target)) = parents[at]
        {
            return Some(ChangeErrorKind::Cycle { entity, target });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::entity;

    #[test]
    fn cycles_among_parents_are_found_wherever_they_begin() {
        let is_cycle = |parents: &[usize]| {
            // A number that is out of range means no parent.
            let parents: Vec<_> = parents.iter().map(|it| (*it < parents.len()).then(|| (*it, entity(*it)))).collect();
            cycle(&parents).is_some()
        };
        for acyclic in [&[][..], &[1], &[2, 0], &[1, 2], &[3, 0, 0], &[1, 2, 3], &[2, 0, 3], &[5, 0, 1, 1, 0]] {
            assert!(!is_cycle(acyclic), "{acyclic:?}");
        }
        for cycle in [&[0][..], &[1, 0], &[2, 1], &[1, 2, 0], &[3, 2, 1], &[1, 2, 3, 1], &[5, 0, 3, 4, 2]] {
            assert!(is_cycle(cycle), "{cycle:?}");
        }
    }
}
