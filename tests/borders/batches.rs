//! Batches of any number of entities that reuse any number of free slots, and storages with any number of values.

use ecs_world::prelude::*;

#[derive(Debug, Clone, PartialEq)]
pub struct Number(pub u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Text(pub String);

/// Has callbacks, so that batches are spawned entity by entity.
#[derive(Debug, Default)]
pub struct Listen(Vec<Entity>);

#[system]
impl Listen {
    fn run(&self, _: &Number) {}

    fn on_added(&mut self, entity: Entity) {
        self.0.push(entity);
    }
}

mod loud {
    use super::*;

    ecs_world! {
        #[derive(Debug)]
        pub struct World;
        components: Number, Text;
        systems: Listen;
        queries: (Number, Text);
    }
}

mod silent {
    use super::*;

    ecs_world! {
        #[derive(Debug)]
        pub struct World;
        components: Number, Text;
        queries: (Number, Text);
    }
}

/// A world with `living` entities and `free` free slots, whose order is not that of their indices.
fn recycled<W: EcsWorld + Default>(living: usize, free: usize) -> W {
    let mut world = W::default();
    let entities: Vec<_> = (0..living + free).map(|_| world.spawn(())).collect();
    let step = if free.is_multiple_of(7) { 5 } else { 7 };
    for at in 0..free {
        world.despawn(entities[at * step % free]).unwrap();
    }
    world
}

/// The ways to spawn into a world.
trait Spawns: Default {
    fn one_by_one(&mut self, count: u32) -> Vec<Entity>;
    fn as_a_batch(&mut self, count: u32) -> Vec<Entity>;
    fn as_columns(&mut self, count: u32) -> Vec<Entity>;
    fn as_commands(&mut self, count: u32);
    fn rows(&self) -> Vec<(Entity, u32, String)>;
}

fn row(number: u32) -> (Number, Text) {
    (Number(number), Text(format!("number {number}")))
}

macro_rules! spawns {
    ($($World:ty),*) => { $(
        impl Spawns for $World {
            fn one_by_one(&mut self, count: u32) -> Vec<Entity> {
                (0..count).map(|number| self.spawn(row(number))).collect()
            }

            fn as_a_batch(&mut self, count: u32) -> Vec<Entity> {
                self.spawn_batch((0..count).map(row)).into_vec()
            }

            fn as_columns(&mut self, count: u32) -> Vec<Entity> {
                let (numbers, texts): (Vec<_>, Vec<_>) = (0..count).map(row).unzip();
                self.spawn_columns((numbers, texts)).unwrap().into_vec()
            }

            fn as_commands(&mut self, count: u32) {
                self.commands().spawn_batch((0..count).map(row));
                self.flush();
            }

            fn rows(&self) -> Vec<(Entity, u32, String)> {
                let query = self.query_number_text();
                query.iter().map(|(entity, number, text)| (entity, number.0, text.0.clone())).collect()
            }
        }
    )* };
}

spawns! { loud::World, silent::World }

fn batches_fill_slots<W: EcsWorld + Spawns>(frees: &[usize], counts: &[u32]) {
    for free in frees.iter().copied() {
        for count in counts.iter().copied() {
            let context = format!("{count} into {free} free slots");
            let (mut single, mut batch, mut columns) =
                (recycled::<W>(2, free), recycled::<W>(2, free), recycled::<W>(2, free));
            let mut commands = recycled::<W>(2, free);
            let expected = single.one_by_one(count);
            assert_eq!(batch.as_a_batch(count), expected, "{context}");
            assert_eq!(columns.as_columns(count), expected, "{context}");
            commands.as_commands(count);
            let rows = single.rows();
            assert_eq!(rows.len(), count as usize);
            assert!([batch.rows(), columns.rows(), commands.rows()].iter().all(|found| *found == rows), "{context}");
            let rest = [single, batch, columns, commands].map(|mut world| {
                world.check_invariants().unwrap();
                assert_eq!(world.len(), 2 + count as usize);
                (0..free + 2).map(|_| world.spawn(())).collect::<Vec<_>>()
            });
            assert!(rest.iter().all(|own| *own == rest[0]), "{context}: free slots are used in the same order");
        }
    }
}

#[test]
fn a_batch_gets_the_handles_that_single_spawns_would() {
    let (frees, counts) = ([0, 1, 2, 3, 10, 100], [0, 1, 2, 3, 9, 10, 11, 99, 100, 101, 300]);
    batches_fill_slots::<loud::World>(&frees, &counts);
    batches_fill_slots::<silent::World>(&frees, &counts);
}

#[test]
fn a_batch_of_recycled_and_fresh_slots_crosses_pages_as_single_spawns_would() {
    let (frees, counts) = ([0, 3, 701, 1_021, 1_022, 1_023], [1_021, 1_022, 1_023, 1_024, 1_025, 2_049]);
    batches_fill_slots::<loud::World>(&frees[..2], &counts[3..]);
    batches_fill_slots::<silent::World>(&frees, &counts);
}

/// A component for each kind of storage.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept<const N: usize>(pub u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Tag;

mod storages {
    use super::*;

    ecs_world! {
        #[derive(Debug, Clone)]
        pub struct World;
        components: Kept<0> as Sparse, #[storage(vec)] Kept<1> as Slots, #[storage(packed)] Kept<2> as Packed,
            #[storage(hashed_array_tree(chunk = 1))] Kept<3> as Alone, #[storage(hashed_array_tree(chunk = 2))] Kept<4> as Pairs,
            #[storage(hashed_array_tree(chunk = 64))] Kept<5> as Chunks, #[storage(hash_map)] Kept<6> as Hashed,
            #[storage(btree_map)] Kept<7> as Ordered, #[storage(tag)] Tag;
        queries: #[view(active_passive)] (Sparse, Tag), #[view(delayed)] (Slots, Tag), (Packed, without(Tag));
    }
}

type Whole = ((Kept<0>, Kept<1>, Kept<2>, Kept<3>), (Kept<4>, Kept<5>, Kept<6>, Kept<7>), Tag);

fn whole(n: u32) -> Whole {
    ((Kept(n), Kept(n + 1), Kept(n + 2), Kept(n + 3)), (Kept(n + 4), Kept(n + 5), Kept(n + 6), Kept(n + 7)), Tag)
}

/// Asserts that exactly these entities have values, in columns, queries and views.
fn assert_consistent(world: &mut storages::World, living: &[(Entity, u32)]) {
    world.check_invariants().unwrap();
    let mut expected: Vec<_> = living.iter().map(|(entity, _)| *entity).collect();
    expected.sort_unstable();
    let sorted = |mut found: Vec<Entity>| {
        found.sort_unstable();
        found
    };
    let active: Vec<_> = world.query_sparse_tag_mut().into_iter().map(|it| it.0).collect();
    assert_eq!(active, expected, "active-passive views are ascending");
    let delayed = world.query_slots_tag_mut().into_iter().map(|it| it.0).collect();
    assert_eq!(sorted(delayed), expected);
    assert_eq!(world.query_packed_without_tag().iter().count(), 0);
    macro_rules! columns {
        ($($column:ident)*) => { $(
            let found: Vec<_> = world.columns().$column.entities().collect();
            assert_eq!(sorted(found), expected, stringify!($column));
        )* };
    }
    columns! { sparse slots packed alone pairs chunks hashed ordered tag }
    for (entity, number) in living {
        macro_rules! values {
            ($($at:literal)*) => { $(assert_eq!(world.get::<Kept<$at>>(*entity), Some(&Kept(number + $at)));)* };
        }
        values! { 0 1 2 3 4 5 6 7 }
    }
}

#[test]
fn storages_hold_any_number_of_values() {
    for count in [0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 127, 128, 129, 300] {
        let mut world = storages::World::default();
        let spawned = world.spawn_batch((0..count).map(whole));
        let mut living: Vec<_> = spawned.into_iter().zip(0..count).collect();
        assert_consistent(&mut world, &living);
        // The last, the first and those at the ends of words and chunks are removed or despawned.
        for at in [count.saturating_sub(1), 0, 1, 62, 63, 64, 126, 127, 128] {
            let Some(place) = living.iter().position(|(_, number)| *number == at) else { continue };
            let (entity, _) = living.remove(place);
            if at % 2 == 0 {
                assert_eq!(world.remove::<Whole>(entity), Ok(Some(whole(at))));
                assert_eq!(world.remove::<Whole>(entity), Ok(None));
            }
            world.despawn(entity).unwrap();
            assert_consistent(&mut world, &living);
        }
        let mut copy = world.clone();
        assert_consistent(&mut copy, &living);
        world.shrink_to_fit();
        assert_consistent(&mut world, &living);
        let more = world.spawn_batch((0..3).map(whole));
        living.extend(more.into_iter().zip(0..3));
        assert_consistent(&mut world, &living);
        for (entity, _) in std::mem::take(&mut living) {
            world.despawn(entity).unwrap();
        }
        assert_consistent(&mut world, &[]);
        copy.clear();
        assert_consistent(&mut copy, &[]);
    }
}
