//! Owns what a declaration means: a world in which names are resolved to numbers.

mod kinds;
mod schedule;
mod splits;
mod view_requests;

pub(crate) use kinds::{Buffer, Buffers, OnDespawn, Relation, StorageKind, ViewKind};
pub(crate) use schedule::{Condition, RunIf, Schedule, StateValue, Step, When};
pub(crate) use splits::{Group, Split};
pub(crate) use view_requests::{RequestedKind, Requester, ViewRequest};

use proc_macro2::{Ident, Span, TokenStream};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, LitStr, Path, Type, Visibility};

pub(crate) use crate::aspect::Aspect;
use crate::vocabulary::{ByKind, EntryId, EntryKind, Kind, Origin, Receiver, SetOrigin};

/// A world, as declared.
pub(crate) struct World {
    pub(crate) krate: TokenStream,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) name: Ident,
    pub(crate) entries: ByKind<Vec<Field>>,
    /// What each entry of `conditions:` calls.
    pub(crate) conditions: Vec<Condition>,
    pub(crate) systems: Vec<System>,
    /// What `run()` runs, and then the schedules with names.
    pub(crate) schedules: Vec<Schedule>,
    pub(crate) queries: Vec<Query>,
    /// The entries of `groups:`.
    pub(crate) groups: Vec<Query>,
    /// The types that must be the same, since they go by one name.
    pub(crate) merged: Vec<Merged>,
    /// The sets that are included, each once, those within others too.
    pub(crate) included: Vec<IncludedSet>,
    /// The sets that are included in several ways, which must be one set each.
    pub(crate) reunited: Vec<Reunited>,
    /// The systems of included sets that no schedule runs.
    pub(crate) unscheduled: Vec<Unscheduled>,
    /// Whether snapshots of it can be taken.
    pub(crate) snapshots: bool,
    /// Where it asks to be saved.
    pub(crate) serialize: Option<Span>,
    /// Where it asks to be loaded.
    pub(crate) deserialize: Option<Span>,
    /// What its declaration says of older saves.
    pub(crate) history: History,
    /// The methods that clash with others, which are reported and not generated.
    pub(crate) refused_methods: Vec<String>,
}

impl World {
    pub(crate) fn components(&self) -> &[Field] {
        &self.entries[EntryKind::Component]
    }

    /// Whether there are snapshots or saves of it.
    pub(crate) fn keeps_state(&self) -> bool {
        self.snapshots || self.serialize.is_some() || self.deserialize.is_some()
    }

    /// The components that no snapshot and no save has, ascending; none, if there are neither.
    pub(crate) fn transient(&self) -> Vec<usize> {
        let is_transient = |component: &usize| self.components()[*component].transient.is_some();
        (0..self.components().len()).filter(is_transient).filter(|_| self.keeps_state()).collect()
    }

    /// The components that are relations, by their numbers.
    pub(crate) fn relations(&self) -> impl Iterator<Item = (usize, Relation)> {
        self.components().iter().enumerate().filter_map(|(number, field)| Some((number, field.relation?)))
    }

    /// Readers of marks of changes, by component: systems with their filters.
    pub(crate) fn trackers(&self) -> Vec<Vec<Tracker>> {
        let mut trackers: Vec<Vec<Tracker>> = self.components().iter().map(|_| vec![]).collect();
        for (number, system) in self.systems.iter().enumerate().filter(|(_, system)| !system.broken) {
            let filters = system.changes.iter().filter(|change| change.query.is_some() || system.per_entity());
            for Change { component, added, query } in filters {
                trackers[*component].push(Tracker { system: number, added: *added, query: *query });
            }
        }
        trackers
    }

    /// The systems that manage entities.
    pub(crate) fn managing(&self) -> impl Iterator<Item = (usize, &System)> {
        self.systems.iter().enumerate().filter(|(_, system)| system.per_entity() && !system.broken)
    }

    /// What the condition of a system reads: resources, states, events and components, each as often as it is asked for.
    pub(crate) fn read_by_condition(&self, system: &System) -> Vec<ArgumentKind> {
        system.run_if.iter().flat_map(|run_if| self.read_by(run_if)).collect()
    }

