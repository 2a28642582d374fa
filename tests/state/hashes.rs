//! Equal states have equal hashes, and states that differ in one part have different ones.

use ecs_world::DeltaError;
use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

use crate::changes::{Random, change, world_after};
use crate::worlds::{ChildOf, Dense, Doubled, Flag, Game, Hashed, Hit, Log, Lost, Ordered, Packed, Phase, Slow, Tree};

/// The names of the parts whose hashes differ.
fn different(one: &Game, other: &Game) -> Vec<String> {
    let (ours, theirs) = (one.part_hashes(), other.part_hashes());
    let own = ours.iter().filter(|part| !theirs.contains(part));
    own.map(|part| format!("{} {}", part.section(), part.name()).trim_end().to_owned()).collect()
}

#[test]
fn a_world_equals_its_clone_its_snapshot_and_its_save() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let changes = [0, 1, 2, 3, 10, 60, 200][random.below(7)];
        let mut game = world_after(changes, &mut random);
        let (hash, content) = (game.state_hash(), game.content_hash());
        assert_eq!((game.clone().state_hash(), game.clone().content_hash()), (hash, content), "seed {seed}");

        let loaded: Game = postcard::from_bytes(&postcard::to_allocvec(&game).unwrap()).unwrap();
        assert_eq!(different(&game, &loaded), [""; 0], "seed {seed}");
        assert_eq!((loaded.state_hash(), loaded.content_hash()), (hash, content), "seed {seed}");

        // Snapshots refuse pending values of transient components.
        game.flush();
        let (hash, content) = (game.state_hash(), game.content_hash());
        let snapshot = game.snapshot();
        (0..10).for_each(|_| change(&mut game, &mut random));
        game.restore(&snapshot);
        assert_eq!((game.state_hash(), game.content_hash()), (hash, content), "seed {seed}");
    }
}

#[test]
fn equal_histories_have_equal_hashes_at_each_step() {
    for seed in 0..20 {
        let (mut one, mut other) = (Game::default(), Game::default());
        let (mut first, mut second) = (Random(seed), Random(seed));
        for step in 0..60 {
            assert_eq!(one.state_hash(), other.state_hash(), "seed {seed}, step {step}");
            change(&mut one, &mut first);
            change(&mut other, &mut second);
        }
    }
}

#[test]
fn parallel_and_sequential_runs_have_equal_hashes() {
    for seed in 0..20 {
        let mut random = Random(seed);
        let mut game = world_after(60, &mut random);
        let mut sequential = game.clone();
        for _ in 0..5 {
            change(&mut game, &mut random.clone());
            change(&mut sequential, &mut random);
            game.run();
            sequential.run_sequential();
            assert_eq!(game.state_hash(), sequential.state_hash(), "seed {seed}");
        }
    }
}

#[test]
fn a_different_save_has_a_different_hash() {
    for seed in 0..20 {
        let mut random = Random(seed);
        let mut game = world_after(20, &mut random);
        for _ in 0..60 {
            let (before, hash) = (serde_json::to_string(&game).unwrap(), game.state_hash());
            change(&mut game, &mut random);
            game.flush();
            let is_same = serde_json::to_string(&game).unwrap() == before;
            assert_eq!(game.state_hash() == hash, is_same, "seed {seed}: {before}");
        }
    }
}

/// A game with something in each part.
fn game() -> (Game, Vec<Entity>) {
    let mut game = Game::default();
    let mut all: Vec<Entity> = game.spawn_batch((0..4).map(|at| (Dense(at), Slow(at)))).into_iter().collect();
    all.extend(game.spawn_batch((0..4).map(|at| (Tree(at), Hashed(at), Ordered(at), Doubled(at)))));
    game.spawn(Packed(1));
    game.insert(all[1], ChildOf(all[0])).unwrap();
    game.insert(all[2], ChildOf(all[0])).unwrap();
    game.flush();
    (game, all)
}

