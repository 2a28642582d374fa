//! One world beside the reference, for a given number of operations.

mod acts;
mod executor;
mod links;
mod lives;
mod naive;
mod reading;
mod reference;
mod relating;
mod running;
mod saving;
mod shapes;
mod templates;
mod views;
mod walks;
mod world;

// These do not depend on the world, so that all worlds share them.
use super::{numbers, operations};

use numbers::Numbers;

/// Maximum number of operations on one world.
const LIFE: u64 = 5_000;

#[test]
fn a_world_agrees_with_a_naive_one() {
    let setting = |name: &str, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (seed, operations) = (setting("ECS_MODEL_SEED", 1), setting("ECS_MODEL_OPERATIONS", 320_000) / 16);
    lives::live_through(&mut Numbers(seed), operations, LIFE);
}
