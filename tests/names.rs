//! Generated code captures no name, whatever the user's items are called, and whatever surrounds the world. (Constants and unit structs in
//! lower case can be refused if a binding has the same name, because a pattern then refers to them.)
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

/// Components named like the usual type parameters of generic code.
mod letters {
    macro_rules! letters {
        ($($Letter:ident)*) => {
            $(#[derive(Debug, Clone, Copy, PartialEq)] pub struct $Letter(pub u8);)*

            /// Adds up the values that its methods are called with.
            #[derive(Debug, Default)]
            pub struct Ear(pub u32);

            ecs_world::ecs_world! {
                components: $($Letter),*;
                systems: Ear;
            }
        };
    }

    letters! { A B C D E F I J K M N P Q R S T V W }

    #[ecs_world::system(without(W, Q), any(B, I, N))]
    impl Ear {
        fn run(&mut self, _: &C, _: &mut B, t: Option<&T>) {
            self.0 += t.map_or(1, |t| u32::from(t.0));
        }

        fn on_added(&mut self, c: &C, b: &B) {
            self.0 += u32::from(c.0 + b.0);
        }

        fn on_removed(&mut self, _: &mut C, entity: ecs_world::Entity) {
            self.0 += entity.generation();
        }
    }
}

#[test]
fn components_may_be_called_like_type_parameters() {
    use letters::{B, C, T, W, World};
    let mut world = World::new();
    let entity = world.spawn((B(10), C(20), T(5)));
    world.run();
    assert_eq!(world.systems.ear.0, 35);
    world.insert(entity, W(1)).unwrap();
    assert_eq!((world.systems.ear.0, world.query_b_c_without_q_w_any_b_i_n().iter().count()), (36, 0));
    assert_eq!(world.remove::<(W, C)>(entity), Ok(Some((W(1), C(20)))));
    world.check_invariants().unwrap();
}

/// Each name that the prelude and generated code could use means something else here.
mod shadowed {
    #![allow(non_camel_case_types, non_snake_case, dead_code, reason = "these names are in the way on purpose")]

    pub struct Vec;
    pub struct Option;
    pub struct Result;
    pub struct String;
    pub struct Box;
    pub struct Default;
    pub struct Some;
    pub struct None;
    pub struct Ok;
    pub struct Err;
    pub struct Iterator;
    pub struct Into;
    pub struct FnMut;
    pub struct Sized;
    pub struct Clone;
    pub struct Send;
    pub struct Core;
    pub struct Token;
    pub struct Bundle;
    pub struct SparseSet;
    pub struct Transition;
    pub struct Has;
    pub struct EcsWorld;
    pub struct usize;
    pub struct u8;
    pub struct u16;
    pub struct u32;
    pub struct u64;
    pub struct i32;
    pub struct f32;
    pub struct bool;
    pub struct char;
    pub struct str;
    pub mod core {}
    pub mod std {}
    pub mod alloc {}
    pub mod ecs_core {}
    pub mod ecs_macros {}
    pub mod __private {}
    pub fn drop() {}
    pub fn entities() {}
    macro_rules! assert {
        () => {};
    }
    assert! {}

    #[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::default::Default)]
    pub struct Position(pub ::core::primitive::u32);
    #[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::default::Default)]
    pub struct Mover;
    #[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::default::Default)]
    pub struct Steps(pub ::core::primitive::u32);

    #[::ecs_world::system]
    impl Mover {
        fn run(&mut self, position: &mut Position, entity: ::ecs_world::Entity, steps: &mut Steps) {
            position.0 += 1 + entity.index();
            steps.0 += 1;
        }

        fn on_added(&self, commands: &mut ::ecs_world::Commands<Game>, entity: ::ecs_world::Entity) {
            commands.insert(entity, Tag);
        }
    }

    #[derive(::std::fmt::Debug, ::std::clone::Clone)]
    pub struct Tag;

    #[derive(::ecs_world::Bundle)]
    pub struct Both {
        pub position: Position,
        pub tag: Tag,
    }

    #[::ecs_world::system]
    pub fn count(steps: &mut Steps, query: ::ecs_world::Query<'_, Game, (&Position, &mut Tag)>) {
        for _ in query {
            steps.0 += 1;
        }
    }

