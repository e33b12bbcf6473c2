//! The path of this platform's program. packaging/rust/build replaces this file.

pub(crate) const PROGRAM: Option<&str> = None;
