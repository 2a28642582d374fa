//! A process that is killed while it saves leaves either the old save or the new one.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use ecs_world::WorldFiles;

use crate::{Folder, Game, game, turn};

/// In the child: the number of bytes of a save after which it aborts, or 0.
const CHILD: &str = "ECS_SAVES_UNTIL_KILLED";

/// Entities of each save, so many that it is written in several pieces.
const COUNT: usize = 20_000;

/// Aborts the process in the middle of a save.
struct Aborting<'a>(&'a mut dyn Write, usize);

impl Write for Aborting<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.1 < bytes.len() {
            let _ = self.0.write(&bytes[..self.1]);
            std::process::abort();
        }
        let written = self.0.write(bytes)?;
        self.1 -= written;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// The child process: saves turn after turn in its working directory, and prints a line once the first save is there.
fn save_until_killed(bytes: usize) {
    let first = load(Path::new("game.save"));
    for turn in first + 1.. {
        let save = postcard::to_allocvec(&game(turn, COUNT)).expect("nothing is pending");
        let is_last = bytes > 0 && turn > first + 2;
        let write = |_: &Game, file: &mut dyn Write| {
            if is_last { Aborting(file, bytes).write_all(&save) } else { file.write_all(&save) }
        };
        Game::default().save_to("game.save", write).expect("the folder exists");
        if turn == first + 1 {
            println!("saving");
            std::io::stdout().flush().expect("the parent reads the output");
        }
    }
}

/// The turn of a save, which must be whole; 0 if there is none.
fn load(path: &Path) -> u64 {
    if !path.exists() {
        return 0;
    }
    let mut game = Game::load_from(path, |bytes| postcard::from_bytes(bytes)).expect("the save is whole");
    let (turn, count) = turn(&mut game);
    assert_eq!(count, COUNT);
    turn
}

/// Starts a child that saves, kills it after the given time unless it aborts before, and waits for its end.
fn kill_one(folder: &Folder, after: Duration, bytes: usize) {
    let mut child = Command::new(std::env::current_exe().expect("the path of this test is known"))
        .args(["--exact", "kills::a_killed_process_leaves_a_whole_save", "--nocapture"])
        .env(CHILD, bytes.to_string())
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("this test can be started");
    let stdout = BufReader::new(child.stdout.take().expect("the output is piped"));
    let is_saving = stdout.lines().any(|line| line.is_ok_and(|line| line.contains("saving")));
    assert!(is_saving, "the child did not save");
    if bytes == 0 {
        std::thread::sleep(after);
        child.kill().expect("the child can be killed");
    }
    let status = child.wait().expect("the child can be waited for");
    assert!(!status.success(), "the child was not killed");
}

#[test]
fn a_killed_process_leaves_a_whole_save() {
    if let Ok(bytes) = std::env::var(CHILD) {
        save_until_killed(bytes.parse().expect("the variable is a number"));
        return;
    }
    let kills = std::env::var("ECS_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(20_u64);
    let (folder, mut last) = (Folder::new("kills"), 0);
    let path = folder.join("game.save");
    let size = postcard::to_allocvec(&game(1, COUNT)).expect("nothing is pending").len();
    let mut random = 17_u64;
    for kill in 0..kills {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Every other child aborts at a random byte of a save, which a kill at a random time would hardly hit.
        let bytes =
            if kill % 2 == 0 { 0 } else { usize::try_from(random >> 33).expect("the number has 31 bits") % size };
        kill_one(&folder, Duration::from_micros((random >> 40) % 20_000), bytes);
        let turn = load(&path);
        assert!(turn > last, "each child saves at least once, and later turns: turn {turn} after {last}");
        last = turn;
    }
    // A final save results in one file, besides at most one that each child left.
    game(last + 1, COUNT)
        .save_to(&path, |game, file| file.write_all(&postcard::to_allocvec(game).unwrap_or_default()))
        .expect("the save is written");
    assert_eq!(load(&path), last + 1);
    let left = folder.files().iter().filter(|name| name.starts_with(".ecs-world-")).count();
    assert!(left as u64 <= kills && left > 0, "{left} temporary files after {kills} kills");
    assert_eq!(folder.files().len(), left + 1);
}
