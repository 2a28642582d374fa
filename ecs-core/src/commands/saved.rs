//! Pending commands in saves: what each does, without the types of its bundle, and commands that are recreated from that.
//!
//! - **I1** A batch has as many values of a component as its changes insert, in their order; so a loaded command finds its own at the front
//!   of the queues, like any other.

use alloc::collections::{VecDeque, vec_deque};
use alloc::vec::Vec;

use super::Commands;
use super::batch::{Applied, Command, Subject};
use super::operation::{Inserted, Kind, Operation};
use crate::access::Access;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::world::{EcsWorld, change, recorded};

/// What a change does: its operation and its components.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Never `Saved`: a loaded change has the shape that it was saved with.
    pub(crate) kind: Kind,
    /// The components that are removed, in the order of the bundle, each with whether it is optional.
    pub(crate) removed: Vec<(usize, bool)>,
    /// The components whose values are in the queues, in the order of the bundle.
    pub(crate) inserted: Vec<usize>,
}

impl Shape {
    /// The components that are removed.
    pub(crate) fn removed<M: BitMask>(&self) -> M {
        mask(self.removed.iter().map(|(component, _)| *component))
    }

    /// The components that the entity must have.
    pub(crate) fn required<M: BitMask>(&self) -> M {
        mask(self.removed.iter().filter(|(_, is_optional)| !is_optional).map(|(component, _)| *component))
    }

    /// The components that are inserted.
    pub(crate) fn inserted<M: BitMask>(&self) -> M {
        mask(self.inserted.iter().copied())
    }

    /// The shape of an operation; `held` are the components with a value, if its batch holds them.
    fn of<W: EcsWorld>(operation: &Operation<W>, held: Option<W::Mask>) -> Self {
        let (mut removed, mut inserted) = (Vec::new(), Vec::new());
        leaves(&operation.removed, false, &mut |component, is_optional| removed.push((component, is_optional)));
        match (&operation.inserted, held) {
            (Inserted::Bundle(access), held) => leaves(access, false, &mut |component, _| {
                inserted.extend(held.is_none_or(|held| held.contains(component)).then_some(component));
            }),
            (Inserted::Template, held) => {
                let mut held = held.unwrap_or(W::Mask::EMPTY);
                inserted.extend(core::iter::from_fn(|| held.pop_first()));
            }
        }
        inserted.retain(|component| !W::TRANSIENT.contains(component));
        Self { kind: operation.kind, removed, inserted }
    }
}

fn mask<M: BitMask>(components: impl Iterator<Item = usize>) -> M {
    components.fold(M::EMPTY, |mask, component| mask.union(M::bit(component)))
}

/// Visits the components of a bundle in order, and whether each is optional.
///
/// The shape of a bundle is data, so a command is described without naming its types.
///
/// ```text
/// (A, Option<B>, (C, D))      A required, B optional, C required, D required
/// ```
fn leaves(access: &Access, is_optional: bool, visit: &mut dyn FnMut(usize, bool)) {
    match access {
        Access::None => {}
        Access::Read(component) | Access::Past(component) | Access::Write(component) => visit(*component, is_optional),
        Access::Maybe(inner) => leaves(inner, true, visit),
        Access::Many(parts) => parts.iter().for_each(|part| leaves(part, is_optional, visit)),
    }
}

/// Consecutive changes that do the same, each with its entity; `None` for changes that spawn an entity, or need none.
#[derive(Debug)]
pub(crate) struct Changes {
    /// What each change does.
    pub(crate) shape: Shape,
    /// One per change, in order.
    pub(crate) entities: Vec<Option<Entity>>,
}

impl<W: EcsWorld> Commands<W> {
    /// Appends all pending changes to a list in their order; consecutive ones that do the same are together. Runs in **O(changes)** time.
    pub(crate) fn add_changes(&self, all: &mut Vec<Changes>) {
        for batches in &self.batches() {
            for batch in *batches {
                let shapes = last_to_first(&batch.shapes);
                let mut unread = Unread::<W> { listed: batch.listed.iter(), held: batch.held.iter(), shapes };
                for command in &batch.waiting {
                    unread.read(command, all);
                }
            }
        }
    }
}

/// A copy of these shapes in reverse, so that the next one is at the end.
fn last_to_first(shapes: &VecDeque<(Shape, usize)>) -> Vec<(Shape, usize)> {
    shapes.iter().rev().cloned().collect()
}

