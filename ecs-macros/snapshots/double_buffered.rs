#[doc(hidden)]
pub struct __GameStorages {
    position: ::ecs_world::__private::Buffered<
        ::ecs_world::__private::SparseSet<Position>,
        ::ecs_world::__private::SparseSet<::ecs_world::__private::Past<Position>>,
    >,
    velocity: ::ecs_world::__private::SparseSet<Velocity>,
}
///The values of each component of a world, to borrow apart and to join.
pub struct __GameColumns<'__w> {
    /// The living entities, to join with columns.
    pub entities: ::ecs_world::__private::EntityColumn<'__w>,
    ///The values of component `Position`.
    pub position: ::ecs_world::__private::ColumnMut<'__w, Position>,
    ///The values of component `Velocity`.
    pub velocity: ::ecs_world::__private::ColumnMut<'__w, Velocity>,
    __past_position: &'__w ::ecs_world::__private::SparseSet<
        ::ecs_world::__private::Past<Position>,
    >,
}
impl ::ecs_world::__private::Holds<Position> for Game {
    const ID: ::core::primitive::usize = 0usize;
    type Storage = ::ecs_world::__private::SparseSet<Position>;
    fn storage(all: &__GameStorages) -> &Self::Storage {
        &all.position.present
    }
    fn storage_mut(all: &mut __GameStorages) -> &mut Self::Storage {
        &mut all.position.present
    }
    fn column<'a, 'w>(
        columns: &'a mut Self::Columns<'w>,
    ) -> ::ecs_world::__private::LentOf<'a, 'w, Self::Storage> {
        ::ecs_world::__private::Lent::new(&mut columns.position)
    }
    fn queue(all: &mut __GameQueues) -> &mut ::ecs_world::__private::Queue<Position> {
        &mut all.position
    }
    fn queued(all: &__GameQueues) -> &::ecs_world::__private::Queue<Position> {
        &all.position
    }
}
impl ::ecs_world::__private::KeepsPast<Position> for Game {
    type Past = ::ecs_world::__private::SparseSet<
        ::ecs_world::__private::Past<Position>,
    >;
    fn both_mut(
        all: &mut __GameStorages,
    ) -> &mut ::ecs_world::__private::Buffered<
        ::ecs_world::__private::SparseSet<Position>,
        ::ecs_world::__private::SparseSet<::ecs_world::__private::Past<Position>>,
    > {
        &mut all.position
    }
}
impl ::ecs_world::__private::Reads<::ecs_world::__private::Past<Position>> for Game {
    const COMPONENT: ::core::primitive::usize = 0usize;
    const READ: ::ecs_world::__private::Access = ::ecs_world::__private::Access::Past(
        0usize,
    );
    type Values = ::ecs_world::__private::SparseSet<
        ::ecs_world::__private::Past<Position>,
    >;
    fn values(all: &__GameStorages) -> &Self::Values {
        &all.position.past
    }
    fn lent_values<'w>(
        columns: &mut Self::Columns<'w>,
    ) -> ::core::option::Option<&'w Self::Values> {
        ::core::option::Option::Some(columns.__past_position)
    }
}
impl ::ecs_world::__private::RunSystem<0usize> for Game {
    const ITERATED: &'static [::core::primitive::usize] = &[0usize];
    fn __run_system(&mut self, token: ::ecs_world::__private::Token) {
        let Self {
            systems: systems,
            resources: resources,
            events: events,
            states: states,
            __ecs: core,
        } = self;
        let ::ecs_world::__private::Parts {
            storages: storages,
            views: views,
            entities: entities,
            commands: commands,
            reserved: reserved,
        } = core.parts(token);
        let _ = (
            &systems,
            &resources,
            &events,
            &states,
            &storages,
            &views,
            &entities,
            &commands,
            &reserved,
        );
        Self::__system_0((
            &mut storages.position.present,
            &storages.velocity,
            &storages.position.past,
            views,
            entities,
        ));
    }
}
impl ::ecs_world::__private::RunSystem<1usize> for Game {
    const ITERATED: &'static [::core::primitive::usize] = &[];
    fn __run_system(&mut self, token: ::ecs_world::__private::Token) {
        let Self {
            systems: systems,
            resources: resources,
            events: events,
            states: states,
            __ecs: core,
        } = self;
        let ::ecs_world::__private::Parts {
            storages: storages,
            views: views,
            entities: entities,
            commands: commands,
            reserved: reserved,
        } = core.parts(token);
        let _ = (
            &systems,
            &resources,
            &events,
            &states,
            &storages,
            &views,
            &entities,
            &commands,
            &reserved,
        );
        Self::__system_1((&storages.velocity, &storages.position.past, views, entities));
    }
}
impl ::ecs_world::__private::RunSchedule<0usize> for Game {
    const SCHEDULE: &'static ::core::primitive::str = "run";
    const ITERATED: &'static [::core::primitive::usize] = &[0usize];
    fn __run_schedule(&mut self, token: ::ecs_world::__private::Token) {
        ::ecs_world::__private::keep_past::<Self, Position>(self, token);
        <Self as ::ecs_world::__private::RunSystem<0usize>>::__run_system(self, token);
        <Self as ::ecs_world::__private::RunSystem<1usize>>::__run_system(self, token);
    }
    fn __run_stages(
        &mut self,
        token: ::ecs_world::__private::Token,
        watch: &mut ::ecs_world::__private::Watch,
    ) {
        ::ecs_world::__private::keep_past::<Self, Position>(self, token);
        {
            let Self {
                systems: systems,
                resources: resources,
                events: events,
                states: states,
                __ecs: core,
            } = self;
            let ::ecs_world::__private::Queued {
                parts: ::ecs_world::__private::Parts {
                    storages: storages,
                    views: views,
                    entities: entities,
                    commands: commands,
                    reserved: reserved,
                },
                queues: [],
            } = core.queued::<0usize>(token);
            let _ = (
                &systems,
                &resources,
                &events,
                &states,
                &storages,
                &views,
                &entities,
                &commands,
                &reserved,
            );
            {
                let _traced = ::ecs_world::__private::trace_stage(0usize);
                let mut stage = ::ecs_world::__private::Stage((
                    ::ecs_world::__private::job(
                        (
                            &mut storages.position.present,
                            &storages.velocity,
                            &storages.position.past,
                            views,
                            entities,
                        ),
                        Self::__system_0,
                    ),
                    ::ecs_world::__private::job(
                        (&storages.velocity, &storages.position.past, views, entities),
                        Self::__system_1,
                    ),
                ));
                let how = stage.__how();
                let ::ecs_world::__private::Stage((job_0, job_1)) = &mut stage;
                how.run(&mut [job_0, job_1], watch);
            }
        }
    }
}
impl Game {
    fn __system_0(
        (
            storages_position,
            storages_velocity,
            past_position,
            views,
            entities,
        ): (
            &mut ::ecs_world::__private::SparseSet<Position>,
            &::ecs_world::__private::SparseSet<Velocity>,
            &::ecs_world::__private::SparseSet<::ecs_world::__private::Past<Position>>,
            &__GameViews,
            &::ecs_world::__private::Population<
                ::ecs_world::__private::SmallMask<::core::primitive::u8>,
            >,
        ),
    ) {
        let _ = (
            &storages_position,
            &storages_velocity,
            &past_position,
            &views,
            &entities,
        );
        let _traced = ::ecs_world::__private::trace_system(
            entities.times(),
            0usize,
            "advance",
        );
        ::ecs_world::__private::drive::<
            Self,
            (
                ::ecs_world::__private::Write<
                    ::ecs_world::__private::SparseSet<Position>,
                >,
                ::ecs_world::__private::Read<
                    ::ecs_world::__private::SparseSet<
                        ::ecs_world::__private::Past<Position>,
                    >,
                >,
                ::ecs_world::__private::Read<::ecs_world::__private::SparseSet<Velocity>>,
            ),
            _,
            0usize,
            true,
        >(
            &views.view_0,
            (
                ::ecs_world::__private::write(&mut *storages_position).aligned(),
                ::ecs_world::__private::read(past_position).aligned(),
                ::ecs_world::__private::read(storages_velocity).aligned(),
            ),
            entities,
            |(a0, a1, a2)| advance(a0, a1, a2),
        );
    }
    fn __system_1(
        (
            storages_velocity,
            past_position,
            views,
            entities,
        ): (
            &::ecs_world::__private::SparseSet<Velocity>,
            &::ecs_world::__private::SparseSet<::ecs_world::__private::Past<Position>>,
            &__GameViews,
            &::ecs_world::__private::Population<
                ::ecs_world::__private::SmallMask<::core::primitive::u8>,
            >,
        ),
    ) {
        let _ = (&storages_velocity, &past_position, &views, &entities);
        let _traced = ::ecs_world::__private::trace_system(
            entities.times(),
            1usize,
            "watch",
        );
        let q0 = ::ecs_world::__private::query_over::<
            Self,
            _,
        >(
            (
                ::ecs_world::__private::read(past_position),
                ::ecs_world::__private::read(storages_velocity),
            ),
            views,
            entities,
        );
        watch(q0)
    }
}
