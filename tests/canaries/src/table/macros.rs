//! Bugs of the macros.

use super::Canary;

pub const CANARIES: &[Canary] = &[];
