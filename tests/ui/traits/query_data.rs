use ecs_world::prelude::*;

use ecs_world::__private::{Access, LookupMut, PlainQuery, Population, QueryData, QueryKind, SparseSet, Write, write};

pub struct Position(f32);

ecs_world! {
    components: Position;
}

type Columns<'w> = <World as GeneratedWorld>::Columns<'w>;
type Entities = Population<<World as GeneratedWorld>::Mask>;

// Says that it touches nothing, and takes a column to write.
pub struct Mine;

impl QueryData<World> for Mine {
    type Kind = PlainQuery;
}

impl QueryKind<World, Mine> for PlainQuery {
    type Fetch = Write<SparseSet<Position>>;
    const ACCESS: Access = Access::None;
    fn columns<'w>(_: &mut Columns<'w>, _: &'w Entities) -> LookupMut<'w, SparseSet<Position>> {
        write(Box::leak(Box::default()))
    }
    fn align(columns: &mut LookupMut<'_, SparseSet<Position>>, _: impl Fn(usize) -> bool + Copy) {
        *columns = std::mem::take(columns).aligned();
    }
}

// A kind of its own.
pub struct Own;

impl QueryKind<World, Own> for Own {
    type Fetch = Write<SparseSet<Position>>;
    const ACCESS: Access = Access::None;
    fn columns<'w>(_: &mut Columns<'w>, _: &'w Entities) -> LookupMut<'w, SparseSet<Position>> {
        write(Box::leak(Box::default()))
    }
    fn align(_: &mut LookupMut<'_, SparseSet<Position>>, _: impl Fn(usize) -> bool + Copy) {}
}

// Of a type that is not its own, but of a world that is.
impl QueryKind<World, &u8> for PlainQuery {
    type Fetch = Write<SparseSet<Position>>;
    const ACCESS: Access = Access::None;
    fn columns<'w>(_: &mut Columns<'w>, _: &'w Entities) -> LookupMut<'w, SparseSet<Position>> {
        write(Box::leak(Box::default()))
    }
    fn align(_: &mut LookupMut<'_, SparseSet<Position>>, _: impl Fn(usize) -> bool + Copy) {}
}

fn main() {}
