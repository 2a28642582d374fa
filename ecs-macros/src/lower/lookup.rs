//! Finds the entry that a name in a signature or query means.
//!
//! An entry is found by its name after `as`, or else by the last segment of its path. Of several, the one is meant that shares the most
//! segments with the path, counted from the end; then the one with the same generic arguments; then the one that was not renamed. A member
//! of a set has several paths: the one that the set writes, and those by which it can be reached where the set is included.

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens;
use syn::{GenericArgument, Path, PathArguments, Type};

use super::Scope;
use crate::messages::{
    and, conditions as say_conditions, events as say_events, is_slip_of, nearest, past as say_past,
    relations as say_relations, states as say_states, system as say_system, world as say,
};
use crate::model::Field;
use crate::names;
use crate::report::Errors;
use crate::vocabulary::{ByKind, EntryId, EntryKind, last, path_of};

impl Scope<'_> {
    /// The entry of this kind that a path means, which is named at a place; reported if there is none.
    pub(super) fn entry(&self, kind: EntryKind, path: &Path, place: &str, errors: &mut Errors) -> Option<EntryId> {
        self.entry_or(undeclared(kind), kind, path, place, errors)
    }

    /// The same, with the message of `undeclared` if there is no such entry.
    fn entry_or(
        &self,
        undeclared: Undeclared,
        kind: EntryKind,
        path: &Path,
        place: &str,
        errors: &mut Errors,
    ) -> Option<EntryId> {
        if let Some(found) = self.known(path).filter(|found| found.kind == kind) {
            return Some(found);
        }
        match self.best(kind, path) {
            Best::One(found) => return Some(found),
            Best::Several(entries) if kind == EntryKind::Condition => {
                errors.on(path, say::ambiguous(&format!("`run_if` of {place}"), &last(path), &entries));
            }
            Best::Several(entries) => errors.on(path, say::ambiguous(place, &last(path), &entries)),
            Best::None if let Some(refusal) = self.of_another_kind(kind, path, place) => errors.on(path, refusal),
            Best::None => {
                let near = nearest_of(self.entries[kind].iter(), &last(path));
                errors.missing(&last(path), path, undeclared(self.declared, place, &last(path), near.as_deref()));
                if matches!(kind, EntryKind::Component | EntryKind::Resource) {
                    self.misspelt_entry(&[kind], path, near.as_deref(), errors);
                }
            }
        }
        None
    }

    /// The number of the component of this path; reported if there is none.
    pub(super) fn component(&self, path: &Path, place: &str, errors: &mut Errors) -> Option<usize> {
        self.entry(EntryKind::Component, path, place, errors).map(|component| component.number)
    }

    /// The number of the component of this path, which `any_with` names; reported if there is none.
    pub(super) fn component_of_any_with(&self, path: &Path, system: &str, errors: &mut Errors) -> Option<usize> {
        let place = format!("`any_with` of system `{system}`");
        if !self.is_component(path) && self.is_resource(path) {
            errors.on(path, say_conditions::any_with_a_resource(&place, &last(path)));
            return None;
        }
        self.component(path, &place, errors)
    }

    /// The number of the relation of this path, or of a component that is not a relation; reported if there is neither.
    pub(super) fn relation(&self, path: &Path, place: &str, errors: &mut Errors) -> Option<usize> {
        let found = self.entry_or(say_relations::undeclared_relation, EntryKind::Component, path, place, errors);
        found.map(|component| component.number)
    }

    /// The message for a path that is no entry of this kind, and means something else.
    fn of_another_kind(&self, kind: EntryKind, path: &Path, place: &str) -> Option<String> {
        let name = last(path);
        match kind {
            EntryKind::Component if self.is_resource(path) => Some(say::resource_not_component(place, &name)),
            EntryKind::Component if name == "Entity" => Some(say::entity_not_component(place)),
            EntryKind::Component if name == "Past" => Some(say_past::not_a_component(place)),
            EntryKind::Component if name == "Option" => Some(say::option_not_component(place)),
            EntryKind::Resource => {
                self.is(EntryKind::Component, path).then(|| say_conditions::component_not_resource(place, &name))
            }
            EntryKind::Event if let Some(state) = self.state_of_value(path) => {
                Some(say_events::value_of_a_state(&names::shown(path), &last(&state), place))
            }
            EntryKind::Event | EntryKind::State => {
                let say = if kind == EntryKind::Event { say_events::no_event } else { say_states::no_state };
                let mut others = EntryKind::ALL.into_iter().filter(|other| *other != kind && !other.is_function());
                others.find(|other| self.is(*other, path)).map(|other| say(&name, other.word(), place))
            }
            _ => None,
        }
    }

    /// The path of the state, if a path names a value of one: `Phase` of `Phase::Play`.
    fn state_of_value(&self, path: &Path) -> Option<Path> {
        let mut state = path.clone();
        state.segments.pop()?;
        state.segments.pop_punct();
        (!state.segments.is_empty() && self.is(EntryKind::State, &state)).then_some(state)
    }

    /// The component or resource of this path, for `what` (a parameter) of a system; reported if there is none.
    pub(super) fn component_or_resource(
        &self,
        path: &Path,
        system: &str,
        what: &str,
        errors: &mut Errors,
    ) -> Option<EntryId> {
        if let Some(found) = self.known(path) {
            return Some(found);
        }
        let (components, resources) = (self.components(), &self.entries[EntryKind::Resource]);
        // A resource with the name of a component is reported where it is declared.
        let is_component = |own: &Field| components.iter().any(|other| other.name == own.name);
        let of_resources = self.ending(EntryKind::Resource, path).filter(|own| !is_component(own.1));
        let both = self.ending(EntryKind::Component, path).chain(of_resources);
        match best_of(both, path) {
            Best::One(found) => return Some(found),
            Best::Several(entries) => {
                let place = format!("{what} of system `{system}`");
                errors.on(path, say::ambiguous(&place, &last(path), &entries));
            }
            Best::None
                if let Some(wrapped) =
                    EntryKind::ALL.into_iter().filter(|kind| self.is(*kind, path)).find_map(wrapped) =>
            {
                errors.on(path, (wrapped.alone)(system, what, &last(path)));
            }
            Best::None if self.declared.ends_with(&format!(" `{}`", last(path))) => {
                errors.on(path, say::world_as_a_parameter(system, what, &last(path)));
            }
            Best::None if let Some(refusal) = of_another_library(path) => errors.on(path, refusal),
            Best::None => {
                let near = nearest_of(components.iter().chain(resources), &last(path));
                let message = say::undeclared(self.declared, system, what, &last(path), near.as_deref());
                errors.missing(&last(path), path, message);
                self.misspelt_entry(&[EntryKind::Component, EntryKind::Resource], path, near.as_deref(), errors);
            }
        }
        None
    }

    /// Reports an entry that is the nearest to a missing name, and that nothing names: it may be the one that is misspelt.
    fn misspelt_entry(&self, kinds: &[EntryKind], path: &Path, near: Option<&str>, errors: &mut Errors) {
        let Some(near) = near.filter(|near| is_slip_of(&last(path), near) && !self.named.contains(*near)) else {
            return;
        };
        for kind in kinds {
            let fields = self.entries[*kind].iter().filter(|field| field.origin.is_none());
            if let Some(field) = fields.into_iter().find(|field| field.name == near) {
                errors.once(&field.name, &say::entry_that_nothing_names(near, &last(path)));
            }
        }
    }

    /// The component or resource of a type that is not a path, which signatures can name only by its name after `as`.
    pub(super) fn without_path(&self, ty: &Type) -> Option<&Field> {
        let text = |ty: &Type| ty.to_token_stream().to_string();
        let fields = self.components().iter().chain(&self.entries[EntryKind::Resource]);
        let mut fields = fields.filter(|field| field.path.is_none());
        fields.find(|field| text(&field.ty) == text(ty))
    }

    /// Returns true if a component has this path.
    pub(super) fn is_component(&self, path: &Path) -> bool {
        self.known(path).is_some() || !matches!(self.best(EntryKind::Component, path), Best::None)
    }

    /// Returns true if a resource has this path.
    pub(super) fn is_resource(&self, path: &Path) -> bool {
        match self.best(EntryKind::Resource, path) {
            Best::One(resource) => self.can_be(resource, path),
            Best::None | Best::Several(_) => false,
        }
    }

    /// Returns true if a path with arguments can mean an entry: `State<Phase>` is no entry `State`, and the signatures of a set name
    /// entries only by their keys.
    pub(super) fn can_be(&self, entry: EntryId, path: &Path) -> bool {
        let Some(PathArguments::AngleBracketed(arguments)) = path.segments.last().map(|segment| &segment.arguments)
        else {
            return true;
        };
        let mut types = arguments.args.iter().filter_map(|argument| match argument {
            GenericArgument::Type(ty) => path_of(ty),
            _ => None,
        });
        if types.any(|ty| self.known(ty).is_some()) {
            return false;
        }
        let field = &self.entries[entry];
        let mut own = field.path.iter().chain(field.origin.iter().flat_map(|origin| &origin.spellings));
        own.any(|own| own.segments.last().is_some_and(|segment| !segment.arguments.is_none()))
    }

    /// Returns true if exactly one entry of this kind fits a path.
    fn is(&self, kind: EntryKind, path: &Path) -> bool {
        matches!(self.best(kind, path), Best::One(_))
    }

    fn best(&self, kind: EntryKind, path: &Path) -> Best<EntryId> {
        best_of(self.ending(kind, path), path)
    }

    /// The entries of a kind that a path can mean, in the order of their declaration.
    fn ending(&self, kind: EntryKind, path: &Path) -> impl Iterator<Item = (EntryId, &Field)> {
        let numbers = self.ends[kind].get(&last(path)).into_iter().flatten();
        numbers.map(move |number| (kind.number(*number), &self.entries[kind][*number]))
    }

    /// The entry that a signature or query of a set names by its key.
    fn known(&self, path: &Path) -> Option<EntryId> {
        self.keys.get(&path.get_ident()?.to_string()).copied()
    }
}

