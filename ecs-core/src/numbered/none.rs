//! On targets without atomics no value has a number.

pub(super) fn new_number() -> Option<usize> {
    None
}

#[derive(Debug, Default)]
pub(crate) struct CountedNumber;

impl CountedNumber {
    pub(crate) const fn new() -> Self {
        Self
    }

    pub(crate) fn of(&self, _: u64) -> usize {
        0
    }

    pub(crate) fn note(&self, _: u64, _: usize) {}
}

#[derive(Debug, Clone, Default)]
pub(crate) struct FlaggedNumber {
    is_changed: bool,
}

impl FlaggedNumber {
    #[inline(always)]
    pub(crate) fn change(&mut self) {
        self.is_changed = true;
    }

    pub(crate) fn forget(&mut self) {}

    pub(crate) fn is_changed(&self) -> bool {
        self.is_changed
    }

    pub(crate) fn take_changed(&mut self) -> bool {
        core::mem::take(&mut self.is_changed)
    }
}

impl super::Numbered for FlaggedNumber {
    fn present(&self) -> usize {
        0
    }

    fn note(&self, _: usize) {}
}
