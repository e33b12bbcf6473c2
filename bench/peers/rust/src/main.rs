//! The WebServer operator as a user of kube-rs would write it: the peer of src/operators/web_server. What it does is
//! specified in bench/reconciler.md.
mod plan;
mod types;

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use futures::StreamExt;
use k8s_openapi::api::{apps::v1::Deployment, core::v1::Service};
use kube::{
    Api, Client, Resource, ResourceExt,
    api::{Patch, PatchParams},
    runtime::{
        Controller, WatchStreamExt,
        controller::{Action, Config},
        events::{Event, EventType, Recorder, Reporter},
        reflector::{ObjectRef, Store, store},
        watcher,
    },
};
use plan::{Change, Problem};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use types::WebServer;

const OWNER: &str = "webserver-operator";

struct Context {
    client: Client,
    recorder: Recorder,
    deployments: Store<Deployment>,
    services: Store<Service>,
    complete: tokio::sync::watch::Receiver<bool>,
    reconciles: AtomicU64,
}

/// What became of a child: it is there and as desired, or something is in the way of it.
enum Child<K> {
    Ours(K),
    Trouble(Problem),
}

impl Context {
    async fn tell(&self, w: &WebServer, type_: EventType, reason: &str, note: String) -> kube::Result<()> {
        eprintln!("{reason}: {note}");
        let event = Event {
            type_,
            reason: reason.into(),
            note: Some(note),
            action: "Reconcile".into(),
            secondary: None,
        };
        self.recorder.publish(&event, &w.object_ref(&())).await
    }

    async fn tell_changes(&self, w: &WebServer, kind: &str, name: &str, made: Option<Vec<Change>>) -> kube::Result<()> {
        let Some(changes) = made else {
            return self.tell(w, EventType::Normal, "Created", format!("Created {kind} {name}")).await;
        };
        for Change { path, from, to } in changes {
            let note = format!("{kind} {name}: {path} from {from} to {to}");
            self.tell(w, EventType::Normal, "Updated", note).await?;
        }
        Ok(())
    }

    async fn ensure<K>(
        &self,
        w: &WebServer,
        held: Option<Arc<K>>,
        changes: fn(&WebServer, &K) -> Vec<Change>,
        name: &str,
        desired: Value,
    ) -> kube::Result<Child<K>>
    where
        K: Resource<Scope = k8s_openapi::NamespaceResourceScope, DynamicType = ()> + Clone + DeserializeOwned + std::fmt::Debug,
    {
        let kind = K::kind(&()).to_string();
        let mut made = None;
        if let Some(live) = held {
            if !plan::is_ours(w, &*live) {
                let message = format!("{kind} \"{name}\" exists and belongs to somebody else; it is not taken over");
                return Ok(Child::Trouble(Problem { reason: "NotOurs".into(), message }));
            }
            let differences = changes(w, &live);
            if differences.is_empty() {
                return Ok(Child::Ours((*live).clone()));
            }
            made = Some(differences);
        }
        let api: Api<K> = Api::namespaced(self.client.clone(), &w.namespace().unwrap_or_default());
        match api.patch(name, &PatchParams::apply(OWNER).force(), &Patch::Apply(desired)).await {
            Ok(now) => {
                self.tell_changes(w, &kind, name, made).await?;
                Ok(Child::Ours(now))
            }
            Err(kube::Error::Api(e)) if e.code == 422 || e.code == 403 => {
                let reason = if e.code == 422 { "Rejected" } else { "Forbidden" }.to_string();
                let message = format!("{kind} \"{name}\" was refused: {}", e.message);
                Ok(Child::Trouble(Problem { reason, message }))
            }
            Err(e) => Err(e),
        }
    }

    async fn ensure_children(&self, w: &WebServer) -> kube::Result<(Option<Deployment>, Option<Problem>)> {
        let (ns, name) = (w.namespace().unwrap_or_default(), w.name_any());
        let held = self.deployments.get(&ObjectRef::new(&name).within(&ns));
        if let Some(problem) = plan::check_spec(w) {
            // What runs is left running; its state is still reported.
            let ours = held.filter(|d| plan::is_ours(w, &**d)).map(|d| (*d).clone());
            return Ok((ours, Some(problem)));
        }
        let (mut deployment, mut trouble) = (None, None);
        match self.ensure(w, held, plan::deployment_changes, &name, plan::desired_deployment(w)).await? {
            Child::Ours(d) => deployment = Some(d),
            Child::Trouble(p) => trouble = Some(p),
        }
        let service = plan::service_name(w);
        let held = self.services.get(&ObjectRef::new(&service).within(&ns));
        let served = self.ensure(w, held, plan::service_changes, &service, plan::desired_service(w)).await?;
        if let (Child::Trouble(p), None) = (served, &trouble) {
            trouble = Some(p);
        }
        Ok((deployment, trouble))
    }