/// The message for `&mut NextState<Phase>`, which other libraries have instead of `&mut State<Phase>`.
fn of_another_library(path: &Path) -> Option<String> {
    let segment = path.segments.last().filter(|segment| segment.ident == "NextState")?;
    let state = match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => names::shown(&arguments.args),
        _ => "Phase".into(),
    };
    Some(say_system::wrapper_of_another_library("NextState", &format!("`&mut State<{state}>`")))
}

/// The message for a path that no entry has: from what is declared, the place, the name and a similar one.
type Undeclared = fn(&str, &str, &str, Option<&str>) -> String;

fn undeclared(kind: EntryKind) -> Undeclared {
    match kind {
        EntryKind::Component => say::undeclared_component,
        EntryKind::Resource => say_conditions::undeclared_resource,
        EntryKind::Event => say_events::undeclared_event,
        EntryKind::State => say_states::undeclared_state,
        EntryKind::Condition => say_conditions::undeclared_condition,
    }
}

/// The messages for a kind that systems take in a type of the library, such as `State<Phase>`.
pub(super) struct Wrapped {
    /// For a parameter that names the entry without it: from the system, the parameter and the name.
    alone: fn(&str, &str, &str) -> String,
    /// For a parameter that has that type, and names no entry: from the parameter.
    pub(super) unnamed: fn(&str) -> String,
}

