//! What `#[system]` reads: the arguments of the attribute, and the functions of the item.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{
    Attribute, FnArg, Generics, ImplItem, Item, ItemFn, ItemImpl, Pat, PatType, Path, Signature, Token, Type,
    Visibility, parenthesized,
};

use crate::messages::conditions::{no_condition, run_if_twice};
use crate::messages::views::{not_of_a_parameter, parameter_view_twice, unknown_view};
use crate::messages::{nearest, system as say};
use crate::model::ViewKind;
use crate::parse::RunIfDecl;
use crate::report::Errors;
use crate::vocabulary::FILTERS;

/// The arguments that the attribute takes.
pub(super) const ARGUMENTS: [&str; 9] =
    ["with", "without", "any", "changed", "added", "view", "run_if", "parallel", "export"];

/// The functions of a system that the world calls.
pub(super) const METHODS: [&str; 4] = ["run", "on_added", "on_removed", "on_replaced"];

/// `with(A), without(B, C), any(D, E), changed(F), added(G), view = list, run_if = in_play, parallel, export`
#[derive(Default)]
pub(super) struct Arguments {
    pub(super) with: Vec<Path>,
    pub(super) without: Vec<Path>,
    pub(super) any: Vec<Path>,
    pub(super) changed: Vec<Path>,
    pub(super) added: Vec<Path>,
    /// The filters of query parameters.
    pub(super) parameter_filters: Vec<ParameterFilter>,
    /// What was already reported as given more than once: the parameter, if it is a filter of one, and the filter.
    repeated: BTreeSet<(Option<Ident>, Ident)>,
    pub(super) view: Option<Ident>,
    /// The kinds of views of query parameters: the parameter, and the kind or `none`.
    pub(super) parameter_views: Vec<(Ident, Ident)>,
    /// The condition under which the system runs, as it is written.
    pub(super) run_if: Option<TokenStream>,
    /// Whether its entities are divided over threads.
    pub(super) parallel: Option<Ident>,
    /// Whether other crates can name the system in their worlds.
    pub(super) export: Option<Ident>,
}

/// `without(moving: Frozen)`: a filter of one query parameter.
pub(super) struct ParameterFilter {
    pub(super) parameter: Ident,
    /// `with`, `without`, `any`, `changed` or `added`.
    pub(super) filter: Ident,
    pub(super) components: Vec<Path>,
}

/// An item that may be a system.
pub(super) struct SystemDecl {
    pub(super) name: Ident,
    pub(super) arguments: Arguments,
    /// The visibility of a function; that of a type is not known.
    pub(super) visibility: Option<Visibility>,
    pub(super) cfgs: Vec<Attribute>,
    /// `None` for a function.
    pub(super) owner: Option<Owner>,
    pub(super) methods: Vec<Method>,
}

/// The `impl` block of a system with state.
pub(super) struct Owner {
    pub(super) attributes: Vec<Attribute>,
    pub(super) ty: Type,
    pub(super) generics: Generics,
}

/// A function that the world calls.
pub(super) struct Method {
    /// `run`, `on_added`, `on_removed` or `on_replaced`.
    pub(super) role: Ident,
    pub(super) attributes: Vec<Attribute>,
    pub(super) signature: Signature,
}

impl Method {
    /// The types of the parameters without the receiver.
    pub(super) fn types(&self) -> impl Iterator<Item = &Type> {
        self.typed().map(|typed| typed.ty.as_ref())
    }

    /// The names and types of the parameters without the receiver; a pattern has no name.
    pub(super) fn parameters(&self) -> impl Iterator<Item = (Option<&Ident>, &Type)> {
        self.typed().map(|typed| {
            let name = if let Pat::Ident(pattern) = typed.pat.as_ref() { Some(&pattern.ident) } else { None };
            (name, typed.ty.as_ref())
        })
    }

    fn typed(&self) -> impl Iterator<Item = &PatType> {
        self.signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => Some(typed),
            FnArg::Receiver(_) => None,
        })
    }
}

pub(super) fn arguments(tokens: TokenStream, errors: &mut Errors) -> Arguments {
    let mut arguments = Arguments::default();
    let read = |input: ParseStream| {
        while !input.is_empty() {
            let before = errors.len();
            argument(input, &mut arguments, errors)?;
            let comma = input.parse::<Option<Token![,]>>()?;
            if comma.is_none() && errors.len() == before && input.peek(Ident::peek_any) {
                errors.add(input.error(say::no_comma()));
            }
        }
        Ok(())
    };
    if let Err(error) = read.parse2(tokens) {
        errors.at(error.span(), say::broken_argument());
    }
    arguments
}

