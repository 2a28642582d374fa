//! Queries that visit the parents of a tree before their children, on one thread and on several, in any order of the values.
#![allow(missing_docs, unreachable_pub, reason = "worlds are public")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Relation)]
pub struct ChildOf(pub Entity);

/// The part of the path that an entity adds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Own(pub u64);

/// The numbers from the root to the entity, combined into one that depends on their order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Path(pub u64);

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hidden;

/// Number of ancestors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Depth(pub u32);

#[derive(Debug, Default, Clone)]
pub struct Extend {
    order: LevelOrder,
}

fn extended(parent: Option<u64>, own: u64) -> u64 {
    parent.unwrap_or(7).wrapping_mul(31).wrapping_add(own)
}

#[system]
impl Extend {
    fn run(&mut self, mut paths: Query<'_, World, (&mut Path, &Own)>) {
        paths.for_each_parent_first::<ChildOf>(&mut self.order, |parent, (path, own)| {
            path.0 = extended(parent.map(|(path, _)| path.0), own.0);
        });
    }
}

ecs_world! {
    #[derive(Clone)]
    pub struct World;
    components: Own, Path, Hidden, #[storage(hash_map)] Depth;
    relations: ChildOf (tree, cascade);
    queries: (Own, Path);
    systems: Extend;
}

/// A world that has no group for these queries.
mod scanned {
    use super::{ChildOf, Depth, Hidden, Own, Path};

    ecs_world::ecs_world! {
        #[derive(Clone)]
        pub struct Scanned;
        components: Own, #[storage(packed)] Path, Hidden, Depth;
        relations: ChildOf (tree, keep);
        queries: #[view(list)] (Own, Path), #[view(scan)] (Path, without(Hidden));
    }
}

/// Runs on `threads` threads. (Without feature `rayon`: on the calling thread.)
fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    #[cfg(feature = "rayon")]
    return rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started").install(run);
    #[cfg(not(feature = "rayon"))]
    {
        let _ = threads;
        run()
    }
}

const THREADS: &[usize] = if cfg!(feature = "rayon") { &[1, 2, 3, 4, 8] } else { &[1] };

/// Pseudo-random numbers, the same in each run.
fn random() -> impl FnMut(usize) -> usize {
    let mut state = 1_u64;
    move |limit| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % limit.max(1)
    }
}

/// Expected path of an entity, if an ancestor that does not match ends it.
fn path(world: &World, entity: Entity, matches: &dyn Fn(&World, Entity) -> bool) -> u64 {
    let above = world.tree::<ChildOf>().ancestors(entity).take_while(|above| matches(world, *above));
    let above: Vec<_> = above.collect();
    let line = above.into_iter().rev().chain([entity]);
    line.fold(None, |path, entity| Some(extended(path, world.get::<Own>(entity).unwrap().0))).unwrap()
}

#[track_caller]
fn assert_paths(world: &World, matches: &dyn Fn(&World, Entity) -> bool) {
    for entity in world.entities().filter(|entity| matches(world, *entity)) {
        assert_eq!(world.get(entity), Some(&Path(path(world, entity, matches))), "{entity}");
    }
}

fn has_both(world: &World, entity: Entity) -> bool {
    world.has::<Own>(entity) && world.has::<Path>(entity)
}

/// A tree of `count` entities in a random order, each of which is a child of an earlier one.
fn grown(count: usize) -> (World, Vec<Entity>) {
    let (mut world, mut random) = (World::default(), random());
    let entities: Vec<_> = (0..count).map(|number| world.spawn((Own(number as u64), Path(0)))).collect();
    let mut order = entities.clone();
    for last in (1..count).rev() {
        order.swap(last, random(last + 1));
    }
    for number in 1..count {
        world.insert(order[number], ChildOf(order[random(number)])).unwrap();
    }
    (world, order)
}

#[test]
fn parents_are_visited_before_their_children() {
    for count in [0, 1, 2, 3, 100] {
        let (mut world, _) = grown(count);
        world.run();
        assert_paths(&world, &has_both);
    }
}

