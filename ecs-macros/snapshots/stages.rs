impl __ecs_Game::RunSystem<0usize> for Game {
    #[inline(always)]
    fn __run_one(&mut self, token: __ecs_Game::Token) {
        let Self {
            systems: systems,
            resources: resources,
            events: events,
            states: states,
            __ecs: core,
        } = self;
        let __ecs_Game::Parts {
            storages: storages,
            views: views,
            entities: entities,
            commands: commands,
            reserved: reserved,
        } = __ecs_Game::parts(core, token);
        Self::__system_0((
            &mut storages.position,
            &storages.velocity,
            &resources.time,
            &mut systems.physics,
            views,
            entities,
            &mut *commands,
        ));
    }
}
impl __ecs_Game::RunSystem<1usize> for Game {
    #[inline(always)]
    fn __run_one(&mut self, token: __ecs_Game::Token) {
        let Self {
            systems: systems,
            resources: resources,
            events: events,
            states: states,
            __ecs: core,
        } = self;
        let __ecs_Game::Parts {
            storages: storages,
            views: views,
            entities: entities,
            commands: commands,
            reserved: reserved,
        } = __ecs_Game::parts(core, token);
        Self::__system_1((
            &storages.velocity,
            &mut events.hit,
            views,
            entities,
            &mut *commands,
            &mut *reserved,
        ));
    }
}
impl __ecs_Game::RunSchedule<0usize> for Game {
    const SCHEDULE: &'static ::core::primitive::str = "run";
    const ITERATED: &'static [::core::primitive::usize] = &[0usize, 1usize];
    fn __run_listed(&mut self, token: __ecs_Game::Token) {
        if __ecs_Game::begin_run(self, token) {
            Self::update_events(self);
        }
        __ecs_Game::run_one::<Self, 0usize>(self, token);
        __ecs_Game::run_one::<Self, 1usize>(self, token);
        __ecs_Game::sync(self);
        __ecs_Game::run_one::<Self, 2usize>(self, token);
    }
    fn __run_stages(&mut self, token: __ecs_Game::Token, watch: &mut __ecs_Game::Watch) {
        if __ecs_Game::begin_run(self, token) {
            Self::update_events(self);
        }
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
                queues: [queue_0,
                queue_1,
                ],
            } = core.queued::<2usize>(token);
            {
                let _traced = __ecs_Game::trace_stage(0usize);
                let mut stage = __ecs_Game::Stage((
                    __ecs_Game::job(
                        (
                            &mut storages.position,
                            &storages.velocity,
                            &resources.time,
                            &mut systems.physics,
                            views,
                            entities,
                            &mut *queue_0,
                        ),
                        Self::__system_0,
                    ),
                    __ecs_Game::job(
                        (
                            &storages.velocity,
                            &mut events.hit,
                            views,
                            entities,
                            &mut *queue_1,
                            &mut *reserved,
                        ),
                        Self::__system_1,
                    ),
                ));
                let how = stage.__how();
                let __ecs_Game::Stage((job_0, job_1)) = &mut stage;
                how.run(&mut [job_0, job_1], watch);
            }
        }
        __ecs_Game::sync(self);
        __ecs_Game::run_one::<Self, 2usize>(self, token);
    }
}
impl Game {
    fn __system_0(
        (
            storages_position,
            storages_velocity,
            resources_time,
            systems_physics,
            views,
            entities,
            commands,
        ): (
            &mut __GameS0,
            &__GameS1,
            &Time,
            &mut Physics,
            &__GameViews,
            &__ecs_Game::Population<__ecs_Game::SmallMask<::core::primitive::u8>>,
            &mut __ecs_Game::Commands<Self>,
        ),
    ) {
        let _ = (
            &storages_position,
            &storages_velocity,
            &resources_time,
            &systems_physics,
            &views,
            &entities,
            &commands,
        );
        let _traced = __ecs_Game::traced(entities, 0usize, "Physics");
        __ecs_Game::drive::<
            Self,
            (__ecs_Game::Write<__GameS0>, __ecs_Game::Read<__GameS1>),
            _,
            1usize,
            true,
        >(
            &views.view_1,
            (
                __ecs_Game::write_aligned(&mut *storages_position),
                __ecs_Game::read_aligned(storages_velocity),
            ),
            entities,
            |(a0, a1)| <Physics>::__ecs_run(
                &mut *systems_physics,
                a0,
                a1,
                resources_time,
                commands,
            ),
        );
    }
    fn __system_1(
        (
            storages_velocity,
            events_hit,
            views,
            entities,
            commands,
            reserved,
        ): (
            &__GameS1,
            &mut __ecs_Game::Events<Hit>,
            &__GameViews,
            &__ecs_Game::Population<__ecs_Game::SmallMask<::core::primitive::u8>>,
            &mut __ecs_Game::Commands<Self>,
            &mut __ecs_Game::Reserved,
        ),
    ) {
        let _ = (
            &storages_velocity,
            &events_hit,
            &views,
            &entities,
            &commands,
            &reserved,
        );
        let _traced = __ecs_Game::traced(entities, 1usize, "heal");
        let q0 = __ecs_Game::query_over::<
            Self,
            _,
        >((entities.handles(), __ecs_Game::read(storages_velocity)), views, entities);
        let mut spawner = __ecs_Game::Spawner::new(entities, reserved, commands);
        heal(q0, &mut *events_hit, &mut spawner)
    }
}
