//! The show: the world and its twin, stepped in turn, and the effects of keys.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::report::Report;
use crate::scene::Scene;
use crate::simulation::{self, World};
use crate::threads::Threads;
use crate::times::{Rate, Times, time};
use crate::twin::{self, Twin};

/// Number of systems.
const SYSTEMS: usize = simulation::SYSTEMS.len();

/// Factor by which a key increases or reduces the number of particles.
const FACTOR: f32 = 1.25;

/// Minimum number of particles.
const FEWEST: f32 = 10.0;

/// Everything that is drawn.
pub struct Show {
    scene: Scene,
    scale: f32,
    world: World,
    twin: Twin,
    threads: Threads,
    frames: u64,
    paused: bool,
    world_times: Times<SYSTEMS>,
    twin_times: Times<SYSTEMS>,
    rate: Rate,
}

/// A line of the comparison.
#[derive(Debug)]
pub struct Row {
    /// The name of the system.
    pub name: &'static str,
    /// Time that it takes per frame.
    pub world: Duration,
    /// Time that the equivalent loop over `Vec`s takes.
    pub twin: Duration,
}

impl Row {
    /// Returns the time of the world as a multiple of that of the twin; `None` before the first frame.
    pub fn ratio(&self) -> Option<f64> {
        let [world, twin] = [self.world, self.twin].map(|time| time.as_secs_f64());
        (twin > 0.0).then_some(world / twin)
    }
}

impl Show {
    /// Creates a show of a scene whose emitters are scaled by a factor.
    pub fn new(scene: Scene, seed: u64, scale: f32, threads: Threads) -> Self {
        Self {
            world: simulation::world(&scene, seed, scale),
            twin: Twin::new(&scene, seed, scale),
            scene,
            scale,
            threads,
            frames: 0,
            paused: false,
            world_times: Times::default(),
            twin_times: Times::default(),
            rate: Rate::default(),
        }
    }

    /// Steps the world and its twin, unless they are paused. The order alternates from frame to frame, since the first one leaves its data
    /// in the caches.
    pub fn step(&mut self) {
        if self.paused {
            return;
        }
        if self.frames.is_multiple_of(2) {
            self.step_world();
            self.step_twin();
        } else {
            self.step_twin();
            self.step_world();
        }
        self.frames += 1;
    }

    fn step_world(&mut self) {
        let Self { world, world_times, threads, .. } = self;
        threads.run(|| world_times.push(time(|system| simulation::SYSTEMS[system](world))));
    }

    fn step_twin(&mut self) {
        let Self { twin, twin_times, .. } = self;
        twin_times.push(time(|system| twin::SYSTEMS[system](twin)));
    }

