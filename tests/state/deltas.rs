//! A delta changes a world exactly from one state to another, or leaves it as it is.

use ecs_world::prelude::*;
use ecs_world::{ChangeReader, Delta, DeltaError, EventCursor};

use crate::changes::{Random, change, world_after};
use crate::worlds::{ChildOf, Dense, Doubled, Flag, Game, Hashed, Hit, Lost, Ordered, Packed, Slow, Tree, seen};

fn by_postcard(delta: &Delta<Game>) -> Delta<Game> {
    postcard::from_bytes(&postcard::to_allocvec(delta).unwrap()).unwrap()
}

fn by_json(delta: &Delta<Game>) -> Delta<Game> {
    serde_json::from_str(&serde_json::to_string(delta).unwrap()).unwrap()
}

fn by_ron(delta: &Delta<Game>) -> Delta<Game> {
    ron::from_str(&ron::to_string(delta).unwrap()).unwrap()
}

/// Removes the transient values, which are not compared.
fn without_transient(game: &mut Game) {
    for lost in game.query::<(Entity, &Lost)>().iter().map(|(entity, _)| entity).collect::<Vec<_>>() {
        game.remove::<Lost>(lost).unwrap();
    }
    game.flush();
}

#[test]
fn a_delta_leads_exactly_to_the_other_state() {
    for seed in 0..100 {
        let mut random = Random(seed);
        let before = [0, 1, 2, 3, 10, 60, 200][random.below(7)];
        let base = world_after(before, &mut random);
        let mut game = base.clone();
        let after = [0, 1, 2, 3, 10, 60, 200][random.below(7)];
        (0..after).for_each(|_| change(&mut game, &mut random));

        let delta = game.diff(&base).unwrap();
        let received = [by_postcard, by_json, by_ron][random.below(3)](&delta);
        assert_eq!(received, delta, "seed {seed}");
        let mut other = base.clone();
        other.apply(&received).unwrap();
        assert_eq!(game.first_difference(&other), None, "seed {seed}");
        assert_eq!(game.state_hash(), other.state_hash(), "seed {seed}");
        assert_eq!(serde_json::to_string(&game).unwrap(), serde_json::to_string(&other).unwrap(), "seed {seed}");

        // Both continue in the same way, apart from transient values.
        without_transient(&mut game);
        without_transient(&mut other);
        let (mut one, mut two) = (random.clone(), random.clone());
        for step in 0..30 {
            assert_eq!(seen(&mut game), seen(&mut other), "seed {seed}, after {step} further changes");
            change(&mut game, &mut one);
            change(&mut other, &mut two);
        }
    }
}

#[test]
fn deltas_follow_each_other_and_lead_back() {
    let mut random = Random(7);
    let mut server = world_after(60, &mut random);
    without_transient(&mut server);
    let mut client = server.clone();
    for _ in 0..60 {
        let before = server.clone();
        (0..3).for_each(|_| change(&mut server, &mut random));
        client.apply(&server.diff(&before).unwrap()).unwrap();
        assert_eq!(client.state_hash(), server.state_hash());
        client.apply(&before.diff(&server).unwrap()).unwrap();
        assert_eq!(client.state_hash(), before.state_hash(), "deltas lead back to the former state, too");
        client.apply(&server.diff(&before).unwrap()).unwrap();
        client.check_invariants().unwrap();
    }
}

#[test]
fn the_delta_of_equal_states_is_empty() {
    let game = world_after(60, &mut Random(3));
    let delta = game.diff(&game.clone()).unwrap();
    assert!(delta.is_empty());
    assert_eq!((delta.base(), delta.target()), (game.state_hash(), game.state_hash()));
    let mut other = game.clone();
    other.apply(&delta).unwrap();
    assert_eq!(other.state_hash(), game.state_hash());
}

