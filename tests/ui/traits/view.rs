use ecs_world::__private::{Aspect, Members, Mask, Owned, Transition, View};
use ecs_world::Entity;

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
    fn bring(&mut self, _: Entity, _: usize) {}
    fn leave(&mut self, _: Entity, _: usize, _: impl Fn(usize) -> bool) {}
    fn have(&self, _: usize) -> bool {
        true
    }
}

fn main() {}
