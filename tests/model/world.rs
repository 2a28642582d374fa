//! The world under test: components of all kinds, systems that watch, spawn and write.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use ecs_world::ChangeErrorKind;
use ecs_world::prelude::*;

use super::operations::Fuse;
use super::reference::{Aspect, Outcome, Panicked};

thread_local! {
    /// Number of [`Counted`] on this thread.
    static LIVE: Cell<i64> = const { Cell::new(0) };
    /// The user code that is to panic, and the number of calls before that.
    static FUSE: Cell<Option<(Fuse, u8)>> = const { Cell::new(None) };
}

/// Number of living counted values.
pub fn live() -> i64 {
    LIVE.get()
}

/// The entity for which a change was refused because it is dead.
pub fn gone(kind: ChangeErrorKind) -> Entity {
    match kind {
        ChangeErrorKind::NoSuchEntity(entity) => entity,
        other => panic!("refused for an unexpected reason: {other}"),
    }
}

/// Subtracts values that were leaked from the count.
pub fn write_off(values: i64) {
    LIVE.set(LIVE.get() - values);
}

/// Runs an operation once, in which user code panics if requested.
///
/// It takes a reference to a closure, because one copy of it for each of the more than two hundred operations would take long to compile.
pub fn survive<R>(fuse: Option<(Fuse, u8)>, action: &mut dyn FnMut() -> R) -> Outcome<R> {
    let mut result = None;
    catch(fuse, &mut || result = Some(action()))?;
    Ok(result.expect("the operation ran"))
}

/// Not generic: it needs no result.
fn catch(fuse: Option<(Fuse, u8)>, action: &mut dyn FnMut()) -> Outcome<()> {
    FUSE.set(fuse);
    let outcome = catch_unwind(AssertUnwindSafe(action));
    FUSE.set(None);
    outcome.map_err(|payload| *payload.downcast::<Panicked>().unwrap_or_else(|other| resume_unwind(other)))
}

/// Called by user code of this kind: panics if requested.
pub fn burn(fuse: Fuse) {
    match FUSE.get() {
        Some((own, 0)) if own == fuse => {
            FUSE.set(None);
            // Does not print a message, as `panic!` would.
            resume_unwind(Box::new(Panicked));
        }
        Some((own, left)) if own == fuse => FUSE.set(Some((own, left - 1))),
        _ => {}
    }
}

/// Counts its instances: this reveals values that are lost or dropped twice.
#[derive(Debug)]
pub struct Counted(u32);

impl Clone for Counted {
    fn clone(&self) -> Self {
        burn(Fuse::Clone);
        Self::new(self.0)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
        // A panic in a panic would abort the program.
        if !std::thread::panicking() {
            burn(Fuse::Drop);
        }
    }
}

/// Without a size.
#[derive(Debug, Clone)]
pub struct Tag;
/// With an alignment that exceeds its data.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub struct Wide(u8);
/// Large.
#[derive(Debug, Clone)]
pub struct Big([u32; 256]);
/// Owns memory.
#[derive(Debug, Clone)]
pub struct Boxed(Box<u32>);
/// Plain.
#[derive(Debug, Clone)]
pub struct Plain(pub u32);
/// Plain, too.
#[derive(Debug, Clone)]
pub struct Other(pub u32);
/// Excludes entities from views.
#[derive(Debug, Clone)]
pub struct Frozen;

/// Number of components of all worlds of the model; marks follow.
pub const PARTS: usize = 8;

/// Number of components of a world that the model covers.
pub const MODELLED: usize = LINKED + LINKS;

/// The first relation among the parts of the model.
pub const LINKED: usize = PARTS + MARKS;

/// The number of a part of the model in the world.
pub fn number_of(part: usize) -> usize {
    let numbers = NUMBERS.iter().chain(MARK_NUMBERS).chain(LINK_NUMBERS);
    *numbers.clone().nth(part).expect("the part exists in the model")
}

