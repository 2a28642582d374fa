//! Components that come and go.

/// A component that is inserted and removed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark(pub u64);
/// A component that is inserted and removed in response to marks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Echo(pub u64);
/// A component of entities that live for one run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spark(pub [u64; 4]);
