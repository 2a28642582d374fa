//! The same as `beside_others`, divided among threads: parallel systems, and queries that are iterated in parallel.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

#[path = "beside_others/worlds.rs"]
mod worlds;

/// Systems that run in parallel.
macro_rules! systems {
    ($name:ident, $($declared:tt)*) => {
        mod $name {
            use super::worlds::{COUNTS, SHAPES, world_with_a_part};

            world_with_a_part!([parallel], $($declared)*);

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
        }
    };
}

/// Queries that are iterated in parallel, in a world whose systems run one after another.
macro_rules! queries {
    ($name:ident, $($declared:tt)*) => {
        mod $name {
            use super::worlds::{COUNTS, SHAPES, world_with_a_part};

            world_with_a_part!([], $($declared)*);

            #[test]
            fn each_query_visits_the_entities_that_have_what_it_requires() {
                for count in COUNTS {
                    for (part, other) in SHAPES {
                        let (mut world, all) = filled(count, part, other);
                        world.query_mut::<(&mut Visits, &mut Part)>().par_for_each(|(visits, _)| visits.0[1] += 1);
                        world.query_mut::<(&mut Visits, Option<&mut Part>)>().par_for_each(|(visits, part)| {
                            visits.0[4] += u32::from(part.is_some());
                        });
                        world.query_mut::<&mut Visits>().with::<Part>().par_for_each(|visits| visits.0[5] += 1);
                        world.query_mut::<(&mut Visits, &Part, &Other)>().par_for_each(|(visits, ..)| visits.0[10] += 1);
                        world.query_mut::<(&mut Visits, &Part)>().with::<Other>().par_for_each(|(visits, _)| {
                            visits.0[12] += 1;
                        });
                        for entity in &all {
                            let expected = Visits::expected(world.has::<Part>(*entity), world.has::<Other>(*entity)).of(&[1, 4, 5, 10, 12]);
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

systems!(tag_on_threads, #[storage(tag)]);
systems!(sparse_set_on_threads,);
systems!(vec_on_threads, #[storage(vec)]);
systems!(hash_map_on_threads, #[storage(hash_map)]);

queries!(sparse_set,);
queries!(tag, #[storage(tag)]);
queries!(vec, #[storage(vec)]);
queries!(hashed_array_tree, #[storage(hashed_array_tree(chunk = 16))]);
queries!(hash_map, #[storage(hash_map)]);
queries!(btree_map, #[storage(btree_map)]);
queries!(packed, #[storage(packed)]);
queries!(double_buffered, #[double_buffered]);
queries!(tracked, #[tracked]);
