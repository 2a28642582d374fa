//! A parallel system over each kind of view, with a light step and with a heavier one.

use std::hint::black_box;
use std::time::Instant;

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Place([f32; 4]);
#[derive(Debug, Clone, Copy)]
pub(crate) struct Speed([f32; 4]);
#[derive(Debug, Clone, Copy)]
pub(crate) struct Other;

/// Rounds of arithmetic per step.
#[derive(Debug, Default)]
pub(crate) struct Rounds(pub(crate) u32);

/// Least number of rounds that take 20 ns on this machine.
fn heavy() -> u32 {
    const CALLS: u32 = 100_000;
    let nanoseconds = |rounds| {
        let start = Instant::now();
        (0..CALLS).for_each(|_| _ = black_box(slowed(black_box(1.0), rounds)));
        start.elapsed().as_nanos() / u128::from(CALLS)
    };
    // The shortest of nine measurements is the least disturbed.
    (8..).step_by(2).find(|rounds| (0..9).map(|_| nanoseconds(*rounds)).min() >= Some(20)).unwrap_or(u32::MAX)
}

fn advance(place: &mut Place, speed: &mut Speed, rounds: u32) {
    speed.0[0] = slowed(speed.0[0], rounds);
    follow(place, speed, 0);
}

/// Writes only one component.
fn follow(place: &mut Place, speed: &Speed, rounds: u32) {
    let first = slowed(speed.0[0], rounds);
    for (place, speed) in place.0.iter_mut().zip(speed.0) {
        *place += speed;
    }
    place.0[0] += first;
}

/// Performs divisions, which the processor starts one after another, so that their time does not depend on the code around them.
#[expect(clippy::cast_possible_truncation, reason = "any number will do")]
fn slowed(speed: f32, rounds: u32) -> f32 {
    (0..rounds).map(|round| black_box(f64::from(speed)) / f64::from(round + 1)).sum::<f64>() as f32
}

/// Declares a world for each kind of view, whose system is parallel or not. (`partial` has another group, which owns the places.)
macro_rules! worlds {
    ($($kind:ident: $step:ident($speed:ty), [$($system:tt)*], [$($section:tt)*];)*) => {
        $(
            pub(crate) mod $kind {
                use super::{$step, Other, Place, Rounds, Speed};
                use ecs_world::prelude::*;

                pub(crate) mod systems {
                    use super::{$step, Place, Rounds, Speed};
                    use ecs_world::prelude::*;

                    #[system($($system)*)]
                    pub(crate) fn walk(place: &mut Place, speed: $speed, rounds: &Rounds) {
                        $step(place, speed, rounds.0);
                    }
                }

                use systems::walk;

                ecs_world! {
                    pub(crate) struct World;
                    components: Place, Speed, Other;
                    resources: Rounds;
                    $($section)*
                    systems: walk;
                }
            }
        )*
    };
}

mod in_turn {
    use super::{Other, Place, Rounds, Speed, advance, follow};

    worlds! {
        group: advance(&mut Speed), [], [];
        partial: advance(&mut Speed), [], [groups: (Place, Other);];
        list: advance(&mut Speed), [view = list], [];
        list_of_one: follow(&Speed), [view = list], [];
        delayed: advance(&mut Speed), [view = delayed], [];
        active_passive: advance(&mut Speed), [view = active_passive], [];
        scan: advance(&mut Speed), [view = scan], [];
    }
}

mod divided {
    use super::{Other, Place, Rounds, Speed, advance, follow};

    worlds! {
        group: advance(&mut Speed), [parallel], [];
        partial: advance(&mut Speed), [parallel], [groups: (Place, Other);];
        list: advance(&mut Speed), [view = list, parallel], [];
        list_of_one: follow(&Speed), [view = list, parallel], [];
        delayed: advance(&mut Speed), [view = delayed, parallel], [];
        active_passive: advance(&mut Speed), [view = active_passive, parallel], [];
        scan: advance(&mut Speed), [view = scan, parallel], [];
    }
}

/// A world whose one system visits all entities that have a place and a speed.
trait Walks: Has<Place> + Has<Speed> + Has<Other> + HasResource<Rounds> + Send {}

impl<W: Has<Place> + Has<Speed> + Has<Other> + HasResource<Rounds> + Send> Walks for W {}

/// The order in which entities got their speeds.
#[derive(Debug, Clone, Copy)]
enum Order {
    Same,
    Shuffled,
}

/// Creates a world of `entities` entities with a place and a speed, and a tenth as many with only a place.
fn filled<W: Walks>(entities: u32, rounds: u32, order: Order) -> W {
    let mut world = W::default();
    let all: Vec<_> = world.spawn_batch((0..entities + entities / 10).map(|_| Place([0.0; 4]))).into_iter().collect();
    for n in 0..entities {
        // Steps of a large prime visit each entity once, in an order that no cache can predict.
        let at = match order {
            Order::Same => n,
            Order::Shuffled => n.wrapping_mul(7_919) % entities,
        };
        world.insert(all[at as usize], Speed([1.0; 4])).expect("the entity is alive");
    }
    for entity in all.iter().step_by(3) {
        world.insert(*entity, Other).expect("the entity is alive");
    }
    world.resource_mut().0 = rounds;
    world
}

/// Returns a closure that runs a world; a macro, because no trait has this method.
macro_rules! runs {
    ($world:expr) => {{
        let mut world = $world;
        Box::new(move || world.run())
    }};
}

/// The same system: sequential, parallel on one thread, and parallel on two threads.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) in_turn: Box<dyn FnMut() + Send>,
    pub(crate) alone: Box<dyn FnMut() + Send>,
    pub(crate) divided: Box<dyn FnMut() + Send>,
}

/// The rows of all kinds.
pub(crate) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let heavy = heavy();
    for (entities, rounds, step) in
        [(10_000, 0, "light"), (10_000, heavy, "20 ns"), (100_000, 0, "light"), (100_000, heavy, "20 ns")]
    {
        for order in [Order::Same, Order::Shuffled] {
            macro_rules! kinds {
                ($($kind:ident)*) => {$(
                    rows.push(Row {
                        name: format!("{}, {entities}, {order:?}, {step}", stringify!($kind)),
                        in_turn: runs!(filled::<in_turn::$kind::World>(entities, rounds, order)),
                        alone: runs!(filled::<divided::$kind::World>(entities, rounds, order)),
                        divided: runs!(filled::<divided::$kind::World>(entities, rounds, order)),
                    });
                )*};
            }
            kinds!(group partial list list_of_one delayed active_passive scan);
        }
    }
    rows
}
