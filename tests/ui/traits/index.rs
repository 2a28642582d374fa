use ecs_world::__private::Listed;

#[derive(Debug)]
struct Mine(Vec<u32>);

impl Listed for Mine {
    fn listed(&self) -> &[u32] {
        &self.0
    }
    fn step_of(&self, _: u32) -> Option<usize> {
        Some(0)
    }
}

fn main() {}
