//! Optional values beside a group or a storage: required values are runs of slices, whichever entities have the optional values, and in
//! whatever order these were inserted.

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Place(u32);

#[derive(Debug)]
struct Speed(u32);

#[derive(Debug)]
struct Drag(u32);

#[derive(Debug)]
struct Heat(u32);

#[derive(Debug, Default)]
struct Seen {
    dragged: Vec<(Entity, Option<u32>)>,
    warmed: usize,
}

#[system]
fn glide(place: &mut Place, speed: &Speed, drag: Option<&mut Drag>) {
    place.0 += speed.0 - drag.as_ref().map_or(0, |drag| drag.0);
    if let Some(drag) = drag {
        drag.0 += 1;
    }
}

#[system]
fn look(entity: Entity, _: &Place, _: &Speed, drag: Option<&Drag>, seen: &mut Seen) {
    seen.dragged.push((entity, drag.map(|drag| drag.0)));
}

/// Writes the value of every second entity.
#[system]
fn warm(mut heat: Mut<'_, Heat>, drag: Option<&Drag>) {
    if heat.0.is_multiple_of(2) && drag.is_some() {
        heat.0 += 1_000;
    }
}

#[system(changed(Heat))]
fn count(_: &Heat, seen: &mut Seen) {
    seen.warmed += 1;
}

ecs_world! {
    components: Place, Speed, Drag, #[tracked] Heat;
    resources: Seen;
    systems: glide, look, warm, count;
}

const COUNTS: [u32; 14] = [0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 127, 128, 129, 300];

/// A world with `count` entities in the group, and others; each of the former with whether it has the optional value.
fn world(count: u32, has: fn(u32) -> bool, backwards: bool) -> (World, Vec<(Entity, bool)>) {
    let mut world = World::default();
    let entities: Vec<_> = (0..count).map(|number| world.spawn((Place(number), Heat(number)))).collect();
    world.spawn_batch([1_000, 1_001].map(|number| (Place(number), Drag(9))));
    for (number, entity) in (0..).zip(&entities) {
        world.insert(*entity, Speed(10 + number)).expect("the entity is alive");
    }
    let mut all: Vec<_> = (0..).map(has).zip(entities).map(|(has, entity)| (entity, has)).collect();
    let with = all.iter().filter(|(_, has)| *has).map(|(entity, _)| *entity);
    let order: Vec<_> = if backwards { with.rev().collect() } else { with.collect() };
    for entity in order {
        world.insert(entity, Drag(1)).expect("the entity is alive");
    }
    all.sort_by_key(|(entity, _)| *entity);
    (world, all)
}

#[test]
fn each_of_any_number_of_entities_is_visited_with_its_own_optional_value() {
    let patterns: [fn(u32) -> bool; 4] = [|_| false, |_| true, |number| number % 3 == 1, |number| number == 0];
    for (count, has, backwards) in COUNTS
        .into_iter()
        .flat_map(|count| patterns.into_iter().flat_map(move |has| [(count, has, false), (count, has, true)]))
    {
        let (mut world, all) = world(count, has, backwards);
        world.resources.seen.warmed = 0;
        world.run();
        let mut dragged = std::mem::take(&mut world.resources.seen.dragged);
        dragged.sort_by_key(|(entity, _)| *entity);
        assert!(dragged.iter().copied().eq(all.iter().map(|(entity, has)| (*entity, has.then_some(2)))), "{count}");
        for (number, (entity, has)) in (0..).zip(&all) {
            let moved = if *has { 9 } else { 10 };
            assert_eq!(world.get::<Place>(*entity), Some(&Place(2 * number + moved)), "{number} of {count}");
            assert_eq!(world.get::<Heat>(*entity).unwrap().0 >= 1_000, *has && number % 2 == 0, "{number} of {count}");
        }
        assert!(world.query::<(&Place, &Drag)>().iter().filter(|(place, _)| place.0 >= 1_000).all(|it| it.1.0 == 9));

        // Values that were just spawned count as changed; after that, only written ones do.
        let warmed = all.iter().enumerate().filter(|(number, (_, has))| *has && number % 2 == 0).count();
        assert_eq!(world.resources.seen.warmed, all.len(), "{count}");
        world.run();
        assert_eq!(world.resources.seen.warmed, all.len() + warmed, "{count}");

        let mut visited = Vec::new();
        world.query_mut::<(Entity, &mut Place, &Speed, Option<&Drag>)>().for_each(|(entity, place, _, drag)| {
            place.0 = 0;
            visited.push((entity, drag.is_some()));
        });
        visited.sort_by_key(|(entity, _)| *entity);
        assert_eq!(visited, all, "{count}");
        let mut visited = Vec::new();
        world
            .query::<(Entity, Option<&Drag>, &Heat)>()
            .for_each(|(entity, drag, _)| visited.push((entity, drag.is_some())));
        visited.sort_by_key(|(entity, _)| *entity);
        assert_eq!(visited, all, "{count}");
        assert!(all.iter().all(|(entity, _)| world.get::<Place>(*entity) == Some(&Place(0))), "{count}");
    }
}
