//! The planner alone: which of a few requests receives a storage, and which is refused.

use crate::model::Aspect;
use crate::planner::{Component, Kept, Plan, Priority, Refusal, Request, Requester, Why, plan};

const NAMES: [&str; 8] = ["A", "B", "C", "D", "Rare", "Fixed", "Gone", "Lost"];

fn components() -> Vec<Component> {
    let components = NAMES.iter().map(|name| Component {
        name: (*name).into(),
        storage: if *name == "Fixed" { "vec" } else { "sparse_set" },
        groupable: *name != "Fixed",
        rare: *name == "Rare",
        transient: ["Gone", "Lost"].contains(name),
    });
    components.collect()
}

/// `"A B !C ?D"`: all of A and B, none of C, any of D.
fn aspect(text: &str) -> Aspect {
    let number = |name: &str| NAMES.iter().position(|own| *own == name).expect("each word is a component");
    let mut aspect = Aspect::default();
    for word in text.split_whitespace() {
        match (word.strip_prefix('!'), word.strip_prefix('?')) {
            (Some(name), _) => aspect.none.push(number(name)),
            (_, Some(name)) => aspect.any.push(number(name)),
            _ => aspect.all.push(number(word)),
        }
    }
    aspect
}

/// A plan whose views are found by text.
struct Planned(Plan);

fn planned(requests: &[(&str, Requester, Option<Kept>)]) -> Planned {
    let aspects: Vec<_> = requests.iter().map(|(text, ..)| aspect(text)).collect();
    let requests: Vec<_> = aspects
        .iter()
        .zip(requests)
        .map(|(aspect, (_, by, requested))| Request { aspect, with: &[], by: *by, requested: *requested })
        .collect();
    Planned(plan(&components(), &requests))
}

impl Planned {
    /// How a view is kept, and the names of the storages that it owns.
    fn of(&self, text: &str) -> (Kept, String) {
        let aspect = aspect(text);
        let view = self.0.views.iter().find(|view| view.aspect == aspect).expect("the view was requested");
        let owned: Vec<_> = view.owned.iter().map(|storage| NAMES[*storage]).collect();
        (view.kept, owned.join(" "))
    }

    fn reason(&self, text: &str) -> String {
        let aspect = aspect(text);
        let view = self.0.views.iter().position(|view| view.aspect == aspect).expect("the view was requested");
        self.0.reason(&components(), view)
    }

    fn refused(&self) -> Vec<usize> {
        (0..self.0.refusals.len()).filter(|request| self.0.refusals[*request].is_some()).collect()
    }
}

fn group(owned: &str) -> (Kept, String) {
    (Kept::Group, owned.into())
}

const SYSTEM: Requester = Requester::System;
const GROUP: Option<Kept> = Some(Kept::Group);

#[test]
fn no_view_is_planned_without_requests() {
    let planned = planned(&[]);
    assert!(planned.0.views.is_empty() && planned.0.refusals.is_empty());
}

#[test]
fn priorities_are_in_the_order_in_which_storages_are_given() {
    let order = [Priority::Entry, Priority::Requested, Priority::Several, Priority::One];
    assert!(order.is_sorted());
    assert_eq!(order.map(Priority::variant), ["Entry", "Requested", "Several", "One"]);
}

#[test]
fn storages_are_given_by_priority_then_systems_then_size_then_first_request() {
    let requests = [
        ("C !A", SYSTEM, None),
        ("A", SYSTEM, None),
        ("A !B", SYSTEM, None),
        ("C !A", SYSTEM, None),
        ("C D", Requester::Query, None),
        ("A B", SYSTEM, None),
        ("A C", SYSTEM, None),
        ("A B C", SYSTEM, None),
        ("A D", SYSTEM, None),
        ("B D", SYSTEM, Some(Kept::List)),
        ("A D", SYSTEM, None),
        ("A C !D", SYSTEM, GROUP),
        ("A B !D", Requester::Entry, GROUP),
    ];
    let mut views = planned(&requests).0.views;
    views.retain(|view| view.priority.is_some());
    views.sort_by_key(|view| view.rank);
    let ranked = ["A B !D", "A C !D", "A D", "A B C", "A B", "A C", "C D", "C !A", "A !B"];
    assert!(views.iter().map(|view| &view.aspect).eq(ranked.map(aspect).iter()));
    assert!(views.iter().map(|view| view.rank).eq(0..ranked.len()));
}

