//! Owns the planner: which views a world keeps, how, which storages each group owns, and why.
//!
//! One view per distinct aspect serves all requests for it. Views receive storages in an order that is total: those without
//! rare components first, as if there were no others; then by [`Priority`], by the number of systems, by size, and by the first
//! request. A group owns a storage unless
//!
//! - **P1** the storage has an order of its own,
//! - **P2** the group requires a rare component, and a group without rare components owns the storage, or
//! - **P3** a group that owns the storage already is not comparable with it: neither aspect implies the other.
//!
//! So the groups that own a storage form a chain in it, from the entities of the innermost at its front to those of the
//! outermost, and an inner group owns all that a group around it owns. (By P2, a group with a rare component and one without
//! share no storage.) Giving a group what no other owns would not be enough: an inner group could then own less than one around
//! it, and its swaps would break the order of the outer one.
//!
//! `check` refuses the requests that come back with a [`Refusal`], `plan` builds the views of those that are left: no request
//! is accepted by one and dropped by the other. This file and `aspect` know indices and names and nothing else, so that tests
//! of the run time and the fuzz target take both as they are.

use std::cmp::Reverse;

use super::aspect::Aspect;

/// A component, as far as the planner sees it.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    pub(crate) name: String,
    /// The kind of its storage.
    pub(crate) storage: &'static str,
    /// Whether a group can keep the values in its own order.
    pub(crate) groupable: bool,
    /// Whether few entities have it, as `#[rare]` says.
    pub(crate) rare: bool,
}

/// A request for the entities of an aspect.
#[derive(Clone, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) aspect: &'a Aspect,
    pub(crate) by: By,
    /// How the view is to be kept; the planner decides without one.
    pub(crate) wish: Option<Kept>,
}

/// What requests a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// A system that runs per entity.
    System,
    /// An entry of `queries:`.
    Query,
    /// An entry of `groups:`, which wishes a group.
    Entry,
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
/// A further kind of request is a further rank. What it comes to if it owns nothing is said in [`Kept::without_storages`].
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
}

impl Priority {
    /// Its name among those of `ecs_core::GroupPriority`.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::Entry => "Entry",
            Self::Requested => "Requested",
            Self::Several => "Several",
            Self::One => "One",
        }
    }
}

impl Kept {
    /// Its name among those of `ecs_core::ViewKind`.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::Storage => "Storage",
            Self::Group => "Group",
            Self::List => "List",
            Self::Delayed => "Delayed",
            Self::ActivePassive => "ActivePassive",
            Self::Scan => "Scan",
        }
    }

    /// Its name, as `view = ..` has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Storage => "storage",
            Self::Group => "group",
            Self::List => "list",
            Self::Delayed => "delayed",
            Self::ActivePassive => "active_passive",
            Self::Scan => "scan",
        }
    }

    /// Whether it notes changes and settles at the next sync.
    pub(crate) fn settles(self) -> bool {
        matches!(self, Self::Delayed | Self::ActivePassive)
    }

    /// What a view that can be a group becomes if it owns no storage.
    pub(crate) fn without_storages(aspect: &Aspect) -> Self {
        // Entities that were spawned together are adjacent in all storages, and a scan walks these as slices. Where they are
        // not, the shortest storage bounds the scan; and no change has to maintain a list.
        if aspect.has_filters() { Self::List } else { Self::Scan }
    }
}

/// What became of a view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct View {
    pub(crate) aspect: Aspect,
    pub(crate) kept: Kept,
    /// Whether a request says how it is kept.
    pub(crate) wished: bool,
    /// The storages that it keeps in its own order, or is.
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
    /// P1: the storage has an order of its own.
    Fixed,
    /// P2: this group without rare components owns the storage, and the view requires a rare one.
    Rare { left_to: usize, component: usize },
    /// P3: this group keeps it in another order.
    Owned { by: usize },
}

