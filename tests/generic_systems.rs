//! Generic systems: the arguments that a world passes determine their type parameters, even if only one parameter names these.
#![allow(missing_docs, unreachable_pub, reason = "the systems here are for these tests alone")]
#![allow(clippy::needless_pass_by_value, clippy::type_complexity, reason = "systems take what they take")]

use parts::{Grid, Mode, Note, Shared, Tag};

mod parts {
    use std::marker::PhantomData;

    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Position(pub i32);
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Velocity(pub i32);
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Spawned;
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Tag<T>(pub T);
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Grid<const N: usize>;
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Shared<T>(pub T);
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Note<T>(pub T);
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Mode<T>(pub T);

    /// A component that names the world itself.
    #[derive(Debug)]
    pub struct Of<W>(pub u32, pub PhantomData<fn() -> W>);
}

/// Systems in which only a query names the world.
mod queries {
    use super::parts::{Position, Velocity};
    use ecs_world::prelude::*;

    #[derive(Debug, Default)]
    pub struct Reads(pub i32);
    #[system]
    impl Reads {
        fn run<W: Has<Position>>(&mut self, query: Query<'_, W, &Position>) {
            self.0 += query.into_iter().map(|position| position.0).sum::<i32>();
        }
    }

    #[system]
    pub fn writes<W: Has<Position>>(query: Query<'_, W, &mut Position>) {
        for position in query {
            position.0 += 1;
        }
    }

    #[derive(Debug, Default)]
    pub struct ReadsWhereThereIs(pub usize);
    #[system]
    impl ReadsWhereThereIs {
        fn run<W: Has<Velocity>>(&mut self, query: Query<'_, W, Option<&Velocity>>) {
            self.0 += query.into_iter().flatten().count();
        }
    }

    #[system]
    pub fn writes_where_there_is<W: Has<Velocity>>(query: Query<'_, W, Option<&mut Velocity>>) {
        for velocity in query.into_iter().flatten() {
            velocity.0 += 1;
        }
    }

    #[derive(Debug, Default)]
    pub struct Handles(pub usize);
    #[system]
    impl Handles {
        fn run<W: EcsWorld>(&mut self, query: Query<'_, W, Entity>) {
            self.0 += query.into_iter().count();
        }
    }

    #[derive(Debug, Default)]
    pub struct HandlesInATuple(pub usize);
    #[system]
    impl HandlesInATuple {
        fn run<W: EcsWorld>(&mut self, query: Query<'_, W, (Entity,)>) {
            self.0 += query.into_iter().count();
        }
    }

    #[system]
    pub fn nested<W>(query: Query<'_, W, ((Entity, &mut Position), (Option<&Velocity>,))>)
    where
        W: Has<Position> + Has<Velocity>,
    {
        for ((_, position), (velocity,)) in query {
            position.0 += 10 * velocity.map_or(0, |velocity| velocity.0);
        }
    }

    #[system]
    pub fn anonymous(query: Query<'_, impl Has<Position> + Has<Velocity>, (&mut Position, &Velocity)>) {
        for (position, _) in query {
            position.0 += 100;
        }
    }

    #[system]
    pub fn two_queries<W: Has<Position> + Has<Velocity>>(
        positions: Query<'_, W, &mut Position>,
        velocities: Query<'_, W, &Velocity>,
    ) {
        let sum: i32 = velocities.into_iter().map(|velocity| velocity.0).sum();
        for position in positions {
            position.0 += 1000 * sum;
        }
    }

    /// The query is borrowed again for each entity.
    #[system]
    pub fn beside_an_entity<W: Has<Velocity>>(position: &mut Position, mut query: Query<'_, W, &Velocity>) {
        query.for_each(|velocity| position.0 += 10_000 * velocity.0);
    }

    /// The query is shared between threads.
    #[system(parallel)]
    pub fn in_parallel<W: Has<Velocity>>(position: &mut Position, query: Query<'_, W, &Velocity>) {
        position.0 += 100_000 * query.into_iter().map(|velocity| velocity.0).sum::<i32>();
    }

    ecs_components! {
        pub set queries;
        components: Position, Velocity;
        systems:
            Reads, writes, ReadsWhereThereIs, writes_where_there_is, Handles, HandlesInATuple, nested, anonymous, two_queries,
            beside_an_entity, in_parallel;
    }
}

/// Systems in which only a queue of commands names the world.
mod queues {
    use super::parts::{Position, Spawned};
    use ecs_world::prelude::*;

    #[system]
    pub fn commands<W: Has<Spawned>>(commands: &mut Commands<W>) {
        commands.spawn(Spawned);
    }

    #[system]
    pub fn spawner<W: Has<Spawned>>(spawner: &mut Spawner<W>) {
        spawner.spawn(Spawned);
    }

    #[system]
    pub fn spawner_of_pairs<W: Has<Spawned> + Has<Position>>(spawner: &mut Spawner<W>) {
        spawner.spawn((Spawned, Position(0)));
    }

