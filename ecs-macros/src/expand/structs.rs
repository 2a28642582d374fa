//! Generates the world itself and the structs of which it consists.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Attribute;

use super::{Context, past};
use crate::model::{Field, System};
use crate::names;
use crate::vocabulary::{EntryKind, Kind};

pub(super) fn generate(context: &Context) -> TokenStream {
    let state = state(context);
    let k = &context.k;
    let storages = storages(context);
    let queues = hidden(context, &context.names.queues, |component| {
        let ty = context.alias(component);
        quote! { #k::Queue<#ty> }
    });
    let queues = quote! { #[derive(::core::default::Default)] #queues };
    let (views, columns, default) = (views(context), columns(context), default(context));
    let cursors = cursors(context);
    quote! { #state #cursors #storages #queues #views #columns #default }
}

/// The world, and the two structs that users reach through it.
fn state(context: &Context) -> TokenStream {
    let Context { world, k, names, .. } = context;
    let (attributes, visibility, name) = (&world.attributes, &world.visibility, &world.name);
    let docs =
        documented(attributes, || format!("The world `{name}`: entities with components, resources and systems."));
    let systems = &names.systems;
    let derives = derives(context);
    let owned = with_state(context).map(|system| {
        let (field, ty) = (state_field(system), &system.ty);
        let docs = kept(&system.attributes, || format!("The state of system `{}`.", system.name));
        quote! { #docs pub #field: #ty }
    });
    let (containers, structs): (Vec<_>, Vec<_>) = EntryKind::values().map(|kind| values(context, kind)).unzip();
    let cursors = cursors_of(context).map(|cursors| quote! { __cursors: #cursors, });
    let plan = format!("# Plan\n\n```text\n{}```", context.plan.text());
    quote! {
        #docs
        #(#attributes)*
        #[doc = ""]
        #[doc = #plan]
        #visibility struct #name {
            /// The states of the systems.
            pub systems: #systems,
            #(#containers,)*
            #cursors
            __ecs: #k::Core<#name>,
        }
        #[doc = "The states of the systems of a world."]
        #derives #visibility struct #systems { #(#owned),* }
        #(#structs)*
    }
}

/// The field of the world for the values of a kind, and its struct.
fn values(context: &Context, kind: EntryKind) -> (TokenStream, TokenStream) {
    let (visibility, ty, derives) = (&context.world.visibility, &context.names.values[kind], derives(context));
    let (container, [docs, docs_of_struct]) = (names::container(kind), words(kind));
    let what = if kind == EntryKind::Event { "events" } else { kind.word() };
    let fields = context.all(kind).map(|entry| {
        let (field, ty, declared) = (context.field(entry), context.ty(entry), &context.world.entries[entry]);
        let docs = kept(&declared.attributes, || format!("The {what} `{}`.", declared.name));
        quote! { #docs pub #field: #ty }
    });
    let default = starts_empty(kind).then(|| quote! { #[derive(::core::default::Default)] });
    let structure = quote! {
        #[doc = #docs_of_struct]
        #derives #default #visibility struct #ty { #(#fields),* }
    };
    (quote! { #[doc = #docs] pub #container: #ty }, structure)
}

/// The documentation for the values of a kind, in the world and at their struct.
fn words(kind: EntryKind) -> [String; 2] {
    let all = kind.section();
    match kind {
        EntryKind::Event => {
            [format!(" The {all} that were sent and are kept."), format!("The {all} of a world that are kept.")]
        }
        EntryKind::State => [" What the world is doing.".into(), format!("The {all} of a world: what it is doing.")],
        _ => [format!(" The {all}."), format!("The {all} of a world.")],
    }
}

/// Whether entries of a kind start empty, and so without a value of the user.
fn starts_empty(kind: EntryKind) -> bool {
    kind == EntryKind::Event
}

/// The type of the cursors, if a system has a reader of events.
fn cursors_of<'a>(context: &'a Context) -> Option<&'a Ident> {
    context.has_readers.then_some(&context.names.cursors)
}

/// How far systems have read events: one cursor for each system and use, which only that system advances.
fn cursors(context: &Context) -> Option<TokenStream> {
    let (k, world, name) = (&context.k, context.world, cursors_of(context)?);
    let (visibility, derives) = (&world.visibility, derives(context));
    let fields = world.systems.iter().enumerate().flat_map(|(number, system)| {
        let events = world.read_once(system).into_iter().enumerate();
        events.map(move |(at, event)| {
            let (field, ty) = (names::cursor(number, at), &world.entries[EntryKind::Event.number(event)].ty);
            quote! { #field: #k::EventCursor<#ty> }
        })
    });
    Some(quote! {
        #[doc(hidden)]
        #derives
        #[derive(::core::default::Default)]
        #visibility struct #name { #(#fields),* }
    })
}

/// One private field per component.
fn hidden(context: &Context, name: &Ident, ty: impl Fn(usize) -> TokenStream) -> TokenStream {
    let world = context.world;
    let (visibility, derives) = (&world.visibility, derives(context));
    let fields = (0..world.components().len()).map(|number| {
        let (field, ty) = (context.component(number), ty(number));
        quote! { #field: #ty }
    });
    quote! {
        #[doc(hidden)]
        #derives
        #visibility struct #name { #(#fields),* }
    }
}

/// The storages. Empty ones are copied from a constant: making them one by one takes thousands of stores in every function that makes a
/// world.
fn storages(context: &Context) -> TokenStream {
    let (k, name) = (&context.k, &context.names.storages);
    let storages = hidden(context, name, |component| context.whole_storage(component));
    let fields = (0..context.world.components().len()).map(|number| context.component(number));
    let empty = (0..context.world.components().len()).map(|number| {
        if past::is_kept(context, number) {
            quote! { #k::Buffered::EMPTY }
        } else {
            quote! { #k::Storage::EMPTY }
        }
    });
    quote! {
        #storages
        impl ::core::default::Default for #name {
            fn default() -> Self {
                const { Self { #(#fields: #empty),* } }
            }
        }
    }
}

fn views(context: &Context) -> TokenStream {
    let Context { world, names, .. } = context;
    let (visibility, name, derives) = (&world.visibility, &names.views, derives(context));
    let fields = super::views::fields(context);
    quote! {
        #[doc(hidden)]
        #derives
        #[derive(::core::default::Default)]
        #visibility struct #name { #fields }
    }
}

fn columns(context: &Context) -> TokenStream {
    let Context { world, k, names, .. } = context;
    let (visibility, name) = (&world.visibility, &names.columns);
    let fields = world.components().iter().enumerate().map(|(number, component)| {
        let (field, column) = (context.component(number), context.column(number));
        let docs = kept(&component.attributes, || format!("The values of component `{}`.", component.name));
        quote! { #docs pub #field: #column }
    });
    let (pasts, kept) = past::fields(context);
    quote! {
        #[doc = "The values of each component of a world, to borrow apart and to join."]
        #visibility struct #name<'__w> {
            /// The living entities, to join with columns.
            pub entities: #k::EntityColumn<'__w>,
            #(#fields),*
            #(, #pasts: &'__w #kept)*
        }
    }
}

fn default(context: &Context) -> TokenStream {
    let Context { world, names, .. } = context;
    let (name, systems) = (&world.name, &names.systems);
    let owned = with_state(context).map(|system| {
        let (field, value) = (state_field(system), initial(system.initial.as_ref(), &system.ty));
        quote! { #field: #value }
    });
    let values = EntryKind::values().map(|kind| {
        let (container, ty, fields) = (names::container(kind), &names.values[kind], start(context, kind));
        if starts_empty(kind) {
            quote! { #container: ::core::default::Default::default() }
        } else {
            quote! { #container: #ty { #(#fields),* } }
        }
    });
    let cursors = cursors_of(context).map(|_| quote! { __cursors: ::core::default::Default::default(), });
    quote! {
        impl ::core::default::Default for #name {
            fn default() -> Self {
                Self {
                    systems: #systems { #(#owned),* },
                    #(#values,)*
                    #cursors
                    __ecs: ::core::default::Default::default(),
                }
            }
        }
    }
}

/// The initial values of the entries of a kind, as fields.
fn start(context: &Context, kind: EntryKind) -> impl Iterator<Item = TokenStream> {
    context.all(kind).map(move |entry| {
        let Field { initial: value, ty, .. } = &context.world.entries[entry];
        let (k, field, value) = (&context.k, context.field(entry), initial(value.as_ref(), ty));
        let wrapper = kind.wrapper().map(|wrapper| names::ident(wrapper, Span::call_site()));
        let value = wrapper.map_or_else(|| value.clone(), |wrapper| quote! { #k::#wrapper::new(#value) });
        quote! { #field: #value }
    })
}

/// The initial value; without one, `Default`, whose absence is reported at the entry.
fn initial(value: Option<&syn::Expr>, ty: &syn::Type) -> TokenStream {
    value.map_or_else(|| quote! { <#ty as ::core::default::Default>::default() }, ToTokens::to_token_stream)
}

/// The systems whose state the world owns.
fn with_state<'a>(context: &Context<'a>) -> impl Iterator<Item = &'a System> + use<'a> {
    context.world.systems.iter().filter(|system| system.kind == Kind::Impl)
}

pub(super) fn state_field(system: &System) -> Ident {
    names::ident(&system.snake, system.name.span())
}

/// The user's derives, which all parts of the world need, too.
fn derives(context: &Context) -> TokenStream {
    let derives = context.world.attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
    quote! { #(#derives)* }
}

/// Documentation, unless the user wrote some.
pub(super) fn documented(attributes: &[Attribute], text: impl FnOnce() -> String) -> TokenStream {
    // `alias` and `inline` are no documentation.
    let documents = |attribute: &Attribute| {
        let is_hidden = || attribute.parse_args::<syn::Path>().is_ok_and(|word| word.is_ident("hidden"));
        attribute.path().is_ident("doc") && (matches!(attribute.meta, syn::Meta::NameValue(_)) || is_hidden())
    };
    if attributes.iter().any(documents) {
        return TokenStream::new();
    }
    let text = text();
    quote! { #[doc = #text] }
}

/// The documentation and other attributes of an entry, for its field.
fn kept(attributes: &[Attribute], text: impl FnOnce() -> String) -> TokenStream {
    let text = documented(attributes, text);
    quote! { #text #(#attributes)* }
}
