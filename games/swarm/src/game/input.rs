//! Inputs of players, as data, so that they can be recorded, sent and predicted.

use serde::{Deserialize, Serialize};

use super::vector::{Vector, direction};

/// The buttons that a player holds down in a frame, as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buttons(pub u16);

impl Buttons {
    /// To the left.
    pub const LEFT: Self = Self(1);
    /// To the right.
    pub const RIGHT: Self = Self(2);
    /// Upwards.
    pub const UP: Self = Self(4);
    /// Downwards.
    pub const DOWN: Self = Self(8);
    /// Starts the game, and returns to the title when it is over.
    pub const START: Self = Self(16);
    /// Pauses the game, and continues it.
    pub const PAUSE: Self = Self(32);
    /// The first upgrade; the others follow.
    pub const UPGRADE: Self = Self(64);

    /// The button of an upgrade, `0..5`.
    #[must_use]
    pub fn upgrade(number: usize) -> Self {
        Self(Self::UPGRADE.0 << number.min(4))
    }

    /// The union of both sets of buttons.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns true if any of the other buttons is held down.
    #[must_use]
    pub fn holds(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The direction in which a player moves, with length 1 or 0.
    #[must_use]
    pub fn way(self) -> Vector {
        let axis =
            |positive, negative| f32::from(u8::from(self.holds(positive))) - f32::from(u8::from(self.holds(negative)));
        direction([axis(Self::RIGHT, Self::LEFT), axis(Self::DOWN, Self::UP)])
    }

    /// The buttons that the program presses if there is no player: it starts, runs in circles and chooses upgrades.
    #[must_use]
    pub fn of_robot(player: usize, frame: usize) -> Self {
        const CIRCLE: [Buttons; 4] = [Buttons::RIGHT, Buttons::DOWN, Buttons::LEFT, Buttons::UP];
        let at = frame / 40 + player * 2;
        let upgrade = if frame.is_multiple_of(16) { Self::upgrade(frame / 16 % 5) } else { Self(0) };
        let start = if frame == 2 { Self::START } else { Self(0) };
        CIRCLE[at / 2 % 4].and(CIRCLE[at.div_ceil(2) % 4]).and(upgrade).and(start)
    }
}

/// The buttons that both players hold down in this frame and in the previous one.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Inputs {
    now: [Buttons; 2],
    before: [Buttons; 2],
}

impl Inputs {
    /// Begins the next frame.
    pub(super) fn push(&mut self, now: [Buttons; 2]) {
        (self.before, self.now) = (self.now, now);
    }

    /// The buttons that a player holds down; none if there is no such player, as in a damaged save.
    pub(super) fn held(&self, player: u8) -> Buttons {
        of(&self.now, player)
    }

    /// The buttons that a player holds down and did not hold down in the previous frame.
    pub(super) fn pressed(&self, player: u8) -> Buttons {
        Buttons(self.held(player).0 & !of(&self.before, player).0)
    }

    /// Returns true if any player pressed the button in this frame.
    pub(super) fn is_pressed(&self, button: Buttons) -> bool {
        [0, 1].iter().any(|player| self.pressed(*player).holds(button))
    }
}

fn of(all: &[Buttons; 2], player: u8) -> Buttons {
    all.get(usize::from(player)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Buttons, Inputs};

    #[test]
    fn a_player_that_there_is_not_holds_nothing_down() {
        let mut inputs = Inputs::default();
        inputs.push([Buttons::LEFT, Buttons::UP]);
        assert_eq!([0, 1, 2, 255].map(|player| inputs.held(player).0), [1, 4, 0, 0]);
        assert_eq!([0, 1, 2, 255].map(|player| inputs.pressed(player).0), [1, 4, 0, 0]);
        inputs.push([Buttons::LEFT, Buttons::DOWN]);
        assert_eq!([0, 1, 2].map(|player| inputs.pressed(player).0), [0, 8, 0]);
    }
}