#[test]
fn a_requested_group_that_would_own_nothing_is_refused_and_not_made_a_list() {
    // Views are in the order of their first requests, whether these request a group or not.
    let planned = planned(&[("A B C", SYSTEM, None), ("A B !D", SYSTEM, GROUP), ("A B C", SYSTEM, GROUP)]);
    assert_eq!(planned.refused(), [1]);
    assert_eq!(planned.of("A B C"), group("A B C"));
    let Some(Refusal::Unowned { view }) = planned.0.refusals[1] else { panic!("it owns nothing") };
    let unowned = &planned.0.views[view].unowned;
    assert!(matches!(unowned[..], [(0, Why::Owned { by: first }), (1, Why::Owned { by: second })] if first == second));
    assert_eq!(planned.reason("A B !D"), "A is kept in the order of (A, B, C); B is kept in the order of (A, B, C)");
}

#[test]
fn an_entry_owns_all_that_it_requires_or_is_refused_and_leaves_all_to_others() {
    let both = planned(&[("A B", Requester::Entry, GROUP), ("B C", Requester::Entry, GROUP), ("C D", SYSTEM, GROUP)]);
    assert_eq!(both.refused(), [1]);
    assert_eq!((both.of("A B"), both.of("C D")), (group("A B"), group("C D")));
    let nested = planned(&[("A B", Requester::Entry, GROUP), ("A B C", Requester::Entry, GROUP)]);
    assert_eq!((nested.refused(), nested.of("A B C")), (vec![], group("A B C")));
}

#[test]
fn of_two_requests_for_one_view_the_first_counts_and_the_other_is_refused() {
    let lists =
        planned(&[("A B", SYSTEM, Some(Kept::List)), ("A B", SYSTEM, GROUP), ("A B", SYSTEM, Some(Kept::List))]);
    assert_eq!(lists.0.refusals, [None, Some(Refusal::Conflict { with: 0 }), None]);
    assert_eq!((lists.of("A B"), lists.reason("A B")), ((Kept::List, String::new()), "as declared".into()));
    let groups = planned(&[("A B", SYSTEM, None), ("A B", SYSTEM, GROUP), ("A B", Requester::Entry, GROUP)]);
    assert_eq!((groups.refused(), groups.of("A B")), (vec![], group("A B")));
}

#[test]
fn groups_of_nothing_and_of_one_component_are_refused() {
    let planned = planned(&[
        ("!A", SYSTEM, GROUP),
        ("A", SYSTEM, GROUP),
        ("B", Requester::Entry, GROUP),
        ("C !A", SYSTEM, GROUP),
    ]);
    let (nothing, one) = (Some(Refusal::NothingRequired), Some(Refusal::OneComponent));
    assert_eq!(planned.0.refusals, [nothing, one, one, None]);
    assert_eq!(
        (planned.of("!A").0, planned.of("A"), planned.of("C !A")),
        (Kept::List, (Kept::Storage, "A".into()), group("C"))
    );
}

#[test]
fn a_view_that_is_requested_as_another_kind_owns_nothing() {
    for kept in [Kept::List, Kept::Delayed, Kept::ActivePassive, Kept::Scan] {
        let planned = planned(&[("A", SYSTEM, Some(kept)), ("B C", SYSTEM, Some(kept)), ("C D", SYSTEM, None)]);
        assert_eq!((planned.of("A"), planned.of("B C")), ((kept, String::new()), (kept, String::new())));
        assert_eq!(planned.of("C D"), group("C D"));
    }
}

#[test]
fn a_view_with_a_rare_component_owns_no_storage_that_another_requires() {
    let hot = planned(&[("A Rare", SYSTEM, None), ("A B Rare", SYSTEM, None), ("A B", SYSTEM, None)]);
    assert_eq!((hot.of("A B"), hot.of("A Rare"), hot.of("A B Rare")), (group("A B"), group("Rare"), group("Rare")));
    assert_eq!(hot.reason("A Rare"), "A is left to (A, B), since Rare is rare");
    let alone = planned(&[("A Rare", SYSTEM, None), ("B C", SYSTEM, None)]);
    assert_eq!(alone.of("A Rare"), group("A Rare"));
}

