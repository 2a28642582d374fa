use std::ops::Range;

use ecs_world::__private::{OptionCells, Values, ValuesMut};

struct Mine;

// The slices are the library's own type, and yet what they are the values of could be anybody's.
impl<'w> Values<'w, Mine> for &'w [u8] {
    type Sent = Self;
    fn sent(self) -> Self {
        self
    }
    fn received(sent: Self) -> Self {
        sent
    }
    fn get(self, _: usize) -> Option<&'w Mine> {
        None
    }
    fn slice(self, _: Range<usize>) -> Option<&'w [Mine]> {
        None
    }
    fn each(self) -> impl Iterator<Item = &'w Mine> {
        std::iter::empty()
    }
}

impl<'w> ValuesMut<'w, Mine> for &'w mut [u8] {
    type Cells = OptionCells<'w, Mine>;
    fn get(self, _: usize) -> Option<&'w mut Mine> {
        None
    }
    fn slice(self, _: Range<usize>) -> Option<&'w mut [Mine]> {
        None
    }
    fn each(self) -> impl Iterator<Item = &'w mut Mine> {
        std::iter::empty()
    }
    fn disjoint<const N: usize>(self, _: [usize; N]) -> Option<[&'w mut Mine; N]> {
        None
    }
    fn cells(self) -> Self::Cells {
        unimplemented!()
    }
}

fn main() {}
