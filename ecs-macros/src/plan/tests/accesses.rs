//! Accesses of parameters: a system that writes a component of a query parameter is in another stage, unless only its past is read.

use proc_macro2::TokenStream;
use quote::quote;

use super::{names, plan};

/// The stages of a world with a system that has this query, and one that writes this component.
fn stages(queried: &TokenStream, written: usize) -> Vec<Vec<usize>> {
    let (all, written) = (names(&[0, 1, 2, 3]), &names(&[written])[0]);
    let (planned, errors) = plan(quote! {
        [] [::ecs_world] {
            components: #(#all),*;
            systems: looks, writes;
            queries: ;
            groups: ;
        }
        { system looks fn [] run()[(Query<_, #queried>)] }
        { system writes fn [] run()[(&mut #written)] }
    });
    assert_eq!(errors, 0, "{queried}");
    planned.schedules()[0][0].stages.clone()
}

#[test]
fn a_query_parameter_conflicts_with_systems_that_write_one_of_its_components() {
    let queries = [
        (quote! { &C0 }, 1),
        (quote! { (&C0, &C1) }, 2),
        (quote! { (&C0, &mut C1, Option<&C2>) }, 3),
        (quote! { (Entity, (&C0, (&C1, Option<&C2>)), &mut C3) }, 4),
    ];
    for (queried, components) in queries {
        for written in 0..4 {
            let apart = written < components;
            let expected = if apart { vec![vec![0], vec![1]] } else { vec![vec![0, 1]] };
            assert_eq!(stages(&queried, written), expected, "{queried} beside &mut C{written}");
        }
    }
}

/// Number of stages of a world with a system that has this parameter, and one that writes a double-buffered component.
fn stages_beside_a_writer(taken: &TokenStream, writes_first: bool) -> usize {
    let (first, second) = if writes_first { (quote!(writes), quote!(looks)) } else { (quote!(looks), quote!(writes)) };
    let (planned, errors) = plan(quote! {
        [] [::ecs_world] {
            components: #[double_buffered] C0, C1;
            systems: #first, #second;
            queries: ;
            groups: ;
        }
        { system looks fn [] run()[(&C1) (#taken)] }
        { system writes fn [] run()[(&mut C0)] }
    });
    assert_eq!(errors, 0, "{taken}");
    planned.schedules()[0][0].stages.len()
}

#[test]
fn systems_that_read_a_past_do_not_conflict_with_those_that_write_the_present() {
    let pasts = [
        quote! { &Past<C0> },
        quote! { Option<&Past<C0>> },
        quote! { Query<_, &Past<C0>> },
        quote! { Query<_, Option<&Past<C0>>> },
    ];
    let presents =
        [quote! { &C0 }, quote! { Option<&C0> }, quote! { Query<_, &C0> }, quote! { Query<_, (&Past<C0>, &C0)> }];
    for writes_first in [false, true] {
        for past in &pasts {
            assert_eq!(stages_beside_a_writer(past, writes_first), 1, "{past} beside &mut C0");
        }
        for present in &presents {
            assert_eq!(stages_beside_a_writer(present, writes_first), 2, "{present} beside &mut C0");
        }
    }
}
