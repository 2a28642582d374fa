//! Worlds at limits: no components, masks at the ends of words, more systems than rustc's default recursion limit.
#![allow(missing_docs, unreachable_pub, dead_code, reason = "the worlds here are made by macros")]

use std::cell::Cell;
use std::hint::black_box;
use std::panic::{Location, UnwindSafe, catch_unwind, set_hook, take_hook};

use ecs_world::prelude::*;
use ecs_world::{BitMask, Mask};
use paste::paste;

/// Calls a macro with a list of names, which is doubled once per `+`.
macro_rules! doubled {
    ([] $then:ident [$($argument:tt)*] $($name:ident)*) => { $then! { [$($argument)*] $($name)* } };
    ([+ $($more:tt)*] $then:ident [$($argument:tt)*] $($name:ident)*) => {
        paste! { doubled! { [$($more)*] $then [$($argument)*] $([<$name 0>] [<$name 1>])* } }
    };
}

/// The components of all worlds. Worlds share them, so that their storages are compiled once. They have no derived traits, which would be
/// compiled for each of them. The tests compare numbers.
macro_rules! components {
    ([$($further:ident)*] $($name:ident)*) => {
        pub mod components {
            $(pub struct $further(pub u32);)*
            $(pub struct $name(pub u32);)*
        }
    };
}

doubled! { [+++++++++] components [First Last] N }

/// A world of the named components, and of a first and an optional last one.
macro_rules! world_of_components {
    ([$module:ident $first:ident $($last:ident)?] $($name:ident)*) => {
        mod $module {
            pub use super::components::*;
            ecs_world::ecs_world! {
                components: $first, $($name,)* $($last)?;
                queries: ($first $(, $last)?);
            }
        }
    };
}

// A power of two of names, and one or two further components: 64 + 1 and 512 + 2. Names with fewer doublings begin with the zeros that more
// would add, so that they are names of components.
doubled! { [++++++] world_of_components [all_65 First] N000 }
doubled! { [+++++++++] world_of_components [all_514 First Last] N }

/// A world of `First` and of all names except one: the number of components is a power of two.
macro_rules! world_without_the_first {
    ([$module:ident] $dropped:ident $($name:ident)*) => {
        doubled! { [] world_of_components [$module First] $($name)* }
    };
}

/// A world of `First` and of all names except two: the number of components is one below a power of two.
macro_rules! world_without_two {
    ([$module:ident] $one:ident $two:ident $($name:ident)*) => {
        doubled! { [] world_of_components [$module First] $($name)* }
    };
}

doubled! { [+++] world_without_the_first [all_8] N000000 }
doubled! { [+++] world_of_components [all_9 First] N000000 }
doubled! { [++++] world_without_the_first [all_16] N00000 }
doubled! { [++++] world_of_components [all_17 First] N00000 }
doubled! { [+++++] world_without_the_first [all_32] N0000 }
doubled! { [+++++] world_of_components [all_33 First] N0000 }
doubled! { [++++++] world_without_two [all_63] N000 }
doubled! { [++++++] world_without_the_first [all_64] N000 }
doubled! { [+++++++] world_without_the_first [all_128] N00 }
doubled! { [+++++++++] world_without_the_first [all_512] N }

/// The number of components of a world, and the number of words of its mask.
fn size_of_mask<W: EcsWorld>() -> (usize, usize) {
    (W::COMPONENTS.len(), size_of::<W::Mask>() / 8)
}

#[test]
fn a_mask_has_one_word_per_64_components() {
    assert_eq!(size_of_mask::<all_63::World>(), (63, 1));
    assert_eq!(size_of_mask::<all_64::World>(), (64, 1));
    assert_eq!(size_of_mask::<all_65::World>(), (65, 2));
    assert_eq!(size_of_mask::<all_128::World>(), (128, 2));
    assert_eq!(size_of_mask::<all_512::World>(), (512, 8));
    assert_eq!(size_of_mask::<all_514::World>(), (514, 9));
}

/// The line at which a call panics.
fn line_of_panic<T>(call: impl FnOnce() -> T + UnwindSafe) -> Option<u32> {
    thread_local! { static LINE: Cell<Option<u32>> = const { Cell::new(None) }; }
    let before = take_hook();
    set_hook(Box::new(|panic| LINE.set(panic.location().filter(|at| at.file() == file!()).map(Location::line))));
    assert!(catch_unwind(call).is_err());
    set_hook(before);
    LINE.take()
}

