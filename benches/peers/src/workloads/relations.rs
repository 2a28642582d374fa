//! Trees of 100 000 entities: built, changed, despawned, and walked with parents before children, to propagate transforms of 3 x 4 floats.
//!
//! The hand-written program stores nodes in `Vec`s, with parents before their children, and the number of each node's parent. It needs no
//! lists of children, and finds a subtree in one pass. `bevy_ecs` has no traversal of trees: it is written here with a stack, because
//! recursion would overflow in the deep shapes.

use bevy_ecs::hierarchy::{ChildOf as BevyChildOf, Children};
use bevy_ecs::prelude::{Entity as BevyEntity, QueryState, With, Without, World as BevyWorld};
use ecs_world::prelude::*;

use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

const NODES: usize = 100_000;
/// Number of nodes that get another parent in a step.
const MOVED: usize = NODES / 10;

/// A transform relative to the parent: the columns of a matrix of 3 x 3, and a translation.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component)]
struct Local([[f32; 3]; 4]);
/// A transform relative to the world.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component)]
struct Global([[f32; 3]; 4]);

const IDENTITY: [[f32; 3]; 4] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]];

impl Local {
    /// Transform of a node.
    fn of(node: usize) -> Self {
        let [x, y, z, _] = IDENTITY;
        Self([x, y, z, [(node % 16) as f32, 1.0, (node % 3) as f32]])
    }
}

impl Global {
    const ROOT: Self = Self(IDENTITY);

    /// Transform of a child with this local one.
    #[inline]
    fn times(&self, local: &Local) -> Self {
        let [x, y, z, translation] = self.0;
        let turned = |v: [f32; 3]| [0, 1, 2].map(|row| x[row] * v[0] + y[row] * v[1] + z[row] * v[2]);
        let [a, b, c, moved] = local.0.map(turned);
        Self([a, b, c, [0, 1, 2].map(|row| moved[row] + translation[row])])
    }

    fn add_to(&self, sum: &mut Checksum) {
        sum.add(self.0.as_flattened());
    }
}

/// Shape of a tree: which earlier node is the parent of a node.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Shape {
    /// Each node has eight children.
    FanOut,
    /// Each node has one child.
    Chain,
    /// A chain whose nodes have a leaf each.
    Comb,
}

