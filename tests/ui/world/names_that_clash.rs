use ecs_world::prelude::*;

struct HTTPServer;
struct HttpServer;

ecs_world! {
    components: HTTPServer, HttpServer;
}

fn main() {}
