//! A package of tests alone.
