//! Views of random plans, made by the planner itself: after any change each contains the entities that a scan finds, and
//! groups keep their storages in one order.

use std::cell::Cell;

use ecs_macros_internals as planner;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::{Aspect, GroupView, ListView, Members, Owned, Transition, View};
use crate::entity::Entity;
use crate::mask::{BitMask, Mask};
use crate::population::Population;
use crate::storage::Storage as _;
use crate::storage::{Grouped as _, SparseSet};

/// Number of components.
const COMPONENTS: usize = 8;

type Bits = Mask<1>;

/// What a view requires of a component.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Role {
    Ignored,
    All,
    None,
    Any,
    AllAndAny,
}

/// How the aspect of a requested view relates to an earlier one.
#[derive(Debug, Clone)]
enum Relation {
    /// Arbitrary.
    None,
    /// It requires what the earlier one does, and more.
    Within(prop::sample::Index),
    /// It excludes a component that the earlier one requires, so no entity is in both.
    Apart(prop::sample::Index),
}

/// A requested view: its requirement, and the number of systems.
#[derive(Debug, Clone)]
struct Requested {
    roles: Vec<Role>,
    relation: Relation,
    /// The number of systems; `None` for a view that is requested as a list.
    systems: Option<u8>,
}

/// A change of the n-th live entity, or a spawn.
#[derive(Debug, Clone)]
enum Change {
    Spawn(Bits),
    SpawnBatch(Bits, usize),
    Insert(usize, Bits),
    Remove(usize, Bits),
    Despawn(usize),
}

impl Change {
    /// The change that a number represents: thousands of numbers are drawn faster than thousands of changes.
    fn of(number: u32) -> Self {
        let [kind, pick, first, second] = number.to_le_bytes().map(usize::from);
        let (many, few) = (bits(|part| first >> part & 1 == 1), Bits::of(&[first % COMPONENTS, second % COMPONENTS]));
        match kind % 14 {
            0..=2 => Self::Spawn(many),
            3 => Self::SpawnBatch(many, pick % 4),
            4..=7 => Self::Insert(pick, few),
            8..=11 => Self::Remove(pick, few),
            _ => Self::Despawn(pick),
        }
    }
}

fn requested() -> impl Strategy<Value = Requested> {
    let role = prop_oneof![
        8 => Just(Role::Ignored),
        6 => Just(Role::All),
        1 => Just(Role::None),
        1 => Just(Role::Any),
        1 => Just(Role::AllAndAny),
    ];
    let systems = prop::option::weighted(0.9, 1..6_u8);
    let earlier = any::<prop::sample::Index>;
    let relation = prop_oneof![
        4 => Just(Relation::None),
        5 => earlier().prop_map(Relation::Within),
        3 => earlier().prop_map(Relation::Apart),
    ];
    (prop::collection::vec(role, COMPONENTS), relation, systems).prop_map(|(roles, relation, systems)| Requested {
        roles,
        relation,
        systems,
    })
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let most = if cfg!(miri) { 20 } else { 200 };
    prop::collection::vec(any::<u32>(), 1..=most).prop_map(|numbers| numbers.into_iter().map(Change::of).collect())
}

fn bits(has: impl Fn(&usize) -> bool) -> Bits {
    (0..COMPONENTS).filter(has).fold(Bits::EMPTY, |mask, part| mask.union(Bits::bit(part)))
}

/// The distinct requested aspects, each with its systems. Storage views are left out.
fn aspects(requested: &[Requested]) -> Vec<(planner::Aspect, Option<u8>)> {
    let mut aspects: Vec<(planner::Aspect, Option<u8>)> = vec![];
    for Requested { roles, relation, systems } in requested {
        let mut base = planner::Aspect::default();
        match relation {
            Relation::Within(earlier) if !aspects.is_empty() => base = earlier.get(&aspects).0.clone(),
            // Only a component that it ignores, so that its own requirement stays.
            Relation::Apart(earlier) if !aspects.is_empty() => {
                base.none.extend(earlier.get(&aspects).0.all.iter().find(|part| roles[**part] == Role::Ignored));
            }
            _ => {}
        }
        let having = |base: &[usize], meant: &[Role]| -> Vec<usize> {
            (0..COMPONENTS).filter(|part| base.contains(part) || meant.contains(&roles[*part])).collect()
        };
        let aspect = planner::Aspect {
            all: having(&base.all, &[Role::All, Role::AllAndAny]),
            none: having(&base.none, &[Role::None]),
            any: having(&base.any, &[Role::Any, Role::AllAndAny]),
        };
        if !aspect.is_storage() && aspects.iter().all(|(other, _)| *other != aspect) {
            aspects.push((aspect, *systems));
        }
    }
    aspects
}

/// Number of pairs of views that can share no entity, since one excludes what the other requires.
fn apart(views: &[AnyView]) -> usize {
    let excludes = |one: &AnyView, other: &AnyView| one.aspect.none.intersects(&other.aspect.all);
    let pairs = (0..views.len()).flat_map(|at| (0..at).map(move |other| (&views[at], &views[other])));
    pairs.filter(|(one, other)| excludes(one, other) || excludes(other, one)).count()
}

