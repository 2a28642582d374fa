//! One world beside the reference, for a number of operations.

mod executor;
mod naive;
mod numbers;
mod operations;
mod reading;
mod reference;
mod running;
mod shapes;
mod views;
mod world;

use executor::Executor;
use numbers::Numbers;

/// How many operations a world lives for.
const LIFE: u64 = 10_000;

#[test]
fn a_world_agrees_with_a_naive_one() {
    let setting = |name: &str, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (seed, operations) = (setting("ECS_MODEL_SEED", 1), setting("ECS_MODEL_OPERATIONS", 400_000) / 8);
    let mut numbers = Numbers(seed);
    for _ in 0..operations.div_ceil(LIFE) {
        println!("ECS_MODEL_SEED={}", numbers.0);
        let mut executor = Executor::default();
        for _ in 0..operations.min(LIFE) {
            let operation = numbers.operation(executor.reference.entities.len());
            executor.step(&operation);
        }
        executor.compare();
        drop(executor);
        assert_eq!(world::live(), 0, "a dropped world drops all values");
    }
}
