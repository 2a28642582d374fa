//! Entities of blocks of any size that filters keep, on any number of threads.

use ecs_world::Query;

use crate::blocks::{Chosen, LENS, Number, Other, PATTERNS, Rare, World, filled};
use crate::slices::{THREADS, on_threads};

/// The numbers that a query yields, in order. (A function, so that its chain of calls is compiled once.)
fn numbers(mut query: Query<'_, World, &Number>) -> Vec<usize> {
    let mut numbers =
        query.par_fold(Vec::new, |all, number| [all, vec![number.0]].concat(), |all, more| [all, more].concat());
    numbers.sort_unstable();
    numbers
}

/// The same, of a query that writes a second column, which need not have the same order.
fn numbers_that_are_written(mut query: Query<'_, World, (&Number, &mut Other)>) -> Vec<usize> {
    let mut numbers = query.par_fold(
        Vec::new,
        |all, (number, other)| {
            assert_eq!(number.0, other.0);
            [all, vec![other.0]].concat()
        },
        |all, more| [all, more].concat(),
    );
    numbers.sort_unstable();
    numbers
}

fn filters_keep_exactly_the_chosen(pattern: usize, len: usize, order: usize) {
    let is_chosen = PATTERNS[pattern];
    let mut world = filled(len, order, &is_chosen);
    let (chosen, others): (Vec<_>, Vec<_>) = (0..len).partition(|at| is_chosen(*at, len));
    let what = format!("pattern {pattern} of {len}, in steps of {order}");
    assert_eq!(numbers(world.query_mut::<&Number>().with::<Chosen>()), chosen, "with, {what}");
    assert_eq!(numbers_that_are_written(world.query_mut::<(&Number, &mut Other)>().with::<Chosen>()), chosen, "{what}");
    assert_eq!(numbers(world.query_mut::<&Number>().without::<Chosen>()), others, "without, {what}");
    assert_eq!(numbers(world.query_mut::<&Number>().any::<(Chosen, Rare)>()), chosen, "any, {what}");
    let query = world.query_mut::<&Number>().any::<(Chosen, Rare)>().any::<(Number, Rare)>().any::<(Other, Chosen)>();
    assert_eq!(numbers(query), chosen, "several `any`, {what}");
    assert!(numbers(world.query_mut::<&Number>().any::<()>()).is_empty(), "an empty `any` matches no entity, {what}");
}

#[test]
fn filters_keep_the_same_of_blocks_of_any_size_on_any_number_of_threads() {
    for threads in THREADS {
        on_threads(*threads, || {
            for len in LENS {
                for pattern in 0..PATTERNS.len() {
                    for order in [1, 7] {
                        filters_keep_exactly_the_chosen(pattern, len, order);
                    }
                }
            }
        });
    }
}
