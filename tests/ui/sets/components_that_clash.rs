use ecs_world::prelude::*;

#[derive(Debug)]
struct HttpServer;
#[derive(Debug)]
struct HTTPServer;

ecs_components! {
    set one;
    components: HttpServer;
}

ecs_components! {
    set two;
    components: HTTPServer;
}

ecs_world! {
    struct Game;
    include: one, two;
}

fn main() {}