#[test]
fn entities_without_a_parent_are_first_and_levels_follow() {
    let mut world = World::default();
    let mut spawn = |own: u64, parent: Option<Entity>| match parent {
        Some(parent) => world.spawn((Own(own), Path(0), ChildOf(parent))),
        None => world.spawn((Own(own), Path(0))),
    };
    let root = spawn(1, None);
    let [left, right] = [2, 3].map(|own| spawn(own, Some(root)));
    spawn(4, Some(left));
    spawn(5, Some(right));
    spawn(6, Some(left));
    spawn(7, None);
    let (mut order, mut seen) = (LevelOrder::default(), Vec::new());
    world.query_mut::<(Entity, &mut Path, &Own)>().for_each_parent_first::<ChildOf>(
        &mut order,
        |parent, (_, _, own)| {
            seen.push((own.0, parent.map(|(_, _, own)| own.0)));
        },
    );
    let expected = [(1, None), (7, None), (2, Some(1)), (3, Some(1)), (4, Some(2)), (6, Some(2)), (5, Some(3))];
    assert_eq!(seen, expected);
    assert_eq!((order.len(), order.levels(), order.is_empty()), (5, 2, false));
    world.move_source_before::<ChildOf>(right, left);
    order.update(world.tree::<ChildOf>());
    seen.clear();
    world
        .query_mut::<(&mut Path, &Own)>()
        .for_each_parent_first::<ChildOf>(&mut order, |_, (_, own)| seen.push((own.0, None)));
    assert!(
        seen.iter().map(|(own, _)| *own).eq([1, 7, 3, 2, 5, 4, 6]),
        "siblings are in the order of the tree: {seen:?}"
    );
}

#[test]
fn a_parent_that_does_not_match_is_none() {
    let mut world = World::default();
    let root = world.spawn((Own(1), Path(0)));
    let hidden = world.spawn((Own(2), Path(0), Hidden, ChildOf(root)));
    let child = world.spawn((Own(3), Path(0), ChildOf(hidden)));
    let bare = world.spawn((Own(4), ChildOf(child)));
    let last = world.spawn((Own(5), Path(0), ChildOf(bare)));
    let mut order = LevelOrder::default();
    let extend = |parent: Option<(&Path, &Own)>, (path, own): (&mut Path, &Own)| {
        path.0 = extended(parent.map(|(path, _)| path.0), own.0);
    };
    world.query_mut::<(&mut Path, &Own)>().without::<Hidden>().for_each_parent_first::<ChildOf>(&mut order, extend);
    let paths = [root, hidden, child, last].map(|entity| world.get::<Path>(entity).unwrap().0);
    assert_eq!(paths, [extended(None, 1), 0, extended(None, 3), extended(None, 5)]);
    world.query_mut::<(&mut Path, &Own)>().par_for_each_parent_first::<ChildOf>(&mut order, extend);
    assert_paths(&world, &has_both);
    // Optional components can be those of any parent.
    let mut seen = Vec::new();
    world.query_mut::<(&Own, Option<&mut Path>)>().for_each_parent_first::<ChildOf>(&mut order, |parent, (own, _)| {
        seen.push((own.0, parent.map(|(own, path)| (own.0, path.is_some()))));
    });
    assert_eq!(
        seen,
        [(1, None), (2, Some((1, true))), (3, Some((2, true))), (4, Some((3, true))), (5, Some((4, false)))]
    );
}

#[test]
fn an_order_follows_the_tree_through_any_changes() {
    let (mut world, mut entities) = grown(60);
    let mut random = random();
    for _ in 0..if cfg!(miri) { 20 } else { 500 } {
        let (a, b) = (entities[random(entities.len())], entities[random(entities.len())]);
        match random(8) {
            0 | 1 => drop(world.insert(a, ChildOf(b))),
            2 => drop(world.remove::<ChildOf>(a)),
            3 => drop(world.remove::<Path>(a)),
            4 => drop(world.insert(a, Path(0))),
            5 if entities.len() > 20 => {
                world.despawn(a).unwrap();
                entities.retain(|entity| world.contains(*entity));
            }
            6 => entities.push(world.spawn((Own(9), Path(0), ChildOf(a)))),
            7 if random(10) == 0 => {
                world.sort_parents_first::<Path, ChildOf>();
                world.sort_parents_first::<Own, ChildOf>();
            }
            7 if random(10) == 0 => drop(world.tidy()),
            _ => world = world.clone(),
        }
        world.run();
        assert_paths(&world, &has_both);
        world.check_invariants().unwrap();
    }
}

