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
impl ::ecs_world::__private::EcsWorld for Game {
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
    pub const PLAN: ::ecs_world::__private::Plan = <Self as ::ecs_world::__private::EcsWorld>::PLAN;
    /// A world without entities; the same as `default()`.
    #[must_use]
    pub fn new() -> Self {
        <Self as ::core::default::Default>::default()
    }
    /// Spawns an entity with a bundle: a component, a tuple of bundles, or a struct with `#[derive(Bundle)]`.
    #[track_caller]
    pub fn spawn<B: ::ecs_world::__private::Bundle<Self>>(
        &mut self,
        bundle: B,
    ) -> ::ecs_world::__private::Entity {
        let () = ::ecs_world::__private::CheckBundle::<Self, B>::OK;
        ::ecs_world::__private::EcsWorld::spawn(self, bundle)
    }
    /// Spawns an entity for each bundle of an iterator, and gives the handles in order.
    #[track_caller]
    pub fn spawn_batch<
        I: ::core::iter::IntoIterator<Item: ::ecs_world::__private::Bundle<Self>>,
    >(&mut self, bundles: I) -> ::ecs_world::__private::Entities {
        let () = ::ecs_world::__private::CheckBundle::<Self, I::Item>::OK;
        ::ecs_world::__private::EcsWorld::spawn_batch(self, bundles)
    }
    /// Spawns an entity for each row of some columns; columns of unequal length are given back.
    #[track_caller]
    pub fn spawn_columns<C: ::ecs_world::__private::BundleColumns<Self>>(
        &mut self,
        columns: C,
    ) -> ::core::result::Result<
        ::ecs_world::__private::Entities,
        ::ecs_world::__private::UnequalColumns<C>,
    > {
        let () = ::ecs_world::__private::CheckColumns::<Self, C>::OK;
        ::ecs_world::__private::EcsWorld::spawn_columns(self, columns)
    }
    /// Makes room for this many more entities with a bundle.
    pub fn reserve<B: ::ecs_world::__private::Bundle<Self>>(
        &mut self,
        additional: usize,
    ) {
        let () = ::ecs_world::__private::CheckBundle::<Self, B>::OK;
        ::ecs_world::__private::EcsWorld::reserve::<B>(self, additional)
    }
    /// Despawns an entity and drops what it has; `Err` if the handle is stale or foreign.
    pub fn despawn(
        &mut self,
        entity: ::ecs_world::__private::Entity,
    ) -> ::core::result::Result<(), ::ecs_world::__private::NoSuchEntity> {
        ::ecs_world::__private::EcsWorld::despawn(self, entity)
    }
    /// Despawns all entities.
    pub fn clear(&mut self) {
        ::ecs_world::__private::EcsWorld::clear(self)
    }
    /// Gives an entity a bundle and drops what it had of it; `Err` gives the bundle back.
    pub fn insert<B: ::ecs_world::__private::Bundle<Self>>(
        &mut self,
        entity: ::ecs_world::__private::Entity,
        bundle: B,
    ) -> ::core::result::Result<(), ::ecs_world::__private::NoSuchEntity<B>> {
        let () = ::ecs_world::__private::CheckBundle::<Self, B>::OK;
        ::ecs_world::__private::EcsWorld::insert(self, entity, bundle)
    }
    /// Gives an entity a bundle and returns what it had of it; `Err` gives the bundle back.
    pub fn replace<B: ::ecs_world::__private::Bundle<Self>>(
        &mut self,
        entity: ::ecs_world::__private::Entity,
        bundle: B,
    ) -> ::core::result::Result<
        <B as ::ecs_world::__private::Bundle<Self>>::Replaced,
        ::ecs_world::__private::NoSuchEntity<B>,
    > {
        let () = ::ecs_world::__private::CheckBundle::<Self, B>::OK;
        ::ecs_world::__private::EcsWorld::replace(self, entity, bundle)
    }
    /// Takes a bundle from an entity: all of it, or nothing.
    pub fn remove<B: ::ecs_world::__private::Bundle<Self>>(
        &mut self,
        entity: ::ecs_world::__private::Entity,
    ) -> ::core::result::Result<
        ::core::option::Option<B>,
        ::ecs_world::__private::NoSuchEntity,
    > {
        let () = ::ecs_world::__private::CheckBundle::<Self, B>::OK;
        ::ecs_world::__private::EcsWorld::remove::<B>(self, entity)
    }
    /// Removes a bundle from an entity, inserts another one in the same transition, and returns what was removed; `Err` gives the
    /// bundle back.
    pub fn exchange<
        R: ::ecs_world::__private::Bundle<Self>,
        B: ::ecs_world::__private::Bundle<Self>,
    >(
        &mut self,
        entity: ::ecs_world::__private::Entity,
        bundle: B,
    ) -> ::core::result::Result<R, ::ecs_world::__private::ExchangeError<B>> {
        let () = ::ecs_world::__private::CheckBundle::<Self, R>::OK;
        let () = ::ecs_world::__private::CheckBundle::<Self, B>::OK;
        ::ecs_world::__private::EcsWorld::exchange::<R, B>(self, entity, bundle)
    }
    /// The commands that wait for the next sync, to add to them.
    pub fn commands(&mut self) -> &mut ::ecs_world::__private::Commands<Self> {
        ::ecs_world::__private::EcsWorld::commands(self)
    }
    /// Applies the commands that wait.
    pub fn flush(&mut self) {
        ::ecs_world::__private::EcsWorld::flush(self)
    }
    /// How many commands were dropped so far because their entity was gone.
    #[must_use]
    pub fn dropped_commands(&self) -> u64 {
        ::ecs_world::__private::EcsWorld::dropped_commands(self)
    }
    /// Gives spare memory back.
    pub fn shrink_to_fit(&mut self) {
        ::ecs_world::__private::EcsWorld::shrink_to_fit(self)
    }
    /// A component of an entity.
    #[must_use]
    #[inline]
    pub fn get<C: 'static>(
        &self,
        entity: ::ecs_world::__private::Entity,
    ) -> ::core::option::Option<&C>
    where
        Self: ::ecs_world::__private::Has<C>,
    {
        ::ecs_world::__private::EcsWorld::get::<C>(self, entity)
    }
    /// A component of an entity, to change.
    #[must_use]
    #[inline]
    pub fn get_mut<C: 'static>(
        &mut self,
        entity: ::ecs_world::__private::Entity,
    ) -> ::core::option::Option<&mut C>
    where
        Self: ::ecs_world::__private::Has<C>,
    {
        ::ecs_world::__private::EcsWorld::get_mut::<C>(self, entity)
    }
    /// Several components of an entity at once: `get_many::<(&mut A, &B)>`.
    #[must_use]
    pub fn get_many<Q: ::ecs_world::__private::QueryData<Self>>(
        &mut self,
        entity: ::ecs_world::__private::Entity,
    ) -> ::core::option::Option<::ecs_world::__private::QueryItem<'_, Self, Q>> {
        let () = ::ecs_world::__private::CheckQuery::<Self, Q>::OK;
        ::ecs_world::__private::EcsWorld::get_many::<Q>(self, entity)
    }
    /// One component of several entities at once, to change; `Err` says which handle is in the way.
    pub fn get_disjoint_mut<C: 'static, const N: usize>(
        &mut self,
        entities: [::ecs_world::__private::Entity; N],
    ) -> ::core::result::Result<[&mut C; N], ::ecs_world::__private::DisjointError>
    where
        Self: ::ecs_world::__private::Has<C>,
    {
        ::ecs_world::__private::EcsWorld::get_disjoint_mut::<C, { N }>(self, entities)
    }
    /// Whether the handle names a living entity of this world.
    #[must_use]
    pub fn contains(&self, entity: ::ecs_world::__private::Entity) -> bool {
        ::ecs_world::__private::EcsWorld::contains(self, entity)
    }
    /// Whether an entity lives and has a component.
    #[must_use]
    pub fn has<C: 'static>(&self, entity: ::ecs_world::__private::Entity) -> bool
    where
        Self: ::ecs_world::__private::Has<C>,
    {
        ::ecs_world::__private::EcsWorld::has::<C>(self, entity)
    }
    /// What an entity has, as a set.
    #[must_use]
    pub fn mask(
        &self,
        entity: ::ecs_world::__private::Entity,
    ) -> ::core::option::Option<::ecs_world::__private::SmallMask<u8>> {
        ::ecs_world::__private::EcsWorld::mask(self, entity)
    }
    /// What an entity has, by name.
    #[must_use]
    pub fn component_names(
        &self,
        entity: ::ecs_world::__private::Entity,
    ) -> ::core::option::Option<::ecs_world::__private::Names> {
        ::ecs_world::__private::EcsWorld::component_names(self, entity)
    }
    /// How many entities live.
    #[must_use]
    pub fn len(&self) -> usize {
        ::ecs_world::__private::EcsWorld::len(self)
    }
    /// Whether no entity lives.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        ::ecs_world::__private::EcsWorld::is_empty(self)
    }
    /// The living entities by ascending index.
    #[must_use]
    pub fn entities(&self) -> ::ecs_world::__private::LiveEntities<'_> {
        ::ecs_world::__private::EcsWorld::entities(self)
    }
    /// The entity that has this component, by its address.
    #[must_use]
    pub fn owner_of<C: 'static>(
        &self,
        component: &C,
    ) -> ::core::option::Option<::ecs_world::__private::Entity>
    where
        Self: ::ecs_world::__private::Has<C>,
    {
        ::ecs_world::__private::EcsWorld::owner_of::<C>(self, component)
    }
    /// Asks for entities with certain components, to read them: `query::<(Entity, &A, Option<&B>)>()`.
    pub fn query<Q: ::ecs_world::__private::ReadQueryData<Self>>(
        &self,
    ) -> ::ecs_world::__private::Query<'_, Self, Q> {
        let () = ::ecs_world::__private::CheckQuery::<Self, Q>::OK;
        ::ecs_world::__private::EcsWorld::query::<Q>(self)
    }
    /// Asks for entities with certain components, to change them: `query_mut::<(&mut A, &B)>()`.
    pub fn query_mut<Q: ::ecs_world::__private::QueryData<Self>>(
        &mut self,
    ) -> ::ecs_world::__private::Query<'_, Self, Q> {
        let () = ::ecs_world::__private::CheckQuery::<Self, Q>::OK;
        ::ecs_world::__private::EcsWorld::query_mut::<Q>(self)
    }
    /// The values of each component, to borrow apart and to join.
    pub fn columns(&mut self) -> __GameColumns<'_> {
        ::ecs_world::__private::EcsWorld::columns(self)
    }
    /// Sorts the values of a component, within the bounds of groups; equal ones keep their order.
    pub fn sort_by<C: 'static>(
        &mut self,
        compare: impl ::core::ops::FnMut(&C, &C) -> ::core::cmp::Ordering,
    )
    where
        Self: ::ecs_world::__private::Has<C, Storage: ::ecs_world::__private::Sortable>,
    {
        ::ecs_world::__private::EcsWorld::sort_by::<C>(self, compare);
    }
    /// Sorts the values of a component by what is asked of each, within the bounds of groups; equal ones keep their order.
    pub fn sort_by_key<C: 'static, K: ::core::cmp::Ord>(
        &mut self,
        key: impl ::core::ops::FnMut(&C) -> K,
    )
    where
        Self: ::ecs_world::__private::Has<C, Storage: ::ecs_world::__private::Sortable>,
    {
        ::ecs_world::__private::EcsWorld::sort_by_key::<C, K>(self, key);
    }
    /// Lets `tidy` move the values of a component again that were sorted.
    pub fn unsort<C: 'static>(&mut self)
    where
        Self: ::ecs_world::__private::Has<C, Storage: ::ecs_world::__private::Sortable>,
    {
        ::ecs_world::__private::EcsWorld::unsort::<C>(self)
    }
    /// Brings all storages and lists into one common order, so that walks which look components up find them side by side.
    pub fn tidy(&mut self) -> ::ecs_world::__private::Tidied {
        ::ecs_world::__private::EcsWorld::tidy(self)
    }
    /// The same, by at most as many moves of values as the budget says.
    pub fn tidy_within(&mut self, budget: usize) -> ::ecs_world::__private::Tidied {
        ::ecs_world::__private::EcsWorld::tidy_within(self, budget)
    }
    /// Has each `run()` end by tidying within a budget; with `None`, no more.
    pub fn set_tidy_budget(&mut self, budget: ::core::option::Option<usize>) {
        ::ecs_world::__private::EcsWorld::set_tidy_budget(self, budget)
    }
    /// The budget within which `run()` tidies, if it does.
    #[must_use]
    pub fn tidy_budget(&self) -> ::core::option::Option<usize> {
        ::ecs_world::__private::EcsWorld::tidy_budget(self)
    }
    /// Compares `World::PLAN` with the sizes at this time: which views lost storages to far smaller ones, and what to write.
    #[must_use]
    pub fn advice(&self) -> ::ecs_world::__private::Advice {
        ::ecs_world::__private::EcsWorld::advice(self)
    }
    /// Checks that all parts of the world agree; for tests.
    pub fn check_invariants(
        &mut self,
    ) -> ::core::result::Result<(), ::ecs_world::__private::InvariantError> {
        ::ecs_world::__private::EcsWorld::check_invariants(self)
    }
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
