//! The names of everything that is generated.
//!
//! Names that a user sees have call-site spans; locals of generated code are single identifiers with mixed-site spans, made here and
//! interpolated, so that none can be captured. (Those of texts have a prefix instead: `text.rs`. rustc refuses any local with the name of a
//! static in scope.)

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident};
use syn::DeriveInput;

use crate::methods;
use crate::vocabulary::{ByKind, EntryKind};

/// Words that are keywords in some edition, and so are written raw as identifiers. Sorted, as the name of each field is searched for.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Keywords that cannot be written raw.
pub(crate) const NEVER_RAW: [&str; 5] = ["crate", "self", "super", "Self", "_"];

/// Primitive types. A user's type can have such a name, so generated code writes `::core::primitive::usize`.
#[cfg(test)]
pub(crate) const PRIMITIVES: [&str; 17] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16", "u32", "u64", "u128",
    "usize",
];

/// Macros that are always in scope: a companion macro of such a name would hide one.
const PRELUDE_MACROS: [&str; 38] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "print",
    "println",
    "stringify",
    "thread_local",
    "todo",
    "try",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
    "is_x86_feature_detected",
    "concat_bytes",
];

/// Whether a macro of this name would hide one that is always in scope.
pub(crate) fn hides_macro(name: &str) -> bool {
    PRELUDE_MACROS.contains(&name)
}

/// `HTTPServer2` becomes `http_server2`: a word begins at a capital after a small letter or digit, and at the last of several capitals
/// before a small letter. Underscores are only between words and never doubled, as rustc requires.
pub(crate) fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.trim_start_matches("r#").chars().collect();
    let mut snake = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| letters[at]);
        let after_small = before.is_some_and(|before| before.is_lowercase() || before.is_numeric());
        let before_small = letters.get(at + 1).is_some_and(|after| after.is_lowercase());
        let begins = after_small || before.is_some_and(char::is_uppercase) && before_small;
        if letter.is_uppercase() && begins {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    let words: Vec<_> = snake.split('_').filter(|word| !word.is_empty()).collect();
    match words.first() {
        // A name cannot begin with a digit.
        Some(first) if first.starts_with(char::is_numeric) => format!("_{}", words.join("_")),
        Some(_) => words.join("_"),
        None => snake,
    }
}

/// An identifier of this text, raw if it is a keyword.
pub(crate) fn ident(text: &str, span: Span) -> Ident {
    if KEYWORDS.binary_search(&text).is_ok() { Ident::new_raw(text, span) } else { Ident::new(text, span) }
}

