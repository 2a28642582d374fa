//! The benchmarks of the article with which this library began: create, iterate, create and destroy, on profiles A (32 components, 16
//! systems), AA (128, 32) and AAA (512, 64), compared with the article's own library and its maps.
//!
//! `cargo bench --bench profiles [-- --quick]`; `-- --once CONTESTANT ENTITIES` runs the article's example for cachegrind
//! (`benches/cachegrind`). `benches/SOURCES.md` explains the tables.
#![allow(missing_docs, unreachable_pub, reason = "a program has no documentation for others")]
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "numbers here are small")]
#![allow(clippy::many_single_char_names, clippy::wildcard_imports, reason = "components are called a, b, c here")]

#[path = "article/mod.rs"]
mod article;
mod measure;
#[macro_use]
#[path = "profile/numbers.rs"]
mod numbers;
#[path = "profile/subject.rs"]
mod subject;
#[path = "profile/worlds.rs"]
mod worlds;

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;
use std::hint::black_box;

use article::{Constant, Counted, Multiply};
use measure::{Bench, Case, Contestant, Workload};
use subject::{Article, Empty};
use worlds::{a, a_btree_map, a_hash_map, aa, aaa};

type HashIndex = HashMap<u32, u32, BuildHasherDefault<Multiply>>;

fn main() {
    let mut bench = Bench::new("profiles");
    if let [contestant, entities] = bench.flags().rest.as_slice() {
        once(contestant, entities.parse().expect("a number of entities"));
        return;
    }
    let sizes: &[usize] = if bench.flags().quick { &[1_000, 10_000] } else { &[1_000, 10_000, 100_000, 1_000_000] };
    for entities in sizes {
        with_components::<1>(&mut bench, *entities);
        with_components::<2>(&mut bench, *entities);
        with_components::<3>(&mut bench, *entities);
        with_components::<8>(&mut bench, *entities);
    }
}

fn with_components<const COMPONENTS: usize>(bench: &mut Bench, entities: usize) {
    let case = |workload| Case { workload, entities, parameter: COMPONENTS, units: entities };
    bench.run(&case("create"), || all::<Create, COMPONENTS>(entities));
    bench.run(&case("iterate"), || all::<Iterate, COMPONENTS>(entities));
    bench.run(&case("create and destroy"), || all::<CreateAndDestroy, COMPONENTS>(entities));
}

/// Names of the contestants, each with the expansion of a macro for its type.
macro_rules! contestants {
    ($say:ident) => {
        [
            ("A", $say!(a::World)),
            ("AA", $say!(aa::World)),
            ("AAA", $say!(aaa::World)),
            ("A + hash_map", $say!(a_hash_map::World)),
            ("A + btree_map", $say!(a_btree_map::World)),
            ("article: vectors", $say!(Article<Vec<u32>, Constant>)),
            ("article: run-time ids", $say!(Article<Vec<u32>, Counted>)),
            ("article: unordered_map", $say!(Article<HashIndex, Constant>)),
            ("article: map", $say!(Article<BTreeMap<u32, u32>, Constant>)),
        ]
    };
}

/// Creates a contestant with a name and a number of entities.
type Maker = fn(&str, usize) -> Contestant;
/// Runs the example with a number of entities.
type Example = fn(usize);

fn all<T: Task, const COMPONENTS: usize>(entities: usize) -> Vec<Contestant> {
    let contestants: [(&str, Maker); 9] = {
        macro_rules! maker {
            ($World:ty) => {
                |name, entities| Contestant::new(name, Tasked::<$World, T, COMPONENTS>::new(entities))
            };
        }
        contestants!(maker)
    };
    made(contestants, entities)
}

/// Creates the contestants that are measured with this number of entities.
fn made(contestants: [(&str, Maker); 9], entities: usize) -> Vec<Contestant> {
    // The cost of trees is evident at smaller sizes; larger ones take minutes.
    let few = |name: &str| entities <= 100_000 || !name.ends_with("map") || name.ends_with("unordered_map");
    let contestants = contestants.into_iter().filter(|(name, _)| few(name) || *name == "A + hash_map");
    contestants.map(|(name, make)| make(name, entities)).collect()
}

/// An operation of a world on entities with `COMPONENTS` components.
trait Task: 'static {
    fn perform<W: Empty, const COMPONENTS: usize>(tasked: &mut Population<W>);
}

/// A world with its entities.
struct Population<W: Empty> {
    world: W,
    handles: Vec<W::Handle>,
    entities: usize,
}

impl<W: Empty> Population<W> {
    fn new<const COMPONENTS: usize>(entities: usize) -> Self {
        let mut population = Self { world: W::empty::<COMPONENTS>(), handles: Vec::new(), entities };
        population.create::<COMPONENTS>();
        population
    }

    fn create<const COMPONENTS: usize>(&mut self) {
        self.world = W::empty::<COMPONENTS>();
        self.handles.clear();
        let world = &mut self.world;
        self.handles.extend((0..self.entities).map(|n| world.create::<COMPONENTS>([(n % 64) as f32, 1.0])));
    }

    /// The sum of the values that systems change. A function that all tasks share, and a loop, so that it takes less time to compile.
    fn sum<const COMPONENTS: usize>(&self) -> u64 {
        let mut sum = 0_u64;
        for handle in &self.handles {
            sum = sum.rotate_left(5) ^ u64::from(self.world.value::<COMPONENTS>(*handle).to_bits());
        }
        sum
    }
}

struct Tasked<W: Empty, T, const COMPONENTS: usize> {
    population: Population<W>,
    task: std::marker::PhantomData<T>,
}

impl<W: Empty, T: Task, const COMPONENTS: usize> Tasked<W, T, COMPONENTS> {
    fn new(entities: usize) -> Self {
        Self { population: Population::new::<COMPONENTS>(entities), task: std::marker::PhantomData }
    }
}

impl<W: Empty, T: Task, const COMPONENTS: usize> Workload for Tasked<W, T, COMPONENTS> {
    fn step(&mut self) {
        T::perform::<W, COMPONENTS>(&mut self.population);
    }

    fn check(&mut self) -> u64 {
        self.population.sum::<COMPONENTS>()
    }
}

struct Create;

impl Task for Create {
    fn perform<W: Empty, const COMPONENTS: usize>(population: &mut Population<W>) {
        population.create::<COMPONENTS>();
    }
}

struct CreateAndDestroy;

impl Task for CreateAndDestroy {
    fn perform<W: Empty, const COMPONENTS: usize>(population: &mut Population<W>) {
        population.create::<COMPONENTS>();
        for handle in population.handles.drain(..).rev() {
            population.world.destroy(handle);
        }
    }
}

struct Iterate;

impl Task for Iterate {
    fn perform<W: Empty, const COMPONENTS: usize>(population: &mut Population<W>) {
        population.world.iterate::<COMPONENTS>();
    }
}

/// The example of the article: entities with two components, which a system moves a hundred times.
fn once(contestant: &str, entities: usize) {
    fn example<W: Empty>(entities: usize) {
        let mut population = Population::<W>::new::<2>(entities);
        for _ in 0..100 {
            population.world.iterate::<2>();
        }
        black_box(population.world.value::<2>(population.handles[0]));
    }
    let examples: [(&str, Example); 9] = {
        macro_rules! maker {
            ($World:ty) => {
                example::<$World>
            };
        }
        contestants!(maker)
    };
    let (_, run) = examples.iter().find(|(name, _)| *name == contestant).expect("a contestant of the tables");
    run(entities);
}