#[test]
fn a_view_with_a_rare_component_owns_what_others_require_and_do_not_own() {
    for kept in [Kept::List, Kept::Delayed, Kept::ActivePassive, Kept::Scan] {
        let iterated = planned(&[("A B", SYSTEM, Some(kept)), ("A", SYSTEM, None), ("A Rare", SYSTEM, None)]);
        assert_eq!((iterated.of("A Rare"), iterated.of("A B").0), (group("A Rare"), kept));
    }
    let lost = planned(&[("B C", SYSTEM, GROUP), ("B Fixed", SYSTEM, None), ("B Fixed Rare", SYSTEM, None)]);
    assert_eq!((lost.of("B Fixed").0, lost.of("B Fixed Rare")), (Kept::Scan, group("Rare")));
    assert_eq!(
        lost.reason("B Fixed Rare"),
        "B is left to (B, C), since Rare is rare; Fixed is in a vec, which no group can own"
    );
}

#[test]
fn views_with_rare_components_receive_storages_after_all_others() {
    let requests =
        [("A Rare", SYSTEM, GROUP), ("A B Rare", SYSTEM, None), ("A !B", SYSTEM, None), ("C D", SYSTEM, None)];
    let mut views = planned(&requests).0.views;
    views.sort_by_key(|view| view.rank);
    assert!(views.iter().map(|view| &view.aspect).eq(["C D", "A !B", "A Rare", "A B Rare"].map(aspect).iter()));
    assert_eq!(planned(&requests).of("A Rare"), group("Rare"), "A is owned by (A, !B), which is not rare");
}

#[test]
fn an_explicit_group_with_a_rare_component_is_refused_where_it_takes_a_storage_from_others() {
    let entry = planned(&[("A B", SYSTEM, None), ("A Rare", Requester::Entry, GROUP)]);
    assert_eq!((entry.refused(), entry.of("A B")), (vec![1], group("A B")));
    let partial = planned(&[("A B", SYSTEM, None), ("A Rare", SYSTEM, GROUP)]);
    assert_eq!((partial.refused(), partial.of("A Rare")), (vec![], group("Rare")));
}

#[test]
fn a_storage_with_an_order_of_its_own_is_owned_by_no_group() {
    let planned =
        planned(&[("A Fixed", SYSTEM, None), ("B Fixed", Requester::Entry, GROUP), ("Fixed !A", SYSTEM, GROUP)]);
    assert_eq!((planned.refused(), planned.of("A Fixed")), (vec![1, 2], group("A")));
    assert_eq!(planned.reason("A Fixed"), "Fixed is in a vec, which no group can own");
}

#[test]
fn an_entry_that_demotes_a_group_is_named_in_the_reason() {
    let planned = planned(&[("A B", SYSTEM, None), ("A C", Requester::Entry, GROUP)]);
    assert_eq!(planned.of("A B"), group("B"));
    assert_eq!(planned.reason("A B"), "A is kept in the order of (A, C), an entry of `groups:`");
}

const PARAMETER: Requester = Requester::Parameter;

#[test]
fn query_parameters_receive_storages_that_are_left_and_demote_no_group() {
    let requests =
        [("A B", PARAMETER, None), ("A B", PARAMETER, None), ("B C", SYSTEM, None), ("C D", PARAMETER, None)];
    let plan = planned(&requests);
    assert_eq!((plan.of("B C"), plan.of("A B"), plan.of("C D")), (group("B C"), group("A"), group("D")));
    assert_eq!(plan.reason("A B"), "B is kept in the order of (B, C)");
    let nothing = planned(&[("A B", PARAMETER, None), ("A C", SYSTEM, None), ("B D", Requester::Query, None)]);
    assert_eq!(nothing.of("A B"), (Kept::Scan, String::new()), "no list is kept for a query parameter");
    let alone = planned(&[("A B", PARAMETER, None), ("C !D", SYSTEM, None)]);
    assert_eq!((alone.of("A B"), alone.of("C !D")), (group("A B"), group("C")));
    let filtered = planned(&[("A B", PARAMETER, None), ("A !D", SYSTEM, None)]);
    assert_eq!((filtered.of("A B"), filtered.of("A !D")), (group("B"), group("A")));
}

#[test]
fn a_query_parameter_shares_the_view_of_others_without_raising_its_priority() {
    let plan = planned(&[
        ("A B", PARAMETER, None),
        ("A B", PARAMETER, None),
        ("A B", SYSTEM, None),
        ("B C", SYSTEM, None),
        ("B C", SYSTEM, None),
    ]);
    assert_eq!((plan.of("A B"), plan.of("B C")), (group("A"), group("B C")), "one system against two");
    assert_eq!(plan.0.views.len(), 2);
}

