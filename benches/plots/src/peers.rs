//! Owns the chart of the comparison with other libraries: the table of `benches/README.md` as points on a logarithmic axis.
//!
//! The chart is drawn from the table, so it cannot show other results. Uses only the standard library and nothing of this package, because
//! `tests/charts.rs` of the library compiles this file, too.

use std::fmt::Write;

/// The table: the heads of its columns, and its rows.
#[derive(Debug, PartialEq)]
pub struct Table {
    /// The contestants, from left to right, after the times of `Vec`.
    pub contestants: Vec<String>,
    /// Workloads in which several libraries take part.
    pub rows: Vec<Row>,
}

/// A workload.
#[derive(Debug, PartialEq)]
pub struct Row {
    /// Name of the workload.
    pub name: String,
    /// The ratio of each contestant to `Vec`; `None` if it does not take part.
    pub ratios: Vec<Option<f64>>,
}

/// The heading before the table.
const HEADING: &str = "\n## Beside other libraries\n";

impl Table {
    /// Reads the table below its heading; rows with one contestant compare nothing and are left out.
    ///
    /// # Errors
    ///
    /// If there is no such table, or if a cell is neither `-` nor a ratio on the axis.
    pub fn read(page: &str) -> Result<Self, String> {
        let (_, below) = page.split_once(HEADING).ok_or_else(|| format!("there is no heading{HEADING}"))?;
        let mut lines = below.trim_start().lines().take_while(|line| line.starts_with('|'));
        let contestants = cells(lines.next().unwrap_or_default()).skip(2).map(str::to_owned).collect::<Vec<_>>();
        let mut rows = Vec::new();
        for line in lines.skip(1) {
            let mut cells = cells(line);
            let name = cells.next().unwrap_or_default().to_owned();
            let ratios = cells.skip(1).map(ratio).collect::<Result<Vec<_>, _>>();
            let ratios = ratios.map_err(|cell| format!("{name}: `{cell}` is no ratio from {LOWEST} to {HIGHEST}"))?;
            if ratios.len() != contestants.len() {
                return Err(format!("{name}: {} ratios of {} contestants", ratios.len(), contestants.len()));
            }
            if ratios.iter().flatten().count() > 1 {
                rows.push(Row { name, ratios });
            }
        }
        if rows.is_empty() { Err(format!("there is no table below{HEADING}")) } else { Ok(Self { contestants, rows }) }
    }
}

fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.trim().trim_matches('|').split('|').map(str::trim)
}

fn ratio(cell: &str) -> Result<Option<f64>, &str> {
    match cell.parse() {
        _ if cell == "-" => Ok(None),
        Ok(ratio) if (LOWEST..=HIGHEST).contains(&ratio) => Ok(Some(ratio)),
        _ => Err(cell),
    }
}

const WIDTH: f64 = 940.0;
const LEFT: f64 = 290.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 92.0;
const BOTTOM: f64 = 28.0;
const STEP: f64 = 18.0;
/// The ends of the axis.
const LOWEST: f64 = 0.05;
const HIGHEST: f64 = 250.0;
/// Ratios with a line across the chart, and the labels of the lines.
const TICKS: [(f64, &str); 8] =
    [(LOWEST, ""), (0.1, "0.1"), (0.5, "0.5"), (1.0, "Vec"), (2.0, "2"), (10.0, "10"), (50.0, "50"), (HIGHEST, "")];
/// Colours that are distinguishable also for colour-blind readers (after Paul Tol); each contestant has a shape of its own, too.
const COLOURS: [&str; 7] = ["#004488", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#888888"];

/// Place of a ratio on the axis.
fn across(ratio: f64) -> f64 {
    LEFT + (ratio / LOWEST).ln() / (HIGHEST / LOWEST).ln() * (WIDTH - LEFT - RIGHT)
}

/// The chart as the text of an SVG file.
#[must_use]
pub fn chart(table: &Table) -> String {
    let downs = || std::iter::successors(Some(TOP), |down| Some(down + STEP));
    let bottom = downs().nth(table.rows.len()).unwrap_or(TOP);
    let height = bottom + BOTTOM;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    text(
        &mut svg,
        (12.0, 24.0),
        "start",
        "Time compared with plain Vecs: a ratio, on a logarithmic axis; left is faster",
    );
    legend(&mut svg, &table.contestants);
    for (ratio, label) in TICKS {
        let x = across(ratio);
        let colour = if label == "Vec" { "#444444" } else { "#dddddd" };
        line(&mut svg, (x, TOP - 8.0), (x, bottom), colour);
        text(&mut svg, (x, TOP - 14.0), "middle", label);
        text(&mut svg, (x, bottom + 16.0), "middle", label);
    }
    for (row, down) in table.rows.iter().zip(downs()) {
        let middle = down + STEP / 2.0;
        text(&mut svg, (LEFT - 10.0, middle + 4.0), "end", &row.name);
        line(&mut svg, (LEFT, middle), (WIDTH - RIGHT, middle), "#eeeeee");
        // This library is the first one; its points are drawn last, above those of the others.
        for (number, ratio) in row.ratios.iter().enumerate().rev() {
            if let Some(ratio) = ratio {
                point(&mut svg, number, (across(*ratio), middle));
            }
        }
    }
    svg + "</svg>\n"
}

fn legend(svg: &mut String, contestants: &[String]) {
    let places = std::iter::successors(Some(LEFT), |place| Some(place + 92.0));
    for ((number, name), x) in contestants.iter().enumerate().zip(places) {
        point(svg, number, (x, 48.0));
        text(svg, (x + 10.0, 52.0), "start", name);
    }
}

/// Draws the point of a contestant in its colour and shape.
fn point(svg: &mut String, number: usize, (x, y): (f64, f64)) {
    let colour = COLOURS[number % COLOURS.len()];
    let path = match number % COLOURS.len() {
        0 => {
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5.5\" fill=\"{colour}\"/>");
            return;
        }
        1 => "m-4 -4h8v8h-8z",
        2 => "m0 -5l5 9h-10z",
        3 => "m0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z",
        4 => "m0 5l5 -9h-10z",
        5 => "m-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",
        _ => "m-4.5 -1.5h9v3h-9z",
    };
    let _ = writeln!(svg, "<path d=\"M{x:.1} {y:.1}{path}\" fill=\"{colour}\"/>");
}

fn line(svg: &mut String, (a, b): (f64, f64), (c, d): (f64, f64), colour: &str) {
    let _ = writeln!(svg, "<line x1=\"{a:.1}\" y1=\"{b:.1}\" x2=\"{c:.1}\" y2=\"{d:.1}\" stroke=\"{colour}\"/>");
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
}
