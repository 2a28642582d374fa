//! Declares the world under test, with a storage for each component. The user of the model defines `declare_world!`, which calls
//! `storages!` or its own macro; both call `model_world!`. The macro `hearing!` decides whether systems have callbacks: it is `loud!` (the
//! default) or `silent!`.

/// A world with these storages. Each component is marked `ascending` if its storage is always in ascending order, or `free` if it can be
/// sorted.
macro_rules! storages {
    (
        $($kind:ident [$($storage:tt)*] $C:ident),*;
        groups: $($groups:tt)*
    ) => {
        model_world! {
            parts: [$($kind $C),*]
            components: { $(#[storage($($storage)*)] $C),* }
            queries: {}
            groups: { $($groups)* }
        }
        no_marks! {}
        no_links! {}
    };
}

/// A world that supports clones and snapshots, and with the feature `serde`, saves and deltas.
#[cfg(not(feature = "serde"))]
macro_rules! world_that_is_copied {
    ($($world:tt)*) => { ecs_world! { #[derive(Clone, Debug, Snapshot)] $($world)* } };
}
#[cfg(feature = "serde")]
macro_rules! world_that_is_copied {
    ($($world:tt)*) => { ecs_world! { #[derive(Clone, Debug, Snapshot, Serialize, Deserialize)] $($world)* } };
}

/// A world with these components, which include the parts of the model in their order, and with further queries.
macro_rules! model_world {
    (
        parts: [$($kind:ident $C:ident),*]
        components: { $($components:tt)* }
        queries: { $($queries:tt)* }
        groups: { $($groups:tt)* }
        $(relations: { $($relations:tt)* })?
    ) => {
        world_that_is_copied! {
            pub struct World;
            components: $($components)*;
            $(relations: $($relations)*;)?
            resources: Seen, News, Wanted, Visits;
            events: Ping;
            systems: Watch, mix, look, gather, spawn_later, Late, Again, Lazy, Last, notice, greet;
            systems(steadily): spawn_later, sync, sift, pile, part, tell;
            queries:
                (Plain, Other, without(Frozen), any(Tag, Wide)), (Big, Boxed),
                (Plain, Counted), (Plain, Counted, Other), #[view(scan)] (Counted, Big),
                #[view(list)] (Plain, Boxed, without(Tag)), #[view(scan)] (Other, with(Tag, Wide)), $($queries)*;
            groups: $($groups)*;
        }

        /// The number of each part in the world.
        const NUMBERS: &[usize] = &[$(<World as ecs_world::Holds<$C>>::ID),*];

        /// Allows tidying of all values that were sorted.
        pub fn unsort(world: &mut World) {
            let _ = &world;
            $(model_world!(@unsort $kind world $C);)*
        }

        /// Whether the storage of each part is in ascending order.
        const ASCENDING: &[bool] = &[$(model_world!(@ascends $kind)),*];

        /// Sorts the values of a component if the order of its storage is free; returns whether it did.
        pub fn sort(world: &mut World, part: usize) -> bool {
            /// Compares a part of the numbers only, so that some values are equal.
            fn key<C: Value>(value: &C) -> u32 {
                burn(Fuse::Compare);
                value.number() % 8
            }
            let _ = (key::<Plain>, &world);
            $(if part == $C::ID { model_world!(@sort $kind world $C key); })*
            !ASCENDING[part]
        }
    };
    (@ascends free) => { false };
    (@ascends ascending) => { true };
    (@sort free $world:ident $C:ident $key:ident) => { $world.sort_by_key($key::<$C>) };
    (@unsort free $world:ident $C:ident) => { $world.unsort::<$C>() };
    (@unsort ascending $world:ident $C:ident) => {};
    (@sort ascending $world:ident $C:ident $key:ident) => {};
}

/// A world without marks; see `wide.rs`.
macro_rules! no_marks {
    () => {
        /// Number of marks.
        pub const MARKS: usize = 0;
        const MARK_NUMBERS: &[usize] = &[];

        pub fn spawn_marked(_: &mut World, _: usize, _: u32) -> Option<Entity> {
            None
        }

        pub fn mark(_: &mut World, entity: Entity, _: usize, _: u32) -> Result<(), Entity> {
            Err(entity)
        }

        pub fn unmark(_: &mut World, entity: Entity, _: usize) -> Result<bool, Entity> {
            Err(entity)
        }

        pub fn marks_of(_: &World, _: Entity) -> Vec<Option<u32>> {
            vec![]
        }

        pub fn orders_of_marks(_: &mut World) -> Vec<Vec<Entity>> {
            vec![]
        }

        pub fn views_of_marks(_: &mut World) -> Vec<(Aspect, Vec<Entity>)> {
            vec![]
        }
    };
}

/// A world without relations; see `wide.rs`.
macro_rules! no_links {
    () => {
        /// Number of relations.
        pub const LINKS: usize = 0;
        const LINK_NUMBERS: &[usize] = &[];

        pub fn relate(_: &mut World, _: Entity, _: usize, _: Entity) -> Result<(), bool> {
            Err(true)
        }

        pub fn unrelate(_: &mut World, entity: Entity, _: usize) -> Result<bool, Entity> {
            Err(entity)
        }

        pub fn command_relate(_: &mut World, _: Entity, _: usize, _: Entity) {}

        pub fn held_by(_: &World, _: Entity) -> Vec<Option<Entity>> {
            vec![]
        }

        pub fn targets_of(_: &World, _: Entity) -> Vec<Option<Entity>> {
            vec![]
        }

        pub fn sources_of(_: &World, _: Entity) -> Vec<Vec<Entity>> {
            vec![]
        }

        pub fn orders_of_links(_: &mut World) -> Vec<Vec<Entity>> {
            vec![]
        }
    };
}

/// A system with callbacks.
macro_rules! loud {
    ([$($arguments:tt)*] impl $System:ident { $($run:tt)* } callbacks { $($callbacks:tt)* }) => {
        #[system($($arguments)*)]
        impl $System {
            $($run)*
            $($callbacks)*
        }
    };
}

/// A system without callbacks.
#[allow(unused_macros, reason = "some tests have no world without callbacks")]
macro_rules! silent {
    ([$($arguments:tt)*] impl $System:ident { $($run:tt)* } callbacks { $($callbacks:tt)* }) => {
        #[system($($arguments)*)]
        impl $System {
            $($run)*
        }
    };
}

macro_rules! hearing {
    ($($system:tt)*) => { loud! { $($system)* } };
}
