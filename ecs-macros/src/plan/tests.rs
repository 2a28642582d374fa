//! Plans of random worlds: groups are nested in the storages that they share, outer views come before inner ones, and each accepted request
//! is granted by the plan.

mod accesses;
mod requests;

use std::cell::Cell;

use proc_macro2::{Ident, TokenStream};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use quote::{format_ident, quote};

use super::{Kept, Planned, View};
use crate::model::{Aspect, ViewKind, World};
use crate::report::Errors;
use crate::vocabulary::Subject;
use crate::{check, lower, parse, planner};

/// Maximum number of components of a world.
const COMPONENTS: usize = 10;

/// What requests a view, and the requested kind.
#[derive(Debug, Clone, Copy)]
enum Requester {
    System(Option<&'static str>),
    Query(Option<&'static str>),
    Group,
    /// A query parameter, which only has required components.
    Parameter(Option<&'static str>),
}

/// A requested view: the role of each component, on top of an earlier view.
#[derive(Debug, Clone)]
struct Requested {
    by: Requester,
    roles: Vec<Role>,
    on_top_of: Option<prop::sample::Index>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Role {
    Ignored,
    All,
    None,
    Any,
    AllAndAny,
}

fn requested() -> impl Strategy<Value = Requested> {
    let role = prop_oneof![
        10 => Just(Role::Ignored),
        6 => Just(Role::All),
        1 => Just(Role::None),
        1 => Just(Role::Any),
        1 => Just(Role::AllAndAny),
    ];
    let kind = || prop::option::weighted(0.3, prop::sample::select(ViewKind::names().collect::<Vec<_>>()));
    let of_parameter = prop::option::weighted(0.3, prop::sample::select(ViewKind::of_parameters().collect::<Vec<_>>()));
    let by = prop_oneof![
        3 => kind().prop_map(Requester::System),
        2 => kind().prop_map(Requester::Query),
        1 => Just(Requester::Group),
        3 => of_parameter.prop_map(Requester::Parameter),
    ];
    let on_top_of = prop::option::of(any::<prop::sample::Index>());
    (by, prop::collection::vec(role, COMPONENTS), on_top_of).prop_map(|(by, roles, on_top_of)| Requested {
        by,
        roles,
        on_top_of,
    })
}

/// The number of components, which of them are rare (as bits), and the requested views.
fn worlds() -> impl Strategy<Value = (usize, u16, Vec<Requested>)> {
    let rare = prop_oneof![Just(0_u16), (0..COMPONENTS).prop_map(|part| 1 << part), any::<u16>()];
    (6..=COMPONENTS, rare, prop::collection::vec(requested(), 1..=17))
}

/// The aspect of each view, as numbers of components.
fn aspects(components: usize, requested: &[Requested]) -> Vec<Aspect> {
    let mut aspects: Vec<Aspect> = Vec::new();
    for Requested { roles, on_top_of, .. } in requested {
        let base = on_top_of.filter(|_| !aspects.is_empty()).map(|base| base.get(&aspects).clone()).unwrap_or_default();
        let having = |base: &[usize], meant: &[Role]| -> Vec<usize> {
            (0..components).filter(|part| base.contains(part) || meant.contains(&roles[*part])).collect()
        };
        let all = having(&base.all, &[Role::All, Role::AllAndAny]);
        let mut none = having(&base.none, &[Role::None]);
        none.retain(|part| !all.contains(part));
        aspects.push(Aspect { any: having(&base.any, &[Role::Any, Role::AllAndAny]), none, all });
    }
    aspects
}

/// The same without the requests of query parameters. What others request on top of these stays.
fn without_parameters(requested: &[Requested]) -> Vec<Requested> {
    let is_parameter = |requested: &Requested| matches!(requested.by, Requester::Parameter(_));
    let others = requested.iter().map(|own| Requested {
        by: if is_parameter(own) { Requester::Parameter(Some("none")) } else { own.by },
        ..own.clone()
    });
    others.collect()
}

fn names(parts: &[usize]) -> Vec<Ident> {
    parts.iter().map(|part| format_ident!("C{part}")).collect()
}

/// `without(C1)`, `any(C2)`, if there are any.
fn filters(aspect: &Aspect) -> Vec<TokenStream> {
    let filters = [("without", &aspect.none), ("any", &aspect.any)].into_iter().filter(|(_, parts)| !parts.is_empty());
    let filters = filters.map(|(filter, parts)| {
        let (filter, parts) = (format_ident!("{filter}"), names(parts));
        quote! { #filter(#(#parts),*) }
    });
    filters.collect()
}

/// The input of `__ecs_finish!` for a world with these requests.
fn declaration(components: usize, rare: u16, requested: &[Requested]) -> TokenStream {
    let [mut systems, mut signatures, mut queries, mut groups] = [const { Vec::new() }; 4];
    for (at, (aspect, Requested { by, .. })) in aspects(components, requested).iter().zip(requested).enumerate() {
        let (all, filters) = (names(&aspect.all), filters(aspect));
        let view = |kind: &str| {
            let kind = format_ident!("{kind}");
            quote! { view(#kind) }
        };
        let entry = quote! { (#(#all,)* #(#filters),*) };
        match by {
            Requester::System(kind) => {
                let (name, view) = (format_ident!("s{at}"), kind.map(view));
                signatures.push(quote! { { system #name fn [#(#filters)* #view] run()[(Entity) #((&#all))*] } });
                systems.push(quote! { #name });
            }
            Requester::Query(kind) => {
                let view = kind.map(view).map(|view| quote! { #[#view] });
                queries.push(quote! { #view #entry });
            }
            Requester::Group => groups.push(entry),
            Requester::Parameter(kind) => {
                let (name, view) = (format_ident!("s{at}"), kind.map(view).map(|view| quote! { #[#view] }));
                signatures.push(quote! { { system #name fn [] run()[(#view Query<_, (#(&#all,)*)>)] } });
                systems.push(quote! { #name });
            }
        }
    }
    let components = names(&(0..components).collect::<Vec<_>>()).into_iter().enumerate().map(|(part, name)| {
        if rare >> part & 1 == 1 {
            quote! { #[rare] #name }
        } else {
            quote! { #name }
        }
    });
    quote! {
        [] [::ecs_world] {
            components: #(#components),*;
            systems: #(#systems),*;
            queries: #(#queries),*;
            groups: #(#groups),*;
        }
        #(#signatures)*
    }
}

/// The plan that the pipeline makes, and the number of errors that it reports. What breaks a rule is left out.
fn plan(declaration: TokenStream) -> (Planned<World>, usize) {
    let mut errors = Errors::default();
    let input = parse::Input::new(declaration.into_iter().skip(1).collect());
    let lowered = lower::world(parse::world(input, Subject::World, &mut errors), &mut errors);
    let checked = check::world(lowered, &mut errors);
    let count = errors.len();
    errors.reported_elsewhere();
    (super::world(checked), count)
}

/// Each accepted request is granted: its view is of that kind, an entry of `groups:` owns all that it requires, and only groups own
/// storages. Returns the number of these requests.
fn assert_accepted_requests_are_granted(planned: &Planned<World>) -> usize {
    let view_requests = planned.world().view_requests();
    for view_request in &view_requests {
        let view =
            planned.views().iter().find(|view| view.aspect == *view_request.aspect).expect("each request has a view");
        let Some(requested) = view_request.requested else { continue };
        assert_eq!(view.kept, requested.kind, "{}: {}", view.shown, view.reason);
        assert!(!view_request.by_entry() || view.owned == view.aspect.all, "{}: {}", view.shown, view.reason);
        assert_eq!(view.owned.is_empty(), requested.kind != Kept::Group, "{} owns {:?}", view.shown, view.owned);
    }
    view_requests.iter().filter(|view_request| view_request.requested.is_some()).count()
}

/// A group that requires a rare component owns what it requires, except what groups without rare components own. Returns the number of
/// these groups.
fn assert_rare_views_leave_storages_to_groups_of_others(planned: &Planned<World>) -> usize {
    let components = planned.world().components();
    let is_rare = |view: &View| view.aspect.all.iter().any(|part| components[*part].rare == Some(true));
    let (rare, common): (Vec<&View>, Vec<&View>) = groups(planned.views()).partition(|view| is_rare(view));
    let owned_by = |groups: &[&View], part: &usize| groups.iter().any(|other| other.owned.contains(part));
    for view in &rare {
        assert!(!view.owned.iter().any(|part| owned_by(&common, part)), "{}: {}", view.shown, view.reason);
    }
    let unowned = |part: &usize| !owned_by(&common, part) && !owned_by(&rare, part);
    for view in groups(planned.views()).filter(|view| is_rare(view)) {
        assert!(!view.aspect.all.iter().any(unowned), "{}: {}", view.shown, view.reason);
    }
    rare.len()
}

/// Views without rare components, except those of query parameters, own what they would own if there were no views with rare ones.
fn assert_rare_views_take_nothing_from_others(planned: &Planned<World>) {
    let (view_requests, world) = (planned.world().view_requests(), planned.world());
    let (components, mut requests) = world.requests(&view_requests);
    requests.retain(|request| !request.aspect.all.iter().any(|part| components[*part].rare));
    for view in planner::plan(&components, &requests).views.iter().filter(|view| !view.by_parameters) {
        let kept =
            planned.views().iter().find(|own| own.aspect == view.aspect).expect("the view is requested here, too");
        assert_eq!(kept.owned, view.owned, "{}: {}", kept.shown, kept.reason);
    }
}

/// Without query parameters, all other views are kept in the same way. Returns the number of groups that the parameters add.
fn assert_parameters_take_nothing(planned: &Planned<World>, others: &Planned<World>) -> usize {
    for other in others.views() {
        let view =
            planned.views().iter().find(|view| view.aspect == other.aspect).expect("the view is requested here, too");
        assert_eq!((view.kept, &view.owned), (other.kept, &other.owned), "{}: {}", view.shown, view.reason);
    }
    let added = planned.views().iter().filter(|view| view.is_of_parameters());
    added.filter(|view| view.kept == Kept::Group).count()
}

fn groups(views: &[View]) -> impl Iterator<Item = &View> {
    views.iter().filter(|view| view.kept == Kept::Group)
}

/// Groups that own a common storage are comparable, and the inner one owns all that the outer one does. Returns the number of such pairs.
fn assert_groups_are_nested(views: &[View]) -> usize {
    let groups: Vec<&View> = groups(views).collect();
    let mut nested = 0;
    for (at, outer) in groups.iter().enumerate() {
        assert!(!outer.owned.is_empty() && outer.owned.iter().all(|storage| outer.aspect.all.contains(storage)));
        for inner in &groups[at + 1..] {
            if outer.owned.iter().any(|storage| inner.owned.contains(storage)) {
                assert!(inner.aspect.implies(&outer.aspect), "the later group is the inner one");
                assert!(
                    outer.owned.iter().all(|storage| inner.owned.contains(storage)),
                    "the inner group owns as much as the outer one"
                );
                nested += 1;
            }
        }
    }
    nested
}

/// Outer views come before inner ones, unless each implies the other.
fn assert_outer_views_come_first(views: &[View]) {
    for (at, view) in views.iter().enumerate() {
        for later in &views[at + 1..] {
            assert!(!view.aspect.implies(&later.aspect) || later.aspect.implies(&view.aspect));
            assert!(view.aspect != later.aspect, "one view per aspect");
        }
    }
}

#[test]
fn plans_of_random_worlds_nest_their_groups_and_order_their_views() {
    let mut runner = TestRunner::new(ProptestConfig { cases: 500, failure_persistence: None, ..Default::default() });
    let [nested, partial, granted, refused, rare_groups, added] = [const { Cell::new(0) }; 6];
    let result = runner.run(&worlds(), |(components, rare, requested)| {
        let declaration = declaration(components, rare, &requested);
        let (planned, errors) = plan(declaration.clone());
        refused.set(refused.get() + usize::from(errors > 0));
        granted.set(granted.get() + assert_accepted_requests_are_granted(&planned));
        rare_groups.set(rare_groups.get() + assert_rare_views_leave_storages_to_groups_of_others(&planned));
        assert_rare_views_take_nothing_from_others(&planned);
        let others = plan(self::declaration(components, rare, &without_parameters(&requested))).0;
        added.set(added.get() + assert_parameters_take_nothing(&planned, &others));
        nested.set(nested.get() + assert_groups_are_nested(planned.views()));
        partial.set(partial.get() + groups(planned.views()).filter(|view| view.owned != view.aspect.all).count());
        assert_outer_views_come_first(planned.views());
        assert_eq!(planned.text(), plan(declaration).0.text(), "the plan is the same each time");
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    let enough = [nested, partial, granted, refused, rare_groups, added].map(|count| count.get() > 100);
    assert_eq!(enough, [true; 6], "these worlds are too simple to show anything");
}

/// Number of refusals for a world with these entries and signatures.
fn refused(components: &str, systems: &str, groups: &str, signatures: &str) -> usize {
    let declaration =
        format!("[] [::ecs_world] {{ components: {components}; systems: {systems}; groups: {groups}; }} {signatures}");
    plan(declaration.parse().expect("a declaration consists of tokens")).1
}

#[test]
fn each_remedy_of_a_refused_rare_group_works() {
    let advance = "{ system advance fn [] run()[(&A) (&B)] }";
    // An entry.
    assert_eq!(refused("#[rare] R, A, B", "advance", "(R, A)", advance), 1);
    assert_eq!(refused("R, A, B", "advance", "(R, A)", advance), 0, "remove `#[rare]`");
    assert_eq!(refused("#[rare] R, A, B", "advance", "", advance), 0, "remove the group");
    // An entry that would be refused without `#[rare]`, too, so that only the second remedy is named.
    assert_eq!(refused("#[rare] R, A, B, C", "advance", "(R, C), (R, A)", advance), 1);
    assert_eq!(refused("R, A, B, C", "advance", "(R, C), (R, A)", advance), 1);
    assert_eq!(refused("#[rare] R, A, B, C", "advance", "(R, C)", advance), 0);
    // One of two rare components.
    assert_eq!(refused("#[rare] R, #[rare] S, A, B", "advance", "(R, S, A)", advance), 1);
    assert_eq!(refused("R, #[rare] S, A, B", "advance", "(R, S, A)", advance), 1, "both are named");
    assert_eq!(refused("R, S, A, B", "advance", "(R, S, A)", advance), 0);
    // A group that a system requests.
    let requested = |kind| {
        format!(
            "{advance} {{ system first fn [view(group)] run()[(&R) (&C)] }} {{ system second fn [{kind}] run()[(&R) (&A)] }}"
        )
    };
    let systems = "advance, first, second";
    assert_eq!(refused("#[rare] R, A, B, C", systems, "", &requested("view(group)")), 1);
    assert_eq!(refused("R, A, B, C", systems, "", &requested("view(group)")), 0, "remove `#[rare]`");
    assert_eq!(refused("#[rare] R, A, B, C", systems, "", &requested("")), 0, "remove `group`");
}

/// Checks all sets of four components against all pairs of some aspects.
#[test]
fn an_aspect_that_implies_another_is_matched_by_fewer_entities() {
    let mut runner = TestRunner::new(ProptestConfig { cases: 500, failure_persistence: None, ..Default::default() });
    let matches = |aspect: &Aspect, has: usize| {
        let has = |part: &usize| has >> part & 1 == 1;
        aspect.all.iter().all(has)
            && !aspect.none.iter().any(has)
            && (aspect.any.is_empty() || aspect.any.iter().any(has))
    };
    let result = runner.run(&prop::collection::vec(requested(), 12), |requested| {
        let aspects = aspects(4, &requested);
        for (one, other) in aspects.iter().flat_map(|one| aspects.iter().map(move |other| (one, other))) {
            if one.implies(other) {
                assert!((0..16).all(|has| !matches(one, has) || matches(other, has)));
            }
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}
