//! Owns long tuples: those of `ecs-core` go up to 16, and more parts go into tuples of tuples.

use proc_macro2::TokenStream;
use quote::quote;

/// As many elements a tuple may have.
pub(crate) const ARITY: usize = 16;

/// A tuple of at most [`ARITY`] parts, of tuples where there are more.
pub(crate) fn nest(parts: &[TokenStream]) -> TokenStream {
    if parts.len() <= ARITY {
        return quote! { (#(#parts,)*) };
    }
    nest(&parts.chunks(ARITY).map(nest).collect::<Vec<_>>())
}
