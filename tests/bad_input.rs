//! Bad input to each method: it is refused and handed back, and nothing changes.
#![allow(missing_docs, unreachable_pub, reason = "the world here is for this test alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

#[path = "common/components.rs"]
mod components;
#[path = "model/numbers.rs"]
mod numbers;

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use components::Position;
use ecs_world::prelude::*;
use ecs_world::{ChangeError, ChangeErrorKind, DisjointError, InvariantError, SingleError, UnequalColumns};
use numbers::Numbers;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tag;
/// Neither `Debug` nor `Clone`; its `Rc` counts the values that share it.
pub struct Shared(Rc<()>);

ecs_world! {
    components: Position, Tag, Shared;
    queries: (Position);
}

/// A world with three living entities, which have two, one and no components, and one dead one.
fn world() -> (World, [Entity; 3]) {
    let mut world = World::default();
    let gone = world.spawn(());
    let entities = [world.spawn((Position(1), Tag)), world.spawn(Position(2)), world.spawn(())];
    world.despawn(gone).unwrap();
    (world, entities)
}

fn picture(world: &World) -> Vec<(Entity, Option<Position>, bool)> {
    world
        .query::<(Entity, Option<&Position>, Option<&Tag>)>()
        .iter()
        .map(|(e, p, t)| (e, p.copied(), t.is_some()))
        .collect()
}

/// The reason of a refusal, and the value that was handed back.
fn refusal<R: std::fmt::Debug, T>(result: Result<R, ChangeError<T>>) -> (ChangeErrorKind, T) {
    let refused = result.unwrap_err();
    (refused.kind, refused.value)
}

/// Asserts that every method refuses the handle, hands back its arguments, and changes nothing.
fn assert_refused_everywhere(world: &mut World, entity: Entity) {
    let before = picture(world);
    let gone = ChangeErrorKind::NoSuchEntity(entity);
    assert_eq!(refusal(world.despawn(entity)), (gone, ()));
    assert_eq!(refusal(world.insert(entity, (Position(9), Tag))), (gone, (Position(9), Tag)));
    assert_eq!(refusal(world.replace(entity, Position(9))), (gone, Position(9)));
    assert_eq!(refusal(world.remove::<Position>(entity)), (gone, ()));
    assert_eq!(refusal(world.exchange::<(), _>(entity, Position(9))), (gone, Position(9)));
    assert_eq!(refusal(world.remove::<()>(entity)), (gone, ()), "an empty bundle is refused, too");
    assert_eq!((world.get::<Position>(entity), world.get::<Tag>(entity)), (None, None));
    assert_eq!(world.get_mut::<Position>(entity), None);
    assert_eq!(world.get_components::<(Entity, Option<&mut Position>)>(entity), None);
    assert_eq!(world.get_components::<()>(entity), None);
    assert_eq!(world.get_disjoint_mut::<Position, 1>([entity]), Err(DisjointError::NoSuchEntity(0)));
    assert!(!world.contains(entity) && !world.has::<Tag>(entity) && world.mask(entity).is_none());
    assert!(world.component_names(entity).is_none());
    assert!(world.query::<Option<&Position>>().get(entity).is_none());
    assert!(world.query_mut::<(Entity, Option<&mut Tag>)>().get_mut(entity).is_none());
    assert!(world.query_position().get(entity).is_none());
    let columns = world.columns();
    assert!(
        columns.position.get(entity).is_none() && !columns.tag.contains(entity) && !columns.entities.contains(entity)
    );
    let dropped = world.dropped_commands();
    world.commands().insert(entity, Position(9));
    world.commands().remove::<Tag>(entity);
    world.commands().despawn(entity);
    world.flush();
    assert_eq!((world.dropped_commands() - dropped, picture(world)), (3, before));
    world.check_invariants().unwrap();
}

#[test]
fn a_stale_handle_is_refused_everywhere() {
    let (mut world, [entity, ..]) = world();
    world.despawn(entity).unwrap();
    assert_refused_everywhere(&mut world, entity);
    let successor = world.spawn((Position(7), Tag));
    assert_eq!(successor.index(), entity.index());
    assert_refused_everywhere(&mut world, entity);
}

#[test]
fn a_handle_from_before_a_clear_is_refused_everywhere() {
    let (mut world, entities) = world();
    world.clear();
    assert_refused_everywhere(&mut world, entities[0]);
    world.spawn_batch([Position(1), Position(2), Position(3), Position(4)]);
    for entity in entities {
        assert_refused_everywhere(&mut world, entity);
    }
}