#[test]
fn an_order_is_not_taken_for_that_of_a_tree_that_changed_as_often() {
    let (mut world, entities) = grown(3);
    let mut order = LevelOrder::default();
    let mut other = world.clone();
    let [root, first, second] = entities[..] else { unreachable!("the tree has three entities") };
    for (world, parent, child) in [(&mut world, first, second), (&mut other, second, first)] {
        for entity in [first, second] {
            world.insert(entity, ChildOf(root)).unwrap();
        }
        world.insert(child, ChildOf(parent)).unwrap();
    }
    for _ in 0..2 {
        for world in [&mut world, &mut other] {
            world.query_mut::<(&mut Path, &Own)>().for_each_parent_first::<ChildOf>(
                &mut order,
                |parent, (path, own)| {
                    path.0 = extended(parent.map(|(path, _)| path.0), own.0);
                },
            );
            assert_paths(world, &has_both);
        }
    }
    other.clear();
    order.update(other.tree::<ChildOf>());
    assert_eq!((order.len(), order.levels(), order.is_empty()), (0, 0, true));
    order.update(world.tree::<ChildOf>());
    assert_eq!(order.len(), 2);
    assert_eq!(order.clone().levels(), 2);
}

#[test]
fn an_order_is_not_taken_for_that_of_a_tree_whose_entities_changed_places() {
    let mut world = World::default();
    let [top, first, second] = [1, 2, 3].map(|own| world.spawn((Own(own), Path(0))));
    for (own, parent) in [(4, first), (5, second)] {
        world.spawn((Own(own), Path(0), ChildOf(parent)));
    }
    let (mut order, mut other) = (LevelOrder::default(), world.clone());
    world.insert(first, ChildOf(top)).unwrap();
    other.insert(second, ChildOf(top)).unwrap();
    for world in [&mut world, &mut other] {
        world.query_mut::<(&mut Path, &Own)>().for_each_parent_first::<ChildOf>(&mut order, |parent, (path, own)| {
            path.0 = extended(parent.map(|(path, _)| path.0), own.0);
        });
        assert_paths(world, &has_both);
    }
}

#[test]
fn an_order_is_not_taken_for_that_of_a_tree_whose_siblings_were_moved_elsewhere() {
    for count in [3, 4, 20] {
        let mut world = World::default();
        let root = world.spawn((Own(0), Path(0)));
        let children: Vec<_> = (1..=count).map(|own| world.spawn((Own(own), Path(0), ChildOf(root)))).collect();
        let last = *children.last().unwrap();
        // One world per sibling before which the last child is moved; in the last world it is moved before itself, which changes nothing.
        let mut worlds: Vec<_> = children.iter().map(|_| world.clone()).collect();
        for (world, sibling) in worlds.iter_mut().zip(&children) {
            assert!(world.move_source_before::<ChildOf>(last, *sibling));
        }
        let mut order = LevelOrder::default();
        for _ in 0..2 {
            for (world, before) in worlds.iter_mut().zip(1..) {
                let mut seen = Vec::new();
                world
                    .query_mut::<(&mut Path, &Own)>()
                    .for_each_parent_first::<ChildOf>(&mut order, |_, (_, own)| seen.push(own.0));
                let expected = (0..before).chain([count]).chain(before..count);
                assert!(
                    seen.iter().copied().eq(expected),
                    "the last of {count} siblings is before sibling {before}: {seen:?}"
                );
            }
        }
    }
}

