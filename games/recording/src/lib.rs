//! Recordings of a game: its setup and the inputs of each frame, from which a deterministic world can be played again.
//!
//! A [`Recording`] also contains the hash of the last state, which tells a program whether it played the same game.
//!
//! ```
//! use recording::{Recording, Simulation};
//!
//! #[derive(Debug, Default)]
//! struct Counter(u64);
//!
//! impl Simulation for Counter {
//!     type Setup = u64;
//!     type Input = u8;
//!     fn schema() -> u64 {
//!         1
//!     }
//!     fn start(setup: &u64) -> Self {
//!         Self(*setup)
//!     }
//!     fn advance(&mut self, input: u8) {
//!         self.0 += u64::from(input);
//!     }
//!     fn hash(&self) -> u64 {
//!         self.0
//!     }
//! }
//!
//! let recording = Recording::<Counter>::of(7, vec![1, 2, 3]);
//! let bytes = recording.to_bytes()?;
//! let played = Recording::<Counter>::from_bytes(&bytes)?.play()?;
//! assert_eq!(played.0, 13);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::error::Error;
use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A game that depends only on its setup and its inputs.
pub trait Simulation: Sized {
    /// The data that a game starts from.
    type Setup: Clone + fmt::Debug + Serialize + DeserializeOwned;
    /// The input of one frame.
    type Input: Copy + fmt::Debug + Serialize + DeserializeOwned;

    /// A number that identifies the types of the state: recordings with another schema are refused.
    fn schema() -> u64;

    /// Creates a game at its start.
    fn start(setup: &Self::Setup) -> Self;

    /// Simulates one frame.
    fn advance(&mut self, input: Self::Input);

    /// Returns the hash of the state.
    fn hash(&self) -> u64;
}

/// The recording of a game.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Recording<S: Simulation> {
    schema: u64,
    setup: S::Setup,
    inputs: Vec<S::Input>,
    hash: u64,
}

impl<S: Simulation> Recording<S> {
    /// Creates a recording from the setup, the inputs of each frame, and the game after the last of them.
    #[must_use]
    pub fn new(setup: S::Setup, inputs: Vec<S::Input>, ended: &S) -> Self {
        Self { schema: S::schema(), setup, inputs, hash: ended.hash() }
    }

    /// Plays a game with the given inputs, and records it.
    #[must_use]
    pub fn of(setup: S::Setup, inputs: Vec<S::Input>) -> Self {
        let ended: S = played(&setup, &inputs);
        Self::new(setup, inputs, &ended)
    }

    /// Number of frames.
    #[must_use]
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Returns true if there are no frames.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// The setup of the game.
    #[must_use]
    pub fn setup(&self) -> &S::Setup {
        &self.setup
    }

    /// The inputs, one per frame.
    #[must_use]
    pub fn inputs(&self) -> &[S::Input] {
        &self.inputs
    }

    /// The hash of the state after the last frame.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Serialises the recording.
    ///
    /// # Errors
    ///
    /// If the setup or an input cannot be serialised.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Refused> {
        postcard::to_allocvec(self).map_err(Refused::Damaged)
    }

    /// Reads bytes that [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged, or are a recording of another game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Refused> {
        // The schema comes first: if it is another one, the rest cannot be read as a recording of this game.
        let (recorded, _) = postcard::take_from_bytes::<u64>(bytes).map_err(Refused::Damaged)?;
        let own = S::schema();
        if recorded != own {
            return Err(Refused::OtherGame { recorded, own });
        }
        match postcard::take_from_bytes(bytes).map_err(Refused::Damaged)? {
            (recording, []) => Ok(recording),
            _ => Err(Refused::Damaged(postcard::Error::DeserializeUnexpectedEnd)),
        }
    }

    /// Plays the game from start to end, and returns it.
    ///
    /// # Errors
    ///
    /// If the game ends in another state than the recorded one.
    pub fn play(&self) -> Result<S, Refused> {
        let game: S = played(&self.setup, &self.inputs);
        let hash = game.hash();
        if hash == self.hash { Ok(game) } else { Err(Refused::OtherEnd { recorded: self.hash, played: hash }) }
    }
}

