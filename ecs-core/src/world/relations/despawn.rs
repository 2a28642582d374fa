//! What a despawn does to the sources of the entity: those of a `cascade` relation are despawned before it, those of a `clear` relation
//! lose it.
//!
//! Entities that `cascade` despawns are collected first, on an explicit stack, so that the depth of a tree is limited by memory and not by
//! the stack of the thread. Then each entity is despawned as if alone, sources before targets: if user code panics between two of them, a
//! valid tree is left.
//!
//! ```text
//! ChildOf (tree, cascade)       a <- b, c      b <- d          despawn(a)
//! stack, the last one on top    a | a' c b | a' c b' d | a' c b' d' | a' c b' | a' c | a' c' | a'
//! listed                        d b c                          x' is x behind its sources: it is listed when it is popped
//! ```
//!
//! So `d` is despawned first, and `a` last, by the caller.

use alloc::vec::Vec;

use super::super::despawn::despawn_alone;
use super::OnDespawn;
use crate::entity::Entity;
use crate::relation::{Doomed, RelationIndex};
use crate::world::{Core, EcsWorld, Token};

/// Despawns a live entity, and applies the policies of relations to its sources.
#[inline(never)]
pub(in crate::world) fn despawn<W: EcsWorld>(world: &mut W, entity: Entity) {
    despawn_sources(world, entity);
    despawn_alone(world, entity);
}

/// Applies the policies of relations to the sources of an entity, before it is despawned itself: they are despawned, each before its
/// target, or lose their relation.
#[inline(never)]
pub(in crate::world) fn despawn_sources<W: EcsWorld>(world: &mut W, entity: Entity) {
    let is_target = |index: &RelationIndex| index.count(entity) > 0;
    let mut all = W::RELATIONS.iter().zip(&world.__core(Token::new()).entities.relations);
    if all.any(|(relating, index)| relating.on_despawn == OnDespawn::Cascade && is_target(index)) {
        // Nothing else is despawned meanwhile, since callbacks only have commands. A panic only loses the memory of the list.
        let first = world.__core_mut(Token::new()).entities.relations.first_mut();
        let mut doomed = first.map(|index| core::mem::take(&mut index.doomed)).unwrap_or_default();
        collect_doomed(world.__core(Token::new()), entity, &mut doomed);
        for source in doomed.all.drain(..) {
            clear_sources(world, source);
            despawn_alone(world, source);
        }
        if let Some(index) = world.__core_mut(Token::new()).entities.relations.first_mut() {
            index.doomed = doomed;
        }
    }
    clear_sources(world, entity);
}

/// Lists the entities that are despawned with an entity, each before its target; those of one target in the order of its sources.
///
/// An entity is pushed twice: before its sources, and again to be listed after them. Runs in **O(doomed entities + edges)** time. `seen`
/// has no bits before and after the call.
fn collect_doomed<W: EcsWorld>(core: &Core<W>, root: Entity, Doomed { all, left, seen }: &mut Doomed) {
    let cascading = || {
        let all = W::RELATIONS.iter().zip(&core.entities.relations);
        all.filter(|(relating, _)| relating.on_despawn == OnDespawn::Cascade)
    };
    // In a single tree, each entity is reached once. Otherwise it can be reached in several ways, or from itself.
    let once = cascading().count() == 1 && cascading().all(|(relating, _)| relating.is_tree);
    let words = (core.entities.allocator.slots() as usize).div_ceil(64);
    if !once && seen.len() < words {
        seen.resize(words, 0);
    }
    let mut is_new = |entity: Entity| {
        if once {
            return true;
        }
        let word = &mut seen[entity.index() as usize / 64];
        let bit = 1 << (entity.index() % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    };
    left.push((root, false));
    while let Some((entity, is_left)) = left.pop() {
        if is_left {
            all.push(entity);
        } else if is_new(entity) {
            left.push((entity, true));
            let sources = cascading().rev().flat_map(|(_, index)| index.sources(entity).rev());
            left.extend(sources.map(|source| (source, false)));
        }
    }
    if !once {
        for entity in &*all {
            seen[entity.index() as usize / 64] = 0;
        }
    }
    // The last entity is the root.
    all.pop();
}

/// Applies the policies of relations to the sources of entities of a tree that are outside of it, before the entities are despawned
/// together. Returns true if there were any: despawning them can despawn entities of the tree.
pub(in crate::world) fn despawn_sources_outside<W: EcsWorld>(world: &mut W, tree: &super::super::trees::Tree) -> bool {
    let mut outside = Vec::new();
    for on_despawn in [OnDespawn::Cascade, OnDespawn::Clear] {
        for target in tree.entities().iter().rev() {
            let all = W::RELATIONS.iter().zip(&world.__core(Token::new()).entities.relations).enumerate();
            for (number, (_, index)) in all.filter(|(_, (relating, _))| relating.on_despawn == on_despawn) {
                let sources = index.sources(*target).filter(|source| tree.position(*source).is_none());
                outside.extend(sources.map(|source| (number, source, *target)));
            }
        }
    }
    for (number, source, target) in &outside {
        let relating = &W::RELATIONS[*number];
        if !world.__core(Token::new()).entities.allocator.contains(*source) {
            continue;
        }
        match relating.on_despawn {
            OnDespawn::Cascade => despawn(world, *source),
            _ => remove_target(world, *number, *source, *target),
        }
    }
    !outside.is_empty()
}

/// Removes a target of a source, which loses the relation if that was the last one.
fn remove_target<W: EcsWorld>(world: &mut W, number: usize, source: Entity, target: Entity) {
    let relating = &W::RELATIONS[number];
    (relating.remove)(world, source, target);
    // Other targets can be left, so this one is unlinked here, whatever the value still has.
    if let Some(index) = world.__core_mut(Token::new()).entities.relations.get_mut(number) {
        index.unlink_from(source, target);
    }
}

/// Removes the relations with the policy `clear` from the sources of an entity.
///
/// They are removed one after another, each by a structural change, so callbacks see each source with its relation. An entity that is its
/// own target is skipped.
fn clear_sources<W: EcsWorld>(world: &mut W, entity: Entity) {
    for (number, relating) in W::RELATIONS.iter().enumerate() {
        if relating.on_despawn == OnDespawn::Clear {
            while let Some(source) = first_source(world, number, entity) {
                remove_target(world, number, source, entity);
            }
        }
    }
}

/// The first source of a relation that is not the entity itself.
///
/// Called again after each removal, since a removal changes the list.
fn first_source<W: EcsWorld>(world: &W, number: usize, entity: Entity) -> Option<Entity> {
    let index = world.__core(Token::new()).entities.relations.get(number)?;
    index.sources(entity).find(|source| *source != entity)
}
