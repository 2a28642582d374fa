//! Worlds that are declared in pieces: what sets add to them, in which order, and under which names.
#![allow(missing_docs, unreachable_pub, reason = "the sets here are for these tests alone")]
#![allow(clippy::needless_pass_by_value, reason = "systems take what they take")]

use ecs_world::prelude::*;

/// Components in a private module that the set names through a private import.
mod parts {
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Position(pub i32);
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Velocity(pub i32);
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Tag<T>(pub T);
}

mod motion {
    use super::parts::{self, Position, Tag, Velocity};
    use ecs_world::prelude::*;

    /// Subtracted from velocities by `fall`.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Gravity(pub i32);

    #[derive(Debug)]
    pub struct Integrate {
        pub steps: u32,
    }

    #[system(without(Tag<u8>))]
    impl Integrate {
        fn run(&mut self, position: &mut Position, velocity: &Velocity) {
            position.0 += velocity.0;
            self.steps += 1;
        }
    }

    #[system]
    pub fn fall<W: Has<Velocity> + Has<Tag<u8>>>(
        mut falling: Query<'_, W, (Entity, &mut Velocity, Option<&Tag<u8>>)>,
        gravity: &Gravity,
        commands: &mut Commands<W>,
    ) {
        falling.for_each(|(entity, velocity, tag)| {
            velocity.0 -= gravity.0;
            if velocity.0 < -10 && tag.is_none() {
                commands.despawn(entity);
            }
        });
    }

    ecs_components! {
        /// What moves.
        pub set motion;
        components: Position, Velocity, parts::Tag<u8> as Pinned;
        resources: Gravity = Gravity(STRENGTH);
        systems: Integrate = Integrate { steps: 100 }, fall;
        queries: (Position, without(Pinned));
    }

    /// Visible only in this module.
    const STRENGTH: i32 = 2;
}

mod combat {
    use super::motion::motion;
    use super::parts::Position;
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Health(pub i32);

    /// Another component of the same name as one of `motion`.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Velocity(pub i32);

    #[derive(Debug, Default)]
    pub struct Strike;

    #[system]
    impl Strike {
        fn run(&self, place: &Position, health: &mut Health, speed: &Velocity) {
            health.0 -= place.0 * speed.0;
        }
    }

    ecs_components! {
        pub(crate) set fight;
        include: motion { Velocity as Speed };
        components: Health, Velocity, Position;
        systems: ..motion, sync, Strike;
    }
}

use combat::fight;

mod diamond {
    use super::*;

    /// Runs after the systems of the sets.
    #[system]
    fn rise(position: &mut parts::Position, steps: &mut Steps) {
        position.0 += 1;
        steps.0 += 1;
    }

    #[derive(Debug, Default, PartialEq)]
    struct Steps(u32);

    ecs_world! {
        #[derive(Debug)]
        struct Game;
        include: motion::motion { Velocity as Speed }, fight;
        components: parts::Tag<u16> as Other;
        resources: Steps, motion::Gravity = motion::Gravity(1);
        systems: ..motion, rise, ..fight;
        queries: (Health, Velocity), (Position, without(Pinned));
    }

    #[test]
    fn one_component_may_be_included_in_two_ways() {
        let mut game = Game::default();
        let entity = game.spawn((parts::Position(5), parts::Velocity(3), combat::Health(100), combat::Velocity(2)));
        assert_eq!(
            game.component_names(entity),
            Some(vec!["Position", "Speed", "Health", "Velocity"]),
            "components of sets come first, in the order of `include:`"
        );
        game.run();
        assert_eq!(game.systems.integrate.steps, 101, "a system that is included twice runs once");
        assert_eq!(game.get::<parts::Position>(entity), Some(&parts::Position(9)));
        assert_eq!(game.get::<combat::Health>(entity), Some(&combat::Health(100 - 9 * 2)));
        assert_eq!(
            game.get::<parts::Velocity>(entity),
            Some(&parts::Velocity(2)),
            "the world sets the initial gravity"
        );
        assert_eq!(game.query_position_without_pinned().single().map(|it| it.0), Ok(entity));
        assert_eq!(game.query_health_velocity().single().map(|it| it.0), Ok(entity));
        game.check_invariants().expect("the world is consistent");
    }
}

