//! Recordings of a game, played again: to their end, or to any of their frames.
//!
//! What is recorded is the start and the inputs of each frame, with [`recording`]. A [`Tape`] plays it, and goes to any of its frames by
//! snapshots that it takes on its way. [`first_difference`] finds the frame in which two recordings part, in **O(log frames)** comparisons
//! of hashes.

use std::collections::BTreeMap;
use std::fmt;

use ecs_world::{Saves, Snapshot};
use recording::Simulation;
use rollback::game::{Buttons, Game, advance, start};

/// Frames between two snapshots of a [`Tape`]: what it simulates at most, besides one restore, to go back.
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
    /// The game as it is.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.0
    }
}

/// A match that was played: 2 bytes a frame.
pub type Recording = recording::Recording<Match>;

/// A recording that is played.
#[derive(Debug)]
pub struct Tape<'r> {
    recording: &'r Recording,
    game: Game,
    frame: usize,
    snapshots: BTreeMap<usize, Snapshot<Game>>,
}

impl<'r> Tape<'r> {
    /// A recording at its start.
    #[must_use]
    pub fn new(recording: &'r Recording) -> Self {
        let Match(game) = Match::start(recording.setup());
        let snapshots = BTreeMap::from([(0, game.snapshot())]);
        Self { recording, game, frame: 0, snapshots }
    }

    /// The game after the frames that were played.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Frames that were played.
    #[must_use]
    pub fn frame(&self) -> usize {
        self.frame
    }

    /// Goes to the state after so many frames, or after the last one: from the nearest snapshot before it, or from where the tape is.
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

/// Where two recordings part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parting {
    /// The first frame that ends differently, from 1; 0 if the starts differ.
    pub frame: usize,
    /// What differs after it.
    pub difference: String,
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frame {} is the first that ends differently: {}", self.frame, self.difference)
    }
}

/// Finds the first frame after which the states of two recordings differ, if the last one that both have does. What differs once is
/// taken to differ from then on, so that half of the frames are left out each time.
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
