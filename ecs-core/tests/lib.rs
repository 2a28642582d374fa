//! A package that has only tests.
