//! The grammar after `run_if =`: conditions, and how they are combined.

use proc_macro2::{Ident, TokenStream};
use syn::parse::{Parse, ParseBuffer, ParseStream};
use syn::{Path, Token, parenthesized, token};

use crate::messages::conditions as say;
use crate::messages::states::value_with_data;
use crate::names;
use crate::vocabulary::last;

/// `in_play`, `in_state(Phase::Play)`, `on_event(Hit)`, `any_with(Asteroid)`, `not(..)`, `all(.., ..)`, `any(.., ..)`.
#[derive(Clone)]
pub(crate) enum RunIfDecl {
    /// A function of the `conditions:`.
    Holds(Path),
    InState(Path),
    OnEvent(Path),
    /// An entity has a component.
    AnyWith(Path),
    Not(Box<RunIfDecl>),
    All(Vec<RunIfDecl>),
    Any(Vec<RunIfDecl>),
}

impl Parse for RunIfDecl {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(syn::Ident) && input.peek2(token::Paren) {
            let name: Ident = input.parse()?;
            let content;
            let parentheses = parenthesized!(content in input);
            if content.is_empty() {
                return Err(syn::Error::new(parentheses.span.join(), say::nothing_in_it(&name)));
            }
            return combined(&name, &content);
        }
        let refusal = refusal(input, input.peek(Token![!]));
        input.parse().map(Self::Holds).map_err(|_| refusal)
    }
}

impl RunIfDecl {
    /// Reads a condition that nothing follows.
    pub(crate) fn alone(input: ParseStream) -> syn::Result<Self> {
        let read = input.parse();
        nothing_after(read, input)
    }
}

/// Refuses tokens after what was read.
fn nothing_after<T>(read: syn::Result<T>, input: ParseStream) -> syn::Result<T> {
    let operator = input.peek(Token![&]) || input.peek(Token![|]);
    let (refusal, rest) = (refusal(input, operator), input.parse::<TokenStream>()?);
    read.and_then(|read| if rest.is_empty() { Ok(read) } else { Err(refusal) })
}

/// The error for a missing condition, or for an operator.
fn refusal(input: ParseStream, operator: bool) -> syn::Error {
    input.error(if operator { say::operator() } else { say::no_condition() })
}

/// Reads the contents of parentheses after a name.
fn combined(name: &Ident, content: &ParseBuffer) -> syn::Result<RunIfDecl> {
    let read = match name.to_string().as_str() {
        "in_state" => {
            let state = content.parse::<Path>();
            if let Some(equals) = content.parse::<Option<Token![==]>>()? {
                return Err(syn::Error::new_spanned(equals, say::comparison(&compared(&state?, content)?)));
            }
            let state = state.map(RunIfDecl::InState);
            let has_data = content.peek(token::Paren) || content.peek(token::Brace);
            return if state.is_ok() && has_data {
                Err(content.error(value_with_data()))
            } else if state.is_ok() && !content.is_empty() {
                Err(content.error(say::no_single_value()))
            } else {
                nothing_after(state, content)
            };
        }
        "on_event" => {
            let event = content.parse().map(RunIfDecl::OnEvent);
            return if content.is_empty() { event } else { Err(content.error(say::no_single_event())) };
        }
        "any_with" => {
            let component = content.parse().map(RunIfDecl::AnyWith);
            return if content.is_empty() { component } else { Err(content.error(say::no_single_component())) };
        }
        "not" => content.parse().map(|one| RunIfDecl::Not(Box::new(one))),
        "all" => list(content).map(RunIfDecl::All),
        "any" => list(content).map(RunIfDecl::Any),
        _ => Err(syn::Error::new(name.span(), say::called(name))),
    };
    nothing_after(read, content)
}

/// The value in `phase == Phase::Play`, whichever side it is on; `content` follows the `==`.
fn compared(first: &Path, content: &ParseBuffer) -> syn::Result<String> {
    let second: Path = content.parse()?;
    let is_value = |path: &Path| path.segments.len() > 1 || last(path).starts_with(char::is_uppercase);
    Ok(names::shown(if is_value(first) { first } else { &second }))
}

fn list(content: &ParseBuffer) -> syn::Result<Vec<RunIfDecl>> {
    let mut list = vec![content.parse()?];
    while content.parse::<Option<Token![,]>>()?.is_some() && !content.is_empty() {
        list.push(content.parse()?);
    }
    Ok(list)
}
