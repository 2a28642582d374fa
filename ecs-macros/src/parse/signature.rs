//! The signatures that companion macros of systems pass on.

use proc_macro2::Ident;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Path, Token, Type, bracketed, parenthesized};

use super::RunIfDecl;
use crate::vocabulary::{Kind, Receiver};

/// A function of a system: its receiver and the types of its other parameters.
#[derive(Clone)]
pub(crate) struct Method {
    pub(crate) receiver: Receiver,
    pub(crate) parameters: Vec<Type>,
    /// The kinds of views of query parameters, by the number of the parameter; here, `none` is a kind.
    pub(crate) views: Vec<(usize, Ident)>,
    /// The filters of query parameters, by the number of the parameter.
    pub(crate) filters: Vec<(usize, QueryFilter)>,
}

/// A filter of a query parameter: `with`, `without`, `any`, `changed` or `added`, and its components.
#[derive(Clone)]
pub(crate) struct QueryFilter {
    pub(crate) name: Ident,
    pub(crate) components: Vec<Path>,
}

/// `{ system Physics impl [item(key) without(Frozen)] run(&mut self)[ (&mut Position) (#[view(none)] #[with(A)] Query<..>) ] .. }`, or
/// `pub fn` or `fn` in place of `impl`.
#[derive(Clone)]
pub(crate) struct Signature {
    pub(crate) name: Ident,
    pub(crate) kind: Kind,
    /// Whether it is a condition, and not a system.
    pub(crate) condition: bool,
    /// Whether a function can be called from everywhere.
    pub(crate) public: bool,
    /// Its identity, whatever path names it; `None` if it is generic.
    pub(crate) item: Option<Ident>,
    pub(crate) with: Vec<Path>,
    pub(crate) without: Vec<Path>,
    pub(crate) any: Vec<Path>,
    pub(crate) changed: Vec<Path>,
    pub(crate) added: Vec<Path>,
    /// The requested kind of its view.
    pub(crate) view: Option<Ident>,
    /// The condition under which it runs.
    pub(crate) run_if: Option<RunIfDecl>,
    /// Whether its entities are divided over threads.
    pub(crate) parallel: bool,
    pub(crate) run: Method,
    pub(crate) on_added: Option<Method>,
    pub(crate) on_removed: Option<Method>,
    pub(crate) on_replaced: Option<Method>,
}

impl Signature {
    /// The signature of a system that cannot be read.
    pub(super) fn broken(name: Ident) -> Self {
        let run = Method { receiver: Receiver::None, parameters: vec![], views: vec![], filters: vec![] };
        Self {
            name,
            kind: Kind::Broken,
            condition: false,
            public: false,
            item: None,
            with: vec![],
            without: vec![],
            any: vec![],
            changed: vec![],
            added: vec![],
            view: None,
            run_if: None,
            parallel: false,
            run,
            on_added: None,
            on_removed: None,
            on_replaced: None,
        }
    }

    /// Reads `[item(key) with(A) without(B, C) any(D, E) changed(F) added(G) view(list) parallel run_if(in_play)]`.
    fn aspect(&mut self, input: ParseStream) -> syn::Result<()> {
        let content;
        bracketed!(content in input);
        while !content.is_empty() {
            let kind: Ident = content.parse()?;
            if kind == "parallel" {
                self.parallel = true;
                continue;
            }
            let paths;
            parenthesized!(paths in content);
            if kind == "item" {
                self.item = Some(paths.parse()?);
                continue;
            }
            if kind == "view" {
                self.view = Some(paths.parse()?);
                continue;
            }
            if kind == "run_if" {
                self.run_if = Some(paths.parse()?);
                continue;
            }
            let paths = Punctuated::<Path, Token![,]>::parse_terminated(&paths)?;
            let list = match kind.to_string().as_str() {
                "with" => &mut self.with,
                "without" => &mut self.without,
                "changed" => &mut self.changed,
                "added" => &mut self.added,
                _ => &mut self.any,
            };
            list.extend(paths);
        }
        Ok(())
    }
}

impl Parse for Signature {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let readable: Ident = input.parse()?;
        let mut signature = Self::broken(input.parse()?);
        signature.condition = readable == "condition";
        if readable != "system" && !signature.condition {
            return Ok(signature);
        }
        signature.public = input.parse::<Option<Token![pub]>>()?.is_some();
        signature.kind = if input.parse::<Option<Token![impl]>>()?.is_some() {
            Kind::Impl
        } else {
            input.parse::<Token![fn]>()?;
            Kind::Fn
        };
        signature.aspect(input)?;
        while !input.is_empty() {
            let name: Ident = input.parse()?;
            let method = input.parse()?;
            match name.to_string().as_str() {
                "on_added" => signature.on_added = Some(method),
                "on_removed" => signature.on_removed = Some(method),
                "on_replaced" => signature.on_replaced = Some(method),
                _ => signature.run = method,
            }
        }
        Ok(signature)
    }
}

impl Parse for Method {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let receiver = parse_receiver(input)?;
        let types;
        bracketed!(types in input);
        let (mut parameters, mut views, mut filters) = (Vec::new(), Vec::new(), Vec::new());
        while !types.is_empty() {
            let one;
            parenthesized!(one in types);
            for attribute in one.call(Attribute::parse_outer)? {
                let number = parameters.len();
                match attribute.path().get_ident().cloned() {
                    Some(name) if name != "view" => {
                        let paths = Punctuated::<Path, Token![,]>::parse_terminated;
                        let components = attribute.parse_args_with(paths)?.into_iter().collect();
                        filters.push((number, QueryFilter { name, components }));
                    }
                    _ => views.push((number, attribute.parse_args()?)),
                }
            }
            parameters.push(one.parse()?);
        }
        Ok(Self { receiver, parameters, views, filters })
    }
}

fn parse_receiver(input: ParseStream) -> syn::Result<Receiver> {
    let content;
    parenthesized!(content in input);
    if content.is_empty() {
        return Ok(Receiver::None);
    }
    content.parse::<Token![&]>()?;
    let mutable = content.parse::<Option<Token![mut]>>()?.is_some();
    content.parse::<Token![self]>()?;
    Ok(if mutable { Receiver::Mut } else { Receiver::Shared })
}
