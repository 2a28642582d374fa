//! A game of survival against ten thousand enemies: in a window, in a browser, or without either.
//!
//! - [`game`]: the simulation, a world and its systems.
//! - [`session`]: a running game: recorded, saved, loaded and rewound.
//! - [`figures`]: times of systems, sizes of views, memory.
//! - `network`: two players, each of which predicts the other's inputs. Not in browsers.
//! - `headless`: the game without a window, with the times of its frames. Not in browsers.
//! - `window`: the game on screen, with the feature `window`.

pub mod figures;
pub mod game;
#[cfg(not(target_arch = "wasm32"))]
pub mod headless;
#[cfg(not(target_arch = "wasm32"))]
pub mod network;
pub mod session;
#[cfg(feature = "window")]
pub mod window;
