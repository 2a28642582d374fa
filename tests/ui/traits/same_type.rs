use ecs_world::__private::{SameType, same_type};

struct Position(f32);
struct Place(f32);

impl SameType<Place> for Position {}

fn main() {
    same_type::<Position, Place>();
}
