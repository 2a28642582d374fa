use ecs_world::prelude::*;

struct Clock(u32);

impl Clock {
    #[condition]
    fn even(&self) -> bool {
        self.0 % 2 == 0
    }
}

fn main() {}
