//! The meaning of a declaration: a world in which names are resolved to numbers.

mod arguments;
mod entry;
mod kinds;
mod schedule;
mod splits;
mod system;
mod view_requests;

pub(crate) use arguments::{Argument, ArgumentKind, Borrow, Call, Shape};
pub(crate) use entry::{Field, History, Removed, SavedAs, SavedWord};
pub(crate) use kinds::{Buffer, Buffers, OnDespawn, Relation, RequestedKind, StorageKind, ViewKind};
pub(crate) use schedule::{Condition, RunIf, Schedule, StateValue, Step, When};
pub(crate) use splits::{Group, Split};
pub(crate) use system::{Change, Filter, QueryRequest, QueryView, System, Tracker};
pub(crate) use view_requests::{Requester, ViewRequest};

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Attribute, Path, Type, Visibility};

pub(crate) use crate::aspect::Aspect;
use crate::vocabulary::{ByKind, EntryKind, SetOrigin};

/// A world, as declared.
pub(crate) struct World {
    pub(crate) krate: TokenStream,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) name: Ident,
    pub(crate) entries: ByKind<Vec<Field>>,
    /// The call of each entry of `conditions:`.
    pub(crate) conditions: Vec<Condition>,
    pub(crate) systems: Vec<System>,
    /// The schedule of `run()`, and then the others.
    pub(crate) schedules: Vec<Schedule>,
    pub(crate) queries: Vec<Query>,
    /// The entries of `groups:`.
    pub(crate) groups: Vec<Query>,
    /// The types that must be the same, since they have one name.
    pub(crate) merged: Vec<Merged>,
    /// The included sets, each once, with those that they include.
    pub(crate) included: Vec<IncludedSet>,
    /// The sets that are included in several ways, which must be one set each.
    pub(crate) reunited: Vec<Reunited>,
    /// The systems of included sets that no schedule runs.
    pub(crate) unscheduled: Vec<Unscheduled>,
    /// Whether snapshots of it can be taken.
    pub(crate) snapshots: bool,
    /// The place of `Serialize` in its derives, with which it can be saved.
    pub(crate) serialize: Option<Span>,
    /// The place of `Deserialize` in its derives, with which it can be loaded.
    pub(crate) deserialize: Option<Span>,
    /// What its declaration says about older saves.
    pub(crate) history: History,
    /// The methods that clash with others; these are reported and not generated.
    pub(crate) refused_methods: Vec<String>,
}

impl World {
    pub(crate) fn components(&self) -> &[Field] {
        &self.entries[EntryKind::Component]
    }

    /// Whether it has snapshots or saves.
    pub(crate) fn keeps_state(&self) -> bool {
        self.snapshots || self.serialize.is_some() || self.deserialize.is_some()
    }

    /// The components that are in no snapshot and no save, ascending; none, if the world has neither.
    pub(crate) fn transient(&self) -> Vec<usize> {
        let is_transient = |component: &usize| self.components()[*component].transient.is_some();
        (0..self.components().len()).filter(is_transient).filter(|_| self.keeps_state()).collect()
    }

    /// The components that are relations, with their numbers.
    pub(crate) fn relations(&self) -> impl Iterator<Item = (usize, Relation)> {
        self.components().iter().enumerate().filter_map(|(number, field)| Some((number, field.relation?)))
    }

    /// The readers of marks of changes, by component: systems with their filters.
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

    /// What the condition of a system reads: resources, states, events and components, each as often as it occurs.
    pub(crate) fn read_by_condition(&self, system: &System) -> Vec<ArgumentKind> {
        system.run_if.iter().flat_map(|run_if| self.read_by(run_if)).collect()
    }

    /// The events for which a system has readers, once per reader: those of its conditions, then those of `run`.
    pub(crate) fn read_once(&self, system: &System) -> Vec<usize> {
        let by_condition = self.read_by_condition(system);
        let arguments = system.run.arguments.iter().map(|argument| &argument.kind);
        by_condition.iter().chain(arguments).filter_map(ArgumentKind::reader).filter(|_| !system.broken).collect()
    }

    /// Whether a system has a reader of events, so that the world keeps cursors.
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

/// Two entries of one name, from two sets or from a set and the declaration itself. They are one entry, if their types or functions are the
/// same.
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
    /// Its marker, by a path through the included set.
    pub(crate) ty: Type,
}

/// A set that is included in two ways: one set, if both markers are the same type.
pub(crate) struct Reunited {
    /// The marker in the first way.
    pub(crate) first: Type,
    /// The marker in the second.
    pub(crate) second: Type,
    /// The message if they differ.
    pub(crate) refusal: String,
    /// The second `include:`.
    pub(crate) span: Span,
}

/// A system of an included set that no schedule runs.
pub(crate) struct Unscheduled {
    pub(crate) name: Ident,
    /// The keys by which sets name it.
    pub(crate) keys: Vec<Ident>,
    /// How its set spells it: the last segment of its path.
    pub(crate) spelling: Path,
    /// Its identity, whatever path names it; `None` if it is generic.
    pub(crate) item: Option<Ident>,
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
    /// Whether it has this aspect, and requires these components without fetching them.
    pub(crate) fn is_request_for(&self, aspect: &Aspect, with: &[usize]) -> bool {
        self.aspect == *aspect && self.with == with
    }

    /// Whether both have the same aspect, and fetch the same components.
    pub(crate) fn is_same_request(&self, other: &Self) -> bool {
        self.is_request_for(&other.aspect, &other.with)
    }
}