/// Why a request cannot be granted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// An earlier request for the same view says otherwise.
    Conflict { with: usize },
    /// A group of all entities: no component is required.
    NothingRequired,
    /// A group of one component without a filter, which is the storage.
    OneComponent,
    /// The group would not own what it must; [`View::unowned`] says why.
    Unowned { view: usize },
}

/// What was decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// The views, outer ones before inner ones.
    pub(crate) views: Vec<View>,
    /// What became of each request: `None` if it was granted.
    pub(crate) refusals: Vec<Option<Refusal>>,
}

/// Plans the views that serve these requests. Of the requests for one view, and of views of one priority, the earlier counts.
pub(crate) fn plan(components: &[Component], requests: &[Request]) -> Plan {
    let mut refusals = vec![None; requests.len()];
    let mut views = requested(requests, &mut refusals);
    let order = ranked(components, &mut views, requests);
    for at in 0..order.len() {
        own(components, &mut views, &order[..at], order[at]);
    }
    for (view, own) in views.iter().enumerate().filter(|(_, view)| view.priority.is_some()) {
        let is_entry = own.priority == Some(Priority::Entry);
        let granted = if is_entry { own.unowned.is_empty() } else { own.kept == Kept::Group };
        // If an entry is refused, what others for the same view come to is seen without it.
        let judged = |request: &Request| request.wish.is_some() && (request.by == By::Entry) == is_entry;
        for request in own.requests.iter().copied().filter(|request| !granted && judged(&requests[*request])) {
            refusals[request].get_or_insert(Refusal::Unowned { view });
        }
    }
    sorted(views, refusals)
}

/// One view per aspect in the order of first requests, kept as the first wish for it says.
fn requested(requests: &[Request], refusals: &mut [Option<Refusal>]) -> Vec<View> {
    let mut views: Vec<View> = Vec::new();
    for (number, request) in requests.iter().enumerate() {
        let at = views.iter().position(|view| view.aspect == *request.aspect).unwrap_or_else(|| {
            views.push(View::new(request.aspect.clone()));
            views.len() - 1
        });
        let view = &mut views[at];
        let wished = |other: &usize| requests[*other].wish.is_some() && refusals[*other].is_none();
        let earlier = view.requests.iter().copied().find(wished);
        view.requests.push(number);
        let Some(wish) = request.wish else { continue };
        if wish == Kept::Group && request.aspect.all.is_empty() {
            refusals[number] = Some(Refusal::NothingRequired);
        } else if wish == Kept::Group && request.aspect.is_storage() {
            refusals[number] = Some(Refusal::OneComponent);
        } else if let Some(with) = earlier.filter(|earlier| requests[*earlier].wish != request.wish) {
            refusals[number] = Some(Refusal::Conflict { with });
        } else {
            (view.kept, view.wished) = (wish, true);
        }
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
        let systems = view.requests.iter().filter(|request| requests[**request].by == By::System).count();
        let is_found = view.priority > Some(Priority::Requested);
        let is_rare = rare(components, &view.aspect).is_some();
        (is_rare, view.priority, is_found.then_some((Reverse(systems), Reverse(view.aspect.all.len()))))
    });
    for (rank, view) in order.iter().enumerate() {
        views[*view].rank = rank;
    }
    order
}

fn priority(view: &View, requests: &[Request]) -> Option<Priority> {
    if view.aspect.all.is_empty() || view.aspect.is_storage() || view.wished && view.kept != Kept::Group {
        return None;
    }
    let is_entry = |request: &usize| requests[*request].by == By::Entry;
    Some(match view.wished {
        true if view.requests.iter().any(is_entry) => Priority::Entry,
        true => Priority::Requested,
        false if view.aspect.all.len() >= 2 => Priority::Several,
        false => Priority::One,
    })
}

/// The first rare component that an aspect requires.
fn rare(components: &[Component], aspect: &Aspect) -> Option<usize> {
    aspect.all.iter().copied().find(|component| components[*component].rare)
}

