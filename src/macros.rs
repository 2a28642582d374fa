//! The macros that declare worlds and sets, with their documentation. All that they do is to pass `$crate` on.

mod set;
mod world;
