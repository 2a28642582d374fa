//! Replicas: clients with entities of their own also have those of the server.

use std::collections::BTreeSet;

use ecs_world::prelude::*;
use ecs_world::{DeltaError, Replica};
use serde::{Deserialize, Serialize};

use crate::changes::Random;

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Health(u32);

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Flag;

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, VisitHandles)]
pub(crate) struct Target(Entity);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub(crate) struct ChildOf(Entity);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub(crate) struct Likes(EntitySet);

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Seen(u32);

#[system]
impl Seen {
    fn run(&mut self, _: &Health, _: &Flag) {}

    fn on_added(&mut self) {
        self.0 += 1;
    }

    fn on_removed(&mut self) {
        self.0 += 100;
    }
}

ecs_world! {
    #[derive(Clone, Serialize, Deserialize)]
    pub(crate) struct Arena;
    components: Health, #[storage(tag)] Flag, #[handles] Target, #[double_buffered] u64 as Score;
    relations: ChildOf (tree, cascade), Likes (many, clear);
    resources: u32 as Round;
    systems: Seen;
}

fn change(arena: &mut Arena, random: &mut Random) {
    let all: Vec<_> = arena.entities().collect();
    let value = u32::try_from(random.below(100)).unwrap();
    let (Some(one), Some(other)) = (all.get(random.below(all.len())), all.get(random.below(all.len()))) else {
        arena.spawn(Health(value));
        return;
    };
    let (one, other) = (*one, *other);
    match random.below(12) {
        0 | 1 => drop(arena.spawn_batch([(Health(value), Flag)])),
        2 => drop(arena.spawn_batch([(Target(one), u64::from(value))])),
        3 => drop(arena.despawn(one)),
        4 => drop(arena.insert(one, Health(value))),
        5 => drop(arena.insert(one, Target(other))),
        6 => drop(arena.insert(one, (Flag, u64::from(value)))),
        7 | 8 => drop(arena.insert(one, ChildOf(other))),
        9 => {
            let mut likes = arena.get::<Likes>(one).map(|likes| likes.0.clone()).unwrap_or_default();
            likes.insert(other);
            drop(arena.insert(one, Likes(likes)));
        }
        10 => _ = arena.remove_any::<(Flag, ChildOf)>(one),
        _ => _ = arena.remove_any::<(Health, Likes)>(one),
    }
}

/// The content of each entity, with its handles replaced by `map`.
fn content(arena: &Arena, entities: &[Entity], map: impl Fn(Entity) -> Option<Entity>) -> Vec<String> {
    let mapped = |entity: Entity| map(entity).filter(|_| arena.contains(entity));
    let all = entities.iter().map(|entity| {
        let likes: Option<Vec<_>> = arena.get::<Likes>(*entity).map(|likes| likes.0.iter().map(mapped).collect());
        let sources: BTreeSet<_> = arena.sources::<Likes>().of(*entity).map(mapped).collect();
        let children: BTreeSet<_> = arena.tree::<ChildOf>().children(*entity).map(mapped).collect();
        format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {likes:?} {sources:?} {children:?}",
            map(*entity),
            arena.get::<Health>(*entity),
            arena.has::<Flag>(*entity),
            arena.get::<Target>(*entity).map(|target| mapped(target.0)),
            arena.get::<u64>(*entity),
            arena.get::<ChildOf>(*entity).map(|parent| mapped(parent.0)),
        )
    });
    all.collect()
}

struct Client {
    arena: Arena,
    replica: Replica<Arena>,
    own: Vec<Entity>,
}

impl Client {
    fn new(own: u32) -> Self {
        let mut arena = Arena::default();
        let own = arena.spawn_batch((0..own).map(|at| (Health(1_000 + at), Flag))).into_vec();
        arena.resources.round = 77;
        Self { arena, replica: Replica::new(), own }
    }

