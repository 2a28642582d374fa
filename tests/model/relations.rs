//! Random changes of relations, each compared with a list of links: policies, cycles, the order of siblings, callbacks, their panics.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use ecs_world::prelude::*;

use super::numbers::Numbers;

#[derive(Debug, Clone, Copy, PartialEq, Relation)]
pub struct ChildOf(pub Entity);

#[derive(Debug, Clone, Copy, PartialEq, Relation)]
pub struct Targets(pub Entity);

#[derive(Debug, Clone, Copy, PartialEq, Relation)]
pub struct Fears(pub Entity);

#[derive(Debug, Clone, PartialEq, Relation)]
pub struct Likes(pub EntitySet);

/// The key by which siblings are sorted, and a part of each path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Name(pub u32);

/// The names from the root to the entity, in one number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Path(pub u64);

/// A callback: the relation that is removed, the entity, and whether it is despawned.
type Heard = (usize, Entity, bool);

thread_local! {
    static HEARD: RefCell<Vec<Heard>> = const { RefCell::new(Vec::new()) };
    /// Number of callbacks before one panics.
    static FUSE: RefCell<Option<u8>> = const { RefCell::new(None) };
}

/// A callback panicked as requested.
struct Panicked;

fn hear(relation: usize, entity: Entity, cause: RemovalCause) {
    let left = FUSE.take();
    FUSE.set(left.and_then(|left| left.checked_sub(1)));
    if left == Some(0) {
        resume_unwind(Box::new(Panicked));
    }
    HEARD.with_borrow_mut(|heard| heard.push((relation, entity, cause == RemovalCause::Despawn)));
}

#[derive(Debug, Default, Clone)]
pub struct Leaving;

#[system]
impl Leaving {
    fn run(_: &ChildOf) {}

    fn on_removed(entity: Entity, cause: RemovalCause) {
        hear(TREE, entity, cause);
    }
}

#[derive(Debug, Default, Clone)]
pub struct Aiming;

#[system]
impl Aiming {
    fn run(_: &Targets) {}

    fn on_removed(entity: Entity, cause: RemovalCause) {
        hear(CLEARED, entity, cause);
    }
}

#[derive(Debug, Default, Clone)]
pub struct Unloved;

#[system]
impl Unloved {
    fn run(_: &Likes) {}

    fn on_removed(entity: Entity, cause: RemovalCause) {
        hear(LIKED, entity, cause);
    }
}

#[derive(Debug, Default, Clone)]
pub struct Extend {
    order: LevelOrder,
}

#[system]
impl Extend {
    fn run(&mut self, mut paths: Query<'_, World, (&mut Path, &Name)>) {
        paths.for_each_parent_first::<ChildOf>(&mut self.order, |parent, (path, name)| {
            path.0 = extended(parent.map(|(path, _)| path.0), name.0);
        });
    }
}

fn extended(parent: Option<u64>, name: u32) -> u64 {
    parent.unwrap_or(7).wrapping_mul(31).wrapping_add(name.into())
}

ecs_world! {
    #[derive(Clone)]
    pub struct World;
    components: Name, Path;
    relations: ChildOf (tree, cascade), Targets (clear), Fears (keep), Likes (many, clear);
    systems: Leaving, Aiming, Unloved, Extend;
}

const TREE: usize = 0;
const CLEARED: usize = 1;
const LIKED: usize = 3;
/// Number of relations with one target.
const RELATIONS: u8 = 3;

/// One call. Entities are numbers among all handles that were used.
#[derive(Debug, Clone, Copy)]
pub enum Linking {
    Spawn(u32),
    /// Below the entity that was spawned last, so that trees become deep.
    SpawnBelow(u32),
    SpawnSource(usize, u32, u32),
    SpawnBatch(usize, u32, u8),
    Insert(usize, u32, u32),
    /// Inserts two relations as one bundle: both or none.
    InsertTwo(u32, u32, u32),
    /// Inserts several targets, some of which can be equal.
    Like(u32, [u32; 4], u8),
    Unlike(u32),
    Remove(usize, u32),
    /// Exchanges `ChildOf` for `Fears`.
    Exchange(u32, u32),
    Command(usize, u32, u32),
    CommandDespawn(u32),
    Move(usize, u32, u32),
    Sort(usize, u32),
    /// If a number is given, the callback after so many others panics.
    Despawn(u32, Option<u8>),
    CloneTree(u32),
    /// Takes a tree out and spawns it again. If a number is given, the callback after so many others panics.
    MoveTree(u32, Option<u8>),
    Clear,
    Clone,
    Shrink,
    /// Computes paths; if true, the values are sorted into tree order before.
    Propagate(bool),
}

