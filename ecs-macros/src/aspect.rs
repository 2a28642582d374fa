//! Requirements of views, with components as numbers, and when one requirement implies another.

/// Components that entities must have, must lack, and must have one of; each list ascends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Aspect {
    pub(crate) all: Vec<usize>,
    pub(crate) none: Vec<usize>,
    pub(crate) any: Vec<usize>,
}

impl Aspect {
    /// Whether every entity that matches this aspect matches the other.
    pub(crate) fn implies(&self, other: &Self) -> bool {
        let within = |part: &[usize], whole: &[usize]| part.iter().all(|component| whole.contains(component));
        let intersects = |a: &[usize], b: &[usize]| a.iter().any(|component| b.contains(component));
        let any = other.any.is_empty()
            || intersects(&other.any, &self.all)
            || !self.any.is_empty() && within(&self.any, &other.any);
        any && within(&other.all, &self.all) && within(&other.none, &self.none)
    }

    /// Whether one of the two aspects implies the other.
    pub(crate) fn is_comparable(&self, other: &Self) -> bool {
        self.implies(other) || other.implies(self)
    }

    /// The required components that are fetched: all that are not in `with`.
    pub(crate) fn fetched(&self, with: &[usize]) -> Vec<usize> {
        self.all.iter().copied().filter(|component| !with.contains(component)).collect()
    }

    /// Whether it has a filter besides required components.
    pub(crate) fn has_filters(&self) -> bool {
        !self.none.is_empty() || !self.any.is_empty()
    }

    /// Whether it requires one component and nothing else; the view is then the storage of that component.
    pub(crate) fn is_storage(&self) -> bool {
        self.all.len() == 1 && !self.has_filters()
    }
}
