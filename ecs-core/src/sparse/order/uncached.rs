//! For targets without 64-bit atomics: each filter is tested, and orders that differ are compared each time.

use super::{Order, Summary};

#[derive(Debug, Clone, Default)]
pub(super) struct UnequalOrders;

impl UnequalOrders {
    pub(super) const fn new() -> Self {
        Self
    }

    pub(super) fn is_known(&self, _: &Order, _: &Order) -> bool {
        false
    }

    pub(super) fn note(&self, _: &Order, _: &Order) {}
}

#[derive(Debug, Clone, Default)]
pub(super) struct CachedSummary;

impl CachedSummary {
    pub(super) const fn new() -> Self {
        Self
    }

    pub(super) fn get(&self, _: (usize, usize)) -> Option<Summary> {
        None
    }

    pub(super) fn find(
        &self,
        _: (usize, usize),
        _: usize,
        _: &[u32],
        _: impl FnOnce(&[u32]) -> Summary,
    ) -> Option<Summary> {
        None
    }
}