    /// Updates the client, and compares it with the server.
    fn update(&mut self, server: &Arena) {
        let sent = postcard::to_allocvec(&server.diff(self.replica.original()).unwrap()).unwrap();
        self.replica.apply(&mut self.arena, &postcard::from_bytes(&sent).unwrap()).unwrap();
        let Self { arena, replica, own } = self;
        arena.check_invariants().unwrap();
        assert_eq!(replica.original().state_hash(), server.state_hash());
        let there: Vec<_> = server.entities().collect();
        let here: Vec<_> =
            there.iter().map(|entity| replica.here(*entity).expect("the entity is replicated")).collect();
        assert_eq!(
            content(server, &there, |entity| replica.here(entity)),
            content(arena, &here, |entity| replica.there(entity).is_some().then_some(entity)),
        );
        assert!(here.iter().zip(&there).all(|(here, there)| replica.there(*here) == Some(*there)));
        assert_eq!((replica.len(), arena.len()), (there.len(), there.len() + own.len()));
        assert!(own.iter().all(|own| arena.has::<Health>(*own) && replica.there(*own).is_none()));
        assert_eq!(arena.resources.round, 77, "the client keeps its resources");
    }
}

#[test]
fn clients_with_entities_of_their_own_have_what_the_server_has() {
    for seed in 0..25 {
        let mut random = Random(seed);
        let mut server = Arena::default();
        let mut clients = [Client::new(3), Client::new(0)];
        for step in 0..40 {
            (0..random.below(6)).for_each(|_| change(&mut server, &mut random));
            clients[0].update(&server);
            // The other client is updated less often.
            if step % 7 == 0 {
                clients[1].update(&server);
            }
        }
        clients[1].update(&server);
    }
}

#[test]
fn parents_and_children_can_change_places() {
    let (mut server, mut client) = (Arena::default(), Client::new(1));
    let parent = server.spawn(Health(1));
    let child = server.spawn((Health(2), ChildOf(parent)));
    let grandchild = server.spawn((Health(3), ChildOf(child)));
    client.update(&server);
    server.remove::<ChildOf>(child).unwrap();
    server.insert(parent, ChildOf(child)).unwrap();
    client.update(&server);
    server.insert(grandchild, ChildOf(parent)).unwrap();
    client.update(&server);
    // An entity that moved away in time survives its former parent.
    server.remove::<ChildOf>(grandchild).unwrap();
    server.despawn(child).unwrap();
    assert_eq!(server.len(), 1);
    client.update(&server);
}

#[test]
fn handles_of_the_server_never_refer_to_entities_of_the_client() {
    let (mut server, mut client) = (Arena::default(), Client::new(2));
    let [gone, hunter] = [0, 1].map(|value| server.spawn(Health(value)));
    server.insert(hunter, Target(gone)).unwrap();
    server.despawn(gone).unwrap();
    assert_eq!(gone, client.own[0], "the client has the same handle for another entity");
    client.update(&server);
    let here = client.replica.here(hunter).unwrap();
    let target = client.arena.get::<Target>(here).unwrap().0;
    assert!(!client.arena.contains(target));
    assert_eq!(client.arena.try_spawn(()).map(|spawned| spawned == target), Ok(false));
}

#[test]
fn a_handle_that_is_spawned_later_refers_to_the_entity_that_arrives() {
    let (mut server, mut client) = (Arena::default(), Client::new(2));
    let hunter = server.spawn(Health(1));
    let other = server.spawn(Target(hunter));
    let reserved = server.reserve_entity();
    server.insert(hunter, Target(reserved)).unwrap();
    client.update(&server);
    assert_eq!((server.contains(reserved), client.replica.here(reserved)), (false, None));
    let [here, other] = [hunter, other].map(|there| client.replica.here(there).unwrap());
    let own = client.own[0];
    client.arena.insert(other, Target(own)).unwrap();

    server.flush();
    let delta = server.diff(client.replica.original()).unwrap();
    client.replica.apply(&mut client.arena, &delta).unwrap();
    let arrived = client.replica.here(reserved).unwrap();
    assert_eq!(client.arena.get::<Target>(here), Some(&Target(arrived)));
    assert_eq!(client.arena.get::<Target>(other), Some(&Target(own)), "a handle of the client is not replaced");
    client.arena.insert(other, Target(here)).unwrap();

    // The same case with a handle of another world.
    let mut ahead = server.clone();
    let there = ahead.spawn_batch([Health(2), Health(3)])[1];
    server.insert(hunter, Target(there)).unwrap();
    client.update(&server);
    server.spawn_at(there, Health(4)).unwrap();
    client.update(&server);
    assert!(client.replica.here(there).is_some());
}

