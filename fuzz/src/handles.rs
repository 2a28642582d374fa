//! Handles from arbitrary numbers, as deserialisation can produce them.

use std::collections::BTreeMap;

use ecs_world::prelude::*;

use crate::bytes::Numbers;

#[derive(Debug, Clone, PartialEq)]
struct Number(u64);

#[derive(Debug, Clone)]
struct Tag;

ecs_world! {
    pub struct Handles;
    components: Number, #[storage(vec)] Tag;
    queries: (Number, Tag);
}

/// Only the numbers of live entities reach an entity, by any method, and no number does harm.
pub fn entity_bits(bytes: &[u8]) {
    let mut numbers = Numbers::of(bytes);
    let (mut world, mut living) = (Handles::default(), BTreeMap::new());
    while !numbers.is_empty() {
        match numbers.byte(8) {
            0..=2 => {
                let number = u64::from(numbers.word());
                living.insert(world.spawn((Number(number), Tag)).to_bits(), number);
            }
            3 => {
                let near = living.keys().nth(usize::from(numbers.byte(16))).copied().unwrap_or_default();
                attempt(&mut world, &mut living, near ^ 1 << numbers.byte(64), numbers.byte(5));
            }
            4 => {
                let own = living.keys().nth(usize::from(numbers.byte(16))).copied().unwrap_or_default();
                attempt(&mut world, &mut living, own, numbers.byte(5));
            }
            _ => {
                let (bits, way) = (numbers.next(), numbers.byte(5));
                attempt(&mut world, &mut living, bits, way);
            }
        }
        assert_eq!(world.len(), living.len());
    }
    world.check_invariants().unwrap_or_else(|error| panic!("{error}"));
}

/// Calls a method with a handle that is made from a number.
fn attempt(world: &mut Handles, living: &mut BTreeMap<u64, u64>, bits: u64, way: u8) {
    let Some(entity) = Entity::from_bits(bits) else {
        assert!(!living.contains_key(&bits) && bits >> 32 & 1 == 0, "only even generations are refused");
        return;
    };
    assert_eq!((entity.to_bits(), Entity::from_bits(entity.into())), (bits, Some(entity)));
    let expected = living.get(&bits).copied();
    assert_eq!(world.contains(entity), expected.is_some());
    assert_eq!(world.get::<Number>(entity).map(|number| number.0), expected);
    assert_eq!(world.has::<Tag>(entity), expected.is_some());
    assert_eq!(world.query_number_tag().get(entity).is_some(), expected.is_some());
    let number = expected.unwrap_or_default().wrapping_add(1);
    let reached = match way {
        0 => world.despawn(entity).is_ok_and(|()| living.remove(&bits).is_some()),
        1 => world.replace(entity, Number(number)).is_ok_and(|old| old == living.insert(bits, number).map(Number)),
        2 => world.get_disjoint_mut::<Number, 1>([entity]).is_ok(),
        3 => {
            world.commands().despawn(entity);
            let dropped = world.dropped_commands();
            world.flush();
            living.remove(&bits);
            world.dropped_commands() == dropped
        }
        _ => world.remove::<(Number, Tag)>(entity).is_ok_and(|taken| {
            let back = taken.is_some_and(|bundle| world.insert(entity, bundle).is_ok());
            assert!(back, "the bundle is inserted again");
            back
        }),
    };
    assert_eq!(reached, expected.is_some(), "{entity}");
}