/// The place of the first token.
fn span_of(tokens: &TokenStream) -> Span {
    tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

/// This place, for generated code.
pub(crate) fn generated_at(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// The name of a type in the implementation that a derive generates.
///
/// If the type is deprecated, it is in the context of the derive, in which rustc does not warn about that.
pub(crate) fn derived(input: &DeriveInput) -> Ident {
    let mut name = input.ident.clone();
    if input.attrs.iter().any(|attribute| attribute.path().is_ident("deprecated")) {
        name.set_span(generated_at(name.span()));
    }
    name
}

/// A local of generated code.
pub(crate) fn local(text: &str) -> Ident {
    Ident::new(text, Span::mixed_site())
}

/// The names of the types beside a world.
pub(crate) struct WorldNames {
    pub(crate) systems: Ident,
    /// The struct that holds the entries of a kind.
    pub(crate) values: ByKind<Ident>,
    pub(crate) cursors: Ident,
    /// The values of snapshots outside of the core.
    pub(crate) saved: Ident,
    pub(crate) storages: Ident,
    pub(crate) queues: Ident,
    pub(crate) views: Ident,
    pub(crate) columns: Ident,
    /// The list of all components, as a type.
    pub(crate) components: Ident,
    /// The prefix of the aliases of the types of components, which their numbers follow.
    pub(crate) component: Ident,
    /// The prefix of the aliases of the types of storages.
    pub(crate) storage: Ident,
    /// The import for what generated code names.
    pub(crate) library: Ident,
}

impl WorldNames {
    /// The names beside a world of this name, in code that names a library by this path.
    pub(crate) fn of(world: &Ident, library: &TokenStream) -> Self {
        let beside = |what: &str| format_ident!("__{}{}", world, what, span = Span::call_site());
        Self {
            systems: beside("Systems"),
            values: ByKind::of(|kind| {
                let (first, rest) = kind.section().split_at(1);
                beside(&format!("{}{rest}", first.to_uppercase()))
            }),
            cursors: beside("Cursors"),
            saved: beside("Saved"),
            storages: beside("Storages"),
            queues: beside("Queues"),
            views: beside("Views"),
            columns: beside("Columns"),
            components: beside("Components"),
            component: beside("C"),
            storage: beside("S"),
            // At the place of the path: notes of rustc name the macro that an error comes from, which is then the one that the user called.
            library: format_ident!("__ecs_{}", world, span = span_of(library)),
        }
    }
}

/// The field of a world that holds the entries of a kind.
pub(crate) fn container(kind: EntryKind) -> Ident {
    ident(kind.section(), Span::call_site())
}

/// The field of the cursor for one use of events by a system.
pub(crate) fn cursor(system: usize, number: usize) -> Ident {
    format_ident!("cursor_{system}_{number}", span = Span::call_site())
}

/// The field of the past of a component in the columns.
pub(crate) fn past(component: &str) -> Ident {
    format_ident!("__past_{component}", span = Span::call_site())
}

/// The field of a view.
pub(crate) fn view(view: usize) -> Ident {
    format_ident!("view_{view}", span = Span::call_site())
}

/// The function that runs a system with what it borrows.
pub(crate) fn system(system: usize) -> Ident {
    format_ident!("__system_{system}", span = Span::call_site())
}

/// The macro that holds the signatures of a chunk of systems, and the name that it is imported under.
pub(crate) fn chunk(world: &Ident, chunk: usize) -> (Ident, Ident) {
    let name = format_ident!("__ecs_{}_{chunk}", world, span = Span::call_site());
    let path = format_ident!("__ecs_{}_chunk_{chunk}", world, span = Span::call_site());
    (name, path)
}

/// The struct that carries a declaration with `cfg`s: one per world, so that several can be in one module.
pub(crate) fn carrier(world: &Ident) -> Ident {
    format_ident!("__{}Declaration", world, span = Span::call_site())
}

/// Tokens as text for a sentence, with the spaces that rustfmt would write in a type or path.
pub(crate) fn shown(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let is_word = |own: char| own.is_alphanumeric() || own == '_';
    let is_kept = |before: char, after: char| match before {
        ',' | ';' | '+' | '=' => true,
        '>' => is_word(after) || matches!(after, '+' | '('),
        _ => matches!(after, '+' | '=' | '-') || is_word(before) && (is_word(after) || after == '\''),
    };
    let beside = |at: usize| (text[..at].chars().next_back(), text[at + 1..].chars().next());
    let letters = text.char_indices().filter(|(at, own)| {
        *own != ' ' || matches!(beside(*at), (Some(before), Some(after)) if is_kept(before, after))
    });
    letters.map(|(_, own)| own).collect()
}

/// The hidden alias beside a set for one of its members.
///
/// The length distinguishes those of a set `ui` from those of a set `ui_menu`.
pub(crate) fn alias(set: &Ident, name: &Ident) -> Ident {
    format_ident!("__{}{}_{}", length(set), set, name, span = Span::call_site())
}

/// A hidden item beside a set that concerns the whole set. It differs from each [`alias`], which has a number there.
pub(crate) fn hidden(what: &str, set: &Ident) -> Ident {
    format_ident!("__{}_{}", what, set, span = Span::call_site())
}

/// How long a name is, without `r#`.
fn length(name: &Ident) -> usize {
    name.to_string().trim_start_matches("r#").len()
}

/// The hidden function in the module of a set that makes the initial value of a member.
pub(crate) fn initial(name: &Ident) -> Ident {
    format_ident!("__initial_{}", exact(name), span = name.span())
}

/// The same function, beside the set.
pub(crate) fn initial_beside(set: &Ident, name: &Ident) -> Ident {
    format_ident!("__initial_{}{}_{}", length(set), set, exact(name), span = Span::call_site())
}

/// The name in lower case, followed by the positions of its upper-case letters, so that the results for different names differ.
fn exact(name: &Ident) -> String {
    let name = name.to_string();
    let name = name.trim_start_matches("r#");
    let upper = name.char_indices().filter(|(_, letter)| letter.is_uppercase());
    let upper: Vec<_> = upper.map(|(at, _)| at.to_string()).collect();
    format!("{}_u{}", name.to_lowercase(), upper.join("_"))
}

/// The identifier by which signatures name a member of a set, whatever its name is where the set is included.
pub(crate) fn key(fingerprint: &str, name: &Ident) -> Ident {
    format_ident!("__ecs_{}_{}", fingerprint, name, span = Span::call_site())
}

/// The macro of a set or system. Those that other crates see share one namespace of the crate, and are distinguished by their fingerprints;
/// so are sets of one name in nested modules, of which neither may shadow the other.
pub(crate) fn holder(what: &str, name: &Ident, fingerprint: Option<&str>) -> Ident {
    let name = name.to_string();
    let name = name.trim_start_matches("r#");
    let text = fingerprint.map_or_else(|| format!("__ecs_{what}_{name}"), |it| format!("__ecs_{what}_{name}_{it}"));
    Ident::new(&text, Span::call_site())
}

/// The marker type of a set: two paths lead to the same type exactly if they lead to the same set, which keys alone cannot tell.
pub(crate) fn marker(fingerprint: &str) -> Ident {
    format_ident!("__set_{}", fingerprint, span = Span::call_site())
}

/// The alias of the marker of a set, beside another set that includes it.
pub(crate) fn marker_beside(set: &Ident, marker: &Ident) -> Ident {
    alias(set, &local(marker.to_string().trim_start_matches('_')))
}

/// Identifies items of one name in several places: by crate, place, content and the number of equal texts before it. It is the same in
/// every build of the same crate.
pub(crate) fn fingerprint(name: &Ident, content: &str) -> String {
    let mut text = format!("{name} {content}");
    if proc_macro::is_available() {
        let span = name.span().unwrap();
        // Only the name of the file, as its path differs between machines.
        let file = span.file();
        let file = file.rsplit(['/', '\\']).next().unwrap_or_default();
        text = format!("{text} {} {file} {} {}", compiled_crate(), span.line(), span.column());
        let before = expanded_before(&text);
        text = format!("{text} {before}");
    }
    // FNV-1a, which is the same everywhere.
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

/// The package and the crate being compiled: two may contain the same text.
fn compiled_crate() -> String {
    let variables = ["CARGO_PKG_NAME", "CARGO_PKG_VERSION", "CARGO_CRATE_NAME"];
    variables.map(|variable| std::env::var(variable).unwrap_or_default()).join(" ")
}

/// Number of equal texts that this process has expanded before: a `macro_rules!` may write one text into two modules. A compiler expands
/// one crate per process, always in the same order.
fn expanded_before(text: &str) -> usize {
    static EXPANDED: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());
    let mut expanded = EXPANDED.lock().unwrap_or_else(PoisonError::into_inner);
    let count = expanded.entry(text.into()).or_default();
    *count += 1;
    *count - 1
}

/// The name for an item whose own name is taken: it is generated all the same, so that nothing else fails.
pub(crate) fn stand_in(name: &Ident) -> Ident {
    format_ident!("__{}StandIn", name, span = Span::mixed_site())
}

/// The method that runs a system or a schedule: `run_physics`.
pub(crate) fn run(name: &str) -> String {
    format!("run_{}", snake_case(name))
}

/// `query_position_velocity_with_ship_without_frozen_any_fire_poison`.
pub(crate) fn query(parts: [Vec<&str>; 4]) -> String {
    let mut name = String::from("query");
    for (prefix, components) in ["", "_with", "_without", "_any"].into_iter().zip(parts) {
        if !components.is_empty() {
            name.push_str(prefix);
        }
        for component in components {
            name.push('_');
            name.push_str(component);
        }
    }
    name
}

/// The methods of every world besides those of `EcsWorld`.
const OTHER_METHODS: [&str; 8] =
    ["default", "clone", "fmt", "update_events", "update_states", "run", "run_sequential", "par_run"];

/// The methods that every world has.
pub(crate) fn fixed_methods() -> impl Iterator<Item = &'static str> {
    methods::NAMES.into_iter().chain(OTHER_METHODS)
}

#[cfg(test)]
mod tests;
