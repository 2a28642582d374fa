//! Functions that the page provides: they store saves, and show counters to tests. They are foreign functions, declared only here. They
//! take and return numbers, never addresses, so that all calls are safe.
#![expect(unsafe_code, reason = "functions of a page are declared, and one function is exported by name")]

use crate::game::Game;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    safe fn swarm_report(frame: f64, entities: u32, phase: u32, x: f32, y: f32, message: u32);
    safe fn swarm_write(byte: u32);
    safe fn swarm_store() -> u32;
    safe fn swarm_stored() -> u32;
    safe fn swarm_read(place: u32) -> u32;
}

/// The version of the plugin in `swarm.js`.
#[unsafe(no_mangle)]
extern "C" fn swarm_crate_version() -> u32 {
    1
}

/// Reports counters for tests, which read them in `window.swarm`.
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
    bytes.iter().for_each(|byte| swarm_write(u32::from(*byte)));
    swarm_store() == 1
}

/// Returns the stored save.
pub(super) fn stored() -> Option<Vec<u8>> {
    let bytes: Vec<_> = (0..swarm_stored()).map(|place| u8::try_from(swarm_read(place)).unwrap_or_default()).collect();
    (!bytes.is_empty()).then_some(bytes)
}