pub(super) fn wrapped(kind: EntryKind) -> Option<Wrapped> {
    match kind {
        EntryKind::Event => Some(Wrapped { alone: say_events::event_alone, unnamed: say_events::events_without_kind }),
        EntryKind::State => Some(Wrapped { alone: say_states::state_alone, unnamed: say_states::state_without_kind }),
        EntryKind::Component | EntryKind::Resource | EntryKind::Condition => None,
    }
}

/// The keys by which sets name entries.
pub(super) type Keys = BTreeMap<String, EntryId>;

pub(super) fn keys(entries: &ByKind<Vec<Field>>) -> Keys {
    let keys = entries.all().flat_map(|(id, field)| {
        let keys = field.origin.iter().flat_map(|origin| &origin.keys);
        keys.map(move |key| (key.to_string(), id))
    });
    keys.collect()
}

/// The numbers of entries by their names after `as`, and by the last segments of their paths.
pub(super) type Ends = ByKind<BTreeMap<String, Vec<usize>>>;

/// Indexes entries, so that a name is compared only with those that have its last segment: a world may have as many entries as there are
/// names in signatures.
pub(super) fn ends(entries: &ByKind<Vec<Field>>) -> Ends {
    ByKind::of(|kind| {
        let mut ends = BTreeMap::<_, Vec<_>>::new();
        for (number, field) in entries[kind].iter().enumerate() {
            let renamed = field.renamed.then(|| field.name.to_string());
            let spellings = field.origin.iter().flat_map(|origin| &origin.spellings);
            let own: BTreeSet<_> = field.path.iter().chain(spellings).map(last).chain(renamed).collect();
            for end in own {
                ends.entry(end).or_default().push(number);
            }
        }
        ends
    })
}

