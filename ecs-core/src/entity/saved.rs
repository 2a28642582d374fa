//! Serialisation of handles, as pairs of index and generation.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Entity;

/// A pair of index and generation.
impl Serialize for Entity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.index(), self.generation()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Entity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (index, generation) = <(u32, u32)>::deserialize(deserializer)?;
        let handle = Self::new(index, generation);
        handle.ok_or_else(|| D::Error::custom(format_args!("{index}v{generation} is no entity: generations are odd")))
    }
}
