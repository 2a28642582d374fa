//! A world written by hand that iterates with cached positions, and swaps the storages and views that these are for: where a storage was
//! when positions were cached, there is now another one of the same version, with other or fewer entities.

use std::mem::{swap, take};

use ecs_core as k;
use ecs_core::{Entity, GeneratedWorld};

use super::world::{A, B, Far, Mapped, lie, random};

#[derive(Default)]
pub struct Storages {
    a: k::SparseSet<A>,
    b: k::SparseSet<B>,
    far: k::PackedArray<Far>,
    mapped: k::HashMapSet<Mapped>,
}

#[derive(Default)]
pub struct Queues {
    a: k::Queue<A>,
    b: k::Queue<B>,
    far: k::Queue<Far>,
    mapped: k::Queue<Mapped>,
}

#[derive(Default)]
pub struct Views {
    list: k::ListView,
    scan: k::ScanView,
    group: k::GroupView,
    active: k::ActivePassiveView<false>,
    delayed: k::DelayedView<false>,
    other_list: k::ListView,
}

pub struct Columns<'w> {
    pub entities: k::EntityColumn<'w>,
    pub a: k::ColumnMut<'w, A>,
    pub b: k::ColumnMut<'w, B>,
    pub far: k::ColumnMut<'w, Far, k::PackedArray<Far>>,
    pub mapped: k::ColumnMut<'w, Mapped, k::HashMapSet<Mapped>>,
}

#[derive(Default)]
pub struct World {
    core: k::Core<World>,
    other: k::Core<World>,
    pub visited: usize,
    /// Whether systems swap nothing.
    pub is_calm: bool,
}

impl World {
    /// Swaps the whole state with the other one.
    pub fn turn(&mut self) {
        swap(&mut self.core, &mut self.other);
    }
}

const fn planned(kept: k::ViewKind, all: &'static [&'static str], owned: &'static [&'static str]) -> k::ViewPlan {
    let (lost, priority, rank) = (&[], None, 0);
    k::ViewPlan {
        all,
        none: &[],
        any: &[],
        kept,
        owned,
        lost,
        priority,
        rank,
        reason: "by hand",
        systems: &["system"],
        queried_by: &[],
    }
}

const fn mentions(all: &'static [usize], owned: &'static [usize]) -> k::Mentions {
    k::Mentions { all, none: &[], any: &[], owned }
}

/// What systems fetch.
type Fetched = (k::Handle, k::Write<k::SparseSet<A>>, k::Write<k::SparseSet<B>>, k::Write<k::HashMapSet<Mapped>>);

