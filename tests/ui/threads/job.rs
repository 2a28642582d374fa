use ecs_world::__private::{Run, SideBySide};

struct Mine;

impl Run for Mine {
    fn run(&mut self) {}
}

fn main() {
    SideBySide.run(&mut [&mut Mine]);
}
