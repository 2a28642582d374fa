//! A component in each kind of storage, required alone and with another one: whatever the order of the iteration, and whether or not
//! positions are cached, exactly the entities that match are visited.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

/// How often each system visited the entity.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Visits([u32; SYSTEMS]);
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Other;
/// No entity has any of these: they only give systems views of their own.
pub struct Never0;
pub struct Never1;
pub struct Never2;
pub struct Never3;

const SYSTEMS: usize = 13;

/// How often one run visits an entity: some systems require `Part` alone, others also `Other`.
fn expected(has_part: bool, has_other: bool) -> Visits {
    let [part, both] = [has_part, has_part && has_other].map(u32::from);
    Visits([part, part, part, part, part, part, part, part, part, both, both, both, both])
}

macro_rules! beside {
    ($name:ident, [$($parallel:tt)*], $($declared:tt)*) => {
        mod $name {
            use super::{Never0, Never1, Never2, Never3, Other, SYSTEMS, Visits, expected};
            use ecs_world::prelude::*;

            #[derive(Debug, Clone, Copy, Default, PartialEq)]
            pub struct Part;

            #[system(view = scan, $($parallel)*)]
            fn scanned(visits: &mut Visits, _: &Part) {
                visits.0[0] += 1;
            }

            #[system(view = scan, $($parallel)*)]
            fn written(visits: &mut Visits, _: &mut Part) {
                visits.0[1] += 1;
            }

            #[system(view = scan, $($parallel)*)]
            fn watched(mut visits: Mut<'_, Visits>, _: Mut<'_, Part>) {
                visits.0[2] += 1;
            }

            #[system($($parallel)*)]
            fn optional(visits: &mut Visits, part: Option<&Part>) {
                visits.0[3] += u32::from(part.is_some());
            }

            #[system(view = list, without(Never0), $($parallel)*)]
            fn listed(visits: &mut Visits, part: Option<&mut Part>) {
                visits.0[4] += u32::from(part.is_some());
            }

            #[system(view = list, without(Never1), $($parallel)*)]
            fn kept(visits: &mut Visits, _: &Part) {
                visits.0[5] += 1;
            }

            #[system(view = scan, with(Part), $($parallel)*)]
            fn filtered(visits: &mut Visits) {
                visits.0[6] += 1;
            }

            #[system(view = delayed, without(Never2), $($parallel)*)]
            fn delayed(visits: &mut Visits, _: &Part) {
                visits.0[7] += 1;
            }

            #[system(view = active_passive, without(Never3), $($parallel)*)]
            fn active(visits: &mut Visits, _: &Part) {
                visits.0[8] += 1;
            }

            #[system(view = scan, $($parallel)*)]
            fn three(visits: &mut Visits, _: &Part, _: &Other) {
                visits.0[9] += 1;
            }

            #[system(without(Never0), $($parallel)*)]
            fn planned(_: &mut Part, _: &mut Other, visits: &mut Visits) {
                visits.0[10] += 1;
            }

            #[system(view = scan, with(Other), $($parallel)*)]
            fn three_filtered(visits: &mut Visits, _: &Part) {
                visits.0[11] += 1;
            }

            #[system(view = list, $($parallel)*)]
            fn three_listed(visits: &mut Visits, _: &Other, part: Option<&Part>) {
                visits.0[12] += u32::from(part.is_some());
            }

            ecs_world! {
                pub struct World;
                components: Visits, Other, Never0, Never1, Never2, Never3, $($declared)* Part;
                systems: scanned, written, watched, optional, listed, kept, filtered, delayed, active, three, planned, three_filtered,
                    three_listed;
            }

            /// `count` entities, of which every `part`-th has a `Part`, and every `other`-th an `Other`.
            fn filled(count: usize, part: usize, other: usize) -> (World, Vec<Entity>) {
                let mut world = World::default();
                let all = world.spawn_batch((0..count).map(|_| Visits::default())).into_vec();
                for at in (0..count).map(|n| n * 7 % count).filter(|at| at % part == 0) {
                    world.insert(all[at], Part).expect("the entity is alive");
                }
                for at in (0..count).map(|n| n * 11 % count).filter(|at| at % other == 0) {
                    world.insert(all[at], Other).expect("the entity is alive");
                }
                (world, all)
            }

            const SHAPES: [(usize, usize); 6] = [(1, 1), (2, 1), (1, 2), (2, 3), (3, 2), (50, 5)];

            #[test]
            fn each_system_visits_the_entities_that_have_what_it_requires() {
                for count in [0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 300] {
                    for (part, other) in SHAPES {
                        let (mut world, all) = filled(count, part, other);
                        for run in 0..4 {
                            world.run();
                            for entity in &all {
                                let expected = expected(world.has::<Part>(*entity), world.has::<Other>(*entity));
                                let context = format!("{count} entities, steps of {part} and {other}, run {run}, {entity}");
                                let visits = world.get_mut::<Visits>(*entity).map(|visits| std::mem::take(&mut *visits));
                                assert_eq!(visits, Some(expected), "{context}");
                            }
                        }
                    }
                }
            }

            #[test]
            fn each_query_visits_the_entities_that_have_what_it_requires() {
                for count in [0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 300] {
                    for (part, other) in SHAPES {
                        let (mut world, all) = filled(count, part, other);
                        world.query_mut::<(&mut Visits, &Part)>().for_each(|(visits, _)| visits.0[0] += 1);
                        world.query_mut::<(&mut Visits, &mut Part)>().par_for_each(|(visits, _)| visits.0[1] += 1);
                        for (visits, _) in world.query_mut::<(&mut Visits, &Part)>().iter_mut() {
                            visits.0[2] += 1;
                        }
                        world.query_mut::<(&mut Visits, Option<&Part>)>().for_each(|(visits, part)| {
                            visits.0[3] += u32::from(part.is_some());
                        });
                        world.query_mut::<(&mut Visits, Option<&mut Part>)>().par_for_each(|(visits, part)| {
                            visits.0[4] += u32::from(part.is_some());
                        });
                        world.query_mut::<&mut Visits>().with::<Part>().par_for_each(|visits| visits.0[5] += 1);
                        world.query_mut::<(&mut Visits, Option<&Part>)>().iter_mut().for_each(|(visits, part)| {
                            visits.0[6] += u32::from(part.is_some());
                        });
                        world.query_mut::<(&Part, &mut Visits)>().iter_mut().for_each(|(_, visits)| visits.0[7] += 1);
                        world.query_mut::<&mut Visits>().with::<Part>().for_each(|visits| visits.0[8] += 1);
                        world.query_mut::<(&mut Visits, &Part, &Other)>().for_each(|(visits, ..)| visits.0[9] += 1);
                        world.query_mut::<(&mut Visits, &Part, &Other)>().par_for_each(|(visits, ..)| visits.0[10] += 1);
                        for (_, visits, _) in world.query_mut::<(&Other, &mut Visits, &Part)>().iter_mut() {
                            visits.0[11] += 1;
                        }
                        world.query_mut::<(&mut Visits, &Part)>().with::<Other>().par_for_each(|(visits, _)| {
                            visits.0[12] += 1;
                        });
                        assert_eq!([SYSTEMS; 1], [13], "one query for each system");
                        for entity in &all {
                            let expected = expected(world.has::<Part>(*entity), world.has::<Other>(*entity));
                            let context = format!("{count} entities, steps of {part} and {other}, {entity}");
                            assert_eq!(world.get::<Visits>(*entity), Some(&expected), "{context}");
                        }
                        let both = all.iter().filter(|it| world.has::<Part>(**it) && world.has::<Other>(**it)).count();
                        let folded = world.query::<(&Part, &Other)>().par_fold(|| 0, |sum, _| sum + 1, |one, two| one + two);
                        assert_eq!(folded, both, "{count} entities, steps of {part} and {other}");
                    }
                }
            }
        }
    };
}

beside!(sparse_set, [],);
beside!(tag, [], #[storage(tag)]);
beside!(vec, [], #[storage(vec)]);
beside!(hashed_array_tree, [], #[storage(hashed_array_tree(chunk = 16))]);
beside!(hash_map, [], #[storage(hash_map)]);
beside!(btree_map, [], #[storage(btree_map)]);
beside!(packed, [], #[storage(packed)]);
beside!(double_buffered, [], #[double_buffered]);
beside!(tracked, [], #[tracked]);
beside!(tag_on_threads, [parallel], #[storage(tag)]);
beside!(sparse_set_on_threads, [parallel],);
beside!(vec_on_threads, [parallel], #[storage(vec)]);
beside!(hash_map_on_threads, [parallel], #[storage(hash_map)]);
