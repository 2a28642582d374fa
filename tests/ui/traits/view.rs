use ecs_world::__private::{Aspect, BitMask, Mask, Members, Owned, OwnedStorages, Transition, View};
use ecs_world::{EcsWorld, Entity};

struct Mine;

impl View<Mask<1>> for Mine {
    fn before<O: Owned>(&mut self, _: &mut O, _: &Transition<Mask<1>>, _: &Aspect<Mask<1>>) {}
    fn after<O: Owned>(&mut self, _: &mut O, _: &Transition<Mask<1>>, _: &Aspect<Mask<1>>) {}
    fn spawned<O: Owned>(&mut self, _: &mut O, _: &[Entity]) {}
    fn clear(&mut self) {}
    fn members(&self) -> Members<'_> {
        Members::Whole
    }
}

impl Owned for Mine {
    fn enter(&mut self, _: Entity, _: usize) {}
    fn leave<M: BitMask>(&mut self, _: &Transition<M>, _: usize) {}
    fn have(&self, _: usize) -> bool {
        true
    }
}

impl<W: EcsWorld> OwnedStorages<W> for Mine {
    const LIST: Self = Mine;
}

fn main() {}
