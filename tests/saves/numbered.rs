//! Templates whose components are written by number, for exchange between programs with the same declaration.

use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Name(String);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Age(u32);
#[derive(Debug, Clone, PartialEq)]
struct Cached(u8);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Alive;

ecs_world! {
    #[derive(Serialize, Deserialize)]
    struct World;
    components: Name, #[transient] Cached, Age, #[storage(tag)] Alive;
}

fn read(bytes: &[u8]) -> Result<Template<World>, postcard::Error> {
    let mut template = Template::new().with((Cached(3), Age(9)));
    let read = template.read_numbered(&mut postcard::Deserializer::from_bytes(bytes));
    assert!(read.is_ok() || template.is_empty(), "a template that cannot be read is empty");
    read.map(|()| template)
}

#[test]
fn a_template_is_read_as_written_without_transient_components() {
    let all = [
        Template::new(),
        Template::new().with(Age(5)),
        Template::new().with((Name("a".into()), Cached(1), Alive)),
        Template::new().with((Name("b".into()), Age(300), Alive)),
    ];
    for template in all {
        let bytes = postcard::to_allocvec(&template.numbered()).unwrap();
        let same = read(&bytes).unwrap();
        assert_eq!(same.mask(), template.clone().without::<Cached>().mask());
        assert_eq!((same.get::<Name>(), same.get::<Age>()), (template.get::<Name>(), template.get::<Age>()));
        let json = serde_json::to_string(&template.numbered()).unwrap();
        let mut again = Template::<World>::new();
        again.read_numbered(&mut serde_json::Deserializer::from_str(&json)).unwrap();
        assert_eq!(postcard::to_allocvec(&again.numbered()), Ok(bytes), "{json}");
    }
    let template = Template::<World>::new().with((Name("a".into()), Age(5)));
    let written = template.numbered();
    assert_eq!(postcard::to_allocvec(&written), Ok(vec![2, 0, 1, b'a', 2, 5]));
    assert_eq!(format!("{written:?}"), r#"Numbered(Template{"Name", "Age"})"#);
}

#[test]
fn numbers_of_no_component_and_values_that_end_early_are_refused() {
    assert_eq!(read(&[1, 2, 5]).unwrap().get::<Age>(), Some(&Age(5)));
    let refused = [
        ("the number of no component", &[1, 4, 5][..]),
        ("a large number", &[1, 0xff, 0xff, 0x7f, 5]),
        ("a transient component", &[1, 1, 5]),
        ("a component twice", &[2, 2, 5, 2, 5]),
        ("numbers that descend", &[2, 3, 2, 5]),
        ("a value that ends", &[1, 0, 9, b'a']),
        ("no value", &[1, 2]),
        ("no number", &[1]),
        ("nothing", &[]),
    ];
    for (what, bytes) in refused {
        assert!(read(bytes).is_err(), "{what} was read");
    }
    let mut template = Template::<World>::new();
    for (json, reason) in [
        ("[[4, 5]]", "world `World` saves no component 4"),
        ("[[1, 5]]", "world `World` saves no component 1"),
        ("[[2, 5], [0, \"a\"]]", "component 0 is not above the one before it"),
        ("[[2]]", "component 2 lacks its value"),
        ("[[]]", "the number of a component, and its value"),
        ("3", "components of world `World` by number"),
    ] {
        let error = template.read_numbered(&mut serde_json::Deserializer::from_str(json)).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}
