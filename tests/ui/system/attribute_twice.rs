use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Frozen;

#[system(with(Frozen))]
#[system(parallel)]
fn thaw(position: &mut Position) {
    position.0 += 1.0;
}

#[system(with(Frozen))]
#[system]
#[system(without(Frozen), with(Frozen),)]
fn freeze(position: &mut Position) {
    position.0 -= 1.0;
}

#[derive(Default)]
struct Count(u32);

#[system]
/// Counts.
#[ecs_world::system]
impl Count {
    fn run(&mut self, _: &Position) {
        self.0 += 1;
    }
}

ecs_world! {
    components: Position, Frozen;
    systems: thaw, freeze, Count;
}

fn main() {}
