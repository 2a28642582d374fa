//! Iterators that are stopped, continued and folded, and systems that use cached positions.

use ecs_world::prelude::*;

use super::executor::Executor;
use super::operations::{BOXED, FROZEN, Operation, Pick};
use super::reading::sorted;
use super::reference::Reference;
use super::world::{
    Boxed, Counted, Frozen, LATE, Other, PARTED, PILED, Plain, SIFTED, TOLD, Value, WATCHED, Wide, World, ascends,
};

/// Asserts that `next`, `nth`, `take`, `zip` and `fold` yield the same items as a `for` loop, after some steps.
macro_rules! walked {
    ($taken:expr, $make:expr, $value:expr) => {{
        let value = $value;
        let mut all = vec![];
        for item in $make {
            all.push(value(item));
        }
        let taken = $taken as usize % (all.len() + 1);
        let mut items = $make.into_iter();
        for _ in 0..taken {
            assert!(items.next().is_some());
        }
        let folded = items.fold(vec![], |mut folded, item| {
            folded.push(value(item));
            folded
        });
        assert_eq!(folded, all[taken..], "`fold` after {taken}");
        let mut items = $make.into_iter();
        assert_eq!(items.nth(taken).map(value), all.get(taken).copied(), "`nth({taken})`");
        let behind = &all[all.len().min(taken + 1)..];
        let (least, most) = items.size_hint();
        assert!(
            least <= behind.len() && most.is_none_or(|most| behind.len() <= most),
            "the bounds after `nth({taken})`"
        );
        let mut few = vec![];
        for item in items.by_ref().take(2) {
            few.push(value(item));
        }
        assert_eq!(few, behind[..behind.len().min(2)], "`take(2)` after `nth({taken})`");
        // A loop, which is compiled to fewer functions than `map` and `all`.
        for (item, at) in items.zip(2..) {
            assert!(value(item) == behind[at], "`zip` after `nth({taken})` and `take(2)`");
        }
        all
    }};
}

/// Asserts that entities have the expected numbers.
fn assert_numbers<const N: usize>(found: &[(Entity, [Option<u32>; N])], reference: &Reference, parts: [usize; N]) {
    for (entity, numbers) in found {
        assert_eq!(*numbers, parts.map(|part| reference.number(*entity, part)), "{entity}");
    }
}

fn entities<const N: usize>(found: &[(Entity, [Option<u32>; N])]) -> Vec<Entity> {
    found.iter().map(|(entity, _)| *entity).collect()
}

impl Executor {
    /// Stops iterators after some steps, continues and folds them.
    pub(super) fn walk(&mut self, number: u32) {
        let Self { world, reference, .. } = self;
        let maybe = walked!(number, world.query::<(Entity, &Plain, Option<&Other>)>(), |(it, plain, other): (
            Entity,
            &Plain,
            Option<&Other>
        )| {
            (it, [Some(plain.0), other.map(|other| other.0)])
        });
        assert_eq!(entities(&maybe), reference.storages[Plain::ID]);
        assert_numbers(&maybe, reference, [Plain::ID, Other::ID]);
        let apart =
            walked!(number, world.query::<(Entity, &Wide, &Boxed, Option<&Other>)>(), |(it, wide, boxed, other): (
                Entity,
                &Wide,
                &Boxed,
                Option<&Other>
            )| {
                (it, [Some(wide.number()), Some(boxed.number()), other.map(|other| other.0)])
            });
        assert_eq!(sorted(entities(&apart)), reference.matching((&[Wide::ID, Boxed::ID], &[], &[])));
        assert_numbers(&apart, reference, [Wide::ID, Boxed::ID, Other::ID]);
        let written = walked!(number, world.query_mut::<(Entity, &mut Other, &Boxed)>(), |(it, other, boxed): (
            Entity,
            &mut Other,
            &Boxed
        )| {
            (it, [Some(other.0), Some(boxed.number())])
        });
        assert_eq!(sorted(entities(&written)), reference.matching(LATE));
        assert_numbers(&written, reference, [Other::ID, Boxed::ID]);
        let three = walked!(number, world.query_mut::<(Entity, &Wide, &mut Boxed, &mut Other)>(), |(
            it,
            wide,
            boxed,
            other,
        ): (
            Entity,
            &Wide,
            &mut Boxed,
            &mut Other
        )| {
            (it, [Some(wide.number()), Some(boxed.number()), Some(other.0)])
        });
        assert_eq!(sorted(entities(&three)), reference.matching(SIFTED));
        assert_numbers(&three, reference, [Wide::ID, Boxed::ID, Other::ID]);
        let filtered = walked!(
            number,
            world.query_mut::<(Entity, &mut Plain, &Counted)>().without::<Frozen>(),
            |(it, plain, counted): (Entity, &mut Plain, &Counted)| { (it, [Some(plain.0), Some(counted.number())]) }
        );
        assert_eq!(sorted(entities(&filtered)), reference.matching(WATCHED));
        assert_numbers(&filtered, reference, [Plain::ID, Counted::ID]);
        self.walk_joined(number);
    }

