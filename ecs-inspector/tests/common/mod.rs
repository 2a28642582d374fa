//! A small game for the tests: ships fall, and lose a point of health in each frame.

use ecs_inspector::{Inspector, Request, Response, Settings};
use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Position {
    pub x: f32,
    pub y: f32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Health(pub u32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Name(pub String);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Kind {
    Scout,
    Freighter { load: u64 },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frozen;

/// A mass, which JSON cannot represent if it is not finite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mass(pub f64);

#[derive(Debug, Clone, PartialEq)]
pub struct Cache(pub u8);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub struct ChildOf(pub Entity);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gravity(pub f32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    pub ship: Entity,
    pub points: u32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub enum Phase {
    #[default]
    Title,
    Play,
}

#[system]
fn fall(position: &mut Position, gravity: &Gravity) {
    position.y -= gravity.0;
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Decay {
    pub points: u32,
}

#[system(without(Frozen))]
impl Decay {
    fn run(&mut self, ship: Entity, health: &mut Health, hits: &mut Events<Hit>) {
        health.0 = health.0.saturating_sub(self.points);
        hits.send(Hit { ship, points: self.points });
    }
}

ecs_world! {
    #[derive(Serialize, Deserialize, Snapshot)]
    pub struct Game;
    components: Position, #[double_buffered] Health, Name, Kind, Frozen, Mass, #[storage(vec)] #[transient] Cache;
    relations: ChildOf (tree, cascade);
    resources: Gravity = Gravity(1.0);
    events: Hit;
    states: Phase;
    systems: fall, Decay = Decay { points: 1 };
}

/// An editable inspector.
pub fn editable() -> Inspector<Game> {
    Inspector::new(Settings::new().editable(true))
}

/// Answers a request that is given as JSON, as the page sends it.
pub fn ask(inspector: &mut Inspector<Game>, game: &mut Game, request: Value) -> Value {
    let request: Request = serde_json::from_value(request).expect("the value is a request");
    serde_json::to_value(inspector.respond(game, request)).expect("the answer is JSON")
}

/// Returns the reason for which a request is refused.
pub fn refusal(inspector: &mut Inspector<Game>, game: &mut Game, request: Value) -> String {
    let answer = ask(inspector, game, request);
    assert_eq!(answer["is"], "refused", "{answer}");
    answer["reason"].as_str().expect("the reason is a text").to_owned()
}

/// Returns the indices of the entities that a search finds.
pub fn found(inspector: &mut Inspector<Game>, game: &mut Game, search: &str) -> Vec<u64> {
    let answer = ask(inspector, game, json!({ "ask": "entities", "search": search, "limit": 1000 }));
    let rows = answer["rows"].as_array().unwrap_or_else(|| panic!("{answer}"));
    assert_eq!(answer["found"], rows.len());
    rows.iter().map(|row| row["entity"][0].as_u64().expect("an index")).collect()
}

/// Runs one frame as a program does. Returns true if the game ran.
pub fn frame(inspector: &mut Inspector<Game>, game: &mut Game) -> bool {
    let runs = inspector.answer(game);
    if runs {
        game.run();
    }
    runs
}

/// Sends a request as another thread does, so that frames are recorded from now on.
pub fn look(inspector: &mut Inspector<Game>, game: &mut Game) {
    let answers = inspector.client().ask(vec![Request::Status]).expect("the request is queued");
    assert!(frame(inspector, game));
    assert!(matches!(answers.try_recv().as_deref(), Ok([Response::Status(_)])));
}
