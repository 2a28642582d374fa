//! The planner: which views a world keeps, how, which storages each group owns, and why.
//!
//! One view per distinct aspect serves all requests for it. Views receive storages in a total order: first those that something other than
//! a query parameter requests, so that parameters take nothing from them; within both, those without rare components first; then by
//! [`Priority`]; below a view that is requested as a group, by the number of systems and by size; last, by the first request. A group owns
//! a storage unless
//!
//! - **P1** the storage is not a sparse set,
//! - **P2** the group requires a rare component, and a group without rare components owns the storage,
//! - **P3** a group that already owns the storage is not comparable with it: neither aspect implies the other, or only one of the two
//!   requires a rare component, or
//! - **P4** the group mentions a transient component, and the storage is of another one, which snapshots have: its order must not depend on
//!   what they lack.
//!
//! A group that could own nothing that is fetched owns nothing.
//!
//! So the groups that own a storage form a chain in it, from the entities of the innermost at its front to those of the outermost, and an
//! inner group owns all that an outer one owns. (A group with a rare component and one without share no storage.) It would not be enough to
//! give a group what no other owns: an inner group could then own less than an outer one, and its swaps would break the order of the outer
//! one.
//!
//! `check` refuses the requests that have a [`Refusal`], and `plan` builds the views of those that are left: no request is accepted by one
//! and dropped by the other. This file and `aspect` only know indices and names, so that tests of the runtime can plan views with both
//! alone (`internals`).

#[path = "planner_words.rs"]
mod words;

use std::cmp::Reverse;

pub(crate) use words::show;

use super::aspect::Aspect;

/// What the planner knows about a component.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    pub(crate) name: String,
    /// The kind of its storage.
    pub(crate) storage: &'static str,
    /// Whether groups can determine the order of its values.
    pub(crate) groupable: bool,
    /// Whether few entities have it, as `#[rare]` says.
    pub(crate) rare: bool,
    /// Whether no snapshot has it.
    pub(crate) transient: bool,
}

/// A request for the entities of an aspect.
#[derive(Clone, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) aspect: &'a Aspect,
    /// The components of the aspect that are required but not fetched.
    pub(crate) with: &'a [usize],
    pub(crate) by: Requester,
    /// The requested kind of the view; without one, the planner decides.
    pub(crate) requested: Option<Kept>,
}

impl Request<'_> {
    /// Whether the other request decides how the view is kept, for a request of a query parameter.
    fn yields_to(&self, other: &Self) -> bool {
        other.by != Requester::Parameter && other.aspect == self.aspect
    }
}

/// What requests a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Requester {
    /// A system that runs per entity.
    System,
    /// An entry of `queries:`.
    Query,
    /// An entry of `groups:`, which requests a group.
    Entry,
    /// A query parameter of a system. It counts only for views that nothing else requests.
    Parameter,
}

/// How a view is kept up to date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kept {
    /// The storage of the one component is the view.
    Storage,
    Group,
    List,
    Delayed,
    ActivePassive,
    Scan,
}

/// The priority of a view that can be a group: a lower one receives storages first.
///
/// A further kind of request needs a further rank. [`Kept::without_storages`] says what a view becomes if it owns nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Priority {
    /// An entry of `groups:`, which owns all that it requires or is refused.
    Entry,
    /// `view = group`, which owns something or is refused.
    Requested,
    /// Two or more components.
    Several,
    /// One component and a filter.
    One,
    /// Only query parameters request it, and it takes nothing from other views.
    Parameter,
}

impl Kept {
    /// Whether it records changes and settles at the next sync.
    pub(crate) fn settles(self) -> bool {
        matches!(self, Self::Delayed | Self::ActivePassive)
    }

    /// What a view that can be a group becomes if it owns no storage.
    pub(crate) fn without_storages(aspect: &Aspect) -> Self {
        // Entities that were spawned together are adjacent in all storages, and a scan iterates these as slices. Otherwise the shortest
        // storage bounds the scan; and no change has to maintain a list.
        if aspect.has_filters() { Self::List } else { Self::Scan }
    }
}

