//! The game without a window, played by the program, with the times of its frames.

use std::fmt;
use std::time::{Duration, Instant};

use recording::Simulation;

use crate::game::{Buttons, Enemy, Game, PACE, Progress, Setup};
use crate::session::Session;

/// The result of a game without a window.
#[derive(Debug, Clone)]
pub struct Report {
    /// The hash of the last state.
    pub hash: u64,
    /// Number of entities in it.
    pub entities: usize,
    /// Number of enemies among them.
    pub enemies: usize,
    /// The progress of the players.
    pub progress: Progress,
    /// Times of the frames, in ascending order.
    times: Vec<Duration>,
}

impl Report {
    fn new(game: &Game, mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let enemies = game.query::<&Enemy>().iter().count();
        Self { hash: game.hash(), entities: game.len(), enemies, progress: game.resources.progress.clone(), times }
    }

    /// The quantile of the frame times: the given share of the frames took at most this time.
    #[must_use]
    pub fn time(&self, share: f64) -> Duration {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "an index"
        )]
        let at = (share * self.times.len() as f64) as usize;
        self.times.get(at).or(self.times.last()).copied().unwrap_or_default()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { wave, level, defeats, .. } = self.progress;
        writeln!(
            f,
            "{} entities, {} enemies, wave {wave}, level {level}, {defeats} defeated",
            self.entities, self.enemies
        )?;
        let milliseconds = |share| self.time(share).as_secs_f64() * 1e3;
        let part = milliseconds(0.5) * f64::from(PACE) / 10.0;
        write!(
            f,
            "{} frames: median {:.2} ms, 99 % below {:.2} ms; {part:.0} % of a frame at {PACE} per second",
            self.times.len(),
            milliseconds(0.5),
            milliseconds(0.99)
        )
    }
}

/// Plays a number of frames, without snapshots.
#[must_use]
pub fn play(setup: &Setup, frames: usize) -> Report {
    let mut game = Game::start(setup);
    let times = (0..frames).map(|frame| {
        let start = Instant::now();
        game.advance([0, 1].map(|player| Buttons::of_robot(player, frame)));
        start.elapsed()
    });
    let times = times.collect();
    Report::new(&game, times)
}

/// Plays a number of frames as the window does: recorded, and with snapshots.
#[must_use]
pub fn play_session(setup: &Setup, frames: usize) -> Session {
    let mut session = Session::new(setup.clone());
    for frame in 0..frames {
        session.step([0, 1].map(|player| Buttons::of_robot(player, frame)));
    }
    session
}
