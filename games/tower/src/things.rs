//! Things: they lie on the floor, or someone carries them.

use ecs_world::prelude::*;

use crate::fight::{self, Health, Journal, Name};
use crate::map::Place;
use crate::walk::Key;

/// Heals by as much.
#[derive(Debug, Clone)]
pub(crate) struct Potion(pub(crate) i32);

/// A thing that is carried has no place.
#[derive(Debug, Clone, Relation)]
pub(crate) struct CarriedBy(pub(crate) Entity);

#[system(with(Hero), with(things: Potion))]
pub(crate) fn pick_up<W: Has<Place> + Has<Name> + Has<Potion> + Holds<CarriedBy>>(
    hero: Entity,
    feet: &Place,
    things: Query<'_, W, (Entity, &Place, &Name)>,
    journal: &mut Journal,
    commands: &mut Commands<W>,
) {
    for (thing, _, name) in things.iter().filter(|(_, place, _)| *place == feet) {
        journal.0.push(format!("You pick up a {}.", name.0));
        commands.exchange::<Place, _>(thing, CarriedBy(hero));
    }
}

#[system(with(Hero))]
pub(crate) fn drink<W: Has<Potion>>(
    hero: Entity,
    health: &mut Health,
    key: &Key,
    bags: Sources<'_, CarriedBy>,
    potions: Query<'_, W, &Potion>,
    journal: &mut Journal,
    commands: &mut Commands<W>,
) {
    if *key != Key::Drink || health.now <= 0 {
        return;
    }
    let mut carried = bags.of(hero).filter_map(|thing| Some((thing, potions.get(thing)?)));
    let Some((thing, potion)) = carried.next() else {
        journal.0.push("You have nothing to drink.".into());
        return;
    };
    health.now = (health.now + potion.0).min(health.most);
    journal.0.push("You feel better.".into());
    commands.despawn(thing);
}

ecs_components! {
    /// What can be carried.
    pub(crate) set carrying;
    include: fight::fighting;
    components: Potion;
    relations: CarriedBy (clear);
    systems: drink, pick_up;
}
