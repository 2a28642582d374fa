use ecs_world::prelude::*;

struct Health;

/// It has only one of the two functions.
mod as_text {
    use ecs_world::__private::serde::Serializer;

    pub fn serialize<S: Serializer>(_: &super::Health, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("health")
    }
}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    pub struct Game;
    components: #[saved(with = as_text)] Health;
}

fn main() {}
