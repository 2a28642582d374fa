//! Storages that follow a partial group: the values that it looks up are brought into its order, so that iteration reads runs.
//!
//! Two groups that share a storage cannot both own it: one has its values at the front, and the other one looks its values up. No order is
//! required of the values behind the front. So before a run, they are brought into the order of the partial group, as far as few moves
//! suffice: in *clusters* of `CLUSTER` consecutive entities of the group. The values of a cluster are adjacent in the storage, at any
//! position.
//!
//! ```text
//! C   [ in (C, D) | .. e7 e2 e9 .. | others | .. e1 e4 e6 .. ]      (C, D) owns C
//! E   [ e1 e4 e6 .. e7 e2 e9 .. | others ]                         (C, E) owns E: its clusters begin with e1 and with e7
//! ```
//!
//! Clusters make changes cheap. If the front grows by one value, the first value behind it moves to the end, so one cluster has a stray
//! value. If the values were one stretch instead, all of them would have to move by one position.
//!
//! - **I1** The result is a function of the orders of the group and of the storage, of the boundary, and of whether the storage is free to
//!   follow. Clones, snapshots and saves have all of these. So it is computed before each run whose systems iterate the group, and skipped
//!   only if it is known to move nothing: if these inputs are the same as when it last moved nothing.
//! - **I2** Only values behind the boundary move, so no group gains or loses an entity, or changes its order.
//!
//! No user code runs here. A cluster whose values are adjacent costs one comparison. If most of its values are in place, the others are
//! swapped in; otherwise the cluster is placed where no cluster is. The number of swaps per call is limited and grows with the group. So a
//! run costs little more than its iteration, however much was changed, and is not delayed by entities that were spawned before it.

use alloc::vec::Vec;

use crate::access::Mentions;
use crate::plan::{ViewKind, ViewPlan};
use crate::sparse::{Source, Swaps};
use crate::storage::{ErasedStorage, StorageTasks as _};
use crate::view::Members;

/// Number of consecutive entities of a group that are kept adjacent: the number of bits of a word.
const CLUSTER: usize = 64;

/// A call makes at most one swap per this number of entities of a group, in addition to those for one cluster.
const PER_SWAP: usize = 32;

/// What the declaration of a world says of its views.
#[derive(Clone, Copy)]
pub(super) struct Declared {
    pub(super) views: &'static [Mentions],
    pub(super) plans: &'static [ViewPlan],
    pub(super) transient: &'static [usize],
    /// Whether there may be a partial group that a storage follows.
    pub(super) follows: bool,
}

/// Memory that is kept for the next call.
#[derive(Debug, Default)]
pub(super) struct Memory {
    occupied: Occupied,
    /// The numbers of the clusters to be placed.
    to_place: Vec<usize>,
    swaps: Swaps,
}

/// The positions that clusters have, as bits. A word is room for one cluster.
#[derive(Debug, Default)]
struct Occupied(Vec<u64>);

impl Occupied {
    /// Frees all positions of a storage.
    fn clear(&mut self, positions: usize) {
        self.0.clear();
        self.0.resize(positions.div_ceil(CLUSTER), 0);
    }

    /// The words of a range of 1 to [`CLUSTER`] positions, each with the bits of the range.
    ///
    /// ```text
    /// first 70, len 3    word 1: bits 6, 7 and 8
    /// first 63, len 3    word 0: bit 63          word 1: bits 0 and 1
    /// ```
    fn words(first: usize, len: usize) -> [(usize, u64); 2] {
        let bits = u64::MAX >> (CLUSTER - len);
        let (word, shift) = (first / CLUSTER, first % CLUSTER);
        [(word, bits << shift), (word + 1, if shift == 0 { 0 } else { bits >> (CLUSTER - shift) })]
    }

    /// Takes a range of positions, if all of them are free.
    fn take(&mut self, first: usize, len: usize) -> bool {
        let words = Self::words(first, len);
        let is_free = words.iter().all(|(word, bits)| self.0.get(*word).is_none_or(|own| own & bits == 0));
        for (word, bits) in words.into_iter().filter(|_| is_free) {
            if let Some(own) = self.0.get_mut(word) {
                *own |= bits;
            }
        }
        is_free
    }

    /// The first free word from `word` on.
    fn free_word(&self, word: usize) -> Option<usize> {
        self.0.get(word..)?.iter().position(|own| *own == 0).map(|at| word + at)
    }
}

/// A storage whose values behind the boundary are brought into the order of a group.
struct Follower<'w> {
    storage: &'w mut dyn ErasedStorage,
    /// The boundary: the first position whose value is in no group.
    boundary: usize,
    swaps: &'w mut Swaps,
    /// Number of swaps that are left, and of those that were made.
    budget: usize,
    moved: usize,
}

