//! States in formats of serde: the current value, the requested one, and whether the current one was entered.

use core::marker::PhantomData;

use serde::de::DeserializeSeed;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::State;
use crate::codec::{BySerde, Decoded, Encoded, LoadAs, SaveAs};

impl<S: Serialize> Serialize for State<S> {
    fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        SaveState::<S, BySerde>::new(self).serialize(serializer)
    }
}

impl<'de, S: Deserialize<'de>> Deserialize<'de> for State<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (current, next, entered) = Deserialize::deserialize(deserializer)?;
        Ok(Self { current, next, entered })
    }
}

/// A state to save, whose values are written by `F`.
pub(crate) struct SaveState<'a, S, F>(&'a State<S>, PhantomData<F>);

impl<'a, S, F> SaveState<'a, S, F> {
    pub(crate) const fn new(state: &'a State<S>) -> Self {
        Self(state, PhantomData)
    }
}

impl<S, F: SaveAs<S>> Serialize for SaveState<'_, S, F> {
    fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        let State { current, next, entered } = self.0;
        (Encoded::<S, F>::new(current), next.as_ref().map(Encoded::<S, F>::new), entered).serialize(serializer)
    }
}

/// A state to load, whose values are read by `F`.
pub(crate) struct LoadState<'a, S, F>(pub(crate) &'a mut State<S>, pub(crate) PhantomData<F>);

impl<'de, S, F: LoadAs<S>> DeserializeSeed<'de> for LoadState<'_, S, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        type Saved<S, F> = (Decoded<S, F>, Option<Decoded<S, F>>, bool);
        let (current, next, entered): Saved<S, F> = Deserialize::deserialize(deserializer)?;
        *self.0 = State { current: current.value, next: next.map(|next| next.value), entered };
        Ok(())
    }
}
