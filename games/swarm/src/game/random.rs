//! Random numbers are part of the state: a frame that is simulated again draws the same numbers.
#![allow(clippy::cast_precision_loss, reason = "24 bits are exact")]

use serde::{Deserialize, Serialize};

use super::vector::Vector;

/// A generator of random numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u32 {
        // SplitMix64: <https://prng.di.unimi.it/splitmix64.c>.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 40) as u32
    }

    /// A number in `-1.0..1.0`.
    pub(super) fn signed(&mut self) -> f32 {
        self.next() as f32 / (1 << 23) as f32 - 1.0
    }

    /// A place in the square `-1.0..1.0`.
    pub(super) fn place(&mut self) -> Vector {
        [self.signed(), self.signed()]
    }

    /// A number in `0..bound`; 0 if the bound is 0.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        self.next() % bound.max(1)
    }
}
