use ecs_world::__private::{Run, SideBySide, Stopwatch};

struct Mine;

impl Run for Mine {
    fn run(&mut self) {}
}

fn side_by_side(watch: &mut Stopwatch) {
    SideBySide.run(&mut [&mut Mine], watch);
}

fn main() {}
