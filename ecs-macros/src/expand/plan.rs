//! Generates the plan of a world, as data.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::Context;
use crate::model::{Aspect, Field, Schedule, System};
use crate::names;
use crate::plan::{Access, Part, View};

pub(super) fn generate(context: &Context) -> TokenStream {
    let Context { k, plan, .. } = context;
    let text = plan.text();
    let named = |wanted: fn(&&Field) -> bool| {
        let names = context.world.components().iter().filter(wanted).map(|component| component.name.to_string());
        quote! { &[#(#names),*] }
    };
    let (rare, fixed) = (named(|field| field.rare == Some(true)), named(|field| !field.storage.is_free()));
    let ordered = named(|field| field.storage.is_ordered());
    let views = plan.views().iter().map(|own| view(context, own));
    let systems =
        context.world.systems.iter().enumerate().map(|(number, own)| system(context, own, plan.access(number)));
    let schedules = context.world.schedules.iter().zip(plan.schedules());
    let schedules = schedules.map(|(own, parts)| schedule(context, own, parts));
    let unscheduled = context.world.unscheduled.iter().map(|system| system.name.to_string());
    let (view_count, system_count) = (plan.views().len(), systems.len());
    // As statics, since a lint warns about long arrays in expressions.
    quote! {
        {
            static VIEWS: [#k::ViewPlan; #view_count] = [#(#views),*];
            static SYSTEMS: [#k::SystemPlan; #system_count] = [#(#systems),*];
            #k::Plan {
                rare: #rare, fixed: #fixed, ordered: #ordered, views: &VIEWS, systems: &SYSTEMS,
                schedules: &[#(#schedules),*], unscheduled: &[#(#unscheduled),*], text: #text,
            }
        }
    }
}

fn view(context: &Context, view: &View) -> TokenStream {
    let Context { world, k, .. } = context;
    let names = |components: &[usize]| {
        let names = components.iter().map(|component| world.components()[*component].name.to_string());
        quote! { &[#(#names),*] }
    };
    let View { aspect: Aspect { all, none, any }, kept, owned, lost, reason, priority, rank, .. } = view;
    let (all, none, any, owned) = (names(all), names(none), names(any), names(owned));
    let kept = names::ident(kept.variant(), Span::call_site());
    let called = |systems: &[usize]| {
        let names = systems.iter().map(|system| world.systems[*system].name.to_string());
        quote! { &[#(#names),*] }
    };
    let (systems, queried_by) = (called(&view.systems), called(&view.queried_by));
    let lost = lost.iter().map(|(storage, owner)| {
        let component = world.components()[*storage].name.to_string();
        quote! { #k::LostStorage { component: #component, owner: #owner } }
    });
    let priority = match priority {
        None => quote! { ::core::option::Option::None },
        Some(priority) => {
            let variant = names::ident(priority.variant(), Span::call_site());
            quote! { ::core::option::Option::Some(#k::GroupPriority::#variant) }
        }
    };
    quote! {
        #k::ViewPlan {
            all: #all, none: #none, any: #any, kept: #k::ViewKind::#kept, owned: #owned, lost: &[#(#lost),*],
            priority: #priority, rank: #rank, reason: #reason, systems: #systems,
            queried_by: #queried_by,
        }
    }
}

fn system(context: &Context, system: &System, access: &Access) -> TokenStream {
    let Context { world, k, .. } = context;
    let name = system.name.to_string();
    let names = |written: bool| {
        let names = access.touched().filter(move |(_, writes)| *writes == written).map(|(what, _)| what.name(world));
        quote! { &[#(#names),*] }
    };
    let (reads, writes, commands) = (names(false), names(true), access.commands);
    quote! { #k::SystemPlan { name: #name, reads: #reads, writes: #writes, commands: #commands } }
}

fn schedule(context: &Context, schedule: &Schedule, parts: &[Part]) -> TokenStream {
    let Context { world, k, .. } = context;
    let name = schedule.when.show();
    let parts = parts.iter().map(|part| {
        let stages = part.stages.iter().map(|stage| {
            let names = stage.iter().map(|system| world.systems[*system].name.to_string());
            quote! { &[#(#names),*] }
        });
        quote! { #k::PartPlan { stages: &[#(#stages),*] } }
    });
    quote! { #k::SchedulePlan { name: #name, parts: &[#(#parts),*] } }
}
