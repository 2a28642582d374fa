//! What is not part of the state when a delta is applied: readers, fields that serde skips, and pending values of transient components.

use ecs_world::prelude::*;
use ecs_world::{ChangeReader, EventCursor};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Place {
    at: i32,
    #[serde(skip)]
    is_drawn: bool,
}

/// A component that no reader tracks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Name {
    letter: char,
    #[serde(skip)]
    width: u32,
}

#[derive(Debug, Clone, PartialEq)]
struct Mesh(&'static str);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Hit(u32);

ecs_world! {
    #[derive(Clone, Serialize, Deserialize)]
    struct Game;
    components: #[tracked] Place, Name, #[transient] Mesh;
    events: Hit;
}

fn place(at: i32) -> Place {
    Place { at, is_drawn: false }
}

fn found(reader: &mut ChangeReader<Place>, game: &mut Game) -> Vec<Entity> {
    let mut all = vec![];
    reader.for_each(game, |entity, _| all.push(entity));
    all
}

#[test]
fn a_reader_of_changes_visits_an_equal_value_in_a_reused_slot() {
    let mut server = Game::default();
    let [first, second] = [1, 2].map(|at| server.spawn(place(at)));
    let mut client = server.clone();
    let mut reader = ChangeReader::<Place>::new(&mut client);
    _ = found(&mut reader, &mut client);

    let base = server.clone();
    server.despawn(second).unwrap();
    let successor = server.spawn(place(2));
    assert_eq!(successor.index(), second.index());
    client.apply(&server.diff(&base).unwrap()).unwrap();
    assert_eq!(found(&mut reader, &mut client), [first, successor]);

    // A delta that replaces no entity and no value.
    let base = server.clone();
    server.spawn(());
    client.apply(&server.diff(&base).unwrap()).unwrap();
    assert_eq!(found(&mut reader, &mut client), []);
}

#[test]
fn an_entity_in_a_reused_slot_has_no_skipped_field_of_the_former_one() {
    let mut server = Game::default();
    let former = server.spawn((place(1), Name { letter: 'a', width: 0 }));
    let mut client = server.clone();
    client.get_mut::<Place>(former).unwrap().is_drawn = true;
    client.get_mut::<Name>(former).unwrap().width = 7;

    let base = server.clone();
    server.spawn(());
    client.apply(&server.diff(&base).unwrap()).unwrap();
    let is_kept = client.get::<Name>(former).is_some_and(|name| name.width == 7);
    assert!(is_kept, "unchanged columns are not replaced");

    let base = server.clone();
    server.despawn(former).unwrap();
    let successor = server.spawn((place(1), Name { letter: 'a', width: 0 }));
    client.apply(&server.diff(&base).unwrap()).unwrap();
    assert_eq!(client.get::<Place>(successor), Some(&place(1)));
    assert_eq!(client.get::<Name>(successor), Some(&Name { letter: 'a', width: 0 }));
    client.check_invariants().unwrap();
}

/// A server and a client in one state: both have a pending command with a `Name`, and that of the client also has a `Mesh`.
fn pending() -> (Game, Game, Entity) {
    let name = || Name { letter: 'b', width: 0 };
    let mut server = Game::default();
    let ship = server.spawn(place(1));
    let mut client = server.clone();
    server.commands().insert(ship, name());
    client.commands().insert(ship, (name(), Mesh("ship")));
    assert_eq!(client.state_hash(), server.state_hash());
    (server, client, ship)
}

#[test]
fn a_transient_value_of_a_pending_command_stays_if_no_command_changed() {
    let (mut server, mut client, ship) = pending();
    client.apply(&server.diff(&server).unwrap()).unwrap();
    let base = server.clone();
    server.get_mut::<Place>(ship).unwrap().at = 3;
    server.spawn(place(2));
    client.apply(&server.diff(&base).unwrap()).unwrap();
    assert_eq!(client.state_hash(), server.state_hash());
    server.flush();
    client.flush();
    assert_eq!(client.get::<Mesh>(ship), Some(&Mesh("ship")));
    assert_eq!(client.state_hash(), server.state_hash(), "the other values are inserted, too");
}

#[test]
fn pending_commands_that_changed_are_those_of_the_other_world() {
    let (mut server, mut client, ship) = pending();
    let base = server.clone();
    server.commands().remove::<Place>(ship);
    client.apply(&server.diff(&base).unwrap()).unwrap();
    client.flush();
    let has = (client.get::<Name>(ship).is_some(), client.has::<Place>(ship));
    assert_eq!((has, client.get::<Mesh>(ship)), ((true, false), None));
}

fn with_hits(base: &Game, hits: &[u32]) -> Game {
    let mut game = base.clone();
    for hit in hits {
        game.events.hit.send(Hit(*hit));
    }
    game
}

fn unread(game: &Game, cursor: &mut EventCursor<Hit>) -> Vec<u32> {
    game.events.hit.read(cursor).map(|hit| hit.0).collect()
}

#[test]
fn a_cursor_outside_of_the_world_reads_events_from_the_first_replaced_one() {
    let cases: [(&[u32], &[u32], &[u32]); 9] = [
        (&[1, 2], &[1, 2], &[]),
        (&[1, 2], &[1, 2, 3], &[3]),
        (&[1, 2], &[1], &[]),
        (&[1, 2], &[1, 3], &[3]),
        (&[1, 2], &[1, 3, 4], &[3, 4]),
        (&[1, 2], &[3], &[3]),
        (&[1, 2], &[2, 1], &[2, 1]),
        (&[1, 2, 3], &[1, 4, 3], &[4, 3]),
        (&[1, 2, 3], &[1, 4], &[4]),
    ];
    let mut base = with_hits(&Game::default(), &[8, 9]);
    base.update_events();
    for (old, new, others) in cases {
        for is_clone in [false, true] {
            let mut client = with_hits(&base, old);
            let (mut cursor, mut fresh) = (EventCursor::default(), EventCursor::default());
            assert_eq!(unread(&client, &mut cursor).len(), 2 + old.len());
            fresh.skip(&base.events.hit);
            if is_clone {
                client = client.clone();
            }
            let mut server = with_hits(&base, new);
            client.apply(&server.diff(&client).unwrap()).unwrap();
            assert_eq!(unread(&client, &mut cursor), others, "from {old:?} to {new:?}");
            assert_eq!(unread(&client, &mut fresh), new, "a cursor that had read none of them");

            let before = server.clone();
            server.update_events();
            server.events.hit.send(Hit(7));
            client.apply(&server.diff(&before).unwrap()).unwrap();
            assert_eq!(unread(&client, &mut cursor), [7], "events stay the same when they age");
            server.update_events();
            client.apply(&server.diff(&client).unwrap()).unwrap();
            assert_eq!(unread(&client, &mut cursor).len(), 0);
        }
    }
}

#[test]
fn a_cursor_outside_of_the_world_reads_dropped_events_again_that_a_delta_restores() {
    let before = with_hits(&Game::default(), &[1, 2]);
    let (mut client, mut cursor) = (before.clone(), EventCursor::default());
    assert_eq!(unread(&client, &mut cursor), [1, 2]);
    (0..2).for_each(|_| client.update_events());
    client.apply(&before.diff(&client).unwrap()).unwrap();
    assert_eq!(unread(&client, &mut cursor), [1, 2], "the client cannot know that these events are the same");
    assert_eq!(unread(&client, &mut cursor).len(), 0);
}
