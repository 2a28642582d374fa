use ::ecs_world::__private as __ecs_Game;
///The world `Game`: entities with components, resources and systems.
#[derive(Clone)]
///
/**# Plan

```text
Views of Game, outer groups before inner ones:
  (Position, without(Life)): group; owns all that it requires; for queries
  (Position, Velocity, without(Life)): group; owns all that it requires; for Physics
Storages that groups divide: `sort_by` sorts each part by itself, and never across their boundaries:
  Position: (Position, Velocity, without(Life)), (Position, without(Life)), the rest
  Velocity: (Position, Velocity, without(Life)), the rest

What each system accesses:
  Physics: writes Position; reads Velocity, Time
  reap: writes Spawner; reads Life; commands

Stages of schedule run, each with systems that can run in parallel:
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
    __ecs: __ecs_Game::Core<Game>,
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
    position: __GameS0,
    velocity: __GameS1,
    life: __GameS2,
}
impl ::core::default::Default for __GameStorages {
    fn default() -> Self {
        const {
            Self {
                position: __ecs_Game::Storage::EMPTY,
                velocity: __ecs_Game::Storage::EMPTY,
                life: __ecs_Game::Storage::EMPTY,
            }
        }
    }
}
#[derive(::core::default::Default)]
#[doc(hidden)]
#[derive(Clone)]
pub struct __GameQueues {
    position: __ecs_Game::Queue<__GameC0>,
    velocity: __ecs_Game::Queue<__GameC1>,
    life: __ecs_Game::Queue<__GameC2>,
}
#[doc(hidden)]
#[derive(Clone)]
#[derive(::core::default::Default)]
pub struct __GameViews {
    view_0: __ecs_Game::GroupView,
    view_1: __ecs_Game::GroupView,
}
///The values of each component of a world, to borrow apart and to join.
pub struct __GameColumns<'__w> {
    /// The living entities, to join with columns.
    pub entities: __ecs_Game::EntityColumn<'__w>,
    ///The values of component `Position`.
    pub position: __ecs_Game::ColumnMut<'__w, Position>,
    ///The values of component `Velocity`.
    pub velocity: __ecs_Game::ColumnMut<'__w, physics::Velocity>,
    ///The values of component `Life`.
    pub life: __ecs_Game::ColumnMut<'__w, Health>,
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
impl __ecs_Game::GeneratedWorld for Game {
    type Mask = __ecs_Game::SmallMask<::core::primitive::u8>;
    type Storages = __GameStorages;
    type Queues = __GameQueues;
    type Views = __GameViews;
    type Columns<'w> = __GameColumns<'w>;
    const NAME: &'static ::core::primitive::str = "Game";
    const COMPONENTS: &'static [&'static ::core::primitive::str] = &[
        "Position",
        "Velocity",
        "Life",
    ];
    const VIEWS: &'static [__ecs_Game::Mentions] = &[
        __ecs_Game::Mentions {
            all: &[0],
            none: &[2],
            owned: &[0],
            ..__ecs_Game::Mentions::NOTHING
        },
        __ecs_Game::Mentions {
            all: &[0, 1],
            none: &[2],
            owned: &[0, 1],
            ..__ecs_Game::Mentions::NOTHING
        },
    ];
    const ASPECTS: &'static [__ecs_Game::Aspect<
        __ecs_Game::SmallMask<::core::primitive::u8>,
    >] = &<__ecs_Game::Aspect<
        __ecs_Game::SmallMask<::core::primitive::u8>,
    >>::of_views::<2usize>(<Self as __ecs_Game::GeneratedWorld>::VIEWS);
    const ITERATED_BY: &'static [&'static [::core::primitive::usize]] = &[&[1], &[]];
    const SETTLING: &'static [::core::primitive::usize] = &[];
    const PLAN: __ecs_Game::Plan = {
        static VIEWS: [__ecs_Game::ViewPlan; 2] = [
            __ecs_Game::ViewPlan {
                all: &["Position"],
                none: &["Life"],
                owned: &["Position"],
                priority: ::core::option::Option::Some(__ecs_Game::GroupPriority::One),
                kept: __ecs_Game::ViewKind::Group,
                rank: 1,
                reason: "owns all that it requires",
                ..__ecs_Game::ViewPlan::NOTHING
            },
            __ecs_Game::ViewPlan {
                all: &["Position", "Velocity"],
                none: &["Life"],
                owned: &["Position", "Velocity"],
                systems: &["Physics"],
                priority: ::core::option::Option::Some(
                    __ecs_Game::GroupPriority::Several,
                ),
                kept: __ecs_Game::ViewKind::Group,
                rank: 0,
                reason: "owns all that it requires",
                ..__ecs_Game::ViewPlan::NOTHING
            },
        ];
        static SYSTEMS: [__ecs_Game::SystemPlan; 2] = [
            __ecs_Game::SystemPlan {
                name: "Physics",
                reads: &["Velocity", "Time"],
                writes: &["Position"],
                commands: false,
            },
            __ecs_Game::SystemPlan {
                name: "reap",
                reads: &["Life"],
                writes: &["Spawner"],
                commands: true,
            },
        ];
        __ecs_Game::Plan {
            rare: &[],
            fixed: &[],
            ordered: &[],
            views: &VIEWS,
            systems: &SYSTEMS,
            schedules: &[
                __ecs_Game::SchedulePlan {
                    name: "run",
                    parts: &[
                        __ecs_Game::PartPlan {
                            stages: &[&["Physics"]],
                        },
                        __ecs_Game::PartPlan {
                            stages: &[&["reap"]],
                        },
                    ],
                },
            ],
            unscheduled: &[],
            text: "Views of Game, outer groups before inner ones:\n  (Position, without(Life)): group; owns all that it requires; for queries\n  (Position, Velocity, without(Life)): group; owns all that it requires; for Physics\nStorages that groups divide: `sort_by` sorts each part by itself, and never across their boundaries:\n  Position: (Position, Velocity, without(Life)), (Position, without(Life)), the rest\n  Velocity: (Position, Velocity, without(Life)), the rest\n\nWhat each system accesses:\n  Physics: writes Position; reads Velocity, Time\n  reap: writes Spawner; reads Life; commands\n\nStages of schedule run, each with systems that can run in parallel:\n  1: Physics\n  sync\n  2: reap\n",
        }
    };
    const CALLBACKS: ::core::primitive::bool = true;
    fn __core(&self, _: __ecs_Game::Token) -> &__ecs_Game::Core<Self> {
        &self.__ecs
    }
    fn __core_mut(&mut self, _: __ecs_Game::Token) -> &mut __ecs_Game::Core<Self> {
        &mut self.__ecs
    }
    fn __columns<'w>(
        storages: &'w mut __GameStorages,
        entities: __ecs_Game::EntityColumn<'w>,
    ) -> __GameColumns<'w> {
        __GameColumns {
            entities: entities,
            position: __ecs_Game::column(&mut storages.position, entities),
            velocity: __ecs_Game::column(&mut storages.velocity, entities),
            life: __ecs_Game::column(&mut storages.life, entities),
        }
    }
    fn __visit_storage<'w, __EcsVisitor: __ecs_Game::VisitStorage<'w>>(
        storages: &'w mut __GameStorages,
        component: ::core::primitive::usize,
        visitor: __EcsVisitor,
    ) -> ::core::option::Option<__EcsVisitor::Output> {
        match component {
            0usize => visitor.visit(&mut storages.position),
            1usize => visitor.visit(&mut storages.velocity),
            2usize => visitor.visit(&mut storages.life),
            _ => ::core::option::Option::None,
        }
    }
    fn __each_component<__EcsVisitor: __ecs_Game::EachComponent<Self>>(
        among: &Self::Mask,
        visitor: &mut __EcsVisitor,
    ) {
        <__GameComponents as __ecs_Game::ComponentList<Self>>::visit(among, visitor)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __before<__EcsChange: __ecs_Game::Concerned<Self>>(
        storages: &mut __GameStorages,
        views: &mut __GameViews,
        change: &__ecs_Game::Transition<__ecs_Game::SmallMask<::core::primitive::u8>>,
    ) {
        if const { __ecs_Game::ViewSet::has(&__EcsChange::VIEWS, 1usize) } {
            __ecs_Game::before::<Self, 1usize>(storages, views, change);
        }
        if const { __ecs_Game::ViewSet::has(&__EcsChange::VIEWS, 0usize) } {
            __ecs_Game::before::<Self, 0usize>(storages, views, change);
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __after<__EcsChange: __ecs_Game::Concerned<Self>>(
        storages: &mut __GameStorages,
        views: &mut __GameViews,
        change: &__ecs_Game::Transition<__ecs_Game::SmallMask<::core::primitive::u8>>,
    ) {
        if const { __ecs_Game::ViewSet::has(&__EcsChange::VIEWS, 0usize) } {
            __ecs_Game::after::<Self, 0usize>(storages, views, change);
        }
        if const { __ecs_Game::ViewSet::has(&__EcsChange::VIEWS, 1usize) } {
            __ecs_Game::after::<Self, 1usize>(storages, views, change);
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __spawned<__EcsChange: __ecs_Game::Concerned<Self>>(
        storages: &mut __GameStorages,
        views: &mut __GameViews,
        entities: &[__ecs_Game::Entity],
        mask: &__ecs_Game::SmallMask<::core::primitive::u8>,
    ) {
        if const { __ecs_Game::ViewSet::has(&__EcsChange::VIEWS, 0usize) } {
            __ecs_Game::spawned::<Self, 0usize>(storages, views, entities, mask);
        }
        if const { __ecs_Game::ViewSet::has(&__EcsChange::VIEWS, 1usize) } {
            __ecs_Game::spawned::<Self, 1usize>(storages, views, entities, mask);
        }
    }
    fn __view_alone(
        views: &__GameViews,
        view: ::core::primitive::usize,
    ) -> ::core::option::Option<
        &dyn __ecs_Game::View<__ecs_Game::SmallMask<::core::primitive::u8>>,
    > {
        ::core::option::Option::<
            &dyn __ecs_Game::View<__ecs_Game::SmallMask<::core::primitive::u8>>,
        >::Some(
            match view {
                0usize => &views.view_0,
                1usize => &views.view_1,
                _ => return ::core::option::Option::None,
            },
        )
    }
    fn __view_alone_mut(
        views: &mut __GameViews,
        view: ::core::primitive::usize,
    ) -> ::core::option::Option<
        &mut dyn __ecs_Game::View<__ecs_Game::SmallMask<::core::primitive::u8>>,
    > {
        ::core::option::Option::<
            &mut dyn __ecs_Game::View<__ecs_Game::SmallMask<::core::primitive::u8>>,
        >::Some(
            match view {
                0usize => &mut views.view_0,
                1usize => &mut views.view_1,
                _ => return ::core::option::Option::None,
            },
        )
    }
    #[inline]
    fn __on_added<__EcsChange: __ecs_Game::Concerned<Self>>(
        &mut self,
        change: &__ecs_Game::Transition<__ecs_Game::SmallMask<::core::primitive::u8>>,
        token: __ecs_Game::Token,
    ) {
        if __ecs_Game::ViewSet::has(&__EcsChange::VIEWS, 1usize)
            && change.enters(&<Self as __ecs_Game::HasView<1usize>>::ASPECT)
        {
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
            __ecs_Game::call_one::<
                (__ecs_Game::Handle, __ecs_Game::Read<__GameS1>),
                _,
            >(
                (entities.handles(), __ecs_Game::read(&storages.velocity)),
                change.entity(),
                |(a0, a1)| <Physics>::__ecs_on_added(&systems.physics, a0, a1),
            );
        }
    }
}
type __GameC0 = Position;
type __GameS0 = __ecs_Game::SparseSet<__GameC0>;
impl __ecs_Game::Holds<__GameC0> for Game {
    const ID: ::core::primitive::usize = 0usize;
    type Storage = __GameS0;
    fn storage(all: &__GameStorages) -> &__GameS0 {
        &all.position
    }
    fn storage_mut(all: &mut __GameStorages) -> &mut __GameS0 {
        &mut all.position
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
impl __ecs_Game::Bundle<Game> for __GameC0 {
    type Replaced = ::core::option::Option<Self>;
    type Kind = __ecs_Game::ComponentKind;
}
type __GameC1 = physics::Velocity;
type __GameS1 = __ecs_Game::SparseSet<__GameC1>;
impl __ecs_Game::Holds<__GameC1> for Game {
    const ID: ::core::primitive::usize = 1usize;
    type Storage = __GameS1;
    fn storage(all: &__GameStorages) -> &__GameS1 {
        &all.velocity
    }
    fn storage_mut(all: &mut __GameStorages) -> &mut __GameS1 {
        &mut all.velocity
    }
    fn column<'a, 'w: 'w>(
        columns: &'a mut __GameColumns<'w>,
        _: __ecs_Game::Token,
    ) -> &'a mut __ecs_Game::ColumnMut<'w, __GameC1, __GameS1> {
        &mut columns.velocity
    }
    fn queue(all: &mut __GameQueues) -> &mut __ecs_Game::Queue<__GameC1> {
        &mut all.velocity
    }
    fn queued(all: &__GameQueues) -> &__ecs_Game::Queue<__GameC1> {
        &all.velocity
    }
}
impl __ecs_Game::Bundle<Game> for __GameC1 {
    type Replaced = ::core::option::Option<Self>;
    type Kind = __ecs_Game::ComponentKind;
}
type __GameC2 = Health;
type __GameS2 = __ecs_Game::SparseSet<__GameC2>;
impl __ecs_Game::Holds<__GameC2> for Game {
    const ID: ::core::primitive::usize = 2usize;
    type Storage = __GameS2;
    fn storage(all: &__GameStorages) -> &__GameS2 {
        &all.life
    }
    fn storage_mut(all: &mut __GameStorages) -> &mut __GameS2 {
        &mut all.life
    }
    fn column<'a, 'w: 'w>(
        columns: &'a mut __GameColumns<'w>,
        _: __ecs_Game::Token,
    ) -> &'a mut __ecs_Game::ColumnMut<'w, __GameC2, __GameS2> {
        &mut columns.life
    }
    fn queue(all: &mut __GameQueues) -> &mut __ecs_Game::Queue<__GameC2> {
        &mut all.life
    }
    fn queued(all: &__GameQueues) -> &__ecs_Game::Queue<__GameC2> {
        &all.life
    }
}
impl __ecs_Game::Bundle<Game> for __GameC2 {
    type Replaced = ::core::option::Option<Self>;
    type Kind = __ecs_Game::ComponentKind;
}
type __GameComponents = __ecs_Game::List<(__GameC0, __GameC1, __GameC2)>;
impl __ecs_Game::CloneComponents<'_> for Game
where
    for<'x> __GameComponents: __ecs_Game::CloneList<'x, Game>,
{
    fn __each_clone<__EcsVisitor: __ecs_Game::EachClone<Self>>(
        among: &Self::Mask,
        visitor: &mut __EcsVisitor,
    ) {
        <__GameComponents as __ecs_Game::CloneList<
            '_,
            Self,
        >>::visit_clone(among, visitor)
    }
}
impl __ecs_Game::HasResource<Time> for Game {
    fn resource(&self) -> &Time {
        &self.resources.time
    }
    fn resource_mut(&mut self) -> &mut Time {
        &mut self.resources.time
    }
}
impl __ecs_Game::HasResource<Gravity> for Game {
    fn resource(&self) -> &Gravity {
        &self.resources.gravity
    }
    fn resource_mut(&mut self) -> &mut Gravity {
        &mut self.resources.gravity
    }
}
impl __ecs_Game::HasView<0> for Game {
    type View = __ecs_Game::GroupView;
    fn owned() -> impl __ecs_Game::OwnedStorages<Self> {
        <__ecs_Game::Owns<__GameC0, ()> as __ecs_Game::OwnedStorages<Self>>::LIST
    }
    #[inline]
    fn view(__ecs_views: &__GameViews) -> &__ecs_Game::GroupView {
        &__ecs_views.view_0
    }
    #[inline]
    fn view_mut(__ecs_views: &mut __GameViews) -> &mut __ecs_Game::GroupView {
        &mut __ecs_views.view_0
    }
}
impl __ecs_Game::HasView<1> for Game {
    type View = __ecs_Game::GroupView;
    fn owned() -> impl __ecs_Game::OwnedStorages<Self> {
        <__ecs_Game::Owns<
            __GameC0,
            __ecs_Game::Owns<__GameC1, ()>,
        > as __ecs_Game::OwnedStorages<Self>>::LIST
    }
    #[inline]
    fn view(__ecs_views: &__GameViews) -> &__ecs_Game::GroupView {
        &__ecs_views.view_1
    }
    #[inline]
    fn view_mut(__ecs_views: &mut __GameViews) -> &mut __ecs_Game::GroupView {
        &mut __ecs_views.view_1
    }
}
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
                __ecs_Game::write_aligned(&mut storages.position),
                __ecs_Game::read_aligned(&storages.velocity),
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
        let _traced = __ecs_Game::traced(entities, 1usize, "reap");
        let q0 = __ecs_Game::query_over::<
            Self,
            _,
        >((entities.handles(), __ecs_Game::read(&storages.life)), views, entities);
        let mut spawner = __ecs_Game::Spawner::new(entities, reserved, commands);
        reap(q0, &mut spawner)
    }
}
impl __ecs_Game::RunSchedule<0usize> for Game {
    const SCHEDULE: &'static ::core::primitive::str = "run";
    const ITERATED: &'static [::core::primitive::usize] = &[1usize];
    fn __run_listed(&mut self, token: __ecs_Game::Token) {
        __ecs_Game::run_one::<Self, 0usize>(self, token);
        __ecs_Game::sync(self);
        __ecs_Game::run_one::<Self, 1usize>(self, token);
    }
}
impl Game {
    /// What was decided about this world: how each view is kept, and why.
    pub const PLAN: __ecs_Game::Plan = <Self as __ecs_Game::GeneratedWorld>::PLAN;
    /// Spawns an entity with a bundle: a component, a tuple of bundles, or a struct with `#[derive(Bundle)]`.
    ///
    /// Runs in amortised **O(components of the bundle + views that it enters)** time.
    ///
    /// # Panics
    ///
    /// If all 2^32 - 1 indices are in use or retired, or the target of a relation in the bundle is dead (see
    /// [`try_spawn`](Self::try_spawn)). Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(1.0)));
    /// ```
    #[track_caller]
    pub fn spawn<B: __ecs_Game::Bundle<Self>>(
        &mut self,
        bundle: B,
    ) -> __ecs_Game::Entity {
        let () = __ecs_Game::CheckBundle::<Self, B>::OK;
        __ecs_Game::WorldChanges::spawn::<B>(self, bundle)
    }
    /// Spawns an entity with a bundle, unless the target of a relation in it is dead. For bundles without relations, this is the same as
    /// [`spawn`](Self::spawn), at the same cost.
    ///
    /// # Errors
    ///
    /// `ChangeError` with the bundle, if the target of a relation is dead. Nothing changes then.
    ///
    /// # Panics
    ///
    /// If all 2^32 - 1 indices are in use or retired. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```text
    /// let parent = world.spawn(());
    /// assert!(world.try_spawn(ChildOf(parent)).is_ok());
    /// world.despawn(parent).unwrap();
    /// assert_eq!(world.try_spawn(ChildOf(parent)).unwrap_err().into_inner(), ChildOf(parent));
    /// ```
    #[track_caller]
    pub fn try_spawn<B: __ecs_Game::Bundle<Self>>(
        &mut self,
        bundle: B,
    ) -> ::core::result::Result<__ecs_Game::Entity, __ecs_Game::ChangeError<B>> {
        let () = __ecs_Game::CheckBundle::<Self, B>::OK;
        __ecs_Game::WorldChanges::try_spawn::<B>(self, bundle)
    }
    /// Spawns an entity with a given handle: one of another world that this one mirrors, such as that of a server.
    ///
    /// The handle must be free: no entity with its index is alive, and none had its generation or a later one, so that a stale handle never
    /// becomes valid again. If the index is higher than all that the world has used, the indices between become free slots, as if an entity
    /// had lived in each: handles of the first generation at these are refused from then on, so spawn in ascending order of indices. Runs
    /// in **O(components + views + free slots)** time, plus that for new slots.
    ///
    /// # Errors
    ///
    /// `ChangeError` with the bundle, if the handle is not free (`NotFree`), if more than 65 536 new
    /// indices would be needed, or if the target of a relation is dead. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = server.spawn(Position(1.0));
    /// client.spawn_at(ship, Position(1.0)).unwrap();
    /// assert_eq!(client.get::<Position>(ship), Some(&Position(1.0)));
    /// assert!(client.spawn_at(ship, Position(2.0)).is_err(), "it is alive");
    /// ```
    pub fn spawn_at<B: __ecs_Game::Bundle<Self>>(
        &mut self,
        entity: __ecs_Game::Entity,
        bundle: B,
    ) -> ::core::result::Result<(), __ecs_Game::ChangeError<B>> {
        let () = __ecs_Game::CheckBundle::<Self, B>::OK;
        __ecs_Game::WorldChanges::spawn_at::<B>(self, entity, bundle)
    }
    /// Spawns an entity for each bundle of an iterator, and returns the handles in order.
    ///
    /// If the iterator panics, the entities spawned so far stay alive. The iterator cannot borrow the world: collect what it needs of a
    /// resource first, or use `Commands::spawn_batch` in a system, where resources and commands are
    /// separate. Runs in amortised **O(entities * (components + views))** time. Faster per entity than `spawn` if no system of the world
    /// has an `on_added` or `on_removed` that is called at once, and the bundle has no optional part.
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn) does. Bundles before the refused one are spawned, as if the iterator had ended there.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ships = world.spawn_batch((0..3_u8).map(|n| Position(n.into())));
    /// assert_eq!(world.get::<Position>(ships[2]), Some(&Position(2.0)));
    /// ```
    #[track_caller]
    pub fn spawn_batch<I: ::core::iter::IntoIterator<Item: __ecs_Game::Bundle<Self>>>(
        &mut self,
        bundles: I,
    ) -> __ecs_Game::Entities {
        let () = __ecs_Game::CheckBundle::<Self, I::Item>::OK;
        __ecs_Game::WorldChanges::spawn_batch::<I>(self, bundles)
    }
    /// Spawns an entity for each row of columns (`(vec_of_a, vec_of_b)`), and returns the handles in order.
    ///
    /// Each storage grows once, so this is the fastest way to spawn many entities. Callbacks run after all rows are spawned. Runs in
    /// amortised **O(entities * (components + views that they enter))** time.
    ///
    /// # Errors
    ///
    /// `UnequalColumns` with the columns, if they differ in length. Nothing changes then.
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn) does.
    ///
    /// # Examples
    ///
    /// ```text
    /// let columns = (vec![Position(1.0), Position(2.0)], vec![Velocity(0.0)]);
    /// let refused = world.spawn_columns(columns).unwrap_err();
    /// assert_eq!(refused.columns.0.len(), 2);
    /// ```
    #[track_caller]
    pub fn spawn_columns<C: __ecs_Game::BundleColumns<Self>>(
        &mut self,
        columns: C,
    ) -> ::core::result::Result<__ecs_Game::Entities, __ecs_Game::UnequalColumns<C>> {
        let () = __ecs_Game::CheckColumns::<Self, C>::OK;
        __ecs_Game::WorldChanges::spawn_columns::<C>(self, columns)
    }
    /// Reserves capacity for `additional` more entities with a bundle, except for its optional parts.
    ///
    /// Grows the masks, the arrays of dense storages and the slots of a `vec`. Tables of positions, chunks, presence bits and views may
    /// still grow later. Runs in **O(components of the bundle)** time, and moves the masks and values of what grows.
    ///
    /// # Panics
    ///
    /// If fewer than `additional` indices are left, or on capacity overflow. No entity changes then.
    ///
    /// # Examples
    ///
    /// ```text
    /// world.reserve::<(Position, Velocity)>(1_000);
    /// world.spawn((Position(1.0), Velocity(0.0)));
    /// assert_eq!(world.len(), 1);
    /// ```
    #[track_caller]
    pub fn reserve<B: __ecs_Game::Bundle<Self>>(
        &mut self,
        additional: ::core::primitive::usize,
    ) {
        let () = __ecs_Game::CheckBundle::<Self, B>::OK;
        __ecs_Game::WorldChanges::reserve::<B>(self, additional)
    }
    /// Despawns an entity and drops its components.
    ///
    /// The policy of each relation decides what happens to sources of the entity. With `cascade` they are despawned first, each before its
    /// own target; with `clear` they lose the relation first, in one transition each; with `keep` they keep a stale handle. If a callback
    /// or `Drop` panics, entities that were not despawned yet stay as they were.
    ///
    /// Runs in **O(components of the entity + views of the world)** time; views are tested in blocks of 8. Each source of a relation to the
    /// entity adds the cost of its own change, and if it has several targets, a search among these.
    ///
    /// # Errors
    ///
    /// `ChangeError` if the handle refers to no live entity of this world. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// assert!(world.despawn(ship).is_ok());
    /// assert_eq!(world.despawn(ship).unwrap_err().kind, ecs_world::ChangeErrorKind::NoSuchEntity(ship));
    /// ```
    pub fn despawn(
        &mut self,
        entity: __ecs_Game::Entity,
    ) -> ::core::result::Result<(), __ecs_Game::ChangeError> {
        __ecs_Game::WorldChanges::despawn(self, entity)
    }
    /// Despawns the entities that have all of a bundle, and returns their number: for example the entities of a level, or those that belong
    /// to a state that ends.
    ///
    /// They are despawned one after another, in the order of the storage with the fewest values among those of the bundle, with the same
    /// callbacks as by [`despawn`](Self::despawn). All entities have the empty bundle. Runs in
    /// **O(values of that storage + entities * (components + views))** time.
    ///
    /// # Examples
    ///
    /// ```text
    /// let hero = world.spawn(Position(0.0));
    /// world.spawn_batch((0..3_u8).map(|n| (Position(n.into()), Enemy)));
    /// assert_eq!(world.despawn_with::<(Position, Enemy)>(), 3);
    /// assert!(world.entities().eq([hero]));
    /// ```
    pub fn despawn_with<B: __ecs_Game::Bundle<Self>>(
        &mut self,
    ) -> ::core::primitive::usize {
        let () = __ecs_Game::CheckBundle::<Self, B>::OK;
        __ecs_Game::WorldChanges::despawn_with::<B>(self)
    }
    /// Despawns all entities, after `on_removed` of systems is called for each. Pending commands stay pending.
    ///
    /// Runs in **O(slots + values)** time.
    ///
    /// Capacity is kept, so spawning as many entities again allocates little. Handles from before the call stay stale.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// world.clear();
    /// assert!(world.is_empty() && !world.contains(ship));
    /// ```
    pub fn clear(&mut self) {
        __ecs_Game::WorldChanges::clear(self)
    }
    /// Inserts a bundle into an entity; replaced values are dropped.
    ///
    /// Runs in amortised **O(components of the bundle + views that mention them)** time. A tree adds **O(depth of the target)** if the
    /// entity has sources; a relation with several targets adds **O(targets log targets)**, or **O(targets)** if it is removed.
    ///
    /// # Errors
    ///
    /// `ChangeError` with the bundle, if the handle refers to no live entity of this world, or a relation in the bundle has a dead target
    /// or would form a cycle. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// world.insert(ship, (Velocity(2.0), Position(3.0)))?;
    /// world.despawn(ship)?;
    /// assert_eq!(world.insert(ship, Velocity(4.0)).unwrap_err().into_inner(), Velocity(4.0));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn insert<B: __ecs_Game::Bundle<Self>>(
        &mut self,
        entity: __ecs_Game::Entity,
        bundle: B,
    ) -> ::core::result::Result<(), __ecs_Game::ChangeError<B>> {
        let () = __ecs_Game::CheckBundle::<Self, B>::OK;
        __ecs_Game::WorldChanges::insert::<B>(self, entity, bundle)
    }
    /// Inserts a bundle into an entity, and returns the replaced values: an `Option` per component.
    ///
    /// Same cost as [`insert`](Self::insert).
    ///
    /// # Errors
    ///
    /// `ChangeError` with the bundle, if the handle refers to no live entity of this world, or a relation in the bundle has a dead target
    /// or would form a cycle. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// let (position, velocity) = world.replace(ship, (Position(3.0), Velocity(2.0))).unwrap();
    /// assert_eq!((position, velocity), (Some(Position(1.0)), None));
    /// ```
    pub fn replace<B: __ecs_Game::Bundle<Self>>(
        &mut self,
        entity: __ecs_Game::Entity,
        bundle: B,
    ) -> ::core::result::Result<B::Replaced, __ecs_Game::ChangeError<B>> {
        let () = __ecs_Game::CheckBundle::<Self, B>::OK;
        __ecs_Game::WorldChanges::replace::<B>(self, entity, bundle)
    }
    /// Removes a bundle from an entity: all of it, or nothing (`Ok(None)`) if the entity lacks a component of it that is not optional.
    ///
    /// Runs in **O(components of the bundle + views that mention them)** time.
    ///
    /// # Errors
    ///
    /// `ChangeError` if the handle refers to no live entity of this world.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// assert_eq!(world.remove::<(Position, Velocity)>(ship), Ok(None));
    /// assert_eq!(world.remove::<Position>(ship), Ok(Some(Position(1.0))));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn remove<B: __ecs_Game::Bundle<Self>>(
        &mut self,
        entity: __ecs_Game::Entity,
    ) -> ::core::result::Result<::core::option::Option<B>, __ecs_Game::ChangeError> {
        let () = __ecs_Game::CheckBundle::<Self, B>::OK;
        __ecs_Game::WorldChanges::remove::<B>(self, entity)
    }
    /// Removes those components of a bundle that an entity has, and returns them: an `Option` per component, as [`replace`](Self::replace)
    /// does. ([`remove`](Self::remove) removes all of a bundle or nothing.)
    ///
    /// This is one transition, however many components are removed, and none if the entity has none of them.
    ///
    /// Runs in **O(components of the bundle + views that mention them)** time.
    ///
    /// # Errors
    ///
    /// `ChangeError` if the handle refers to no live entity of this world.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// assert_eq!(world.remove_any::<(Position, Velocity)>(ship), Ok((Some(Position(1.0)), None)));
    /// assert_eq!(world.remove_any::<(Position, Velocity)>(ship), Ok((None, None)));
    /// ```
    pub fn remove_any<B: __ecs_Game::Bundle<Self>>(
        &mut self,
        entity: __ecs_Game::Entity,
    ) -> ::core::result::Result<B::Replaced, __ecs_Game::ChangeError> {
        let () = __ecs_Game::CheckBundle::<Self, B>::OK;
        __ecs_Game::WorldChanges::remove_any::<B>(self, entity)
    }
    /// Removes a bundle from an entity, inserts another one, and returns the removed one: `exchange::<(A, B), _>(entity, (C, D))`.
    ///
    /// This is one transition: the entity does not leave views that it matches before and after it, and callbacks run once, for the views
    /// that it leaves or enters in the end. A component in both bundles is replaced. Values that the inserted bundle replaces, and that are
    /// not removed, are dropped, as by [`insert`](Self::insert).
    ///
    /// Runs in **O(components of both bundles + views that mention them)** time.
    ///
    /// # Errors
    ///
    /// `ChangeError` with the bundle, if the handle refers to no live entity of this world, the entity lacks a component of the bundle to
    /// remove, or a relation to insert has a dead target or would form a cycle. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```text
    /// let hero = world.spawn(Walking(1.0));
    /// assert_eq!(world.exchange::<Walking, _>(hero, Falling(9.81)), Ok(Walking(1.0)));
    /// let refused = world.exchange::<Walking, _>(hero, Falling(0.0)).unwrap_err();
    /// assert_eq!(refused.into_inner(), Falling(0.0));
    /// assert_eq!(world.get::<Falling>(hero), Some(&Falling(9.81)));
    /// ```
    pub fn exchange<
        Removed: __ecs_Game::Bundle<Self>,
        Inserted: __ecs_Game::Bundle<Self>,
    >(
        &mut self,
        entity: __ecs_Game::Entity,
        bundle: Inserted,
    ) -> ::core::result::Result<Removed, __ecs_Game::ChangeError<Inserted>> {
        let () = __ecs_Game::CheckBundle::<Self, Removed>::OK;
        let () = __ecs_Game::CheckBundle::<Self, Inserted>::OK;
        __ecs_Game::WorldChanges::exchange::<Removed, Inserted>(self, entity, bundle)
    }
    /// Spawns an entity with clones of the components of a `Template`.
    ///
    /// This is one transition. If a `Clone` panics, nothing changes. Runs in **O(components of the world + views of the world)** time.
    ///
    /// Only worlds whose components are all `Clone` have this method; library code uses the bound `CloneEntities`.
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn) does.
    ///
    /// # Examples
    ///
    /// ```text
    /// let template = Template::new().with((Position(1.0), Velocity(2.0)));
    /// let ship = world.spawn_template(&template);
    /// assert_eq!(world.get::<Velocity>(ship), Some(&Velocity(2.0)));
    /// ```
    #[track_caller]
    pub fn spawn_template(
        &mut self,
        template: &__ecs_Game::Template<Self>,
    ) -> __ecs_Game::Entity
    where
        for<'x> Self: __ecs_Game::CloneComponents<'x>,
    {
        __ecs_Game::WorldTemplates::spawn_template(self, template)
    }
    /// Spawns an entity with clones of the components of a `Template`, unless that breaks a rule of a relation.
    ///
    /// Otherwise the same as [`spawn_template`](Self::spawn_template). If the template was taken from another world, its relations refer to
    /// whichever entities have the handles of their targets here. This is no error: remove such relations with
    /// `without` first.
    ///
    /// # Errors
    ///
    /// `ChangeError` if the target of a relation is dead.
    ///
    /// # Panics
    ///
    /// If no index is left for the entity.
    ///
    /// # Examples
    ///
    /// ```text
    /// let parent = world.spawn(());
    /// let child = Template::new().with(ChildOf(parent));
    /// assert!(world.try_spawn_template(&child).is_ok());
    /// world.despawn(parent).unwrap();
    /// assert!(world.try_spawn_template(&child).is_err());
    /// ```
    #[track_caller]
    pub fn try_spawn_template(
        &mut self,
        template: &__ecs_Game::Template<Self>,
    ) -> ::core::result::Result<__ecs_Game::Entity, __ecs_Game::ChangeError>
    where
        for<'x> Self: __ecs_Game::CloneComponents<'x>,
    {
        __ecs_Game::WorldTemplates::try_spawn_template(self, template)
    }
    /// Spawns `count` entities with clones of the components of a `Template`, and returns the handles in order.
    ///
    /// Each storage grows once. Callbacks run after all entities are spawned. If a `Clone` panics, nothing changes. Runs in
    /// **O(count * (components of the template + views))** time.
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn) does.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ships = world.spawn_templates(&Template::new().with(Position(1.0)), 100);
    /// assert_eq!(world.get::<Position>(ships[99]), Some(&Position(1.0)));
    /// ```
    #[track_caller]
    pub fn spawn_templates(
        &mut self,
        template: &__ecs_Game::Template<Self>,
        count: ::core::primitive::usize,
    ) -> __ecs_Game::Entities
    where
        for<'x> Self: __ecs_Game::CloneComponents<'x>,
    {
        __ecs_Game::WorldTemplates::spawn_templates(self, template, count)
    }
    /// Spawns an entity with clones of all components of another one.
    ///
    /// This is one transition. If a `Clone` panics, nothing changes. Runs in **O(components of the world + views of the world)** time.
    ///
    /// # Errors
    ///
    /// `ChangeError` if the handle refers to no live entity of this world.
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn) does.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// let twin = world.clone_entity(ship)?;
    /// world.despawn(ship)?;
    /// assert_eq!(world.get::<Position>(twin), Some(&Position(1.0)));
    /// ```
    #[track_caller]
    pub fn clone_entity(
        &mut self,
        entity: __ecs_Game::Entity,
    ) -> ::core::result::Result<__ecs_Game::Entity, __ecs_Game::ChangeError>
    where
        for<'x> Self: __ecs_Game::CloneComponents<'x>,
    {
        __ecs_Game::WorldTemplates::clone_entity(self, entity)
    }
    /// Inserts the components of a `Template` into an entity; replaced values are dropped. Clones nothing.
    ///
    /// This is one transition. Runs in **O(components of the world + views of the world)** time.
    ///
    /// # Errors
    ///
    /// `ChangeError` with the template, if the handle refers to no live entity of this world, or a relation of the template has a dead
    /// target or would form a cycle.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(());
    /// world.insert_template(ship, Template::new().with(Position(1.0)))?;
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(1.0)));
    /// ```
    pub fn insert_template(
        &mut self,
        entity: __ecs_Game::Entity,
        template: __ecs_Game::Template<Self>,
    ) -> ::core::result::Result<
        (),
        __ecs_Game::ChangeError<__ecs_Game::Template<Self>>,
    > {
        __ecs_Game::WorldTemplates::insert_template(self, entity, template)
    }
    /// Despawns an entity and returns its components as a `Template`; `None` if the handle refers to no live entity of this world. Clones
    /// nothing.
    ///
    /// This is the transition of a despawn. Sources of the entity in a relation are despawned or cleared as by
    /// [`despawn`](Self::despawn). Runs in **O(components of the world + views of the world)** time.
    ///
    /// The template keeps its handles. A relation of the entity to itself has a stale handle, and is refused when the template is spawned.
    /// In another world, relations refer to whichever entities have those handles there: remove them with `without`,
    /// or move the entity with `take_tree`.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// let taken = world.take(ship).unwrap();
    /// assert!(!world.contains(ship) && world.take(ship).is_none());
    /// assert_eq!(taken.get::<Position>(), Some(&Position(1.0)));
    /// ```
    #[must_use = "the components are dropped with the template; use `despawn` if they are not needed"]
    pub fn take(
        &mut self,
        entity: __ecs_Game::Entity,
    ) -> ::core::option::Option<__ecs_Game::Template<Self>> {
        __ecs_Game::WorldTemplates::take(self, entity)
    }
    /// Returns a component of an entity; `None` if the entity lacks it or is dead.
    ///
    /// Runs in **O(1)** time; in **O(log n)** for a `btree_map`.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(1.0)));
    /// world.despawn(ship).unwrap();
    /// assert_eq!(world.get::<Position>(ship), None);
    /// ```
    #[must_use]
    #[inline]
    pub fn get<C: 'static>(
        &self,
        entity: __ecs_Game::Entity,
    ) -> ::core::option::Option<&C>
    where
        Self: __ecs_Game::Holds<C>,
    {
        __ecs_Game::WorldAccess::get::<C>(self, entity)
    }
    /// Returns a mutable reference to a component of an entity; `None` if the entity lacks it or is dead. Same cost as [`get`](Self::get).
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// if let Some(position) = world.get_mut::<Position>(ship) {
    ///     position.0 += 1.0;
    /// }
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(2.0)));
    /// ```
    #[must_use]
    #[inline]
    pub fn get_mut<C: 'static>(
        &mut self,
        entity: __ecs_Game::Entity,
    ) -> ::core::option::Option<&mut C>
    where
        Self: __ecs_Game::Has<C>,
    {
        __ecs_Game::WorldAccess::get_mut::<C>(self, entity)
    }
    /// Returns several components of an entity at once: `get_components::<(&mut A, &B)>`; `None` if it lacks one of them or is dead.
    ///
    /// Runs in **O(components)** time.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
    /// if let Some((position, velocity)) = world.get_components::<(&mut Position, &Velocity)>(ship) {
    ///     position.0 += velocity.0;
    /// }
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(3.0)));
    /// ```
    #[must_use]
    pub fn get_components<Q: __ecs_Game::QueryData<Self>>(
        &mut self,
        entity: __ecs_Game::Entity,
    ) -> ::core::option::Option<__ecs_Game::QueryItem<'_, Self, Q>> {
        let () = __ecs_Game::CheckQuery::<Self, Q>::OK;
        __ecs_Game::WorldAccess::get_components::<Q>(self, entity)
    }
    /// Returns mutable references to one component of several entities.
    ///
    /// Performs **O(N^2)** comparisons of handles, and **O(N)** lookups.
    ///
    /// # Errors
    ///
    /// `DisjointError` tells which handle is stale or given twice, or which entity lacks the component.
    ///
    /// # Examples
    ///
    /// ```text
    /// let [a, b] = [1.0, 2.0].map(|x| world.spawn(Position(x)));
    /// let [first, second] = world.get_disjoint_mut::<Position, 2>([a, b]).unwrap();
    /// std::mem::swap(first, second);
    /// assert_eq!(world.get::<Position>(a), Some(&Position(2.0)));
    /// ```
    pub fn get_disjoint_mut<C: 'static, const N: ::core::primitive::usize>(
        &mut self,
        entities: [__ecs_Game::Entity; N],
    ) -> ::core::result::Result<[&mut C; N], __ecs_Game::DisjointError>
    where
        Self: __ecs_Game::Has<C>,
    {
        __ecs_Game::WorldAccess::get_disjoint_mut::<C, { N }>(self, entities)
    }
    /// Returns true if the handle refers to a live entity of this world. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// assert!(world.contains(ship));
    /// world.despawn(ship).unwrap();
    /// let rock = world.spawn(Position(2.0));
    /// assert!(rock.index() == ship.index() && !world.contains(ship), "the slot is used again, the handle stays stale");
    /// ```
    #[must_use]
    #[inline]
    pub fn contains(&self, entity: __ecs_Game::Entity) -> ::core::primitive::bool {
        __ecs_Game::WorldAccess::contains(self, entity)
    }
    /// Returns true if an entity is alive and has a component. Tests its mask, in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// assert!(world.has::<Position>(ship) && !world.has::<Velocity>(ship));
    /// ```
    #[must_use]
    #[inline]
    pub fn has<C: 'static>(&self, entity: __ecs_Game::Entity) -> ::core::primitive::bool
    where
        Self: __ecs_Game::Holds<C>,
    {
        __ecs_Game::WorldAccess::has::<C>(self, entity)
    }
    /// Returns the components of an entity as a mask; `None` if it is dead. Runs in **O(1)** time.
    ///
    /// Entities with equal masks have the same components.
    ///
    /// # Examples
    ///
    /// ```text
    /// let [ship, wreck] = [world.spawn((Position(1.0), Velocity(2.0))), world.spawn(Position(3.0))];
    /// assert_ne!(world.mask(ship), world.mask(wreck));
    /// world.remove::<Velocity>(ship).unwrap();
    /// assert_eq!(world.mask(ship), world.mask(wreck));
    /// ```
    #[must_use]
    #[inline]
    pub fn mask(
        &self,
        entity: __ecs_Game::Entity,
    ) -> ::core::option::Option<__ecs_Game::SmallMask<::core::primitive::u8>> {
        __ecs_Game::WorldAccess::mask(self, entity)
    }
    /// Returns the names of the components of an entity; `None` if it is dead. Allocates a vector. Runs in **O(components of the world)**
    /// time.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn((Velocity(2.0), Position(1.0)));
    /// assert_eq!(world.component_names(ship), Some(vec!["Position", "Velocity"]));
    /// ```
    #[must_use]
    pub fn component_names(
        &self,
        entity: __ecs_Game::Entity,
    ) -> ::core::option::Option<__ecs_Game::Names> {
        __ecs_Game::WorldAccess::component_names(self, entity)
    }
    /// Returns the number of live entities. Runs in **O(1)** time.
    #[must_use]
    pub fn len(&self) -> ::core::primitive::usize {
        __ecs_Game::WorldAccess::len(self)
    }
    /// Returns true if no entity is alive. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> ::core::primitive::bool {
        __ecs_Game::WorldAccess::is_empty(self)
    }
    /// Iterates over the live entities by ascending index. Runs in **O(slots)** time.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ships = world.spawn_batch([1.0, 2.0].map(Position));
    /// assert!(world.entities().eq(ships));
    /// assert_eq!((world.entities().len(), world.len()), (2, 2));
    /// ```
    #[must_use]
    pub fn entities(&self) -> __ecs_Game::LiveEntities<'_> {
        __ecs_Game::WorldAccess::entities(self)
    }
    /// Returns the owner of a component, found by the address of the value; `None` if the value is not in this world, and always for
    /// zero-sized types. Runs in **O(1)** time; in **O(chunks)** for a `hashed_array_tree`.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// let position = world.get::<Position>(ship).unwrap();
    /// assert_eq!(world.owner_of(position), Some(ship));
    /// ```
    #[must_use]
    pub fn owner_of<C: 'static>(
        &self,
        component: &C,
    ) -> ::core::option::Option<__ecs_Game::Entity>
    where
        Self: __ecs_Game::Holds<C>,
    {
        __ecs_Game::WorldAccess::owner_of::<C>(self, component)
    }
    /// Queries entities with certain components for reading: `query::<(Entity, &A, Option<&B>)>()`.
    ///
    /// Runs in **O(1)** time, without allocation; `Query` documents the costs of iteration. To look up many entities, make the query
    /// once; for one value, use [`get`](Self::get).
    ///
    /// # Examples
    ///
    /// ```text
    /// world.spawn((Position(1.0), Velocity(2.0)));
    /// world.spawn(Position(3.0));
    /// for (entity, position, velocity) in world.query::<(Entity, &Position, Option<&Velocity>)>() {
    ///     println!("{entity}: {position:?} {velocity:?}");
    /// }
    /// assert_eq!(world.query::<&Position>().without::<Velocity>().single(), Ok(&Position(3.0)));
    /// ```
    pub fn query<Q: __ecs_Game::QueryData<Self> + __ecs_Game::ReadQueryData<Self>>(
        &self,
    ) -> __ecs_Game::Query<'_, Self, Q> {
        let () = __ecs_Game::CheckQuery::<Self, Q>::OK;
        __ecs_Game::WorldAccess::query::<Q>(self)
    }
    /// Queries entities with certain components for writing: `query_mut::<(&mut A, &B)>()`.
    ///
    /// The world is borrowed until the loop ends: copy what it needs of resources before, and collect entities to despawn them after it.
    /// Making the query settles delayed and active-passive views, even if nothing is iterated. Their callbacks run at the next sync point.
    /// It also reads the positions that earlier [iterations](Query::iter_mut) requested, in **O(entities)** time.
    ///
    /// To get one item in one expression, use `into_single` or `into_get`; `single_mut` and
    /// `get_mut` borrow the query, which must be in a variable then.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
    /// for (position, velocity) in world.query_mut::<(&mut Position, &Velocity)>() {
    ///     position.0 += velocity.0;
    /// }
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(3.0)));
    /// ```
    pub fn query_mut<Q: __ecs_Game::QueryData<Self>>(
        &mut self,
    ) -> __ecs_Game::Query<'_, Self, Q> {
        let () = __ecs_Game::CheckQuery::<Self, Q>::OK;
        __ecs_Game::WorldAccess::query_mut::<Q>(self)
    }
    /// Borrows the values of all components at once, as columns that can be used separately and joined. Structural changes are impossible
    /// meanwhile. Runs in **O(components of the world)** time.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
    /// let mut columns = world.columns();
    /// for (position, velocity) in (&mut columns.position, &columns.velocity).join() {
    ///     position.0 += velocity.0;
    /// }
    /// assert_eq!(columns.position.get(ship), Some(&Position(3.0)));
    /// ```
    pub fn columns(&mut self) -> __GameColumns<'_> {
        __ecs_Game::WorldAccess::columns(self)
    }
    /// Sorts the values of a component, and so the order in which they are visited. The sort is stable.
    ///
    /// **A group limits this**: a storage that a group owns is not sorted as a whole. `World::PLAN` lists the storages that groups divide,
    /// and the segments of each.
    ///
    /// The groups that own a storage divide it into segments: the entities of the innermost group, then the remaining ones of the next
    /// group, and so on, then all others. Each segment is sorted by itself, in all storages that its group owns. So a group that shares the
    /// storage with no other is visited in this order, and a storage that no group owns is sorted as a whole. Lists, and storages of other
    /// groups, are not sorted.
    ///
    /// Storages with a fixed order (`vec`, `packed`, `hashed_array_tree`, `tag`) cannot be sorted: a compile error.
    ///
    /// Later changes disturb the order: insertion appends; removal swaps the last value in; an entity that enters or leaves a group is
    /// swapped to its boundary in the storages that the group owns. Performs **O(n log n)** comparisons, and **O(n)** swaps per storage.
    ///
    /// [`tidy`](Self::tidy) keeps sorted storages in this order, until [`unsort`](Self::unsort).
    ///
    /// # Panics
    ///
    /// If the comparison panics, and perhaps if it is not a total order, as in `slice::sort_by`. Nothing has moved then. (If it is not a
    /// total order and does not panic, the values are in an unspecified order.)
    ///
    /// # Examples
    ///
    /// ```text
    /// world.spawn_batch([2.0, 3.0, 1.0].map(Position));
    /// world.sort_by::<Position>(|a, b| a.0.total_cmp(&b.0));
    /// assert_eq!(world.columns().position.as_slice(), [1.0, 2.0, 3.0].map(Position));
    /// ```
    pub fn sort_by<C: 'static>(
        &mut self,
        compare: impl ::core::ops::FnMut(&C, &C) -> ::core::cmp::Ordering,
    )
    where
        Self: __ecs_Game::Holds<C, Storage: __ecs_Game::Sortable>,
    {
        __ecs_Game::WorldOrder::sort_by::<C>(self, compare)
    }
    /// Sorts the values of a component by a key; see [`sort_by`](Self::sort_by).
    ///
    /// # Panics
    ///
    /// As [`sort_by`](Self::sort_by) does.
    ///
    /// # Examples
    ///
    /// ```text
    /// world.spawn_batch([2, 3, 1].map(Health));
    /// world.sort_by_key::<Health, _>(|health| Reverse(health.0));
    /// assert_eq!(world.columns().health.as_slice(), [3, 2, 1].map(Health));
    /// ```
    pub fn sort_by_key<C: 'static, K: ::core::cmp::Ord>(
        &mut self,
        key: impl ::core::ops::FnMut(&C) -> K,
    )
    where
        Self: __ecs_Game::Holds<C, Storage: __ecs_Game::Sortable>,
    {
        __ecs_Game::WorldOrder::sort_by_key::<C, K>(self, key)
    }
    /// Allows [`tidy`](Self::tidy) to move the values of a component again after [`sort_by`](Self::sort_by). Moves nothing itself. Runs in
    /// **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```text
    /// world.spawn_batch([3, 1, 2].map(Health));
    /// world.sort_by_key::<Health, _>(|health| health.0);
    /// assert_eq!(world.tidy().left_alone, 1);
    /// world.unsort::<Health>();
    /// world.tidy();
    /// assert_eq!(world.columns().health.as_slice(), [3, 1, 2].map(Health));
    /// ```
    pub fn unsort<C: 'static>(&mut self)
    where
        Self: __ecs_Game::Holds<C, Storage: __ecs_Game::Sortable>,
    {
        __ecs_Game::WorldOrder::unsort::<C>(self)
    }
    /// Brings all storages and lists into one common order, so that iteration that looks up components finds adjacent values: as if
    /// entities were stored by archetype, until the next changes.
    ///
    /// Entities are ordered by class (those with the same components); classes by their lowest entity index, and the entities of a class by
    /// index. In a storage that groups own, each segment (the entities of the innermost group, then the remaining ones of the next group,
    /// and so on, then all others) is in this order by itself. The order depends only on which entities are alive and which components they
    /// have. Lists (`view = list` and `view = delayed`) are brought into it, too. Storages with a fixed order (`vec`, `packed`,
    /// `hashed_array_tree`, `tag`) stay as they are, so stable addresses stay valid. Storages that [`sort_by`](Self::sort_by) sorted stay
    /// as they are until [`unsort`](Self::unsort), and so do the segments of the groups that own them, in all storages of these groups. The
    /// report counts the components that were sorted.
    ///
    /// Only positions of values change: handles, pending commands and reserved entities stay valid, and no user code runs.
    /// [`World::PLAN`](Self::PLAN) and [`advice`](Self::advice) name the views that benefit; groups that own all that
    /// they require do not.
    ///
    /// If nothing changed since the last call, it runs in **O(1)** time; otherwise in **O(slots)**, and **O(values)** for storages of
    /// entities that changed, with one swap for each value that is out of position. 8 bytes per slot are kept for the next call;
    /// [`shrink_to_fit`](Self::shrink_to_fit) frees them.
    ///
    /// # Examples
    ///
    /// ```text
    /// let entities = world.spawn_batch([0, 1, 2].map(Position));
    /// for n in [2, 0, 1] {
    ///     world.insert(entities[n as usize], Velocity(n)).unwrap();
    /// }
    /// let tidied = world.tidy();
    /// assert!(tidied.done && tidied.moved > 0);
    /// assert_eq!(world.columns().velocity.as_slice(), [0, 1, 2].map(Velocity));
    /// assert_eq!(world.tidy().moved, 0);
    /// ```
    pub fn tidy(&mut self) -> __ecs_Game::Tidied {
        __ecs_Game::WorldOrder::tidy(self)
    }
    /// Does the same as [`tidy`](Self::tidy) within a budget: a number of values and list entries to move. The next call continues where
    /// this one stopped, and after the last storage or list with the first one again.
    ///
    /// A value in a group moves together with those of the same entity in all storages of the group, so a call can exceed its budget by
    /// less than the number of these storages. A budget of 0 moves nothing, and reports whether everything is in order. The budget counts
    /// moves, not time, and the point where the next call continues is cloned with the world: the same calls lead to the same world.
    ///
    /// Finding values that are out of position costs as much as in `tidy`, however small the budget is. From a call whose budget does not
    /// suffice until a call that finishes, no storage follows a partial group.
    ///
    /// # Examples
    ///
    /// ```text
    /// let entities = world.spawn_batch([0, 1, 2, 3].map(Position));
    /// for n in [3, 2, 1, 0] {
    ///     world.insert(entities[n as usize], Velocity(n)).unwrap();
    /// }
    /// assert!(!world.tidy_within(1).done);
    /// assert!(world.tidy_within(1).done);
    /// assert_eq!(world.columns().velocity.as_slice(), [0, 1, 2, 3].map(Velocity));
    /// ```
    pub fn tidy_within(
        &mut self,
        budget: ::core::primitive::usize,
    ) -> __ecs_Game::Tidied {
        __ecs_Game::WorldOrder::tidy_within(self, budget)
    }
    /// Sets the budget with which each later `run()` tidies at its end, as by [`tidy_within`](Self::tidy_within); `None` stops that. Other
    /// schedules and single systems do not tidy. The setting is cloned with the world. While there is a budget, no storage follows a
    /// partial group. Runs in **O(1)** time.
    ///
    /// A budget of fewer values than change their places between two runs costs its moves and gains little.
    ///
    /// # Examples
    ///
    /// ```text
    /// let entities = world.spawn_batch([0, 1, 2].map(Position));
    /// world.despawn(entities[0]).unwrap();
    /// assert_eq!(world.columns().position.as_slice(), [2, 1].map(Position));
    /// world.set_tidy_budget(Some(1_000));
    /// world.run();
    /// assert_eq!(world.columns().position.as_slice(), [1, 2].map(Position));
    /// assert_eq!(world.tidy_budget(), Some(1_000));
    /// ```
    pub fn set_tidy_budget(
        &mut self,
        budget: ::core::option::Option<::core::primitive::usize>,
    ) {
        __ecs_Game::WorldOrder::set_tidy_budget(self, budget)
    }
    /// Returns the budget with which `run()` tidies; `None` if it does not. See [`set_tidy_budget`](Self::set_tidy_budget). Runs in
    /// **O(1)** time.
    #[must_use]
    pub fn tidy_budget(&self) -> ::core::option::Option<::core::primitive::usize> {
        __ecs_Game::WorldOrder::tidy_budget(self)
    }
    /// Creates a world without entities; the same as `default()`.
    #[must_use]
    pub fn new() -> Self {
        <Self as __ecs_Game::EcsWorld>::new()
    }
    /// Returns the queue of pending commands, to add further ones.
    ///
    /// Runs in **O(1)** time; with feature `rayon` in **O(systems)** time, since the queues of the systems of a stage are joined first.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// world.commands().insert(ship, Velocity(2.0));
    /// assert!(!world.has::<Velocity>(ship));
    /// world.flush();
    /// assert!(world.has::<Velocity>(ship));
    /// ```
    pub fn commands(&mut self) -> &mut __ecs_Game::Commands<Self> {
        __ecs_Game::EcsWorld::commands(self)
    }
    /// Returns a `Spawner`, as systems take it: commands that also spawn entities whose handles are known at once.
    ///
    /// The entities become alive at the next sync point, or before the world next spawns, despawns or clears. Until then no query finds
    /// them, [`contains`](Self::contains) returns false, and only commands accept their handles.
    ///
    /// Same cost as [`commands`](Self::commands).
    ///
    /// # Examples
    ///
    /// ```text
    /// let mut spawner = world.spawner();
    /// let first = spawner.spawn(Ship);
    /// let second = spawner.spawn((Ship, Leader(first)));
    /// assert!(!world.contains(first));
    /// world.flush();
    /// assert_eq!(world.get::<Leader>(second), Some(&Leader(first)));
    /// ```
    pub fn spawner(&mut self) -> __ecs_Game::Spawner<'_, Self> {
        __ecs_Game::EcsWorld::spawner(self)
    }
    /// Reserves an entity and returns its handle. Runs in **O(1)** time.
    ///
    /// The entity becomes alive, without components, at the next sync point ([`flush`](Self::flush), or the end of a run), or before the
    /// world next spawns, despawns or clears. Until then no query finds it, [`contains`](Self::contains) returns false, and
    /// only commands accept the handle.
    ///
    /// # Panics
    ///
    /// If no index is left, as [`spawn`](Self::spawn) does.
    ///
    /// # Examples
    ///
    /// ```text
    /// let [one, other] = [world.reserve_entity(), world.reserve_entity()];
    /// world.commands().insert(one, Twin(other));
    /// world.commands().insert(other, Twin(one));
    /// world.flush();
    /// assert_eq!(world.get::<Twin>(other), Some(&Twin(one)));
    /// ```
    #[track_caller]
    pub fn reserve_entity(&mut self) -> __ecs_Game::Entity {
        __ecs_Game::EcsWorld::reserve_entity(self)
    }
    /// Applies the pending commands, including those that callbacks issue meanwhile.
    ///
    /// Does not return if callbacks respond to each other's commands forever.
    ///
    /// This is a sync point: reserved entities become alive, and views that defer changes settle. Runs in
    /// **O(reserved entities + deferred changes + commands)** time, where a command costs as much as the equivalent method of the world.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// world.commands().despawn(ship);
    /// assert!(world.contains(ship));
    /// world.flush();
    /// assert!(!world.contains(ship));
    /// ```
    pub fn flush(&mut self) {
        __ecs_Game::EcsWorld::flush(self)
    }
    /// Returns the number of commands that were dropped so far because their entity was dead, lacked a component that an
    /// `exchange` was to remove, or was to get a relation that the world refuses. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ship = world.spawn(Position(1.0));
    /// world.commands().despawn(ship);
    /// world.commands().insert(ship, Position(2.0));
    /// world.flush();
    /// assert_eq!(world.dropped_commands(), 1);
    /// ```
    #[must_use]
    pub fn dropped_commands(&self) -> ::core::primitive::u64 {
        __ecs_Game::EcsWorld::dropped_commands(self)
    }
    /// Returns the time that each system took, in the order of [`World::PLAN`](Self::PLAN); nothing without feature `std` of the
    /// crate, or on a target without a clock, such as `wasm32-unknown-unknown`.
    ///
    /// With the feature, the clock is read twice per run of a system. Times are not part of the state: a clone starts without any. Each
    /// step of the iterator runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```text
    /// #[system]
    /// fn think() {}
    ///
    /// ecs_world! { systems: think; }
    ///
    /// let mut world = World::default();
    /// world.run();
    /// for time in world.system_times() {
    ///     assert_eq!((time.name, time.runs), ("think", 1));
    /// }
    /// ```
    pub fn system_times(&self) -> __ecs_Game::SystemTimes<'_> {
        __ecs_Game::EcsWorld::system_times(self)
    }
    /// Clears the times that systems took, for example at the end of a level or of a second. Runs in **O(systems)** time.
    pub fn reset_system_times(&mut self) {
        __ecs_Game::EcsWorld::reset_system_times(self)
    }
    /// Frees spare memory. Runs in **O(slots)** time, and moves all values but those of hashed array trees.
    ///
    /// This frees the reserves of storages, masks and `tidy`, cached positions, and the pages of tables in which no entity has a value.
    pub fn shrink_to_fit(&mut self) {
        __ecs_Game::EcsWorld::shrink_to_fit(self)
    }
    /// Compares [`PLAN`](Self::PLAN) with the present sizes. The advice lists views of at least 32 entities that lost storages to
    /// views with at most half as many entities or half as much work, with what to write in the declaration; and, unless everything is in
    /// order, the views that benefit from [`tidy`](Self::tidy); and the scans that an entry of `groups:` could keep. Call it
    /// when the world has realistic sizes.
    ///
    /// Runs in **O(slots + values + storages that views lost * views ^ 2)** time, and changes nothing. The size of a view is estimated as
    /// the number of values of its rarest required component. There is no advice for views that require a `#[rare]` component, for those
    /// that are declared to be lists or scans, or for ad-hoc queries, which the plan does not know.
    ///
    /// # Examples
    ///
    /// ```text
    /// #[system]
    /// fn steer(_: &Ship, position: &mut Position) {
    ///     position.0 += 1.0;
    /// }
    ///
    /// #[system]
    /// fn advance(position: &mut Position, velocity: &Velocity) {
    ///     position.0 += velocity.0;
    /// }
    ///
    /// ecs_world! { components: Position, Velocity, #[rare] Ship; systems: steer, advance; }
    ///
    /// let mut world = World::default();
    /// world.spawn((Position(0.0), Ship));
    /// world.spawn_batch((0..100_u8).map(|n| (Position(n.into()), Velocity(1.0))));
    /// // Without `#[rare]`, the view of `steer` would own the positions, and the advice would say so.
    /// assert!(world.advice().is_empty(), "{}", world.advice());
    /// ```
    #[must_use]
    pub fn advice(&self) -> __ecs_Game::Advice {
        __ecs_Game::EcsWorld::advice(self)
    }
    /// Checks that storages, masks, views and allocator are consistent; for tests. Runs in **O(slots * views + values)** time.
    ///
    /// # Errors
    ///
    /// `InvariantError` names the violated invariant: a bug in this library.
    ///
    /// # Examples
    ///
    /// ```text
    /// let ships = world.spawn_batch([1.0, 2.0, 3.0].map(Position));
    /// world.despawn(ships[1]).unwrap();
    /// world.check_invariants().unwrap();
    /// ```
    pub fn check_invariants(
        &mut self,
    ) -> ::core::result::Result<(), __ecs_Game::InvariantError> {
        __ecs_Game::EcsWorld::check_invariants(self)
    }
    /// Runs the systems of `systems:` in the order of their declaration, and applies what they command: at each `sync`, and at
    /// the end.
    ///
    /// With the feature `rayon` those of a stage run in parallel where that takes less time, which is measured now and then; one
    /// after another where one of them takes what cannot go to other threads. Nothing of the result depends on it, unless a system
    /// changes something behind `&`, as in a `Cell` or `Mutex`: that counts as read.
    pub fn run(&mut self) {
        __ecs_Game::run_schedule::<Self, 0usize>(self)
    }
    /// The same as `run`, one system after another whatever features are on. A `parallel` one still divides its entities over threads.
    pub fn run_sequential(&mut self) {
        __ecs_Game::run_schedule::<Self, 0>(self)
    }
    ///Runs system `Physics` and applies what it commands.
    #[inline]
    pub fn run_physics(&mut self) {
        __ecs_Game::run_system::<Self, 0usize>(self)
    }
    ///The entities that system `Physics` manages, in the order of its view.
    #[inline]
    pub fn managed_physics(
        &self,
    ) -> __ecs_Game::Managed<'_, __ecs_Game::SmallMask<::core::primitive::u8>> {
        __ecs_Game::managed::<Self, 1usize>(self)
    }
    ///Runs system `reap` and applies what it commands.
    #[inline]
    pub fn run_reap(&mut self) {
        __ecs_Game::run_system::<Self, 1usize>(self)
    }
    /// Lets events age, as `run` does when it begins: those that aged before are dropped.
    pub fn update_events(&mut self) {}
    /// Lets states change that were asked to, as `run` does when it begins, each at most once.
    pub fn update_states(&mut self) {}
    /**The entities that have [`Position`], [`Velocity`](physics::Velocity), none of [`Life`](Health), to read.

Iterates a group, whose values are slices: **O(matches)**.*/
    #[doc(alias = "query_velocity_position_without_life")]
    #[inline]
    pub fn query_position_velocity_without_life(
        &self,
    ) -> __ecs_Game::Query<
        '_,
        Self,
        (__ecs_Game::Entity, &Position, &physics::Velocity),
    > {
        __ecs_Game::query_view::<Self, _, 1usize>(self)
    }
    /**The entities that have [`Position`], [`Velocity`](physics::Velocity), none of [`Life`](Health), to change.

Iterates a group, whose values are slices: **O(matches)**.*/
    #[doc(alias = "query_velocity_position_without_life_mut")]
    #[inline]
    pub fn query_position_velocity_without_life_mut(
        &mut self,
    ) -> __ecs_Game::Query<
        '_,
        Self,
        (__ecs_Game::Entity, &mut Position, &mut physics::Velocity),
    > {
        __ecs_Game::query_view_mut::<Self, _, 1usize>(self)
    }
    /**The entities that have [`Position`], none of [`Life`](Health), to read.

Iterates a group, whose values are slices: **O(matches)**.*/
    #[inline]
    pub fn query_position_without_life(
        &self,
    ) -> __ecs_Game::Query<'_, Self, (__ecs_Game::Entity, &Position)> {
        __ecs_Game::query_view::<Self, _, 0usize>(self)
    }
    /**The entities that have [`Position`], none of [`Life`](Health), to change.

Iterates a group, whose values are slices: **O(matches)**.*/
    #[inline]
    pub fn query_position_without_life_mut(
        &mut self,
    ) -> __ecs_Game::Query<'_, Self, (__ecs_Game::Entity, &mut Position)> {
        __ecs_Game::query_view_mut::<Self, _, 0usize>(self)
    }
}
const _: () = {
    use __ecs_Game::{NoRelation as _, Unrelated as __EcsUnrelated};
    fn __no_relations() {
        <__EcsUnrelated<Position>>::is_listed();
        <__EcsUnrelated<physics::Velocity>>::is_listed();
        <__EcsUnrelated<Health>>::is_listed();
    }
};
