//! For targets without atomics: nothing is requested, so nothing is cached.

use super::super::Stamp;

#[derive(Debug, Default)]
pub(super) struct Due;

impl Due {
    pub(super) fn note(&self) {}

    pub(super) fn is_noted(&self) -> bool {
        false
    }

    pub(super) fn read(&mut self) {}

    pub(super) fn claim<'r>(&self, _: impl Iterator<Item = &'r Request>, _: &Wanted) {}
}

#[derive(Debug)]
pub(super) struct Wanted {
    pub(super) order: Stamp,
    pub(super) steps: usize,
    pub(super) storage: Stamp,
}

#[derive(Debug, Default)]
pub(super) struct Request;

impl Request {
    pub(super) fn is_of(&self, _: &Stamp, _: &Stamp) -> bool {
        false
    }

    pub(super) fn use_cached(&self, _: &Due) {}

    pub(super) fn repeat(&self, _: &Wanted, _: &Due) -> bool {
        false
    }

    pub(super) fn due(&mut self) -> Option<(usize, usize, usize)> {
        None
    }

    pub(super) fn end(&mut self, _: bool) {}
}
