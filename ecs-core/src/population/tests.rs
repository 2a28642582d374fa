use super::*;
use crate::mask::{Mask, SmallMask};

#[test]
fn each_entity_of_a_batch_has_its_mask_whether_its_slot_is_new_or_reused() {
    for (freed, count) in [(0, 3), (1, 1), (3, 2), (15, 15), (16, 16), (17, 17), (20, 40)] {
        let mut population = Population::<Mask<1>>::default();
        let before = population.spawn_many(freed, Mask::of(&[1]));
        let kept = population.spawn(Mask::of(&[2]));
        assert!(before.iter().all(|entity| population.despawn(*entity).is_some()));
        let spawned = population.spawn_many(count, Mask::of(&[3]));
        assert!(spawned.iter().all(|entity| population.mask(*entity) == Some(Mask::of(&[3]))));
        assert_eq!((spawned.len(), population.mask(kept)), (count, Some(Mask::of(&[2]))));
        population.check().expect("free slots have no mask");
    }
}

#[test]
fn the_check_finds_missing_masks_and_masks_of_free_slots() {
    let mut population = Population::<Mask<1>>::default();
    let (one, two) = (population.spawn(Mask::of(&[3])), population.spawn(Mask::of(&[])));
    assert!(population.check().is_ok());
    population.set_mask(two, Mask::of(&[0]));
    assert_eq!(population.despawn(one), Some(Mask::of(&[3])));
    assert!(population.check().is_ok());
    population.set_mask(one, Mask::of(&[3]));
    assert!(population.check().is_err(), "a mask without an entity");
    population.set_mask(one, Mask::of(&[]));
    population.allocator.spawn();
    population.allocator.spawn();
    assert!(population.check().is_err(), "a slot without a mask");
}

#[test]
fn narrow_masks_have_a_number_from_the_second_request_to_the_next_change_and_wide_ones_none() {
    let (mut narrow, mut wide) = (Population::<Mask<1>>::default(), Population::<Mask<2>>::default());
    let mut numbers = Vec::new();
    for component in 0..3 {
        narrow.spawn(Mask::of(&[component]));
        wide.spawn(Mask::of(&[component, 64 + component]));
        assert!(narrow.number_of_masks().is_none(), "the first request assigns no number");
        assert!(narrow.number_of_masks().is_some() && narrow.number_of_masks() == narrow.number_of_masks());
        numbers.extend(narrow.number_of_masks());
        assert!((0..3).all(|_| wide.number_of_masks().is_none()));
    }
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), 3, "each state has its own number");
}

type Bits = SmallMask<u8>;

type Small = Population<Bits>;

type Change = fn(&mut Small, Entity);

/// All kinds of changes of masks.
const CHANGES: [(&str, Change); 12] = [
    ("spawn", |all, _| _ = all.spawn(Bits::of(&[1]))),
    ("spawn_at", |all, one| all.spawn_at(Entity::from_bits(one.to_bits() + 5).unwrap(), Bits::of(&[1]))),
    ("spawn_many", |all, _| drop(all.spawn_many(2, Bits::of(&[1])))),
    ("despawn", |all, one| _ = all.despawn(one)),
    ("despawn_living", |all, one| all.despawn_living(one, &Bits::of(&[0]))),
    ("set_mask", |all, one| all.set_mask(one, Bits::of(&[2]))),
    ("change_mask", |all, one| all.change_mask(one, &Bits::of(&[0]), Bits::of(&[3]))),
    ("restore", |all, one| all.restore(one.index(), 2)),
    ("leave_out", |all, _| all.leave_out(Bits::of(&[0]))),
    ("clear", |all, _| all.clear()),
    ("clone_from", |all, _| all.clone_from(&Small::default())),
    ("swap", |all, _| drop(core::mem::take(all))),
];

#[test]
fn each_change_of_a_mask_outdates_the_number() {
    for (name, change) in CHANGES {
        let mut all = Small::default();
        let one = all.spawn(Bits::of(&[0]));
        let number = (0..2).find_map(|_| all.number_of_masks());
        assert!(number.is_some() && all.clone().number_of_masks() == number, "a clone has the number");
        all.reserve(100);
        all.shrink_to_fit();
        all.disorder.settle();
        assert_eq!(all.number_of_masks(), number, "no mask changed");
        change(&mut all, one);
        let changed = [(); 3].map(|()| all.number_of_masks());
        assert!(changed[0].is_none() && changed[1].is_some() && changed[1] != number, "{name}: {changed:?}");
        assert_eq!(changed[1], changed[2]);
    }
}

#[test]
#[cfg(feature = "serde")]
fn loading_masks_or_giving_them_a_component_outdates_the_number() {
    let mut all = Small::default();
    all.spawn_many(2, Bits::of(&[0]));
    let number = (0..2).find_map(|_| all.number_of_masks());
    assert!(all.give(0..=1, 1) && all.number_of_masks().is_none());
    let second = all.number_of_masks();
    assert!(second.is_some() && second != number);
    all.load(Allocator::default());
    assert!(all.number_of_masks().is_none() && all.number_of_masks() != second && all.masks().len() == 0);
}

#[test]
fn restoring_or_leaving_out_components_is_no_change_for_tidying() {
    let mut all = Small::default();
    let one = all.spawn(Bits::of(&[0]));
    let settled = all.disorder.settle();
    all.restore(one.index(), 1);
    all.leave_out(Bits::of(&[0]));
    assert_eq!((all.disorder.settled(), all.mask(one)), (settled, Some(Bits::of(&[1]))));
    all.set_mask(one, Bits::of(&[]));
    assert!(all.disorder.settled() > settled && all.disorder.settle() == all.disorder.settled());
}
