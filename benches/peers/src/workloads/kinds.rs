//! Worlds that differ only in the kind of view of their one system: the costs of iteration and of upkeep.
//!
//! `position += velocity`, while velocities are inserted and removed, and entities spawned and despawned. Times include the next sync, and
//! the work that a kind defers to it.

use ecs_world::prelude::*;

use super::churn::{self, CHURNED, Churn, Health, Population, beast, stone};
use super::motion::{Position, Velocity, advance, position, velocity};
use super::view;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Kind, Size, Workload};
use crate::random::Random;

const MANY: usize = 100_000;
const FEW: usize = 10_000;
const BURST: usize = 8;

/// Operations that this file needs of a world, besides having these components.
pub trait Game: Has<Position> + Has<Velocity> + Has<Health> {
    /// Runs its system.
    fn run_all(&mut self);
}

/// Declares a world per kind of view, each in a module of that name.
macro_rules! worlds {
    ($($kind:ident)*) => {
        $(
            /// A world with this kind of view.
            pub mod $kind {
                use ecs_world::prelude::*;

                use super::{Game, Health, Position, Velocity, advance};

                #[system(view = $kind)]
                fn movement(position: &mut Position, velocity: &Velocity) {
                    advance(position, velocity);
                }

                ecs_world! {
                    pub struct Ours;
                    components: Position, Velocity, Health;
                    systems: movement;
                }

                impl Game for Ours {
                    fn run_all(&mut self) {
                        self.run_sequential();
                    }
                }
            }
        )*
    };
}
worlds!(group list delayed active_passive scan);

/// Lists the contestants: plain `Vec`s, and the world of each kind, created by the last expression.
macro_rules! contestants {
    ($plain:expr, $Ours:ident => $ours:expr) => {
        contestants!($plain, $Ours => $ours; Group group, List list, Delayed delayed, ActivePassive active_passive, Scan scan)
    };
    ($plain:expr, $Ours:ident => $ours:expr; $($Kind:ident $kind:ident),*) => {
        vec![Contestant::new(Kind::Vec, $plain), $({
            type $Ours = $kind::Ours;
            Contestant::new(Kind::$Kind, $ours)
        }),*]
    };
}

/// Runs the contests of this file.
pub fn run(contest: &mut Contest<Kind>) {
    run_moving(contest, "by kind: 10 000 of 10 000 move", FEW, &(0..FEW).collect::<Vec<_>>());
    for (name, share) in [("by kind: 10 % of 100 000 move", 10), ("by kind: 50 % of 100 000 move", 50)] {
        run_moving(contest, name, MANY, &Random(1).shuffled(MANY)[..MANY * share / 100]);
    }
    contest.run(
        "by kind: add and remove",
        Size { units: FEW, steps: 2 },
        || contestants!(Toggled(Plain::filled()), Ours => Toggled(Kept::<Ours>::filled())),
    );
    contest.run(
        "by kind: lose and gain 8 times",
        Size { units: FEW * BURST, steps: 1 },
        || contestants!(Burst::of(Plain::filled()), Ours => Burst::of(Kept::<Ours>::filled())),
    );
    contest.run(
        "by kind: churn 1 % of 100 000, run",
        Size { units: CHURNED, steps: 4 },
        || contestants!(Frames(Churn::<churn::Plain>::new()), Ours => Frames(Churn::<Populated<Ours>>::new())),
    );
}

fn run_moving(contest: &mut Contest<Kind>, name: &str, entities: usize, order: &[usize]) {
    contest.run(
        name,
        Size { units: order.len(), steps: 5 },
        || contestants!(view::Plain::filled(order, entities), Ours => Moving::<Ours>::filled(order, entities)),
    );
}

/// A world where some entities move.
pub struct Moving<W>(W);

impl<W: Game> Moving<W> {
    /// Creates a world and inserts velocities in this order.
    pub fn filled(order: &[usize], entities: usize) -> Self {
        let mut world = W::default();
        let entities: Vec<_> = (0..entities).map(|n| world.spawn(position(n))).collect();
        for n in order {
            world.insert(entities[*n], velocity(*n)).unwrap();
        }
        Self(world)
    }
}

impl<W: Game> Workload for Moving<W> {
    fn step(&mut self) {
        self.0.run_all();
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.query::<&Position>().iter().for_each(|position| sum.add(&position.0));
    }
}

/// Entities that can gain and lose a component of a system.
pub trait Toggle {
    /// Inserts the component into all entities.
    fn gain_all(&mut self);

    /// Removes the component from all entities.
    fn lose_all(&mut self);