#[test]
fn transient_values_stay_with_entities_that_live_on() {
    let mut base = Game::default();
    let [kept, despawned] = [1, 2].map(|value| base.spawn((Dense(value), Lost(value))));
    base.resources.window.0 = 5;
    base.flush();
    let mut game = base.clone();
    game.despawn(despawned).unwrap();
    let spawned = game.spawn((Dense(3), Lost(3)));
    game.get_mut::<Dense>(kept).unwrap().0 = 4;
    game.resources.window.0 = 6;
    game.flush();
    let mut other = base.clone();
    other.apply(&game.diff(&base).unwrap()).unwrap();
    assert_eq!(other.get::<Lost>(kept), Some(&Lost(1)));
    assert_eq!((other.get::<Lost>(spawned), other.resources.window.0), (None, 5));
    let both = other.query::<(Entity, &Dense, &Lost)>().iter().map(|(entity, ..)| entity).collect::<Vec<_>>();
    assert_eq!(both, [kept], "views of transient components are rebuilt");
    other.check_invariants().unwrap();
}

#[test]
fn readers_outside_of_the_world_continue() {
    let mut base = Game::default();
    base.events.hit.send(Hit(1));
    let mut client = base.clone();
    let mut cursor = EventCursor::default();
    assert_eq!(client.events.hit.read(&mut cursor).count(), 1);
    let mut game = base.clone();
    game.events.hit.send(Hit(2));
    client.apply(&game.diff(&base).unwrap()).unwrap();
    let read: Vec<_> = client.events.hit.read(&mut cursor).map(|hit| hit.0).collect();
    assert_eq!(read, [2], "an event is received once");
}

mod tracked {
    use serde::{Deserialize, Serialize};

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(super) struct Health(pub(super) u32);
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(super) struct Mana(pub(super) u32);

    ecs_world::ecs_world! {
        #[derive(Clone, Serialize, Deserialize)]
        pub(super) struct Tracked;
        components: #[tracked] Health, #[tracked] Mana;
    }
}

#[test]
fn readers_of_changes_find_the_columns_that_changed() {
    use tracked::{Health, Mana, Tracked};
    let mut client = Tracked::default();
    let [one, two] = [1, 2].map(|value| client.spawn((Health(value), Mana(value))));
    let (mut health, mut mana) = (ChangeReader::<Health>::new(&mut client), ChangeReader::<Mana>::new(&mut client));
    let base = client.clone();
    let mut game = base.clone();
    game.get_mut::<Health>(two).unwrap().0 = 5;
    client.apply(&game.diff(&base).unwrap()).unwrap();
    let mut changed = vec![];
    health.for_each(&mut client, |entity, value| changed.push((entity, value.0)));
    assert_eq!(changed, [(one, 1), (two, 5)]);
    mana.for_each(&mut client, |_, _| unreachable!("no mana changed"));
    health.release(&mut client);
    mana.release(&mut client);
}

mod cached {
    use ecs_world::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(super) struct Place(pub(super) u32);
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(super) struct Speed(pub(super) u32);

    #[system(view = list)]
    fn advance(place: &mut Place, speed: &Speed) {
        place.0 = place.0.wrapping_mul(31) + speed.0;
    }

    ecs_world! {
        #[derive(Clone, Serialize, Deserialize)]
        pub(super) struct Cached;
        components: Place, Speed;
        systems: advance;
    }
}

#[test]
fn the_hashes_of_parts_depend_on_the_order_of_each_list() {
    use cached::{Cached, Place, Speed};
    let line = |world: &Cached| {
        let parts = world.part_hashes().to_string();
        parts.lines().find(|line| line.starts_with("lists Place, Speed: ")).expect("the view is a list").to_owned()
    };
    let mut world = Cached::default();
    let empty = line(&world);
    let all = [1, 2].map(|number| world.spawn((Place(number), Speed(number))));
    let forwards = line(&world);
    for entity in all {
        world.remove::<Speed>(entity).unwrap();
    }
    for entity in all.into_iter().rev() {
        world.insert(entity, Speed(0)).unwrap();
    }
    let backwards = line(&world);
    let mut same = Cached::default();
    let [first, second] = [1, 2].map(|number| same.spawn(Place(number)));
    same.insert(second, Speed(0)).unwrap();
    same.insert(first, Speed(7)).unwrap();
    assert_eq!(line(&same), backwards, "the hash of a list depends only on its order");
    assert!(empty != forwards && forwards != backwards, "{empty}, {forwards}, {backwards}");
}

