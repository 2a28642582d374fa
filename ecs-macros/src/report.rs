//! The errors of one macro call, which are collected and reported together. Knows which names were left out because of an error, so that
//! they are not reported as missing.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// A collection of errors, which must be written to the output.
#[derive(Default)]
pub(crate) struct Errors {
    list: Vec<syn::Error>,
    reported: bool,
    left_out: BTreeSet<String>,
    /// Number of errors that were not added, since they follow from others.
    following: usize,
}

impl Errors {
    /// Adds an error at a place.
    pub(crate) fn at(&mut self, span: Span, message: impl Into<String>) {
        self.list.push(syn::Error::new(span, message.into()));
    }

    /// Adds an error that covers some tokens.
    pub(crate) fn on(&mut self, tokens: &impl ToTokens, message: impl Into<String>) {
        self.list.push(syn::Error::new_spanned(tokens, message.into()));
    }

    /// Adds an error that covers some tokens, unless one with the same message was added before.
    pub(crate) fn once(&mut self, tokens: &impl ToTokens, message: &str) {
        if self.list.iter().all(|error| error.to_string() != message) {
            self.on(tokens, message);
        }
    }

    /// Adds an error that a parser returned.
    pub(crate) fn add(&mut self, error: syn::Error) {
        self.list.push(error);
    }

    /// Records the names in tokens that an error kept out of the declaration.
    pub(crate) fn leave_out(&mut self, tokens: &impl ToTokens) {
        for token in tokens.to_token_stream() {
            match token {
                TokenTree::Ident(name) => drop(self.left_out.insert(name.to_string())),
                TokenTree::Group(group) => self.leave_out(&group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    /// Adds an error about a missing name, unless the name was left out: the error then follows from another one.
    pub(crate) fn missing(&mut self, name: &str, tokens: &impl ToTokens, message: impl Into<String>) {
        if self.left_out.contains(name) {
            self.following += 1;
        } else {
            self.on(tokens, message);
        }
    }

    /// Number of errors, including those that follow from others and are not reported.
    pub(crate) fn len(&self) -> usize {
        self.list.len() + self.following
    }

    /// The errors as code that reports them, followed by the generated code.
    pub(crate) fn report(mut self, generated: &TokenStream) -> TokenStream {
        self.reported = true;
        let errors = self.list.iter().map(syn::Error::to_compile_error);
        quote! { #(#errors)* #generated }
    }

    /// Discards errors that another stage reports.
    pub(crate) fn reported_elsewhere(mut self) {
        self.reported = true;
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        debug_assert!(self.reported || std::thread::panicking(), "errors were collected and not reported");
    }
}