/// The part of the model with this name.
pub fn part_called(name: &str) -> usize {
    let is_it = |part: &usize| World::COMPONENTS[number_of(*part)] == name;
    (0..MODELLED).find(is_it).expect("the model has the component of the plan")
}

/// Whether the storage of a part is in ascending order.
pub fn ascends(part: usize) -> bool {
    ASCENDING.get(part).copied().unwrap_or(false)
}

/// A component that represents a number, so that a model can predict it.
pub trait Value: 'static {
    /// Its number among the components of the model.
    const ID: usize;
    fn new(number: u32) -> Self;
    fn number(&self) -> u32;
}

macro_rules! values {
    ($($C:ident $id:literal |$number:ident| $new:expr, |$own:ident| $back:expr;)*) => {
        $(impl Value for $C {
            const ID: usize = $id;
            fn new($number: u32) -> Self { $new }
            fn number(&self) -> u32 { let $own = self; $back }
        }
        /// The number is saved.
        #[cfg(feature = "serde")]
        impl serde::Serialize for $C {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u32(self.number())
            }
        }
        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $C {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                serde::Deserialize::deserialize(deserializer).map(Self::new)
            }
        })*
    };
}

values! {
    Counted 0 |n| { LIVE.set(LIVE.get() + 1); Counted(n) }, |own| own.0;
    Tag 1 |_n| Tag, |_own| 0;
    Wide 2 |n| Wide(n.to_le_bytes()[0]), |own| {
        assert_eq!(std::ptr::from_ref(own).addr() % 64, 0, "the value is aligned");
        u32::from(own.0)
    };
    Big 3 |n| Big([n; 256]), |own| {
        assert!(own.0.iter().all(|part| *part == own.0[0]), "all parts of the value are equal");
        own.0[255]
    };
    Boxed 4 |n| Boxed(Box::new(n)), |own| *own.0;
    Plain 5 |n| Plain(n), |own| own.0;
    Other 6 |n| Other(n), |own| own.0;
    Frozen 7 |_n| Frozen, |_own| 0;
}

/// An event.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ping(pub Counted);

/// A bundle of three components.
#[derive(Debug, Bundle)]
pub struct Kit {
    pub plain: Plain,
    pub other: Other,
    pub counted: Counted,
}

/// A callback of the watching system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Call {
    Added,
    Removed,
    /// With the former number.
    Replaced(u32),
}

/// A call of a callback: its kind, the entity, and its plain number at that time.
pub type Heard = (Call, Entity, u32);

/// Gets callbacks for entities that start or stop matching, and writes those that match.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Watch {
    pub heard: Vec<Heard>,
}

hearing! {
[without(Frozen)]
impl Watch {
    fn run(&mut self, plain: &mut Plain, counted: &Counted) {
        burn(Fuse::Run);
        plain.0 = plain.0.wrapping_add(counted.0);
    }
}
callbacks {
    fn on_added(&mut self, entity: Entity, plain: &Plain, commands: &mut Commands<World>) {
        self.heard.push((Call::Added, entity, plain.0));
        burn(Fuse::Added);
        if plain.0 % 16 == 3 {
            commands.insert(entity, Tag);
        }
    }

    fn on_removed(&mut self, plain: &Plain, entity: Entity) {
        self.heard.push((Call::Removed, entity, plain.0));
        burn(Fuse::Removed);
    }

    fn on_replaced(&mut self, old: &Plain, new: &Plain, entity: Entity) {
        self.heard.push((Call::Replaced(old.0), entity, new.0));
        burn(Fuse::Added);
    }
}
}

#[system]
fn mix(plain: &mut Plain, other: Option<&Other>) {
    burn(Fuse::Run);
    plain.0 = plain.0.wrapping_mul(3).wrapping_add(other.map_or(1, |other| other.0));
}

/// The entities that a system visited.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seen(pub Vec<Entity>);

