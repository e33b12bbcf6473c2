//! Kubernetes API servers for tests. A server starts in milliseconds, needs no privileges, no containers and no cluster, and ends with
//! the test, also when the test's process is killed. Each test can have its own.
//!
//! ```no_run
//! use setpoint_apiserver::{blocking::Cluster, Options};
//!
//! let cluster = Cluster::start(Options::default().crds(["config/crd"])).unwrap();
//! println!("{}", cluster.kubeconfig());
//! ```
//!
//! [`Cluster`] has async functions and, with the feature `kube`, a ready `kube::Client`; [`blocking::Cluster`] needs no runtime.
//! The program comes with this crate; [`Options::program`] or the environment variable `SETPOINT` name another one.

pub mod blocking;
mod bundled;
#[cfg(feature = "tokio")]
mod cluster;
mod control;
mod error;
mod explore;
mod fault;
mod options;
mod program;
mod unique;

#[cfg(feature = "tokio")]
pub use cluster::Cluster;
pub use error::{Error, Result};
pub use explore::{Exploration, Finding, Findings};
pub use fault::{Effect, Fault, FaultState, Refusal, Requests, Watches};
pub use options::Options;
pub use program::{assets, program};

/// The version of this crate and of its program. "0.0.0" in the sources, where nothing compares it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
