//! What a partial group looks up follows its order, so that iteration reads runs.
//!
//! Two groups that share a storage cannot both own it: one has its values at the front, and the other one looks its values up. Those behind
//! the front are in no required order, so before a run they are brought into the order of the partial group, as far as few moves suffice:
//! in *clusters* of `CLUSTER` consecutive entities of the group, each of which is adjacent in the storage, wherever.
//!
//! ```text
//! C   [ in (C, D) | .. e7 e2 e9 .. | others | .. e1 e4 e6 .. ]      (C, D) owns C
//! E   [ e1 e4 e6 .. e7 e2 e9 .. | others ]                         (C, E) owns E: its clusters begin with e1 and with e7
//! ```
//!
//! Clusters make changes cheap. If the front grows by a value, what was first behind it moves to the end: one cluster has a stray value. In one
//! stretch instead of clusters, all values would have to move by a position.
//!
//! - **I1** The result is a function of the orders of the group and of the storage, of the border, and of whether the storage is free to
//!   follow: all of which clones, snapshots and saves have. So it is computed before each run whose systems iterate the group, and skipped
//!   only if it is known to move nothing: when these are the same as when it moved nothing.
//! - **I2** Values move behind the border alone, so no group gains or loses an entity, and no group changes its order.
//!
//! No user code runs here. A cluster whose values are adjacent costs a comparison. Where most of its values are as they would have to be, the
//! others are swapped in; otherwise it is placed where no cluster is. Swaps are limited to a number per call that grows with the group, so
//! a run costs little more than its iteration, however much was changed, and is not delayed by entities that were spawned before it.

use alloc::vec::Vec;

use crate::plan::ViewKind;
use crate::source::Source;
use crate::sparse::Swaps;
use crate::storage::{ErasedStorage, StorageTasks as _};
use crate::view::Members;
use crate::world::EcsWorld;

/// Number of consecutive entities of a group that are kept adjacent; as many as a word has bits.
const CLUSTER: usize = 64;

/// Number of entities of a group for each swap that a call makes, beside those of one cluster.
const PER_SWAP: usize = 32;

/// Memory that is kept for the next call.
#[derive(Debug, Default)]
pub(super) struct Memory {
    taken: Taken,
    /// The numbers of the clusters that are to be placed.
    to_place: Vec<usize>,
    swaps: Swaps,
}

/// The positions that clusters have, as bits: a word is a place for a cluster.
#[derive(Debug, Default)]
struct Taken(Vec<u64>);

impl Taken {
    /// Makes all positions of a storage free.
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

    /// Takes a range of positions, if all are free.
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

/// A storage whose values behind a border are brought into the order of a group.
struct Follower<'w> {
    storage: &'w mut dyn ErasedStorage,
    /// The first position that is in no group.
    border: usize,
    swaps: &'w mut Swaps,
    /// Number of swaps that are left, and of those that were made.
    budget: usize,
    moved: usize,
}