impl Shape {
    const ALL: [(Self, &'static str); 3] = [(Self::FanOut, "fan-out 8"), (Self::Chain, "chain"), (Self::Comb, "comb")];

    fn parent(self, node: usize) -> usize {
        match self {
            Self::FanOut => (node - 1) / 8,
            Self::Chain => node - 1,
            Self::Comb => (node - 1) / 2 * 2,
        }
    }
}

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    let size = Size { units: NODES, steps: 1 };
    for (shape, name) in Shape::ALL {
        contest.run(&format!("build a tree, {name}"), size, || {
            vec![
                Contestant::new(Library::Vec, Build::<Plain>::new(shape)),
                Contestant::new(Library::EcsWorld, Build::<Ours>::new(shape)),
                Contestant::new(Library::Bevy, Build::<Bevy>::new(shape)),
            ]
        });
    }
    contest.run("re-parent 10 %, fan-out 8", Size { units: MOVED, steps: 1 }, || {
        vec![
            Contestant::new(Library::Vec, Move::<Plain>::new()),
            Contestant::new(Library::EcsWorld, Move::<Ours>::new()),
            Contestant::new(Library::Bevy, Move::<Bevy>::new()),
        ]
    });
    for (shape, name) in Shape::ALL {
        contest.run(&format!("despawn a tree, {name}"), size, || {
            let mut contestants = vec![
                Contestant::new(Library::Vec, Despawn::<Plain>::new(shape)),
                Contestant::new(Library::EcsWorld, Despawn::<Ours>::new(shape)),
            ];
            // `bevy_ecs` despawns recursively, which overflows the stack in the deep shapes.
            if shape == Shape::FanOut {
                contestants.push(Contestant::new(Library::Bevy, Despawn::<Bevy>::new(shape)));
            }
            contestants
        });
    }
    for (shape, name) in Shape::ALL {
        contest.run(&format!("propagate transforms, {name}"), size, || {
            vec![
                Contestant::new(Library::Vec, Propagate::<Plain>::new(shape, false)),
                Contestant::new(Library::EcsWorld, Propagate::<Ours>::new(shape, false)),
                Contestant::new(Library::Bevy, Propagate::<Bevy>::new(shape, false)),
            ]
        });
    }
    contest.run("propagate, fan-out 8, shuffled", size, || {
        vec![
            Contestant::new(Library::Vec, Propagate::<Plain>::new(Shape::FanOut, false)),
            Contestant::new(Library::EcsWorld, Propagate::<Ours>::new(Shape::FanOut, true)),
            Contestant::new(Library::Bevy, Propagate::<Bevy>::new(Shape::FanOut, true)),
        ]
    });
    contest.run("propagate, fan-out 8, sorted", size, || {
        let mut ours = Propagate::<Ours>::new(Shape::FanOut, true);
        ours.forest.world.sort_parents_first::<Global, ChildOf>();
        vec![
            Contestant::new(Library::Vec, Propagate::<Plain>::new(Shape::FanOut, false)),
            Contestant::new(Library::EcsWorld, ours),
        ]
    });
    contest.run("propagate, fan-out 8, 1 % re-parented", size, || {
        vec![
            Contestant::new(Library::Vec, Frames::<Plain>::new()),
            Contestant::new(Library::EcsWorld, Frames::<Ours>::new()),
            Contestant::new(Library::Bevy, Frames::<Bevy>::new()),
        ]
    });
}

/// Operations of a library on a tree, whose root is node 0.
trait Forest: Default + 'static {
    /// Spawns a node as a child of an earlier one.
    fn grow(&mut self, node: usize, parent: Option<usize>);
    /// Makes a node a child of an earlier one.
    fn set_parent(&mut self, node: usize, parent: usize);
    /// Despawns the root with all of its descendants.
    fn despawn(&mut self);
    /// Computes all global transforms.
    fn propagate(&mut self);
    /// Returns the number of nodes.
    fn len(&mut self) -> usize;
    /// Adds the global transforms to a checksum.
    fn sum_up(&mut self, sum: &mut Checksum);

    /// Creates a tree whose nodes are spawned in order.
    fn grown(shape: Shape) -> Self {
        let mut forest = Self::default();
        for node in 0..NODES {
            forest.grow(node, (node > 0).then(|| shape.parent(node)));
        }
        forest
    }

    /// Creates a tree whose nodes are in a random order in memory.
    fn shuffled(shape: Shape) -> Self;
}

struct Build<F> {
    shape: Shape,
    forest: Option<F>,
}

impl<F: Forest> Build<F> {
    fn new(shape: Shape) -> Self {
        Self { shape, forest: None }
    }
}

impl<F: Forest> Workload for Build<F> {
    fn prepare(&mut self) {
        self.forest = None;
    }

    fn step(&mut self) {
        self.forest = Some(F::grown(self.shape));
    }

    fn check(&mut self, sum: &mut Checksum) {
        let forest = self.forest.as_mut().unwrap();
        forest.propagate();
        forest.sum_up(sum);
    }
}

struct Move<F> {
    forest: F,
    random: Random,
}

impl<F: Forest> Move<F> {
    fn new() -> Self {
        Self { forest: F::grown(Shape::FanOut), random: Random(3) }
    }
}

/// Gives random nodes other parents.
fn re_parent(forest: &mut impl Forest, random: &mut Random, count: usize) {
    for _ in 0..count {
        let node = 1 + random.below(NODES - 1);
        forest.set_parent(node, random.below(node));
    }
}

impl<F: Forest> Workload for Move<F> {
    fn step(&mut self) {
        re_parent(&mut self.forest, &mut self.random, MOVED);
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.forest.propagate();
        self.forest.sum_up(sum);
    }
}

