//! Generates how systems are called: with columns of the world in the place of their parameters.
//!
//! The types of a signature are never written again: values of the right storages are passed by position, and rustc unifies
//! them with what the system takes, wherever it was declared.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::fetches::{driven, nested, per_entity, shape_columns};
use super::locals::Locals;
use super::{Context, conditions, parallel, readers, stages, structs};
use crate::model::{Argument, Call, System, What};
use crate::names;
use crate::parse::{Kind, Receiver};

pub(super) fn generate(context: &Context) -> TokenStream {
    (0..context.world.systems.len()).map(|number| system(context, number)).collect()
}

fn system(context: &Context, number: usize) -> TokenStream {
    let Context { world, k, .. } = context;
    let (name, system) = (&world.name, &world.systems[number]);
    let token = names::local("token");
    let body = (!system.broken).then(|| body(context, number, &token));
    let parameter = if system.broken {
        quote! { _ }
    } else {
        quote! { #token }
    };
    quote! {
        impl #k::RunSystem<#number> for #name {
            fn __run_system(&mut self, #parameter: #k::Token) { #body }
        }
    }
}

fn body(context: &Context, number: usize, token: &Ident) -> TokenStream {
    let locals = Locals::new();
    let take_apart = locals.take_apart(context, token);
    let run = stages::call(context, number, &locals).unwrap_or_else(|| run(context, number, &locals));
    quote! { #take_apart #run }
}

/// All calls of a system, of the parts of the world that stand in these locals.
pub(super) fn run(context: &Context, number: usize, locals: &Locals) -> TokenStream {
    let Context { world, k, plan, .. } = context;
    let system = &world.systems[number];
    let prepared = prepared(context, system, locals);
    let (readers, passed) = readers::generate(context, number, locals);
    let call = Caller { context, system, locals, per_entity: system.per_entity(), apart: false };
    if let (Some(view), true) = (plan.view_of(number), system.parallel) {
        let (decided, drive) = (call.decided(&passed), parallel::drive(context, system, view, locals));
        return quote! { #readers #decided #prepared #drive };
    }
    let run = call.call(&system.run, "run");
    let decided = call.decided(&passed);
    let (traced, called) = (names::local("_traced"), system.name.to_string());
    let decided = quote! { #readers #decided let #traced = #k::trace_system(#called); };
    let Some(view) = plan.view_of(number) else { return quote! { #decided #prepared #run } };
    let (fetch, columns, pattern) = driven(context, system, view, locals);
    let fetches_all = system.unfetched().is_empty();
    let (views, field, entities) = (&locals.views, names::view(view), &locals.entities);
    quote! {
        #decided
        #prepared
        #k::drive::<Self, #fetch, _, #view, #fetches_all>(&#views.#field, #columns, #entities, |#pattern| #run);
    }
}

/// The callbacks of all systems: two methods for views that are always up to date, one for those that settle later.
pub(super) fn callbacks(context: &Context) -> TokenStream {
    let (added, removed) = (Hook::ADDED.at_once(context), Hook::REMOVED.at_once(context));
    let report = report(context);
    quote! { #added #removed #report }
}

/// One of the two callbacks.
struct Hook {
    name: &'static str,
    of: fn(&System) -> Option<&Call>,
    /// What a transition is asked.
    test: &'static str,
    /// Where the entities of a view that settles later are taken from.
    next: &'static str,
}

impl Hook {
    const ADDED: Self =
        Self { name: "on_added", of: |system| system.on_added.as_ref(), test: "enters", next: "next_new" };
    const REMOVED: Self =
        Self { name: "on_removed", of: |system| system.on_removed.as_ref(), test: "leaves", next: "next_gone" };

    /// The systems that hear of it, each with its view.
    fn heard<'a>(&self, context: &Context<'a>, late: bool) -> Vec<(&'a System, &'a Call, usize)> {
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
        let calls = self.heard(context, false).into_iter().map(|(system, call, view)| {
            let body = callback_body(context, system, call, self.name, &quote! { #change.entity() }, &token);
            quote! {
                if #k::Views::has(&__EcsChange::VIEWS, #view)
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

    /// Tells the systems of a view that settles later.
    fn later(&self, context: &Context, view: usize, token: &Ident) -> TokenStream {
        let (k, entity) = (&context.k, names::local("entity"));
        let next = names::ident(self.next, Span::call_site());
        let calls =
            self.heard(context, true).into_iter().filter(|(_, _, own)| *own == view).map(|(system, call, _)| {
                // Who went may be gone, so that only the handle is left to pass.
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

/// Who went from views that settle later, then who came, view by view.
fn report(context: &Context) -> Option<TokenStream> {
    let (k, plan, token) = (&context.k, context.plan, names::local("token"));
    let heard = |view: &usize| {
        let view = &plan.views()[*view];
        view.settles() && view.systems.iter().any(|system| context.world.systems[*system].has_callbacks())
    };
    let views: Vec<usize> = (0..plan.views().len()).filter(heard).collect();
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
    let take_apart = locals.take_apart(context, token);
    let run = Caller { context, system, locals: &locals, per_entity: true, apart: false }.call(call, method);
    let (fetch, columns, pattern) = nested(&per_entity(context, call, &locals, &[]));
    quote! {
        #take_apart
        #k::call_one::<#fetch, _>(#columns, #entity, |#pattern| #run);
    }
}

/// A call of `on_removed` that takes the handle, and nothing of the entity.
fn handle_body(context: &Context, system: &System, call: &Call, entity: &Ident, token: &Ident) -> TokenStream {
    let locals = Locals::new();
    let take_apart = locals.take_apart(context, token);
    let run =
        Caller { context, system, locals: &locals, per_entity: true, apart: false }.call(call, Hook::REMOVED.name);
    let arguments = call.arguments.iter().enumerate().filter(|(_, argument)| matches!(argument.what, What::Entity));
    let handles = arguments.map(|(number, _)| Locals::argument(number));
    quote! {
        #take_apart
        #(let #handles = #entity;)*
        #run;
    }
}

/// What must stand before the loop: queries, and the spawner.
fn prepared(context: &Context, system: &System, locals: &Locals) -> TokenStream {
    let k = &context.k;
    let Locals { entities, views, commands, reserved, spawner, .. } = locals;
    let reborrowed = system.per_entity() && !system.parallel;
    let prepared = system.run.arguments.iter().enumerate().filter_map(|(number, argument)| match &argument.what {
        What::Query(shape) => {
            let (query, columns) = (Locals::query(number), shape_columns(context, shape, locals));
            let mutable = reborrowed.then(|| quote! { mut });
            Some(quote_spanned! { argument.span=> let #mutable #query = #k::query_over::<Self, _>(#columns, #views, #entities); })
        }
        What::Spawner => Some(quote! { let mut #spawner = #k::Spawner::new(#entities, #reserved, #commands); }),
        _ => None,
    });
    prepared.collect()
}

/// Writes the call of a function of a system.
pub(super) struct Caller<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) system: &'a System,
    pub(super) locals: &'a Locals,
    pub(super) per_entity: bool,
    /// Whether state, resources and events were borrowed before, as locals.
    pub(super) apart: bool,
}

impl Caller<'_> {
    /// What leaves before the system runs, if its condition does not hold; after all conditions, the events are `passed`.
    fn decided(&self, passed: &TokenStream) -> Option<TokenStream> {
        let mut readers = 0..;
        let mut pass = |what: &What, span| match what {
            What::Reader { .. } => Locals::reader(readers.next().unwrap_or_default(), span).into_token_stream(),
            what => self.argument(0, what, span),
        };
        let holds = conditions::test(self.context, self.system.run_if.as_ref()?, &mut pass);
        let decided = names::local("holds");
        Some(quote! { let #decided = #holds; #passed if ::core::ops::Not::not(#decided) { return; } })
    }

    pub(super) fn call(&self, call: &Call, method: &str) -> TokenStream {
        let ty = &self.system.ty;
        let arguments = call
            .arguments
            .iter()
            .enumerate()
            .map(|(number, Argument { what, span })| self.argument(number, what, *span));
        if self.system.kind == Kind::Fn {
            return quote! { #ty(#(#arguments),*) };
        }
        let (systems, field) = (&self.locals.systems, structs::state_field(self.system));
        let receiver = match call.receiver {
            Receiver::None => None,
            Receiver::Shared if self.apart => Some(Locals::state().to_token_stream()),
            receiver => Some(self.locals.borrow(systems, &field, receiver == Receiver::Mut, Span::call_site())),
        };
        let method = names::ident(&format!("__ecs_{method}"), Span::call_site());
        let arguments = receiver.into_iter().chain(arguments);
        quote! { <#ty>::#method(#(#arguments),*) }
    }

    pub(super) fn argument(&self, number: usize, what: &What, span: Span) -> TokenStream {
        let (k, Locals { resources, states, commands, spawner, .. }) = (&self.context.k, self.locals);
        match what {
            What::Component(_) | What::Entity => {
                let local = Locals::argument(number);
                quote! { #local }
            }
            What::Resource { .. } | What::Event { .. } if self.apart => {
                let local = Locals::argument(number);
                quote! { #local }
            }
            What::Resource { resource, mutable } => {
                let home = if self.context.world.resources[*resource].is_state { states } else { resources };
                self.locals.borrow(home, &self.context.resource(*resource), *mutable, span)
            }
            What::Event { event, mutable } => {
                self.locals.borrow(&self.locals.events, &self.context.event(*event), *mutable, span)
            }
            What::Reader { .. } => {
                let world = self.context.world;
                let of_conditions = world.read_by_condition(self.system);
                let before = self.system.run.arguments.iter().take(number).map(|argument| &argument.what);
                let before = of_conditions.iter().chain(before).filter(|what| what.reader().is_some());
                Locals::reader(before.count(), span).into_token_stream()
            }
            // Located at the parameter: rustc reports a type of another world there.
            What::Commands => Locals::at(commands, span).into_token_stream(),
            What::Spawner => quote! { &mut #spawner },
            What::Query(_) => {
                let query = Locals::at(&Locals::query(number), span);
                if self.apart {
                    quote! { #k::Query::share(&#query) }
                } else if self.per_entity {
                    quote! { #k::Query::reborrow(&mut #query) }
                } else {
                    quote! { #query }
                }
            }
            What::Unknown => TokenStream::new(),
        }
    }
}
