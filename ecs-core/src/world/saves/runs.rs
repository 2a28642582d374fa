//! Sequences of numbers, encoded as runs of consecutive numbers: the entities of a column, the rows that a system has not seen, the lists
//! of views.
//!
//! In a save they are a sequence of integers: an integer from 0 on is a number, and `-n` means the `n` numbers that follow the previous
//! one. So entities that were spawned together take two integers, and any other entity takes one. Saves before format version 3 contain the
//! numbers themselves.
//!
//! - **I1** The numbers of a run are below 2^32.
//!
//! A few bytes can encode up to 2^32 numbers. So nothing here takes memory in proportion to the numbers, except [`Runs::list`], which is
//! given an upper bound.
//!
//! ```text
//! numbers     7 8 9 10 3 5 6
//! runs        7..=10   3   5..=6
//! integers    7 -3     3   5 -1
//! ```

use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;
use core::slice;

use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserializer, Serialize, Serializer};

use crate::sparse::{Indices, Source};

/// Consecutive numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    /// The first number.
    first: u32,
    /// How many further numbers follow, each one more than the previous.
    more: u32,
}

impl Run {
    /// Appends a number to the run and returns true, if it is the next one.
    #[inline]
    fn takes(&mut self, number: u32) -> bool {
        // No overflow (I1): `last + 1` is only computed if a greater number exists.
        let last = self.first + self.more;
        let is_next = last < number && last + 1 == number;
        self.more += u32::from(is_next);
        is_next
    }
}

/// Completes a run by the numbers that follow it, and begins the next one. Returns the run; `None` if there is none.
#[inline]
fn next_run(current: &mut Option<Run>, numbers: &mut impl Iterator<Item = u32>) -> Option<Run> {
    for number in numbers {
        if !current.as_mut().is_some_and(|run| run.takes(number)) {
            let done = current.replace(Run { first: number, more: 0 });
            if done.is_some() {
                return done;
            }
        }
    }
    current.take()
}

/// Where numbers are read from.
#[derive(Debug, Clone)]
enum Numbers<'a> {
    List(slice::Iter<'a, u32>),
    Source(Indices<'a>),
}

/// The runs of a sequence of numbers, each of which is as long as possible.
///
/// Visits **O(numbers)** numbers, without an allocation.
#[derive(Debug, Clone)]
struct EachRun<'a> {
    numbers: Numbers<'a>,
    /// The run that begins with the number that was read last; between two calls.
    current: Option<Run>,
}

impl<'a> EachRun<'a> {
    fn of(numbers: Numbers<'a>) -> Self {
        Self { numbers, current: None }
    }

    /// Number of integers that encode the runs.
    fn integers(self) -> usize {
        let mut count = 0;
        for run in self {
            count += 1 + usize::from(run.more > 0);
        }
        count
    }
}

impl Iterator for EachRun<'_> {
    type Item = Run;

    #[inline]
    fn next(&mut self) -> Option<Run> {
        match &mut self.numbers {
            Numbers::List(list) => next_run(&mut self.current, &mut list.copied()),
            Numbers::Source(source) => next_run(&mut self.current, source),
        }
    }
}

/// A sequence of numbers, as runs.
///
/// Equal sequences have equal runs, since each run is as long as possible.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::world) struct Runs(Vec<Run>);

impl Runs {
    /// Creates the runs of these numbers.
    pub(in crate::world) fn of(numbers: &[u32]) -> Self {
        Self(EachRun::of(Numbers::List(numbers.iter())).collect())
    }

    /// Length of the sequence. Runs in **O(runs)** time.
    pub(super) fn count(&self) -> u64 {
        self.0.iter().fold(0, |count: u64, run| count.saturating_add(u64::from(run.more) + 1))
    }

