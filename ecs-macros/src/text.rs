//! Generated code as text. rustc reads a text in far fewer steps than it takes tokens from a macro, one by one.
//!
//! Only for code in which rustc reports nothing, since all of it has the place of the call. Its names see those around the call, as those of
//! other code do that is not a local: a local of a text needs a name that no constant has. (The methods of worlds have parameters with plain
//! names, text or not, for their documentation.)

use proc_macro2::TokenStream;

const RUST: &str = "a generated text has tokens of Rust, and its brackets match";

/// The tokens of a text, which must be Rust, each at the call of the macro.
pub(crate) fn tokens(text: &str) -> TokenStream {
    // Directly, as `proc_macro2` would read the text first to find mistakes.
    if proc_macro::is_available() {
        return text.parse::<proc_macro::TokenStream>().expect(RUST).into();
    }
    text.parse().expect(RUST)
}

/// The tokens of a text in which `#name` stands for the text of that name.
pub(crate) fn filled(names: &[(&str, &str)], text: &str) -> TokenStream {
    let mut pieces = text.split('#');
    let mut output = String::from(pieces.next().unwrap_or_default());
    for piece in pieces {
        let end = piece.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(piece.len());
        let (word, behind) = piece.split_at(end);
        let meant = names.iter().find(|(name, _)| *name == word);
        let (start, rest) = meant.map_or(("#", piece), |(_, value)| (*value, behind));
        output.push_str(start);
        output.push_str(rest);
    }
    tokens(&output)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_as_tokens() {
        assert_eq!(tokens("const A: &[&str] = &[\"a\\\"\", \"b\"];").into_iter().count(), 9);
        assert!(tokens("").is_empty());
    }

    #[test]
    fn names_in_a_text_are_replaced() {
        let filled =
            filled(&[("k", "library"), ("mask", "Mask<1>")], "#[inline] fn a(_: #k::A<#mask>) {} #k #key #k_ \"#é\"");
        assert_eq!(
            filled.to_string(),
            "# [inline] fn a (_ : library :: A < Mask < 1 >>) { } library # key # k_ \"#é\""
        );
    }
}
