use alloc::vec;

use super::*;

#[test]
fn a_delta_of_which_anything_differs_is_another_one() {
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
        assert_ne!(other, delta(), "change {number}");
    }
}
