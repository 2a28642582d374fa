//! An entity component system whose world is closed at compile time.
#![no_std]
