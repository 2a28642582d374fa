//! Recordings of a game: its start and the inputs of each frame, which is all that a deterministic world needs to be played again.
//!
//! A [`Recording`] is written to a file and read from it. A [`Tape`] plays one, and goes to any of its frames by snapshots that it takes on
//! its way. [`first_difference`] finds the frame in which two recordings part, in **O(log frames)** comparisons of hashes.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use ecs_world::{Saves, Snapshot};
use rollback::game::{Buttons, Game, advance, start};
use serde::{Deserialize, Serialize};

/// Frames between two snapshots of a [`Tape`]: what it simulates at most, besides one restore, to go back.
const STRIDE: usize = 60;

/// A game that was played: 2 bytes a frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    /// The game that it was recorded of: another version of it would play something else.
    schema: u64,
    drones: usize,
    inputs: Vec<[Buttons; 2]>,
    /// The hash of the last state.
    hash: u64,
}

/// Why a recording cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// The bytes are no recording.
    Damaged(postcard::Error),
    /// It was recorded by a program with other components, resources or events.
    OtherGame {
        /// The schema of the recording.
        schema: u64,
    },
    /// It ends in another state than when it was recorded.
    OtherEnd {
        /// The hash when it was recorded.
        recorded: u64,
        /// The hash now.
        played: u64,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(error) => write!(f, "this is no recording: {error}"),
            Self::OtherGame { schema } => {
                let own = Game::SCHEMA_HASH;
                write!(f, "the recording is of a game with schema {schema:016x}; that of this program is {own:016x}")
            }
            Self::OtherEnd { recorded, played } => {
                write!(f, "the game ends with hash {played:016x}; when it was recorded it was {recorded:016x}")
            }
        }
    }
}

impl Error for Refused {}

impl Recording {
    /// Plays a game with these inputs, and records it.
    #[must_use]
    pub fn of(drones: usize, inputs: Vec<[Buttons; 2]>) -> Self {
        let mut game = start(drones, false);
        for frame in &inputs {
            advance(&mut game, *frame);
        }
        Self { schema: Game::SCHEMA_HASH, drones, inputs, hash: game.state_hash() }
    }

    /// A recording as bytes.
    ///
    /// # Errors
    ///
    /// If there is no memory for them.
    pub fn to_bytes(&self) -> Result<Vec<u8>, postcard::Error> {
        postcard::to_allocvec(self)
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged, or of another game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Refused> {
        let (recording, rest) = postcard::take_from_bytes::<Self>(bytes).map_err(Refused::Damaged)?;
        if !rest.is_empty() {
            return Err(Refused::Damaged(postcard::Error::DeserializeUnexpectedEnd));
        }
        if recording.schema != Game::SCHEMA_HASH {
            return Err(Refused::OtherGame { schema: recording.schema });
        }
        Ok(recording)
    }

    /// How many frames it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Returns true if it has no frames.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// The hash of the state after the last frame.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Plays it from its start to its end.
    ///
    /// # Errors
    ///
    /// If it ends in another state than when it was recorded.
    pub fn replay(&self) -> Result<Game, Refused> {
        let mut tape = Tape::new(self.clone());
        tape.seek(self.len());
        let played = tape.game.state_hash();
        if played == self.hash { Ok(tape.game) } else { Err(Refused::OtherEnd { recorded: self.hash, played }) }
    }
}

/// A recording that is played.
#[derive(Debug)]
pub struct Tape {
    recording: Recording,
    game: Game,
    frame: usize,
    snapshots: BTreeMap<usize, Snapshot<Game>>,
}

impl Tape {
    /// A recording at its start.
    #[must_use]
    pub fn new(recording: Recording) -> Self {
        let game = start(recording.drones, false);
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
            advance(&mut self.game, self.recording.inputs[self.frame]);
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
    /// The first frame that ends differently.
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
    let mut tapes = [Tape::new(one.clone()), Tape::new(other.clone())];
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
