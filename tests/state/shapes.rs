//! Values of each shape in the data model of serde: they are sent in deltas, hashed, and named in differences.

use ecs_world::prelude::*;
use serde::de::{Deserializer, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

/// Bytes, which are not a sequence of numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Raw(Vec<u8>);

impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Raw;

            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Raw, E> {
                Ok(Raw(bytes.to_vec()))
            }
        }
        deserializer.deserialize_byte_buf(Bytes)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Shape {
    Unit,
    Newtype(i64),
    Tuple(u16, f64, char),
    Struct { name: String, raw: Raw, nested: Option<Box<Shape>> },
    Numbers(Vec<f64>),
    Pairs(std::collections::BTreeMap<String, (bool, i128)>),
    Nothing(()),
}

ecs_world! {
    #[derive(Clone, Debug)]
    #[derive(Serialize, Deserialize)]
    pub struct Shapes;
    components: Shape;
}

/// Each shape, with values at the ends of their ranges.
fn shapes() -> Vec<Shape> {
    let raw = |len: u8| Raw((0..len).collect());
    let mut shapes = vec![Shape::Unit, Shape::Nothing(())];
    shapes.extend([i64::MIN, -1, 0, 1, i64::MAX].map(Shape::Newtype));
    shapes.extend([f64::MIN, -0.0, 0.0, f64::INFINITY].map(|x| Shape::Tuple(u16::MAX, x, '\u{10ffff}')));
    for len in [0, 1, 2, 3, 127, 128, 255] {
        let nested = (len > 1).then(|| Box::new(Shape::Tuple(u16::from(len), 0.5, 'x')));
        shapes.push(Shape::Struct { name: "é".repeat(len.into()), raw: raw(len), nested });
        shapes.push(Shape::Numbers((0..len).map(f64::from).collect()));
        shapes.push(Shape::Pairs((0..len).map(|n| (n.to_string(), (n % 2 == 0, i128::MAX - i128::from(n)))).collect()));
    }
    shapes
}

#[test]
fn values_of_each_shape_arrive_by_a_delta() {
    for shape in shapes() {
        for before in shapes() {
            let mut base = Shapes::default();
            let entity = base.spawn(before.clone());
            let mut game = base.clone();
            *game.get_mut::<Shape>(entity).unwrap() = shape.clone();
            let sent = postcard::to_allocvec(&game.diff(&base).unwrap()).unwrap();
            base.apply(&postcard::from_bytes(&sent).unwrap()).unwrap();
            assert_eq!(base.get(entity), Some(&shape), "after {before:?}");
            assert_eq!(base.state_hash(), game.state_hash());
        }
    }
}

#[test]
fn values_of_different_shapes_have_different_hashes() {
    let hashes = shapes().into_iter().map(|shape| {
        let mut game = Shapes::default();
        game.spawn(shape);
        game.state_hash()
    });
    let all: std::collections::BTreeSet<_> = hashes.collect();
    assert_eq!(all.len(), shapes().len());
}

#[test]
fn differences_name_values_of_each_shape_as_they_are_written() {
    let raw = Raw(vec![1, 2]);
    for (shape, name) in [
        (Shape::Newtype(-3), "Newtype(-3)"),
        (Shape::Tuple(7, 1.5, 'x'), "Tuple(7, 1.5, 'x')"),
        (Shape::Tuple(7, f64::from_bits(0x7ff8_0000_0000_0001), 'x'), "Tuple(7, NaN(0x7ff8000000000001), 'x')"),
        (Shape::Struct { name: "a".into(), raw, nested: None }, "Struct { name: \"a\", raw: [1, 2], nested: None }"),
    ] {
        let mut base = Shapes::default();
        let entity = base.spawn(Shape::Unit);
        let mut game = base.clone();
        *game.get_mut::<Shape>(entity).unwrap() = shape;
        let difference = base.first_difference(&game).unwrap().to_string();
        assert!(difference.contains("Unit") && difference.contains(name), "{difference}");
    }
}
