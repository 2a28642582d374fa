//! Decisions: which views a world keeps, how, and what each serves; which systems can run in parallel. Only this module creates a
//! [`Planned`].

mod access;
mod stages;
mod text;

use proc_macro2::Span;
use syn::Attribute;

pub(crate) use access::{Access, Shared};
pub(crate) use stages::Part;

use crate::check::Checked;
use crate::model::{Aspect, Group, QueryRequest, Requester, Split, System, When, World};
use crate::planner::{self, Why};
pub(crate) use crate::planner::{Kept, Priority};

/// A world with all decisions.
pub(crate) struct Planned<W> {
    world: W,
    views: Vec<View>,
    system_views: Vec<Option<usize>>,
    splits: Vec<Vec<Split>>,
    methods: Vec<QueryMethod>,
    accesses: Vec<Access>,
    schedules: Vec<Vec<Part>>,
    text: String,
}

/// A view of the world: one per distinct aspect.
pub(crate) struct View {
    pub(crate) aspect: Aspect,
    /// The aspect as text: `(Position, Velocity, without(Frozen))`.
    pub(crate) shown: String,
    pub(crate) kept: Kept,
    /// The storages that it owns.
    pub(crate) owned: Vec<usize>,
    /// The storages that another view owns instead, and that view.
    pub(crate) lost: Vec<(usize, usize)>,
    /// The reason why it is kept so.
    pub(crate) reason: String,
    /// Its priority when storages are given to groups; `None` if it cannot be a group.
    pub(crate) priority: Option<Priority>,
    /// Its place in the order in which groups receive storages.
    pub(crate) rank: usize,
    /// The systems that it serves.
    pub(crate) systems: Vec<usize>,
    /// The systems whose query parameters request it, each once.
    pub(crate) queried_by: Vec<usize>,
    /// Whether it serves an entry of `queries:`.
    pub(crate) queried: bool,
    /// Whether it serves an entry of `groups:`.
    pub(crate) grouped: bool,
}

impl View {
    /// Whether only query parameters request it.
    #[cfg(test)]
    pub(crate) fn is_of_parameters(&self) -> bool {
        self.systems.is_empty() && !self.queried && !self.grouped
    }

    /// Returns true if it is updated when entities change.
    pub(crate) fn is_kept(&self) -> bool {
        !matches!(self.kept, Kept::Storage | Kept::Scan)
    }

    /// The loop by which a system iterates it; `fetches_all` says whether the system fetches all that it requires.
    pub(crate) fn loop_of(&self, fetches_all: bool) -> Loop {
        let owns_all = self.owned.len() == self.aspect.all.len();
        match self.kept {
            Kept::Storage | Kept::Group if owns_all => Loop::Owned,
            Kept::Group if fetches_all => Loop::Listed,
            Kept::List => Loop::Listed,
            _ => Loop::Searched,
        }
    }

    /// Whether it records changes and settles at the next sync.
    pub(crate) fn settles(&self) -> bool {
        self.kept.settles()
    }

    /// Whether it knows entities that do not match: those that changed since the last sync.
    pub(crate) fn notes_entities(&self) -> bool {
        self.kept == Kept::Delayed
    }
}

/// The loops of systems, one of which generated code calls.
#[derive(Clone, Copy)]
pub(crate) enum Loop {
    /// Over slices, if all that is fetched has slices; otherwise one of the others.
    Owned,
    /// Over entities that the view keeps, each of which has all that is fetched.
    Listed,
    /// Over entities that are found or tested as the system runs.
    Searched,
}

/// A generated `query_..`: its name and its view.
pub(crate) struct QueryMethod {
    /// The attributes of its entry, such as documentation.
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) name: String,
    pub(crate) view: usize,
    /// The components that it yields.
    pub(crate) fetched: Vec<usize>,
    pub(crate) span: Span,
}

impl Planned<World> {
    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    /// The views, outer ones before inner ones.
    pub(crate) fn views(&self) -> &[View] {
        &self.views
    }

    /// The view of a system; `None` if it runs once.
    pub(crate) fn view_of(&self, system: usize) -> Option<usize> {
        self.system_views[system]
    }

    /// The view whose cached positions a system can use; `None` if it tests masks.
    pub(crate) fn iterated(&self, system: usize) -> Option<usize> {
        let tests = !self.world.systems[system].unfetched().is_empty();
        self.view_of(system).filter(|view| !(tests && self.views[*view].kept == Kept::Scan))
    }

    /// The view for the aspect of a query parameter, if there is one.
    pub(crate) fn view_of_query(&self, request: &QueryRequest) -> Option<usize> {
        self.views.iter().position(|view| view.aspect == request.aspect)
    }

    /// The components that a system, or one of its query parameters, requires but does not fetch, and whose storages it can iterate all the
    /// same: it scans, or its group owns nothing that it fetches, and no system writes them.
    pub(crate) fn searched(&self, system: usize, request: Option<&QueryRequest>) -> Vec<usize> {
        let (view, with) = match request {
            None => (self.view_of(system), self.world.systems[system].unfetched()),
            Some(request) => (self.view_of_query(request), &request.with[..]),
        };
        searched(&self.world, view.map(|view| &self.views[view]), with)
    }

    /// The splits of the components that query parameters of a system share.
    pub(crate) fn splits(&self, system: usize) -> &[Split] {
        &self.splits[system]
    }