#[test]
fn positions_that_were_cached_before_a_delta_are_not_used() {
    use cached::{Cached, Place, Speed};
    let mut base = Cached::default();
    let all: Vec<_> = base.spawn_batch((0..200).map(Place)).into_iter().collect();
    // Two orders after the same number of changes, so that counts alone do not distinguish them.
    let states = [false, true].map(|backwards| {
        let mut state = base.clone();
        for at in 0..200 {
            let entity = all[if backwards { 199 - at } else { at }];
            state.insert(entity, Speed(u32::try_from(at).unwrap())).unwrap();
        }
        state
    });
    let mut other = states[0].clone();
    for _ in 0..2 {
        for (from, to) in [(&states[0], &states[1]), (&states[1], &states[0])] {
            let mut expected = to.clone();
            other.apply(&to.diff(from).unwrap()).unwrap();
            let applied = other.clone();
            for _ in 0..5 {
                other.run();
                expected.run();
            }
            assert_eq!(other.state_hash(), expected.state_hash());
            other.apply(&applied.diff(&other).unwrap()).unwrap();
        }
    }
}

#[test]
fn a_delta_of_another_base_is_refused() {
    let base = world_after(20, &mut Random(1));
    let mut game = base.clone();
    game.spawn(Dense(1));
    let delta = game.diff(&base).unwrap();
    let mut other = base.clone();
    other.spawn(Packed(1));
    let hash = other.state_hash();
    let error = other.apply(&delta).unwrap_err();
    assert_eq!(error, DeltaError::Base { expected: base.state_hash(), found: hash });
    assert!(error.to_string().contains(&format!("{hash:016x}")), "{error}");
    assert_eq!(other.state_hash(), hash);
}

#[test]
fn a_delta_of_another_declaration_is_refused() {
    let empty = tracked::Tracked::default();
    let sent = postcard::to_allocvec(&empty.diff(&empty).unwrap()).unwrap();
    let delta: Delta<Game> = postcard::from_bytes(&sent).unwrap();
    assert_eq!(Game::default().apply(&delta), Err(DeltaError::Schema));
}

#[test]
fn states_that_cannot_be_saved_are_refused() {
    let (base, mut game) = (Game::default(), Game::default());
    let delta = base.diff(&base).unwrap();
    game.commands().queue(|game: &mut Game, value| drop(game.spawn_batch([Dense(value)])), 3);
    for result in [game.diff(&base).map(drop), base.diff(&game).map(drop), game.apply(&delta)] {
        let Err(DeltaError::Unsaved(reason)) = result else { panic!("{result:?}") };
        assert!(reason.contains("flush"), "{reason}");
    }
}

#[test]
fn deltas_contain_pending_commands() {
    let mut base = Game::default();
    let entity = base.spawn((Dense(1), Flag));
    base.commands().insert(entity, Slow(2));
    let mut game = base.clone();
    game.commands().remove::<Flag>(entity);
    let reserved = game.reserve_entity();
    game.commands().insert(reserved, Dense(7));
    game.insert(entity, (Hashed(1), Ordered(2))).unwrap();
    let mut other = base.clone();
    other.apply(&game.diff(&base).unwrap()).unwrap();
    assert_eq!(other.state_hash(), game.state_hash());
    other.flush();
    game.flush();
    assert_eq!(other.get::<Dense>(reserved), Some(&Dense(7)));
    assert_eq!(seen(&mut other), seen(&mut game));
}

