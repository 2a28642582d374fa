//! The chart beside other libraries is what its table in `benches/README.md` gives.

#[path = "../benches/plots/src/peers.rs"]
#[allow(missing_docs, unreachable_pub, reason = "the module is one of the program that draws")]
mod peers;

use std::path::Path;

use peers::{Row, Table, chart};

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("the file is there")
}

/// A page with a table of these rows.
fn page(rows: &[&str]) -> String {
    let head = "# Benches\n\n## Beside other libraries\n\n| | Vec, ns | ecs-world | hecs |\n|---|---:|---:|---:|\n";
    format!("{head}{}\n\n| another | table |\n", rows.join("\n"))
}

#[test]
fn the_chart_is_that_of_the_results() {
    let table = Table::read(&read("benches/README.md")).expect("the page has the table");
    assert!(table.rows.len() > 20 && table.contestants.len() == 7, "{table:?}");
    let drawn = chart(&table);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/results/peers.svg");
        std::fs::write(path, &drawn).expect("it can be written");
    }
    assert!(
        drawn == read("benches/results/peers.svg"),
        "`UPDATE_EXPECT=1 cargo test --test charts` draws the table of benches/README.md anew"
    );
}

#[test]
fn a_row_has_the_ratios_of_its_contestants() {
    let table = Table::read(&page(&["| get | 6.0 | 2.6 | 3.0 |", "| list | 1.2 | 4.0 | - |"]));
    let rows = vec![Row { name: "get".into(), ratios: vec![Some(2.6), Some(3.0)] }];
    let contestants = vec!["ecs-world".into(), "hecs".into()];
    assert_eq!(table, Ok(Table { contestants, rows }), "a row of one contestant compares nothing");
}

#[test]
fn a_point_is_right_of_a_smaller_ratio() {
    let table = Table::read(&page(&["| get | 6.0 | 0.5 | 3.0 |"])).expect("it is a table");
    let drawn = chart(&table);
    // Behind the points of the legend.
    let own = drawn.split("<circle cx=\"").nth(2).and_then(|rest| rest.split('"').next()).expect("a circle");
    let other = drawn.split("<path d=\"M").nth(2).and_then(|rest| rest.split(' ').next()).expect("a square");
    let [own, other] = [own, other].map(|x| x.parse::<f64>().expect("a number"));
    assert!(own < other, "{drawn}");
}

#[test]
fn ratios_at_the_ends_of_the_axis_are_drawn() {
    let table = Table::read(&page(&["| get | 6.0 | 0.05 | 150 |"])).expect("it is a table");
    let drawn = chart(&table);
    // The axis is from 290 to 920.
    assert!(drawn.contains("cx=\"290.0\"") && drawn.contains("d=\"M920.0 "), "{drawn}");
}

#[test]
fn a_page_without_results_is_refused() {
    for (page, problem) in [
        (String::new(), "there is no heading"),
        (page(&[]), "there is no table"),
        (page(&["| get | 6.0 | fast | 3.0 |"]), "get: `fast` is no ratio"),
        (page(&["| get | 6.0 | 0.049 | 3.0 |"]), "get: `0.049` is no ratio"),
        (page(&["| get | 6.0 | 150.1 | 3.0 |"]), "get: `150.1` is no ratio"),
        (page(&["| get | 6.0 | 2.6 |"]), "get: 1 ratios of 2 contestants"),
    ] {
        let error = Table::read(&page).expect_err("it has no results");
        assert!(error.starts_with(problem), "{error}");
    }
}
