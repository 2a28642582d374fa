//! The views of the naive world, kept as the plan says: the orders of lists and groups, and the callbacks at syncs.

#[path = "following.rs"]
mod following;

use std::collections::{BTreeMap, BTreeSet};

use ecs_world::{Entity, GeneratedWorld, ViewKind};

use super::reference::{Aspect, COMPONENTS, Reference, Values, keep, matches};
use super::world::{LAST, LATE, LAZY, World, ascends, part_called};

/// Number of systems with deferred views, and the aspects of these: two of the systems have the same view.
pub const LATER: usize = 4;
const SETTLING: [Aspect; LATER] = [LATE, LATE, LAZY, LAST];

/// A view, kept in the planned way: as a list, or as the first `len` entities of the owned storages.
#[derive(Debug, Clone)]
struct View {
    all: Vec<usize>,
    none: Vec<usize>,
    any: Vec<usize>,
    kept: ViewKind,
    owned: Vec<usize>,
    /// The parts whose storages follow the view.
    followers: Vec<usize>,
    list: Vec<Entity>,
    len: usize,
}

/// The views, and the entities that systems with deferred views were notified of.
#[derive(Debug, Clone)]
pub struct Views {
    planned: Vec<View>,
    /// The entities that each of these systems was notified of, and its pending notifications.
    notified: [BTreeSet<Entity>; LATER],
    pub later: [Vec<(bool, Entity)>; LATER],
}

impl Default for Views {
    fn default() -> Self {
        Self { planned: planned(), notified: Default::default(), later: Default::default() }
    }
}

/// The views of the plan, outer groups before inner ones.
fn planned() -> Vec<View> {
    let ids = |names: &[&str]| names.iter().map(|name| part_called(name)).collect::<Vec<_>>();
    let views = World::PLAN.views.iter().zip(following::followers()).map(|(view, followers)| View {
        all: ids(view.all),
        none: ids(view.none),
        any: ids(view.any),
        kept: view.kept,
        owned: ids(view.owned),
        followers,
        list: vec![],
        len: 0,
    });
    views.collect()
}

impl View {
    fn matches(&self, values: Option<&Values>) -> bool {
        values.is_some_and(|values| matches(values, (&self.all, &self.none, &self.any)))
    }

    /// Whether the view is the one for this aspect.
    fn is_of(&self, (all, none, any): Aspect) -> bool {
        let sorted = |parts: &[usize]| parts.iter().copied().collect::<BTreeSet<_>>();
        let same = |own: &[usize], other: &[usize]| sorted(own) == sorted(other);
        same(&self.all, all) && same(&self.none, none) && same(&self.any, any)
    }

    /// Swaps an entity with the one at the boundary of the group, in each owned storage.
    fn bring(&self, storages: &mut [Vec<Entity>], entity: Entity) {
        for part in &self.owned {
            let at =
                storages[*part].iter().position(|other| *other == entity).expect("the entity has the owned components");
            storages[*part].swap(at, self.len);
        }
    }
}

impl Views {
    /// Updates orders after a change: leaves views, inner ones first; removes and inserts values; enters views, outer ones first.
    pub fn keep_orders(
        &mut self,
        storages: &mut [Vec<Entity>],
        entity: Entity,
        old: Option<&Values>,
        new: Option<&Values>,
    ) {
        for view in self.planned.iter_mut().rev().filter(|view| view.matches(old) && !view.matches(new)) {
            match view.kept {
                ViewKind::List => keep(&mut view.list, entity, true, false),
                ViewKind::Group => {
                    view.len -= 1;
                    view.bring(storages, entity);
                }
                _ => {}
            }
        }
        for (part, storage) in storages.iter_mut().enumerate() {
            let has = |values: Option<&Values>| values.is_some_and(|values| values[part].is_some());
            keep(storage, entity, has(old), has(new));
            if ascends(part) {
                storage.sort_unstable();
            }
        }
        for view in self.planned.iter_mut().filter(|view| view.matches(new) && !view.matches(old)) {
            match view.kept {
                ViewKind::List => view.list.push(entity),
                ViewKind::Group => {
                    view.bring(storages, entity);
                    view.len += 1;
                }
                _ => {}
            }
        }
    }

