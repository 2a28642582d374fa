//! Deltas: computing what changed from one state to another, and applying it to a world.
//!
//! A delta contains the hash of its base and that of the state that it leads to. Both are checked, so a world never ends up in a third
//! state. The new state is built as a separate world, by the code that loads saves and with the same checks; only then does it replace the
//! state of the world to which the delta is applied.
//!
//! - **I1** The world does not change until all checks have passed.
//!
//! The bytes of a delta in which one value differs: the health of an entity was 3 and is 4.
//!
//! ```text
//! 02                the gap before the part: parts 0 and 1 (generations and free slots) are equal
//! 00                neither the entities nor the unseen rows of the column differ
//! 05                each row has 4 bytes (the size plus one)
//! 01                one row differs
//! 00 04 00 00 00    the gap before row 0, and its bytes
//! ```

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::bytes::{Bytes, CodeError, write_number};
use super::edit::{read_part, write_part};
use super::hashes::state_hash;
use super::load;
use super::parts::{Column, FIRST_COLUMN, Part, parts_of, parts_without_columns, record_column};
use crate::world::saves::{LoadWorld, SaveWorld};

/// The changes from one state of a world to another: from [`diff`](crate::WorldState::diff), for [`apply`](crate::WorldState::apply).
///
/// It can be written and read in any format of serde, as three numbers and a sequence of bytes. `docs/STATE.md` in the repository documents
/// how many bytes changes take.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use ecs_world::Delta;
/// use ecs_world::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Debug, PartialEq, Clone, Serialize, Deserialize)]
/// struct Health(u32);
///
/// ecs_world! {
///     #[derive(Clone, Serialize, Deserialize)]
///     pub struct Game;
///     components: Health;
/// }
///
/// let mut server = Game::default();
/// let hero = server.spawn(Health(3));
/// let mut client = server.clone();
///
/// let before = server.clone();
/// server.get_mut::<Health>(hero).unwrap().0 = 2;
/// let sent = serde_json::to_string(&server.diff(&before).unwrap()).unwrap();
///
/// let received: Delta<Game> = serde_json::from_str(&sent).unwrap();
/// client.apply(&received).unwrap();
/// assert_eq!(client.get::<Health>(hero), Some(&Health(2)));
/// assert_eq!(client.state_hash(), server.state_hash());
/// # }
/// ```
pub struct Delta<W> {
    /// The hash of the declaration, which determines what the numbers of parts mean.
    schema: u64,
    /// The hash of the base: the state that the delta starts from.
    base: u64,
    /// The hash of the state that the delta leads to.
    target: u64,
    /// The parts that differ, each with its gap and its edit.
    edits: Vec<u8>,
    world: PhantomData<fn() -> W>,
}

impl<W> Delta<W> {
    /// The [hash](crate::WorldState::state_hash) of the state that the delta starts from. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "serde")] {
    /// # use ecs_world::prelude::*;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Clone, Serialize, Deserialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Clone, Serialize, Deserialize)] pub struct Game; components: Health; }
    /// let old = Game::default();
    /// let mut new = old.clone();
    /// assert!(new.diff(&old).unwrap().is_empty());
    /// new.spawn(Health(3));
    /// let delta = new.diff(&old).unwrap();
    /// assert_eq!((delta.base(), delta.target()), (old.state_hash(), new.state_hash()));
    /// assert!(delta.len() > 0 && !delta.is_empty());
    /// # }
    /// ```
    #[must_use]
    pub fn base(&self) -> u64 {
        self.base
    }

    /// The [hash](crate::WorldState::state_hash) of the state that the delta leads to. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Clone, Serialize, Deserialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Clone, Serialize, Deserialize)] pub struct Game; components: Health; }
    /// let first = Game::default();
    /// let mut second = first.clone();
    /// second.spawn(Health(3));
    /// let mut third = second.clone();
    /// third.spawn(Health(5));
    /// let [one, two] = [second.diff(&first), third.diff(&second)].map(Result::unwrap);
    /// assert_eq!(one.target(), two.base(), "the second follows the first");
    /// assert!(first.clone().apply(&two).is_err(), "and cannot be applied without it");
    /// ```
    #[must_use]
    pub fn target(&self) -> u64 {
        self.target
    }

