//! A save replaces a file either as a whole or not at all.

use std::convert::Infallible;
use std::error::Error;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use ecs_world::{FileError, FileErrorKind, WorldFiles};

use crate::{Folder, Game, game, turn};

fn write_json(game: &Game, file: &mut dyn Write) -> serde_json::Result<()> {
    serde_json::to_writer(file, game)
}

fn save(turn: u64, path: &Path) {
    game(turn, 3).save_to(path, write_json).expect("the folder exists");
}

fn load(path: &Path) -> (u64, usize) {
    turn(&mut Game::load_from(path, |bytes| serde_json::from_slice(bytes)).expect("the file is a save"))
}

fn is_io<E>(error: &FileError<E>) -> bool {
    matches!(error.kind, FileErrorKind::Io(_))
}

#[test]
fn a_save_replaces_the_previous_one_and_is_loaded() {
    let folder = Folder::new("replace");
    let path = folder.join("game.save");
    for turn in 1..4 {
        save(turn, &path);
        assert_eq!((load(&path), folder.files()), ((turn, 3), vec!["game.save".to_owned()]));
    }
}

#[test]
fn saves_can_be_in_any_format() {
    let folder = Folder::new("formats");
    let path = folder.join("game.save");
    let written = game(7, 3).save_to(&path, |game, file| {
        file.write_all(&postcard::to_allocvec(game)?)?;
        Ok::<_, Box<dyn Error>>(())
    });
    assert!(written.is_ok());
    let loaded = Game::load_from(&path, |bytes| postcard::from_bytes(bytes));
    assert_eq!(turn(&mut loaded.expect("the file is a save")), (7, 3));
    game(8, 3)
        .save_to(&path, |game, file| file.write_all(ron::to_string(game).map_err(io::Error::other)?.as_bytes()))
        .expect("the folder exists");
    let loaded = Game::load_from(&path, |bytes| ron::de::from_bytes(bytes));
    assert_eq!(turn(&mut loaded.expect("the file is a save")), (8, 3));
}

#[test]
fn large_saves_are_written_whole() {
    let folder = Folder::new("large");
    let path = folder.join("game.save");
    // Around the size of the buffer.
    for bytes in [0, 1, 2, 3, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 300_000] {
        let all = vec![b'x'; bytes];
        game(0, 0).save_to(&path, |_, file| file.write_all(&all)).expect("the folder exists");
        assert_eq!(std::fs::read(&path).expect("the file exists"), all);
    }
}

#[test]
fn a_format_that_refuses_leaves_the_old_save_and_no_other_file() {
    let folder = Folder::new("refused");
    let path = folder.join("game.save");
    save(1, &path);
    let refused = game(2, 3).save_to(&path, |_, file| {
        file.write_all(b"half a save").map_err(|_| "not written")?;
        Err("refused")
    });
    let refused = refused.expect_err("the format refuses");
    assert!(matches!(refused.kind, FileErrorKind::Format("refused")));
    assert_eq!(refused.to_string(), format!("{}: refused", path.display()));
    assert_eq!((load(&path), folder.files()), ((1, 3), vec!["game.save".to_owned()]));
}

#[test]
fn a_format_that_panics_leaves_the_old_save() {
    let folder = Folder::new("panic");
    let path = folder.join("game.save");
    save(1, &path);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let _ = game(2, 3).save_to(&path, |_, file| -> Result<(), io::Error> {
            file.write_all(b"half a save")?;
            panic!("a bug in a format")
        });
    }));
    assert!(panicked.is_err());
    assert_eq!((load(&path), folder.files()), ((1, 3), vec!["game.save".to_owned()]));
}

