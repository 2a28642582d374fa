use ecs_world::__private::Step;

struct Mine;

impl Step<u8> for Mine {
    type Output = u8;
    const EXACT: bool = true;
    fn take(&mut self, _: u8) -> Option<u8> {
        None
    }
}

fn main() {}
