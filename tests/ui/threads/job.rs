use ecs_world::__private::{Run, InParallel, Watch};

struct Mine;

impl Run for Mine {
    fn run_once(&mut self) {}
}

fn in_parallel(watch: &mut Watch) {
    InParallel.run(&mut [&mut Mine], watch);
}

fn main() {}
