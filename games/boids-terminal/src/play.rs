//! The loop over frames, and the state of the terminal while it runs.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::{Terminal, backend::Backend};

use crate::flock::{Keys, PACE};
use crate::screen::{self, Notes};
use crate::session::{Failure, Session};

/// Duration of a frame.
const PERIOD: Duration = Duration::from_nanos(1_000_000_000 / PACE as u64);
/// Number of frames for which a key counts as held: terminals report when a key is pressed, but not when it is released.
const HELD: usize = 8;

/// Options of a game.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The file to which `s` saves, and from which `l` loads.
    pub save: PathBuf,
    /// The number of frames after which the game ends; `None` for no end.
    pub frames: Option<usize>,
    /// The frame in which the game panics, to show that the terminal is restored.
    pub panic_at: Option<usize>,
}

/// Plays a session on the terminal, and restores the terminal afterwards, even after a panic.
///
/// # Errors
///
/// If there is no terminal to draw on, or reading its events fails.
pub fn on_terminal(session: &mut Session, options: &Options) -> Result<(), Failure> {
    let _restore = Restore;
    // This sets a panic hook that restores the terminal before the panic is reported.
    let mut terminal = ratatui::try_init()
        .map_err(|error| format!("the terminal cannot be drawn on: {error}; `--headless` needs none"))?;
    let next_event = |wait| if event::poll(wait)? { event::read().map(Some) } else { Ok(None) };
    play(&mut terminal, session, options, next_event)
}

/// Restores the terminal when it is dropped.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        // The hook did this before the panic was reported; a second time would move the cursor back onto the report.
        if !std::thread::panicking() {
            // If this fails, there is no screen to report it on.
            let _ = ratatui::try_restore();
        }
    }
}

/// Handles the keys.
struct Player<'a> {
    session: &'a mut Session,
    notes: Notes,
    save: &'a Path,
    keys: Keys,
    held: usize,
}

impl Player<'_> {
    fn step(&mut self) {
        if self.notes.is_paused {
            return;
        }
        self.session.step(self.keys);
        self.held = self.held.saturating_sub(1);
        if self.held == 0 {
            self.keys = Keys::default();
        }
    }

    /// Handles a key; breaks if it is the key to quit.
    fn press(&mut self, key: KeyEvent) -> ControlFlow<()> {
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return ControlFlow::Break(()),
            KeyCode::Char('q') | KeyCode::Esc => return ControlFlow::Break(()),
            KeyCode::Char(' ') => self.notes.is_paused = !self.notes.is_paused,
            KeyCode::Char('+' | '=') => self.session.threads().add(),
            KeyCode::Char('-') => self.session.threads().remove(),
            KeyCode::Char('s') => self.notes.message = said("saved", self.session.save(self.save)),
            KeyCode::Char('l') => self.notes.message = said("loaded", self.session.load(self.save)),
            KeyCode::Left => self.hold(Keys::LEFT),
            KeyCode::Right => self.hold(Keys::RIGHT),
            KeyCode::Up => self.hold(Keys::UP),
            KeyCode::Down => self.hold(Keys::DOWN),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn hold(&mut self, keys: Keys) {
        (self.keys, self.held) = (keys, HELD);
    }
}

fn said(done: &str, result: Result<(), Failure>) -> String {
    result.map_or_else(|error| error.to_string(), |()| done.to_owned())
}

