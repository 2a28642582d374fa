//! Worlds in which a filter keeps some entities of blocks, in patterns around every width, and in columns that agree or do not.

pub struct Number(pub usize);
pub struct Other(pub usize);
pub struct Chosen;
pub struct Rare;
ecs_world::ecs_world! { components: Number, Other, Chosen, Rare; }

/// The widths are 32, 64, 256 and 320.
pub const LENS: [usize; 20] = [0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 319, 320, 321, 700];

/// Whether an entity is chosen, by its number and the number of entities.
pub const PATTERNS: [fn(usize, usize) -> bool; 16] = [
    |_, _| false,
    |_, _| true,
    |at, _| at % 2 == 0,
    |at, _| at * 7 % 10 < 3,
    |at, len| at + 1 == len,
    |at, len| at + 1 != len,
    |at, len| at != len / 2,
    |at, _| at < 256,
    |at, _| !(64..70).contains(&at),
    // Scattered, without stretches: 7, 8 or 9 of each block; 31, 32 or 33; and fewer from the third block on.
    |at, _| at * 13 % 64 < 7,
    |at, _| at * 13 % 64 < 8,
    |at, _| at * 13 % 64 < 9,
    |at, _| at * 13 % 64 < 31,
    |at, _| at * 13 % 64 < 32,
    |at, _| at * 13 % 64 < 33,
    |at, _| at * 13 % 64 < if at < 128 { 40 } else { 5 },
];

/// `len` entities. `Number` was inserted in steps of `order`, so its column has the order of the others only if that is 1.
pub fn filled(len: usize, order: usize, is_chosen: &impl Fn(usize, usize) -> bool) -> World {
    let mut world = World::default();
    let entities: Vec<_> = (0..len).map(|_| world.spawn(())).collect();
    for at in (0..len).map(|at| if len.is_multiple_of(order) { at } else { at * order % len }) {
        world.insert(entities[at], Number(at)).unwrap();
    }
    for (at, entity) in entities.iter().enumerate() {
        world.insert(*entity, Other(at)).unwrap();
        if is_chosen(at, len) {
            world.insert(*entity, Chosen).unwrap();
        }
    }
    world
}
