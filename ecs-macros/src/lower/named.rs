//! The words in the signatures and queries of a declaration, which tell whether any of them names an entry.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

use super::include::{Placed, PlacedSchedule};
use crate::parse::{Entry, Method, QueryDecl, RunIfDecl, Signature};

/// The words of the signatures of conditions and systems, and of queries.
pub(super) fn all<'a>(
    conditions: &[Entry],
    schedules: &[PlacedSchedule],
    queries: impl Iterator<Item = &'a QueryDecl>,
) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let steps = schedules.iter().flat_map(|schedule| &schedule.steps);
    let systems = steps.filter_map(|step| if let Placed::System(entry) = step { Some(&**entry) } else { None });
    for signature in conditions.iter().chain(systems).filter_map(|entry| entry.signature.as_deref()) {
        of_signature(signature, &mut words);
    }
    for query in queries {
        add(query.tokens.clone(), &mut words);
    }
    words
}

fn of_signature(signature: &Signature, words: &mut BTreeSet<String>) {
    let Signature { with, without, any, changed, added, run, on_added, on_removed, on_replaced, run_if, .. } =
        signature;
    if let Some(condition) = run_if {
        of_condition(condition, words);
    }
    for path in [with, without, any, changed, added].into_iter().flatten() {
        add(path.to_token_stream(), words);
    }
    for Method { parameters, filters, .. } in [on_added, on_removed, on_replaced].into_iter().flatten().chain([run]) {
        for ty in parameters {
            add(ty.to_token_stream(), words);
        }
        for path in filters.iter().flat_map(|(_, filter)| &filter.components) {
            add(path.to_token_stream(), words);
        }
    }
}

fn of_condition(condition: &RunIfDecl, words: &mut BTreeSet<String>) {
    match condition {
        RunIfDecl::Holds(path) | RunIfDecl::InState(path) | RunIfDecl::OnEvent(path) | RunIfDecl::AnyWith(path) => {
            add(path.to_token_stream(), words);
        }
        RunIfDecl::Not(one) => of_condition(one, words),
        RunIfDecl::All(several) | RunIfDecl::Any(several) => several.iter().for_each(|one| of_condition(one, words)),
    }
}

fn add(tokens: TokenStream, words: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(word) => drop(words.insert(word.to_string())),
            TokenTree::Group(group) => add(group.stream(), words),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