#[test]
fn a_handle_of_another_world_is_refused_everywhere() {
    let (mut world, _) = world();
    let mut other = World::default();
    let foreign = *other.spawn_batch((0..100).map(Position)).last().unwrap();
    assert_refused_everywhere(&mut world, foreign);
    assert_refused_everywhere(&mut World::default(), foreign);
}

#[test]
fn forged_handles_are_refused_everywhere_and_cost_nothing() {
    let (mut world, living) = world();
    let mut numbers = Numbers(3);
    let edges =
        [u64::MAX, u64::MAX - 1, 1 << 32 | u64::from(u32::MAX), 1 << 32 | 1 << 31, 1 << 32 | 3, 5 << 32, 3 << 32];
    let random = (0..200).map(|_| numbers.next() >> numbers.byte(40));
    let forged: Vec<_> = edges.into_iter().chain(random).filter_map(Entity::from_bits).collect();
    assert!(forged.len() > 60);
    for entity in forged.into_iter().filter(|entity| !living.contains(entity)) {
        assert_refused_everywhere(&mut world, entity);
    }
}

#[test]
fn entities_are_spawned_only_at_free_handles() {
    let (mut world, living) = world();
    let mut numbers = Numbers(5);
    let mut given: Vec<Entity> = living.to_vec();
    given.extend(Entity::from_bits(1 << 32));
    for _ in 0..2_000 {
        let bits = u64::from(numbers.byte(6)) << 32 | u64::from(numbers.byte(40));
        let Some(entity) = Entity::from_bits(bits) else { continue };
        let later = |own: &Entity| own.index() == entity.index() && own.generation() >= entity.generation();
        let is_occupied = world.entities().any(|own| own.index() == entity.index());
        let before = world.len();
        match world.spawn_at(entity, Position(7)) {
            Ok(()) => {
                assert!(!is_occupied && !given.iter().any(later), "{entity} was alive");
                assert_eq!((world.get::<Position>(entity), world.len()), (Some(&Position(7)), before + 1));
                given.push(entity);
            }
            Err(refused) => {
                // When a spawn creates slots below the given index, each counts as if an entity had already lived in it.
                assert!(is_occupied || given.iter().any(later) || entity.generation() == 1, "{entity} is free");
                assert_eq!(refused.kind, ecs_world::ChangeErrorKind::NotFree(entity));
                assert_eq!((refused.into_inner(), world.len()), (Position(7), before));
            }
        }
        if numbers.byte(2) == 0 {
            let all: Vec<_> = world.entities().collect();
            world.despawn(all[usize::from(numbers.byte(64)) % all.len()]).unwrap();
            let spawned = world.spawn(Position(8));
            assert!(!given.contains(&spawned), "{spawned} was alive");
            given.push(spawned);
        }
        world.check_invariants().unwrap();
    }
    assert!(given.len() > 20, "{}", given.len());
    let far = Entity::from_bits(1 << 32 | 1 << 31).unwrap();
    assert!(
        world.spawn_at(far, Position(1)).unwrap_err().to_string().contains("would need more than 65 536 new indices")
    );
}

#[test]
fn numbers_with_even_generations_are_not_handles() {
    let mut numbers = Numbers(4);
    for bits in (0..10_000).map(|_| u64::from(numbers.word()) << 32 | u64::from(numbers.word())) {
        let entity = Entity::from_bits(bits);
        assert_eq!(entity.is_some(), bits >> 32 & 1 == 1);
        assert!(entity.is_none_or(|entity| entity.to_bits() == bits && u64::from(entity) == bits));
    }
}

#[test]
fn refused_values_are_returned_and_dropped_once() {
    let (mut world, [entity, ..]) = world();
    let count = Rc::new(());
    world.despawn(entity).unwrap();
    let error = world.insert(entity, (Shared(Rc::clone(&count)), Position(3))).err().unwrap();
    assert_eq!(Rc::strong_count(&count), 2);
    let (shared, position) = error.into_inner();
    assert_eq!((Rc::ptr_eq(&shared.0, &count), position), (true, Position(3)));
    drop(world.replace(entity, shared));
    assert_eq!(Rc::strong_count(&count), 1);
    world.commands().insert(entity, Shared(Rc::clone(&count)));
    world.flush();
    assert_eq!(Rc::strong_count(&count), 1);
}

