use ecs_world::prelude::*;

use ecs_world::Component;
use ecs_world::__private::{IntoTuple, StructKind};

struct Position(f32);
// It is said to consist of itself.
struct Mass(f32);

ecs_world! {
    components: Position;
}

impl Bundle<World> for Mass {
    type Replaced = Option<Self>;
    type Kind = StructKind<Self>;
}

impl IntoTuple for Mass {
    type Tuple = Self;
    fn into_tuple(self) -> Self {
        self
    }
    fn from_tuple(tuple: Self) -> Self {
        tuple
    }
}

impl Component<World> for Mass {}

fn main() {}
