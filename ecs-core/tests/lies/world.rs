//! A world written by hand that lies wherever an implementation can: the traits that generated code implements cannot be sealed.

use std::cell::{Cell, RefCell};
use std::mem::swap;

use ecs_core as k;
use ecs_core::{Entity, GeneratedWorld};

/// A value on the heap, so that Miri finds leaks and double drops.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub struct A(pub Box<u32>);
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub struct B(pub Box<u32>);
#[derive(Debug, Clone)]
pub struct Slot(pub Box<u32>);
#[derive(Debug, Clone)]
pub struct Far(pub Box<u32>);
#[derive(Debug, Clone)]
pub struct Mapped(pub Box<u32>);
#[derive(Debug, Clone)]
pub struct Flag;
/// A double-buffered component.
#[derive(Debug, Clone)]
pub struct Twice(pub Box<u32>);
type BothOfTwice = k::Buffered<k::SparseSet<Twice>, k::SparseSet<k::Past<Twice>>>;

/// Lie of the constants: two components have one number. (If one query or bundle names both, rustc refuses it.)
pub const SAME_ID: u32 = 1;
/// Lie of the constants: views own storages that are in other orders.
pub const OWNED: u32 = 2;
/// Lie of the constants: views are kept in other ways than the plan says.
pub const PLAN: u32 = 4;
/// Lie of the constants: views match other entities than they mention.
pub const ASPECT: u32 = 8;
/// Lie of the constants: a component has a number that is beyond the mask.
pub const FAR_ID: u32 = 16;

thread_local! {
    /// One call in this many lies; 0 for none.
    static RATE: Cell<u32> = const { Cell::new(0) };
    static SEED: Cell<u32> = const { Cell::new(1) };
    /// The state of another world, to swap with.
    static STOLEN: RefCell<Option<Storages>> = const { RefCell::new(None) };
}

pub fn random(below: u32) -> u32 {
    SEED.set(SEED.get().wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    (SEED.get() >> 16) % below
}

pub fn lie() -> bool {
    RATE.get() > 0 && random(RATE.get()) == 0
}

/// From now on, one call in `rate` lies; none if it is 0.
pub fn set_lie_rate(rate: u32, seed: u32) {
    RATE.set(rate);
    SEED.set(seed);
}

pub fn forget_what_was_stolen() {
    drop(STOLEN.take());
}

#[derive(Debug, Default)]
pub struct Storages {
    a: k::SparseSet<A>,
    other_a: k::SparseSet<A>,
    b: k::SparseSet<B>,
    slot: k::VecStorage<Slot>,
    far: k::HashedArrayTree<Far, 4>,
    mapped: k::HashMapSet<Mapped>,
    flag: k::TagSet<Flag>,
    twice: BothOfTwice,
    other_twice: BothOfTwice,
}

impl Storages {
    /// Swaps in the storages of another world, if it lies.
    fn maybe_stolen(&mut self) -> &mut Self {
        if lie() {
            STOLEN.with_borrow_mut(|stolen| swap(self, stolen.get_or_insert_default()));
        }
        self
    }
}

#[derive(Default)]
pub struct Queues {
    a: k::Queue<A>,
    b: k::Queue<B>,
    slot: k::Queue<Slot>,
    far: k::Queue<Far>,
    mapped: k::Queue<Mapped>,
    flag: k::Queue<Flag>,
    twice: k::Queue<Twice>,
}

#[derive(Default)]
pub struct Views {
    group: k::GroupView,
    other_group: k::GroupView,
    list: k::ListView,
    other_list: k::ListView,
    delayed: k::DelayedView<true>,
}

pub struct Columns<'w> {
    pub entities: k::EntityColumn<'w>,
    pub a: k::ColumnMut<'w, A>,
    pub other_a: k::ColumnMut<'w, A>,
    pub b: k::ColumnMut<'w, B>,
    pub slot: k::ColumnMut<'w, Slot, k::VecStorage<Slot>>,
    pub far: k::ColumnMut<'w, Far, k::HashedArrayTree<Far, 4>>,
    pub mapped: k::ColumnMut<'w, Mapped, k::HashMapSet<Mapped>>,
    pub flag: k::ColumnMut<'w, Flag, k::TagSet<Flag>>,
    pub twice: k::ColumnMut<'w, Twice>,
    past_twice: &'w k::SparseSet<k::Past<Twice>>,
    other_past: &'w k::SparseSet<k::Past<Twice>>,
}

