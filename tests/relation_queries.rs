//! Queries and systems whose filters are relations, and queries over the sources of a target.
#![allow(missing_docs, unreachable_pub, reason = "worlds are public")]
#![allow(clippy::needless_pass_by_value, reason = "systems take queries by value")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Relation)]
pub struct ChildOf(pub Entity);

#[derive(Debug, Clone, Copy, PartialEq, Relation)]
pub struct Fears(pub Entity);

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Name(pub u32);

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hidden;

/// The names of roots and of children, and the pairs of names of a root and one of its children.
#[derive(Debug, Default, PartialEq)]
pub struct Seen {
    roots: Vec<u32>,
    children: Vec<u32>,
    below: Vec<(u32, u32)>,
}

#[system(without(ChildOf))]
fn see_roots(name: &Name, seen: &mut Seen) {
    seen.roots.push(name.0);
}

#[system(with(ChildOf))]
fn see_children(name: &Name, seen: &mut Seen) {
    seen.children.push(name.0);
}

#[system(without(roots: ChildOf))]
fn see_below(roots: Query<'_, World, (Entity, &Name)>, names: Query<'_, World, &Name>, seen: &mut Seen) {
    for (root, own) in &roots {
        seen.below.extend(names.sources_of::<ChildOf>(root).map(|name| (own.0, name.0)));
    }
}

ecs_world! {
    pub struct World;
    components: Name, Hidden;
    relations: ChildOf (tree, cascade), Fears (keep);
    resources: Seen;
    systems: see_roots, see_children, see_below;
}

/// Two roots: the first has `children` children, the second has one.
fn family(children: u32) -> (World, [Entity; 2], Vec<Entity>) {
    let mut world = World::default();
    let roots = [1, 2].map(|name| world.spawn(Name(name)));
    let below = (0..children).map(|name| world.spawn((Name(10 + name), ChildOf(roots[0])))).collect();
    world.spawn((Name(9), ChildOf(roots[1])));
    (world, roots, below)
}

#[test]
fn systems_and_queries_filter_by_a_relation_as_by_any_component() {
    let (mut world, [first, _], below) = family(2);
    let grandchild = world.spawn((Name(20), ChildOf(below[1])));
    world.run();
    let seen = core::mem::take(&mut world.resources.seen);
    assert_eq!(seen, Seen { roots: vec![1, 2], children: vec![10, 11, 9, 20], below: vec![(1, 10), (1, 11), (2, 9)] });
    assert!(world.query::<&Name>().with::<ChildOf>().contains(grandchild));
    world.despawn(below[0]).unwrap();
    world.remove::<ChildOf>(grandchild).unwrap();
    world.run();
    assert_eq!(world.resources.seen.roots, [1, 2, 20]);
    assert_eq!(world.query::<&Name>().without::<ChildOf>().sources_of::<ChildOf>(first).count(), 0);
    // An entity whose relation holds a stale handle has the relation, but no target.
    let foe = world.spawn(Name(30));
    let hare = world.spawn((Name(31), Fears(foe)));
    world.despawn(foe).unwrap();
    assert!(world.query::<&Name>().with::<Fears>().contains(hare));
    assert_eq!(world.query::<&Name>().sources_of::<Fears>(foe).count(), 0);
}

#[test]
fn the_sources_of_a_target_that_match_are_visited_in_their_order() {
    for children in [0, 1, 2, 3, 100] {
        let (mut world, [first, second], below) = family(children);
        let names = world.query::<&Name>();
        assert!(names.sources_of::<ChildOf>(first).map(|name| name.0).eq((0..children).map(|name| 10 + name)));
        if children > 1 {
            assert!(world.move_source_before::<ChildOf>(below[1], below[0]));
            world.insert(below[0], Hidden).unwrap();
        }
        let order: Vec<_> = world.tree::<ChildOf>().children(first).filter(|it| !world.has::<Hidden>(*it)).collect();
        let mut visited = Vec::new();
        let mut shown = world.query_mut::<(Entity, &mut Name)>().without::<Hidden>();
        shown.for_each_source::<ChildOf>(first, |(entity, name)| {
            name.0 += 100;
            visited.push(entity);
        });
        assert_eq!(visited, order);
        assert_eq!(world.query::<&Name>().iter().filter(|name| name.0 >= 110).count(), order.len());
        assert_eq!(world.query::<&Name>().sources_of::<ChildOf>(second).count(), 1);
        let dead = below.first().copied().unwrap_or(second);
        world.despawn(dead).unwrap();
        assert_eq!(world.query::<&Name>().sources_of::<ChildOf>(dead).count(), 0);
    }
}
