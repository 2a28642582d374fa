///The world `Game`: entities with components, resources and systems.
#[derive(Clone)]
///
/**# Plan

```text
Views of Game, outer groups before inner ones:
  (Position, without(Life)): group; owns all that it requires; for queries
  (Position, Velocity, without(Life)): group; owns all that it requires; for Physics

Systems, and what each touches:
  Physics: writes Position; reads Velocity, Time
  reap: writes Spawner; reads Life; commands

Stages of schedule run, each with systems that can run side by side:
  1: Physics
  sync
  2: reap
```*/
pub struct Game {
    /// The states of the systems.
    pub systems: __GameSystems,
    /// The resources.
    pub resources: __GameResources,
    /// The events that were sent and are kept.
    pub events: __GameEvents,
    /// What the world is doing.
    pub states: __GameStates,
    __ecs: ::ecs_world::__private::Core<Game>,
}
///The states of the systems of a world.
#[derive(Clone)]
pub struct __GameSystems {
    ///The state of system `Physics`.
    pub physics: Physics,
}
///The resources of a world.
#[derive(Clone)]
pub struct __GameResources {
    ///The resource `Time`.
    pub time: Time,
    ///The resource `Gravity`.
    pub gravity: Gravity,
}
///The events of a world that are kept.
#[derive(Clone)]
#[derive(::core::default::Default)]
pub struct __GameEvents {}
///The states of a world: what it is doing.
#[derive(Clone)]
pub struct __GameStates {}
#[doc(hidden)]
#[derive(Clone)]
pub struct __GameStorages {
    position: ::ecs_world::__private::SparseSet<Position>,
    velocity: ::ecs_world::__private::SparseSet<physics::Velocity>,
    life: ::ecs_world::__private::SparseSet<Health>,
}
impl ::core::default::Default for __GameStorages {
    fn default() -> Self {
        const {
            Self {
                position: ::ecs_world::__private::Storage::EMPTY,
                velocity: ::ecs_world::__private::Storage::EMPTY,
                life: ::ecs_world::__private::Storage::EMPTY,
            }
        }
    }
}
#[derive(::core::default::Default)]
#[doc(hidden)]
#[derive(Clone)]
pub struct __GameQueues {
    position: ::ecs_world::__private::Queue<Position>,
    velocity: ::ecs_world::__private::Queue<physics::Velocity>,
    life: ::ecs_world::__private::Queue<Health>,
}
#[doc(hidden)]
#[derive(Clone)]
#[derive(::core::default::Default)]
pub struct __GameViews {
    view_0: ::ecs_world::__private::GroupView,
    view_1: ::ecs_world::__private::GroupView,
}
///The values of each component of a world, to borrow apart and to join.
pub struct __GameColumns<'w> {
    /// The living entities, to join with columns.
    pub entities: ::ecs_world::__private::EntityColumn<'w>,
    ///The values of component `Position`.
    pub position: ::ecs_world::__private::ColumnMut<'w, Position>,
    ///The values of component `Velocity`.
    pub velocity: ::ecs_world::__private::ColumnMut<'w, physics::Velocity>,
    ///The values of component `Life`.
    pub life: ::ecs_world::__private::ColumnMut<'w, Health>,
}
impl ::core::default::Default for Game {
    fn default() -> Self {
        Self {
            systems: __GameSystems {
                physics: <Physics as ::core::default::Default>::default(),
            },
            resources: __GameResources {
                time: <Time as ::core::default::Default>::default(),
                gravity: Gravity(9.81),
            },
            events: ::core::default::Default::default(),
            states: __GameStates {},
            __ecs: ::core::default::Default::default(),
        }
    }
}
impl ::ecs_world::__private::GeneratedWorld for Game {
    type Mask = ::ecs_world::__private::SmallMask<u8>;
    type Storages = __GameStorages;
    type Queues = __GameQueues;
    type Views = __GameViews;
    type Columns<'w> = __GameColumns<'w>;
    const NAME: &'static str = "Game";
    const COMPONENTS: &'static [&'static str] = &["Position", "Velocity", "Life"];
    const VIEWS: &'static [::ecs_world::__private::Mentions] = &[
        ::ecs_world::__private::Mentions {
            all: &[0usize],
            none: &[2usize],
            any: &[],
            owned: &[0usize],
        },
        ::ecs_world::__private::Mentions {
            all: &[0usize, 1usize],
            none: &[2usize],
            any: &[],
            owned: &[0usize, 1usize],
        },
    ];
    const SETTLING: &'static [usize] = &[];
    const PLAN: ::ecs_world::__private::Plan = {
        static VIEWS: [::ecs_world::__private::ViewPlan; 2usize] = [
            ::ecs_world::__private::ViewPlan {
                all: &["Position"],
                none: &["Life"],
                any: &[],
                kept: ::ecs_world::__private::ViewKind::Group,
                owned: &["Position"],
                lost: &[],
                priority: ::core::option::Option::Some(
                    ::ecs_world::__private::GroupPriority::One,
                ),
                rank: 1usize,
                reason: "owns all that it requires",
                systems: &[],
                queried_by: &[],
            },
            ::ecs_world::__private::ViewPlan {
                all: &["Position", "Velocity"],
                none: &["Life"],
                any: &[],
                kept: ::ecs_world::__private::ViewKind::Group,
                owned: &["Position", "Velocity"],
                lost: &[],
                priority: ::core::option::Option::Some(
                    ::ecs_world::__private::GroupPriority::Several,
                ),
                rank: 0usize,
                reason: "owns all that it requires",
                systems: &["Physics"],
                queried_by: &[],
            },
        ];
        static SYSTEMS: [::ecs_world::__private::SystemPlan; 2usize] = [
            ::ecs_world::__private::SystemPlan {
                name: "Physics",
                reads: &["Velocity", "Time"],
                writes: &["Position"],
                commands: false,
            },
            ::ecs_world::__private::SystemPlan {
                name: "reap",
                reads: &["Life"],
                writes: &["Spawner"],
                commands: true,
            },
        ];
        ::ecs_world::__private::Plan {
            rare: &[],
            fixed: &[],
            views: &VIEWS,
            systems: &SYSTEMS,
            schedules: &[
                ::ecs_world::__private::SchedulePlan {
                    name: "run",
                    parts: &[
                        ::ecs_world::__private::PartPlan {
                            stages: &[&["Physics"]],
                        },
                        ::ecs_world::__private::PartPlan {
                            stages: &[&["reap"]],
                        },
                    ],
                },
            ],
            text: "Views of Game, outer groups before inner ones:\n  (Position, without(Life)): group; owns all that it requires; for queries\n  (Position, Velocity, without(Life)): group; owns all that it requires; for Physics\n\nSystems, and what each touches:\n  Physics: writes Position; reads Velocity, Time\n  reap: writes Spawner; reads Life; commands\n\nStages of schedule run, each with systems that can run side by side:\n  1: Physics\n  sync\n  2: reap\n",
        }
    };
    const CALLBACKS: bool = true;
    fn __core(
        &self,
        _: ::ecs_world::__private::Token,
    ) -> &::ecs_world::__private::Core<Self> {
        &self.__ecs
    }
    fn __core_mut(
        &mut self,
        _: ::ecs_world::__private::Token,
    ) -> &mut ::ecs_world::__private::Core<Self> {
        &mut self.__ecs
    }
    fn __columns<'w>(
        storages: &'w mut __GameStorages,
        entities: ::ecs_world::__private::EntityColumn<'w>,
    ) -> __GameColumns<'w> {
        __GameColumns {
            entities: entities,
            position: ::ecs_world::__private::column(&mut storages.position, entities),
            velocity: ::ecs_world::__private::column(&mut storages.velocity, entities),
            life: ::ecs_world::__private::column(&mut storages.life, entities),
        }
    }
    fn __storage(
        storages: &mut __GameStorages,
        component: usize,
    ) -> ::core::option::Option<&mut dyn ::ecs_world::__private::ErasedStorage> {
        match component {
            0usize => ::core::option::Option::Some(&mut storages.position),
            1usize => ::core::option::Option::Some(&mut storages.velocity),
            2usize => ::core::option::Option::Some(&mut storages.life),
            _ => ::core::option::Option::None,
        }
    }
    #[inline]
    fn __before<__EcsChange: ::ecs_world::__private::Concerned<Self>>(
        storages: &mut __GameStorages,
        views: &mut __GameViews,
        change: &::ecs_world::__private::Transition<
            ::ecs_world::__private::SmallMask<u8>,
        >,
    ) {
        if const { ::ecs_world::__private::Views::has(&__EcsChange::VIEWS, 1usize) } {
            ::ecs_world::__private::before::<Self, 1usize>(storages, views, change);
        }
        if const { ::ecs_world::__private::Views::has(&__EcsChange::VIEWS, 0usize) } {
            ::ecs_world::__private::before::<Self, 0usize>(storages, views, change);
        }
    }
    #[inline]
    fn __after<__EcsChange: ::ecs_world::__private::Concerned<Self>>(
        storages: &mut __GameStorages,
        views: &mut __GameViews,
        change: &::ecs_world::__private::Transition<
            ::ecs_world::__private::SmallMask<u8>,
        >,
    ) {
        if const { ::ecs_world::__private::Views::has(&__EcsChange::VIEWS, 0usize) } {
            ::ecs_world::__private::after::<Self, 0usize>(storages, views, change);
        }
        if const { ::ecs_world::__private::Views::has(&__EcsChange::VIEWS, 1usize) } {
            ::ecs_world::__private::after::<Self, 1usize>(storages, views, change);
        }
    }
    #[inline]
    fn __spawned<__EcsChange: ::ecs_world::__private::Concerned<Self>>(
        storages: &mut __GameStorages,
        views: &mut __GameViews,
        entities: &[::ecs_world::__private::Entity],
        mask: &::ecs_world::__private::SmallMask<u8>,
    ) {
        if const { ::ecs_world::__private::Views::has(&__EcsChange::VIEWS, 0usize) } {
            ::ecs_world::__private::spawned::<
                Self,
                0usize,
            >(storages, views, entities, mask);
        }
        if const { ::ecs_world::__private::Views::has(&__EcsChange::VIEWS, 1usize) } {
            ::ecs_world::__private::spawned::<
                Self,
                1usize,
            >(storages, views, entities, mask);
        }
    }
    fn __view(
        views: &__GameViews,
        view: usize,
    ) -> ::core::option::Option<
        ::ecs_world::__private::AnyView<'_, ::ecs_world::__private::SmallMask<u8>>,
    > {
        match view {
            0usize => {
                ::core::option::Option::Some((
                    &views.view_0,
                    <Self as ::ecs_world::__private::HasView<0usize>>::ASPECT,
                ))
            }
            1usize => {
                ::core::option::Option::Some((
                    &views.view_1,
                    <Self as ::ecs_world::__private::HasView<1usize>>::ASPECT,
                ))
            }
            _ => ::core::option::Option::None,
        }
    }
    fn __view_mut(
        views: &mut __GameViews,
        view: usize,
    ) -> ::core::option::Option<
        ::ecs_world::__private::AnyViewMut<'_, ::ecs_world::__private::SmallMask<u8>>,
    > {
        match view {
            0usize => {
                ::core::option::Option::Some((
                    &mut views.view_0,
                    <Self as ::ecs_world::__private::HasView<0usize>>::ASPECT,
                ))
            }
            1usize => {
                ::core::option::Option::Some((
                    &mut views.view_1,
                    <Self as ::ecs_world::__private::HasView<1usize>>::ASPECT,
                ))
            }
            _ => ::core::option::Option::None,
        }
    }
    #[inline]
    fn __on_added<__EcsChange: ::ecs_world::__private::Concerned<Self>>(
        &mut self,
        change: &::ecs_world::__private::Transition<
            ::ecs_world::__private::SmallMask<u8>,
        >,
        token: ::ecs_world::__private::Token,
    ) {
        if ::ecs_world::__private::Views::has(&__EcsChange::VIEWS, 1usize)
            && change.enters(&<Self as ::ecs_world::__private::HasView<1usize>>::ASPECT)
        {
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
            ::ecs_world::__private::call_one::<
                (
                    ::ecs_world::__private::Handle,
                    ::ecs_world::__private::Read<
                        ::ecs_world::__private::SparseSet<physics::Velocity>,
                    >,
                ),
                _,
            >(
                (entities.handles(), ::ecs_world::__private::read(&storages.velocity)),
                change.entity(),
                |(a0, a1)| <Physics>::__ecs_on_added(&systems.physics, a0, a1),
            );
        }
    }
}
impl ::ecs_world::__private::Has<Position> for Game {
    const ID: usize = 0usize;
    type Storage = ::ecs_world::__private::SparseSet<Position>;
    fn storage(all: &__GameStorages) -> &Self::Storage {
        &all.position
    }
    fn storage_mut(all: &mut __GameStorages) -> &mut Self::Storage {
        &mut all.position
    }
    fn column<'a, 'w>(
        columns: &'a mut Self::Columns<'w>,
    ) -> &'a mut ::ecs_world::__private::ColumnMut<'w, Position, Self::Storage> {
        &mut columns.position
    }
    fn queue(all: &mut __GameQueues) -> &mut ::ecs_world::__private::Queue<Position> {
        &mut all.position
    }
}
impl ::ecs_world::__private::Bundle<Game> for Position {
    type Replaced = ::core::option::Option<Self>;
    type Kind = ::ecs_world::__private::ComponentKind;
}
impl ::ecs_world::__private::Has<physics::Velocity> for Game {
    const ID: usize = 1usize;
    type Storage = ::ecs_world::__private::SparseSet<physics::Velocity>;
    fn storage(all: &__GameStorages) -> &Self::Storage {
        &all.velocity
    }
    fn storage_mut(all: &mut __GameStorages) -> &mut Self::Storage {
        &mut all.velocity
    }
    fn column<'a, 'w>(
        columns: &'a mut Self::Columns<'w>,
    ) -> &'a mut ::ecs_world::__private::ColumnMut<
        'w,
        physics::Velocity,
        Self::Storage,
    > {
        &mut columns.velocity
    }
    fn queue(
        all: &mut __GameQueues,
    ) -> &mut ::ecs_world::__private::Queue<physics::Velocity> {
        &mut all.velocity
    }
}
impl ::ecs_world::__private::Bundle<Game> for physics::Velocity {
    type Replaced = ::core::option::Option<Self>;
    type Kind = ::ecs_world::__private::ComponentKind;
}
impl ::ecs_world::__private::Has<Health> for Game {
    const ID: usize = 2usize;
    type Storage = ::ecs_world::__private::SparseSet<Health>;
    fn storage(all: &__GameStorages) -> &Self::Storage {
        &all.life
    }
    fn storage_mut(all: &mut __GameStorages) -> &mut Self::Storage {
        &mut all.life
    }
    fn column<'a, 'w>(
        columns: &'a mut Self::Columns<'w>,
    ) -> &'a mut ::ecs_world::__private::ColumnMut<'w, Health, Self::Storage> {
        &mut columns.life
    }
    fn queue(all: &mut __GameQueues) -> &mut ::ecs_world::__private::Queue<Health> {
        &mut all.life
    }
}
impl ::ecs_world::__private::Bundle<Game> for Health {
    type Replaced = ::core::option::Option<Self>;
    type Kind = ::ecs_world::__private::ComponentKind;
}
impl ::ecs_world::__private::HasResource<Time> for Game {
    fn resource(&self) -> &Time {
        &self.resources.time
    }
    fn resource_mut(&mut self) -> &mut Time {
        &mut self.resources.time
    }
}
impl ::ecs_world::__private::HasResource<Gravity> for Game {
    fn resource(&self) -> &Gravity {
        &self.resources.gravity
    }
    fn resource_mut(&mut self) -> &mut Gravity {
        &mut self.resources.gravity
    }
}
impl ::ecs_world::__private::HasView<0usize> for Game {
    const ASPECT: ::ecs_world::__private::Aspect<
        ::ecs_world::__private::SmallMask<u8>,
    > = ::ecs_world::__private::Aspect::new(
        <::ecs_world::__private::SmallMask<u8>>::of(&[0usize]),
        <::ecs_world::__private::SmallMask<u8>>::of(&[2usize]),
        <::ecs_world::__private::SmallMask<u8>>::of(&[]),
    );
    type View = ::ecs_world::__private::GroupView;
    fn view(views: &__GameViews) -> &::ecs_world::__private::GroupView {
        &views.view_0
    }
    fn view_mut(views: &mut __GameViews) -> &mut ::ecs_world::__private::GroupView {
        &mut views.view_0
    }
    #[inline]
    fn bring(
        storages: &mut __GameStorages,
        entity: ::ecs_world::__private::Entity,
        position: usize,
    ) {
        ::ecs_world::__private::SparseSet::bring(
            &mut storages.position,
            entity,
            position,
        );
    }
    #[inline]
    fn swap(storages: &mut __GameStorages, position: usize, values: usize) {
        ::ecs_world::__private::SparseSet::swap(
            &mut storages.position,
            position,
            values,
        );
    }
    fn owned_have(storages: &__GameStorages, values: usize) -> bool {
        ::ecs_world::__private::SparseSet::len(&storages.position) == values
    }
    fn front(
        storages: &__GameStorages,
    ) -> ::core::option::Option<::ecs_world::__private::Source<'_>> {
        ::core::option::Option::Some(
            ::ecs_world::__private::ErasedStorage::source(&storages.position),
        )
    }
}
impl ::ecs_world::__private::HasView<1usize> for Game {
    const ASPECT: ::ecs_world::__private::Aspect<
        ::ecs_world::__private::SmallMask<u8>,
    > = ::ecs_world::__private::Aspect::new(
        <::ecs_world::__private::SmallMask<u8>>::of(&[0usize, 1usize]),
        <::ecs_world::__private::SmallMask<u8>>::of(&[2usize]),
        <::ecs_world::__private::SmallMask<u8>>::of(&[]),
    );
    type View = ::ecs_world::__private::GroupView;
    fn view(views: &__GameViews) -> &::ecs_world::__private::GroupView {
        &views.view_1
    }
    fn view_mut(views: &mut __GameViews) -> &mut ::ecs_world::__private::GroupView {
        &mut views.view_1
    }
    #[inline]
    fn bring(
        storages: &mut __GameStorages,
        entity: ::ecs_world::__private::Entity,
        position: usize,
    ) {
        ::ecs_world::__private::SparseSet::bring(
            &mut storages.position,
            entity,
            position,
        );
        ::ecs_world::__private::SparseSet::bring(
            &mut storages.velocity,
            entity,
            position,
        );
    }
    #[inline]
    fn swap(storages: &mut __GameStorages, position: usize, values: usize) {
        ::ecs_world::__private::SparseSet::swap(
            &mut storages.position,
            position,
            values,
        );
        ::ecs_world::__private::SparseSet::swap(
            &mut storages.velocity,
            position,
            values,
        );
    }
    fn owned_have(storages: &__GameStorages, values: usize) -> bool {
        ::ecs_world::__private::SparseSet::len(&storages.position) == values
            && ::ecs_world::__private::SparseSet::len(&storages.velocity) == values
    }
    fn front(
        storages: &__GameStorages,
    ) -> ::core::option::Option<::ecs_world::__private::Source<'_>> {
        ::core::option::Option::Some(
            ::ecs_world::__private::ErasedStorage::source(&storages.position),
        )
    }
}
impl ::ecs_world::__private::RunSystem<0usize> for Game {
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
        let _traced = ::ecs_world::__private::trace_system("Physics");
        ::ecs_world::__private::drive::<
            Self,
            (
                ::ecs_world::__private::Write<
                    ::ecs_world::__private::SparseSet<Position>,
                >,
                ::ecs_world::__private::Read<
                    ::ecs_world::__private::SparseSet<physics::Velocity>,
                >,
            ),
            _,
            1usize,
            true,
        >(
            &views.view_1,
            (
                ::ecs_world::__private::write(&mut storages.position).aligned(),
                ::ecs_world::__private::read(&storages.velocity).aligned(),
            ),
            entities,
            |(a0, a1)| <Physics>::__ecs_run(
                &mut systems.physics,
                a0,
                a1,
                &resources.time,
            ),
        );
    }
}
impl ::ecs_world::__private::RunSystem<1usize> for Game {
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
        let _traced = ::ecs_world::__private::trace_system("reap");
        let q0 = ::ecs_world::__private::query_over::<
            Self,
            _,
        >(
            (entities.handles(), ::ecs_world::__private::read(&storages.life)),
            views,
            entities,
        );
        let mut spawner = ::ecs_world::__private::Spawner::new(
            entities,
            reserved,
            commands,
        );
        reap(q0, &mut spawner)
    }
}
impl ::ecs_world::__private::RunSchedule<0usize> for Game {
    const SCHEDULE: &'static str = "run";
    fn __run_schedule(&mut self, token: ::ecs_world::__private::Token) {
        <Self as ::ecs_world::__private::RunSystem<0usize>>::__run_system(self, token);
        ::ecs_world::__private::sync(self);
        <Self as ::ecs_world::__private::RunSystem<1usize>>::__run_system(self, token);
    }
}
impl Game {
    /// What was decided about this world: how each view is kept, and why.
    pub const PLAN: ::ecs_world::__private::Plan = <Self as ::ecs_world::__private::GeneratedWorld>::PLAN;
    /// Runs the systems of `systems:` in the order of their declaration, and applies what they command: at each `sync`, and at
    /// the end.
    ///
    /// With the feature `rayon` those of a stage run side by side where that takes less time, as is measured now and then; one
    /// after another where one of them takes what cannot go to other threads. Nothing of the result depends on it.
    pub fn run(&mut self) {
        ::ecs_world::__private::run_schedule::<Self, 0usize>(self)
    }
    /// The same as `run`, one system after another whatever features are on.
    pub fn run_sequential(&mut self) {
        ::ecs_world::__private::run_schedule::<Self, 0>(self)
    }
    ///Runs system `Physics` and applies what it commands.
    pub fn run_physics(&mut self) {
        ::ecs_world::__private::run_system::<Self, 0usize>(self)
    }
    ///The entities that system `Physics` manages, in the order in which it visits them.
    pub fn managed_physics(
        &self,
    ) -> ::ecs_world::__private::Managed<'_, ::ecs_world::__private::SmallMask<u8>> {
        ::ecs_world::__private::managed::<Self, 1usize>(self)
    }
    ///Runs system `reap` and applies what it commands.
    pub fn run_reap(&mut self) {
        ::ecs_world::__private::run_system::<Self, 1usize>(self)
    }
    /// Lets events age, as `run` does when it begins: those that aged before are dropped.
    pub fn update_events(&mut self) {}
    /// Lets states change that were asked to, as `run` does when it begins, each at most once.
    pub fn update_states(&mut self) {}
    /**The entities that have [`Position`], [`Velocity`], none of [`Life`], to read.

Walks a group, values side by side: **O(matches)**.*/
    pub fn query_position_velocity_without_life(
        &self,
    ) -> ::ecs_world::__private::Query<
        '_,
        Self,
        (::ecs_world::__private::Entity, &Position, &physics::Velocity),
    > {
        ::ecs_world::__private::query_view::<Self, _, 1usize>(self)
    }
    /**The entities that have [`Position`], [`Velocity`], none of [`Life`], to change.

Walks a group, values side by side: **O(matches)**.*/
    pub fn query_position_velocity_without_life_mut(
        &mut self,
    ) -> ::ecs_world::__private::Query<
        '_,
        Self,
        (::ecs_world::__private::Entity, &mut Position, &mut physics::Velocity),
    > {
        ::ecs_world::__private::query_view_mut::<Self, _, 1usize>(self)
    }
    /**The entities that have [`Position`], none of [`Life`], to read.

Walks a group, values side by side: **O(matches)**.*/
    pub fn query_position_without_life(
        &self,
    ) -> ::ecs_world::__private::Query<
        '_,
        Self,
        (::ecs_world::__private::Entity, &Position),
    > {
        ::ecs_world::__private::query_view::<Self, _, 0usize>(self)
    }
    /**The entities that have [`Position`], none of [`Life`], to change.

Walks a group, values side by side: **O(matches)**.*/
    pub fn query_position_without_life_mut(
        &mut self,
    ) -> ::ecs_world::__private::Query<
        '_,
        Self,
        (::ecs_world::__private::Entity, &mut Position),
    > {
        ::ecs_world::__private::query_view_mut::<Self, _, 0usize>(self)
    }
}
