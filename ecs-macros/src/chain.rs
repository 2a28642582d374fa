//! Passes a declaration to the pipeline: `ecs_world!` and `ecs_components!` expand to a chain of macros, each of which adds what it knows:
//! those of sets add the contents of the set, companion macros of systems add a signature. The last is `__ecs_finish!` or
//! `__ecs_set_finish!`.
//!
//! Each step is one nested expansion. If there are more than [`LONGEST`], the macros are called in chunks, each of which collects into a
//! macro of its own, so that the depth stays far below rustc's limit of 128.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Path;

use crate::cycle;
use crate::messages::is_slip_of;
use crate::names;
use crate::parse;
use crate::vocabulary::Subject;

/// Maximum number of macros in one chain.
const LONGEST: usize = 64;

/// Number of macros per chunk, if there are more than [`LONGEST`].
const CHUNK: usize = 32;

/// Passes a declaration without `cfg` through the macros of its sets and systems.
pub(crate) fn follow(krate: &TokenStream, declaration: &TokenStream, subject: Subject) -> TokenStream {
    let declared = parse::macros(declaration.clone(), subject);
    let macros: Vec<_> = declared.macros().map(macro_path).collect();
    let payload = quote! { [#krate] { #declaration } };
    let check = if subject == Subject::Set { cycle::check(&declared) } else { None };
    let finish = match subject {
        Subject::World => quote! { #krate::__private::__ecs_finish },
        Subject::Set if check.is_some() => quote! { #krate::__private::__ecs_set_finish_checked },
        Subject::Set => quote! { #krate::__private::__ecs_set_finish },
    };
    let chain = if macros.len() <= LONGEST {
        chain(&macros, &finish, &payload)
    } else {
        in_chunks(&macros, &declared.name(), krate, &finish, &payload)
    };
    let sync = sync_to_suggest(&declared);
    quote! { #sync #check #chain }
}

/// A macro named `sync`, if a name in a schedule is spelt almost so: if there is no system of that name, rustc suggests `sync`. (User code
/// cannot call it, as its name is hygienic.)
fn sync_to_suggest(declared: &parse::WorldDecl) -> Option<TokenStream> {
    let mut names = declared.macros().filter_map(Path::get_ident);
    names.any(|name| is_slip_of(&name.to_string(), "sync")).then(|| {
        let sync = names::local("sync");
        quote! { macro_rules! #sync { () => {} } #sync! {} }
    })
}

/// `first! { [ [second] .. [last] ] payload }`
fn chain(macros: &[TokenStream], last: &TokenStream, payload: &TokenStream) -> TokenStream {
    let mut all = macros.iter().chain([last]);
    let first = all.next();
    quote! { #first ! { [ #([#all])* ] #payload } }
}

fn in_chunks(
    macros: &[TokenStream],
    name: &Ident,
    krate: &TokenStream,
    finish: &TokenStream,
    payload: &TokenStream,
) -> TokenStream {
    let collect = quote! { #krate::__private::__ecs_chunk };
    let (mut collected, mut holders) = (TokenStream::new(), Vec::new());
    for (number, chunk) in macros.chunks(CHUNK).enumerate() {
        let (holder, path) = names::chunk(name, number);
        collected.extend(chain(chunk, &collect, &quote! { { #holder } { #path } }));
        holders.push(path.to_token_stream());
    }
    collected.extend(chain(&holders, finish, payload));
    collected
}

/// The end of a chunk: `[] { name } { path } { signature } ..` becomes a macro that passes all signatures on. It is called by a path, as
/// editors find macros that come from macros only in this way.
pub(crate) fn chunk(tokens: TokenStream) -> TokenStream {
    let mut groups = parse::groups(tokens).skip(1);
    let (name, path) = (groups.next().unwrap_or_default(), groups.next().unwrap_or_default());
    quote! {
        macro_rules! #name {
            ( [ [$($next:tt)+] $($more:tt)* ] $($all:tt)* ) => { $($next)+ ! { [$($more)*] $($all)* #({ #groups })* } };
        }
        use #name as #path;
    }
}

/// The path of a macro: that of the system or set, without generic arguments.
fn macro_path(path: &Path) -> TokenStream {
    let leading = &path.leading_colon;
    let segments = path.segments.iter().map(|segment| &segment.ident);
    quote! { #leading #(#segments)::* }
}
