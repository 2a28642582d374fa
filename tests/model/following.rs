//! How storages follow partial groups in the naive world: cluster by cluster, with positions that are searched each time.

use std::collections::{BTreeMap, BTreeSet};

use ecs_world::{Entity, ViewKind};

use super::super::reference::Reference;
use super::super::world::{World, ascends, part_called};
use super::Views;

/// Number of entities that are kept adjacent; a view that is followed has at least as many.
const CLUSTER: usize = 64;

/// The parts that follow each view: those that it looks up, unless an earlier partial group looks them up.
pub(super) fn followers() -> Vec<Vec<usize>> {
    let mut known = BTreeSet::new();
    let is_run = |view: &ecs_world::ViewPlan| view.kept == ViewKind::Group && !view.systems.is_empty();
    let followers = World::PLAN.views.iter().map(|view| {
        let looked_up = view.all.iter().filter(|name| is_run(view) && !view.owned.contains(name));
        let parts: Vec<_> = looked_up.map(|name| part_called(name)).collect();
        parts.into_iter().filter(|part| !ascends(*part) && known.insert(*part)).collect()
    });
    followers.collect()
}

impl Views {
    /// The first position in a storage that is behind all groups that own it.
    fn border(&self, part: usize) -> usize {
        let owners = self.planned.iter().filter(|view| view.kept == ViewKind::Group && view.owned.contains(&part));
        owners.map(|view| view.len).max().unwrap_or_default()
    }
}

impl Reference {
    /// Lets storages follow the groups that these systems iterate, unless tidying moves them or the user has sorted them.
    pub fn follow(&mut self, systems: &[&str]) {
        if self.tidies_at_runs || self.is_tidying {
            return;
        }
        let Self { storages, views, sorted, .. } = self;
        let iterated = World::PLAN.views.iter().map(|view| view.systems.iter().any(|system| systems.contains(system)));
        let iterated = views.planned.iter().zip(iterated).filter(|(_, is_iterated)| *is_iterated).map(|(view, _)| view);
        for view in iterated.filter(|view| view.kept == ViewKind::Group && view.len >= CLUSTER) {
            for part in view.followers.iter().filter(|part| !sorted.contains(part)) {
                let order = storages[view.owned[0]][..view.len].to_vec();
                follow(&order, &mut storages[*part], views.border(*part));
            }
        }
    }
}

/// A storage with the position of each entity.
struct Storage<'a> {
    order: &'a mut [Entity],
    positions: BTreeMap<Entity, usize>,
    border: usize,
    /// Number of swaps that are left.
    budget: usize,
}

impl Storage<'_> {
    /// Moves the entities of a cluster that are behind the border to the positions from `first` on.
    fn move_to(&mut self, cluster: &[Entity], first: usize) {
        for (at, entity) in (first..).zip(cluster) {
            let from = self.positions[entity];
            if from >= self.border && from != at && self.budget > 0 {
                self.order.swap(from, at);
                self.positions.extend([from, at].map(|at| (self.order[at], at)));
                self.budget -= 1;
            }
        }
    }

    /// The position of a cluster, if two of three probed entities agree on it, and more than half of the cluster is in place there.
    fn position_of(&self, cluster: &[Entity]) -> Option<usize> {
        let probed = [0, cluster.len() / 3, 2 * cluster.len() / 3]
            .map(|at| self.positions[&cluster[at]].checked_sub(at).filter(|first| *first >= self.border));
        let agreed = |first: &usize| probed.iter().filter(|other| **other == Some(*first)).count() >= 2;
        let first = probed.into_iter().flatten().find(agreed)?;
        let present = self.order.get(first..first + cluster.len())?;
        let in_place = present.iter().zip(cluster).filter(|(own, entity)| own == entity).count();
        (2 * in_place > cluster.len()).then_some(first)
    }
}

fn follow(order: &[Entity], storage: &mut [Entity], border: usize) {
    let positions = storage.iter().copied().zip(0..).collect();
    let sample: Vec<_> = order.iter().step_by(order.len().div_ceil(CLUSTER)).collect();
    let positions: BTreeMap<_, _> = positions;
    if 8 * sample.iter().filter(|entity| positions[**entity] < border).count() > sample.len() {
        return;
    }
    let mut storage = Storage { order: storage, positions, border, budget: CLUSTER + order.len() / 32 };
    let (mut taken, mut to_place) = (BTreeSet::new(), vec![]);
    for cluster in order.chunks(CLUSTER) {
        let is_free = |first: &usize| (*first..first + cluster.len()).all(|at| !taken.contains(&at));
        if let Some(first) = storage.position_of(cluster).filter(is_free) {
            taken.extend(first..first + cluster.len());
            storage.move_to(cluster, first);
        } else {
            to_place.push(cluster);
        }
    }
    let is_free = |first: &usize| (*first..first + CLUSTER).all(|at| !taken.contains(&at));
    let places = (0..storage.order.len()).step_by(CLUSTER).filter(|first| *first >= border).filter(is_free);
    let mut places = places.peekable();
    for cluster in to_place {
        let Some(first) = places.peek().copied().filter(|_| storage.budget >= cluster.len()) else { return };
        let is_behind = cluster.iter().step_by(CLUSTER / 8).all(|entity| storage.positions[entity] >= border);
        if first + cluster.len() <= storage.order.len() && is_behind {
            storage.move_to(cluster, first);
            places.next();
        }
    }
}
