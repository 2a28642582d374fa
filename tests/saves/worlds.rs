//! The worlds that are saved, with every kind of storage, view, relation and value.

use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

macro_rules! components {
    ($($(#[$attribute:meta])* $name:ident),*) => {
        $(#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
        $(#[$attribute])*
        pub(crate) struct $name(pub(crate) u32);)*
    };
}

components!(Dense, Slow, Indexed, Packed, Tree, Hashed, Ordered, Doubled, Lost);

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Flag;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub(crate) struct ChildOf(pub(crate) Entity);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub(crate) struct Likes(pub(crate) EntitySet);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Hit(pub(crate) u32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Jump;

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Phase {
    Menu,
    Play,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Log(pub(crate) Vec<u32>);

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Window(pub(crate) u32);

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Count {
    pub(crate) runs: u32,
}

#[system]
impl Count {
    fn run(&mut self, dense: &mut Dense, slow: &Slow) {
        self.runs += 1;
        dense.0 = dense.0.wrapping_mul(31).wrapping_add(slow.0 + self.runs);
    }
}

#[system]
fn hear(hits: EventReader<'_, Hit>, log: &mut Log) {
    log.0.extend(hits.into_iter().map(|hit| hit.0));
}

#[system]
fn send(hits: &mut Events<Hit>, log: &Log) {
    hits.send(Hit(u32::try_from(log.0.len()).expect("a short log")));
}

#[system(without(Flag))]
fn visit(entity: Entity, indexed: &Indexed, packed: &mut Packed, log: &mut Log) {
    packed.0 = packed.0.wrapping_add(indexed.0);
    log.0.push(entity.index());
}

#[system(changed(Dense))]
fn watch(entity: Entity, _: &Dense, log: &mut Log) {
    log.0.push(entity.index());
}

#[system(added(Packed))]
fn greet(entity: Entity, _: &Packed, log: &mut Log) {
    log.0.push(!entity.index());
}

/// Its view is delayed, so that its callbacks are called at the next sync.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Later {
    met: u32,
}

#[system(view = delayed)]
impl Later {
    fn run(entity: Entity, hashed: &Hashed, ordered: &Ordered, log: &mut Log) {
        log.0.push(entity.index() ^ hashed.0 ^ ordered.0);
    }

    fn on_added(&mut self, entity: Entity, log: &mut Log) {
        self.met += 1;
        log.0.push(entity.index() + 10_000);
    }

    fn on_removed(&mut self, entity: Entity, log: &mut Log) {
        log.0.push(entity.index() + 20_000);
    }
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Bits {
    met: u32,
}

#[system(view = active_passive)]
impl Bits {
    fn run(entity: Entity, tree: &Tree, hashed: &Hashed, log: &mut Log) {
        log.0.push(entity.index() ^ tree.0 ^ hashed.0);
    }

    fn on_added(&mut self, entity: Entity, log: &mut Log) {
        self.met += 1;
        log.0.push(entity.index() + 30_000);
    }

    fn on_removed(&mut self, entity: Entity, log: &mut Log) {
        log.0.push(entity.index() + 40_000);
    }
}

/// Records replaced values.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Swift;

#[system]
impl Swift {
    fn run(_: &Dense) {}

    fn on_replaced(old: &Dense, log: &mut Log) {
        log.0.push(old.0.wrapping_add(2_000));
    }
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sluggish;

#[system]
impl Sluggish {
    fn run(_: &Slow) {}

    fn on_replaced(old: &Slow, log: &mut Log) {
        log.0.push(old.0.wrapping_add(1_000));
    }
}

ecs_world! {
    #[derive(Clone, Snapshot, Serialize, Deserialize)]
    pub(crate) struct Game;
    components:
        Dense,
        Slow,
        #[storage(vec)] Indexed,
        #[storage(packed)] Packed,
        #[storage(hashed_array_tree)] Tree,
        #[storage(hash_map)] Hashed,
        #[storage(btree_map)] Ordered,
        #[storage(tag)] Flag,
        #[double_buffered] Doubled,
        #[transient] Lost;
    relations: ChildOf (tree, cascade), Likes (many, clear);
    resources: Log, #[transient] Window;
    events: Hit, Jump;
    states: Phase = Phase::Menu;
    systems: send, Count, visit, sync, hear, watch, greet, Later, Bits, Swift, Sluggish;
    queries: (Dense, Slow, Flag), (Dense, Lost);
}

/// All visible state of a world, in its order.
pub(crate) fn seen(game: &mut Game) -> Vec<String> {
    game.check_invariants().expect("the world is consistent");
    let mut seen = vec![format!(
        "{:?} {:?} {:?} {:?} {:?}",
        game.resources.log,
        game.events.hit,
        game.states.phase,
        game.systems.count,
        game.entities().collect::<Vec<_>>()
    )];
    macro_rules! columns {
        ($($ty:ident),*) => {
            $(let column: Vec<_> = game.query::<(Entity, &$ty)>().iter().map(|(entity, value)| (entity, value.clone())).collect();
            seen.push(format!("{column:?}"));)*
        };
    }
    columns!(Dense, Slow, Indexed, Packed, Tree, Hashed, Ordered, Flag, Doubled, ChildOf, Likes);
    seen.push(format!("{:?}", game.query::<&Past<Doubled>>().iter().map(|past| past.0).collect::<Vec<_>>()));
    seen.push(format!("{:?}", game.query_dense_slow().iter().map(|(entity, ..)| entity).collect::<Vec<_>>()));
    for entity in game.entities().collect::<Vec<_>>() {
        let children: Vec<_> = game.tree::<ChildOf>().children(entity).collect();
        let fans: Vec<_> = game.sources::<Likes>().of(entity).collect();
        seen.push(format!("{entity}: {children:?} {fans:?}"));
    }
    let mut order = LevelOrder::default();
    order.update(game.tree::<ChildOf>());
    seen.push(format!("{order:?}"));
    seen
}
