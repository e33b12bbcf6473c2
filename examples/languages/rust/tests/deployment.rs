//! A test against the embedded API server, with its controllers.
use k8s_openapi::api::apps::v1::Deployment;
use kube::{Api, Client, Config, api::PostParams, config::{KubeConfigOptions, Kubeconfig}, runtime::wait::await_condition};
use std::{env, io::{BufRead, BufReader}, process::{Child, Command, Stdio}, time::Duration};

/// The server; it ends with the value.
struct Server {
    process: Child,
    folder: tempfile::TempDir,
}

impl Server {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = env::var("SETPOINT").unwrap_or("setpoint".into());
        let mut process = Command::new(program)
            .args(["apiserver", "--port", "0", "--write-kubeconfig"])
            .arg(folder.path().join("kubeconfig"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("ready on "), "{line}");
        Server { process, folder }
    }

    async fn client(&self) -> Client {
        let file = Kubeconfig::read_from(self.folder.path().join("kubeconfig")).unwrap();
        let config = Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await.unwrap();
        Client::try_from(config).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn a_deployment_becomes_ready() {
    let server = Server::start();
    let deployments: Api<Deployment> = Api::default_namespaced(server.client().await);
    let web = serde_json::from_value(serde_json::json!({
        "metadata": {"name": "web"},
        "spec": {
            "replicas": 2,
            "selector": {"matchLabels": {"app": "web"}},
            "template": {
                "metadata": {"labels": {"app": "web"}},
                "spec": {"containers": [{"name": "web", "image": "nginx:1.29"}]}
            }
        }
    }))
    .unwrap();
    deployments.create(&PostParams::default(), &web).await.unwrap();
    let ready = |d: Option<&Deployment>| {
        d.and_then(|d| d.status.as_ref()).and_then(|s| s.ready_replicas) == Some(2)
    };
    let becomes_ready = await_condition(deployments, "web", ready);
    tokio::time::timeout(Duration::from_secs(30), becomes_ready).await.unwrap().unwrap();
}