/// A delta with something in each part.
fn rich() -> (Game, Game) {
    let mut base = Game::default();
    let all: Vec<Entity> = base.spawn_batch((0..4).map(|at| (Dense(at), Slow(at), Doubled(at)))).into_iter().collect();
    base.spawn_batch((0..3).map(|at| (Tree(at), Hashed(at), Ordered(at), Packed(at))));
    base.insert(all[1], ChildOf(all[0])).unwrap();
    base.run();
    base.flush();
    let mut game = base.clone();
    game.insert(all[2], (ChildOf(all[1]), Flag)).unwrap();
    game.despawn(all[3]).unwrap();
    game.spawn_batch((0..3).map(|at| (Packed(at), Ordered(at), Flag)));
    game.events.hit.send(Hit(3));
    game.resources.log.0.push(70_000);
    game.run();
    game.flush();
    (base, game)
}

#[test]
fn a_damaged_delta_is_refused_and_changes_nothing() {
    let (base, game) = rich();
    let sent = postcard::to_allocvec(&game.diff(&base).unwrap()).unwrap();
    let (hash, mut other, mut count) = (base.state_hash(), base.clone(), 0);
    let mut refused = |bytes: &[u8], what: &str| {
        let Ok(delta) = postcard::from_bytes::<Delta<Game>>(bytes) else { return };
        // Some edits are redundant, for instance the order of a list that is rebuilt.
        match other.apply(&delta) {
            Ok(()) => {
                assert_eq!(other.state_hash(), game.state_hash(), "{what}");
                other = base.clone();
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert_eq!(other.state_hash(), hash, "{what}: {error}");
                count += 1;
            }
        }
    };
    for length in 0..sent.len() {
        refused(&sent[..length], "a truncated delta");
    }
    for bit in 0..sent.len() * 8 {
        let mut flipped = sent.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        refused(&flipped, &format!("bit {bit}"));
    }
    assert!(count > sent.len() * 7, "only {count} of {} flipped bits were refused", sent.len() * 8);
    other.check_invariants().unwrap();
    other.apply(&postcard::from_bytes(&sent).unwrap()).unwrap();
    assert_eq!(other.state_hash(), game.state_hash());
}

#[test]
fn random_bytes_are_refused() {
    let (base, game) = rich();
    let delta = game.diff(&base).unwrap();
    let (head, hash) = (postcard::to_allocvec(&delta).unwrap(), base.state_hash());
    let mut other = base.clone();
    let mut random = Random(5);
    for _ in 0..2_000 {
        let mut bytes = head.clone();
        // The first three numbers stay, so that the edits are read.
        let first = bytes.len() - delta.len();
        for _ in 0..=random.below(6) {
            let at = first + random.below(delta.len());
            bytes[at] = [0, 1, 2, 0x7f, 0x80, 0xff][random.below(6)];
        }
        let Ok(delta) = postcard::from_bytes::<Delta<Game>>(&bytes) else { continue };
        if other.apply(&delta).is_ok() {
            assert_eq!(other.state_hash(), game.state_hash());
            other = base.clone();
        }
        assert_eq!(other.state_hash(), hash);
    }
}

mod sized {
    use serde::{Deserialize, Serialize};

    #[derive(Debug, Clone, Copy, Serialize, Deserialize)]
    pub(super) struct Position(pub(super) [f32; 3]);
    #[derive(Debug, Clone, Copy, Serialize, Deserialize)]
    pub(super) struct Health(pub(super) u64);

    ecs_world::ecs_world! {
        #[derive(Clone, Serialize, Deserialize)]
        pub(super) struct Sized;
        components: Position, Health;
        queries: (Position, Health);
    }
}