    async fn report(&self, w: &WebServer, d: Option<&Deployment>, trouble: Option<&Problem>) -> kube::Result<()> {
        let status = plan::desired_status(w, d, trouble);
        if w.status.as_ref() == Some(&status) {
            return Ok(());
        }
        if let Some(p) = trouble {
            let before = w.status.iter().flat_map(|s| &s.conditions).find(|c| c.r#type == "Degraded");
            if before.is_none_or(|c| c.reason != p.reason || c.message != p.message) {
                self.tell(w, EventType::Warning, &p.reason, p.message.clone()).await?;
            }
        }
        let api: Api<WebServer> = Api::namespaced(self.client.clone(), &w.namespace().unwrap_or_default());
        let body = json!({"apiVersion": "my.domain/v1", "kind": "WebServer",
                          "metadata": {"uid": w.metadata.uid}, "status": status});
        match api.patch_status(&w.name_any(), &PatchParams::apply(OWNER).force(), &Patch::Apply(body)).await {
            Err(kube::Error::Api(e)) if e.code == 404 => Ok(()), // deleted meanwhile
            other => other.map(|_| ()),
        }
    }
}

async fn reconcile(w: Arc<WebServer>, ctx: Arc<Context>) -> Result<Action, kube::Error> {
    ctx.reconciles.fetch_add(1, Ordering::Relaxed);
    let _ = ctx.complete.clone().wait_for(|is| *is).await;
    if w.metadata.deletion_timestamp.is_some() {
        return Ok(Action::await_change());
    }
    let (deployment, trouble) = ctx.ensure_children(&w).await?;
    ctx.report(&w, deployment.as_ref(), trouble.as_ref()).await?;
    Ok(Action::await_change())
}

/// The children are in stores of our own, which the Controller does not wait for.
async fn wait_for_stores(ctx: Arc<Context>, complete: tokio::sync::watch::Sender<bool>) {
    if ctx.deployments.wait_until_ready().await.is_ok() && ctx.services.wait_until_ready().await.is_ok() {
        let _ = complete.send(true);
    }
}

/// For script/bench: how often reconcile() has run, on SIGUSR1.
async fn tell_reconciles(ctx: Arc<Context>) {
    use tokio::signal::unix::{SignalKind, signal};
    let mut asked = signal(SignalKind::user_defined1()).expect("signals can be handled");
    while asked.recv().await.is_some() {
        eprintln!("reconciles {}", ctx.reconciles.load(Ordering::Relaxed));
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), kube::Error> {
    let client = Client::try_default().await?;
    let config = watcher::Config::default();
    let (deployments, deployment_writer) = store();
    let (services, service_writer) = store();
    let deployment_stream = watcher(Api::<Deployment>::all(client.clone()), config.clone())
        .default_backoff()
        .reflect(deployment_writer)
        .touched_objects();
    let service_stream = watcher(Api::<Service>::all(client.clone()), config.clone())
        .default_backoff()
        .reflect(service_writer)
        .touched_objects();
    let reporter = Reporter { controller: OWNER.into(), instance: None };
    let (complete, is_complete) = tokio::sync::watch::channel(false);
    let ctx = Arc::new(Context {
        recorder: Recorder::new(client.clone(), reporter),
        client: client.clone(),
        deployments,
        services,
        complete: is_complete,
        reconciles: AtomicU64::new(0),
    });
    tokio::spawn(wait_for_stores(ctx.clone(), complete));
    tokio::spawn(tell_reconciles(ctx.clone()));
    Controller::new(Api::<WebServer>::all(client), config)
        .with_config(Config::default().concurrency(4))
        .owns_stream(deployment_stream)
        .owns_stream(service_stream)
        .shutdown_on_signal()
        .run(reconcile, |_, _, _| Action::requeue(Duration::from_secs(1)), ctx)
        .for_each(|r| async move {
            if let Err(e) = r {
                eprintln!("reconcile failed: {e}");
            }
        })
        .await;
    Ok(())
}