#[test]
fn each_part_changes_the_hash() {
    let parts_after = |edit: &dyn Fn(&mut Game, &[Entity])| {
        let (mut game, all) = game();
        let before = game.clone();
        edit(&mut game, &all);
        assert_ne!(game.state_hash(), before.state_hash());
        different(&game, &before)
    };
    assert_eq!(parts_after(&|game, all| game.get_mut::<Dense>(all[3]).unwrap().0 = 9), ["components Dense"]);
    assert_eq!(parts_after(&|game, all| game.get_mut::<Tree>(all[7]).unwrap().0 = 9), ["components Tree"]);
    assert_eq!(parts_after(&|game, _| game.resources.log.0.push(1)), ["resources Log"]);
    assert_eq!(parts_after(&|game, _| game.events.hit.send(Hit(0))), ["events Hit"]);
    assert_eq!(parts_after(&|game, _| game.states.phase.set(Phase::Play)), ["states Phase"]);
    assert_eq!(parts_after(&|game, _| game.systems.count.runs = 1), ["systems Count"]);
    assert_eq!(parts_after(&|game, _| game.commands().spawn(Dense(1))), ["commands"]);
    assert_eq!(parts_after(&|game, _| _ = game.reserve_entity()), ["commands"]);
    assert_eq!(parts_after(&|game, _| game.set_tidy_budget(Some(3))), ["rest"]);
    assert_eq!(parts_after(&|game, _| _ = game.spawn(())), ["entities"]);
}

#[test]
fn transient_entries_do_not_count() {
    let (mut game, all) = game();
    let hashes = (game.state_hash(), game.content_hash());
    game.resources.window.0 = 3;
    game.insert(all[0], Lost(2)).unwrap();
    assert_eq!((game.state_hash(), game.content_hash()), hashes);
}

#[test]
fn the_order_counts_for_the_state_and_not_for_the_content() {
    let (mut game, all) = game();
    let before = game.clone();
    game.sort_by_key::<Slow, _>(|slow| u32::MAX - slow.0);
    assert_ne!(game.state_hash(), before.state_hash());
    assert_eq!(game.content_hash(), before.content_hash());

    let mut game = before.clone();
    assert!(game.move_source_before::<ChildOf>(all[2], all[1]));
    assert_eq!(different(&game, &before), ["relations ChildOf"]);
    assert_eq!(game.content_hash(), before.content_hash());

    // The free slot that was freed last is used next.
    let freed = |order: [usize; 2]| {
        let mut game = before.clone();
        for at in order {
            game.despawn(all[at]).unwrap();
        }
        game.flush();
        // The log of the callbacks depends on the order, too.
        game.resources.log = Log::default();
        game
    };
    let (one, other) = (freed([4, 6]), freed([6, 4]));
    assert_ne!(one.state_hash(), other.state_hash());
    assert_eq!(one.content_hash(), other.content_hash());
}

#[test]
fn the_content_is_what_each_entity_has() {
    let (mut game, all) = game();
    let before = game.content_hash();
    let swap_values = |game: &mut Game| {
        let values = [0, 1].map(|at| game.get::<Dense>(all[at]).unwrap().0);
        game.get_mut::<Dense>(all[0]).unwrap().0 = values[1];
        game.get_mut::<Dense>(all[1]).unwrap().0 = values[0];
    };
    swap_values(&mut game);
    assert_ne!(game.content_hash(), before, "two entities swapped their values");
    swap_values(&mut game);
    assert_eq!(game.content_hash(), before);
    game.insert(all[0], Flag).unwrap();
    assert_ne!(game.content_hash(), before);
}

#[test]
fn deferred_changes_of_a_view_count() {
    let (mut game, all) = game();
    let settled = game.clone();
    game.insert(all[0], (Hashed(1), Ordered(1))).unwrap();
    let parts = different(&game, &settled);
    assert!(parts.contains(&"deferred Hashed, Ordered".to_owned()), "{parts:?}");
    let hash = game.state_hash();
    game.flush();
    assert_ne!(game.state_hash(), hash);
}

