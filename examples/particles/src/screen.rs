//! The screen: what is drawn where, on terminals of any size.

mod camera;
mod cloud;

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Paragraph, canvas::Canvas};

use crate::show::{Row, Show};
use camera::Camera;
use cloud::Cloud;

/// Columns and lines of the figures.
const PANEL: [u16; 2] = [37, 13];

/// Minimum size of the particles beside or below the figures, in columns and lines.
const LEAST_CANVAS: [u16; 2] = [30, 8];

/// Draws the particles, and the figures beside them, below them, or as one line if there is no room.
pub fn draw(frame: &mut Frame<'_>, show: &Show) {
    let area = frame.area();
    let [columns, lines] = [0, 1].map(|axis| PANEL[axis] + LEAST_CANVAS[axis]);
    if area.width >= columns && area.height >= PANEL[1] {
        let [left, right] = Layout::horizontal([Constraint::Min(0), Constraint::Length(PANEL[0])]).areas(area);
        draw_particles(frame, left, show, title(show));
        frame.render_widget(Paragraph::new(figures(show)), right);
    } else if area.width >= PANEL[0] && area.height >= lines {
        let [top, bottom] = Layout::vertical([Constraint::Min(0), Constraint::Length(PANEL[1])]).areas(area);
        draw_particles(frame, top, show, title(show));
        frame.render_widget(Paragraph::new(figures(show)), bottom);
    } else {
        let [top, bottom] = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(area);
        draw_particles(frame, top, show, Block::new());
        frame.render_widget(summary(show), bottom);
    }
}

fn title(show: &Show) -> Block<'static> {
    Block::bordered().title(if show.is_paused() { " particles, paused " } else { " particles " })
}

fn draw_particles(frame: &mut Frame<'_>, area: Rect, show: &Show, block: Block<'_>) {
    let inside = block.inner(area);
    if inside.is_empty() {
        return;
    }
    let [x, y] = Camera::new(show.scene()).bounds(inside.width, inside.height);
    let canvas = Canvas::default().block(block).x_bounds(x).y_bounds(y);
    frame.render_widget(canvas.paint(|context| context.draw(&Cloud::new(show.world()))), area);
}

/// Returns the figures that fit into one line, the most important first.
fn summary(show: &Show) -> Line<'static> {
    let (alive, per_second) = (show.world().len(), show.per_second());
    Line::from(format!("{alive} alive, {per_second:.0} frames/s, {} x Vecs, q quits", ratio(&show.sum())))
}

fn figures(show: &Show) -> Text<'static> {
    let sum = show.sum();
    let mut lines = vec![
        Line::from(format!(" entities {:>27}", show.world().len())),
        Line::from(format!(" wanted {:>29.0}", show.wanted())),
        Line::from(format!(" frames per second {:>18.1}", show.per_second())),
        Line::default(),
        Line::styled(format!(" µs per frame {:>7} {:>8} {:>6}", "world", "Vecs", "ratio"), Style::new().bold()),
    ];
    lines.extend(show.rows().iter().map(|row| Line::from(figures_of(row))));
    lines.push(Line::from(figures_of(&sum)).bold());
    let [world, twin] = [sum.world, sum.twin].map(per_second);
    lines.push(Line::from(format!(" possible/s{world:>10.0} {twin:>8.0}")));
    lines.push(Line::default());
    lines.push(Line::from(" q quit  space pause  + more  - fewer").dim());
    Text::from(lines)
}

fn figures_of(row: &Row) -> String {
    let [world, twin] = [row.world, row.twin].map(|time| time.as_secs_f64() * 1e6);
    format!(" {:<10}{world:>10.1} {twin:>8.1} {:>6}", row.name, ratio(row))
}

fn ratio(row: &Row) -> String {
    row.ratio().map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"))
}

fn per_second(time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { time.as_secs_f64().recip() }
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::buffer::Cell;
    use ratatui::crossterm::event::KeyCode;

    use super::draw;
    use crate::scene;
    use crate::show::Show;
    use crate::threads::Threads;

    fn show(frames: u32) -> Show {
        let mut show = Show::new(scene::load(None).unwrap(), 1, 0.01, Threads::new(1).unwrap());
        (0..frames).for_each(|_| show.step());
        show
    }

    /// Returns the text on a terminal of this size.
    fn drawn(show: &Show, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, show)).unwrap();
        terminal.backend().buffer().content().iter().map(Cell::symbol).collect()
    }

    fn has_dots(text: &str) -> bool {
        text.chars().any(|char| ('\u{2801}'..='\u{28ff}').contains(&char))
    }

    /// Texts that are drawn if there is room for figures.
    const FIGURES: [&str; 10] = [
        "entities",
        "wanted",
        "frames per second",
        "µs per frame",
        "Emit",
        "accelerate",
        "advance",
        "Age",
        "possible/s",
        "q quit",
    ];

    #[test]
    fn wide_and_high_terminals_show_particles_and_all_figures() {
        let show = show(60);
        for (width, height) in [(300, 100), (120, 40), (80, 24), (67, 13), (37, 21), (40, 60)] {
            let text = drawn(&show, width, height);
            assert!(has_dots(&text) && text.contains(" particles "), "{width} x {height}\n{text}");
            for figure in FIGURES {
                assert!(text.contains(figure), "{figure} at {width} x {height}\n{text}");
            }
        }
    }

    #[test]
    fn small_terminals_show_particles_and_one_line() {
        let show = show(60);
        for (width, height) in [(66, 13), (66, 20), (36, 21), (80, 12), (50, 3), (40, 2)] {
            let text = drawn(&show, width, height);
            assert!(has_dots(&text) && text.contains(" alive, 0 frames/s"), "{width} x {height}\n{text}");
            assert!(!text.contains("accelerate"), "{width} x {height}\n{text}");
        }
    }

    #[test]
    fn tiny_terminals_show_what_there_is_room_for() {
        let show = show(60);
        for (width, height) in [(0, 0), (1, 0), (0, 1), (1, 1), (1, 30), (3, 2), (200, 1), (2, 2)] {
            let text = drawn(&show, width, height);
            assert!(!text.contains("µs per frame"), "{text}");
        }
        assert!(drawn(&show, 9, 1).contains(&format!("{} alive", show.world().len())));
    }

    #[test]
    fn figures_are_drawn_before_the_first_frame() {
        let text = drawn(&show(0), 80, 24);
        assert!(text.contains("Age              0.0      0.0      -") && !has_dots(&text), "{text}");
        assert!(drawn(&show(0), 60, 1).contains("- x Vecs"));
    }

    #[test]
    fn a_pause_shows() {
        let mut show = show(1);
        assert!(!drawn(&show, 80, 24).contains("paused"));
        let _ = show.press(KeyCode::Char(' ').into());
        assert!(drawn(&show, 80, 24).contains(" particles, paused "));
    }

    #[test]
    fn figures_that_are_wide_fit() {
        let show = Show::new(scene::load(None).unwrap(), 1, 300.0, Threads::new(1).unwrap());
        assert!(drawn(&show, 67, 13).contains(&format!("{:.0}", show.wanted())));
    }
}
