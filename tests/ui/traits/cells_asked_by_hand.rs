use std::cell::Cell;

use ecs_world::__private::{Cells, ValuesMut};

// A part of the same cells, beside those that the kernel hands values out of.
fn twice<'w, T: 'static, V: ValuesMut<'w, T>>(values: V) -> Option<&'w Cell<<V::Cells as Cells<'w>>::Place>> {
    values.cells().part(1).cell(0)
}

fn main() {}
