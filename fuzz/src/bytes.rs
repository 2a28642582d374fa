//! Numbers from bytes, in place of the random numbers of the model test.

/// The remaining bytes, followed by zeros.
#[derive(Debug)]
pub struct Numbers {
    bytes: std::vec::IntoIter<u8>,
}

impl Numbers {
    pub fn of(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec().into_iter() }
    }

    /// Returns true if no byte is left.
    pub fn is_empty(&self) -> bool {
        self.bytes.as_slice().is_empty()
    }

    fn some<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.bytes.next().unwrap_or_default())
    }

    /// Any number.
    pub fn next(&mut self) -> u64 {
        u64::from_le_bytes(self.some())
    }

    /// A number of 16 bits, enough to tell values apart.
    pub fn word(&mut self) -> u32 {
        u32::from(u16::from_le_bytes(self.some()))
    }

    /// A number below a small bound.
    pub fn byte(&mut self, below: u8) -> u8 {
        let [byte] = self.some();
        byte % below
    }
}
