use alloc::vec;

use super::*;

#[test]
fn deltas_that_differ_in_any_part_are_not_equal() {
    let delta = || Delta::<()> { schema: 1, base: 2, target: 3, edits: vec![4, 5], world: PhantomData };
    assert_eq!(delta(), delta());
    let others = [
        Delta { schema: 9, ..delta() },
        Delta { base: 9, ..delta() },
        Delta { target: 9, ..delta() },
        Delta { edits: vec![4, 9], ..delta() },
        Delta { edits: vec![4], ..delta() },
    ];
    for (number, other) in others.into_iter().enumerate() {
        assert_ne!(other, delta(), "difference {number}");
    }
}
