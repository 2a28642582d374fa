//! Filters of systems, by masks and by changes, and the requests of their query parameters.

use syn::Path;

use syn::spanned::Spanned;

use super::requested;
use super::systems::Reader;
use crate::messages::{changes as say_changes, world as say};
use crate::model::{ArgumentKind, Aspect, Borrow, Call, Change, Filter, QueryRequest, QueryView};
use crate::parse::{Method, QueryFilter, Signature};
use crate::report::Errors;

impl Reader<'_> {
    /// The filters by masks on the entities of the system itself.
    pub(super) fn filters(&self, signature: &Signature) -> Vec<Filter> {
        let lists = [("with", &signature.with), ("without", &signature.without), ("any", &signature.any)];
        let paths = lists.into_iter().flat_map(|(name, paths)| paths.iter().map(move |path| (name, path)));
        let filters =
            paths.filter_map(|(name, path)| Some(Filter { name, component: self.known(path)?, span: path.span() }));
        filters.collect()
    }

    /// Reports components that the system excludes and takes as an `Option`, which would always be `None`.
    pub(super) fn excluded_is_not_taken(&mut self, filters: &[Filter], run: &Call) {
        let place = format!("system `{}`", self.system);
        let mut borrows = run.arguments.iter().filter_map(|argument| argument.kind.borrow());
        let optional: Vec<_> =
            borrows.by_ref().filter(|borrow| borrow.optional).map(|borrow| borrow.component).collect();
        for Filter { component, span, .. } in filters.iter().filter(|filter| filter.name == "without") {
            if optional.contains(component) {
                let name = self.scope.components()[*component].name.to_string();
                self.errors.at(*span, say::excluded_and_optional(&place, &name));
            }
        }
    }

    /// The component of a path; if there is none, that is reported elsewhere.
    fn known(&self, path: &Path) -> Option<usize> {
        let mut ignored = Errors::default();
        let component = self.scope.component(path, "a filter", &mut ignored);
        ignored.reported_elsewhere();
        component
    }

    /// The filters by changes on the entities of the system itself.
    pub(super) fn changes(&mut self, signature: &Signature, run: &Call, aspect: &Aspect) -> Vec<Change> {
        let place = |name: &str| format!("`{name}(..)` of system `{}`", signature.name);
        let has_queries = run.arguments.iter().any(|argument| matches!(argument.kind, ArgumentKind::Query(_)));
        let [changed, added] = [("changed", &signature.changed), ("added", &signature.added)].map(|(name, paths)| {
            let called = format!("system `{}`", self.system);
            let refusal = |component: &str| say_changes::not_required(&called, name, component, has_queries);
            self.filters_by_change(name, paths, aspect, None, &place(name), refusal)
        });
        [changed, added].concat()
    }

    /// Filters by changes. Each component must be required, as entities without it have no marks.
    fn filters_by_change(
        &mut self,
        name: &str,
        paths: &[Path],
        aspect: &Aspect,
        query: Option<usize>,
        place: &str,
        not_required: impl Fn(&str) -> String,
    ) -> Vec<Change> {
        let mut changes = Vec::new();
        for path in paths {
            let Some(component) = self.scope.component(path, place, self.errors) else { continue };
            let change = Change { component, added: name == "added", query };
            let called = self.scope.components()[component].name.to_string();
            if !aspect.all.contains(&component) {
                self.errors.on(path, not_required(&called));
            } else if changes.contains(&change) {
                self.errors.on(path, say::twice("component", &called));
            } else {
                changes.push(change);
            }
        }
        changes
    }

    /// The requests of the query parameters: those with two or more components, with filters, or with an explicit kind; and their filters
    /// by changes.
    pub(super) fn requests(&mut self, method: &Method, run: &Call) -> (Vec<QueryRequest>, Vec<Change>) {
        let queries = run.arguments.iter().enumerate().filter_map(|(number, argument)| match &argument.kind {
            ArgumentKind::Query(shape) => Some((number, shape.borrows())),
            _ => None,
        });
        let (mut requests, mut changes) = (Vec::new(), Vec::new());
        for (number, borrows) in queries {
            requests.extend(self.request(method, number, &borrows, &mut changes));
        }
        (requests, changes)
    }

    fn request(
        &mut self,
        method: &Method,
        number: usize,
        borrows: &[Borrow],
        changes: &mut Vec<Change>,
    ) -> Option<QueryRequest> {
        let filters = method.filters.iter().filter(|(own, _)| *own == number).map(|(_, filter)| filter);
        let (by_change, filters): (Vec<_>, Vec<_>) =
            filters.partition(|filter| filter.name == "changed" || filter.name == "added");
        let [mut with, mut none, mut any] = [const { Vec::new() }; 3];
        for filter in filters {
            let list = match filter.name.to_string().as_str() {
                "with" => &mut with,
                "without" => &mut none,
                _ => &mut any,
            };
            *list = self.filter_of_a_query(filter, number, borrows);
        }
        let required = borrows.iter().filter(|borrow| !borrow.optional).map(|borrow| borrow.component);
        let mut all: Vec<_> = required.collect();
        all.extend(&with);
        all.sort_unstable();
        all.dedup();
        let aspect = Aspect { all, none, any };
        for QueryFilter { name, components } in &by_change {
            let of = format!("the query in parameter {} of system `{}`", number + 1, self.system);
            let (name, place) = (name.to_string(), format!("`{name}(..)` of {of}"));
            let refusal = |component: &str| say_changes::not_required_by_query(&of, &name, component);
            changes.extend(self.filters_by_change(&name, components, &aspect, Some(number), &place, refusal));
        }
        let kind = method.views.iter().find(|(own, _)| *own == number).map(|(_, kind)| kind);
        let view = match kind {
            Some(kind) if kind == "none" => QueryView::None,
            Some(kind) if !by_change.is_empty() => {
                self.errors.on(kind, say_changes::view_of_changes(number + 1, &self.system));
                QueryView::None
            }
            Some(kind) => QueryView::Requested(requested::of_a_parameter(kind, self.errors)?),
            None if by_change.is_empty() && aspect.all.len() >= 2 => QueryView::Planned,
            None if !with.is_empty() || aspect.has_filters() => QueryView::None,
            None => return None,
        };
        Some(QueryRequest { argument: number, aspect, with, view })
    }

    /// The components of a filter of a query parameter, ascending. Reports those that `with(..)` names needlessly, and those of
    /// `without(..)` that are taken as an `Option`.
    fn filter_of_a_query(&mut self, filter: &QueryFilter, number: usize, borrows: &[Borrow]) -> Vec<usize> {
        let place = format!("the query in parameter {} of system `{}`", number + 1, self.system);
        let components = self.filter(&filter.components, &format!("`{}(..)` of {place}", filter.name));
        for path in &filter.components {
            let fetched = |component: usize| borrows.iter().find(|borrow| borrow.component == component);
            let Some((component, borrow)) = self.known(path).and_then(|it| Some((it, fetched(it)?))) else { continue };
            let name = self.scope.components()[component].name.to_string();
            let refusal = match filter.name.to_string().as_str() {
                "with" if borrow.optional => say::required_and_optional,
                "with" => say::required_already,
                "without" if borrow.optional => say::excluded_and_optional,
                _ => continue,
            };
            self.errors.on(path, refusal(&place, &name));
        }
        components
    }
}