impl Linking {
    /// The number of the entity that is changed, or that is the target of new entities.
    fn subject(self) -> Option<u32> {
        match self {
            Self::SpawnSource(_, _, number)
            | Self::SpawnBatch(_, number, _)
            | Self::Insert(_, number, _)
            | Self::InsertTwo(number, ..)
            | Self::Remove(_, number)
            | Self::Exchange(number, _)
            | Self::Command(_, number, _)
            | Self::CommandDespawn(number)
            | Self::Move(_, number, _)
            | Self::Sort(_, number)
            | Self::Despawn(number, _)
            | Self::CloneTree(number)
            | Self::MoveTree(number, _)
            | Self::Like(number, ..)
            | Self::Unlike(number) => Some(number),
            _ => None,
        }
    }
}

impl Numbers {
    /// The next change of relations.
    pub fn linking(&mut self) -> Linking {
        let relation = usize::from(self.byte(RELATIONS));
        let (a, b) = (self.word(), self.word());
        match self.byte(41) {
            38 => Linking::CloneTree(a),
            39 | 40 => Linking::MoveTree(a, (self.byte(2) == 0).then(|| self.byte(6))),
            34..=36 => Linking::Like(a, [b, self.word(), self.word(), self.word()], self.byte(5)),
            37 => Linking::Unlike(a),
            0 => Linking::Spawn(a),
            1 | 32 | 33 => Linking::SpawnBelow(a),
            2..=5 => Linking::SpawnSource(relation, a, b),
            6 => Linking::SpawnBatch(relation, b, self.byte(4)),
            7..=13 => Linking::Insert(relation, a, b),
            14 => Linking::InsertTwo(a, b, self.word()),
            15 | 16 => Linking::Remove(relation, a),
            17 => Linking::Exchange(a, b),
            18 | 19 => Linking::Command(relation, a, b),
            20 => Linking::CommandDespawn(a),
            21 | 22 => Linking::Move(relation, a, b),
            23 => Linking::Sort(relation, a),
            24..=26 => Linking::Despawn(a, (self.byte(2) == 0).then(|| self.byte(4))),
            27 if self.byte(16) == 0 => Linking::Clear,
            27 => Linking::Clone,
            28 => Linking::Shrink,
            _ => Linking::Propagate(self.byte(4) == 0),
        }
    }
}

/// The expected state of the world.
#[derive(Default)]
struct Naive {
    alive: Vec<(Entity, u32)>,
    /// Relation, source and target, in the order of the sources.
    links: Vec<(usize, Entity, Entity)>,
    /// Handles of dead targets: relation and source.
    stale: Vec<(usize, Entity)>,
    /// The targets of each source that has several, in their order.
    liked: Vec<(Entity, Vec<Entity>)>,
}

impl Naive {
    fn lives(&self, entity: Entity) -> bool {
        self.alive.iter().any(|own| own.0 == entity)
    }

    fn target(&self, relation: usize, source: Entity) -> Option<Entity> {
        self.links.iter().find(|link| (link.0, link.1) == (relation, source)).map(|link| link.2)
    }

    fn has(&self, relation: usize, source: Entity) -> bool {
        self.target(relation, source).is_some() || self.stale.contains(&(relation, source))
    }

    fn sources(&self, relation: usize, target: Entity) -> Vec<Entity> {
        self.links.iter().filter(|link| (link.0, link.2) == (relation, target)).map(|link| link.1).collect()
    }

    fn accepts(&self, relation: usize, source: Option<Entity>, target: Entity) -> bool {
        let mut above = std::iter::successors(Some(target), |entity| self.target(relation, *entity));
        self.lives(target) && (relation != TREE || above.all(|entity| Some(entity) != source))
    }