#[test]
fn a_world_in_a_function_body_includes_sets() {
    ecs_world! {
        struct Local;
        include: fight;
        systems: ..fight;
    }
    let mut local = Local::default();
    let entity = local.spawn((parts::Position(1), parts::Velocity(3)));
    local.run();
    assert_eq!(local.get::<parts::Position>(entity), Some(&parts::Position(4)));
    assert_eq!(local.resources.gravity, motion::Gravity(2));
}

mod layers {
    use super::parts::{Position, Tag, Velocity};
    use ecs_world::prelude::*;

    /// The systems that ran, in order.
    #[derive(Debug, Default, PartialEq)]
    pub struct Log(pub Vec<&'static str>);

    /// A system of a private set, which other sets include for worlds in other modules.
    #[derive(Debug, Default)]
    pub struct First;

    #[system]
    impl First {
        fn run(&self, log: &mut Log) {
            log.0.push("first");
        }
    }

    #[system]
    pub fn second(log: &mut Log) {
        log.0.push("second");
    }

    #[system]
    pub fn third(log: &mut Log) {
        log.0.push("third");
    }

    /// Has callbacks, for a view that the set requests.
    #[derive(Debug, Default)]
    pub struct Greeter(pub Vec<String>);

    #[system(view = scan, any(Tag<u8>, Tag<u16>))]
    impl Greeter {
        fn run(&mut self, _: &Position) {}

        fn on_added(&mut self, entity: Entity, position: &Position) {
            self.0.push(format!("{entity:?} at {}", position.0));
        }

        fn on_removed(&mut self, entity: Entity) {
            self.0.push(format!("{entity:?} is gone"));
        }
    }

    ecs_components! {
        set innermost;
        resources: Log;
        systems: sync, First, sync;
    }

    ecs_components! {
        pub(super) set middle;
        include: innermost;
        systems: second, ..innermost, sync, third;
        queries: #[view(list)] (Position, Velocity);
        components: Velocity, Position, Tag<u8> as Small, Tag<u16> as Large;
    }

    ecs_components! {
        pub(crate) set outermost;
        include: self::middle, super::combat::fight { Velocity as Strength, Speed as Velocity, Pinned as Small };
        systems: ..middle, Greeter;
    }

    ecs_components! {
        pub set with_cfg;
        components: #[cfg(not(test))] Absent, #[cfg(test)] Position;
        resources: #[cfg(not(test))] Log as Absent, #[cfg_attr(test, doc = "What systems logged.")] Log;
        systems: #[cfg(not(test))] absent, #[cfg(test)] second, #[cfg(not(test))] ..absent, third;
        include: #[cfg(not(test))] absent::absent { A as B }, #[cfg(all())] innermost;
    }
}

#[test]
fn sets_of_sets_keep_their_order() {
    ecs_world! {
        struct World;
        include: layers::outermost;
        systems: ..outermost, layers::third as last;
    }
    let mut world = World::default();
    world.run();
    assert_eq!(world.resources.log.0, ["second", "first", "third", "third"]);
    let entity = world.spawn((parts::Position(1), parts::Velocity(2), parts::Tag(3_u8), combat::Velocity(1)));
    assert_eq!(world.component_names(entity), Some(vec!["Velocity", "Position", "Small", "Strength"]));
    assert_eq!(world.query_velocity_position().single().map(|found| found.0), Ok(entity));
    world.despawn(entity).expect("the entity is alive");
    assert_eq!(world.systems.greeter.0, ["0v1 at 1", "0v1 is gone"]);
    world.check_invariants().expect("the world is consistent");
}

#[test]
fn sets_say_how_views_are_kept() {
    ecs_world! {
        struct World;
        include: layers::outermost;
        systems: ..outermost;
    }
    let kept = |all: &[&str]| World::PLAN.views.iter().find(|view| view.all == all).map(|view| view.kept);
    assert_eq!(kept(&["Position"]), Some(ecs_world::ViewKind::Scan));
    assert_eq!(kept(&["Velocity", "Position"]), Some(ecs_world::ViewKind::List));
}

#[test]
fn entries_of_a_set_follow_the_cfg_of_its_crate() {
    ecs_world! {
        struct World;
        include: #[cfg(test)] layers::with_cfg, #[cfg(not(test))] layers::absent;
        systems: #[cfg(not(test))] ..absent, ..with_cfg;
    }
    let mut world = World::default();
    world.run();
    assert_eq!(world.resources.log.0, ["second", "third"]);
    assert_eq!(World::COMPONENTS, ["Position"]);
}

/// A set under a `cfg`, with a system that spawns.
mod nursery {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Egg(pub u32);