#[system(any(Tag, Wide), without(Frozen))]
fn look(entity: Entity, seen: &mut Seen) {
    burn(Fuse::Run);
    seen.0.push(entity);
}

/// Requires two components, and fetches neither of them.
#[system(with(Tag, Boxed), view = list)]
fn gather(entity: Entity, seen: &mut Seen) {
    burn(Fuse::Run);
    seen.0.push(entity);
}

/// The entities whose changed or added values systems visited.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct News {
    pub changed: Vec<Entity>,
    pub added: Vec<Entity>,
}

#[system(changed(Wide))]
fn notice(entity: Entity, _: &Wide, news: &mut News) {
    burn(Fuse::Run);
    news.changed.push(entity);
}

/// Its view is deferred, but it iterates the storage.
#[system(added(Wide), without(Frozen))]
fn greet(entity: Entity, _: &Wide, news: &mut News) {
    burn(Fuse::Run);
    news.added.push(entity);
}

/// Numbers of the entities to spawn, and the handles of these.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Wanted {
    pub numbers: Vec<u32>,
    pub spawned: Vec<Entity>,
}

#[system]
fn spawn_later(wanted: &mut Wanted, spawner: &mut Spawner<World>) {
    for number in std::mem::take(&mut wanted.numbers) {
        burn(Fuse::Run);
        let entity = spawner.spawn(Plain::new(number));
        wanted.spawned.push(entity);
        spawner.insert(entity, Counted::new(number));
    }
}

/// Gets callbacks at the next sync, for entities that entered and left.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Late {
    pub heard: Vec<(bool, Entity)>,
}

hearing! {
[view = delayed]
impl Late {
    fn run(&self, other: &Other, boxed: &mut Boxed) {
        *boxed.0 = boxed.0.wrapping_add(other.0);
    }
}
callbacks {
    fn on_added(&mut self, entity: Entity, other: &Other, boxed: &Boxed) {
        let _ = (other, boxed);
        self.heard.push((true, entity));
        burn(Fuse::Late);
    }

    fn on_removed(&mut self, entity: Entity) {
        self.heard.push((false, entity));
        burn(Fuse::Late);
    }
}
}

/// Like `Late`, with the same view: both get all callbacks.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Again {
    pub heard: Vec<(bool, Entity)>,
}

hearing! {
[view = delayed]
impl Again {
    fn run(&self, other: &Other, boxed: &Boxed) {
        let _ = (other, boxed);
    }
}
callbacks {
    fn on_added(&mut self, entity: Entity) {
        self.heard.push((true, entity));
        burn(Fuse::Late);
    }

    fn on_removed(&mut self, entity: Entity) {
        self.heard.push((false, entity));
        burn(Fuse::Late);
    }
}
}

/// Like `Late`, with a view that requires no component, and from which two components exclude entities.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Last {
    pub heard: Vec<(bool, Entity)>,
}

hearing! {
[view = delayed, without(Other, Frozen)]
impl Last {
    fn run(&self, entity: Entity) {
        let _ = entity;
    }
}
callbacks {
    fn on_added(&mut self, entity: Entity) {
        self.heard.push((true, entity));
        burn(Fuse::Late);
    }

    fn on_removed(&mut self, entity: Entity) {
        self.heard.push((false, entity));
        burn(Fuse::Late);
    }
}
}

/// Like `Late`, with an active-passive view.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lazy {
    pub heard: Vec<(bool, Entity)>,
    pub seen: Vec<Entity>,
}

hearing! {
[view = active_passive, without(Frozen)]
impl Lazy {
    fn run(&mut self, entity: Entity, wide: &Wide, other: Option<&Other>) {
        let _ = (wide, other);
        self.seen.push(entity);
    }
}
callbacks {
    fn on_added(&mut self, entity: Entity, wide: &Wide) {
        let _ = wide;
        self.heard.push((true, entity));
        burn(Fuse::Late);
    }

    fn on_removed(&mut self, entity: Entity) {
        self.heard.push((false, entity));
        burn(Fuse::Late);
    }
}
}

