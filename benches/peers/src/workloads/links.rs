//! Lookups along links: each of 100 000 nodes of a random tree sums up its offsets to the root, by one lookup per ancestor.

use ecs_world::prelude::*;

use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

const NODES: usize = 100_000;

/// The parent of a node, and the offset to it.
#[derive(Debug, Clone, Copy)]
struct Link<E> {
    parent: E,
    offset: f32,
}
/// A place on a line.
#[derive(Debug, Clone, Copy)]
struct Absolute(f32);

/// Runs the contest of this file.
pub fn run(contest: &mut Contest) {
    contest.run("parent lookups, 100 000 nodes", Size { units: NODES, steps: 1 }, || {
        vec![
            Contestant::new(Library::Vec, PlainTree::filled()),
            Contestant::new(Library::EcsWorld, Tree::grown()),
            Contestant::new(Library::Hecs, HecsTree::filled()),
        ]
    });
}

/// Parent of each node but the first, which is a random earlier node, and the offset to it.
fn tree() -> Vec<(usize, f32)> {
    let mut random = Random(9);
    (1..NODES).map(|n| (random.below(n), (n % 16) as f32)).collect()
}

struct PlainTree {
    links: Vec<(usize, f32)>,
    places: Vec<Absolute>,
}

impl PlainTree {
    fn filled() -> Self {
        Self { links: tree(), places: vec![Absolute(0.0); NODES] }
    }
}

impl Workload for PlainTree {
    fn step(&mut self) {
        for node in 1..NODES {
            let (mut parent, mut sum) = self.links[node - 1];
            while let Some((next, offset)) = parent.checked_sub(1).map(|parent| self.links[parent]) {
                (parent, sum) = (next, sum + offset);
            }
            self.places[node] = Absolute(sum);
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.places.iter().for_each(|place| sum.add(&[place.0]));
    }
}

ecs_world! {
    struct Tree;
    components: Link<Entity> as Parent, Absolute;
}

impl Tree {
    fn grown() -> Self {
        let mut world = Self::default();
        let mut nodes = vec![world.spawn(Absolute(0.0))];
        for (parent, offset) in tree() {
            nodes.push(world.spawn((Link { parent: nodes[parent], offset }, Absolute(0.0))));
        }
        world
    }
}

impl Workload for Tree {
    fn step(&mut self) {
        let columns = self.columns();
        let (mut places, links) = (columns.absolute, columns.parent);
        for (place, link) in (&mut places, &links).join() {
            let Link { mut parent, offset: mut sum } = *link;
            while let Some(next) = links.get(parent) {
                (parent, sum) = (next.parent, sum + next.offset);
            }
            place.0 = sum;
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.query::<&Absolute>().iter().for_each(|place| sum.add(&[place.0]));
    }
}

struct HecsTree(hecs::World);

impl HecsTree {
    fn filled() -> Self {
        let mut world = hecs::World::new();
        let mut nodes = vec![world.spawn((Absolute(0.0),))];
        for (parent, offset) in tree() {
            nodes.push(world.spawn((Link { parent: nodes[parent], offset }, Absolute(0.0))));
        }
        Self(world)
    }
}

impl Workload for HecsTree {
    fn step(&mut self) {
        let mut links = self.0.query::<&Link<hecs::Entity>>();
        let links = links.view();
        for (place, link) in &mut self.0.query::<(&mut Absolute, &Link<hecs::Entity>)>() {
            let Link { mut parent, offset: mut sum } = *link;
            while let Some(next) = links.get(parent) {
                (parent, sum) = (next.parent, sum + next.offset);
            }
            place.0 = sum;
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.query_mut::<&Absolute>().into_iter().for_each(|place| sum.add(&[place.0]));
    }
}
