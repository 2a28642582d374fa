//! Runs that turn out to have no slices.

use alloc::vec::Vec;

use super::*;
use crate::entity::entity;
use crate::fetch::{Fetch, Read};
use crate::join::keep::KeepAll;
use crate::join::matches::Matches;
use crate::storage::{Lookup, Sortable as _, SparseSet, SplitSet, Storage as _};

type Column = Read<SparseSet<u64>>;

/// Drops every n-th entity.
struct Every(u32);

impl Keep for Every {
    fn keeps_all(&self) -> bool {
        false
    }

    fn keeps(&self, index: u32) -> bool {
        index % self.0 != self.0 - 1
    }

    fn sift(&self, indices: &[u32]) -> Passed {
        Passed((0..).zip(indices).filter(|(_, index)| self.keeps(**index)).fold(0, |kept, (at, _)| kept | 1 << at))
    }

    fn keeps_each(&self, indices: &[u32]) -> bool {
        indices.iter().all(|index| self.keeps(*index))
    }
}

/// The entities that are found in a storage of `entities` values, of which every `dropped`-th is dropped; and the number of runs. The run
/// with the number `refused` has no slices.
fn found(entities: u32, dropped: u32, refused: usize) -> (Vec<u32>, usize) {
    let mut storage = SparseSet::default();
    (0..entities).for_each(|index| storage.push(entity(index), u64::from(index)));
    let (index, values) = storage.parts();
    let columns = Lookup { index, values, ..Lookup::default() };
    let mut finder = Finder::new(Column::places(&columns), Source::all(index), Every(dropped), None);
    let (mut visited, mut runs) = (vec![], 0);
    loop {
        match finder.next() {
            Found::Run(Part { kept: Some(kept), .. }) => finder.visit_apart(kept),
            Found::Run(Part { first, indices: run, kept: None }) => {
                assert_eq!(run.first().copied(), u32::try_from(first).ok(), "the step of the first entity");
                assert_eq!(finder.few[0] as usize, first, "the position of its value, in the order of the source");
                if runs == refused {
                    finder.refuse(first, run.len());
                } else {
                    visited.extend_from_slice(run);
                }
                runs += 1;
            }
            Found::Apart(len) => visited.extend((KEPT - len..KEPT).map(|at| *finder.looked_up(at).index)),
            Found::End => return (visited, runs),
        }
    }
}

#[test]
fn a_run_without_slices_is_looked_up_with_the_rest_of_its_window() {
    // Miri takes minutes for all of them.
    let counts: &[u32] = if cfg!(miri) { &[1, 9, 65] } else { &[1, 8, 9, 63, 64, 65, 255, 256, 257, 600] };
    for entities in counts.iter().copied() {
        for dropped in [2, 9, 10, 30, 63, 64, 65, 300, 1_000] {
            let kept: Vec<u32> = (0..entities).filter(|index| Every(dropped).keeps(*index)).collect();
            let (all, runs) = found(entities, dropped, usize::MAX);
            assert_eq!(all, kept, "{entities} without every {dropped}th");
            for refused in 0..runs {
                let (visited, _) = found(entities, dropped, refused);
                assert_eq!(visited, kept, "{entities} without every {dropped}th, run {refused}");
            }
        }
    }
    let (_, runs) = found(600, 30, usize::MAX);
    assert!(runs > 20, "{runs} runs");
    let (_, after) = found(600, 30, 0);
    assert!((2..runs).contains(&after), "the rest of the first window is looked up, and later ones have runs: {after}");
}

/// The values of a part of a storage, for the entities of `source`, in each way to iterate.
fn values<'w>(part: &Lookup<'w, SplitSet<u64>>, source: Source<'w>) -> Vec<u64> {
    let matches = || Matches::<Read<SplitSet<u64>>, KeepAll>::new(*part, source, KeepAll, None);
    let mut each = matches();
    let folded = matches().fold(vec![], |mut all, value| {
        all.push(*value);
        all
    });
    let mut all = vec![];
    while let (bounds, Some(value)) = (each.size_hint(), each.next()) {
        let left = folded.len() - all.len();
        assert!(bounds.1.is_some_and(|most| left <= most), "{left} items are left: {bounds:?}");
        all.push(*value);
    }
    assert_eq!(all, folded, "folded");
    assert!(each.next().is_none() && each.size_hint() == (0, Some(0)), "an iterator stays at its end");
    all
}

#[test]
fn runs_beyond_the_border_of_a_part_of_a_storage_are_looked_up() {
    // Not in the order of the source, but each half is.
    let (mut source, mut set) = (SparseSet::<u64>::default(), SplitSet::<u64>::default());
    (0..300).for_each(|index| source.push(entity(index), 0));
    (150..300_u32).chain(0..150).for_each(|index| set.push(entity(index), u64::from(index)));
    for place in [0, 1, 2, 3, 63, 64, 65, 149, 150, 151, 299, 300] {
        let place_of = |index: u64| if index < 150 { index + 150 } else { index - 150 };
        let (front, back) = set.split(place);
        let (front, back) = (front.to_read(), back.to_read());
        let all = Source::all(source.parts().0);
        let expected: (Vec<_>, Vec<_>) = (0..300).partition(|index| place_of(*index) < place as u64);
        assert_eq!((values(&front, all), values(&back, all)), expected, "split at {place}");
    }
}
