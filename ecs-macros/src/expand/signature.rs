//! Generates the signatures that the macro of a set passes on: those of its systems, with every name resolved. Where a signature says
//! `&mut Position`, this one names the component by its key, which means the same in every world.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use crate::model::{
    Argument, ArgumentKind, Borrow, Call, Change, Condition, QueryRequest, QueryView, RunIf, Shape, StateValue, System,
};
use crate::vocabulary::{ByKind, EntryKind, Kind, Receiver};

/// The keys of the entries of a set.
pub(super) struct Keys {
    pub(super) entries: ByKind<Vec<Ident>>,
    /// Whether the set is public, and so are its functions.
    pub(super) public: bool,
}

impl Keys {
    /// `system Physics impl [item(key) without(key)] run(&mut self)[ (&mut key) (&key) ] ..`
    pub(super) fn signature(&self, system: &System) -> TokenStream {
        let (name, item) = (&system.name, item(system.item.as_ref()));
        if system.broken {
            return quote! { error #name };
        }
        let public = self.public.then(|| quote! { pub });
        let kind = if system.kind == Kind::Impl {
            quote! { impl }
        } else {
            quote! { #public fn }
        };
        let view = system
            .requested
            .map(|requested| crate::names::local(requested.kind.name()))
            .map(|kind| quote! { view(#kind) });
        let parallel = system.parallel.then(|| crate::names::local("parallel"));
        let with = self.filter("with", &system.with);
        let (without, any) = (self.filter("without", &system.aspect.none), self.filter("any", &system.aspect.any));
        let by_change = |added| -> Vec<usize> {
            let changes = system.changes_of(None).filter(|change| change.added == added);
            changes.map(|change| change.component).collect()
        };
        let (changed, added) = (self.filter("changed", &by_change(false)), self.filter("added", &by_change(true)));
        let calls = [
            ("run", Some(&system.run)),
            ("on_added", system.on_added.as_ref()),
            ("on_removed", system.on_removed.as_ref()),
            ("on_replaced", system.on_replaced.as_ref()),
        ];
        let calls = calls
            .into_iter()
            .filter_map(|(role, call)| Some(self.call(role, call?, &system.requests, &system.changes)));
        let run_if = system.run_if.as_ref().map(|run_if| self.run_if(run_if)).map(|run_if| quote! { run_if(#run_if) });
        quote! { system #name #kind [#item #with #without #any #changed #added #view #parallel #run_if] #(#calls)* }
    }

    /// `condition in_play pub fn [] run()[ (&State<key>) ]`
    pub(super) fn condition(&self, name: &Ident, condition: &Condition) -> TokenStream {
        let item = item(condition.item.as_ref());
        if condition.broken {
            return quote! { error #name };
        }
        let (public, call) = (self.public.then(|| quote! { pub }), self.call("run", &condition.call, &[], &[]));
        quote! { condition #name #public fn [#item] #call }
    }

    fn run_if(&self, run_if: &RunIf) -> TokenStream {
        let all = |list: &[RunIf]| list.iter().map(|one| self.run_if(one)).collect::<Vec<_>>();
        match run_if {
            RunIf::Holds(condition) => self.entries[EntryKind::Condition.number(*condition)].to_token_stream(),
            RunIf::InState(StateValue { state, value }) => {
                let key = &self.entries[EntryKind::State.number(*state)];
                quote! { in_state(#key::#value) }
            }
            RunIf::OnEvent(event) => {
                let key = &self.entries[EntryKind::Event.number(*event)];
                quote! { on_event(#key) }
            }
            RunIf::AnyWith(component) => {
                let key = &self.entries[EntryKind::Component.number(*component)];
                quote! { any_with(#key) }
            }
            RunIf::Not(one) => {
                let one = self.run_if(one);
                quote! { not(#one) }
            }
            RunIf::All(list) => {
                let list = all(list);
                quote! { all(#(#list),*) }
            }
            RunIf::Any(list) => {
                let list = all(list);
                quote! { any(#(#list),*) }
            }
        }
    }

    /// The keys of an aspect or filter.
    pub(super) fn components<'a>(&'a self, components: &'a [usize]) -> impl Iterator<Item = &'a Ident> {
        components.iter().map(|component| &self.entries[EntryKind::Component][*component])
    }

    fn filter(&self, name: &str, components: &[usize]) -> Option<TokenStream> {
        let (name, keys) = (crate::names::local(name), self.components(components));
        (!components.is_empty()).then(|| quote! { #name(#(#keys),*) })
    }

    fn call(&self, role: &str, call: &Call, requests: &[QueryRequest], changes: &[Change]) -> TokenStream {
        let (requests, changes) = if role == "run" { (requests, changes) } else { Default::default() };
        let role = crate::names::local(role);
        let receiver = match call.receiver {
            Receiver::None => quote! {},
            Receiver::Shared => quote! { &self },
            Receiver::Mut => quote! { &mut self },
        };
        let parameters = call.arguments.iter().enumerate().map(|(number, Argument { kind: what, .. })| {
            let request = requests.iter().find(|request| request.argument == number);
            let view = request.and_then(|request| match request.view {
                QueryView::Planned => None,
                QueryView::Requested(requested) => Some(requested.kind.name()),
                QueryView::None => Some("none"),
            });
            let view = view.map(crate::names::local).map(|kind| quote! { #[view(#kind)] });
            let filters = request.map(|request| self.filters(request));
            let by_change = [("changed", false), ("added", true)].map(|(name, added)| {
                let own = changes.iter().filter(|change| change.query == Some(number) && change.added == added);
                let components: Vec<_> = own.map(|change| change.component).collect();
                self.filter(name, &components).map(|filter| quote! { #[#filter] })
            });
            let ty = self.parameter(what);
            quote! { (#view #filters #(#by_change)* #ty) }
        });
        quote! { #role(#receiver)[#(#parameters)*] }
    }

    /// `#[with(key)] #[without(key)]`
    fn filters(&self, request: &QueryRequest) -> TokenStream {
        let filters = [("with", &request.with), ("without", &request.aspect.none), ("any", &request.aspect.any)];
        let filters = filters.into_iter().filter_map(|(name, components)| self.filter(name, components));
        quote! { #(#[#filters])* }
    }

    fn parameter(&self, what: &ArgumentKind) -> TokenStream {
        match what {
            ArgumentKind::Component(borrow) => self.borrow(*borrow),
            ArgumentKind::Entity => quote! { Entity },
            ArgumentKind::Entry { entry, mutable } => {
                let (key, mutable) = (&self.entries[*entry], mutable.then(|| quote! { mut }));
                let Some(wrapper) = entry.kind.wrapper().map(crate::names::local) else {
                    return quote! { &#mutable #key };
                };
                quote! { &#mutable #wrapper<#key> }
            }
            ArgumentKind::Reader { event } => {
                let key = &self.entries[EntryKind::Event.number(*event)];
                quote! { EventReader<#key> }
            }
            ArgumentKind::Related { relation, is_tree } => {
                let key = &self.entries[EntryKind::Component.number(*relation)];
                let reader = crate::names::local(if *is_tree { "Tree" } else { "Sources" });
                quote! { #reader<#key> }
            }
            ArgumentKind::Commands => quote! { &mut Commands },
            ArgumentKind::Spawner => quote! { &mut Spawner },
            ArgumentKind::Cause => quote! { RemovalCause },
            ArgumentKind::Former { component } => self.borrow(Borrow::read(*component)),
            ArgumentKind::Query(shape) => {
                let shape = self.shape(shape);
                quote! { Query<_, #shape> }
            }
            ArgumentKind::Unknown => TokenStream::new(),
        }
    }

    fn borrow(&self, borrow: Borrow) -> TokenStream {
        let Borrow { component, mutable, optional, noted, .. } = borrow;
        let key = &self.entries[EntryKind::Component.number(component)];
        let reference = if borrow.is_past() {
            let called = crate::names::local("Past");
            quote! { &#called<#key> }
        } else if noted {
            let called = crate::names::local("Mut");
            quote! { #called<#key> }
        } else {
            reference(key, mutable)
        };
        if optional {
            quote! { Option<#reference> }
        } else {
            reference
        }
    }

    fn shape(&self, shape: &Shape) -> TokenStream {
        match shape {
            Shape::Component(borrow) => self.borrow(*borrow),
            Shape::Entity => quote! { Entity },
            Shape::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.shape(part));
                quote! { (#(#parts,)*) }
            }
        }
    }
}

/// `item(key)`
fn item(item: Option<&Ident>) -> Option<TokenStream> {
    let called = crate::names::local("item");
    item.map(|item| quote! { #called(#item) })
}

fn reference(key: &Ident, mutable: bool) -> TokenStream {
    let mutable = mutable.then(|| quote! { mut });
    quote! { &#mutable #key }
}
