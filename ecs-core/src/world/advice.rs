//! Counts the values of a world, to compare its plan with them.
//!
//! The plan was made without knowing how many entities there will be. The counting is here; the decisions are in `plan/advice.rs`, which
//! knows no world and so is tested with invented numbers.

use alloc::vec;
use alloc::vec::Vec;

use crate::mask::BitMask;
use crate::plan::Advice;
use crate::world::{Core, EcsWorld, Token};

/// Counts the values of each component in the masks, and compares the plan with these numbers.
pub(super) fn advice<W: EcsWorld>(world: &W) -> Advice {
    let mut counts = vec![0; W::COMPONENTS.len()];
    for mut mask in world.__core(Token::new()).entities.masks().iter().copied() {
        while let Some(component) = mask.pop_first() {
            counts[component] += 1;
        }
    }
    let values: Vec<_> = W::COMPONENTS.iter().copied().zip(counts).collect();
    let mut advice = W::PLAN.advice(&values);
    let Core { tidy, entities, .. } = world.__core(Token::new());
    if tidy.is_in_order(entities.disorder.settled()) {
        advice.tidy.clear();
    }
    advice
}
