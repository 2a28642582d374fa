//! Suggestions for misspelt names.
//!
//! ```text
//! Helth        5 letters, at most 1 edit      Health is 1 away         did you mean `Health`?
//! Heatlh       6 letters, at most 2 edits     Health is 1 away         did you mean `Health`?
//! Hea          3 letters, at most 1 edit      Heal is 1 away           did you mean `Heal`?
//! Clock        5 letters, at most 1 edit      Stock is 2 away          nothing
//! x            1 letter, at most 1 edit       a is 1 away              nothing: no letter in common
//! Velocity     8 letters, at most 2 edits     Position is further      nothing
//! Healt        5 letters, at most 1 edit      Heals, Health: 1 away    did you mean `Health`? It has more initial letters in common
//! ```

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A suffix for a message that suggests the candidate nearest to a name, or an empty string if none is near.
pub(crate) fn did_you_mean<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> String {
    nearest(name, candidates).map(|near| format!(": did you mean `{near}`?")).unwrap_or_default()
}

/// Maximum number of letters of a name that is compared: documents can contain names of any length.
const LONGEST: usize = 64;

/// The candidate that is nearest to a name, if one letter differs, or up to a third of them, but not all; `None` for long names. Runs in
/// **O(n * m)** time for a name of n letters and a candidate of m letters, and in **O(m)** if their lengths differ by too much.
fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<_> = letters(name).take(LONGEST + 1).collect();
    if name.len() > LONGEST {
        return None;
    }
    let most = (name.len() / 3).max(1);
    candidates
        .filter(|candidate| candidate.chars().count().abs_diff(name.len()) <= most)
        .map(|candidate| (candidate, letters(candidate).collect::<Vec<_>>()))
        .map(|(candidate, other)| (distance(&name, &other), Reverse(shared(&name, &other)), candidate))
        .filter(|(far, ..)| *far <= most && *far < name.len())
        .min()
        .map(|(.., candidate)| candidate)
}

/// Length of the common prefix. Of two candidates that are equally near, the one that continues the name is meant.
fn shared(a: &[char], b: &[char]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().flat_map(char::to_lowercase)
}

/// Number of letters that must be inserted, removed, replaced, or swapped with their neighbours (Damerau-Levenshtein distance).
///
/// ```text
///          h  e  a  l
///       0  1  2  3  4      from nothing to the first letters of `heal`
/// h     1  0  1  2  3
/// l     2  1  1  2  2      `hl` is two letters away; two lines are kept at a time
/// ```
fn distance(a: &[char], b: &[char]) -> usize {
    let (mut before, mut row): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..=b.len()).collect());
    for (line, letter) in a.iter().enumerate() {
        let mut next = Vec::from([line + 1]);
        for (at, other) in b.iter().enumerate() {
            let replaced = row[at] + usize::from(letter != other);
            let least = replaced.min(row[at + 1] + 1).min(next[at] + 1);
            let swapped = at > 0 && line > 0 && *letter == b[at - 1] && a[line - 1] == *other;
            next.push(if swapped { least.min(before[at - 1] + 1) } else { least });
        }
        before = core::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn the_nearest_of_several_names_is_suggested_if_it_is_near() {
        let near = |name| did_you_mean(name, ["Health", "Heal", "Position"].into_iter());
        assert_eq!(near("Helth"), ": did you mean `Health`?");
        assert_eq!(near("health"), ": did you mean `Health`?");
        assert_eq!(near("Hea"), ": did you mean `Heal`?");
        assert_eq!(near("Positions"), ": did you mean `Position`?");
        assert_eq!(near("Haelth"), ": did you mean `Health`?");
        assert_eq!(near("Hael"), ": did you mean `Heal`?", "two swapped letters are one slip");
        for far in ["", "x", "Velocity", "Hxxxth", "Bear", "Hxlth"] {
            assert_eq!(near(far), "", "{far}");
        }
        assert_eq!(did_you_mean("Health", core::iter::empty()), "");
        for (letters, is_near) in
            [(1, false), (2, true), (3, true), (63, true), (64, true), (65, false), (100_000, false)]
        {
            let [name, candidate] = ["x", "y"].map(|last| "a".repeat(letters - 1) + last);
            assert_eq!(!did_you_mean(&name, [candidate.as_str()].into_iter()).is_empty(), is_near, "{letters}");
        }
        let [short, long] = ["a".repeat(64), "a".repeat(65)];
        assert_eq!(did_you_mean(&short, [long.as_str()].into_iter()), format!(": did you mean `{long}`?"));
        assert_eq!(did_you_mean("A", ["B", "a"].into_iter()), ": did you mean `a`?");
    }

    #[test]
    fn of_equally_near_names_the_one_that_shares_most_first_letters_is_suggested() {
        for candidates in [["Heals", "Health"], ["Health", "Heals"]] {
            assert_eq!(did_you_mean("Healt", candidates.into_iter()), ": did you mean `Health`?");
        }
    }
}