    fn set(&mut self, relation: usize, source: Entity, target: Option<Entity>) {
        self.stale.retain(|stale| *stale != (relation, source));
        if self.target(relation, source) != target {
            self.links.retain(|link| (link.0, link.1) != (relation, source));
            self.links.extend(target.map(|target| (relation, source, target)));
        }
    }

    fn likes(&self, source: Entity) -> Option<&[Entity]> {
        self.liked.iter().find(|own| own.0 == source).map(|own| &own.1[..])
    }

    /// Sets the targets of a source that can have several, or removes them.
    fn like(&mut self, source: Entity, targets: Option<Vec<Entity>>) {
        let keeps = |link: &(usize, Entity, Entity)| targets.as_ref().is_some_and(|targets| targets.contains(&link.2));
        self.links.retain(|link| (link.0, link.1) != (LIKED, source) || keeps(link));
        for target in targets.iter().flatten() {
            if !self.links.contains(&(LIKED, source, *target)) {
                self.links.push((LIKED, source, *target));
            }
        }
        self.liked.retain(|own| own.0 != source);
        self.liked.extend(targets.map(|targets| (source, targets)));
    }

    /// Moves a source before another source of the same target.
    fn move_before(&mut self, relation: usize, source: Entity, sibling: Entity) -> bool {
        let (own, other) = (self.target(relation, source), self.target(relation, sibling));
        if own.is_some() && own == other && source != sibling {
            let from = self.links.iter().position(|link| (link.0, link.1) == (relation, source)).expect("it is linked");
            let link = self.links.remove(from);
            let to = self.links.iter().position(|link| (link.0, link.1) == (relation, sibling)).expect("it is linked");
            self.links.insert(to, link);
        }
        own.is_some() && own == other
    }

    fn sort(&mut self, relation: usize, target: Entity) {
        let mut sources = self.sources(relation, target);
        sources.sort_by_key(|source| self.name(*source));
        self.links.retain(|link| (link.0, link.2) != (relation, target));
        self.links.extend(sources.into_iter().map(|source| (relation, source, target)));
    }

    fn name(&self, entity: Entity) -> u32 {
        self.alive.iter().find(|own| own.0 == entity).expect("the entity is alive").1
    }

    /// Despawns an entity, as long as callbacks succeed; returns false at the one that does not. Children are despawned first, in order;
    /// then the entities that target the entity lose that target, before it is despawned itself.
    fn despawn(&mut self, entity: Entity, heard: &mut dyn FnMut(Heard) -> bool) -> bool {
        for child in self.sources(TREE, entity) {
            if !self.despawn(child, heard) {
                return false;
            }
        }
        for source in self.sources(CLEARED, entity) {
            if source != entity {
                if !heard((CLEARED, source, false)) {
                    return false;
                }
                self.set(CLEARED, source, None);
            }
        }
        for source in self.sources(LIKED, entity) {
            let mut left = self.likes(source).unwrap_or_default().to_vec();
            left.retain(|target| *target != entity);
            if source != entity && left.is_empty() && !heard((LIKED, source, false)) {
                return false;
            }
            if source != entity {
                self.like(source, Some(left).filter(|left| !left.is_empty()));
            }
        }
        for relation in [TREE, CLEARED, LIKED] {
            let has = if relation == LIKED { self.likes(entity).is_some() } else { self.has(relation, entity) };
            if has && !heard((relation, entity, true)) {
                return false;
            }
        }
        self.liked.retain(|own| own.0 != entity);
        let is_kept = |link: &&(usize, Entity, Entity)| link.0 == 2 && link.2 == entity && link.1 != entity;
        self.stale.extend(self.links.iter().filter(is_kept).map(|link| (link.0, link.1)));
        self.alive.retain(|own| own.0 != entity);
        self.links.retain(|link| link.1 != entity && link.2 != entity);
        self.stale.retain(|stale| stale.1 != entity);
        true
    }

    fn path(&self, entity: Entity) -> u64 {
        let parent = self.target(TREE, entity).map(|parent| self.path(parent));
        extended(parent, self.name(entity))
    }
}

