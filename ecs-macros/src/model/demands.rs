//! Owns what requests views, as the planner takes it, and the queries that have methods.

use std::collections::BTreeSet;

use proc_macro2::Span;

use super::{Aspect, Query, QueryView, System, World};
use crate::names;
use crate::planner::{self, Kept};

/// A kind of view that is requested, and where.
#[derive(Clone, Copy)]
pub(crate) struct Wish {
    pub(crate) kind: Kept,
    pub(crate) span: Span,
}

/// A system, query or group that requires a view.
pub(crate) struct Demand<'a> {
    pub(crate) aspect: &'a Aspect,
    /// The components of the aspect that are not fetched.
    pub(crate) with: &'a [usize],
    pub(crate) wish: Option<Wish>,
    pub(crate) span: Span,
    pub(crate) by: By,
}

impl Demand<'_> {
    /// Returns true if it is an entry of `groups:`.
    pub(crate) fn by_entry(&self) -> bool {
        matches!(self.by, By::Group(_))
    }

    /// Returns true if it is a query parameter.
    pub(crate) fn by_parameter(&self) -> bool {
        matches!(self.by, By::Parameter(..))
    }
}

/// What requires a view.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    System(usize),
    Query(usize),
    Group(usize),
    /// A query parameter of a system: the system, and the number among its requests.
    Parameter(usize, usize),
    /// A system that broke a rule.
    Refused,
}

impl World {
    /// Systems that broke a rule: the query of what they require is generated, so that a call of it is no second error.
    fn refused(&self) -> impl Iterator<Item = &System> {
        let possible =
            |system: &&System| !system.aspect.all.iter().any(|required| system.aspect.none.contains(required));
        self.systems.iter().filter(|system| system.broken).filter(possible)
    }

    /// What requires a view: systems, queries, groups, in the order of their declaration.
    pub(crate) fn demands(&self) -> Vec<Demand<'_>> {
        let systems = self.managing().map(|(number, system)| Demand {
            aspect: &system.aspect,
            with: system.unfetched(),
            wish: system.wish,
            span: system.span(),
            by: By::System(number),
        });
        let refused = self.refused().map(|system| Demand {
            aspect: &system.aspect,
            with: &system.with,
            wish: None,
            span: system.span(),
            by: By::Refused,
        });
        let queries = self.queries.iter().enumerate().map(|(number, query)| (query, By::Query(number)));
        let groups = self.groups.iter().enumerate().map(|(number, group)| (group, By::Group(number)));
        let others = queries.chain(groups);
        let others = others.map(|(query, by)| {
            let Query { aspect, with, wish, span, .. } = query;
            Demand { aspect, with, wish: *wish, span: *span, by }
        });
        let sound = self.systems.iter().enumerate().filter(|(_, system)| !system.broken);
        let parameters = sound.flat_map(|(number, system)| {
            system.requests.iter().enumerate().filter_map(move |(at, request)| {
                let (wish, span) = match request.view {
                    QueryView::Planned => (None, system.run.arguments[request.argument].span),
                    QueryView::Wished(wish) => (Some(wish), wish.span),
                    QueryView::None => return None,
                };
                Some(Demand { aspect: &request.aspect, with: &[], wish, span, by: By::Parameter(number, at) })
            })
        });
        systems.chain(others).chain(refused).chain(parameters).collect()
    }

    /// The components and what is requested of them, as the planner takes it.
    pub(crate) fn requests<'a>(&self, demands: &[Demand<'a>]) -> (Vec<planner::Component>, Vec<planner::Request<'a>>) {
        let components = self.components().iter().map(|component| planner::Component {
            name: component.name.to_string(),
            storage: component.storage.name(),
            groupable: component.storage.is_free(),
            rare: component.rare == Some(true),
        });
        let requests = demands.iter().map(|demand| planner::Request {
            aspect: demand.aspect,
            with: demand.with,
            by: match demand.by {
                By::System(_) => planner::By::System,
                By::Query(_) | By::Refused => planner::By::Query,
                By::Group(_) => planner::By::Entry,
                By::Parameter(..) => planner::By::Parameter,
            },
            wish: demand.wish.map(|wish| wish.kind),
        });
        (components.collect(), requests.collect())
    }

    /// What gets a query method: an aspect, and what of it is not fetched; each once, with the place of the first request.
    pub(crate) fn query_aspects(&self) -> Vec<(Aspect, Vec<usize>, Span)> {
        let mut aspects = Vec::new();
        let mut seen = BTreeSet::new();
        let demands = self.demands().into_iter().filter(|demand| !demand.by_parameter());
        for Demand { aspect, with, span, .. } in demands {
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
