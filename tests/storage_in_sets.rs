//! Storages that sets choose, and that worlds override when they include the sets.
#![allow(missing_docs, unreachable_pub, dead_code, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

#[path = "common/components.rs"]
mod components;

use components::{Position, Velocity};
use ecs_world::prelude::*;
use ecs_world::{HashMapSet, HashedArrayTree, PackedArray, SparseSet, VecStorage};

#[derive(Debug, Clone, PartialEq)]
pub struct Quest(u32);

mod motion {
    use super::*;

    #[system]
    pub fn advance(position: &mut Position, velocity: &Velocity) {
        position.0 += velocity.0;
    }

    ecs_components! {
        pub set motion;
        components: #[storage(vec)] Position, #[storage(hashed_array_tree(chunk = 16))] Velocity;
        systems: advance;
    }
}

mod silent {
    ecs_world::ecs_components! {
        pub set silent;
        components: super::Position, #[storage(hash_map)] super::Quest;
    }
}

mod around {
    ecs_world::ecs_components! {
        pub set around;
        include: super::motion::motion;
        components: #[storage(packed)] super::Position;
        systems: ..motion;
    }
}

/// Compiles only if the world `W` keeps `C` in the storage `S`.
fn is_in<W: Has<C, Storage = S>, C: 'static, S: ecs_world::Storage<Value = C>>() {}

/// Tests behaviour that does not depend on the storage of positions.
fn runs<W: Has<Position> + Has<Velocity> + Default>(run: impl Fn(&mut W)) {
    let mut world = W::default();
    let entity = world.spawn((Position(1), Velocity(2)));
    run(&mut world);
    assert_eq!(world.get::<Position>(entity), Some(&Position(3)));
    world.check_invariants().unwrap();
}

#[test]
fn a_world_uses_the_storages_that_its_sets_declare() {
    ecs_world! {
        struct World;
        include: motion::motion;
        systems: ..motion;
    }
    is_in::<World, Position, VecStorage<Position>>();
    is_in::<World, Velocity, HashedArrayTree<Velocity, 16>>();
    runs(World::run);
}

#[test]
fn a_set_that_declares_no_storage_leaves_it_to_others() {
    ecs_world! {
        struct World;
        include: silent::silent, motion::motion;
        systems: ..motion;
    }
    is_in::<World, Position, VecStorage<Position>>();
    is_in::<World, Quest, HashMapSet<Quest>>();
    runs(World::run);
}

#[test]
fn an_outer_set_overrides_an_inner_one_and_the_world_overrides_both() {
    ecs_world! {
        struct World;
        include: around::around { Position as Place };
        systems: ..around;
    }
    is_in::<World, Position, PackedArray<Position>>();
    runs(World::run);

    ecs_world! {
        struct Own;
        include: around::around;
        components: #[storage(sparse_set)] Position, #[storage(sparse_set)] Velocity;
        systems: ..around;
        groups: (Position, Velocity);
    }
    is_in::<Own, Position, SparseSet<Position>>();
    runs(Own::run);
}

#[test]
fn a_world_decides_between_sets_that_differ() {
    ecs_world! {
        struct World;
        include: motion::motion, around::around;
        components: #[storage(hash_map)] Position;
        systems: ..motion;
    }
    is_in::<World, Position, HashMapSet<Position>>();
    runs(World::run);
}

#[test]
fn an_entry_of_the_world_without_a_storage_keeps_that_of_the_set() {
    ecs_world! {
        struct World;
        include: motion::motion;
        components: /** Where it is. */ Position, Quest;
        systems: ..motion;
    }
    is_in::<World, Position, VecStorage<Position>>();
    is_in::<World, Quest, SparseSet<Quest>>();
    runs(World::run);
}
