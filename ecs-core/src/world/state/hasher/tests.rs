//! The hash of values: its definition in `docs/STATE.md`, and the values that it distinguishes.

use super::*;

fn step(hash: u64, word: u64, factor: u128) -> u64 {
    let product = u128::from(hash ^ word) * factor;
    u64::try_from(product & u128::from(u64::MAX)).expect("64 bits") ^ u64::try_from(product >> 64).expect("64 bits")
}

/// The hash after these words are added to a hash, by the definition in `docs/STATE.md`.
fn chain(hash: u64, words: &[u64]) -> u64 {
    words.iter().fold(hash, |hash, word| step(hash, *word, 0x9e37_79b9_7f4a_7c55))
}

fn words(words: &[u64]) -> u64 {
    chain(0x243f_6a88_85a3_08d3, words)
}

fn mark(hash: u64, mark: u64) -> u64 {
    step(hash, mark, 0x082e_fa98_ec4e_6c89)
}

#[test]
fn known_values_have_known_hashes() {
    assert_eq!(Hasher::NEW.finish(), 0x243f_6a88_85a3_08d3);
    assert_eq!(Hasher::of(&0_u8), 0x11db_e097_f265_f91a);
    assert_eq!(Hasher::of(&1_u64), 0x7fe3_5ace_7118_7eae);
    assert_eq!(Hasher::of(&"position"), words(&[8, u64::from_le_bytes(*b"position")]));
}

#[test]
fn numbers_are_words_whatever_their_width() {
    assert_eq!(Hasher::of(&3_u8), words(&[3]));
    assert_eq!(Hasher::of(&(3_u16, 3_u32, 3_u64, 3_usize)), words(&[3; 4]));
    assert_eq!(Hasher::of(&(-3_i8, -3_i16, -3_i32, -3_i64)), words(&[3_u64.wrapping_neg(); 4]));
    assert_eq!(Hasher::of(&(true, 'a')), words(&[1, 97]));
    assert_eq!(Hasher::of(&(1_u128 << 64 | 5)), words(&[5, 1]));
    assert_eq!(Hasher::of(&-1_i128), words(&[u64::MAX; 2]));
}

#[test]
fn floats_are_their_bits() {
    assert_eq!(Hasher::of(&1.5_f32), words(&[u64::from(1.5_f32.to_bits())]));
    assert_eq!(Hasher::of(&1.5_f64), words(&[1.5_f64.to_bits()]));
    assert_ne!(Hasher::of(&0.0_f32), Hasher::of(&-0.0_f32));
    let nans = [0x7fc0_0000, 0x7fc0_0001].map(|bits| Hasher::of(&f32::from_bits(bits)));
    assert_ne!(nans[0], nans[1], "NaNs with different bits have different hashes");
}

#[test]
fn texts_begin_with_their_lengths_and_sequences_are_one_word() {
    assert_eq!(Hasher::of(""), words(&[0]));
    assert_eq!(Hasher::of("ab"), words(&[2, 0x6261]));
    assert_eq!(Hasher::of("abcdefgh"), words(&[8, 0x6867_6665_6463_6261]));
    assert_eq!(Hasher::of("abcdefghi"), words(&[9, 0x6867_6665_6463_6261, 0x69]));
    assert_eq!(Hasher::of(&[3_u8, 4][..]), words(&[words(&[3, 4, 2])]));
    assert_eq!(Hasher::of(&(vec![0_u8; 0], vec![(); 2])), words(&[words(&[0]), words(&[0, 0, 2])]));
    let map = std::collections::BTreeMap::from([(7_u8, 8_u8)]);
    assert_eq!(Hasher::of(&map), words(&[words(&[7, 8, 1])]));
}

#[test]
fn types_without_fields_are_one_word() {
    #[derive(Serialize)]
    struct Unit;
    #[derive(Serialize)]
    struct Braces {}
    #[derive(Serialize)]
    struct Tuple();
    assert_eq!(Hasher::of(&()), words(&[0]));
    assert_eq!(Hasher::of(&(Unit, Braces {}, Tuple(), [0_u8; 0])), words(&[0; 4]));
}

/// A struct whose fields are skipped if they are `None`.
#[derive(Clone, Copy, Serialize)]
struct Some3 {
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<i8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<i8>,
    c: i8,
}

#[test]
fn a_struct_that_skips_fields_is_one_mark() {
    #[derive(Serialize)]
    enum Variant {
        Of {
            #[serde(skip_serializing_if = "Option::is_none")]
            a: Option<i8>,
        },
    }

    let value = |a, b| Some3 { a, b, c: 9 };
    let start = words(&[]);
    assert_eq!(Hasher::of(&value(Some(7), Some(8))), words(&[1, 7, 1, 8, 9]));
    assert_eq!(Hasher::of(&value(None, Some(8))), mark(start, words(&[1, 8, 9, words(&[0])])));
    assert_eq!(Hasher::of(&value(None, None)), mark(start, words(&[9, words(&[0, 1])])));
    let before = words(&[3]);
    let expected = chain(mark(before, chain(before, &[1, 7, 9, words(&[1])])), &[4]);
    assert_eq!(Hasher::of(&(3_u8, value(Some(7), None), 4_u8)), expected);
    let variant = words(&[0]);
    assert_eq!(Hasher::of(&Variant::Of { a: None }), mark(variant, chain(variant, &[words(&[0])])));
}

