//! The components that many tests use. Each of these files declares worlds and systems of its own over them, and components of its own
//! where the type matters to what it tests.
//!
//! ```text
//! #[path = "common/components.rs"]
//! mod components;
//! ```
#![allow(dead_code, unreachable_pub, reason = "each test uses some of these")]

/// A component that most entities have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position(pub u32);

/// A component that goes with [`Position`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Velocity(pub u32);

/// A component that some entities have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Health(pub u32);

/// A component without a size, for filters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Frozen;