#[derive(Default)]
pub struct World<const L: u32> {
    core: k::Core<World<L>>,
    other: k::Core<World<L>>,
    state: k::State<u8>,
    depth: u32,
}

const fn planned(kept: k::ViewKind) -> k::ViewPlan {
    let (lost, priority, rank) = (&[], None, 0);
    let owned = &["A", "B"];
    k::ViewPlan {
        all: owned,
        none: &[],
        any: &[],
        kept,
        owned,
        lost,
        priority,
        rank,
        reason: "by hand",
        systems: &[],
        queried_by: &[],
    }
}

/// Whether `lies` contains `lie`.
const fn says(lies: u32, lie: u32) -> bool {
    lies & lie != 0
}

impl<const L: u32> World<L> {
    /// Swaps the state with another one, which is empty at first, in the middle of an operation.
    fn maybe_swap(&mut self) {
        if lie() {
            swap(&mut self.core, &mut self.other);
        }
    }

    /// Called for each kind of change, but compiled once.
    fn removed(&mut self, token: k::Token) {
        self.maybe_swap();
        if lie() {
            drop(std::mem::take(self.__core_mut(token)));
        }
    }

    /// Called for each kind of change, but compiled once.
    fn added(&mut self, entity: Entity, token: k::Token) {
        self.maybe_swap();
        let parts = k::parts(self.__core_mut(token), token);
        let columns = (parts.entities.handles(), k::write(&mut parts.storages.maybe_stolen().a).aligned());
        if lie() {
            let called = |(_, a): (Entity, &mut A)| *a.0 += 1;
            k::call_one::<(k::Handle, k::Write<k::SparseSet<A>>), _>(columns, entity, called);
        }
    }
}

