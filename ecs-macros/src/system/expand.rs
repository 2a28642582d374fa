//! Generates the items beside a system: forwarders and the companion macro.

use proc_macro2::{Ident, Punct, Spacing, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, FnArg, Meta, Path, Receiver, ReceiverKind, Type, Visibility};

use super::parse::{Arguments, Method, Owner, ParameterFilter, SystemDecl, words};
use crate::names;

impl Arguments {
    /// The filters of the entities of the system, by name.
    pub(super) fn filters(&self) -> impl Iterator<Item = (&'static str, &[Path])> {
        let Self { with, without, any, changed, added, .. } = self;
        [("with", &with[..]), ("without", without), ("any", any), ("changed", changed), ("added", added)].into_iter()
    }
}

/// The items beside a system; if it breaks a rule, a companion macro that passes on an error.
pub(super) fn beside(system: &SystemDecl, broken: bool) -> TokenStream {
    let name = &system.name;
    if broken {
        return companion(system, &quote! { { error #name } });
    }
    let forwarders = system.owner.as_ref().map(|owner| forwarders(system, owner));
    let companion = companion(system, &signature(system, "system"));
    quote! { #forwarders #companion }
}

/// The companion macro of an item that is not a system, but is passed to `ecs_world!` like one.
pub(super) fn companion_of(function: &SystemDecl, what: &str, broken: bool) -> TokenStream {
    let name = &function.name;
    if broken {
        return companion(function, &quote! { { error #name } });
    }
    companion(function, &signature(function, what))
}

/// `macro_rules! __ecs_system_Physics`, also by the name of the system. Only an exported macro can be named by other crates, and all that a
/// crate exports share one namespace.
fn companion(system: &SystemDecl, signature: &TokenStream) -> TokenStream {
    let (name, cfgs) = (&system.name, &system.cfgs);
    let export = system.arguments.export.is_some();
    let fingerprint = export.then(|| names::fingerprint(name, &signature.to_string()));
    let companion = names::holder("system", name, fingerprint.as_deref());
    let (export, visibility) =
        if export { (Some(quote! { #[macro_export] }), quote! { pub }) } else { (None, quote! { pub(crate) }) };
    // `quote!` parses a `$` from a text each time.
    let d = Punct::new('$', Spacing::Alone);
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #export
        macro_rules! #companion {
            ( [ [#d(#d next:tt)+] #d(#d more:tt)* ] #d(#d all:tt)* ) => {
                #d(#d next)+ ! { [#d(#d more)*] #d(#d all)* #signature }
            };
        }
        #(#cfgs)*
        #[doc(hidden)]
        #visibility use #companion as #name;
    }
}

/// The signature, in the form that `ecs_world!` reads.
fn signature(system: &SystemDecl, what: &str) -> TokenStream {
    let SystemDecl { name, arguments, owner, methods, .. } = system;
    let kind = match (owner, &system.visibility) {
        (Some(_), _) => quote! { impl },
        (None, Some(Visibility::Public(_))) => quote! { pub fn },
        (None, _) => quote! { fn },
    };
    let filters = arguments.filters().filter(|(_, paths)| !paths.is_empty()).map(|(filter, paths)| {
        let filter = names::local(filter);
        quote! { #filter(#(#paths),*) }
    });
    let view = arguments.view.as_ref().map(|kind| quote! { view(#kind) });
    let parallel = &arguments.parallel;
    let methods = methods.iter().map(|method| {
        let (role, receiver) = (&method.role, receiver(method));
        let requested = |name: Option<&Ident>| arguments.parameter_views.iter().find(|(own, _)| Some(own) == name);
        let parameters = method.parameters().map(|(name, ty)| {
            let view = requested(name).filter(|_| role == "run").map(|(_, kind)| quote! { #[view(#kind)] });
            let filters = arguments.parameter_filters.iter();
            let filters = filters.filter(|filter| role == "run" && Some(&filter.parameter) == name).map(
                |ParameterFilter { filter, components, .. }| {
                    let filter = names::local(&filter.to_string());
                    quote! { #[#filter(#(#components),*)] }
                },
            );
            quote! { (#view #(#filters)* #ty) }
        });
        quote! { #role(#receiver)[#(#parameters)*] }
    });
    let (what, run_if) = (names::local(what), arguments.run_if.as_ref().map(|condition| quote! { run_if(#condition) }));
    let (aspect, methods) = (quote! { #(#filters)* #view #parallel #run_if }, quote! { #(#methods)* });
    let text = quote! { #kind #aspect #methods }.to_string();
    let item = is_one_item(system).then(|| names::key(&names::fingerprint(name, &text), name));
    let item = item.map(|item| {
        let called = names::local("item");
        quote! { #called(#item) }
    });
    quote! { { #what #name #kind [#item #aspect] #methods } }
}

/// Returns true if the item is one type or one function, however it is used.
fn is_one_item(system: &SystemDecl) -> bool {
    let generics = system.owner.iter().map(|owner| &owner.generics);
    let mut generics = generics.chain(system.methods.iter().map(|method| &method.signature.generics));
    let mut types = system.methods.iter().flat_map(Method::types);
    // `impl Trait` is a type parameter without a name.
    let is_hidden = |ty: &Type| words(ty.to_token_stream()).iter().any(|word| word == "impl");
    generics.all(|generics| generics.type_params().next().is_none() && generics.const_params().next().is_none())
        && !types.any(is_hidden)
}

fn receiver(method: &Method) -> TokenStream {
    let Some(FnArg::Receiver(receiver)) = method.signature.inputs.first() else { return TokenStream::new() };
    if matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_))) {
        quote! { &mut self }
    } else {
        quote! { &self }
    }
}

/// The receiver with the lifetime that the user wrote, which other parameters may name.
fn borrowed_self(method: &Method) -> TokenStream {
    match method.signature.inputs.first() {
        Some(FnArg::Receiver(Receiver { kind: ReceiverKind::Reference(_, Some(lifetime), mutability), .. })) => {
            quote! { &#lifetime #mutability self }
        }
        _ => receiver(method),
    }
}

/// Public methods that call the private ones, in the scope of the type, so that a world in another module can call them.
fn forwarders(system: &SystemDecl, owner: &Owner) -> TokenStream {
    let (cfgs, ty) = (&system.cfgs, &owner.ty);
    let (generics, _, bounds) = owner.generics.split_for_impl();
    let (forwarders, lints) = (system.methods.iter().map(forwarder), allowed(&owner.attributes));
    quote! {
        #(#cfgs)*
        #(#lints)*
        impl #generics #ty #bounds { #(#forwarders)* }
    }
}

/// The lints that the user allows, or expects, which the repeated signature must not cause either.
fn allowed(attributes: &[Attribute]) -> impl Iterator<Item = TokenStream> {
    attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::List(list) if ["allow", "expect"].iter().any(|level| list.path.is_ident(level)) => {
            let lints = &list.tokens;
            Some(quote! { #[allow(#lints)] })
        }
        _ => None,
    })
}

fn forwarder(method: &Method) -> TokenStream {
    let Method { role, signature, attributes } = method;
    let lints = allowed(attributes);
    let name = format_ident!("__ecs_{}", role);
    let (generics, _, bounds) = signature.generics.split_for_impl();
    let arguments: Vec<Ident> = (0..method.types().count()).map(|number| names::local(&format!("a{number}"))).collect();
    let (types, receiver) = (method.types(), borrowed_self(method));
    let (parameter, passed) =
        if receiver.is_empty() { (None, None) } else { (Some(quote! { #receiver, }), Some(quote! { self, })) };
    // Clippy reports this for the user's function already.
    let many = (signature.inputs.len() > 7).then(|| quote! { #[allow(clippy::too_many_arguments)] });
    quote! {
        #[doc(hidden)]
        #(#lints)*
        #many
        #[inline(always)]
        pub fn #name #generics (#parameter #(#arguments: #types),*) #bounds { Self::#role(#passed #(#arguments),*) }
    }
}
