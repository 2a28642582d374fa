//! `position += velocity` without groups, in storages that were tidied: iteration after `tidy()`, the cost of `tidy()`, and frames in which
//! 1 % of the entities change, with and without a budget for tidying. Other libraries have no such call, so these are rows of their own.

use ecs_world::prelude::*;

use super::kinds::list;
use super::motion::{Position, Velocity, advance, position, velocity};
use super::view::Plain;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

const ENTITIES: usize = 100_000;
/// Number of entities that change in a frame.
const CHANGED: usize = ENTITIES / 100;
/// Maximum number of values that are moved at the end of a frame.
const BUDGET: usize = 8 * CHANGED;

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    for share in [10, 50] {
        let order = &Random(1).shuffled(ENTITIES)[..ENTITIES * share / 100];
        let size = Size { units: order.len(), steps: 5 };
        contest.run(&format!("{share} % move, as a list, after tidy()"), size, || {
            vec![
                Contestant::new(Library::Vec, Plain::filled(order, ENTITIES)),
                Contestant::new(Library::EcsWorld, Listed::tidied(order)),
            ]
        });
        contest.run(&format!("{share} % move, ad hoc, after tidy()"), size, || {
            vec![
                Contestant::new(Library::Vec, Plain::filled(order, ENTITIES)),
                Contestant::new(Library::EcsWorld, AdHoc::tidied(order)),
            ]
        });
    }
    let half = &Random(1).shuffled(ENTITIES)[..ENTITIES / 2];
    let values = Size { units: ENTITIES + 2 * half.len(), steps: 1 };
    contest.run("a value: half shuffled anew, and tidy()", values, || {
        vec![Contestant::new(Library::EcsWorld, Shuffled::new(half, true))]
    });
    contest.run("a value: half shuffled anew, no tidy()", values, || {
        vec![Contestant::new(Library::EcsWorld, Shuffled::new(half, false))]
    });
    let frame = Size { units: half.len(), steps: 4 };
    for (name, budget) in
        [("1 % change per frame, tidied by a budget", Some(BUDGET)), ("1 % change per frame, untidied", None)]
    {
        contest.run(name, frame, || vec![Contestant::new(Library::EcsWorld, Frames::new(half, budget))]);
    }
}

/// Creates a world with a list.
fn filled(order: &[usize]) -> (list::Ours, Vec<Entity>) {
    let mut world = list::Ours::default();
    let entities: Vec<_> = (0..ENTITIES).map(|n| world.spawn(position(n))).collect();
    for n in order {
        world.insert(entities[*n], velocity(*n)).unwrap();
    }
    (world, entities)
}

fn sum_up(world: &list::Ours, sum: &mut Checksum) {
    world.query::<&Position>().iter().for_each(|position| sum.add(&position.0));
}

/// Moving entities are in a list.
struct Listed(list::Ours);

impl Listed {
    fn tidied(order: &[usize]) -> Self {
        let (mut world, _) = filled(order);
        world.tidy();
        Self(world)
    }
}

impl Workload for Listed {
    fn step(&mut self) {
        self.0.run_sequential();
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum_up(&self.0, sum);
    }
}

mod without_views {
    use super::*;

    ecs_world! {
        pub struct World;
        components: Position, Velocity;
    }
}

/// Moving entities are found by a query without a view.
struct AdHoc(without_views::World);

impl AdHoc {
    fn tidied(order: &[usize]) -> Self {
        let mut world = without_views::World::default();
        let entities: Vec<_> = (0..ENTITIES).map(|n| world.spawn(position(n))).collect();
        for n in order {
            world.insert(entities[*n], velocity(*n)).unwrap();
        }
        world.tidy();
        Self(world)
    }
}

impl Workload for AdHoc {
    fn step(&mut self) {
        self.0.query_mut::<(&mut Position, &Velocity)>().for_each(|(position, velocity)| advance(position, velocity));
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.query::<&Position>().iter().for_each(|position| sum.add(&position.0));
    }
}

/// Velocities are removed, inserted in another order, and tidied: the difference of two rows is the cost of `tidy()`.
struct Shuffled {
    world: list::Ours,
    moving: Vec<Entity>,
    random: Random,
    tidies: bool,
}

impl Shuffled {
    fn new(order: &[usize], tidies: bool) -> Self {
        let (world, entities) = filled(order);
        Self { world, moving: order.iter().map(|n| entities[*n]).collect(), random: Random(7), tidies }
    }
}

impl Workload for Shuffled {
    fn step(&mut self) {
        for entity in &self.moving {
            self.world.remove::<Velocity>(*entity).unwrap();
        }
        for n in self.random.shuffled(self.moving.len()) {
            self.world.insert(self.moving[n], velocity(n)).unwrap();
        }
        if self.tidies {
            self.world.tidy();
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum_up(&self.world, sum);
    }
}

/// Each frame some entities start or stop moving, and then the moving ones are moved.
struct Frames {
    world: list::Ours,
    entities: Vec<Entity>,
    random: Random,
}

impl Frames {
    fn new(order: &[usize], budget: Option<usize>) -> Self {
        let (mut world, entities) = filled(order);
        if budget.is_some() {
            world.tidy();
        }
        world.set_tidy_budget(budget);
        Self { world, entities, random: Random(5) }
    }
}

impl Workload for Frames {
    fn step(&mut self) {
        for _ in 0..CHANGED {
            let n = self.random.below(ENTITIES);
            if self.world.remove::<Velocity>(self.entities[n]).unwrap().is_none() {
                self.world.insert(self.entities[n], velocity(n)).unwrap();
            }
        }
        self.world.run_sequential();
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum_up(&self.world, sum);
    }
}
