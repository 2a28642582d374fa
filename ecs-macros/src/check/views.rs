//! The rules for views: what may be wished, and which groups can stand beside each other.

use crate::groups;
use crate::messages::{storages, views as say};
use crate::model::{Aspect, By, ViewKind, What, World};
use crate::report::Errors;

/// Checks wishes and groups; those that cannot be are taken back.
pub(super) fn check(world: &mut World, errors: &mut Errors) {
    wishes_have_entities(world, errors);
    groups_have_something_to_keep(world, errors);
    wishes_agree(world, errors);
    groups_can_stand_together(world, errors);
    callbacks_take_what_is_left(world, errors);
}

fn wishes_have_entities(world: &mut World, errors: &mut Errors) {
    for system in world.systems.iter_mut().filter(|system| !system.per_entity() && !system.broken) {
        if let Some(wish) = system.wish.take() {
            errors.at(wish.span, say::view_without_entities(&system.name.to_string()));
        }
    }
}

fn groups_have_something_to_keep(world: &mut World, errors: &mut Errors) {
    let mut keep = |aspect: &Aspect, span| {
        let refusal = if aspect.all.is_empty() { say::group_of_everything() } else { say::small_group() };
        let has = !aspect.all.is_empty() && !aspect.is_storage();
        if !has {
            errors.at(span, refusal);
        }
        has
    };
    world.groups.retain(|group| keep(&group.aspect, group.span));
    for system in world.systems.iter_mut().filter(|system| system.aspect.all.is_empty()) {
        if let Some(wish) = system.wish.take_if(|wish| wish.kind == ViewKind::Group) {
            keep(&system.aspect, wish.span);
        }
    }
}

/// All that share a view wish the same.
fn wishes_agree(world: &World, errors: &mut Errors) {
    let demands = world.demands();
    let wishes: Vec<_> = demands.iter().filter_map(|demand| Some((demand.aspect, demand.wish?))).collect();
    for (at, (aspect, wish)) in wishes.iter().enumerate() {
        let other = wishes[..at].iter().find(|(other, earlier)| other == aspect && earlier.kind != wish.kind);
        if let Some((_, other)) = other {
            let text = say::conflicting_wishes(wish.kind.name(), other.kind.name(), &world.show(aspect));
            errors.at(wish.span, text);
        }
    }
}

/// Each group of `groups:` owns all that it requires, and each other wished group something.
fn groups_can_stand_together(world: &mut World, errors: &mut Errors) {
    let demands = world.demands();
    let mut wished: Vec<_> = demands
        .iter()
        .filter_map(|demand| Some((demand, demand.wish.filter(|wish| wish.kind == ViewKind::Group)?)))
        .filter(|(demand, _)| !demand.aspect.is_storage())
        .collect();
    wished.sort_by_key(|(demand, _)| demand.by != By::Group);
    let aspects: Vec<&Aspect> = wished.iter().map(|(demand, _)| demand.aspect).collect();
    let mut refused = Vec::new();
    let ownerships = groups::own(&aspects, |storage| world.components[storage].storage.is_free());
    for ((demand, wish), ownership) in wished.iter().zip(ownerships) {
        let impossible = match demand.by {
            By::Group => !ownership.lost.is_empty() || !ownership.fixed.is_empty(),
            By::System(_) | By::Query => ownership.owned.is_empty(),
        };
        if let Some(storage) = ownership.fixed.first().filter(|_| impossible) {
            let component = &world.components[*storage];
            errors.at(wish.span, storages::group_cannot_own(component));
            refused.push(demand.aspect.clone());
            continue;
        }
        let Some((storage, owner)) = ownership.lost.first().filter(|_| impossible) else { continue };
        let (own, other) = (world.show(demand.aspect), world.show(aspects[*owner]));
        let shared = world.components[*storage].name.to_string();
        let say = if demand.by == By::Group { say::impossible_group } else { say::ownerless_group };
        errors.at(wish.span, say(&own, &other, &shared));
        refused.push(demand.aspect.clone());
    }
    world.groups.retain(|group| !refused.contains(&group.aspect));
}

/// Where systems hear at the next sync of who went, the components are gone by then.
fn callbacks_take_what_is_left(world: &mut World, errors: &mut Errors) {
    let demands = world.demands();
    let late = |aspect: &Aspect| {
        let kinds = demands.iter().filter(|demand| demand.aspect == aspect).filter_map(|demand| demand.wish);
        kinds.map(|wish| wish.kind).find(|kind| kind.settles())
    };
    let kinds: Vec<_> = world.systems.iter().map(|system| late(&system.aspect)).collect();
    for (system, kind) in world.systems.iter_mut().zip(kinds) {
        let (Some(kind), Some(call), false) = (kind, &system.on_removed, system.broken) else { continue };
        for argument in call.arguments.iter().filter(|argument| matches!(argument.what, What::Component(_))) {
            errors.at(argument.span, say::late_callback(&system.name.to_string(), kind.name()));
            system.broken = true;
        }
    }
}