#[test]
fn levels_that_are_before_their_parents_are_the_same_on_any_number_of_threads() {
    let widths = [1, 2, 3, 64, 65, 200];
    for (width, is_behind) in widths.iter().flat_map(|width| [(*width, false), (*width, true)]) {
        for threads in THREADS {
            let mut world = World::default();
            let mut level = |own: u64| (0..width).map(|at| world.spawn((Own(own + at), Path(0)))).collect::<Vec<_>>();
            // Grandchildren are stored before children; both are behind the roots, or before them.
            let (top, below, middle);
            if is_behind {
                [top, below, middle] = [0, 1_000, 500].map(&mut level);
            } else {
                [below, middle, top] = [1_000, 500, 0].map(&mut level);
            }
            for (children, parents) in [(&below, &middle), (&middle, &top)] {
                for (child, parent) in children.iter().zip(parents) {
                    world.insert(*child, ChildOf(*parent)).unwrap();
                }
            }
            let mut order = LevelOrder::default();
            let mut paths = world.query_mut::<(&mut Path, &Own)>();
            on_threads(*threads, || {
                paths.par_for_each_parent_first::<ChildOf>(&mut order, |parent, (path, own)| {
                    path.0 = extended(parent.map(|(path, _)| path.0), own.0);
                });
            });
            assert_paths(&world, &has_both);
        }
    }
}

#[test]
fn each_storage_and_view_can_be_walked_by_a_tree() {
    use scanned::Scanned;
    let (mut world, mut random) = (Scanned::default(), random());
    let mut entities = vec![world.spawn((Own(0), Path(0), Depth(0)))];
    for number in 1..200 {
        let parent = ChildOf(entities[random(number)]);
        let entity = world.spawn((Own(number as u64), Depth(0)));
        world.insert(entity, parent).unwrap();
        if random(5) > 0 {
            world.insert(entity, Path(0)).unwrap();
        }
        if random(5) == 0 {
            world.insert(entity, Hidden).unwrap();
        }
        entities.push(entity);
    }
    // The children of despawned entities keep stale handles, and are visited as entities without a parent.
    for entity in &entities[3..6] {
        world.despawn(*entity).unwrap();
    }
    let mut order = LevelOrder::default();
    world.query_mut::<&mut Depth>().for_each_parent_first::<ChildOf>(&mut order, |parent, depth| {
        depth.0 = parent.map_or(0, |parent| parent.0 + 1);
    });
    for entity in world.entities() {
        let depth = u32::try_from(world.tree::<ChildOf>().depth(entity)).unwrap();
        assert_eq!(world.get(entity), Some(&Depth(depth)), "{entity}");
    }
    let mut visited = Vec::new();
    world.query_own_path_mut().for_each_parent_first::<ChildOf>(&mut order, |_, (entity, _, _)| visited.push(entity));
    let position = |entity: Entity| visited.iter().position(|visited| *visited == entity);
    let are_parents_first = |world: &Scanned| {
        visited.iter().all(|it| {
            let above = world.tree::<ChildOf>().parent(*it).and_then(position);
            above.is_none_or(|above| above < position(*it).unwrap())
        })
    };
    assert!(are_parents_first(&world) && visited.len() == world.query::<(&Own, &Path)>().iter().count());
    let (mut shown, mut order) = (0, order.clone());
    world.query_path_without_hidden_mut().for_each_parent_first::<ChildOf>(&mut order, |_, _| shown += 1);
    assert_eq!(shown, world.query::<&Path>().without::<Hidden>().iter().count());
}

#[test]
fn sorting_by_a_tree_brings_parents_before_their_children() {
    for count in [0, 1, 2, 3, 100] {
        let (mut world, _) = grown(count);
        let lone = world.spawn((Own(1_000), Path(0)));
        world.sort_parents_first::<Path, ChildOf>();
        world.check_invariants().unwrap();
        let order: Vec<_> = world.query_own_path().iter().map(|(entity, ..)| entity).collect();
        let tree = world.tree::<ChildOf>();
        assert!(order.is_sorted_by_key(|entity| tree.depth(*entity)), "{order:?}");
        assert_eq!(order[count.min(1)], lone, "entities without a parent keep their order");
        let own: Vec<_> = world.columns().own.as_slice().to_vec();
        world.tidy();
        assert_eq!(world.columns().own.as_slice(), own, "the storage stays sorted");
        world.run();
        assert_paths(&world, &has_both);
    }
}

