//! Systems: the meaning of the parameters in their signatures.

use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{Path, Type, TypeReference};

use super::fields::is_parameter;
use super::parameters::{Wrapper, is_mut, item, within_option};
use super::{Scope, attributes, conditions, parameters, rare, requested, saved, transient};
use crate::messages::{callbacks as say_callbacks, past as say_past, relations as say_relations, world as say};
use crate::model::{Argument, ArgumentKind, Aspect, Borrow, Call, Field, RunIf, SavedAs, System};
use crate::names;
use crate::parse::{Entry, Method, Signature};
use crate::report::Errors;
use crate::vocabulary::{EntryId, EntryKind, Kind, generic_types, last, path_of, unwrapped};

/// A system of this name and signature.
pub(super) fn system(entry: Entry, name: Ident, signature: &Signature, scope: &Scope, errors: &mut Errors) -> System {
    let before = errors.len();
    let mut reader = Reader { system: signature.name.to_string(), scope, errors };
    let run = reader.call(&signature.run, "");
    let (requests, of_queries) = reader.requests(&signature.run, &run);
    let unfetched = reader.with(signature, &run);
    let aspect = reader.aspect(signature, &run, &unfetched);
    let filters = reader.filters(signature);
    reader.excluded_is_not_taken(&filters, &run);
    let mut changes = reader.changes(signature, &run, &aspect);
    changes.extend(of_queries);
    let on_added = signature.on_added.as_ref().map(|method| reader.call(method, " of `on_added`"));
    let on_removed = signature.on_removed.as_ref().map(|method| reader.call(method, " of `on_removed`"));
    let on_replaced = signature.on_replaced.as_ref().map(|method| reader.replaced(method, signature));
    let run_if =
        signature.run_if.as_ref().and_then(|decl| conditions::run_if(decl, &signature.name.to_string(), scope, errors));
    let of_broken = run_if.iter().flat_map(RunIf::conditions).any(|condition| scope.conditions[condition].broken);
    let broken = signature.kind == Kind::Broken || of_broken || errors.len() > before;
    let snake = names::snake_case(&name.to_string());
    let item = item(&entry, signature);
    let Entry { mut attributes, ty, initial, origin, .. } = entry;
    rare::refuse(&mut attributes, "system", errors);
    let requested =
        requested::kind(&mut attributes, errors).or_else(|| signature.view.as_ref().and_then(requested::named));
    let (transient, saved_as) = if signature.kind == Kind::Fn {
        attributes::refuse(&attributes, "systems", errors);
        (None, SavedAs::default())
    } else {
        (transient::transient(&mut attributes, errors), saved::saved_as(&mut attributes, errors))
    };
    System {
        attributes,
        ty,
        name,
        snake,
        kind: signature.kind,
        public: signature.public,
        initial,
        origin,
        item,
        aspect,
        with: unfetched,
        filters,
        changes,
        requests,
        requested,
        run_if,
        parallel: signature.parallel,
        transient,
        saved_as,
        run,
        on_added,
        on_removed,
        on_replaced,
        broken,
    }
}

/// Reads the parameters of one system.
pub(super) struct Reader<'a> {
    pub(super) system: String,
    pub(super) scope: &'a Scope<'a>,
    pub(super) errors: &'a mut Errors,
}

