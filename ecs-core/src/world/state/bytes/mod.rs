//! Values as bytes, and back: the form of values in deltas. No format for files: it does not describe itself.
//!
//! | value | bytes |
//! |---|---|
//! | `bool`, integers, floats, `char` | their size, little-endian; `usize` as `u64` |
//! | lengths, numbers of variants | 7 bits per byte, the lowest first; all but the last byte have the highest bit |
//! | text, bytes, `Vec`, map | the length, then the elements |
//! | `None`; `Some` | 0; 1 and the value |
//! | tuple, array, struct | the fields |
//!
//! - **I1** What [`decode`] returns is what [`encode`] got, if its `Serialize` and `Deserialize` fit together.
//! - **I2** Reading takes memory and time in proportion to the input, as far as the types read do: an element without bytes counts as one.

mod read;
mod write;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

pub(super) use read::Bytes;
pub(super) use write::encode;

/// Why a value could not be written or read.
#[derive(Debug)]
pub(super) struct CodeError(pub(super) String);

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for CodeError {}

impl serde::ser::Error for CodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl serde::de::Error for CodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// Appends a number: 7 bits per byte.
pub(super) fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push((number & 0x7f) as u8);
}