fn played<S: Simulation>(setup: &S::Setup, inputs: &[S::Input]) -> S {
    let mut game = S::start(setup);
    for input in inputs {
        game.advance(*input);
    }
    game
}

/// Why a recording cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// The bytes are a damaged or incomplete recording of this game.
    Damaged(postcard::Error),
    /// The recording was made by a program with other components, resources or events; or the bytes are no recording, and begin with
    /// another number than the schema.
    OtherGame {
        /// The schema of the recording.
        recorded: u64,
        /// The schema of this program.
        own: u64,
    },
    /// The game ends in another state than the recorded one.
    OtherEnd {
        /// The recorded hash.
        recorded: u64,
        /// The hash after playing.
        played: u64,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(error) => write!(f, "this is no recording: {error}"),
            Self::OtherGame { recorded, own } => {
                write!(f, "the recording is of a game with schema {recorded:016x}; that of this program is {own:016x}")
            }
            Self::OtherEnd { recorded, played } => {
                write!(f, "the game ends with hash {played:016x}; when it was recorded it was {recorded:016x}")
            }
        }
    }
}

impl Error for Refused {}

#[cfg(test)]
mod tests {
    use super::{Recording, Refused, Simulation};

    #[derive(Debug, Clone)]
    struct Sum<const SCHEMA: u64>(u64);

    impl<const SCHEMA: u64> Simulation for Sum<SCHEMA> {
        type Setup = u64;
        type Input = u8;

        fn schema() -> u64 {
            SCHEMA
        }

        fn start(setup: &u64) -> Self {
            Self(*setup)
        }

        fn advance(&mut self, input: u8) {
            self.0 = self.0.wrapping_mul(3).wrapping_add(u64::from(input));
        }

        fn hash(&self) -> u64 {
            self.0
        }
    }

    #[test]
    fn recordings_of_any_length_are_read_as_they_were_written() {
        for frames in [0, 1, 2, 3, 200] {
            let recording = Recording::<Sum<1>>::of(5, (0..frames).map(|frame| frame % 3).collect());
            let read = Recording::<Sum<1>>::from_bytes(&recording.to_bytes().unwrap()).unwrap();
            assert_eq!((read.len(), read.is_empty(), read.hash()), (frames.into(), frames == 0, recording.hash()));
        }
    }

    #[test]
    fn damaged_recordings_are_refused() {
        let bytes = Recording::<Sum<1>>::of(5, vec![1, 2]).to_bytes().unwrap();
        for length in 0..bytes.len() {
            assert!(matches!(Recording::<Sum<1>>::from_bytes(&bytes[..length]), Err(Refused::Damaged(_))));
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(matches!(Recording::<Sum<1>>::from_bytes(&longer), Err(Refused::Damaged(_))));
    }

    #[test]
    fn recordings_of_another_game_are_refused() {
        let bytes = Recording::<Sum<1>>::of(5, vec![1, 2]).to_bytes().unwrap();
        let refused = Recording::<Sum<2>>::from_bytes(&bytes).unwrap_err();
        assert_eq!(refused, Refused::OtherGame { recorded: 1, own: 2 });
        // Even if the setup and the inputs cannot be read as those of this game.
        let bytes = postcard::to_allocvec(&(3_u64, "a start", [[1_u16; 3]; 2], 4_u64)).unwrap();
        let refused = Recording::<Sum<2>>::from_bytes(&bytes).unwrap_err();
        assert_eq!(refused, Refused::OtherGame { recorded: 3, own: 2 });
    }

    #[test]
    fn a_recording_that_ends_in_another_state_is_refused() {
        let recording = Recording::<Sum<1>>::new(5, vec![1], &Sum(17));
        assert_eq!(recording.play().unwrap_err(), Refused::OtherEnd { recorded: 17, played: 16 });
    }
}
