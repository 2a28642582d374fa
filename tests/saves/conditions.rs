//! Systems whose conditions wait for the events that they read.

use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Ping(u32);

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Heard(Vec<u32>);

#[system(run_if = on_event(Ping))]
fn hear(pings: EventReader<'_, Ping>, heard: &mut Heard) {
    heard.0.extend(pings.into_iter().map(|ping| ping.0));
}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    pub(crate) struct Listening;
    resources: Heard;
    events: Ping;
    systems: hear;
}

/// The condition has a cursor of its own, and both have the name of the system.
#[test]
fn a_loaded_system_whose_condition_is_on_event_reads_no_event_twice() {
    let mut game = Listening::default();
    game.events.ping.send(Ping(1));
    game.run();
    let save = postcard::to_allocvec(&game).expect("the world can be saved");
    let mut loaded: Listening = postcard::from_bytes(&save).expect("the save can be loaded");
    assert_eq!(loaded.state_hash(), game.state_hash());
    for game in [&mut game, &mut loaded] {
        game.events.ping.send(Ping(2));
        game.run();
        assert_eq!(game.resources.heard.0, [1, 2]);
    }
}
