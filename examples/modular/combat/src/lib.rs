//! Damage: a library on top of another one, which has no world of its own either.

use ecs_world::prelude::*;
use physics::{Anchored, Position};

/// Remaining health of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Health(pub i32);

/// Marks an entity that explodes where it lands; the value is the damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blast(pub i32);

/// Parameters of blasts.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Physics {
    /// Reach of a blast in metres. The default is zero, but the set gives another initial value.
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
    /// Damage to entities, and its causes. Includes the bodies of `physics`; the world decides how they move.
    pub set combat;
    include: physics::bodies;
    components: Health, Blast;
    resources: Physics = Physics { reach: 1.5 };
    systems: explode, sync, Fallen;
}

/// Returns true if an entity is alive, in any world with `Health`.
pub fn lives<W: Has<Health>>(world: &W, entity: Entity) -> bool {
    world.get::<Health>(entity).is_some_and(|health| health.0 > 0)
}
