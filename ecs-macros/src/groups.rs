//! Owns the rule of groups: which storages each may keep in its own order, and the order in which they are entered.
//!
//! A candidate owns a storage if every group that owns it already is comparable with the candidate: one aspect implies the
//! other. So the groups that own a storage form a chain in it, from the entities of the innermost at its front to those of
//! the outermost. (To give a candidate what nobody else owns is not enough: an inner group could then own less than one
//! around it, and its swaps would break the order of the outer one.)
//!
//! This file and `aspect` know nothing else, so that a test of the run time can take both as they are.

use super::aspect::Aspect;

/// What a candidate got.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Ownership {
    /// The storages that it owns, of those that it requires.
    pub(crate) owned: Vec<usize>,
    /// The storages that it does not own, each with the candidate in the way.
    pub(crate) lost: Vec<(usize, usize)>,
    /// The storages that nobody can own.
    pub(crate) fixed: Vec<usize>,
}

/// Gives storages to candidates, first come first served; those that have an order of their own go to nobody.
pub(crate) fn own(candidates: &[&Aspect], is_free: impl Fn(usize) -> bool) -> Vec<Ownership> {
    let mut all: Vec<Ownership> = Vec::new();
    for candidate in candidates {
        let mut ownership = Ownership::default();
        let (free, fixed): (Vec<usize>, Vec<usize>) = candidate.all.iter().partition(|storage| is_free(**storage));
        ownership.fixed = fixed;
        for storage in &free {
            let owners = (0..all.len()).filter(|earlier| all[*earlier].owned.contains(storage));
            match owners.clone().find(|earlier| !candidates[*earlier].is_comparable(candidate)) {
                None => ownership.owned.push(*storage),
                Some(owner) => ownership.lost.push((*storage, owner)),
            }
        }
        all.push(ownership);
    }
    all
}

/// The order in which views are entered: whoever implies another comes after it.
///
/// A view implies all that those it implies do; so it is enough to count.
pub(crate) fn outermost_first(views: &[&Aspect]) -> Vec<usize> {
    let implied = |view: &Aspect| views.iter().filter(|other| view.implies(other)).count();
    let mut order: Vec<usize> = (0..views.len()).collect();
    order.sort_by_cached_key(|view| implied(views[*view]));
    order
}
