//! Rules for views: which kinds can be requested, and which groups are compatible.

use crate::messages::{rare as say_rare, storages, transient as say_transient, views as say};
use crate::model::{ArgumentKind, Aspect, Field, Group, QueryView, Requester, System, ViewRequest, World};
use crate::planner::{self, Component, Kept, Plan, Priority, Refusal, Request, Why};
use crate::report::Errors;

/// Checks requested kinds; those that are impossible are removed.
pub(super) fn check(world: &mut World, errors: &mut Errors) {
    requested_views_have_entities(world, errors);
    callbacks_take_what_is_left(world, errors);
}

fn requested_views_have_entities(world: &mut World, errors: &mut Errors) {
    for system in world.systems.iter_mut().filter(|system| !system.per_entity() && !system.broken) {
        if let Some(requested) = system.requested.take() {
            errors.at(requested.span, say::view_without_entities(&system.name.to_string()));
        }
    }
}

/// Removes the requests that the planner refuses, until it grants all that are left: whether other requests for a view are granted is known
/// only without the refused one. This comes after the rules that can remove something that requests a view.
pub(super) fn requests_are_granted(world: &mut World, errors: &mut Errors) {
    loop {
        let refused = refused(world, errors);
        if refused.is_empty() {
            return;
        }
        for by in refused.iter().rev() {
            match *by {
                Requester::System(system) => world.systems[system].requested = None,
                Requester::Query(query) => world.queries[query].requested = None,
                Requester::Group(group) => drop(world.groups.remove(group)),
                Requester::Parameter(system, request) => {
                    world.systems[system].requests[request].view = QueryView::Planned;
                }
                Requester::Refused => {}
            }
        }
    }
}

/// Reports each request that the planner refuses.
fn refused(world: &World, errors: &mut Errors) -> Vec<Requester> {
    let view_requests = world.view_requests();
    if view_requests.iter().all(|request| request.requested.is_none()) {
        return vec![];
    }
    let (components, requests) = world.requests(&view_requests);
    let plan = planner::plan(&components, &requests);
    let context = RefusalContext {
        world,
        view_requests: &view_requests,
        components: &components,
        requests: &requests,
        plan: &plan,
    };
    let mut refused = Vec::new();
    for ((view_request, refusal), number) in view_requests.iter().zip(&plan.refusals).zip(0..) {
        if let (Some(refusal), Some(requested)) = (refusal, view_request.requested) {
            errors.at(requested.span, context.refusal(number, *refusal));
            refused.push(view_request.by);
        }
    }
    refused
}

/// If queries of one system share a component, a group of the entities of one of them must own it. Only a world knows its groups.
pub(super) fn queries_are_split(world: &mut World, errors: &mut Errors) {
    if !world.systems.iter().any(System::has_several_queries) {
        return;
    }
    let mut broken = Vec::new();
    let view_requests = world.view_requests();
    let (components, requests) = world.requests(&view_requests);
    let plan = planner::plan(&components, &requests);
    let groups: Vec<_> = Group::among(&plan.views).collect();
    for (number, system) in world.systems.iter().enumerate().filter(|(_, system)| !system.broken) {
        let name = system.name.to_string();
        for split in system.splits(&groups) {
            let unsplit = match split {
                Err(unsplit) => unsplit,
                Ok(split) if system.notes(split.component) => {
                    let last = split.front.iter().chain(&split.back).max().map_or(0, |argument| *argument);
                    let component = &components[split.component].name;
                    errors.at(system.run.arguments[last].span, say::split_mut(&name, component));
                    broken.push(number);
                    continue;
                }
                Ok(_) => continue,
            };
            let granted = |aspect: &&Aspect| {
                let entry = Request { aspect, with: &[], by: planner::Requester::Entry, requested: Some(Kept::Group) };
                let requests: Vec<_> = requests.iter().cloned().chain([entry]).collect();
                planner::plan(&components, &requests).refusals.iter().all(Option::is_none)
            };
            let entry = system.splitting_aspects(&unsplit).find(granted);
            let entry = entry.map(|aspect| planner::show(&components, aspect));
            let last = unsplit.arguments.last().map_or(0, |argument| *argument);
            let parameters: Vec<_> = unsplit.arguments.iter().map(|argument| (argument + 1).to_string()).collect();
            let component = &components[unsplit.component].name;
            let message = say::unsplit_queries(&name, &parameters, component, entry.as_deref());
            errors.at(system.run.arguments[last].span, message);
            broken.push(number);
        }
    }
    for system in broken {
        world.systems[system].broken = true;
    }
}

