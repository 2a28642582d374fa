//! Executes operations on relations, in a world that has some.

use super::executor::Executor;
use super::links::only;
use super::operations::Pick;
use super::reference::Waiting;
use super::world::{LINKS, command_relate, relate, sources_of, targets_of, unrelate};

impl Executor {
    pub(super) fn relate(&mut self, source: Pick, relation: u8, target: Pick) {
        let (Some(source), Some(target)) = (self.pick(source), self.pick(target)) else { return };
        let Some(relation) = usize::from(relation).checked_rem(LINKS) else { return };
        let done = self.act(&mut |world| relate(world, source, relation, target));
        assert_eq!(
            done,
            self.reference.relate(source, relation, target),
            "{source} gets relation {relation} to {target}"
        );
    }

    pub(super) fn unrelate(&mut self, source: Pick, relation: u8) {
        let Some(source) = self.pick(source) else { return };
        let Some(relation) = usize::from(relation).checked_rem(LINKS) else { return };
        let done = self.act(&mut |world| unrelate(world, source, relation));
        let expected = self.reference.remove(source, &only(relation, 0), true);
        assert_eq!(done, expected.map(|taken| taken.map(|taken| taken.is_some())));
    }

    pub(super) fn command_relate(&mut self, source: Pick, relation: u8, target: Pick) {
        let (Some(source), Some(target)) = (self.pick(source), self.pick(target)) else { return };
        let Some(relation) = usize::from(relation).checked_rem(LINKS) else { return };
        command_relate(&mut self.world, source, relation, target);
        self.reference.waiting.push_back(Waiting::Relate(source, relation, target));
    }

    /// Asserts that both worlds have the same links, in the same order.
    pub(super) fn compare_links(&self) {
        for entity in self.reference.entities.keys() {
            let links = &self.reference.links;
            let targets = links.targets(*entity);
            assert!(targets_of(&self.world, *entity).eq(&targets[..LINKS]), "the targets of {entity}");
            let sources: Vec<_> = (0..LINKS).map(|relation| links.sources(relation, *entity)).collect();
            assert_eq!(sources_of(&self.world, *entity), sources, "the sources of {entity}");
        }
    }
}
