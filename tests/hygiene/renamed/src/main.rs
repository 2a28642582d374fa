//! Generated code triggers no lint, needs no prelude and captures no name: this crate forbids lints and shadows names wherever possible,
//! and depends on ecs-world as `renamed`.
#![no_implicit_prelude]
#![forbid(unsafe_code, clippy::all)]
#![deny(warnings, dead_code)]
#![forbid(
    absolute_paths_not_starting_with_crate,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    keyword_idents,
    let_underscore_drop,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    non_camel_case_types,
    non_local_definitions,
    non_snake_case,
    private_bounds,
    private_interfaces,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unused_crate_dependencies,
    unused_imports,
    unused_lifetimes,
    unused_macros,
    unused_mut,
    unused_qualifications,
    unused_results,
    unused_variables,
    variant_size_differences
)]

extern crate std;

/// Shadow.
#[derive(Debug, Clone, Copy)]
pub struct Option;

mod inner {
    use ::std::prelude::v1::*;
    #[derive(Debug, Clone, Copy, Default, PartialEq)]
    pub(crate) struct Position(pub(crate) f32);
    #[derive(Debug, Clone, Copy, Default)]
    pub(crate) struct Tag<T>(pub(crate) T);
}
use inner::Position;
/// Type.
#[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::marker::Copy)]
struct Type(u8);
#[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::marker::Copy, ::std::default::Default)]
struct Gen(u8);

#[::renamed::system(without(Gen))]
fn movement(position: &mut Position, tag: &inner::Tag<u8>, entity: ::renamed::Entity, limit: &mut Limit) {
    position.0 += if entity.index() == 0 { 2.0 } else { 0.0 * (tag.0 as f32) };
    limit.0 += 1;
}
#[derive(::std::fmt::Debug, ::std::clone::Clone)]
struct Limit(u32);
#[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::default::Default)]
struct Count {
    n: usize,
}
#[::renamed::system]
impl Count {
    fn run(
        &mut self,
        q: ::renamed::Query<'_, Game, (&mut Type, ::std::option::Option<&Gen>)>,
        c: &mut ::renamed::Commands<Game>,
    ) {
        for (ty, generation) in q {
            ty.0 += generation.map_or(1, |g| g.0);
            self.n += 1;
        }
        c.spawn(Type(7));
    }
}
#[derive(::renamed::Query)]
#[query(crate = ::renamed)]
struct Both<'w> {
    entity: ::renamed::Entity,
    ty: &'w mut Type,
    generation: ::std::option::Option<&'w Gen>,
}
#[derive(::renamed::Query)]
#[query(crate = ::renamed)]
struct Tagged<'w, T: ::std::marker::Copy>(&'w inner::Tag<T>);
#[derive(::renamed::Query)]
#[query(crate = ::renamed)]
struct Anything;

/// Twin.
#[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::marker::Copy)]
struct Twin;

#[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::marker::Copy, ::std::cmp::PartialEq)]
enum Match {
    Off,
    On,
}
#[::renamed::condition]
fn r#loop(limit: &Limit, mode: &::renamed::State<Match>) -> bool {
    limit.0 < 1000 && ::std::matches!(mode.get(), Match::Off | Match::On)
}
#[::renamed::system(run_if = all(r#loop, any(not(r#loop), in_state(Match::On))))]
fn stop(mode: &mut ::renamed::State<Match>) {
    mode.set(Match::Off);
}
/// Something that happened.
#[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::marker::Copy)]
struct Shot;
#[::renamed::condition]
fn one_shot(shots: ::renamed::EventReader<'_, Shot>) -> bool {
    shots.len() == 1
}
#[::renamed::system(run_if = any(one_shot, all(on_event(Shot), not(r#loop)), on_event(Shot)))]
fn hear(shots: ::renamed::EventReader<'_, Shot>, limit: &mut Limit) {
    for _ in shots {
        limit.0 += 1;
    }
}
#[::renamed::system]
fn begin(limit: &mut Limit) {
    limit.0 += 100;
}