/// The planned views, the outermost first, with some rare components.
fn planned(requested: &[Requested], rare: Bits) -> Vec<AnyView> {
    let requests = aspects(requested).into_iter().flat_map(|(aspect, systems)| {
        let as_list = systems.is_none();
        vec![(aspect, as_list); systems.unwrap_or(1).into()]
    });
    let rare: [bool; COMPONENTS] = std::array::from_fn(|part| rare.contains(part));
    let views = planner::views(&rare, &requests.collect::<Vec<_>>()).into_iter();
    views.map(|view| AnyView::new(&view.aspect, view.owned)).collect()
}

/// The storages that a view owns, by number.
struct OwnedBy<'a> {
    storages: &'a mut [SparseSet<u32>],
    owned: &'a [usize],
}

impl super::sealed::Sealed for OwnedBy<'_> {}

impl Owned for OwnedBy<'_> {
    fn enter(&mut self, entity: Entity, position: usize) {
        for component in self.owned {
            self.storages[*component].enter(entity, position);
        }
    }

    fn leave<M: BitMask>(&mut self, change: &Transition<M>, last: usize) {
        for component in self.owned {
            self.storages[*component].leave(change.entity(), last, change.loses(*component));
        }
    }

    fn have(&self, values: usize) -> bool {
        self.owned.iter().all(|component| self.storages[*component].len() == values)
    }
}

/// A view as at run time.
#[expect(clippy::large_enum_variant, reason = "there are few, and they are not moved")]
enum Keeper {
    Group(GroupView),
    List(ListView),
}

struct AnyView {
    aspect: Aspect<Bits>,
    owned: Vec<usize>,
    keeper: Keeper,
}

impl AnyView {
    fn new(aspect: &planner::Aspect, owned: Vec<usize>) -> Self {
        let keeper =
            if owned.is_empty() { Keeper::List(ListView::default()) } else { Keeper::Group(GroupView::default()) };
        let [all, none, any] = [&aspect.all, &aspect.none, &aspect.any].map(|parts| Bits::of(parts));
        Self { aspect: Aspect::new(all, none, any), owned, keeper }
    }

    fn before(&mut self, storages: &mut [SparseSet<u32>], change: &Transition<Bits>) {
        let mut owned = OwnedBy { storages, owned: &self.owned };
        match &mut self.keeper {
            Keeper::Group(view) => view.before(&mut owned, change, &self.aspect),
            Keeper::List(view) => view.before(&mut owned, change, &self.aspect),
        }
    }

    fn after(&mut self, storages: &mut [SparseSet<u32>], change: &Transition<Bits>) {
        let mut owned = OwnedBy { storages, owned: &self.owned };
        match &mut self.keeper {
            Keeper::Group(view) => view.after(&mut owned, change, &self.aspect),
            Keeper::List(view) => view.after(&mut owned, change, &self.aspect),
        }
    }

    fn spawned(&mut self, storages: &mut [SparseSet<u32>], entities: &[Entity]) {
        let mut owned = OwnedBy { storages, owned: &self.owned };
        match &mut self.keeper {
            Keeper::Group(view) => View::<Bits>::spawned(view, &mut owned, entities),
            Keeper::List(view) => View::<Bits>::spawned(view, &mut owned, entities),
        }
    }

    /// The entities of the view. Checks that those of a group are the same, in one order, in all storages that it owns.
    fn members(&self, storages: &[SparseSet<u32>]) -> Vec<u32> {
        let members = match &self.keeper {
            Keeper::Group(view) => View::<Bits>::members(view),
            Keeper::List(view) => View::<Bits>::members(view),
        };
        match members {
            Members::Listed(index) => index.indices().to_vec(),
            Members::Prefix(len) => {
                let mut fronts = self.owned.iter().map(|storage| &storages[*storage].as_slice()[..len]);
                let first = fronts.next().unwrap_or_default();
                assert!(fronts.all(|front| front == first), "the values of an entity are at one position");
                first.to_vec()
            }
            Members::Whole | Members::NotKept => panic!("these views are kept"),
        }
    }
}

/// A world without component types: the value of an entity is its index.
struct World {
    entities: Population<Bits>,
    storages: Vec<SparseSet<u32>>,
    views: Vec<AnyView>,
}

impl World {
    fn new(views: Vec<AnyView>) -> Self {
        let storages = (0..COMPONENTS).map(|_| SparseSet::default()).collect();
        Self { entities: Population::default(), storages, views }
    }