    /// The events that a system has readers of, each as often as it has one: those of its conditions, then those of `run`.
    pub(crate) fn read_once(&self, system: &System) -> Vec<usize> {
        let by_condition = self.read_by_condition(system);
        let arguments = system.run.arguments.iter().map(|argument| &argument.kind);
        by_condition.iter().chain(arguments).filter_map(ArgumentKind::reader).filter(|_| !system.broken).collect()
    }

    /// Whether some system has a reader of events, so that the world keeps cursors.
    pub(crate) fn has_readers(&self) -> bool {
        self.systems.iter().any(|system| !self.read_once(system).is_empty())
    }

    fn read_by(&self, run_if: &RunIf) -> Vec<ArgumentKind> {
        match run_if {
            RunIf::Holds(condition) => {
                let arguments = &self.conditions[*condition].call.arguments;
                arguments.iter().filter_map(|argument| argument.kind.read()).collect()
            }
            RunIf::InState(value) => {
                vec![ArgumentKind::Entry { entry: EntryKind::State.number(value.state), mutable: false }]
            }
            RunIf::OnEvent(event) => vec![ArgumentKind::Reader { event: *event }],
            RunIf::AnyWith(component) => {
                vec![ArgumentKind::Entry { entry: EntryKind::Component.number(*component), mutable: false }]
            }
            RunIf::Not(one) => self.read_by(one),
            RunIf::All(list) | RunIf::Any(list) => list.iter().flat_map(|one| self.read_by(one)).collect(),
        }
    }
}

/// Two entries of one name, from two sets or from a set and the declaration itself: one entry, if their types or functions are
/// the same.
pub(crate) struct Merged {
    pub(crate) first: Type,
    pub(crate) second: Type,
    /// Whether both are functions.
    pub(crate) is_fn: bool,
    /// The place of the second.
    pub(crate) span: Span,
}

/// A set that is included, directly or by another set.
pub(crate) struct IncludedSet {
    pub(crate) origin: SetOrigin,
    /// Its marker, by the path of the set that is included.
    pub(crate) ty: Type,
}

/// A set that is included in two ways: one set, if both markers are the same type.
pub(crate) struct Reunited {
    /// The marker in the first way.
    pub(crate) first: Type,
    /// The marker in the second.
    pub(crate) second: Type,
    /// What rustc says if they differ.
    pub(crate) refusal: String,
    /// The second `include:`.
    pub(crate) span: Span,
}

/// A system of an included set that no schedule runs.
pub(crate) struct Unscheduled {
    pub(crate) name: Ident,
    /// How sets know it.
    pub(crate) keys: Vec<Ident>,
    /// How its set spells it: the last segment of its path.
    pub(crate) spelling: Path,
    /// What tells it by whatever path it is named; `None` if it is generic.
    pub(crate) item: Option<Ident>,
}

/// An entry: a component, a resource, a state, a kind of events, a condition.
#[expect(clippy::struct_excessive_bools, reason = "each attribute without arguments is one")]
pub(crate) struct Field {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) ty: Type,
    /// The path of the type, to compare with those in signatures.
    pub(crate) path: Option<Path>,
    /// The name of the entry.
    pub(crate) name: Ident,
    pub(crate) renamed: bool,
    /// The name in snake case: part of the names of queries.
    pub(crate) snake: String,
    pub(crate) initial: Option<Expr>,
    /// How the values of a component are kept.
    pub(crate) storage: StorageKind,
    /// Whether the storage is given explicitly, and is not the default.
    pub(crate) stored: bool,
    /// Of a component that is a relation: its properties.
    pub(crate) relation: Option<Relation>,
    /// Whether few entities have a component, if it is said.
    pub(crate) rare: Option<bool>,
    /// Whether changes of a component are tracked for readers that are registered at run time.
    pub(crate) tracked: bool,
    /// Where it is said that no snapshot has its values.
    pub(crate) transient: Option<Span>,
    /// How saves have its values.
    pub(crate) saved_as: SavedAs,
    /// Whether the world visits the handles in the values of a component that is no relation.
    pub(crate) handles: bool,
    /// Whether the past of a component is kept.
    pub(crate) buffers: Buffers,
    /// How sets know it, where some bring it.
    pub(crate) origin: Option<Origin>,
}

