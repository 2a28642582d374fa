//! Declares the world under test, with a storage for each component; `declare_world!`, which whoever runs the model defines, calls
//! one of these.

/// A world with these storages. Of each component it is said whether its storage has an order of its own (`ascending`), or may be
/// sorted (`free`).
macro_rules! storages {
    (
        $($kind:ident [$($storage:tt)*] $C:ident),*;
        groups: $($groups:tt)*
    ) => {
        ecs_world! {
            #[derive(Clone, Debug)]
            pub struct World;
            components: $(#[storage($($storage)*)] $C,)*;
            resources: Seen, Wanted;
            events: Ping;
            systems: Watch, mix, look, promise, Late, Lazy;
            queries:
                (Plain, Other, without(Frozen), any(Tag, Wide)), (Big, Boxed),
                (Plain, Counted), (Plain, Counted, Other), #[view(scan)] (Counted, Big),
                #[view(list)] (Plain, Boxed, without(Tag));
            groups: $($groups)*;
        }

        /// Whether the storage of each component has its entities by ascending index.
        pub const ASCENDING: &[bool] = &[$(storages!(@ascends $kind)),*];

        /// Sorts the values of a component, if its storage leaves their order free; whether it does.
        pub fn sort(world: &mut World, part: usize) -> bool {
            /// By a part of the numbers, so that there are equal ones.
            fn key<C: Value>(value: &C) -> u32 {
                burn(Fuse::Compare);
                value.number() % 8
            }
            let _ = (key::<Plain>, &world);
            $(if part == $C::ID { storages!(@sort $kind world $C key); })*
            !ASCENDING[part]
        }
    };
    (@ascends free) => { false };
    (@ascends ascending) => { true };
    (@sort free $world:ident $C:ident $key:ident) => { $world.sort_by_key($key::<$C>) };
    (@sort ascending $world:ident $C:ident $key:ident) => {};
}
