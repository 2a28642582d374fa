//! Writes `methods.rs` from the traits in `ecs-core`: `UPDATE_EXPECT=1 cargo test -p ecs-macros --lib methods`.

use std::fmt::Write as _;

use expect_test::expect_file;
use proc_macro2::{Group, Ident, Spacing, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{Attribute, Expr, FnArg, GenericParam, ItemTrait, Lit, Meta, Pat, Signature, Stmt, TraitItem, TraitItemFn};

use crate::names;

/// The files that declare the methods of worlds.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ecs-core/src/world/methods");

/// The traits of these methods, each with its file.
const TRAITS: [(&str, &str); 7] = [
    ("WorldChanges", "changes.rs"),
    ("WorldTemplates", "templates.rs"),
    ("WorldAccess", "access.rs"),
    ("WorldOrder", "order.rs"),
    ("WorldSnapshots", "snapshots.rs"),
    ("WorldState", "state.rs"),
    ("EcsWorld", "mod.rs"),
];

const HEAD: &str = "\
//! The methods that every world has, as forwarders to `EcsWorld` and its supertraits, so that games need not import them: with
//! the whole documentation, which editors show. Written from `ecs-core/src/world/methods/`; change these files, and then
//! `UPDATE_EXPECT=1 cargo test -p ecs-macros --lib methods`.

#[cfg(test)]
mod tests;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::text;
";

fn declared(name: &str, file: &str) -> ItemTrait {
    let text = std::fs::read_to_string(format!("{SOURCES}/{file}")).expect("the whole workspace is checked out");
    let file = syn::parse_file(&text).expect("the file compiles");
    let find_trait = |item: syn::Item| match item {
        syn::Item::Trait(declared) if declared.ident == name => Some(declared),
        _ => None,
    };
    file.items.into_iter().find_map(find_trait).expect("the trait is declared there")
}

#[test]
fn no_other_file_declares_methods_of_worlds() {
    let files = std::fs::read_dir(SOURCES).expect("the whole workspace is checked out");
    let mut files: Vec<_> = files.map(|file| file.expect("files can be listed").file_name()).collect();
    let mut known = TRAITS.map(|(_, file)| file);
    files.sort();
    known.sort_unstable();
    assert_eq!(files, known);
}

#[test]
fn the_methods_of_worlds_are_those_of_the_traits() {
    let (mut names, mut forwarders) = (vec![], vec![]);
    let (mut related, mut of_pasts, mut saved) = (vec![], vec![], vec![]);
    let (mut of_states, mut of_deltas) = (vec![], vec![]);
    for (of, file) in TRAITS {
        for item in declared(of, file).items {
            let TraitItem::Fn(mut method) = item else { continue };
            let (is_of_snapshots, is_of_states) = (of == "WorldSnapshots", of == "WorldState");
            let is_of_deltas = asks_for(&method, &["LoadWorld"]);
            if is_of_snapshots || is_of_states {
                // Only worlds that fulfil the bound have the method.
                method.sig.generics.where_clause = None;
            }
            names.push(method.sig.ident.to_string());
            let forwarder = forwarder(&format_ident!("{of}"), &method);
            let list = match () {
                () if is_of_snapshots => &mut saved,
                () if is_of_deltas => &mut of_deltas,
                () if is_of_states => &mut of_states,
                () if asks_for(&method, &["HasRelation", "HasTree"]) => &mut related,
                () if asks_for(&method, &["HasPast"]) => &mut of_pasts,
                () => &mut forwarders,
            };
            list.push(forwarder);
        }
    }
    let mut file = HEAD.to_owned();
    write!(file, "\n/// Their names.\npub(crate) const NAMES: [&str; {}] = [\n", names.len())
        .expect("writing to a string succeeds");
    for name in &names {
        writeln!(file, "    {name:?},").expect("writing to a string succeeds");
    }
    file.push_str("];\n");
    let signature = "fn forwarders(k: &Ident, mask: &TokenStream, columns: &Ident)";
    function(&mut file, "The forwarders, for a world with these masks and columns.", signature, &forwarders);
    let signature = "fn forwarders_of_relations(k: &Ident)";
    function(&mut file, "Those that only a world with relations has.", signature, &related);
    let signature = "fn forwarders_of_pasts(k: &Ident)";
    function(&mut file, "Those that only a world with double-buffered components has.", signature, &of_pasts);
    let signature = "fn forwarders_of_snapshots(k: &Ident)";
    function(&mut file, "Those that only a world with snapshots has.", signature, &saved);
    let signature = "fn forwarders_of_states(k: &Ident)";
    function(&mut file, "Those that only a world with `#[derive(Serialize)]` has.", signature, &of_states);
    let signature = "fn forwarders_of_deltas(k: &Ident)";
    function(&mut file, "Those that only a world with `#[derive(Serialize, Deserialize)]` has.", signature, &of_deltas);
    expect_file!["../methods.rs"].assert_eq(&file);
}

/// Whether a method has a bound by one of these traits, so that other worlds cannot call it.
fn asks_for(method: &TraitItemFn, traits: &[&str]) -> bool {
    let bounds = method.sig.generics.where_clause.as_ref().map(|bounds| quote! { #bounds }.to_string());
    bounds.is_some_and(|bounds| traits.iter().any(|bound| bounds.contains(bound)))
}

/// Writes a function that returns these methods: as text, except generic ones. If a type breaks a bound or a check of such a method, rustc
/// names the macro that the path of the bound comes from, which a text does not know.
fn function(file: &mut String, docs: &str, signature: &str, methods: &[TokenStream]) {
    let mut parts: Vec<(bool, String)> = vec![];
    let mut add = |is_text: bool, lines: &[&str]| {
        if parts.last().is_none_or(|(last, _)| *last != is_text) {
            parts.push((is_text, String::new()));
        }
        let (_, part) = parts.last_mut().expect("one was added");
        for line in lines {
            let line = line.replace("__k::", "#k::").replace("__Mask", "#mask").replace("__Columns", "#columns");
            writeln!(part, "{}", format!("        {line}").trim_end()).expect("writing to a string succeeds");
        }
    };
    for method in methods {
        let inherent = quote! { impl __World { #method } };
        let pretty = prettyplease::unparse(&syn::parse2(inherent).expect("a forwarder is a method"));
        let lines: Vec<_> = pretty.lines().skip(1).filter(|line| *line != "}").collect();
        let start = lines.iter().position(|line| line.starts_with("    pub fn")).expect("a method is a function");
        add(true, &lines[..start]);
        let is_generic = lines[start].find('<') < lines[start].find('(') && lines[start].contains('<');
        add(!is_generic, &lines[start..]);
    }
    let names = ["k", "mask", "columns"].into_iter().filter(|name| signature.contains(&format!("{name}: ")));
    let names: Vec<_> = names.map(|name| format!("(\"{name}\", &{name}.to_string())")).collect();
    write!(
        file,
        "\n/// {docs}\n#[rustfmt::skip]\n#[allow(clippy::too_many_lines, reason = \"it is a table\")]\npub(crate) {signature} -> \
         TokenStream {{\n    let names: &[(&str, &str)] = &[{}];\n    [\n",
        names.join(", ")
    )
    .expect("writing to a string succeeds");
    for (is_text, part) in parts {
        let needed =
            (0..part.len()).find(|hashes| !part.contains(&format!("\"{}", "#".repeat(*hashes)))).unwrap_or_default();
        let hashes = "#".repeat(needed);
        if is_text {
            write!(file, "        text::filled(names, r{hashes}\"\n{part}        \"{hashes}),\n")
        } else {
            write!(file, "        quote! {{\n{part}        }},\n")
        }
        .expect("writing to a string succeeds");
    }
    file.push_str("    ].into_iter().collect()\n}\n");
}

/// An inherent method that calls the one of this trait.
fn forwarder(of: &Ident, method: &TraitItemFn) -> TokenStream {
    let Signature { ident: name, generics, inputs, .. } = &method.sig;
    let passed = inputs.iter().map(|input| match input {
        FnArg::Receiver(_) => quote! { self },
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(pattern) => {
                let name = &pattern.ident;
                quote! { #name }
            }
            other => panic!("{name}: a parameter has a name, not {}", quote! { #other }),
        },
    });
    let (mut own, mut types) = (vec![], vec![]);
    for parameter in &generics.params {
        match parameter {
            GenericParam::Type(parameter) => {
                let name = &parameter.ident;
                own.push(name.to_string());
                types.push(quote! { #name });
            }
            // In braces, since a component may have the name of the parameter.
            GenericParam::Const(parameter) => {
                let name = &parameter.ident;
                own.push(name.to_string());
                types.push(quote! { { #name } });
            }
            GenericParam::Lifetime(_) => {}
        }
    }
    let types_given = (!types.is_empty()).then(|| quote! { ::<#(#types),*> });
    let has_receiver = inputs.iter().any(|input| matches!(input, FnArg::Receiver(_)));
    let of_trait = if has_receiver {
        quote! { __k::#of }
    } else {
        quote! { <Self as __k::#of> }
    };
    let checks = checks(method).map(|check| with_whole_paths(quote! { #check }, &own));
    let body = quote! { { #(#checks)* #of_trait::#name #types_given(#(#passed),*) } };
    let docs = documentation(&method.attrs);
    let attributes = method.attrs.iter().filter(|attribute| !attribute.path().is_ident("doc"));
    let mut signature = method.sig.clone();
    for input in &mut signature.inputs {
        // The trait's own body may take a parameter `mut`.
        if let FnArg::Typed(typed) = input
            && let Pat::Ident(pattern) = &mut *typed.pat
        {
            pattern.mutability = None;
        }
    }
    let signature = with_whole_paths(quote! { #signature }, &own);
    quote! { #(#[doc = #docs])* #(#attributes)* pub #signature #body }
}

/// The constants that the body begins with: what must be evaluated where the user calls the method.
fn checks(method: &TraitItemFn) -> impl Iterator<Item = &Stmt> {
    let statements = method.default.as_ref().map(|body| &body.stmts).into_iter().flatten();
    statements.take_while(|statement| matches!(statement, Stmt::Local(local) if matches!(local.pat, Pat::Tuple(_))))
}

/// Names types and traits by their whole paths, except these type parameters.
fn with_whole_paths(tokens: TokenStream, own: &[String]) -> TokenStream {
    let (mut whole, mut tokens) = (TokenStream::new(), tokens.into_iter().peekable());
    let mut is_part = false;
    while let Some(token) = tokens.next() {
        let (is_bound, is_path) = match tokens.peek() {
            Some(TokenTree::Punct(next)) if next.as_char() == ':' => {
                (next.spacing() == Spacing::Alone, next.spacing() == Spacing::Joint)
            }
            _ => (false, false),
        };
        match token {
            TokenTree::Group(group) => {
                let inner = with_whole_paths(group.stream(), own);
                whole.extend([TokenTree::from(Group::new(group.delimiter(), inner))]);
            }
            TokenTree::Ident(name) if name == "Self" && is_path => {
                tokens.nth(1);
                let Some(TokenTree::Ident(part)) = tokens.next() else { panic!("`Self::` has a part") };
                let part = format_ident!("__{part}");
                whole.extend(quote! { #part });
            }
            TokenTree::Ident(name) => {
                let text = name.to_string();
                let is_type = text.starts_with(char::is_uppercase) && text != "Self";
                let is_named = is_part || is_bound || own.contains(&text);
                let is_whole = is_named || !(is_type || names::PRIMITIVES.contains(&text.as_str()));
                let module = (!is_whole).then(|| module_of(&text));
                whole.extend(quote! { #module #name });
            }
            other => {
                is_part = matches!(&other, TokenTree::Punct(punct) if punct.as_char() == ':') && is_path_of(&whole);
                whole.extend([other]);
                continue;
            }
        }
        is_part = false;
    }
    whole
}

/// Whether a `:` that comes next is the second one of a path.
fn is_path_of(tokens: &TokenStream) -> bool {
    let last = tokens.clone().into_iter().last();
    matches!(last, Some(TokenTree::Punct(punct)) if punct.as_char() == ':' && punct.spacing() == Spacing::Joint)
}

/// Where a type or a trait is.
fn module_of(name: &str) -> TokenStream {
    match name {
        "Option" => quote! { ::core::option:: },
        "Result" => quote! { ::core::result:: },
        "IntoIterator" => quote! { ::core::iter:: },
        "FnMut" => quote! { ::core::ops:: },
        "Ord" | "Ordering" => quote! { ::core::cmp:: },
        name if names::PRIMITIVES.contains(&name) => quote! { ::core::primitive:: },
        _ => quote! { __k:: },
    }
}

/// The documentation. Its examples would be tests of the crate that declares the world, so they become plain text, without their
/// hidden lines. Links to other items become names.
fn documentation(attributes: &[Attribute]) -> Vec<String> {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    let (mut is_code, mut shown) = (false, vec![]);
    for line in lines {
        let text = line.trim();
        if text.starts_with("```") {
            is_code = !is_code;
            shown.push(if is_code { " ```text".to_owned() } else { " ```".to_owned() });
        } else if !is_code {
            shown.push(without_links(&line));
        } else if text != "#" && !text.starts_with("# ") {
            shown.push(line);
        }
    }
    shown
}

/// The line, with only those links that lead to methods of the world.
fn without_links(line: &str) -> String {
    let (mut shown, mut rest) = (String::new(), line);
    while let Some(start) = rest.find("[`") {
        let Some(length) = rest[start..].find("`]") else { break };
        let (before, name) = (&rest[..start], &rest[start + 1..=start + length]);
        let behind = &rest[start + length + 2..];
        let target = behind.strip_prefix('(').and_then(|behind| behind.split_once(')'));
        let (target, behind) = target.unwrap_or(("", behind));
        shown.push_str(before);
        match method_of(target) {
            Some(method) => write!(shown, "[{name}](Self::{method})").expect("writing to a string succeeds"),
            None => shown.push_str(name),
        }
        rest = behind;
    }
    shown + rest
}

/// The item of the world that a link leads to.
fn method_of(target: &str) -> Option<&str> {
    let (of, method) = target.trim_start_matches("crate::").split_once("::")?;
    let is_of_world = ["Self", "GeneratedWorld"].contains(&of) || TRAITS.iter().any(|(name, _)| *name == of);
    is_of_world.then_some(method)
}

#[test]
fn only_links_to_methods_of_the_world_are_kept() {
    let cases = [
        ("As [`spawn`](Self::spawn) does.", "As [`spawn`](Self::spawn) does."),
        (" [`World::PLAN`](GeneratedWorld::PLAN), [`Plan`]", " [`World::PLAN`](Self::PLAN), `Plan`"),
        ("[`tidy`](crate::WorldOrder::tidy), [`A`], `b`[c]", "[`tidy`](Self::tidy), `A`, `b`[c]"),
        ("[`spawn`](Commands::spawn)", "`spawn`"),
        ("no link", "no link"),
    ];
    for (line, shown) in cases {
        assert_eq!(without_links(line), shown);
    }
}