impl Field {
    /// Whether the past of a component is kept.
    pub(crate) fn is_double_buffered(&self) -> bool {
        self.buffers == Buffers::Double
    }
}

/// What an entry says of its saves.
#[derive(Default)]
pub(crate) struct SavedAs {
    /// The module that writes and reads its values.
    pub(crate) with: Option<Path>,
    /// The names that it had.
    pub(crate) renamed: Vec<LitStr>,
    /// The first version of the world that has it.
    pub(crate) since: Option<(u32, Span)>,
}

impl SavedAs {
    /// Where something is said.
    pub(crate) fn place(&self) -> Option<Span> {
        let with = self.with.as_ref().map(Spanned::span);
        with.or_else(|| self.renamed.first().map(LitStr::span)).or(self.since.map(|(_, place)| place))
    }
}

/// What a world says of older saves.
#[derive(Default)]
pub(crate) struct History {
    /// The version of its declaration.
    pub(crate) version: Option<(u32, Span)>,
    pub(crate) removed: Vec<Removed>,
}

impl History {
    /// Where something is said.
    pub(crate) fn place(&self) -> Option<Span> {
        self.version.map(|(_, place)| place).or_else(|| self.removed.first().map(|own| own.name.span()))
    }
}

/// An entry that the world had.
pub(crate) struct Removed {
    /// The section that declared it; without one, an entry of this name in any section.
    pub(crate) section: Option<&'static str>,
    pub(crate) name: LitStr,
    /// The type of its values, with which they are skipped in any format.
    pub(crate) ty: Option<Type>,
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
    /// How sets know it, where one brings it.
    pub(crate) origin: Option<Origin>,
    /// What tells it by whatever path it is named; `None` if it is generic.
    pub(crate) item: Option<Ident>,
    pub(crate) aspect: Aspect,
    /// The components of the aspect that are required and not taken.
    pub(crate) with: Vec<usize>,
    /// The filters by changes, also those of query parameters.
    pub(crate) changes: Vec<Change>,
    /// What the query parameters of `run` request.
    pub(crate) requests: Vec<QueryRequest>,
    pub(crate) requested: Option<RequestedKind>,
    pub(crate) run_if: Option<RunIf>,
    /// Whether its entities are divided over threads.
    pub(crate) parallel: bool,
    /// Where it is said that no snapshot has its fields.
    pub(crate) transient: Option<Span>,
    /// How saves have its fields.
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
    /// Whether it runs once per entity, and not once.
    pub(crate) fn per_entity(&self) -> bool {
        self.run.arguments.iter().any(|argument| argument.kind.per_entity())
    }

    pub(crate) fn span(&self) -> Span {
        self.name.span()
    }

    /// The filters by changes of a query parameter, or of what the system itself visits.
    pub(crate) fn changes_of(&self, query: Option<usize>) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(move |change| change.query == query)
    }

    /// The components that are required and whose storages are not touched: masks tell where they are.
    pub(crate) fn unfetched(&self) -> &[usize] {
        if self.takes_required() { &self.with } else { &[] }
    }

    /// The components that are not taken and are read all the same, since iteration needs the storage of some required one.
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

    /// How `run` borrows a component, also in queries.
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

    /// The component whose replaced values it is notified of, and the call.
    pub(crate) fn on_replaced(&self) -> Option<(usize, &Call)> {
        let call = self.on_replaced.as_ref()?;
        match call.arguments.first()?.kind {
            ArgumentKind::Former { component } => Some((component, call)),
            _ => None,
        }
    }

    /// Returns true if it is notified of entities that start or stop matching.
    pub(crate) fn has_callbacks(&self) -> bool {
        self.on_added.is_some() || self.on_removed.is_some()
    }
}

/// A reader of the marks of a component.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tracker {
    pub(crate) system: usize,
    pub(crate) added: bool,
    /// The number of the query parameter that it filters; `None` if it filters what the system itself visits.
    pub(crate) query: Option<usize>,
}

/// A filter by changes of a component, which the system requires.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) component: usize,
    /// Whether it passes only values that were inserted, and not those that were written.
    pub(crate) added: bool,
    /// The number of the query parameter that it filters; `None` if it filters what the system itself visits.
    pub(crate) query: Option<usize>,
}

