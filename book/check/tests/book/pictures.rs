//! The pictures of the book, drawn from `World::PLAN` and from what storages contain. `UPDATE_EXPECT=1` writes them.

mod drawing;
mod worlds;

use std::{env, fs};

use crate::pages::root;
use drawing::Drawing;

fn check(name: &str, drawing: &Drawing) {
    let path = root().join("book/src/pictures").join(name);
    let drawn = drawing.to_string();
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, drawn).expect("pictures can be written");
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == drawn,
        "{name} is out of date; draw it with `UPDATE_EXPECT=1 cargo test --package book-check pictures`"
    );
}

#[test]
fn a_group_is_drawn_as_it_is_kept() {
    check("group.svg", &worlds::group());
}

#[test]
fn groups_within_groups_are_drawn_as_they_are_kept() {
    check("nested.svg", &worlds::nested());
}

#[test]
fn stages_are_drawn_as_they_are_planned() {
    check("stages.svg", &worlds::stages());
}
