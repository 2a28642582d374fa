//! A game that one process plays: recorded, saved, loaded and rewound.

use std::error::Error;

use ecs_world::Timeline;
use recording::{Recording, Simulation};

use crate::game::{Buttons, Game, PACE, Setup};

/// Errors of files, saves and recordings.
pub type Failure = Box<dyn Error + Send + Sync>;

/// Seconds that can be rewound.
const REWOUND: u32 = 10;
/// Frames between two snapshots: ten seconds with each frame would take four times the memory.
const STRIDE: u32 = 4;

/// A game that is played.
#[derive(Debug)]
pub struct Session {
    game: Game,
    setup: Setup,
    /// The inputs since the start, without those that were rewound; none if the game was loaded.
    inputs: Option<Vec<[Buttons; 2]>>,
    timeline: Timeline<Game>,
    frame: u64,
}

impl Session {
    /// A game at its title.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let timeline = Timeline::new((REWOUND * PACE / STRIDE) as usize);
        Self { game: Game::start(&setup), setup, inputs: Some(Vec::new()), timeline, frame: 0 }
    }

    /// The game as it is.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Number of the frame.
    #[must_use]
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Number of snapshots that can be rewound.
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

    /// Goes back to the snapshot before, four frames; after ten seconds there is none, and nothing happens.
    pub fn rewind(&mut self) {
        let Some(frame) = self.timeline.frames().rev().find(|frame| *frame < self.frame) else { return };
        if self.timeline.load(frame, &mut self.game).is_ok() {
            self.timeline.discard_after(frame);
            // The inputs until then are those of the frames that remain.
            if let Some(inputs) = &mut self.inputs {
                inputs.truncate(usize::try_from(frame).unwrap_or(usize::MAX));
            }
            self.frame = frame;
        }
    }

    /// The game as bytes.
    ///
    /// # Errors
    ///
    /// If there is no memory for them.
    pub fn save(&self) -> Result<Vec<u8>, Failure> {
        Ok(postcard::to_allocvec(&self.game)?)
    }

    /// Replaces the game by one that was saved. What was recorded so far is dropped, since it does not lead there.
    ///
    /// # Errors
    ///
    /// If the bytes are no save of this game. The game stays as it was.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.game = read(bytes)?;
        self.inputs = None;
        Ok(())
    }

    /// What was played.
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

/// Saves in files, written beside the old one and moved to its place when they are whole.
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

        /// Replaces the game by that of a file, as [`load`](Self::load) does.
        ///
        /// # Errors
        ///
        /// If the file cannot be read, or is no save of this game. The game stays as it was.
        pub fn load_from(&mut self, path: &Path) -> Result<(), Failure> {
            self.game = Game::load_from(path, read)?;
            self.inputs = None;
            Ok(())
        }
    }
}