/// Gives a view the storages that it can own after those before it.
fn own(components: &[Component], views: &mut [View], earlier: &[usize], at: usize) {
    let view = &views[at];
    let rare_one = rare(components, &view.aspect);
    let why = |storage: usize| {
        if !components[storage].groupable {
            return Some(Why::Fixed);
        }
        let owners = || earlier.iter().copied().filter(|other| views[*other].owned.contains(&storage));
        if let Some(component) = rare_one {
            let common = owners().find(|other| rare(components, &views[*other].aspect).is_none());
            if let Some(left_to) = common {
                return Some(Why::Rare { left_to, component });
            }
        }
        owners().find(|other| !views[*other].aspect.is_comparable(&view.aspect)).map(|by| Why::Owned { by })
    };
    let reasons: Vec<_> = view.aspect.all.iter().map(|storage| (*storage, why(*storage))).collect();
    let mut owned: Vec<usize> = reasons.iter().filter(|(_, why)| why.is_none()).map(|(storage, _)| *storage).collect();
    let unowned: Vec<_> = reasons.into_iter().filter_map(|(storage, why)| Some((storage, why?))).collect();
    if view.priority == Some(Priority::Entry) && !unowned.is_empty() {
        // It is refused; what it cannot have all of is left to others.
        owned.clear();
    }
    let view = &mut views[at];
    view.kept = if owned.is_empty() { Kept::without_storages(&view.aspect) } else { Kept::Group };
    (view.owned, view.unowned) = (owned, unowned);
}

/// The order in which views are entered: a view that implies another is after it. A view implies all that those it implies
/// do; so it is enough to count.
pub(crate) fn outermost_first(aspects: &[&Aspect]) -> Vec<usize> {
    let implied = |view: &Aspect| aspects.iter().filter(|other| view.implies(other)).count();
    let mut order: Vec<usize> = (0..aspects.len()).collect();
    order.sort_by_cached_key(|view| implied(aspects[*view]));
    order
}

/// The views in the order in which they are entered.
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
        Self { aspect, kept, wished: false, owned, unowned, priority: None, rank: 0, requests }
    }
}

impl Plan {
    /// Why a view is kept as it is, in words.
    pub(crate) fn reason(&self, components: &[Component], view: usize) -> String {
        let own = &self.views[view];
        if own.priority.is_none() {
            let reason = match own.kept {
                _ if own.wished => "as declared",
                Kept::Storage => "all values of the component are meant",
                _ => "no component is required",
            };
            return reason.into();
        }
        let reasons: Vec<_> =
            own.unowned.iter().map(|(storage, why)| self.show_why(components, *storage, *why)).collect();
        if reasons.is_empty() { "owns all that it requires".into() } else { reasons.join("; ") }
    }

    fn show_why(&self, components: &[Component], storage: usize, why: Why) -> String {
        let Component { name, storage, .. } = &components[storage];
        match why {
            Why::Fixed => format!("{name} is in a {storage}, which has an order of its own"),
            Why::Rare { left_to, component } => {
                let (view, rare) = (show(components, &self.views[left_to].aspect), &components[component].name);
                format!("{name} is left to {view}, since {rare} is rare")
            }
            Why::Owned { by } => {
                let owner = &self.views[by];
                let entry = if owner.priority == Some(Priority::Entry) { ", an entry of `groups:`" } else { "" };
                format!("{name} is kept in the order of {}{entry}", show(components, &owner.aspect))
            }
        }
    }
}

/// An aspect as text: `(Position, Velocity, without(Frozen))`.
pub(crate) fn show(components: &[Component], aspect: &Aspect) -> String {
    let names =
        |numbers: &[usize]| -> Vec<&str> { numbers.iter().map(|number| components[*number].name.as_str()).collect() };
    let mut parts: Vec<String> = names(&aspect.all).into_iter().map(str::to_owned).collect();
    for (filter, numbers) in [("without", &aspect.none), ("any", &aspect.any)] {
        if !numbers.is_empty() {
            parts.push(format!("{filter}({})", names(numbers).join(", ")));
        }
    }
    format!("({})", parts.join(", "))
}
