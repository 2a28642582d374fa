//! Relations that are implemented incorrectly by hand: the world may miss what they report, but all its operations terminate.
#![allow(missing_docs, unreachable_pub, reason = "the modules here are a part of this one test")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

#[path = "lying_relations/panics.rs"]
mod panics;

use std::cell::Cell;

use ecs_world::prelude::*;
use ecs_world::{Relation, VisitHandles};

/// Has two targets, although the world expects one.
#[derive(Debug, Clone, PartialEq)]
pub struct Two([Entity; 2]);

impl VisitHandles for Two {
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        self.0.visit_handles(visit);
    }
}

impl Relation for Two {
    fn targets(&self) -> &[Entity] {
        &self.0
    }
}

/// Reports another target after the first call.
#[derive(Debug, Clone)]
pub struct Liar {
    targets: [Entity; 2],
    calls: Cell<usize>,
}

impl VisitHandles for Liar {
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        self.targets.visit_handles(visit);
    }
}

impl Relation for Liar {
    fn targets(&self) -> &[Entity] {
        let call = self.calls.replace(self.calls.get() + 1);
        &self.targets[call.min(1)..=call.min(1)]
    }
}

/// Visits a copy of another handle, too, and writes it into the target.
#[derive(Debug, Clone)]
pub struct Twist {
    target: Entity,
    other: Option<Entity>,
}

impl VisitHandles for Twist {
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        visit(&mut self.target);
        if let Some(mut other) = self.other {
            visit(&mut other);
            self.target = other;
        }
    }
}

impl Relation for Twist {
    fn targets(&self) -> &[Entity] {
        std::slice::from_ref(&self.target)
    }
}

mod two {
    use super::Two;
    ecs_world::ecs_world! { pub struct World; relations: Two (clear); }
}

mod liars {
    use super::Liar;
    ecs_world::ecs_world! { pub struct World; relations: Liar (tree, cascade); }
}

mod twisted {
    use super::Twist;
    ecs_world::ecs_world! { pub struct World; relations: Twist (tree, cascade); }
}

#[test]
fn targets_beyond_the_first_of_a_single_relation_are_ignored() {
    let mut world = two::World::default();
    let [a, b] = [(); 2].map(|()| world.spawn(()));
    let source = world.spawn(Two([a, b]));
    world.check_invariants().unwrap();
    world.despawn(a).unwrap();
    world.despawn(b).unwrap();
    assert!(world.contains(source));
    assert_eq!(world.sources::<Two>().targets_of(source).count(), 0);
    assert!(world.check_invariants().is_err(), "the value still reports targets that the index lacks");
}

#[test]
fn a_target_that_changes_after_the_check_is_the_one_that_was_checked() {
    let mut world = liars::World::default();
    let root = world.spawn(());
    let middle = world.spawn(());
    world.insert(middle, Liar { targets: [root, middle], calls: Cell::new(0) }).unwrap();
    assert!(world.check_invariants().is_err(), "the value reports another target than the index");
    assert!(world.tree::<Liar>().children(root).eq([middle]), "the entity is not its own child");
    world.clone_tree::<Liar>(middle).unwrap();
    assert!(world.take_tree::<Liar>(middle).is_some());
    assert_eq!(world.len(), 2, "only the root and the clone remain");
}

#[test]
fn handles_that_are_visited_elsewhere_make_no_cycle() {
    let mut world = twisted::World::default();
    let root = world.spawn(());
    let below = |target, other| Twist { target, other };
    let top = world.spawn(below(root, None));
    let middle = world.spawn(below(top, None));
    let low = world.spawn(below(middle, None));
    world.insert(middle, below(top, Some(low))).unwrap();
    let clone = world.clone_tree::<Twist>(top).unwrap();
    assert!(world.tree::<Twist>().descendants(clone).count() < 3);
    world.despawn(root).unwrap();
    assert!(world.len() < 4, "the linked entities are despawned");
}