/// Steps, draws, and reads keys until the next frame is due. Ends when a key quits, or after `options.frames` frames.
fn play<B: Backend<Error: Send + Sync + 'static>>(
    terminal: &mut Terminal<B>,
    session: &mut Session,
    options: &Options,
    mut next_event: impl FnMut(Duration) -> io::Result<Option<Event>>,
) -> Result<(), Failure> {
    let mut player = Player { session, notes: Notes::default(), save: &options.save, keys: Keys::default(), held: 0 };
    let mut due = Instant::now();
    while options.frames.is_none_or(|frames| player.session.frame() < frames) {
        player.step();
        assert!(options.panic_at.is_none_or(|frame| player.session.frame() < frame), "a panic was asked for");
        terminal.draw(|frame| screen::draw(frame, player.session, &player.notes))?;
        // Frames that took too long are not made up for.
        due = (due + PERIOD).max(Instant::now());
        while let Some(event) = next_event(due.saturating_duration_since(Instant::now()))? {
            let Event::Key(key) = event else { continue };
            if key.kind != KeyEventKind::Release && player.press(key).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io;

    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::buffer::Cell;
    use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind};

    use super::{Options, play};
    use crate::session::Session;

    /// Plays with one event per frame on a terminal of the given size. Returns the session and the text on the screen.
    fn played(events: &[Option<Event>], (width, height): (u16, u16)) -> (Session, String) {
        let mut session = Session::new(300, 1).unwrap();
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let (mut events, mut is_between) = (events.iter().cloned(), false);
        let options = Options { save: std::env::temp_dir().join("no such folder/save"), ..Options::default() };
        let next_event = |_| {
            if std::mem::take(&mut is_between) {
                return Ok(None);
            }
            let event = events.next().unwrap_or_else(|| Some(key(KeyCode::Char('q'))));
            is_between = event.is_some();
            Ok(event)
        };
        play(&mut terminal, &mut session, &options, next_event).unwrap();
        let text = terminal.backend().buffer().content().iter().map(Cell::symbol).collect();
        (session, text)
    }

    fn key(code: KeyCode) -> Event {
        Event::Key(code.into())
    }

    fn char(char: char) -> Event {
        key(KeyCode::Char(char))
    }

    #[test]
    fn terminals_with_room_show_the_flock_and_all_figures() {
        for size in [(80, 24), (200, 60), (56, 13), (57, 14)] {
            let (session, text) = played(&[None, None], size);
            assert_eq!(session.frame(), 3);
            for figure in [" boids ", "frame", "threads", "hash", "checks on one thread: equal", "quit"] {
                assert!(text.contains(figure), "{figure} at {size:?}\n{text}");
            }
            assert!(text.contains('#') && text.chars().any(|dot| ('\u{2801}'..='\u{28ff}').contains(&dot)));
        }
    }

    #[test]
    fn small_terminals_show_one_line_or_what_fits() {
        for size in [(55, 13), (56, 12), (40, 2), (1, 1), (1, 9), (9, 1), (2, 2), (0, 0), (0, 3), (3, 0)] {
            let (_, text) = played(&[None], size);
            assert!(!text.contains("arrows"), "{size:?}\n{text}");
            assert_eq!(text.contains("hash"), size.0 >= 40, "{size:?}\n{text}");
        }
    }

    #[test]
    fn keys_change_the_number_of_threads() {
        let (session, text) = played(&[Some(char('+')), Some(char('+')), Some(char('-')), None], (80, 24));
        assert_eq!(session.thread_count(), 2);
        assert!(text.contains("threads          2"), "{text}");
    }

    #[test]
    fn a_pause_takes_frames_that_are_not_simulated() {
        let (session, text) = played(&[Some(char(' ')), None, None], (80, 24));
        assert_eq!(session.frame(), 1);
        assert!(text.contains("boids, paused"), "{text}");
        assert_eq!(played(&[Some(char(' ')), None, Some(char(' ')), None], (80, 24)).0.frame(), 3);
    }

    #[test]
    fn arrows_move_the_hawk_and_keys_that_are_released_do_nothing() {
        let hawk = |events: &[Option<Event>]| played(events, (80, 24)).0.flock().resources.field.hawk();
        let released = KeyEvent { kind: KeyEventKind::Release, ..KeyCode::Esc.into() };
        let still = hawk(&[None, Some(Event::Key(released)), Some(Event::Resize(9, 9))]);
        let moved = hawk(&[Some(key(KeyCode::Right)), None, None]);
        assert!(moved[0] > still[0] && (moved[1] - still[1]).abs() < f32::EPSILON, "{still:?} {moved:?}");
    }

    #[test]
    fn what_fails_is_shown_and_changes_nothing() {
        let (session, text) = played(&[Some(char('l')), None], (80, 24));
        assert!(text.contains("no such folder"), "{text}");
        assert_eq!(session.frame(), 3);
    }

    /// The end of the error for a missing file.
    const END: &str = "(os error 2)";

    #[test]
    fn all_of_an_error_is_shown_in_a_narrow_panel() {
        for size in [(80, 24), (56, 13)] {
            let (_, text) = played(&[Some(char('l')), None], size);
            let panel: Vec<_> = text
                .chars()
                .collect::<Vec<_>>()
                .chunks(size.0.into())
                .map(|line| line[line.len() - 36..].iter().collect::<String>().trim().to_owned())
                .collect();
            assert!(panel.join(" ").contains(END), "{panel:#?}");
            assert!(text.contains("hash"), "the figures stay\n{text}");
        }
    }

    #[test]
    fn one_line_says_that_it_is_paused_and_what_fails() {
        let (_, text) = played(&[Some(char(' ')), Some(char('l')), None], (200, 5));
        assert!(text.contains("q quit paused ") && text.contains(END), "{text}");
    }

    #[test]
    fn an_error_of_the_terminal_ends_it() {
        let mut session = Session::new(10, 1).unwrap();
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let ended = play(&mut terminal, &mut session, &Options::default(), |_| Err(io::Error::other("gone")));
        assert_eq!(ended.unwrap_err().to_string(), "gone");
    }
}