impl<const L: u32> GeneratedWorld for World<L> {
    type Mask = k::Mask<1>;
    type Storages = Storages;
    type Queues = Queues;
    type Views = Views;
    type Columns<'w> = Columns<'w>;
    const NAME: &'static str = "World";
    const COMPONENTS: &'static [&'static str] = &["A", "B", "Slot", "Far", "Mapped", "Flag", "Twice"];
    const VIEWS: &'static [k::Mentions] = if says(L, OWNED) {
        &[
            k::Mentions { all: &[0, 1], none: &[], any: &[], owned: &[1, 0, 2, 5] },
            k::Mentions { all: &[2], none: &[5], any: &[], owned: &[2] },
            k::Mentions { all: &[0, 3], none: &[], any: &[], owned: &[0, 3] },
        ]
    } else {
        &[
            k::Mentions { all: &[0, 1], none: &[], any: &[], owned: &[0, 1] },
            k::Mentions { all: &[2], none: &[5], any: &[], owned: &[] },
            k::Mentions { all: &[0, 3], none: &[], any: &[], owned: &[] },
        ]
    };
    const BY_COMPONENT: &'static [k::MentionedBy] = if says(L, PLAN) {
        &[
            k::MentionedBy { component: 3, required: &[0, 9], excluded: &[2000] },
            k::MentionedBy { component: 0, required: &[1, 1], excluded: &[] },
        ]
    } else {
        &[]
    };
    const OPEN: &'static [usize] = if says(L, PLAN) { &[2, 1] } else { &[] };
    const ASPECTS: &'static [k::Aspect<k::Mask<1>>] = if says(L, ASPECT) {
        &[<Self as k::HasView<2>>::ASPECT, <Self as k::HasView<0>>::ASPECT]
    } else {
        &[<Self as k::HasView<0>>::ASPECT, <Self as k::HasView<1>>::ASPECT, <Self as k::HasView<2>>::ASPECT]
    };
    const ITERATED_BY: &'static [&'static [usize]] = if says(L, OWNED) { &[&[2, 1]] } else { &[&[0], &[]] };
    const SETTLING: &'static [usize] = if says(L, PLAN) { &[0, 2, 7] } else { &[2] };
    const PLAN: k::Plan = k::Plan {
        rare: &[],
        fixed: &[],
        ordered: &[],
        views: if says(L, PLAN) {
            &[planned(k::ViewKind::List), planned(k::ViewKind::Group), planned(k::ViewKind::Storage)]
        } else {
            &[planned(k::ViewKind::Group), planned(k::ViewKind::List), planned(k::ViewKind::Delayed)]
        },
        systems: &[],
        schedules: &[],
        unscheduled: &[],
        text: "by hand",
    };
    const DOUBLE_BUFFERED: &'static [usize] = if says(L, SAME_ID) { &[] } else { &[6] };
    const CALLBACKS: bool = true;
    fn __core(&self, _: k::Token) -> &k::Core<Self> {
        if lie() { &self.other } else { &self.core }
    }
    fn __core_mut(&mut self, _: k::Token) -> &mut k::Core<Self> {
        if lie() { &mut self.other } else { &mut self.core }
    }
    fn __columns<'w>(storages: &'w mut Storages, entities: k::EntityColumn<'w>) -> Columns<'w> {
        let mut columns = Columns {
            entities,
            a: k::column(&mut storages.a, entities),
            other_a: k::column(&mut storages.other_a, entities),
            b: k::column(&mut storages.b, entities),
            slot: k::column(&mut storages.slot, entities),
            far: k::column(&mut storages.far, entities),
            mapped: k::column(&mut storages.mapped, entities),
            flag: k::column(&mut storages.flag, entities),
            twice: k::column(&mut storages.twice.present, entities),
            past_twice: &storages.twice.past,
            other_past: &storages.other_twice.past,
        };
        if lie() {
            swap(&mut columns.a, &mut columns.other_a);
        }
        columns
    }
    fn __visit_storage<'w, V: k::VisitStorage<'w>>(
        storages: &'w mut Storages,
        component: usize,
        visitor: V,
    ) -> Option<V::Output> {
        let storages = storages.maybe_stolen();
        match if lie() { random(8) as usize } else { component } {
            0 => visitor.visit(&mut storages.a),
            1 => visitor.visit(&mut storages.b),
            2 => visitor.visit(&mut storages.slot),
            3 => visitor.visit(&mut storages.far),
            4 => visitor.visit(&mut storages.mapped),
            5 => visitor.visit(&mut storages.flag),
            6 => visitor.visit(&mut storages.twice),
            _ => None,
        }
    }
    fn __each_component<V: k::EachComponent<Self>>(among: &k::Mask<1>, visitor: &mut V) {
        for _ in 0..times() {
            <All as k::ComponentList<Self>>::visit(among, visitor);
        }
    }
    fn __before<C: k::Concerned<Self>>(s: &mut Storages, v: &mut Views, change: &k::Transition<k::Mask<1>>) {
        for _ in 0..times() {
            k::before::<Self, 2>(s, v, change);
            k::before::<Self, 1>(s, v, change);
        }
        for _ in 0..times() {
            k::before::<Self, 0>(s, v, change);
        }
    }
    fn __after<C: k::Concerned<Self>>(s: &mut Storages, v: &mut Views, change: &k::Transition<k::Mask<1>>) {
        for _ in 0..times() {
            k::after::<Self, 0>(s, v, change);
        }
        for _ in 0..times() {
            k::after::<Self, 1>(s, v, change);
            k::after::<Self, 2>(s, v, change);
        }
    }
    fn __spawned<C: k::Concerned<Self>>(s: &mut Storages, v: &mut Views, all: &[Entity], mask: &k::Mask<1>) {
        for _ in 0..times() {
            k::spawned::<Self, 0>(s, v, all, mask);
            k::spawned::<Self, 1>(s, v, all, mask);
            k::spawned::<Self, 2>(s, v, all, mask);
        }
    }
    fn __view_alone(views: &Views, view: usize) -> Option<&dyn k::View<k::Mask<1>>> {
        match if lie() { random(4) as usize } else { view } {
            0 => Some(&views.group),
            1 => Some(&views.list),
            2 => Some(&views.delayed),
            _ => None,
        }
    }
    fn __view_alone_mut(views: &mut Views, view: usize) -> Option<&mut dyn k::View<k::Mask<1>>> {
        match if lie() { random(4) as usize } else { view } {
            0 => Some(&mut views.group),
            1 => Some(&mut views.list),
            2 => Some(&mut views.delayed),
            _ => None,
        }
    }
    fn __report(&mut self, token: k::Token) {
        self.maybe_swap();
        while k::next_exited::<Self, 2>(self, token).is_some() {}
        while k::next_entered::<Self, 2>(self, token).is_some() {}
    }
    fn __on_removed<C: k::Concerned<Self>>(&mut self, _: &k::Transition<k::Mask<1>>, token: k::Token) {
        self.removed(token);
    }
    fn __on_added<C: k::Concerned<Self>>(&mut self, change: &k::Transition<k::Mask<1>>, token: k::Token) {
        self.added(change.entity(), token);
    }
}

