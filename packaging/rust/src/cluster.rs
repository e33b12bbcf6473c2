use crate::{blocking, Effect, Error, Fault, FaultState, Options, Requests, Result, Watches};
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// A running server, which ends when this is dropped, or when the process ends in any way. Its functions need a tokio runtime.
pub struct Cluster(Arc<blocking::Cluster>);

async fn on_thread<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|e| Error::new(e.to_string()))?
}

fn owned<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Vec<PathBuf> {
    paths.into_iter().map(|p| p.as_ref().to_owned()).collect()
}

impl Cluster {
    pub async fn start(options: Options) -> Result<Self> {
        on_thread(move || blocking::Cluster::start(options)).await.map(|c| Cluster(Arc::new(c)))
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce(&blocking::Cluster) -> Result<T> + Send + 'static) -> Result<T> {
        let cluster = self.0.clone();
        on_thread(move || work(&cluster)).await
    }

    /// Ends the server, and returns an error if it had ended before or did not end in order. Dropping it is enough otherwise.
    pub async fn stop(self) -> Result<()> {
        match Arc::try_unwrap(self.0) {
            Ok(cluster) => on_thread(move || cluster.stop()).await,
            Err(_) => Err(Error::new("stop: another command of this cluster still runs")),
        }
    }

    /// The address, such as `https://127.0.0.1:35123`.
    pub fn url(&self) -> &str {
        self.0.url()
    }

    /// The version of Kubernetes that the server imitates, such as `v1.37.2`.
    pub fn kubernetes_version(&self) -> &str {
        self.0.kubernetes_version()
    }

    /// The id of the server's process.
    pub fn pid(&self) -> u32 {
        self.0.pid()
    }

    /// The text of a kubeconfig of a cluster administrator.
    pub fn kubeconfig(&self) -> &str {
        self.0.kubeconfig()
    }

    /// Writes the kubeconfig into a temporary folder at the first call; it is removed with the cluster.
    pub fn kubeconfig_file(&self) -> Result<&Path> {
        self.0.kubeconfig_file()
    }

    /// A client for the server.
    #[cfg(feature = "kube")]
    pub async fn client(&self) -> Result<kube::Client> {
        kube::Client::try_from(self.kube_config().await?).map_err(|e| Error::new(format!("the client: {e}")))
    }

    /// The configuration of a client, to change something of it.
    #[cfg(feature = "kube")]
    pub async fn kube_config(&self) -> Result<kube::Config> {
        use kube::config::{Config, KubeConfigOptions, Kubeconfig};
        let file = Kubeconfig::from_yaml(self.kubeconfig()).map_err(|e| Error::new(format!("the kubeconfig: {e}")))?;
        Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await.map_err(|e| Error::new(format!("the kubeconfig: {e}")))
    }

    /// Creates or updates the CustomResourceDefinitions in files and folders, waits until they are established, and returns their names.
    pub async fn install<P: AsRef<Path>>(&self, paths: impl IntoIterator<Item = P>) -> Result<Vec<String>> {
        let paths = owned(paths);
        self.run(move |c| c.install(paths)).await
    }

    /// `install` for definitions that are values.
    pub async fn install_objects(&self, definitions: impl IntoIterator<Item = Value>) -> Result<Vec<String>> {
        let definitions: Vec<Value> = definitions.into_iter().collect();
        self.run(move |c| c.install_objects(definitions)).await
    }

    /// Keeps all objects in the server's memory under this name.
    pub async fn snapshot(&self, name: &str) -> Result<()> {
        let name = name.to_owned();
        self.run(move |c| c.snapshot(&name)).await
    }

    /// Makes the objects equal to those of the snapshot of this name, with ordinary watch events: clients go on.
    pub async fn restore(&self, name: &str) -> Result<()> {
        let name = name.to_owned();
        self.run(move |c| c.restore(&name)).await
    }

    /// Writes all objects to a file, for `restore_file` and `Options::snapshot`.
    pub async fn snapshot_file(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref().to_owned();
        self.run(move |c| c.snapshot_file(path)).await
    }

    /// `restore` with a file of `snapshot_file`.
    pub async fn restore_file(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref().to_owned();
        self.run(move |c| c.restore_file(path)).await
    }

    /// Adds a fault.
    pub async fn inject(&self, effect: impl Into<Effect>, on: Requests) -> Result<Fault> {
        let effect = effect.into();
        self.run(move |c| c.inject(effect, on)).await
    }

    /// The faults that are not cleared.
    pub async fn faults(&self) -> Result<Vec<FaultState>> {
        self.run(|c| c.faults()).await
    }

    /// What the fault has done; `None` after it was cleared.
    pub async fn fault_state(&self, fault: Fault) -> Result<Option<FaultState>> {
        self.run(move |c| c.fault_state(fault)).await
    }

    /// Removes the fault. Watches that it held continue.
    pub async fn clear(&self, fault: Fault) -> Result<()> {
        self.run(move |c| c.clear(fault)).await
    }

    /// Removes all faults.
    pub async fn clear_faults(&self) -> Result<()> {
        self.run(|c| c.clear_faults()).await
    }

    /// Ends the connections of these watches now, and returns how many they were.
    pub async fn drop_watches(&self, watches: Watches) -> Result<u64> {
        self.run(move |c| c.drop_watches(watches)).await
    }

    /// Lets the server answer 410 to resourceVersions before this moment, as after a compaction. Open watches stay.
    pub async fn expire_history(&self) -> Result<()> {
        self.run(|c| c.expire_history()).await
    }
}
