//! A library that provides components and generic systems, and re-exports the facade under its own name.

pub use inner_ecs as ecs;
use inner_ecs::prelude::*;

/// Where something is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position(pub f32);

/// How heavy something is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mass(pub f32);

/// Spawns something heavy, and drops it.
///
/// Generic over the world: it works with any that has positions and masses.
pub fn drop_heavy<W: Has<Position> + Has<Mass>>(world: &mut W, height: f32) -> Entity {
    let entity = world.spawn((Position(height), Mass(100.0)));
    world.insert(entity, Position(height - 1.0)).expect("the entity was just spawned");
    entity
}

/// Lets heavy things sink.
#[system]
pub fn sink<W: Has<Position> + Has<Mass>>(
    mut query: Query<'_, W, (Entity, &mut Position, &Mass)>,
    commands: &mut Commands<W>,
) {
    query.for_each(|(entity, position, mass)| {
        position.0 -= mass.0 / 100.0;
        if position.0 < 0.0 {
            commands.despawn(entity);
        }
    });
}

mod wear {
    use inner_ecs::prelude::*;

    /// How worn something is; reachable from outside only through the set.
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Wear(pub u32);

    /// Increase of wear per run.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Rate(pub u32);

    /// Wears things down.
    #[derive(Debug, Default)]
    pub struct Weather;

    #[system]
    impl Weather {
        fn run(&self, wear: &mut Wear, rate: &Rate) {
            wear.0 += rate.0;
        }
    }

    inner_ecs::ecs_components! {
        /// Things that wear down.
        pub set wear;
        components: Wear;
        resources: Rate = DEFAULT;
        systems: Weather;
    }

    const DEFAULT: Rate = Rate(3);
}
pub use wear::wear as weather;

#[cfg(feature = "deep")]
mod deep {
    /// A depth.
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Depth(pub u32);
}

ecs_components! {
    pub set heavy;
    include: weather, #[cfg(feature = "none")] nothing;
    components: Position, Mass, #[cfg(feature = "deep")] deep::Depth;
    systems: ..weather, sync, sink, #[cfg(feature = "none")] ..nothing;
}

/// Time; reachable from outside only through the set.
mod clock {
    use inner_ecs::prelude::*;

    /// Whether the clock runs.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub enum Clock {
        /// It does not.
        Stopped,
        /// It does.
        Going,
    }

    /// The number of hours.
    #[derive(Debug, Default)]
    pub struct Hours(pub u32);

    /// Whether the clock runs and it is day.
    #[condition]
    pub fn day(hours: &Hours, clock: &State<Clock>) -> bool {
        *clock.get() == Clock::Going && hours.0 < 12
    }

    #[system(run_if = any(day, in_state(Clock::Going)))]
    /// Adds an hour.
    pub fn pass(hours: &mut Hours) {
        hours.0 += 1;
    }

    ecs_components! {
        /// Counts hours.
        pub set clock;
        resources: Hours;
        states: Clock = Clock::Stopped;
        conditions: day;
        systems: pass;
    }
}
pub use clock::clock as time;

/// Whether it is late: for worlds that name it directly, without a set.
#[condition(export)]
pub fn late(hours: &time::Hours) -> bool {
    hours.0 > 1
}

/// Lets light things float: for worlds that name it directly, without a set.
#[system(export)]
pub fn float(position: &mut Position, mass: &Mass) {
    if mass.0 < 1.0 {
        position.0 += 1.0;
    }
}
