//! Generates the methods that users call: those that every world has, runs, managed entities and queries.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::{Context, past, stages};
use crate::methods;
use crate::model::{Field, When, World};
use crate::names;
use crate::plan::{Kept, QueryMethod, View};
use crate::tuples::nest;
use crate::vocabulary::EntryKind;

pub(super) fn generate(context: &Context) -> TokenStream {
    let name = &context.world.name;
    let Context { k, mask, names, .. } = context;
    let fixed = methods::forwarders(k, mask, &names.columns);
    let related = context.world.relations().next().map(|_| methods::forwarders_of_relations(k));
    let of_pasts = (!past::kept(context).is_empty()).then(|| methods::forwarders_of_pasts(k));
    let saved = context.world.snapshots.then(|| methods::forwarders_of_snapshots(k));
    let (runs, queries) = (runs(context), queries(context));
    let fields = context.all(EntryKind::Event).map(|event| context.field(event));
    let events = quote! {
        /// Lets events age, as `run` does when it begins: those that aged before are dropped.
        pub fn update_events(&mut self) { #(#k::Events::update(&mut self.events.#fields);)* }
    };
    let states = context.all(EntryKind::State).map(|state| state.number);
    let states = quote! {
        /// Lets states change that were asked to, as `run` does when it begins, each at most once.
        pub fn update_states(&mut self) { #(#k::update_state::<Self, _, #states>(self);)* }
    };
    quote! {
        impl #name {
            /// What was decided about this world: how each view is kept, and why.
            pub const PLAN: #k::Plan = <Self as #k::GeneratedWorld>::PLAN;
            #fixed #related #of_pasts #saved #runs #events #states #queries
        }
    }
}

/// `run`, and the methods of single systems and schedules.
fn runs(context: &Context) -> TokenStream {
    let Context { world, k, plan, mask, .. } = context;
    let systems = world.systems.iter().enumerate().map(|(number, system)| {
        let span = system.span();
        let docs = format!("Runs system `{}` and applies what it commands.", system.name);
        // Both are inline: otherwise rustc optimises the body of each, called or not, to find out whether other crates could inline it.
        let run = free(world, &names::run(&system.snake), span).map(|run| {
            quote! {
                #[doc = #docs]
                #[inline]
                pub fn #run(&mut self) { #k::run_system::<Self, #number>(self) }
            }
        });
        let body = match plan.view_of(number) {
            Some(view) => Some(quote! { #k::managed::<Self, #view>(self) }),
            // The method of a refused system exists, so that calling it is not a second error.
            None => system.broken.then(|| quote! { ::core::unreachable!() }),
        };
        let managed = free(world, &format!("managed_{}", system.snake), span).zip(body).map(|(managed, body)| {
            let docs = format!("The entities that system `{}` manages, in the order of its view.", system.name);
            quote! {
                #[doc = #docs]
                #[inline]
                pub fn #managed(&self) -> #k::Managed<'_, #mask> { #body }
            }
        });
        quote! {
            #run
            #managed
        }
    });
    let schedules = world.schedules.iter().enumerate().filter_map(|(number, schedule)| {
        let When::Named(name) = &schedule.when else { return None };
        let run = free(world, &names::run(&name.to_string()), name.span())?;
        let docs = format!(
            "Runs the systems of schedule `{name}` in the order of their declaration, and applies what they command: at each \
             `sync`, and at the end. No event ages by it, and no state changes."
        );
        let body = stages::enter(context, number);
        Some(quote! {
            #[doc = #docs]
            pub fn #run(&mut self) { #body }
        })
    });
    let (run, par_run) = (stages::enter(context, 0), stages::par_run(context));
    quote! {
        /// Runs the systems of `systems:` in the order of their declaration, and applies what they command: at each `sync`, and at
        /// the end.
        ///
        /// With the feature `rayon` those of a stage run in parallel where that takes less time, which is measured now and then; one
        /// after another where one of them takes what cannot go to other threads. Nothing of the result depends on it, unless a system
        /// changes something behind `&`, as in a `Cell` or `Mutex`: that counts as read.
        pub fn run(&mut self) { #run }
        /// The same as `run`, one system after another whatever features are on. A `parallel` one still divides its entities over threads.
        pub fn run_sequential(&mut self) { #k::run_schedule::<Self, 0>(self) }
        #par_run
        #(#schedules)*
        #(#systems)*
    }
}

/// The name of a method; `None` if another method has it, which is reported.
fn free(world: &World, method: &str, span: Span) -> Option<Ident> {
    (!world.refused_methods.iter().any(|refused| refused == method)).then(|| names::ident(method, span))
}

fn queries(context: &Context) -> TokenStream {
    context.plan.methods().iter().map(|method| query(context, method)).collect()
}

fn query(context: &Context, method: &QueryMethod) -> TokenStream {
    let (k, view, attributes) = (&context.k, method.view, &method.attributes);
    let View { aspect, .. } = &context.plan.views()[view];
    let types = method.fetched.iter().map(|component| &context.world.components()[*component]);
    let entity = [quote! { #k::Entity }];
    let yields = |borrow: &TokenStream| {
        let components = types.clone().map(|field| {
            let Field { ty, relation, .. } = field;
            let borrow = borrow.clone().into_iter().take(if relation.is_some() { 1 } else { 2 });
            quote! { #(#borrow)* #ty }
        });
        nest(&entity.iter().cloned().chain(components).collect::<Vec<_>>())
    };
    let (read, write) = (yields(&quote! { & }), yields(&quote! { &mut }));
    let name = names::ident(&method.name, method.span);
    let name_mut = names::ident(&format!("{}_mut", method.name), method.span);
    let part = |text: &str, components: &[usize]| {
        if components.is_empty() { String::new() } else { format!("{text}{}", context.listed(components)) }
    };
    let (none, any) = (part(", none of ", &aspect.none), part(", at least one of ", &aspect.any));
    let docs = format!("The entities that have {}{none}{any}", context.listed(&aspect.all));
    let cost = iteration(context, &context.plan.views()[view]);
    let others = in_other_orders(context, method);
    let others_mut = others.iter().map(|other| format!("{other}_mut"));
    let docs_mut = format!("{docs}, to change.\n\n{cost}");
    let docs = format!("{docs}, to read.\n\n{cost}");
    // Both are inline, as those of systems are.
    quote! {
        #(#attributes)*
        #[doc = #docs]
        #(#[doc(alias = #others)])*
        #[inline]
        pub fn #name(&self) -> #k::Query<'_, Self, #read> { #k::query_view::<Self, _, #view>(self) }
        #(#attributes)*
        #[doc = #docs_mut]
        #(#[doc(alias = #others_mut)])*
        #[inline]
        pub fn #name_mut(&mut self) -> #k::Query<'_, Self, #write> {
            #k::query_view_mut::<Self, _, #view>(self)
        }
    }
}

/// The names that a query of up to three components would have with these in another order. rustc suggests the method for each of them, and
/// searches in the documentation find it.
fn in_other_orders(context: &Context, method: &QueryMethod) -> Vec<String> {
    let snakes = method.fetched.iter().map(|component| context.world.components()[*component].snake.as_str());
    let snakes: Vec<_> = snakes.collect();
    let Some(filters) = method.name.strip_prefix(&names::query([snakes.clone(), vec![], vec![], vec![]])) else {
        return vec![];
    };
    let orders: &[&[usize]] = match snakes.len() {
        2 => &[&[1, 0]],
        3 => &[&[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
        _ => &[],
    };
    let mut others = Vec::new();
    for order in orders {
        let in_order = order.iter().map(|place| snakes[*place]).collect();
        let other = names::query([in_order, vec![], vec![], vec![]]) + filters;
        if other != method.name && !others.contains(&other) {
            others.push(other);
        }
    }
    others
}

/// How the view of a query is kept, and what its iteration costs.
fn iteration(context: &Context, view: &View) -> String {
    match view.kept {
        Kept::Storage => "Iterates the values of the storage as a slice: **O(matches)**.".into(),
        Kept::Group if view.owned.len() == view.aspect.all.len() => {
            "Iterates a group, whose values are slices: **O(matches)**.".into()
        }
        Kept::Group => format!(
            "Iterates a group; the values of {} are slices, the others are looked up: **O(matches)**.",
            context.listed(&view.owned)
        ),
        Kept::List => "Iterates a list, looking components up: **O(matches)**.".into(),
        kind @ (Kept::Delayed | Kept::ActivePassive) => format!(
            "Iterates the {} list if it is up to date, as it is after `_mut` and at syncs: **O(matches)**; else the shortest \
             storage.",
            kind.name().replace('_', "-")
        ),
        Kept::Scan => "Iterates the shortest storage and tests masks: **O(values there)**.".into(),
    }
}
