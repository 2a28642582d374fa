//! Pending commands: batches in their order, what removes them one by one as a sync applies them, and copies for snapshots.
//!
//! Each world can be dropped and synced, but many programs issue no command. [`Commands`] therefore create their contents with the first
//! command, and the contents refer to the functions that each world calls ([`Functions`]). Only code that issues commands, copies them or
//! reads them from saves names these functions: in other programs, a sync and a drop test one pointer, and no code of batches is compiled.
//!
//! - **I1** Commands in `before` were issued before those in `last`, in the order of the batches.
//! - **I2** The command that was popped last is from the first batch, which stays the first until the next one is popped; so a command
//!   finds its values at the front of that batch's queues when it is applied.

use alloc::{collections::VecDeque, vec::Vec};

use super::Commands;
use super::apply;
use super::batch::{Apply, Batch};
use crate::bundle::{Bundle, Plain};
use crate::entity::Entity;
use crate::world::{EcsWorld, change};

/// The contents of [`Commands`], from the first command on.
pub(super) struct Pending<W: EcsWorld> {
    /// Set where the contents are created. Code that each world compiles calls these functions and no others.
    pub(super) functions: &'static Functions<W>,
    /// Batches that are complete, the oldest first (I1).
    pub(super) before: VecDeque<Batch<W>>,
    /// The batch that commands are appended to.
    pub(super) last: Batch<W>,
    /// Empty batches, kept for their memory.
    pub(super) spare: VecDeque<Batch<W>>,
    /// The commands of threads, kept for their memory. Empty except during an iteration.
    pub(super) lanes: Vec<Commands<W>>,
}

/// The functions of pending commands that each world calls. A function that only some worlds call, such as one for copies, is not here: it
/// would be compiled into each program with commands.
pub(super) struct Functions<W: EcsWorld> {
    apply: fn(&mut W),
    pub(super) len: fn(&Pending<W>) -> usize,
    #[cfg(feature = "rayon")]
    append: fn(&mut Commands<W>, &mut Commands<W>),
}

impl<W: EcsWorld> Functions<W> {
    const ALL: &'static Self = &Self {
        apply: apply::all::<W>,
        len: Pending::len,
        #[cfg(feature = "rayon")]
        append: Commands::append,
    };
}

/// Allocates nothing; the lists are allocated with the first command.
impl<W: EcsWorld> Default for Pending<W> {
    fn default() -> Self {
        Self {
            functions: Functions::ALL,
            before: VecDeque::new(),
            last: Batch::default(),
            spare: VecDeque::new(),
            lanes: Vec::new(),
        }
    }
}

/// What each world compiles.
impl<W: EcsWorld> Commands<W> {
    /// Applies the pending changes of a world, including those that are issued meanwhile.
    #[inline]
    pub(crate) fn apply_all(world: &mut W) {
        if let Some(pending) = change::commands(world).pending.get() {
            let apply = pending.functions.apply;
            apply(world);
        }
    }

    /// Appends the changes of a system of a stage, as [`append`](Self::append) does.
    #[cfg(feature = "rayon")]
    #[inline]
    pub(crate) fn join(&mut self, queue: &mut Self) {
        if let Some(pending) = queue.pending.get() {
            (pending.functions.append)(self, queue);
        }
    }
}

/// What only programs with commands compile.
impl<W: EcsWorld> Commands<W> {
    /// The contents. Created here if this is the first command.
    #[inline]
    pub(super) fn pending(&mut self) -> &mut Pending<W> {
        self.pending.get_or_make()
    }

    /// The batch that commands are appended to.
    #[inline]
    pub(super) fn last(&mut self) -> &mut Batch<W> {
        &mut self.pending().last
    }

    /// The batch of the change that was popped last (I2).
    pub(super) fn first(&mut self) -> &mut Batch<W> {
        self.pending().first()
    }

    /// Removes the bundle of the change that was popped last (I2).
    pub(super) fn dequeue<B: Bundle<W>>(&mut self) -> Option<Plain<W, B>> {
        self.first().dequeue::<B>()
    }

