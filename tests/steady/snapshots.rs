//! Snapshots that are taken and restored repeatedly allocate nothing, whatever the world does meanwhile.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "systems and helpers of tests")]

use ecs_world::Timeline;

use super::*;

mod saved {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Seen(Entity);

    #[derive(Debug, Clone, Default)]
    pub struct Count(usize);

    macro_rules! witnesses {
        ($($Name:ident: $view:ident),*) => {
            $(
                #[derive(Debug, Clone, Default)]
                pub struct $Name(usize);

                #[system(view = $view, without($Name))]
                impl $Name {
                    fn run(&mut self, entity: Entity, _: &Position, _: &Mark, seen: &mut Events<Seen>) {
                        self.0 += 1;
                        seen.send(Seen(entity));
                    }

                    fn on_added(&mut self, entity: Entity, commands: &mut Commands<World>) {
                        commands.insert(entity, Echo(1));
                    }

                    fn on_removed(&mut self, entity: Entity, commands: &mut Commands<World>) {
                        commands.remove::<Echo>(entity);
                    }
                }
            )*
        };
    }
    witnesses!(Listed: list, Late: delayed, Swapped: active_passive, Scanned: scan);

    #[system(changed(Position))]
    fn changed(_: &Position, count: &mut Count) {
        count.0 += 1;
    }

    #[system(added(Mark))]
    fn added(_: &Mark, count: &mut Count) {
        count.0 += 1;
    }

    #[system]
    fn read(seen: EventReader<'_, Seen>, count: &mut Count) {
        count.0 += seen.len();
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Slot(u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Packed(u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Chunked(u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Hashed(u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Treed(u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Tag;
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Sprite;
    #[derive(Relation, Debug, Clone, Copy, PartialEq)]
    pub struct ChildOf(Entity);

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub enum Phase {
        Menu,
        Play,
    }

    ecs_world! {
        #[derive(Snapshot)]
        pub struct World;
        components: #[tracked] #[double_buffered] Position, Mark, Echo, Listed, Late, Swapped, Scanned, #[storage(vec)] Slot, #[storage(packed)] Packed,
            #[storage(hashed_array_tree(chunk = 8))] Chunked, #[storage(hash_map)] Hashed, #[storage(btree_map)] Treed,
            #[storage(tag)] Tag, #[transient] Sprite;
        relations: ChildOf (tree, cascade);
        resources: Count;
        events: Seen;
        states: Phase = Phase::Menu;
        systems: Listed as Lists, Late as Delays, Swapped as Swaps, Scanned as Scans, changed, added, read;
    }

    /// One step of a game, with changes of many kinds.
    pub fn step(world: &mut World, run: usize) {
        let number = u32::try_from(run % 7).unwrap();
        let parent = world.entities().next().expect("the first entity stays");
        let children =
            (0..10).map(|n| (Position(n), Slot(n), Packed(n), Chunked(n), Hashed(number), Tag, ChildOf(parent)));
        let children = world.spawn_batch(children);
        world.insert(children[3], (Mark(1), Sprite)).unwrap();
        world.states.phase.set(if run.is_multiple_of(2) { Phase::Menu } else { Phase::Play });
        let commands = world.commands();
        commands.insert_batch(children.iter().map(|entity| (*entity, Mark(2))));
        world.run();
        for child in &children[1 + number as usize..] {
            world.commands().despawn(*child);
        }
        world.flush();
        // Pending at the time of the snapshot.
        world.commands().despawn_batch(children[..=number as usize].iter().copied());
        world.commands().spawn((Position(number), Treed(1)));
        world.commands().despawn_with::<Treed>();
        let reserved = world.reserve_entity();
        world.commands().despawn(reserved);
    }
}

/// Number of steps until all memory is allocated, and number of counted steps after that.
const STEPS: usize = 200;

/// Counts the allocations of some calls, among others that allocate. The harness may allocate meanwhile, but less than once per step.
#[derive(Debug, Default)]
struct Counted(usize);

impl Counted {
    fn of(&mut self, call: impl FnOnce()) {
        self.0 += allocations(call);
    }

    #[track_caller]
    fn is_none(&self) {
        assert!(self.0 < STEPS / 4, "{self:?} in {STEPS} steps");
    }
}

#[test]
fn a_timeline_that_goes_back_in_each_step_allocates_nothing() {
    let _alone = alone();
    let mut world = saved::World::default();
    world.spawn(Position(0));
    let mut timeline = Timeline::new(8);
    for first in 0..8 {
        timeline.save(first, &world);
        saved::step(&mut world, 0);
    }
    let mut counted = Counted::default();
    for frame in 8..8 + 2 * STEPS {
        if frame == 8 + STEPS {
            counted = Counted::default();
        }
        let back = frame - 1 - frame % 7;
        counted.of(|| timeline.load(back as u64, &mut world).unwrap());
        for again in back..=frame {
            counted.of(|| timeline.save(again as u64, &world));
            saved::step(&mut world, again);
        }
    }
    counted.is_none();
    world.check_invariants().unwrap();
}

#[test]
fn a_snapshot_that_is_overwritten_copied_and_restored_allocates_nothing() {
    let _alone = alone();
    let mut world = saved::World::default();
    world.spawn(Position(0));
    let (mut snapshot, mut copy) = (world.snapshot(), world.snapshot());
    let mut reader = ecs_world::ChangeReader::<Position>::new(&mut world);
    let mut other = saved::World::default();
    let mut counted = Counted::default();
    for run in 0..2 * STEPS {
        if run == STEPS {
            counted = Counted::default();
        }
        saved::step(&mut world, run);
        counted.of(|| {
            world.snapshot_into(&mut snapshot);
            copy.clone_from(&snapshot);
        });
        saved::step(&mut world, run + 1);
        counted.of(|| {
            world.restore(&copy);
            other.restore(&snapshot);
        });
        reader.for_each(&mut world, |_, _| {});
    }
    counted.is_none();
    reader.release(&mut world);
}
