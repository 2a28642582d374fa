//! Generates the plan of a world, as data: a text of names and numbers.

use std::fmt::Write as _;

use proc_macro2::TokenStream;

use super::Context;
use crate::model::{Aspect, Field, Schedule, System};
use crate::plan::{Access, Part, View};
use crate::text;

pub(super) fn generate(context: &Context) -> TokenStream {
    let Context { k, plan, world, .. } = context;
    let named = |wanted: fn(&&Field) -> bool| -> Vec<_> {
        world.components().iter().filter(wanted).map(|component| component.name.to_string()).collect()
    };
    let (rare, fixed) = (named(|field| field.rare == Some(true)), named(|field| !field.storage.is_free()));
    let ordered = named(|field| field.storage.is_ordered());
    let views: String = plan.views().iter().map(|own| view(context, own)).collect();
    let systems = world.systems.iter().enumerate().map(|(number, own)| system(context, own, plan.access(number)));
    let systems: String = systems.collect();
    let schedules = world.schedules.iter().zip(plan.schedules());
    let schedules: String = schedules.map(|(own, parts)| schedule(context, own, parts)).collect();
    let unscheduled: Vec<_> = world.unscheduled.iter().map(|system| system.name.to_string()).collect();
    let (view_count, system_count, text) = (plan.views().len(), world.systems.len(), plan.text());
    // As statics, since a lint warns about long arrays in expressions.
    text::tokens(&format!(
        "{{
            static VIEWS: [{k}::ViewPlan; {view_count}] = [{views}];
            static SYSTEMS: [{k}::SystemPlan; {system_count}] = [{systems}];
            {k}::Plan {{
                rare: &{rare:?}, fixed: &{fixed:?}, ordered: &{ordered:?}, views: &VIEWS, systems: &SYSTEMS,
                schedules: &[{schedules}], unscheduled: &{unscheduled:?}, text: {text:?},
            }}
        }}"
    ))
}

/// The plan of a view. What is empty is left out, since rustc makes a constant of each list.
fn view(context: &Context, view: &View) -> String {
    let Context { world, k, .. } = context;
    let View { aspect: Aspect { all, none, any }, kept, owned, lost, reason, priority, rank, .. } = view;
    let mut text = format!("{k}::ViewPlan {{ ");
    for (field, components) in [("all", all), ("none", none), ("any", any), ("owned", owned)] {
        let names = components.iter().map(|component| world.components()[*component].name.to_string());
        add_list(&mut text, field, &names.collect::<Vec<_>>());
    }
    for (field, systems) in [("systems", &view.systems), ("queried_by", &view.queried_by)] {
        add_list(&mut text, field, &names_of(context, systems));
    }
    if !lost.is_empty() {
        text += "lost: &[";
        for (storage, owner) in lost {
            let component = world.components()[*storage].name.to_string();
            let _ = write!(text, "{k}::LostStorage {{ component: {component:?}, owner: {owner} }}, ");
        }
        text += "], ";
    }
    if let Some(priority) = priority {
        let priority = priority.variant();
        let _ = write!(text, "priority: ::core::option::Option::Some({k}::GroupPriority::{priority}), ");
    }
    let kept = kept.variant();
    let _ = write!(text, "kept: {k}::ViewKind::{kept}, rank: {rank}, reason: {reason:?}, ");
    let lists = [all, none, any, owned, &view.systems, &view.queried_by];
    // A lint warns about a rest without fields.
    if lost.is_empty() || priority.is_none() || lists.iter().any(|list| list.is_empty()) {
        let _ = write!(text, "..{k}::ViewPlan::NOTHING ");
    }
    text + "}, "
}

/// Adds a field with a list of names, unless it is empty.
fn add_list(text: &mut String, field: &str, names: &[String]) {
    if !names.is_empty() {
        let _ = write!(text, "{field}: &{names:?}, ");
    }
}

/// The names of systems.
fn names_of(context: &Context, systems: &[usize]) -> Vec<String> {
    systems.iter().map(|system| context.world.systems[*system].name.to_string()).collect()
}

fn system(context: &Context, system: &System, access: &Access) -> String {
    let Context { world, k, .. } = context;
    let name = system.name.to_string();
    let names = |written: bool| -> Vec<_> {
        access.touched().filter(|(_, writes)| *writes == written).map(|(what, _)| what.name(world)).collect()
    };
    let (reads, writes, commands) = (names(false), names(true), access.commands);
    format!("{k}::SystemPlan {{ name: {name:?}, reads: &{reads:?}, writes: &{writes:?}, commands: {commands} }}, ")
}

fn schedule(context: &Context, schedule: &Schedule, parts: &[Part]) -> String {
    let (k, name) = (&context.k, schedule.when.show());
    let parts = parts.iter().map(|part| {
        let stages = part.stages.iter().map(|stage| format!("&{:?}, ", names_of(context, stage)));
        format!("{k}::PartPlan {{ stages: &[{}] }}, ", stages.collect::<String>())
    });
    let parts: String = parts.collect();
    format!("{k}::SchedulePlan {{ name: {name:?}, parts: &[{parts}] }}, ")
}
