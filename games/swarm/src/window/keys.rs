//! The mapping from keys to buttons.

use macroquad::prelude::{KeyCode, is_key_down, is_key_pressed, is_quit_requested};

use crate::game::Buttons;

/// The keys that move players: arrows for the first, letters for the second.
const MOVES: [[(KeyCode, Buttons); 4]; 2] = [
    [
        (KeyCode::Left, Buttons::LEFT),
        (KeyCode::Right, Buttons::RIGHT),
        (KeyCode::Up, Buttons::UP),
        (KeyCode::Down, Buttons::DOWN),
    ],
    [(KeyCode::A, Buttons::LEFT), (KeyCode::D, Buttons::RIGHT), (KeyCode::W, Buttons::UP), (KeyCode::S, Buttons::DOWN)],
];
const UPGRADES: [KeyCode; 5] = [KeyCode::Key1, KeyCode::Key2, KeyCode::Key3, KeyCode::Key4, KeyCode::Key5];

/// The keys of this frame.
#[derive(Debug, Default)]
pub(super) struct Keys {
    held: [Buttons; 2],
    /// Buttons that were pressed since the last step: they count even if released before the next one.
    pressed: [Buttons; 2],
}

impl Keys {
    /// Reads the keys of a frame, for the given number of players at this keyboard.
    pub(super) fn read(&mut self, players: u8) {
        self.held = [Buttons(0); 2];
        let upgrades = UPGRADES.iter().enumerate().map(|(number, key)| (*key, Buttons::upgrade(number)));
        let others =
            [(KeyCode::Enter, Buttons::START), (KeyCode::KpEnter, Buttons::START), (KeyCode::P, Buttons::PAUSE)];
        for (key, button) in upgrades.chain(others) {
            self.add([true; 2], key, button);
        }
        // A single player has both sets of keys.
        let is_alone = players < 2;
        for (keys, moves) in MOVES.iter().enumerate() {
            for (key, button) in moves {
                self.add([is_alone || keys == 0, !is_alone && keys == 1], *key, *button);
            }
        }
    }

    fn add(&mut self, players: [bool; 2], key: KeyCode, button: Buttons) {
        for player in (0..2).filter(|player| players[*player]) {
            if is_key_down(key) {
                self.held[player] = self.held[player].and(button);
            }
            if is_key_pressed(key) {
                self.pressed[player] = self.pressed[player].and(button);
            }
        }
    }

    /// The buttons of the next step.
    pub(super) fn buttons(&self) -> [Buttons; 2] {
        [0, 1].map(|player| self.held[player].and(self.pressed[player]))
    }

    /// Clears the pressed buttons, after a step used them.
    pub(super) fn clear(&mut self) {
        self.pressed = [Buttons(0); 2];
    }

    /// Returns true if the game should end: by a key, or because the window is closed.
    pub(super) fn is_quit(&self) -> bool {
        !cfg!(target_arch = "wasm32") && (is_key_pressed(KeyCode::Escape) || is_quit_requested())
    }

    pub(super) fn is_rewinding(&self) -> bool {
        is_key_down(KeyCode::R)
    }

    pub(super) fn is_overlay(&self) -> bool {
        is_key_pressed(KeyCode::F3)
    }

    pub(super) fn is_save(&self) -> bool {
        is_key_pressed(KeyCode::F5)
    }

    pub(super) fn is_load(&self) -> bool {
        is_key_pressed(KeyCode::F9)
    }
}

#[cfg(test)]
mod tests {
    use super::Keys;
    use crate::game::Buttons;

    #[test]
    fn a_short_press_counts_until_a_step_takes_it() {
        let mut keys = Keys { held: [Buttons::LEFT, Buttons(0)], pressed: [Buttons::START, Buttons::PAUSE] };
        let both = [Buttons::LEFT.and(Buttons::START), Buttons::PAUSE];
        assert_eq!([keys.buttons(), keys.buttons()], [both; 2]);
        keys.clear();
        assert_eq!(keys.buttons(), [Buttons::LEFT, Buttons(0)]);
    }
}