/// The entities that systems of three components visited, each with its numbers and that of `Tag`, for each system.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Visits(pub [Vec<Visit>; 4]);
pub type Visit = (Entity, [Option<u32>; 3], Option<u32>);

#[system(view = scan)]
fn sift(visits: &mut Visits, entity: Entity, wide: &Wide, boxed: &Boxed, other: &mut Other, tag: Option<&Tag>) {
    visits.0[0].push((entity, [wide.number(), boxed.number(), other.0].map(Some), tag.map(Tag::number)));
    other.0 = other.0.wrapping_add(boxed.number() ^ wide.number());
}

#[system(view = list, without(Frozen))]
fn pile(visits: &mut Visits, entity: Entity, wide: &Wide, boxed: &Boxed, other: &mut Other, tag: Option<&Tag>) {
    visits.0[1].push((entity, [wide.number(), boxed.number(), other.0].map(Some), tag.map(Tag::number)));
    other.0 = other.0.wrapping_add(boxed.number() ^ wide.number());
}

/// Two of the three components may be in a group, beside which the third is looked up.
#[system(without(Frozen))]
fn part(visits: &mut Visits, entity: Entity, big: &Big, plain: &Plain, boxed: &mut Boxed, tag: Option<&Tag>) {
    visits.0[2].push((entity, [big.number(), plain.0, boxed.number()].map(Some), tag.map(Tag::number)));
    *boxed.0 = boxed.0.wrapping_add(plain.0 ^ big.number());
}

/// Most entities that have the other components may lack the tag.
#[system(view = scan)]
fn tell(visits: &mut Visits, entity: Entity, tag: &Tag, wide: &Wide, other: &mut Other) {
    visits.0[3].push((entity, [tag.number(), wide.number(), other.0].map(Some), Some(tag.number())));
    other.0 = other.0.wrapping_add(wide.number() ^ tag.number());
}

declare_world! {}

/// The aspects of the views that the model covers.
pub const WATCHED: Aspect = (&[Plain::ID, Counted::ID], &[Frozen::ID], &[]);
pub const MIXED: Aspect = (&[Plain::ID], &[], &[]);
pub const LOOKED_AT: Aspect = (&[], &[Frozen::ID], &[Tag::ID, Wide::ID]);
pub const GATHERED: Aspect = (&[Tag::ID, Boxed::ID], &[], &[]);
pub const BESIDE: Aspect = (&[Other::ID, Tag::ID, Wide::ID], &[], &[]);
pub const NAMED: Aspect = (&[Plain::ID, Other::ID], &[Frozen::ID], &[Tag::ID, Wide::ID]);
pub const LARGE: Aspect = (&[Big::ID, Boxed::ID], &[], &[]);
pub const LATE: Aspect = (&[Boxed::ID, Other::ID], &[], &[]);
pub const LAZY: Aspect = (&[Wide::ID], &[Frozen::ID], &[]);
pub const LAST: Aspect = (&[], &[Other::ID, Frozen::ID], &[]);
pub const SCANNED: Aspect = (&[Counted::ID, Big::ID], &[], &[]);
/// The components of each system of three; each system writes the last one.
pub const VISITED: [[usize; 3]; 4] = [
    [Wide::ID, Boxed::ID, Other::ID],
    [Wide::ID, Boxed::ID, Other::ID],
    [Big::ID, Plain::ID, Boxed::ID],
    [Tag::ID, Wide::ID, Other::ID],
];
pub const SIFTED: Aspect = (&VISITED[0], &[], &[]);
pub const PILED: Aspect = (&VISITED[1], &[Frozen::ID], &[]);
pub const PARTED: Aspect = (&VISITED[2], &[Frozen::ID], &[]);
pub const TOLD: Aspect = (&VISITED[3], &[], &[]);
