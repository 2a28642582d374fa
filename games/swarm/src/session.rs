//! A game in one process: recorded, saved, loaded and rewound.

use std::error::Error;

use ecs_world::Timeline;
use recording::{Recording, Simulation};

use crate::game::{Buttons, Game, PACE, Setup};

/// Errors of files, saves and recordings.
pub type Failure = Box<dyn Error + Send + Sync>;

/// Number of seconds that can be rewound.
const REWOUND: u32 = 10;
/// Number of frames from one snapshot to the next: a snapshot of each frame would take four times the memory.
const STRIDE: u32 = 4;

/// A running game.
#[derive(Debug)]
pub struct Session {
    game: Game,
    setup: Setup,
    /// The inputs since the start, without rewound ones; `None` after the game was loaded.
    inputs: Option<Vec<[Buttons; 2]>>,
    timeline: Timeline<Game>,
    frame: u64,
}

impl Session {
    /// Creates a game at its title screen.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let timeline = Timeline::new((REWOUND * PACE / STRIDE) as usize);
        Self { game: Game::start(&setup), setup, inputs: Some(Vec::new()), timeline, frame: 0 }
    }

    /// The current game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Number of the current frame.
    #[must_use]
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Number of snapshots to which the game can be rewound.
    #[must_use]
    pub fn snapshots(&self) -> usize {
        self.timeline.len()
    }

    /// Simulates one frame.
    pub fn step(&mut self, buttons: [Buttons; 2]) {
        if self.frame.is_multiple_of(u64::from(STRIDE)) {
            self.timeline.save(self.frame, &self.game);
        }
        self.game.advance(buttons);
        self.frame += 1;
        if let Some(inputs) = &mut self.inputs {
            inputs.push(buttons);
        }
    }

    /// Returns to the previous snapshot, up to four frames back. Does nothing if no snapshot is left, which is ten seconds back.
    pub fn rewind(&mut self) {
        let Some(frame) = self.timeline.frames().rev().find(|frame| *frame < self.frame) else { return };
        if self.timeline.load(frame, &mut self.game).is_ok() {
            self.timeline.discard_after(frame);
            // The inputs before that frame remain.
            if let Some(inputs) = &mut self.inputs {
                inputs.truncate(usize::try_from(frame).unwrap_or(usize::MAX));
            }
            self.frame = frame;
        }
    }

    /// Serialises the game.
    ///
    /// # Errors
    ///
    /// If the game cannot be serialised.
    pub fn save(&self) -> Result<Vec<u8>, Failure> {
        Ok(postcard::to_allocvec(&self.game)?)
    }

    /// Replaces the game by a saved one. Drops the recorded inputs, since they do not lead to its state.
    ///
    /// # Errors
    ///
    /// If the bytes are no save of this game. The game then stays as it was.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.replace(read(bytes)?);
        Ok(())
    }

    /// Continues with a game that was saved: neither the inputs nor the snapshots until now lead there.
    fn replace(&mut self, game: Game) {
        self.game = game;
        self.inputs = None;
        self.timeline.clear();
    }

    /// Returns the recording of the game.
    ///
    /// # Errors
    ///
    /// If the game was loaded.
    pub fn recording(&self) -> Result<Recording<Game>, Failure> {
        let inputs = self.inputs.clone().ok_or("a game that was loaded has no recording from its start")?;
        Ok(Recording::new(self.setup.clone(), inputs, &self.game))
    }
}

fn read(bytes: &[u8]) -> Result<Game, postcard::Error> {
    match postcard::take_from_bytes(bytes)? {
        (game, []) => Ok(game),
        _ => Err(postcard::Error::DeserializeBadEncoding),
    }
}

/// Saves in files: each is written beside the old one, and replaces it when it is complete.
#[cfg(not(target_arch = "wasm32"))]
mod files {
    use std::path::Path;

    use ecs_world::WorldFiles;

    use super::{Failure, Game, Session, read};

    impl Session {
        /// Saves the game to a file.
        ///
        /// # Errors
        ///
        /// If the file cannot be written.
        pub fn save_to(&self, path: &Path) -> Result<(), Failure> {
            Ok(self.game.save_to(path, |game, file| {
                file.write_all(&postcard::to_allocvec(game)?)?;
                Ok::<_, Failure>(())
            })?)
        }

        /// Replaces the game by the one in a file, like [`load`](Self::load).
        ///
        /// # Errors
        ///
        /// If the file cannot be read, or is no save of this game. The game then stays as it was.
        pub fn load_from(&mut self, path: &Path) -> Result<(), Failure> {
            self.replace(Game::load_from(path, read)?);
            Ok(())
        }
    }
}
