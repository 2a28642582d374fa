//! Owns pseudo-random numbers, which are the same in each run.

/// A pseudo-random number generator (splitmix64).
#[derive(Debug, Clone, Copy)]
pub struct Random(pub u64);

impl Random {
    /// Returns any number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Returns a number from 0 to below 1.
    pub fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// Returns all numbers below `limit`, shuffled (Fisher-Yates).
    pub fn shuffled(&mut self, limit: usize) -> Vec<usize> {
        let mut numbers: Vec<_> = (0..limit).collect();
        for last in (1..limit).rev() {
            numbers.swap(last, self.below(last + 1));
        }
        numbers
    }
}
