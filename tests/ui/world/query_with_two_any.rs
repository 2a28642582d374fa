use ecs_world::prelude::*;

#[derive(Debug)]
struct Position;
#[derive(Debug)]
struct Fire;
#[derive(Debug)]
struct Poison;
#[derive(Debug)]
struct Armed;

ecs_world! {
    components: Position, Fire, Poison, Armed;
    queries: (Position, any(Fire, Poison), any(Armed)), (Fire, without(Poison), without(Armed));
    groups: (Position, any(Fire), any(Poison));
}

fn main() {}