impl GeneratedWorld for World {
    type Mask = k::Mask<1>;
    type Storages = Storages;
    type Queues = Queues;
    type Views = Views;
    type Columns<'w> = Columns<'w>;
    const NAME: &'static str = "World";
    const COMPONENTS: &'static [&'static str] = &["A", "B", "Far", "Mapped"];
    const VIEWS: &'static [k::Mentions] = &[
        mentions(&[0, 1, 3], &[]),
        mentions(&[1, 0, 3], &[]),
        mentions(&[0, 1, 3], &[0]),
        mentions(&[3, 1, 0], &[]),
        mentions(&[0, 2], &[]),
    ];
    const ASPECTS: &'static [k::Aspect<k::Mask<1>>] = &<k::Aspect<k::Mask<1>>>::of_views::<5>(Self::VIEWS);
    const ITERATED_BY: &'static [&'static [usize]] = &[&[0], &[1], &[2], &[3], &[4]];
    const SETTLING: &'static [usize] = &[3, 4];
    const PLAN: k::Plan = k::Plan {
        rare: &[],
        fixed: &[],
        ordered: &[],
        views: &[
            planned(k::ViewKind::List, &["A", "B", "Mapped"], &[]),
            planned(k::ViewKind::Scan, &["B", "A", "Mapped"], &[]),
            planned(k::ViewKind::Group, &["A", "B", "Mapped"], &["A"]),
            planned(k::ViewKind::ActivePassive, &["Mapped", "B", "A"], &[]),
            planned(k::ViewKind::Delayed, &["A", "Far"], &[]),
        ],
        systems: &[],
        schedules: &[],
        unscheduled: &[],
        text: "by hand",
    };
    const CALLBACKS: bool = false;
    fn __core(&self, _: k::Token) -> &k::Core<Self> {
        &self.core
    }
    fn __core_mut(&mut self, _: k::Token) -> &mut k::Core<Self> {
        &mut self.core
    }
    fn __columns<'w>(storages: &'w mut Storages, entities: k::EntityColumn<'w>) -> Columns<'w> {
        Columns {
            entities,
            a: k::column(&mut storages.a, entities),
            b: k::column(&mut storages.b, entities),
            far: k::column(&mut storages.far, entities),
            mapped: k::column(&mut storages.mapped, entities),
        }
    }
    fn __each_component<V: k::EachComponent<Self>>(_: &k::Mask<1>, _: &mut V) {}
    fn __visit_storage<'w, V: k::VisitStorage<'w>>(
        storages: &'w mut Storages,
        component: usize,
        visitor: V,
    ) -> Option<V::Output> {
        match if lie() { random(5) as usize } else { component } {
            0 => visitor.visit(&mut storages.a),
            1 => visitor.visit(&mut storages.b),
            2 => visitor.visit(&mut storages.far),
            3 => visitor.visit(&mut storages.mapped),
            _ => None,
        }
    }
    fn __before<C: k::Concerned<Self>>(s: &mut Storages, v: &mut Views, change: &k::Transition<k::Mask<1>>) {
        k::before::<Self, 4>(s, v, change);
        k::before::<Self, 3>(s, v, change);
        k::before::<Self, 2>(s, v, change);
        k::before::<Self, 0>(s, v, change);
    }
    fn __after<C: k::Concerned<Self>>(s: &mut Storages, v: &mut Views, change: &k::Transition<k::Mask<1>>) {
        k::after::<Self, 0>(s, v, change);
        k::after::<Self, 2>(s, v, change);
        k::after::<Self, 3>(s, v, change);
        k::after::<Self, 4>(s, v, change);
    }
    fn __spawned<C: k::Concerned<Self>>(s: &mut Storages, v: &mut Views, all: &[Entity], mask: &k::Mask<1>) {
        k::spawned::<Self, 0>(s, v, all, mask);
        k::spawned::<Self, 2>(s, v, all, mask);
        k::spawned::<Self, 3>(s, v, all, mask);
        k::spawned::<Self, 4>(s, v, all, mask);
    }
    fn __view_alone(views: &Views, view: usize) -> Option<&dyn k::View<k::Mask<1>>> {
        match view {
            0 => Some(&views.list),
            1 => Some(&views.scan),
            2 => Some(&views.group),
            3 => Some(&views.active),
            4 => Some(&views.delayed),
            _ => None,
        }
    }
    fn __view_alone_mut(views: &mut Views, view: usize) -> Option<&mut dyn k::View<k::Mask<1>>> {
        match if lie() { random(6) as usize } else { view } {
            0 => Some(&mut views.list),
            1 => Some(&mut views.scan),
            2 => Some(&mut views.group),
            3 => Some(&mut views.active),
            4 => Some(&mut views.delayed),
            _ => None,
        }
    }
}

macro_rules! component {
    ($C:ident $c:ident $Storage:ty, $id:expr) => {
        impl k::Holds<$C> for World {
            const ID: usize = $id;
            type Storage = $Storage;
            fn storage(storages: &Storages) -> &$Storage {
                &storages.$c
            }
            fn storage_mut(storages: &mut Storages) -> &mut $Storage {
                &mut storages.$c
            }
            fn column<'a, 'w>(
                columns: &'a mut Self::Columns<'w>,
                _: k::Token,
            ) -> &'a mut k::ColumnMut<'w, $C, $Storage> {
                &mut columns.$c
            }
            fn queue(queues: &mut Queues) -> &mut k::Queue<$C> {
                &mut queues.$c
            }
            fn queued(queues: &Queues) -> &k::Queue<$C> {
                &queues.$c
            }
        }
        impl k::Bundle<World> for $C {
            type Replaced = Option<Self>;
            type Kind = k::ComponentKind;
        }
    };
}
component!(A a k::SparseSet<A>, 0);
component!(B b k::SparseSet<B>, 1);
component!(Far far k::PackedArray<Far>, 2);
component!(Mapped mapped k::HashMapSet<Mapped>, 3);

