//! The macros that declare worlds and sets, with their whole documentation. Both pass `$crate` on, and nothing else is here.

mod set;
mod world;
