//! Values that lie on request.

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use ecs_world::VisitHandles;
use ecs_world::prelude::*;
use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Kinds of lies, as bits.
pub const WRITING: u32 = 1;
pub const READING: u32 = 2;
pub const CLONING: u32 = 4;
pub const DROPPING: u32 = 8;
pub const VISITING: u32 = 16;

thread_local! {
    /// The kinds of lies that are told now.
    static LYING: Cell<u32> = const { Cell::new(0) };
    static SEED: Cell<u32> = const { Cell::new(1) };
    /// Number of living values.
    static LIVE: Cell<i64> = const { Cell::new(0) };
    /// Number of lies that are still to be told; it is small, so that operations get far.
    static LEFT: Cell<u32> = const { Cell::new(0) };
}

/// The payload of a panic of a value.
struct Lied;

pub fn random(below: u32) -> u32 {
    SEED.set(SEED.get().wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    (SEED.get() >> 16) % below
}

pub fn seed(seed: u32) {
    SEED.set(seed.wrapping_mul(0x9e37_79b9) + 1);
}

pub fn live() -> i64 {
    LIVE.get()
}

/// Whether a value tells this kind of lie now: about every fifth time, as long as lies are left.
fn lies(kind: u32) -> bool {
    let lies = LYING.get() & kind != 0 && LEFT.get() > 0 && random(5) == 0;
    LEFT.set(LEFT.get() - u32::from(lies));
    lies
}

/// A panic that prints nothing.
fn panic() -> ! {
    resume_unwind(Box::new(Lied))
}

/// Runs a function while values tell a few lies of these kinds. Panics of values are caught; all others fail the test.
pub fn while_lying<R>(kinds: u32, action: impl FnOnce() -> R) -> Option<R> {
    LYING.set(kinds);
    LEFT.set(1 + random(4));
    let outcome: Result<R, Box<dyn Any + Send>> = catch_unwind(AssertUnwindSafe(action));
    LYING.set(0);
    outcome.map_err(|payload| payload.downcast::<Lied>().unwrap_or_else(|other| resume_unwind(other))).ok()
}

/// A handle that can refer to anything.
pub fn forged() -> Entity {
    Entity::from_bits(u64::from(1 + 2 * random(3)) << 32 | u64::from(random(9))).expect("odd generations are handles")
}

/// A value that is counted while it is alive. It reports its number and handle truthfully, except when it lies.
#[derive(Debug)]
pub struct Liar<const N: usize> {
    pub number: Box<u32>,
    pub handle: Option<Entity>,
}

impl<const N: usize> Liar<N> {
    pub fn new(number: u32) -> Self {
        Self::with(number, None)
    }

    pub fn with(number: u32, handle: Option<Entity>) -> Self {
        LIVE.set(LIVE.get() + 1);
        Self { number: Box::new(number), handle }
    }
}

impl<const N: usize> Default for Liar<N> {
    fn default() -> Self {
        Self::new(0)
    }
}

impl<const N: usize> Drop for Liar<N> {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
        // A panic in a panic would abort the program.
        if !std::thread::panicking() && lies(DROPPING) {
            panic();
        }
    }
}

impl<const N: usize> Clone for Liar<N> {
    fn clone(&self) -> Self {
        if !lies(CLONING) {
            return Self::with(*self.number, self.handle);
        }
        match random(3) {
            0 => panic(),
            1 => Self::with(random(99), self.handle),
            _ => Self::with(*self.number, Some(forged())),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        if !lies(CLONING) {
            (*self.number, self.handle) = (*source.number, source.handle);
            return;
        }
        match random(3) {
            0 => panic(),
            1 => {}
            _ => *self = source.clone(),
        }
    }
}

impl<const N: usize> PartialEq for Liar<N> {
    fn eq(&self, other: &Self) -> bool {
        if lies(CLONING) {
            return if random(2) == 0 { random(2) == 0 } else { panic() };
        }
        (&self.number, self.handle) == (&other.number, other.handle)
    }
}

impl<const N: usize> VisitHandles for Liar<N> {
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        if !lies(VISITING) {
            return self.handle.iter_mut().for_each(visit);
        }
        match random(4) {
            0 => panic(),
            1 => (0..random(9)).for_each(|_| visit(&mut forged())),
            2 => {
                self.handle.iter_mut().for_each(&mut *visit);
                self.handle.iter_mut().for_each(visit);
            }
            _ => self.handle = Some(forged()),
        }
    }
}

