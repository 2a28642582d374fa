//! Generates the callbacks of systems, which run when an entity starts or stops matching.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::Context;
use super::caller::Caller;
use super::fetches::{nested, per_entity};
use super::locals::Locals;
use crate::model::{ArgumentKind, Call, System};
use crate::names;

/// The callbacks of all systems: two methods for views that are always up to date, one for those that settle later.
pub(super) fn generate(context: &Context) -> TokenStream {
    let (added, removed) = (Hook::ADDED.at_once(context), Hook::REMOVED.at_once(context));
    let report = report(context);
    quote! { #added #removed #report }
}

/// The callback for values that are replaced.
const REPLACED: &str = "on_replaced";

/// One of the two callbacks of transitions.
struct Hook {
    name: &'static str,
    of: fn(&System) -> Option<&Call>,
    /// The method of a transition that decides whether the callback is called.
    test: &'static str,
    /// The function that returns the next entity of a view that settles later.
    next: &'static str,
}

impl Hook {
    const ADDED: Self =
        Self { name: "on_added", of: |system| system.on_added.as_ref(), test: "enters", next: "next_entered" };
    const REMOVED: Self =
        Self { name: "on_removed", of: |system| system.on_removed.as_ref(), test: "leaves", next: "next_exited" };

    /// The systems that have this callback, each with its view.
    fn called<'a>(&self, context: &Context<'a>, late: bool) -> Vec<(&'a System, &'a Call, usize)> {
        let systems = context.world.managing().filter_map(|(number, system)| {
            let (call, view) = ((self.of)(system)?, context.plan.view_of(number)?);
            (context.plan.views()[view].settles() == late).then_some((system, call, view))
        });
        systems.collect()
    }

    fn at_once(&self, context: &Context) -> Option<TokenStream> {
        let Context { k, mask, .. } = context;
        let (change, token) = (names::local("change"), names::local("token"));
        let span = Span::call_site();
        let (method, test) = (names::ident(&format!("__{}", self.name), span), names::ident(self.test, span));
        let calls = self.called(context, false).into_iter().map(|(system, call, view)| {
            let causes = bind(call, |what| matches!(what, ArgumentKind::Cause), &quote! { #change.cause() });
            let body = callback_body(context, system, call, self.name, &quote! { #change.entity() }, &token);
            let body = quote! { #causes #body };
            quote! {
                if #k::ViewSet::has(&__EcsChange::VIEWS, #view)
                    && #change.#test(&<Self as #k::HasView<#view>>::ASPECT)
                {
                    #body
                }
            }
        });
        let calls: Vec<_> = calls.collect();
        (!calls.is_empty()).then(|| quote! {
            #[inline]
            fn #method<__EcsChange: #k::Concerned<Self>>(&mut self, #change: &#k::Transition<#mask>, #token: #k::Token) {
                #(#calls)*
            }
        })
    }

    /// Calls the callbacks of a view that settles later.
    fn later(&self, context: &Context, view: usize, token: &Ident) -> TokenStream {
        let (k, entity) = (&context.k, names::local("entity"));
        let next = names::ident(self.next, Span::call_site());
        let calls =
            self.called(context, true).into_iter().filter(|(_, _, own)| *own == view).map(|(system, call, _)| {
                // The entity may be despawned, so only the handle can be passed.
                let body = if self.name == Self::REMOVED.name {
                    handle_body(context, system, call, &entity, token)
                } else {
                    callback_body(context, system, call, self.name, &quote! { #entity }, token)
                };
                quote! { { #body } }
            });
        let calls: Vec<_> = calls.collect();
        quote! {
            while let ::core::option::Option::Some(#entity) = #k::#next::<Self, #view>(self, #token) {
                let _ = #entity;
                #(#calls)*
            }
        }
    }
}

/// The callbacks for replaced values of a component: a method of `Holds`, if there are any.
pub(super) fn replaced(context: &Context, component: usize) -> Option<TokenStream> {
    let Context { k, mask, .. } = context;
    let (old, change, token) = (names::local("old"), names::local("change"), names::local("token"));
    let calls = context.world.managing().filter_map(|(number, system)| {
        let (_, call) = system.on_replaced().filter(|(own, _)| *own == component)?;
        let view = context.plan.view_of(number)?;
        let former = bind(call, |what| matches!(what, ArgumentKind::Former { .. }), &old.to_token_stream());
        let body = callback_body(context, system, call, REPLACED, &quote! { #change.entity() }, &token);
        Some(quote! {
            if #change.stays(&<Self as #k::HasView<#view>>::ASPECT) {
                #former
                #body
            }
        })
    });
    let (calls, ty) = (calls.collect::<Vec<_>>(), &context.world.components()[component].ty);
    (!calls.is_empty()).then(|| {
        quote! {
            fn __on_replaced(&mut self, #old: &#ty, #change: &#k::Transition<#mask>, #token: #k::Token) {
                #(#calls)*
            }
        }
    })
}

/// The constant of worlds with such callbacks; other worlds compile nothing for them.
pub(super) fn on_replaced(context: &Context) -> Option<TokenStream> {
    let is_called = context.world.managing().any(|(_, system)| system.on_replaced().is_some());
    is_called.then(|| quote! { const ON_REPLACED: ::core::primitive::bool = true; })
}

/// Reports the exits from views that settle later, then the entries, view by view.
fn report(context: &Context) -> Option<TokenStream> {
    let (k, plan, token) = (&context.k, context.plan, names::local("token"));
    let is_called = |view: &usize| {
        let view = &plan.views()[*view];
        view.settles() && view.systems.iter().any(|system| context.world.systems[*system].has_callbacks())
    };
    let views: Vec<usize> = (0..plan.views().len()).filter(is_called).collect();
    let loops = views.iter().map(|view| {
        let (gone, new) = (Hook::REMOVED.later(context, *view, &token), Hook::ADDED.later(context, *view, &token));
        quote! { #gone #new }
    });
    let loops: Vec<_> = loops.collect();
    (!loops.is_empty()).then(|| {
        quote! {
            fn __report(&mut self, #token: #k::Token) { #(#loops)* }
        }
    })
}

fn callback_body(
    context: &Context,
    system: &System,
    call: &Call,
    method: &str,
    entity: &TokenStream,
    token: &Ident,
) -> TokenStream {
    let k = &context.k;
    let locals = Locals::new();
    let take_apart = locals.take_apart(context, system, token);
    let run = Caller { context, system, locals: &locals, per_entity: true, apart: false }.call(call, method);
    let (fetch, columns, pattern) = nested(context, &per_entity(context, call, &locals, &[]));
    quote! {
        #take_apart
        #k::call_one::<#fetch, _>(#columns, #entity, |#pattern| #run);
    }
}

/// A call of `on_removed` that takes the handle, but no value of the entity.
fn handle_body(context: &Context, system: &System, call: &Call, entity: &Ident, token: &Ident) -> TokenStream {
    let locals = Locals::new();
    let take_apart = locals.take_apart(context, system, token);
    let run =
        Caller { context, system, locals: &locals, per_entity: true, apart: false }.call(call, Hook::REMOVED.name);
    let (k, entities) = (&context.k, &locals.entities);
    let handles = bind(call, |what| matches!(what, ArgumentKind::Entity), &entity.to_token_stream());
    let cause = quote! { #k::RemovalCause::by_now(#entities.handles(), #entity) };
    let causes = bind(call, |what| matches!(what, ArgumentKind::Cause), &cause);
    quote! {
        #take_apart
        #handles
        #causes
        #run;
    }
}

/// Binds the arguments of a kind to a value.
fn bind(call: &Call, is_meant: impl Fn(&ArgumentKind) -> bool, value: &TokenStream) -> TokenStream {
    let arguments = call.arguments.iter().enumerate().filter(|(_, argument)| is_meant(&argument.kind));
    let locals = arguments.map(|(number, _)| Locals::argument(number));
    quote! { #(let #locals = #value;)* }
}
