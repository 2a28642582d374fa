//! Owns the checksum of a contestant's result.

/// A sum over values in any order, because contestants may store entities in different orders.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Checksum(u64);

impl Checksum {
    /// Adds the floats of one entity, whose order matters.
    pub fn add(&mut self, floats: &[f32]) {
        let hash = floats.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, float| {
            (hash ^ u64::from(float.to_bits())).wrapping_mul(0x0000_0100_0000_01b3)
        });
        self.0 = self.0.wrapping_add(hash);
    }

    /// Adds a number.
    pub fn count(&mut self, number: u64) {
        self.0 = self.0.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }
}
