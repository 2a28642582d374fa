use std::cell::Cell;

use ecs_world::__private::Cells;

struct Mine<'w>(&'w [Cell<u8>]);

impl<'w> Cells<'w> for Mine<'w> {
    type Value = u8;
    type Content = u8;
    fn cell(&mut self, _: usize) -> Option<&'w Cell<u8>> {
        self.0.first()
    }
    fn value(content: &'w mut u8) -> Option<&'w mut u8> {
        Some(place)
    }
    fn part(&mut self, _: usize) -> Self {
        Self(self.0)
    }
}

fn main() {}