fn argument(input: ParseStream, arguments: &mut Arguments, errors: &mut Errors) -> syn::Result<()> {
    let name: Ident = input.parse()?;
    if name == "view" {
        return view(&name, input, arguments, errors);
    }
    if name == "run_if" {
        return run_if(&name, input, arguments, errors);
    }
    if name == "export" || name == "parallel" {
        let flag = if name == "export" { &mut arguments.export } else { &mut arguments.parallel };
        if flag.replace(name.clone()).is_some() {
            errors.on(&name, say::argument_twice(&name));
        }
        return Ok(());
    }
    if !input.peek(syn::token::Paren) {
        errors.on(&name, not_a_filter(&name.to_string()));
        return skip_argument(input);
    }
    let content;
    parenthesized!(content in input);
    let parameter = parameter(&content)?;
    if let Some(not) = content.parse::<Option<Token![!]>>()? {
        errors.on(&not, say::negated(&name, crate::vocabulary::last(&content.parse()?)));
        return content.parse::<TokenStream>().map(drop);
    }
    let paths = syn::punctuated::Punctuated::<Path, Token![,]>::parse_terminated(&content)?;
    if let Some(parameter) = parameter {
        let own = ParameterFilter { parameter, filter: name, components: paths.into_iter().collect() };
        parameter_filter(own, arguments, errors);
        return Ok(());
    }
    let Arguments { repeated, .. } = arguments;
    let list = match name.to_string().as_str() {
        "with" => &mut arguments.with,
        "without" => &mut arguments.without,
        "any" => &mut arguments.any,
        "changed" => &mut arguments.changed,
        "added" => &mut arguments.added,
        text => {
            errors.on(&name, not_a_filter(text));
            return Ok(());
        }
    };
    if paths.is_empty() {
        errors.on(&name, say::empty_filter(&name));
    } else if !list.is_empty() && repeated.insert((None, name.clone())) {
        errors.on(&name, say::filter_twice(&name));
    }
    list.extend(paths);
    Ok(())
}

/// Reads `moving:`, if a filter begins with it.
fn parameter(input: ParseStream) -> syn::Result<Option<Ident>> {
    if !input.peek2(Token![:]) || input.peek2(Token![::]) {
        return Ok(None);
    }
    let parameter = input.parse()?;
    input.parse::<Token![:]>()?;
    Ok(Some(parameter))
}

/// Adds `without(moving: Frozen)`.
fn parameter_filter(own: ParameterFilter, arguments: &mut Arguments, errors: &mut Errors) {
    let ParameterFilter { parameter, filter, components } = &own;
    let same = |other: &ParameterFilter| other.parameter == *parameter && other.filter == *filter;
    if !FILTERS.iter().any(|(known, _)| filter == known) {
        errors.on(filter, not_a_filter(&filter.to_string()));
    } else if components.is_empty() {
        errors.on(filter, say::empty_filter_of_a_query(filter, parameter));
    } else if arguments.parameter_filters.iter().any(same) {
        if arguments.repeated.insert((Some(parameter.clone()), filter.clone())) {
            errors.on(filter, say::filter_of_a_query_twice(filter, parameter));
        }
    } else {
        arguments.parameter_filters.push(own);
    }
}

/// The message for an argument that is not a filter, or has no parentheses.
fn not_a_filter(name: &str) -> String {
    if ARGUMENTS.contains(&name) {
        return say::filter_without_parentheses(name);
    }
    say::unknown_argument(name, nearest(name, ARGUMENTS.into_iter()))
}

/// Skips the rest of a refused argument.
fn skip_argument(input: ParseStream) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

/// Reads `= list`, or `(parameter) = list`.
fn view(name: &Ident, input: ParseStream, arguments: &mut Arguments, errors: &mut Errors) -> syn::Result<()> {
    let parameter = if input.peek(syn::token::Paren) {
        let content;
        parenthesized!(content in input);
        let parameter = content.parse::<Ident>()?;
        if !content.parse::<TokenStream>()?.is_empty() {
            errors.on(name, say::view_without_kind());
            return skip_argument(input);
        }
        Some(parameter)
    } else {
        None
    };
    if input.parse::<Option<Token![=]>>()?.is_none() {
        errors.on(name, say::view_without_kind());
        input.parse::<Option<TokenTree>>()?;
        return Ok(());
    }
    let kind: Ident = input.parse()?;
    if let Some(parameter) = parameter {
        parameter_view(parameter, kind, arguments, errors);
    } else if ViewKind::named(&kind.to_string()).is_none() {
        errors.on(&kind, unknown_view(&kind.to_string(), ViewKind::names()));
    } else if arguments.view.replace(kind).is_some() {
        errors.on(name, say::view_twice());
    }
    Ok(())
}

/// Adds `view(moving) = none`.
fn parameter_view(parameter: Ident, kind: Ident, arguments: &mut Arguments, errors: &mut Errors) {
    if !ViewKind::of_parameters().any(|known| kind == known) {
        errors.on(&kind, not_of_a_parameter(&kind.to_string(), ViewKind::of_parameters()));
    } else if arguments.parameter_views.iter().any(|(other, _)| *other == parameter) {
        errors.on(&parameter, parameter_view_twice(&parameter));
    } else {
        arguments.parameter_views.push((parameter, kind));
    }
}

/// Reads `= in_play`.
fn run_if(name: &Ident, input: ParseStream, arguments: &mut Arguments, errors: &mut Errors) -> syn::Result<()> {
    if input.parse::<Option<Token![=]>>()?.is_none() {
        errors.on(name, no_condition());
        return skip_argument(input);
    }
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    if tokens.is_empty() {
        errors.on(name, no_condition());
    } else if let Err(error) = RunIfDecl::alone.parse2(tokens.clone()) {
        errors.add(error);
    } else if arguments.run_if.replace(tokens).is_some() {
        errors.on(name, run_if_twice());
    }
    Ok(())
}

