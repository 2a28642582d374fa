//! One world twice: with systems that are divided over threads, and with the same systems undivided.

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct A(pub u64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct B(pub u64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct C(pub f32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot(pub u64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chunked(pub u64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hashed(pub u64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ordered(pub u64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Packed(pub u64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tag;
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frozen;

#[derive(Debug, Default)]
pub struct Factor(pub u64);
#[derive(Debug)]
pub struct Hit(pub u64);

/// Mixes numbers, so that only the right order of steps gives the right result.
pub fn mix(a: u64, b: u64) -> u64 {
    (a ^ b).wrapping_mul(0x0100_0000_01b3).rotate_left(23)
}

/// Whether entity number `n` has a component; depends only on the arguments.
pub fn has(n: u64, component: u64, percent: u64) -> bool {
    mix(mix(n, component), 77) % 100 < percent
}

macro_rules! worlds {
    ($($name:ident [$($parallel:tt)*])*) => {$(
        pub mod $name {
            use super::*;

            /// All columns are read as slices.
            #[system($($parallel)*)]
            fn group(entity: Entity, a: &mut A, b: &B, factor: &Factor) {
                a.0 = mix(a.0, b.0 + factor.0 + entity.to_bits());
            }

            #[system(view = list, without(Frozen), $($parallel)*)]
            fn list(b: &mut B, c: &mut C, entity: Entity) {
                b.0 = mix(b.0, entity.to_bits());
                c.0 = c.0 * 1.5 + 0.25;
            }

            #[system(view = scan, any(Hashed, Ordered), $($parallel)*)]
            fn scan(c: &mut C, a: &A, hashed: Option<&mut Hashed>) {
                c.0 += (a.0 % 7) as f32;
                if let Some(hashed) = hashed {
                    hashed.0 = mix(hashed.0, a.0);
                }
            }

            #[system(view = delayed, $($parallel)*)]
            fn delayed(ordered: &mut Ordered, hashed: &mut Hashed) {
                std::mem::swap(&mut ordered.0, &mut hashed.0);
            }

            #[system(view = active_passive, $($parallel)*)]
            fn active(chunked: &mut Chunked, slot: &mut Slot, b: Option<&mut B>) {
                chunked.0 = mix(chunked.0, slot.0);
                slot.0 = mix(slot.0, b.map_or(3, |b| std::mem::replace(&mut b.0, 9)));
            }

            #[system($($parallel)*)]
            fn alone(packed: &mut Packed) {
                packed.0 = mix(packed.0, 1);
            }

            #[system($($parallel)*)]
            fn tagged(tag: &mut Tag, a: &mut A, packed: Option<&Packed>) {
                *tag = Tag;
                a.0 = mix(a.0, packed.map_or(5, |packed| packed.0));
            }

            #[system($($parallel)*)]
            fn every_entity(entity: Entity, b: Option<&mut B>) {
                if let Some(b) = b {
                    b.0 = mix(b.0, entity.to_bits());
                }
            }

            #[derive(Default)]
            pub struct Reader {
                pub seed: u64,
            }

            #[system($($parallel)*)]
            impl Reader {
                fn run(&self, slot: &mut Slot, hits: &Events<Hit>, all: Query<'_, World, (&A, Option<&C>)>) {
                    let sent: u64 = hits.iter().map(|hit| hit.0).sum();
                    let seen: u64 = all.iter().take(3).map(|(a, c)| a.0 ^ u64::from(c.is_some())).fold(0, mix);
                    slot.0 = mix(slot.0, self.seed ^ sent ^ seen);
                }
            }

            #[system(without(Frozen), $($parallel)*)]
            fn change(entity: Entity, a: &A, commands: &mut Commands<World>) {
                match a.0 % 11 {
                    0 => commands.despawn(entity),
                    1 => commands.insert(entity, (B(a.0), Hashed(a.0))),
                    2 => commands.remove::<Chunked>(entity),
                    3 => {
                        commands.spawn((A(mix(a.0, 1)), Slot(a.0)));
                        commands.insert(entity, Tag);
                    }
                    4 => commands.spawn_batch((0..a.0 % 3).map(|n| (A(mix(a.0, n)), Packed(n)))),
                    // The same entity twice: the second command finds no live entity, and is counted.
                    5 => commands.despawn_batch([entity, entity]),
                    _ => {}
                }
            }

            ecs_world! {
                components:
                    A, B, C, #[storage(vec)] Slot, #[storage(hashed_array_tree(chunk = 16))] Chunked,
                    #[storage(hash_map)] Hashed, #[storage(btree_map)] Ordered, #[storage(packed)] Packed,
                    #[storage(tag)] Tag, Frozen;
                resources: Factor = Factor(3);
                events: Hit;
                systems: group, list, scan, delayed, active, alone, tagged, every_entity, Reader, sync, change;
                queries: (A, B), (A), (C), #[view(list)] (B, Slot), (Chunked, Hashed), (Packed), (Tag, A);
            }

            /// A world of `entities` entities with different components.
            pub fn filled(entities: u64) -> World {
                let mut world = World::default();
                world.systems.reader.seed = 99;
                world.events.hit.send(Hit(41));
                for n in 0..entities {
                    let entity = world.spawn(());
                    if has(n, 0, 70) { world.insert(entity, A(mix(n, 0))).unwrap(); }
                    if has(n, 1, 60) { world.insert(entity, B(mix(n, 1))).unwrap(); }
                    if has(n, 2, 50) { world.insert(entity, C(n as f32)).unwrap(); }
                    if has(n, 3, 60) { world.insert(entity, Slot(mix(n, 3))).unwrap(); }
                    if has(n, 4, 60) { world.insert(entity, Chunked(mix(n, 4))).unwrap(); }
                    if has(n, 5, 60) { world.insert(entity, Hashed(mix(n, 5))).unwrap(); }
                    if has(n, 6, 60) { world.insert(entity, Ordered(mix(n, 6))).unwrap(); }
                    if has(n, 7, 60) { world.insert(entity, Packed(mix(n, 7))).unwrap(); }
                    if has(n, 8, 30) { world.insert(entity, Tag).unwrap(); }
                    if has(n, 9, 10) { world.insert(entity, Frozen).unwrap(); }
                }
                world
            }

            /// The visible state of a world: the components of entities, and the orders of views and storages.
            pub fn state_of(world: &World) -> Vec<String> {
                let all = world.query::<(
                    (Entity, Option<&A>, Option<&B>, Option<&C>, Option<&Slot>, Option<&Chunked>, Option<&Hashed>),
                    (Option<&Ordered>, Option<&Packed>, Option<&Tag>, Option<&Frozen>),
                )>();
                let mut state: Vec<_> = all.iter().map(|entity| format!("{entity:?}")).collect();
                state.extend(world.query_a_b().iter().map(|item| format!("{item:?}")));
                state.extend(world.query_b_slot().iter().map(|item| format!("{item:?}")));
                state.extend(world.query_c().iter().map(|item| format!("{item:?}")));
                state.push(format!("{} commands were dropped", world.dropped_commands()));
                state
            }
        }
    )*};
}

worlds! {
    sequential []
    parallel [parallel]
}
