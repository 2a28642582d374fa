impl ::ecs_world::__private::RunSystem<0usize> for Game {
    const ITERATED: &'static [::core::primitive::usize] = &[1usize];
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
impl ::ecs_world::__private::RunSchedule<0usize> for Game {
    const SCHEDULE: &'static ::core::primitive::str = "run";
    const ITERATED: &'static [::core::primitive::usize] = &[0usize, 1usize];
    fn __run_schedule(&mut self, token: ::ecs_world::__private::Token) {
        if ::ecs_world::__private::begin_run(self, token) {
            Self::update_events(self);
        }
        <Self as ::ecs_world::__private::RunSystem<0usize>>::__run_system(self, token);
        <Self as ::ecs_world::__private::RunSystem<1usize>>::__run_system(self, token);
        ::ecs_world::__private::sync(self);
        <Self as ::ecs_world::__private::RunSystem<2usize>>::__run_system(self, token);
    }
    fn __run_stages(
        &mut self,
        token: ::ecs_world::__private::Token,
        watch: &mut ::ecs_world::__private::Watch,
    ) {
        if ::ecs_world::__private::begin_run(self, token) {
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
            let ::ecs_world::__private::Queued {
                parts: ::ecs_world::__private::Parts {
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
                    ::ecs_world::__private::job(
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
                let ::ecs_world::__private::Stage((job_0, job_1)) = &mut stage;
                how.run(&mut [job_0, job_1], watch);
            }
        }
        ::ecs_world::__private::sync(self);
        <Self as ::ecs_world::__private::RunSystem<2usize>>::__run_system(self, token);
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
            &mut ::ecs_world::__private::SparseSet<Position>,
            &::ecs_world::__private::SparseSet<Velocity>,
            &Time,
            &mut Physics,
            &__GameViews,
            &::ecs_world::__private::Population<
                ::ecs_world::__private::SmallMask<::core::primitive::u8>,
            >,
            &mut ::ecs_world::__private::Commands<Self>,
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
        let _traced = ::ecs_world::__private::trace_system(
            entities.times(),
            0usize,
            "Physics",
        );
        ::ecs_world::__private::drive::<
            Self,
            (
                ::ecs_world::__private::Write<
                    ::ecs_world::__private::SparseSet<Position>,
                >,
                ::ecs_world::__private::Read<::ecs_world::__private::SparseSet<Velocity>>,
            ),
            _,
            1usize,
            true,
        >(
            &views.view_1,
            (
                ::ecs_world::__private::write(&mut *storages_position).aligned(),
                ::ecs_world::__private::read(storages_velocity).aligned(),
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
            &::ecs_world::__private::SparseSet<Velocity>,
            &mut ::ecs_world::__private::Events<Hit>,
            &__GameViews,
            &::ecs_world::__private::Population<
                ::ecs_world::__private::SmallMask<::core::primitive::u8>,
            >,
            &mut ::ecs_world::__private::Commands<Self>,
            &mut ::ecs_world::__private::Reserved,
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
        let _traced = ::ecs_world::__private::trace_system(
            entities.times(),
            1usize,
            "heal",
        );
        let q0 = ::ecs_world::__private::query_over::<
            Self,
            _,
        >(
            (entities.handles(), ::ecs_world::__private::read(storages_velocity)),
            views,
            entities,
        );
        let mut spawner = ::ecs_world::__private::Spawner::new(
            entities,
            reserved,
            commands,
        );
        heal(q0, &mut *events_hit, &mut spawner)
    }
}