#[test]
fn columns_of_unequal_length_are_returned_and_change_nothing() {
    let (mut world, _) = world();
    let (before, count) = (picture(&world), Rc::new(()));
    let shared = || vec![Shared(Rc::clone(&count))];
    let UnequalColumns { columns } = world.spawn_columns((vec![Position(1), Position(2)], shared())).err().unwrap();
    assert_eq!((columns.0, columns.1.len()), (vec![Position(1), Position(2)], 1));
    assert!(world.spawn_columns((Vec::<Position>::new(), shared())).is_err());
    assert!(
        world.spawn_columns((vec![Position(1)], (vec![Tag, Tag], shared()))).is_err(),
        "the lengths of nested columns are compared, too"
    );
    assert_eq!((Rc::strong_count(&count), picture(&world)), (2, before));
    drop(columns.1);
    assert_eq!(Rc::strong_count(&count), 1);
    let spawned = world.spawn_columns((vec![Position(1)], (vec![Tag], shared()))).unwrap();
    assert!(world.has::<Tag>(spawned[0]) && world.has::<Shared>(spawned[0]));
}

#[test]
fn columns_without_rows_spawn_no_entity() {
    let (mut world, _) = world();
    let before = picture(&world);
    assert!(world.spawn_columns((Vec::<Position>::new(), Vec::<Tag>::new())).unwrap().is_empty());
    assert!(world.spawn_columns(Vec::<Position>::new()).unwrap().is_empty());
    assert!(world.spawn_batch(Vec::<Position>::new()).is_empty());
    assert_eq!(picture(&world), before);
    let single = world.spawn_columns(vec![Position(5), Position(6)]).unwrap();
    assert_eq!(world.get::<Position>(single[1]), Some(&Position(6)));
    world.check_invariants().unwrap();
}

#[test]
fn an_impossible_reservation_panics_and_changes_nothing() {
    let (mut world, _) = world();
    let before = picture(&world);
    for count in [usize::MAX, usize::MAX / 2, isize::MAX.unsigned_abs()] {
        assert!(catch_unwind(AssertUnwindSafe(|| world.reserve::<(Position, Tag)>(count))).is_err());
        assert!(catch_unwind(AssertUnwindSafe(|| world.reserve::<Tag>(count))).is_err());
        world.check_invariants().unwrap();
    }
    world.reserve::<()>(0);
    assert_eq!(picture(&world), before);
    world.spawn((Position(3), Tag));
}

#[test]
fn disjoint_borrows_report_the_first_conflicting_position() {
    use DisjointError::{Duplicate, Missing, NoSuchEntity};
    let (mut world, [one, two, bare]) = world();
    let gone = world.spawn(Position(3));
    world.despawn(gone).unwrap();
    let mut ask = |entities: [Entity; 3]| world.get_disjoint_mut::<Position, 3>(entities).map(|all| all.map(|it| it.0));
    assert_eq!(ask([one, two, two]), Err(Duplicate(1, 2)));
    assert_eq!(ask([one, one, gone]), Err(Duplicate(0, 1)));
    assert_eq!(ask([gone, gone, one]), Err(NoSuchEntity(0)));
    assert_eq!(ask([one, bare, gone]), Err(Missing(1)));
    assert_eq!(ask([one, gone, bare]), Err(NoSuchEntity(1)));
    assert_eq!(world.get_disjoint_mut::<Position, 0>([]), Ok([]));
    assert_eq!(world.get_disjoint_mut::<Tag, 1>([one]), Ok([&mut Tag]));
    assert_eq!(world.get_disjoint_mut::<Position, 2>([two, one]), Ok([&mut Position(2), &mut Position(1)]));
}

