//! Merges entries that are included twice.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Path};

use super::entry;
use crate::lower::double_buffered::is_double_buffered;
use crate::lower::handles::is_handles;
use crate::lower::rare::is_rare;
use crate::lower::relation::is_relation;
use crate::lower::storage::is_storage;
use crate::lower::tracked::is_tracked;
use crate::lower::transient::is_transient;
use crate::messages::{
    rare as say_rare, relations as say_relations, set as say, storages as say_storages, world as say_world,
};
use crate::model::Merged;
use crate::names;
use crate::parse::{Entry, Include, Member};
use crate::report::Errors;

/// The entries of one kind so far.
pub(super) struct Merge {
    what: &'static str,
    pub(super) entries: Vec<Entry>,
    pub(super) merged: Vec<Merged>,
    /// The place of an entry of a set, by its name.
    by_name: BTreeMap<String, usize>,
    /// The place of an entry of a set, by its keys.
    by_key: BTreeMap<String, usize>,
    /// Entries that the declaration names, too, and whether it gives their initial value.
    repeated: BTreeMap<usize, bool>,
    /// Entries with two initial values, and the set that brings the second.
    undecided: Vec<(usize, Path)>,
    /// Entries with two different attributes of sets, the set that brings the second, and that attribute.
    unsettled: Vec<(usize, Path, Attribute)>,
    /// The first set that says whether a component is rare, by the place of its entry.
    rare_in: BTreeMap<usize, Path>,
}

impl Merge {
    pub(super) fn new(what: &'static str) -> Self {
        let (by_name, by_key) = (BTreeMap::new(), BTreeMap::new());
        let (repeated, undecided, unsettled, rare_in) = (BTreeMap::new(), vec![], vec![], BTreeMap::new());
        Self { what, entries: vec![], merged: vec![], by_name, by_key, repeated, undecided, unsettled, rare_in }
    }

    /// Adds the members of a set.
    pub(super) fn of_set(&mut self, include: &Include, members: &[Member], errors: &mut Errors) {
        for member in members {
            self.member(include, member, errors);
        }
    }

    /// Adds the entries of the declaration itself.
    pub(super) fn own(&mut self, entries: Vec<Entry>, errors: &mut Errors) {
        for entry in entries {
            self.entry(entry, errors);
        }
    }

    fn member(&mut self, include: &Include, member: &Member, errors: &mut Errors) {
        let entry = entry(include, member);
        let says_rarity = entry.attributes.iter().any(is_rare);
        let known = member.keys.iter().find_map(|key| self.by_key.get(&key.to_string()).copied());
        let name = name_of(&entry);
        let at = match known.or_else(|| self.by_name.get(&name).copied()) {
            None => {
                self.entries.push(entry);
                self.by_name.insert(name, self.entries.len() - 1);
                self.entries.len() - 1
            }
            Some(at) => {
                let first = name_of(&self.entries[at]);
                if first == name {
                    self.settle_initial(at, &entry, include);
                    self.settle_attributes(at, &entry, include);
                } else {
                    let set = names::shown(&include.path);
                    errors.on(&include.path, say::one_under_two_names(self.what, &first, &name, &set));
                }
                self.absorb(at, entry, include.span());
                at
            }
        };
        if says_rarity {
            self.rare_in.entry(at).or_insert_with(|| include.path.clone());
        }
        for key in &member.keys {
            self.by_key.entry(key.to_string()).or_insert(at);
        }
    }

    fn entry(&mut self, own: Entry, errors: &mut Errors) {
        let Some(at) = own.name().and_then(|name| self.by_name.get(&name.to_string()).copied()) else {
            self.entries.push(own);
            return;
        };
        if self.repeated.insert(at, own.initial.is_some()).is_some() {
            errors.on(&own.ty, say_world::twice(self.what, &name_of(&own)));
            return;
        }
        let first = &mut self.entries[at];
        let of_sets = std::mem::replace(&mut first.attributes, own.attributes.clone());
        for is_of_kind in SETTLED {
            if own.attributes.iter().any(is_of_kind) {
                self.unsettled.retain(|(unsettled, _, second)| *unsettled != at || !is_of_kind(second));
            } else {
                first.attributes.extend(of_sets.iter().find(|attribute| is_of_kind(attribute)).cloned());
            }
        }
        if own.initial.is_some() {
            first.initial.clone_from(&own.initial);
            first.origin.iter_mut().for_each(|origin| origin.valued_by = None);
        }
        let span = own.ty.span();
        self.absorb(at, own, span);
    }

