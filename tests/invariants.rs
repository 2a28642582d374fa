//! Random operations that are checked only by the invariants of the world and by a count of values: faults that these find alone, without a
//! reference model.
//!
//! `ECS_MODEL_SEED=17 cargo test --test invariants` replays a run; `ECS_MODEL_OPERATIONS=20000000` makes it longer.
// Calls of user code are counted on the thread of the test, so systems must not run on other threads.
#![cfg(not(feature = "rayon"))]
#![allow(missing_docs, unreachable_pub, dead_code, reason = "the modules here are parts of the model test")]
#![allow(clippy::unit_arg, clippy::let_unit_value, reason = "the empty bundle is one of the shapes")]

#[macro_use]
#[path = "model/declare.rs"]
mod declare;

macro_rules! declare_world {
    () => {
        storages! {
            free [sparse_set] Counted, ascending [tag] Tag, ascending [packed] Wide, free [sparse_set] Big,
            free [sparse_set] Boxed, free [sparse_set] Plain, ascending [vec] Other, free [hash_map] Frozen;
            groups: (Plain, Counted), (Big, Boxed)
        }
    };
}

#[path = "model/links.rs"]
mod links;
#[path = "model/numbers.rs"]
mod numbers;
#[path = "model/operations.rs"]
mod operations;
#[path = "model/reference.rs"]
mod reference;
#[path = "model/shapes.rs"]
mod shapes;
#[path = "model/views.rs"]
mod views;
#[path = "model/world.rs"]
mod world;

use ecs_world::prelude::*;
use numbers::Numbers;
use operations::{Fuse, SHAPES};
use shapes::{Parts, with_shape};
use world::{Big, Boxed, Counted, Frozen, Kit, Other, Plain, Tag, Value, Wide, World, burn, live, sort, survive};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A world and its known handles, including stale ones.
#[derive(Default)]
struct Blind {
    world: World,
    handles: Vec<Entity>,
}

impl Blind {
    /// A world with free slots on several pages, in random order.
    fn spread(numbers: &mut Numbers) -> Self {
        let mut blind = Self::default();
        let mut spawned = blind.world.spawn_batch((0..2_500).map(Plain::new)).into_vec();
        while spawned.len() > 8 {
            let entity = spawned.swap_remove(numbers.word() as usize % spawned.len());
            blind.world.despawn(entity).expect("the entity is alive");
        }
        blind.handles = spawned;
        blind
    }

    /// Performs a random operation, in which user code may panic.
    fn step(&mut self, numbers: &mut Numbers) {
        let fuse = (numbers.byte(4) == 0).then(|| (Fuse::ALL[usize::from(numbers.byte(8))], numbers.byte(4)));
        let (shape, number, kind) = (numbers.byte(SHAPES), numbers.word(), numbers.byte(18));
        // A panic may have been requested; the world is checked afterwards.
        let _ = survive(fuse, &mut || with_shape!(shape, B => self.change::<B>(kind, number)));
    }

    fn change<B: Parts>(&mut self, kind: u8, number: u32) {
        let world = &mut self.world;
        let entity = self.handles.get(number as usize % self.handles.len().max(1)).copied();
        match (kind, entity) {
            (0..=3, _) if self.handles.len() < 160 => self.handles.push(world.spawn(B::make(number))),
            (4, _) if self.handles.len() < 160 => {
                let rows = (0..number % 5).map(|at| {
                    burn(Fuse::Item);
                    B::make(at)
                });
                self.handles.extend(world.spawn_batch(rows));
            }
            (5, _) => {
                let columns: Vec<_> = (0..number % 4).map(Counted::new).collect();
                self.handles.extend(world.spawn_columns((columns,)).expect("the columns have one length"));
            }
            (6..=8, Some(entity)) => drop(world.insert(entity, B::make(number))),
            (9 | 10, Some(entity)) => drop(world.remove::<B>(entity)),
            (11, Some(entity)) => drop(world.despawn(entity)),
            (12, Some(entity)) => world.commands().insert(entity, B::make(number)),
            (13, Some(entity)) => world.commands().remove::<B>(entity),
            (14, Some(entity)) => world.commands().despawn(entity),
            _ => self.change_all(number),
        }
    }

    fn change_all(&mut self, number: u32) {
        let world = &mut self.world;
        match number % 16 {
            0..=3 => world.run(),
            4..=8 => world.flush(),
            9..=11 => _ = sort(world, number as usize / 16 % 8),
            12 => world.shrink_to_fit(),
            13 => *world = world.clone(),
            14 => self.handles.retain(|entity| world.contains(*entity)),
            _ if number % 64 == 15 => world.clear(),
            _ => {}
        }
    }
}

