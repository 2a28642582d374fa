//! Which queries of one system can borrow one component, at least one of them to write: those on different sides of the boundary of a
//! group.
//!
//! A group keeps its entities at the front of the storages that it owns. A query of exactly the entities of the group borrows the
//! values before the boundary, and a query that excludes one of its components borrows the others, so that they share none.

use std::collections::BTreeMap;

use super::{ArgumentKind, Aspect, System};
use crate::planner::{self, Kept};

/// A component that several queries of one system borrow, at least one of them to write, with the numbers of their parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Split {
    pub(crate) component: usize,
    /// The view of the group.
    pub(crate) view: usize,
    /// The queries of the entities of the group.
    pub(crate) front: Vec<usize>,
    /// The queries of other entities.
    pub(crate) back: Vec<usize>,
}

/// A group of the plan: the number of its view, its aspect, and the storages that it owns.
#[derive(Clone, Copy)]
pub(crate) struct Group<'a> {
    pub(crate) view: usize,
    pub(crate) aspect: &'a Aspect,
    pub(crate) owned: &'a [usize],
}

impl<'a> Group<'a> {
    /// The groups among these views.
    pub(crate) fn among(views: &'a [planner::View]) -> impl Iterator<Item = Self> {
        let groups = views.iter().enumerate().filter(|(_, view)| view.kept == Kept::Group);
        groups.map(|(view, planner::View { aspect, owned, .. })| Self { view, aspect, owned })
    }
}

/// A component that cannot be split.
pub(crate) struct Unsplit {
    pub(crate) component: usize,
    /// The parameters that borrow it.
    pub(crate) arguments: Vec<usize>,
}

impl System {
    /// The aspect of a query parameter with filters, or with two or more components.
    fn required_by_query(&self, argument: usize) -> Option<&Aspect> {
        self.requests.iter().find(|request| request.argument == argument).map(|request| &request.aspect)
    }

    /// Returns true if these parameters are queries, and one excludes a component that the other requires.
    pub(crate) fn queries_are_apart(&self, one: usize, other: usize) -> bool {
        let [Some(one), Some(other)] = [one, other].map(|argument| self.required_by_query(argument)) else {
            return false;
        };
        excludes(one, other) || excludes(other, one)
    }

    /// The components that several queries borrow, at least one of them to write; for each, the parameters, and whether each writes.
    fn shared_by_queries(&self) -> BTreeMap<usize, BTreeMap<usize, bool>> {
        let mut shared: BTreeMap<usize, BTreeMap<usize, bool>> = BTreeMap::new();
        for (number, argument) in self.run.arguments.iter().enumerate() {
            let ArgumentKind::Query(shape) = &argument.kind else { continue };
            for borrow in shape.borrows().into_iter().filter(|borrow| !borrow.is_past()) {
                *shared.entry(borrow.component).or_default().entry(number).or_default() |= borrow.mutable;
            }
        }
        shared.retain(|_, by| by.len() > 1 && by.values().any(|writes| *writes));
        shared
    }

    /// Returns true if the query in a parameter writes this component.
    pub(crate) fn writes_in_query(&self, argument: usize, component: usize) -> bool {
        let kind = self.run.arguments.get(argument).map(|argument| &argument.kind);
        let borrows = if let Some(ArgumentKind::Query(shape)) = kind { shape.borrows() } else { vec![] };
        borrows.into_iter().any(|borrow| borrow.component == component && borrow.mutable)
    }

    /// Splits the components that queries share by these groups; for each, returns the split, or what cannot be split.
    pub(crate) fn splits(&self, groups: &[Group<'_>]) -> Vec<Result<Split, Unsplit>> {
        let shared = self.shared_by_queries().into_iter();
        let splits = shared.map(|(component, by)| {
            let split = groups.iter().find_map(|group| self.split(component, &by, *group));
            split.ok_or_else(|| Unsplit { component, arguments: by.into_keys().collect() })
        });
        splits.collect()
    }

    fn split(&self, component: usize, by: &BTreeMap<usize, bool>, group: Group<'_>) -> Option<Split> {
        if !group.owned.contains(&component) {
            return None;
        }
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for argument in by.keys() {
            let aspect = self.required_by_query(*argument)?;
            if aspect == group.aspect {
                front.push(*argument);
            } else if excludes(aspect, group.aspect) {
                back.push(*argument);
            } else {
                return None;
            }
        }
        let can_share = |side: &[usize]| side.len() < 2 || side.iter().all(|argument| !by[argument]);
        (!front.is_empty() && can_share(&front) && can_share(&back)).then_some(Split {
            component,
            view: group.view,
            front,
            back,
        })
    }

    /// The aspects of groups that would make a split possible: those of these queries that the others exclude.
    pub(crate) fn splitting_aspects<'a>(&'a self, unsplit: &'a Unsplit) -> impl Iterator<Item = &'a Aspect> {
        let by = self.shared_by_queries().remove(&unsplit.component).unwrap_or_default();
        let aspects = unsplit.arguments.iter().filter_map(|argument| self.required_by_query(*argument));
        aspects.filter(move |aspect| {
            let owned = [unsplit.component];
            self.split(unsplit.component, &by, Group { view: 0, aspect, owned: &owned }).is_some()
        })
    }
}

/// Returns true if the first aspect excludes a component that the second requires.
fn excludes(aspect: &Aspect, other: &Aspect) -> bool {
    aspect.none.iter().any(|component| other.all.contains(component))
}
