//! Requests of a session of `ggrs`, fulfilled by a world: save, load, advance.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use ecs_world::Snapshot;
use ggrs::{Config, Frame, GameStateCell, GgrsRequest, PredictRepeatLast};

use crate::game::{Buttons, Game, advance};

/// The types of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match;

impl Config for Match {
    type Input = Buttons;
    type InputPredictor = PredictRepeatLast;
    type State = Kept;
    type Address = SocketAddr;
}

/// The state of a frame that a session keeps; `None` while its memory is used for another frame.
#[derive(Debug, Clone, Default)]
pub struct Kept(Option<State>);

#[derive(Debug, Clone)]
struct State {
    frame: Frame,
    hash: u64,
    snapshot: Snapshot<Game>,
}

/// A game that a session drives.
#[derive(Debug)]
pub struct Player {
    game: Game,
    /// True if a frame has the same inputs each time that it is simulated, as in a test of a session.
    is_test: bool,
    hashes: BTreeMap<Frame, u64>,
    difference: Option<String>,
    frames_again: u64,
    /// The next frame of the game.
    frame: Frame,
}

impl Player {
    /// Creates a player whose frames must be equal each time that they are simulated.
    #[must_use]
    pub fn of_test(game: Game) -> Self {
        Self { game, is_test: true, hashes: BTreeMap::new(), difference: None, frames_again: 0, frame: 0 }
    }

    /// Creates a player for a match, in which some inputs are predicted.
    #[must_use]
    pub fn of_match(game: Game) -> Self {
        Self { is_test: false, ..Self::of_test(game) }
    }

    /// Returns the current state of the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the first difference between two simulations of a frame, if there was one.
    #[must_use]
    pub fn difference(&self) -> Option<&str> {
        self.difference.as_deref()
    }

    /// Returns the number of frames that were simulated again.
    #[must_use]
    pub fn frames_again(&self) -> u64 {
        self.frames_again
    }

    /// Returns the hash of the state before a frame, as last saved.
    #[must_use]
    pub fn hash_before(&self, frame: Frame) -> Option<u64> {
        self.hashes.get(&frame).copied()
    }

    /// Fulfils the requests of a session, in their order.
    ///
    /// # Panics
    ///
    /// If the session requests to load a frame that it did not request to save.
    pub fn fulfil(&mut self, requests: Vec<GgrsRequest<Match>>) {
        for request in requests {
            match request {
                GgrsRequest::SaveGameState { cell, frame } => self.save(&cell, frame),
                GgrsRequest::LoadGameState { cell, .. } => {
                    let kept = cell.data().expect("a session loads frames that it keeps");
                    let state = kept.0.as_ref().expect("a session loads frames that it keeps");
                    self.game.restore(&state.snapshot);
                    self.frames_again += u64::try_from(self.frame - state.frame).unwrap_or_default();
                    self.frame = state.frame;
                }
                GgrsRequest::AdvanceFrame { inputs } => {
                    advance(&mut self.game, [inputs[0].0, inputs[1].0]);
                    self.frame += 1;
                }
            }
        }
    }

    /// Overwrites the old state of the cell, so that a frame allocates nothing.
    fn save(&mut self, cell: &GameStateCell<Kept>, frame: Frame) {
        let hash = self.game.state_hash();
        let old = cell.data().and_then(|mut kept| kept.as_mut_dangerous().0.take());
        let state = match old {
            None => State { frame, hash, snapshot: self.game.snapshot() },
            Some(mut state) => {
                if self.is_test && state.frame == frame && state.hash != hash && self.difference.is_none() {
                    self.difference = Some(self.difference_to(&state.snapshot, frame));
                }
                self.game.snapshot_into(&mut state.snapshot);
                State { frame, hash, ..state }
            }
        };
        self.hashes.insert(frame, hash);
        cell.save(frame, Some(Kept(Some(state))), Some(hash.into()));
    }

    /// Describes how a frame differs from the first time that it was simulated.
    fn difference_to(&self, first: &Snapshot<Game>, frame: Frame) -> String {
        let mut before = Game::default();
        before.restore(first);
        let difference = before.first_difference(&self.game);
        difference.map_or_else(|| format!("frame {frame}: nothing differs"), |found| format!("frame {frame}: {found}"))
    }
}