type All = (k::List<(A, B, Slot)>, k::List<(Far, Mapped, Flag, Twice)>);

impl<const L: u32> k::CloneComponents<'_> for World<L> {
    fn __each_clone<V: k::EachClone<Self>>(among: &k::Mask<1>, visitor: &mut V) {
        for _ in 0..times() {
            <All as k::CloneList<'_, Self>>::visit_clone(among, visitor);
        }
    }
}

/// How often something is done that must be done once.
fn times() -> u32 {
    if lie() { random(3) } else { 1 }
}

macro_rules! component {
    ($C:ident $c:ident $other:ident $Storage:ty, $id:expr) => {
        component!($C $c $c $other $Storage, $id, k::ComponentKind, );
    };
    ($C:ident $c:ident $own:ident $other:ident $Storage:ty, $id:expr, $Kind:ty, $($present:ident)?) => {
        impl<const L: u32> k::Holds<$C> for World<L> {
            const ID: usize = $id;
            type Storage = $Storage;
            fn storage(storages: &Storages) -> &$Storage {
                if lie() { &storages.$other $(.$present)? } else { &storages.$c $(.$present)? }
            }
            fn storage_mut(storages: &mut Storages) -> &mut $Storage {
                let storages = storages.maybe_stolen();
                if lie() { &mut storages.$other $(.$present)? } else { &mut storages.$c $(.$present)? }
            }
            fn column<'a, 'w>(columns: &'a mut Self::Columns<'w>, _: k::Token) -> &'a mut k::ColumnMut<'w, $C, $Storage> {
                if lie() { &mut columns.$other } else { &mut columns.$c }
            }
            fn queue(queues: &mut Queues) -> &mut k::Queue<$C> {
                if lie() {
                    queues.$c = Default::default();
                }
                &mut queues.$c
            }
            fn queued(queues: &Queues) -> &k::Queue<$C> {
                &queues.$c
            }
        }
        impl<const L: u32> k::Bundle<World<L>> for $C {
            type Replaced = Option<Self>;
            type Kind = $Kind;
        }
    };
}
component!(A a other_a k::SparseSet<A>, 0);
component!(B b b k::SparseSet<B>, 1);
component!(Slot slot slot k::VecStorage<Slot>, 2);
component!(Far far far k::HashedArrayTree<Far, 4>, if says(L, FAR_ID) { 70 } else { 3 });
component!(Mapped mapped mapped k::HashMapSet<Mapped>, 4);
component!(Flag flag flag k::TagSet<Flag>, if says(L, SAME_ID) { 4 } else { 5 });
component!(Twice twice twice twice k::SparseSet<Twice>, 6, k::ComponentKind<true, k::BothStorages>, present);