/// Brings the values behind the boundary of a storage into the order of a group, as far as the swaps of one call suffice. Returns true if
/// any value moved.
///
/// Performs **O(entities / 64)** comparisons of 64 entities, and at most 64 swaps plus one per 32 entities.
pub(super) fn follow(order: &[u32], storage: &mut dyn ErasedStorage, boundary: usize, memory: &mut Memory) -> bool {
    let Memory { occupied, to_place, swaps } = memory;
    if !is_worthwhile(order, storage.source(), boundary) {
        return false;
    }
    let end = storage.values();
    occupied.clear(end);
    to_place.clear();
    let mut follower = Follower { storage, boundary, swaps, budget: CLUSTER + order.len() / PER_SWAP, moved: 0 };
    for (number, cluster) in order.chunks(CLUSTER).enumerate() {
        match follower.find_start(cluster) {
            Some((first, misplaced)) if occupied.take(first, cluster.len()) => {
                follower.bring(cluster, first, misplaced);
            }
            _ => to_place.push(number),
        }
    }
    let mut word = boundary.div_ceil(CLUSTER);
    for number in &*to_place {
        let Some(free) = occupied.free_word(word) else { break };
        let Some(cluster) = order.chunks(CLUSTER).nth(*number) else { break };
        let first = free * CLUSTER;
        if follower.budget < cluster.len() {
            break;
        }
        if first + cluster.len() <= end && follower.is_behind(cluster) {
            follower.bring(cluster, first, u64::MAX >> (CLUSTER - cluster.len()));
            word = free + 1;
        }
    }
    follower.moved > 0
}

/// Returns true if following is worthwhile: if at most an eighth of a sample of entities, spread over the order, is before the boundary.
/// Otherwise few clusters could be adjacent, and each call would look for them.
fn is_worthwhile(order: &[u32], source: Source<'_>, boundary: usize) -> bool {
    let sample = || order.iter().step_by(order.len().div_ceil(CLUSTER).max(1));
    let before = sample().filter(|index| source.step_of(**index).is_none_or(|at| at < boundary)).count();
    8 * before <= sample().count()
}

impl Follower<'_> {
    /// Returns the position of the first value of a cluster at which more than half of its values are in place, and the others, as bits.
    /// Two of three sampled values must agree on this position, so little is looked up if the values are scattered.
    ///
    /// ```text
    /// cluster           e1 e4 e6 e7 e2 e9
    /// storage, at 20    e1 e4 e5 e7 e2 e9      and e6 at 39
    ///
    /// start by e1, number 0    20 - 0 = 20
    /// start by e6, number 2    39 - 2 = 37
    /// start by e2, number 4    24 - 4 = 20      two of three: the cluster starts at 20, and number 2 is to be brought there
    /// ```
    fn find_start(&self, cluster: &[u32]) -> Option<(usize, u64)> {
        let source = self.storage.source();
        let (indices, len) = (source.indices()?, cluster.len());
        let start_by = |at: usize| source.step_of(cluster[at])?.checked_sub(at).filter(|first| *first >= self.boundary);
        let indices_at = |first: usize| indices.get(first..first + len);
        let first = start_by(0);
        if first.and_then(indices_at) == Some(cluster) {
            return Some((first?, 0));
        }
        let (second, third) = (start_by(len / 3), start_by(2 * len / 3));
        let first = if second == third { second? } else { first.filter(|_| first == second || first == third)? };
        let misplaced = differences(indices_at(first)?, cluster);
        (2 * (misplaced.count_ones() as usize) < len).then_some((first, misplaced))
    }

    /// Returns true if no value of a sample of a cluster is before the boundary: values before it stay there.
    fn is_behind(&self, cluster: &[u32]) -> bool {
        let source = self.storage.source();
        cluster.iter().step_by(CLUSTER / 8).all(|index| source.step_of(*index).is_some_and(|at| at >= self.boundary))
    }

    /// Moves some values of a cluster into place, except those before the boundary, as long as swaps are left.
    fn bring(&mut self, cluster: &[u32], first: usize, mut which: u64) {
        while which != 0 && self.budget > 0 {
            let at = which.trailing_zeros() as usize;
            which &= which - 1;
            if self.storage.source().step_of(cluster[at]).is_some_and(|position| position >= self.boundary) {
                self.swaps.begin(1);
                self.storage.arrange(first + at, &cluster[at..=at], self.swaps);
                self.budget -= self.swaps.len();
                self.moved += self.swaps.len();
            }
        }
    }
}

/// The places at which two clusters of equal length differ, as bits.
fn differences(own: &[u32], cluster: &[u32]) -> u64 {
    own.iter().zip(cluster).rev().fold(0, |bits, (own, index)| bits << 1 | u64::from(own != index))
}

/// Returns true if the storage of `component` follows `view`: the first partial group, of those with systems, that looks the component up.
/// Views that mention transient components are excluded: snapshots lack these, and the restored state would depend on them.
pub(super) fn leads(declared: &Declared, view: usize, component: usize) -> bool {
    let looks_up = |view: usize| {
        let (plan, mentions) = (&declared.plans[view], &declared.views[view]);
        matches!(plan.kept, ViewKind::Group)
            && !plan.systems.is_empty()
            && mentions.all.contains(&component)
            && !mentions.owned.contains(&component)
            && !mentions.any_of(declared.transient)
    };
    looks_up(view) && !(0..view).any(looks_up)
}

/// The first position behind all groups in the storage of a component.
pub(super) fn boundary<'w>(
    views: &[Mentions],
    component: usize,
    members: impl Fn(usize) -> Option<Members<'w>>,
) -> usize {
    let mut owners = (0..views.len()).filter(|view| views[*view].owned.contains(&component));
    let outermost = owners.find_map(|view| match members(view)? {
        Members::Prefix(len) => Some(len),
        _ => None,
    });
    outermost.unwrap_or_default()
}

#[cfg(test)]
mod tests;
