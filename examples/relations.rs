//! Relations: children that are despawned with their parent, targets that are cleared, and transforms that follow a tree: `cargo run
//! --example relations`.
#![allow(clippy::unwrap_used, reason = "an example that cannot go on should stop")]
#![allow(clippy::needless_pass_by_value, reason = "a system takes queries by value")]

use ecs_world::prelude::*;

/// The position relative to the parent.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Local(f32);

/// The position in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Global(f32);

/// The entity that this one is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Relation)]
struct ChildOf(Entity);

/// The entity that a turret aims at.
#[derive(Debug, Clone, Copy, PartialEq, Relation)]
struct Targets(Entity);

/// The entities that an entity protects: several targets.
#[derive(Debug, Clone, PartialEq, Relation)]
struct Protects(EntitySet);

/// Adds up the positions from each root to its descendants: parents are visited before their children.
#[derive(Debug, Default)]
struct Place {
    /// Recomputed only after the tree changed.
    order: LevelOrder,
}

#[system]
impl Place {
    fn run(&mut self, mut positions: Query<'_, World, (&mut Global, &Local)>) {
        positions.for_each_parent_first::<ChildOf>(&mut self.order, |parent, (global, local)| {
            global.0 = parent.map_or(0.0, |(parent, _)| parent.0) + local.0;
        });
    }
}

ecs_world! {
    components: Local, Global;
    relations: ChildOf (tree, cascade), Targets (clear), Protects (many, clear);
    systems: Place;
}

fn main() {
    let mut world = World::default();

    // A relation is inserted like any component.
    let tank = world.spawn((Local(10.0), Global(0.0)));
    let turret = world.spawn((Local(1.0), Global(0.0), ChildOf(tank)));
    let barrel = world.spawn((Local(0.5), Global(0.0), ChildOf(turret)));
    world.run();
    println!("the barrel is at {}", world.get::<Global>(barrel).unwrap().0);
    assert_eq!(world.get::<Global>(barrel), Some(&Global(11.5)));

    // It is never borrowed as `&mut`: to change the target, insert it again. A tree refuses cycles and dead targets, and returns the value.
    let refused = world.insert(tank, ChildOf(barrel)).unwrap_err();
    println!("refused: {refused}");
    assert_eq!(refused.into_inner(), ChildOf(barrel));
    let truck = world.spawn((Local(20.0), Global(0.0)));
    world.insert(turret, ChildOf(truck)).unwrap();

    // The world also finds the sources of a target.
    let tree = world.tree::<ChildOf>();
    assert!(tree.children(truck).eq([turret]));
    assert!(tree.descendants(truck).eq([turret, barrel]));
    assert_eq!((tree.root(barrel), tree.parent(tank)), (truck, None));

    // Children are despawned with their parent, and sources of despawned targets lose the relation.
    let enemy = world.spawn(Targets(barrel));
    world.despawn(truck).unwrap();
    assert!(!world.contains(turret) && !world.contains(barrel));
    assert!(world.contains(enemy) && !world.has::<Targets>(enemy));

    // A relation with several targets loses those that are despawned.
    let wagons = [30.0, 31.0].map(|place| world.spawn((Local(place), Global(0.0))));
    let escort = world.spawn(Protects(wagons.into()));
    world.despawn(wagons[0]).unwrap();
    assert!(world.sources::<Protects>().targets_of(escort).eq([wagons[1]]));

    // A tree is cloned as a whole, or moved to another world: the handles inside it refer to the new entities.
    let cart = world.spawn((Local(5.0), Global(0.0)));
    let wheel = world.spawn((Local(0.5), Global(0.0), ChildOf(cart)));
    let twin = world.clone_tree::<ChildOf>(cart).unwrap();
    assert!(!world.tree::<ChildOf>().descendants(twin).any(|part| part == wheel));
    let mut garage = World::default();
    let parked = garage.spawn_tree(world.take_tree::<ChildOf>(twin).unwrap()).unwrap();
    assert_eq!(garage.tree::<ChildOf>().child_count(parked), 1);
    println!("{} entities are left", world.len());
}
