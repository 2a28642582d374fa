//! The appearance of particles: a dot each, coloured by speed.

use ratatui::style::Color;
use ratatui::widgets::canvas::{Painter, Shape};

use crate::simulation::{Vector, World};

/// Maximum number of dots that are drawn. A terminal has fewer, and a frame has other work to do.
const MOST_DOTS: usize = 50_000;

/// The particles of a world.
pub struct Cloud<'a>(&'a World);

impl<'a> Cloud<'a> {
    /// Creates the cloud of a world.
    pub fn new(world: &'a World) -> Self {
        Self(world)
    }
}

impl Shape for Cloud<'_> {
    fn draw(&self, painter: &mut Painter<'_, '_>) {
        let every = self.0.len().div_ceil(MOST_DOTS).max(1);
        for (_, position, velocity) in self.0.query_position_velocity().iter().step_by(every) {
            let [x, y, _] = position.0.map(f64::from);
            if let Some((column, line)) = painter.get_point(x, y) {
                painter.paint(column, line, color(velocity.0));
            }
        }
    }
}

/// Returns the colour of a velocity: the faster, the hotter.
fn color(velocity: Vector) -> Color {
    let square: f32 = velocity.iter().map(|axis| axis * axis).sum();
    match square {
        ..4.0 => Color::Blue,
        4.0..25.0 => Color::Cyan,
        25.0..64.0 => Color::Yellow,
        _ => Color::LightRed,
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Color;

    use super::color;

    #[test]
    fn the_faster_the_hotter() {
        assert_eq!(color([0.0; 3]), Color::Blue);
        assert_eq!(color([0.0, -2.0, 0.0]), Color::Cyan);
        assert_eq!(color([3.0, -4.0, 0.0]), Color::Yellow);
        assert_eq!(color([0.0, 0.0, 8.0]), Color::LightRed);
    }
}
