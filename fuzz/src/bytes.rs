//! Numbers from bytes, in the place of the numbers that the model test draws.

/// What is left of the bytes; zeros behind them.
#[derive(Debug)]
pub struct Numbers {
    bytes: std::vec::IntoIter<u8>,
}

impl Numbers {
    pub fn of(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec().into_iter() }
    }

    /// Whether any byte is left.
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

    /// Any number of 16 bits: as many as there are things to tell apart.
    pub fn word(&mut self) -> u32 {
        u32::from(u16::from_le_bytes(self.some()))
    }

    /// A number below a small bound.
    pub fn byte(&mut self, below: u8) -> u8 {
        let [byte] = self.some();
        byte % below
    }
}
