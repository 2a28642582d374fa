//! What a session of `ggrs` asks for, fulfilled by a world: save, load, advance.

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

/// What a session keeps of a frame. None while its memory is used for another frame.
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
    /// Whether a frame has the same inputs each time that it is simulated, as in a test of a session.
    is_test: bool,
    hashes: BTreeMap<Frame, u64>,
    difference: Option<String>,
    frames_again: u64,
    /// The next frame of the game.
    frame: Frame,
}

impl Player {
    /// A player of this game, whose frames must be equal each time that they are simulated.
    #[must_use]
    pub fn of_test(game: Game) -> Self {
        Self { game, is_test: true, hashes: BTreeMap::new(), difference: None, frames_again: 0, frame: 0 }
    }

    /// A player of this game, some of whose inputs are predicted.
    #[must_use]
    pub fn of_match(game: Game) -> Self {
        Self { is_test: false, ..Self::of_test(game) }
    }

    /// The game as it is.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What differed when a frame was simulated again, if anything did.
    #[must_use]
    pub fn difference(&self) -> Option<&str> {
        self.difference.as_deref()
    }

    /// How many frames were simulated again.
    #[must_use]
    pub fn frames_again(&self) -> u64 {
        self.frames_again
    }

    /// The hash of the state before a frame, as it was saved last.
    #[must_use]
    pub fn hash_before(&self, frame: Frame) -> Option<u64> {
        self.hashes.get(&frame).copied()
    }

    /// Does what a session asks for, in its order.
    ///
    /// # Panics
    ///
    /// If the session asks to load what it did not ask to save.
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

    /// Writes over the state that the cell had, so that a frame allocates nothing.
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

    /// What differs from the first time that this frame was simulated.
    fn difference_to(&self, first: &Snapshot<Game>, frame: Frame) -> String {
        let mut before = Game::default();
        before.restore(first);
        let difference = before.first_difference(&self.game);
        difference.map_or_else(|| format!("frame {frame}: nothing differs"), |found| format!("frame {frame}: {found}"))
    }
}