#[test]
fn a_delta_is_as_small_as_what_changed() {
    use sized::{Health, Position, Sized};
    let mut base = Sized::default();
    let all: Vec<_> = base.spawn_batch((0..100_000).map(|at| (Position([0.5; 3]), Health(at)))).into_iter().collect();
    let mut game = base.clone();
    for at in (0..100_000).step_by(100) {
        game.get_mut::<Position>(all[at]).unwrap().0[0] = 1.5;
    }
    // 1 000 values of 12 bytes and handles of 8: at most 1.5 times their size.
    let changed = game.diff(&base).unwrap().len();
    assert!(changed <= 1_000 * (12 + 8) * 3 / 2, "{changed} bytes");
    assert!(changed <= 1_000 * (12 + 1) + 16, "{changed} bytes: the values, and a byte for each row");

    let cost = |edit: &dyn Fn(&mut Sized, usize)| {
        let mut game = base.clone();
        (0..100).for_each(|at| edit(&mut game, at * 997));
        game.diff(&base).unwrap().len() / 100
    };
    let spawn = cost(&|game, _| _ = game.spawn((Position([2.5; 3]), Health(7))));
    assert!(spawn <= 20 + 3, "{spawn} bytes: the values, and a byte for the slot and for each component");
    let despawn = cost(&|game, at| game.despawn(all[at]).unwrap());
    assert!(despawn <= 32, "{despawn} bytes");
    let remove = cost(&|game, at| _ = game.remove::<Health>(all[at]).unwrap());
    assert!(remove <= 32, "{remove} bytes");
}

#[cfg(feature = "std")]
#[test]
fn a_delta_does_not_change_the_times_of_systems() {
    let runs = |game: &Game| game.system_times().map(|time| time.runs).collect::<Vec<_>>();
    let mut random = Random(1);
    let mut server = world_after(20, &mut random);
    let mut client = server.clone();
    (0..3).for_each(|_| client.run());
    server = client.clone();
    let before = runs(&client);
    assert!(before.iter().any(|runs| *runs >= 3), "{before:?}");
    (0..2).for_each(|_| server.run());
    client.apply(&server.diff(&client).unwrap()).unwrap();
    assert_eq!(client.state_hash(), server.state_hash());
    assert_eq!(runs(&client), before);
}

#[test]
fn sorting_a_transient_component_is_no_change_of_the_state() {
    let mut server = world_after(60, &mut Random(3));
    let mut client = server.clone();
    client.spawn_batch((0..5).map(Lost));
    server.spawn_batch((0..5).map(Lost));
    client.sort_by_key::<Lost, _>(|lost| std::cmp::Reverse(lost.0));
    assert_eq!(client.state_hash(), server.state_hash());
    assert_eq!(postcard::to_allocvec(&client).unwrap(), postcard::to_allocvec(&server).unwrap());
    let base = server.clone();
    server.spawn(Dense(7));
    client.apply(&server.diff(&base).unwrap()).unwrap();
    assert_eq!(client.state_hash(), server.state_hash());
}

#[test]
fn readers_outside_of_a_restored_world_receive_the_events_of_a_delta() {
    for (predicted, sent) in [(0, 1), (1, 1), (2, 2), (3, 1), (1, 3)] {
        let (mut client, mut cursor) = (Game::default(), EventCursor::default());
        client.events.hit.send(Hit(1));
        let mut server = client.clone();
        assert_eq!(client.events.hit.read(&mut cursor).count(), 1);
        let snapshot = client.snapshot();
        (0..predicted).for_each(|_| client.events.hit.send(Hit(2)));
        assert_eq!(client.events.hit.read(&mut cursor).count(), predicted);
        client.restore(&snapshot);
        let base = server.clone();
        (0..sent).for_each(|_| server.events.hit.send(Hit(3)));
        client.apply(&server.diff(&base).unwrap()).unwrap();
        let read: Vec<_> = client.events.hit.read(&mut cursor).map(|hit| hit.0).collect();
        assert_eq!(read, vec![3; sent], "{predicted} predicted");
        assert_eq!(client.events.hit.read(&mut cursor).count(), 0);
    }
}

