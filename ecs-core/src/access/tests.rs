//! Compares what constant functions return for trees of accesses with what sets return: for small trees and all small aspects.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use std::sync::Mutex;

use super::Access::{Many, Maybe, None, Past, Read, Write};
use super::views::DISTINGUISHED;
use super::{Access, Aspects, Concern, MentionedBy, Mentions, ViewSet};
use crate::mask::{BitMask as _, SmallMask};

/// All lists of three components, ascending.
const LISTS: [&[usize]; 8] = [&[], &[0], &[1], &[0, 1], &[2], &[0, 2], &[1, 2], &[0, 1, 2]];

/// Trees of all kinds over three components.
const TREES: &[Access] = &[
    None,
    Read(0),
    Write(1),
    Maybe(&Write(2)),
    Maybe(&Maybe(&Read(0))),
    Many(&[]),
    Many(&[Read(0), Write(1)]),
    Many(&[Write(1), Read(0), None]),
    Many(&[Read(0), Read(0)]),
    Many(&[Read(0), Write(0)]),
    Many(&[Write(2), Maybe(&Read(2))]),
    Many(&[Maybe(&Write(1)), Many(&[Read(2), Many(&[Write(0)])])]),
    Many(&[Many(&[Read(1)]), Maybe(&Many(&[Write(2), Write(0)])), Write(1)]),
    Many(&[Maybe(&Read(1)), Maybe(&Read(1)), Read(2)]),
    Many(&[Write(0), Write(1), Write(2)]),
];

/// Keeps these values for the rest of the process, as constants are. A static refers to them, so checkers report no leak.
fn kept<T: Send + Sync + 'static>(values: Vec<T>) -> &'static [T] {
    static KEPT: Mutex<Vec<&'static (dyn Any + Send + Sync)>> = Mutex::new(Vec::new());
    let values: &'static Vec<T> = Box::leak(Box::new(values));
    KEPT.lock().expect("no thread panicked").push(values);
    values
}

/// Aspects that are tested one by one.
fn unlisted(views: &[Mentions]) -> Aspects {
    Aspects { views: kept(views.to_vec()), by_component: &[], open: &[] }
}

/// The same aspects, listed by component.
fn listed(views: &[Mentions], components: usize) -> Aspects {
    let numbers_of = |is_mentioned: &dyn Fn(&Mentions) -> bool| {
        let numbers: Vec<_> = (0..views.len()).filter(|view| is_mentioned(&views[*view])).collect();
        kept(numbers)
    };
    let by_component: Vec<_> = (0..components)
        .map(|component| MentionedBy {
            component,
            required: numbers_of(&|view| view.all.contains(&component) || view.any.contains(&component)),
            excluded: numbers_of(&|view| view.none.contains(&component)),
        })
        .filter(|mentioned| !mentioned.required.is_empty() || !mentioned.excluded.is_empty())
        .collect();
    let open = numbers_of(&|view| view.all.is_empty() && view.any.is_empty());
    Aspects { by_component: kept(by_component), open, ..unlisted(views) }
}

/// A leaf: the component, whether it is written, whether it is required.
type Leaf = (usize, bool, bool);

fn leaves(access: &Access, required: bool, all: &mut Vec<Leaf>) {
    match access {
        // A past conflicts with nothing.
        None | Past(_) => {}
        Read(component) => all.push((*component, false, required)),
        Write(component) => all.push((*component, true, required)),
        Maybe(access) => leaves(access, false, all),
        Many(parts) => parts.iter().for_each(|part| leaves(part, required, all)),
    }
}

fn leaves_of(access: &Access) -> Vec<Leaf> {
    let mut all = Vec::new();
    leaves(access, true, &mut all);
    all
}

#[test]
fn an_access_aliases_exactly_if_a_component_that_is_written_has_another_leaf() {
    for access in TREES {
        let leaves = leaves_of(access);
        let touches = |component| leaves.iter().filter(|leaf| leaf.0 == component).count();
        let aliases = leaves.iter().any(|(component, written, _)| *written && touches(*component) > 1);
        assert_eq!(access.aliases(), aliases, "{access:?}");
        assert!((0..4).all(|component| access.touches(component) == touches(component)), "{access:?}");
    }
}

