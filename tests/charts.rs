//! The pages of examples and benches: they list all of them, their links lead to files, and the chart that compares libraries agrees with
//! the table in `benches/README.md`.

#[path = "../benches/plots/src/peers.rs"]
#[allow(missing_docs, unreachable_pub, reason = "the module is one of the program that draws")]
mod peers;

use std::path::Path;

use peers::{Row, Table, chart};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("the file exists")
}

/// The names of the items of a folder: Rust files without their extension, and folders.
fn names(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder can be listed");
    let paths = entries.map(|entry| entry.expect("the entry can be read").path());
    let listed = paths.filter(|path| path.is_dir() || path.extension().is_some_and(|end| end == "rs"));
    listed.map(|path| path.file_stem().expect("the path has a file name").to_string_lossy().into_owned()).collect()
}

/// A page with a table of the given rows.
fn page(rows: &[&str]) -> String {
    let head = "# Benches\n\n## Beside other libraries\n\n| | Vec, ns | ecs-world | hecs |\n|---|---:|---:|---:|\n";
    format!("{head}{}\n\n| another | table |\n", rows.join("\n"))
}

#[test]
fn each_example_has_a_row() {
    let page = read("examples/README.md");
    let examples = names("examples");
    assert!(examples.len() > 15, "{examples:?}");
    for example in examples {
        let [file, folder] = ["({}.rs) |", "({}) |"].map(|link| link.replace("{}", &example));
        assert!(page.contains(&file) || page.contains(&folder), "examples/README.md lacks `{example}`");
    }
}

#[test]
fn each_bench_has_a_row() {
    let page = read("benches/README.md");
    let manifest: toml::Table = read("Cargo.toml").parse().expect("the manifest is TOML");
    let benches = manifest["bench"].as_array().expect("there are benches");
    assert!(benches.len() > 8, "{benches:?}");
    for name in benches.iter().map(|bench| bench["name"].as_str().expect("a bench has a name")) {
        assert!(page.contains(&format!("--bench {name}")), "benches/README.md lacks `{name}`");
    }
}

#[test]
fn links_and_pictures_of_these_pages_are_files_and_no_picture_is_large() {
    for folder in ["examples", "benches"] {
        let page = read(&format!("{folder}/README.md"));
        let links: Vec<_> = page.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        assert!(links.len() > 10, "{links:?}");
        for link in links.iter().filter(|link| !link.starts_with('#') && !link.starts_with("https://")) {
            let path = root().join(folder).join(link);
            assert!(path.exists(), "{folder}/README.md links to `{link}`, which does not exist");
            if path.extension().is_some_and(|end| end == "png" || end == "svg") {
                let bytes = path.metadata().expect("the metadata can be read").len();
                assert!(bytes <= 300 * 1024, "{link} has {bytes} bytes, more than 300 KiB");
            }
        }
    }
}

#[test]
fn the_chart_is_that_of_the_results() {
    let table = Table::read(&read("benches/README.md")).expect("the page has the table");
    assert!(table.rows.len() > 20 && table.contestants.len() == 7, "{table:?}");
    let drawn = chart(&table);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(root().join("benches/results/peers.svg"), &drawn).expect("the chart can be written");
    }
    assert!(
        drawn == read("benches/results/peers.svg"),
        "the chart is out of date: `UPDATE_EXPECT=1 cargo test --test charts` draws the table of benches/README.md"
    );
}

#[test]
fn a_row_has_the_ratios_of_its_contestants() {
    let table = Table::read(&page(&["| get | 6.0 | 2.6 | 3.0 |", "| list | 1.2 | 4.0 | - |"]));
    let rows = vec![Row { name: "get".into(), ratios: vec![Some(2.6), Some(3.0)] }];
    let contestants = vec!["ecs-world".into(), "hecs".into()];
    assert_eq!(table, Ok(Table { contestants, rows }), "a row with one contestant is left out");
}

#[test]
fn a_point_is_right_of_a_smaller_ratio() {
    let table = Table::read(&page(&["| get | 6.0 | 0.5 | 3.0 |"])).expect("the page has a valid table");
    let drawn = chart(&table);
    // The points after those of the legend.
    let own = drawn.split("<circle cx=\"").nth(2).and_then(|rest| rest.split('"').next()).expect("a circle");
    let other = drawn.split("<path d=\"M").nth(2).and_then(|rest| rest.split(' ').next()).expect("a square");
    let [own, other] = [own, other].map(|x| x.parse::<f64>().expect("a number"));
    assert!(own < other, "{drawn}");
}

#[test]
fn ratios_at_the_ends_of_the_axis_are_drawn() {
    let table = Table::read(&page(&["| get | 6.0 | 0.05 | 250 |"])).expect("the page has a valid table");
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
        (page(&["| get | 6.0 | 250.1 | 3.0 |"]), "get: `250.1` is no ratio"),
        (page(&["| get | 6.0 | 2.6 |"]), "get: 1 ratios of 2 contestants"),
    ] {
        let error = Table::read(&page).expect_err("the page has no results");
        assert!(error.starts_with(problem), "{error}");
    }
}
