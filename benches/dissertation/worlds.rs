//! The worlds: one for each kind of storage with each kind of view, all with the same eight components of 12 bytes.

use ecs_world::EcsWorld;
use ecs_world::prelude::*;

macro_rules! parts {
    ($($Part:ident),*) => {
        $(
            /// A component of 12 bytes.
            #[derive(Debug, Clone, Copy)]
            #[allow(dead_code, reason = "some components are never read")]
            pub struct $Part(pub [f32; 3]);
        )*

        /// A world with these components.
        pub trait Subject: EcsWorld + Default $(+ Has<$Part>)* {
            /// Adds velocities to positions: all entities that have `P0` and `P1`.
            fn movement(&mut self);

            /// Adds accelerations to velocities: all entities that have `P1` and `P2`.
            fn accelerate(&mut self);
        }

        /// Inserts a component, which is selected by its number.
        pub fn insert<W: Subject>(world: &mut W, entity: Entity, number: usize, value: [f32; 3]) {
            let insert: [fn(&mut W, Entity, [f32; 3]); 8] =
                [$(|world, entity, value| world.insert(entity, $Part(value)).expect("the entity is alive")),*];
            insert[number](world, entity, value);
        }
    };
}
parts!(P0, P1, P2, P3, P4, P5, P6, P7);

/// The step of the movement system.
pub fn step(position: &mut P0, velocity: &P1) {
    for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
        *axis += speed;
    }
}

/// The step of the acceleration system.
pub fn push(velocity: &mut P1, acceleration: &P2) {
    for (axis, more) in velocity.0.iter_mut().zip(acceleration.0) {
        *axis = *axis * 0.5 + more;
    }
}

/// Declares worlds: for each a module, the storage of all components, and the kind of its views.
macro_rules! world {
    ($($module:ident: $(#[$storage:meta])? $(($($view:tt)*))?;)*) => {
        $(
            pub mod $module {
                use super::{P0, P1, P2, P3, P4, P5, P6, P7, Subject};
                use ecs_world::prelude::*;

                #[system$(($($view)*))?]
                fn movement(position: &mut P0, velocity: &P1) {
                    super::step(position, velocity);
                }

                #[system$(($($view)*))?]
                fn accelerate(velocity: &mut P1, acceleration: &P2) {
                    super::push(velocity, acceleration);
                }

                world!(@ $(#[$storage])?);

                impl Subject for World {
                    fn movement(&mut self) {
                        self.run_movement();
                    }

                    fn accelerate(&mut self) {
                        self.run_accelerate();
                    }
                }
            }
        )*
    };
    (@ $(#[$storage:meta])?) => {
        ecs_world! {
            pub struct World;
            components:
                $(#[$storage])? P0, $(#[$storage])? P1, $(#[$storage])? P2, $(#[$storage])? P3,
                $(#[$storage])? P4, $(#[$storage])? P5, $(#[$storage])? P6, $(#[$storage])? P7;
            systems: movement, accelerate;
        }
    };
}

world! {
    sparse_set_group: ;
    sparse_set_scan: (view = scan);
    sparse_set_list: (view = list);
    sparse_set_delayed: (view = delayed);
    sparse_set_active_passive: (view = active_passive);
    vec_scan: #[storage(vec)] (view = scan);
    vec_list: #[storage(vec)] (view = list);
    vec_delayed: #[storage(vec)] (view = delayed);
    vec_active_passive: #[storage(vec)] (view = active_passive);
    packed_scan: #[storage(packed)] (view = scan);
    packed_list: #[storage(packed)] (view = list);
    packed_delayed: #[storage(packed)] (view = delayed);
    packed_active_passive: #[storage(packed)] (view = active_passive);
    hashed_array_tree_scan: #[storage(hashed_array_tree(chunk = 64))] (view = scan);
    hashed_array_tree_list: #[storage(hashed_array_tree(chunk = 64))] (view = list);
    hashed_array_tree_delayed: #[storage(hashed_array_tree(chunk = 64))] (view = delayed);
    hashed_array_tree_active_passive: #[storage(hashed_array_tree(chunk = 64))] (view = active_passive);
    hash_map_scan: #[storage(hash_map)] (view = scan);
    hash_map_list: #[storage(hash_map)] (view = list);
    hash_map_delayed: #[storage(hash_map)] (view = delayed);
    hash_map_active_passive: #[storage(hash_map)] (view = active_passive);
    btree_map_scan: #[storage(btree_map)] (view = scan);
    btree_map_list: #[storage(btree_map)] (view = list);
    btree_map_delayed: #[storage(btree_map)] (view = delayed);
    btree_map_active_passive: #[storage(btree_map)] (view = active_passive);
    chunks_of_1: #[storage(hashed_array_tree(chunk = 1))] (view = scan);
    chunks_of_8: #[storage(hashed_array_tree(chunk = 8))] (view = scan);
    chunks_of_256: #[storage(hashed_array_tree(chunk = 256))] (view = scan);
}
