//! Owns how a name in a signature or query finds the entry that it means.
//!
//! By the name after `as`; else by the last segment of the path. Of several, the one that shares most segments from the end
//! with the path is meant, then the one with the same generic arguments, then the one that was not renamed. What a set brings has
//! several paths: that which the set writes, and those by which it can be reached where the set is included.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::{Path, Type};

use super::Scope;
use crate::messages::{and, conditions as say_conditions, nearest, states as say_states, world as say};
use crate::model::{Condition, Field};
use crate::names;
use crate::report::Errors;
use crate::vocabulary::last;

/// What a name means.
#[derive(Clone, Copy)]
pub(super) enum Found {
    Component(usize),
    Resource(usize),
    Event(usize),
    /// By its number among the resources, behind which states stand.
    State(usize),
    Condition(usize),
    /// Nothing; it is reported.
    Nothing,
}

impl Scope<'_> {
    /// The component of this path, which stands at a place; reported if there is none.
    pub(super) fn component(&self, path: &Path, place: &str, errors: &mut Errors) -> Option<usize> {
        if let Some(Found::Component(component)) = self.known(path) {
            return Some(component);
        }
        match best(self.components, path) {
            Best::One(component) => return Some(component),
            Best::Several(entries) => errors.on(path, say::ambiguous(place, &last(path), &entries)),
            Best::None if matches!(best(self.resources, path), Best::One(_)) => {
                errors.on(path, say::resource_not_component(place, &last(path)));
            }
            Best::None if path.segments.last().is_some_and(|segment| segment.ident == "Entity") => {
                errors.on(path, say::entity_not_component(place));
            }
            Best::None if path.segments.last().is_some_and(|segment| segment.ident == "Option") => {
                errors.on(path, say::option_not_component(place));
            }
            Best::None => {
                let near = nearest_of(self.components.iter(), &last(path));
                let message = say::undeclared_component(&self.declared, place, &last(path), near.as_deref());
                errors.missing(&last(path), path, message);
            }
        }
        None
    }

    /// The component or resource of this path, which is `what` (a parameter) of a system; reported if there is none.
    pub(super) fn any(&self, path: &Path, system: &str, what: &str, errors: &mut Errors) -> Found {
        if let Some(found) = self.known(path) {
            return found;
        }
        match (best(self.components, path), best(self.resources, path)) {
            (Best::One(component), Best::One(resource))
                if score(&self.components[component], path) < score(&self.resources[resource], path) =>
            {
                return Found::Resource(resource);
            }
            (Best::One(component), _) => return Found::Component(component),
            (Best::None, Best::One(resource)) => return Found::Resource(resource),
            (Best::Several(entries), _) | (_, Best::Several(entries)) => {
                let place = format!("{what} of system `{system}`");
                errors.on(path, say::ambiguous(&place, &last(path), &entries));
            }
            (Best::None, Best::None) if matches!(best(self.events, path), Best::One(_)) => {
                errors.on(path, say::event_alone(system, what, &last(path)));
            }
            (Best::None, Best::None) if matches!(best(self.states, path), Best::One(_)) => {
                errors.on(path, say_states::state_alone(system, what, &last(path)));
            }
            (Best::None, Best::None) if self.declared.ends_with(&format!(" `{}`", last(path))) => {
                errors.on(path, say::world_as_a_parameter(system, what, &last(path)));
            }
            (Best::None, Best::None) => {
                let near = nearest_of(self.components.iter().chain(self.resources), &last(path));
                let message = say::undeclared(&self.declared, system, what, &last(path), near.as_deref());
                errors.missing(&last(path), path, message);
            }
        }
        Found::Nothing
    }

    /// The event of this path, whose events a system takes; reported if there is none.
    pub(super) fn event(&self, path: &Path, place: &str, errors: &mut Errors) -> Option<usize> {
        if let Some(Found::Event(event)) = self.known(path) {
            return Some(event);
        }
        match best(self.events, path) {
            Best::One(event) => return Some(event),
            Best::Several(entries) => {
                errors.on(path, say::ambiguous(place, &last(path), &entries));
            }
            Best::None if let Some(what) = self.kind(path) => {
                errors.on(path, say::no_event(&last(path), what, place));
            }
            Best::None => {
                let near = nearest_of(self.events.iter(), &last(path));
                let message = say::undeclared_event(&self.declared, place, &last(path), near.as_deref());
                errors.missing(&last(path), path, message);
            }
        }
        None
    }

    /// Whether a path names a component, a resource or a state, as a word.
    fn kind(&self, path: &Path) -> Option<&'static str> {
        let kinds = [("component", self.components), ("resource", self.resources), ("state", self.states)];
        kinds.into_iter().find(|(_, fields)| matches!(best(fields, path), Best::One(_))).map(|(what, _)| what)
    }

    /// The state of this path; reported if there is none.
    pub(super) fn state(&self, path: &Path, place: &str, errors: &mut Errors) -> Option<usize> {
        if let Some(Found::State(state)) = self.known(path) {
            return Some(state);
        }
        match best(self.states, path) {
            Best::One(state) => return Some(self.resources.len() + state),
            Best::Several(entries) => errors.on(path, say::ambiguous(place, &last(path), &entries)),
            Best::None => {
                let near = nearest_of(self.states.iter(), &last(path));
                let message = say_states::undeclared_state(&self.declared, place, &last(path), near.as_deref());
                errors.missing(&last(path), path, message);
            }
        }
        None
    }

    /// The condition of this path, which a system names; reported if there is none.
    pub(super) fn condition(&self, path: &Path, system: &str, errors: &mut Errors) -> Option<usize> {
        if let Some(Found::Condition(condition)) = self.known(path) {
            return Some(condition);
        }
        let fields: Vec<_> = self.conditions.iter().map(|condition| &condition.field).collect();
        match best_of(&fields, path) {
            Best::One(condition) => return Some(condition),
            Best::Several(entries) => {
                errors.on(path, say::ambiguous(&format!("`run_if` of system `{system}`"), &last(path), &entries));
            }
            Best::None => {
                let near = nearest_of(fields.into_iter(), &last(path));
                let message =
                    say_conditions::undeclared_condition(&self.declared, system, &last(path), near.as_deref());
                errors.missing(&last(path), path, message);
            }
        }
        None
    }

    /// The resource of this path; reported if there is none.
    pub(super) fn resource(&self, path: &Path, place: &str, errors: &mut Errors) -> Option<usize> {
        if let Some(Found::Resource(resource)) = self.known(path) {
            return Some(resource);
        }
        match best(self.resources, path) {
            Best::One(resource) => return Some(resource),
            Best::Several(entries) => errors.on(path, say::ambiguous(place, &last(path), &entries)),
            Best::None if matches!(best(self.components, path), Best::One(_)) => {
                errors.on(path, say_conditions::component_not_resource(place, &last(path)));
            }
            Best::None => {
                let near = nearest_of(self.resources.iter(), &last(path));
                let message = say_conditions::undeclared_resource(&self.declared, place, &last(path), near.as_deref());
                errors.missing(&last(path), path, message);
            }
        }
        None
    }

    /// The component or resource of a type that is no path, so that signatures can call it by its name alone.
    pub(super) fn without_path(&self, ty: &Type) -> Option<&Field> {
        let text = |ty: &Type| ty.to_token_stream().to_string();
        let mut fields = self.components.iter().chain(self.resources).filter(|field| field.path.is_none());
        fields.find(|field| text(&field.ty) == text(ty))
    }

    /// Whether a resource goes by this path.
    pub(super) fn is_resource(&self, path: &Path) -> bool {
        matches!(best(self.resources, path), Best::One(_))
    }

    /// The same names, with conditions among them.
    pub(super) fn with<'b>(&'b self, conditions: &'b [Condition]) -> Scope<'b> {
        let (declared, mut keys) = (self.declared.clone(), self.keys.clone());
        for (at, condition) in conditions.iter().enumerate() {
            let own = condition.field.origin.iter().flat_map(|origin| &origin.keys);
            keys.extend(own.map(|key| (key.to_string(), Found::Condition(at))));
        }
        Scope { declared, conditions, keys, ..*self }
    }

    /// What a signature or query of a set means, which names it by its key.
    fn known(&self, path: &Path) -> Option<Found> {
        self.keys.get(&path.get_ident()?.to_string()).copied()
    }
}