mod grouped {
    use ecs_world::prelude::*;

    #[system]
    fn both(_: &mut u8, _: &u16) {}

    ecs_world! {
        #[derive(Clone, Serialize, Deserialize)]
        pub(crate) struct Pairs;
        components: u8 as A, #[double_buffered] u16 as B;
        systems: both;
    }
}

/// If bytes are cut out, and the number of the next part is adjusted, a delta may contain all values but not their order.
#[test]
fn a_delta_that_lacks_bytes_is_refused_or_leads_to_its_target() {
    use grouped::Pairs;
    let mut base = Pairs::default();
    let all = [1_u8, 2, 3].map(|own| base.spawn(own));
    let mut game = base.clone();
    game.insert(all[2], 7_u16).unwrap();
    let delta = serde_json::to_value(game.diff(&base).unwrap()).unwrap();
    let bytes: Vec<_> = delta[3].as_array().unwrap().iter().map(|byte| byte.as_u64().unwrap()).collect();
    let mut applied = 0;
    for (from, to) in (0..bytes.len()).flat_map(|from| (from..=bytes.len()).map(move |to| (from, to))) {
        for more in 0..4 {
            let mut fewer = [&bytes[..from], &bytes[to..]].concat();
            if let Some(next) = fewer.get_mut(from) {
                *next += more;
            }
            let mut damaged = delta.clone();
            damaged[3] = fewer.into();
            let Ok(damaged) = serde_json::from_value::<Delta<Pairs>>(damaged) else { continue };
            let mut other = base.clone();
            if other.apply(&damaged).is_ok() {
                applied += 1;
                other.check_invariants().unwrap();
                assert_eq!(other.state_hash(), game.state_hash(), "without {from}..{to}, and {more} more");
                assert_eq!(other.first_difference(&game), None);
            } else {
                assert_eq!(other.first_difference(&base), None);
            }
        }
    }
    assert!(applied > 1, "a delta that lacks only the order of a group is applied");
}

#[test]
fn readers_outside_of_the_world_read_no_event_twice_after_a_delta_to_a_former_state() {
    let (mut game, mut cursor) = (Game::default(), EventCursor::default());
    let read = |game: &Game, cursor: &mut EventCursor<Hit>| game.events.hit.read(cursor).count();
    let base = game.clone();
    (0..2).for_each(|_| game.events.hit.send(Hit(1)));
    assert_eq!(read(&game, &mut cursor), 2);
    let one = {
        let mut one = base.clone();
        one.events.hit.send(Hit(1));
        one
    };
    game.apply(&one.diff(&game).unwrap()).unwrap();
    assert_eq!(read(&game, &mut cursor), 0, "the event was read before");
    game.apply(&base.diff(&game).unwrap()).unwrap();
    (0..2).for_each(|_| game.events.hit.send(Hit(3)));
    assert_eq!(read(&game, &mut cursor), 2, "these events are not those that were read");
    assert_eq!(read(&game, &mut cursor), 0);
}

#[test]
fn readers_of_the_original_receive_events_that_deltas_replaced_in_a_clone() {
    let (mut original, mut cursor) = (Game::default(), EventCursor::default());
    let base = original.clone();
    (0..2).for_each(|_| original.events.hit.send(Hit(1)));
    assert_eq!(original.events.hit.read(&mut cursor).count(), 2);
    let mut game = original.clone();
    game.events.hit.send(Hit(2));
    game.apply(&base.diff(&game).unwrap()).unwrap();
    let mut others = base.clone();
    (0..2).for_each(|_| others.events.hit.send(Hit(3)));
    game.apply(&others.diff(&game).unwrap()).unwrap();
    assert!(game.events.hit.read(&mut cursor).eq(&[Hit(3), Hit(3)]));
}
