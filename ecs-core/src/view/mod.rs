//! Owns the sets of entities that systems manage, and how systems are driven over them; knows no component type.

mod aspect;
mod drive;
mod list;

pub use aspect::{Aspect, Transition};
pub use drive::{call_one, drive};
pub use list::{ListView, Managed};