#[test]
fn a_component_beyond_a_mask_panics_at_the_line_of_the_caller() {
    let bit = line_of_panic(|| Mask::<2>::bit(black_box(128)));
    assert_eq!(bit, Some(line!() - 1));
    let contained = line_of_panic(|| Mask::<2>::EMPTY.contains(black_box(128)));
    assert_eq!(contained, Some(line!() - 1));
}

/// A world with one component.
mod all_1 {
    pub struct One;
    ecs_world::ecs_world! { components: One; }
}

#[test]
fn a_mask_of_few_components_is_as_narrow_as_an_integer_can_be() {
    fn sizes<W: EcsWorld>() -> (usize, usize) {
        (W::COMPONENTS.len(), size_of::<W::Mask>())
    }
    assert_eq!(sizes::<all_1::World>(), (1, 1));
    assert_eq!([sizes::<all_8::World>(), sizes::<all_9::World>()], [(8, 1), (9, 2)]);
    assert_eq!([sizes::<all_16::World>(), sizes::<all_17::World>()], [(16, 2), (17, 4)]);
    assert_eq!([sizes::<all_32::World>(), sizes::<all_33::World>()], [(32, 4), (33, 8)]);
}

/// Inserts, removes and despawns the first and the last component of a world.
macro_rules! first_and_last_are_told_apart {
    ($module:ident, $first:ident, $last:ident, $mask:literal) => {{
        use $module::{World, $first, $last};
        let mut world = World::new();
        let (both, one) = (world.spawn(($first(1), $last(2))), world.spawn($last(3)));
        assert_eq!(world.mask(both).map(|mask| format!("{mask:?}")), Some($mask.into()));
        assert_eq!(world.remove::<$last>(both).map(|taken| taken.map(|it| it.0)), Ok(Some(2)));
        assert_eq!(world.query::<&$last>().single().map(|it| it.0), Ok(3));
        world.despawn(one).unwrap();
        assert_eq!((world.query::<&$last>().iter().count(), world.query::<&$first>().iter().count()), (0, 1));
        world.check_invariants().unwrap();
    }};
}

#[test]
fn the_first_and_the_last_component_of_each_width_are_distinguished() {
    first_and_last_are_told_apart!(all_8, First, N000000111, "{0, 7}");
    first_and_last_are_told_apart!(all_9, First, N000000111, "{0, 8}");
    first_and_last_are_told_apart!(all_16, First, N000001111, "{0, 15}");
    first_and_last_are_told_apart!(all_17, First, N000001111, "{0, 16}");
    first_and_last_are_told_apart!(all_32, First, N000011111, "{0, 31}");
    first_and_last_are_told_apart!(all_33, First, N000011111, "{0, 32}");
}

#[test]
fn components_at_the_edges_of_words_are_distinguished() {
    use all_512::{First, N000111110, N000111111, N001000000, N111111111, World};
    let mut world = World::new();
    let before = world.spawn((First(0), N000111110(62), N000111111(63)));
    let after = world.spawn((N001000000(64), N111111111(511)));
    assert_eq!(world.mask(before).map(|mask| format!("{mask:?}")), Some("{0, 62, 63}".into()));
    assert_eq!(world.mask(after).map(|mask| format!("{mask:?}")), Some("{64, 511}".into()));
    assert_eq!(world.remove::<N000111111>(before).map(|taken| taken.map(|it| it.0)), Ok(Some(63)));
    assert_eq!(world.query::<&N001000000>().single().map(|it| it.0), Ok(64));
    world.despawn(after).unwrap();
    assert_eq!(world.query::<&N111111111>().iter().count(), 0);
    world.check_invariants().unwrap();
}

#[test]
fn the_last_of_many_components_takes_part_in_views() {
    use all_514::{First, Last, World};
    let mut world = World::new();
    let both = world.spawn((First(1), Last(2)));
    world.spawn(Last(3));
    assert_eq!(world.query_first_last().single().map(|(entity, ..)| entity), Ok(both));
    world.remove::<Last>(both).unwrap();
    assert_eq!(world.query_first_last().iter().count(), 0);
    world.check_invariants().unwrap();
}

