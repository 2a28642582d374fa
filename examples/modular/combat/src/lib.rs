//! Damage: a library on top of another one, also without a world of its own.

use ecs_world::prelude::*;
use physics::{Anchored, Position};

/// What is left of a life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Health(pub i32);

/// What hurts where it lands, and how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blast(pub i32);

/// How far a blast reaches.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Physics {
    /// Metres. There is a default of zero, and the set says another.
    pub reach: f32,
}

/// Counts dead entities.
#[derive(Debug, Default, Clone)]
pub struct Fallen(pub u32);

/// Blasts that have landed damage entities nearby, and are despawned.
#[system]
pub fn explode<W: Has<Position> + Has<Anchored> + Has<Health> + Has<Blast>>(
    blasts: Query<'_, W, (Entity, &Position, &Blast, &Anchored)>,
    mut targets: Query<'_, W, (&Position, &mut Health)>,
    physics: &Physics,
    commands: &mut Commands<W>,
) {
    for (entity, centre, blast, _) in blasts {
        targets.for_each(|(position, health)| {
            if (position.x - centre.x).hypot(position.y - centre.y) <= physics.reach {
                health.0 -= blast.0;
            }
        });
        commands.despawn(entity);
    }
}

#[system]
impl Fallen {
    fn run<W: Has<Health>>(&mut self, entity: Entity, health: &Health, commands: &mut Commands<W>) {
        if health.0 <= 0 {
            commands.despawn(entity);
            self.0 += 1;
        }
    }
}

ecs_components! {
    /// Damage to entities, and its causes. Brings the bodies of `physics`, and leaves it to the world how they move.
    pub set combat;
    include: physics::bodies;
    components: Health, Blast;
    resources: Physics = Physics { reach: 1.5 };
    systems: explode, sync, Fallen;
}

/// Whether someone lives, in any world where there is health.
pub fn lives<W: Has<Health>>(world: &W, entity: Entity) -> bool {
    world.get::<Health>(entity).is_some_and(|health| health.0 > 0)
}
