//! Forms of declarations: paths, renames, generics, macros around them, many parameters.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::too_many_arguments, clippy::needless_pass_by_value, reason = "systems take what they take")]

use ecs_world::prelude::*;

mod physics {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Position(pub i32);

    /// A system whose method and parameters are written with the names of this module.
    #[derive(Debug, Default)]
    pub struct Move;

    #[system]
    impl Move {
        fn run(&mut self, position: &mut Position) {
            position.0 += 1;
        }
    }

    /// Generic over the world, with bounds for the components that it needs.
    pub fn count<W: Has<Position>>(query: Query<'_, W, &Position>, found: &mut super::Found) {
        found.0 += query.iter().count();
    }
}

mod goals {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Position(pub i32);

    #[derive(Debug, Default)]
    pub struct Move;

    #[system]
    impl Move {
        fn run(&mut self, goal: &mut super::goals::Position, position: &super::physics::Position) {
            goal.0 += position.0;
        }
    }
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tag<T>(T);

#[derive(Debug, Default)]
pub struct Found(usize);

/// A system with a type parameter.
#[derive(Debug, Default)]
pub struct Log<T>(Vec<T>);

#[system]
impl<T: From<u8>> Log<T> {
    fn run(&mut self, tag: &Tag<u8>) {
        self.0.push(T::from(tag.0));
    }
}

use physics::Move as Mover;

ecs_world! {
    pub struct Game;
    systems: Mover, goals::Move as Follow, sync, Log<u16>, counted;
    queries: (physics::Position, Goal),;
    components: physics::Position, goals::Position as Goal, Tag<u8> as Small, Tag<Vec<(u8, u8)>> as Large,;
    resources: Found
}

#[system]
fn counted(query: Query<'_, Game, &physics::Position>, found: &mut Found) {
    physics::count(query, found);
}

#[test]
fn paths_renames_and_generics_are_resolved() {
    let mut game = Game::default();
    let entity = game.spawn((physics::Position(1), goals::Position(10), Tag(7_u8), Tag(vec![(1_u8, 2_u8)])));
    game.run();
    assert_eq!(game.get::<goals::Position>(entity), Some(&goals::Position(12)));
    assert_eq!((game.systems.log.0.as_slice(), game.resources.found.0), ([7_u16].as_slice(), 1));
    assert_eq!(game.query_position_goal().single().map(|(entity, ..)| entity), Ok(entity));
    assert!(game.managed_follow().contains(entity) && game.managed_mover().contains(entity));
    let mut columns = game.columns();
    assert_eq!((columns.small.len(), columns.large.as_mut_slice()), (1, [Tag(vec![(1, 2)])].as_mut_slice()));
}

/// Declares a world for a type that a macro receives: the type arrives as one group.
macro_rules! world_of {
    ($name:ident, $component:ty, $system:ident) => {
        ecs_world! {
            struct $name;
            components: $component;
            systems: $system;
        }
    };
}

#[system]
fn grow(position: &mut physics::Position) {
    position.0 *= 2;
}

world_of!(Grown, physics::Position, grow);

#[test]
fn a_world_can_be_written_by_a_macro() {
    let mut world = Grown::default();
    let entity = world.spawn(physics::Position(4));
    world.run_grow();
    assert_eq!(world.get::<physics::Position>(entity), Some(&physics::Position(8)));
}

/// Types that reach attributes and declarations through a macro, each as one group.
mod given {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Heat(pub u32);
    #[derive(Debug)]
    pub struct Frozen;
    #[derive(Debug, Default)]
    pub struct Turn(pub u32);
    #[derive(Debug, Default)]
    pub struct Meter(pub u32);

    macro_rules! stove {
        ($heat:ty, $write:ty, $frozen:ty, $maybe:ty, $turn:ty, $asked:ty, $meter:ty, $yes:ty) => {
            #[condition]
            fn early(turn: $turn) -> $yes {
                turn.0 < 2
            }

            #[system(run_if = early)]
            fn warm(heat: $write, frozen: $maybe, also: Option<&$frozen>) {
                heat.0 += if frozen.is_some() && also.is_some() { 1 } else { 10 };
            }

            #[system]
            impl $meter {
                fn run(&mut self, asked: Query<'_, World, $asked>) {
                    self.0 = asked.iter().map(|(_, heat)| heat.0).sum();
                }
            }

            ecs_world! {
                components: $heat, $frozen;
                resources: Turn;
                conditions: early;
                systems: warm, $meter;
                queries: ($heat, without($frozen));
            }
        };
    }

