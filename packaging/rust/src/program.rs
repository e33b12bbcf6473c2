//! Finds the program, and explains why one cannot be started.
use crate::{bundled, Error, Result, VERSION};
use std::{
    env, fs, io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

/// The path of setpoint: `named`, `$SETPOINT`, the program of this crate, or the one in `$PATH`, in this order.
///
/// The program of this crate is a file of the crate, in the folder where cargo keeps sources: nothing is unpacked or compiled in. A test
/// program that runs on another machine than cargo did needs `SETPOINT` or `PATH` there.
pub fn program(named: Option<&Path>) -> Result<PathBuf> {
    let variable = env::var_os("SETPOINT").filter(|v| !v.is_empty()).map(PathBuf::from);
    for (path, by) in [(named, "Options::program"), (variable.as_deref(), "SETPOINT")] {
        if let Some(path) = path {
            return find(path).ok_or_else(|| {
                let path = path.display();
                Error::new(format!("{by} names {path}, which is not a program that can be executed: build or install setpoint there, or unset it to use the program of the crate"))
            });
        }
    }
    if let Some(path) = bundled::PROGRAM {
        if is_executable(Path::new(path)) {
            return Ok(path.into());
        }
    }
    find(Path::new("setpoint")).ok_or_else(|| {
        let why = match bundled::PROGRAM {
            Some(path) => format!("the program of this crate, {path}, is missing or cannot be executed"),
            None => format!("this crate has no program for {} on {}", env::consts::OS, env::consts::ARCH),
        };
        Error::new(format!("{why}, and there is none in PATH: install setpoint, or set SETPOINT to its path"))
    })
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

fn find(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return is_executable(program).then(|| program.to_owned());
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|p| is_executable(p))
}

/// Fills a folder for the variable `KUBEBUILDER_ASSETS` of envtest, as `setpoint assets`.
pub fn assets(folder: impl AsRef<Path>) -> Result<()> {
    let program = program(None)?;
    let out = Command::new(&program).arg("assets").arg(folder.as_ref()).output().map_err(|e| not_started(&program, &e))?;
    if out.status.success() {
        return Ok(());
    }
    Err(Error::new(format!("assets: {}", String::from_utf8_lossy(&out.stderr).trim())))
}

/// Why the process could not be started.
pub(crate) fn not_started(program: &Path, e: &io::Error) -> Error {
    let advice = match e.kind() {
        io::ErrorKind::PermissionDenied => "make it executable, or move it to a file system that is not mounted with noexec".into(),
        io::ErrorKind::NotFound => "install setpoint, or set SETPOINT to its path".into(),
        _ => other_processor(program).unwrap_or_else(|| "set SETPOINT to another program".into()),
    };
    Error::new(format!("cannot start {}: {e}: {advice}", program.display()))
}

/// A sentence if the program is for another processor or system than this one.
fn other_processor(program: &Path) -> Option<String> {
    let head = fs::read(program).unwrap_or_default();
    let wanted = env::consts::ARCH;
    if head.len() < 20 || !head.starts_with(b"\x7fELF") {
        return (!head.starts_with(b"#!")).then(|| format!("it is not a program for {}: set SETPOINT to another one", env::consts::OS));
    }
    let machine = u16::from_le_bytes([head[18], head[19]]);
    let name = match machine {
        62 => "x86_64",
        183 => "aarch64",
        _ => "unknown",
    };
    (name != wanted)
        .then(|| format!("it is for another processor ({name}), and this one is {wanted}: set SETPOINT to a program for {wanted}"))
}

/// Why the process ended before the server was ready.
pub(crate) fn not_ready(program: &Path, how: &str, log: &str) -> Error {
    let advice = if let Some(text) = other_processor(program) {
        format!(": {text}")
    } else if log.contains("--control") {
        format!(": this program is older than the crate; set SETPOINT to version {VERSION}")
    } else {
        String::new()
    };
    let log = if log.trim().is_empty() { "it printed nothing" } else { log.trim() };
    Error::new(format!("{} ended ({how}) before it was ready: {log}{advice}", program.display()))
}

/// Accepts other patch releases.
pub(crate) fn check_version(program: &Path, version: &str) -> Result<()> {
    let minor = |v: &str| v.splitn(3, '.').take(2).map(str::to_owned).collect::<Vec<_>>();
    if VERSION == "0.0.0" || minor(version) == minor(VERSION) {
        return Ok(());
    }
    Err(Error::new(format!(
        "{} has version {version}, and the crate setpoint-apiserver has version {VERSION}: use setpoint {}.x, or unset SETPOINT to use the program of the crate",
        program.display(),
        minor(VERSION).join(".")
    )))
}
