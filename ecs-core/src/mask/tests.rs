//! Sets of words, at the edges of words.

use alloc::format;
use alloc::vec::Vec;

use super::*;

#[test]
fn bits_at_the_edges_of_words_are_distinguished() {
    let edges = [0, 63, 64, 127, 128, 191];
    let mask = Mask::<3>::of(&edges);
    assert_eq!(mask.iter().collect::<Vec<_>>(), edges);
    for component in 0..192 {
        assert_eq!(mask.contains(component), edges.contains(&component), "{component}");
    }
}

#[test]
fn each_bit_is_distinguished_from_every_other() {
    for component in 0..192 {
        let (bit, empty) = (Mask::<3>::bit(component), Mask::<3>::EMPTY);
        assert!((0..192).all(|other| bit.contains(other) == (other == component)), "{component}");
        assert_eq!((bit.first(), Mask::of(&[component]), bit.is_empty()), (Some(component), bit, false));
        assert!(bit.contains_all(&bit) && bit.intersects(&bit) && bit.without(bit) == empty);
        let next = Mask::bit((component + 1) % 192);
        assert!(!bit.contains_all(&next) && !bit.intersects(&next) && bit.without(next) == bit);
        assert!(bit.union(next).contains_all(&next) && bit.union(next).intersects(&bit) && bit.union(bit) == bit);
    }
    assert_eq!((Mask::<3>::EMPTY.first(), Mask::<3>::EMPTY.iter().next()), (None, None));
}

#[test]
fn equal_bits_of_two_words_do_not_cancel_out() {
    let both = Mask::<2>::of(&[1, 65]);
    assert!(!Mask::EMPTY.contains_all(&both) && both.intersects(&both) && both.contains_all(&both));
    assert!(!both.intersects(&Mask::of(&[0, 64])) && !Mask::of(&[0, 64]).contains_all(&both));
}

#[test]
fn set_operations_agree_with_their_names() {
    let (a, b) = (Mask::<2>::of(&[1, 64]), Mask::<2>::of(&[64, 100]));
    assert_eq!(a.union(b), Mask::of(&[1, 64, 100]));
    assert_eq!(a.without(b), Mask::bit(1));
    assert!(a.intersects(&b) && !a.contains_all(&b) && a.union(b).contains_all(&b));
    assert!(a.contains_all(&Mask::EMPTY) && !a.intersects(&Mask::EMPTY) && Mask::<2>::EMPTY.is_empty());
}

#[test]
fn a_mask_prints_its_components() {
    assert_eq!(format!("{:?}", Mask::<2>::of(&[0, 65])), "{0, 65}");
}

#[test]
fn all_words_of_a_mask_are_folded_and_hashed() {
    let all = [(&[][..], 0), (&[0], 1), (&[64], 1), (&[0, 64], 1), (&[1, 66, 191], 1 << 1 | 1 << 2 | 1 << 63)];
    for (components, folded) in all {
        assert_eq!(Mask::<3>::of(components).folded(), folded, "{components:?}");
    }
    let hash = |components: &[usize]| {
        let mut hasher = std::hash::DefaultHasher::new();
        core::hash::Hash::hash(&Mask::<3>::of(components), &mut hasher);
        core::hash::Hasher::finish(&hasher)
    };
    assert_eq!(hash(&[0]), hash(&[0]));
    assert!(hash(&[0]) != hash(&[64]) && hash(&[]) != hash(&[191]));
}

#[test]
fn scattered_masks_are_the_same_on_all_targets() {
    assert_eq!([&[0][..], &[0, 1]].map(|mask| Mask::<1>::of(mask).scattered()), [0xab16_9eb8, 0xa2f8_2bf5]);
    assert_eq!([&[0][..], &[0, 2, 64, 67]].map(|mask| Mask::<2>::of(mask).scattered()), [0x26a5_c908, 0x101e_a71b]);
    assert_eq!(Mask::<2>::of(&[0, 64, 65, 66, 67, 68, 69, 70, 71]).scattered(), 0x1d00_d924, "bits that overlap");
}