/// The keys by which sets know components and resources.
pub(super) type Keys = BTreeMap<String, Found>;

pub(super) fn keys(components: &[Field], resources: &[Field], events: &[Field], states: &[Field]) -> Keys {
    let components = components.iter().enumerate().map(|(at, field)| (field, Found::Component(at)));
    let resources_by_key = resources.iter().enumerate().map(|(at, field)| (field, Found::Resource(at)));
    let events = events.iter().enumerate().map(|(at, field)| (field, Found::Event(at)));
    let states = (resources.len()..).zip(states).map(|(at, field)| (field, Found::State(at)));
    let of = |field: &Field| field.origin.iter().flat_map(|origin| &origin.keys).map(ToString::to_string).collect();
    let keys = components.chain(resources_by_key).chain(events).chain(states).flat_map(|(field, found)| {
        let keys: Vec<_> = of(field);
        keys.into_iter().map(move |key| (key, found))
    });
    keys.collect()
}

fn nearest_of<'a>(fields: impl Iterator<Item = &'a Field>, name: &str) -> Option<String> {
    let names: Vec<_> = fields.map(|field| field.name.to_string()).collect();
    nearest(name, names.iter().map(String::as_str)).map(String::from)
}

enum Best {
    None,
    One(usize),
    Several(String),
}