struct Despawn<F> {
    shape: Shape,
    forest: Option<F>,
}

impl<F: Forest> Despawn<F> {
    fn new(shape: Shape) -> Self {
        Self { shape, forest: None }
    }
}

impl<F: Forest> Workload for Despawn<F> {
    fn prepare(&mut self) {
        self.forest = None;
        self.forest = Some(F::grown(self.shape));
    }

    fn step(&mut self) {
        self.forest.as_mut().unwrap().despawn();
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(1 + self.forest.as_mut().unwrap().len() as u64);
    }
}

struct Propagate<F> {
    forest: F,
}

impl<F: Forest> Propagate<F> {
    fn new(shape: Shape, shuffled: bool) -> Self {
        Self { forest: if shuffled { F::shuffled(shape) } else { F::grown(shape) } }
    }
}

impl<F: Forest> Workload for Propagate<F> {
    fn step(&mut self) {
        self.forest.propagate();
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.forest.sum_up(sum);
    }
}

/// Each frame some nodes get other parents, and then all transforms are propagated.
struct Frames<F>(Move<F>);

impl<F: Forest> Frames<F> {
    fn new() -> Self {
        Self(Move::new())
    }
}

impl<F: Forest> Workload for Frames<F> {
    fn step(&mut self) {
        re_parent(&mut self.0.forest, &mut self.0.random, NODES / 100);
        self.0.forest.propagate();
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.forest.sum_up(sum);
    }
}

/// Nodes in `Vec`s, parents before their children.
#[derive(Default)]
struct Plain {
    parents: Vec<u32>,
    locals: Vec<Local>,
    globals: Vec<Global>,
}

const NO_PARENT: u32 = u32::MAX;

impl Forest for Plain {
    fn grow(&mut self, node: usize, parent: Option<usize>) {
        self.parents.push(parent.map_or(NO_PARENT, |parent| parent as u32));
        self.locals.push(Local::of(node));
        self.globals.push(Global::ROOT);
    }

    fn set_parent(&mut self, node: usize, parent: usize) {
        self.parents[node] = parent as u32;
    }

    fn despawn(&mut self) {
        fn retain<T>(values: &mut Vec<T>, dies: &[bool]) {
            let mut dies = dies.iter();
            values.retain(|_| !dies.next().unwrap());
        }
        let mut dies = vec![false; self.parents.len()];
        for (node, parent) in self.parents.iter().enumerate() {
            dies[node] = node == 0 || dies.get(*parent as usize).is_some_and(|dies| *dies);
        }
        retain(&mut self.parents, &dies);
        retain(&mut self.locals, &dies);
        retain(&mut self.globals, &dies);
    }

    fn propagate(&mut self) {
        for (node, (parent, local)) in self.parents.iter().zip(&self.locals).enumerate() {
            let parent = self.globals.get(*parent as usize).unwrap_or(&Global::ROOT);
            self.globals[node] = parent.times(local);
        }
    }

    fn len(&mut self) -> usize {
        self.parents.len()
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.globals.iter().for_each(|global| global.add_to(sum));
    }

    fn shuffled(_: Shape) -> Self {
        unreachable!("its nodes are in order")
    }
}

/// The parent of an entity.
#[derive(Debug, Clone, Copy, Relation)]
struct ChildOf(Entity);

#[derive(Default)]
struct PropagateTransforms {
    order: LevelOrder,
}

#[system]
impl PropagateTransforms {
    fn run(&mut self, mut transforms: Query<'_, Trees, (&mut Global, &Local)>) {
        transforms.for_each_parent_first::<ChildOf>(&mut self.order, |parent, (global, local)| {
            *global = parent.map_or(&Global::ROOT, |(global, _)| global).times(local);
        });
    }
}

ecs_world! {
    struct Trees;
    components: Local, Global;
    relations: ChildOf (tree, cascade);
    systems: PropagateTransforms;
}

