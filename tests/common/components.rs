//! Components that many tests use. Each of these tests declares its own worlds and systems with them, and its own components where their
//! type matters for the test.
//!
//! ```text
//! #[path = "common/components.rs"]
//! mod components;
//! ```
#![allow(dead_code, unreachable_pub, reason = "each test uses some of these")]

/// A component that most entities have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position(pub u32);

/// A component that is used together with [`Position`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Velocity(pub u32);

/// A component that some entities have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Health(pub u32);

/// A component without a size, for filters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Frozen;