/// A planned view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct View {
    pub(crate) aspect: Aspect,
    /// Whether only query parameters request it.
    pub(crate) by_parameters: bool,
    /// The components that a request fetches.
    pub(crate) fetched: Vec<usize>,
    pub(crate) kept: Kept,
    /// Whether a request determines how it is kept.
    pub(crate) is_requested: bool,
    /// The storages that it owns, or the one that it is.
    pub(crate) owned: Vec<usize>,
    /// The storages that it requires and does not own, with the reasons; empty unless it can be a group.
    pub(crate) unowned: Vec<(usize, Why)>,
    /// `None` if it cannot be a group.
    pub(crate) priority: Option<Priority>,
    /// Its place in the order in which views receive storages.
    pub(crate) rank: usize,
    /// The requests that it serves.
    pub(crate) requests: Vec<usize>,
}

/// Why a group does not own a storage that it requires. Views are numbered as in [`Plan::views`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// P1: the storage is not a sparse set.
    Fixed,
    /// P2: this group without rare components owns the storage, and the view requires a rare one.
    Rare { left_to: usize, component: usize },
    /// P3: this group keeps it in another order.
    Owned { by: usize },
    /// P4: snapshots have it, but lack this component, which the view mentions.
    Transient { component: usize },
}

/// Why a request cannot be granted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// An earlier request for the same view requests another kind.
    Conflict { with: usize },
    /// The request is of a query parameter, and this other one, which is not, requests another kind.
    Shared { with: usize },
    /// A group of all entities: no component is required.
    NothingRequired,
    /// A group of one component without a filter, which is the storage.
    OneComponent,
    /// The group would not own what it must; [`View::unowned`] says why.
    Unowned { view: usize },
}

/// The result of the planner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// The views, outer ones before inner ones.
    pub(crate) views: Vec<View>,
    /// The refusal of each request; `None` if it was granted.
    pub(crate) refusals: Vec<Option<Refusal>>,
}

/// Plans the views that serve these requests. Of the requests for one view, and of views of one priority, the first takes precedence.
pub(crate) fn plan(components: &[Component], requests: &[Request]) -> Plan {
    let mut refusals = vec![None; requests.len()];
    let mut views = requested_views(requests, &mut refusals);
    let order = ranked(components, &mut views, requests);
    for at in 0..order.len() {
        own(components, &mut views, &order[..at], order[at]);
    }
    for (view, own) in views.iter().enumerate().filter(|(_, view)| view.priority.is_some()) {
        let is_entry = own.priority == Some(Priority::Entry);
        let granted = if is_entry { own.unowned.is_empty() } else { own.kept == Kept::Group };
        // If an entry is refused, other requests for the same view are planned without it later.
        let is_refused =
            |request: &Request| request.requested == Some(Kept::Group) && (request.by == Requester::Entry) == is_entry;
        for request in own.requests.iter().copied().filter(|request| !granted && is_refused(&requests[*request])) {
            refusals[request].get_or_insert(Refusal::Unowned { view });
        }
    }
    refuse_parameters(requests, &views, &mut refusals);
    sorted(views, refusals)
}

/// Refuses requests of query parameters for another kind of a view that others request.
fn refuse_parameters(requests: &[Request], views: &[View], refusals: &mut [Option<Refusal>]) {
    for view in views.iter().filter(|view| !view.by_parameters) {
        let Some(with) = view.requests.iter().copied().find(|other| requests[*other].by != Requester::Parameter) else {
            continue;
        };
        for request in view.requests.iter().copied().filter(|request| requests[*request].by == Requester::Parameter) {
            if requests[request].requested.is_some_and(|requested| requested != view.kept) {
                refusals[request] = Some(Refusal::Shared { with });
            }
        }
    }
}

