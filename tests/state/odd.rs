//! Edge cases of worlds: empty, with values of no size, two in one module, as many components as a word of a mask has bits, and one more.

use ecs_world::Replica;
use ecs_world::prelude::*;
use paste::paste;
use serde::{Deserialize, Serialize};

/// Brings a world from one state to another in each way: by saves, snapshots, deltas and a replica. The change must change something.
macro_rules! assert_reaches_state_in_each_way {
    ($World:ty, $change:expr) => {{
        let change: fn(&mut $World) = $change;
        let base = <$World>::default();
        let mut game = base.clone();
        change(&mut game);
        game.check_invariants().unwrap();
        assert!(game.first_difference(&base).is_some() && game.state_hash() != base.state_hash());
        assert_ne!(game.content_hash(), base.content_hash());
        let assert_like = |mut other: $World, how: &str| {
            other.check_invariants().unwrap();
            assert_eq!(other.first_difference(&game), None, "{how}");
            assert_eq!((other.state_hash(), other.content_hash()), (game.state_hash(), game.content_hash()), "{how}");
        };
        assert_like(postcard::from_bytes(&postcard::to_allocvec(&game).unwrap()).unwrap(), "postcard");
        let mut other = base.clone();
        other.apply(&game.diff(&base).unwrap()).unwrap();
        assert_like(other.clone(), "a delta");
        other.apply(&base.diff(&game).unwrap()).unwrap();
        assert_eq!(other.state_hash(), base.state_hash(), "deltas lead back to the former state");
        other.restore(&game.snapshot());
        assert_like(other, "a snapshot");
        assert!(game.diff(&game.clone()).unwrap().is_empty());
        let (mut client, mut replica) = (base.clone(), Replica::new());
        let own = client.spawn(());
        replica.apply(&mut client, &game.diff(replica.original()).unwrap()).unwrap();
        assert_eq!((client.len(), replica.len()), (game.len() + 1, game.len()));
        assert!(client.contains(own) && replica.there(own).is_none());
        assert_like(replica.original().clone(), "a replica");
    }};
}

/// Compares a world with what is read back from the formats of text.
macro_rules! assert_round_trips_as_text {
    ($World:ty, $change:expr) => {{
        let change: fn(&mut $World) = $change;
        let mut game = <$World>::default();
        change(&mut game);
        let json: $World = serde_json::from_str(&serde_json::to_string(&game).unwrap()).unwrap();
        let ron: $World = ron::from_str(&ron::to_string(&game).unwrap()).unwrap();
        assert_eq!((json.first_difference(&game), ron.first_difference(&game)), (None, None));
    }};
}

mod empty {
    ecs_world::ecs_world! {
        #[derive(Debug, Clone, Snapshot, Serialize, Deserialize)]
        pub(super) struct Nothing;
    }

    ecs_world::ecs_world! {
        #[derive(Debug, Clone, Snapshot, Serialize, Deserialize)]
        pub(super) struct NothingEither;
    }
}

#[test]
fn a_world_without_anything_has_a_state() {
    assert_reaches_state_in_each_way!(empty::Nothing, |game| _ = game.spawn(()));
    assert_round_trips_as_text!(empty::Nothing, |game| _ = game.spawn(()));
    assert_reaches_state_in_each_way!(empty::NothingEither, |game| {
        let entities = [(); 3].map(|()| game.spawn(()));
        game.despawn(entities[1]).unwrap();
        game.commands().despawn(entities[0]);
        game.reserve_entity();
    });
}

#[test]
fn two_worlds_of_one_module_with_one_declaration_have_one_schema_and_equal_hashes() {
    use ecs_world::Saves;
    let (mut one, mut other) = (empty::Nothing::default(), empty::NothingEither::default());
    assert_eq!(empty::Nothing::SCHEMA, empty::NothingEither::SCHEMA);
    one.spawn(());
    other.spawn(());
    assert_eq!((one.state_hash(), one.content_hash()), (other.state_hash(), other.content_hash()));
    let delta = one.diff(&empty::Nothing::default()).unwrap();
    let sent = postcard::to_allocvec(&delta).unwrap();
    let mut third = empty::NothingEither::default();
    third.apply(&postcard::from_bytes(&sent).unwrap()).unwrap();
    assert_eq!(third.first_difference(&other), None);
}

mod sizeless {
    use ecs_world::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(super) struct Flag;
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(super) struct Aligned([u64; 0]);
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(super) struct Tag();

    impl Aligned {
        pub(super) const NEW: Self = Self([]);
    }

    ecs_world! {
        #[derive(Debug, Clone, Snapshot, Serialize, Deserialize)]
        pub(super) struct Sizeless;
        components: Flag, #[double_buffered] Aligned, #[storage(tag)] Tag, #[storage(vec)] [u32; 0] as Unit;
        events: () as Ping;
        resources: () as Nil;
        queries: (Flag, Aligned);
    }
}

#[test]
fn a_world_of_values_without_a_size_has_a_state() {
    use sizeless::{Aligned, Flag, Sizeless, Tag};
    let change = |game: &mut Sizeless| {
        let all: Vec<_> = game.spawn_batch((0..5).map(|_| (Flag, Aligned::NEW))).into_iter().collect();
        game.insert(all[1], (Tag(), [])).unwrap();
        game.remove::<Flag>(all[3]).unwrap();
        game.despawn(all[0]).unwrap();
        game.events.ping.send(());
        game.commands().insert(all[2], Tag());
        game.run();
    };
    assert_reaches_state_in_each_way!(Sizeless, change);
    assert_round_trips_as_text!(Sizeless, change);
}

/// Calls a macro with a list of names, which is doubled once per `+`.
macro_rules! doubled {
    ([] $then:ident [$($argument:tt)*] $($name:ident)*) => { $then! { [$($argument)*] $($name)* } };
    ([+ $($more:tt)*] $then:ident [$($argument:tt)*] $($name:ident)*) => {
        paste! { doubled! { [$($more)*] $then [$($argument)*] $([<$name 0>] [<$name 1>])* } }
    };
}

/// Declares a world with a component for each name, and for one more.
macro_rules! wide_world {
    ([$module:ident $($more:ident)?] $($name:ident)*) => {
        mod $module {
            use super::{Deserialize, Serialize};
            $(#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)] pub(super) struct $name(pub(super) u32);)*
            $(#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)] pub(super) struct $more(pub(super) u32);)?
            ecs_world::ecs_world! {
                #[derive(Debug, Clone, Snapshot, Serialize, Deserialize)]
                pub(super) struct Wide;
                components: $($name,)* $($more)?;
            }
        }
    };
}

doubled! { [++++++] wide_world [of_64] N }
doubled! { [++++++] wide_world [of_65 Last] N }

#[test]
fn worlds_as_wide_as_a_word_of_a_mask_and_wider_have_a_state() {
    assert_reaches_state_in_each_way!(of_64::Wide, |game| {
        let one = game.spawn((of_64::N000000(1), of_64::N111111(2)));
        game.spawn(of_64::N111111(3));
        game.remove::<of_64::N111111>(one).unwrap();
        game.commands().insert(one, of_64::N111111(4));
    });
    assert_reaches_state_in_each_way!(of_65::Wide, |game| {
        let one = game.spawn((of_65::N000000(1), of_65::N111111(2), of_65::Last(3)));
        game.spawn(of_65::Last(4));
        game.remove::<of_65::N111111>(one).unwrap();
        game.commands().insert(one, of_65::N111111(5));
    });
    let widths = [of_64::Wide::COMPONENTS.len(), of_65::Wide::COMPONENTS.len()];
    assert_eq!(widths, [64, 65]);
}
