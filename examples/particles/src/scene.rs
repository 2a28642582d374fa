//! The scene: contents of a scene file, and their validation.

mod table;

use std::fmt;
use std::path::Path;

use table::{Source, Table};

/// The default scene file. It is read when the program starts, so it can be edited without compiling.
///
/// Scenes have a reader of their own, which reports line numbers, and are not `Templates` of `ecs-world`. These need the feature `serde`;
/// since cargo unifies the features of all packages that it builds together, the whole repository would be built and tested with it, and
/// `serde` with its macros would be built first.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scene.toml");

/// Contents of that file.
#[cfg(test)]
pub const DEFAULT: &str = include_str!("../scene.toml");

/// Maximum number of particles at a time: the largest number up to which an `f32` counts by ones.
const MOST_PARTICLES: f32 = 16_777_216.0;

/// A scene file.
#[derive(Debug, PartialEq)]
pub struct Scene {
    /// Seconds per frame.
    pub step: f32,
    /// What acts on all particles.
    pub forces: Forces,
    /// The emitters; at least one.
    pub emitters: Vec<Emitter>,
}

/// What acts on all particles.
#[derive(Debug, PartialEq)]
pub struct Forces {
    /// Units per second squared.
    pub gravity: [f32; 3],
    /// Units per second squared.
    pub wind: [f32; 3],
    /// The share of speed that is lost per second.
    pub drag: f32,
}

/// A source of particles.
#[derive(Debug, PartialEq)]
pub struct Emitter {
    /// Where all its particles start.
    pub position: [f32; 3],
    /// Direction in which they fly.
    pub direction: [f32; 3],
    /// Maximum deviation of the direction, per axis.
    pub spread: f32,
    /// Particles per second.
    pub rate: f32,
    /// Units per second: least and most.
    pub speed: [f32; 2],
    /// Seconds: least and most.
    pub lifetime: [f32; 2],
}

impl Scene {
    /// Returns the average number of live particles in the steady state, in which as many die as are spawned.
    pub fn steady_state(&self) -> f32 {
        self.emitters.iter().map(|emitter| emitter.rate * emitter.lifetime.iter().sum::<f32>() / 2.0).sum()
    }

    /// Returns true if emitters scaled by this factor emit a number of particles that fits the counters.
    pub fn fits(&self, scale: f32) -> bool {
        let alive = |emitter: &Emitter| emitter.rate * scale * emitter.lifetime[1].max(self.step);
        self.emitters.iter().map(alive).sum::<f32>() <= MOST_PARTICLES
    }

    fn read(table: &Table<'_>) -> Result<Self, SceneError> {
        table.refuse_others(&["step", "forces", "emitter"])?;
        Ok(Self {
            step: table.number("step", above_zero)?,
            forces: Forces::read(&table.table("forces")?)?,
            emitters: table.tables("emitter")?.iter().map(Emitter::read).collect::<Result<_, _>>()?,
        })
    }
}

impl Forces {
    fn read(table: &Table<'_>) -> Result<Self, SceneError> {
        table.refuse_others(&["gravity", "wind", "drag"])?;
        Ok(Self {
            gravity: table.numbers("gravity", finite)?,
            wind: table.numbers("wind", finite)?,
            drag: table.number("drag", not_negative)?,
        })
    }
}

impl Emitter {
    fn read(table: &Table<'_>) -> Result<Self, SceneError> {
        table.refuse_others(&["position", "direction", "spread", "rate", "speed", "lifetime"])?;
        Ok(Self {
            position: table.numbers("position", finite)?,
            direction: table.numbers("direction", finite)?,
            spread: table.number("spread", not_negative)?,
            rate: table.number("rate", above_zero)?,
            speed: table.numbers("speed", range_from_zero)?,
            lifetime: table.numbers("lifetime", range_above_zero)?,
        })
    }
}

/// The reason why a scene cannot be used: one line that names the file, and the line and field if there is one.
#[derive(Debug, PartialEq, Eq)]
pub struct SceneError(String);