#[derive(Default)]
struct Ours {
    world: Trees,
    nodes: Vec<Entity>,
}

impl Forest for Ours {
    fn grow(&mut self, node: usize, parent: Option<usize>) {
        let own = (Local::of(node), Global::ROOT);
        self.nodes.push(match parent {
            Some(parent) => self.world.spawn((own, ChildOf(self.nodes[parent]))),
            None => self.world.spawn(own),
        });
    }

    fn set_parent(&mut self, node: usize, parent: usize) {
        self.world.insert(self.nodes[node], ChildOf(self.nodes[parent])).unwrap();
    }

    fn despawn(&mut self) {
        self.world.despawn(self.nodes[0]).unwrap();
    }

    fn propagate(&mut self) {
        self.world.run_sequential();
    }

    fn len(&mut self) -> usize {
        self.world.len()
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.world.query::<&Global>().iter().for_each(|global| global.add_to(sum));
    }

    fn shuffled(shape: Shape) -> Self {
        let mut forest = Self::default();
        let order = Random(4).shuffled(NODES);
        let mut nodes = vec![None; NODES];
        for node in &order {
            nodes[*node] = Some(forest.world.spawn((Local::of(*node), Global::ROOT)));
        }
        forest.nodes = nodes.into_iter().flatten().collect();
        for node in order.into_iter().filter(|node| *node > 0) {
            forest.set_parent(node, shape.parent(node));
        }
        forest
    }
}

struct Bevy {
    world: BevyWorld,
    nodes: Vec<BevyEntity>,
    roots: QueryState<BevyEntity, (With<Global>, Without<BevyChildOf>)>,
    transforms: QueryState<(&'static mut Global, &'static Local, Option<&'static Children>)>,
    stack: Vec<(BevyEntity, Global)>,
}

impl Default for Bevy {
    fn default() -> Self {
        let mut world = BevyWorld::new();
        let (roots, transforms) = (QueryState::new(&mut world), QueryState::new(&mut world));
        Self { world, nodes: Vec::new(), roots, transforms, stack: Vec::new() }
    }
}

impl Forest for Bevy {
    fn grow(&mut self, node: usize, parent: Option<usize>) {
        let own = (Local::of(node), Global::ROOT);
        self.nodes.push(match parent {
            Some(parent) => self.world.spawn((own, BevyChildOf(self.nodes[parent]))).id(),
            None => self.world.spawn(own).id(),
        });
    }

    fn set_parent(&mut self, node: usize, parent: usize) {
        self.world.entity_mut(self.nodes[node]).insert(BevyChildOf(self.nodes[parent]));
    }

    fn despawn(&mut self) {
        self.world.despawn(self.nodes[0]);
    }

    fn propagate(&mut self) {
        let Self { world, roots, transforms, stack, .. } = self;
        stack.extend(roots.iter(world).map(|root| (root, Global::ROOT)));
        let mut transforms = transforms.query_mut(world);
        while let Some((node, parent)) = stack.pop() {
            let (mut global, local, children) = transforms.get_mut(node).unwrap();
            *global = parent.times(local);
            let global = *global;
            stack.extend(children.into_iter().flatten().map(|child| (*child, global)));
        }
    }

    fn len(&mut self) -> usize {
        self.world.query::<&Local>().iter(&self.world).count()
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.world.query::<&Global>().iter(&self.world).for_each(|global| global.add_to(sum));
    }

    fn shuffled(shape: Shape) -> Self {
        let mut forest = Self::default();
        let order = Random(4).shuffled(NODES);
        let mut nodes = vec![None; NODES];
        for node in &order {
            nodes[*node] = Some(forest.world.spawn((Local::of(*node), Global::ROOT)).id());
        }
        forest.nodes = nodes.into_iter().flatten().collect();
        for node in order.into_iter().filter(|node| *node > 0) {
            forest.set_parent(node, shape.parent(node));
        }
        forest
    }
}