impl<const L: u32> k::KeepsPast<Twice> for World<L> {
    type Past = k::SparseSet<k::Past<Twice>>;
    fn both_mut(storages: &mut Storages) -> &mut BothOfTwice {
        let storages = storages.maybe_stolen();
        if lie() {
            swap(&mut storages.twice, &mut storages.other_twice);
        }
        if lie() {
            swap(&mut storages.twice.past, &mut storages.other_twice.past);
        }
        &mut storages.twice
    }
}

impl<const L: u32> k::Reads<k::Past<Twice>> for World<L> {
    const COMPONENT: usize = if says(L, FAR_ID) { 70 } else { 6 };
    const READ: k::Access = if says(L, SAME_ID) { k::Access::Past(1) } else { k::Access::Past(6) };
    type Values = k::SparseSet<k::Past<Twice>>;
    fn values(storages: &Storages) -> &Self::Values {
        if lie() { &storages.other_twice.past } else { &storages.twice.past }
    }
    fn lent_values<'w>(columns: &mut Self::Columns<'w>) -> Option<&'w Self::Values> {
        (!lie()).then_some(if lie() { columns.other_past } else { columns.past_twice })
    }
}

const fn aspect(all: &[usize], none: &[usize]) -> k::Aspect<k::Mask<1>> {
    k::Aspect::new(k::Mask::of(all), k::Mask::of(none), k::Mask::of(&[]))
}

impl<const L: u32> k::HasView<0> for World<L> {
    const ASPECT: k::Aspect<k::Mask<1>> = if says(L, ASPECT) { aspect(&[0], &[]) } else { aspect(&[0, 1], &[]) };
    type View = k::GroupView;
    fn view(views: &Views) -> &k::GroupView {
        if lie() { &views.other_group } else { &views.group }
    }
    fn view_mut(views: &mut Views) -> &mut k::GroupView {
        if lie() { &mut views.other_group } else { &mut views.group }
    }
    fn owned() -> impl k::OwnedStorages<Self> {
        <k::Owns<A, k::Owns<B, ()>> as k::OwnedStorages<Self>>::LIST
    }
}

impl<const L: u32> k::HasView<1> for World<L> {
    const ASPECT: k::Aspect<k::Mask<1>> = if says(L, ASPECT) { aspect(&[0, 3], &[2]) } else { aspect(&[2], &[5]) };
    type View = k::ListView;
    fn view(views: &Views) -> &k::ListView {
        if lie() { &views.other_list } else { &views.list }
    }
    fn view_mut(views: &mut Views) -> &mut k::ListView {
        if lie() { &mut views.other_list } else { &mut views.list }
    }
}

impl<const L: u32> k::HasView<2> for World<L> {
    const ASPECT: k::Aspect<k::Mask<1>> = if says(L, ASPECT) { aspect(&[], &[]) } else { aspect(&[0, 3], &[]) };
    type View = k::DelayedView<true>;
    fn view(views: &Views) -> &k::DelayedView<true> {
        &views.delayed
    }
    fn view_mut(views: &mut Views) -> &mut k::DelayedView<true> {
        &mut views.delayed
    }
}

