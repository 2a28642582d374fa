//! Draws the arena around a player.

use macroquad::prelude::{
    Color, clear_background, draw_circle, draw_line, draw_rectangle, draw_rectangle_lines, screen_height, screen_width,
};

use crate::game::{ARENA, Game, Kind, Phase, Vector};

const NIGHT: Color = Color::new(0.06, 0.07, 0.11, 1.0);
const LINES: Color = Color::new(0.12, 0.14, 0.2, 1.0);
const PLAYERS: [Color; 2] = [Color::new(0.35, 0.85, 1.0, 1.0), Color::new(1.0, 0.8, 0.3, 1.0)];
const SHOT: Color = Color::new(1.0, 1.0, 0.75, 1.0);
const GEM: Color = Color::new(0.35, 1.0, 0.55, 1.0);
/// Distance between the lines on the ground.
const MESH: f32 = 128.0;

fn color(kind: Kind) -> Color {
    match kind {
        Kind::Crawler => Color::new(0.85, 0.3, 0.35, 1.0),
        Kind::Runner => Color::new(0.95, 0.55, 0.2, 1.0),
        Kind::Brute => Color::new(0.6, 0.3, 0.75, 1.0),
    }
}

fn size(kind: Kind) -> f32 {
    match kind {
        Kind::Crawler => 10.0,
        Kind::Runner => 7.0,
        Kind::Brute => 15.0,
    }
}

/// The visible part of the arena: its upper left corner, and its size.
struct Camera {
    corner: Vector,
    size: Vector,
}

impl Camera {
    fn new(middle: Vector) -> Self {
        let size = [screen_width(), screen_height()];
        Self { corner: [middle[0] - size[0] / 2.0, middle[1] - size[1] / 2.0], size }
    }

    /// The position of a place on screen, if it is visible.
    fn on_screen(&self, place: Vector) -> Option<Vector> {
        let [x, y] = [place[0] - self.corner[0], place[1] - self.corner[1]];
        let is_inside = x > -20.0 && y > -20.0 && x < self.size[0] + 20.0 && y < self.size[1] + 20.0;
        is_inside.then_some([x, y])
    }

    fn square(&self, place: Vector, size: f32, color: Color) {
        if let Some([x, y]) = self.on_screen(place) {
            draw_rectangle(x - size / 2.0, y - size / 2.0, size, size, color);
        }
    }

    fn ground(&self) {
        let [left, top] = self.corner;
        let mut line = 0.0;
        while line <= ARENA {
            draw_line(line - left, -top, line - left, ARENA - top, 1.0, LINES);
            draw_line(-left, line - top, ARENA - left, line - top, 1.0, LINES);
            line += MESH;
        }
        draw_rectangle_lines(-left, -top, ARENA, ARENA, 4.0, PLAYERS[0]);
    }
}

/// Draws the arena around the player with a number, or around the middle if there is no such player.
pub(super) fn draw(game: &Game, own: u8) {
    clear_background(NIGHT);
    if game.phase() == Phase::Title {
        return;
    }
    let players = game.query_position_player();
    let own = players.iter().find(|(_, _, player)| player.number == own).map(|(_, position, _)| position.0);
    let camera = Camera::new(own.unwrap_or([ARENA / 2.0; 2]));
    camera.ground();
    for (_, position, _) in &game.query_position_gem() {
        camera.square(position.0, 5.0, GEM);
    }
    for (_, position, enemy) in &game.query_position_enemy() {
        camera.square(position.0, size(enemy.kind), color(enemy.kind));
    }
    for (_, position, particle) in &game.query_position_particle() {
        camera.square(position.0, 3.0, color(particle.0));
    }
    for (_, position, _) in &game.query_position_shot() {
        camera.square(position.0, 4.0, SHOT);
    }
    for (_, position, player) in &players {
        let Some([x, y]) = camera.on_screen(position.0).filter(|_| player.health > 0.0) else { continue };
        let color = PLAYERS[usize::from(player.number) % 2];
        draw_circle(x, y, 9.0, color);
        draw_rectangle(x - 16.0, y - 20.0, 32.0, 4.0, LINES);
        draw_rectangle(x - 16.0, y - 20.0, 32.0 * player.health / 100.0, 4.0, color);
    }
}
