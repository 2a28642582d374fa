//! How the entries of sets are distinguished from others of the same name.

use proc_macro2::Ident;
use syn::Path;

/// How sets refer to an entry that they bring.
pub(crate) struct Origin {
    /// The keys by which signatures and queries of sets name it.
    pub(crate) keys: Vec<Ident>,
    /// The paths by which the sets name it.
    pub(crate) spellings: Vec<Path>,
    /// The key of the entry in the set that gives its initial value, if one does.
    pub(crate) valued_by: Option<Ident>,
}

/// A set, known by its marker: `physics __set_0123456789abcdef`.
#[derive(Clone)]
pub(crate) struct SetOrigin {
    /// Its name where it is declared.
    pub(crate) name: Ident,
    /// Its marker type, in its module and in those of sets that include it.
    pub(crate) marker: Ident,
}