    /// Adds entities that are spawned together, with equal sets of components: first all values, then all enter each view.
    pub fn enter_together(&mut self, storages: &mut [Vec<Entity>], spawned: &[Entity], values: &Values) {
        for (part, storage) in storages.iter_mut().enumerate().filter(|(part, _)| values[*part].is_some()) {
            storage.extend(spawned);
            if ascends(part) {
                storage.sort_unstable();
            }
        }
        for view in self.planned.iter_mut().filter(|view| view.matches(Some(values))) {
            for entity in spawned {
                match view.kept {
                    ViewKind::List => view.list.push(*entity),
                    ViewKind::Group => {
                        view.bring(storages, *entity);
                        view.len += 1;
                    }
                    _ => {}
                }
            }
        }
    }

    /// Notifies systems with deferred views at a sync; returns the number of notifications.
    pub fn settle(&mut self, entities: &BTreeMap<Entity, Values>) -> usize {
        let before: usize = self.later.iter().map(Vec::len).sum();
        for (aspect, (notified, later)) in SETTLING.into_iter().zip(self.notified.iter_mut().zip(&mut self.later)) {
            let matching = entities.iter().filter(|(_, values)| matches(values, aspect));
            let now: BTreeSet<_> = matching.map(|(entity, _)| *entity).collect();
            if !World::CALLBACKS {
                continue;
            }
            later.extend(notified.difference(&now).map(|entity| (false, *entity)));
            later.extend(now.difference(notified).map(|entity| (true, *entity)));
            *notified = now;
        }
        self.later.iter().map(Vec::len).sum::<usize>() - before
    }

    /// After a panic, keeps only the notifications that systems received; they get the rest later.
    pub fn interrupt(&mut self, heard: [&[(bool, Entity)]; LATER]) {
        for ((notified, later), heard) in self.notified.iter_mut().zip(&mut self.later).zip(heard) {
            assert!(
                heard.iter().all(|report| later.contains(report)),
                "a system received {heard:?}, but {later:?} were pending"
            );
            for (has_entered, entity) in later.extract_if(.., |report| !heard.contains(report)) {
                if has_entered {
                    notified.remove(&entity);
                } else {
                    notified.insert(entity);
                }
            }
        }
    }
}

impl Reference {
    /// Sorts a storage: the part of each group outside of its inner ones, and the rest, each separately in all owned storages.
    pub fn sort(&mut self, part: usize, key: impl Fn(u32) -> u32) {
        self.sorted.insert(part);
        let Self { entities, storages, views, .. } = self;
        let sort = |order: &mut [Entity]| order.sort_by_key(|entity| entities[entity][part].map(&key));
        let mut start = 0;
        let owners = |view: &&View| view.kept == ViewKind::Group && view.owned.contains(&part);
        for View { owned, len, .. } in views.planned.iter().rev().filter(owners) {
            for other in owned {
                sort(&mut storages[*other][start..*len]);
            }
            start = *len;
        }
        sort(&mut storages[part][start..]);
    }

    /// The tidy orders of storages and lists: by classes, those with the lowest entity first, and ascending within each; separately for the
    /// part of each group outside of its inner ones, and for the rest.
    fn tidied(&self) -> ([Vec<Entity>; COMPONENTS], Vec<Vec<Entity>>) {
        let mut classes = BTreeMap::new();
        for (entity, values) in &self.entities {
            classes.entry(values.map(|number| number.is_some())).or_insert(*entity);
        }
        let key = |entity: &Entity| (classes[&self.entities[entity].map(|number| number.is_some())], *entity);
        let mut storages = self.storages.clone();
        for (part, storage) in storages.iter_mut().enumerate().filter(|(part, _)| !ascends(*part)) {
            let mut start = 0;
            let owners = |view: &&View| view.kept == ViewKind::Group && view.owned.contains(&part);
            for View { owned, len, .. } in self.views.planned.iter().rev().filter(owners) {
                if !owned.iter().any(|part| self.sorted.contains(part)) {
                    storage[start..*len].sort_by_key(key);
                }
                start = *len;
            }
            if !self.sorted.contains(&part) {
                storage[start..].sort_by_key(key);
            }
        }
        let list = |view: &View| {
            let mut list = view.list.clone();
            list.sort_by_key(key);
            list
        };
        (storages, self.views.planned.iter().map(list).collect())
    }

