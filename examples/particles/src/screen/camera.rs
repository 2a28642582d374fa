//! The camera, which determines the visible part of a scene.

use crate::scene::{Emitter, Scene};

/// A rectangle of the scene, seen along the third axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// The bounds of the first and the second axis.
    axes: [[f64; 2]; 2],
}

impl Camera {
    /// Creates a camera that shows all emitters, and about the height that their particles reach.
    pub fn new(scene: &Scene) -> Self {
        let pull = f64::from(scene.forces.gravity[1].abs());
        let bounds = |axis: usize| {
            let ends = scene.emitters.iter().map(|emitter| {
                let (at, reach) = (f64::from(emitter.position[axis]), reach(emitter, pull));
                [at - reach, at + reach]
            });
            ends.reduce(|[low, high], [other_low, other_high]| [low.min(other_low), high.max(other_high)])
        };
        Self { axes: [0, 1].map(|axis| bounds(axis).unwrap_or([-1.0, 1.0])) }
    }

    /// Returns the bounds of a canvas of this size in cells that shows the whole rectangle undistorted: a cell is twice as high as wide.
    pub fn bounds(self, width: u16, height: u16) -> [[f64; 2]; 2] {
        let cells = [f64::from(width), f64::from(height) * 2.0];
        let [wide, high] = [0, 1].map(|axis| (self.axes[axis][1] - self.axes[axis][0]) / cells[axis]);
        let unit = wide.max(high);
        [0, 1].map(|axis| {
            let middle = f64::midpoint(self.axes[axis][0], self.axes[axis][1]);
            let half = unit * cells[axis] / 2.0;
            [middle - half, middle + half]
        })
    }
}

/// Returns the distance that particles reach before they die of age, or fall.
fn reach(emitter: &Emitter, pull: f64) -> f64 {
    let speed = f64::from(emitter.speed[1]);
    let aged = speed * f64::from(emitter.lifetime[1]);
    let fallen = speed * speed / (2.0 * pull);
    // At least 1, so that particles that do not move are visible, too.
    aged.min(fallen).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::Camera;
    use crate::scene;

    #[test]
    fn all_emitters_are_seen_in_the_default_scene() {
        let scene = scene::load(None).unwrap();
        let [x, y] = Camera::new(&scene).axes;
        for emitter in &scene.emitters {
            let [at_x, at_y, _] = emitter.position.map(f64::from);
            assert!(x[0] < at_x && at_x < x[1] && y[0] < at_y && at_y < y[1]);
        }
        assert!((7.0..8.0).contains(&y[1]), "as high as the fountain: {y:?}");
    }

    #[test]
    fn without_gravity_particles_are_seen_until_they_age() {
        let still = "gravity = [0, 0, 0]";
        let text = scene::DEFAULT.replacen("gravity = [0.0, -9.81, 0.0]", still, 1);
        let [x, _] = Camera::new(&scene::parse("a.toml", &text).unwrap()).axes;
        assert!((x[1] - 60.0).abs() < 1e-9 && (x[0] + 60.0).abs() < 1e-9, "{x:?}");
    }

    #[test]
    fn canvases_of_all_shapes_show_all_of_it_undistorted() {
        let camera = Camera { axes: [[-4.0, 6.0], [0.0, 5.0]] };
        assert_eq!(camera.bounds(40, 10), [[-4.0, 6.0], [0.0, 5.0]]);
        assert_eq!(camera.bounds(80, 10), [[-9.0, 11.0], [0.0, 5.0]]);
        assert_eq!(camera.bounds(40, 20), [[-4.0, 6.0], [-2.5, 7.5]]);
        for (width, height) in [(1, 1), (1, 100), (500, 1)] {
            let [x, y] = camera.bounds(width, height);
            assert!(x[0] <= -4.0 && x[1] >= 6.0 && y[0] <= 0.0 && y[1] >= 5.0);
            let units = [(x[1] - x[0]) / f64::from(width), (y[1] - y[0]) / f64::from(height) / 2.0];
            assert!((units[0] - units[1]).abs() < 1e-9);
        }
    }
}
