//! The game that the window shows: of this process alone, or with another player.

#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;

use super::Options;
use super::keys::Keys;
use super::overlay::{self, Overlay};
use crate::game::{Buttons, Game};
#[cfg(not(target_arch = "wasm32"))]
use crate::network::Duel;
use crate::session::{Failure, Session};

/// The game that is shown.
#[derive(Debug)]
enum Played {
    Alone(Box<Session>),
    #[cfg(not(target_arch = "wasm32"))]
    Together(Box<Duel>),
}

#[derive(Debug)]
pub(super) struct Show {
    played: Played,
    overlay: Overlay,
    message: String,
    /// Why a game with another player cannot continue. (Not in `message`, which keys replace.)
    #[cfg(not(target_arch = "wasm32"))]
    error: Option<String>,
    /// Number of steps of a game with another player.
    #[cfg(not(target_arch = "wasm32"))]
    steps: u32,
    #[cfg(not(target_arch = "wasm32"))]
    save: PathBuf,
    #[cfg(not(target_arch = "wasm32"))]
    record: Option<PathBuf>,
}

impl Show {
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn new(options: Options) -> Self {
        let Options { setup, save, record, duel, .. } = options;
        let alone = || Played::Alone(Box::new(Session::new(setup)));
        let played = duel.map_or_else(alone, |duel| Played::Together(Box::new(duel)));
        Self { played, overlay: Overlay::default(), message: String::new(), error: None, steps: 0, save, record }
    }

    #[cfg(target_arch = "wasm32")]
    pub(super) fn new(options: Options) -> Self {
        let played = Played::Alone(Box::new(Session::new(options.setup)));
        Self { played, overlay: Overlay::default(), message: String::new() }
    }

    pub(super) fn game(&self) -> &Game {
        match &self.played {
            Played::Alone(session) => session.game(),
            #[cfg(not(target_arch = "wasm32"))]
            Played::Together(duel) => duel.game(),
        }
    }

    /// The number of the player in the middle of the screen.
    pub(super) fn own(&self) -> u8 {
        match &self.played {
            Played::Alone(_) => 0,
            #[cfg(not(target_arch = "wasm32"))]
            Played::Together(duel) => u8::from(duel.own() == 1),
        }
    }

    /// Number of players at this keyboard, which loading a game can change.
    pub(super) fn players_here(&self) -> u8 {
        match &self.played {
            Played::Alone(session) => session.game().resources.setup.players,
            #[cfg(not(target_arch = "wasm32"))]
            Played::Together(_) => 1,
        }
    }

    /// Simulates one frame. Returns false, and ignores the buttons, if the frame has to wait for the other player.
    pub(super) fn step(&mut self, buttons: [Buttons; 2]) -> bool {
        match &mut self.played {
            Played::Alone(session) => {
                session.step(buttons);
                true
            }
            #[cfg(not(target_arch = "wasm32"))]
            Played::Together(duel) => {
                self.steps = self.steps.wrapping_add(1);
                // A player that is ahead waits a little, so that the other one has fewer frames to predict.
                let waits = duel.is_ahead() && self.steps.is_multiple_of(10);
                let stepped = duel.poll().and_then(|()| if waits { Ok(false) } else { duel.step(buttons[0]) });
                stepped.unwrap_or_else(|error| {
                    self.fail(&error);
                    false
                })
            }
        }
    }

    /// Keeps the first error of a game with another player, because later ones have the same cause.
    #[cfg(not(target_arch = "wasm32"))]
    fn fail(&mut self, error: &Failure) {
        if self.error.is_none() {
            eprintln!("swarm: {error}");
            self.error = Some(error.to_string());
        }
    }

    /// Rewinds. A game with another player cannot be rewound, and continues.
    pub(super) fn rewind(&mut self) {
        match &mut self.played {
            Played::Alone(session) => session.rewind(),
            #[cfg(not(target_arch = "wasm32"))]
            Played::Together(_) => {
                self.step([Buttons(0); 2]);
            }
        }
    }