#[test]
fn callbacks_of_the_client_are_called() {
    let (mut server, mut client) = (Arena::default(), Client::new(0));
    let entity = server.spawn((Health(1), Flag));
    client.update(&server);
    assert_eq!(client.arena.systems.seen.0, 1);
    server.get_mut::<Health>(entity).unwrap().0 = 2;
    client.update(&server);
    assert_eq!(client.arena.systems.seen.0, 1, "a replaced value is no transition");
    server.despawn(entity).unwrap();
    client.update(&server);
    assert_eq!(client.arena.systems.seen.0, 101);
}

#[test]
fn entities_that_the_client_despawned_do_not_return() {
    let (mut server, mut client) = (Arena::default(), Client::new(1));
    let [one, two] = [1, 2].map(|value| server.spawn(Health(value)));
    client.update(&server);
    let here = client.replica.here(one).unwrap();
    client.arena.despawn(here).unwrap();
    server.insert(one, Flag).unwrap();
    server.get_mut::<Health>(two).unwrap().0 = 5;
    let delta = server.diff(client.replica.original()).unwrap();
    client.replica.apply(&mut client.arena, &delta).unwrap();
    assert_eq!(client.arena.len(), 2);
    server.despawn(one).unwrap();
    client.update(&server);
}

#[test]
fn a_delta_that_does_not_fit_changes_neither_world_nor_replica() {
    let (mut server, mut client) = (Arena::default(), Client::new(1));
    server.spawn(Health(1));
    client.update(&server);
    let missed = server.clone();
    server.spawn(Health(2));
    let between = server.clone();
    server.spawn(Health(3));
    let before = client.arena.state_hash();
    let error = client.replica.apply(&mut client.arena, &server.diff(&between).unwrap()).unwrap_err();
    assert!(matches!(error, DeltaError::Base { .. }), "{error}");
    assert_eq!((client.arena.state_hash(), client.replica.len()), (before, missed.len()));
    client.update(&server);
}

mod kept {
    #[allow(clippy::wildcard_imports, reason = "it declares what is there")]
    use super::*;

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
    pub(crate) struct Hunts(pub(crate) Entity);

    ecs_world! {
        #[derive(Clone, Serialize, Deserialize)]
        pub(crate) struct Woods;
        components: Health;
        relations: Hunts (keep), Likes (many, keep);
    }
}

#[test]
fn relations_that_keep_dead_targets_are_replicated_with_the_living_ones() {
    use kept::{Hunts, Woods};
    let mut server = Woods::default();
    let [hunter, prey, other] = [1, 2, 3].map(|health| server.spawn(Health(health)));
    server.insert(hunter, (Hunts(prey), Likes([prey, other].into()))).unwrap();
    let (mut early, mut replica) = (Woods::default(), Replica::new());
    // Makes handles of the client differ from those of the server.
    early.spawn_batch([7, 8].map(Health));
    replica.apply(&mut early, &server.diff(replica.original()).unwrap()).unwrap();
    server.despawn(prey).unwrap();
    replica.apply(&mut early, &server.diff(replica.original()).unwrap()).unwrap();
    let (mut late, mut late_replica) = (Woods::default(), Replica::new());
    late_replica.apply(&mut late, &server.diff(late_replica.original()).unwrap()).unwrap();
    for (client, replica) in [(&mut early, &replica), (&mut late, &late_replica)] {
        let [hunter, other] = [hunter, other].map(|entity| replica.here(entity).unwrap());
        assert!(client.has::<Hunts>(hunter) && !client.contains(client.get::<Hunts>(hunter).unwrap().0));
        let living: Vec<_> =
            client.get::<Likes>(hunter).unwrap().0.iter().filter(|own| client.contains(*own)).collect();
        assert_eq!(living, [other]);
        assert!(client.sources::<Likes>().of(other).eq([hunter]));
        client.check_invariants().unwrap();
        let dead = client.get::<Hunts>(hunter).unwrap().0;
        assert!(client.insert(other, Hunts(dead)).is_err(), "only a replica may insert a dead target");
    }
}

