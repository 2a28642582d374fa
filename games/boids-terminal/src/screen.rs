//! Draws a session, on terminals of any size.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a terminal has less than 2^16 columns and lines"
)]

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Stylize};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Paragraph, Widget};
use recording::Simulation;

use crate::flock::{Flock, Position, order};
use crate::session::Session;

/// Columns and lines of the panel with the figures.
const PANEL: [u16; 2] = [36, 13];
/// Minimum columns and lines for the flock; if there are fewer, the figures are one line.
const LEAST_SKY: [u16; 2] = [20, 4];

/// Information that is drawn besides the session.
#[derive(Debug, Clone, Default)]
pub struct Notes {
    /// Whether the flock is paused.
    pub is_paused: bool,
    /// The result of the last command.
    pub message: String,
}

/// Draws the flock, with figures beside it, or in one line if there is no room.
pub fn draw(frame: &mut Frame<'_>, session: &Session, notes: &Notes) {
    let area = frame.area();
    if area.width >= PANEL[0] + LEAST_SKY[0] && area.height >= PANEL[1] {
        let [sky, panel] = Layout::horizontal([Constraint::Min(0), Constraint::Length(PANEL[0])]).areas(area);
        let block = Block::bordered().title(if notes.is_paused { " boids, paused " } else { " boids " });
        let inside = block.inner(sky);
        frame.render_widget(block, sky);
        frame.render_widget(Sky(session.flock()), inside);
        frame.render_widget(Paragraph::new(figures(session, notes, usize::from(panel.height))), panel);
    } else {
        let [sky, line] = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(area);
        frame.render_widget(Sky(session.flock()), sky);
        frame.render_widget(summary(session, notes), line);
    }
}

fn summary(session: &Session, notes: &Notes) -> Line<'static> {
    let (paused, message) = (if notes.is_paused { " paused" } else { "" }, &notes.message);
    let (threads, hash) = (session.thread_count(), session.flock().hash());
    Line::from(format!("threads {threads} hash {hash:016x} q quit{paused} {message}"))
}

/// Splits a text into lines of at most `width` characters, between words if possible.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(last) = lines.last_mut().filter(|last| last.chars().count() + 1 + word.chars().count() <= width) {
            *last = format!("{last} {word}");
        } else {
            let letters: Vec<_> = word.chars().collect();
            lines.extend(letters.chunks(width).map(String::from_iter));
        }
    }
    lines
}

fn figures(session: &Session, notes: &Notes, height: usize) -> Text<'static> {
    let (checked, different) = session.checked();
    let check = match different {
        None => Line::from(format!(" {checked} checks on one thread: equal")).green(),
        Some(frame) => Line::from(format!(" frame {frame} DIFFERS on one thread")).red().bold(),
    };
    let mut lines = vec![
        Line::from(format!(" boids   {:>10}", session.flock().len())),
        Line::from(format!(" frame   {:>10}", session.frame())),
        Line::from(format!(" step    {:>10.1} ms", session.step_time().as_secs_f64() * 1e3)),
        Line::from(format!(" order   {:>10.3}", order(session.flock()))),
        Line::default(),
        Line::from(format!(" threads {:>10}", session.thread_count())).bold(),
        Line::from(format!(" hash {:016x}", session.flock().hash())).bold(),
        check,
        Line::default(),
        Line::from(" + - threads   arrows steer the hawk").dim(),
        Line::from(" space pause   s save   l load").dim(),
        Line::from(" q quit").dim(),
    ];
    let message = wrapped(&notes.message, usize::from(PANEL[0]) - 1);
    // On a low terminal, the message replaces the lines about keys.
    lines.truncate(height.saturating_sub(message.len()));
    lines.extend(message.iter().map(|line| Line::from(format!(" {line}"))));
    Text::from(lines)
}

/// The boids as dots, eight per character. A dot is lit if it has at least as many boids as the average.
struct Sky<'a>(&'a Flock);

/// The bits of a Braille character by line and column.
const DOTS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// Colours of characters, by their number of boids compared with the average.
const COLORS: [Color; 4] = [Color::Blue, Color::Cyan, Color::Yellow, Color::LightRed];

impl Widget for Sky<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let [columns, lines] = [usize::from(area.width) * 2, usize::from(area.height) * 4];
        if columns == 0 || lines == 0 {
            return;
        }
        let mut boids = vec![0_usize; columns * lines];
        let width = self.0.resources.field.width();
        let dot = |[x, y]: [f32; 2]| {
            let [x, y] = [x, width - y].map(|axis| axis / width);
            let scale = |share: f32, dots: usize| ((share * dots as f32) as usize).min(dots - 1);
            (scale(x, columns), scale(y, lines))
        };
        for position in self.0.query::<&Position>() {
            let (column, line) = dot(position.0);
            boids[line * columns + column] += 1;
        }
        let least = (self.0.len() / boids.len()).max(1);
        let average = (self.0.len() * 8 / boids.len()).max(1);
        for (at, cell) in area.positions().zip(0..) {
            let (column, line) = (cell % usize::from(area.width) * 2, cell / usize::from(area.width) * 4);
            let (mut bits, mut count) = (0_u8, 0);
            for (below, [left, right]) in DOTS.iter().enumerate() {
                let first = (line + below) * columns + column;
                bits |= if boids[first] >= least { *left } else { 0 };
                bits |= if boids[first + 1] >= least { *right } else { 0 };
                count += boids[first] + boids[first + 1];
            }
            let color = COLORS[(count / average).min(COLORS.len() - 1)];
            buffer[at].set_char(char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' ')).set_fg(color);
        }
        let (column, line) = dot(self.0.resources.field.hawk());
        let at = (area.x + (column / 2) as u16, area.y + (line / 4) as u16);
        buffer[at].set_char('#').set_fg(Color::White).set_bg(Color::Red);
    }
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn texts_are_wrapped_between_words_and_long_words_anywhere() {
        for (text, lines) in [
            ("", &[][..]),
            ("abcd", &["abcd"]),
            ("ab cd", &["ab", "cd"]),
            ("a b c", &["a b", "c"]),
            ("abcdefghi j", &["abcd", "efgh", "i j"]),
            ("ab öüöüö", &["ab", "öüöü", "ö"]),
        ] {
            assert_eq!(wrapped(text, 4), lines, "{text}");
        }
    }
}
