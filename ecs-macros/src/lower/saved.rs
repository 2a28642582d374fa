//! Attributes for saves: `#[saved(with = module)]`, `#[renamed("Old")]` and `#[since(2)]` of an entry; `#[version(3)]` and
//! `#[removed("Old")]` of a world.

use proc_macro2::{Ident, Span};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, LitInt, LitStr, Path, Token, Type};

use super::attributes;
use crate::messages::saves as say;
use crate::model::{History, Removed, SavedAs, SavedWord};
use crate::report::Errors;
use crate::vocabulary::EntryKind;

/// Removes the attributes for saves from an entry.
pub(super) fn saved_as(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> SavedAs {
    let word = word(attributes, &["saved", "renamed", "since"]);
    let with = take(attributes, "saved", errors).and_then(|attribute| {
        let with = attribute.parse_args().map(|With(path)| path);
        with.map_err(|_| errors.on(&attribute, say::broken_saved())).ok()
    });
    let since = take(attributes, "since", errors).and_then(|own| number(&own, say::broken_since(), errors));
    let mut renamed = Vec::new();
    for attribute in attributes.extract_if(.., |attribute| attribute.path().is_ident("renamed")) {
        match attribute.parse_args_with(Punctuated::<LitStr, Token![,]>::parse_terminated) {
            Ok(names) if !names.is_empty() && names.iter().all(|name| !name.value().is_empty()) => {
                renamed.extend(names);
            }
            _ => errors.on(&attribute, say::broken_renamed()),
        }
    }
    // Broken attributes were reported already.
    let word = word.filter(|_| with.is_some() || !renamed.is_empty() || since.is_some());
    SavedAs { with, renamed, since, word }
}

/// Removes the attributes for saves from a world.
pub(super) fn history(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> History {
    let word = word(attributes, &["version", "removed"]);
    let version = take(attributes, "version", errors).and_then(|own| number(&own, say::broken_version(), errors));
    let mut removed = Vec::new();
    for attribute in attributes.extract_if(.., |attribute| attribute.path().is_ident("removed")) {
        match attribute.parse_args_with(removed_of_a_section) {
            Ok(names) if !names.is_empty() => removed.extend(names),
            _ => errors.on(&attribute, say::broken_removed()),
        }
    }
    let word = word.filter(|_| version.is_some() || !removed.is_empty());
    History { version, removed, word }
}

/// The first attribute with one of these names.
fn word(attributes: &[Attribute], names: &[&'static str]) -> Option<SavedWord> {
    attributes.iter().find_map(|attribute| {
        let name = names.iter().copied().find(|name| attribute.path().is_ident(name))?;
        Some(SavedWord { name, span: attribute.path().span() })
    })
}

/// Removes the attribute of this name, of which there may be one.
fn take(attributes: &mut Vec<Attribute>, name: &str, errors: &mut Errors) -> Option<Attribute> {
    let is_own = |attribute: &Attribute| attribute.path().is_ident(name);
    attributes::take(attributes, is_own, || say::twice(name), |own, _| own.clone(), errors)
}

/// A version, which is at least 1.
fn number(attribute: &Attribute, broken: String, errors: &mut Errors) -> Option<(u32, Span)> {
    let number = attribute.parse_args::<LitInt>().ok();
    let number = number.and_then(|number| Some((number.base10_parse::<u32>().ok()?, number.span())));
    let number = number.filter(|(number, _)| *number > 0);
    if number.is_none() {
        errors.on(attribute, broken);
    }
    number
}

/// `with = module`
struct With(Path);

impl Parse for With {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let word: Ident = input.parse()?;
        if word != "with" {
            return Err(syn::Error::new(word.span(), "expected `with`"));
        }
        input.parse::<Token![=]>()?;
        input.call(Path::parse_mod_style).map(Self)
    }
}

/// The sections that saves have, each with its name in saves: those with values, and systems, which have their fields.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    let components = EntryKind::Component.section();
    let of_values = EntryKind::values().map(EntryKind::section).chain(["systems"]);
    [(components, components), ("relations", components)].into_iter().chain(of_values.map(|name| (name, name)))
}

/// `"Name", "Other" = Type`, or `resources: "Name", "Other" = Type`
fn removed_of_a_section(input: ParseStream) -> syn::Result<Vec<Removed>> {
    let word: Option<Ident> = input.parse()?;
    let section = word.map(|word| {
        input.parse::<Token![:]>()?;
        let known = sections().find(|(name, _)| word == name);
        known.map(|(_, section)| section).ok_or_else(|| syn::Error::new(word.span(), "expected a section"))
    });
    let section = section.transpose()?;
    let removed = Punctuated::<Removed, Token![,]>::parse_terminated(input)?;
    Ok(removed.into_iter().map(|own| Removed { section, ..own }).collect())
}

/// `"Name"`, or `"Name" = Type`
impl Parse for Removed {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name = input.parse()?;
        let ty = input.parse::<Option<Token![=]>>()?.map(|_| input.parse::<Type>()).transpose()?;
        Ok(Self { section: None, name, ty })
    }
}