#[test]
fn dead_targets_that_are_kept_arrive_as_one_handle_of_no_entity() {
    use kept::Woods;
    for (dead, living) in [(0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 2), (20, 0), (20, 20)] {
        let mut server = Woods::default();
        let targets = server.spawn_batch((0..dead + living).map(Health)).into_vec();
        let hunter = server.spawn((Health(100), Likes(targets.iter().copied().collect())));
        let (gone, remaining) = targets.split_at(dead as usize);
        for target in gone {
            server.despawn(*target).unwrap();
        }
        assert_eq!(server.get::<Likes>(hunter).unwrap().0.len(), targets.len(), "the relation keeps dead targets");
        let (mut client, mut replica) = (Woods::default(), Replica::new());
        // The client uses the same handles for entities of its own.
        client.spawn_batch((0..dead).map(Health));
        replica.apply(&mut client, &server.diff(replica.original()).unwrap()).unwrap();
        let likes = &client.get::<Likes>(replica.here(hunter).unwrap()).expect("the entity has the relation").0;
        let (alive, stale): (Vec<_>, Vec<_>) = likes.iter().partition(|target| client.contains(*target));
        assert!(alive.into_iter().map(Some).eq(remaining.iter().map(|target| replica.here(*target))));
        assert_eq!(stale.len(), dead.min(1) as usize, "{dead} dead targets and {living} live ones");
        client.check_invariants().unwrap();
    }
}

#[test]
fn a_target_that_the_client_despawned_arrives_in_a_relation_that_keeps_dead_ones() {
    use kept::Woods;
    for count in [1, 2, 3, 20] {
        let mut server = Woods::default();
        let hunter = server.spawn(Health(100));
        let targets = server.spawn_batch((0..count).map(Health)).into_vec();
        let (mut client, mut replica) = (Woods::default(), Replica::new());
        client.spawn(Health(7));
        replica.apply(&mut client, &server.diff(replica.original()).unwrap()).unwrap();
        let here: Vec<_> = targets.iter().map(|target| replica.here(*target).unwrap()).collect();
        for target in here.iter().step_by(2) {
            client.despawn(*target).unwrap();
        }
        server.insert(hunter, Likes(targets.into_iter().collect())).unwrap();
        replica.apply(&mut client, &server.diff(replica.original()).unwrap()).unwrap();
        let likes = client.get::<Likes>(replica.here(hunter).unwrap()).expect("the entity has the relation");
        assert_eq!(likes.0.as_slice(), here, "{count} targets");
        client.check_invariants().unwrap();
    }
}

mod cascading {
    #[allow(clippy::wildcard_imports, reason = "it declares what is there")]
    use super::*;

    ecs_world! {
        #[derive(Clone, Serialize, Deserialize)]
        pub(crate) struct Woods;
        components: Health;
        relations: Likes (many, cascade);
    }
}

#[test]
fn a_target_that_the_client_despawned_is_left_out_of_a_relation_that_cascades() {
    use cascading::Woods;
    for count in [1, 2, 3, 20] {
        let mut server = Woods::default();
        let targets = server.spawn_batch((0..count).map(Health)).into_vec();
        let (mut client, mut replica) = (Woods::default(), Replica::new());
        client.spawn(Health(7));
        replica.apply(&mut client, &server.diff(replica.original()).unwrap()).unwrap();
        let here: Vec<_> = targets.iter().map(|target| replica.here(*target).unwrap()).collect();
        client.despawn(here[0]).unwrap();
        let hunter = server.spawn((Health(100), Likes(targets.into_iter().collect())));
        replica.apply(&mut client, &server.diff(replica.original()).unwrap()).unwrap();
        let likes = client.get::<Likes>(replica.here(hunter).unwrap()).map(|likes| likes.0.as_slice());
        assert_eq!(likes.unwrap_or_default(), &here[1..], "{count} targets");
        client.check_invariants().unwrap();
    }
}
