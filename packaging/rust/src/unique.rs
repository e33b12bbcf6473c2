//! Names of temporary files that no other file has.
use std::{
    io,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
};

/// Calls `make` with a path in the folder, and with further ones while they exist: a process that was killed has left them, and this one
/// has its id.
pub(crate) fn make(folder: &Path, begin: &str, end: &str, make: impl Fn(&Path) -> io::Result<()>) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    loop {
        let path = folder.join(format!("{begin}{}-{}{end}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
        match make(&path) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| path),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, io, path::Path};

    #[test]
    fn existing_names_are_skipped() {
        let left = Cell::new(2);
        let taken = |_: &Path| match left.replace(left.get() - 1) {
            0 => Ok(()),
            _ => Err(io::ErrorKind::AlreadyExists.into()),
        };
        let path = super::make(Path::new("/folder"), "a-", ".b", taken).unwrap();
        assert_eq!(left.get(), -1);
        assert!(path.starts_with("/folder") && path.to_string_lossy().ends_with(".b"));
        let denied = |_: &Path| Err(io::ErrorKind::PermissionDenied.into());
        assert_eq!(super::make(Path::new("/folder"), "", "", denied).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    }
}