    /// Does the work that was deferred.
    fn sync(&mut self) {}

    /// Runs the system, and adds its results to a checksum.
    fn sum_up(&mut self, sum: &mut Checksum);
}

/// All entities gain a component, sync, lose it, and sync.
struct Toggled<P>(P);

impl<P: Toggle> Workload for Toggled<P> {
    fn step(&mut self) {
        self.0.gain_all();
        self.0.sync();
        self.0.lose_all();
        self.0.sync();
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.sum_up(sum);
        self.0.gain_all();
        self.0.sum_up(sum);
    }
}

/// All entities lose a component and gain it again, several times before a sync.
struct Burst<P>(P);

impl<P: Toggle> Burst<P> {
    fn of(mut entities: P) -> Self {
        entities.gain_all();
        Self(entities)
    }
}

impl<P: Toggle> Workload for Burst<P> {
    fn step(&mut self) {
        for _ in 0..BURST {
            self.0.lose_all();
            self.0.gain_all();
        }
        self.0.sync();
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.sum_up(sum);
        self.0.lose_all();
        self.0.sum_up(sum);
    }
}

/// The entities are rows, without a list of them.
struct Plain {
    positions: Vec<Position>,
    velocities: Vec<Option<Velocity>>,
    entities: Vec<u32>,
}

impl Plain {
    fn filled() -> Self {
        Self {
            positions: (0..FEW).map(position).collect(),
            velocities: vec![None; FEW],
            entities: (0..FEW as u32).collect(),
        }
    }
}

impl Toggle for Plain {
    fn gain_all(&mut self) {
        for (n, entity) in self.entities.iter().enumerate() {
            self.velocities[*entity as usize] = Some(velocity(n));
        }
    }

    fn lose_all(&mut self) {
        for entity in &self.entities {
            self.velocities[*entity as usize] = None;
        }
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        for (position, velocity) in self.positions.iter_mut().zip(&self.velocities) {
            if let Some(velocity) = velocity {
                advance(position, velocity);
            }
            sum.add(&position.0);
        }
    }
}

/// A world of ecs-world with its entities.
struct Kept<W> {
    world: W,
    entities: Vec<Entity>,
}

impl<W: Game> Kept<W> {
    fn filled() -> Self {
        let mut world = W::default();
        Self { entities: (0..FEW).map(|n| world.spawn(position(n))).collect(), world }
    }
}

impl<W: Game> Toggle for Kept<W> {
    fn gain_all(&mut self) {
        for (n, entity) in self.entities.iter().enumerate() {
            self.world.insert(*entity, velocity(n)).unwrap();
        }
    }

    fn lose_all(&mut self) {
        for entity in &self.entities {
            self.world.remove::<Velocity>(*entity).unwrap();
        }
    }

    fn sync(&mut self) {
        self.world.flush();
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.world.run_all();
        self.world.query::<&Position>().iter().for_each(|position| sum.add(&position.0));
    }
}

/// A population that moves.
pub trait Moved: Population {
    /// Moves all entities once.
    fn move_all(&mut self);
}

/// Each frame some entities are despawned and spawned, then all move.
struct Frames<W: Moved>(Churn<W>);

impl<W: Moved> Workload for Frames<W> {
    fn step(&mut self) {
        self.0.step();
        self.0.world.move_all();
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.check(sum);
    }
}

impl Moved for churn::Plain {
    fn move_all(&mut self) {
        self.advance_all();
    }
}

/// A world of ecs-world whose entities are despawned and spawned.
#[derive(Default)]
pub struct Populated<W>(W);

impl<W: Game> Population for Populated<W> {
    type Handle = Entity;

    fn spawn_all(&mut self, numbers: impl Iterator<Item = usize>, mut keep: impl FnMut(usize, Self::Handle)) {
        for n in numbers {
            let handle = if n.is_multiple_of(2) { self.0.spawn(stone(n)) } else { self.0.spawn(beast(n)) };
            keep(n, handle);
        }
    }

    fn despawn_all(&mut self, handles: impl Iterator<Item = Self::Handle>) {
        handles.for_each(|handle| self.0.despawn(handle).unwrap());
    }

    fn advance(&mut self, sum: &mut Checksum) {
        self.0.run_all();
        self.0.query::<&Position>().iter().for_each(|position| sum.add(&position.0));
        self.0.query::<&Health>().iter().for_each(|health| sum.add(&[health.0]));
    }
}

impl<W: Game> Moved for Populated<W> {
    fn move_all(&mut self) {
        self.0.run_all();
    }
}