/// A bundle with more components than a tuple can have, numbered from one.
macro_rules! bundle_of_components {
    ([$module:ident] $($name:ident)*) => {
        #[derive(ecs_world::Bundle)]
        struct All($($module::$name),*);

        impl All {
            fn numbered() -> Self {
                let mut numbers = 1..;
                let mut next = || numbers.next().unwrap_or_default();
                Self($($module::$name(next())),*)
            }

            #[allow(non_snake_case, reason = "the values have the names of their types")]
            fn numbers(self) -> Vec<u32> {
                let Self($($name),*) = self;
                vec![$($name.0),*]
            }
        }
    };
}

doubled! { [++++++] bundle_of_components [all_65] N000 }

#[test]
fn a_bundle_may_have_more_components_than_a_tuple() {
    use all_65::{First, N000000000, N000010000, N000111111, World};
    let mut world = World::new();
    let entity = world.spawn((First(0), All::numbered()));
    let found = world.query::<(&N000000000, &N000010000, &N000111111)>();
    assert_eq!(found.single().map(|(one, two, three)| [one.0, two.0, three.0]), Ok([1, 17, 64]));
    let removed = world.remove::<All>(entity).map(|taken| taken.map(All::numbers));
    assert_eq!(removed, Ok(Some((1..=64).collect())));
    assert_eq!(world.component_names(entity), Some(vec!["First"]));
}

#[test]
fn a_world_without_anything_still_has_entities() {
    ecs_world! {
        struct Nothing;
    }
    let mut world = Nothing::default();
    let entity = world.spawn(());
    world.run();
    assert_eq!(world.query::<Entity>().iter().collect::<Vec<_>>(), [entity]);
    assert!(world.despawn(entity).is_ok() && world.is_empty());
    world.check_invariants().unwrap();
}

/// The names of the systems that ran, in order.
#[derive(Default)]
pub struct Log(Vec<&'static str>);

/// The systems of all worlds, which log their names. Worlds share them, so that they are compiled once.
macro_rules! systems {
    ([$further:ident] $($name:ident)*) => {
        pub mod systems {
            use super::Log;
            systems! { $further $($name)* }
        }
    };
    ($($name:ident)*) => {
        $(#[ecs_world::system]
        pub fn $name(log: &mut Log) {
            log.0.push(stringify!($name));
        })*
    };
}

doubled! { [++++++++++] systems [one_more] s }

/// A world of these systems.
macro_rules! world_of_systems {
    ([$module:ident] $($name:ident)*) => {
        mod $module {
            use super::Log;
            use super::systems::*;
            ecs_world::ecs_world! {
                resources: Log;
                systems: $($name),*;
            }
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];
        }
    };
}

/// A world with one more system than a power of two.
macro_rules! world_of_one_more {
    ([$module:ident] $($name:ident)*) => { world_of_systems! { [$module] $($name)* one_more } };
}

doubled! { [++++++] world_of_systems [systems_64] s0000 }
doubled! { [++++++] world_of_one_more [systems_65] s0000 }
doubled! { [++++++++] world_of_systems [systems_256] s00 }
doubled! { [++++++++++] world_of_systems [systems_1024] s }

macro_rules! they_run_in_order {
    ($($module:ident $count:literal)*) => {
        $(let mut world = $module::World::new();
        world.run();
        assert_eq!(world.resources.log.0, $module::NAMES);
        assert_eq!($module::NAMES.len(), $count);)*
    };
}

#[test]
fn any_number_of_systems_runs_in_the_order_of_declaration_without_a_recursion_limit() {
    they_run_in_order! { systems_64 64 systems_65 65 systems_256 256 systems_1024 1024 }
}

/// A set of these systems, and a world that includes it and one empty set for each system.
macro_rules! set_of_systems {
    ([$module:ident] $($name:ident)*) => {
        mod $module {
            use super::Log;
            use super::systems::*;
            ecs_world::ecs_components! {
                pub set all;
                resources: Log;
                systems: $($name),*;
            }
            $(pub mod $name {
                ecs_world::ecs_components! { pub(crate) set empty; }
            })*
            ecs_world::ecs_world! {
                include: all, $($name::empty),*;
                systems: ..all;
            }
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];
        }
    };
}

doubled! { [+++++++++] set_of_systems [set_of_512] s0 }

#[test]
fn any_number_of_systems_and_sets_is_collected_without_a_recursion_limit() {
    they_run_in_order! { set_of_512 512 }
}