/// The data that refusals are described with.
struct RefusalContext<'a> {
    world: &'a World,
    view_requests: &'a [ViewRequest<'a>],
    components: &'a [Component],
    requests: &'a [Request<'a>],
    plan: &'a Plan,
}

impl RefusalContext<'_> {
    fn refusal(&self, number: usize, refusal: Refusal) -> String {
        match refusal {
            Refusal::NothingRequired => say::group_of_everything(),
            Refusal::OneComponent => say::small_group(),
            Refusal::Conflict { with } => {
                let name = |request: usize| self.requests[request].requested.map_or("", Kept::name);
                say::conflicting_kinds(name(number), name(with), &self.show(self.requests[number].aspect))
            }
            Refusal::Shared { with } => {
                let kind = self.requests[number].requested.map_or("", Kept::name);
                say::shared_view(kind, &self.show(self.requests[number].aspect), &self.requester(with))
            }
            Refusal::Unowned { view } => self.unowned(number, view),
        }
    }

    /// What requests a view, for a sentence.
    fn requester(&self, request: usize) -> String {
        requester(self.world, self.view_requests[request].by)
    }

    /// Why a group is impossible, and what to write instead.
    fn unowned(&self, number: usize, view: usize) -> String {
        let view = &self.plan.views[view];
        let own = self.show(&view.aspect);
        let by_entry = self.view_requests[number].by_entry();
        let because = |reason: fn(&Why) -> bool| view.unowned.iter().copied().find(|(_, why)| reason(why));
        if let Some((storage, _)) = because(|why| matches!(why, Why::Fixed)) {
            let Field { name, storage, origin, .. } = &self.world.components()[storage];
            return storages::group_cannot_own(name, storage.name(), origin.is_some());
        }
        if let Some((storage, Why::Rare { left_to, .. })) = because(|why| matches!(why, Why::Rare { .. })) {
            return self.too_rare(number, storage, left_to);
        }
        if let Some((storage, Why::Transient { component })) = because(|why| matches!(why, Why::Transient { .. })) {
            let [storage, transient] = [storage, component].map(|number| self.components[number].name.as_str());
            return say_transient::group_cannot_own(&own, storage, transient);
        }
        let owners = self.owners(&view.unowned);
        match owners.as_slice() {
            [(storages, owner)] if by_entry => {
                say::impossible_group(&own, &self.show(&self.plan.views[*owner].aspect), storages)
            }
            _ if by_entry => say::impossible_group_of_several(&own, &self.kept_by(&owners)),
            _ => {
                let becomes = Kept::without_storages(&view.aspect).name();
                say::ownerless_group(&own, &self.kept_by(&owners), becomes, self.can_be_an_entry(view.requests[0]))
            }
        }
    }

    /// The message for a group that leaves this storage to another, because it requires rare components.
    fn too_rare(&self, number: usize, storage: usize, left_to: usize) -> String {
        let aspect = self.requests[number].aspect;
        let rare: Vec<usize> =
            aspect.all.iter().copied().filter(|component| self.components[*component].rare).collect();
        let mut components = self.components.to_vec();
        for component in &rare {
            components[*component].rare = false;
        }
        let after = planner::plan(&components, self.requests).refusals;
        let is_refused = |request: usize| after[request].is_some();
        let is_better =
            |request: usize| !is_refused(request) || request != number && self.plan.refusals[request].is_some();
        let is_granted = (0..after.len()).all(is_better);
        let without = if self.view_requests[number].by_entry() {
            say_rare::without_the_entry()
        } else {
            say_rare::without_the_request(Kept::without_storages(aspect).name())
        };
        let remedies = say_rare::Remedies { common: is_granted, without };
        let rare = rare.into_iter().map(|component| {
            let Field { name, origin, .. } = &self.world.components()[component];
            say_rare::Rare { name: name.to_string(), is_of_set: origin.is_some() }
        });
        let rare: Vec<_> = rare.collect();
        let (own, storage) = (self.show(aspect), &self.components[storage].name);
        say_rare::group_cannot_own(&own, storage, &rare, &self.asked_for(left_to), remedies)
    }

    /// The storages that others own, grouped by the view that owns them.
    fn owners(&self, unowned: &[(usize, Why)]) -> Vec<(Vec<&str>, usize)> {
        let mut owners: Vec<(Vec<&str>, usize)> = Vec::new();
        for (storage, why) in unowned {
            let Why::Owned { by } = why else { continue };
            let name = self.components[*storage].name.as_str();
            match owners.iter_mut().find(|(_, owner)| owner == by) {
                Some((storages, _)) => storages.push(name),
                None => owners.push((vec![name], *by)),
            }
        }
        owners
    }

    /// Which groups order which storages, for a sentence.
    fn kept_by(&self, owners: &[(Vec<&str>, usize)]) -> String {
        let parts = owners.iter().map(|(storages, owner)| say::kept_by(storages, &self.asked_for(*owner)));
        parts.collect::<Vec<_>>().join(", and ")
    }

    /// A view and what requests it, for a sentence.
    fn asked_for(&self, view: usize) -> String {
        let view = &self.plan.views[view];
        let by = || view.requests.iter().map(|request| self.view_requests[*request].by);
        let systems = by().filter_map(|by| match by {
            Requester::System(system) => Some(self.world.systems[system].name.to_string()),
            Requester::Query(_) | Requester::Group(_) | Requester::Parameter(..) | Requester::Refused => None,
        });
        let is_entry = view.priority == Some(Priority::Entry);
        say::asked_for(&self.show(&view.aspect), is_entry, &systems.collect::<Vec<_>>())
    }

    /// Whether the view of a request could be an entry of `groups:` without causing another request to be refused.
    fn can_be_an_entry(&self, request: usize) -> bool {
        let mut requests = self.requests.to_vec();
        requests.push(Request {
            by: planner::Requester::Entry,
            requested: Some(Kept::Group),
            ..self.requests[request].clone()
        });
        planner::plan(self.components, &requests).refusals.iter().all(Option::is_none)
    }

    fn show(&self, aspect: &Aspect) -> String {
        planner::show(self.components, aspect)
    }
}

