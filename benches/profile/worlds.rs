//! The generated worlds of the profiles: components `C0`, `C1`, .., a system per pair, and the systems that are measured.

use ecs_world::prelude::*;

use super::subject::{Subject, first_of};

/// Declares the components, and the systems of pairs, which no entity matches during a measurement.
macro_rules! parts {
    ([$($component:literal)*] [$($first:literal $second:literal),* $(,)?]) => {
        paste::paste! {
            $(
                #[derive(Debug, Clone, Copy)]
                #[allow(dead_code, reason = "most components are never inserted")]
                pub struct [<C $component>](pub [f32; 2]);
            )*
            $(
                #[system]
                pub fn [<pair_ $first>](first: &mut [<C $first>], second: &[<C $second>]) {
                    first.0[0] += second.0[0];
                }
            )*
        }
    };
}

/// Items of all worlds.
pub mod parts {
    use ecs_world::prelude::*;

    sized_aaa!(parts! {});

    #[system]
    pub fn one(a: &mut C0) {
        a.0[0] += a.0[1];
    }

    #[system]
    pub fn two(a: &mut C1, b: &C2) {
        a.0[0] += b.0[1];
    }

    #[system]
    pub fn three(a: &mut C3, b: &C4, c: &C5) {
        a.0[0] += b.0[1] + c.0[1];
    }

    #[allow(clippy::too_many_arguments, reason = "entities of eight components are measured")]
    #[system]
    pub fn eight(a: &mut C6, b: &C7, c: &C8, d: &C9, e: &C10, f: &C11, g: &C12, h: &C13) {
        a.0[0] += b.0[1] + c.0[1] + d.0[1] + e.0[1] + f.0[1] + g.0[1] + h.0[1];
    }
}

/// Declares a world with four systems that are measured, on entities of 1, 2, 3 and 8 components, and one system per pair.
macro_rules! world {
    ([$($component:literal)*] [$($first:literal $second:literal),* $(,)?] $module:ident $(#[$storage:meta])?) => {
        pub mod $module {
            use super::parts::*;
            use super::*;

            world!(@ $(#[$storage])? [$($component)*] [$($first)*]);

            impl Subject for World {
                type Handle = Entity;

                fn create<const COMPONENTS: usize>(&mut self, v: [f32; 2]) -> Entity {
                    match COMPONENTS {
                        1 => self.spawn(C0(v)),
                        2 => self.spawn((C1(v), C2(v))),
                        3 => self.spawn((C3(v), C4(v), C5(v))),
                        _ => self.spawn((C6(v), C7(v), C8(v), C9(v), C10(v), C11(v), C12(v), C13(v))),
                    }
                }

                fn destroy(&mut self, entity: Entity) {
                    self.despawn(entity).expect("the entity is alive");
                }

                fn iterate<const COMPONENTS: usize>(&mut self) {
                    match COMPONENTS {
                        1 => self.run_one(),
                        2 => self.run_two(),
                        3 => self.run_three(),
                        _ => self.run_eight(),
                    }
                }

                fn value<const COMPONENTS: usize>(&self, entity: Entity) -> f32 {
                    match first_of(COMPONENTS) {
                        0 => self.get::<C0>(entity).map(|c| c.0[0]),
                        1 => self.get::<C1>(entity).map(|c| c.0[0]),
                        3 => self.get::<C3>(entity).map(|c| c.0[0]),
                        _ => self.get::<C6>(entity).map(|c| c.0[0]),
                    }
                    .expect("the entity has the component")
                }
            }
        }
    };
    (@ #[$storage:meta] [$($component:literal)*] [$($pair:literal)*]) => {
        paste::paste! {
            ecs_world! {
                pub struct World;
                components: $(#[$storage] [<C $component>]),*;
                systems: one, two, three, eight, $([<pair_ $pair>]),*;
            }
        }
    };
    (@ [$($component:literal)*] [$($pair:literal)*]) => {
        paste::paste! {
            ecs_world! {
                pub struct World;
                components: $([<C $component>]),*;
                systems: one, two, three, eight, $([<pair_ $pair>]),*;
            }
        }
    };
}

sized_a!(world! { a });
sized_aa!(world! { aa });
sized_aaa!(world! { aaa });
sized_a!(world! { a_hash_map #[storage(hash_map)] });
sized_a!(world! { a_btree_map #[storage(btree_map)] });
