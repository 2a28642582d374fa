//! What query parameters touch: each component of theirs keeps systems that write it in another stage.

use proc_macro2::TokenStream;
use quote::quote;

use super::{names, plan};

/// The stages of a world with a system that queries this, and one that writes this component.
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
fn each_component_of_a_query_parameter_parts_it_from_systems_that_write_it() {
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
