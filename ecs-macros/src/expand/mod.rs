//! Generates code: one file per generated thing. Cannot fail, since it takes only a [`Planned`] world.

mod callbacks;
mod caller;
mod companions;
mod components;
mod conditions;
mod fetches;
mod formats;
mod lints;
mod locals;
mod merged;
mod methods;
mod parallel;
mod past;
mod plan;
mod readers;
mod relations;
mod run;
mod saved;
mod saves;
mod schedules;
mod set;
mod signature;
mod snapshots;
mod stages;
mod states;
mod structs;
mod systems;
mod views;
mod world;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;

use crate::check::Checked;
use crate::model::{Field, StorageKind, Tracker, World};
use crate::names::{self, WorldNames};
use crate::plan::Planned;
use crate::vocabulary::{EntryId, EntryKind};

/// Shared by all generators: the paths and names of one world.
pub(crate) struct Context<'a> {
    pub(crate) plan: &'a Planned<World>,
    pub(crate) world: &'a World,
    /// The path by which generated code names everything.
    pub(crate) k: Ident,
    pub(crate) names: WorldNames,
    pub(crate) mask: TokenStream,
    pub(crate) threads: Threads,
    /// Whether some system has a reader of events, so that the world keeps cursors.
    pub(crate) has_readers: bool,
    /// Readers of marks of changes, by component.
    pub(crate) trackers: Vec<Vec<Tracker>>,
    /// The aliases of the types of components.
    aliases: Vec<Ident>,
    /// The aliases of their storages.
    storages: Vec<Ident>,
}

/// Whether schedules are generated to run on several threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Threads {
    /// Systems run one after another.
    One,
    /// Systems of a stage run in parallel, if there are any.
    Many,
}

