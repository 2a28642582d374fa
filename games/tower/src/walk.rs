//! Walking: what the player and others wish to do in a turn, and what comes of it.

use ecs_world::prelude::*;

use crate::map::{self, Map, Place};

/// What the player does in this turn: the only input of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Wait,
    Go(i32, i32),
    Drink,
    Climb,
}

impl Key {
    pub(crate) fn of(letter: char) -> Option<Self> {
        match letter {
            '.' => Some(Self::Wait),
            'h' => Some(Self::Go(-1, 0)),
            'l' => Some(Self::Go(1, 0)),
            'k' => Some(Self::Go(0, -1)),
            'j' => Some(Self::Go(0, 1)),
            'q' => Some(Self::Drink),
            '<' => Some(Self::Climb),
            _ => None,
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Hero;

/// Blocks the way of others.
#[derive(Debug, Clone)]
pub(crate) struct Blocks;

/// The step that a walker wishes to make in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Wish(pub(crate) i32, pub(crate) i32);

/// A walker ran into another one.
#[derive(Debug, Clone)]
pub(crate) struct Bump {
    pub(crate) by: Entity,
    pub(crate) into: Entity,
}

/// The hero does what the player says.
#[system(with(Hero))]
pub(crate) fn steer(wish: &mut Wish, key: &Key) {
    if let Key::Go(x, y) = *key {
        *wish = Wish(x, y);
    }
}

/// Walkers move one after the other, so that no two get to one place.
#[system(with(bodies: Blocks))]
pub(crate) fn walk<W: Has<Place> + Has<Wish> + Has<Blocks>>(
    mut walkers: Query<'_, W, (Entity, &mut Wish)>,
    mut bodies: Query<'_, W, (Entity, &mut Place)>,
    map: &Map,
    bumps: &mut Events<Bump>,
) {
    for (by, wish) in &mut walkers {
        let Wish(x, y) = std::mem::take(wish);
        let Some((_, place)) = bodies.get_mut(by).filter(|_| (x, y) != (0, 0)) else { continue };
        let goal = Place { x: place.x + x, y: place.y + y };
        if let Some((into, _)) = bodies.iter_mut().find(|(_, place)| **place == goal) {
            bumps.send(Bump { by, into });
        } else if let Some((_, place)) = bodies.get_mut(by).filter(|_| map.is_open(goal)) {
            *place = goal;
        }
    }
}

ecs_components! {
    /// What walks, and how.
    pub(crate) set walking;
    include: map::floor;
    components: Hero, Blocks, Wish;
    resources: Key = Key::Wait;
    events: Bump;
    systems: steer, walk;
}
