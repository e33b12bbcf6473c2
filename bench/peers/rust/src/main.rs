//! The WebServer operator as a user of kube-rs would write it: the peer of src/operators/web_server.
use std::{sync::Arc, time::Duration};

use futures::StreamExt;
use k8s_openapi::api::{
    apps::v1::Deployment,
    core::v1::{ObjectReference, Service},
};
use kube::{
    Api, Client, CustomResource, Resource, ResourceExt,
    api::{Patch, PatchParams},
    runtime::{
        Controller,
        controller::{Action, Config},
        events::{Event, EventType, Recorder, Reporter},
        reflector::ObjectRef,
        watcher,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

const OWNER: &str = "webserver-operator-rs";

#[derive(CustomResource, Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[kube(group = "my.domain", version = "v1", kind = "WebServer", namespaced, status = "WebServerStatus")]
struct WebServerSpec {
    #[serde(default = "one")]
    replicas: i32,
    image: String,
}
fn one() -> i32 {
    1
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema, PartialEq)]
#[serde(rename_all = "camelCase", default)]
struct WebServerStatus {
    observed_generation: i64,
    replicas: i32,
    ready_replicas: i32,
    conditions: Vec<Condition>,
}
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema, PartialEq)]
#[serde(rename_all = "camelCase", default)]
struct Condition {
    r#type: String,
    status: String,
    observed_generation: i64,
    last_transition_time: String,
    reason: String,
    message: String,
}

#[derive(Debug, thiserror::Error)]
enum Error {
    #[error(transparent)]
    Kube(#[from] kube::Error),
}

struct Context {
    client: Client,
    recorder: Recorder,
    deployments: kube::runtime::reflector::Store<Deployment>,
    services: kube::runtime::reflector::Store<Service>,
}

fn deployment(w: &WebServer) -> serde_json::Value {
    let name = w.name_any();
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": {"name": name, "namespace": w.namespace(), "ownerReferences": [w.controller_owner_ref(&())]},
        "spec": {
            "replicas": w.spec.replicas,
            "selector": {"matchLabels": {"app": name}},
            "template": {
                "metadata": {"labels": {"app": name}},
                "spec": {"containers": [{"name": "webserver", "image": w.spec.image,
                                          "ports": [{"containerPort": 80, "protocol": "TCP"}]}]}
            }
        }
    })
}

fn service(w: &WebServer) -> serde_json::Value {
    let name = w.name_any();
    json!({
        "apiVersion": "v1", "kind": "Service",
        "metadata": {"name": format!("{name}-service"), "namespace": w.namespace(),
                     "ownerReferences": [w.controller_owner_ref(&())]},
        "spec": {"type": "NodePort", "selector": {"app": name},
                 "ports": [{"port": 80, "protocol": "TCP", "targetPort": 80}]}
    })
}

fn up_to_date(w: &WebServer, d: &Deployment) -> bool {
    d.spec.replicas == Some(w.spec.replicas)
        && d.spec.template.spec.as_ref().and_then(|p| p.containers.first()).and_then(|c| c.image.as_ref())
            == Some(&w.spec.image)
}

async fn created(ctx: &Context, w: &WebServer, what: &str, name: &str) -> Result<(), Error> {
    let about: ObjectReference = w.object_ref(&());
    ctx.recorder
        .publish(
            &Event {
                type_: EventType::Normal,
                reason: "Created".into(),
                note: Some(format!("Created {what} {name}")),
                action: "Reconcile".into(),
                secondary: None,
            },
            &about,
        )
        .await?;
    println!("Created {what} {name}");
    Ok(())
}

