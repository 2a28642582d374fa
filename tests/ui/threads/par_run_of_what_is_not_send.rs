//! `run` would run these systems one after another.
use std::rc::Rc;

use ecs_world::prelude::*;

struct Name(Rc<str>);
struct Length(usize);

#[system]
fn shout(name: &Name) {
    println!("{}", name.0);
}

#[system]
fn grow(length: &mut Length) {
    length.0 += 1;
}

ecs_world! {
    components: Name, Length;
    systems: shout, grow;
}

fn main() {
    let mut world = World::default();
    world.run();
    world.par_run();
}
