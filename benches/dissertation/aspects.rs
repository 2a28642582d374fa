//! Tests whether an entity matches an aspect of one to eight components: by its mask, or by a look-up in each storage.

use ecs_world::BitMask;
use ecs_world::prelude::*;

use crate::measure::{Bench, Case, Contestant, Workload};
use crate::tasks::scattered;
use crate::worlds::{P0, P1, P2, P3, P4, P5, P6, P7, Subject, sparse_set_scan, vec_scan};

const ENTITIES: usize = 40_000;

/// Measures all sizes.
pub fn run(bench: &mut Bench) {
    size::<1>(bench);
    size::<2>(bench);
    size::<3>(bench);
    size::<4>(bench);
    size::<5>(bench);
    size::<6>(bench);
    size::<7>(bench);
    size::<8>(bench);
}

fn size<const SIZE: usize>(bench: &mut Bench) {
    let case = Case { workload: "aspects", entities: ENTITIES, parameter: SIZE, units: ENTITIES };
    bench.run(&case, || {
        vec![
            Contestant::new("masks", Asking::<sparse_set_scan::World, SIZE, true>::new()),
            Contestant::new("no masks + sparse_set", Asking::<sparse_set_scan::World, SIZE, false>::new()),
            Contestant::new("no masks + vec", Asking::<vec_scan::World, SIZE, false>::new()),
        ]
    });
}

struct Asking<W, const SIZE: usize, const MASKS: bool> {
    world: W,
    entities: Vec<Entity>,
    found: u64,
}

impl<W: Subject, const SIZE: usize, const MASKS: bool> Asking<W, SIZE, MASKS> {
    fn new() -> Self {
        let mut world = W::default();
        let entities = scattered(&mut world, ENTITIES, 50);
        Self { world, entities, found: 0 }
    }
}

/// Mask of the first `size` components.
fn aspect<W: Subject>(size: usize) -> W::Mask {
    let ids = [
        <W as Holds<P0>>::ID,
        <W as Holds<P1>>::ID,
        <W as Holds<P2>>::ID,
        <W as Holds<P3>>::ID,
        <W as Holds<P4>>::ID,
        <W as Holds<P5>>::ID,
        <W as Holds<P6>>::ID,
        <W as Holds<P7>>::ID,
    ];
    ids[..size].iter().fold(W::Mask::EMPTY, |mask, id| mask.union(W::Mask::bit(*id)))
}

/// Whether an entity is in the first `SIZE` storages.
fn is_in_storages<W: Subject, const SIZE: usize>(world: &W, entity: Entity) -> bool {
    world.get::<P0>(entity).is_some()
        && (SIZE < 2 || world.get::<P1>(entity).is_some())
        && (SIZE < 3 || world.get::<P2>(entity).is_some())
        && (SIZE < 4 || world.get::<P3>(entity).is_some())
        && (SIZE < 5 || world.get::<P4>(entity).is_some())
        && (SIZE < 6 || world.get::<P5>(entity).is_some())
        && (SIZE < 7 || world.get::<P6>(entity).is_some())
        && (SIZE < 8 || world.get::<P7>(entity).is_some())
}

impl<W: Subject, const SIZE: usize, const MASKS: bool> Workload for Asking<W, SIZE, MASKS> {
    fn step(&mut self) {
        let (world, required) = (&self.world, aspect::<W>(SIZE));
        let has = |entity: &&Entity| {
            if MASKS {
                world.mask(**entity).is_some_and(|mask| mask.contains_all(&required))
            } else {
                is_in_storages::<W, SIZE>(world, **entity)
            }
        };
        self.found += self.entities.iter().filter(has).count() as u64;
    }

    fn check(&mut self) -> u64 {
        self.found
    }
}