    /// Stops joins after some steps, continues and folds them.
    fn walk_joined(&mut self, number: u32) {
        let Self { world, reference, .. } = self;
        let mut apart = world.query::<(&Wide, &Boxed, Option<&Other>)>().iter();
        let mut upper = apart.size_hint().1;
        while apart.next().is_some() {
            let left = apart.size_hint().1;
            // Steps over a storage by index can be empty, and are not counted.
            assert!(left < upper || ascends(Wide::ID) || ascends(Boxed::ID), "{left:?} of {upper:?} left");
            upper = left;
        }
        let mut columns = world.columns();
        let joined = walked!(
            number,
            (&columns.entities, &mut columns.other, &columns.boxed, &columns.wide).join(),
            |(it, other, boxed, wide): (Entity, &mut Other, &Boxed, &Wide)| {
                (it, [Some(wide.number()), Some(boxed.number()), Some(other.0)])
            }
        );
        assert_eq!(sorted(entities(&joined)), reference.matching(SIFTED));
        assert_numbers(&joined, reference, [Wide::ID, Boxed::ID, Other::ID]);
    }

    /// Runs systems until positions are cached, and once more with a change in the middle of the run.
    pub(super) fn run_steadily(&mut self, number: u32) {
        let this = |entity: Option<&Entity>| entity.map(|entity| Pick::Forged(entity.to_bits()));
        let piled = self.reference.matching(PILED);
        let kept_out = this(piled.get(number as usize * 7 % piled.len().max(1)));
        if let Some(kept_out) = kept_out {
            self.insert(kept_out, FROZEN, 0);
        }
        // If a cache was soon outdated, it is filled only after more runs without a change.
        for _ in 0..if number.is_multiple_of(16) { 20 } else { 2 } {
            self.run_once_steadily();
        }
        let left = self.reference.matching(PILED);
        let parted = self.reference.kept(PARTED).unwrap_or_default();
        let (other, last) = (this(left.first()), this(parted.last()));
        let changes = match (number % 4, kept_out, other, last) {
            // One entity leaves a list, and another enters it.
            (0, Some(kept_out), Some(other), _) => {
                vec![Operation::CommandInsert(other, FROZEN, 0), Operation::CommandRemove(kept_out, FROZEN)]
            }
            // A value moves in a storage, which the views do not notice.
            (1, Some(kept_out), ..) => vec![Operation::CommandRemove(kept_out, BOXED)],
            // The last entity leaves a group, so that no value moves.
            (2, _, _, Some(last)) => vec![Operation::CommandInsert(last, FROZEN, 0)],
            _ => vec![],
        };
        for change in &changes {
            self.command_or_run(change);
        }
        self.run_once_steadily();
        for frozen in [kept_out, other, last].into_iter().flatten() {
            self.remove(frozen, FROZEN);
        }
    }

    fn run_once_steadily(&mut self) {
        let done = self.act(&mut World::run_steadily);
        assert_eq!(done, Ok(()));
        let expected = self.reference.run_steadily().expect("the operation does not panic");
        let found = std::mem::take(&mut self.world.resources.visits.0);
        for ((mut found, mut expected), aspect) in found.into_iter().zip(expected).zip([SIFTED, PILED, PARTED, TOLD]) {
            if self.reference.kept(aspect).is_none() {
                found.sort_unstable();
                expected.sort_unstable();
            }
            assert_eq!(found, expected, "the entities that a system of three components visits, and their numbers");
        }
    }
}
