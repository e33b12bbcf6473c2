use std::{path::PathBuf, time::Duration};

/// Options of a server. The default is a server with its controllers and one fake node, on which pods become ready.
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) program: Option<PathBuf>,
    pub(crate) controllers: bool,
    pub(crate) crds: Vec<PathBuf>,
    pub(crate) snapshot: Option<PathBuf>,
    pub(crate) port: u16,
    pub(crate) flags: Vec<String>,
    pub(crate) timeout: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            program: None,
            controllers: true,
            crds: Vec::new(),
            snapshot: None,
            port: 0,
            flags: Vec::new(),
            timeout: Duration::from_secs(60),
        }
    }
}

impl Options {
    /// The path of setpoint. Default: `$SETPOINT`, the program of this crate, or the one in `$PATH`, in this order.
    pub fn program(mut self, path: impl Into<PathBuf>) -> Self {
        self.program = Some(path.into());
        self
    }

    /// Runs the API alone: nothing creates the pods of a Deployment.
    pub fn without_controllers(mut self) -> Self {
        self.controllers = false;
        self
    }

    /// Files and folders with CustomResourceDefinitions, which are established when the server has started.
    pub fn crds<P: Into<PathBuf>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.crds.extend(paths.into_iter().map(Into::into));
        self
    }

    /// A file with objects to start with: of `snapshot_file`, of `setpoint snapshot save`, or of `kubectl get -o yaml`.
    pub fn snapshot(mut self, file: impl Into<PathBuf>) -> Self {
        self.snapshot = Some(file.into());
        self
    }

    /// The port to listen on, at 127.0.0.1. Default: any free port.
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// Further flags of `setpoint apiserver`, such as `--authorization-mode=RBAC`.
    pub fn flags<F: Into<String>>(mut self, flags: impl IntoIterator<Item = F>) -> Self {
        self.flags.extend(flags.into_iter().map(Into::into));
        self
    }

    /// The limit for the start and for each command. Default: one minute.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    pub(crate) fn arguments(&self) -> Vec<String> {
        let mut all: Vec<String> = ["apiserver", "--control", "--port"].map(Into::into).into();
        all.push(self.port.to_string());
        if !self.controllers {
            const ALL: &str = "garbage-collection,namespaces,workloads,addresses,endpoints,nodes";
            all.extend(["--nodes", "0", "--without", ALL].map(Into::into));
        }
        if let Some(file) = &self.snapshot {
            all.extend(["--snapshot".into(), file.to_string_lossy().into_owned()]);
        }
        all.extend(self.flags.iter().cloned());
        all
    }
}