/// Reads what was parsed; reported and `None` if it cannot be a system.
pub(super) fn item(parsed: syn::Result<Item>, arguments: Arguments, errors: &mut Errors) -> Option<SystemDecl> {
    match readable(parsed, errors)? {
        Item::Impl(item) => of_impl(item, arguments, errors),
        Item::Fn(item) => of_fn(item, arguments, say::on_a_method, errors),
        other => {
            errors.on(&other, say::wrong_item());
            of_type(other)
        }
    }
}

/// The item, if it can be read.
pub(super) fn readable(parsed: syn::Result<Item>, errors: &mut Errors) -> Option<Item> {
    parsed.map_err(|error| errors.add(error)).ok()
}

/// An item that was refused, under the name of a type, so that `ecs_world!` finds it there and does not report it again.
pub(super) fn of_type(item: Item) -> Option<SystemDecl> {
    let (name, attributes) = match item {
        Item::Struct(item) => (item.ident, item.attrs),
        Item::Enum(item) => (item.ident, item.attrs),
        _ => return None,
    };
    let (arguments, cfgs) = (Arguments::default(), cfgs(&attributes));
    Some(SystemDecl { name, arguments, visibility: None, cfgs, owner: None, methods: vec![] })
}

fn cfgs(attributes: &[Attribute]) -> Vec<Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).cloned().collect()
}

/// Reads a function; reported with this message and `None` if it is a method, beside which no items are possible.
pub(super) fn of_fn(
    item: ItemFn,
    arguments: Arguments,
    refusal: fn(&Ident) -> String,
    errors: &mut Errors,
) -> Option<SystemDecl> {
    let name = item.sig.ident.clone();
    if let Some(receiver) = item.sig.receiver() {
        errors.on(receiver, refusal(&name));
        return None;
    }
    if mentions_self(&item) {
        errors.on(&name, say::on_an_associated_function(&name));
        return None;
    }
    let role = format_ident!("run", span = name.span());
    let method = Method { role, attributes: vec![], signature: item.sig };
    let visibility = Some(item.vis);
    Some(SystemDecl { name, arguments, visibility, cfgs: cfgs(&item.attrs), owner: None, methods: vec![method] })
}

/// Returns true if a function mentions `Self`, as only one in an `impl` block can. Items in its body may have their own `Self`.
fn mentions_self(item: &ItemFn) -> bool {
    let body = words(item.block.to_token_stream());
    let has_items = body.iter().any(|word| ["impl", "trait", "struct", "enum", "union"].contains(&word.as_str()));
    let in_signature = words(item.sig.to_token_stream());
    in_signature.iter().chain(body.iter().filter(|_| !has_items)).any(|word| word == "Self")
}

/// All identifiers and keywords in some tokens.
pub(super) fn words(tokens: TokenStream) -> Vec<String> {
    let words = tokens.into_iter().flat_map(|token| match token {
        TokenTree::Ident(word) => vec![word.to_string()],
        TokenTree::Group(group) => words(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => vec![],
    });
    words.collect()
}

fn of_impl(item: ItemImpl, arguments: Arguments, errors: &mut Errors) -> Option<SystemDecl> {
    let Some(name) = type_name(&item.self_ty) else {
        errors.on(&item.self_ty, say::foreign_type());
        return None;
    };
    if let Some((path, _)) = &item.trait_ {
        errors.on(path, say::trait_impl());
    }
    for member in &item.items {
        if let ImplItem::Fn(function) = member {
            callbacks_are_known(&function.sig.ident, errors);
        }
    }
    let methods = item.items.into_iter().filter_map(|member| match member {
        ImplItem::Fn(function) if METHODS.iter().any(|role| function.sig.ident == role) => {
            Some(Method { role: function.sig.ident.clone(), attributes: function.attrs, signature: function.sig })
        }
        _ => None,
    });
    let (cfgs, methods) = (cfgs(&item.attrs), methods.collect());
    let owner = Owner { attributes: item.attrs, ty: *item.self_ty, generics: item.generics };
    Some(SystemDecl { name, arguments, visibility: None, cfgs, owner: Some(owner), methods })
}

/// Reports misspelt callbacks, which would be methods that nothing calls.
fn callbacks_are_known(method: &Ident, errors: &mut Errors) {
    let name = method.to_string();
    if name.starts_with("on_") && METHODS.iter().all(|role| method != role) {
        errors.on(method, say::unknown_callback(&name));
    }
}

/// The name of a type of this module: `Physics`, `Tracker<T>`.
pub(super) fn type_name(ty: &Type) -> Option<Ident> {
    match ty {
        Type::Group(group) => type_name(&group.elem),
        Type::Path(path) if path.qself.is_none() && path.path.segments.len() == 1 => {
            Some(path.path.segments.first()?.ident.clone())
        }
        _ => None,
    }
}
