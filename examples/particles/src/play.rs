//! The loop over frames, which owns the terminal while it runs.

use std::error::Error;
use std::io;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::{Terminal, backend::Backend};

use crate::screen;
use crate::show::Show;

/// Duration of a frame.
const PERIOD: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// Plays a show on the terminal, and restores the terminal afterwards in any case.
pub fn on_terminal(show: &mut Show, frames: Option<u64>) -> Result<(), Box<dyn Error>> {
    let _restore = Restore;
    // A panic restores the terminal, too, before it prints its message.
    let mut terminal = ratatui::try_init()
        .map_err(|error| format!("the terminal cannot be drawn on: {error}; `--plain` prints a report"))?;
    let next_event = |wait| if event::poll(wait)? { event::read().map(Some) } else { Ok(None) };
    play(&mut terminal, show, frames, next_event)
}

/// Restores the terminal at the end.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        // The panic hook did so before it printed; a second time would move the cursor back onto the message.
        if !std::thread::panicking() {
            // An error is ignored, since there is no screen left to report it on.
            let _ = ratatui::try_restore();
        }
    }
}

/// Steps, draws, and handles keys until the next frame is due. Returns when a key quits, or after the given number of frames.
fn play<B: Backend<Error: Error + 'static>>(
    terminal: &mut Terminal<B>,
    show: &mut Show,
    frames: Option<u64>,
    mut next_event: impl FnMut(Duration) -> io::Result<Option<Event>>,
) -> Result<(), Box<dyn Error>> {
    let mut due = Instant::now();
    while frames.is_none_or(|frames| show.frames() < frames) {
        show.step();
        show.drawn(Instant::now());
        terminal.draw(|frame| screen::draw(frame, show))?;
        // Time lost by a slow frame is not made up for.
        due = (due + PERIOD).max(Instant::now());
        while let Some(event) = next_event(due.saturating_duration_since(Instant::now()))? {
            let Event::Key(key) = event else { continue };
            if key.kind != KeyEventKind::Release && show.press(key).is_break() {
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
    use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

    use super::play;
    use crate::scene;
    use crate::show::Show;
    use crate::threads::Threads;

    /// Plays with one event per frame, and returns the number of simulated frames.
    fn frames_of(frames: Option<u64>, events: impl IntoIterator<Item = Option<Event>>) -> u64 {
        let mut show = Show::new(scene::load(None).unwrap(), 1, 0.01, Threads::new(1).unwrap());
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let (mut events, mut is_between) = (events.into_iter(), false);
        let next_event = |_| {
            if std::mem::take(&mut is_between) {
                return Ok(None);
            }
            let event = events.next().expect("the loop ends before the events");
            is_between = event.is_some();
            Ok(event)
        };
        play(&mut terminal, &mut show, frames, next_event).unwrap();
        show.frames()
    }

    fn key(key: char) -> Event {
        Event::Key(KeyCode::Char(key).into())
    }

    #[test]
    fn it_ends_after_the_frames_that_were_asked_for() {
        assert_eq!(frames_of(Some(0), []), 0);
        assert_eq!(frames_of(Some(3), [None, None, None]), 3);
    }

    #[test]
    fn it_ends_with_the_frame_in_which_a_key_quits() {
        assert_eq!(frames_of(None, [Some(key('q'))]), 1);
        assert_eq!(frames_of(Some(9), [None, Some(key('x')), Some(Event::Resize(10, 5)), Some(key('q'))]), 4);
    }

    #[test]
    fn keys_that_are_let_go_do_nothing() {
        let released = KeyEvent { kind: KeyEventKind::Release, ..KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE) };
        assert_eq!(frames_of(None, [Some(Event::Key(released)), Some(key('q'))]), 2);
    }

    #[test]
    fn a_pause_takes_frames_that_are_not_simulated() {
        assert_eq!(frames_of(Some(2), [Some(key(' ')), None, None, Some(key(' ')), None]), 2);
    }

    #[test]
    fn an_error_of_the_terminal_ends_it() {
        let mut show = Show::new(scene::load(None).unwrap(), 1, 0.01, Threads::new(1).unwrap());
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let ended = play(&mut terminal, &mut show, None, |_| Err(io::Error::other("gone")));
        assert_eq!(ended.unwrap_err().to_string(), "gone");
    }
}
