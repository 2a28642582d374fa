//! The sets of components that operations name by number: how each of them is created, and the numbers that it represents.

use ecs_world::prelude::*;

use super::reference::Values;
use super::world::{Kit, Value, World};

/// A value that the model can represent: a component, a bundle, or the values that a bundle replaced.
pub trait Noted {
    /// Sets the numbers of the components that exist.
    fn note(&self, values: &mut Values);

    /// The numbers of the components that exist.
    fn values(&self) -> Values {
        let mut values = Values::default();
        self.note(&mut values);
        values
    }
}

/// A bundle that is created from a number.
pub trait Parts: Bundle<World, Replaced: Noted> + Noted {
    fn make(number: u32) -> Self;
}

/// The numbers of a bundle that is created from a number.
///
/// What needs many of them takes a pointer to this function, because a copy for each bundle would take long to compile.
pub fn values_of<B: Parts>(number: u32) -> Values {
    B::make(number).values()
}

impl<C: Value> Noted for C {
    fn note(&self, values: &mut Values) {
        values[C::ID] = Some(self.number());
    }
}

impl<C: Value> Noted for Option<C> {
    fn note(&self, values: &mut Values) {
        values[C::ID] = self.as_ref().map(Value::number);
    }
}

impl<C: Value + Bundle<World, Replaced = Option<C>>> Parts for C {
    fn make(number: u32) -> Self {
        C::new(number)
    }
}

/// One number in four creates `None`.
impl<C: Value + Bundle<World, Replaced = Option<C>>> Parts for Option<C>
where
    Self: Bundle<World, Replaced = Self>,
{
    fn make(number: u32) -> Self {
        (!number.is_multiple_of(4)).then(|| C::new(number))
    }
}

macro_rules! tuple_parts {
    ($($T:ident $t:ident),*) => {
        impl<$($T: Noted),*> Noted for ($($T,)*) {
            fn note(&self, _values: &mut Values) {
                let ($($t,)*) = self;
                $($t.note(_values);)*
            }
        }

        impl<$($T: Parts),*> Parts for ($($T,)*) {
            #[allow(clippy::unused_unit, reason = "the empty tuple has nothing to make")]
            fn make(number: u32) -> Self {
                let mut _number = number;
                $(let $t = $T::make(_number);
                _number = _number.rotate_left(5) ^ 1;)*
                ($($t,)*)
            }
        }
    };
}

tuple_parts! {}
tuple_parts! { A a }
tuple_parts! { A a, B b }
tuple_parts! { A a, B b, C c }

impl Noted for Kit {
    fn note(&self, values: &mut Values) {
        let Self { plain, other, counted } = self;
        plain.note(values);
        other.note(values);
        counted.note(values);
    }
}

impl Parts for Kit {
    fn make(number: u32) -> Self {
        let (plain, other, counted) = Parts::make(number);
        Self { plain, other, counted }
    }
}

/// Names the type of a shape.
macro_rules! with_shape {
    ($shape:expr, $B:ident => $body:expr) => {
        with_shape! { @ $shape, $B, $body;
            0 => (),
            1 => Plain,
            2 => Frozen,
            3 => Counted,
            4 => (Tag,),
            5 => (Plain, Counted),
            6 => (Counted, (Tag, Wide)),
            7 => (Big, Boxed, Plain),
            8 => (Other, Frozen),
            9 => (Wide, (Other, ())),
            10 => Boxed,
            11 => (Kit, (Tag, Frozen)),
            12 => Kit,
            13 => (Boxed, (Other, Wide)),
            14 => (Plain, Option<Other>),
            _ => (Option<Counted>, (Option<Frozen>, Option<Boxed>)),
        }
    };
    (@ $shape:expr, $B:ident, $body:expr; $($number:pat => $T:ty,)*) => {
        match $shape {
            $($number => {
                type $B = $T;
                $body
            })*
        }
    };
}

pub(crate) use with_shape;