    stove!(Heat, &mut Heat, Frozen, Option<&Frozen>, &Turn, (Entity, &Heat), Meter, bool);
}

#[test]
fn types_may_be_written_by_a_macro() {
    let mut world = given::World::default();
    world.spawn((given::Heat(1), given::Frozen));
    world.spawn(given::Heat(2));
    world.run();
    assert_eq!(world.systems.meter.0, 14);
    assert_eq!(world.query_heat_without_frozen().iter().next().map(|(_, heat)| *heat), Some(given::Heat(12)));
    world.resources.turn.0 = 2;
    world.run();
    assert_eq!(world.systems.meter.0, 14);
}

/// Redundant parentheses around types and stray semicolons have no effect; the lifetime of a system is given in the declaration.
mod spelled {
    #![allow(unused_parens, reason = "redundant parentheses are tested")]
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Heat(pub u32);
    #[derive(Debug)]
    pub struct Frozen;
    #[derive(Debug, Default)]
    pub struct Turn(pub u32);
    #[derive(Debug)]
    pub struct Label<'a>(pub &'a str);

    #[condition]
    fn early(turn: (&(Turn))) -> bool {
        turn.0 < 2
    }

    #[system(run_if = early)]
    fn warm(heat: (&mut Heat), frozen: Option<(&Frozen)>, turn: &mut (Turn)) {
        heat.0 += if frozen.is_some() { 1 } else { 10 };
        turn.0 += 1;
    }

    #[system]
    impl Label<'_> {
        fn run(&mut self, asked: (Query<'_, World, ((Entity), Option<(&Frozen)>, (&mut Heat))>)) {
            let mut asked = asked;
            asked.for_each(|(_, _, heat)| heat.0 += u32::from(self.0 == "hot"));
        }
    }

    ecs_world! {
        ;
        components: (Heat), Frozen;;
        resources: (Turn);;
        conditions: early;
        systems: warm, Label<'static> = Label("hot");
        queries: ((Heat), without(Frozen));
        ;
    }
}

#[test]
fn parentheses_and_stray_semicolons_have_no_effect() {
    let mut world = spelled::World::default();
    world.spawn(spelled::Heat(1));
    world.run();
    assert_eq!(world.query_heat_without_frozen().iter().next().map(|(_, heat)| heat.0), Some(12));
    assert_eq!(world.resources.turn.0, 1);
}

