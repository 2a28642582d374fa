//! Owns the scene file: reads it, and refuses what makes no sense with the file, the line and the field.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

/// The scene that is used unless another one is named.
pub const DEFAULT: &str = include_str!("scene.toml");

/// A scene file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    step: Spanned<f32>,
    forces: Forces,
    emitter: Spanned<Vec<Emitter>>,
}

/// What acts on all particles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forces {
    gravity: Spanned<[f32; 3]>,
    wind: Spanned<[f32; 3]>,
    drag: Spanned<f32>,
}

/// Where particles come from.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emitter {
    position: Spanned<[f32; 3]>,
    direction: Spanned<[f32; 3]>,
    spread: Spanned<f32>,
    rate: Spanned<f32>,
    speed: Spanned<[f32; 2]>,
    lifetime: Spanned<[f32; 2]>,
}

impl Scene {
    /// Seconds per frame.
    pub fn step(&self) -> f32 {
        *self.step.get_ref()
    }

    pub fn forces(&self) -> &Forces {
        &self.forces
    }

    pub fn emitters(&self) -> &[Emitter] {
        self.emitter.get_ref()
    }

    /// How many particles are alive on average once as many die as are born.
    pub fn steady_state(&self) -> f32 {
        self.emitters().iter().map(|emitter| emitter.rate() * emitter.lifetime().iter().sum::<f32>() / 2.0).sum()
    }
}

impl Forces {
    pub fn gravity(&self) -> [f32; 3] {
        *self.gravity.get_ref()
    }

    pub fn wind(&self) -> [f32; 3] {
        *self.wind.get_ref()
    }

    pub fn drag(&self) -> f32 {
        *self.drag.get_ref()
    }
}

impl Emitter {
    pub fn position(&self) -> [f32; 3] {
        *self.position.get_ref()
    }

    pub fn direction(&self) -> [f32; 3] {
        *self.direction.get_ref()
    }

    pub fn spread(&self) -> f32 {
        *self.spread.get_ref()
    }

    pub fn rate(&self) -> f32 {
        *self.rate.get_ref()
    }

    pub fn speed(&self) -> [f32; 2] {
        *self.speed.get_ref()
    }

    pub fn lifetime(&self) -> [f32; 2] {
        *self.lifetime.get_ref()
    }
}

/// Why a scene cannot be used: one line that names the file, and the line and field where there is one.
#[derive(Debug, PartialEq, Eq)]
pub struct SceneError(String);

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SceneError {}

/// Reads a scene file, or the default scene.
pub fn load(path: Option<&Path>) -> Result<Scene, SceneError> {
    let Some(path) = path else { return parse("scene.toml", DEFAULT) };
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| SceneError(format!("{name}: cannot be read: {error}")))?;
    parse(&name, &text)
}

/// Reads the text of a scene file of this name.
pub fn parse(name: &str, text: &str) -> Result<Scene, SceneError> {
    let source = Source { name, text };
    let scene: Scene = toml::from_str(text).map_err(|error| source.malformed(&error))?;
    source.check(&scene)?;
    Ok(scene)
}

/// A file, to point into.
struct Source<'a> {
    name: &'a str,
    text: &'a str,
}

impl Source<'_> {
    fn error(&self, span: Range<usize>, field: &str, problem: &str) -> SceneError {
        let line = self.text[..span.start.min(self.text.len())].lines().count().max(1);
        let line = line + usize::from(self.text[..span.start.min(self.text.len())].ends_with('\n'));
        SceneError(format!("{}:{line}: {field}: {problem}", self.name))
    }

    /// What the parser says, with the key of the line at which it says so.
    fn malformed(&self, error: &toml::de::Error) -> SceneError {
        let span = error.span().unwrap_or(0..0);
        let before = &self.text[..span.start.min(self.text.len())];
        let line = &self.text[before.rfind('\n').map_or(0, |at| at + 1)..];
        let key = line.lines().next().unwrap_or_default().split('=').next().unwrap_or_default().trim();
        self.error(span, key, &error.message().replace('\n', "; "))
    }

    fn check(&self, scene: &Scene) -> Result<(), SceneError> {
        self.above_zero(&scene.step, "step")?;
        self.finite(&scene.forces.gravity, "gravity")?;
        self.finite(&scene.forces.wind, "wind")?;
        self.not_negative(&scene.forces.drag, "drag")?;
        if scene.emitters().is_empty() {
            return Err(self.error(scene.emitter.span(), "emitter", "at least one emitter is needed"));
        }
        scene.emitters().iter().try_for_each(|emitter| self.check_emitter(emitter))
    }

    fn check_emitter(&self, emitter: &Emitter) -> Result<(), SceneError> {
        self.finite(&emitter.position, "position")?;
        self.finite(&emitter.direction, "direction")?;
        self.not_negative(&emitter.spread, "spread")?;
        self.above_zero(&emitter.rate, "rate")?;
        self.range(&emitter.speed, "speed", 0.0)?;
        self.range(&emitter.lifetime, "lifetime", f32::MIN_POSITIVE)
    }

    fn require(&self, holds: bool, span: Range<usize>, field: &str, problem: &str) -> Result<(), SceneError> {
        if holds { Ok(()) } else { Err(self.error(span, field, problem)) }
    }

    fn finite(&self, value: &Spanned<[f32; 3]>, field: &str) -> Result<(), SceneError> {
        let holds = value.get_ref().iter().all(|axis| axis.is_finite());
        self.require(holds, value.span(), field, "each number must be finite")
    }

    fn above_zero(&self, value: &Spanned<f32>, field: &str) -> Result<(), SceneError> {
        let holds = value.get_ref().is_finite() && *value.get_ref() > 0.0;
        self.require(holds, value.span(), field, "must be a finite number above zero")
    }

    fn not_negative(&self, value: &Spanned<f32>, field: &str) -> Result<(), SceneError> {
        let holds = value.get_ref().is_finite() && *value.get_ref() >= 0.0;
        self.require(holds, value.span(), field, "must be a finite number, zero or more")
    }

    fn range(&self, value: &Spanned<[f32; 2]>, field: &str, least: f32) -> Result<(), SceneError> {
        let [low, high] = *value.get_ref();
        let holds = high.is_finite() && low >= least && low <= high;
        let problem =
            if least > 0.0 { "must be [least, most], above zero" } else { "must be [least, most], not negative" };
        self.require(holds, value.span(), field, problem)
    }
}
