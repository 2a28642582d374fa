use ecs_world::__private::{Handle, Join, JoinIter, Joined, SparseSet, Write, write};

struct Mine;

impl<'a> Joined<'a> for Mine {
    type Fetch = Write<SparseSet<u8>>;
    fn columns(self) -> Option<ecs_world::__private::LookupMut<'a, SparseSet<u8>>> {
        Some(write(Box::leak(Box::default())).aligned())
    }
}

impl<'a> Join<'a> for Mine {
    type Fetch = Handle;
    fn join(self) -> JoinIter<'a, Handle> {
        unimplemented!()
    }
}

fn main() {}
