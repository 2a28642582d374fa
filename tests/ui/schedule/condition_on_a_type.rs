use ecs_world::prelude::*;

#[derive(Debug, PartialEq)]
enum Phase {
    Menu,
    Play,
}

#[derive(Debug)]
struct Position(f32);

#[derive(Default)]
struct Turn(u32);

struct Even;

#[condition]
impl Even {
    fn run(&self, turn: &Turn) -> bool {
        turn.0 % 2 == 0
    }
}

fn main() {}
