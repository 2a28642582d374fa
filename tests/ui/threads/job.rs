use ecs_world::__private::{Run, SideBySide, Watch};

struct Mine;

impl Run for Mine {
    fn run_once(&mut self) {}
}

fn side_by_side(watch: &mut Watch) {
    SideBySide.run(&mut [&mut Mine], watch);
}

fn main() {}
