use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{Accompanied, Companion, Layout};
use crate::entity::{Entity, entity};
use crate::sparse::{EntityIndex, Swaps};
use crate::storage::companion::private;
use crate::storage::marks::Marks;
use crate::storage::{
    BTreeMapSet, ErasedStorage, Grouped, HashMapSet, HashedArrayTree, PackedArray, Registered, Sortable, SparseSet,
    Storage, TagSet, VecStorage, read_own, write_own,
};
use crate::storage::{StorageMaintenance as _, StorageTasks as _};

/// The first value that each entity had, by position, which `replace` does not change; and the number of entries that insertions and swaps
/// have moved.
#[derive(Clone, Debug)]
struct First<T>(Vec<Option<T>>, usize);

impl<T> private::Sealed for First<T> {}

impl<T: Clone + 'static> Companion<T> for First<T> {
    const EMPTY: Self = Self(Vec::new(), 0);

    type Marks<'w> = ();

    fn marks(&self) {}

    fn shorten_marks<'a, 'w: 'a>((): ()) {}

    fn copy_from(&mut self, source: &Self, _: usize) {
        self.0.clone_from(&source.0);
    }

    fn insert_at(&mut self, position: usize, value: &T, layout: Layout) {
        if layout == Layout::Indexed {
            self.0.resize(self.0.len().max(position + 1), None);
            self.0[position] = Some(value.clone());
        } else {
            self.1 += self.0.len() - position;
            self.0.insert(position, Some(value.clone()));
        }
    }

    fn remove_at(&mut self, position: usize, last: usize, layout: Layout) {
        match layout {
            Layout::Swapped => {
                assert_eq!(last + 1, self.0.len());
                self.0.swap_remove(position);
            }
            Layout::Shifted => drop(self.0.remove(position)),
            Layout::Indexed => self.0[position] = None,
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.1 += 1;
        self.0.swap(a, b);
    }

    fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    fn reserve(&mut self, additional: usize) {
        self.0.reserve(additional);
    }

    fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
    }

    fn check(&self, positions: usize, layout: Layout) -> Result<(), String> {
        let count = self.0.len();
        if layout == Layout::Indexed || count == positions { Ok(()) } else { Err(alloc::format!("{count} entries")) }
    }
}

type Tracked<S> = Accompanied<S, (First<<S as Storage>::Value>, ((), First<<S as Storage>::Value>))>;

/// The entry of each entity, which must be the same in both companions.
fn entries<S: Storage<Value: Clone + PartialEq + core::fmt::Debug>>(storage: &Tracked<S>) -> BTreeMap<u32, S::Value> {
    let (index, _) = storage.parts();
    let entry = |owner: u32| {
        let position = index.position_of(owner).expect("it has a value");
        let [first, second] = [&storage.with.0, &storage.with.1.1].map(|list| list.0[position].clone());
        assert_eq!(first, second, "both companions move alike");
        (owner, first.expect("it has an entry"))
    };
    index.iter_indices().map(entry).collect()
}

/// Swaps values of a storage that has some, and moves its first ones.
fn rearrange<S: Storage<Value: Clone + PartialEq + core::fmt::Debug>>(
    storage: &mut Tracked<S>,
    next: &mut impl FnMut(u32) -> u32,
) {
    let len = u32::try_from(storage.values()).expect("there are few");
    storage.swap_all(&[(next(len), next(len)), (next(len), next(len))]);
    let order: Vec<u32> = storage.parts().0.iter_indices().take(3).collect();
    let reversed: Vec<u32> = order.into_iter().rev().collect();
    assert_eq!(storage.arrange(0, &reversed, &mut Swaps::default()).is_some(), S::LAYOUT == Layout::Swapped);
}

/// Changes a storage at random, and compares its companions with a map after each change.
fn entries_follow_values<S: Storage<Value: Clone + PartialEq + core::fmt::Debug> + Clone>(
    value: impl Fn(u32) -> S::Value,
) {
    // Miri takes a thousand times as long.
    let (seeds, operations) = if cfg!(miri) { (2_u32, 40) } else { (40, 200) };
    for seed in 1..seeds {
        let (mut storage, mut expected) = (Tracked::<S>::default(), BTreeMap::new());
        let mut random = seed;
        let mut next = |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 16) % below
        };
        for number in 0..operations {
            let at = next(70);
            let subject = entity(at);
            let has = expected.contains_key(&at);
            match next(10) {
                0..=3 if !has => {
                    storage.push(subject, value(number));
                    expected.insert(at, value(number));
                }
                4 if has => _ = storage.replace(subject, value(number)),
                5 => assert_eq!(storage.take(subject).is_some(), expected.remove(&at).is_some()),
                6 => {
                    storage.discard(subject);
                    expected.remove(&at);
                }
                7 => {
                    let mut new: Vec<u32> = (at..at + next(3)).filter(|index| !expected.contains_key(index)).collect();
                    if next(2) == 0 {
                        new.reverse();
                    }
                    let entities: Vec<Entity> = new.iter().map(|index| entity(*index)).collect();
                    let values = vec![value(number); new.len()];
                    if next(2) == 0 {
                        storage.extend(&entities, values);
                    } else {
                        values.into_iter().chain([value(0)]).for_each(|value| storage.push_unowned(value));
                        storage.assign_owners(&entities);
                    }
                    expected.extend(new.into_iter().map(|index| (index, value(number))));
                }
                8 if storage.values() > 1 => rearrange(&mut storage, &mut next),
                9 if next(20) == 0 => {
                    storage.shrink_to_fit();
                    storage.reserve(3);
                    storage.clear();
                    expected.clear();
                }
                _ => {}
            }
            // Each comparison reads all slots of the pages.
            if !cfg!(miri) || number % 10 == 9 {
                assert_eq!(storage.check(), Ok(()), "seed {seed}, operation {number}");
                assert_eq!(entries(&storage), expected, "seed {seed}, operation {number}");
            }
        }
        assert_eq!(entries(&storage.clone()), expected);
    }
}