#[test]
fn errors_of_files_and_of_formats_are_distinguished() {
    let folder = Folder::new("errors");
    let missing = folder.join("no such folder").join("game.save");
    let refused = game(1, 3).save_to(&missing, write_json).expect_err("there is no such folder");
    assert!(is_io(&refused) && refused.to_string().starts_with(&missing.display().to_string()), "{refused}");
    let refused = Game::load_from(&missing, |bytes| serde_json::from_slice(bytes)).err().expect("there is no file");
    assert!(is_io(&refused) && refused.path == missing, "{refused}");

    let path = folder.join("game.save");
    std::fs::write(&path, "{}").expect("the folder exists");
    let refused = Game::load_from(&path, |bytes| serde_json::from_slice(bytes)).err().expect("the file is not a save");
    assert!(!is_io(&refused) && refused.to_string().contains("missing field"), "{refused}");

    // A folder is not replaced, and a path without a name is no file.
    let refused = game(1, 3).save_to(folder.path(), write_json).expect_err("the path is a folder");
    assert!(is_io(&refused), "{refused}");
    for path in ["", "/", "..", "a/.."] {
        let refused = game(1, 3).save_to(path, write_json).expect_err("the path has no file name");
        assert!(is_io(&refused), "{path}: {refused}");
    }
    assert_eq!(folder.files(), ["game.save"]);
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_read_keeps_the_old_save() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("unreadable");
    let path = folder.join("game.save");
    save(1, &path);
    let allow = |mode| {
        set_permissions(folder.path(), Permissions::from_mode(mode)).expect("permissions of the folder can be set");
    };
    allow(0o300);
    let saved = game(2, 3).save_to(&path, write_json);
    allow(0o700);
    // The superuser can read all folders.
    let expected = if saved.is_ok() { 2 } else { 1 };
    assert_eq!((load(&path), folder.files()), ((expected, 3), vec!["game.save".to_owned()]));
}

#[cfg(unix)]
#[test]
fn a_save_has_the_permissions_of_the_one_that_it_replaces() {
    use std::fs::{Permissions, metadata, set_permissions};
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("permissions");
    let path = folder.join("game.save");
    save(0, &path);
    for (turn, mode) in [(1, 0o600), (2, 0o644), (3, 0o400), (4, 0o660)] {
        set_permissions(&path, Permissions::from_mode(mode)).expect("permissions of the file can be set");
        save(turn, &path);
        let now = metadata(&path).expect("the file exists").permissions().mode();
        assert_eq!((now & 0o7777, load(&path)), (mode, (turn, 3)));
    }
    // Permissions of a folder or a link are not copied.
    let link = folder.join("link.save");
    std::os::unix::fs::symlink("nowhere", &link).expect("the link can be created");
    save(5, &link);
    let fresh = folder.join("fresh.save");
    save(5, &fresh);
    let mode = |path: &Path| std::fs::symlink_metadata(path).expect("the file exists").permissions().mode();
    assert_eq!((mode(&link), load(&link)), (mode(&fresh), (5, 3)));
}

/// The errors of a writer also reach the caller through a format that wraps or discards them.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_the_file_whatever_the_format_says() {
    // A child process limits the size of files.
    if let Some(path) = std::env::var_os("ECS_FULL_DISK") {
        let many = game(1, 200_000);
        let forgetful = many.save_to(&path, |_, file| {
            let _ = (0..100_000).try_for_each(|_| file.write_all(b"as much as it takes"));
            Ok::<_, Infallible>(())
        });
        for refused in
            [forgetful.is_err_and(|it| is_io(&it)), many.save_to(&path, write_json).is_err_and(|it| is_io(&it))]
        {
            assert!(refused);
        }
        return;
    }
    let folder = Folder::new("full");
    let path = folder.join("game.save");
    save(1, &path);
    let test = "saving::a_full_disk_is_an_error_of_the_file_whatever_the_format_says";
    let own = std::env::current_exe().expect("the path of this test is known");
    let status = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 64; exec \"$0\" --exact \"$1\" --nocapture"])
        .arg(own)
        .arg(test)
        .env("ECS_FULL_DISK", &path)
        .output()
        .expect("a shell can be started");
    assert!(status.status.success(), "{status:?}");
    assert_eq!((load(&path), folder.files()), ((1, 3), vec!["game.save".to_owned()]));
}