    #[system(parallel)]
    pub fn commands_in_parallel<W: Has<Spawned>>(entity: Entity, commands: &mut Commands<W>) {
        commands.insert(entity, Spawned);
    }

    /// Each function has its own type parameter.
    #[derive(Debug, Default)]
    pub struct Callbacks;
    #[system]
    impl Callbacks {
        fn run<W: EcsWorld>(&self, _: &Position, _: &mut Commands<W>) {}

        fn on_added<V: Has<Spawned>>(&mut self, entity: Entity, commands: &mut Commands<V>) {
            commands.insert(entity, Spawned);
        }
    }

    ecs_components! {
        pub set queues;
        components: Position, Spawned;
        systems: commands, spawner, spawner_of_pairs, commands_in_parallel, Callbacks;
    }
}

/// Systems whose type and constant parameters are determined by the columns, resources, events and states of the world.
mod values {
    use super::parts::{Grid, Mode, Note, Shared, Tag};
    use ecs_world::prelude::*;

    #[derive(Debug, Default)]
    pub struct OfAComponent(pub u8);
    #[system]
    impl OfAComponent {
        fn run<T: Copy + Into<u8>>(&mut self, tag: &Tag<T>) {
            self.0 += tag.0.into();
        }
    }

    #[system]
    pub fn of_a_written_component<T: std::ops::AddAssign + From<u8>>(tag: &mut Tag<T>) {
        tag.0 += T::from(1);
    }

    /// Requires no component, so it runs for each entity.
    #[derive(Debug, Default)]
    pub struct OfWhatMayBeMissing(pub u8);
    #[system]
    impl OfWhatMayBeMissing {
        fn run<T: Copy + Into<u8>>(&mut self, tag: Option<&Tag<T>>) {
            self.0 += tag.map_or(100, |tag| tag.0.into());
        }
    }

    #[system]
    pub fn of_what_may_be_missing_and_is_written<T: std::ops::AddAssign + From<u8>>(tag: Option<&mut Tag<T>>) {
        if let Some(tag) = tag {
            tag.0 += T::from(1);
        }
    }

    #[derive(Debug, Default)]
    pub struct OfAConstant(pub usize);
    #[system]
    impl OfAConstant {
        fn run<const N: usize>(&mut self, _: &Grid<N>) {
            self.0 += N;
        }
    }

    #[derive(Debug, Default)]
    pub struct OfAResource(pub u8);
    #[system]
    impl OfAResource {
        fn run<T: Copy + Into<u8>>(&mut self, shared: &Shared<T>) {
            self.0 += shared.0.into();
        }
    }

    #[system]
    pub fn of_a_written_resource<T: From<u8>>(shared: &mut Shared<T>) {
        shared.0 = T::from(9);
    }

    #[system]
    pub fn of_sent_events<T: From<u8>>(notes: &mut Events<Note<T>>) {
        notes.send(Note(T::from(7)));
    }

    #[derive(Debug, Default)]
    pub struct OfReadEvents(pub usize);
    #[system]
    impl OfReadEvents {
        fn run<T>(&mut self, notes: &Events<Note<T>>) {
            self.0 = notes.iter().count();
        }
    }

    #[system]
    pub fn of_a_written_state<T: From<u8>>(mode: &mut State<Mode<T>>)
    where
        Mode<T>: PartialEq,
    {
        mode.set(Mode(T::from(3)));
    }

    #[derive(Debug, Default)]
    pub struct OfAReadState(pub u8);
    #[system]
    impl OfAReadState {
        fn run<T: Copy + Into<u8>>(&mut self, mode: &State<Mode<T>>)
        where
            Mode<T>: PartialEq,
        {
            self.0 = mode.get().0.into();
        }
    }

    /// The item type is determined by the iterator.
    #[system]
    pub fn of_what_another_yields<I: Clone + Iterator<Item = T>, T: Into<u8>>(items: &mut Shared<I>) {
        assert_eq!(items.0.next().map(Into::into), None);
    }

    #[condition]
    pub fn holds<T: Copy + Into<u8>>(shared: &Shared<T>) -> bool {
        shared.0.into() == 9
    }

    #[derive(Debug, Default)]
    pub struct OfACondition(pub u32);
    #[system(run_if = holds)]
    impl OfACondition {
        fn run(&mut self) {
            self.0 += 1;
        }
    }

    ecs_components! {
        pub set values;
        components: Tag<u8>, Grid<4>;
        resources: Shared<u8>;
        events: Note<u8>;
        states: Mode<u8>;
        conditions: holds;
        systems:
            OfAComponent, of_a_written_component, OfWhatMayBeMissing, of_what_may_be_missing_and_is_written, OfAConstant,
            OfAResource, OfACondition, of_a_written_resource, of_sent_events, OfReadEvents, of_a_written_state, OfAReadState;
    }