/// Defines components, and a system that takes all of them.
macro_rules! many {
    ($($C:ident $c:ident),*) => {
        $(#[derive(Debug, Clone, Copy, PartialEq)] struct $C(u32);)*

        #[system]
        fn sum($($c: &mut $C),*, entity: Entity, total: &mut Total) {
            $($c.0 += entity.index() + 1; total.0 += $c.0;)*
        }

        ecs_world! {
            struct Wide;
            components: $($C),*;
            resources: Total;
            systems: sum;
        }

        fn fill(world: &mut Wide) {
            let entity = world.spawn(());
            $(world.insert(entity, $C(1)).expect("the entity is alive");)*
        }
    };
}

#[derive(Debug, Default)]
struct Total(u32);

many!(C01 c01, C02 c02, C03 c03, C04 c04, C05 c05, C06 c06, C07 c07, C08 c08, C09 c09, C10 c10, C11 c11, C12 c12,
    C13 c13, C14 c14, C15 c15, C16 c16, C17 c17, C18 c18, C19 c19, C20 c20);

#[test]
fn a_system_may_take_more_components_than_a_tuple_holds() {
    let mut world = Wide::default();
    fill(&mut world);
    world.run();
    assert_eq!(world.resources.total.0, 40);
}

#[test]
fn a_per_entity_system_may_also_take_a_query_and_a_spawner() {
    #[derive(Debug)]
    struct Cell(u32);
    #[derive(Debug)]
    struct Food(u32);

    #[system]
    fn divide(cell: &mut Cell, mut food: Query<'_, Dish, (Entity, &mut Food)>, spawner: &mut Spawner<Dish>) {
        food.for_each(|(entity, food)| {
            food.0 -= 1;
            cell.0 += 1;
            if food.0 == 0 {
                spawner.despawn(entity);
            }
        });
        let twin = spawner.spawn(());
        spawner.insert(twin, Cell(0));
    }

    ecs_world! {
        struct Dish;
        components: Cell, Food;
        systems: divide;
    }

    let mut dish = Dish::default();
    dish.spawn(Cell(0));
    dish.spawn(Food(3));
    dish.run();
    dish.run();
    assert_eq!((dish.query::<&Food>().iter().count(), dish.query::<&Cell>().iter().count()), (0, 4));
    dish.check_invariants().expect("the world is consistent");
}

#[test]
fn two_worlds_share_components_and_systems() {
    ecs_world! {
        struct One;
        components: physics::Position;
        systems: grow;
    }
    ecs_world! {
        struct Two;
        components: goals::Position as Goal, physics::Position;
        systems: grow;
    }
    let (mut one, mut two) = (One::default(), Two::default());
    let (first, second) = (one.spawn(physics::Position(1)), two.spawn((physics::Position(3), goals::Position(0))));
    one.run();
    two.run();
    assert_eq!(one.get::<physics::Position>(first), Some(&physics::Position(2)));
    assert_eq!(two.get::<physics::Position>(second), Some(&physics::Position(6)));
}

#[test]
fn a_cfg_removes_only_its_own_entry() {
    #[system]
    fn raise(small: &mut Tag<u8>, mask: &u16, found: &mut Found) {
        small.0 += 1;
        found.0 += usize::from(*mask);
    }

    ecs_world! {
        #[cfg_attr(test, derive(Debug))]
        struct Configured;
        components:
            #[cfg(not(test))] Result<fn(u8) -> u8, Absent> as Step,
            #[cfg(test)] Result<fn(u8) -> u8, u8> as Step,
            Tag<u8> as Small;
        resources:
            #[cfg(not(test))] u8 as Mask = 1 << 4,
            #[cfg(test)] u16 as Mask = 1 << 8,
            Found;
        systems: #[cfg(not(test))] absent, #[cfg(test)] raise;
        queries: #[cfg(not(test))] (Absent, Small), #[cfg(test)] (Step), (Small);
    }

    let mut world = Configured::default();
    world.spawn((Tag(1_u8), Err::<fn(u8) -> u8, u8>(2)));
    world.run();
    assert_eq!((world.resources.mask, world.resources.found.0), (256, 256));
    assert_eq!((world.query_step().iter().count(), world.query_small().iter().count()), (1, 1));
    assert!(format!("{world:?}").starts_with("Configured"));
}

#[test]
fn attributes_of_a_world_may_be_written_by_a_macro() {
    macro_rules! declared {
        ($(#[$attribute:meta])* $world:ident) => {
            ecs_world! {
                $(#[$attribute])*
                struct $world;
                components: Tag<u8> as Small;
            }
        };
    }
    declared!(
        /// A world.
        #[cfg_attr(test, derive(Debug, Clone))]
        #[cfg_attr(not(test), derive(Absent))]
        PassedOn
    );
    let mut world = PassedOn::default();
    world.spawn(Tag(1_u8));
    assert!(format!("{:?}", world.clone()).starts_with("PassedOn"));
}

#[test]
fn a_query_parameter_may_be_filtered_by_more_components_than_a_tuple_holds() {
    #[derive(Debug)]
    struct Star(u32);

    #[system(without(stars: C01, C02, C03, C04, C05, C06, C07, C08, C09, C10, C11, C12, C13, C14, C15, C16, C17))]
    fn shine(mut stars: Query<'_, Sky, &mut Star>) {
        stars.for_each(|star| star.0 += 1);
    }

    ecs_world! {
        struct Sky;
        components: Star, C01, C02, C03, C04, C05, C06, C07, C08, C09, C10, C11, C12, C13, C14, C15, C16, C17;
        systems: shine;
    }

    let mut sky = Sky::default();
    let stars = [sky.spawn(Star(0)), sky.spawn((Star(0), C01(0))), sky.spawn((Star(0), C17(0)))];
    sky.run();
    assert_eq!(stars.map(|star| sky.get::<Star>(star).map(|star| star.0)), [Some(1), Some(0), Some(0)]);
}

/// Deprecated items cause warnings in code that uses the world, but not in generated code.
#[deny(deprecated)]
mod deprecated {
    #[derive(Debug, Clone)]
    pub struct Grid<const N: usize>;

    ecs_world::ecs_world! {
        #[derive(Debug, Clone)]
        pub struct Old;
        components:
            u32 as Mass, #[deprecated = "take `Mass`"] u16 as Weight, Grid<{ 2 * 2 }> as Board, #[deprecated] Rust,
            #[deprecated] u64 as Held;
        resources: #[deprecated] u8 as Gravity;
        events: #[deprecated] i8 as Hit;
        relations: #[deprecated] HangsOn (clear);
        states: #[deprecated] bool as Day = true;
        systems: fall, Scrape;
        queries: (Mass, Weight);
    }

    #[deprecated]
    #[derive(Debug, Clone)]
    pub struct Rust(pub u32);

    #[deprecated]
    #[derive(Debug, Clone, ecs_world::Relation)]
    pub struct HangsOn(pub ecs_world::Entity);

    #[deprecated]
    #[expect(dead_code, reason = "only the output of the derive is tested")]
    #[derive(ecs_world::Bundle)]
    pub struct Iron {
        mass: u32,
        weight: u16,
    }

    #[deprecated]
    #[expect(dead_code, reason = "only the output of the derive is tested")]
    #[derive(ecs_world::Query)]
    pub struct Weighed<'w> {
        mass: &'w u32,
        weight: &'w u16,
    }

    #[deprecated]
    #[expect(dead_code, reason = "only the output of the derive is tested")]
    #[derive(ecs_world::VisitHandles)]
    pub enum Grip {
        On(#[handles] ecs_world::Entity),
        Off,
    }

    /// Lints that the functions allow are also allowed in the code of the world that calls them.
    #[derive(Debug, Clone, Default)]
    pub struct Scrape;

    #[ecs_world::system]
    #[allow(deprecated, reason = "a parameter is deprecated")]
    impl Scrape {
        #[cfg_attr(all(), inline(never))]
        fn run(&self, rust: &mut Rust) {
            rust.0 -= 1;
        }

        fn on_added(&mut self, _: &Rust) {}
    }

    #[ecs_world::system]
    pub(super) fn fall(mass: &mut u32, weight: &u16, gravity: &u8) {
        *mass += u32::from(weight * u16::from(*gravity));
    }
}

#[test]
fn a_world_can_use_items_that_it_declares_deprecated() {
    let mut world = deprecated::Old::default();
    #[expect(deprecated, reason = "the resource is declared deprecated")]
    {
        world.resources.gravity = 3;
    }
    let entity = world.spawn((1_u32, 2_u16));
    world.run();
    assert_eq!(world.clone().get::<u32>(entity), Some(&7));
}

#[test]
fn a_name_without_arguments_refers_to_the_instance_that_is_not_renamed() {
    #[derive(Debug, PartialEq)]
    pub struct Timer<T>(T);

    #[system]
    fn tick(timer: &mut Timer<u8>, slow: &mut Timer<u16>) {
        (timer.0, slow.0) = (timer.0 + 1, slow.0 + 10);
    }

    ecs_world! {
        struct Clock;
        components: Timer<u16> as Slow, Timer<u8>;
        systems: tick;
        queries: (Timer), (Slow);
    }

    let mut clock = Clock::default();
    let entity = clock.spawn((Timer(1_u8), Timer(2_u16)));
    clock.run();
    assert!(clock.query_timer().iter().eq([(entity, &Timer(2_u8))]));
    assert!(clock.query_slow().iter().eq([(entity, &Timer(12_u16))]));
}

#[test]
fn the_types_of_components_may_have_lifetimes_of_any_names() {
    type Count = for<'w, 'a, 'de> fn(&'w str, &'a str, &'de str) -> usize;
    const COUNT: Count = |one, two, three| one.len() + two.len() + three.len();

    #[system]
    fn call(length: &mut usize, count: &Count) {
        *length = count("a", "bc", "d");
    }

    ecs_world! {
        struct Calls;
        components: usize as Length, for<'w, 'a, 'de> fn(&'w str, &'a str, &'de str) -> usize as Count;
        systems: call;
        queries: (Length, Count);
    }

    let mut world = Calls::default();
    world.spawn((0_usize, COUNT));
    world.run();
    assert_eq!(world.query_length_count().iter().next().map(|(_, length, _)| *length), Some(4));
}

#[test]
fn relations_are_derived_in_macros_that_pass_their_names_and_attributes() {
    macro_rules! handle {
        ($(#[$attribute:meta])* $name:ident) => {
            $(#[$attribute])*
            struct $name(Entity);
        };
        ($name:ident { $field:ident: $ty:ty }) => {
            #[derive(Debug, Relation)]
            struct $name {
                $field: $ty,
            }
        };
    }
    handle! { #[derive(Debug, Relation)] ChildOf }
    handle! { AimsAt { target: Entity } }
    handle! { Likes { all: EntitySet } }

    ecs_world! {
        struct Family;
        relations: ChildOf (tree, cascade), AimsAt (clear), Likes (many, clear);
    }

    let mut world = Family::default();
    let parent = world.spawn(());
    let child = world.spawn((ChildOf(parent), AimsAt { target: parent }, Likes { all: [parent].into() }));
    assert!(world.tree::<ChildOf>().children(parent).eq([child]));
    assert_eq!(world.get::<AimsAt>(child).map(|own| own.target), Some(parent));
    assert!(world.sources::<Likes>().targets_of(child).eq([parent]));
    assert!(world.get::<Likes>(child).is_some_and(|likes| likes.all.contains(parent)));
}

mod hidden {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Position(pub u32);

    /// A function with an `impl Trait` parameter, listed twice by different paths.
    #[system]
    pub fn all(mut positions: Query<'_, impl Has<Position>, &mut Position>) {
        positions.for_each(|position| position.0 += 1);
    }

    /// Its parameter has the lifetime of the system itself.
    #[derive(Debug, Default)]
    pub struct Longest(pub u32);

    #[system]
    impl Longest {
        #[allow(clippy::needless_lifetimes, reason = "that is what is tested")]
        fn run<'w>(&'w mut self, positions: Query<'w, super::hidden_world::World, &'w Position>) {
            self.0 = positions.iter().map(|position| position.0).max().unwrap_or_default();
        }
    }
}

mod hidden_world {
    pub mod inner {
        #[derive(Debug)]
        pub struct Mass(pub u32);
    }

    #[ecs_world::system]
    pub fn grow(mass: &mut crate::hidden_world::inner::Mass) {
        mass.0 *= 2;
    }

    ecs_world::ecs_world! {
        pub struct World;
        components: super::hidden::Position, self::inner::Mass;
        systems: super::hidden::all, super::hidden::Longest, grow;
        systems(late): super::hidden::all;
    }
}

#[test]
fn functions_with_hidden_type_parameters_run_in_several_schedules() {
    let mut world = hidden_world::World::default();
    let one = world.spawn((hidden::Position(1), hidden_world::inner::Mass(3)));
    world.run();
    world.run_late();
    assert_eq!((world.get::<hidden::Position>(one).map(|own| own.0), world.systems.longest.0), (Some(3), 2));
    assert_eq!(world.get::<hidden_world::inner::Mass>(one).map(|own| own.0), Some(6), "found by another path");
}

mod cases {
    #[derive(Debug, Default, PartialEq)]
    pub struct MenuCount(pub u32);

    #[ecs_world::system]
    impl MenuCount {
        fn run(&mut self, menu_count: &mut u8) {
            self.0 += u32::from(*menu_count);
        }
    }

    ecs_world::ecs_components! {
        pub set ui;
        resources: u8 as menu_count = 1;
        systems: MenuCount = MenuCount(2);
    }
}

#[test]
fn entries_of_a_set_whose_names_differ_in_case_start_from_their_own_values() {
    ecs_world! {
        struct Menus;
        include: cases::ui;
        systems: ..cases::ui;
    }
    let menus = Menus::default();
    assert_eq!((menus.resources.menu_count, menus.systems.menu_count), (1, cases::MenuCount(2)));
}
