//! A source of numbers for tests: they look random and are the same for the same seed.

/// The generator `splitmix64`; its state is the seed of the remaining sequence.
#[derive(Debug, Clone)]
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Any number of 32 bits.
    pub fn word(&mut self) -> u32 {
        u32::try_from(self.next() >> 32).expect("the upper half has 32 bits")
    }

    /// A number below a small bound.
    pub fn byte(&mut self, below: u8) -> u8 {
        u8::try_from(self.word() % u32::from(below)).expect("the number is below 256")
    }
}
