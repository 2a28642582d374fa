//! Texts: the title, information for players, and figures.
#![allow(clippy::cast_precision_loss, reason = "positions on screen")]

use macroquad::prelude::{
    Color, GRAY, WHITE, YELLOW, draw_rectangle, draw_text, get_fps, measure_text, screen_height, screen_width,
};

use crate::figures::{self, ViewFigures};
use crate::game::{Game, PACE, Phase, Player, UPGRADES};

const SHADE: Color = Color::new(0.0, 0.0, 0.0, 0.7);
/// Height of a line of figures.
const LINE: f32 = 15.0;

fn middle(text: &str, y: f32, size: u16, color: Color) {
    let width = measure_text(text, None, size, 1.0).width;
    draw_text(text, (screen_width() - width) / 2.0, screen_height() * y, f32::from(size), color);
}

/// Draws the texts of the phase, the state of a player, and a note.
pub(super) fn draw(game: &Game, own: u8, note: &str) {
    match game.phase() {
        Phase::Title => {
            middle("S W A R M", 0.4, 80, YELLOW);
            middle("Enter starts. Arrows or WASD move; you shoot by yourself.", 0.52, 26, WHITE);
            middle("P pause   1-5 upgrades   F3 figures   F5 save   F9 load   R rewind", 0.58, 22, GRAY);
        }
        Phase::Play => {}
        Phase::Pause => middle("paused", 0.4, 60, WHITE),
        Phase::Over => {
            middle("game over", 0.4, 70, YELLOW);
            let progress = &game.resources.progress;
            let text =
                format!("wave {}, level {}, {} defeated. Enter.", progress.wave, progress.level, progress.defeats);
            middle(&text, 0.5, 28, WHITE);
        }
    }
    if game.phase() != Phase::Title {
        status(game, own);
    }
    draw_text(note, 10.0, screen_height() - 12.0, 20.0, GRAY);
}

fn status(game: &Game, own: u8) {
    let progress = &game.resources.progress;
    let (seconds, needed) = (progress.frames / PACE, progress.needed());
    let text = format!(
        "{}:{:02}   wave {}   level {} ({}/{needed})   defeated {}   enemies {}",
        seconds / 60,
        seconds % 60,
        progress.wave,
        progress.level,
        progress.experience,
        progress.defeats,
        game.query_position_enemy().iter().count()
    );
    middle(&text, 0.05, 24, WHITE);
    let player = game.query::<&Player>().iter().find(|player| player.number == own).copied();
    if let Some(player) = player.filter(|player| player.choices > 0) {
        let choices = UPGRADES.iter().zip(player.upgrades).zip(1..);
        let choices: Vec<_> = choices.map(|((upgrade, level), key)| format!("{key} {upgrade} {level}")).collect();
        middle(&format!("choose: {}", choices.join("   ")), 0.92, 24, YELLOW);
    }
}

/// The figures that F3 shows. They are updated every 30 frames, since counting views visits each entity.
#[derive(Debug, Default)]
pub(super) struct Overlay {
    is_open: bool,
    age: u32,
    views: Vec<ViewFigures>,
    lines: Vec<String>,
}

impl Overlay {
    pub(super) fn toggle(&mut self) {
        (self.is_open, self.age) = (!self.is_open, 0);
    }

    /// Draws the figures, after lines of the caller.
    pub(super) fn draw(&mut self, game: &Game, others: &[String]) {
        if !self.is_open {
            return;
        }
        if self.age.is_multiple_of(30) {
            self.views = figures::views(game);
            self.lines = self.lines(game);
        }
        self.age += 1;
        let lines = others.iter().chain(&self.lines);
        let height = LINE * (lines.clone().count() + 2) as f32;
        draw_rectangle(8.0, 48.0, 430.0, height, SHADE);
        draw_text(format!("frames per second {}", get_fps()), 16.0, 48.0 + LINE, 16.0, YELLOW);
        for (line, number) in lines.zip(2_u8..) {
            draw_text(line, 16.0, 48.0 + LINE * f32::from(number), 16.0, WHITE);
        }
    }

    fn lines(&self, game: &Game) -> Vec<String> {
        let mut lines = vec![format!("entities {}", game.len())];
        lines.extend(figures::memory().map(|bytes| format!("memory {} MB", bytes >> 20)));
        let systems = figures::systems(game);
        let sum: f64 = systems.iter().map(|(_, time)| time.as_secs_f64()).sum();
        lines.push(format!("systems, microseconds: {:.0}", sum * 1e6));
        for pair in systems.chunks(2) {
            let column = |(name, time): &(&str, std::time::Duration)| format!("{name:<10}{:>8}", time.as_micros());
            lines.push(format!("  {}", pair.iter().map(column).collect::<Vec<_>>().join("    ")));
        }
        lines.push("views".to_owned());
        lines.extend(self.views.iter().map(|view| {
            let kept = format!("{:?}", view.kept);
            format!("  {kept:<8}{:>7}  {}", view.entities, view.components)
        }));
        lines
    }
}