/// The narrowest mask with a bit for each component.
fn mask(k: &Ident, components: usize) -> TokenStream {
    let words = components.div_ceil(64);
    match components {
        0..=8 => quote! { #k::SmallMask<::core::primitive::u8> },
        9..=16 => quote! { #k::SmallMask<::core::primitive::u16> },
        17..=32 => quote! { #k::SmallMask<::core::primitive::u32> },
        _ => quote! { #k::Mask<#words> },
    }
}

impl<'a> Context<'a> {
    fn new(plan: &'a Planned<World>, threads: Threads) -> Self {
        let world = plan.world();
        let names = WorldNames::of(&world.name, &world.krate);
        let k = names.library.clone();
        let mask = mask(&k, world.components().len());
        let has_readers = world.has_readers();
        let (mut aliases, mut storages) = (Vec::new(), Vec::new());
        for (number, component) in world.components().iter().enumerate() {
            let span = names::generated_at(component.ty.span());
            aliases.push(format_ident!("{}{number}", names.component, span = span));
            storages.push(format_ident!("{}{number}", names.storage, span = span));
        }
        Self { plan, world, k, names, mask, threads, has_readers, trackers: world.trackers(), aliases, storages }
    }

    /// The field of an entry.
    pub(crate) fn field(&self, entry: EntryId) -> Ident {
        let field = &self.world.entries[entry];
        names::ident(&field.snake, field.name.span())
    }

    /// The type of the field of an entry.
    pub(crate) fn ty(&self, entry: EntryId) -> TokenStream {
        let (k, ty) = (&self.k, &self.world.entries[entry].ty);
        match entry.kind.wrapper() {
            _ if entry.kind == EntryKind::Component => self.storage(entry.number).into_token_stream(),
            Some(wrapper) => {
                let wrapper = names::ident(wrapper, Span::call_site());
                quote! { #k::#wrapper<#ty> }
            }
            None => ty.to_token_stream(),
        }
    }

    /// The field of a component.
    pub(crate) fn component(&self, component: usize) -> Ident {
        self.field(EntryKind::Component.number(component))
    }

    /// The alias of the type of a component, at the place of its entry.
    ///
    /// Implementations of the world use it, so that rustc reports a type that lacks a lifetime once, and not in each place. What users read
    /// names the type itself.
    pub(crate) fn alias(&self, component: usize) -> Ident {
        self.aliases[component].clone()
    }

    /// The type of the field of a component in the storages: with its past, if it has one.
    pub(crate) fn whole_storage(&self, component: usize) -> TokenStream {
        let (k, present) = (&self.k, self.storage(component));
        if !past::is_kept(self, component) {
            return present.into_token_stream();
        }
        let past = past::storage(self, component);
        quote! { #k::Buffered<#present, #past> }
    }

    /// The type of the storage of a component, with its companions, by its alias.
    pub(crate) fn storage(&self, component: usize) -> Ident {
        self.storages[component].clone()
    }

    /// The type that this alias stands for.
    pub(crate) fn aliased_storage(&self, component: usize) -> TokenStream {
        self.accompanied(component, self.own_storage(component))
    }

    /// The type of the storage of a component, without its companions.
    pub(crate) fn own_storage(&self, component: usize) -> TokenStream {
        self.storage_of(component, &self.alias(component).into_token_stream(), self.plan.is_split(component))
    }

    fn accompanied(&self, component: usize, own: TokenStream) -> TokenStream {
        let k = &self.k;
        match companions::ty(self, component) {
            Some(companion) => quote! { #k::Accompanied<#own, #companion> },
            None => own,
        }
    }

    /// The type of a storage of the kind of a component.
    pub(crate) fn storage_of(&self, component: usize, ty: &TokenStream, is_split: bool) -> TokenStream {
        let k = &self.k;
        match self.world.components()[component].storage {
            StorageKind::SparseSet if is_split => quote! { #k::SplitSet<#ty> },
            StorageKind::SparseSet => quote! { #k::SparseSet<#ty> },
            StorageKind::Vec => quote! { #k::VecStorage<#ty> },
            StorageKind::Packed => quote! { #k::PackedArray<#ty> },
            StorageKind::HashedArrayTree { chunk } => quote! { #k::HashedArrayTree<#ty, #chunk> },
            StorageKind::Hashed => quote! { #k::HashMapSet<#ty> },
            StorageKind::Ordered => quote! { #k::BTreeMapSet<#ty> },
            StorageKind::Tag => quote! { #k::TagSet<#ty> },
        }
    }

    /// The type of the column of a component, borrowed for `'__w`, as types may have a `for<'w>`.
    pub(crate) fn column(&self, component: usize) -> TokenStream {
        let (k, Field { ty, storage, relation, .. }) = (&self.k, &self.world.components()[component]);
        let is_default = *storage == StorageKind::SparseSet
            && !self.plan.is_split(component)
            && !companions::accompany(self, component);
        let own = || self.storage_of(component, &ty.to_token_stream(), self.plan.is_split(component));
        let storage = (!is_default).then(|| self.accompanied(component, own())).into_iter();
        let column = quote! { #k::ColumnMut<'__w, #ty #(, #storage)*> };
        if relation.is_some() {
            quote! { #k::ReadColumn<#column> }
        } else {
            column
        }
    }

    /// The entries of a kind.
    pub(crate) fn all(&self, kind: EntryKind) -> impl Iterator<Item = EntryId> + use<> {
        (0..self.world.entries[kind].len()).map(move |number| kind.number(number))
    }

    /// The names of components for a sentence, as links where they resolve: `Position`, `Velocity`.
    pub(crate) fn listed(&self, components: &[usize]) -> String {
        let names = components.iter().map(|component| linked(&self.world.components()[*component]));
        names.collect::<Vec<_>>().join(", ")
    }
}

/// The name of a component as a link to its type. The type of a component of a set is out of scope, and other types have no path to link
/// to.
fn linked(component: &Field) -> String {
    let Field { name, path, origin, .. } = component;
    let segments = path.iter().filter(|_| origin.is_none()).flat_map(|path| &path.segments);
    let segments: Vec<_> = segments.map(|segment| segment.ident.to_string()).collect();
    let path = segments.join("::");
    if path.is_empty() || path.starts_with('$') || path.contains("r#") {
        format!("`{name}`")
    } else if *name == path {
        format!("[`{name}`]")
    } else {
        format!("[`{name}`]({path})")
    }
}

/// The import for what generated code names: with whole paths everywhere, rustc would have more tokens to copy, parse and resolve.
fn library(context: &Context) -> TokenStream {
    let (k, krate) = (&context.k, &context.world.krate);
    quote! { use #krate::__private as #k; }
}

/// Generates a world. If something was refused, checks by rustc are left out, as they would repeat it in other words.
pub(crate) fn world(plan: &Planned<World>, threads: Threads, is_refused: bool) -> TokenStream {
    let context = Context::new(plan, threads);
    let parts = [
        library(&context),
        structs::generate(&context),
        world::generate(&context),
        components::generate(&context),
        merged::generate(context.world),
        views::generate(&context),
        systems::generate(&context),
        schedules::generate(&context),
        stages::generate(&context),
        states::generate(&context),
        methods::generate(&context),
    ];
    let no_relations = if is_refused { None } else { components::no_relations(&context) };
    let optional = [no_relations, snapshots::generate(&context)].into_iter().flatten();
    let items = lints::allow_deprecated(context.world, parts.into_iter().chain(optional).collect());
    [Some(items), saves::generate(&context)].into_iter().flatten().collect()
}

/// Generates a set: a module and a macro of one name.
pub(crate) fn set(checked: &Checked<World>) -> TokenStream {
    let set = checked.get();
    [set::generate(set), merged::generate(set)].into_iter().collect()
}