    /// The first and the last number of each run.
    pub(super) fn ranges(&self) -> impl Iterator<Item = RangeInclusive<u32>> + '_ {
        self.0.iter().map(|run| run.first..=run.first + run.more)
    }

    /// The numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.ranges().flatten()
    }

    /// The numbers as a list, if there are at most `most`.
    pub(super) fn list(&self, most: usize) -> Option<Vec<u32>> {
        let count = usize::try_from(self.count()).ok().filter(|count| *count <= most)?;
        let mut list = Vec::with_capacity(count);
        self.ranges().for_each(|range| list.extend(range));
        Some(list)
    }

    /// Appends a number. If it is the next number of the last run, it extends that run.
    #[inline]
    fn push(&mut self, number: u32) {
        if !self.0.last_mut().is_some_and(|run| run.takes(number)) {
            self.0.push(Run { first: number, more: 0 });
        }
    }

    /// Appends an integer of a save; returns false if it encodes no numbers.
    ///
    /// An integer from 0 on is the number itself. A negative one extends the run before it: there must be one, and its last number must
    /// stay below 2^32.
    ///
    /// ```text
    /// 3 -1 -2            3, then one more, then two more: 3 4 5 6
    /// -1                 refused: there is no number to extend
    /// 4294967295 -1      refused: the next number would be 2^32
    /// ```
    #[inline]
    fn append(&mut self, integer: i64) -> bool {
        if let Ok(number) = u32::try_from(integer) {
            self.push(number);
            return true;
        }
        let last = self.0.last_mut();
        let longer = last.zip(u32::try_from(integer.unsigned_abs()).ok().filter(|_| integer < 0));
        let more = longer.and_then(|(run, count)| {
            let more = run.more.checked_add(count).filter(|more| run.first.checked_add(*more).is_some())?;
            Some((run, more))
        });
        more.map(|(run, more)| run.more = more).is_some()
    }
}

/// Writes numbers as runs.
///
/// The numbers are visited twice, as formats need the length first; so no memory is needed to collect the runs.
pub(super) struct AsRuns<'a>(EachRun<'a>);

impl<'a> AsRuns<'a> {
    /// The numbers of a list.
    pub(super) fn list(numbers: &'a [u32]) -> Self {
        Self(EachRun::of(Numbers::List(numbers.iter())))
    }

    /// The entities of a source, in its order.
    pub(super) fn source(source: Source<'a>) -> Self {
        match source.indices() {
            Some(indices) => Self::list(indices),
            None => Self(EachRun::of(Numbers::Source(source.iter()))),
        }
    }
}

impl Serialize for AsRuns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serializer.serialize_seq(Some(self.0.clone().integers()))?;
        for run in self.0.clone() {
            all.serialize_element(&i64::from(run.first))?;
            if run.more > 0 {
                all.serialize_element(&-i64::from(run.more))?;
            }
        }
        all.end()
    }
}

/// Writes several lists of numbers, each as runs.
pub(super) struct ListsAsRuns<'a>(pub(super) &'a [Vec<u32>]);

impl Serialize for ListsAsRuns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serializer.serialize_seq(Some(self.0.len()))?;
        for numbers in self.0 {
            all.serialize_element(&AsRuns::list(numbers))?;
        }
        all.end()
    }
}

/// Reads numbers, which may be encoded as runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReadRuns {
    /// False for saves before format version 3, in which a negative number is an error.
    pub(super) are_runs: bool,
}

impl<'de> DeserializeSeed<'de> for ReadRuns {
    type Value = Runs;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Runs, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ReadRuns {
    type Value = Runs;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.are_runs { "numbers, or `-n` for the `n` next ones" } else { "numbers" })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut integers: A) -> Result<Runs, A::Error> {
        let mut runs = Runs::default();
        if self.are_runs {
            while let Some(integer) = integers.next_element::<i64>()? {
                if !runs.append(integer) {
                    return Err(A::Error::custom(format_args!(
                        "{integer} is no number and no run of numbers of 32 bits here"
                    )));
                }
            }
        } else {
            while let Some(number) = integers.next_element()? {
                runs.push(number);
            }
        }
        Ok(runs)
    }
}

