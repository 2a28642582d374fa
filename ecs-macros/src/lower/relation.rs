//! The properties of a relation: whether it is a tree or has many targets, and what happens when a target is despawned.

use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::{Attribute, Token};

use crate::messages::relations as say;
use crate::model::{OnDespawn, Relation};
use crate::report::Errors;

/// Removes the properties from the attributes of a component, if it is a relation.
pub(super) fn relation(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> Option<Relation> {
    let attribute = attributes.extract_if(.., |attribute| is_relation(attribute)).next()?;
    Some(read(&attribute, errors))
}

pub(super) fn is_relation(attribute: &Attribute) -> bool {
    attribute.path().is_ident("relation")
}

/// Reads the properties. Broken ones are reported; the component is a relation all the same.
fn read(attribute: &Attribute, errors: &mut Errors) -> Relation {
    let Ok(words) = attribute.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated) else {
        errors.on(&attribute.meta, say::broken_policies());
        return Relation { is_tree: false, is_many: false, on_despawn: OnDespawn::Keep };
    };
    let (mut is_tree, mut is_many, mut on_despawn) = (false, false, None::<OnDespawn>);
    for word in &words {
        let text = word.to_string();
        match (OnDespawn::named(&text), on_despawn) {
            (Some(policy), None) => on_despawn = Some(policy),
            (Some(policy), Some(first)) if policy == first => errors.on(word, say::policy_twice(&text)),
            (Some(policy), Some(first)) => errors.on(word, say::two_policies(first.name(), policy.name())),
            (None, _) if text == "tree" && is_tree || text == "many" && is_many => {
                errors.on(word, say::policy_twice(&text));
            }
            (None, _) if text == "tree" && is_many || text == "many" && is_tree => {
                errors.on(word, say::tree_of_several());
            }
            (None, _) if text == "tree" => is_tree = true,
            (None, _) if text == "many" => is_many = true,
            (None, _) => errors.on(word, say::unknown_policy(&text, Relation::words())),
        }
    }
    if on_despawn.is_none() && words.iter().all(|word| word == "tree" || word == "many") {
        errors.on(&attribute.meta, say::no_policy());
    }
    Relation { is_tree, is_many, on_despawn: on_despawn.unwrap_or(OnDespawn::Keep) }
}