/// An entity of a tree that was removed from the list.
struct Node {
    entity: Entity,
    name: u32,
    targets: [Option<Entity>; RELATIONS as usize],
    is_stale: bool,
    likes: Option<Vec<Entity>>,
}

/// Operations on whole trees.
impl Naive {
    /// An entity and its descendants, each parent before its children.
    fn tree(&self, root: Entity) -> Vec<Entity> {
        let below = self.sources(TREE, root).into_iter().flat_map(|child| self.tree(child));
        std::iter::once(root).chain(below).collect()
    }

    fn nodes(&self, tree: &[Entity]) -> Vec<Node> {
        let node = |entity: &Entity| Node {
            entity: *entity,
            name: self.name(*entity),
            targets: [0, 1, 2].map(|relation| self.target(relation, *entity)),
            is_stale: self.stale.contains(&(2, *entity)),
            likes: self.likes(*entity).map(<[Entity]>::to_vec),
        };
        tree.iter().map(node).collect()
    }

    /// Adds entities that are copies of these nodes.
    fn add(&mut self, nodes: Vec<Node>, copies: &[Entity]) {
        let old: Vec<_> = nodes.iter().map(|node| node.entity).collect();
        let copy_of = |entity: Entity| old.iter().position(|own| *own == entity).map_or(entity, |at| copies[at]);
        self.alive.extend(copies.iter().copied().zip(nodes.iter().map(|node| node.name)));
        for (node, copy) in nodes.into_iter().zip(copies) {
            for (relation, target) in node.targets.into_iter().enumerate() {
                self.set(relation, *copy, target.map(copy_of));
            }
            self.stale.extend(node.is_stale.then_some((2, *copy)));
            self.like(*copy, node.likes.map(|targets| targets.into_iter().map(copy_of).collect()));
        }
    }

    /// Removes a tree, as long as callbacks succeed: first, other sources lose the entities in it as targets; then all of its callbacks are
    /// called, children first.
    fn take(&mut self, tree: &[Entity], heard: &mut dyn FnMut(Heard) -> bool) -> Option<Vec<Node>> {
        for target in tree.iter().rev() {
            for source in self.sources(CLEARED, *target).into_iter().filter(|source| !tree.contains(source)) {
                if !heard((CLEARED, source, false)) {
                    return None;
                }
                self.set(CLEARED, source, None);
            }
            for source in self.sources(LIKED, *target).into_iter().filter(|source| !tree.contains(source)) {
                let mut left = self.likes(source).unwrap_or_default().to_vec();
                left.retain(|own| own != target);
                if left.is_empty() && !heard((LIKED, source, false)) {
                    return None;
                }
                self.like(source, Some(left).filter(|left| !left.is_empty()));
            }
        }
        for entity in tree.iter().rev() {
            for relation in [TREE, CLEARED, LIKED] {
                let has = if relation == LIKED { self.likes(*entity).is_some() } else { self.has(relation, *entity) };
                if has && !heard((relation, *entity, true)) {
                    return None;
                }
            }
        }
        let mut nodes = self.nodes(tree);
        nodes[0].targets[TREE] = None;
        let is_kept =
            |link: &&(usize, Entity, Entity)| link.0 == 2 && tree.contains(&link.2) && !tree.contains(&link.1);
        self.stale.extend(self.links.iter().filter(is_kept).map(|link| (link.0, link.1)));
        self.alive.retain(|own| !tree.contains(&own.0));
        self.links.retain(|link| !tree.contains(&link.1) && !tree.contains(&link.2));
        self.stale.retain(|stale| !tree.contains(&stale.1));
        self.liked.retain(|own| !tree.contains(&own.0));
        Some(nodes)
    }
}

/// A world beside the list of links.
#[derive(Default)]
pub struct Relations {
    world: World,
    naive: Naive,
    handles: Vec<Entity>,
}

/// Evaluates an expression with the type of a relation.
macro_rules! with_relation {
    ($number:expr, $R:ident => $done:expr) => {
        match $number {
            0 => {
                use ChildOf as $R;
                $done
            }
            1 => {
                use Targets as $R;
                $done
            }
            _ => {
                use Fears as $R;
                $done
            }
        }
    };
}

