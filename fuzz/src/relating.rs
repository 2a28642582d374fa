//! Changes of relations in a world, which must agree with a list of links after each change.

use super::bytes as numbers;

#[path = "../../tests/model/relations.rs"]
mod model;

/// Changes relations until the bytes end. Callbacks may panic.
pub fn relations(bytes: &[u8]) {
    let (mut numbers, mut relations) = (numbers::Numbers::of(bytes), model::Relations::default());
    while !numbers.is_empty() {
        relations.step(numbers.linking());
    }
}
