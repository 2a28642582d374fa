//! The parts of the articles' library that their benchmarks use, with each index and each kind of id that they compare.
//!
//! Containers of packed values with an index in both directions, systems with an index of the entities that they manage, and a manager that
//! notifies each system of each change. All components are of one type, so no downcasts are needed.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A map from entities to positions.
pub trait Index: Default + 'static {
    fn at(&self, entity: u32) -> usize;
    fn find(&self, entity: u32) -> Option<usize>;
    fn set(&mut self, entity: u32, position: usize);
    fn erase(&mut self, entity: u32);
}

const NOWHERE: u32 = u32::MAX;

/// The index of the second part of the article.
impl Index for Vec<u32> {
    fn at(&self, entity: u32) -> usize {
        self[entity as usize] as usize
    }

    fn find(&self, entity: u32) -> Option<usize> {
        self.get(entity as usize).filter(|position| **position != NOWHERE).map(|position| *position as usize)
    }

    fn set(&mut self, entity: u32, position: usize) {
        if entity as usize >= self.len() {
            self.resize(entity as usize + 1, NOWHERE);
        }
        self[entity as usize] = position as u32;
    }

    fn erase(&mut self, entity: u32) {
        self[entity as usize] = NOWHERE;
    }
}

/// The index of the first part of the article.
impl Index for HashMap<u32, u32, BuildHasherDefault<Multiply>> {
    fn at(&self, entity: u32) -> usize {
        self[&entity] as usize
    }

    fn find(&self, entity: u32) -> Option<usize> {
        self.get(&entity).map(|position| *position as usize)
    }

    fn set(&mut self, entity: u32, position: usize) {
        self.insert(entity, position as u32);
    }

    fn erase(&mut self, entity: u32) {
        self.remove(&entity);
    }
}

/// The index with which the first part compares its own.
impl Index for BTreeMap<u32, u32> {
    fn at(&self, entity: u32) -> usize {
        self[&entity] as usize
    }

    fn find(&self, entity: u32) -> Option<usize> {
        self.get(&entity).map(|position| *position as usize)
    }

    fn set(&mut self, entity: u32, position: usize) {
        self.insert(entity, position as u32);
    }

    fn erase(&mut self, entity: u32) {
        self.remove(&entity);
    }
}

/// Hashes a number by multiplying it by a constant. C++ uses the number itself, which would be a bad hash for hashbrown.
#[derive(Default)]
pub struct Multiply(u64);

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are numbers of 32 bits");
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// How a component gets its id.
pub trait Ids: Default + 'static {
    fn id<const N: usize>() -> usize;
    /// Assigns ids to the components, before they are used.
    fn assign();
}

/// Constant ids, written by the user or computed by the compiler.
#[derive(Default)]
pub struct Constant;

impl Ids for Constant {
    fn id<const N: usize>() -> usize {
        N
    }

    fn assign() {}
}

/// Ids that a counter assigns when the program starts, so that each use reads memory.
#[derive(Default)]
pub struct Counted;

static COUNTED: [AtomicUsize; COMPONENTS] = [const { AtomicUsize::new(0) }; COMPONENTS];

impl Ids for Counted {
    fn id<const N: usize>() -> usize {
        COUNTED[N].load(Ordering::Relaxed)
    }

    fn assign() {
        for (count, id) in COUNTED.iter().enumerate() {
            id.store(count, Ordering::Relaxed);
        }
    }
}

/// Number of components in profile A.
pub const COMPONENTS: usize = 32;

/// A component.
pub type Value = [f32; 2];

#[derive(Default)]
struct Container<I> {
    components: Vec<Value>,
    owners: Vec<u32>,
    index: I,
}

impl<I: Index> Container<I> {
    fn add(&mut self, entity: u32, value: Value) {
        self.index.set(entity, self.components.len());
        self.components.push(value);
        self.owners.push(entity);
    }

    fn remove(&mut self, entity: u32) {
        let position = self.index.at(entity);
        self.components.swap_remove(position);
        self.owners.swap_remove(position);
        if let Some(moved) = self.owners.get(position) {
            self.index.set(*moved, position);
        }
        self.index.erase(entity);
    }
}

#[derive(Default)]
struct System<I> {
    requirements: u64,
    managed: Vec<u32>,
    index: I,
}

impl<I: Index> System<I> {
    fn updated(&mut self, entity: u32, mask: u64) {
        let satisfied = mask & self.requirements == self.requirements;
        match (satisfied, self.index.find(entity)) {
            (true, None) => {
                self.index.set(entity, self.managed.len());
                self.managed.push(entity);
            }
            (false, Some(_)) => self.removed(entity),
            _ => {}
        }
    }

    fn removed(&mut self, entity: u32) {
        let Some(position) = self.index.find(entity) else { return };
        self.managed.swap_remove(position);
        if let Some(moved) = self.managed.get(position) {
            self.index.set(*moved, position);
        }
        self.index.erase(entity);
    }
}

/// The manager of entities, with one system.
pub struct Manager<I, K> {
    containers: Vec<Box<Container<I>>>,
    masks: Vec<u64>,
    free: Vec<u32>,
    systems: Vec<Box<System<I>>>,
    ids: std::marker::PhantomData<K>,
}

impl<I: Index, K: Ids> Manager<I, K> {
    /// Creates a manager with a system that requires these components.
    pub fn with_system(requirements: u64) -> Self {
        K::assign();
        let containers = (0..COMPONENTS).map(|_| Box::default()).collect();
        let systems = vec![Box::new(System { requirements, ..Default::default() })];
        Self { containers, masks: Vec::new(), free: Vec::new(), systems, ids: std::marker::PhantomData }
    }

    pub fn create(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.masks.push(0);
            self.masks.len() as u32 - 1
        })
    }

    pub fn add<const N: usize>(&mut self, entity: u32, value: Value) {
        self.containers[K::id::<N>()].add(entity, value);
        self.masks[entity as usize] |= 1 << K::id::<N>();
        for system in &mut self.systems {
            system.updated(entity, self.masks[entity as usize]);
        }
    }

    pub fn destroy(&mut self, entity: u32) {
        for system in &mut self.systems {
            system.removed(entity);
        }
        let mut mask = std::mem::take(&mut self.masks[entity as usize]);
        while mask != 0 {
            self.containers[mask.trailing_zeros() as usize].remove(entity);
            mask &= mask - 1;
        }
        self.free.push(entity);
    }

    pub fn get<const N: usize>(&self, entity: u32) -> Value {
        let container = &self.containers[K::id::<N>()];
        container.components[container.index.at(entity)]
    }

    pub fn get_mut<const N: usize>(&mut self, entity: u32) -> &mut Value {
        let container = &mut self.containers[K::id::<N>()];
        &mut container.components[container.index.at(entity)]
    }

    /// Takes the entities that the system manages; return them with `put_managed`.
    pub fn take_managed(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.systems[0].managed)
    }

    pub fn put_managed(&mut self, managed: Vec<u32>) {
        self.systems[0].managed = managed;
    }
}