#[test]
fn the_past_of_a_component_requires_it_and_conflicts_with_nothing() {
    let [past, pair] = [Past(1), Many(&[Write(1), Past(1), Maybe(&Past(0))])];
    assert!(!pair.aliases() && !Many(&[Past(1), Past(1)]).aliases());
    assert_eq!([past.touches(1), pair.touches(1), pair.touches(0)], [0, 1, 0]);
    assert_eq!([0, 1, 2].map(|component| past.requires(component)), [false, true, false]);
    assert!(past.requires_only(&[1]) && !past.requires_only(&[0]) && pair.requires_only(&[1]));
    assert!(past.is_met(&|component| component == 1) && !past.is_met(&|component| component != 1));
    assert!(!past.has_optional() && pair.has_optional());
    let aspect = Mentions { all: &[1], none: &[], any: &[], owned: &[1] };
    assert!(aspect.covers(&past) && aspect.is_exactly(&past) && !aspect.covers(&Maybe(&Past(1))));
}

#[test]
fn the_required_mask_has_the_components_that_are_required_one_by_one() {
    for access in TREES.iter().chain(&[Past(1), Many(&[Past(2), Maybe(&Past(0))])]) {
        let required: SmallMask<u8> = access.required();
        let [one_by_one, met] = [0, 1, 2].into_iter().fold([SmallMask::EMPTY; 2], |[ones, met], component| {
            let bit = SmallMask::bit(component);
            let is_needed = !access.is_met(&|other| other != component);
            [
                if access.requires(component) { ones.union(bit) } else { ones },
                if is_needed { met.union(bit) } else { met },
            ]
        });
        assert_eq!([one_by_one, met], [required; 2], "{access:?}");
    }
}

#[test]
fn concerns_and_covering_views_agree_with_sets() {
    for access in TREES {
        let leaves = leaves_of(access);
        let touched = |component: &usize| leaves.iter().any(|leaf| leaf.0 == *component);
        let required = |component: &usize| leaves.iter().any(|leaf| leaf.0 == *component && leaf.2);
        let of_three = LISTS.iter().flat_map(|all| LISTS.iter().map(move |none| (all, none)));
        let aspects = of_three.flat_map(|aspect| LISTS.iter().map(move |any| (aspect, any)));
        // Miri takes a hundred times as long.
        for (aspect, any) in aspects.step_by(if cfg!(miri) { 61 } else { 1 }) {
            let ((all, none), owned) = (aspect, &[][..]);
            let aspect = Mentions { all, none, any, owned };
            let context = (access, aspect);
            let mentioned = [*all, any].concat();
            assert_eq!(Concern::Required(*access).is_about(&aspect), mentioned.iter().any(touched), "{context:?}");
            assert_eq!(Concern::Excluded(*access).is_about(&aspect), none.iter().any(touched), "{context:?}");
            let matches =
                all.iter().all(touched) && !none.iter().any(required) && (any.is_empty() || any.iter().any(touched));
            assert_eq!(Concern::Spawn(*access).is_about(&aspect), matches, "{context:?}");
            let exchange = |required, excluded| Concern::Exchange { required, excluded }.is_about(&aspect);
            assert_eq!(exchange(*access, None), mentioned.iter().any(touched), "{context:?}");
            assert_eq!(exchange(None, *access), none.iter().any(touched), "{context:?}");
            assert!(Concern::Despawn.is_about(&aspect));
            let covers = !all.is_empty()
                && none.is_empty()
                && all.iter().all(required)
                && (any.is_empty() || any.iter().any(required));
            assert_eq!(aspect.covers(access), covers, "{context:?}");
            assert_eq!(aspect.is_required_by(access), all.iter().all(required), "{context:?}");
            assert_eq!(ViewSet::covering(access, &unlisted(&[aspect])).iter(1).eq([0]), covers, "{context:?}");
            let only = leaves.iter().filter(|leaf| leaf.2).all(|leaf| all.contains(&leaf.0));
            assert_eq!(aspect.is_exactly(access), covers && only, "{context:?}");
        }
    }
}

