use alloc::vec;

use super::super::parts::Column;
use super::numbers::write_positions;
use super::*;

/// A sequence of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> 33).expect("31 bits") % end.max(1)
    }
}

/// Checks that the edit between two parts leads from the one to the other, and that no shorter one can be read. Returns its length.
#[track_caller]
fn leads_to(old: &Part, new: &Part) -> usize {
    let mut edit = Vec::new();
    write_part(old, new, &mut edit);
    let mut bytes = Bytes::new(&edit);
    assert_eq!(&read_part(old, &mut bytes).expect("a written edit can be read"), new);
    assert!(bytes.is_empty());
    // Miri would take hours, so it tries about 8 ends.
    for end in (0..edit.len()).step_by(if cfg!(miri) { 1 + edit.len() / 8 } else { 1 }) {
        assert!(read_part(old, &mut Bytes::new(&edit[..end])).is_err(), "the first {end} of {} bytes", edit.len());
    }
    edit.len()
}

#[test]
fn edits_of_numbers_lead_to_the_new_ones() {
    let mut random = Random(1);
    for length in [0, 1, 2, 3, 10, 100] {
        for other in [0, 1, 2, 3, 10, 100] {
            let [old, new] = [length, other].map(|length| (0..length).map(|_| random.below(u32::MAX)).collect());
            leads_to(&Part::Numbers(old), &Part::Numbers(new));
            let [old, new] = [length, other].map(|length| {
                let mut numbers: Vec<_> = (0..length).map(|_| random.below(200)).collect();
                numbers.sort_unstable();
                numbers.dedup();
                numbers
            });
            leads_to(&Part::Numbers(old), &Part::Numbers(new));
        }
    }
    leads_to(&Part::Numbers(vec![0, u32::MAX]), &Part::Numbers(vec![u32::MAX, 0, u32::MAX]));
}

#[test]
fn few_changes_are_few_bytes() {
    let all: Vec<u32> = (0..1_000).collect();
    let without = |removed: u32| all.iter().copied().filter(|number| *number != removed).collect::<Vec<_>>();
    assert!(leads_to(&Part::Numbers(all.clone()), &Part::Numbers(without(500))) <= 6, "a number is removed from a set");
    let mut swapped = all.clone();
    swapped.swap_remove(500);
    assert!(leads_to(&Part::Numbers(all.clone()), &Part::Numbers(swapped)) <= 10, "a number is swapped out of a list");
    assert_eq!(leads_to(&Part::Numbers(all), &Part::Numbers(vec![])), 3, "all numbers are removed");
}

#[test]
fn runs_of_bytes_are_joined() {
    let old = vec![0; 40];
    let length = |equal: usize| {
        let mut new = old.clone();
        (new[10], new[11 + equal]) = (1, 1);
        leads_to(&Part::Value(old.clone()), &Part::Value(new))
    };
    // The length, the number of runs; for each run its gap, its length and its bytes.
    assert_eq!([0, 1, 2, 3, 4, 5].map(length), [6, 7, 8, 8, 8, 8]);
    for length in [0, 1, 2, 3, 39, 40, 41, 200] {
        leads_to(&Part::Value(old.clone()), &Part::Value(vec![1; length]));
    }
}

fn column(rows: &[(u32, &[u8])]) -> Part {
    let mut column = Column { unseen: vec![vec![], vec![0]], ..Column::default() };
    for (entity, row) in rows {
        column.entities.push(*entity);
        column.rows.push(row);
    }
    Part::Column(column)
}

#[test]
fn edits_of_columns_lead_to_the_new_ones() {
    let old = column(&[(4, &[1, 1]), (2, &[2, 2]), (9, &[3, 3])]);
    leads_to(&old, &column(&[]));
    leads_to(&column(&[]), &old);
    leads_to(&old, &column(&[(4, &[1, 1]), (9, &[3, 3])]));
    leads_to(&old, &column(&[(9, &[3, 3]), (4, &[5, 5]), (2, &[2, 2]), (0, &[7, 7])]));
    leads_to(&old, &column(&[(9, &[3]), (4, &[]), (2, &[2, 2, 2])]));
    leads_to(&old, &column(&[(4, &[1, 1]), (2, &[2, 7]), (9, &[3, 3])]));
    leads_to(&old, &column(&[(4, &[1, 1]), (2, &[2, 2, 2]), (9, &[3])]));
    leads_to(&column(&[(4, &[]), (2, &[])]), &column(&[(4, &[]), (2, &[2])]));
    leads_to(&column(&[(1, &[])]), &column(&[(2, &[]), (1, &[])]));
}

#[test]
fn changed_rows_are_found_wherever_they_are() {
    let counts: &[u32] = if cfg!(miri) { &[1, 64, 65] } else { &[1, 2, 3, 63, 64, 65, 127, 128, 129, 200] };
    for count in counts.iter().copied() {
        let rows: Vec<_> = (0..count).map(|entity| (entity, &[1_u8, 1][..])).collect();
        let old = column(&rows);
        for at in [0, 1, 2, 62, 63, 64, 65, 127, 128, count - 1].into_iter().filter(|at| *at < count) {
            for changed in [&[2_u8, 1][..], &[1, 2], &[1], &[1, 1, 1]] {
                let mut rows = rows.clone();
                rows[at as usize].1 = changed;
                leads_to(&old, &column(&rows));
                leads_to(&column(&rows), &old);
            }
        }
    }
}

#[test]
fn lengths_beyond_the_bytes_are_refused() {
    let mut long = vec![0];
    write_number(&mut long, u64::MAX);
    write_number(&mut long, 0);
    assert!(read_part(&Part::Numbers(vec![1, 2]), &mut Bytes::new(&long)).is_err());
    assert!(read_part(&Part::Value(vec![1, 2]), &mut Bytes::new(&long[1..])).is_err());
    // Only the first listing of an entity takes its old row.
    let old = column(&[(4, &[1; 100])]);
    let mut edit = vec![1, 2];
    write_positions(&[], &[4; 50], &mut edit);
    edit.extend([0, 0]);
    assert!(read_part(&old, &mut Bytes::new(&edit)).is_err());
}

#[test]
fn edits_of_sets_with_the_largest_number_lead_to_the_new_ones() {
    for last in [u32::MAX, u32::MAX - 1, u32::MAX - 2] {
        leads_to(&Part::Numbers(vec![3, 5, 7]), &Part::Numbers(vec![5, 7, last]));
        leads_to(&Part::Numbers(vec![3, 5, last]), &Part::Numbers(vec![3, 7]));
    }
}