async fn reconcile(w: Arc<WebServer>, ctx: Arc<Context>) -> Result<Action, Error> {
    let ns = w.namespace().unwrap_or_default();
    let name = w.name_any();
    let params = PatchParams::apply(OWNER).force();
    let deployments: Api<Deployment> = Api::namespaced(ctx.client.clone(), &ns);
    let held = ctx.deployments.get(&ObjectRef::new(&name).within(&ns));
    let live = match held {
        Some(d) if up_to_date(&w, &d) => (*d).clone(),
        before => {
            let d = deployments.patch(&name, &params, &Patch::Apply(deployment(&w))).await?;
            if before.is_none() && d.metadata.generation == Some(1) {
                created(&ctx, &w, "Deployment", &name).await?;
            }
            d
        }
    };
    let service_name = format!("{name}-service");
    if ctx.services.get(&ObjectRef::new(&service_name).within(&ns)).is_none() {
        let services: Api<Service> = Api::namespaced(ctx.client.clone(), &ns);
        services.patch(&service_name, &params, &Patch::Apply(service(&w))).await?;
        created(&ctx, &w, "Service", &service_name).await?;
    }
    let status = status(&w, &live);
    if w.status.as_ref() != Some(&status) {
        let sites: Api<WebServer> = Api::namespaced(ctx.client.clone(), &ns);
        let body = json!({"apiVersion": "my.domain/v1", "kind": "WebServer", "status": status});
        sites.patch_status(&name, &params, &Patch::Apply(body)).await?;
    }
    Ok(Action::await_change())
}

fn status(w: &WebServer, d: &Deployment) -> WebServerStatus {
    let seen = d.status.clone().unwrap_or_default();
    let ready = seen.ready_replicas.unwrap_or(0);
    let generation = w.metadata.generation.unwrap_or(0);
    let before = w.status.clone().unwrap_or_default().conditions;
    let condition = |kind: &str, holds: bool, reason: &str| {
        let status = if holds { "True" } else { "False" }.to_string();
        let since = before.iter().find(|c| c.r#type == kind && c.status == status);
        Condition {
            r#type: kind.into(),
            last_transition_time: since.map(|c| c.last_transition_time.clone()).unwrap_or_else(|| {
                k8s_openapi::jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
            }),
            status,
            observed_generation: generation,
            reason: reason.into(),
            message: String::new(),
        }
    };
    let available = ready >= w.spec.replicas;
    WebServerStatus {
        observed_generation: generation,
        replicas: seen.replicas.unwrap_or(0),
        ready_replicas: ready,
        conditions: vec![
            condition("Available", available, if available { "AllReady" } else { "NotReady" }),
            condition("Progressing", !available, if available { "Complete" } else { "RollingOut" }),
            condition("Degraded", false, "AsExpected"),
        ],
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), kube::Error> {
    let client = Client::try_default().await?;
    let sites: Api<WebServer> = Api::all(client.clone());
    let (deployments, deployment_writer) = kube::runtime::reflector::store();
    let (services, service_writer) = kube::runtime::reflector::store();
    let deployment_stream = kube::runtime::WatchStreamExt::reflect(
        watcher(Api::<Deployment>::all(client.clone()), watcher::Config::default()),
        deployment_writer,
    );
    let service_stream = kube::runtime::WatchStreamExt::reflect(
        watcher(Api::<Service>::all(client.clone()), watcher::Config::default()),
        service_writer,
    );
    let reporter = Reporter { controller: OWNER.into(), instance: None };
    let ctx = Arc::new(Context {
        recorder: Recorder::new(client.clone(), reporter),
        client,
        deployments,
        services,
    });
    Controller::new(sites, watcher::Config::default())
        .with_config(Config::default().concurrency(4))
        .owns_stream(kube::runtime::WatchStreamExt::touched_objects(deployment_stream))
        .owns_stream(kube::runtime::WatchStreamExt::touched_objects(service_stream))
        .shutdown_on_signal()
        .run(reconcile, |_, _, _| Action::requeue(Duration::from_secs(5)), ctx)
        .for_each(|r| async move {
            if let Err(e) = r {
                eprintln!("reconcile failed: {e}");
            }
        })
        .await;
    Ok(())
}