/// Writes a number and a handle, or something else.
fn write<S: Serializer>(number: u32, handle: Option<Entity>, serializer: S) -> Result<S::Ok, S::Error> {
    if !lies(WRITING) {
        return (number, handle).serialize(serializer);
    }
    match random(9) {
        0 => panic(),
        1 => Err(S::Error::custom("a lie")),
        2 => (random(99), handle).serialize(serializer),
        3 => (number, Some(forged())).serialize(serializer),
        4 => {
            // Announces more elements than it writes.
            let mut elements = serializer.serialize_seq(Some(9))?;
            elements.serialize_element(&number)?;
            elements.end()
        }
        5 => {
            // Announces no elements, but writes some.
            let mut elements = serializer.serialize_tuple(0)?;
            (0..4).try_for_each(|number| elements.serialize_element(&number))?;
            elements.end()
        }
        6 => {
            // Repeats a key, in a map of unknown length.
            let mut map = serializer.serialize_map(None)?;
            (0..3).try_for_each(|number| map.serialize_entry("number", &number))?;
            map.end()
        }
        7 => {
            let mut fields = serializer.serialize_struct("Other", 3)?;
            fields.skip_field("number")?;
            fields.serialize_field("number", "text")?;
            fields.end()
        }
        _ => serializer.serialize_unit(),
    }
}

/// Reads a number and a handle, or something else.
fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(u32, Option<Entity>), D::Error> {
    if !lies(READING) {
        return Deserialize::deserialize(deserializer);
    }
    match random(9) {
        0 => panic(),
        1 => Err(D::Error::custom("a lie")),
        // Reads nothing.
        2 => Ok((random(99), Some(forged()))),
        3 => Deserialize::deserialize(deserializer).map(|(number, _): (u32, Option<Entity>)| (number, Some(forged()))),
        4 => <(u32, Option<Entity>, u32)>::deserialize(deserializer).map(|(number, handle, _)| (number, handle)),
        5 => <(u8,)>::deserialize(deserializer).map(|(number,)| (number.into(), None)),
        6 => IgnoredAny::deserialize(deserializer).map(|_| (0, None)),
        7 => Vec::<u64>::deserialize(deserializer).map(|all| (u32::try_from(all.len()).unwrap_or(0), None)),
        _ => deserializer.deserialize_tuple(2, Impatient),
    }
}

/// Stops reading early, or reads past the end.
struct Impatient;

impl<'de> Visitor<'de> for Impatient {
    type Value = (u32, Option<Entity>);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a lie")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let number = elements.next_element()?;
        if random(2) == 0 {
            while elements.next_element::<u8>()?.is_some() {}
            let _ = elements.next_element::<u8>();
        }
        Ok((number.unwrap_or(7), None))
    }
}

impl<const N: usize> Serialize for Liar<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(*self.number, self.handle, serializer)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Liar<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer).map(|(number, handle)| Self::with(number, handle))
    }
}

/// A relation whose target is sometimes written and read wrongly.
#[derive(Debug, Clone, PartialEq, Relation)]
pub struct ChildOf(pub Entity);

impl Serialize for ChildOf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if lies(WRITING) { forged().serialize(serializer) } else { self.0.serialize(serializer) }
    }
}

impl<'de> Deserialize<'de> for ChildOf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let target = Entity::deserialize(deserializer)?;
        Ok(Self(if lies(READING) { forged() } else { target }))
    }
}

/// A relation whose targets are sometimes written and read wrongly.
#[derive(Debug, Clone, PartialEq, Relation)]
pub struct Likes(pub EntitySet);

impl Serialize for Likes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if lies(WRITING) {
            [forged(), forged(), forged()].as_slice().serialize(serializer)
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Likes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let targets = EntitySet::deserialize(deserializer)?;
        Ok(Self(if lies(READING) { (0..random(4)).map(|_| forged()).collect() } else { targets }))
    }
}

/// A type without the traits of serde, which a module writes and reads.
#[derive(Debug)]
pub struct Foreign(pub Liar<9>);

impl Clone for Foreign {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

pub mod by_module {
    use super::{Deserializer, Foreign, Liar, Serializer, read, write};

    pub fn serialize<S: Serializer>(value: &Foreign, serializer: S) -> Result<S::Ok, S::Error> {
        write(*value.0.number, value.0.handle, serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Foreign, D::Error> {
        read(deserializer).map(|(number, handle)| Foreign(Liar::with(number, handle)))
    }
}
