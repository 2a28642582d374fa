use ecs_world::prelude::*;

struct Health;

/// Its function writes a value of another type.
mod as_text {
    use ecs_world::__private::serde::Serializer;

    pub fn serialize<S: Serializer>(_: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("health")
    }
}

ecs_world! {
    #[derive(Serialize)]
    pub struct Game;
    components: #[saved(with = as_text)] Health;
}

fn main() {}
