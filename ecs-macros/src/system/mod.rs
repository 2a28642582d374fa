//! `#[system]`: leaves the item unchanged, and adds a companion macro that passes its signature to `ecs_world!`, and public forwarders to
//! its methods. Names no crate, so that it works under any name of the facade.

mod check;
pub(crate) mod condition;
mod expand;
mod filters;
mod parameters;
mod parse;
mod repeated;
mod stand_in;

use std::borrow::Cow;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::report::Errors;

/// `#[system(arguments)] item`
pub(crate) fn expand(arguments: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let (mut parsed, mut item) = filters::read(item);
    if let Ok(read) = &mut parsed
        && repeated::refuse(read, &arguments, &mut errors)
    {
        item = Cow::Owned(read.to_token_stream());
    }
    let arguments = parse::arguments(arguments, &mut errors);
    let stand_in = parsed.as_ref().ok().and_then(stand_in::of);
    let beside = parse::item(parsed, arguments, &mut errors).map(|system| {
        check::system(&system, &mut errors);
        expand::beside(&system, errors.len() > 0)
    });
    let item = stand_in.unwrap_or_else(|| item.into_owned());
    errors.report(&quote! { #item #beside })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(arguments: TokenStream, item: &TokenStream) -> Vec<String> {
        let output = expand(arguments, item).to_string();
        output.split("compile_error ! {").skip(1).filter_map(|rest| rest.split('"').nth(1)).map(String::from).collect()
    }

    fn refusal(item: &TokenStream) -> String {
        let texts = texts(TokenStream::new(), item);
        assert_eq!(texts.len(), 1, "{texts:?}");
        texts.into_iter().next().unwrap()
    }

    #[test]
    fn a_companion_passes_the_signature_on() {
        let item = quote! {
            impl Physics { fn run(&mut self, p: &mut Position, _: &Velocity) {} fn on_added(&self, e: Entity) {} fn other(&self) {} }
        };
        let output = expand(quote! { without(Frozen), any(Fire, Ice) }, &item).to_string();
        let signature = "_Physics) without (Frozen) any (Fire , Ice)] \
                         run (& mut self) [(& mut Position) (& Velocity)] on_added (& self) [(Entity)] }";
        assert!(output.contains(signature) && output.contains("{ system Physics impl [item (__ecs_"), "{output}");
        assert!(output.contains("pub (crate) use __ecs_system_Physics as Physics ;"), "{output}");
        assert!(output.contains("Self :: run (self , a0 , a1)"), "{output}");
    }

    #[test]
    fn an_item_is_identified_unless_it_is_generic() {
        let signature = |item: TokenStream| expand(TokenStream::new(), &item).to_string();
        assert!(signature(quote! { fn fall<'a>(p: &'a mut Position) {} }).contains("fn [item (__ecs_"));
        assert!(signature(quote! { fn fall<W>(p: Query<'_, W, &Position>) {} }).contains("fn []"));
        assert!(signature(quote! { impl<T> Fall<T> { fn run(&self, p: &Tag<T>) {} } }).contains("impl []"));
        assert!(signature(quote! { fn fall<const N: usize>(p: &Grid<N>) {} }).contains("fn []"));
    }

    #[test]
    fn an_exported_companion_is_a_macro_of_the_crate() {
        let output = expand(quote! { export }, &quote! { pub fn drag(p: &mut Position) {} }).to_string();
        assert!(output.contains("# [macro_export] macro_rules ! __ecs_system_drag_"), "{output}");
        assert!(output.contains("pub use __ecs_system_drag_"), "{output}");
    }

    #[test]
    fn what_cannot_be_a_system_is_refused_once_with_a_hint() {
        let cases = [
            (quote! { struct A; }, "applies to a `fn`"),
            (quote! { impl A { fn go(&self) {} } }, "has no function `run`"),
            (quote! { impl A { fn run(self) {} } }, "takes `self` with a type, or by value"),
            (quote! { impl A { fn run(&self) -> u8 { 0 } } }, "returns a value"),
            (quote! { impl A { fn run(&self) -> ! { loop {} } } }, "never returns"),
            (quote! { fn act<T>(p: &mut T) {} }, "a component or resource that has one"),
            (quote! { fn act<W, T>(p: Query<'_, W, (Entity, Option<&T>)>) {} }, "a component or resource that has one"),
            (quote! { fn act<T>(p: &mut Events<T>) {} }, "finds events by name"),
            (quote! { fn act<T>(p: EventReader<'_, T>) {} }, "as in `EventReader<Hit>`"),
            (quote! { fn act<T>(p: &State<T>) {} }, "as in `State<Phase>`"),
            (quote! { impl A { async fn run(&self) {} } }, "`async`"),
            (quote! { impl A { unsafe fn run(&self) {} } }, "`unsafe`"),
            (quote! { impl A { #[cfg(x)] fn run(&self) {} } }, "`#[cfg]`"),
            (quote! { impl A { fn run(&self, #[cfg(x)] p: &P) {} } }, "`#[cfg]`"),
            (quote! { impl A<u8> { fn run(&self) {} } }, "instance"),
            (quote! { impl m::A { fn run(&self) {} } }, "module of the type"),
            (quote! { impl T for A { fn run(&self) {} } }, "implements a trait"),
            (quote! { fn act(p: &P) { Self::more(p) } }, "mentions `Self`"),
            (quote! { fn act(q: Query<'_, &P>) {} }, "a query names its world"),
            (quote! { fn act(q: Query) {} }, "a query names its world"),
            (quote! { fn act(q: Query<'_, W, &P, &Q>) {} }, "as a tuple"),
            (quote! { fn act(q: Query<'_, W, &P, With<A>>) {} }, "`#[system(with(q: A))]`"),
            (quote! { fn act(q: Query<'_, W, (&P, Without<(a::A, B)>)>) {} }, "`#[system(without(q: a::A, B))]`"),
            (quote! { fn act((q,): Query<'_, W, &P, With<A>>) {} }, "`#[system(with(moving: A))]`, where `moving` is"),
            (quote! { fn act(q: Query<'_, W, (&P, without(A))>) {} }, "`#[system(without(q: A))]`"),
            (quote! { fn act(q: Query<'_, W, any(a::A, B)>) {} }, "`#[system(any(q: a::A, B))]`"),
            (quote! { impl A { fn run(&self, q: Query<'_, W, (&P, with(A,))>) {} } }, "`#[system(with(q: A))]`"),
            (quote! { fn act(q: Query<'_, W, (changed(P), &P)>) {} }, "`#[system(changed(q: P))]`"),
            (quote! { fn act(q: Query<'_, W, (&P, added(P))>) {} }, "`#[system(added(q: P))]`"),
            (quote! { fn act(q: Query<'_, W, (&P, with(A), without(B), any(C, D))>) {} }, "`#[system(with(q: A))]`"),
            (
                quote! { fn act(q: Query<'_, W, &P>, r: Query<'_, W, (&P, without(A, B, C))>) {} },
                "`#[system(without(r: A, B, C))]`",
            ),
            (quote! { fn act(q: Query<'_, W, (Entity, P)>) {} }, "write `&P` or `&mut P`"),
            (quote! { fn act(q: Query<'_, W, Option<P>>) {} }, "write `&P` or `&mut P`"),
            (quote! { fn act(q: Query<'_, W, Ship<'_>>) {} }, "a macro cannot look into `Ship<'_>`"),
            (quote! { fn act(q: Query<'static, W, &P>) {} }, "write `Query<'_, ..>`"),
            (quote! { fn act(e: EventReader<'static, E>) {} }, "write `EventReader<'_, ..>`"),
            (quote! { fn act(t: Res<'_, Time>) {} }, "write `&Time`"),
            (quote! { fn act(t: ResMut<a::Time>) {} }, "write `&mut a::Time`"),
            (quote! { fn act(h: MessageWriter<Hit>) {} }, "write `&mut Events<Hit>`"),
            (quote! { fn act(h: MessageReader<Hit>) {} }, "write `EventReader<'_, Hit>`"),
            (quote! { fn act(p: &P, _: Or<(With<A>, With<B>)>) {} }, "`#[system(any(A, B))]`"),
            (quote! { fn act(p: &P, c: &mut Commands) {} }, "`&mut Commands<World>`"),
            (quote! { fn act(s: Spawner) {} }, "`&mut Spawner<World>`"),
            (quote! { fn print(p: &P) {} }, "hide the macro"),
            (quote! { fn sync(p: &P) {} }, "`sync` is a keyword"),
        ];
        for (item, text) in cases {
            let refusal = refusal(&item);
            assert!(refusal.contains(text), "{refusal}");
        }
    }

    #[test]
    fn a_function_is_accepted_unless_it_mentions_the_self_of_a_block() {
        let item = quote! { fn act(p: &P) { struct A; impl A { fn new() -> Self { Self } } } };
        assert!(texts(TokenStream::new(), &item).is_empty());
        assert!(refusal(&quote! { fn act(p: &P) { if true { [Self::A]; } } }).contains("mentions `Self`"));
        assert!(refusal(&quote! { fn act(p: &Tag<Self>) {} }).contains("mentions `Self`"));
    }

    #[test]
    fn a_function_whose_parameters_rustc_refuses_too_does_nothing() {
        let output = |item: TokenStream| expand(TokenStream::new(), &item).to_string();
        let function = output(quote! { pub fn act(mut p: &P, q: Query<'_, &P>) { q.go() } });
        assert!(function.contains("pub fn act (_ : & P , _ : ()) { :: core :: unimplemented ! () }"), "{function}");
        let block = output(quote! { impl A { fn run(&self, _: With<P>) { go() } fn other(&self, p: P) { go() } } });
        assert!(block.contains("fn run (& self , _ : ()) { :: core :: unimplemented ! () }"), "{block}");
        assert!(block.contains("fn other (& self , p : P) { go () }"), "{block}");
        assert!(output(quote! { fn act(p: &P) { go() } }).contains("fn act (p : & P) { go () }"));
    }

    #[test]
    fn unknown_arguments_name_those_that_exist() {
        let texts = texts(quote! { witout(A), any() }, &quote! { fn drag(p: &P) {} });
        assert!(texts[0].contains("Did you mean `without`?"), "{texts:?}");
        assert!(texts[1].contains("`any()` names no component"), "{texts:?}");
    }

    #[test]
    fn an_item_with_several_attributes_is_refused_once_and_keeps_none_of_them() {
        let block = quote! { #[ecs_world::system(run_if = late, parallel)] #[doc = "A."] #[system] impl A { fn run(&self, p: &P) {} } };
        let output = expand(quote! { with(B) }, &block).to_string();
        assert!(!output.contains("# [system") && output.contains("# [doc = \"A.\"] impl A"), "{output}");
        let texts = texts(quote! { with(B) }, &block);
        assert_eq!(texts.len(), 1, "{texts:?}");
        assert!(texts[0].contains(
            "`A` has several `#[system]`; write one, with all of their words: `#[system(with(B), run_if = late, parallel)]`"
        ));
        assert!(refusal(&quote! { #[system] fn act(p: &P) {} }).ends_with("several `#[system]`; keep one of them"));
        let merged = refusal(&quote! { #[system(with(A),)] #[ecs_world::prelude::system(with(B))] fn act(p: &P) {} });
        assert!(merged.ends_with("with all of their words, each of them once"), "{merged}");
    }

    #[test]
    fn a_filter_that_is_given_several_times_is_refused_once() {
        let texts = texts(
            quote! { any(A), any(B), any(C), with(q: A), with(q: B), with(q: C) },
            &quote! { fn act(p: &P, q: Query<'_, W, &Q>) {} },
        );
        assert_eq!(texts.len(), 2, "{texts:?}");
        assert!(texts[0].contains("`any(..)` is given twice, and an entity would have to pass each"), "{texts:?}");
        assert!(texts[1].contains("`with(q: ..)` is given twice; list all components in one"), "{texts:?}");
    }
}
