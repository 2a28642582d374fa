//! Relations in saves, deltas, replicas and snapshots: dead targets, cleared relations, and orders of trees.

use ecs_world::prelude::*;
use ecs_world::{LevelOrder, Replica};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Name(u32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub(crate) struct ChildOf(Entity);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub(crate) struct Likes(EntitySet);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub(crate) struct AimsAt(Entity);

/// Implemented by hand, without `remove_target`, so its values keep the handles of dead targets.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Far(Vec<Entity>);

impl Relation for Far {
    const MANY: bool = true;

    fn targets(&self) -> &[Entity] {
        &self.0
    }
}

impl VisitHandles for Far {
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        self.0.iter_mut().for_each(visit);
    }
}

ecs_world! {
    #[derive(Clone, Serialize, Deserialize, Snapshot)]
    pub(crate) struct Woods;
    components: Name;
    relations: ChildOf (tree, cascade), Likes (many, clear), AimsAt (keep), Far (many, clear);
}

fn saved_and_loaded(world: &Woods) -> Woods {
    let mut loaded: Woods = postcard::from_bytes(&postcard::to_allocvec(world).unwrap()).unwrap();
    loaded.check_invariants().unwrap();
    loaded
}

#[test]
fn a_value_may_keep_the_handles_of_dead_targets_in_saves_and_deltas() {
    let mut world = Woods::default();
    let [a, b] = [0, 1].map(|_| world.spawn(()));
    let source = world.spawn(Far(vec![a, b]));
    let before = world.clone();
    world.despawn(a).unwrap();
    world.check_invariants().unwrap();
    assert_eq!(world.get::<Far>(source).map(|far| far.0.len()), Some(2));
    let mut loaded = saved_and_loaded(&world);
    assert!(loaded.sources::<Far>().targets_of(source).eq([b]));
    let mut other = before.clone();
    other.apply(&world.diff(&before).unwrap()).unwrap();
    assert_eq!(other.state_hash(), world.state_hash());
    loaded.despawn(b).unwrap();
    assert_eq!((loaded.has::<Far>(source), loaded.sources::<Far>().targets_of(source).count()), (true, 0));
    loaded.check_invariants().unwrap();
}

#[test]
fn a_replica_leaves_out_targets_that_the_client_despawned() {
    let (mut server, mut client, mut replica) = (Woods::default(), Woods::default(), Replica::new());
    let [x, one, two, three] = [0, 1, 2, 3].map(|name| server.spawn(Name(name)));
    // Makes handles of the client differ from those of the server.
    client.spawn_batch([7, 8].map(Name));
    server.insert(x, Likes([one, two].into())).unwrap();
    let replicate = |server: &Woods, client: &mut Woods, replica: &mut Replica<Woods>| {
        replica.apply(client, &server.diff(replica.original()).unwrap()).unwrap();
        client.check_invariants().unwrap();
    };
    replicate(&server, &mut client, &mut replica);
    let here = [x, one, two].map(|entity| replica.here(entity).unwrap());
    client.despawn(here[2]).unwrap();
    server.insert(x, Likes([one, two, three].into())).unwrap();
    let y = server.spawn(Likes([two, three].into()));
    let z = server.spawn(Likes([two].into()));
    replicate(&server, &mut client, &mut replica);
    let [three, y, z] = [three, y, z].map(|entity| replica.here(entity).unwrap());
    assert_eq!(client.get::<Likes>(here[0]), Some(&Likes([here[1], three].into())));
    assert_eq!(client.get::<Likes>(y), Some(&Likes([three].into())));
    assert!(!client.has::<Likes>(z), "all of its targets are dead");
}

#[test]
fn a_relation_without_links_has_the_state_of_a_new_one() {
    let mut world = Woods::default();
    for count in [1, 2, 3, 5] {
        let root = world.spawn(());
        for _ in 0..count {
            world.spawn(ChildOf(root));
        }
        world.despawn(root).unwrap();
        let mut shrunk = world.clone();
        shrunk.shrink_to_fit();
        let loaded = saved_and_loaded(&world);
        assert_eq!([shrunk.state_hash(), loaded.state_hash()], [world.state_hash(); 2], "{count}");
        let roots = [&mut world, &mut shrunk].map(|world| {
            let roots = [0, 1, 2].map(|name| world.spawn(Name(name)));
            for root in roots.iter().rev() {
                world.spawn((Name(9), ChildOf(*root)));
            }
            let (mut order, mut found) = (LevelOrder::default(), vec![]);
            world
                .query_mut::<(Entity, &Name)>()
                .for_each_parent_first::<ChildOf>(&mut order, |_, (own, _)| found.push(own));
            for root in roots {
                world.despawn(root).unwrap();
            }
            found
        });
        assert_eq!(roots[0], roots[1], "{count}");
        world.check_invariants().unwrap();
    }
}

#[test]
fn an_order_of_levels_is_not_taken_for_that_of_a_clone_whose_sources_were_moved() {
    let mut world = Woods::default();
    let root = world.spawn(());
    let children = [0, 1, 2].map(|_| world.spawn(ChildOf(root)));
    let (mut moved, mut linked) = (world.clone(), world.clone());
    assert!(moved.move_source_before::<ChildOf>(children[0], children[2]));
    linked.insert(children[0], ChildOf(children[1])).unwrap();
    let mut order = LevelOrder::default();
    order.update(moved.tree::<ChildOf>());
    assert_eq!(order.levels(), 1);
    order.update(linked.tree::<ChildOf>());
    assert_eq!(order.levels(), 2);
}
