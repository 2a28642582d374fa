//! Views, events, batches and wide masks hold a bounded amount of memory.

use super::*;

/// A world with a view of each kind, systems with callbacks, and events.
mod viewed {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Seen(Entity);

    macro_rules! witnesses {
        ($($Name:ident: $view:ident without $Other:ident),*) => {
            $(
                #[derive(Debug, Default)]
                pub struct $Name {
                    cursor: EventCursor<Seen>,
                    seen: usize,
                }

                #[system(view = $view, without($Other))]
                impl $Name {
                    fn run(&mut self, entity: Entity, _: &Position, _: &Mark, seen: &mut Events<Seen>) {
                        self.seen += seen.read(&mut self.cursor).count();
                        seen.send(Seen(entity));
                    }

                    fn on_added(&mut self, entity: Entity, commands: &mut Commands<World>) {
                        commands.insert(entity, Echo(1));
                    }

                    fn on_removed(&mut self, entity: Entity, commands: &mut Commands<World>) {
                        commands.remove::<Echo>(entity);
                    }
                }
            )*
        };
    }
    witnesses!(
        Listed: list without Velocity, Late: delayed without Spark, Swapped: active_passive without Ash, Scanned: scan without Dust
    );

    /// Two components that no entity has, so that the views differ.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Ash;
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Dust;

    #[system]
    fn grouped(spark: &mut Spark, mark: &Mark) {
        spark.0[0] += mark.0;
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Mark, Echo, Spark, Ash, Dust;
        events: Seen;
        systems: Listed, Late, Swapped, Scanned, grouped;
    }
}

#[test]
fn views_of_each_kind_with_callbacks_and_events_do_not_grow() {
    let _alone = alone();
    let mut world = viewed::World::default();
    let entities = world.spawn_batch((0..300).map(|number| (Position(number), Spark([0; 4])))).into_vec();
    // The next run undoes each change.
    let growth = Growth::of(|run| {
        for (at, entity) in entities.iter().enumerate() {
            match (run % 2, at % 3) {
                (0, 0) => _ = world.insert(*entity, Mark(run as u64)),
                (_, 0) => _ = world.remove::<Mark>(*entity),
                (0, 1) => _ = world.insert(*entity, (Mark(0), Velocity(0))),
                (_, 1) => _ = world.remove::<(Mark, Velocity)>(*entity),
                (0, _) => {
                    world.insert(*entity, (Mark(0), Velocity(0))).unwrap();
                    world.remove::<Velocity>(*entity).unwrap();
                }
                _ => {
                    world.insert(*entity, Velocity(0)).unwrap();
                    world.remove::<(Mark, Velocity)>(*entity).unwrap();
                }
            }
        }
        world.run_sequential();
    });
    growth.is_none();
}

#[test]
fn spawning_and_despawning_leaves_views_of_each_kind_at_their_capacity() {
    let _alone = alone();
    let mut world = viewed::World::default();
    world.spawn_batch((0..100).map(|number| (Position(number), Mark(1), Spark([0; 4]))));
    let mut temporary = Vec::new();
    let growth = Growth::of(|run| {
        temporary.extend((0..40).map(|number| match (run + number) % 3 {
            0 => world.spawn((Position(1), Mark(2))),
            1 => world.spawn((Spark([1; 4]), Mark(2))),
            _ => world.spawn((Position(1), Mark(2), Velocity(3), Spark([1; 4]))),
        }));
        world.run_sequential();
        // Despawns every second entity first, so that slots are reused in another order.
        for remainder in [0, 1] {
            temporary.iter().skip(remainder).step_by(2).for_each(|entity| world.despawn(*entity).unwrap());
        }
        temporary.clear();
    });
    growth.is_none();
    assert_eq!(world.query::<&Mark>().iter().count(), 100);
}

#[test]
fn batches_hold_no_more_than_their_entities_need() {
    let _alone = alone();
    let mut world = viewed::World::default();
    let kept = world.spawn_batch((0..50).map(|number| (Position(number), Mark(1)))).into_vec();
    // The handles that each batch returns are its only allocation.
    Growth::of(|_| {
        let entities = world.spawn_batch((0..100).map(|number| (Position(number), Mark(1), Spark([0; 4]))));
        world.run_sequential();
        entities.iter().for_each(|entity| world.despawn(*entity).unwrap());
    })
    .is_bounded();
    assert_eq!(world.query::<&Position>().iter().count(), kept.len());
}

mod wide {
    use super::*;

    macro_rules! many {
        ($($Name:ident)*) => {
            $(#[derive(Debug, Clone, Copy, PartialEq)] pub struct $Name(pub u8);)*
            ecs_world! { pub struct World; components: Position, Mark, $($Name),*; }
        };
    }
    many! {
        C00 C01 C02 C03 C04 C05 C06 C07 C08 C09 C10 C11 C12 C13 C14 C15 C16 C17 C18 C19 C20 C21 C22 C23 C24 C25 C26 C27 C28
        C29 C30 C31 C32 C33 C34 C35 C36 C37 C38 C39 C40 C41 C42 C43 C44 C45 C46 C47 C48 C49 C50 C51 C52 C53 C54 C55 C56 C57
        C58 C59 C60 C61 C62 C63 C64 C65
    }
}

#[test]
fn worlds_with_wide_masks_keep_each_distinct_mask_once() {
    let _alone = alone();
    let mut world = wide::World::default();
    let entities: Vec<_> = (0..200).map(|number| world.spawn(Position(number))).collect();
    Growth::of(|run| {
        for (at, entity) in entities.iter().enumerate() {
            if (at + run).is_multiple_of(2) {
                world.insert(*entity, (wide::C00(1), wide::C65(2))).unwrap();
            } else {
                world.remove::<wide::C65>(*entity).unwrap();
            }
            if at.is_multiple_of(50) {
                world.insert(*entity, Mark(1)).unwrap();
                world.remove::<Mark>(*entity).unwrap();
            }
        }
    })
    .is_none();
    world.check_invariants().unwrap();
}