#[test]
fn the_kind_that_a_query_parameter_requests_holds_for_a_view_of_its_own() {
    let list = Some(Kept::List);
    let own = planned(&[("A B", PARAMETER, list), ("B C", SYSTEM, None)]);
    assert_eq!((own.refused(), own.of("A B")), (vec![], (Kept::List, String::new())));
    for by in [SYSTEM, Requester::Query] {
        let shared = planned(&[("A B", PARAMETER, list), ("A B", by, None)]);
        assert_eq!(shared.0.refusals, [Some(Refusal::Shared { with: 1 }), None]);
        assert_eq!(shared.of("A B"), group("A B"));
        let same = planned(&[("A B", PARAMETER, list), ("A B", by, list)]);
        assert_eq!((same.refused(), same.of("A B")), (vec![], (Kept::List, String::new())));
    }
    let scan = planned(&[
        ("A B", SYSTEM, None),
        ("A C", SYSTEM, None),
        ("A B", Requester::Query, None),
        ("B D", SYSTEM, GROUP),
        ("A B", PARAMETER, Some(Kept::Scan)),
    ]);
    assert_eq!((scan.of("A B").0, scan.refused()), (Kept::Group, vec![4]));
    let none = planned(&[
        ("A C", SYSTEM, GROUP),
        ("B D", SYSTEM, GROUP),
        ("A B", SYSTEM, None),
        ("A B", PARAMETER, Some(Kept::Scan)),
    ]);
    assert_eq!((none.of("A B").0, none.refused()), (Kept::Scan, vec![]));
    let early = planned(&[("A B", PARAMETER, list), ("A B", SYSTEM, GROUP)]);
    assert_eq!((early.of("A B"), early.refused()), (group("A B"), vec![0]));
    let two = planned(&[("A B", PARAMETER, list), ("A B", PARAMETER, Some(Kept::Delayed))]);
    assert_eq!(two.0.refusals, [None, Some(Refusal::Conflict { with: 0 })]);
}

#[test]
fn a_rare_view_leaves_nothing_to_query_parameters_and_theirs_leave_all_to_others() {
    let common = planned(&[("A B", PARAMETER, None), ("A Rare", SYSTEM, None)]);
    assert_eq!((common.of("A Rare"), common.of("A B")), (group("A Rare"), group("B")));
    let rare = planned(&[("A Rare", PARAMETER, None), ("A B", PARAMETER, None)]);
    assert_eq!((rare.of("A Rare"), rare.of("A B")), (group("Rare"), group("A B")));
    let nested = planned(&[("A B", SYSTEM, None), ("A B C Rare", SYSTEM, None), ("A B C", PARAMETER, None)]);
    assert_eq!(nested.of("A B C Rare"), group("C Rare"));
    assert_eq!(
        nested.of("A B C"),
        group("A B"),
        "it shares no storage with the rare group, since an inner group would own as much as the outer one"
    );
}

#[test]
fn a_view_that_mentions_a_transient_component_owns_no_storage_that_snapshots_have() {
    let by = Requester::System;
    for mentioned in ["A B Gone", "A B !Gone", "A B ?Gone"] {
        let plan = planned(&[(mentioned, by, None)]);
        let view = &plan.0.views[0];
        assert!(view.owned.iter().all(|storage| NAMES[*storage] == "Gone"), "{mentioned}: {:?}", view.owned);
        let is_because = |(storage, why): &(usize, Why)| *storage < 2 && matches!(why, Why::Transient { component: 6 });
        assert_eq!(view.unowned.iter().filter(|reason| is_because(reason)).count(), 2);
        assert!(plan.0.reason(&components(), 0).contains("A is in snapshots, and Gone is not"));
    }
    // Transient components can be grouped with each other.
    let plan = planned(&[("Gone Lost", by, None), ("A Gone Lost", by, None)]);
    assert!(plan.0.views.iter().all(|view| view.kept == Kept::Group && view.owned == [6, 7]));
    // Groups of other components are as if there were no transient ones.
    let plan = planned(&[("A B Gone", by, None), ("A B", by, None)]);
    let own = plan.0.views.iter().find(|view| view.aspect == aspect("A B")).expect("the view is planned");
    assert_eq!(own.owned, [0, 1]);
    let refused = planned(&[("A !Gone", by, Some(Kept::Group)), ("A B Gone", Requester::Entry, Some(Kept::Group))]);
    assert!(refused.0.refusals.iter().all(|refusal| matches!(refusal, Some(Refusal::Unowned { .. }))));
}
