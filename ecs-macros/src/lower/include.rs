//! Included sets: the entries of all of them, one set after another, and then those of the declaration itself.
//!
//! An entry that is not a function and is included twice under one name is one entry, at its first place, and its types must be the same. A
//! system that is included in two ways is one system, at its first place.

mod merge;
mod spread;
mod unscheduled;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Ident;
use quote::ToTokens;
use syn::parse::Parse;
use syn::{Expr, Path, Type, parse_quote_spanned};

use super::fields;
use crate::messages::{conditions as say_conditions, nearest, set as say};
use crate::model::{IncludedSet, Merged, Reunited, Unscheduled};
use crate::names;
use crate::parse::{Entry, Include, Member, QueryDecl, WorldDecl, companion};
use crate::report::Errors;
use crate::vocabulary::{ByKind, EntryKind, Kind, Origin, last};
use merge::Merge;
pub(super) use spread::{Placed, PlacedSchedule};
pub(super) use unscheduled::retain as retain_unscheduled;

/// A declaration whose own entries are preceded by those of its sets.
pub(super) struct Flat {
    pub(super) entries: ByKind<Vec<Entry>>,
    pub(super) schedules: Vec<PlacedSchedule>,
    /// Those of the sets only.
    pub(super) queries: Vec<QueryDecl>,
    pub(super) merged: Vec<Merged>,
    pub(super) sets: Vec<IncludedSet>,
    pub(super) reunited: Vec<Reunited>,
    /// All systems of the sets, until it is known which of them run.
    pub(super) unscheduled: Vec<Unscheduled>,
}

/// Takes the sets, the entries and the systems out of a declaration, with those of the sets resolved.
pub(super) fn flatten(decl: &mut WorldDecl, errors: &mut Errors) -> Flat {
    let mut includes = std::mem::take(&mut decl.includes);
    each_once(&mut includes, errors);
    for include in &includes {
        renames_mean_something(include, errors);
    }
    let queries = includes.iter_mut().flat_map(queries).collect();
    let mut kinds = ByKind::of(|kind| Merge::new(kind.word()));
    for (include, set) in includes.iter().filter_map(|include| Some((include, include.set.as_ref()?))) {
        for (kind, merge) in kinds.iter_mut().filter(|(kind, _)| !kind.is_function()) {
            merge.of_set(include, &set.members[kind], errors);
        }
    }
    for (kind, merge) in kinds.iter_mut().filter(|(kind, _)| !kind.is_function()) {
        merge.own(std::mem::take(&mut decl.entries[kind]), errors);
    }
    kinds.iter().for_each(|(_, merge)| merge.finish(errors));
    let mut merged = Vec::new();
    let entries = kinds.map(|kind, merge| {
        merged.extend(merge.merged);
        if kind.is_function() { functions(kind, decl, &includes, errors) } else { merge.entries }
    });
    let schedules = spread::schedules(decl, &includes, errors);
    let (sets, reunited) = origins(&includes);
    let unscheduled = unscheduled::brought(&includes);
    Flat { entries, schedules, queries, merged, sets, reunited, unscheduled }
}

/// The sets that are included, each once, and those that are included in several ways.
fn origins(includes: &[Include]) -> (Vec<IncludedSet>, Vec<Reunited>) {
    let (mut sets, mut reunited, mut seen) = (Vec::new(), Vec::new(), BTreeMap::new());
    for include in includes {
        let path = names::shown(&include.path);
        for origin in include.set.iter().flat_map(|set| &set.origins) {
            let ty: Type = within(&include.path, &origin.marker);
            let (first, first_path) =
                seen.entry(origin.marker.to_string()).or_insert_with(|| (ty.clone(), path.clone()));
            if *first_path == path {
                sets.push(IncludedSet { origin: origin.clone(), ty });
            } else {
                let refusal = say::two_sets_of_one_key(&origin.name, first_path, &path);
                reunited.push(Reunited { first: first.clone(), second: ty, refusal, span: include.span() });
            }
        }
    }
    (sets, reunited)
}

/// The functions of a kind with their signatures: those of the sets, then those of the declaration itself.
fn functions(kind: EntryKind, decl: &mut WorldDecl, includes: &[Include], errors: &mut Errors) -> Vec<Entry> {
    let of_sets = includes.iter().flat_map(|include| {
        let functions = include.set.iter().flat_map(|set| &set.members[kind]);
        functions.map(move |member| called(include, member))
    });
    let mut functions: Vec<_> = of_sets.collect();
    for mut entry in std::mem::take(&mut decl.entries[kind]) {
        if let Some(path) = entry.path().map(companion) {
            entry.signature = decl.signatures.get(&path).cloned().map(Box::new);
            functions.extend(Some(entry).filter(|entry| entry.signature.is_some()));
        } else {
            errors.on(&entry.ty, say_conditions::condition_without_path());
            fields::leave_out(&entry, errors);
        }
    }
    functions
}

/// Removes each set whose path was given before.
fn each_once(includes: &mut Vec<Include>, errors: &mut Errors) {
    let mut seen = BTreeSet::new();
    includes.retain(|include| {
        let path = names::shown(&include.path);
        let first = seen.insert(path.clone());
        if !first {
            errors.on(&include.path, say::included_twice(&path));
        }
        first
    });
}

