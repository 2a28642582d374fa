//! Rules for names: all methods of a world share one namespace.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span};

use crate::messages::{schedules as say_schedules, set as say_set, world as say};
use crate::model::{Field, When, World};
use crate::names;
use crate::report::Errors;
use crate::vocabulary::{EntryKind, Kind, path_of};

/// A type with the name of the world would be defined twice, so the world is generated under another name.
pub(super) fn differ_from_the_world(world: &mut World, errors: &mut Errors) {
    let fields = world.entries.all().filter(|(id, _)| !id.kind.is_function());
    let fields = fields.map(|(_, field)| (&field.name, &field.ty));
    let systems = world.systems.iter().filter(|system| system.kind == Kind::Impl);
    let mut types = fields.chain(systems.map(|system| (&system.name, &system.ty)));
    let found = types.find(|(_, ty)| path_of(ty).is_some_and(|path| path.is_ident(&world.name)));
    if let Some((name, _)) = found {
        errors.on(name, say::like_the_world(&name.to_string()));
        world.name = names::stand_in(&world.name);
    }
}

/// A set is a module, in which names are distinct: of two things with one name, the later is renamed, so that references to it by number
/// stay valid.
pub(super) fn differ_in_a_set(set: &mut World, errors: &mut Errors) {
    let mut taken: BTreeMap<String, &str> = BTreeMap::new();
    // That one thing is a component and a resource or state, or a resource and a state, is reported elsewhere.
    let told_apart = [EntryKind::Component, EntryKind::Resource, EntryKind::State];
    for kind in told_apart {
        let is_component = |name: &Ident| taken.get(&name.to_string()) == Some(&EntryKind::Component.word());
        for field in set.entries[kind].iter_mut().filter(|field| is_component(&field.name)) {
            field.name = names::stand_in(&field.name);
        }
        taken.extend(set.entries[kind].iter().map(|field| (field.name.to_string(), kind.word())));
    }
    let mut is_taken = |name: &Ident, what: &'static str| {
        let first = taken.get(&name.to_string()).copied();
        if let Some(first) = first {
            errors.on(name, say_set::one_name_in_a_set(name, first, what));
        } else {
            taken.insert(name.to_string(), what);
        }
        first.is_some()
    };
    let others = set.entries.iter_mut().filter(|(kind, _)| !kind.is_function() && !told_apart.contains(kind));
    others.for_each(|(kind, fields)| rename_taken(fields, |name| is_taken(name, kind.word())));
    for system in &mut set.systems {
        system.broken |= is_taken(&system.name, "system");
    }
    let functions = set.entries.iter_mut().filter(|(kind, _)| kind.is_function());
    functions.for_each(|(kind, fields)| rename_taken(fields, |name| is_taken(name, kind.word())));
}

fn rename_taken(fields: &mut [Field], mut is_taken: impl FnMut(&Ident) -> bool) {
    for field in fields {
        if is_taken(&field.name) {
            field.name = names::stand_in(&field.name);
        }
    }
}

/// Generated methods have distinct names; of two with one name, the later is left out.
pub(super) fn are_distinct(world: &mut World, errors: &mut Errors) {
    let mut table = Table { owners: BTreeMap::new(), errors };
    for method in names::fixed_methods() {
        table.owners.insert(method.into(), "a method that every world has".into());
    }
    let mut refused = Vec::new();
    for schedule in &world.schedules {
        let When::Named(name) = &schedule.when else { continue };
        let method = names::run(&name.to_string());
        let fixed = names::fixed_methods().any(|fixed| fixed == method);
        if fixed {
            table.errors.on(name, say_schedules::named_like_a_method(name, &method));
        }
        if fixed || !table.claim(method.clone(), format!("the method of schedule `{name}`"), name.span()) {
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
    for component in world.entries[EntryKind::Component].iter_mut().filter(|component| component.snake == "entities") {
        let column = format!("the column of component `{}`", component.name);
        table.errors.on(&component.name, say::clash("entities", "the column of all entities", &column));
        // No component name is converted to this one.
        component.snake = "entities_".into();
    }
    for (aspect, with, span) in world.query_aspects() {
        let name = world.query_name(&aspect, &with);
        let owner = format!("the query of `{}`", name.trim_start_matches("query_"));
        let free = table.claim(name.clone(), owner.clone(), span) && table.claim(format!("{name}_mut"), owner, span);
        if !free {
            refused.push(name);
        }
    }
    world.refused_methods = refused;
}

/// The owner of each method.
struct Table<'a> {
    owners: BTreeMap<String, String>,
    errors: &'a mut Errors,
}

impl Table<'_> {
    /// Claims a name. If it is taken, reports that and returns false.
    fn claim(&mut self, method: String, owner: String, span: Span) -> bool {
        if let Some(first) = self.owners.get(&method) {
            self.errors.at(span, say::clash(&method, first, &owner));
            return false;
        }
        self.owners.insert(method, owner);
        true
    }
}
