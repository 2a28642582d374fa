//! Generates schedules: the order in which systems run.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, past, stages};
use crate::model::Step;
use crate::names;
use crate::vocabulary::EntryKind;

pub(super) fn generate(context: &Context) -> TokenStream {
    (0..context.world.schedules.len()).map(|number| schedule(context, number)).collect()
}

fn schedule(context: &Context, number: usize) -> TokenStream {
    let Context { world, k, .. } = context;
    let (name, token) = (&world.name, names::local("token"));
    let steps = world.schedules[number].steps.iter().map(|step| match step {
        Step::System(system) => quote! { #k::run_one::<Self, #system>(self, #token); },
        Step::Sync(_) => quote! { #k::sync(self); },
    });
    let steps: Vec<_> = steps.collect();
    let called = world.schedules[number].when.show();
    let changed =
        (number == 0 && context.all(EntryKind::State).next().is_some()).then(|| quote! { Self::update_states(self); });
    // Events age only when `run()` begins, so that each is kept for one full run after the one in which it was sent.
    let has_events = number == 0 && context.all(EntryKind::Event).next().is_some();
    let aged = has_events.then(|| quote! { if #k::begin_run(self, #token) { Self::update_events(self); } });
    // Pasts are copied first: systems that a state transition runs are part of the run, and read the same past.
    let copied = if number == 0 {
        past::copies(context, &token)
    } else {
        quote! {}
    };
    let systems = world.schedules[number].steps.iter().filter_map(|step| match step {
        Step::System(system) => context.plan.iterated(*system),
        Step::Sync(_) => None,
    });
    let views: BTreeSet<_> = systems.collect();
    let views = views.iter();
    let by_stages = stages::run(context, number, &quote! { #copied #aged #changed });
    let parameter = if steps.is_empty() && !has_events && copied.is_empty() {
        quote! { _ }
    } else {
        quote! { #token }
    };
    quote! {
        impl #k::RunSchedule<#number> for #name {
            const SCHEDULE: &'static ::core::primitive::str = #called;
            const ITERATED: &'static [::core::primitive::usize] = &[#(#views),*];
            fn __run_listed(&mut self, #parameter: #k::Token) { #copied #aged #changed #(#steps)* }
            #by_stages
        }
    }
}
