//! Tower: a small roguelike for a terminal. Climb five floors.
//!
//! ```sh
//! cargo run --package tower
//! cargo run --package tower -- --replay "7 lll<"
//! ```
//!
//! Type keys and Enter: `h` `j` `k` `l` walk and fight, `.` waits, `q` drinks, `<` climbs; `u` undoes, `s` prints a save, Ctrl-D ends.
#![allow(clippy::needless_pass_by_value, reason = "the world passes queries by value")]

mod fight;
mod game;
mod map;
mod minds;
mod session;
#[cfg(test)]
mod tests;
mod things;
mod walk;

use std::io::{self, Write};

use session::Session;

fn main() -> io::Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let session = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Some(Session::new(1)),
        ["--replay", save] => Session::load(save),
        [seed] => seed.parse().ok().map(Session::new),
        _ => None,
    };
    let Some(session) = session else {
        return Err(io::Error::other("expected a number, or `--replay` and a save"));
    };
    play(session, io::stdin().lines(), &mut io::stdout())
}

/// Plays lines of keys: those of a terminal, or of a test.
fn play(mut session: Session, lines: io::Lines<impl io::BufRead>, screen: &mut impl Write) -> io::Result<()> {
    write!(screen, "{}", game::screen(&session.world))?;
    for line in lines {
        for letter in line?.chars() {
            match letter {
                'u' => drop(session.undo()),
                's' => writeln!(screen, "{}", session.save())?,
                letter => drop(session.press(letter)),
            }
        }
        write!(screen, "{}", game::screen(&session.world))?;
    }
    Ok(())
}
