//! The error for sets that include each other in a cycle. None of them can ever be complete, so rustc finds no macro of theirs, and reports
//! only that.
//!
//! No macro knows where a path leads, so a cycle is only suspected, from the names of the sets that were declared before. A check is then
//! generated, which the completed set satisfies, so a wrong suspicion has no effect.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use crate::messages::set as say;
use crate::names;
use crate::parse::{Include, WorldDecl};

/// A set and the names of those that it includes.
type Begun = (String, Vec<String>);

/// The sets that were declared before this one in the crate being compiled.
static BEGUN: Mutex<BTreeSet<Begun>> = Mutex::new(BTreeSet::new());

/// The check of a set that may be in a cycle; `None` if no cycle is suspected.
pub(crate) fn check(set: &WorldDecl) -> Option<TokenStream> {
    let name = &set.item.as_ref()?.name;
    if set.includes.is_empty() || !proc_macro::is_available() {
        return None;
    }
    let mut begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner);
    let includes: Vec<_> = set.includes.iter().map(Include::name).collect();
    let found = set.includes.iter().zip(&includes).find_map(|(include, first)| {
        let cycle = way(&begun, first, &name.to_string(), &mut BTreeSet::new())?;
        Some(pending(name, include, &cycle))
    });
    begun.insert((name.to_string(), includes));
    found
}

/// The names on the path from one set to another, both included.
fn way(begun: &BTreeSet<Begun>, from: &str, to: &str, seen: &mut BTreeSet<String>) -> Option<Vec<String>> {
    if from == to || !seen.insert(from.into()) {
        return (from == to).then(|| vec![to.into()]);
    }
    let includes = begun.iter().filter(|(name, _)| name == from).flat_map(|(_, includes)| includes);
    includes.into_iter().find_map(|next| {
        let rest = way(begun, next, to, seen)?;
        Some([vec![from.into()], rest].concat())
    })
}

/// The check that the completed set satisfies: its inherent constant says that it is complete, and takes precedence over that of the trait.
fn pending(set: &Ident, include: &Include, cycle: &[String]) -> TokenStream {
    let (pending, incomplete) = (pending_name(set), names::hidden("incomplete", set));
    let refusal = say::cycle(set, cycle);
    quote_spanned! { names::generated_at(include.span())=>
        #[doc(hidden)]
        struct #pending;
        const _: () = {
            trait #incomplete { const COMPLETE: ::core::primitive::bool = false; }
            impl #incomplete for #pending {}
            ::core::assert!(<#pending>::COMPLETE, #refusal)
        };
    }
}

/// Satisfies the check.
pub(crate) fn completed(set: &Ident) -> TokenStream {
    let pending = pending_name(set);
    quote! { impl #pending { const COMPLETE: ::core::primitive::bool = true; } }
}

fn pending_name(set: &Ident) -> Ident {
    names::hidden("pending", set)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(sets: &[(&str, &[&str])]) -> BTreeSet<Begun> {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        sets.iter().map(|(name, includes)| (name.to_string(), names(includes))).collect()
    }

    #[test]
    fn a_cycle_is_found_through_any_number_of_sets() {
        let found = |sets: &[(&str, &[&str])]| way(&begun(sets), "a", "z", &mut BTreeSet::new());
        assert_eq!(found(&[]), None);
        assert_eq!(found(&[("a", &[]), ("b", &["z"])]), None);
        assert_eq!(found(&[("a", &["z"])]), Some(vec!["a".into(), "z".into()]));
        assert_eq!(found(&[("a", &["b", "c"]), ("c", &["z"])]), Some(vec!["a".into(), "c".into(), "z".into()]));
        assert_eq!(found(&[("a", &["b"]), ("b", &["a"])]), None, "a cycle elsewhere ends the search");
        assert_eq!(way(&begun(&[]), "z", "z", &mut BTreeSet::new()), Some(vec!["z".into()]));
    }
}