    /// Handles a key; breaks if it quits the program.
    pub fn press(&mut self, key: KeyEvent) -> ControlFlow<()> {
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return ControlFlow::Break(()),
            KeyCode::Char('q') | KeyCode::Esc => return ControlFlow::Break(()),
            KeyCode::Char(' ' | 'p') => self.paused = !self.paused,
            KeyCode::Char('+' | '=') | KeyCode::Up => self.multiply(FACTOR),
            KeyCode::Char('-') | KeyCode::Down => self.multiply(1.0 / FACTOR),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Multiplies the rates of all emitters, unless there would be too few or too many particles.
    fn multiply(&mut self, factor: f32) {
        let scale = self.scale * factor;
        let is_enough = self.scene.steady_state() * scale >= FEWEST || factor > 1.0;
        if is_enough && self.scene.fits(scale) {
            self.scale = scale;
            self.world.systems.emit.scale(factor);
            self.twin.scale(factor);
        }
    }

    /// Records that a frame was drawn.
    pub fn drawn(&mut self, now: Instant) {
        self.rate.push(now);
    }

    /// Returns the world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the number of simulated frames.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Returns true if the show is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Returns the approximate number of particles in the steady state.
    pub fn wanted(&self) -> f32 {
        self.scene.steady_state() * self.scale
    }

    /// Returns the number of frames that are drawn per second.
    pub fn per_second(&self) -> f64 {
        self.rate.per_second()
    }

    /// Returns the time of each system.
    pub fn rows(&self) -> [Row; SYSTEMS] {
        std::array::from_fn(|system| Row {
            name: simulation::NAMES[system],
            world: self.world_times.part(system),
            twin: self.twin_times.part(system),
        })
    }

    /// Returns the time of all systems together.
    pub fn sum(&self) -> Row {
        Row { name: "all", world: self.world_times.frame(), twin: self.twin_times.frame() }
    }

    /// Returns the report.
    pub fn report(&self) -> Report {
        Report::new(&self.world, self.frames, self.world_times.total()).beside(self.twin_times.total())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use super::{FACTOR, FEWEST, Show};
    use crate::scene;
    use crate::simulation::{self, checksum};
    use crate::threads::Threads;

    fn show() -> Show {
        Show::new(scene::load(None).unwrap(), 1, 0.01, Threads::new(1).unwrap())
    }

    fn press(show: &mut Show, key: KeyCode) -> ControlFlow<()> {
        show.press(key.into())
    }

    #[test]
    fn a_show_simulates_what_a_report_does() {
        let mut show = show();
        (0..90).for_each(|_| show.step());
        let mut world = simulation::world(&show.scene, 1, 0.01);
        (0..90).for_each(|_| world.run());
        assert_eq!((checksum(&show.world), show.frames()), (checksum(&world), 90));
    }

    #[test]
    fn while_it_is_paused_nothing_moves() {
        let mut show = show();
        show.step();
        for key in [' ', 'p'].map(KeyCode::Char) {
            assert!(press(&mut show, key).is_continue() && show.is_paused());
            let before = checksum(&show.world);
            show.step();
            assert_eq!((checksum(&show.world), show.frames()), (before, 1));
            assert!(press(&mut show, key).is_continue() && !show.is_paused());
        }
        show.step();
        assert_eq!(show.frames(), 2);
    }

    #[test]
    fn three_keys_quit_and_others_do_not() {
        let mut show = show();
        for key in [KeyCode::Char('q'), KeyCode::Esc] {
            assert!(press(&mut show, key).is_break());
        }
        assert!(show.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)).is_break());
        for key in [KeyCode::Char('c'), KeyCode::Enter, KeyCode::F(1)] {
            assert!(press(&mut show, key).is_continue());
        }
    }

    #[test]
    fn keys_make_particles_more_and_fewer() {
        let mut show = show();
        let initial = show.wanted();
        for key in [KeyCode::Char('+'), KeyCode::Char('='), KeyCode::Up] {
            let before = show.wanted();
            let _ = press(&mut show, key);
            assert!((show.wanted() / before - FACTOR).abs() < 1e-3);
        }
        for key in [KeyCode::Char('-'), KeyCode::Down, KeyCode::Char('-')] {
            let _ = press(&mut show, key);
        }
        assert!((show.wanted() / initial - 1.0).abs() < 1e-3);
    }

    #[test]
    fn particles_are_never_too_few_nor_too_many() {
        let mut show = show();
        (0..100).for_each(|_| _ = press(&mut show, KeyCode::Down));
        assert!((FEWEST..FEWEST * FACTOR).contains(&show.wanted()));
        (0..200).for_each(|_| _ = press(&mut show, KeyCode::Up));
        assert!(show.scene.fits(show.scale) && !show.scene.fits(show.scale * FACTOR));
    }

    #[test]
    fn the_world_and_its_twin_are_timed_as_often() {
        let mut show = show();
        assert!(show.sum().ratio().is_none(), "no frame was timed yet");
        (0..3).for_each(|_| show.step());
        let names: Vec<_> = show.rows().iter().map(|row| row.name).collect();
        assert_eq!(names, ["Emit", "accelerate", "advance", "Age"]);
        assert!(show.sum().ratio().is_some_and(|ratio| ratio > 0.0));
        assert!(show.report().to_string().contains("with plain `Vec`s"));
    }
}
