#[doc(hidden)]
pub struct __GameStorages {
    position: __ecs_Game::Buffered<
        __GameS0,
        __ecs_Game::SparseSet<__ecs_Game::Past<Position>>,
    >,
    velocity: __GameS1,
}
///The values of each component of a world, to borrow apart and to join.
pub struct __GameColumns<'__w> {
    /// The living entities, to join with columns.
    pub entities: __ecs_Game::EntityColumn<'__w>,
    ///The values of component `Position`.
    pub position: __ecs_Game::ColumnMut<'__w, Position>,
    ///The values of component `Velocity`.
    pub velocity: __ecs_Game::ColumnMut<'__w, Velocity>,
    __past_position: &'__w __ecs_Game::SparseSet<__ecs_Game::Past<Position>>,
}
impl __ecs_Game::Holds<__GameC0> for Game {
    const ID: ::core::primitive::usize = 0usize;
    type Storage = __GameS0;
    fn storage(all: &__GameStorages) -> &__GameS0 {
        &all.position.present
    }
    fn storage_mut(all: &mut __GameStorages) -> &mut __GameS0 {
        &mut all.position.present
    }
    fn column<'a, 'w: 'w>(
        columns: &'a mut __GameColumns<'w>,
        _: __ecs_Game::Token,
    ) -> &'a mut __ecs_Game::ColumnMut<'w, __GameC0, __GameS0> {
        &mut columns.position
    }
    fn queue(all: &mut __GameQueues) -> &mut __ecs_Game::Queue<__GameC0> {
        &mut all.position
    }
    fn queued(all: &__GameQueues) -> &__ecs_Game::Queue<__GameC0> {
        &all.position
    }
}
impl __ecs_Game::KeepsPast<Position> for Game {
    type Past = __ecs_Game::SparseSet<__ecs_Game::Past<Position>>;
    fn both_mut(
        all: &mut __GameStorages,
    ) -> &mut __ecs_Game::Buffered<
        __GameS0,
        __ecs_Game::SparseSet<__ecs_Game::Past<Position>>,
    > {
        &mut all.position
    }
}
impl __ecs_Game::Reads<__ecs_Game::Past<Position>> for Game {
    const COMPONENT: ::core::primitive::usize = 0usize;
    const READ: __ecs_Game::Access = __ecs_Game::Access::Past(0usize);
    type Values = __ecs_Game::SparseSet<__ecs_Game::Past<Position>>;
    fn values(all: &__GameStorages) -> &Self::Values {
        &all.position.past
    }
    fn lent_values<'w>(
        columns: &mut Self::Columns<'w>,
    ) -> ::core::option::Option<&'w Self::Values> {
        ::core::option::Option::Some(columns.__past_position)
    }
}
impl __ecs_Game::RunSystem<0usize> for Game {
    #[inline(always)]
    fn __run_one(&mut self, token: __ecs_Game::Token) {
        let Self { __ecs: core, .. } = self;
        let __ecs_Game::Parts {
            storages: storages,
            views: views,
            entities: entities,
            ..
        } = __ecs_Game::parts(core, token);
        Self::__system_0((
            &mut storages.position.present,
            &storages.velocity,
            &storages.position.past,
            views,
            entities,
        ));
    }
}
impl __ecs_Game::RunSystem<1usize> for Game {
    #[inline(always)]
    fn __run_one(&mut self, token: __ecs_Game::Token) {
        let Self { __ecs: core, .. } = self;
        let __ecs_Game::Parts {
            storages: storages,
            views: views,
            entities: entities,
            ..
        } = __ecs_Game::parts(core, token);
        Self::__system_1((&storages.velocity, &storages.position.past, views, entities));
    }
}
impl __ecs_Game::RunSchedule<0usize> for Game {
    const SCHEDULE: &'static ::core::primitive::str = "run";
    const ITERATED: &'static [::core::primitive::usize] = &[0usize];
    fn __run_listed(&mut self, token: __ecs_Game::Token) {
        __ecs_Game::keep_past::<Self, Position>(self, token);
        __ecs_Game::run_one::<Self, 0usize>(self, token);
        __ecs_Game::run_one::<Self, 1usize>(self, token);
    }
    fn __run_stages(&mut self, token: __ecs_Game::Token, watch: &mut __ecs_Game::Watch) {
        __ecs_Game::keep_past::<Self, Position>(self, token);
        {
            let Self {
                systems: systems,
                resources: resources,
                events: events,
                states: states,
                __ecs: core,
            } = self;
            let __ecs_Game::Queued {
                parts: __ecs_Game::Parts {
                    storages: storages,
                    views: views,
                    entities: entities,
                    commands: commands,
                    reserved: reserved,
                },
                queues: [],
            } = core.queued::<0usize>(token);
            {
                let _traced = __ecs_Game::trace_stage(0usize);
                let mut stage = __ecs_Game::Stage((
                    __ecs_Game::job(
                        (
                            &mut storages.position.present,
                            &storages.velocity,
                            &storages.position.past,
                            views,
                            entities,
                        ),
                        Self::__system_0,
                    ),
                    __ecs_Game::job(
                        (&storages.velocity, &storages.position.past, views, entities),
                        Self::__system_1,
                    ),
                ));
                let how = stage.__how();
                let __ecs_Game::Stage((job_0, job_1)) = &mut stage;
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
            &mut __GameS0,
            &__GameS1,
            &__ecs_Game::SparseSet<__ecs_Game::Past<Position>>,
            &__GameViews,
            &__ecs_Game::Population<__ecs_Game::SmallMask<::core::primitive::u8>>,
        ),
    ) {
        let _ = (
            &storages_position,
            &storages_velocity,
            &past_position,
            &views,
            &entities,
        );
        let _traced = __ecs_Game::traced(entities, 0usize, "advance");
        __ecs_Game::drive::<
            Self,
            (
                __ecs_Game::Write<__GameS0>,
                __ecs_Game::Read<__ecs_Game::SparseSet<__ecs_Game::Past<Position>>>,
                __ecs_Game::Read<__GameS1>,
            ),
            _,
            0usize,
            true,
        >(
            &views.view_0,
            (
                __ecs_Game::write_aligned(&mut *storages_position),
                __ecs_Game::read(past_position).aligned(),
                __ecs_Game::read_aligned(storages_velocity),
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
            &__GameS1,
            &__ecs_Game::SparseSet<__ecs_Game::Past<Position>>,
            &__GameViews,
            &__ecs_Game::Population<__ecs_Game::SmallMask<::core::primitive::u8>>,
        ),
    ) {
        let _ = (&storages_velocity, &past_position, &views, &entities);
        let _traced = __ecs_Game::traced(entities, 1usize, "watch");
        let q0 = __ecs_Game::query_over::<
            Self,
            _,
        >(
            (__ecs_Game::read(past_position), __ecs_Game::read(storages_velocity)),
            views,
            entities,
        );
        watch(q0)
    }
}
