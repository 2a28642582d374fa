//! Error messages for entries that are written as a parameter of a system or as a value.

/// `State<Phase>` as an entry; `inner` is the type in it.
pub(crate) fn wrapped_entry(section: &str, inner: &str, ty: &str) -> String {
    let own = if ["Events<", "EventReader<"].iter().any(|known| ty.contains(known)) {
        String::new()
    } else {
        format!("; for a type of your own, write `{ty} as OtherName`")
    };
    format!("entries of `{section}:` are plain types: write `{inner}`{own}")
}

/// `owner` is the type of the value.
pub(crate) fn value_as_an_entry(value: &str, owner: &str) -> String {
    format!("`{value}` is a value, but an entry is a type: write `{owner} = {value}`")
}
