//! Values as bytes, and back: the encoding of values in deltas. It is not a file format, as it is not self-describing.
//!
//! | value | bytes |
//! |---|---|
//! | `bool`, integers, floats, `char` | all bytes, little-endian; `usize` as `u64` |
//! | lengths, numbers of variants | 7 bits per byte, the lowest first; the highest bit is set in all bytes but the last |
//! | strings, bytes, `Vec`, maps | the length, then the elements |
//! | `None`; `Some` | 0; 1 and the value |
//! | tuple, array, struct | the fields |
//!
//! - **I1** Reading the bytes that [`encode`] wrote returns an equal value, if its `Serialize` and `Deserialize` are inverse.
//! - **I2** Reading takes memory and time in proportion to the input, provided that the `Deserialize` of the types does. The number of
//!   elements without bytes is limited.
//!
//! ```text
//! (1_u16, "äb", None::<u8>, vec![3_u8, 4])
//!
//! 01 00   03 c3 a4 62   00   02 03 04      no names, no types: the reader has to know that a string follows
//! ```

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
///
/// ```text
/// 127    7f
/// 128    80 01      the low 7 bits are 0; the highest bit says that another byte follows
/// 300    ac 02      300 = 2 * 128 + 44, and ac is 44 with the highest bit
/// ```
pub(super) fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push((number & 0x7f) as u8);
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::vec;

    use serde::de::DeserializeOwned;
    use serde::{Deserialize, Serialize};

    use super::*;

    fn bytes_of<T: Serialize>(value: &T) -> Vec<u8> {
        let mut bytes = Vec::new();
        encode(value, &mut bytes).expect("the value can be serialised");
        bytes
    }

    #[track_caller]
    fn round_trips<T: Serialize + DeserializeOwned + PartialEq + fmt::Debug>(value: &T, length: usize) {
        let bytes = bytes_of(value);
        assert_eq!(bytes.len(), length, "{value:?}");
        let mut rest = Bytes::new(&bytes);
        assert_eq!(&T::deserialize(&mut rest).expect("a written value can be read"), value);
        assert!(rest.is_empty());
        for end in 0..bytes.len() {
            assert!(T::deserialize(&mut Bytes::new(&bytes[..end])).is_err(), "{value:?} is cut off after {end} bytes");
        }
    }

    #[test]
    fn values_of_each_kind_round_trip() {
        round_trips(&(1_u8, -2_i16, 3_u32, -4_i64, 5_u128, true, 'x'), 1 + 2 + 4 + 8 + 16 + 1 + 4);
        round_trips(&(i8::MIN, u16::MAX, i32::MIN, u64::MAX, i128::MIN), 1 + 2 + 4 + 8 + 16);
        round_trips(&[-0.0_f32, f32::MIN_POSITIVE, f32::INFINITY], 12);
        round_trips(&(1.5_f64, ()), 8);
        round_trips(&(String::from("äb"), String::new()), 4 + 1);
        round_trips(&vec![vec![1_u16], vec![], vec![2, 3]], 1 + 3 + 1 + 5);
        round_trips(&vec![7_u8; 128], 128 + 2);
        round_trips(&(Some(3_u8), None::<u8>, Some(Some(1_u8))), 2 + 1 + 3);
        round_trips(&BTreeMap::from([(1_u8, 2_u16), (3, 4)]), 1 + 3 + 3);
        round_trips(&(Ok::<u8, u16>(1), Err::<u8, u16>(2)), 2 + 3);
    }

    #[test]
    fn numbers_have_one_encoding() {
        for number in [0, 1, 2, 0x7f, 0x80, 0x3fff, 0x4000, u64::from(u32::MAX), u64::MAX - 1, u64::MAX] {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number);
            assert_eq!(Bytes::new(&bytes).number().expect("a written number can be read"), number);
        }
        let malformed: [&[u8]; 5] = [&[], &[0x80], &[0x80, 0], &[0xff, 0x80, 0], &[0xff; 11]];
        for bytes in malformed {
            assert!(Bytes::new(bytes).number().is_err(), "{bytes:?}");
        }
        let mut too_large = vec![0xff; 9];
        too_large.push(2);
        assert!(Bytes::new(&too_large).number().is_err());
    }

    #[test]
    fn bytes_that_encode_no_value_are_refused() {
        assert!(bool::deserialize(&mut Bytes::new(&[2])).is_err());
        assert!(Option::<u8>::deserialize(&mut Bytes::new(&[2, 0])).is_err());
        assert!(char::deserialize(&mut Bytes::new(&[0, 0xd8, 0, 0])).is_err());
        assert!(String::deserialize(&mut Bytes::new(&[1, 0xff])).is_err());
        assert!(Result::<u8, u8>::deserialize(&mut Bytes::new(&[2, 0])).is_err());
        let mut long = Vec::new();
        write_number(&mut long, u64::MAX);
        assert!(Vec::<u64>::deserialize(&mut Bytes::new(&long)).is_err());
        assert!(String::deserialize(&mut Bytes::new(&long)).is_err());
    }

    #[test]
    fn elements_without_bytes_are_bounded() {
        let all = [(0, true), (1, true), (2, true), (3, true), (1 << 24, true), ((1 << 24) + 1, false)];
        // Miri takes hours to count to 2^24.
        for (length, is_read) in all.into_iter().take(if cfg!(miri) { 4 } else { all.len() }) {
            let mut bytes = Vec::new();
            write_number(&mut bytes, length);
            assert_eq!(Vec::<()>::deserialize(&mut Bytes::new(&bytes)).is_ok(), is_read, "{length}");
        }
    }
}