/// Checks that each rename begins with a name of the set, and that none is renamed twice.
fn renames_mean_something(include: &Include, errors: &mut Errors) {
    let Some(set) = &include.set else { return };
    let names: Vec<_> = set.names().map(Ident::to_string).collect();
    for (at, rename) in include.renames.iter().enumerate() {
        let from = rename.from.to_string();
        if !names.contains(&from) {
            let near = nearest(&from, names.iter().map(String::as_str));
            errors.on(&rename.from, say::unknown_rename(&set.name, &from, near));
            errors.leave_out(&rename.to);
        } else if include.renames[..at].iter().any(|before| before.from == rename.from) {
            errors.on(&rename.from, say::renamed_twice(&from));
        }
    }
}

/// The queries of a set, as if each were written where the set is included.
fn queries(include: &mut Include) -> Vec<QueryDecl> {
    let tokens = include.path.to_token_stream();
    let queries = include.set.as_mut().map(|set| std::mem::take(&mut set.queries)).unwrap_or_default();
    queries.into_iter().map(|query| QueryDecl { tokens: tokens.clone(), ..query }).collect()
}

/// A member of a set as an entry: with its path through the set, and its name in this declaration.
fn entry(include: &Include, member: &Member) -> Entry {
    let rename = include.renames.iter().find(|rename| rename.from == member.name);
    let name = rename.map_or_else(|| member.name.clone(), |rename| rename.to.clone());
    let path = &include.path;
    let ty: Type = within(path, &member.name);
    let initial = member.valued_by.as_ref().map(|_| -> Expr {
        let initial: Path = within(path, &names::initial(&member.name));
        parse_quote_spanned! { include.span()=> #initial() }
    });
    let (keys, valued_by) = (member.keys.clone(), member.valued_by.clone());
    let spellings = vec![member.spelling.clone(), beside(path, &member.spelling)];
    let origin = Origin { keys, spellings, valued_by };
    let (attributes, signature) = (member.attributes.clone(), member.signature.clone());
    Entry { attributes, ty, rename: Some(name), initial, origin: Some(origin), signature }
}

/// A system or another function of a set as an entry.
fn called(include: &Include, member: &Member) -> Entry {
    let entry = entry(include, member);
    let is_fn = member.signature.as_ref().is_some_and(|signature| signature.kind == Kind::Fn);
    if is_fn { Entry { ty: function(include, member), ..entry } } else { entry }
}

/// The path of a function of a set, marked as generated: if the function itself is in scope, too, lints would ask the user to shorten the
/// path.
fn function(include: &Include, member: &Member) -> Type {
    let mut set = include.path.clone();
    for segment in set.segments.iter_mut().filter(|segment| segment.ident != "$crate") {
        segment.ident.set_span(names::generated_at(segment.ident.span()));
    }
    within(&set, &member.name)
}

/// `path::to::Name`: the path of an item in the module that declares the set, from which the set may take it.
fn beside(set: &Path, spelling: &Path) -> Path {
    let mut path = set.clone();
    if let (Some(last), Some(name)) = (path.segments.last_mut(), spelling.segments.last()) {
        *last = name.clone();
    }
    path
}

/// `path::to::set::name`
fn within<T: Parse>(set: &Path, name: &Ident) -> T {
    parse_quote_spanned! { name.span()=> #set::#name }
}

/// The include that `..path` names; reported if there is none, or more than one.
fn included(includes: &[Include], path: &Path, errors: &mut Errors) -> Option<usize> {
    let has_suffix = |include: &Include| {
        let (own, suffix) = (include.path.segments.iter().rev(), path.segments.iter().rev());
        path.segments.len() <= include.path.segments.len()
            && own.zip(suffix).all(|(own, suffix)| own.ident == suffix.ident)
    };
    let exact = (0..includes.len()).find(|at| names::shown(&includes[*at].path) == names::shown(path));
    let found = match exact {
        Some(at) => vec![at],
        None => (0..includes.len()).filter(|at| has_suffix(&includes[*at])).collect(),
    };
    match found.as_slice() {
        [one] => return Some(*one),
        [] => {
            let names: Vec<_> = includes.iter().map(Include::name).collect();
            let near = nearest(&last(path), names.iter().map(String::as_str));
            let around = includes.iter().find(|include| has_within(include, &last(path)));
            let refusal = match around {
                Some(around) => say::included_by_another(&names::shown(path), &around.name()),
                None if let within @ [_, ..] = &includes_within(includes, path)[..] => {
                    let paths: Vec<_> = within.iter().map(|include| names::shown(&include.path)).collect();
                    let names: Vec<_> = within.iter().map(|include| format!("..{}", include.name())).collect();
                    say::module_of_sets(&names::shown(path), &paths, &names)
                }
                None => say::not_included(&names::shown(path), near),
            };
            errors.missing(&last(path), path, refusal);
        }
        several => {
            let paths: Vec<_> = several.iter().map(|at| format!("`..{}`", names::shown(&includes[*at].path))).collect();
            errors.on(path, say::several_included(&names::shown(path), &paths.join(" or ")));
        }
    }
    None
}

/// The included sets of a module, if a path is that of a module: `plug::motion` for `plug`.
fn includes_within<'a>(includes: &'a [Include], path: &Path) -> Vec<&'a Include> {
    let module = last(path);
    if ["crate", "self", "super"].contains(&module.as_str()) {
        return Vec::new();
    }
    let is_within = |include: &&Include| include.path.segments.iter().rev().skip(1).any(|part| part.ident == module);
    includes.iter().filter(is_within).collect()
}

/// Returns true if a set includes one of this name, directly or through another set.
fn has_within(include: &Include, name: &str) -> bool {
    include.set.iter().flat_map(|set| &set.origins).skip(1).any(|origin| origin.name == name)
}