/// What requests a view, for a sentence.
fn requester(world: &World, by: Requester) -> String {
    match by {
        Requester::System(system) | Requester::Parameter(system, _) => {
            format!("system `{}`", world.systems[system].name)
        }
        Requester::Query(_) | Requester::Refused => "an entry of `queries:`".into(),
        Requester::Group(_) => "an entry of `groups:`".into(),
    }
}

/// If `on_removed` is called at the next sync, the components are already removed by then.
fn callbacks_take_what_is_left(world: &mut World, errors: &mut Errors) {
    let view_requests = world.view_requests();
    // The kind, and what requested it if not the system itself.
    let late = |number: usize, aspect: &Aspect| {
        let others =
            view_requests.iter().filter(|view_request| view_request.aspect == aspect && !view_request.by_parameter());
        let kinds = others.filter_map(|view_request| Some((view_request.requested?.kind, view_request.by)));
        let is_own = |by| matches!(by, Requester::System(system) if system == number);
        let (kind, by) = kinds.filter(|(kind, _)| kind.settles()).min_by_key(|(_, by)| !is_own(*by))?;
        Some((kind, (!is_own(by)).then(|| requester(world, by))))
    };
    let kinds: Vec<_> = world.systems.iter().zip(0..).map(|(system, number)| late(number, &system.aspect)).collect();
    for (system, kind) in world.systems.iter_mut().zip(kinds) {
        let (Some((kind, by)), Some(call), false) = (kind, &system.on_removed, system.broken) else { continue };
        for argument in call.arguments.iter().filter(|argument| matches!(argument.kind, ArgumentKind::Component(_))) {
            errors.at(argument.span, say::late_callback(&system.name.to_string(), kind.name(), by.as_deref()));
            system.broken = true;
        }
    }
}
