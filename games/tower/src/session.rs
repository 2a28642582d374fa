//! A session: a game with its inputs, which can be undone, saved, and played again.

use ecs_world::Timeline;

use crate::game::{self, Phase, Tower};
use crate::walk::Key;

/// Turns that can be undone.
const UNDO: usize = 100;

pub(crate) struct Session {
    pub(crate) world: Tower,
    seed: u64,
    /// The input of each turn.
    keys: String,
    before: Timeline<Tower>,
}

impl Session {
    pub(crate) fn new(seed: u64) -> Self {
        Self { world: game::begin(seed), seed, keys: String::new(), before: Timeline::new(UNDO) }
    }

    pub(crate) fn is_over(&self) -> bool {
        let phase = &self.world.states.phase;
        *phase.requested().unwrap_or(phase.get()) != Phase::Climbing
    }

    /// Plays a turn; `false` if the letter means nothing, or the game is over.
    pub(crate) fn press(&mut self, letter: char) -> bool {
        let Some(key) = Key::of(letter).filter(|_| !self.is_over()) else { return false };
        self.before.save(self.keys.len() as u64, &self.world);
        self.world.resources.key = key;
        self.world.run();
        self.keys.push(letter);
        true
    }

    /// Takes the last turn back; `false` if there is none, or it is too long ago.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(turn) = (self.keys.len() as u64).checked_sub(1) else { return false };
        let loaded = self.before.load(turn, &mut self.world).is_ok();
        if loaded {
            self.before.discard_after(turn);
            self.keys.pop();
        }
        loaded
    }

    /// A save is the seed and the keys: all else follows from them.
    pub(crate) fn save(&self) -> String {
        format!("{} {}", self.seed, self.keys)
    }

    /// Plays a save again; `None` if it is none.
    pub(crate) fn load(save: &str) -> Option<Self> {
        let (seed, keys) = save.split_once(' ')?;
        let mut session = Self::new(seed.parse().ok()?);
        keys.trim_end().chars().all(|key| session.press(key)).then_some(session)
    }
}