    #[system]
    pub fn lay<W: Has<Egg>>(egg: &mut Egg, spawner: &mut Spawner<W>) {
        if egg.0 > 0 {
            egg.0 -= 1;
            spawner.spawn(Egg(0));
        }
    }

    ecs_components! {
        #[cfg_attr(test, doc = "What is hatched.")]
        #[cfg(test)]
        pub set nursery;
        components: Egg;
        systems: lay;
    }
}

#[test]
fn a_set_may_have_a_cfg_and_systems_that_spawn() {
    ecs_world! {
        struct World;
        include: nursery::nursery;
        systems: ..nursery;
    }
    let mut world = World::default();
    world.spawn(nursery::Egg(2));
    world.run();
    world.run();
    world.run();
    assert_eq!(world.query::<&nursery::Egg>().iter().copied().collect::<Vec<_>>(), [nursery::Egg(0); 3]);
}

#[test]
fn systems_of_a_set_do_not_run_unless_the_world_says_where() {
    ecs_world! {
        struct World;
        include: layers::middle { third as Third };
    }
    let mut world = World::default();
    world.run();
    assert_eq!(world.resources.log, layers::Log::default());
}

#[test]
fn an_entry_of_a_world_may_be_in_a_set_too() {
    ecs_world! {
        struct World;
        include: combat::fight;
        components: parts::Velocity as Speed, combat::Health;
        resources: motion::Gravity;
        systems: ..fight;
        queries: (Speed, Health);
    }
    assert_eq!(World::COMPONENTS, ["Position", "Speed", "Pinned", "Health", "Velocity"]);
    assert_eq!(World::default().resources.gravity, motion::Gravity(2));
}

/// Declares a set, and a world that includes it, with the given names.
macro_rules! pieces_of {
    ($module:ident: $set:ident, $world:ident, $component:ty, $path:path) => {
        mod $module {
            use super::*;

            ecs_components! {
                pub set $set;
                components: $component as Given;
            }

            ecs_world! {
                pub struct $world;
                include: $set { Given as Gift }, $path;
                systems: ..motion;
            }
        }
    };
}

pieces_of!(bytes: given, Gifts, Vec<u8>, crate::motion::motion);
pieces_of!(words: given, Gifts, Vec<u16>, crate::motion::motion);

#[test]
fn sets_and_worlds_can_be_written_by_a_macro() {
    let (mut bytes, mut words) = (bytes::Gifts::default(), words::Gifts::default());
    let (one, other) = (bytes.spawn(vec![1_u8]), words.spawn(vec![2_u16]));
    assert_eq!((bytes.component_names(one), words.component_names(other)), (Some(vec!["Gift"]), Some(vec!["Gift"])));
    assert_eq!(words.get::<words::given::Given>(other), Some(&vec![2_u16]));
}

/// A set with the same name as one around it, whose macro it does not shadow.
mod shadow {
    pub mod within {
        ecs_world::ecs_components! {
            pub(crate) set motion;
            components: super::super::combat::Health;
        }
        ecs_world::ecs_world! {
            struct World;
            include: motion, super::super::motion::motion;
            systems: ..motion::motion;
        }
        #[test]
        fn sets_of_one_name_do_not_hide_each_other() {
            assert_eq!(<World as ecs_world::GeneratedWorld>::COMPONENTS, ["Health", "Position", "Velocity", "Pinned"]);
        }
    }
}

mod lighter {
    ecs_world::ecs_components! {
        pub(crate) set lighter;
        include: super::motion::motion;
        resources: super::motion::Gravity = super::motion::Gravity(7);
    }