/// Brings the values behind the border of a storage into the order of a group, as far as one call does. Returns true if any value moved.
///
/// Runs in **O(entities / 64)** comparisons of 64 entities, and makes at most a swap per 32 entities, and 64 more.
pub(super) fn follow(order: &[u32], storage: &mut dyn ErasedStorage, border: usize, memory: &mut Memory) -> bool {
    let Memory { taken, to_place, swaps } = memory;
    if !pays(order, storage.source(), border) {
        return false;
    }
    let end = storage.values();
    taken.clear(end);
    to_place.clear();
    let mut follower = Follower { storage, border, swaps, budget: CLUSTER + order.len() / PER_SWAP, moved: 0 };
    for (number, cluster) in order.chunks(CLUSTER).enumerate() {
        match follower.home(cluster) {
            Some((first, strays)) if taken.take(first, cluster.len()) => follower.bring(cluster, first, strays),
            _ => to_place.push(number),
        }
    }
    let mut word = border.div_ceil(CLUSTER);
    for number in &*to_place {
        let Some(free) = taken.free_word(word) else { break };
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

/// Returns true if at most an eighth of some entities, which are spread over the order, are before the border. Otherwise few clusters could be
/// adjacent, and each call would look for them.
fn pays(order: &[u32], source: Source<'_>, border: usize) -> bool {
    let some = || order.iter().step_by(order.len().div_ceil(CLUSTER).max(1));
    let before = some().filter(|index| source.step_of(**index).is_none_or(|at| at < border)).count();
    8 * before <= some().count()
}

impl Follower<'_> {
    /// The position where the first value of a cluster has to be, if more than half of its values are where they have to be then; with the
    /// others, as bits. It is the position that two of three values tell, so that little is looked up of values that are wherever.
    ///
    /// ```text
    /// cluster           e1 e4 e6 e7 e2 e9
    /// storage, at 20    e1 e4 e5 e7 e2 e9      and e6 at 39
    ///
    /// told by e1, number 0    20 - 0 = 20
    /// told by e6, number 2    39 - 2 = 37
    /// told by e2, number 4    24 - 4 = 20      two of three: the home is 20, and number 2 is to be brought there
    /// ```
    fn home(&self, cluster: &[u32]) -> Option<(usize, u64)> {
        let source = self.storage.source();
        let (indices, len) = (source.indices()?, cluster.len());
        let told_by = |at: usize| source.step_of(cluster[at])?.checked_sub(at).filter(|first| *first >= self.border);
        let there = |first: usize| indices.get(first..first + len);
        let first = told_by(0);
        if first.and_then(there) == Some(cluster) {
            return Some((first?, 0));
        }
        let (second, third) = (told_by(len / 3), told_by(2 * len / 3));
        let first = if second == third { second? } else { first.filter(|_| first == second || first == third)? };
        let strays = differences(there(first)?, cluster);
        (2 * (strays.count_ones() as usize) < len).then_some((first, strays))
    }

    /// Returns true if none of some values of a cluster is before the border: those that are stay there.
    fn is_behind(&self, cluster: &[u32]) -> bool {
        let source = self.storage.source();
        cluster.iter().step_by(CLUSTER / 8).all(|index| source.step_of(*index).is_some_and(|at| at >= self.border))
    }

    /// Brings those of the values of a cluster that are behind the border into place, as long as swaps are left.
    fn bring(&mut self, cluster: &[u32], first: usize, mut which: u64) {
        while which != 0 && self.budget > 0 {
            let at = which.trailing_zeros() as usize;
            which &= which - 1;
            if self.storage.source().step_of(cluster[at]).is_some_and(|position| position >= self.border) {
                self.swaps.begin(1);
                self.storage.arrange(first + at, &cluster[at..=at], self.swaps);
                self.budget -= self.swaps.len();
                self.moved += self.swaps.len();
            }
        }
    }
}

/// The places at which two clusters of the same length differ, as bits.
fn differences(own: &[u32], cluster: &[u32]) -> u64 {
    own.iter().zip(cluster).rev().fold(0, |bits, (own, index)| bits << 1 | u64::from(own != index))
}

/// Returns true if a storage follows a view: the first partial group that looks the component up. Views and storages that snapshots lack
/// take no part, since what is restored would depend on them.
pub(super) fn leads<W: EcsWorld>(view: usize, component: usize) -> bool {
    let looks_up = |view: usize| {
        let mentions = &W::VIEWS[view];
        matches!(W::PLAN.views[view].kept, ViewKind::Group)
            && !W::PLAN.views[view].systems.is_empty()
            && mentions.all.contains(&component)
            && !mentions.owned.contains(&component)
            && !mentions.any_of(W::TRANSIENT)
    };
    looks_up(view) && !(0..view).any(looks_up)
}

/// The position from which on the values of a component are in no group.
pub(super) fn border<W: EcsWorld>(views: &W::Views, component: usize) -> usize {
    let mut owners = (0..W::VIEWS.len()).filter(|view| W::VIEWS[*view].owned.contains(&component));
    let outermost = owners.find_map(|view| match W::__view(views, view)?.0.members() {
        Members::Prefix(len) => Some(len),
        _ => None,
    });
    outermost.unwrap_or_default()
}

#[cfg(test)]
mod tests;
