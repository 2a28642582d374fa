use alloc::vec::Vec;

use super::*;
use crate::entity::entity;

/// A reference model: pairs of source and target, in the order in which they were linked.
#[derive(Default)]
struct Naive(Vec<(Entity, Entity)>);

impl Naive {
    fn set(&mut self, source: Entity, target: Option<Entity>) {
        if self.target(source) != target {
            self.0.retain(|(own, _)| *own != source);
            self.0.extend(target.map(|target| (source, target)));
        }
    }

    fn remove(&mut self, entity: Entity) {
        self.0.retain(|(source, target)| *source != entity && *target != entity);
    }

    fn target(&self, source: Entity) -> Option<Entity> {
        self.0.iter().find(|(own, _)| *own == source).map(|(_, target)| *target)
    }

    fn sources(&self, target: Entity) -> Vec<Entity> {
        self.0.iter().filter(|(_, own)| *own == target).map(|(source, _)| *source).collect()
    }
}

fn compare(index: &RelationIndex, naive: &Naive, entities: &[Entity]) {
    index.check().unwrap();
    assert_eq!(index.len(), naive.0.len());
    for entity in entities {
        assert_eq!(index.target(*entity), naive.target(*entity));
        let sources = naive.sources(*entity);
        assert_eq!(index.count(*entity), sources.len());
        assert!(index.sources(*entity).eq(sources.iter().copied()));
        assert!(index.sources(*entity).rev().eq(sources.into_iter().rev()));
    }
}

#[test]
fn an_index_agrees_with_a_list_of_pairs() {
    let mut state = 7_u32;
    let mut random = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    for count in [1_u32, 2, 3, 9, 40] {
        // On several pages of the table, and only at its front.
        let entities: Vec<_> = (0..count).map(|n| entity(n * if count == 9 { 3_000 } else { 1 })).collect();
        let (mut index, mut naive) = (RelationIndex::default(), Naive::default());
        for _ in 0..if cfg!(miri) { 8 } else { 3_000 } {
            let (source, target) = (entities[random(entities.len())], entities[random(entities.len())]);
            match random(12) {
                0 => {
                    index.remove(source);
                    naive.remove(source);
                }
                1 | 2 => {
                    index.set(source, None);
                    naive.set(source, None);
                }
                3 if random(20) == 0 => {
                    index.clear();
                    naive.0.clear();
                }
                4 => index = index.clone(),
                5 => index.shrink_to_fit(),
                _ => {
                    index.set(source, Some(target));
                    naive.set(source, Some(target));
                }
            }
            compare(&index, &naive, &entities);
        }
    }
}

#[test]
fn nodes_and_edges_are_used_again() {
    let mut index = RelationIndex::default();
    for round in 0..100_u32 {
        let [source, target] = [entity(2 * round), entity(2 * round + 1)];
        index.set(source, Some(target));
        index.set(target, Some(source));
        index.remove(source);
    }
    assert_eq!((index.len(), index.nodes.len(), index.edges.len()), (0, 0, 0), "nodes and edges are removed");
    assert!(index.nodes.capacity() < 10 && index.edges.capacity() < 10);
    index.shrink_to_fit();
    assert_eq!((index.nodes.capacity(), index.edges.capacity()), (0, 0));
}

#[test]
fn an_entity_that_reuses_a_slot_is_no_node() {
    let mut index = RelationIndex::default();
    let (old, new) = (entity(3), Entity::new(3, 3).unwrap());
    index.set(entity(1), Some(old));
    assert_eq!((index.count(old), index.count(new)), (1, 0));
    assert!(index.target(new).is_none() && index.sources(new).eq([]));
}

#[test]
fn descendants_are_visited_depth_first_and_only_below_their_root() {
    let mut index = RelationIndex::default();
    for (source, target) in [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (0, 9), (8, 9)] {
        index.set(entity(source), Some(entity(target)));
    }
    let below = |root: u32| {
        let root = index.position(entity(root)).unwrap();
        let visited = core::iter::successors(index.after(root, root), |(node, _)| index.after(*node, root));
        visited.map(|(_, entity)| entity.index()).collect::<Vec<_>>()
    };
    assert_eq!(
        [0, 1, 2, 3, 9].map(below),
        [vec![1, 3, 4, 2, 5], vec![3, 4], vec![5], vec![], vec![0, 1, 3, 4, 2, 5, 8]]
    );
    assert!(index.reaches(entity(5), entity(9)) && index.reaches(entity(5), entity(5)));
    assert!(!index.reaches(entity(9), entity(5)) && !index.reaches(entity(5), entity(1)));
    index.check_tree().unwrap();
}

/// The node of an entity.
fn node(index: &mut RelationIndex, of: u32) -> &mut Node {
    let number = index.node(entity(of)).unwrap();
    &mut index.nodes[number as usize]
}

#[test]
fn the_check_finds_cycles_and_broken_links() {
    let linked = |count: u32| {
        let mut index = RelationIndex::default();
        (1..=count).for_each(|source| index.set(entity(source), Some(entity(0_u32))));
        index
    };
    let mut index = linked(3);
    index.set(entity(0_u32), Some(entity(2_u32)));
    assert!(index.check().is_ok() && index.check_tree().is_err());
    // Entity 0 is the target, and edge `n - 1` is that of source `n`.
    let breaks: [fn(&mut RelationIndex); 9] = [
        |index| index.len += 1,
        |index| node(index, 1).edge = 1,
        |index| node(index, 0).count += 1,
        |index| node(index, 0).last = 0,
        |index| node(index, 0).first = NONE,
        |index| index.edges[1].next = 0,
        |index| index.edges[2].previous = 0,
        |index| index.edges[1].target = index.edges[1].source,
        |index| _ = index.slots.take(2),
    ];
    for (number, damage) in breaks.into_iter().enumerate() {
        let mut index = linked(3);
        assert!(index.check().is_ok());
        damage(&mut index);
        assert!(index.check().is_err(), "damage {number} is found");
    }
}

#[test]
fn each_bit_of_a_history_but_the_lowest_is_set_after_about_half_of_the_changes() {
    let mut index = RelationIndex::default();
    let mut set = [0_u32; 64];
    for change in 0..1_000 {
        index.note(change, 0);
        (0..).zip(&mut set).for_each(|(bit, count)| *count += u32::from(index.history() >> bit & 1 == 1));
    }
    assert_eq!(set[0], 1_000, "no history is zero");
    assert!(set[1..].iter().all(|count| (400..=600).contains(count)), "{set:?}");
}
