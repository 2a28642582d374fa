//! Owns plots: lines over a logarithmic or a plain axis, as SVG written by hand.

use std::fmt::Write;

/// A line of a plot.
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Points, ascending.
    pub points: Vec<(f64, f64)>,
}

/// A plot: lines in a frame.
pub struct Plot {
    /// Text above the frame.
    pub title: String,
    /// Label of the horizontal axis.
    pub x: String,
    /// Label of the vertical axis.
    pub y: String,
    /// Whether both axes are logarithmic.
    pub logarithmic: bool,
    /// Lines.
    pub series: Vec<Series>,
}

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 260.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;
/// Colours that are distinguishable also for colour-blind readers (after Paul Tol), with dashes.
const COLOURS: [&str; 7] = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#888888"];

/// Maps values to places on an axis.
struct Axis {
    lowest: f64,
    highest: f64,
    logarithmic: bool,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64> + Clone, logarithmic: bool) -> Self {
        let lowest = values.clone().fold(f64::INFINITY, f64::min);
        let highest = values.fold(0.0, f64::max);
        if logarithmic {
            let decade = |value: f64, round: fn(f64) -> f64| 10_f64.powf(round(value.max(1e-3).log10()));
            return Self { lowest: decade(lowest, f64::floor), highest: decade(highest, f64::ceil), logarithmic };
        }
        Self { lowest: 0.0, highest: highest * 1.05, logarithmic }
    }

    /// Place of a value, from 0 to 1.
    fn place(&self, value: f64) -> f64 {
        if self.logarithmic {
            (value.max(1e-9) / self.lowest).ln() / (self.highest / self.lowest).ln()
        } else {
            (value - self.lowest) / (self.highest - self.lowest)
        }
    }

    /// Values that have a line and a number.
    fn ticks(&self) -> Vec<f64> {
        if self.logarithmic {
            let decades = (self.highest / self.lowest).log10().round() as i32;
            return (0..=decades).map(|decade| self.lowest * 10_f64.powi(decade)).collect();
        }
        let rough = self.highest / 6.0;
        let magnitude = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * magnitude).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        (0..20).map(|n| f64::from(n) * step).take_while(|tick| *tick <= self.highest).collect()
    }
}

impl Plot {
    /// The text of the file.
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| series.points.iter().copied());
        let x = Axis::over(points().map(|point| point.0), self.logarithmic);
        let y = Axis::over(points().map(|point| point.1), self.logarithmic);
        let at = |point: (f64, f64)| {
            let across = LEFT + x.place(point.0) * (WIDTH - LEFT - RIGHT);
            (across, HEIGHT - BOTTOM - y.place(point.1) * (HEIGHT - TOP - BOTTOM))
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        text(&mut svg, (LEFT, 22.0), "start", &format!("<tspan font-size=\"15\">{}</tspan>", self.title));
        text(&mut svg, (f64::midpoint(LEFT, WIDTH - RIGHT), HEIGHT - 12.0), "middle", &self.x);
        text(&mut svg, (8.0, TOP - 6.0), "start", &self.y);
        for tick in x.ticks() {
            let (across, _) = at((tick, y.lowest));
            line(&mut svg, (across, TOP), (across, HEIGHT - BOTTOM));
            text(&mut svg, (across, HEIGHT - BOTTOM + 18.0), "middle", &number(tick));
        }
        for tick in y.ticks() {
            let (_, down) = at((x.lowest, tick));
            line(&mut svg, (LEFT, down), (WIDTH - RIGHT, down));
            text(&mut svg, (LEFT - 6.0, down + 4.0), "end", &number(tick));
        }
        for (number, series) in self.series.iter().enumerate() {
            let path: Vec<_> = series.points.iter().map(|point| at(*point)).collect();
            draw(&mut svg, number, &series.name, &path);
        }
        svg + "</svg>\n"
    }
}

/// Draws a line with its points, and its name in the legend.
fn draw(svg: &mut String, number: usize, name: &str, path: &[(f64, f64)]) {
    let colour = COLOURS[number % COLOURS.len()];
    let dashes = ["", " stroke-dasharray=\"6 3\"", " stroke-dasharray=\"2 3\""][number / COLOURS.len() % 3];
    let mut polyline = |points: &[(f64, f64)]| {
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let points = points.join(" ");
        let _ = writeln!(
            svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>"
        );
    };
    polyline(path);
    let down = TOP + 10.0 + 18.0 * number as f64;
    polyline(&[(WIDTH - RIGHT + 12.0, down), (WIDTH - RIGHT + 36.0, down)]);
    for (x, y) in path {
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
    }
    text(svg, (WIDTH - RIGHT + 42.0, down + 4.0), "start", name);
}

fn line(svg: &mut String, from: (f64, f64), to: (f64, f64)) {
    let ((a, b), (c, d)) = (from, to);
    let _ = writeln!(svg, "<line x1=\"{a:.1}\" y1=\"{b:.1}\" x2=\"{c:.1}\" y2=\"{d:.1}\" stroke=\"#dddddd\"/>");
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, text: &str) {
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
}

/// Formats a number of an axis briefly.
fn number(value: f64) -> String {
    if value >= 1e6 {
        format!("{} million", value / 1e6)
    } else if value >= 1e3 {
        format!("{} 000", value / 1e3)
    } else {
        format!("{}", (value * 1e6).round() / 1e6)
    }
}
