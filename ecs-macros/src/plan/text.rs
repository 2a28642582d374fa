//! Owns the words for what was decided: one table, which the world's documentation and its `PLAN` share.

use super::{Kept, View};
use crate::model::{ViewKind, World};

/// What became of each view, one line each.
pub(super) fn of(world: &World, views: &[View]) -> String {
    let mut text = format!("Views of {}, outer groups before inner ones:\n", world.name);
    if views.is_empty() {
        text.push_str("  none: no system manages entities, and no query is declared\n");
    }
    for view in views {
        text.push_str(&line(world, view));
    }
    text
}

fn line(world: &World, view: &View) -> String {
    let names = |components: &[usize]| -> Vec<String> {
        components.iter().map(|component| world.components[*component].name.to_string()).collect()
    };
    let kept = match view.kept {
        Kept::Storage => "storage".into(),
        Kept::As(ViewKind::Group) if view.owned.len() < view.aspect.all.len() => {
            format!("partial group, owns {}", names(&view.owned).join(", "))
        }
        Kept::As(kind) => kind.name().to_string(),
    };
    let systems: Vec<_> = view.systems.iter().map(|system| world.systems[*system].name.to_string()).collect();
    let mut serves = systems;
    if view.declared {
        serves.push("queries".into());
    }
    format!("  {}: {kept}; {}; for {}\n", world.show(&view.aspect), view.reason, serves.join(", "))
}