macro_rules! view {
    ($number:literal $View:ty, $view:ident $other:ident $($rest:item)*) => {
        impl k::HasView<$number> for World {
            type View = $View;
            fn view(views: &Views) -> &$View {
                if lie() { &views.$other } else { &views.$view }
            }
            fn view_mut(views: &mut Views) -> &mut $View {
                &mut views.$view
            }
            $($rest)*
        }
    };
}
view!(0 k::ListView, list other_list);
view!(1 k::ScanView, scan scan);
view!(2 k::GroupView, group group
fn owned() -> impl k::OwnedStorages<Self> {
    <k::Owns<A, ()> as k::OwnedStorages<Self>>::LIST
});
view!(3 k::ActivePassiveView<false>, active active);
view!(4 k::DelayedView<false>, delayed delayed);

/// Swaps something between the two states, whose storages are of one version after batches of different length.
fn swap_behind(world: &mut World, token: k::Token) {
    if world.is_calm {
        return;
    }
    let (own, other) = (k::parts(&mut world.core, token).storages, k::parts(&mut world.other, token).storages);
    match random(9) {
        0 => swap(own, other),
        1 => swap(&mut own.a, &mut other.a),
        2 => swap(&mut own.b, &mut other.b),
        3 => swap(&mut own.mapped, &mut other.mapped),
        4 => swap(&mut own.far, &mut other.far),
        5 => swap(&mut own.a, &mut other.a),
        6 if lie() => drop(take(own)),
        _ => {}
    }
}

macro_rules! system {
    ($number:literal $view:ident $all:literal $aligned:expr) => {
        impl k::RunSystem<$number> for World {
            fn __run_one(&mut self, token: k::Token) {
                swap_behind(self, token);
                let Self { core, other, visited, is_calm } = self;
                // In some runs, the values are those of the other state.
                let (views, others) = (k::parts(core, token), k::parts(other, token));
                let (a, b, mapped) = match random(4) {
                    0 if !*is_calm => (&mut others.storages.a, &mut views.storages.b, &mut others.storages.mapped),
                    _ => (&mut views.storages.a, &mut views.storages.b, &mut views.storages.mapped),
                };
                let a = if $aligned { k::write(a).aligned() } else { k::write(a) };
                let columns = (views.entities.handles(), a, k::write(b), k::write(mapped));
                k::drive::<Self, Fetched, _, $number, $all>(
                    &views.views.$view,
                    columns,
                    views.entities,
                    |(_, a, b, mapped)| {
                        (*a.0, *b.0, *mapped.0) = (*b.0, *mapped.0, *a.0);
                        *visited += 1;
                    },
                );
            }
        }
    };
}
system!(0 list true false);
system!(1 scan true false);
system!(2 group true true);
system!(3 active true false);

impl k::RunSystem<4> for World {
    fn __run_one(&mut self, token: k::Token) {
        swap_behind(self, token);
        let Self { core, visited, .. } = self;
        let k::Parts { storages, views, entities, .. } = k::parts(core, token);
        let columns = (k::write(&mut storages.a), k::read(&storages.far));
        type Fetched = (k::Write<k::SparseSet<A>>, k::Read<k::PackedArray<Far>>);
        k::drive::<Self, Fetched, _, 4, true>(&views.delayed, columns, entities, |(a, far)| {
            *a.0 = a.0.wrapping_add(*far.0);
            *visited += 1;
        });
    }
}