/// The data to which commands of a batch refer, in their order.
///
/// It is read in step with the commands, in the order in which applying would pop it; nothing is removed.
struct Unread<'a, W: EcsWorld> {
    listed: vec_deque::Iter<'a, Entity>,
    held: vec_deque::Iter<'a, W::Mask>,
    /// The next one is at the end.
    shapes: Vec<(Shape, usize)>,
}

impl<W: EcsWorld> Unread<'_, W> {
    fn read(&mut self, command: &Command<W>, all: &mut Vec<Changes>) {
        let operation = command.operation;
        let holds = match &operation.inserted {
            Inserted::Bundle(access) => access.has_optional(),
            Inserted::Template => true,
        };
        let common = (!holds && operation.kind != Kind::Saved).then(|| Shape::of(operation, None));
        for _ in 0..command.count {
            let entity = match command.subject {
                Subject::None => None,
                Subject::One(entity) => Some(entity),
                Subject::Listed => self.listed.next().copied(),
            };
            let own = match &common {
                Some(_) => None,
                None if operation.kind == Kind::Saved => self.next_shape(),
                None => Some(Shape::of(operation, Some(self.held.next().copied().unwrap_or(W::Mask::EMPTY)))),
            };
            if let Some(shape) = own.as_ref().or(common.as_ref()) {
                add(all, shape, entity);
            }
        }
    }

    /// The shape of the next loaded change; decrements its count.
    fn next_shape(&mut self) -> Option<Shape> {
        let (shape, left) = self.shapes.last_mut()?;
        *left -= 1;
        if *left == 0 { self.shapes.pop().map(|(shape, _)| shape) } else { Some(shape.clone()) }
    }
}

/// Appends a change, to the last entry if that does the same.
///
/// Runs in **O(components)** time. Only consecutive changes are joined, so their order is kept.
///
/// ```text
/// insert(A) e1   insert(A) e2   despawn e1   insert(A) e3      changes
/// insert(A) [e1 e2]             despawn [e1] insert(A) [e3]    entries
/// ```
fn add(all: &mut Vec<Changes>, shape: &Shape, entity: Option<Entity>) {
    match all.last_mut().filter(|last| last.shape == *shape) {
        Some(last) => last.entities.push(entity),
        None => all.push(Changes { shape: shape.clone(), entities: Vec::from([entity]) }),
    }
}

/// Commands that are recreated while they are read.
///
/// All of them have one operation, which reads the shape to know what to do.
pub(crate) struct SavedBatch<W: EcsWorld>(Commands<W>);

impl<W: EcsWorld> SavedBatch<W> {
    /// Its description is empty: that of each change is in the batch, so a loaded command can be saved again.
    const APPLY: &'static Operation<W> = &Operation::new(apply_saved, Kind::Saved);

    /// Creates a batch without commands. Allocates nothing.
    pub(crate) fn new() -> Self {
        Self(Commands::default())
    }

    /// Appends changes, whose values the caller appends (I1).
    pub(crate) fn push(&mut self, Changes { shape, entities }: Changes) {
        if entities.is_empty() {
            return;
        }
        let batch = self.0.last();
        batch.shapes.push_back((shape, entities.len()));
        for of_an_entity in [true, false] {
            // Either all changes of one operation have an entity, or none has.
            let entities = entities.iter().filter(|entity| entity.is_some() == of_an_entity);
            let mut growing = batch.grow(Self::APPLY, if of_an_entity { Subject::Listed } else { Subject::None });
            for entity in entities {
                growing.next().listed.extend(*entity);
            }
        }
    }

    /// The queues of the values.
    pub(crate) fn queues(&mut self) -> &mut W::Queues {
        self.0.last().queues.get_or_make()
    }

    /// Appends the commands to others.
    pub(crate) fn append_to(mut self, commands: &mut Commands<W>) {
        commands.append(&mut self.0);
    }
}

impl<W: EcsWorld> Commands<W> {
    /// Removes the shape of the change that was popped last.
    ///
    /// Shapes are counted down as changes are applied, so that they stay in step with the commands.
    fn shape(&mut self) -> Option<Shape> {
        let shapes = &mut self.first().shapes;
        let (shape, left) = shapes.front_mut()?;
        *left -= 1;
        if *left == 0 { shapes.pop_front().map(|(shape, _)| shape) } else { Some(shape.clone()) }
    }
}

/// The operation of commands that were loaded.
fn apply_saved<W: EcsWorld>(world: &mut W, entity: Option<Entity>) -> Applied {
    let Some(shape) = change::commands(world).shape() else { return Ok(()) };
    Ok(recorded::apply(world, entity, &shape)?)
}
