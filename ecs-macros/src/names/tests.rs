//! Names: distinctness, types as text, snake case, keywords, methods of queries.

use super::*;

#[test]
fn keywords_are_sorted_so_that_they_can_be_searched() {
    assert!(KEYWORDS.is_sorted_by(|one, next| one < next));
    for word in ["abstract", "gen", "yield"] {
        assert_eq!(ident(word, Span::call_site()).to_string(), format!("r#{word}"));
    }
    assert_eq!(ident("position", Span::call_site()).to_string(), "position");
}

#[test]
fn names_in_lower_case_differ_where_names_do() {
    let names = ["a", "A", "ab", "aB", "Ab", "AB", "ab_u0", "a_u1", "Menu_Count", "MenuCount", "menu_count"];
    let names = names.map(|name| exact(&local(name)));
    assert_eq!(names.iter().collect::<std::collections::BTreeSet<_>>().len(), 11, "{names:?}");
    assert_eq!(exact(&local("MenuCount")), "menucount_u0_4");
}

#[test]
fn tokens_of_types_are_shown_as_they_are_written() {
    let types = [
        "u8",
        "for<'w, 'a> fn(&'w str, &'a mut u8) -> usize",
        "HashMap<u8, Vec<[é; 4]>>",
        "Box<dyn Fn(A) -> (B, C) + Send>",
        "Map<Key = u8>",
        "&'static str",
        "<A as crate::B>::C",
        "*const u8",
    ];
    for ty in types {
        let tokens: proc_macro2::TokenStream = ty.parse().expect("tokens");
        assert_eq!(shown(&tokens), ty);
    }
}

#[test]
fn names_become_snake_case() {
    let cases = [
        ("Position", "position"),
        ("HTTPServer", "http_server"),
        ("HttpServer", "http_server"),
        ("Vec3", "vec3"),
        ("AABB", "aabb"),
        ("RigidBody2D", "rigid_body2_d"),
        ("drag", "drag"),
        ("r#Type", "type"),
        ("Größe", "größe"),
        ("Very__Long_Name_", "very_long_name"),
        ("_2D", "_2_d"),
        ("__", "__"),
    ];
    for (name, snake) in cases {
        assert_eq!(snake_case(name), snake);
    }
}

#[test]
fn keywords_of_all_editions_become_raw() {
    assert_eq!(ident("gen", Span::call_site()).to_string(), "r#gen");
    assert_eq!(ident("position", Span::call_site()).to_string(), "position");
}

#[test]
fn query_names_list_all_then_with_then_none_then_any() {
    let name = query([vec!["a", "b"], vec!["f"], vec!["c"], vec!["d", "e"]]);
    assert_eq!(name, "query_a_b_with_f_without_c_any_d_e");
    assert_eq!(query([vec!["a"], vec![], vec![], vec!["b", "c"]]), "query_a_any_b_c");
}
