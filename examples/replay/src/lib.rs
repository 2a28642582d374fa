//! Recordings of a game, which are replayed to their end, or to any of their frames.
//!
//! A recording contains the start and the inputs of each frame ([`recording`]). A [`Tape`] plays it, and seeks any of its frames by
//! snapshots that it takes while it plays. [`first_difference`] finds the frame in which two recordings diverge, with **O(log frames)**
//! comparisons of hashes.

use std::collections::BTreeMap;
use std::fmt;

use ecs_world::{Saves, Snapshot};
use recording::Simulation;
use rollback::game::{Buttons, Game, advance, start};

/// Frames between two snapshots of a [`Tape`]. To go back, it restores one and simulates fewer frames than this.
const STRIDE: usize = 60;

/// The game that is recorded, which starts from a number of drones.
#[derive(Debug)]
pub struct Match(Game);

impl Simulation for Match {
    type Setup = usize;
    type Input = [Buttons; 2];

    fn schema() -> u64 {
        Game::SCHEMA_HASH
    }

    fn start(drones: &usize) -> Self {
        Self(start(*drones, false))
    }

    fn advance(&mut self, inputs: [Buttons; 2]) {
        advance(&mut self.0, inputs);
    }

    fn hash(&self) -> u64 {
        self.0.state_hash()
    }
}

impl Match {
    /// Returns the current state of the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.0
    }
}

/// A recording of a match: 2 bytes per frame.
pub type Recording = recording::Recording<Match>;

/// Plays a recording.
#[derive(Debug)]
pub struct Tape<'r> {
    recording: &'r Recording,
    game: Game,
    frame: usize,
    snapshots: BTreeMap<usize, Snapshot<Game>>,
}

impl<'r> Tape<'r> {
    /// Creates a tape at the start of a recording.
    #[must_use]
    pub fn new(recording: &'r Recording) -> Self {
        let Match(game) = Match::start(recording.setup());
        let snapshots = BTreeMap::from([(0, game.snapshot())]);
        Self { recording, game, frame: 0, snapshots }
    }

    /// Returns the game after the frames that were played.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the number of frames that were played.
    #[must_use]
    pub fn frame(&self) -> usize {
        self.frame
    }

    /// Moves to the state after this number of frames, or after the last one if there are fewer: from the nearest snapshot before it, or
    /// from the current frame.
    pub fn seek(&mut self, frame: usize) {
        let frame = frame.min(self.recording.len());
        let nearest = self.snapshots.range(..=frame).next_back();
        if let Some((&at, snapshot)) = nearest
            && (frame < self.frame || self.frame < at)
        {
            self.game.restore(snapshot);
            self.frame = at;
        }
        while self.frame < frame {
            advance(&mut self.game, self.recording.inputs()[self.frame]);
            self.frame += 1;
            if self.frame.is_multiple_of(STRIDE) {
                self.snapshots.entry(self.frame).or_insert_with(|| self.game.snapshot());
            }
        }
    }

    fn hash_after(&mut self, frame: usize) -> u64 {
        self.seek(frame);
        self.game.state_hash()
    }
}

/// The point at which two recordings diverge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parting {
    /// The first frame that ends differently, from 1; 0 if the starts differ.
    pub frame: usize,
    /// Description of the difference after that frame.
    pub difference: String,
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frame {} is the first that ends differently: {}", self.frame, self.difference)
    }
}

/// Finds the first frame after which the states of two recordings differ, if those after the last common frame differ. It assumes that
/// states which differ once differ from then on, so each comparison excludes half of the frames.
#[must_use]
pub fn first_difference(one: &Recording, other: &Recording) -> Option<Parting> {
    let mut tapes = [Tape::new(one), Tape::new(other)];
    let mut differ = |frame| {
        let [one, other] = tapes.each_mut().map(|tape| tape.hash_after(frame));
        one != other
    };
    let (mut equal, mut frame) = (0, one.len().min(other.len()));
    if differ(0) {
        frame = 0;
    } else if !differ(frame) {
        return None;
    }
    while frame - equal > 1 {
        let middle = equal.midpoint(frame);
        if differ(middle) {
            frame = middle;
        } else {
            equal = middle;
        }
    }
    let [one, other] = tapes.each_mut().map(|tape| {
        tape.seek(frame);
        tape.game()
    });
    let difference = one.first_difference(other).map(|found| found.to_string()).unwrap_or_default();
    Some(Parting { frame, difference })
}