#[test]
fn covering_views_are_distinguished_at_the_edges_of_words() {
    let (own, other) = (
        Mentions { all: &[1], none: &[], any: &[], owned: &[] },
        Mentions { all: &[2], none: &[], any: &[], owned: &[] },
    );
    let mut aspects = alloc::vec![other; DISTINGUISHED + 2];
    let covering = [0, 63, 64, 127, 128, DISTINGUISHED - 1];
    for view in covering.into_iter().chain([DISTINGUISHED]) {
        aspects[view] = own;
    }
    assert!(
        ViewSet::covering(&Read(1), &unlisted(&aspects)).iter(aspects.len()).eq(covering),
        "views beyond the limit are not distinguished"
    );
    assert!(ViewSet::covering(&Read(1), &unlisted(&aspects[..65])).iter(65).eq([0, 63, 64]));
    for views in [0, 1, 2, 3, 63, 64, 65, 127, 128, 129] {
        let first = covering.into_iter().filter(|view| *view < views);
        assert!(ViewSet::covering(&Read(1), &unlisted(&aspects)).iter(views).eq(first), "of {views}");
    }
    assert!(
        ViewSet::covering(&Read(0), &unlisted(&aspects)).is_empty()
            && ViewSet::covering(&Read(1), &unlisted(&aspects[1..63])).is_empty()
    );
    assert!(!ViewSet::covering(&Read(1), &unlisted(&aspects[..1])).is_empty(), "the first view");
    assert!(!ViewSet::covering(&Read(1), &unlisted(&aspects[129..])).is_empty(), "a view of the last word");
}

#[test]
fn a_change_concerns_the_aspects_that_mention_it() {
    let aspect = Mentions { all: &[1, 2], none: &[3], any: &[4], owned: &[] };
    let empty = Mentions { all: &[], none: &[], any: &[], owned: &[] };
    let [required, excluded] = [Concern::Required, Concern::Excluded];
    assert!(excluded(Many(&[Write(9), Write(3)])).is_about(&aspect) && !excluded(Write(1)).is_about(&aspect));
    assert!(required(Write(2)).is_about(&aspect) && required(Many(&[Write(9), Write(4)])).is_about(&aspect));
    assert!(!required(Write(3)).is_about(&aspect));
    assert!(!required(Write(5)).is_about(&aspect) && !excluded(Write(5)).is_about(&aspect));
    assert!(!required(Write(5)).is_about(&empty) && !excluded(Write(5)).is_about(&empty));
    assert!(Concern::Spawn(Many(&[Write(1), Many(&[Write(2), Write(4)])])).is_about(&aspect));
    assert!(!Concern::Spawn(Many(&[Write(1), Write(2)])).is_about(&aspect));
    assert!(Concern::Spawn(Many(&[])).is_about(&empty) && Concern::Despawn.is_about(&empty));
    assert!(Concern::Despawn.is_about_all() && Concern::Any.is_about_all());
    assert!(!Concern::Required(None).is_about_all() && !Concern::Spawn(None).is_about_all());
}

#[test]
fn views_beyond_those_that_are_distinguished_are_always_tested() {
    let (own, other) = (
        Mentions { all: &[1], none: &[], any: &[], owned: &[] },
        Mentions { all: &[2], none: &[], any: &[], owned: &[] },
    );
    let mut aspects = alloc::vec![other; DISTINGUISHED + 2];
    aspects[63..=64].fill(own);
    aspects[DISTINGUISHED..].fill(own);
    let views = ViewSet::of(&Concern::Required(Write(1)), &unlisted(&aspects));
    let concerned: alloc::vec::Vec<_> = (0..aspects.len()).filter(|view| views.has(*view)).collect();
    assert_eq!(concerned, [63, 64, DISTINGUISHED, DISTINGUISHED + 1]);
    assert!(
        ViewSet::of(&Concern::Required(Write(1)), &unlisted(&aspects[..64])).iter(64).eq([63]),
        "only views that exist"
    );
}

#[test]
fn the_next_view_of_a_set_is_found_at_the_edges_of_words() {
    let (own, other) = (
        Mentions { all: &[1], none: &[], any: &[], owned: &[] },
        Mentions { all: &[2], none: &[], any: &[], owned: &[] },
    );
    let mut aspects = alloc::vec![other; DISTINGUISHED + 3];
    let members = [0, 1, 2, 3, 62, 63, 64, 65, 127, 128, DISTINGUISHED - 1];
    for view in members {
        aspects[view] = own;
    }
    let views = ViewSet::of(&Concern::Required(Write(1)), &unlisted(&aspects));
    for count in
        [0, 1, 2, 3, 63, 64, 65, 66, 128, 129, DISTINGUISHED - 1, DISTINGUISHED, DISTINGUISHED + 1, DISTINGUISHED + 3]
    {
        for first in
            [0, 1, 2, 3, 4, 61, 62, 63, 64, 65, 66, 127, 128, 129, DISTINGUISHED - 1, DISTINGUISHED, DISTINGUISHED + 2]
        {
            let expected = (first..count).find(|view| members.contains(view) || *view >= DISTINGUISHED);
            assert_eq!(views.next_from(first, count), expected, "from {first} of {count}");
        }
    }
}

