//! The state of a world as a whole: hashes, the first difference between two worlds, and deltas from one state to another.
//!
//! `docs/STATE.md` documents what is guaranteed. All operations visit the same parts, those of a save, in the order of their declaration.
//! Only [`visit`] knows the list of parts.
//!
//! - **I1** Everything in a save belongs to a part, so worlds with equal parts have equal saves.
//!
//! | operation | visitor | result |
//! |---|---|---|
//! | `state_hash`, `part_hashes` | hashes each part | numbers |
//! | `content_hash` | hashes each value with its entity, and sums the hashes | a number |
//! | `first_difference` | collects the facts of one part | a sentence |
//! | `diff` | writes each part as numbers and bytes | a delta |
//!
//! A new part is a new method of [`Visitor`], so the compiler lists all operations that must handle it.

mod bytes;
mod delta;
mod difference;
mod edit;
mod hasher;
mod hashes;
mod load;
mod others;
mod parts;
mod replica;
mod text;

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::Serialize;

pub use delta::{Delta, DeltaError};
pub(crate) use delta::{apply, diff};
pub use difference::Difference;
pub(crate) use difference::first_difference;
pub use hashes::{PartHash, PartHashes};
pub(crate) use hashes::{content_hash, part_hashes, state_hash};

pub use replica::Replica;

use super::saves::{ColumnWriter, SaveWorld, ValueWriter, is_saved, list_name, sorted};
use crate::codec::SaveAs;
use crate::relation::SavedOrder;
use crate::storage::Storage;
use crate::view::{Deferred, Members};
use crate::world::{Core, EcsWorld, Token};

/// Visits the parts of a state.
trait Visitor<W: SaveWorld> {
    /// The generation of each slot, and the free slots.
    fn entities(&mut self, core: &Core<W>);
    /// The values of a column, by its number.
    fn column<S: Storage, F: SaveAs<S::Value>>(&mut self, column: usize, storage: &S);
    /// The order of a relation, by its number.
    fn relation(&mut self, relation: usize, order: &SavedOrder);
    /// The list of a view, by its number.
    fn list(&mut self, view: usize, list: &[u32]);
    /// The deferred changes of a view, by its number.
    fn deferred(&mut self, view: usize, deferred: &Deferred);
    /// A resource, events, a state or the fields of a system, by the number of the value.
    fn value<T: Serialize>(&mut self, value: usize, it: &T);
    /// Reserved handles and pending commands.
    fn commands(&mut self, core: &Core<W>);
    /// State that belongs to no entry.
    fn rest(&mut self, rest: &Rest);
}

/// State that belongs to no entry of the declaration: the number of dropped commands, whether the last run ended in a panic, the budget of
/// tidying, the unit and the position at which tidying continues, and the components that the user sorted.
type Rest = (u64, bool, Option<u64>, (u64, u64), Vec<&'static str>);

/// Visits all parts of a world.
fn visit<W: SaveWorld>(world: &W, visitor: &mut impl Visitor<W>) {
    let core = world.__core(Token::new());
    visitor.entities(core);
    for column in 0..W::COLUMNS.len() {
        W::__save_column(&core.storages, column, To(column, &mut *visitor, PhantomData::<fn(W)>));
    }
    for (number, index) in core.entities.relations.iter().enumerate() {
        visitor.relation(number, &index.saved_order());
    }
    for view in 0..W::VIEWS.len() {
        if !is_saved::<W>(view) {
            continue;
        }
        let Some(own) = W::__view_alone(&core.views, view) else { continue };
        if let Members::Listed(list) = own.members() {
            visitor.list(view, list.indices());
        }
        let deferred = own.deferred();
        if !deferred.is_empty() {
            visitor.deferred(view, &deferred);
        }
    }
    for value in 0..W::VALUES.len() {
        world.__save_value(value, To(value, &mut *visitor, PhantomData::<fn(W)>));
    }
    visitor.commands(core);
    visitor.rest(&rest(core));
}

/// The state that belongs to no entry.
fn rest<W: EcsWorld>(core: &Core<W>) -> Rest {
    let next = (core.tidy.next.0 as u64, core.tidy.next.1 as u64);
    let budget = core.at_end.map(|at_end| at_end.budget as u64);
    (core.dropped_commands, core.is_running, budget, next, sorted(core))
}

/// Passes a column or value on to a visitor, with its number.
struct To<'a, W, V>(usize, &'a mut V, PhantomData<fn(W)>);

impl<W: SaveWorld, V: Visitor<W>> ColumnWriter for To<'_, W, V> {
    type Output = ();

    fn column<S: Storage, F: SaveAs<S::Value>>(self, storage: &S) {
        self.1.column::<S, F>(self.0, storage);
    }

    fn none(self) {}
}

impl<W: SaveWorld, V: Visitor<W>> ValueWriter for To<'_, W, V> {
    type Output = ();

    fn value<T: Serialize>(self, value: &T) {
        self.1.value(self.0, value);
    }

    fn none(self) {}
}

/// The name of the relation with this number.
fn relation_name<W: EcsWorld>(relation: usize) -> &'static str {
    W::COMPONENTS[W::RELATIONS[relation].component]
}

/// The name of a view: that of its list.
fn view_name<W: EcsWorld>(view: usize) -> String {
    list_name::<W>(view)
}
