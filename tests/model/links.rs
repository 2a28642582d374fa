//! Relations in the naive world, as a list of links: which sources are despawned or changed with their target, and what is refused.

use ecs_world::Entity;

use super::reference::{Outcome, Reference, Values};
use super::world::{LINKED, LINKS};

/// The relations: a tree that cascades, one with `clear`, and one with `keep`.
const TREE: usize = 0;
const CLEARED: usize = 1;
const KEPT: usize = 2;

/// The links: relation, source and target, in the order of the sources. If an entity has a relation without a link, its handle is stale.
#[derive(Debug, Clone, Default)]
pub struct Links {
    all: Vec<(usize, Entity, Entity)>,
    /// The targets of the relations that the next change inserts; `None` for a stale handle.
    pub(super) given: [Option<Entity>; 3],
}

impl Links {
    fn target(&self, relation: usize, source: Entity) -> Option<Entity> {
        self.all.iter().find(|link| (link.0, link.1) == (relation, source)).map(|link| link.2)
    }

    pub(super) fn targets(&self, source: Entity) -> [Option<Entity>; 3] {
        [TREE, CLEARED, KEPT].map(|relation| self.target(relation, source))
    }

    pub(super) fn sources(&self, relation: usize, target: Entity) -> Vec<Entity> {
        self.all.iter().filter(|link| (link.0, link.2) == (relation, target)).map(|link| link.1).collect()
    }

    /// Updates the links of an entity that now has the components `new`, of which `by` were given.
    pub(super) fn change(&mut self, entity: Entity, new: Option<&Values>, by: &Values, given: [Option<Entity>; 3]) {
        for (relation, target) in given.into_iter().enumerate().take(LINKS) {
            let (part, own) = (LINKED + relation, self.target(relation, entity));
            let has = new.is_some_and(|new| new[part].is_some());
            let target = if has && by[part].is_none() { own } else { target.filter(|_| has) };
            if own != target {
                self.all.retain(|link| (link.0, link.1) != (relation, entity));
                self.all.extend(target.map(|target| (relation, entity, target)));
            }
        }
        if new.is_none() {
            self.all.retain(|link| link.2 != entity);
        }
    }
}

/// The value of one relation alone; empty in a world without relations.
pub(super) fn only(relation: usize, number: u32) -> Values {
    let mut values = Values::default();
    if let Some(value) = values.get_mut(LINKED + relation) {
        *value = Some(number);
    }
    values
}

impl Reference {
    /// Whether an entity can get this target.
    fn accepts(&self, source: Entity, relation: usize, target: Entity) -> bool {
        let mut above = std::iter::successors(Some(target), |entity| self.links.target(TREE, *entity));
        self.entities.contains_key(&target) && (relation != TREE || above.all(|entity| entity != source))
    }

    /// Whether an entity can get the relations among these values.
    pub(super) fn accepts_all(&self, source: Entity, values: &Values, targets: [Option<Entity>; 3]) -> bool {
        (0..LINKS)
            .filter(|relation| values[LINKED + relation].is_some())
            .all(|relation| targets[relation].is_some_and(|target| self.accepts(source, relation, target)))
    }

    /// Inserts a relation. If it is refused, returns whether the source is dead.
    pub fn relate(&mut self, source: Entity, relation: usize, target: Entity) -> Outcome<Result<(), bool>> {
        if !self.entities.contains_key(&source) || !self.accepts(source, relation, target) {
            return Ok(Err(!self.entities.contains_key(&source)));
        }
        self.links.given[relation] = Some(target);
        self.insert(source, &only(relation, target.index())).map(|_| Ok(()))
    }

    /// The descendants of an entity, each before its parent.
    fn below(&self, entity: Entity) -> Vec<Entity> {
        let children = self.links.sources(TREE, entity).into_iter();
        children.flat_map(|child| self.below(child).into_iter().chain([child])).collect()
    }

    /// Applies the policies of relations to the sources of an entity, before it is despawned.
    pub(super) fn despawn_sources(&mut self, entity: Entity) -> Outcome<()> {
        for source in self.below(entity) {
            self.clear_sources(source)?;
            self.despawn_alone(source)?;
        }
        self.clear_sources(entity)
    }

    fn clear_sources(&mut self, entity: Entity) -> Outcome<()> {
        for source in self.links.sources(CLEARED, entity) {
            if source != entity {
                let _ = self.remove(source, &only(CLEARED, 0), true)?;
            }
        }
        Ok(())
    }
}
