//! Inserts mutants into the syntax tree of a file, each behind `if crate::mutant::is(ID)`.

use std::collections::BTreeSet;

use proc_macro2::{LineColumn, Span};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Arm, BinOp, Block, Expr, ExprConst, ExprRepeat, ImplItemConst, ImplItemFn, ItemConst, ItemFn, ItemMod, Pat,
    PatGuard, Stmt, TraitItemConst, TraitItemFn, TypeArray, parse_quote,
};

use crate::list::{Mutant, Place};

/// Returns the text of a file with these mutants, and the mutants for which a place was found.
pub fn weave(text: &str, mutants: &[&Mutant]) -> (String, BTreeSet<usize>) {
    let mut file = syn::parse_file(text).expect("the sources can be parsed");
    let mut weaver = Weaver { mutants, done: BTreeSet::new() };
    weaver.visit_file_mut(&mut file);
    (prettyplease::unparse(&file), weaver.done)
}

struct Weaver<'a> {
    mutants: &'a [&'a Mutant],
    done: BTreeSet<usize>,
}

fn place(at: LineColumn) -> Place {
    Place { line: at.line, column: at.column + 1 }
}

/// Whether an item is a test, or is not compiled because all features are enabled.
fn is_left_out(attributes: &[syn::Attribute]) -> bool {
    let mut texts = attributes.iter().map(|attribute| attribute.to_token_stream().to_string().replace(' ', ""));
    texts.any(|text| text.contains("test") || text.contains("cfg(not(feature="))
}

/// Whether an expression contains a `let`, which is allowed only in a condition.
fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

impl<'a> Weaver<'a> {
    /// Returns the mutants of a genre that begin at `span`.
    fn at(&mut self, genre: &str, span: Span) -> Vec<&'a Mutant> {
        let start = place(span.start());
        let own = self.mutants.iter().copied().filter(|mutant| mutant.genre == genre && mutant.span.start == start);
        let own: Vec<_> = own.collect();
        self.done.extend(own.iter().map(|mutant| mutant.id));
        own
    }

    /// Makes a function return the value of the mutant at once. Functions inside it have mutants of their own.
    fn function(&mut self, block: &mut Block) {
        let (start, end) = (place(block.span().start()), place(block.span().end()));
        let within = |mutant: &Mutant| {
            mutant.genre == "FnValue"
                && mutant.span.start >= start
                && mutant.span.end <= end
                && !self.done.contains(&mutant.id)
        };
        let own: Vec<_> = self.mutants.iter().copied().filter(|mutant| within(mutant)).collect();
        for mutant in own {
            let Ok(value) = syn::parse_str::<Expr>(&mutant.replacement) else { continue };
            let id = u32::try_from(mutant.id).expect("there are few mutants");
            let early: Stmt = parse_quote! { if crate::mutant::is(#id) { return #value; } };
            block.stmts.insert(0, early);
            self.done.insert(mutant.id);
        }
    }
}

/// The same operation with another operator.
fn replaced(expression: &Expr, operator: &str) -> Option<Expr> {
    let operator: BinOp = syn::parse_str(operator).ok()?;
    let Expr::Binary(binary) = expression else { return None };
    let mut binary = binary.clone();
    binary.op = operator;
    Some(Expr::Binary(binary))
}

fn is_assignment(operator: &BinOp) -> bool {
    operator.to_token_stream().to_string().ends_with('=')
        && !matches!(operator, BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Le(_) | BinOp::Ge(_))
}

impl VisitMut for Weaver<'_> {
    fn visit_item_mod_mut(&mut self, item: &mut ItemMod) {
        if !is_left_out(&item.attrs) {
            visit_mut::visit_item_mod_mut(self, item);
        }
    }

    // Constants are computed before any test runs.
    fn visit_item_const_mut(&mut self, _: &mut ItemConst) {}

    fn visit_impl_item_const_mut(&mut self, _: &mut ImplItemConst) {}

    fn visit_trait_item_const_mut(&mut self, _: &mut TraitItemConst) {}

    fn visit_expr_const_mut(&mut self, _: &mut ExprConst) {}

    fn visit_type_array_mut(&mut self, _: &mut TypeArray) {}

    fn visit_expr_repeat_mut(&mut self, repeat: &mut ExprRepeat) {
        self.visit_expr_mut(&mut repeat.expr);
    }

    fn visit_item_fn_mut(&mut self, item: &mut ItemFn) {
        if !is_left_out(&item.attrs) {
            visit_mut::visit_item_fn_mut(self, item);
            self.function(&mut item.block);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut ImplItemFn) {
        if !is_left_out(&item.attrs) {
            visit_mut::visit_impl_item_fn_mut(self, item);
            self.function(&mut item.block);
        }
    }

    fn visit_trait_item_fn_mut(&mut self, item: &mut TraitItemFn) {
        visit_mut::visit_trait_item_fn_mut(self, item);
        if let Some(block) = &mut item.default {
            self.function(block);
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        let deleted = self.at("MatchArm", arm.span());
        let guard = if let Pat::Guard(own) = &arm.pat { self.at("MatchArmGuard", own.guard.span()) } else { vec![] };
        visit_mut::visit_arm_mut(self, arm);
        for mutant in guard {
            let id = u32::try_from(mutant.id).expect("there are few mutants");
            if let (Pat::Guard(own), Ok(value)) = (&mut arm.pat, syn::parse_str::<Expr>(&mutant.replacement)) {
                let guard = &own.guard;
                *own.guard = parse_quote! { (if crate::mutant::is(#id) { #value } else { #guard }) };
            }
        }
        for mutant in deleted {
            let id = u32::try_from(mutant.id).expect("there are few mutants");
            if let Pat::Guard(own) = &mut arm.pat {
                let guard = &own.guard;
                *own.guard = parse_quote! { !crate::mutant::is(#id) && #guard };
            } else {
                arm.pat = Pat::Guard(PatGuard {
                    attrs: vec![],
                    pat: Box::new(arm.pat.clone()),
                    if_token: syn::token::If::default(),
                    guard: Box::new(parse_quote! { !crate::mutant::is(#id) }),
                });
            }
        }
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        let (genre, span) = match &*expression {
            Expr::Binary(binary) => ("BinaryOperator", binary.op.span()),
            Expr::Unary(unary) => ("UnaryOperator", unary.op.span()),
            _ => return visit_mut::visit_expr_mut(self, expression),
        };
        let own = self.at(genre, span);
        // The copies keep their original operands, because only one mutant is tried at a time.
        let original = expression.clone();
        visit_mut::visit_expr_mut(self, expression);
        for mutant in own {
            let other = match &original {
                Expr::Unary(unary) => Some((*unary.expr).clone()),
                Expr::Binary(binary) if has_let(&binary.left) || has_let(&binary.right) => None,
                _ => replaced(&original, &mutant.replacement),
            };
            let Some(other) = other else {
                self.done.remove(&mutant.id);
                continue;
            };
            let id = u32::try_from(mutant.id).expect("there are few mutants");
            let is_statement = matches!(&original, Expr::Binary(binary) if is_assignment(&binary.op));
            *expression = if is_statement {
                parse_quote! { { if crate::mutant::is(#id) { #other } else { #expression } } }
            } else {
                parse_quote! { (if crate::mutant::is(#id) { #other } else { #expression }) }
            };
        }
    }
}