    /// Reports entries with two initial values or attributes, between which only the declaration can decide.
    pub(super) fn finish(&self, errors: &mut Errors) {
        for (at, set) in &self.undecided {
            if !self.repeated.get(at).is_some_and(|decided| *decided) {
                errors.on(set, say::two_initials(self.what, &name_of(&self.entries[*at]), &names::shown(set)));
            }
        }
        for (at, set, second) in &self.unsettled {
            let entry = &self.entries[*at];
            if is_rare(second) {
                let first = self.rare_in.get(at).map(names::shown).unwrap_or_default();
                errors.on(set, say_rare::two_rarities(&name_of(entry), &first, &names::shown(set)));
                continue;
            }
            let first = |of_kind: fn(&Attribute) -> bool| {
                let first = entry.attributes.iter().find(|attribute| of_kind(attribute)).map(in_parentheses);
                first.unwrap_or_default()
            };
            if is_relation(second) {
                let (second, first) = (in_parentheses(second), first(is_relation));
                errors.on(set, say_relations::two_relations(&name_of(entry), &names::shown(set), &second, &first));
                continue;
            }
            let first = first(is_storage);
            errors.on(
                set,
                say_storages::two_storages(&name_of(entry), &names::shown(set), &in_parentheses(second), &first),
            );
        }
    }

    /// Takes over the initial value, if there is none yet.
    fn settle_initial(&mut self, at: usize, second: &Entry, include: &Include) {
        let first = &mut self.entries[at];
        let (Some(origin), Some(other)) = (&mut first.origin, &second.origin) else { return };
        if origin.valued_by.is_none() {
            origin.valued_by.clone_from(&other.valued_by);
            first.initial.clone_from(&second.initial);
        } else if other.valued_by.is_some() && other.valued_by != origin.valued_by {
            self.undecided.push((at, include.path.clone()));
        }
    }

    /// Takes over attributes of a component that are not given yet. A set that does not give one leaves it to others.
    fn settle_attributes(&mut self, at: usize, second: &Entry, include: &Include) {
        for is_of_kind in SETTLED {
            let Some(other) = second.attributes.iter().find(|attribute| is_of_kind(attribute)) else { continue };
            let attributes = &mut self.entries[at].attributes;
            match attributes.iter().find(|attribute| is_of_kind(attribute)) {
                None => attributes.push(other.clone()),
                Some(first) if in_parentheses(first) == in_parentheses(other) => {}
                Some(_) => self.unsettled.push((at, include.path.clone(), other.clone())),
            }
        }
    }

    /// Makes an entry a further spelling of one that is there.
    fn absorb(&mut self, at: usize, second: Entry, span: proc_macro2::Span) {
        let first = &mut self.entries[at];
        if first.ty.to_token_stream().to_string() != second.ty.to_token_stream().to_string() {
            self.merged.push(Merged { first: first.ty.clone(), second: second.ty.clone(), is_fn: false, span });
        }
        let Some(origin) = &mut first.origin else { return };
        origin.spellings.extend(second.path().cloned());
        if let Some(other) = second.origin {
            origin.keys.extend(other.keys);
            origin.spellings.extend(other.spellings);
        }
    }
}

/// Attributes in which sets can differ, at most one of each kind.
const SETTLED: [fn(&Attribute) -> bool; 7] =
    [is_storage, is_rare, is_relation, is_tracked, is_handles, is_double_buffered, is_transient];

/// The tokens in the parentheses of `#[storage(..)]`, `#[rare(..)]` or `#[relation(..)]`, as a set passes them on.
fn in_parentheses(attribute: &Attribute) -> String {
    attribute.meta.require_list().map(|list| list.tokens.to_string()).unwrap_or_default()
}

fn name_of(entry: &Entry) -> String {
    entry.name().map(ToString::to_string).unwrap_or_default()
}