    ecs_components! {
        pub set yields;
        resources: Shared<std::iter::Empty<u8>>;
        systems: of_what_another_yields;
    }
}

/// The same systems without a set; each world names some of them.
mod without_a_set {
    use super::parts::{Of, Position, Spawned, Velocity};
    use super::queries::{Handles, HandlesInATuple, Reads, ReadsWhereThereIs};
    use super::queries::{
        anonymous, beside_an_entity, in_parallel, nested, two_queries, writes, writes_where_there_is,
    };
    use super::queues::{Callbacks, commands, commands_in_parallel, spawner, spawner_of_pairs};
    use ecs_world::prelude::*;

    #[system]
    fn of_the_world<W>(of: &mut Of<W>) {
        of.0 += 1;
    }

    ecs_world! {
        pub struct Queries;
        components: Position, Velocity;
        systems:
            Reads, writes, ReadsWhereThereIs, writes_where_there_is, Handles, HandlesInATuple, nested, anonymous, two_queries,
            beside_an_entity, in_parallel;
    }

    ecs_world! {
        pub struct Queues;
        components: Position, Spawned;
        systems: commands, spawner, spawner_of_pairs, commands_in_parallel, Callbacks;
    }

    ecs_world! {
        struct Own;
        components: Of<Own>;
        systems: of_the_world;
    }

    #[test]
    fn a_component_may_name_the_world() {
        let mut world = Own::default();
        let entity = world.spawn(Of::<Own>(0, std::marker::PhantomData));
        world.run();
        assert_eq!(world.get::<Of<Own>>(entity).map(|of| of.0), Some(1));
    }
}

mod of_sets {
    ecs_world::ecs_world! {
        pub struct Queries;
        include: super::queries::queries;
        systems: ..queries;
    }

    ecs_world::ecs_world! {
        pub struct Queues;
        include: super::queues::queues;
        systems: ..queues;
    }

    ecs_world::ecs_world! {
        pub struct Values;
        include: super::values::values, super::values::yields { Shared as Iterator };
        systems: ..values, ..yields;
    }
}

/// Checks the effects of one run of the systems with queries.
macro_rules! queries_run_in {
    ($world:ty) => {{
        let mut world = <$world>::default();
        let both = world.spawn((parts::Position(1), parts::Velocity(0)));
        let one = world.spawn(parts::Position(1));
        world.run();
        assert_eq!(world.systems.reads.0, 2);
        assert_eq!(world.systems.reads_where_there_is.0, 1);
        assert_eq!((world.systems.handles.0, world.systems.handles_in_a_tuple.0), (2, 2));
        assert_eq!(world.get::<parts::Velocity>(both), Some(&parts::Velocity(1)));
        assert_eq!(world.get::<parts::Position>(both), Some(&parts::Position(111_112)));
        assert_eq!(world.get::<parts::Position>(one), Some(&parts::Position(111_002)));
    }};
}

/// Checks the effects of one run of the systems with queues.
macro_rules! queues_run_in {
    ($world:ty) => {{
        let mut world = <$world>::default();
        let entity = world.spawn(parts::Position(1));
        world.flush();
        assert!(world.has::<parts::Spawned>(entity), "by a callback");
        let second = world.spawn(());
        world.run();
        assert!(world.has::<parts::Spawned>(second), "by a parallel system");
        assert_eq!(world.len(), 5);
    }};
}

#[test]
fn a_query_as_the_only_parameter_determines_the_world() {
    queries_run_in!(of_sets::Queries);
    queries_run_in!(without_a_set::Queries);
}

#[test]
fn a_queue_as_the_only_parameter_determines_the_world() {
    queues_run_in!(of_sets::Queues);
    queues_run_in!(without_a_set::Queues);
}

#[test]
fn values_of_the_world_determine_type_and_constant_parameters() {
    let mut world = of_sets::Values::default();
    let tagged = world.spawn((Tag(5_u8), Grid::<4>));
    world.spawn(());
    world.run();
    assert_eq!(world.systems.of_a_component.0, 5);
    assert_eq!(world.systems.of_what_may_be_missing.0, 106);
    assert_eq!(world.get::<Tag<u8>>(tagged), Some(&Tag(7)));
    assert_eq!(world.systems.of_a_constant.0, 4);
    assert_eq!((world.systems.of_a_resource.0, world.resources.shared), (0, Shared(9)));
    assert_eq!((world.systems.of_read_events.0, world.systems.of_a_read_state.0), (1, 0));
    assert_eq!(world.events.note.iter().next(), Some(&Note(7)));
    assert_eq!(world.systems.of_a_condition.0, 0);
    world.run();
    assert_eq!((world.systems.of_a_condition.0, world.systems.of_a_resource.0), (1, 9));
    assert_eq!((world.systems.of_a_read_state.0, world.states.mode.get()), (3, &Mode(3)));
}