#[test]
fn views_listed_by_component_are_chosen_like_unlisted_ones() {
    let aspects: Vec<_> = LISTS
        .iter()
        .flat_map(|all| LISTS.iter().map(move |none| (all, none)))
        .flat_map(|aspect| LISTS.iter().map(move |any| (aspect, any)))
        .map(|((all, none), any)| Mentions { all, none, any, owned: &[] })
        // In Miri, as many as fit into two words.
        .step_by(if cfg!(miri) { 7 } else { 1 })
        .collect();
    let (all, by_component) = (unlisted(&aspects), listed(&aspects, 3));
    for access in TREES {
        let concerns = [
            Concern::Spawn(*access),
            Concern::Required(*access),
            Concern::Excluded(*access),
            Concern::Exchange { required: *access, excluded: Read(2) },
            Concern::Exchange { required: Read(0), excluded: *access },
            Concern::Any,
            Concern::Despawn,
        ];
        for concern in concerns {
            let [one, other] = [&all, &by_component].map(|aspects| ViewSet::of(&concern, aspects));
            assert!(one.iter(DISTINGUISHED).eq(other.iter(DISTINGUISHED)), "{concern:?}");
        }
        let [one, other] = [&all, &by_component].map(|aspects| ViewSet::covering(access, aspects));
        assert!(one.iter(DISTINGUISHED).eq(other.iter(DISTINGUISHED)), "{access:?}");
        assert_eq!(all.equal(access), by_component.equal(access), "{access:?}");
    }
}

#[test]
fn the_first_view_that_requires_exactly_the_same_is_found() {
    let aspect = |all| Mentions { all, none: &[], any: &[], owned: &[] };
    let aspects = [aspect(&[1]), aspect(&[1, 2]), aspect(&[2]), aspect(&[1, 2])];
    for (all, rest) in [(unlisted(&aspects), unlisted(&aspects[2..])), (listed(&aspects, 4), listed(&aspects[2..], 4))]
    {
        assert_eq!(all.equal(&Many(&[Write(2), Read(1), Maybe(&Read(3))])), Some(1));
        assert_eq!([1, 2].map(|component| all.equal(&Read(component))), [Some(0), Some(2)]);
        assert_eq!(all.equal(&Read(3)), Option::None, "no view mentions the component");
        assert_eq!(rest.equal(&Read(1)), Option::None, "no view requires the component alone");
        assert_eq!(all.equal(&Maybe(&Read(1))), Option::None, "nothing is required");
    }
}

#[test]
fn a_spawn_concerns_the_aspects_that_optional_components_can_match() {
    let aspect = Mentions { all: &[1], none: &[3], any: &[], owned: &[] };
    assert!(Concern::Spawn(Many(&[Write(1), Maybe(&Write(3))])).is_about(&aspect), "it may lack what is excluded");
    assert!(Concern::Spawn(Many(&[Maybe(&Write(1))])).is_about(&aspect), "it may have what is required");
    assert!(!Concern::Spawn(Many(&[Write(1), Write(3)])).is_about(&aspect));
}

#[test]
fn only_accesses_below_an_option_are_optional() {
    for access in [None, Read(1), Write(1), Many(&[]), Many(&[Write(1), Many(&[Read(2), None])])] {
        assert!(!access.has_optional(), "{access:?}");
    }
    for access in [Maybe(&Write(1)), Many(&[Write(1), Maybe(&Write(2))]), Many(&[Many(&[Maybe(&None)]), Read(1)])] {
        assert!(access.has_optional(), "{access:?}");
    }
}

#[test]
fn only_a_component_that_is_written_and_touched_again_aliases() {
    assert!(!Many(&[Read(1), Read(1), Write(2), None]).aliases());
    assert!(Many(&[Read(1), Write(1)]).aliases());
    assert!(Many(&[Write(1), Read(1)]).aliases());
    assert!(Many(&[Write(3), Many(&[Read(2), Many(&[Write(3)])])]).aliases());
}
