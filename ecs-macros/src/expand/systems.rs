//! Generates how systems are called: with columns of the world in the place of their parameters.
//!
//! The types of a signature are never written again: values of the right storages are passed by position, and rustc unifies
//! them with what the system takes, wherever it was declared.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::{Context, structs};
use crate::model::{Argument, Borrow, Call, Shape, System, What};
use crate::names;
use crate::parse::{Kind, Receiver};
use crate::tuples::nest;

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
    let Context { world, k, plan, .. } = context;
    let system = &world.systems[number];
    let locals = Locals::new();
    let (take_apart, prepared) = (locals.take_apart(k, token), prepared(context, &system.run, &locals));
    let call = Caller { context, system, locals: &locals, per_entity: system.per_entity() };
    let run = call.call(&system.run, "run");
    let Some(view) = plan.view_of(number) else { return quote! { #take_apart #prepared #run } };
    let owned = &plan.views()[view].owned;
    let (fetch, columns, pattern) = per_entity(context, &system.run, &locals, owned);
    let (views, field, entities) = (&locals.views, names::view(view), &locals.entities);
    quote! {
        #take_apart
        #prepared
        #k::drive::<Self, #fetch, _, #view>(&#views.#field, #columns, #entities, |#pattern| #run);
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
        let span = proc_macro2::Span::call_site();
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
        let next = names::ident(self.next, proc_macro2::Span::call_site());
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
    let take_apart = locals.take_apart(k, token);
    let run = Caller { context, system, locals: &locals, per_entity: true }.call(call, method);
    let (fetch, columns, pattern) = per_entity(context, call, &locals, &[]);
    quote! {
        #take_apart
        #k::call_one::<#fetch, _>(#columns, #entity, |#pattern| #run);
    }
}

/// A call of `on_removed` that takes the handle, and nothing of the entity.
fn handle_body(context: &Context, system: &System, call: &Call, entity: &Ident, token: &Ident) -> TokenStream {
    let locals = Locals::new();
    let take_apart = locals.take_apart(&context.k, token);
    let run = Caller { context, system, locals: &locals, per_entity: true }.call(call, Hook::REMOVED.name);
    let arguments = call.arguments.iter().enumerate().filter(|(_, argument)| matches!(argument.what, What::Entity));
    let handles = arguments.map(|(number, _)| Locals::argument(number));
    quote! {
        #take_apart
        #(let #handles = #entity;)*
        #run;
    }
}

/// The locals of a generated function: the parts of the world.
struct Locals {
    systems: Ident,
    resources: Ident,
    events: Ident,
    states: Ident,
    core: Ident,
    storages: Ident,
    views: Ident,
    entities: Ident,
    commands: Ident,
    reserved: Ident,
    spawner: Ident,
}

impl Locals {
    fn new() -> Self {
        Self {
            systems: names::local("systems"),
            resources: names::local("resources"),
            events: names::local("events"),
            states: names::local("states"),
            core: names::local("core"),
            storages: names::local("storages"),
            views: names::local("views"),
            entities: names::local("entities"),
            commands: names::local("commands"),
            reserved: names::local("reserved"),
            spawner: names::local("spawner"),
        }
    }

    /// Borrows the parts of the world apart, as plain locals: also closures of older editions capture these singly.
    fn take_apart(&self, k: &TokenStream, token: &Ident) -> TokenStream {
        let Self { systems, resources, events, states, core, storages, views, entities, commands, reserved, .. } = self;
        quote! {
            let Self { systems: #systems, resources: #resources, events: #events, states: #states, __ecs: #core } = self;
            let #k::Parts {
                storages: #storages, views: #views, entities: #entities, commands: #commands, reserved: #reserved,
            } = #core.parts(#token);
            let _ = (&#systems, &#resources, &#events, &#states, &#storages, &#views, &#entities, &#commands, &#reserved);
        }
    }

    fn argument(number: usize) -> Ident {
        names::local(&format!("a{number}"))
    }

    fn query(number: usize) -> Ident {
        names::local(&format!("q{number}"))
    }
}

/// What must stand before the loop: queries, and the spawner.
fn prepared(context: &Context, call: &Call, locals: &Locals) -> TokenStream {
    let k = &context.k;
    let Locals { entities, views, commands, reserved, spawner, .. } = locals;
    let per_entity = call.arguments.iter().any(|argument| argument.what.per_entity());
    let prepared = call.arguments.iter().enumerate().filter_map(|(number, argument)| match &argument.what {
        What::Query(shape) => {
            let (query, columns) = (Locals::query(number), shape_columns(context, shape, locals));
            let mutable = per_entity.then(|| quote! { mut });
            Some(quote_spanned! { argument.span=> let #mutable #query = #k::query_over(#columns, #views, #entities); })
        }
        What::Spawner => Some(quote! { let mut #spawner = #k::Spawner::new(#entities, #reserved, #commands); }),
        _ => None,
    });
    prepared.collect()
}

/// Writes the call of a function of a system.
struct Caller<'a> {
    context: &'a Context<'a>,
    system: &'a System,
    locals: &'a Locals,
    per_entity: bool,
}

impl Caller<'_> {
    fn call(&self, call: &Call, method: &str) -> TokenStream {
        let ty = &self.system.ty;
        let arguments = call.arguments.iter().enumerate().map(|(number, argument)| self.argument(number, argument));
        if self.system.kind == Kind::Fn {
            return quote! { #ty(#(#arguments),*) };
        }
        let (systems, field) = (&self.locals.systems, structs::state_field(self.system));
        let receiver = match call.receiver {
            Receiver::None => None,
            Receiver::Shared => Some(quote! { &#systems.#field, }),
            Receiver::Mut => Some(quote! { &mut #systems.#field, }),
        };
        let method = names::ident(&format!("__ecs_{method}"), proc_macro2::Span::call_site());
        quote! { <#ty>::#method(#receiver #(#arguments),*) }
    }

    fn argument(&self, number: usize, argument: &Argument) -> TokenStream {
        let (k, Locals { resources, states, commands, spawner, .. }) = (&self.context.k, self.locals);
        match &argument.what {
            What::Component(_) | What::Entity => {
                let local = Locals::argument(number);
                quote! { #local }
            }
            What::Resource { resource, mutable } => {
                let field = self.context.resource(*resource);
                let mutable = mutable.then(|| quote! { mut });
                let home = if self.context.world.resources[*resource].is_state { states } else { resources };
                quote_spanned! { argument.span=> &#mutable #home.#field }
            }
            What::Event { event, mutable } => {
                let (events, field) = (&self.locals.events, self.context.event(*event));
                let mutable = mutable.then(|| quote! { mut });
                quote_spanned! { argument.span=> &#mutable #events.#field }
            }
            What::Commands => quote! { #commands },
            What::Spawner => quote! { &mut #spawner },
            What::Query(_) => {
                let query = Locals::query(number);
                if self.per_entity {
                    quote! { #k::Query::reborrow(&mut #query) }
                } else {
                    quote! { #query }
                }
            }
            What::Unknown => TokenStream::new(),
        }
    }
}

/// What is fetched per entity, from which columns, and how the closure takes it; `owned` are those in the order of the view.
fn per_entity(
    context: &Context,
    call: &Call,
    locals: &Locals,
    owned: &[usize],
) -> (TokenStream, TokenStream, TokenStream) {
    let parts = call.arguments.iter().enumerate().filter_map(|(number, argument)| {
        let (fetch, column) = match &argument.what {
            What::Component(borrow) => {
                let (fetch, column) = component(context, *borrow, argument, locals);
                let aligned = !borrow.optional && owned.contains(&borrow.component);
                (
                    fetch,
                    if aligned {
                        quote! { #column.aligned() }
                    } else {
                        column
                    },
                )
            }
            What::Entity => handle(context, locals),
            _ => return None,
        };
        let local = Locals::argument(number);
        Some((fetch, column, quote! { #local }))
    });
    let parts: Vec<_> = parts.collect();
    let nested = |part: fn(&(TokenStream, TokenStream, TokenStream)) -> &TokenStream| {
        nest(&parts.iter().map(part).cloned().collect::<Vec<_>>())
    };
    (nested(|part| &part.0), nested(|part| &part.1), nested(|part| &part.2))
}

fn handle(context: &Context, locals: &Locals) -> (TokenStream, TokenStream) {
    let (k, entities) = (&context.k, &locals.entities);
    (quote! { #k::Handle }, quote! { #entities.handles() })
}

fn component(context: &Context, borrow: Borrow, argument: &Argument, locals: &Locals) -> (TokenStream, TokenStream) {
    let k = &context.k;
    let storage = context.storage(borrow.component);
    let fetch = if borrow.mutable {
        quote! { #k::Write<#storage> }
    } else {
        quote! { #k::Read<#storage> }
    };
    let fetch = if borrow.optional {
        quote! { #k::Maybe<#fetch> }
    } else {
        fetch
    };
    let column = column(context, borrow, locals);
    (fetch, quote_spanned! { argument.span=> #column })
}

/// The column of a component, borrowed as it is asked for.
fn column(context: &Context, borrow: Borrow, locals: &Locals) -> TokenStream {
    let (k, storages, field) = (&context.k, &locals.storages, context.component(borrow.component));
    if borrow.mutable {
        quote! { #k::write(&mut #storages.#field) }
    } else {
        quote! { #k::read(&#storages.#field) }
    }
}

/// The columns that a query parameter asks for.
fn shape_columns(context: &Context, shape: &Shape, locals: &Locals) -> TokenStream {
    match shape {
        Shape::Component(borrow) => column(context, *borrow, locals),
        Shape::Entity => handle(context, locals).1,
        Shape::Tuple(parts) => {
            let parts = parts.iter().map(|part| shape_columns(context, part, locals));
            quote! { (#(#parts,)*) }
        }
    }
}
