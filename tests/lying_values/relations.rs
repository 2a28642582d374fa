//! Relations whose targets can differ at each call, in saves, deltas, snapshots and replicas.

use std::cell::Cell;

use ecs_world::prelude::*;
use ecs_world::{Relation, Replica, VisitHandles};
use serde::{Deserialize, Serialize};

use crate::values::{forged, random, seed};
use crate::worlds::ATTEMPTS;

/// Reports one target or another.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Unsteady {
    targets: [Entity; 2],
    #[serde(skip)]
    calls: Cell<usize>,
}

impl VisitHandles for Unsteady {
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        self.targets.visit_handles(visit);
    }
}

impl Relation for Unsteady {
    fn targets(&self) -> &[Entity] {
        let call = self.calls.replace(self.calls.get() + 1) % 3;
        &self.targets[call / 2..=call / 2]
    }
}

ecs_world! {
    #[derive(Clone, Snapshot, Serialize, Deserialize)]
    pub struct Unsteadies;
    relations: Unsteady (tree, cascade);
}

/// Uses a world and changes it.
fn assert_continues(mut world: Unsteadies) {
    let all: Vec<_> = world.entities().collect();
    for entity in &all {
        // In a cycle, these would not terminate.
        assert!(world.tree::<Unsteady>().descendants(*entity).count() <= all.len());
        assert!(world.tree::<Unsteady>().ancestors(*entity).count() <= all.len());
    }
    for entity in all {
        let _ = world.despawn(entity);
    }
    assert!(world.is_empty());
    world.check_invariants().unwrap();
}

#[test]
fn targets_that_change_between_two_calls_link_no_cycle_in_saves_deltas_snapshots_and_replicas() {
    for number in 0..ATTEMPTS {
        seed(number);
        let mut world = Unsteadies::default();
        let base = world.clone();
        let mut all: Vec<Entity> = (0..3).map(|_| world.spawn(())).collect();
        for _ in 0..6 {
            let any = |all: &[Entity]| all[random(u32::try_from(all.len()).unwrap()) as usize];
            let relation = Unsteady { targets: [any(&all), any(&all)], calls: Cell::new(random(3) as usize) };
            match random(3) {
                0 => all.push(world.spawn(relation)),
                1 => drop(world.insert(any(&all), relation)),
                _ => drop(world.insert(forged(), relation)),
            }
        }
        if let Ok(loaded) = postcard::from_bytes(&postcard::to_allocvec(&world).unwrap()) {
            assert_continues(loaded);
        }
        let delta = world.diff(&base).unwrap();
        let mut other = base.clone();
        let _ = other.apply(&delta);
        assert_continues(other);
        let (mut client, mut replica) = (base.clone(), Replica::new());
        let _ = replica.apply(&mut client, &delta);
        assert_continues(client);
        let mut restored = base.clone();
        restored.restore(&world.snapshot());
        assert_eq!(restored.state_hash(), world.state_hash());
        assert_continues(restored);
        assert_continues(world);
    }
}