    ::ecs_world::ecs_world! {
        #[derive(::std::clone::Clone, ::std::fmt::Debug)]
        pub struct Game;
        components: Position, Tag;
        resources: Steps;
        systems: Mover, count;
        queries: (Position, Tag), (Tag, without(Position));
    }
}

#[test]
fn a_world_works_where_everything_is_shadowed() {
    let mut game = shadowed::Game::new();
    let entity = game.spawn(shadowed::Position(1));
    game.spawn(shadowed::Both { position: shadowed::Position(2), tag: shadowed::Tag });
    game.run();
    assert_eq!(game.get::<shadowed::Position>(entity).map(|position| position.0), Some(2));
    assert_eq!(game.resources.steps.0, 3, "two entities moved, one of which had its tag by then");
    assert_eq!(game.clone().query_position_tag().iter().count(), 2);
    game.check_invariants().unwrap();
}

/// Keywords as names of everything.
mod raw {
    #![allow(non_camel_case_types, reason = "the names are keywords on purpose")]

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct r#struct(pub u8);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Match(pub u8);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Type(pub u8);
    #[derive(Debug, Default)]
    pub struct Loop(pub u32);
    #[derive(Debug, Default)]
    pub struct r#fn;

    #[ecs_world::system]
    impl r#fn {
        fn run(&self, r#type: &mut Type, r#in: &r#struct, r#loop: &mut Loop) {
            r#type.0 += r#in.0;
            r#loop.0 += 1;
        }
    }

    #[ecs_world::system(without(Match))]
    pub fn r#while(r#type: &mut Type) {
        r#type.0 *= 2;
    }

    ecs_world::ecs_world! {
        pub struct r#World;
        components: r#struct, Match, Type;
        resources: Loop;
        systems: r#fn, r#while;
        queries: (Match), (Match, Type);
    }
}