/// A world without callbacks: with callbacks, batches are spawned one by one, so that each entity gets its callback in turn.
mod silent {
    use super::*;

    ecs_world! {
        pub struct Silent;
        components: Plain, Counted, #[storage(packed)] Wide, #[storage(vec)] Other, #[storage(hash_map)] Boxed,
            #[storage(tag)] Tag, #[storage(hashed_array_tree(chunk = 4))] Big;
        queries: (Plain, Counted), (Plain, Counted, Wide), (Boxed, without(Tag));
    }

    type Few = (Counted, Wide);
    type Many = ((Plain, Counted, Wide), (Other, Boxed, Tag, Big));

    /// Spawns the rows of an iterator, which may panic, and asserts that each handle leads to the values of its row.
    fn batch<B: super::Row>(world: &mut Silent, handles: &mut Vec<Entity>, rows: u32, fuse: Option<(Fuse, u8)>) {
        let before = world.len();
        let made = |row| {
            burn(Fuse::Item);
            B::row(row)
        };
        let spawned = survive(fuse, &mut || world.spawn_batch((0..rows).map(made)));
        if let Ok(spawned) = &spawned {
            for (entity, row) in spawned.iter().zip(0..) {
                let numbers =
                    (world.get::<Wide>(*entity).map(Value::number), world.get::<Counted>(*entity).map(Value::number));
                assert_eq!(numbers, (Some(row), Some(row)));
            }
        }
        let added = spawned.map_or(usize::from(fuse.map_or(0, |(_, calls)| calls)), |spawned| spawned.len());
        assert_eq!(world.len(), before + added, "the entities of all rows before a panic exist");
        *handles = world.entities().collect();
    }

    #[test]
    fn invariants_hold_after_batches_spawned_at_once() {
        let (mut numbers, mut world, mut handles) = (Numbers(setting("ECS_MODEL_SEED", 1)), Silent::default(), vec![]);
        for _ in 0..setting("ECS_MODEL_OPERATIONS", 400_000) / 40 {
            let rows = numbers.word() % 6;
            let fuse = (numbers.byte(6) == 0)
                .then(|| (Fuse::Item, numbers.byte(3)))
                .filter(|(_, calls)| rows > u32::from(*calls));
            let picked = handles.get(numbers.word() as usize % handles.len().max(1)).copied();
            match (numbers.byte(10), picked) {
                (0 | 1, _) if handles.len() < 200 => batch::<Few>(&mut world, &mut handles, rows, fuse),
                (2, _) if handles.len() < 200 => batch::<Many>(&mut world, &mut handles, rows, fuse),
                (3, Some(entity)) => _ = world.insert(entity, Many::row(rows)),
                (4, Some(entity)) => _ = world.remove::<Few>(entity),
                (5, Some(entity)) => _ = world.remove::<(Wide, Boxed)>(entity),
                (6..=8, Some(entity)) => _ = world.despawn(entity),
                _ if numbers.byte(16) == 0 => world.shrink_to_fit(),
                _ => {}
            }
            world.check_invariants().unwrap_or_else(|error| panic!("{error}"));
        }
        drop(world);
        assert_eq!(live(), 0, "a dropped world drops all values");
    }

    impl super::Row for Few {
        fn row(number: u32) -> Self {
            (Counted::new(number), Wide::new(number))
        }
    }

    impl super::Row for Many {
        fn row(number: u32) -> Self {
            let (counted, wide) = Few::row(number);
            let rest = (Other::new(number), Boxed::new(number), Tag::new(number), Big::new(number));
            ((Plain::new(number), counted, wide), rest)
        }
    }
}

/// A bundle that is created from a number.
trait Row: Bundle<silent::Silent> {
    fn row(number: u32) -> Self;
}

#[test]
fn invariants_hold_after_each_of_any_operations() {
    let (seed, operations) = (setting("ECS_MODEL_SEED", 1), setting("ECS_MODEL_OPERATIONS", 400_000) / 8);
    let mut numbers = Numbers(seed);
    for _ in 0..operations.div_ceil(2_000) {
        println!("ECS_MODEL_SEED={}", numbers.0);
        let spread = numbers.byte(4) == 0;
        let mut blind = if spread { Blind::spread(&mut numbers) } else { Blind::default() };
        for _ in 0..operations.min(if spread { 500 } else { 2_000 }) {
            blind.step(&mut numbers);
            blind.world.check_invariants().unwrap_or_else(|error| panic!("{error}"));
        }
        drop(blind);
        assert_eq!(live(), 0, "a dropped world drops all values");
    }
}