    /// Removes the next change, and returns the function that applies it and its entity. It is removed before it is applied, so that a
    /// panic of user code leaves only later changes.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(Apply<W>, Option<Entity>)> {
        // A function that was called can have cleared the commands.
        if let Some(pending) = self.pending.get_mut() { pending.pop() } else { None }
    }

    /// Makes these commands a copy of others, and reuses their memory. `queues` copies the values of a batch.
    pub(crate) fn copy_from(&mut self, source: &Self, queues: &mut dyn FnMut(&mut W::Queues, &W::Queues)) {
        match (self.pending.get_mut(), source.pending.get()) {
            (None, None) => {}
            (_, Some(source)) => self.pending().copy_from(source, queues),
            (Some(own), None) => own.copy_from(&Pending::default(), queues),
        }
    }

    /// All batches in their order, as slices.
    pub(super) fn batches(&self) -> [&[Batch<W>]; 3] {
        self.pending.get().map_or([&[]; 3], Pending::batches)
    }

    /// Calls a function for the queues of each batch, in order. Batches without a value have none.
    pub(crate) fn each_queues<'a>(&'a self, visit: &mut dyn FnMut(&'a W::Queues)) {
        for batches in &self.batches() {
            for batch in *batches {
                if let Some(queues) = batch.queues.get() {
                    visit(queues);
                }
            }
        }
    }
}

impl<W: EcsWorld> Pending<W> {
    /// Removes the next change.
    ///
    /// ```text
    /// before [ a b ]   last [ c ]   spare [ ]
    /// pop -> a   before [ b ]   last [ c ]
    /// pop -> b   before [   ]   last [ c ]      the empty batch stays: the values of b are still in it (I2)
    /// pop -> c   before         last [   ]      spare [   ]
    /// ```
    ///
    /// This is inlined into the only loop that calls it.
    #[inline(always)]
    fn pop(&mut self) -> Option<(Apply<W>, Option<Entity>)> {
        while self.before.front().is_some_and(|batch| batch.changes == 0) {
            if let Some(batch) = self.before.pop_front() {
                self.spare.push_back(batch);
            }
        }
        self.first().pop()
    }

    fn first(&mut self) -> &mut Batch<W> {
        self.before.front_mut().unwrap_or(&mut self.last)
    }

    /// Number of changes. Runs in **O(batches)** time.
    pub(super) fn len(&self) -> usize {
        let mut changes = 0;
        for batches in &self.batches() {
            for batch in *batches {
                changes += batch.changes;
            }
        }
        changes
    }

    /// All batches in their order, as slices: each program with commands compiles the loop over them.
    fn batches(&self) -> [&[Batch<W>]; 3] {
        let (first, second) = self.before.as_slices();
        [first, second, core::slice::from_ref(&self.last)]
    }

    /// Batches beyond those of `source` are emptied and kept for their memory.
    fn copy_from(&mut self, source: &Self, queues: &mut dyn FnMut(&mut W::Queues, &W::Queues)) {
        let Self { functions: _, before, last, spare: _, lanes: _ } = source;
        let empty = Batch::default();
        while self.before.len() > before.len() {
            let Some(mut batch) = self.before.pop_back() else { break };
            batch.copy_from(&empty, queues);
            self.spare.push_back(batch);
        }
        while self.before.len() < before.len() {
            self.before.push_back(self.spare.pop_front().unwrap_or_default());
        }
        for (own, batch) in self.before.iter_mut().zip(before) {
            own.copy_from(batch, queues);
        }
        self.last.copy_from(last, queues);
    }
}

impl<W: EcsWorld> Clone for Commands<W>
where
    W::Queues: Clone,
{
    fn clone(&self) -> Self {
        Self { pending: self.pending.clone() }
    }
}

impl<W: EcsWorld> Clone for Pending<W>
where
    W::Queues: Clone,
{
    /// Without spare batches and lanes, which are only memory.
    fn clone(&self) -> Self {
        let mut before = VecDeque::with_capacity(self.before.len());
        for batch in &self.before {
            before.push_back(batch.clone());
        }
        let (spare, lanes) = (VecDeque::new(), Vec::new());
        Self { functions: self.functions, before, last: self.last.clone(), spare, lanes }
    }
}
