//! The requests for views, as the planner takes them, and the queries that have methods.

use std::collections::BTreeSet;

use proc_macro2::Span;

use super::{Aspect, Query, QueryView, RequestedKind, System, World};
use crate::names;
use crate::planner;

/// A system, query or group that requires a view.
pub(crate) struct ViewRequest<'a> {
    pub(crate) aspect: &'a Aspect,
    /// The components of the aspect that are not fetched.
    pub(crate) with: &'a [usize],
    pub(crate) requested: Option<RequestedKind>,
    pub(crate) span: Span,
    pub(crate) by: Requester,
}

impl ViewRequest<'_> {
    /// Returns true if it is an entry of `groups:`.
    pub(crate) fn by_entry(&self) -> bool {
        matches!(self.by, Requester::Group(_))
    }

    /// Returns true if it is a query parameter.
    pub(crate) fn by_parameter(&self) -> bool {
        matches!(self.by, Requester::Parameter(..))
    }
}

/// What requires a view.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Requester {
    System(usize),
    Query(usize),
    Group(usize),
    /// A query parameter of a system: the system, and the number among its requests.
    Parameter(usize, usize),
    /// A system that broke a rule.
    Refused,
}

impl World {
    /// Systems that broke a rule: the query of their requirements is generated, so that calling it is not a second error.
    fn refused(&self) -> impl Iterator<Item = &System> {
        let possible =
            |system: &&System| !system.aspect.all.iter().any(|required| system.aspect.none.contains(required));
        self.systems.iter().filter(|system| system.broken).filter(possible)
    }

    /// The requests for views: those of systems, queries, groups, systems that broke a rule, and query parameters, each in the order of
    /// their declaration.
    pub(crate) fn view_requests(&self) -> Vec<ViewRequest<'_>> {
        let systems = self.managing().map(|(number, system)| ViewRequest {
            aspect: &system.aspect,
            with: system.unfetched(),
            requested: system.requested,
            span: system.span(),
            by: Requester::System(number),
        });
        let refused = self.refused().map(|system| ViewRequest {
            aspect: &system.aspect,
            with: &system.with,
            requested: None,
            span: system.span(),
            by: Requester::Refused,
        });
        let queries = self.queries.iter().enumerate().map(|(number, query)| (query, Requester::Query(number)));
        let groups = self.groups.iter().enumerate().map(|(number, group)| (group, Requester::Group(number)));
        let others = queries.chain(groups);
        let others = others.map(|(query, by)| {
            let Query { aspect, with, requested, span, .. } = query;
            ViewRequest { aspect, with, requested: *requested, span: *span, by }
        });
        let sound = self.systems.iter().enumerate().filter(|(_, system)| !system.broken);
        let parameters = sound.flat_map(|(number, system)| {
            system.requests.iter().enumerate().filter_map(move |(at, request)| {
                let (requested, span) = match request.view {
                    QueryView::Planned => (None, system.run.arguments[request.argument].span),
                    QueryView::Requested(requested) => (Some(requested), requested.span),
                    QueryView::None => return None,
                };
                Some(ViewRequest {
                    aspect: &request.aspect,
                    with: &request.with,
                    requested,
                    span,
                    by: Requester::Parameter(number, at),
                })
            })
        });
        systems.chain(others).chain(refused).chain(parameters).collect()
    }

    /// The components and the requests for views, as the planner takes them.
    pub(crate) fn requests<'a>(
        &self,
        view_requests: &[ViewRequest<'a>],
    ) -> (Vec<planner::Component>, Vec<planner::Request<'a>>) {
        let components = self.components().iter().map(|component| planner::Component {
            name: component.name.to_string(),
            storage: component.storage.name(),
            groupable: component.storage.is_free(),
            rare: component.rare == Some(true),
            transient: self.keeps_state() && component.transient.is_some(),
        });
        let requests = view_requests.iter().map(|view_request| planner::Request {
            aspect: view_request.aspect,
            with: view_request.with,
            by: match view_request.by {
                Requester::System(_) => planner::Requester::System,
                Requester::Query(_) | Requester::Refused => planner::Requester::Query,
                Requester::Group(_) => planner::Requester::Entry,
                Requester::Parameter(..) => planner::Requester::Parameter,
            },
            requested: view_request.requested.map(|requested| requested.kind),
        });
        (components.collect(), requests.collect())
    }

    /// The aspects that get a query method, with the components that are not fetched; each once, with the place of the first request.
    pub(crate) fn query_aspects(&self) -> Vec<(Aspect, Vec<usize>, Span)> {
        let mut aspects = Vec::new();
        let mut seen = BTreeSet::new();
        let view_requests = self.view_requests().into_iter().filter(|view_request| !view_request.by_parameter());
        for ViewRequest { aspect, with, span, .. } in view_requests {
            if with.len() < aspect.all.len() && seen.insert((aspect, with)) {
                aspects.push((aspect.clone(), with.to_vec(), span));
            }
        }
        aspects
    }

    /// `query_position_with_velocity_without_frozen`.
    pub(crate) fn query_name(&self, aspect: &Aspect, with: &[usize]) -> String {
        let snakes = |components: &[usize]| -> Vec<&str> {
            components.iter().map(|component| self.components()[*component].snake.as_str()).collect()
        };
        names::query([&aspect.fetched(with), with, &aspect.none, &aspect.any].map(snakes))
    }
}
