//! The past of components is copied, inserted and removed without an allocation, once storages have their largest size.

use super::*;

mod buffered {
    use super::*;

    /// A value that owns memory; all values have the same length.
    #[derive(Debug, PartialEq)]
    pub struct Name(pub Vec<u8>);

    impl Clone for Name {
        fn clone(&self) -> Self {
            Self(self.0.clone())
        }

        fn clone_from(&mut self, source: &Self) {
            self.0.clone_from(&source.0);
        }
    }

    #[system]
    pub fn count(name: &mut Name, past: &Past<Name>, mark: Option<&mut Mark>) {
        name.0[0] = past.0[0].wrapping_add(u8::from(mark.is_some()));
    }

    ecs_world! {
        #[derive(Debug)]
        pub struct World;
        components: #[double_buffered] Name, #[double_buffered] Mark, Position;
        systems: count;
    }
}

#[test]
fn the_past_is_copied_and_changed_without_an_allocation() {
    let _alone = alone();
    let mut world = buffered::World::default();
    let entities = world.spawn_batch((0..200).map(|_| buffered::Name(vec![0; 16]))).into_vec();
    let growth = Growth::of(|run| {
        for entity in &entities[..100] {
            if run.is_multiple_of(2) {
                world.insert(*entity, Mark(run as u64)).unwrap();
            } else {
                world.exchange::<Mark, _>(*entity, (Mark(1), Position(1))).unwrap();
                world.remove::<(Mark, Position)>(*entity).unwrap();
            }
        }
        world.run();
    });
    growth.is_none();
    world.check_invariants().unwrap();
}
