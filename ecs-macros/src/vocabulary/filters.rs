//! Filters as other libraries write them: types, such as `Without<Frozen>`.

use quote::ToTokens;
use syn::Type;

use super::{generic_types, last, path_of, unwrapped};

/// The arguments that are filters, and the types that other libraries have for them.
pub(crate) const FILTERS: [(&str, &str); 5] =
    [("with", "With"), ("without", "Without"), ("any", "Or"), ("changed", "Changed"), ("added", "Added")];

/// `With<A>`, `Without<(A, B)>` or `Or<(With<A>, With<B>)>`: the word for such a filter here, and its components.
pub(crate) fn filter_type(ty: &Type) -> Option<(&'static str, String)> {
    let name = last(path_of(ty)?);
    let (word, _) = FILTERS.into_iter().find(|(_, filter)| name == *filter)?;
    let components: Vec<_> = generic_types(ty).into_iter().flat_map(components).collect();
    (!components.is_empty()).then(|| (word, components.join(", ")))
}

/// The components of a filter, as they are written.
fn components(ty: &Type) -> Vec<String> {
    match unwrapped(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().flat_map(components).collect(),
        ty if filter_type(ty).is_some() => generic_types(ty).into_iter().flat_map(components).collect(),
        ty => vec![ty.to_token_stream().to_string().replace(' ', "")],
    }
}