fn nearest_of<'a>(fields: impl Iterator<Item = &'a Field>, name: &str) -> Option<String> {
    // An entry of exactly this name has another path.
    let names: Vec<_> = fields.map(|field| field.name.to_string()).filter(|own| own != name).collect();
    nearest(name, names.iter().map(String::as_str)).map(String::from)
}

/// The entry that fits a path best; if several do, their description.
enum Best<T> {
    None,
    One(T),
    Several(String),
}

fn best_of<'a, T>(fields: impl Iterator<Item = (T, &'a Field)>, path: &Path) -> Best<T> {
    let (mut high, mut found) = (0, Vec::new());
    for (what, field) in fields {
        let score = score(field, path);
        if score > high {
            (high, found) = (score, Vec::new());
        }
        if score == high && score > 0 {
            found.push((what, field));
        }
    }
    match found.len() {
        0 => Best::None,
        1 => found.pop().map_or(Best::None, |(what, _)| Best::One(what)),
        _ => Best::Several(and(found.iter().map(|(_, field)| describe(field))).replace(" and ", " or ")),
    }
}

fn describe(field: &Field) -> String {
    let ty = names::shown(&field.ty);
    if field.renamed { format!("{ty} as {}", field.name) } else { ty }
}

/// How well an entry fits; 0 if it does not.
fn score(field: &Field, path: &Path) -> usize {
    if field.renamed && path.segments.len() == 1 && path.is_ident(&field.name) {
        return usize::MAX;
    }
    let own = field.path.iter().map(|own| score_of(own, field.renamed, path));
    // A world may not see the module from which a set takes something, so the last segment is enough.
    let of_sets = field.origin.iter().flat_map(|origin| &origin.spellings);
    own.chain(of_sets.map(|own| score_of_end(own, field.renamed, path))).max().unwrap_or_default()
}

/// How well a path of an entry fits; 0 if it does not.
fn score_of(own: &Path, renamed: bool, path: &Path) -> usize {
    let shared = shared(own, path);
    let whole = shared == path.segments.len() || ends_at_root(own, shared) || ends_at_root(path, shared);
    if whole { score_of_end(own, renamed, path) } else { 0 }
}

/// How well the end of a path fits that of another; 0 if the last segments differ.
fn score_of_end(own: &Path, renamed: bool, path: &Path) -> usize {
    let shared = shared(own, path);
    let (Some(ours), Some(theirs), 1..) = (own.segments.last(), path.segments.last(), shared) else { return 0 };
    let same = ours.arguments.to_token_stream().to_string() == theirs.arguments.to_token_stream().to_string();
    // A name without arguments means an entry that was not renamed. Other arguments may be type parameters of a function, which would
    // silently run for one of several instances.
    let is_own_name = !renamed && (same || theirs.arguments.is_none());
    shared * 4 + usize::from(same) * 2 + usize::from(is_own_name)
}

/// Number of segments that two paths share, counted from their ends.
fn shared(own: &Path, path: &Path) -> usize {
    let pairs = own.segments.iter().rev().zip(path.segments.iter().rev());
    pairs.take_while(|(own, other)| own.ident == other.ident).count()
}

/// Whether the segments before the shared ones are only `crate`, `self` or `super`, which distinguish nothing.
fn ends_at_root(path: &Path, shared: usize) -> bool {
    let rest = path.segments.iter().rev().skip(shared);
    rest.into_iter()
        .all(|segment| names::NEVER_RAW.contains(&segment.ident.to_string().as_str()) || segment.ident == "$crate")
}
