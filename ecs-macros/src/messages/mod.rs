//! All wording: one function per error message, which says what is wrong and what to do.

pub(crate) mod attributes;
pub(crate) mod bundle;
pub(crate) mod callbacks;
pub(crate) mod changes;
pub(crate) mod conditions;
pub(crate) mod entries;
pub(crate) mod events;
pub(crate) mod handles;
pub(crate) mod parallel;
pub(crate) mod past;
pub(crate) mod query;
pub(crate) mod rare;
pub(crate) mod relations;
pub(crate) mod saves;
pub(crate) mod schedules;
pub(crate) mod set;
pub(crate) mod states;
pub(crate) mod storages;
pub(crate) mod system;
pub(crate) mod transient;
pub(crate) mod views;
pub(crate) mod world;

use std::cmp::Reverse;

/// Words to choose from.
pub(crate) trait Words: Iterator<Item = &'static str> + Clone {}

impl<I: Iterator<Item = &'static str> + Clone> Words for I {}

/// The candidate that a misspelt name probably means: it differs in one letter, or in at most a third of them, and has one in common.
/// (`Clock` and `Stock` differ in two letters, so neither is a misspelling of the other.)
pub(crate) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let letters = name.chars().count();
    let most = (letters / 3).max(1);
    candidates
        .map(|candidate| (distance(name, candidate), Reverse(shared(name, candidate)), candidate))
        .filter(|(far, ..)| *far <= most && *far < letters)
        .min()
        .map(|it| it.2)
}

/// Number of letters with which both names begin, ignoring case. Of two candidates that are equally near, the one that shares more of them
/// is meant.
fn shared(a: &str, b: &str) -> usize {
    a.to_lowercase().chars().zip(b.to_lowercase().chars()).take_while(|(a, b)| a == b).count()
}

/// Whether a name differs from a word by one slip: a letter that is added, missing or replaced, or two neighbours that are swapped.
pub(crate) fn is_slip_of(name: &str, word: &str) -> bool {
    distance(name, word) == 1
}

/// A question with the nearest candidate, if there is one.
pub(crate) fn did_you_mean(near: Option<&str>) -> String {
    near.map(|near| format!(" Did you mean `{near}`?")).unwrap_or_default()
}

/// An instruction for a name as it is written, after the nearest candidate, if there is one: ` Add ..`, or `` Did you mean `a`? Otherwise
/// add ..``.
pub(crate) fn otherwise(near: Option<&str>, order: &str) -> String {
    if let Some(near) = near {
        return format!(" Did you mean `{near}`? Otherwise {order}");
    }
    let (first, rest) = order.split_at(order.chars().next().map_or(0, char::len_utf8));
    format!(" {}{rest}", first.to_uppercase())
}

/// A list for a sentence: `` `a`, `b` and `c` ``.
pub(crate) fn and(names: impl Iterator<Item = impl AsRef<str>>) -> String {
    let names: Vec<_> = names.map(|name| format!("`{}`", name.as_ref())).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// A kind of thing for a sentence: `a component`, `an event`.
pub(crate) fn one(what: &str) -> String {
    if what.starts_with('e') { format!("an {what}") } else { format!("a {what}") }
}

/// Number of letters to insert, remove, replace, or swap with their neighbours (Levenshtein and Damerau), ignoring case.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<_>, Vec<_>) = (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let (mut before, mut row): (Vec<usize>, Vec<usize>) = (vec![], (0..=b.len()).collect());
    for (line, letter) in a.iter().enumerate() {
        let mut next = vec![line + 1];
        for (at, other) in b.iter().enumerate() {
            let replaced = row[at] + usize::from(letter != other);
            let least = replaced.min(row[at + 1] + 1).min(next[at] + 1);
            let swapped = at > 0 && line > 0 && *letter == b[at - 1] && a[line - 1] == *other;
            next.push(if swapped { least.min(before[at - 1] + 1) } else { least });
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_a_far_one_is_not() {
        assert_eq!(nearest("Postion", ["Position", "Velocity"].into_iter()), Some("Position"));
        assert_eq!(nearest("component", ["components", "systems"].into_iter()), Some("components"));
        assert_eq!(nearest("Mass", ["Position", "Velocity"].into_iter()), None);
    }

    #[test]
    fn a_short_name_is_near_to_names_that_differ_by_one_slip() {
        for (name, near) in [("Clock", "Stock"), ("Hit", "Bot"), ("A", "B"), ("Heal", "Bear"), ("", "A")] {
            assert_eq!(nearest(name, [near].into_iter()), None, "{name}");
        }
        for (name, near) in [
            ("Clokc", "Clock"),
            ("Hti", "Hit"),
            ("Positon", "Position"),
            ("Posiiton", "Position"),
            ("in_sate", "in_state"),
            ("on_entr", "on_enter"),
            ("HashMap", "hash_map"),
            ("Velcoitty", "Velocity"),
        ] {
            assert_eq!(nearest(name, [near].into_iter()), Some(near), "{name}");
        }
    }

    #[test]
    fn of_equally_near_names_the_one_that_shares_most_first_letters_is_suggested() {
        for candidates in [["Heals", "Health"], ["Health", "Heals"]] {
            assert_eq!(nearest("Healt", candidates.into_iter()), Some("Health"));
        }
    }

    #[test]
    fn one_slip_is_a_wrong_letter_or_two_swapped_ones() {
        for slip in ["snyc", "sync_", "syn", "sinc", "ync", "async", "sycn"] {
            assert!(is_slip_of(slip, "sync"), "{slip}");
        }
        for other in ["sync", "sing", "spin", "", "synchronise", "nsyca", "scyn_", "cyns"] {
            assert!(!is_slip_of(other, "sync"), "{other}");
        }
    }

    #[test]
    fn lists_read_like_english() {
        assert_eq!(and(["a", "b", "c"].into_iter()), "`a`, `b` and `c`");
        assert_eq!(and(["a"].into_iter()), "`a`");
    }
}
