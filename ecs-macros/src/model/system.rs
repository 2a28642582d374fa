//! The declaration of a system: what it runs on, what it takes, and what it requests.

use proc_macro2::{Ident, Span};
use syn::{Attribute, Expr, Type};

use super::{ArgumentKind, Aspect, Borrow, Call, RequestedKind, RunIf, SavedAs};
use crate::vocabulary::{Kind, Origin};

/// A component in a filter of the attribute of a system: `with`, `without` or `any`.
#[derive(Clone, Copy)]
pub(crate) struct Filter {
    pub(crate) name: &'static str,
    pub(crate) component: usize,
    pub(crate) span: Span,
}

/// A system with its place in the world.
pub(crate) struct System {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) ty: Type,
    pub(crate) name: Ident,
    pub(crate) snake: String,
    pub(crate) kind: Kind,
    /// Whether a function can be called from everywhere.
    pub(crate) public: bool,
    pub(crate) initial: Option<Expr>,
    /// How sets refer to it, if one brings it.
    pub(crate) origin: Option<Origin>,
    /// Its identity, whatever path names it; `None` if it is generic.
    pub(crate) item: Option<Ident>,
    pub(crate) aspect: Aspect,
    /// The components of the aspect that are required and not taken.
    pub(crate) with: Vec<usize>,
    /// The filters by masks, in the order of the attribute.
    pub(crate) filters: Vec<Filter>,
    /// The filters by changes, including those of query parameters.
    pub(crate) changes: Vec<Change>,
    /// What the query parameters of `run` request.
    pub(crate) requests: Vec<QueryRequest>,
    pub(crate) requested: Option<RequestedKind>,
    pub(crate) run_if: Option<RunIf>,
    /// Whether its entities are divided over threads.
    pub(crate) parallel: bool,
    /// The place of `#[transient]`, with which no snapshot has its fields.
    pub(crate) transient: Option<Span>,
    /// How saves contain its fields.
    pub(crate) saved_as: SavedAs,
    pub(crate) run: Call,
    pub(crate) on_added: Option<Call>,
    pub(crate) on_removed: Option<Call>,
    /// Its first argument is the former value.
    pub(crate) on_replaced: Option<Call>,
    /// An error was reported for it, so that its code would not compile.
    pub(crate) broken: bool,
}

impl System {
    /// Whether it runs once per entity, instead of once.
    pub(crate) fn per_entity(&self) -> bool {
        self.run.arguments.iter().any(|argument| argument.kind.per_entity())
    }

    /// Whether it needs nothing but storages, views and entities: a function that takes components, handles and queries alone, and runs
    /// unconditionally. It is generated with the locals of these parts only.
    pub(crate) fn needs_only_storages(&self) -> bool {
        let is_taken = |kind: &ArgumentKind| kind.per_entity() || matches!(kind, ArgumentKind::Query(_));
        let mut arguments = self.run.arguments.iter();
        self.kind == Kind::Fn && self.run_if.is_none() && arguments.all(|argument| is_taken(&argument.kind))
    }

    /// Whether it has two queries, which may borrow the same component.
    pub(crate) fn has_several_queries(&self) -> bool {
        self.run.arguments.iter().filter(|argument| matches!(argument.kind, ArgumentKind::Query(_))).nth(1).is_some()
    }

    pub(crate) fn span(&self) -> Span {
        self.name.span()
    }

    /// The filters by changes of a query parameter, or of the entities of the system itself.
    pub(crate) fn changes_of(&self, query: Option<usize>) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(move |change| change.query == query)
    }

    /// The components that are required, but whose storages are not used: masks tell which entities have them.
    pub(crate) fn unfetched(&self) -> &[usize] {
        if self.takes_required() { &self.with } else { &[] }
    }

    /// The components that are not taken but read, since iteration needs the storage of a required one.
    pub(crate) fn iterated(&self) -> &[usize] {
        if self.takes_required() { &[] } else { &self.with }
    }

    /// Whether `run` can write a component.
    pub(crate) fn writes(&self, component: usize) -> bool {
        self.borrows(component).any(|borrow| borrow.mutable)
    }

    /// Whether `run` takes a component as `Mut`.
    pub(crate) fn notes(&self, component: usize) -> bool {
        self.borrows(component).any(|borrow| borrow.noted)
    }

    /// How `run` borrows a component, including its queries.
    fn borrows(&self, component: usize) -> impl Iterator<Item = Borrow> {
        let borrows = self.run.arguments.iter().flat_map(|argument| match &argument.kind {
            ArgumentKind::Component(borrow) => vec![*borrow],
            ArgumentKind::Query(shape) => shape.borrows(),
            _ => vec![],
        });
        borrows.filter(move |borrow| borrow.component == component)
    }

    fn takes_required(&self) -> bool {
        self.with.len() < self.aspect.all.len()
    }

    /// The component of `on_replaced`, and the call.
    pub(crate) fn on_replaced(&self) -> Option<(usize, &Call)> {
        let call = self.on_replaced.as_ref()?;
        match call.arguments.first()?.kind {
            ArgumentKind::Former { component } => Some((component, call)),
            _ => None,
        }
    }

    /// Returns true if it has callbacks for entities that start or stop matching.
    pub(crate) fn has_callbacks(&self) -> bool {
        self.on_added.is_some() || self.on_removed.is_some()
    }
}

/// A reader of the marks of a component.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tracker {
    pub(crate) system: usize,
    pub(crate) added: bool,
    /// The number of the query parameter that it filters; `None` for the entities of the system itself.
    pub(crate) query: Option<usize>,
}

/// A filter by changes of a component, which the system requires.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) component: usize,
    /// Whether it passes only inserted values, and not written ones.
    pub(crate) added: bool,
    /// The number of the query parameter that it filters; `None` for the entities of the system itself.
    pub(crate) query: Option<usize>,
}

/// The request of a query parameter.
pub(crate) struct QueryRequest {
    /// The number of the parameter.
    pub(crate) argument: usize,
    pub(crate) aspect: Aspect,
    /// The components of the aspect that are required and not fetched.
    pub(crate) with: Vec<usize>,
    pub(crate) view: QueryView,
}

/// The kind of view that a query parameter gets.
#[derive(Clone, Copy)]
pub(crate) enum QueryView {
    /// A group, if systems that run per entity leave one.
    Planned,
    Requested(RequestedKind),
    /// No view.
    None,
}
