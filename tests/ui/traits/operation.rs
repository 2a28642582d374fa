use ecs_world::__private::Operation;

struct Mine;

impl Operation<u8> for Mine {
    type Output = u8;
    const EXACT: bool = true;
    fn apply(&mut self, _: u8) -> Option<u8> {
        None
    }
}

fn main() {}