/// One view per aspect, in the order of first requests, of the kind that is requested first.
fn requested_views(requests: &[Request], refusals: &mut [Option<Refusal>]) -> Vec<View> {
    let mut views: Vec<View> = Vec::new();
    for (number, request) in requests.iter().enumerate() {
        let at = views.iter().position(|view| view.aspect == *request.aspect).unwrap_or_else(|| {
            views.push(View::new(request.aspect.clone()));
            views.len() - 1
        });
        let view = &mut views[at];
        let by_parameter = request.by == Requester::Parameter;
        view.by_parameters &= by_parameter;
        let counts = |other: &Request| other.requested.is_some() && (by_parameter || other.by != Requester::Parameter);
        let is_requested = |other: &usize| counts(&requests[*other]) && refusals[*other].is_none();
        let earlier = view.requests.iter().copied().find(is_requested);
        view.requests.push(number);
        let Some(requested) = request.requested else { continue };
        if requested == Kept::Group && request.aspect.all.is_empty() {
            refusals[number] = Some(Refusal::NothingRequired);
        } else if requested == Kept::Group && request.aspect.is_storage() {
            refusals[number] = Some(Refusal::OneComponent);
        } else if let Some(with) = earlier.filter(|earlier| requests[*earlier].requested != request.requested) {
            refusals[number] = Some(Refusal::Conflict { with });
        } else if !by_parameter || !requests.iter().any(|other| request.yields_to(other)) {
            (view.kept, view.is_requested) = (requested, true);
        }
    }
    for view in &mut views {
        let counted = view.requests.iter().map(|request| &requests[*request]);
        let counted = counted.filter(|request| view.by_parameters || request.by != Requester::Parameter);
        view.fetched = counted.flat_map(|request| request.aspect.fetched(request.with)).collect();
    }
    for view in views.iter_mut().filter(|view| view.kept == Kept::Storage) {
        view.owned.clone_from(&view.aspect.all);
    }
    views
}

/// The views that can be groups, in the order in which they receive storages.
fn ranked(components: &[Component], views: &mut [View], requests: &[Request]) -> Vec<usize> {
    for view in views.iter_mut() {
        view.priority = priority(view, requests);
    }
    let mut order: Vec<usize> = (0..views.len()).filter(|view| views[*view].priority.is_some()).collect();
    order.sort_by_key(|view| {
        let view = &views[*view];
        let by = if view.by_parameters { Requester::Parameter } else { Requester::System };
        let systems = view.requests.iter().filter(|request| requests[**request].by == by).count();
        let is_found = view.priority > Some(Priority::Requested);
        let is_rare = rare(components, &view.aspect).is_some();
        let by_demand = (Reverse(systems), Reverse(view.aspect.all.len()));
        (view.by_parameters, is_rare, view.priority, is_found.then_some(by_demand))
    });
    for (rank, view) in order.iter().enumerate() {
        views[*view].rank = rank;
    }
    order
}

fn priority(view: &View, requests: &[Request]) -> Option<Priority> {
    if view.aspect.all.is_empty() || view.aspect.is_storage() || view.is_requested && view.kept != Kept::Group {
        return None;
    }
    let is_entry = |request: &usize| requests[*request].by == Requester::Entry;
    Some(match view.is_requested {
        true if view.requests.iter().any(is_entry) => Priority::Entry,
        true => Priority::Requested,
        false if view.by_parameters => Priority::Parameter,
        false if view.aspect.all.len() >= 2 => Priority::Several,
        false => Priority::One,
    })
}

/// The first rare component that an aspect requires.
fn rare(components: &[Component], aspect: &Aspect) -> Option<usize> {
    aspect.all.iter().copied().find(|component| components[*component].rare)
}

/// The first transient component that an aspect mentions.
fn transient(components: &[Component], aspect: &Aspect) -> Option<usize> {
    let mut mentioned = aspect.all.iter().chain(&aspect.none).chain(&aspect.any).copied();
    mentioned.find(|component| components[*component].transient)
}

