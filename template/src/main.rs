//! The game on the command line: `cargo run --release -- 600` simulates 600 steps.

use std::error::Error;

use ecs_world::prelude::*;
use game::{Game, Input, advance, start};

fn main() -> Result<(), Box<dyn Error>> {
    let steps: u32 = std::env::args().nth(1).map_or(Ok(600), |steps| steps.parse())?;
    let mut game = start();
    for step in 0..steps {
        advance(&mut game, Input { jump: step % 120 == 0 });
    }
    for (_, position, _) in &game.query_position_velocity() {
        println!("{:6.2} {:6.2}", position.x, position.y);
    }
    println!("{} bounces in {steps} steps; hash {:016x}", game.resources.bounces.0, game.state_hash());

    // The save is replaced as a whole, and then read again.
    game.save_to("game.save", |game, file| {
        file.write_all(&postcard::to_allocvec(game)?)?;
        Ok::<_, Box<dyn Error>>(())
    })?;
    let loaded = Game::load_from("game.save", |bytes| match postcard::take_from_bytes(bytes)? {
        (game, []) => Ok(game),
        // Trailing bytes, which `from_bytes` would ignore.
        _ => Err(postcard::Error::DeserializeBadEncoding),
    })?;
    assert_eq!(loaded.state_hash(), game.state_hash());
    Ok(())
}