impl Relations {
    fn pick(&self, number: u32) -> Option<Entity> {
        self.handles.get(number as usize % self.handles.len().max(1)).copied()
    }

    fn spawned(&mut self, entity: Entity, name: u32) {
        self.handles.push(entity);
        self.naive.alive.push((entity, name));
    }

    /// Executes an operation on both, and compares them.
    ///
    /// # Panics
    ///
    /// If they differ.
    pub fn step(&mut self, operation: Linking) {
        HEARD.take();
        self.execute(operation);
        self.compare(operation);
    }

    fn execute(&mut self, operation: Linking) {
        let Self { world, .. } = self;
        match operation {
            Linking::Spawn(name) => {
                let spawned = world.spawn((Name(name % 5), Path(0)));
                self.spawned(spawned, name % 5);
            }
            Linking::Clear => {
                world.clear();
                self.naive = Naive::default();
            }
            Linking::Clone => *world = world.clone(),
            Linking::Shrink => world.shrink_to_fit(),
            Linking::Propagate(sorts) => {
                if sorts {
                    world.sort_parents_first::<Path, ChildOf>();
                }
                world.run();
                for (entity, _) in &self.naive.alive {
                    assert_eq!(self.world.get::<Path>(*entity), Some(&Path(self.naive.path(*entity))), "{entity}");
                }
            }
            Linking::SpawnBelow(name) => {
                if let Some(last) = self.handles.last().copied() {
                    self.spawn_source(TREE, last, name % 5);
                }
            }
            _ => self.link(operation),
        }
    }

    /// Operations on entities.
    fn link(&mut self, operation: Linking) {
        let pick = |number| self.pick(number);
        let one = operation.subject().and_then(pick);
        let Some(a) = one else { return };
        let other = |number: u32| self.pick(number).unwrap_or(a);
        match operation {
            Linking::SpawnSource(relation, name, _) => self.spawn_source(relation, a, name % 5),
            Linking::SpawnBatch(relation, _, count) => self.spawn_batch(relation, a, count),
            Linking::Insert(relation, _, b) => self.insert(relation, a, other(b)),
            Linking::InsertTwo(_, b, c) => self.insert_two(a, other(b), other(c)),
            Linking::Remove(relation, _) => self.remove(relation, a),
            Linking::Like(_, targets, count) => self.like(a, &targets.map(other)[..usize::from(count)]),
            Linking::Unlike(_) => {
                let taken = self.world.remove::<Likes>(a).map(|taken| taken.map(|likes| likes.0.as_slice().to_vec()));
                let own = self.naive.likes(a).map(<[Entity]>::to_vec);
                assert_eq!(taken.ok(), self.naive.lives(a).then_some(own));
                self.naive.like(a, None);
            }
            Linking::Exchange(_, b) => self.exchange(a, other(b)),
            Linking::Command(relation, _, b) => self.command(relation, a, other(b)),
            Linking::CommandDespawn(_) => {
                self.world.commands().despawn(a);
                self.world.flush();
                self.despawned(a, None);
            }
            Linking::Move(relation, _, b) => {
                let (b, world) = (other(b), &mut self.world);
                let moved = with_relation!(relation, R => world.move_source_before::<R>(a, b));
                assert_eq!(moved, self.naive.move_before(relation, a, b));
            }
            Linking::Sort(relation, _) => {
                let name = |world: &World, entity| world.get::<Name>(entity).map(|name| name.0);
                let world = &mut self.world;
                with_relation!(relation, R => {
                    world.sort_sources_by::<R>(a, |world, a, b| name(world, a).cmp(&name(world, b)));
                });
                self.naive.sort(relation, a);
            }
            Linking::Despawn(_, fuse) => {
                FUSE.set(fuse);
                let done = catch_unwind(AssertUnwindSafe(|| self.world.despawn(a)));
                FUSE.set(None);
                match done {
                    Ok(done) => assert_eq!(done.is_ok(), self.naive.lives(a)),
                    Err(payload) if payload.is::<Panicked>() => {}
                    Err(payload) => resume_unwind(payload),
                }
                self.despawned(a, fuse);
            }
            Linking::CloneTree(_) => self.clone_tree(a),
            Linking::MoveTree(_, fuse) => self.move_tree(a, fuse),
            _ => {}
        }
    }