    ecs_world::ecs_components! {
        pub(crate) set around;
        include: lighter;
    }
}

#[test]
fn a_set_may_set_the_initial_value_of_a_resource_of_another() {
    ecs_world! {
        struct World;
        include: lighter::around, lighter::lighter;
    }
    assert_eq!(World::default().resources.gravity, motion::Gravity(7));
}

/// Declares a set in a module of its own, always with the same text.
macro_rules! herd {
    ($module:ident, $grazed:literal) => {
        mod $module {
            use ecs_world::prelude::*;

            #[derive(Debug, Default, PartialEq)]
            pub struct Sheep(pub u32);

            #[system]
            pub fn graze(sheep: &mut Sheep, meadow: &mut super::Meadow) {
                sheep.0 += $grazed;
                meadow.0 += $grazed;
            }

            #[condition]
            pub fn grown(meadow: &super::Meadow) -> bool {
                meadow.0 >= 10 * $grazed
            }

            #[system(run_if = grown)]
            pub fn shear<W: Has<Sheep>>(herd: Query<'_, W, &mut Sheep>) {
                for sheep in herd {
                    sheep.0 = 0;
                }
            }

            ecs_components! {
                pub(super) set herd;
                components: Sheep;
                resources: super::Meadow;
                conditions: grown;
                systems: graze, shear;
            }

            ecs_components! {
                pub set exported;
                components: Sheep;
            }
        }
    };
}

/// A resource that all herds share.
#[derive(Debug, Default, PartialEq)]
pub struct Meadow(pub u32);

herd!(north, 1);
herd!(south, 2);
herd!(east, 40);

#[test]
fn sets_of_equal_text_all_run() {
    ecs_world! {
        struct World;
        include:
            north::herd,
            south::herd { Sheep as Southern, graze as graze_south, shear as shear_south, grown as grown_south },
            east::herd { Sheep as Eastern, graze as graze_east, shear as shear_east, grown as grown_east };
        systems: ..north::herd, ..south::herd, ..east::herd;
        queries: (Sheep, Southern, Eastern);
    }
    let mut world = World::default();
    let entity = world.spawn((north::Sheep(5), south::Sheep(5), east::Sheep(5)));
    assert_eq!(world.component_names(entity), Some(vec!["Sheep", "Southern", "Eastern"]));
    world.run();
    assert_eq!(world.resources.meadow, Meadow(43));
    assert_eq!(world.query_sheep_southern_eastern().single().map(|it| (it.1.0, it.2.0, it.3.0)), Ok((6, 7, 45)));
    world.run();
    assert_eq!(world.query_sheep_southern_eastern().single().map(|it| (it.1.0, it.2.0, it.3.0)), Ok((0, 0, 85)));
    world.check_invariants().expect("the world is consistent");
}

#[test]
fn exported_sets_of_equal_text_are_two_sets() {
    ecs_world! {
        struct World;
        include: north::exported, south::exported { Sheep as Southern };
    }
    assert_eq!(World::COMPONENTS, ["Sheep", "Southern"]);
}

/// Two sets of one name, one of which includes a set that includes the other: not a cycle, although the names alone suggest one.
mod homonyms {
    mod inner {
        ecs_world::ecs_components! {
            pub(super) set two;
            components: crate::parts::Position;
        }
    }