#[test]
fn hashes_are_printed_by_part() {
    let text = Game::default().part_hashes().to_string();
    assert!(text.lines().any(|line| line.starts_with("components Dense: ")), "{text}");
    assert!(text.lines().any(|line| line.starts_with("entities: ")), "{text}");
}

#[test]
fn the_hashes_of_a_small_world_are_those_of_other_platforms() {
    mod small {
        #[derive(serde::Serialize)]
        pub(super) struct Position(pub(super) f32, pub(super) f32);

        ecs_world::ecs_world! {
            #[derive(Serialize)]
            pub(super) struct World;
            components: Position, String as Name;
            resources: u64 as Seed = 7;
        }
    }
    let mut world = small::World::default();
    world.spawn((small::Position(1.5, -0.0), "ship".to_owned()));
    assert_eq!(
        format!("{:016x} {:016x}", world.state_hash(), world.content_hash()),
        "10f46d3a35bd688b 8d6a35923e59aed6"
    );
}

mod ends {
    use super::{Deserialize, Serialize};

    /// Pairs of values whose words would be equal if their ends were not hashed.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(super) enum Choice {
        No,
        Of(u32),
    }

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(super) struct Bag {
        pub(super) items: Vec<u32>,
        pub(super) target: Option<u32>,
        pub(super) choice: Choice,
    }

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(super) struct Lists(pub(super) Vec<Vec<Option<u32>>>);

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(super) struct Named(pub(super) String, pub(super) u64, pub(super) Option<u64>);

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(super) struct Sparse {
        #[serde(default, skip_serializing_if = "is_zero")]
        pub(super) x: i64,
        #[serde(default, skip_serializing_if = "is_zero")]
        pub(super) y: i64,
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_zero(number: &i64) -> bool {
        *number == 0
    }

    ecs_world::ecs_world! {
        #[derive(Clone, Serialize, Deserialize)]
        pub(super) struct Ends;
        components: Bag, Lists, Named, Sparse;
        resources: u32 as Round;
    }
}

#[test]
fn values_that_end_at_different_places_are_told_apart() {
    use ends::{Bag, Choice, Ends, Lists, Named, Sparse};
    let bag = |items: &[u32], target, choice| Bag { items: items.into(), target, choice };
    let worlds = |fill: &dyn Fn(&mut Ends, usize)| {
        [0, 1].map(|number| {
            let mut world = Ends::default();
            fill(&mut world, number);
            world
        })
    };
    let pairs = vec![
        worlds(&|world, at| {
            world.spawn([bag(&[0], None, Choice::No), bag(&[], Some(0), Choice::No)][at].clone());
        }),
        worlds(&|world, at| {
            world.spawn([bag(&[1], Some(3), Choice::No), bag(&[1, 1], None, Choice::Of(0))][at].clone());
        }),
        worlds(&|world, at| {
            let lists = [vec![vec![], vec![Some(0)]], vec![vec![None], vec![None]]];
            world.spawn(Lists(lists[at].clone()));
        }),
        worlds(&|world, at| {
            let names = [Named("abcdefgh".into(), 16, None), Named("abcdefgh\u{8}".into(), 0, None)];
            world.spawn(names[at].clone());
        }),
        worlds(&|world, at| {
            world.spawn(Sparse { x: [0, -1][at], y: 1 });
        }),
        worlds(&|world, at| {
            world.spawn(Sparse { x: [0, 1][at], y: [1, 0][at] });
        }),
    ];
    for [one, other] in pairs {
        let first = one.first_difference(&other).expect("they differ").to_string();
        assert_ne!(one.state_hash(), other.state_hash(), "{first}");
        assert_ne!(one.content_hash(), other.content_hash(), "{first}");
        let mut next = one.clone();
        next.resources.round = 5;
        let delta = next.diff(&one).expect("the world can be saved");
        assert!(matches!(other.clone().apply(&delta), Err(DeltaError::Base { .. })), "{first}");
    }
}