/// Reads lists of numbers, and keeps the first `most` of them.
pub(super) struct ReadLists {
    pub(super) numbers: ReadRuns,
    /// Number of lists that are kept. The others take no memory: an empty list takes one or two bytes of input, but 24 bytes of memory.
    pub(super) most: usize,
}

impl<'de> DeserializeSeed<'de> for ReadLists {
    type Value = Vec<Runs>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Runs>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ReadLists {
    type Value = Vec<Runs>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("lists of numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut lists: A) -> Result<Vec<Runs>, A::Error> {
        let mut all = Vec::new();
        while let Some(list) = lists.next_element_seed(self.numbers)? {
            if all.len() < self.most {
                all.push(list);
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec;

    use serde::de::value::{Error, SeqDeserializer};

    use super::*;

    const LAST: u32 = u32::MAX;

    /// The integers that encode these numbers.
    fn written(numbers: &[u32]) -> Vec<i64> {
        let text = serde_json::to_string(&AsRuns::list(numbers)).expect("numbers can be serialised");
        serde_json::from_str(&text).expect("the text is a list of integers")
    }

    fn read(integers: &[i64]) -> Result<Runs, String> {
        let integers = SeqDeserializer::<_, Error>::new(integers.iter().copied());
        let read = ReadRuns { are_runs: true }.deserialize(integers);
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let cases: [(&[u32], &[i64]); 10] = [
            (&[], &[]),
            (&[7], &[7]),
            (&[7, 8], &[7, -1]),
            (&[7, 8, 9], &[7, -2]),
            (&[7, 9, 8], &[7, 9, 8]),
            (&[7, 7], &[7, 7]),
            (&[2, 1, 0], &[2, 1, 0]),
            (&[0, 1, 5, 6, 7, 3], &[0, -1, 5, -2, 3]),
            (&[LAST - 1, LAST, 0, 1], &[4_294_967_294, -1, 0, -1]),
            (&[LAST, LAST], &[4_294_967_295, 4_294_967_295]),
        ];
        for (numbers, integers) in cases {
            assert_eq!(written(numbers), integers);
            let runs = read(integers).expect("integers that were written can be read");
            assert_eq!((runs.list(numbers.len()).as_deref(), &runs), (Some(numbers), &Runs::of(numbers)));
            assert!(runs.iter().eq(numbers.iter().copied()) && runs.count() == numbers.len() as u64);
            assert!(numbers.is_empty() || runs.list(numbers.len() - 1).is_none());
            assert_eq!(read(&numbers.iter().map(|number| i64::from(*number)).collect::<Vec<_>>()), Ok(runs));
        }
    }

    #[test]
    fn integers_that_encode_no_numbers_are_refused() {
        let greatest = i64::from(LAST);
        assert_eq!(read(&[0, -greatest]).map(|runs| runs.count()), Ok(1 << 32));
        assert_eq!(read(&[1, -greatest + 1]).map(|runs| runs.count()), Ok(greatest.cast_unsigned()));
        assert_eq!(read(&[3, -1, -2]).map(|runs| runs.list(9)), Ok(Some(vec![3, 4, 5, 6])));
        let refused: [&[i64]; 7] = [
            &[-1],
            &[0, -greatest - 1],
            &[1, -greatest],
            &[0, -greatest, -1],
            &[greatest, -1],
            &[greatest + 1],
            &[5, i64::MIN],
        ];
        for integers in refused {
            let error = read(integers).expect_err("the integers are out of range");
            assert!(error.contains("is no number and no run of numbers of 32 bits here"), "{integers:?}: {error}");
        }
    }

    #[test]
    fn few_integers_that_encode_too_many_numbers_become_no_list() {
        let mut integers = vec![];
        (0..100).for_each(|_| integers.extend([0, -i64::from(LAST)]));
        let runs = read(&integers).expect("each run is in range");
        assert_eq!((runs.count(), runs.list(1 << 20)), (100 << 32, None));
    }
}