    mod between {
        ecs_world::ecs_components! {
            pub(super) set one;
            include: super::inner::two;
        }
    }

    ecs_world::ecs_components! {
        pub(super) set two;
        include: between::one;
    }
}

#[test]
fn sets_of_one_name_may_include_one_another_without_a_cycle() {
    ecs_world! {
        struct World;
        include: homonyms::two;
    }
    assert_eq!(World::COMPONENTS, ["Position"]);
}

mod exact {
    #[derive(Debug, Default, PartialEq)]
    pub struct Log(pub Vec<&'static str>);

    #[ecs_world::system]
    pub fn near(log: &mut Log) {
        log.0.push("near");
    }

    ecs_world::ecs_components! {
        pub set same;
        resources: Log;
        systems: near;
    }

    pub mod other {
        #[ecs_world::system]
        pub fn far(log: &mut super::Log) {
            log.0.push("far");
        }

        ecs_world::ecs_components! {
            pub set same;
            resources: super::Log;
            systems: far;
        }
    }

    ecs_world::ecs_world! {
        pub struct World;
        include: same, other::same;
        systems: ..other::same, ..same;
    }
}

#[test]
fn a_path_of_an_include_is_not_taken_for_another_with_the_same_end() {
    let mut world = exact::World::default();
    world.run();
    assert_eq!(world.resources.log, exact::Log(vec!["far", "near"]));
}

/// Sets whose hidden names could be equal: `ui` with `menu_open` and `ui_menu` with `open`.
mod prefixes {
    #[derive(Debug, Default, PartialEq)]
    pub struct Log(pub Vec<&'static str>);

    macro_rules! systems {
        ($($name:ident)*) => {
            $(
                #[ecs_world::system]
                pub fn $name(log: &mut Log) {
                    log.0.push(stringify!($name));
                }
            )*
        };
    }
    systems! { menu_open open set pending incomplete witness }

    ecs_world::ecs_components! {
        pub set ui;
        resources: Log, u8 as menu_count = 1;
        systems: menu_open, set, pending, incomplete, witness;
    }

    ecs_world::ecs_components! {
        pub set ui_menu;
        resources: Log, u16 as count = 2;
        systems: open;
    }
}

#[test]
fn sets_and_their_entries_may_have_any_names_in_one_module() {
    ecs_world! {
        struct World;
        include: prefixes::ui, prefixes::ui_menu;
        systems: ..prefixes::ui, ..prefixes::ui_menu;
    }
    let mut world = World::default();
    world.run();
    assert_eq!((world.resources.menu_count, world.resources.count), (1, 2));
    assert_eq!(world.resources.log.0, ["menu_open", "set", "pending", "incomplete", "witness", "open"]);
}

/// Two sets that declare the same query; only the second says how its view is kept.
mod requests {
    ecs_world::ecs_components! {
        pub set base;
        components: super::parts::Position, super::parts::Velocity;
    }

    ecs_world::ecs_components! {
        pub set plain;
        include: base;
        queries: (Position, Velocity);
    }

    ecs_world::ecs_components! {
        pub set listed;
        include: base;
        queries: #[view(list)] (Position, Velocity);
    }
}

#[test]
fn a_kind_of_view_that_a_set_requests_holds_whichever_set_comes_first() {
    mod one {
        ecs_world::ecs_world! {
            pub struct World;
            include: super::requests::plain, super::requests::listed;
        }
    }
    mod other {
        ecs_world::ecs_world! {
            pub struct World;
            include: super::requests::listed, super::requests::plain;
        }
    }
    for plan in [one::World::PLAN, other::World::PLAN] {
        assert_eq!(plan.views.iter().map(|view| view.kept).collect::<Vec<_>>(), [ecs_world::ViewKind::List], "{plan}");
    }
}