impl SceneError {
    fn new(file: &str, line: usize, field: &str, problem: &str) -> Self {
        Self(format!("{file}:{line}: {field}: {problem}"))
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SceneError {}

/// Reads a scene file, or the default scene.
pub fn load(path: Option<&Path>) -> Result<Scene, SceneError> {
    let path = path.unwrap_or(Path::new(FILE));
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| SceneError(format!("{name}: cannot be read: {error}")))?;
    parse(&name, &text)
}

/// Parses the text of a scene file with this name.
pub fn parse(name: &str, text: &str) -> Result<Scene, SceneError> {
    let source = Source { name, text };
    Scene::read(&Table::of_file(source, &source.parse()?))
}

/// The mistake in a value, if there is one.
type Problem = Option<&'static str>;

fn finite(vector: [f32; 3]) -> Problem {
    (!vector.iter().all(|axis| axis.is_finite())).then_some("each number must be finite")
}

fn above_zero([number]: [f32; 1]) -> Problem {
    (!number.is_finite() || number <= 0.0).then_some("must be a finite number above zero")
}

fn not_negative([number]: [f32; 1]) -> Problem {
    (!number.is_finite() || number < 0.0).then_some("must be a finite number, zero or more")
}

fn is_range([low, high]: [f32; 2]) -> bool {
    high.is_finite() && low <= high
}

fn range_from_zero(range: [f32; 2]) -> Problem {
    (!is_range(range) || range[0] < 0.0).then_some("must be [least, most], not negative")
}

fn range_above_zero(range: [f32; 2]) -> Problem {
    (!is_range(range) || range[0] < f32::MIN_POSITIVE).then_some("must be [least, most], above zero")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{DEFAULT, load, parse};

    fn refusal(from: &str, to: &str) -> String {
        assert!(DEFAULT.contains(from), "{from}");
        parse("a.toml", &DEFAULT.replacen(from, to, 1)).expect_err("the value is refused").to_string()
    }

    #[test]
    fn the_default_scene_is_one_of_forty_thousand_particles() {
        let scene = parse("scene.toml", DEFAULT).unwrap();
        assert_eq!(scene.emitters.len(), 3);
        assert!((scene.steady_state() - 40_000.0).abs() < 1.0);
    }

    #[test]
    fn the_default_scene_is_read_when_it_is_loaded() {
        assert_eq!(load(None), parse("scene.toml", DEFAULT));
        let missing = load(Some(Path::new("no such scene.toml"))).unwrap_err().to_string();
        assert!(missing.starts_with("no such scene.toml: cannot be read: "), "{missing}");
    }

    #[test]
    fn numbers_are_written_as_in_toml() {
        let written = DEFAULT.replacen("4000.0", "+4_000 # a comment", 1).replacen("[3.0, 5.0]", "[\n3,\n5.0e0, ]", 1);
        assert_eq!(parse("a.toml", &written), parse("a.toml", DEFAULT));
        assert_eq!(parse("a.toml", &DEFAULT.replace('\n', "\r\n")), parse("a.toml", DEFAULT));
    }

    #[test]
    fn values_that_make_no_sense_are_refused_where_they_stand() {
        let cases = [
            ("rate = 4000.0", "rate = 0.0", "a.toml:19: rate: must be a finite number above zero"),
            ("drag = 0.2", "drag = -0.0001", "a.toml:10: drag: must be a finite number, zero or more"),
            ("wind = [0.5, 0.0, 0.25]", "wind = [0.5, nan, 0]", "a.toml:8: wind: each number must be finite"),
            ("[8.0, 12.0]", "[-1.0, 12.0]", "a.toml:21: speed: must be [least, most], not negative"),
            ("[8.0, 12.0]", "[8.0, 7.9]", "a.toml:21: speed: must be [least, most], not negative"),
            ("[3.0, 5.0]", "[0.0, 5.0]", "a.toml:23: lifetime: must be [least, most], above zero"),
            ("[3.0, 5.0]", "[nan, 5.0]", "a.toml:23: lifetime: must be [least, most], above zero"),
        ];
        for (from, to, expected) in cases {
            assert_eq!(refusal(from, to), expected);
        }
    }

    #[test]
    fn borders_make_sense() {
        for (from, to) in
            [("drag = 0.2", "drag = 0"), ("[8.0, 12.0]", "[0, 0]"), ("[3.0, 5.0]", "[1.17549435e-38, 5.0]")]
        {
            assert!(parse("a.toml", &DEFAULT.replacen(from, to, 1)).is_ok(), "{to}");
        }
    }

    #[test]
    fn a_scene_without_forces_or_emitters_is_refused() {
        let step = "step = 0.1\n";
        assert_eq!(parse("a.toml", "").unwrap_err().to_string(), "a.toml:1: scene: missing field `step`");
        assert_eq!(parse("a.toml", step).unwrap_err().to_string(), "a.toml:1: scene: missing `[forces]`");
        let text = format!("{step}[forces]\ngravity = [0, 0, 0]\nwind = [0, 0, 0]\ndrag = 0\n");
        assert_eq!(parse("a.toml", &text).unwrap_err().to_string(), "a.toml:1: scene: missing `[[emitter]]`");
    }

    #[test]
    fn a_scene_of_more_particles_than_can_be_counted_does_not_fit() {
        let scene = parse("scene.toml", DEFAULT).unwrap();
        // At most 4 000 x 5 + 6 000 x 3.5 + 2 000 x 7 are alive.
        assert!(scene.fits(1.0) && scene.fits(305.0));
        assert!(!scene.fits(305.1) && !scene.fits(f32::INFINITY) && !scene.fits(f32::NAN));
    }
}
