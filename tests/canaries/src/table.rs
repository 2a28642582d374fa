//! Bugs that can be planted, as data: published crates contain nothing of them.

#[path = "table/borders.rs"]
mod borders;
#[path = "table/first.rs"]
mod first;
#[path = "table/late.rs"]
mod late;
#[path = "table/macros.rs"]
mod macros;
#[path = "table/orders.rs"]
mod orders;
#[path = "table/recent.rs"]
mod recent;
#[path = "table/saves.rs"]
mod saves;
#[path = "table/saving.rs"]
mod saving;
#[path = "table/states.rs"]
mod states;
#[path = "table/values.rs"]
mod values;
#[path = "table/walks.rs"]
mod walks;

use std::ops::Range;

/// A bug: in a copy of a file, one text replaces another.
#[derive(Debug)]
pub struct Canary {
    /// Name, also in `ECS_CANARY`.
    pub name: &'static str,
    /// What goes wrong.
    pub what: &'static str,
    /// The file, from the root of the repository.
    pub file: &'static str,
    /// The replaced text, which occurs exactly once in the file.
    pub old: &'static str,
    /// The replacement. Either both texts are expressions; or this one contains the word `PLANTED`, which becomes the test of whether the
    /// bug is planted, and does the same as the old text if it is not.
    pub new: &'static str,
    /// The checkers that are known to find it.
    pub found_by: &'static str,
}

impl Canary {
    /// Whether the bug is in the macros, and not in the run time.
    pub fn is_in_macros(&self) -> bool {
        self.file.starts_with("ecs-macros/")
    }

    /// The position of its old text.
    ///
    /// # Errors
    ///
    /// If the old text does not occur there, or more than once.
    pub fn place(&self, text: &str) -> Result<Range<usize>, String> {
        let mut places = text.match_indices(self.old);
        match (places.next(), places.next()) {
            (Some((start, _)), None) => Ok(start..start + self.old.len()),
            (None, _) => Err(format!("canary `{}`: {} does not hold `{}`", self.name, self.file, self.old)),
            _ => Err(format!("canary `{}`: {} holds `{}` more than once", self.name, self.file, self.old)),
        }
    }

    /// The text that replaces it, given the number of the bug.
    fn text(&self, number: usize) -> String {
        let (old, new, planted) = (self.old, self.new, format!("crate::canary::is({number})"));
        if new.contains("PLANTED") {
            new.replace("PLANTED", &planted)
        } else {
            format!("(if {planted} {{ {new} }} else {{ {old} }})")
        }
    }
}

/// All bugs. A bug is enabled by its number in this order.
pub fn all() -> impl Iterator<Item = &'static Canary> {
    let run_time = [
        first::CANARIES,
        borders::CANARIES,
        walks::CANARIES,
        values::CANARIES,
        recent::CANARIES,
        late::CANARIES,
        saves::CANARIES,
        saving::CANARIES,
        states::CANARIES,
        orders::CANARIES,
    ];
    run_time.into_iter().chain([macros::CANARIES]).flatten()
}

/// The text of a file with all of its bugs in it.
///
/// # Errors
///
/// If the old text of a bug does not occur exactly once, or if two bugs overlap.
pub fn planted(file: &str, text: &str) -> Result<String, String> {
    let mut changes = vec![];
    for (number, canary) in all().enumerate().filter(|(_, canary)| canary.file == file) {
        changes.push((canary.place(text)?, number, canary));
    }
    changes.sort_by_key(|(place, ..)| place.start);
    let (mut planted, mut end) = (String::new(), 0);
    for (place, number, canary) in changes {
        if place.start < end {
            return Err(format!("canary `{}` stands where another one does", canary.name));
        }
        planted += &text[end..place.start];
        planted += &canary.text(number);
        end = place.end;
    }
    Ok(planted + &text[end..])
}
