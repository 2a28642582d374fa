//! Owns the errors of one macro call: all of them are collected and reported together.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};

/// A bag of errors, which must be emptied into the output.
#[derive(Default)]
pub(crate) struct Errors {
    list: Vec<syn::Error>,
    reported: bool,
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

    /// Adds an error that a parser returned.
    pub(crate) fn add(&mut self, error: syn::Error) {
        self.list.push(error);
    }

    /// How many errors there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The errors as code that reports them, before what was generated all the same.
    pub(crate) fn report(mut self, generated: &TokenStream) -> TokenStream {
        self.reported = true;
        let errors = self.list.iter().map(syn::Error::to_compile_error);
        quote! { #(#errors)* #generated }
    }

    /// Lets errors go that another stage reports.
    pub(crate) fn reported_elsewhere(mut self) {
        self.reported = true;
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        debug_assert!(self.reported || std::thread::panicking(), "errors were collected and not reported");
    }
}