impl Reader<'_> {
    /// `of` names the callback, if it is one.
    fn call(&mut self, method: &Method, of: &str) -> Call {
        let arguments = (1..).zip(&method.parameters).map(|(number, ty)| {
            let kind = self.what(ty, &format!("parameter {number}{of}"));
            // One token is enough for a place; the borrowed type says more than its `&`.
            let span = if let Type::Reference(reference) = unwrapped(ty) { reference.elem.span() } else { ty.span() };
            Argument { kind, span }
        });
        let arguments = arguments.collect();
        Call { receiver: method.receiver, arguments }
    }

    /// `on_replaced`, whose first parameter is the former value.
    fn replaced(&mut self, method: &Method, signature: &Signature) -> Call {
        let mut call = self.call(method, " of `on_replaced`");
        match call.arguments.first_mut() {
            Some(Argument { kind: ArgumentKind::Unknown, .. }) => {}
            Some(Argument { kind: kind @ ArgumentKind::Component(_), .. })
                if kind.borrow().is_some_and(|borrow| !borrow.mutable && !borrow.optional && !borrow.is_past()) =>
            {
                let component = kind.borrow().map_or(0, |borrow| borrow.component);
                *kind = ArgumentKind::Former { component };
            }
            first => {
                let place = first.map_or_else(|| signature.name.span(), |first| first.span);
                self.errors.at(place, say_callbacks::no_former_value(&self.system));
            }
        }
        call
    }

    /// The components that are required but not taken; those that are taken are reported.
    fn with(&mut self, signature: &Signature, run: &Call) -> Vec<usize> {
        let (mut with, place) = (Vec::new(), format!("system `{}`", self.system));
        let taken = |component: usize| {
            let mut borrows = run.arguments.iter().filter_map(|argument| argument.kind.borrow());
            borrows.find(|borrow| borrow.component == component)
        };
        for path in &signature.with {
            let Some(component) = self.scope.component(path, &format!("`with(..)` of {place}"), self.errors) else {
                continue;
            };
            let name = self.scope.components()[component].name.to_string();
            match taken(component) {
                Some(Borrow { optional: true, .. }) => self.errors.on(path, say::required_and_optional(&place, &name)),
                Some(_) => self.errors.on(path, say::required_already(&place, &name)),
                None if with.contains(&component) => self.errors.on(path, say::twice("component", &name)),
                None => with.push(component),
            }
        }
        with.sort_unstable();
        with
    }

    /// The required components of `run`, with the filters of the attribute.
    fn aspect(&mut self, signature: &Signature, run: &Call, with: &[usize]) -> Aspect {
        let taken = run.arguments.iter().filter_map(|argument| argument.kind.borrow());
        let required = taken.filter(|borrow| !borrow.optional).map(|borrow| borrow.component);
        let mut all: Vec<_> = required.chain(with.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        let place = |name: &str| format!("`{name}(..)` of system `{}`", signature.name);
        let none = self.filter(&signature.without, &place("without"));
        Aspect { all, none, any: self.filter(&signature.any, &place("any")) }
    }

    /// The components of a filter, ascending.
    pub(super) fn filter(&mut self, paths: &[Path], place: &str) -> Vec<usize> {
        let mut components = Vec::new();
        for path in paths {
            let Some(component) = self.scope.component(path, place, self.errors) else { continue };
            if components.contains(&component) {
                let name = self.scope.components()[component].name.to_string();
                self.errors.on(path, say::twice("component", &name));
            } else {
                components.push(component);
            }
        }
        components.sort_unstable();
        components
    }

    fn what(&mut self, ty: &Type, what: &str) -> ArgumentKind {
        match unwrapped(ty) {
            Type::Reference(reference) => self.reference(reference, what),
            ty => self.value(ty, what),
        }
    }

    pub(super) fn unsupported(&mut self, ty: &Type, what: &str) -> ArgumentKind {
        let refusal = match self.scope.without_path(ty) {
            Some(field) => say::type_without_path(&self.system, what, &names::shown(ty), &field.name.to_string()),
            None if is_plain(ty) => say::plain_value(&self.system, what, &names::shown(ty)),
            None => say::unsupported_parameter(&self.system, what),
        };
        self.errors.on(ty, refusal);
        ArgumentKind::Unknown
    }

    /// `&C`, `&mut R`, `&mut Commands<World>` ..
    fn reference(&mut self, reference: &TypeReference, what: &str) -> ArgumentKind {
        let Some(path) = path_of(&reference.elem) else { return self.unsupported(&reference.elem, what) };
        let mutable = reference.mutability.is_some();
        let queue = path.segments.last().map(|segment| segment.ident.to_string());
        match queue.as_deref() {
            Some("Commands" | "Spawner") if !mutable => {
                self.errors.on(reference, say::shared_queue(&self.system, queue.as_deref().unwrap_or_default()));
                ArgumentKind::Unknown
            }
            Some("Commands") => ArgumentKind::Commands,
            Some("Spawner") => ArgumentKind::Spawner,
            Some(name @ ("Entity" | "Query" | "Option" | "EventReader" | "RemovalCause")) => {
                let borrow = if mutable { "&mut" } else { "&" };
                let refusal = match within_option(&reference.elem) {
                    Some(inner) if name == "Option" => {
                        let inner = if let Type::Reference(inner) = inner { &*inner.elem } else { inner };
                        say::option_by_reference(
                            &self.system,
                            what,
                            &format!("{}{}", if mutable { "&mut " } else { "&" }, names::shown(inner)),
                        )
                    }
                    _ => say::by_reference(&self.system, what, name, borrow),
                };
                self.errors.on(reference, refusal);
                ArgumentKind::Unknown
            }
            Some(name @ ("Mut" | "Tree" | "Sources")) if !self.is_declared(path) => {
                let borrow = if mutable { "&mut" } else { "&" };
                self.errors.on(reference, say::by_reference(&self.system, what, name, borrow));
                ArgumentKind::Unknown
            }
            Some("Past") if !self.is_declared(path) => {
                self.borrow(reference, false, what).map_or(ArgumentKind::Unknown, ArgumentKind::Component)
            }
            _ if let Some(wrapper) = self.wrapper(path) => self.wrapped(&wrapper, reference, what),
            _ => match self.scope.component_or_resource(path, &self.system, what, self.errors) {
                Some(EntryId { kind: EntryKind::Component, number: component }) => {
                    ArgumentKind::Component(Borrow { mutable, ..Borrow::read(component) })
                }
                Some(entry @ EntryId { kind: EntryKind::Resource, .. }) => ArgumentKind::Entry { entry, mutable },
                _ => ArgumentKind::Unknown,
            },
        }
    }

    /// `Events<E>`, `State<S>`, unless something else is declared under this name.
    fn wrapper(&self, path: &Path) -> Option<Wrapper> {
        parameters::wrapper(path).filter(|wrapper| is_parameter(&wrapper.name) || !self.is_declared(path))
    }

    /// `&Events<E>`, `&mut State<S>`.
    fn wrapped(&mut self, wrapper: &Wrapper, reference: &TypeReference, what: &str) -> ArgumentKind {
        let place = format!("{what} of system `{}`", self.system);
        let entry = parameters::wrapped(wrapper, reference, &place, self.scope, self.errors);
        entry.map_or(ArgumentKind::Unknown, |entry| ArgumentKind::Entry {
            entry,
            mutable: reference.mutability.is_some(),
        })
    }

    /// `Entity`, `Option<&C>`, `Query<'_, World, ..>`.
    fn value(&mut self, ty: &Type, what: &str) -> ArgumentKind {
        let Some(segment) = path_of(ty).and_then(|path| path.segments.last()) else {
            return self.unsupported(ty, what);
        };
        match segment.ident.to_string().as_str() {
            "Entity" => ArgumentKind::Entity,
            "RemovalCause" => ArgumentKind::Cause,
            "Option" => self.option(ty, what),
            "Query" => self.query(ty, what),
            "EventReader" => {
                parameters::reader(ty, &format!("{what} of system `{}`", self.system), self.scope, self.errors)
            }
            "Commands" | "Spawner" => {
                self.errors.on(ty, say::queue_by_value(&self.system, what, &names::shown(ty)));
                ArgumentKind::Unknown
            }
            name if path_of(ty).is_some_and(|path| self.is_declared(path)) || EntryKind::of_wrapper(name).is_some() => {
                self.errors.on(ty, say::by_value(&self.system, what, &names::shown(ty)));
                ArgumentKind::Unknown
            }
            "Mut" => self.noted(ty, false, what).map_or(ArgumentKind::Unknown, ArgumentKind::Component),
            "Past" => {
                let place = format!("{what} of system `{}`", self.system);
                self.errors.on(ty, say_past::by_value(&place, &names::shown(ty)));
                ArgumentKind::Unknown
            }
            "Tree" => self.related(ty, true, what),
            "Sources" => self.related(ty, false, what),
            _ => self.unsupported(ty, what),
        }
    }

    /// `Tree<'_, ChildOf>` or `Sources<'_, Targets>`; reported if it names no such relation.
    fn related(&mut self, ty: &Type, is_tree: bool, what: &str) -> ArgumentKind {
        let types = generic_types(ty);
        let Some(path) = types.last().copied().and_then(path_of) else {
            return self.unsupported(ty, what);
        };
        let place = format!("{what} of system `{}`", self.system);
        if types.len() > 1 {
            self.errors.on(ty, say_relations::reader_of_a_world(&place, is_tree, &last(path)));
            return ArgumentKind::Unknown;
        }
        let Some(relation) = self.scope.relation(path, &place, self.errors) else { return ArgumentKind::Unknown };
        let Field { name, relation: declared, .. } = &self.scope.components()[relation];
        if declared.is_some_and(|declared| declared.is_tree || !is_tree) {
            return ArgumentKind::Related { relation, is_tree };
        }
        let refusal = if declared.is_some() { say_relations::no_tree } else { say_relations::no_relation };
        self.errors.on(ty, refusal(&place, &name.to_string()));
        ArgumentKind::Unknown
    }

    /// `Option<&C>`; in `Option<C>`, `C` is taken by value.
    fn option(&mut self, ty: &Type, what: &str) -> ArgumentKind {
        match within_option(ty) {
            Some(Type::Reference(reference)) => {
                self.borrow(reference, true, what).map_or(ArgumentKind::Unknown, ArgumentKind::Component)
            }
            Some(inner) if path_of(inner).is_some_and(|path| self.is_declared(path)) => self.value(inner, what),
            Some(inner) if is_mut(inner) => {
                self.noted(inner, true, what).map_or(ArgumentKind::Unknown, ArgumentKind::Component)
            }
            _ => self.unsupported(ty, what),
        }
    }

    /// `Query<'_, World, ..>`.
    fn query(&mut self, ty: &Type, what: &str) -> ArgumentKind {
        // `#[system]` refuses a query of another form.
        let [_, asked] = generic_types(ty)[..] else { return self.unsupported(ty, what) };
        self.shape(asked, what).map_or(ArgumentKind::Unknown, ArgumentKind::Query)
    }

    pub(super) fn is_declared(&self, path: &Path) -> bool {
        let mut ignored = Errors::default();
        let found = self.scope.component_or_resource(path, &self.system, "a parameter", &mut ignored);
        ignored.reported_elsewhere();
        found.is_some_and(|found| self.scope.can_be(found, path))
    }
}

/// Whether a type is a number, `bool` or `char`.
fn is_plain(ty: &Type) -> bool {
    const PLAIN: [&str; 16] = [
        "f32", "f64", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "bool",
        "char",
    ];
    path_of(ty).and_then(Path::get_ident).is_some_and(|name| PLAIN.iter().any(|plain| name == plain))
}
