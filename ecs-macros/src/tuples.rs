//! Long tuples: those of `ecs-core` have at most 16 elements; more parts become tuples of tuples.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Index;

/// Maximum number of elements of a tuple.
pub(crate) const ARITY: usize = 16;

/// Maximum number of fetches of a tuple that is a fetch itself; of more, each half is a fetch (`for_each_small_arity` of the library).
pub(crate) const SMALL: usize = 9;

/// Number of fetches of the first half.
pub(crate) const HALF: usize = 8;

/// A tuple of at most [`ARITY`] parts; of tuples, if there are more.
pub(crate) fn nest(parts: &[TokenStream]) -> TokenStream {
    if parts.len() <= ARITY {
        return quote! { (#(#parts,)*) };
    }
    nest(&parts.chunks(ARITY).map(nest).collect::<Vec<_>>())
}

/// Position of each part in the tuple of [`nest`]: `.3`, or `.0.3` if it is nested.
pub(crate) fn places(count: usize) -> Vec<TokenStream> {
    let one = |at: usize| {
        let at = Index::from(at);
        quote! { .#at }
    };
    if count <= ARITY {
        return (0..count).map(one).collect();
    }
    let outer = places(count.div_ceil(ARITY));
    (0..count)
        .map(|at| {
            let (outer, inner) = (&outer[at / ARITY], one(at % ARITY));
            quote! { #outer #inner }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_of_more_than_an_arity_are_nested() {
        let nested = |count: usize| nest(&vec![quote! { x }; count]).to_string();
        let flat = |count: usize| format!("({})", " x ,".repeat(count));
        for count in [1, 2, 3, ARITY - 1, ARITY] {
            assert_eq!(nested(count).replace(' ', ""), flat(count).replace(' ', ""));
        }
        assert_eq!(nested(0).replace(' ', ""), "()");
        for count in [ARITY + 1, 2 * ARITY, 2 * ARITY + 1, ARITY * ARITY, ARITY * ARITY + 1, 1_000] {
            let text = nested(count);
            assert_eq!(text.matches('x').count(), count);
            let deepest = text.chars().fold((0_usize, 0), |(depth, most), letter| match letter {
                '(' => (depth + 1, most.max(depth + 1)),
                ')' => (depth - 1, most),
                _ => (depth, most),
            });
            assert_eq!(deepest, (0, if count > ARITY * ARITY { 3 } else { 2 }), "{count}");
        }
    }
}
