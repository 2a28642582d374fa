#![forbid(unsafe_code)]

// Values that hand out cells which are reachable elsewhere, too: `&mut` to a value that others drop or write meanwhile.
use std::cell::Cell;
use std::ops::Range;

use ecs_world::__private::{
    Entity, Erase, ErasedStorage, ErasedValues, Fetch, Source, SparseIndex, SparseSet, Storage, StorageMaintenance,
    Task, ValuesMut, VisitStorage, Write, write,
};

type Names = Vec<String>;

thread_local! {
    static ELSEWHERE: Cell<&'static [Cell<Names>]> = const { Cell::new(&[]) };
}

#[derive(Default)]
struct Shared(SparseSet<Names>);

#[derive(Default)]
struct SharedMut<'w>(&'w mut [Names]);

impl<'w> ValuesMut<'w, Names> for SharedMut<'w> {
    type Cells = &'w [Cell<Names>];
    fn get(self, place: usize) -> Option<&'w mut Names> {
        self.0.get_mut(place)
    }
    fn slice(self, places: Range<usize>) -> Option<&'w mut [Names]> {
        self.0.get_mut(places)
    }
    fn each(self) -> impl Iterator<Item = &'w mut Names> {
        self.0.iter_mut()
    }
    fn disjoint<const N: usize>(self, places: [usize; N]) -> Option<[&'w mut Names; N]> {
        self.0.get_disjoint_mut(places).ok()
    }
    fn cells(self) -> &'w [Cell<Names>] {
        ELSEWHERE.get()
    }
}

impl ErasedStorage for Shared {
    fn discard(&mut self, entity: Entity) {
        self.0.discard(entity);
    }
    fn perform(&mut self, task: Task<'_>) -> Option<usize> {
        self.0.perform(task)
    }
    fn source(&self) -> Source<'_> {
        self.0.source()
    }
    fn values(&self) -> usize {
        self.0.values()
    }
}

impl Erase for Shared {}

impl ErasedValues for Shared {
    fn discard(&mut self, _: usize) {}
    fn swap_or_clear(&mut self, _: usize, _: usize) {}
}

impl<'w> VisitStorage<'w> for Shared {
    type Output = ();
    fn visit<S: Erase>(self, _: &'w mut S) -> Option<()> {
        None
    }
}

impl StorageMaintenance for Shared {
    fn shrink_to_fit(&mut self) {}
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

impl Storage for Shared {
    const EMPTY: Self = Self(SparseSet::EMPTY);
    const LAYOUT: ecs_world::__private::Layout = ecs_world::__private::Layout::Swapped;
    type Value = Names;
    type Index = SparseIndex;
    type Values<'w> = &'w [Names];
    type ValuesMut<'w> = SharedMut<'w>;
    type Marks<'w> = ();
    fn parts(&self) -> (&SparseIndex, &[Names]) {
        (self.0.index(), self.0.as_slice())
    }
    fn parts_mut(&mut self) -> (&SparseIndex, SharedMut<'_>) {
        let (index, values) = self.0.parts_mut();
        (index, SharedMut(values.into_slice().1))
    }
    fn shorten<'a, 'w: 'a>(values: &'w [Names]) -> &'a [Names] {
        values
    }
    fn reborrow<'a>(values: &'a mut SharedMut<'_>) -> SharedMut<'a> {
        SharedMut(values.0)
    }
    fn shorten_marks<'a, 'w: 'a>((): ()) {}
    fn next_position(&self, entity: Entity) -> usize {
        self.0.next_position(entity)
    }
    fn push(&mut self, entity: Entity, value: Names) {
        self.0.push(entity, value);
    }
    fn replace(&mut self, entity: Entity, value: Names) -> Option<Names> {
        self.0.replace(entity, value)
    }
    fn take(&mut self, entity: Entity) -> Option<Names> {
        self.0.take(entity)
    }
    fn push_unowned(&mut self, value: Names) {
        self.0.push_unowned(value);
    }
    fn assign_owners(&mut self, entities: &[Entity]) {
        self.0.assign_owners(entities);
    }
    fn reserve(&mut self, _: usize) {}
    fn owner_index(&self, _: &Names) -> Option<u32> {
        None
    }
}

fn main() {
    ELSEWHERE.set(Box::leak(Box::new([Cell::new(vec!["Argo".to_string()])])));
    let entity = Entity::from_bits(1 << 32).unwrap();
    let (mut storage, mut list) = (Shared::default(), SparseIndex::new());
    storage.push(entity, Names::new());
    list.push(entity.index());
    let mut scattered = Write::<Shared>::scatter(write(&mut storage), Source::Index(&list, 1));
    let names = Write::<Shared>::next(&mut scattered, 0, 0).unwrap();
    let first = &names[0];
    drop(ELSEWHERE.get()[0].take());
    println!("{first}");
}
