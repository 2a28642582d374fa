//! Finds the few places that a region must examine in each step, by a scan of all places that reads nothing else.

use ecs_world::prelude::*;

use crate::components::{Ghost, GlobalId};

/// The positions of places that did not pass a test, and their entities and ids. Kept so that the next step reuses the memory.
#[derive(Debug, Default)]
pub(crate) struct Outside {
    positions: Vec<usize>,
    entities: Vec<(usize, Entity)>,
    found: Vec<(usize, Entity, u64)>,
}

/// Number of places that are tested together.
const STRIDE: usize = 32;

/// Visits the places of entities that have an id and are not ghosts, with entity and id, except places that pass a test. Most of them do,
/// so nothing else is read for these.
pub(crate) fn each_outside<W: Has<P> + Has<GlobalId> + Has<Ghost>, P: 'static>(
    world: &W,
    is_inside: impl Fn(&P) -> bool,
    Outside { positions, entities, found }: &mut Outside,
    mut visit: impl FnMut(&P, Entity, u64),
) {
    const { assert!(size_of::<P>() > 0, "a place has a size: without one, all entities are in one region") }
    let Some((handles, places)) = world.query::<(Entity, &P)>().slices() else {
        world.query::<(Entity, &P, &GlobalId)>().without::<Ghost>().for_each(|(entity, place, id)| {
            if !is_inside(place) {
                visit(place, entity, id.0);
            }
        });
        return;
    };
    positions.clear();
    let (chunks, rest) = places.as_chunks::<STRIDE>();
    let mut add = |first: usize, some: &[P]| {
        for (position, place) in (first..).zip(some) {
            if !is_inside(place) {
                positions.push(position);
            }
        }
    };
    for (first, some) in (0..).step_by(STRIDE).zip(chunks) {
        // One branch for the whole chunk.
        if some.iter().fold(0, |any, place| any | u32::from(!is_inside(place))) > 0 {
            add(first, some);
        }
    }
    add(places.len() - rest.len(), rest);
    // In loops that only look values up, several look-ups wait for memory at once.
    entities.clear();
    entities.extend(positions.iter().filter_map(|at| Some((*at, handles.get(*at)?))));
    entities.retain(|(_, entity)| !world.has::<Ghost>(*entity));
    found.clear();
    found.extend(entities.iter().filter_map(|(at, entity)| Some((*at, *entity, world.get::<GlobalId>(*entity)?.0))));
    for (at, entity, id) in found {
        visit(&places[*at], *entity, *id);
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
        components: Dense, #[storage(vec)] Spread, GlobalId, Ghost;
    }

    #[test]
    fn places_that_are_not_inside_are_visited_with_their_entities_in_each_storage() {
        let mut outside = Outside::default();
        for count in [0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 100] {
            let mut world = World::default();
            let id = |number: u32| GlobalId(u64::from(number) + 7);
            let all: Vec<_> =
                (0..count).map(|number| world.spawn((Dense(number), Spread(number), id(number)))).collect();
            // Neither of these moves.
            world.spawn((Dense(0), Spread(0), id(0), Ghost));
            world.spawn((Dense(0), Spread(0)));
            for divisor in [1, 2, 5, 99, 1_000] {
                let expected = (0..count).zip(all.iter().copied()).filter(|(own, _)| own.is_multiple_of(divisor));
                let expected: Vec<_> = expected.map(|(own, entity)| (own, entity, id(own).0)).collect();
                let (mut dense, mut spread) = (vec![], vec![]);
                let inside = |own: u32| !own.is_multiple_of(divisor);
                let visit = |Dense(own): &Dense, entity, id| dense.push((*own, entity, id));
                each_outside(&world, |own: &Dense| inside(own.0), &mut outside, visit);
                let visit = |Spread(own): &Spread, entity, id| spread.push((*own, entity, id));
                each_outside(&world, |own: &Spread| inside(own.0), &mut outside, visit);
                assert!(dense == expected && spread == expected, "{count} places, one of {divisor} outside");
            }
        }
    }
}