    fn apply(&mut self, change: &Change) {
        match change {
            Change::Spawn(mask) => {
                let entity = self.entities.spawn(Bits::EMPTY);
                self.put(entity, Bits::EMPTY, *mask);
                self.enter(&Transition::spawned(entity, *mask));
            }
            Change::SpawnBatch(mask, count) => self.spawn_batch(*mask, *count),
            Change::Insert(pick, mask) => self.alter(*pick, *mask, Bits::union),
            Change::Remove(pick, mask) => self.alter(*pick, *mask, Bits::without),
            Change::Despawn(pick) => {
                let Some((entity, old)) = self.pick(*pick) else { return };
                self.leave(&Transition::despawned(entity, old));
                self.put(entity, old, Bits::EMPTY);
                self.entities.despawn(entity);
            }
        }
    }

    fn spawn_batch(&mut self, mask: Bits, count: usize) {
        let spawned: Vec<_> = (0..count).map(|_| self.entities.spawn(Bits::EMPTY)).collect();
        for entity in &spawned {
            self.put(*entity, Bits::EMPTY, mask);
        }
        for view in self.views.iter_mut().filter(|view| view.aspect.matches(&mask)) {
            view.spawned(&mut self.storages, &spawned);
        }
    }

    /// A transition of an entity that is alive before and after.
    fn alter(&mut self, pick: usize, mask: Bits, combine: fn(Bits, Bits) -> Bits) {
        let Some((entity, old)) = self.pick(pick) else { return };
        let new = combine(old, mask);
        let change = Transition::changed(entity, old, new, mask);
        self.leave(&change);
        self.put(entity, old, new);
        self.enter(&change);
    }

    fn pick(&self, pick: usize) -> Option<(Entity, Bits)> {
        let living = &self.entities.allocator;
        let entity = living.iter().nth(pick % living.len().max(1))?;
        Some((entity, self.entities.mask(entity)?))
    }

    /// Inner views before outer ones.
    fn leave(&mut self, change: &Transition<Bits>) {
        for view in self.views.iter_mut().rev() {
            view.before(&mut self.storages, change);
        }
    }

    /// Outer views before inner ones.
    fn enter(&mut self, change: &Transition<Bits>) {
        for view in &mut self.views {
            view.after(&mut self.storages, change);
        }
    }

    /// Inserts and removes values, and sets the mask.
    fn put(&mut self, entity: Entity, old: Bits, new: Bits) {
        for component in old.without(new).iter() {
            self.storages[component].take(entity);
        }
        for component in new.without(old).iter() {
            self.storages[component].push(entity, entity.index());
        }
        self.entities.set_mask(entity, new);
    }

    /// Checks that each view contains the entities that a scan finds.
    fn check(&self) {
        for view in &self.views {
            let mut members = view.members(&self.storages);
            members.sort_unstable();
            let living = self.entities.allocator.iter();
            let expected =
                living.filter(|entity| self.entities.mask(*entity).is_some_and(|mask| view.aspect.matches(&mask)));
            assert!(expected.map(Entity::index).eq(members), "the view of {:?} has other entities", view.aspect);
        }
    }
}

#[test]
fn a_cleared_group_is_empty() {
    let mut view = GroupView::default();
    View::<Bits>::spawned(&mut view, &mut (), &[Entity::from_bits(1 << 32).unwrap()]);
    assert!(matches!(View::<Bits>::members(&view), Members::Prefix(1)));
    View::<Bits>::clear(&mut view);
    assert!(matches!(View::<Bits>::members(&view), Members::Prefix(0)));
}

#[test]
fn a_group_without_storages_has_no_number_of_values() {
    assert!(!().have(0) && !().have(1));
}

#[test]
fn views_of_any_plan_agree_with_scans_after_any_changes() {
    // Miri takes a hundred times as long.
    let cases = if cfg!(miri) { 2 } else { 2_000 };
    let mut runner = TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..Default::default() });
    let rare = prop_oneof![Just(0_u8), any::<u8>().prop_map(|bits| 1 << (bits % 8)), any::<u8>()];
    let worlds = (prop::collection::vec(requested(), 1..=24), rare, changes());
    let (shared, disjoint_pairs, counts) = (Cell::new(0), Cell::new(0), Cell::new([0; 25]));
    let result = runner.run(&worlds, |(requested, rare, changes)| {
        let mut world = World::new(planned(&requested, bits(|part| rare >> part & 1 == 1)));
        let mut of_each_count = counts.get();
        of_each_count[world.views.len()] += 1;
        counts.set(of_each_count);
        disjoint_pairs.set(disjoint_pairs.get() + apart(&world.views));
        let owners = |storage| world.views.iter().filter(|view| view.owned.contains(&storage)).count();
        shared.set(shared.get() + (0..COMPONENTS).filter(|storage| owners(*storage) > 1).count());
        for change in &changes {
            world.apply(change);
            world.check();
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    // A few cases need not contain each kind of plan.
    if cfg!(miri) {
        return;
    }
    assert!(shared.get() > cases as usize / 2, "too few storages have several owners to show anything");
    assert!(disjoint_pairs.get() > cases as usize / 2, "too few views are apart to show anything");
    let missing: Vec<_> = (1..=17).filter(|count| counts.get()[*count] == 0).collect();
    assert!(missing.is_empty(), "no plan has {missing:?} views: {:?}", counts.get());
}