    fn clone_tree(&mut self, root: Entity) {
        let clone = self.world.clone_tree::<ChildOf>(root);
        assert_eq!(clone.is_ok(), self.naive.lives(root));
        if let Ok(clone) = clone {
            let nodes = self.naive.nodes(&self.naive.tree(root));
            self.copied(nodes, clone);
        }
    }

    /// Adds a root and its descendants, which were spawned as copies of these nodes, to the list.
    fn copied(&mut self, nodes: Vec<Node>, root: Entity) {
        let copies: Vec<_> = std::iter::once(root).chain(self.world.tree::<ChildOf>().descendants(root)).collect();
        assert_eq!(copies.len(), nodes.len(), "a copy has the shape of the original");
        self.handles.extend(&copies);
        self.naive.add(nodes, &copies);
    }

    fn move_tree(&mut self, root: Entity, fuse: Option<u8>) {
        FUSE.set(fuse);
        let taken = catch_unwind(AssertUnwindSafe(|| self.world.take_tree::<ChildOf>(root)));
        FUSE.set(None);
        let taken = taken.unwrap_or_else(|payload| {
            assert!(payload.is::<Panicked>(), "only the fuse panics");
            None
        });
        let (mut heard, mut left, mut nodes) = (Vec::new(), fuse.map(usize::from), None);
        if self.naive.lives(root) {
            nodes = self.naive.take(&self.naive.tree(root), &mut |own| {
                if left == Some(heard.len()) {
                    left = None;
                    return false;
                }
                heard.push(own);
                true
            });
        }
        assert_eq!(HEARD.take(), heard, "callbacks while the tree of {root} is taken");
        assert_eq!(taken.is_some(), nodes.is_some());
        let (Some(taken), Some(nodes)) = (taken, nodes) else { return };
        self.world.check_invariants().expect("the world is consistent without the tree");
        let spawned = self.world.spawn_tree(taken.map_outside(|handle| handle));
        assert_eq!(spawned.is_ok(), nodes.iter().all(|node| !node.is_stale));
        if let Ok(root) = spawned {
            self.copied(nodes, root);
        }
    }

    fn spawn_source(&mut self, relation: usize, target: Entity, name: u32) {
        let (world, values) = (&mut self.world, (Name(name), Path(0)));
        let spawned = with_relation!(relation, R => world.try_spawn((values, R(target))).ok());
        assert_eq!(spawned.is_some(), self.naive.accepts(relation, None, target));
        if let Some(spawned) = spawned {
            self.spawned(spawned, name);
            self.naive.set(relation, spawned, Some(target));
        }
    }

    fn spawn_batch(&mut self, relation: usize, target: Entity, count: u8) {
        if !self.naive.lives(target) {
            return;
        }
        let world = &mut self.world;
        let rows = (0..u32::from(count)).map(|name| (Name(name), Path(0)));
        let spawned = with_relation!(relation, R => world.spawn_batch(rows.map(|row| (row, R(target)))).into_vec());
        for (name, spawned) in (0..).zip(spawned) {
            self.spawned(spawned, name);
            self.naive.set(relation, spawned, Some(target));
        }
    }

    fn insert(&mut self, relation: usize, source: Entity, target: Entity) {
        let world = &mut self.world;
        let inserted = with_relation!(relation, R => world.insert(source, R(target)).is_ok());
        assert_eq!(inserted, self.naive.lives(source) && self.naive.accepts(relation, Some(source), target));
        if inserted {
            self.naive.set(relation, source, Some(target));
        }
    }

    fn insert_two(&mut self, source: Entity, parent: Entity, foe: Entity) {
        let inserted = self.world.replace(source, (ChildOf(parent), Fears(foe))).is_ok();
        let accepts = |relation, target| self.naive.accepts(relation, Some(source), target);
        assert_eq!(inserted, self.naive.lives(source) && accepts(TREE, parent) && accepts(2, foe));
        if inserted {
            self.naive.set(TREE, source, Some(parent));
            self.naive.set(2, source, Some(foe));
        }
    }

