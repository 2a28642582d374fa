//! The operations of a world in the benchmarks of the article, and their implementation by its own library.

use crate::article::{Ids, Index, Manager};

/// A world whose entities have 1, 2, 3 or 8 components.
pub trait Subject: 'static {
    type Handle: Copy + 'static;

    fn create<const COMPONENTS: usize>(&mut self, value: [f32; 2]) -> Self::Handle;

    fn destroy(&mut self, handle: Self::Handle);

    /// Runs the system over these components: it adds the others to the first one.
    fn iterate<const COMPONENTS: usize>(&mut self);

    /// The first number of the first component, which systems change.
    fn value<const COMPONENTS: usize>(&self, handle: Self::Handle) -> f32;
}

/// Number of the first component of an entity with `components` components.
pub const fn first_of(components: usize) -> usize {
    match components {
        1 => 0,
        2 => 1,
        3 => 3,
        _ => 6,
    }
}

/// Creates an empty world.
pub trait Empty: Subject {
    fn empty<const COMPONENTS: usize>() -> Self;
}

impl<W: Subject + Default> Empty for W {
    fn empty<const COMPONENTS: usize>() -> Self {
        Self::default()
    }
}

/// The library of the article.
pub struct Article<I, K>(Manager<I, K>);

impl<I: Index, K: Ids> Empty for Article<I, K> {
    fn empty<const COMPONENTS: usize>() -> Self {
        let own = ((1_u64 << COMPONENTS) - 1) << first_of(COMPONENTS);
        Self(Manager::with_system(own))
    }
}

/// Adds components to an entity.
macro_rules! add {
    ($manager:expr, $entity:ident, $value:ident: $($N:literal)*) => {{ $($manager.add::<$N>($entity, $value);)* }};
}

/// Adds the values of the other components of an entity to the first one.
macro_rules! sum {
    ($manager:expr, $entity:ident: $first:literal $($N:literal)*) => {{
        let sum = $($manager.get::<$N>($entity)[1] +)* 0.0;
        $manager.get_mut::<$first>($entity)[0] += sum;
    }};
}

impl<I: Index, K: Ids> Subject for Article<I, K> {
    type Handle = u32;

    fn create<const COMPONENTS: usize>(&mut self, value: [f32; 2]) -> u32 {
        let entity = self.0.create();
        match COMPONENTS {
            1 => add!(self.0, entity, value: 0),
            2 => add!(self.0, entity, value: 1 2),
            3 => add!(self.0, entity, value: 3 4 5),
            _ => add!(self.0, entity, value: 6 7 8 9 10 11 12 13),
        }
        entity
    }

    fn destroy(&mut self, entity: u32) {
        self.0.destroy(entity);
    }

    fn iterate<const COMPONENTS: usize>(&mut self) {
        let managed = self.0.take_managed();
        for entity in managed.iter().copied() {
            match COMPONENTS {
                1 => {
                    let own = self.0.get_mut::<0>(entity);
                    own[0] += own[1];
                }
                2 => sum!(self.0, entity: 1 2),
                3 => sum!(self.0, entity: 3 4 5),
                _ => sum!(self.0, entity: 6 7 8 9 10 11 12 13),
            }
        }
        self.0.put_managed(managed);
    }

    fn value<const COMPONENTS: usize>(&self, entity: u32) -> f32 {
        match first_of(COMPONENTS) {
            0 => self.0.get::<0>(entity)[0],
            1 => self.0.get::<1>(entity)[0],
            3 => self.0.get::<3>(entity)[0],
            _ => self.0.get::<6>(entity)[0],
        }
    }
}