#[test]
fn entries_follow_values_in_storages_of_each_kind() {
    entries_follow_values::<SparseSet<u32>>(|number| number);
    entries_follow_values::<HashMapSet<u32>>(|number| number);
    entries_follow_values::<BTreeMapSet<u32>>(|number| number);
    entries_follow_values::<PackedArray<u32>>(|number| number);
    entries_follow_values::<VecStorage<u32>>(|number| number);
    entries_follow_values::<HashedArrayTree<u32, 8>>(|number| number);
    entries_follow_values::<TagSet<()>>(|_| ());
}

#[test]
fn a_batch_that_is_merged_moves_each_entry_once() {
    for (before, batch) in [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 3), (3, 2), (64, 65), (500, 500)] {
        let owners: Vec<Entity> = (0..before).map(|number| entity(3 * number + 1)).collect();
        let merged: Vec<Entity> = (0..batch).map(|number| entity(3 * (batch - number))).collect();
        let mut storage = Tracked::<PackedArray<u32>>::default();
        storage.extend(&owners, (0..before).collect());
        assert_eq!(storage.with.0.1, 0, "entries that are appended move no others");
        storage.extend(&merged, (before..before + batch).collect());
        assert_eq!(storage.check(), Ok(()));
        let expected = owners.iter().chain(&merged).map(|entity| entity.index()).zip(0..);
        assert_eq!(entries(&storage), expected.collect(), "{batch} values into {before}");
        assert!(
            storage.with.0.1 <= storage.values(),
            "{batch} values into {before} moved {} entries",
            storage.with.0.1
        );
    }
}

#[test]
fn swaps_of_groups_move_entries() {
    let mut storage = Tracked::<SparseSet<u8>>::default();
    storage.extend(&[entity(4), entity(5), entity(6)], vec![40, 50, 60]);
    storage.bring(entity(6), 0);
    storage.bring(entity(6), 0);
    storage.bring(entity(4), 1);
    assert_eq!((storage.values(), storage.own.as_slice()), (3, &[60, 40, 50][..]));
    assert_eq!(entries(&storage), BTreeMap::from([(4, 40), (5, 50), (6, 60)]));
    assert_eq!(alloc::format!("{storage:?}"), "{6: 60, 4: 40, 5: 50}");
}

#[test]
fn a_storage_and_its_companions_can_be_borrowed_separately() {
    let mut storage = Tracked::<SparseSet<u8>>::default();
    storage.push(entity(4), 40);
    let Accompanied { own, with, .. } = &mut storage;
    let (read, entry) = (read_own::<_, ((), ())>(own), &mut with.0.0[0]);
    *entry = read.get(4).copied().map(|value| value + 1);
    let (write, entry) = (write_own::<_, ((), ())>(own, ((), ())), &with.0.0[0]);
    *write.get(4).expect("it has a value") = entry.expect("it has an entry") + 1;
    assert_eq!((storage.own.as_slice(), storage.with.0.0[0]), (&[42][..], Some(41)));
    assert!(Sortable::split(&mut storage, 0).0.get(4).is_some());
}

/// A value whose clone may panic.
#[derive(Debug, PartialEq)]
struct Fragile(u8);

impl Clone for Fragile {
    fn clone(&self) -> Self {
        assert_ne!(self.0, 13, "a clone panics");
        Self(self.0)
    }
}

#[test]
fn a_companion_that_panics_leaves_the_storage_as_it_was() {
    fn panics<S: Storage<Value = Fragile>>() {
        let mut storage = Accompanied::<S, (First<Fragile>, ())>::default();
        storage.push(entity(9), Fragile(1));
        // Before the entity that has a value, and after it.
        for (first, values) in [2, 10].into_iter().flat_map(|first| [(first, vec![13]), (first, vec![2, 13, 3])]) {
            let entities: Vec<_> = (first..).zip(&values).map(|(index, _)| entity(index)).collect();
            let values: Vec<_> = values.into_iter().map(Fragile).collect();
            let insert = std::panic::AssertUnwindSafe(|| storage.extend(&entities, values));
            assert!(std::panic::catch_unwind(insert).is_err());
            assert_eq!((storage.check(), storage.values()), (Ok(()), 1));
        }
        let push = std::panic::AssertUnwindSafe(|| storage.push(entity(2), Fragile(13)));
        assert!(std::panic::catch_unwind(push).is_err());
        assert_eq!((storage.check(), storage.values()), (Ok(()), 1));
    }
    panics::<SparseSet<Fragile>>();
    panics::<PackedArray<Fragile>>();
}

#[test]
fn a_reader_of_a_storage_with_gaps_has_marks_for_all_slots() {
    fn marked<S: Storage<Value = u8>>() -> bool {
        let mut storage = Accompanied::<S, Registered>::EMPTY;
        storage.push(entity(200), 1);
        let reader = storage.with.register(storage.positions());
        let (index, _, marks) = storage.written_parts();
        let position = index.position_or_beyond(200).expect("it has a value");
        marks.mark::<false>(position);
        storage.with.marks_of(reader).is_some_and(|marks| marks.contains(position))
    }
    assert!(marked::<VecStorage<u8>>() && marked::<HashedArrayTree<u8, 4>>() && marked::<SparseSet<u8>>());
}
