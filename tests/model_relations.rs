//! Relations in worlds after random changes, compared with a list of links.
#![allow(missing_docs, unreachable_pub, dead_code, reason = "the modules here are parts of this one test")]

#[path = "model/numbers.rs"]
mod numbers;
#[path = "model/relations.rs"]
mod relations;

use numbers::Numbers;
use relations::Relations;

#[test]
fn random_changes_agree_with_a_list_of_links_even_if_callbacks_panic() {
    let mut numbers = Numbers(1);
    for _life in 0..if cfg!(miri) { 1 } else { 30 } {
        println!("seed {}", numbers.0);
        let mut relations = Relations::default();
        for _ in 0..if cfg!(miri) { 80 } else { 400 } {
            relations.step(numbers.linking());
        }
    }
}