/// A root with `width` children, each with one child; sorted in the order of the tree on request.
fn bushy(width: usize, is_sorted: bool) -> World {
    let mut world = World::default();
    let root = world.spawn((Own(1), Path(0)));
    let children: Vec<_> = (0..width).map(|number| world.spawn((Own(number as u64), Path(0), ChildOf(root)))).collect();
    for (number, child) in children.iter().enumerate().rev() {
        world.spawn((Own(number as u64 + 5), Path(0), ChildOf(*child)));
    }
    if is_sorted {
        world.sort_parents_first::<Path, ChildOf>();
    }
    world
}

#[test]
fn levels_of_any_width_are_the_same_on_any_number_of_threads() {
    let widths: &[usize] = if cfg!(miri) {
        &[0, 1, 63, 64, 65, 130]
    } else {
        &[0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1_025, 5_000]
    };
    for (width, is_sorted) in widths.iter().flat_map(|width| [(*width, false), (*width, true)]) {
        let mut expected = bushy(width, is_sorted);
        expected.run();
        assert_paths(&expected, &has_both);
        for threads in THREADS {
            let mut world = bushy(width, is_sorted);
            let mut order = LevelOrder::default();
            on_threads(*threads, || {
                world.query_mut::<(&mut Path, &Own)>().par_for_each_parent_first::<ChildOf>(
                    &mut order,
                    |parent, (path, own)| {
                        path.0 = extended(parent.map(|(path, _)| path.0), own.0);
                    },
                );
            });
            let paths =
                |world: &World| world.query::<(Entity, &Path)>().iter().map(|(_, path)| *path).collect::<Vec<_>>();
            assert_eq!(paths(&world), paths(&expected), "{width} children on {threads} threads");
        }
    }
}

#[test]
fn levels_in_any_order_are_the_same_on_any_number_of_threads() {
    let (mut expected, _) = grown(if cfg!(miri) { 200 } else { 3_000 });
    let unsorted = expected.clone();
    expected.run();
    let mut random = random();
    for threads in THREADS {
        let mut world = unsorted.clone();
        world.sort_parents_first::<Path, ChildOf>();
        // Takes some levels out of order.
        for _ in 0..random(4) {
            let entity = world.query::<(Entity, &Path)>().iter().nth(random(world.len())).unwrap().0;
            let path = world.remove::<Path>(entity).unwrap().unwrap();
            world.insert(entity, path).unwrap();
        }
        let mut order = LevelOrder::default();
        on_threads(*threads, || {
            world.query_mut::<(&mut Path, &Own)>().par_for_each_parent_first::<ChildOf>(
                &mut order,
                |parent, (path, own)| {
                    path.0 = extended(parent.map(|(path, _)| path.0), own.0);
                },
            );
        });
        for entity in world.entities() {
            assert_eq!(world.get::<Path>(entity), expected.get::<Path>(entity), "{entity} on {threads} threads");
        }
    }
}

#[test]
fn a_panic_in_the_middle_of_a_tree_leaves_what_was_visited_before() {
    let mut world = bushy(3, false);
    let (mut order, mut left) = (LevelOrder::default(), 4);
    let mut query = world.query_mut::<&mut Path>();
    let walk = AssertUnwindSafe(|| {
        query.for_each_parent_first::<ChildOf>(&mut order, |_, path| {
            assert_ne!(left, 0, "a visit panics");
            left -= 1;
            path.0 = 1;
        });
    });
    catch_unwind(walk).unwrap_err();
    assert_eq!(world.query::<&Path>().iter().filter(|path| path.0 == 1).count(), 4);
    world.run();
    assert_paths(&world, &has_both);
    world.check_invariants().unwrap();
}