/// Drives a system over columns of two worlds, all of which are marked as aligned with the view of a third one.
impl<const L: u32> k::RunSystem<0> for World<L> {
    fn __run_one(&mut self, token: k::Token) {
        let mut others = STOLEN.take().unwrap_or_default();
        let mut handed_out = vec![];
        let k::Parts { storages, entities, .. } = k::parts(&mut self.core, token);
        let k::Parts { views, .. } = k::parts(&mut self.other, token);
        let columns = (
            entities.handles(),
            k::write(&mut storages.a).aligned(),
            k::write(&mut others.b).aligned(),
            k::write(&mut storages.slot).aligned(),
            k::write(&mut others.mapped).aligned(),
        );
        type Fetched = (
            k::Handle,
            k::Write<k::SparseSet<A>>,
            k::Write<k::SparseSet<B>>,
            k::Maybe<k::Write<k::VecStorage<Slot>>>,
            k::Maybe<k::Write<k::HashMapSet<Mapped>>>,
        );
        k::drive::<Self, Fetched, _, 0, true>(&views.group, columns, entities, |(_, a, b, slot, mapped)| {
            (*a.0, *b.0) = (*b.0, *a.0);
            if let Some(slot) = slot {
                *slot.0 += 1;
            }
            if let Some(mapped) = mapped {
                *mapped.0 += 1;
            }
            handed_out.push(*a.0);
        });
        STOLEN.set(Some(others));
    }
}

/// Queries over columns of two worlds, with views and handles of a third one.
impl<const L: u32> k::RunSystem<1> for World<L> {
    fn __run_one(&mut self, token: k::Token) {
        let mut others = STOLEN.take().unwrap_or_default();
        let k::Parts { storages, .. } = k::parts(&mut self.core, token);
        let k::Parts { views, entities, .. } = k::parts(&mut self.other, token);
        let columns = (k::write(&mut storages.a).aligned(), (k::write(&mut others.b).aligned(), k::read(&others.slot)));
        let query: k::Query<'_, Self, (&mut A, (&mut B, Option<&Slot>))> = k::query_over(columns, views, entities);
        let mut held: Vec<_> = query.into_iter().collect();
        for (a, (b, _)) in &mut held {
            std::mem::swap(&mut a.0, &mut b.0);
        }
        STOLEN.set(Some(others));
    }
}

/// Runs itself recursively.
impl<const L: u32> k::RunSchedule<0> for World<L> {
    const SCHEDULE: &'static str = "run";
    const ITERATED: &'static [usize] = &[0];

    fn __run_listed(&mut self, token: k::Token) {
        self.depth += 1;
        k::keep_past::<Self, Twice>(self, token);
        k::run_one::<Self, 0>(self, token);
        if self.depth.is_multiple_of(4) {
            self.maybe_swap();
        } else {
            k::run_schedule::<Self, 0>(self);
        }
        k::run_one::<Self, 1>(self, token);
    }
}

impl<const L: u32> k::ChangeState<u8, 0> for World<L> {
    fn __is(_: &u8, _: &u8) -> bool {
        lie()
    }
    fn __state(&mut self, _: k::Token) -> &mut k::State<u8> {
        if lie() {
            self.state = k::State::default();
        }
        &mut self.state
    }
    fn __exit(&mut self, token: k::Token) {
        self.maybe_swap();
        drop(std::mem::take(self.__core_mut(token)));
    }
    fn __enter(&mut self, _: k::Token) {
        self.maybe_swap();
        self.state.set(3);
    }
}

/// A bundle that is taken apart into other values than it is put together from, and sometimes panics.
pub struct Mixed(pub u32);

impl k::IntoTuple for Mixed {
    type Tuple = (A, (Slot, B));

    fn into_tuple(self) -> Self::Tuple {
        assert!(!lie(), "the bundle panics when it is taken apart");
        (A(Box::new(self.0)), (Slot(Box::new(self.0)), B(Box::new(random(9)))))
    }

    fn from_tuple((_, (slot, _)): Self::Tuple) -> Self {
        assert!(!lie(), "the bundle panics when it is put together");
        Self(*slot.0 + 1)
    }
}

impl<const L: u32> k::Bundle<World<L>> for Mixed {
    type Replaced = (Option<A>, (Option<Slot>, Option<B>));
    type Kind = k::StructKind<(A, (Slot, B))>;
}