    /// Handles the keys of this frame that do not play.
    pub(super) fn press(&mut self, keys: &Keys) {
        if keys.is_overlay() {
            self.overlay.toggle();
        }
        if keys.is_save() {
            self.message = said("saved", self.save());
        }
        if keys.is_load() {
            self.message = said("loaded", self.load());
        }
    }

    fn session(&mut self) -> Result<&mut Session, Failure> {
        match &mut self.played {
            Played::Alone(session) => Ok(session),
            #[cfg(not(target_arch = "wasm32"))]
            Played::Together(_) => Err("a game of two players is neither saved nor loaded".into()),
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn save(&mut self) -> Result<(), Failure> {
        let path = self.save.clone();
        self.session()?.save_to(&path)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn load(&mut self) -> Result<(), Failure> {
        let path = self.save.clone();
        self.session()?.load_from(&path)
    }

    #[cfg(target_arch = "wasm32")]
    fn save(&mut self) -> Result<(), Failure> {
        let bytes = self.session()?.save()?;
        if super::web::store(&bytes) { Ok(()) } else { Err("the browser stores nothing".into()) }
    }

    #[cfg(target_arch = "wasm32")]
    fn load(&mut self) -> Result<(), Failure> {
        let bytes = super::web::stored().ok_or("there is no save")?;
        self.session()?.load(&bytes)
    }

    pub(super) fn draw_texts(&mut self) {
        let lines = self.lines();
        overlay::draw(self.game(), self.own(), &self.note(&lines));
        let mut overlay = std::mem::take(&mut self.overlay);
        overlay.draw(self.game(), &lines);
        self.overlay = overlay;
    }

    /// The text that is always on screen.
    fn note(&self, lines: &[String]) -> String {
        let mut parts = Vec::new();
        // With another player, the number of frames that were rolled back is always on screen.
        if !matches!(self.played, Played::Alone(_)) {
            parts.extend_from_slice(lines);
        }
        #[cfg(not(target_arch = "wasm32"))]
        parts.extend(self.error.clone());
        parts.push(self.message.clone());
        parts.join("   ")
    }

    /// Figures of the session.
    fn lines(&self) -> Vec<String> {
        match &self.played {
            Played::Alone(session) => vec![format!("frame {}, {} snapshots", session.frame(), session.snapshots())],
            #[cfg(not(target_arch = "wasm32"))]
            Played::Together(duel) => {
                vec![format!(
                    "frames rolled back: {} in this step, {} in all",
                    duel.last_rollback(),
                    duel.rolled_back()
                )]
            }
        }
    }

    /// Writes the recording, if requested.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn record(&mut self) {
        let Some(path) = self.record.take() else { return };
        let written = self.session().and_then(|session| {
            std::fs::write(&path, session.recording()?.to_bytes()?)?;
            Ok(())
        });
        if let Err(error) = written {
            eprintln!("swarm: {}: {error}", path.display());
        }
    }

    /// Reports the state of the game to the page, for tests.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn report(&self) {
        let Played::Alone(session) = &self.played;
        super::web::report(session.frame(), self.game(), &self.message);
    }
}

fn said(done: &str, result: Result<(), Failure>) -> String {
    result.map_or_else(|error| error.to_string(), |()| done.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Options, Show};
    use crate::game::Setup;
    use crate::session::Session;

    #[test]
    fn players_at_the_keyboard_are_those_of_the_game_that_was_loaded() {
        let mut show = Show::new(Options::default());
        assert_eq!(show.players_here(), 1);
        let two = Session::new(Setup { players: 2, ..Setup::default() }).save().expect("the game can be saved");
        show.session().and_then(|session| session.load(&two)).expect("the save can be loaded");
        assert_eq!(show.players_here(), 2);
    }

    #[test]
    fn an_error_is_shown_before_what_keys_say_and_stays() {
        let mut show = Show::new(Options::default());
        show.message = "a game of two players is neither saved nor loaded".into();
        show.fail(&"the other player left".into());
        show.fail(&"the session is over".into());
        assert_eq!(show.note(&[]), "the other player left   a game of two players is neither saved nor loaded");
    }
}
