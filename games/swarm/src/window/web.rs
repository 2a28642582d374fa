//! What the page does for the game: it stores saves, and shows counters to tests. Its functions are foreign, and declared here only.
#![expect(unsafe_code, reason = "a page reads and writes memory of the program at the places that it is given")]

use crate::game::Game;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    safe fn swarm_report(frame: f64, entities: u32, phase: u32, x: f32, y: f32, message: u32);
    fn swarm_store(bytes: *const u8, length: usize) -> u32;
    safe fn swarm_stored() -> usize;
    fn swarm_fetch(bytes: *mut u8, length: usize);
}

/// The version of the plugin in `swarm.js`.
#[unsafe(no_mangle)]
extern "C" fn swarm_crate_version() -> u32 {
    1
}

/// Counters for tests: they are in `window.swarm`.
pub(super) fn report(frame: u64, game: &Game, message: &str) {
    let place = game.query_position_player().iter().next().map_or([0.0; 2], |(_, position, _)| position.0);
    #[expect(clippy::cast_precision_loss, reason = "less than 2^53 frames")]
    let frame = frame as f64;
    let entities = u32::try_from(game.len()).unwrap_or(u32::MAX);
    let message = match message {
        "" => 0,
        "saved" => 1,
        "loaded" => 2,
        _ => 3,
    };
    swarm_report(frame, entities, game.phase() as u32, place[0], place[1], message);
}

/// Stores a save; returns false if the browser refuses.
pub(super) fn store(bytes: &[u8]) -> bool {
    // SAFETY: The page reads as many bytes as the slice has, before it returns.
    unsafe { swarm_store(bytes.as_ptr(), bytes.len()) == 1 }
}

/// The save that is stored.
pub(super) fn stored() -> Option<Vec<u8>> {
    let mut bytes = vec![0; swarm_stored()];
    // SAFETY: The page writes at most as many bytes as there is room for, before it returns.
    unsafe { swarm_fetch(bytes.as_mut_ptr(), bytes.len()) };
    (!bytes.is_empty()).then_some(bytes)
}