#[test]
fn keywords_may_be_names() {
    let mut world = raw::World::new();
    let entity = world.spawn((raw::r#struct(3), raw::Type(1)));
    world.spawn((raw::Match(1), raw::Type(1)));
    world.run();
    world.run_fn();
    world.run_while();
    assert_eq!(world.get::<raw::Type>(entity), Some(&raw::Type(22)));
    assert_eq!((world.query_match().iter().count(), world.query_match_type().iter().count()), (1, 1));
    assert_eq!(world.managed_fn().len(), 1);
    let columns = world.columns();
    assert_eq!((columns.r#struct.len(), columns.r#match.len(), columns.r#type.len()), (1, 1, 2));
    let (systems, resources) = (&world.systems, &world.resources);
    assert_eq!((format!("{:?}", systems.r#fn), resources.r#loop.0), ("fn".into(), 2));
}

/// Two worlds in one module, over the same components, systems and resources.
mod twins {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Position(pub i32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Speed(pub i32);
    #[derive(Debug, Default)]
    pub struct Clock(pub u32);
    #[derive(Debug, Default)]
    pub struct Mover(pub u32);

    #[ecs_world::system]
    impl Mover {
        fn run(&mut self, position: &mut Position, speed: &Speed, clock: &mut Clock) {
            position.0 += speed.0;
            self.0 += 1;
            clock.0 += 1;
        }
    }

    ecs_world::ecs_world! {
        pub struct Day;
        components: Position, Speed;
        resources: Clock;
        systems: Mover;
    }

    ecs_world::ecs_world! {
        pub struct Night;
        components: u64, Speed, Position;
        resources: Clock = Clock(100);
        systems: Mover = Mover(10);
        queries: (Position);
    }
}

#[test]
fn two_worlds_in_one_module_share_components_and_systems() {
    use twins::{Day, Night, Position, Speed};
    let (mut day, mut night) = (Day::new(), Night::new());
    let entity = day.spawn((Position(0), Speed(1)));
    assert_eq!(night.spawn((Speed(-1), Position(0), 7_u64)), entity);
    day.run();
    night.run();
    assert_eq!((day.get::<Position>(entity), night.get::<Position>(entity)), (Some(&Position(1)), Some(&Position(-1))));
    assert_eq!((day.resources.clock.0, night.resources.clock.0), (1, 101));
    assert_eq!((day.systems.mover.0, night.systems.mover.0), (1, 11));
    assert_eq!(night.get::<u64>(entity), Some(&7));
}

/// Components that are private, in sub-modules, generic, or of the standard library.
mod places {
    pub mod deep {
        pub mod deeper {
            #[derive(Debug, Clone, PartialEq)]
            pub struct Pair<T, const N: usize>(pub [T; N]);
        }
    }

    struct Private(u8);

    struct Text<'a>(&'a str);

    ecs_world::ecs_world! {
        struct Hidden;
        components: Private, deep::deeper::Pair<u8, 2>, deep::deeper::Pair<char, 1> as Letters, self::deep::deeper::Pair<Private, 0> as None_,
            ::std::vec::Vec<u8> as Bytes, fn(u8) -> u8 as Function, [u8; 3] as Triple, Text<'static>;
        queries: (Private, Text), (Bytes, any(Triple, Function));
    }

    #[test]
    fn components_may_be_of_any_type_and_from_anywhere() {
        let mut world = Hidden::new();
        let entity = world.spawn((Private(1), Text("text"), deep::deeper::Pair([1_u8, 2]), deep::deeper::Pair(['a'])));
        world.insert(entity, (vec![1_u8], [1_u8, 2, 3], u8::swap_bytes as fn(u8) -> u8)).unwrap();
        assert_eq!(world.query_bytes_any_function_triple().single().map(|(_, bytes)| bytes.len()), Ok(1));
        assert_eq!(world.get::<fn(u8) -> u8>(entity).map(|function| function(5)), Some(5));
        assert_eq!(
            world.query_private_text().iter().map(|(_, private, text)| (private.0, text.0)).last(),
            Some((1, "text"))
        );
        assert_eq!(world.get::<deep::deeper::Pair<char, 1>>(entity), Some(&deep::deeper::Pair(['a'])));
    }
}

/// Components with the names of the library's parameters, used beside these.
mod like_parameters {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub enum Phase {
        Play,
    }

    #[derive(Debug, Relation)]
    pub struct ChildOf(pub Entity);

    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Depths(pub usize, pub usize);

    #[system]
    pub fn descend(tree: ecs_world::Tree<'_, ChildOf>, phase: &ecs_world::State<Phase>, depths: &mut Depths) {
        depths.0 += tree.len();
        depths.1 += usize::from(*phase.get() == Phase::Play);
    }

    ecs_components! {
        pub set heights;
        resources: Depths;
        states: Phase = Phase::Play;
        relations: ChildOf (tree, cascade);
        systems: descend;
    }

    mod game {
        use ecs_world::prelude::*;

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct State(pub u8);
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Tree(pub u8);

        #[system]
        fn grow(tree: &mut Tree, state: &State) {
            tree.0 += state.0;
        }

        #[system]
        fn count(
            tree: ecs_world::Tree<'_, super::ChildOf>,
            all: &ecs_world::State<super::Phase>,
            depths: &mut super::Depths,
        ) {
            depths.0 += 100 * tree.len();
            depths.1 += 100 * usize::from(*all.get() == super::Phase::Play);
        }

        ecs_world! {
            pub struct Game;
            include: super::heights;
            components: State, Tree;
            systems: ..heights, grow, count;
        }
    }

    #[test]
    fn components_called_like_parameters_of_the_library_are_distinguished_from_them_by_arguments() {
        let mut game = game::Game::default();
        let root = game.spawn((game::State(2), game::Tree(3)));
        game.spawn(ChildOf(root));
        game.run();
        assert_eq!(game.resources.depths, Depths(101, 101));
        assert_eq!(game.get(root), Some(&game::Tree(5)));
    }
}

mod of_one_generic_type {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Default, PartialEq)]
    pub struct Value<const N: usize>(u32);

    #[system]
    fn sum(resource: &mut Value<10>, value: &Value<0>) {
        resource.0 += value.0;
    }

    ecs_world! {
        pub struct Game;
        components: Value<0> as First, Value<1> as Second;
        resources: Value<10> as Sum;
        systems: sum;
    }

    #[test]
    fn arguments_distinguish_a_resource_from_components_of_the_same_generic_type() {
        let mut game = Game::default();
        game.spawn((Value::<0>(3), Value::<1>(5)));
        game.run();
        assert_eq!(game.resources.sum, Value(3));
    }
}
