//! Fights: a creature that bumps into an enemy strikes it.

use ecs_world::prelude::*;

use crate::walk::{self, Bump, Hero};

#[derive(Debug, Clone)]
pub(crate) struct Name(pub(crate) &'static str);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Health {
    pub(crate) now: i32,
    pub(crate) most: i32,
}

#[derive(Debug, Clone)]
pub(crate) struct Strength(pub(crate) i32);

/// What happened in this turn, for the player to read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Journal(pub(crate) Vec<String>);

/// The hero fell.
#[derive(Debug, Clone)]
pub(crate) struct Defeat;

#[system]
pub(crate) fn turn_page(journal: &mut Journal) {
    journal.0.clear();
}

#[system]
pub(crate) fn strike<W: Has<Name> + Has<Strength> + Has<Health> + Has<Hero>>(
    bumps: EventReader<'_, Bump>,
    fighters: Query<'_, W, (&Name, &Strength, Option<&Hero>)>,
    mut targets: Query<'_, W, (&Name, &mut Health, Option<&Hero>)>,
    journal: &mut Journal,
) {
    for Bump { by, into } in bumps {
        let (Some((name, strength, hero)), Some((other, health, enemy))) = (fighters.get(*by), targets.get_mut(*into))
        else {
            continue;
        };
        if hero.is_some() != enemy.is_some() {
            health.now -= strength.0;
            journal.0.push(format!("{} hits {} for {}.", name.0, other.0, strength.0));
        }
    }
}

#[system(without(Hero))]
pub(crate) fn die<W: Has<Health>>(
    entity: Entity,
    health: &Health,
    name: &Name,
    journal: &mut Journal,
    commands: &mut Commands<W>,
) {
    if health.now <= 0 {
        journal.0.push(format!("{} dies.", name.0));
        commands.despawn(entity);
    }
}

#[system(with(Hero))]
pub(crate) fn fall(health: &Health, defeats: &mut Events<Defeat>) {
    if health.now <= 0 {
        defeats.send(Defeat);
    }
}

ecs_components! {
    /// Fights, and how they end.
    pub(crate) set fighting;
    include: walk::walking;
    components: Name, Health, Strength;
    resources: Journal;
    events: Defeat;
    systems: strike, die, fall;
}
