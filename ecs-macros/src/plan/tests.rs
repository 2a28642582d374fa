//! Plans of random worlds: groups stand within each other in the storages that they share, views after those around them.

use std::cell::Cell;

use proc_macro2::{Ident, TokenStream};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use quote::{format_ident, quote};

use super::{Kept, Planned, View};
use crate::model::{Aspect, ViewKind, World};
use crate::report::Errors;
use crate::{check, lower, parse};

/// How many components a world has at most.
const COMPONENTS: usize = 10;

/// Who asks for a view, and how it is wished to be kept.
#[derive(Debug, Clone, Copy)]
enum By {
    System(Option<&'static str>),
    Query(Option<&'static str>),
    Group,
}

/// A view that is asked for: what it demands of each component, on top of what an earlier one does.
#[derive(Debug, Clone)]
struct Wanted {
    by: By,
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

fn wanted() -> impl Strategy<Value = Wanted> {
    let role = prop_oneof![
        10 => Just(Role::Ignored),
        6 => Just(Role::All),
        1 => Just(Role::None),
        1 => Just(Role::Any),
        1 => Just(Role::AllAndAny),
    ];
    let wish = || prop::option::weighted(0.3, prop::sample::select(ViewKind::names().collect::<Vec<_>>()));
    let by = prop_oneof![3 => wish().prop_map(By::System), 2 => wish().prop_map(By::Query), 1 => Just(By::Group)];
    let on_top_of = prop::option::of(any::<prop::sample::Index>());
    (by, prop::collection::vec(role, COMPONENTS), on_top_of).prop_map(|(by, roles, on_top_of)| Wanted {
        by,
        roles,
        on_top_of,
    })
}

fn wishes() -> impl Strategy<Value = (usize, Vec<Wanted>)> {
    (6..=COMPONENTS, prop::collection::vec(wanted(), 1..=12))
}

/// The aspect of each view, as numbers of components.
fn aspects(components: usize, wanted: &[Wanted]) -> Vec<Aspect> {
    let mut aspects: Vec<Aspect> = Vec::new();
    for Wanted { roles, on_top_of, .. } in wanted {
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

fn names(parts: &[usize]) -> Vec<Ident> {
    parts.iter().map(|part| format_ident!("C{part}")).collect()
}

/// `without(C1)`, `any(C2)`, where there are any.
fn filters(aspect: &Aspect) -> Vec<TokenStream> {
    let filters = [("without", &aspect.none), ("any", &aspect.any)].into_iter().filter(|(_, parts)| !parts.is_empty());
    let filters = filters.map(|(filter, parts)| {
        let (filter, parts) = (format_ident!("{filter}"), names(parts));
        quote! { #filter(#(#parts),*) }
    });
    filters.collect()
}

/// What `__ecs_finish!` is given for a world in which these views are asked for.
fn declaration(components: usize, wanted: &[Wanted]) -> TokenStream {
    let [mut systems, mut signatures, mut queries, mut groups] = [const { Vec::new() }; 4];
    for (at, (aspect, Wanted { by, .. })) in aspects(components, wanted).iter().zip(wanted).enumerate() {
        let (all, filters) = (names(&aspect.all), filters(aspect));
        let view = |wish: &str| {
            let wish = format_ident!("{wish}");
            quote! { view(#wish) }
        };
        let entry = quote! { (#(#all,)* #(#filters),*) };
        match by {
            By::System(wish) => {
                let (name, view) = (format_ident!("s{at}"), wish.map(view));
                signatures.push(quote! { { system #name fn [#(#filters)* #view] run()[(Entity) #((&#all))*] } });
                systems.push(quote! { #name });
            }
            By::Query(wish) => {
                let view = wish.map(view).map(|view| quote! { #[#view] });
                queries.push(quote! { #view #entry });
            }
            By::Group => groups.push(entry),
        }
    }
    let components = names(&(0..components).collect::<Vec<_>>());
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

/// The plan that the pipeline makes of it. What breaks a rule is left out, as it would be beside its error.
fn plan(declaration: TokenStream) -> Planned<World> {
    let mut errors = Errors::default();
    let input = parse::Input::new(declaration.into_iter().skip(1).collect());
    let lowered = lower::world(parse::world(input, parse::Subject::World, &mut errors), &mut errors);
    let checked = check::world(lowered, &mut errors);
    errors.reported_elsewhere();
    super::world(checked)
}

fn groups(views: &[View]) -> impl Iterator<Item = &View> {
    views.iter().filter(|view| view.kept == Kept::As(ViewKind::Group))
}

/// Groups that own a storage in common are comparable, and the inner one owns all that the outer one does. Says how many
/// pairs of such groups there are.
fn assert_groups_are_nested(views: &[View]) -> usize {
    let groups: Vec<&View> = groups(views).collect();
    let mut nested = 0;
    for (at, outer) in groups.iter().enumerate() {
        assert!(!outer.owned.is_empty() && outer.owned.iter().all(|storage| outer.aspect.all.contains(storage)));
        for inner in &groups[at + 1..] {
            if outer.owned.iter().any(|storage| inner.owned.contains(storage)) {
                assert!(inner.aspect.implies(&outer.aspect), "what comes later is within");
                assert!(outer.owned.iter().all(|storage| inner.owned.contains(storage)), "and owns as much");
                nested += 1;
            }
        }
    }
    nested
}

/// No view comes after one that is within it, unless each is within the other.
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
    let (nested, partial) = (Cell::new(0), Cell::new(0));
    let result = runner.run(&wishes(), |(components, wanted)| {
        let declaration = declaration(components, &wanted);
        let planned = plan(declaration.clone());
        nested.set(nested.get() + assert_groups_are_nested(planned.views()));
        partial.set(partial.get() + groups(planned.views()).filter(|view| view.owned != view.aspect.all).count());
        assert_outer_views_come_first(planned.views());
        assert_eq!(planned.text(), plan(declaration).text(), "nothing depends on chance");
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    assert!(nested.get() > 100 && partial.get() > 100, "these worlds are too simple to show anything");
}

/// All sets of four components, against all pairs of some aspects.
#[test]
fn an_aspect_that_implies_another_is_matched_by_fewer_entities() {
    let mut runner = TestRunner::new(ProptestConfig { cases: 500, failure_persistence: None, ..Default::default() });
    let matches = |aspect: &Aspect, has: usize| {
        let has = |part: &usize| has >> part & 1 == 1;
        aspect.all.iter().all(has)
            && !aspect.none.iter().any(has)
            && (aspect.any.is_empty() || aspect.any.iter().any(has))
    };
    let result = runner.run(&prop::collection::vec(wanted(), 12), |wanted| {
        let aspects = aspects(4, &wanted);
        for (one, other) in aspects.iter().flat_map(|one| aspects.iter().map(move |other| (one, other))) {
            if one.implies(other) {
                assert!((0..16).all(|has| !matches(one, has) || matches(other, has)));
            }
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}