/// Serde only passes the fields of a tuple struct that are present.
#[test]
fn a_tuple_struct_that_skips_fields_is_its_other_fields() {
    #[derive(Serialize)]
    struct Two(
        #[serde(skip_serializing_if = "Option::is_none")] Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")] Option<u8>,
    );
    #[derive(Serialize)]
    enum Variant {
        Of(
            #[serde(skip_serializing_if = "Option::is_none")] Option<u8>,
            #[serde(skip_serializing_if = "Option::is_none")] Option<u8>,
        ),
    }
    assert_eq!(Hasher::of(&Two(Some(7), Some(8))), words(&[1, 7, 1, 8]));
    assert_eq!(Hasher::of(&[Two(None, Some(7)), Two(Some(7), None)]), words(&[1, 7, 1, 7]));
    assert_eq!(Hasher::of(&[Variant::Of(None, Some(7)), Variant::Of(Some(7), None)]), words(&[0, 1, 7, 0, 1, 7]));
    let swapped = [[Two(Some(1), None), Two(Some(1), Some(1))], [Two(Some(1), Some(1)), Two(Some(1), None)]];
    assert_eq!(Hasher::of(&swapped[0]), Hasher::of(&swapped[1]), "the exception of `docs/STATE.md`");
    assert_eq!(Hasher::of(&Two(None, None)), words(&[0]));
}

/// Checks that distinct values have distinct hashes, also in pairs and sequences.
#[track_caller]
fn assert_distinct_hashes<T: Serialize>(values: &[T]) {
    let mut seen = std::collections::BTreeSet::new();
    let mut add = |hash| assert!(seen.insert(hash), "two values have the same hash");
    for value in values {
        add(Hasher::of(&(0_u8, value)));
    }
    for one in values {
        add(Hasher::of(&(1_u8, [one].as_slice())));
        for other in values {
            add(Hasher::of(&(2_u8, one, other)));
            add(Hasher::of(&(1_u8, [one, other].as_slice())));
            // Miri takes minutes for all of them.
            for third in values.iter().take(if cfg!(miri) { 1 } else { values.len() }) {
                add(Hasher::of(&(1_u8, [one, other, third].as_slice())));
            }
        }
    }
}

#[test]
fn words_determine_where_a_value_ends() {
    let options = [None, Some(0), Some(1)];
    assert_distinct_hashes(&options);
    let lists = [vec![], vec![None], vec![Some(0)], vec![Some(1)], vec![None, None], vec![None, Some(0)]];
    assert_distinct_hashes(&lists);
    let numbers = [vec![], vec![0_u8], vec![1], vec![0, 0], vec![0, 1], vec![1, 0], vec![1, 1, 2]];
    let pairs = numbers.iter().flat_map(|list| options.iter().map(move |option| (list, option)));
    assert_distinct_hashes(&pairs.collect::<Vec<_>>());
    let texts = ["", "a", "\u{1}", "\u{8}", "abcdefgh", "abcdefgh\u{8}", "abcdefgh\0", "abcdefgh\u{1}\0"];
    let pairs = texts.iter().flat_map(|text| options.iter().map(move |option| (text, option)));
    assert_distinct_hashes(&pairs.collect::<Vec<_>>());
    let fields = [None, Some(-1), Some(0), Some(1)];
    let pairs = fields.iter().flat_map(|a| fields.iter().map(move |b| (*a, *b)));
    assert_distinct_hashes(&pairs.flat_map(|(a, b)| [-1, 1].map(|c| Some3 { a, b, c })).collect::<Vec<_>>());
}

#[test]
fn options_and_variants_are_numbered() {
    assert_eq!(Hasher::of(&None::<u8>), words(&[0]));
    assert_eq!(Hasher::of(&Some(7_u8)), words(&[1, 7]));
    assert_eq!(Hasher::of(&Err::<u8, u8>(7)), words(&[1, 7]));
}

#[test]
fn each_bit_of_a_word_changes_about_half_of_the_hash() {
    let base = Hasher::of(&0x0123_4567_89ab_cdef_u64);
    let changed = (0..64).map(|bit| (Hasher::of(&(0x0123_4567_89ab_cdef_u64 ^ 1 << bit)) ^ base).count_ones());
    let mean = changed.sum::<u32>() / 64;
    assert!((24..=40).contains(&mean), "{mean} bits change on average");
}

#[test]
fn two_changes_do_not_cancel_each_other() {
    let mut seen = std::collections::BTreeSet::new();
    for first in 0..64 {
        for second in 0..64 {
            assert!(seen.insert(Hasher::of(&(1_u64 << first, 1_u64 << second))));
        }
    }
}

#[test]
fn a_value_that_cannot_be_serialised_is_one_mark_whatever_it_wrote_before() {
    struct Refusing;
    impl Serialize for Refusing {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(S::Error::custom("no"))
        }
    }
    let mut hasher = Hasher::NEW;
    hasher.value(&(3_u8, Refusing));
    assert_eq!(hasher.finish(), mark(words(&[]), u64::MAX));
}

#[test]
fn the_error_of_a_value_that_cannot_be_serialised_omits_its_message() {
    assert_eq!(Refused::custom("no").to_string(), "a value cannot be serialised");
}