fn best(fields: &[Field], path: &Path) -> Best {
    best_of(&fields.iter().collect::<Vec<_>>(), path)
}

fn best_of(fields: &[&Field], path: &Path) -> Best {
    let scores: Vec<_> = fields.iter().map(|field| score(field, path)).collect();
    let Some(high) = scores.iter().copied().max().filter(|high| *high > 0) else { return Best::None };
    let best: Vec<_> = (0..fields.len()).filter(|at| scores[*at] == high).collect();
    match best.as_slice() {
        [one] => Best::One(*one),
        several => {
            let entries: Vec<_> = several.iter().map(|at| describe(fields[*at])).collect();
            Best::Several(and(entries.iter()).replace(" and ", " or "))
        }
    }
}

fn describe(field: &Field) -> String {
    let ty = field.ty.to_token_stream().to_string().replace(' ', "");
    if field.renamed { format!("{ty} as {}", field.name) } else { ty }
}

/// How well an entry fits; 0 where it does not.
fn score(field: &Field, path: &Path) -> usize {
    if field.renamed && path.segments.len() == 1 && path.is_ident(&field.name) {
        return usize::MAX;
    }
    let own = field.path.iter().map(|own| score_of(own, field.renamed, path));
    // A world need not see the module that a set takes something from: the last segment is enough.
    let of_sets = field.origin.iter().flat_map(|origin| &origin.spellings);
    own.chain(of_sets.map(|own| score_of_end(own, field.renamed, path))).max().unwrap_or_default()
}

/// How well a path of an entry fits; 0 where it does not.
fn score_of(own: &Path, renamed: bool, path: &Path) -> usize {
    let shared = shared(own, path);
    let whole = shared == own.segments.len().min(path.segments.len()) || ends_at_root(path, shared);
    if whole { score_of_end(own, renamed, path) } else { 0 }
}

/// How well the end of a path fits that of another; 0 where the last segments differ.
fn score_of_end(own: &Path, renamed: bool, path: &Path) -> usize {
    let shared = shared(own, path);
    let (Some(ours), Some(theirs), 1..) = (own.segments.last(), path.segments.last(), shared) else { return 0 };
    let same = ours.arguments.to_token_stream().to_string() == theirs.arguments.to_token_stream().to_string();
    shared * 4 + usize::from(same) * 2 + usize::from(!renamed)
}

/// Number of segments that two paths share from their ends on.
fn shared(own: &Path, path: &Path) -> usize {
    let pairs = own.segments.iter().rev().zip(path.segments.iter().rev());
    pairs.take_while(|(own, other)| own.ident == other.ident).count()
}

/// Whether what is left of a path before the shared segments is only `crate`, `self` or `super`, which say nothing.
fn ends_at_root(path: &Path, shared: usize) -> bool {
    let rest = path.segments.iter().rev().skip(shared);
    rest.into_iter()
        .all(|segment| names::NEVER_RAW.contains(&segment.ident.to_string().as_str()) || segment.ident == "$crate")
}
