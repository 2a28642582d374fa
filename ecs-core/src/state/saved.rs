//! States in formats of serde: the current value, the requested one, and whether the current one was entered.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::State;

impl<S: Serialize> Serialize for State<S> {
    fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        (&self.current, &self.next, self.entered).serialize(serializer)
    }
}

impl<'de, S: Deserialize<'de>> Deserialize<'de> for State<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (current, next, entered) = Deserialize::deserialize(deserializer)?;
        Ok(Self { current, next, entered })
    }
}
