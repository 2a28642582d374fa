//! A component in each kind of storage, required alone and with another one: whatever the order of the iteration, and whether or not
//! positions are cached, exactly the entities that match are visited.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

#[path = "beside_others/worlds.rs"]
mod worlds;

macro_rules! beside {
    ($name:ident, $($declared:tt)*) => {
        mod $name {
            use super::worlds::{COUNTS, SHAPES, world_with_a_part};

            world_with_a_part!([], $($declared)*);

            #[test]
            fn each_system_visits_the_entities_that_have_what_it_requires() {
                for count in COUNTS {
                    for (part, other) in SHAPES {
                        let (mut world, all) = filled(count, part, other);
                        for run in 0..4 {
                            world.run();
                            for entity in &all {
                                let expected = Visits::expected(world.has::<Part>(*entity), world.has::<Other>(*entity));
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
                for count in COUNTS {
                    for (part, other) in SHAPES {
                        let (mut world, all) = filled(count, part, other);
                        world.query_mut::<(&mut Visits, &Part)>().for_each(|(visits, _)| visits.0[0] += 1);
                        for (visits, _) in world.query_mut::<(&mut Visits, &Part)>().iter_mut() {
                            visits.0[2] += 1;
                        }
                        world.query_mut::<(&mut Visits, Option<&Part>)>().for_each(|(visits, part)| {
                            visits.0[3] += u32::from(part.is_some());
                        });
                        world.query_mut::<(&mut Visits, Option<&Part>)>().iter_mut().for_each(|(visits, part)| {
                            visits.0[6] += u32::from(part.is_some());
                        });
                        world.query_mut::<(&Part, &mut Visits)>().iter_mut().for_each(|(_, visits)| visits.0[7] += 1);
                        world.query_mut::<&mut Visits>().with::<Part>().for_each(|visits| visits.0[8] += 1);
                        world.query_mut::<(&mut Visits, &Part, &Other)>().for_each(|(visits, ..)| visits.0[9] += 1);
                        for (_, visits, _) in world.query_mut::<(&Other, &mut Visits, &Part)>().iter_mut() {
                            visits.0[11] += 1;
                        }
                        for entity in &all {
                            let expected = Visits::expected(world.has::<Part>(*entity), world.has::<Other>(*entity)).of(&[0, 2, 3, 6, 7, 8, 9, 11]);
                            let context = format!("{count} entities, steps of {part} and {other}, {entity}");
                            assert_eq!(world.get::<Visits>(*entity), Some(&expected), "{context}");
                        }
                    }
                }
            }
        }
    };
}

beside!(sparse_set,);
beside!(tag, #[storage(tag)]);
beside!(vec, #[storage(vec)]);
beside!(hashed_array_tree, #[storage(hashed_array_tree(chunk = 16))]);
beside!(hash_map, #[storage(hash_map)]);
beside!(btree_map, #[storage(btree_map)]);
beside!(packed, #[storage(packed)]);
beside!(double_buffered, #[double_buffered]);
beside!(tracked, #[tracked]);
