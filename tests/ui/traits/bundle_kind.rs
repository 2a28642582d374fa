use ecs_world::prelude::*;

use ecs_world::__private::{Access, BitMask, BundleColumns, BundleKind, Transition, TupleKind};

struct Position(f32);

ecs_world! {
    components: Position;
}

type Mask = <World as GeneratedWorld>::Mask;
type Storages = <World as GeneratedWorld>::Storages;
type Queues = <World as GeneratedWorld>::Queues;

struct Mine;

// A kind of the library's own, for a bundle of its own.
impl BundleKind<World, Mine> for TupleKind {
    type Plain = Mine;
    type Replaced = ();
    const ACCESS: Access = Access::None;
    fn mask() -> Mask {
        Mask::EMPTY
    }
    fn into_plain(mine: Mine) -> Mine {
        mine
    }
    fn from_plain(mine: Mine) -> Mine {
        mine
    }
    fn targets(_: &Mine, _: &mut dyn FnMut(usize, &[Entity])) {}
    fn prepare(_: &Mine, _: &mut Storages, _: &Mask) {}
    fn push(_: Mine, storages: &mut Storages, _: Entity) {
        *storages = Storages::default();
    }
    fn push_unowned(_: Mine, _: &mut Storages) {}
    fn assign_owners(_: &mut Storages, _: &[Entity]) {}
    fn replace(_: Mine, _: &mut Storages, _: Entity, _: &Mask) {}
    fn take(_: &mut Storages, _: Entity) -> Option<Mine> {
        None
    }
    fn reserve(_: &mut Storages, _: usize) {}
    fn enqueue(_: Mine, _: &mut Queues) {}
    fn take_any(_: &mut Storages, _: Entity) {}
    fn report_replaced((): &(), _: &mut World, _: &Transition<Mask>) {}
    fn report_exchanged(_: &Mine, _: &Mask, _: &mut World, _: &Transition<Mask>) {}
    fn dequeue(_: &mut Queues, _: &Mask) -> Option<Mine> {
        None
    }
}

impl BundleColumns<World> for Mine {
    const ACCESS: Access = Access::None;
    fn mask() -> Mask {
        Mask::EMPTY
    }
    fn targets(&self, _: &mut dyn FnMut(usize, &[Entity])) {}
    fn lengths(&self) -> Option<(usize, usize)> {
        Some((1, 1))
    }
    fn prepare(&self, _: &mut Storages) {}
    fn push_all(self, storages: &mut Storages, _: &[Entity]) {
        *storages = Storages::default();
    }
}

fn main() {}
