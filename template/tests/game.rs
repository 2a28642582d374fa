//! The rules of the game, without a window.

use game::{Input, Position, advance, start};

#[test]
fn balls_fall_and_bounce() {
    let mut game = start();
    for _ in 0..120 {
        advance(&mut game, Input::default());
    }
    assert!(game.resources.bounces.0 >= 10);
    assert!(game.query::<&Position>().iter().all(|position| position.y >= 0.0));
}

#[test]
fn the_same_inputs_end_in_the_same_state() {
    let hash = || {
        let mut game = start();
        (0..300).for_each(|step| advance(&mut game, Input { jump: step % 50 == 0 }));
        game.state_hash()
    };
    assert_eq!(hash(), hash());
}

#[test]
fn a_restored_snapshot_continues_as_the_game_did() {
    let mut game = start();
    let before = game.snapshot();
    let play = |game: &mut game::Game| {
        (0..100).for_each(|_| advance(game, Input::default()));
        game.state_hash()
    };
    let first = play(&mut game);
    game.restore(&before);
    assert_eq!(play(&mut game), first);
}
