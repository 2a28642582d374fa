//! Iterations that begin in the middle of an order whose positions are cached, as on several threads.

use alloc::vec::Vec;

use super::*;
use crate::entity::entity;
use crate::fetch::{Fetch, Read};
use crate::sparse::{Compared, EntityIndex as _, SparseIndex};
use crate::storage::{Lookup, SparseSet, Storage};

type Column = Read<SparseSet<u64>>;

/// The order of a view, and a storage that consists of runs of it with these lengths, every other one reversed.
fn order_and_column(runs: &[u32]) -> (SparseIndex, SparseSet<u64>) {
    let (mut order, mut column) = (SparseIndex::new(), SparseSet::default());
    let mut first = 0;
    for (number, len) in runs.iter().enumerate() {
        let entities = first..first + len;
        entities.clone().for_each(|index| _ = order.push(index));
        let mut push = |index| column.push(entity(index), u64::from(index));
        if number % 2 == 0 {
            entities.for_each(&mut push);
        } else {
            entities.rev().for_each(&mut push);
        }
        first += len;
    }
    (order, column)
}

fn columns(column: &SparseSet<u64>) -> Lookup<'_, SparseSet<u64>> {
    let (index, values) = column.parts();
    Lookup { index, values, ..Lookup::default() }
}

/// A cache of the positions of a column by step. They are cached the second time that nothing changed.
fn cached(order: &SparseIndex, column: &SparseSet<u64>) -> PositionCache {
    let mut cache = PositionCache::default();
    for _ in 0..2 {
        let mut comparison = cache.compare(Source::all(order)).expect("there are enough entities");
        comparison.column(0, column.parts().0.source(), false);
        if let Compared::Unchanged(positions) = comparison.end(0) {
            positions.list(0, Source::all(order));
            positions.look_up(0, column.parts().0.source());
            positions.finish();
        }
    }
    cache
}

/// The positions that an iteration of these steps visits, and the lengths of its runs.
fn visited(
    order: &SparseIndex,
    column: &SparseSet<u64>,
    cache: &PositionCache,
    range: Range<usize>,
) -> (Vec<u32>, Vec<usize>) {
    let columns = columns(column);
    let mut steps = Steps::none(Column::places(&columns));
    steps.begin(&Source::all(order), range, Some(cache));
    let mut room = <<Column as Fetch>::Places<'_> as Places>::ROOM;
    let (mut positions, mut lens) = (vec![], vec![]);
    loop {
        match steps.next::<true>(&mut room, usize::MAX) {
            Next::Run(len) => {
                positions.extend((room[0]..).take(len));
                lens.push(len);
            }
            Next::Apart(len) => positions.extend_from_slice(&room[..len]),
            Next::End => return (positions, lens),
        }
    }
}

#[test]
fn any_steps_of_a_cached_order_are_visited_at_their_positions() {
    let runs = [40, 17, 25, 1, 16, 33];
    let (order, column) = order_and_column(&runs);
    let cache = cached(&order, &column);
    let position_or_beyond = |index| (0..).zip(column.parts().0.indices()).find(|(_, own)| **own == index).unwrap().0;
    let all: Vec<_> = order.indices().iter().copied().map(position_or_beyond).collect();
    let borders: Vec<_> = runs
        .iter()
        .scan(0, |sum, len| {
            *sum += *len as usize;
            Some(*sum)
        })
        .collect();
    for start in 0..=all.len() {
        for end in [start, start + 1, start + 2, start + 3, all.len()].into_iter().filter(|end| *end <= all.len()) {
            let (positions, lens) = visited(&order, &column, &cache, start..end);
            assert_eq!(positions, all[start..end], "steps {start} to {end}");
            let first_end = lens.first().map(|len| start + len);
            assert!(
                first_end.is_none_or(|at| at == end || start >= 40 || borders.contains(&at)),
                "the first run ends at {first_end:?}"
            );
        }
    }
    assert_eq!(visited(&order, &column, &cache, 10..all.len()).1[0], 30, "what is left of the first run");
}