::renamed::ecs_world! {
    #[derive(::std::fmt::Debug, ::std::clone::Clone)]
    struct Game;
    states: #[cfg(all())] Match = Match::On;
    conditions: #[cfg(not(any()))] r#loop, one_shot;
    events: Shot;
    systems(hearing): hear;
    systems(on_enter = Match::On): stop;
    systems(on_exit = self::Match::On): begin;
    systems(r#type): #[cfg(all())] stop, movement;
    components: Position, Type, Gen, inner::Tag<u8>, #[cfg(feature = "fancy")] Twin, #[cfg(not(feature = "fancy"))] inner::Tag<u16> as Wide;
    resources: Limit = Limit(3), #[cfg(feature = "fancy")] #[doc = "Fancy."] Count as Counter;
    systems: movement, sync, Count;
    queries: (Type, Gen), (Position, without(Type, Gen));
}
#[cfg(not(feature = "fancy"))]
const _: Twin = Twin;

::renamed::ecs_world! { pub(crate) struct Empty; }

mod apart {
    use ::std::prelude::v1::*;

    #[derive(Debug, Clone, Default)]
    struct Type(u8);
    #[derive(Debug, Clone)]
    struct Pace(u8);
    #[derive(Debug, Clone, Default)]
    struct Async;
    #[::renamed::system]
    impl Async {
        fn run(&self, ty: &mut Type, pace: &mut Pace) {
            ty.0 += pace.0;
            pace.0 += 1;
        }
    }
    #[::renamed::system]
    fn r#gen<W: ::renamed::Has<Type>>(entity: ::renamed::Entity, ty: &Type, commands: &mut ::renamed::Commands<W>) {
        if ty.0 > 9 {
            commands.despawn(entity);
        }
    }

    ::renamed::ecs_components! {
        set hidden;
        components: Type, super::inner::Tag<::std::vec::Vec<u8>> as Tags;
        resources: Pace = Pace(2);
        systems: Async, r#gen;
        queries: (Type, without(Tags)), #[cfg(feature = "fancy")] (Tags);
    }

    #[derive(Debug)]
    struct Idle;
    const _: Idle = Idle;
    ::renamed::ecs_components! {
        set idle;
        components: Idle;
        resources: Idle as Rest = Idle;
    }

    mod further {
        ::renamed::ecs_components! {
            /// Visible one module further out.
            pub(super) set r#ref;
            include: super::hidden { Tags as Loop };
            systems: ..hidden;
        }
        ::renamed::ecs_components! {
            pub(in crate::apart) set bare;
        }
    }

    ::renamed::ecs_world! {
        #[derive(Debug, Clone)]
        pub(crate) struct Apart;
        include: further::r#ref, further::bare, hidden { Tags as Loop, Async as Async };
        systems: ..r#ref;
    }

    pub(super) fn play() {
        let mut apart = Apart::new();
        let entity = apart.spawn(Type(1));
        apart.run();
        ::std::assert_eq!(apart.get::<Type>(entity).map(|ty| ty.0), Some(3));
        ::std::assert_eq!(apart.query_type_without_loop().iter().count(), 1);
    }
}

mod related {
    use ::std::prelude::v1::*;

    #[derive(Debug, Clone, Copy, PartialEq, ::renamed::Relation)]
    #[relation(crate = ::renamed)]
    pub(crate) struct Under(pub(crate) ::renamed::Entity);
    #[derive(Debug, Clone, PartialEq, ::renamed::Relation)]
    #[relation(crate = ::renamed)]
    pub(crate) struct Near {
        pub(crate) r#in: ::renamed::EntitySet,
    }
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(crate) struct Heat(pub(crate) u8);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(crate) struct Added(u8);
    #[derive(Debug, Clone, Copy, PartialEq, ::renamed::VisitHandles)]
    #[handles(crate = ::renamed)]
    pub(crate) enum Aim<T> {
        Nothing,
        At(#[handles] T),
    }
    #[derive(Debug, Clone, PartialEq, ::renamed::VisitHandles)]
    #[handles(crate = ::renamed)]
    pub(crate) struct r#Type {
        pub(crate) r#in: Vec<(u8, Option<::renamed::Entity>)>,
        #[handles]
        pub(crate) visit: Aim<[::renamed::Entity; 2]>,
    }
    /// What was seen.
    #[derive(Debug, Clone, Default)]
    pub(crate) struct Seen {
        pub(crate) changed: u8,
        added: u8,
        near: usize,
    }

    #[::renamed::system(run_if = any_with(Heat))]
    fn warm(mut heat: ::renamed::Mut<'_, Heat>, _: Option<&Added>) {
        heat.0 += 1;
    }
    /// Visits changed values, including those that it writes itself.
    #[derive(Debug, Clone, Default)]
    pub(crate) struct Changes;
    #[::renamed::system(changed(Heat, Added), without(Under))]
    impl Changes {
        fn run(&self, heat: &mut Heat, _: &Added, seen: &mut Seen) {
            heat.0 += 10;
            seen.changed += 1;
        }
        fn on_added(_: &Heat, tree: ::renamed::Tree<'_, Under>, entity: ::renamed::Entity) {
            ::std::assert!(tree.parent(entity).is_none());
        }
        fn on_replaced(old: &Heat, new: &mut Heat, seen: &mut Seen) {
            new.0 += old.0;
            seen.near += 10;
        }
    }
    #[::renamed::system(added(Heat), changed(Near))]
    fn added(_: &Heat, was: &::renamed::Past<Heat>, near: &Near, seen: &mut Seen) {
        seen.added += was.0;
        seen.near += near.r#in.len();
    }
    #[::renamed::system(without(roots: Under))]
    fn split(
        mut roots: ::renamed::Query<'_, Game, &mut Heat>,
        mut others: ::renamed::Query<'_, Game, (&mut Heat, &Under)>,
        near: ::renamed::Sources<'_, Near>,
        past: ::renamed::Query<'_, Game, (&::renamed::Past<Heat>, Option<&::renamed::Past<r#Type>>)>,
    ) {
        ::std::assert!(past.iter().all(|(heat, ty)| heat.0 < 100 && ty.is_none()));
        roots.for_each(|heat| heat.0 += 1);
        others.for_each(|(heat, under)| heat.0 += u8::from(near.count(under.0) > 0));
    }