    /// Number of bytes of the changes. In a format, those of three hashes and of this length are added. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Clone, Serialize, Deserialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Clone, Serialize, Deserialize)] pub struct Game; components: Health; }
    /// # let mut old = Game::default();
    /// let hero = old.spawn(Health(3));
    /// let mut new = old.clone();
    /// assert_eq!(new.diff(&old).unwrap().len(), 0);
    /// new.get_mut::<Health>(hero).unwrap().0 = 4;
    /// assert_eq!(new.diff(&old).unwrap().len(), 9, "which part, which row, and its four bytes");
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.edits.len()
    }

    /// Returns true if nothing changed. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }
}

impl<W> Clone for Delta<W> {
    fn clone(&self) -> Self {
        Self { edits: self.edits.clone(), ..*self }
    }
}

impl<W> PartialEq for Delta<W> {
    fn eq(&self, other: &Self) -> bool {
        let of = |delta: &Self| (delta.schema, delta.base, delta.target);
        of(self) == of(other) && self.edits == other.edits
    }
}

impl<W> Eq for Delta<W> {}

impl<W> fmt::Debug for Delta<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { schema: _, base, target, edits, world: _ } = self;
        f.debug_struct("Delta")
            .field("base", &format_args!("{base:016x}"))
            .field("target", &format_args!("{target:016x}"))
            .field("bytes", &edits.len())
            .finish_non_exhaustive()
    }
}

impl<W> Serialize for Delta<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.schema, self.base, self.target, AsBytes(&self.edits)).serialize(serializer)
    }
}

impl<'de, W> Deserialize<'de> for Delta<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (schema, base, target, OwnedBytes(edits)) = Deserialize::deserialize(deserializer)?;
        Ok(Self { schema, base, target, edits, world: PhantomData })
    }
}

/// Bytes, serialised as bytes instead of a sequence of numbers, which binary formats write as they are.
struct AsBytes<'a>(&'a [u8]);

impl Serialize for AsBytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

struct OwnedBytes(Vec<u8>);

impl<'de> Deserialize<'de> for OwnedBytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(BytesVisitor).map(Self)
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a delta")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.into())
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }

    /// Text formats write bytes as a sequence of numbers.
    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = numbers.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }
}

/// The error of making or applying a delta. The world did not change.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "serde")] {
/// # use ecs_world::{DeltaError, prelude::*};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Clone, Serialize, Deserialize)] struct Health(u32);
/// # ecs_world! { #[derive(Clone, Serialize, Deserialize)] pub struct Game; components: Health; }
/// let (mut server, mut client) = (Game::default(), Game::default());
/// server.spawn(Health(3));
/// let delta = server.diff(&Game::default()).unwrap();
/// client.spawn(Health(8));
/// let error = client.apply(&delta).unwrap_err();
/// assert_eq!(error, DeltaError::Base { expected: delta.base(), found: client.state_hash() });
/// assert_eq!(client.len(), 1, "nothing has changed");
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeltaError {
    /// The delta is of a world with another declaration.
    Schema,
    /// The base of the delta is not the state of the world.
    Base {
        /// The hash of the state that the delta starts from.
        expected: u64,
        /// The hash of the state of the world.
        found: u64,
    },
    /// A world has something that cannot be saved, such as a pending function, or a value refuses to be serialised.
    Unsaved(String),
    /// The delta is damaged: it does not lead to a valid state, or its hash is not that of the state that it leads to.
    Damaged(String),
}

impl fmt::Display for DeltaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema => f.write_str("the delta is of a world with another declaration"),
            Self::Base { expected, found } => {
                write!(f, "the delta starts from the state {expected:016x}, and the world has the state {found:016x}")
            }
            Self::Unsaved(reason) => f.write_str(reason),
            Self::Damaged(reason) => write!(f, "the delta is damaged: {reason}"),
        }
    }
}

impl core::error::Error for DeltaError {}

fn unsaved(CodeError(reason): CodeError) -> DeltaError {
    DeltaError::Unsaved(reason)
}

pub(super) fn damaged(CodeError(reason): CodeError) -> DeltaError {
    DeltaError::Damaged(reason)
}