#[test]
fn a_reference_across_two_values_has_no_owner() {
    ecs_world! {
        struct Across;
        components: [f32; 3] as Place, #[storage(packed)] [f32; 2] as Size, #[storage(hash_map)] [f64; 2] as Mass;
    }
    let mut world = Across::default();
    let all =
        world.spawn_batch((0..3_u8).map(|n| ([f32::from(n); 3], [f32::from(n); 2], [f64::from(n); 2]))).into_vec();
    let places = world.query::<&[f32; 3]>().slices().unwrap().as_flattened();
    let sizes = world.query::<&[f32; 2]>().slices().unwrap().as_flattened();
    let masses = world.query::<&[f64; 2]>().slices().unwrap().as_flattened();
    for at in 0..=6 {
        let owner = (at % 3 == 0).then(|| all[at / 3]);
        assert_eq!(world.owner_of::<[f32; 3]>(places[at..at + 3].try_into().unwrap()), owner, "{at}");
    }
    for at in 0..=4 {
        let owner = (at % 2 == 0).then(|| all[at / 2]);
        assert_eq!(world.owner_of::<[f32; 2]>(sizes[at..at + 2].try_into().unwrap()), owner, "{at}");
        assert_eq!(world.owner_of::<[f64; 2]>(masses[at..at + 2].try_into().unwrap()), owner, "{at}");
    }
}

#[test]
fn a_value_that_is_not_of_this_world_has_no_owner() {
    let (mut world, [one, ..]) = world();
    let (other, _) = self::world();
    let own = world.get::<Position>(one).unwrap();
    assert_eq!(world.owner_of(own), Some(one));
    assert_eq!(world.owner_of(other.get::<Position>(one).unwrap()), None);
    assert_eq!(world.owner_of(&own.clone()), None);
    assert_eq!(world.owner_of(&Position(1)), None);
    assert_eq!(world.owner_of(world.get::<Tag>(one).unwrap()), None, "values without a size have no address");
    assert_eq!(world.owner_of(world.query::<&Position>().iter().last().unwrap()).map(Entity::index), Some(2));
    world.clear();
    let values = [Position(1), Position(2)];
    assert!(values.iter().all(|value| world.owner_of(value).is_none()));
}

#[test]
fn each_any_filter_of_a_query_must_hold() {
    let (mut world, _) = world();
    let [tagged, placed] = [world.query::<&Tag>().iter().count(), world.query::<&Position>().iter().count()];
    assert!(tagged < placed, "some entities with a position lack the tag");
    for count in [0, 1, 2, 3, 4, 5, 6, 20] {
        for decisive in 0..count {
            let mut query = world.query_mut::<Entity>();
            for at in 0..count {
                query = if at == decisive { query.any::<Tag>() } else { query.any::<(Tag, Position)>() };
            }
            assert_eq!(query.reborrow().into_iter().count(), tagged, "the deciding filter is {decisive} of {count}");
            assert_eq!(query.share().iter().count(), tagged);
            let mut visited = 0;
            query.for_each(|_| visited += 1);
            assert_eq!(visited, tagged);
        }
        let query = (0..count).fold(world.query::<Entity>(), |query, _| query.any::<Position>());
        assert_eq!(query.iter().count(), if count == 0 { world.len() } else { placed });
    }
}

#[test]
fn empty_with_and_without_match_all_and_empty_any_matches_none() {
    let (world, _) = world();
    let count = |query: Query<'_, World, Entity>| query.iter().count();
    assert_eq!(count(world.query::<Entity>().with::<()>()), 3);
    assert_eq!(count(world.query::<Entity>().without::<()>()), 3);
    assert_eq!(count(world.query::<Entity>().any::<()>()), 0);
    assert_eq!(count(world.query::<Entity>().with::<Tag>().without::<Tag>()), 0);
    assert_eq!(world.query::<()>().iter().count(), 3);
    assert_eq!(world.query::<(&Position, &Position)>().iter().count(), 2, "a component can be read twice");
}

#[test]
fn errors_implement_error_and_describe_the_problem() {
    fn text<E: Error + Send + Sync + 'static>(error: E) -> String {
        assert!(!format!("{error:?}").is_empty());
        Box::<dyn Error>::from(error).to_string()
    }
    let entity = Entity::from_bits(3 << 32 | 8).unwrap();
    assert!(text(World::default().despawn(entity).unwrap_err()).contains("8v3"));
    assert!(text(World::default().insert(entity, Position(1)).unwrap_err()).contains("8v3"));
    assert!(text(UnequalColumns { columns: () }).contains("length"));
    assert!(text(SingleError::None).contains("no entity"));
    assert!(text(SingleError::Many).contains("several"));
    assert!(text(DisjointError::NoSuchEntity(4)).contains("position 4"));
    assert!(text(DisjointError::Missing(5)).contains("position 5"));
    assert!(text(DisjointError::Duplicate(6, 7)).contains("at 7"));
}

static_assertions::assert_impl_all!(InvariantError: Error, Send, Sync);
