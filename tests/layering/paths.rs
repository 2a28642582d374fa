//! The paths in a source file, as paths from the root of its crate: `crate::`, `super::` and `self::` are resolved.

use super::sources::Source;

impl Source {
    /// The path of its module from the root of the crate: `["world", "saves"]` for `world/saves.rs` and `world/saves/mod.rs`.
    pub fn modules(&self) -> Vec<String> {
        let path = self.path.trim_end_matches(".rs").trim_end_matches("/mod").replace("planner_words", "planner/words");
        path.split('/').filter(|name| !["lib", "internals"].contains(name)).map(str::to_owned).collect()
    }

    /// All paths from the root of the crate, without `crate`.
    pub fn paths(&self) -> Vec<Vec<String>> {
        let tokens = tokens(&self.code);
        // The modules around the current token, those inside the file with the number of braces around each.
        let (mut modules, mut inside, mut depth, mut at) = (self.modules(), vec![], 0_usize, 0);
        let mut paths = vec![];
        while let Some(token) = tokens.get(at) {
            match (*token, tokens.get(at + 1), at.checked_sub(1).map(|before| tokens[before])) {
                ("mod", Some(name), _) if tokens.get(at + 2) == Some(&"{") => {
                    modules.push((*name).to_owned());
                    inside.push(depth);
                }
                ("{", ..) => depth += 1,
                ("}", ..) => {
                    depth = depth.saturating_sub(1);
                    if inside.pop_if(|around| *around == depth).is_some() {
                        modules.pop();
                    }
                }
                // `$crate` is of another crate, and `pub(in crate::a)` uses nothing.
                ("crate" | "super" | "self", Some(&"::"), before) if !matches!(before, Some("$" | "::" | "in")) => {
                    let mut found = vec![];
                    at = read_tree(&tokens, at, &[], &mut found);
                    paths.extend(found.iter().filter_map(|path| resolved(&modules, path)));
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        paths
    }

    /// The first names of all paths from the root of the crate.
    pub fn names_in_crate(&self) -> Vec<String> {
        self.paths().into_iter().filter_map(|path| path.into_iter().next()).collect()
    }
}

/// Words, `::`, and all other characters one by one, without literals of a character.
fn tokens(code: &str) -> Vec<&str> {
    let is_word = |char: char| char.is_alphanumeric() || char == '_';
    let (mut tokens, mut rest) = (vec![], code);
    while let Some(first) = rest.chars().next() {
        let is_literal = first == '\'' && rest.chars().nth(2) == Some('\'');
        let len = match first {
            _ if is_literal => rest.chars().take(3).map(char::len_utf8).sum(),
            _ if is_word(first) => rest.find(|char| !is_word(char)).unwrap_or(rest.len()),
            ':' if rest.starts_with("::") => 2,
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(len);
        tokens.extend(Some(token).filter(|_| !is_literal && !first.is_whitespace()));
        rest = after;
    }
    tokens
}

/// Reads a path, or a tree of paths, that starts at a token and continues `path`. Returns the token after it.
fn read_tree(tokens: &[&str], mut at: usize, path: &[&str], paths: &mut Vec<Vec<String>>) -> usize {
    let mut path = path.to_vec();
    loop {
        match tokens.get(at) {
            Some(&"{") if !path.is_empty() => {
                at += 1;
                while tokens.get(at).is_some_and(|token| *token != "}") {
                    at = if tokens[at] == "," { at + 1 } else { read_tree(tokens, at, &path, paths) };
                }
                return at + 1;
            }
            Some(word) if word.starts_with(|char: char| char.is_alphabetic() || char == '_') => {
                path.push(word);
                at += 1;
            }
            // The end of `a::*`, `a::<..>` or `super::#name`.
            _ => {
                paths.push(path.iter().map(ToString::to_string).collect());
                return at + 1;
            }
        }
        if tokens.get(at) != Some(&"::") {
            paths.push(path.iter().map(ToString::to_string).collect());
            return if tokens.get(at) == Some(&"as") { at + 2 } else { at };
        }
        at += 1;
    }
}

/// The path from the root of the crate; `None` if `super` leads beyond the root.
fn resolved(modules: &[String], path: &[String]) -> Option<Vec<String>> {
    let mut modules = if path.first()? == "crate" { vec![] } else { modules.to_vec() };
    for name in path {
        match name.as_str() {
            "crate" | "self" => {}
            "super" => drop(modules.pop()?),
            name => modules.push(name.to_owned()),
        }
    }
    Some(modules)
}

#[test]
fn paths_are_resolved_from_the_root_of_the_crate() {
    let code = "use super::{a::B, super::c::{self, D as E}};\npub(in crate::x) fn f() { $crate::y(); crate::g::<u8>(b) }\n\
        mod inner { use super::super::super::h::*; const BRACE: char = '}'; }\nuse self::i;\nuse super::super::j::k;";
    let source = Source { path: "expand/set.rs".into(), code: code.into() };
    let paths: Vec<_> = source.paths().into_iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["expand::a::B", "c", "c::D", "g", "h", "expand::set::i", "j::k"]);
    for (path, modules) in [("world/saves/mod.rs", "world saves"), ("mask.rs", "mask"), ("lib.rs", "")] {
        assert_eq!(Source { path: path.into(), code: String::new() }.modules().join(" "), modules);
    }
}