/// Computes the delta from `old` to `new`. Columns are encoded and compared one by one, in the same memory, which stays in the cache.
pub(crate) fn diff<W: SaveWorld>(new: &W, old: &W) -> Result<Delta<W>, DeltaError> {
    let (before, after) = (parts_without_columns(old), parts_without_columns(new));
    let (before, after) = (before.map_err(unsaved)?, after.map_err(unsaved)?);
    let mut columns = [Part::Column(Column::default()), Part::Column(Column::default())];
    let (mut edits, mut done) = (Vec::new(), 0);
    for (number, (mut before, mut after)) in before.iter().zip(&after).enumerate() {
        if let Some(column) = number.checked_sub(FIRST_COLUMN)
            && column < W::COLUMNS.len()
        {
            record_column(old, column, &mut columns[0]).map_err(unsaved)?;
            record_column(new, column, &mut columns[1]).map_err(unsaved)?;
            [before, after] = columns.each_ref();
        }
        if before != after {
            write_number(&mut edits, (number - done) as u64);
            write_part(before, after, &mut edits);
            done = number + 1;
        }
    }
    let (base, target) = (state_hash(old), state_hash(new));
    Ok(Delta { schema: W::SCHEMA_HASH, base, target, edits, world: PhantomData })
}

/// Applies a delta to a world.
pub(crate) fn apply<W: SaveWorld + LoadWorld>(world: &mut W, delta: &Delta<W>) -> Result<(), DeltaError> {
    let Edited { before, after } = read(world, delta)?;
    finish(world, delta, before, after)
}

/// The parts of a world before and after a delta.
pub(super) struct Edited {
    /// All parts, in their order.
    pub(super) before: Vec<Part>,
    /// The new parts, in the same order; `None` for those that do not change.
    pub(super) after: Vec<Option<Part>>,
}

/// Applies a delta to the parts of a world. Whether the new parts are a valid state is checked later, by [`finish`].
pub(super) fn read<W: SaveWorld + LoadWorld>(world: &W, delta: &Delta<W>) -> Result<Edited, DeltaError> {
    if delta.schema != W::SCHEMA_HASH {
        return Err(DeltaError::Schema);
    }
    let before = parts_of(world).map_err(unsaved)?;
    let found = state_hash(world);
    if found != delta.base {
        return Err(DeltaError::Base { expected: delta.base, found });
    }
    let after = read_parts(&before, &delta.edits).map_err(damaged)?;
    Ok(Edited { before, after })
}

/// Builds the state that consists of these parts, checks it, and replaces that of the world.
pub(super) fn finish<W: SaveWorld + LoadWorld>(
    world: &mut W,
    delta: &Delta<W>,
    before: Vec<Part>,
    after: Vec<Option<Part>>,
) -> Result<(), DeltaError> {
    let is_changed: Vec<_> = after.iter().map(Option::is_some).collect();
    let loaded = load::world_of::<W>(merged(before, after)).map_err(DeltaError::Damaged)?;
    if state_hash(&loaded) != delta.target {
        return Err(DeltaError::Damaged("it leads to another state than it says".to_string()));
    }
    load::replace(world, loaded, &is_changed);
    Ok(())
}

/// The parts after a delta.
fn merged(before: Vec<Part>, after: Vec<Option<Part>>) -> Vec<Part> {
    after.into_iter().zip(before).map(|(after, before)| after.unwrap_or(before)).collect()
}

/// Reads the parts that differ; `None` for the others.
fn read_parts(old: &[Part], edits: &[u8]) -> Result<Vec<Option<Part>>, CodeError> {
    let mut new: Vec<_> = old.iter().map(|_| None).collect();
    let (mut edits, mut at) = (Bytes::new(edits), 0_usize);
    while !edits.is_empty() {
        let number = at.checked_add(edits.length()?);
        let part = number.and_then(|number| Some((number, old.get(number)?)));
        let (number, part) = part.ok_or_else(|| CodeError::custom("there is no such part"))?;
        new[number] = Some(read_part(part, &mut edits)?);
        at = number + 1;
    }
    Ok(new)
}

#[cfg(test)]
mod tests;
