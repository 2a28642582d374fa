//! The few places that a region has to look at in each step: a scan of all of them, which reads nothing else.

use ecs_world::prelude::*;

/// The positions of places that are not inside of a region, and the entities there.
#[derive(Debug, Default)]
pub(crate) struct Outside {
    positions: Vec<usize>,
    entities: Vec<(usize, Entity)>,
}

/// Places that are tested together.
const STRIDE: usize = 8;

/// Visits the places in a world, with their entities, except those inside of it, and those that are at home. Most are inside, so that nothing
/// else is read of them.
pub(crate) fn each_outside<W: Has<P>, P: 'static>(
    world: &W,
    inside: impl Fn(&P) -> bool,
    is_home: impl Fn(&P) -> bool,
    Outside { positions, entities }: &mut Outside,
    mut visit: impl FnMut(&P, Entity),
) {
    const { assert!(size_of::<P>() > 0, "a place has a size: without one, all entities are in one region") }
    let Some(places) = world.query::<&P>().slices() else {
        world.query::<(&P, Entity)>().for_each(|(place, entity)| {
            if !inside(place) && !is_home(place) {
                visit(place, entity);
            }
        });
        return;
    };
    positions.clear();
    for (first, some) in (0..).step_by(STRIDE).zip(places.chunks(STRIDE)) {
        // One branch for all of them.
        if !some.iter().fold(true, |all, place| all & inside(place)) {
            for (position, place) in (first..).zip(some) {
                if !inside(place) && !is_home(place) {
                    positions.push(position);
                }
            }
        }
    }
    // A loop that only looks up waits for several of them at once.
    entities.clear();
    entities.extend(positions.iter().filter_map(|at| Some((*at, world.owner_of(&places[*at])?))));
    for (at, entity) in entities {
        visit(&places[*at], *entity);
    }
}

#[cfg(test)]
mod tests {
    use ecs_world::ecs_world;

    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Dense(u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Spread(u32);

    ecs_world! {
        struct World;
        components: Dense, #[storage(vec)] Spread;
    }

    #[test]
    fn places_that_are_not_inside_are_visited_with_their_entities_in_each_storage() {
        let mut outside = Outside::default();
        for count in [0, 1, 2, 3, 7, 8, 9, 16, 17, 64] {
            let mut world = World::default();
            let all: Vec<_> = (0..count).map(|number| world.spawn((Dense(number), Spread(number)))).collect();
            for divisor in [1, 2, 5, 100] {
                let is_expected = |number: u32| number.is_multiple_of(divisor) && number != 10;
                let expected: Vec<_> = (0..).zip(all.iter().copied()).filter(|(own, _)| is_expected(*own)).collect();
                let (mut dense, mut spread) = (vec![], vec![]);
                let inside = |own: u32| !own.is_multiple_of(divisor);
                let visit = |Dense(own): &Dense, entity| dense.push((*own, entity));
                each_outside(&world, |own: &Dense| inside(own.0), |own| own.0 == 10, &mut outside, visit);
                let visit = |Spread(own): &Spread, entity| spread.push((*own, entity));
                each_outside(&world, |own: &Spread| inside(own.0), |own| own.0 == 10, &mut outside, visit);
                assert!(dense == expected && spread == expected, "{count} places, one of {divisor} outside");
            }
        }
    }
}