    fn remove(&mut self, relation: usize, source: Entity) {
        let world = &mut self.world;
        let removed = with_relation!(relation, R => world.remove_any::<(R,)>(source).map(|taken| taken.0.is_some()));
        assert_eq!(removed.ok(), self.naive.lives(source).then(|| self.naive.has(relation, source)));
        self.naive.set(relation, source, None);
    }

    fn like(&mut self, source: Entity, targets: &[Entity]) {
        let set: EntitySet = targets.iter().copied().collect();
        let inserted = self.world.insert(source, Likes(set.clone())).is_ok();
        let expected = self.naive.lives(source) && targets.iter().all(|target| self.naive.lives(*target));
        assert_eq!(inserted, expected);
        if inserted {
            self.naive.like(source, Some(set.as_slice().to_vec()));
        }
    }

    fn exchange(&mut self, source: Entity, foe: Entity) {
        let exchanged = self.world.exchange::<ChildOf, _>(source, Fears(foe)).is_ok();
        assert_eq!(exchanged, self.naive.has(TREE, source) && self.naive.lives(foe));
        if exchanged {
            self.naive.set(TREE, source, None);
            self.naive.set(2, source, Some(foe));
        }
    }

    fn command(&mut self, relation: usize, source: Entity, target: Entity) {
        let (commands, dropped) = (self.world.commands(), self.naive.lives(source));
        with_relation!(relation, R => commands.insert(source, R(target)));
        let before = self.world.dropped_commands();
        self.world.flush();
        let accepted = dropped && self.naive.accepts(relation, Some(source), target);
        assert_eq!(self.world.dropped_commands() - before, u64::from(!accepted));
        if accepted {
            self.naive.set(relation, source, Some(target));
        }
    }

    /// Compares the callbacks of a despawn; if a number is given, the callback after so many others panicked.
    fn despawned(&mut self, entity: Entity, fuse: Option<u8>) {
        let (mut heard, mut left) = (Vec::new(), fuse.map(usize::from));
        if self.naive.lives(entity) {
            self.naive.despawn(entity, &mut |own| {
                if left == Some(heard.len()) {
                    left = None;
                    return false;
                }
                heard.push(own);
                true
            });
        }
        assert_eq!(HEARD.take(), heard, "callbacks of the despawn of {entity}");
    }

    fn compare(&mut self, operation: Linking) {
        let Self { world, naive, .. } = self;
        world.check_invariants().unwrap_or_else(|error| panic!("{error} after {operation:?}"));
        assert_eq!(world.len(), naive.alive.len(), "entities after {operation:?}");
        let (tree, cleared, kept) = (world.tree::<ChildOf>(), world.sources::<Targets>(), world.sources::<Fears>());
        for (entity, _) in naive.alive.iter().copied() {
            assert!(world.contains(entity));
            let targets = [tree.parent(entity), cleared.target(entity), kept.target(entity)];
            assert_eq!(targets, [0, 1, 2].map(|relation| naive.target(relation, entity)), "after {operation:?}");
            let likes = world.sources::<Likes>();
            assert_eq!(world.get::<Likes>(entity).map(|own| own.0.as_slice()), naive.likes(entity));
            assert!(likes.targets_of(entity).eq(naive.likes(entity).unwrap_or_default().iter().copied()));
            assert!(likes.of(entity).eq(naive.sources(LIKED, entity)), "sources of {entity} after {operation:?}");
            let has = [world.has::<ChildOf>(entity), world.has::<Targets>(entity), world.has::<Fears>(entity)];
            assert_eq!(has, [0, 1, 2].map(|relation| naive.has(relation, entity)), "after {operation:?}");
            for (relation, sources) in
                [tree.children(entity), cleared.of(entity), kept.of(entity)].into_iter().enumerate()
            {
                assert!(sources.eq(naive.sources(relation, entity)), "sources of {entity} after {operation:?}");
            }
        }
        // Forgets stale handles from time to time.
        if self.handles.len() > 60 {
            self.handles.retain(|entity| self.naive.lives(*entity));
        }
        if self.naive.alive.len() > 80 {
            self.step(Linking::Clear);
        }
    }
}
