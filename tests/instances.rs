//! What depends on no component is compiled once, with the library, and not again in each program.

use std::collections::BTreeSet;

use ecs_world::__private::{compiled_instances, instances};

#[test]
fn a_program_uses_the_functions_that_are_compiled_with_the_library() {
    let (own, compiled) = (instances(), compiled_instances());
    assert!(own.len() > 80);
    for (number, (own, compiled)) in own.iter().zip(&compiled).enumerate() {
        assert_eq!(own, compiled, "the function with the number {number} is compiled again here");
    }
    assert_eq!(own.len(), compiled.len());
    let different: BTreeSet<_> = own.iter().collect();
    assert!(different.len() > own.len() / 2, "different functions, of which a linker may merge equal ones");
}
