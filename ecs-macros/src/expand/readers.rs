//! Generates the readers of events. Their cursors advance whenever a schedule reaches the system, whether it runs or not, but only after
//! all its conditions are evaluated: if one of them panics, the system was not reached.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::Context;
use super::locals::Locals;
use crate::names;
use crate::vocabulary::EntryKind;

/// The readers of a system, those of its conditions first, and the statements that advance their cursors once the conditions are evaluated.
pub(super) fn generate(context: &Context, number: usize, locals: &Locals) -> (TokenStream, TokenStream) {
    let (k, system) = (&context.k, &context.world.systems[number]);
    let spans = system.run.arguments.iter().filter(|argument| argument.kind.reader().is_some());
    let spans: Vec<_> = spans.map(|argument| argument.span).collect();
    let events = context.world.read_once(system);
    let of_conditions = events.len() - spans.len();
    let spans = std::iter::repeat_n(Span::call_site(), of_conditions).chain(spans);
    let readers = events.into_iter().zip(spans).enumerate().map(|(at, (event, span))| {
        let events = locals.entry(context, EntryKind::Event.number(event), false, span);
        let cursor = |mutable| locals.borrow(&locals.cursors, &names::cursor(number, at), mutable, Span::call_site());
        let (reader, ahead, back) = (Locals::reader(at, span), cursor(true), cursor(false));
        if system.run_if.is_some() {
            let passed = quote! { #k::EventCursor::skip(#ahead, #events); };
            (quote! { let #reader = #k::EventReader::peek(#events, #back); }, passed)
        } else {
            (quote! { let #reader = #k::EventReader::new(#events, #ahead); }, TokenStream::new())
        }
    });
    readers.unzip()
}
