//! Lists of sections by hand in the run time, which the macros cannot use, have each section of `EntryKind` whose entries have values.

use super::sources::{code_of_line, read, root};

/// The contents of the strings in a constant of a file.
fn strings_in(path: &str, constant: &str) -> Vec<String> {
    let text = read(&root().join(path));
    let list = text.split(&format!("const {constant}: ")).nth(1).and_then(|rest| rest.split("];").next());
    let list = list.unwrap_or_else(|| panic!("{path} has no list `{constant}`"));
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Of each kind of entry with values: its section, and its word.
fn kinds_with_values() -> Vec<(String, String)> {
    let text = read(&root().join("ecs-macros/src/vocabulary/entries.rs"));
    let rows = text.lines().filter(|line| code_of_line(line).contains("Row {") && line.contains("Holds::Value"));
    let strings = rows.map(|row| row.split('"').skip(1).step_by(2).take(2).map(str::to_owned).collect::<Vec<_>>());
    let kinds = strings.map(|strings| match &strings[..] {
        [section, word] => (section.clone(), word.clone()),
        _ => panic!("a row of `EntryKind` starts with its section and its word: {strings:?}"),
    });
    kinds.collect()
}

#[test]
fn saves_have_the_values_of_each_kind_of_entry() {
    let (mut sections, mut words): (Vec<_>, Vec<_>) = kinds_with_values().into_iter().unzip();
    assert!(sections.len() >= 3, "the rows of `EntryKind` are parsed wrongly: {sections:?}");
    sections.push("systems".into());
    words.push("system".into());
    assert_eq!(strings_in("ecs-core/src/world/saves/mod.rs", "SECTIONS"), sections);
    assert_eq!(strings_in("ecs-core/src/world/saves/entries.rs", "WORDS"), words);
    let fields = strings_in("ecs-core/src/world/saves/mod.rs", "FIELDS");
    assert!(sections.iter().all(|section| fields.contains(section)), "`FIELDS` lacks one of {sections:?}");
    let differences = read(&root().join("ecs-core/src/world/state/difference.rs"));
    for (section, word) in sections.iter().zip(&words) {
        assert!(
            differences.contains(&format!("\"{section}\" => \"{word}\",")),
            "no word for `{section}` in differences"
        );
    }
}
