//! The rules for names: one table holds all methods of a world.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Span;

use crate::messages::{set as say_set, world as say};
use crate::model::{Aspect, When, World};
use crate::names::{self, FIXED_METHODS};
use crate::report::Errors;

/// A component named like the world would be defined twice; so the world is generated under another name.
pub(super) fn differ_from_the_world(world: &mut World, errors: &mut Errors) {
    let fields = world.components.iter().chain(&world.resources).chain(&world.events);
    if let Some(field) = fields.into_iter().find(|field| field.path_is_name(&world.name)) {
        errors.on(&field.name, say::like_the_world(&field.name.to_string()));
        world.name = names::stand_in(&world.name);
    }
}

/// A set is a module, in which a component, a resource and a system cannot share a name; the later is left out.
pub(super) fn differ_in_a_set(set: &mut World, errors: &mut Errors) {
    let components: BTreeSet<_> = set.components.iter().map(|field| field.name.to_string()).collect();
    // A resource that is a component, too, is reported as that.
    set.resources.retain(|field| !components.contains(&field.name.to_string()));
    let resources: BTreeSet<_> = set.resources.iter().map(|field| field.name.to_string()).collect();
    set.events.retain(|field| {
        let name = field.name.to_string();
        let first = if components.contains(&name) { "component" } else { "resource" };
        let free = !components.contains(&name) && !resources.contains(&name);
        if !free {
            errors.on(&field.name, say_set::one_name_in_a_set(&name, first, "event"));
        }
        free
    });
    let events: BTreeSet<_> = set.events.iter().map(|field| field.name.to_string()).collect();
    let systems: Vec<_> = set.systems.iter().map(|system| (&system.name, "system")).collect();
    let fields = set.components.iter().map(|field| (&field.name, "component"));
    let fields = fields.chain(set.resources.iter().map(|field| (&field.name, "resource")));
    let others: Vec<_> = fields.chain(set.events.iter().map(|field| (&field.name, "event"))).chain(systems).collect();
    set.conditions.retain(|condition| {
        let first = others.iter().find(|(name, _)| **name == condition.field.name);
        if let Some((name, first)) = first {
            errors.on(&condition.field.name, say_set::one_name_in_a_set(name, first, "condition"));
        }
        first.is_none()
    });
    for system in &mut set.systems {
        let name = system.name.to_string();
        let first = if components.contains(&name) { "component" } else { "resource" };
        let first = if events.contains(&name) { "event" } else { first };
        if components.contains(&name) || resources.contains(&name) || events.contains(&name) {
            errors.on(&system.name, say_set::one_name_in_a_set(&name, first, "system"));
            system.broken = true;
        }
    }
}

/// No two generated methods share a name; of those that do, the later is left out.
pub(super) fn are_distinct(world: &mut World, errors: &mut Errors) {
    let mut table = Table { owners: BTreeMap::new(), errors };
    for method in FIXED_METHODS {
        table.owners.insert(method.into(), "a method that every world has".into());
    }
    let mut refused = Vec::new();
    for schedule in &world.schedules {
        let When::Named(name) = &schedule.when else { continue };
        let method = names::run(&name.to_string());
        if !table.claim(method.clone(), format!("the method of schedule `{name}`"), name.span()) {
            refused.push(method);
        }
    }
    for system in &mut world.systems {
        let (name, span) = (system.snake.clone(), system.name.span());
        for method in [names::run(&name), format!("managed_{name}")] {
            if !table.claim(method.clone(), format!("the method of system `{}`", system.name), span) {
                refused.push(method);
                system.broken = true;
            }
        }
    }
    for component in &world.components {
        if component.snake == "entities" {
            let method = format!("the column of component `{}`", component.name);
            table.errors.on(&component.name, say::clash("entities", "the column of all entities", &method));
        }
    }
    let aspects: Vec<(Aspect, Span)> = world.query_aspects();
    for (aspect, span) in aspects {
        let name = world.query_name(&aspect);
        let owner = format!("the query of `{}`", name.trim_start_matches("query_"));
        let free = table.claim(name.clone(), owner.clone(), span) && table.claim(format!("{name}_mut"), owner, span);
        if !free {
            refused.push(name);
        }
    }
    world.refused_methods = refused;
}

/// Who owns which method.
struct Table<'a> {
    owners: BTreeMap<String, String>,
    errors: &'a mut Errors,
}

impl Table<'_> {
    /// Whether the name was free.
    fn claim(&mut self, method: String, owner: String, span: Span) -> bool {
        if let Some(first) = self.owners.get(&method) {
            self.errors.at(span, say::clash(&method, first, &owner));
            return false;
        }
        self.owners.insert(method, owner);
        true
    }
}