    /// Whether query parameters of a system share a component, so that its storage can be borrowed in two parts.
    pub(crate) fn is_split(&self, component: usize) -> bool {
        self.splits.iter().flatten().any(|split| split.component == component)
    }

    /// The generated queries.
    pub(crate) fn methods(&self) -> &[QueryMethod] {
        &self.methods
    }

    /// What a system accesses.
    pub(crate) fn access(&self, system: usize) -> &Access {
        &self.accesses[system]
    }

    /// The stages of each schedule.
    pub(crate) fn schedules(&self) -> &[Vec<Part>] {
        &self.schedules
    }

    /// The plan as text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// Plans a world: one view per distinct aspect, shared by all systems and queries that request it.
pub(crate) fn world(world: Checked<World>) -> Planned<World> {
    let world = world.into_inner();
    let views = views(&world);
    let number = |aspect: &Aspect| views.iter().position(|view| view.aspect == *aspect);
    let system_views = world.systems.iter().map(|system| {
        let managed = system.per_entity() && !system.broken;
        managed.then(|| number(&system.aspect)).flatten()
    });
    let system_views: Vec<_> = system_views.collect();
    let groups = views.iter().enumerate().filter(|(_, view)| view.kept == Kept::Group);
    let groups: Vec<_> = groups.map(|(view, View { aspect, owned, .. })| Group { view, aspect, owned }).collect();
    let splits = world.systems.iter().map(|system| system.splits(&groups).into_iter().filter_map(Result::ok).collect());
    let splits = splits.collect();
    let methods = world.query_aspects().into_iter().filter_map(|(aspect, with, span)| {
        let (name, view, fetched) = (world.query_name(&aspect, &with), number(&aspect)?, aspect.fetched(&with));
        let declared = world.queries.iter().chain(&world.groups).find(|query| query.is_request_for(&aspect, &with));
        let attributes = declared.map(|query| query.attributes.clone()).unwrap_or_default();
        (!world.refused_methods.contains(&name)).then_some(QueryMethod { attributes, name, view, fetched, span })
    });
    let methods = methods.collect();
    let accesses = world.systems.iter().zip(&system_views).map(|(system, view): (&System, &Option<usize>)| {
        let view = view.map(|view| &views[view]);
        let by_queries = system
            .requests
            .iter()
            .flat_map(|request| searched(&world, number(&request.aspect).map(|view| &views[view]), &request.with));
        let searched = searched(&world, view, system.unfetched()).into_iter().chain(by_queries);
        Access::of(&world, system, searched)
    });
    let accesses: Vec<Access> = accesses.collect();
    let schedules = world
        .schedules
        .iter()
        .map(|schedule| match schedule.when {
            When::At(..) => stages::in_turn(&schedule.steps),
            When::Run | When::Named(_) => stages::parts(&schedule.steps, &accesses),
        })
        .collect::<Vec<_>>();
    let text = text::of(&world, &views, &accesses, &schedules);
    Planned { world, views, system_views, splits, methods, accesses, schedules, text }
}

/// Those of these components, which are required but not fetched, whose storages can be iterated: the view is a scan, or a group that owns
/// nothing that is fetched, or there is none, and no system writes them, so that reading them conflicts with none.
fn searched(world: &World, view: Option<&View>, with: &[usize]) -> Vec<usize> {
    // The entities of a group are found in a storage that it owns, which has to be fetched for that.
    let is_out_of_reach = |view: &View| view.owned.iter().all(|component| with.contains(component));
    let is_scan = view.is_none_or(|view| match view.kept {
        Kept::Scan => true,
        Kept::Group => is_out_of_reach(view),
        _ => false,
    });
    let is_written = |component: usize| world.systems.iter().any(|system| system.writes(component));
    with.iter().copied().filter(|component| is_scan && !is_written(*component)).collect()
}

/// The plan for all requests, with the reasons in words.
fn views(world: &World) -> Vec<View> {
    let view_requests = world.view_requests();
    let (components, requests) = world.requests(&view_requests);
    let plan = planner::plan(&components, &requests);
    let views = plan.views.iter().enumerate().map(|(number, view)| {
        let planner::View { aspect, kept, owned, unowned, priority, rank, requests, .. } = view;
        let by = || requests.iter().map(|request| view_requests[*request].by);
        let lost = unowned.iter().filter_map(|(storage, why)| match why {
            Why::Owned { by } => Some((*storage, *by)),
            Why::Fixed | Why::Rare { .. } | Why::Transient { .. } => None,
        });
        View {
            aspect: aspect.clone(),
            shown: planner::show(&components, aspect),
            kept: *kept,
            owned: owned.clone(),
            lost: lost.collect(),
            reason: plan.reason(&components, number),
            priority: *priority,
            rank: *rank,
            systems: by()
                .filter_map(|by| if let Requester::System(system) = by { Some(system) } else { None })
                .collect(),
            queried_by: queried_by(by()),
            queried: by().any(|by| matches!(by, Requester::Query(_) | Requester::Refused)),
            grouped: by().any(|by| matches!(by, Requester::Group(_))),
        }
    });
    views.collect()
}

/// The systems whose query parameters are among these requesters.
fn queried_by(by: impl Iterator<Item = Requester>) -> Vec<usize> {
    let mut systems: Vec<_> =
        by.filter_map(|by| if let Requester::Parameter(system, _) = by { Some(system) } else { None }).collect();
    systems.dedup();
    systems
}

#[cfg(test)]
mod tests;
