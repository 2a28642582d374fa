//! The game on screen: in a window, or in a page in a browser.

mod keys;
mod overlay;
mod scene;
mod show;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;
use std::time::Duration;

use ecs_world::FixedStep;
use macroquad::miniquad;
use macroquad::prelude::{get_frame_time, next_frame};

use crate::game::{PACE, Setup};
use keys::Keys;
use show::Show;

/// Options of the window.
#[derive(Debug, Default)]
pub struct Options {
    /// The setup of the game.
    pub setup: Setup,
    /// The file to which F5 saves, and from which F9 loads.
    #[cfg(not(target_arch = "wasm32"))]
    pub save: PathBuf,
    /// The file for a recording.
    #[cfg(not(target_arch = "wasm32"))]
    pub record: Option<PathBuf>,
    /// The file for a picture, which is taken after two seconds of play.
    #[cfg(not(target_arch = "wasm32"))]
    pub screenshot: Option<PathBuf>,
    /// A game with another player.
    #[cfg(not(target_arch = "wasm32"))]
    pub duel: Option<crate::network::Duel>,
}

/// Opens the window, and plays until it is closed.
pub fn open(options: Options) {
    let conf = miniquad::conf::Conf {
        window_title: "swarm".to_owned(),
        window_width: 1280,
        window_height: 720,
        ..miniquad::conf::Conf::default()
    };
    macroquad::Window::from_config(conf, play(options));
}

async fn play(options: Options) {
    // At most 4 steps per frame, so that a machine that cannot keep up falls behind, but does not stop.
    let mut fixed = FixedStep::new(Duration::from_secs(1) / PACE, 4);
    let mut keys = Keys::default();
    // Closing the window ends the loop, too, so that the recording is written.
    #[cfg(not(target_arch = "wasm32"))]
    macroquad::prelude::prevent_quit();
    #[cfg(not(target_arch = "wasm32"))]
    let mut screenshot = options.screenshot.clone();
    let mut show = Show::new(options);
    while !keys.is_quit() {
        keys.read(show.players_here());
        show.press(&keys);
        for _ in 0..fixed.advance(Duration::try_from_secs_f32(get_frame_time()).unwrap_or_default()) {
            if keys.is_rewinding() {
                show.rewind();
            } else {
                let buttons = keys.buttons();
                // While the game waits for the other player, pressed buttons count for the next step.
                if show.step(buttons) {
                    keys.clear();
                }
            }
        }
        scene::draw(show.game(), show.own());
        show.draw_texts();
        #[cfg(target_arch = "wasm32")]
        show.report();
        #[cfg(not(target_arch = "wasm32"))]
        if show.game().phase() == crate::game::Phase::Play
            && show.game().resources.progress.frames >= 2 * PACE
            && let Some(path) = screenshot.take()
        {
            macroquad::texture::get_screen_data().export_png(&path.to_string_lossy());
        }
        next_frame().await;
    }
    #[cfg(not(target_arch = "wasm32"))]
    show.record();
}
