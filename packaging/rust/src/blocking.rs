//! Clusters without a runtime.
use crate::{control::Process, unique, Effect, Error, Fault, FaultState, Options, Requests, Result, Watches};
use serde_json::{json, Map, Value};
use std::{
    env, fs,
    io::Write,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
    sync::{Mutex, OnceLock},
};

/// A running server, which ends when this is dropped, or when the process ends in any way.
pub struct Cluster {
    process: Mutex<Process>,
    url: String,
    kubernetes: String,
    kubeconfig: String,
    pid: u32,
    file: OnceLock<Result<PathBuf>>,
}

fn absolute(path: impl AsRef<Path>) -> Result<String> {
    let path = std::path::absolute(path).map_err(|e| Error::new(e.to_string()))?;
    path.into_os_string().into_string().map_err(|p| Error::new(format!("the path {p:?} is not UTF-8")))
}

fn names(answer: &Value) -> Vec<String> {
    let all = answer["names"].as_array().into_iter().flatten();
    all.filter_map(Value::as_str).map(Into::into).collect()
}

fn text(v: &Value) -> String {
    v.as_str().unwrap_or_default().into()
}

impl Cluster {
    pub fn start(options: Options) -> Result<Self> {
        let (process, info) = Process::start(&options)?;
        let pid = process.id();
        let cluster = Cluster {
            process: Mutex::new(process),
            url: text(&info["url"]),
            kubernetes: text(&info["kubernetes"]),
            kubeconfig: text(&info["kubeconfig"]),
            pid,
            file: OnceLock::new(),
        };
        if !options.crds.is_empty() {
            cluster.install(&options.crds)?;
        }
        Ok(cluster)
    }

    fn call(&self, name: &str, members: Value) -> Result<Value> {
        let Value::Object(members) = members else { unreachable!("members are an object") };
        self.process.lock().unwrap_or_else(|e| e.into_inner()).call(name, members)
    }

    /// Ends the server, and returns an error if it had ended before or did not end in order. Dropping it is enough otherwise.
    pub fn stop(self) -> Result<()> {
        self.process.lock().unwrap_or_else(|e| e.into_inner()).stop()
    }

    /// The address, such as `https://127.0.0.1:35123`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The version of Kubernetes that the server imitates, such as `v1.37.2`.
    pub fn kubernetes_version(&self) -> &str {
        &self.kubernetes
    }

    /// The id of the server's process.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// The text of a kubeconfig of a cluster administrator.
    pub fn kubeconfig(&self) -> &str {
        &self.kubeconfig
    }

    /// Writes the kubeconfig into a temporary folder at the first call; it is removed with the cluster.
    pub fn kubeconfig_file(&self) -> Result<&Path> {
        let file = self.file.get_or_init(|| {
            self.write_kubeconfig()
                .map_err(|e| Error::new(format!("cannot write a kubeconfig: {e}: set TMPDIR to a folder that can be written")))
        });
        file.as_deref().map_err(Clone::clone)
    }

    fn write_kubeconfig(&self) -> std::io::Result<PathBuf> {
        let folder = unique::make(&env::temp_dir(), "setpoint-", "", |folder| fs::DirBuilder::new().mode(0o700).create(folder))?;
        let path = folder.join("kubeconfig");
        let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
        file.write_all(self.kubeconfig.as_bytes())?;
        Ok(path)
    }

    /// Creates or updates the CustomResourceDefinitions in files and folders, waits until they are established, and returns their names.
    pub fn install<P: AsRef<Path>>(&self, paths: impl IntoIterator<Item = P>) -> Result<Vec<String>> {
        let files = paths.into_iter().map(absolute).collect::<Result<Vec<_>>>()?;
        Ok(names(&self.call("install", json!({"files": files}))?))
    }

    /// `install` for definitions that are values.
    pub fn install_objects(&self, definitions: impl IntoIterator<Item = Value>) -> Result<Vec<String>> {
        let objects: Vec<Value> = definitions.into_iter().collect();
        Ok(names(&self.call("install", json!({"objects": objects}))?))
    }

    /// Keeps all objects in the server's memory under this name.
    pub fn snapshot(&self, name: &str) -> Result<()> {
        self.call("snapshot", json!({"name": name})).map(drop)
    }

    /// Makes the objects equal to those of the snapshot of this name, with ordinary watch events: clients continue.
    pub fn restore(&self, name: &str) -> Result<()> {
        self.call("restore", json!({"name": name})).map(drop)
    }

    /// Writes all objects to a file, for `restore_file` and `Options::snapshot`.
    pub fn snapshot_file(&self, path: impl AsRef<Path>) -> Result<()> {
        self.call("snapshot", json!({"file": absolute(path)?})).map(drop)
    }

    /// `restore` with a file of `snapshot_file`.
    pub fn restore_file(&self, path: impl AsRef<Path>) -> Result<()> {
        self.call("restore", json!({"file": absolute(path)?})).map(drop)
    }

    /// Adds a fault.
    pub fn inject(&self, effect: impl Into<Effect>, on: Requests) -> Result<Fault> {
        let mut members = on.0;
        members.insert("effect".into(), Value::Object(effect.into().0));
        let answer = self.call("fault", Value::Object(members))?;
        answer["fault"].as_u64().map(Fault).ok_or_else(|| Error::new("fault: the answer has no number"))
    }

    /// The faults that are not cleared.
    pub fn faults(&self) -> Result<Vec<FaultState>> {
        let answer = self.call("faults", json!({}))?;
        let number = |v: &Value| v.as_u64().unwrap_or_default();
        let state = |f: &Value| FaultState {
            fault: Fault(number(&f["fault"])),
            description: text(&f["description"]),
            matched: number(&f["matched"]),
            applied: number(&f["applied"]),
        };
        Ok(answer["faults"].as_array().into_iter().flatten().map(state).collect())
    }

    /// What the fault has done; `None` after it was cleared.
    pub fn fault_state(&self, fault: Fault) -> Result<Option<FaultState>> {
        Ok(self.faults()?.into_iter().find(|f| f.fault == fault))
    }

    /// Removes the fault. Watches that it held continue.
    pub fn clear(&self, fault: Fault) -> Result<()> {
        self.call("clear", json!({"fault": fault.0})).map(drop)
    }

    /// Removes all faults.
    pub fn clear_faults(&self) -> Result<()> {
        self.call("clear", Value::Object(Map::new())).map(drop)
    }

    /// Ends the connections of these watches now, and returns how many they were.
    pub fn drop_watches(&self, watches: Watches) -> Result<u64> {
        let answer = self.call("drop-watches", Value::Object(watches.0 .0))?;
        Ok(answer["dropped"].as_u64().unwrap_or_default())
    }

    /// Lets the server answer 410 to resourceVersions before this moment, as after a compaction. Open watches stay.
    pub fn expire_history(&self) -> Result<()> {
        self.call("expire-history", json!({})).map(drop)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Some(Ok(path)) = self.file.get() {
            let _ = path.parent().map(fs::remove_dir_all);
        }
    }
}
