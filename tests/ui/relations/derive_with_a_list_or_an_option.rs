use ecs_world::prelude::*;

#[derive(Debug, Relation)]
struct Follows(Vec<Entity>);

#[derive(Debug, Relation)]
struct Joins([Entity; 2]);

#[derive(Debug, Relation)]
struct Likes(Option<Entity>);

// Whatever an entry says of them, it is not wrong as well.
ecs_world! {
    relations: Follows (many, clear), Joins (clear), Likes (many, clear);
}

fn main() {}
