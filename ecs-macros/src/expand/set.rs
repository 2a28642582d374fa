//! Generates a set: aliases beside it, a module that gives them their names, and a macro that passes on the contents of the set.
//!
//! The contents of a set are named by paths that only its own module can resolve, and often through private imports, which `pub use` cannot
//! pass on. So each has an alias, and the module exports the aliases.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Path, PathSegment, Type, Visibility, parse_quote};

use super::signature::Keys;
use super::structs::documented;
use crate::model::{Field, IncludedSet, Query, Relation, Step, StorageKind, System, Unscheduled, When, World};
use crate::names;
use crate::vocabulary::{ByKind, EntryId, EntryKind, Kind, Origin, SetOrigin, path_of};

pub(super) fn generate(set: &World) -> TokenStream {
    let fingerprint = names::fingerprint(&set.name, &content(set));
    let members = members(set, &fingerprint);
    let own = SetOrigin { name: set.name.clone(), marker: names::marker(&fingerprint) };
    let (aliases, module) = (members.iter().map(|member| member.beside(set)), module(set, &members, &own));
    let (witnesses, holder) = (witnesses(set, &members), holder(set, &members, &own, &fingerprint));
    let markers = markers(set);
    quote! { #(#aliases)* #markers #witnesses #module #holder }
}

/// Aliases beside a set for the markers of the sets that it includes.
fn markers(set: &World) -> TokenStream {
    let visibility = &set.visibility;
    let markers = set.included.iter().map(|IncludedSet { origin, ty }| {
        let alias = names::marker_beside(&set.name, &origin.marker);
        quote! { #[doc(hidden)] #visibility type #alias = #ty; }
    });
    markers.collect()
}

/// Implementations that witness how public the types of the set are: rustc reports those that are less public than the set. A private set
/// cannot have any.
fn witnesses(set: &World, members: &[Member]) -> Option<TokenStream> {
    let (krate, visibility, witness) = (&set.krate, &set.visibility, names::hidden("witness", &set.name));
    let types = members.iter().filter(|member| member.kind == Kind::Impl).enumerate();
    let witnessed = types.map(|(number, Member { ty, .. })| {
        let member = quote_spanned! { ty.span()=> type Member = #ty; };
        quote! { impl #krate::__private::Brings<#number> for #witness { #member } }
    });
    let witnessed: Vec<_> = witnessed.collect();
    let needed = !witnessed.is_empty() && !matches!(visibility, Visibility::Inherited);
    needed.then(|| quote! { #[doc(hidden)] #visibility struct #witness; #(#witnessed)* })
}

/// Distinguishes two sets of one name that a macro generates at one place.
fn content(set: &World) -> String {
    let fields = set.entries.all().map(|(_, field)| (&field.name, &field.ty));
    let all = fields.chain(set.systems.iter().map(|system| (&system.name, &system.ty)));
    all.map(|(name, ty)| quote! { #name #ty }.to_string()).collect()
}

/// An entry or a system of a set.
#[expect(clippy::struct_excessive_bools, reason = "each is an attribute that is handed over")]
struct Member<'a> {
    what: &'static str,
    name: &'a Ident,
    ty: &'a Type,
    initial: Option<&'a Expr>,
    valued_by: Option<Ident>,
    keys: Vec<Ident>,
    spelling: Path,
    kind: Kind,
    /// Of a component, if the set specifies it.
    storage: Option<StorageKind>,
    /// Of a component, if it is a relation.
    relation: Option<Relation>,
    /// Of a component, if the set specifies it.
    rare: Option<bool>,
    /// Of a component, whether its changes are tracked.
    tracked: bool,
    /// Whether snapshots leave it out.
    transient: bool,
    /// Of a component, whether the world visits its handles.
    handles: bool,
    /// Of a component, whether its past is kept.
    double_buffered: bool,
}

/// All entries and systems.
fn members<'a>(set: &'a World, fingerprint: &str) -> Vec<Member<'a>> {
    let entries = set.entries.all().map(|(id, field)| {
        let Field { name, ty, initial, origin, .. } = field;
        let own = member(id.kind.word(), name, ty, initial.as_ref(), (origin.as_ref(), kind_of(set, id)), fingerprint);
        Member {
            storage: field.stored.then_some(field.storage),
            relation: field.relation,
            rare: field.rare,
            tracked: field.tracked,
            transient: field.transient.is_some(),
            handles: field.handles,
            double_buffered: field.is_double_buffered(),
            ..own
        }
    });
    let systems = set.systems.iter().map(|system| {
        let System { name, ty, initial, origin, kind, broken, transient, .. } = system;
        let kind = if *broken { Kind::Broken } else { *kind };
        let own = member("system", name, ty, initial.as_ref(), (origin.as_ref(), kind), fingerprint);
        Member { transient: transient.is_some(), ..own }
    });
    entries.chain(systems).collect()
}

/// Whether an entry is a type or a function, or broken.
fn kind_of(set: &World, entry: EntryId) -> Kind {
    match entry.kind {
        EntryKind::Condition if set.conditions[entry.number].broken => Kind::Broken,
        EntryKind::Condition => Kind::Fn,
        _ => Kind::Impl,
    }
}

fn member<'a>(
    what: &'static str,
    name: &'a Ident,
    ty: &'a Type,
    initial: Option<&'a Expr>,
    (origin, kind): (Option<&Origin>, Kind),
    fingerprint: &str,
) -> Member<'a> {
    let (keys, spelling) = known(origin, ty, name, fingerprint);
    let valued_by = valued_by(initial, origin, name, fingerprint);
    let (storage, relation, rare, tracked) = (None, None, None, false);
    let (transient, handles, double_buffered) = (false, false, false);
    Member {
        what,
        name,
        ty,
        initial,
        valued_by,
        keys,
        spelling,
        kind,
        storage,
        relation,
        rare,
        tracked,
        transient,
        handles,
        double_buffered,
    }
}

/// The key of the initial value of an entry, which this set gives, or one that it includes.
fn valued_by(initial: Option<&Expr>, origin: Option<&Origin>, name: &Ident, fingerprint: &str) -> Option<Ident> {
    initial?;
    origin.and_then(|origin| origin.valued_by.clone()).or_else(|| Some(names::key(fingerprint, name)))
}

/// The keys and the spelling of an entry: those of the included set that it is from, or new ones if it is declared here.
fn known(origin: Option<&Origin>, ty: &Type, name: &Ident, fingerprint: &str) -> (Vec<Ident>, Path) {
    if let Some(Origin { keys, spellings, .. }) = origin {
        return (keys.clone(), spellings.first().cloned().unwrap_or_else(|| parse_quote! { #name }));
    }
    let spelling = path_of(ty).map_or_else(|| parse_quote! { #name }, without_root);
    (vec![names::key(fingerprint, name)], spelling)
}

/// The end of a path that is the same elsewhere: without `crate`, `self`, `super` and a leading `::`, whose meaning depends on the place.
fn without_root(path: &Path) -> Path {
    let says_nothing =
        |segment: &&PathSegment| names::NEVER_RAW.iter().any(|word| segment.ident == word) || segment.ident == "$crate";
    Path { leading_colon: None, segments: path.segments.iter().skip_while(says_nothing).cloned().collect() }
}

impl Member<'_> {
    /// The items beside the set for a member: an alias, and a function for its initial value.
    fn beside(&self, set: &World) -> TokenStream {
        let (visibility, alias, ty) = (&set.visibility, names::alias(&set.name, self.name), self.ty);
        let alias = match self.kind {
            Kind::Broken => return TokenStream::new(),
            Kind::Impl => quote! { #[doc(hidden)] #visibility type #alias = #ty; },
            Kind::Fn => {
                // An item that cannot be exported is reported where it is named.
                let (path, alias) = (path_of(ty), names::ident(&alias.to_string(), self.name.span()));
                quote! { #[doc(hidden)] #visibility use #path as #alias; }
            }
        };
        let initial = self.initial.map(|value| {
            let function = names::initial_beside(&set.name, self.name);
            quote! { #[doc(hidden)] #visibility fn #function() -> #ty { #value } }
        });
        quote! { #alias #initial }
    }

    /// What the module of the set exports for a member.
    fn inside(&self, set: &World, visibility: &TokenStream) -> TokenStream {
        if self.kind == Kind::Broken {
            return TokenStream::new();
        }
        let (alias, name) = (names::alias(&set.name, self.name), self.name);
        let docs = format!("The {} `{name}` of set `{}`.", self.what, set.name);
        let initial = self.initial.map(|_| {
            let (beside, function) = (names::initial_beside(&set.name, name), names::initial(name));
            quote! { #[doc(hidden)] #visibility use super::#beside as #function; }
        });
        quote! { #[doc = #docs] #[doc(inline)] #visibility use super::#alias as #name; #initial }
    }

    /// `component Position (Position) [key]`, as the macro passes it on.
    fn contents(&self) -> TokenStream {
        let Self { what, name, keys, spelling, .. } = self;
        let storage = self.storage.map(written_storage);
        let rare = self.rare.map(|rare| {
            if rare {
                quote! { #[rare] }
            } else {
                quote! { #[rare(false)] }
            }
        });
        let tracked = self.tracked.then(|| quote! { #[tracked] });
        let transient = self.transient.then(|| quote! { #[transient] });
        let handles = self.handles.then(|| quote! { #[handles] });
        let double_buffered = self.double_buffered.then(|| quote! { #[double_buffered] });
        let relation = self.relation.map(|Relation { is_tree, is_many, on_despawn }| {
            let words = [(is_tree, "tree"), (is_many, "many"), (true, on_despawn.name())].into_iter();
            let words = words.filter(|(is_given, _)| *is_given).map(|(_, word)| names::local(word));
            quote! { #[relation(#(#words),*)] }
        });
        let (what, value) = (names::local(what), self.valued_by.as_ref().map(|key| quote! { = #key }));
        let attributes = quote! { #storage #relation #rare #tracked #transient #handles #double_buffered };
        quote! { #what #attributes #name (#spelling) [#(#keys)*] #value }
    }
}

/// `#[storage(vec)]`
fn written_storage(storage: StorageKind) -> TokenStream {
    let kind = names::local(storage.name());
    let chunk = if let StorageKind::HashedArrayTree { chunk } = storage {
        let chunk = Literal::usize_unsuffixed(chunk);
        Some(quote! { (chunk = #chunk) })
    } else {
        None
    };
    quote! { #[storage(#kind #chunk)] }
}

/// The module, which gives each member of the set its name.
fn module(set: &World, members: &[Member], own: &SetOrigin) -> TokenStream {
    let World { attributes, visibility, name, .. } = set;
    let docs = documented(attributes, || format!("The set `{name}`, to include in an `ecs_world!`."));
    let (inside, own) = (inside(visibility), &own.marker);
    let members = members.iter().map(|member| member.inside(set, &inside));
    let markers = set.included.iter().map(|IncludedSet { origin: SetOrigin { marker, .. }, .. }| {
        let alias = names::marker_beside(name, marker);
        quote! { #[doc(hidden)] #inside use super::#alias as #marker; }
    });
    quote! {
        #docs
        #(#attributes)*
        #visibility mod #name {
            #(#members)*
            #[doc(hidden)]
            pub struct #own;
            #(#markers)*
        }
    }
}

/// A visibility, as it is written one module deeper.
fn inside(visibility: &Visibility) -> TokenStream {
    match visibility {
        Visibility::Inherited => quote! { pub(super) },
        Visibility::Public(_) => quote! { pub },
        Visibility::Restricted(restricted) => {
            let path = &restricted.path;
            match path.segments.first().map(|segment| segment.ident.to_string()).as_deref() {
                Some("self") => quote! { pub(super) },
                Some("super") => quote! { pub(in super::#path) },
                _ => visibility.to_token_stream(),
            }
        }
    }
}

/// The macro, which passes on the contents of the set with one expansion.
fn holder(set: &World, members: &[Member], own: &SetOrigin, fingerprint: &str) -> TokenStream {
    let (visibility, name) = (&set.visibility, &set.name);
    let exported = matches!(visibility, Visibility::Public(_));
    let holder = names::holder("set", name, Some(fingerprint));
    let export = exported.then(|| quote! { #[macro_export] });
    let contents = contents(set, members, own);
    quote! {
        #[doc(hidden)]
        #export
        macro_rules! #holder {
            ( [ [$($next:tt)+] $($more:tt)* ] $($all:tt)* ) => { $($next)+ ! { [$($more)*] $($all)* { #contents } } };
        }
        #[doc(hidden)]
        #visibility use #holder as #name;
    }
}

/// `set physics origin .. component .. resource .. system .. sync unscheduled .. query ..`
fn contents(set: &World, members: &[Member], own: &SetOrigin) -> TokenStream {
    let name = &set.name;
    let of = |what: &'static str| members.iter().filter(move |member| member.what == what);
    let key = |member: &Member| member.keys.first().cloned().unwrap_or_else(|| Ident::new("_", Span::call_site()));
    let public = matches!(set.visibility, Visibility::Public(_));
    let keys = Keys { entries: ByKind::of(|kind| of(kind.word()).map(key).collect()), public };
    let entries = set.entries.all().zip(members).map(|((id, field), member)| {
        let of_condition = (id.kind == EntryKind::Condition).then(|| &set.conditions[id.number]);
        let signature = of_condition.map(|condition| keys.condition(&field.name, condition));
        let (member, signature) = (member.contents(), signature.into_iter());
        quote! { #member #({ #signature })* }
    });
    let systems: Vec<_> = of("system").zip(&set.systems).collect();
    let steps =
        set.schedules.iter().filter(|schedule| matches!(schedule.when, When::Run)).flat_map(|schedule| &schedule.steps);
    let steps = steps.map(|step| match step {
        Step::Sync(_) => quote! { sync },
        Step::System(number) => {
            let (member, system) = &systems[*number];
            let (member, signature) = (member.contents(), keys.signature(system));
            quote! { #member { #signature } }
        }
    });
    let unscheduled = set.unscheduled.iter().map(|Unscheduled { name, keys, spelling, item }| {
        quote! { unscheduled #name (#spelling) [#(#keys)*] { #item } }
    });
    let queries = set.queries.iter().map(|Query { aspect, with, requested, .. }| {
        let view = requested.map(|requested| names::local(requested.kind.name())).map(|kind| quote! { #[view(#kind)] });
        let fetched = aspect.fetched(with);
        let lists = [&fetched, with, &aspect.none, &aspect.any].map(|list| {
            let keys = keys.components(list);
            quote! { [#(#keys)*] }
        });
        quote! { query #view #(#lists)* }
    });
    let origins = [own].into_iter().chain(set.included.iter().map(|included| &included.origin));
    let origins = origins.map(|SetOrigin { name, marker }| quote! { origin #name #marker });
    quote! { set #name #(#origins)* #(#entries)* #(#steps)* #(#unscheduled)* #(#queries)* }
}
