//! Rare cases of saving files: interrupted writes, full disks, permissions, and folders that cannot be synchronised.

use super::*;

#[test]
fn an_interrupted_write_is_repeated_and_any_other_failure_is_kept() {
    let folder = std::env::temp_dir();
    let created = Temporary::create(&folder, &Permissions::of(&folder));
    let (temporary, file) = created.expect("the folder for temporary files is writable");
    let mut writer = Writer { file: BufWriter::new(file), failed: None };
    let interrupted = writer.checked::<()>(|_| Err(ErrorKind::Interrupted.into()));
    assert_eq!(interrupted.map_err(|error| error.kind()), Err(ErrorKind::Interrupted));
    assert!(writer.failed.is_none() && writer.write_all(b"whole").is_ok());
    let full = writer.checked::<()>(|_| Err(ErrorKind::StorageFull.into()));
    assert!(full.is_err() && writer.failed.is_some());
    assert_eq!(writer.write_all(b"more").map_err(|error| error.kind()), Err(ErrorKind::StorageFull));
    drop((writer, temporary));
}

/// Miri does not change permissions.
#[cfg(all(unix, not(miri)))]
#[test]
fn a_temporary_file_never_allows_more_than_the_file_that_it_replaces() {
    use std::os::unix::fs::PermissionsExt;

    let folder = std::env::temp_dir();
    let (old, file) =
        Temporary::create(&folder, &Permissions::of(&folder)).expect("the folder for temporary files is writable");
    for allowed in [0o600, 0o644, 0o400, 0o660, 0o666] {
        file.set_permissions(fs::Permissions::from_mode(allowed)).expect("the test created the file");
        let permissions = Permissions::of(old.0.as_deref().expect("the file was not renamed"));
        let (_new, created) =
            Temporary::create(&folder, &permissions).expect("the folder for temporary files is writable");
        let mode = |file: &File| file.metadata().expect("the file is open").permissions().mode() & 0o7777;
        assert_eq!(mode(&created) & !allowed, 0, "{:o} for {allowed:o}", mode(&created));
        permissions.pass_on(&created);
        assert_eq!(mode(&created), allowed);
    }
}

/// Linux refuses to synchronise `/proc`. A system that only imitates Linux may lack the folder, or synchronise it.
#[cfg(all(target_os = "linux", not(miri)))]
#[test]
fn a_file_system_that_cannot_synchronise_folders_is_no_failure() {
    let Ok(processes) = Synced::open(Path::new("/proc")) else { return };
    let refused = processes.0.sync_all().err().map(|error| error.kind());
    assert!(refused.is_none_or(|kind| kind == ErrorKind::InvalidInput), "{refused:?}");
    assert!(processes.sync().is_ok());
}
