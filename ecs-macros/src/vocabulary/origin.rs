//! How the entries of sets are distinguished from others of the same name.

use proc_macro2::Ident;
use syn::Path;

/// How sets know an entry that they bring.
pub(crate) struct Origin {
    /// What signatures and queries of sets tell it by.
    pub(crate) keys: Vec<Ident>,
    /// How the sets spell it.
    pub(crate) spellings: Vec<Path>,
    /// Which set says what it starts from, if one does: the key of the entry there.
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
