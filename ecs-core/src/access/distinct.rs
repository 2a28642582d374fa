//! Refuses an access that names a component twice, with a message that says which one. The message is joined while a constant is evaluated,
//! where nothing can be formatted.

use core::str;

use super::Access;

/// Number of bytes of a message.
const MESSAGE: usize = 256;
/// Number of bytes up to which a name is part of a message; a longer one is replaced by two dots.
const NAME: usize = 128;

impl Access {
    /// Panics if some component is accessed twice, at least once to write it. The message is the name of that component, from those of all
    /// components, between `start` and `end`.
    #[track_caller]
    #[expect(
        clippy::unnecessary_literal_unwrap,
        reason = "unlike at `panic!`, rustc prints the same whether or not the sources of the standard library are installed"
    )]
    pub(crate) const fn expect_distinct(&self, names: &[&str], start: &str, end: &str) {
        let Some(component) = self.aliased() else { return };
        let name = if names[component].len() > NAME { ".." } else { names[component] };
        let (mut message, mut len) = ([0; MESSAGE], 0);
        append(&mut message, &mut len, start);
        append(&mut message, &mut len, name);
        append(&mut message, &mut len, end);
        match str::from_utf8(message.split_at(len).0) {
            Ok(message) => None.expect(message),
            Err(_) => panic!("a component is accessed twice"),
        }
    }
}

/// Appends a text to a message of `len` bytes.
const fn append(message: &mut [u8; MESSAGE], len: &mut usize, text: &str) {
    let mut at = 0;
    while at < text.len() {
        message[*len] = text.as_bytes()[at];
        at += 1;
        *len += 1;
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use std::panic::catch_unwind;

    use super::*;
    use crate::access::Access::{Many, Maybe, Past, Read, Write};

    fn message(access: Access, name: &'static str) -> Option<String> {
        let panic = catch_unwind(|| access.expect_distinct(&["Mass", name], "a query borrows `", "` twice")).err()?;
        panic.downcast_ref::<String>().cloned()
    }

    #[test]
    fn a_component_that_is_accessed_twice_is_named() {
        for access in [
            Many(&[Write(1), Read(0), Read(1)]),
            Many(&[Read(1), Write(0), Many(&[Maybe(&Write(1))])]),
            Many(&[Maybe(&Many(&[Write(1), Write(1)]))]),
        ] {
            assert_eq!(message(access, "Größe").as_deref(), Some("a query borrows `Größe` twice"));
        }
        assert_eq!(message(Many(&[Write(1), Past(1), Read(0), Read(0)]), "Größe"), None);
    }

    #[test]
    fn a_name_is_part_of_a_message_up_to_a_length() {
        // Not leaked: Miri would report it.
        static NAMES: [u8; NAME + 1] = [b'x'; NAME + 1];
        let of_len = |len| core::str::from_utf8(&NAMES[..len]).expect("a name is text");
        let twice = Many(&[Write(1), Write(1)]);
        for len in [0, 1, 2, 3, NAME - 1, NAME] {
            let name = of_len(len);
            assert_eq!(message(twice, name), Some(alloc::format!("a query borrows `{name}` twice")));
        }
        assert_eq!(message(twice, of_len(NAME + 1)).as_deref(), Some("a query borrows `..` twice"));
    }
}
