//! Declarations at their limits, and user code whose names hide those that generated code uses.
//!
//! Word edges of masks, 512 components and 1 024 systems are tested in `tests/limits.rs`, names that shadow others in `tests/names.rs`.

use ecs_world::prelude::*;
use paste::paste;

/// Calls a macro with a name that was doubled once per `+`.
macro_rules! long {
    ([] $then:ident $name:ident) => { $then! { $name } };
    ([+ $($more:tt)*] $then:ident $name:ident) => { paste! { long! { [$($more)*] $then [<$name $name>] } } };
}

macro_rules! world_of_a_long_name {
    ($Name:ident) => {
        #[derive(Debug, PartialEq)]
        pub struct $Name(pub u8);

        ecs_world! {
            pub struct Long;
            components: $Name;
            queries: ($Name);
        }

        fn spawn_and_take(world: &mut Long) -> Option<u8> {
            let entity = world.spawn($Name(7));
            world.remove::<$Name>(entity).ok().flatten().map(|value| value.0)
        }
    };
}

// 24: very long names broke code that joins names.
mod long_names {
    #![allow(clippy::wildcard_imports, reason = "the name of what is needed is not at hand")]
    use super::*;

    long! { [+ + + + + + + + + +] world_of_a_long_name Componentt }

    #[test]
    fn a_component_may_have_a_name_of_ten_thousand_letters() {
        let mut world = Long::default();
        assert_eq!(spawn_and_take(&mut world), Some(7));
        assert_eq!(Long::COMPONENTS[0].len(), 10_240);
    }
}

/// A component for each of sixteen numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct N<const AT: u8>(pub u32);

ecs_world! {
    pub struct Sixteen;
    components: N<0> as N0, N<1> as N1, N<2> as N2, N<3> as N3, N<4> as N4, N<5> as N5, N<6> as N6, N<7> as N7,
        N<8> as N8, N<9> as N9, N<10> as N10, N<11> as N11, N<12> as N12, N<13> as N13, N<14> as N14, N<15> as N15;
    queries: (N0, N1, N2, N3, N4, N5, N6, N7, N8, N9, N10, N11, N12, N13, N14, N15);
}

type Half = (N<0>, N<1>, N<2>, N<3>, N<4>, N<5>, N<6>, N<7>);
type Rest = (N<8>, N<9>, N<10>, N<11>, N<12>, N<13>, N<14>, N<15>);

// 24: the largest tuple was not tested.
#[test]
fn tuples_of_sixteen_are_bundles_queries_and_columns() {
    let mut world = Sixteen::default();
    let entity = world.spawn((
        N::<0>(0),
        N::<1>(1),
        N::<2>(2),
        N::<3>(3),
        N::<4>(4),
        N::<5>(5),
        N::<6>(6),
        N::<7>(7),
        N::<8>(8),
        N::<9>(9),
        N::<10>(10),
        N::<11>(11),
        N::<12>(12),
        N::<13>(13),
        N::<14>(14),
        N::<15>(15),
    ));
    let (.., first, last) = world
        .query::<(
            &N<15>,
            &N<14>,
            &N<13>,
            &N<12>,
            &N<11>,
            &N<10>,
            &N<9>,
            &N<8>,
            &N<7>,
            &N<6>,
            &N<5>,
            &N<4>,
            &N<3>,
            &N<2>,
            &N<1>,
            &N<0>,
        )>()
        .single()
        .unwrap();
    assert_eq!((first.0, last.0), (1, 0));
    let many = world.get_components::<((Entity, &mut N<15>), Option<&N<3>>)>(entity);
    assert!(many.is_some_and(|((it, last), third)| it == entity && last.0 == 15 && third.is_some()));
    assert!(world.remove::<(Half, Rest)>(entity).unwrap().is_some_and(|(_, rest)| rest.7 == N(15)));
    world.check_invariants().unwrap();
}

/// A module in which the names that generated code could use mean something else, and `unsafe` is forbidden.
mod hostile {
    #![forbid(unsafe_code)]
    #![allow(clippy::needless_pass_by_value, reason = "systems take queries by value")]
    #![allow(dead_code, reason = "these names are in the way on purpose")]

    /// Has methods of its own with the names that worlds and storages have.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Clash(pub u32);

    impl Clash {
        pub fn insert(&self) -> ! {
            panic!("generated code called a method of the user")
        }
        pub fn get(&self) -> ! {
            panic!("generated code called a method of the user")
        }
        pub fn index(&self) -> ! {
            panic!("generated code called a method of the user")
        }
        pub fn into(&self) -> ! {
            panic!("generated code called a method of the user")
        }
    }

    #[derive(Debug, Clone, Copy)]
    pub struct Other(pub u32);

    /// Gives each type a method of each name that generated code could call, which would be found before the intended one.
    pub trait Everywhere: Sized {
        fn spawn(self) {}
        fn run(self) {}
        fn storage(self) {}
        fn __core(self) {}
        fn mask(self) {}
        fn index(self) {}
        fn column_mut(&self) {}
        fn parts(self) {}
        fn read(self) {}
        fn write(&self) {}
        fn has(self) {}
        fn enters(self) {}
        fn leaves(self) {}
        fn entity(self) {}
        fn handles(self) {}
        fn reborrow(&self) {}
        fn bring(&self) {}
        fn len(self) {}
        fn aligned(&self) {}
        fn kept(self) {}
        fn for_each(self) {}
        fn settle(&self) {}
        fn default() {}
    }

    impl<T> Everywhere for T {}

    #[ecs_world::system]
    impl Clash {
        fn run(
            &mut self,
            entity: ecs_world::Entity,
            clash: &mut Clash,
            others: ecs_world::Query<'_, Game, (ecs_world::Entity, &Other)>,
            spawner: &mut ecs_world::Spawner<'_, Game>,
        ) {
            clash.0 += 1;
            self.0 += clash.0 + others.get(entity).map_or(0, |(_, other)| other.0);
            spawner.spawn(Other(1));
        }

        fn on_added(&mut self, _: &Clash) {
            self.0 += 100;
        }

        fn on_removed(&mut self, _: ecs_world::Entity) {
            self.0 += 1000;
        }
    }

    #[derive(ecs_world::Bundle)]
    pub struct Both {
        pub clash: Clash,
        pub other: Other,
    }

    ecs_world::ecs_world! {
        #[derive(Clone, Debug)]
        pub struct Game;
        components: Clash, Other;
        systems: Clash;
        queries: (Clash), (Clash, Other);
        groups: (Clash, Other);
    }
}

// 25: generated code called methods of the user that had the same name.
#[test]
fn generated_code_calls_no_method_of_the_user() {
    use hostile::{Both, Clash, Game, Other};
    let mut game = Game::new();
    let entity = ecs_world::WorldChanges::spawn(&mut game, Both { clash: Clash(1), other: Other(30) });
    Game::run(&mut game);
    assert_eq!((game.systems.clash.0, game.get::<Clash>(entity), game.len()), (132, Some(&Clash(2)), 2));
    assert_eq!(game.clone().query_clash_mut().into_iter().count(), 1);
    game.despawn(entity).unwrap();
    assert_eq!(game.systems.clash.0, 1132);
    game.check_invariants().unwrap();
}