    ::renamed::ecs_components! {
        pub(crate) set tree;
        components: #[tracked] #[double_buffered] Heat, Added, #[cfg(all())] #[handles] #[double_buffered] r#Type;
        relations: Under (tree, cascade), #[cfg(all())] Near (many, clear);
        resources: Seen;
        systems: warm, Changes, added, split;
    }
    ::renamed::ecs_world! {
        #[derive(Debug, Clone)]
        pub(crate) struct Game;
        include: tree;
        systems: ..tree;
        groups: (Heat, Under);
    }

    pub(super) fn play() {
        let mut game = Game::new();
        let root = game.spawn((Heat(0), Added(0)));
        let mut reader = ::renamed::ChangeReader::<Heat>::new(&mut game);
        let template = ::renamed::Template::new().with((Heat(1), Under(root), Near { r#in: [root, root].into() }));
        let child = game.spawn_template(&template);
        game.run();
        ::std::assert_eq!((game.get::<Heat>(root), game.get::<Heat>(child)), (Some(&Heat(12)), Some(&Heat(3))));
        let seen = &game.resources.seen;
        ::std::assert_eq!((seen.changed, seen.added, seen.near), (1, 1, 1));
        ::std::assert_eq!((game.past::<Heat>(root), game.past::<Heat>(child)), (Some(&Heat(0)), Some(&Heat(1))));
        let mut visited = 0;
        reader.for_each(&mut game, |_, _| visited += 1);
        ::std::assert_eq!(visited, 2);
        reader.release(&mut game);
        let mut order = ::renamed::LevelOrder::default();
        game.query_mut::<&mut Heat>().for_each_parent_first::<Under>(&mut order, |_, heat| heat.0 = 0);
        ::std::assert!(game.insert(root, Heat(3)).is_ok() && game.replace(root, Heat(4)).is_ok());
        ::std::assert_eq!((game.get::<Heat>(root), game.resources.seen.near), (Some(&Heat(7)), 21));
        let aims = r#Type { r#in: ::std::vec![(1, Some(child))], visit: Aim::At([root, child]) };
        let nothing = r#Type { r#in: Vec::new(), visit: Aim::Nothing };
        ::std::assert!(game.insert(root, aims).is_ok() && game.insert(child, nothing).is_ok());
        let clone = game.clone_tree::<Under>(root).ok().and_then(|clone| game.take_tree::<Under>(clone));
        let clone = clone.and_then(|clone| game.spawn_tree(clone.map_outside(|handle| handle)).ok());
        let clone = clone.and_then(|clone| game.get::<r#Type>(clone));
        ::std::assert!(clone.is_some_and(|ty| !ty.r#in.contains(&(1, Some(child)))));
        game.commands().clone_tree::<Under>(root);
        game.commands().queue(|game, _| game.clear(), root);
        game.flush();
        ::std::assert!(game.is_empty());
    }
}

/// A world that is saved and compared; some types are written and read by their own implementations, others by modules.
#[cfg(feature = "serde")]
mod saved {
    use super::inner::Position;
    use ::std::prelude::v1::*;

    mod r#mod {
        use super::super::inner::Position;
        use ::serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};
        use ::std::prelude::v1::*;

        pub(crate) fn serialize<S: Serializer>(value: &Position, serializer: S) -> Result<S::Ok, S::Error> {
            value.0.serialize(serializer)
        }
        pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
            f32::deserialize(deserializer).map(Position)
        }
    }

    /// What something is a part of.
    #[derive(Debug, Clone, Copy, PartialEq, ::renamed::Relation)]
    #[relation(crate = ::renamed)]
    pub(crate) struct Under(pub(crate) ::renamed::Entity);
    impl ::serde::Serialize for Under {
        fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
            self.0.serialize(serializer)
        }
    }
    impl<'de> ::serde::Deserialize<'de> for Under {
        fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
            ::renamed::Entity::deserialize(deserializer).map(Self)
        }
    }
    /// Not saved.
    #[derive(Debug, Clone, Copy, Default)]
    pub(crate) struct Result;

    ::renamed::ecs_world! {
        #[derive(Debug, Clone, Snapshot, Serialize, Deserialize)]
        #[version(2)]
        #[removed("Gone" = u8)]
        pub(crate) struct Saved;
        components:
            #[saved(with = r#mod)] #[double_buffered] Position,
            #[renamed("Old")] #[storage(vec)] u8 as r#Type,
            #[transient] Result;
        relations: Under (tree, cascade);
        resources: #[since(2)] u16 as r#Loop = 7;
        events: (u8, u8) as Match;
        states: u8 as Mode = 1;
        queries: (Position, r#Type);
    }

    pub(super) fn play() {
        let mut game = Saved::new();
        let root = game.spawn((Position(1.5), 2_u8));
        let before = game.snapshot();
        let base = game.clone();
        let child = game.spawn((Position(2.5), Under(root), Result));
        game.events.r#match.send((1, 2));
        game.states.mode.set(3);
        let (delta, hash) = (game.diff(&base), game.state_hash());
        ::std::assert!(game.first_difference(&base).is_some() && game.content_hash() != base.content_hash());
        game.restore(&before);
        ::std::assert_eq!(game.first_difference(&base), None);
        ::std::assert!(delta.is_ok_and(|delta| game.apply(&delta).is_ok()));
        ::std::assert_eq!((game.state_hash(), game.get::<Under>(child)), (hash, Some(&Under(root))));
    }
}

/// Runs a world of each kind; the program runs when it is built, so that none of the code is unused.
fn play() {
    use ::std::iter::Iterator as _;
    use ::std::{assert_eq, format};
    let mut game = Game::new();
    let mover = game.spawn((Position(1.0), inner::Tag(2_u8)));
    assert_eq!(game.query_position_tag_without_gen().iter().count(), 1);
    let odd = game.spawn((Type(1), Gen(5)));
    game.run();
    assert_eq!(game.get::<Position>(mover).map(|position| position.0), ::std::option::Option::Some(3.0));
    assert_eq!(game.get::<Type>(odd).map(|ty| ty.0), ::std::option::Option::Some(6));
    assert_eq!((game.resources.limit.0, game.systems.count.n), (4, 1));
    assert_eq!(game.query_position_without_type_gen().iter().count(), 1);
    for both in game.query_mut::<Both<'_>>().with::<Gen>() {
        assert_eq!(both.entity, odd);
        both.ty.0 += both.generation.map_or(0, |generation| generation.0);
    }
    assert_eq!(game.get::<Type>(odd).map(|ty| ty.0), ::std::option::Option::Some(11));
    assert_eq!(game.query::<Tagged<'_, u8>>().iter().map(|tagged| tagged.0.0).sum::<u8>(), 2);
    assert_eq!(game.query::<Anything>().iter().map(|Anything| 1).sum::<usize>(), game.len());
    assert_eq!(format!("{:?}", ::std::clone::Clone::clone(&game)), format!("{game:?}"));
    assert_eq!(Empty::new().len(), 0);
    apart::play();
    related::play();
    #[cfg(feature = "serde")]
    saved::play();
}

fn main() {
    play();
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::std::assert_eq;

    #[::core::prelude::v1::test]
    fn a_world_works_where_everything_is_forbidden_and_shadowed() {
        play();
    }

    #[::core::prelude::v1::test]
    fn a_world_in_a_function_body_sees_what_is_declared_there() {
        #[derive(::std::fmt::Debug)]
        struct Inside(u8);

        #[::renamed::system]
        fn bump(inside: &mut Inside) {
            inside.0 += 1;
        }

        ::renamed::ecs_world! {
            struct Local;
            components: Inside;
            systems: bump;
        }

        let mut world = Local::new();
        let entity = world.spawn(Inside(1));
        world.run();
        assert_eq!(world.get::<Inside>(entity).map(|inside| inside.0), ::std::option::Option::Some(2));
    }

    #[::core::prelude::v1::test]
    #[cfg(feature = "fancy")]
    fn entries_follow_their_features() {
        let mut game = Game::new();
        let twin = game.spawn(Twin);
        assert_eq!((game.has::<Twin>(twin), game.resources.counter.n), (true, 0));
    }

    #[::core::prelude::v1::test]
    #[cfg(not(feature = "fancy"))]
    fn entries_follow_their_features() {
        let mut game = Game::new();
        let wide = game.spawn(inner::Tag(7_u16));
        assert_eq!(game.component_names(wide), ::std::option::Option::Some(::std::vec!["Wide"]));
    }
}