/// A call of a function of a system.
pub(crate) struct Call {
    pub(crate) receiver: Receiver,
    pub(crate) arguments: Vec<Argument>,
}

/// An argument, and the place of its type.
pub(crate) struct Argument {
    pub(crate) kind: ArgumentKind,
    pub(crate) span: Span,
}

/// What a world passes for a parameter.
pub(crate) enum ArgumentKind {
    Component(Borrow),
    Entity,
    /// A resource, a state, or the events of a kind.
    Entry {
        entry: EntryId,
        mutable: bool,
    },
    /// The events that were sent since the system was reached before.
    Reader {
        event: usize,
    },
    /// The sources of a relation, or its parents and children.
    Related {
        relation: usize,
        is_tree: bool,
    },
    Commands,
    Spawner,
    /// Why an entity stops matching.
    Cause,
    /// The value of a component that was replaced.
    Former {
        component: usize,
    },
    Query(Shape),
    /// Nothing: an error was reported.
    Unknown,
}

impl ArgumentKind {
    /// The entry that this borrows, to read.
    fn read(&self) -> Option<Self> {
        match self {
            Self::Entry { entry, .. } => Some(Self::Entry { entry: *entry, mutable: false }),
            Self::Reader { event } => Some(Self::Reader { event: *event }),
            _ => None,
        }
    }

    /// The event of a reader.
    pub(crate) fn reader(&self) -> Option<usize> {
        if let Self::Reader { event } = self { Some(*event) } else { None }
    }

    pub(crate) fn per_entity(&self) -> bool {
        matches!(self, Self::Component(_) | Self::Entity)
    }

    /// The component that is taken of each entity.
    pub(crate) fn borrow(&self) -> Option<Borrow> {
        if let Self::Component(borrow) = self { Some(*borrow) } else { None }
    }
}

/// What a query parameter requests.
pub(crate) struct QueryRequest {
    /// The number of the parameter.
    pub(crate) argument: usize,
    pub(crate) aspect: Aspect,
    /// The components of the aspect that are required and not fetched.
    pub(crate) with: Vec<usize>,
    pub(crate) view: QueryView,
}

/// How the view of a query parameter is to be kept.
#[derive(Clone, Copy)]
pub(crate) enum QueryView {
    /// As a group, if systems that run per entity leave one.
    Planned,
    Requested(RequestedKind),
    /// There is to be none for it.
    None,
}

/// How a component is borrowed.
#[derive(Clone, Copy)]
pub(crate) struct Borrow {
    pub(crate) component: usize,
    pub(crate) mutable: bool,
    pub(crate) optional: bool,
    /// Whether it is a `Mut`, which marks the value when it is written.
    pub(crate) noted: bool,
    pub(crate) buffer: Buffer,
}

impl Borrow {
    /// A component that is read, and required.
    pub(crate) fn read(component: usize) -> Self {
        Self { component, mutable: false, optional: false, noted: false, buffer: Buffer::Present }
    }

    /// Whether it is a `Past`, which conflicts with nothing.
    pub(crate) fn is_past(self) -> bool {
        self.buffer == Buffer::Past
    }
}

/// What a query parameter asks for.
pub(crate) enum Shape {
    Component(Borrow),
    Entity,
    Tuple(Vec<Shape>),
}

impl Shape {
    /// The components in it.
    pub(crate) fn borrows(&self) -> Vec<Borrow> {
        match self {
            Self::Component(borrow) => vec![*borrow],
            Self::Entity => vec![],
            Self::Tuple(parts) => parts.iter().flat_map(Self::borrows).collect(),
        }
    }
}

/// An entry of `queries:` or `groups:`.
pub(crate) struct Query {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) aspect: Aspect,
    /// The components of the aspect that are required and not fetched.
    pub(crate) with: Vec<usize>,
    pub(crate) requested: Option<RequestedKind>,
    pub(crate) span: Span,
}

impl Query {
    /// Whether both are about the same entities, and fetch the same.
    pub(crate) fn asks_for_the_same(&self, other: &Self) -> bool {
        self.aspect == other.aspect && self.with == other.with
    }
}
