//! Generates what a declaration says about saves: the functions that write and read an entry (`#[saved(with = module)]`), and how older
//! saves differ (`#[renamed(..)]`, `#[since(..)]`, `#[version(..)]`, `#[removed(..)]`).

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Path, Type};

use super::Context;
use crate::model::World;
use crate::names;

/// The type with the functions that write and read an entry.
pub(super) fn format_of(context: &Context, word: &str, entry: &Ident) -> TokenStream {
    let (first, rest) = (word[..1].to_uppercase(), &word[1..]);
    // `format!` would keep the `r#` of names.
    format_ident!("__{}Saves{}{}{}", context.world.name, first, rest, entry, span = Span::mixed_site())
        .to_token_stream()
}

/// The entries with functions of their own: the type with the functions, the type of the values, and the module.
fn formatted<'a>(context: &'a Context) -> impl Iterator<Item = (TokenStream, &'a Type, &'a Path)> {
    let fields =
        context.world.entries.all().map(|(id, field)| (id.kind.word(), &field.name, &field.ty, &field.saved_as));
    let systems = context.world.systems.iter().map(|system| ("system", &system.name, &system.ty, &system.saved_as));
    let with_module =
        fields.chain(systems).filter_map(|(word, name, ty, saved)| Some((word, name, ty, saved.with.as_ref()?)));
    with_module.map(|(word, name, ty, module)| (format_of(context, word, name), ty, module))
}

/// The types with the functions.
pub(super) fn types(context: &Context) -> TokenStream {
    let formats = formatted(context).map(|(format, ..)| format);
    quote! { #(#[doc(hidden)] enum #formats {})* }
}

/// Implementations that write the entries whose declaration names a module.
pub(super) fn writing(context: &Context) -> TokenStream {
    let k = &context.k;
    let formats = formatted(context).map(|(format, ty, module)| {
        let function = names::ident("serialize", module.span());
        let [value, serializer] = ["value", "serializer"].map(names::local);
        quote! {
            impl #k::SaveAs<#ty> for #format {
                fn save<__EcsSerializer: #k::serde::Serializer>(
                    #value: &#ty,
                    #serializer: __EcsSerializer,
                ) -> ::core::result::Result<__EcsSerializer::Ok, __EcsSerializer::Error> {
                    #module::#function(#value, #serializer)
                }
            }
        }
    });
    formats.collect()
}

/// Implementations that read them.
pub(super) fn reading(context: &Context) -> TokenStream {
    let k = &context.k;
    let formats = formatted(context).map(|(format, ty, module)| {
        let function = names::ident("deserialize", module.span());
        let deserializer = names::local("deserializer");
        quote! {
            impl #k::LoadAs<#ty> for #format {
                fn load<'de, __EcsDeserializer: #k::serde::Deserializer<'de>>(
                    #deserializer: __EcsDeserializer,
                ) -> ::core::result::Result<#ty, __EcsDeserializer::Error> {
                    #module::#function(#deserializer)
                }
            }
        }
    });
    formats.collect()
}

/// What the declaration says about older saves.
pub(super) fn history(context: &Context) -> TokenStream {
    let world = context.world;
    let fields = world.entries.all().map(|(id, field)| (id.kind.section(), &field.name, &field.saved_as));
    let systems = world.systems.iter().map(|system| ("systems", &system.name, &system.saved_as));
    let (mut renamed, mut since) = (vec![], vec![]);
    for (section, name, saved_as) in fields.chain(systems) {
        let name = name.to_string();
        let is_double = world.components().iter().any(|own| own.name == name && own.is_double_buffered());
        for old in saved_as.renamed.iter().map(syn::LitStr::value) {
            if section == "components" && is_double {
                let (old, name) = (format!("Past<{old}>"), format!("Past<{name}>"));
                renamed.push(quote! { (#section, #old, #name) });
            }
            renamed.push(quote! { (#section, #old, #name) });
        }
        if let Some((version, _)) = saved_as.since {
            if section == "components" && is_double {
                let name = format!("Past<{name}>");
                since.push(quote! { (#section, #name, #version) });
            }
            since.push(quote! { (#section, #name, #version) });
        }
    }
    let removed = world.history.removed.iter().map(|own| (own.section.unwrap_or_default(), own.name.value()));
    let removed: Vec<_> = removed.map(|(section, name)| quote! { (#section, #name) }).collect();
    let transient: Vec<_> = transient(world).map(|(section, name)| quote! { (#section, #name) }).collect();
    let version = world.history.version.map(|(version, _)| {
        quote! { const VERSION: ::core::primitive::u32 = #version; }
    });
    let texts = quote! { &'static ::core::primitive::str };
    let renamed = (!renamed.is_empty())
        .then(|| quote! { const RENAMED: &'static [(#texts, #texts, #texts)] = &[#(#renamed),*]; });
    let since = (!since.is_empty())
        .then(|| quote! { const SINCE: &'static [(#texts, #texts, ::core::primitive::u32)] = &[#(#since),*]; });
    let removed =
        (!removed.is_empty()).then(|| quote! { const REMOVED: &'static [(#texts, #texts)] = &[#(#removed),*]; });
    let transient = (!transient.is_empty())
        .then(|| quote! { const TRANSIENT_NAMES: &'static [(#texts, #texts)] = &[#(#transient),*]; });
    quote! { #version #renamed #since #removed #transient }
}

/// The sections and names of declared entries that are in no save.
fn transient(world: &World) -> impl Iterator<Item = (&'static str, String)> {
    let fields = world.entries.all().map(|(id, field)| (id.kind.section(), &field.name, field.transient));
    let systems = world.systems.iter().map(|system| ("systems", &system.name, system.transient));
    let transient = fields.chain(systems).filter(|(_, _, transient)| transient.is_some());
    transient.map(|(section, name, _)| (section, name.to_string()))
}

/// The function that passes on the types of removed entries.
pub(super) fn removed(context: &Context) -> Option<TokenStream> {
    let k = &context.k;
    let [number, visitor] = ["number", "visitor"].map(names::local);
    let typed = context.world.history.removed.iter().enumerate();
    let arms: Vec<_> = typed
        .filter_map(|(at, own)| {
            let ty = own.ty.as_ref()?;
            Some(quote_spanned! { names::generated_at(ty.span())=> #at => #k::skip_removed::<#ty, _>(#visitor), })
        })
        .collect();
    (!arms.is_empty()).then(|| {
        quote! {
            fn __skip_removed<'de, __EcsVisitor: #k::RemovedReader<'de>>(
                #number: ::core::primitive::usize,
                #visitor: __EcsVisitor,
            ) -> __EcsVisitor::Output {
                match #number {
                    #(#arms)*
                    _ => #k::RemovedReader::untyped(#visitor),
                }
            }
        }
    })
}