    /// Tidies all storages and lists.
    pub fn tidy(&mut self) {
        let (storages, lists) = self.tidied();
        self.storages = storages;
        for (view, list) in self.views.planned.iter_mut().zip(lists) {
            view.list = list;
        }
    }

    /// Adopts the orders that a call within a budget left; values that were in place must still be. Returns true if all are in place.
    pub fn tidy_partly(&mut self, storages: Vec<Vec<Entity>>, lists: &[(Aspect, Vec<Entity>)]) -> bool {
        fn take_over(own: &mut Vec<Entity>, order: Vec<Entity>, goal: &[Entity]) -> bool {
            let sorted = |order: &[Entity]| order.iter().copied().collect::<BTreeSet<_>>();
            assert_eq!((sorted(own), own.len()), (sorted(&order), order.len()), "the same entities");
            for ((before, now), goal) in own.iter().zip(&order).zip(goal) {
                assert!(before != goal || now == goal, "{now} replaced {goal}, which was in place");
            }
            *own = order;
            own == goal
        }
        let (goals, goals_of_lists) = self.tidied();
        let mut done = true;
        for ((own, order), goal) in self.storages.iter_mut().zip(storages).zip(&goals) {
            done &= take_over(own, order, goal);
        }
        let listed = self.views.planned.iter_mut().zip(&goals_of_lists).filter(|(view, _)| view.kept == ViewKind::List);
        for (view, goal) in listed {
            let found = lists.iter().find(|(aspect, _)| view.is_of(*aspect));
            let (_, order) = found.unwrap_or_else(|| panic!("the model does not read the list of {view:?}"));
            done &= take_over(&mut view.list, order.clone(), goal);
        }
        done
    }

    /// The entities of a view in their order; `None` if there is no such view, or it keeps no order or is deferred.
    pub fn kept(&self, aspect: Aspect) -> Option<Vec<Entity>> {
        let view = self.views.planned.iter().find(|view| view.is_of(aspect))?;
        match view.kept {
            ViewKind::List => Some(view.list.clone()),
            ViewKind::Group => Some(self.storages[view.owned[0]][..view.len].to_vec()),
            ViewKind::Storage => Some(self.storages[view.all[0]].clone()),
            _ => None,
        }
    }

    /// Whether the plan has a group for this aspect that owns all required components.
    pub fn is_group(&self, aspect: Aspect) -> bool {
        let has =
            |view: &View| view.all.len() == aspect.0.len() && aspect.0.iter().all(|part| view.owned.contains(part));
        self.views.planned.iter().any(|view| view.kept == ViewKind::Group && has(view))
    }

    /// The possible orders of a query that requires some components: those of storages, and of views that contain all matches.
    pub fn orders(&self, parts: &[usize]) -> Vec<Vec<Entity>> {
        let covers = |view: &&View| {
            let all = !view.all.is_empty() && view.all.iter().all(|part| parts.contains(part));
            all && view.none.is_empty() && (view.any.is_empty() || view.any.iter().any(|part| parts.contains(part)))
        };
        let views = self.views.planned.iter().filter(covers).filter_map(|view| match view.kept {
            ViewKind::List => Some(view.list.clone()),
            ViewKind::Group => Some(self.storages[view.owned[0]][..view.len].to_vec()),
            _ => None,
        });
        views.chain(parts.iter().map(|part| self.storages[*part].clone())).collect()
    }
}