/// Gives a view the storages that it can own after the views before it.
fn own(components: &[Component], views: &mut [View], earlier: &[usize], at: usize) {
    let view = &views[at];
    let (rare_one, transient_one) = (rare(components, &view.aspect), transient(components, &view.aspect));
    let why = |storage: usize| {
        if !components[storage].groupable {
            return Some(Why::Fixed);
        }
        if let Some(component) = transient_one.filter(|_| !components[storage].transient) {
            return Some(Why::Transient { component });
        }
        let owners = || earlier.iter().copied().filter(|other| views[*other].owned.contains(&storage));
        let is_rare = |other: &usize| rare(components, &views[*other].aspect).is_some();
        if let Some(component) = rare_one
            && let Some(left_to) = owners().find(|other| !is_rare(other))
        {
            return Some(Why::Rare { left_to, component });
        }
        let beside =
            |other: &usize| views[*other].aspect.is_comparable(&view.aspect) && is_rare(other) == rare_one.is_some();
        owners().find(|other| !beside(other)).map(|by| Why::Owned { by })
    };
    let reasons: Vec<_> = view.aspect.all.iter().map(|storage| (*storage, why(*storage))).collect();
    let mut owned: Vec<usize> = reasons.iter().filter(|(_, why)| why.is_none()).map(|(storage, _)| *storage).collect();
    let unowned: Vec<_> = reasons.into_iter().filter_map(|(storage, why)| Some((storage, why?))).collect();
    let is_refused = view.priority == Some(Priority::Entry) && !unowned.is_empty();
    // Nothing would be fetched in the order of the group.
    let is_in_vain = !owned.iter().any(|storage| view.fetched.contains(storage));
    if is_refused || is_in_vain {
        // The storages are left to others.
        owned.clear();
    }
    let view = &mut views[at];
    view.kept = match owned.is_empty() {
        false => Kept::Group,
        // Query parameters make no change slower: no list is kept that was not requested.
        true if view.by_parameters => Kept::Scan,
        true => Kept::without_storages(&view.aspect),
    };
    (view.owned, view.unowned) = (owned, unowned);
}

/// The order in which entities enter views: a view that implies another is after it. Implication is transitive, so it is enough to count.
pub(crate) fn outermost_first(aspects: &[&Aspect]) -> Vec<usize> {
    let implied = |view: &Aspect| aspects.iter().filter(|other| view.implies(other)).count();
    let mut order: Vec<usize> = (0..aspects.len()).collect();
    order.sort_by_cached_key(|view| implied(aspects[*view]));
    order
}

/// The views in the order in which entities enter them.
fn sorted(views: Vec<View>, mut refusals: Vec<Option<Refusal>>) -> Plan {
    let order = outermost_first(&views.iter().map(|view| &view.aspect).collect::<Vec<_>>());
    let mut number = vec![0; order.len()];
    for (new, old) in order.iter().enumerate() {
        number[*old] = new;
    }
    let mut views: Vec<_> = views.into_iter().map(Some).collect();
    let mut views: Vec<View> = order.into_iter().filter_map(|view| views[view].take()).collect();
    for (_, why) in views.iter_mut().flat_map(|view| &mut view.unowned) {
        if let Why::Owned { by: view } | Why::Rare { left_to: view, .. } = why {
            *view = number[*view];
        }
    }
    for refusal in refusals.iter_mut().flatten() {
        if let Refusal::Unowned { view } = refusal {
            *view = number[*view];
        }
    }
    Plan { views, refusals }
}

impl View {
    fn new(aspect: Aspect) -> Self {
        let kept = if aspect.is_storage() { Kept::Storage } else { Kept::List };
        let (owned, unowned, requests) = (vec![], vec![], vec![]);
        Self {
            aspect,
            by_parameters: true,
            fetched: vec![],
            kept,
            is_requested: false,
            owned,
            unowned,
            priority: None,
            rank: 0,
            requests,
        }
    }
}
