//! What a WebServer wants to exist, and what its status says: pure functions of what was observed.
use std::{collections::BTreeMap, sync::LazyLock};

use k8s_openapi::{
    api::{
        apps::v1::Deployment,
        core::v1::{ContainerPort, Service},
    },
    apimachinery::pkg::util::intstr::IntOrString,
};
use kube::{Resource, ResourceExt};
use regex::Regex;
use serde_json::{Value, json};

use crate::types::{Condition, WebServer, WebServerStatus};

/// Why a WebServer cannot be what its spec says; becomes the Degraded condition.
#[derive(Clone, Debug)]
pub struct Problem {
    pub reason: String,
    pub message: String,
}

/// A field that was not as desired.
pub struct Change {
    pub path: String,
    pub from: String,
    pub to: String,
}

static IMAGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"^(?:(?:localhost|[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+|[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*:[0-9]+)/)?",
        r"[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*(?:/[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*)*",
        r"(?::[A-Za-z0-9_][A-Za-z0-9_.-]*)?(?:@[A-Za-z0-9+._-]+:[0-9a-fA-F]{32,})?$"
    ))
    .expect("it is a constant")
});

pub fn check_spec(w: &WebServer) -> Option<Problem> {
    (!IMAGE.is_match(&w.spec.image)).then(|| Problem {
        reason: "InvalidImage".into(),
        message: format!("spec.image \"{}\" is no image reference", w.spec.image),
    })
}

fn identity(w: &WebServer) -> [(&'static str, String); 2] {
    [("app.kubernetes.io/name", "webserver".into()), ("app.kubernetes.io/instance", w.name_any())]
}

fn labels(w: &WebServer) -> [(&'static str, String); 3] {
    let [name, instance] = identity(w);
    [name, instance, ("app.kubernetes.io/managed-by", "webserver-operator".into())]
}

fn map<const N: usize>(pairs: [(&'static str, String); N]) -> BTreeMap<&'static str, String> {
    pairs.into()
}

pub fn service_name(w: &WebServer) -> String {
    format!("{}-service", w.name_any())
}

pub fn desired_deployment(w: &WebServer) -> Value {
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": {"name": w.name_any(), "namespace": w.namespace(), "labels": map(labels(w)),
                     "ownerReferences": [w.controller_owner_ref(&())]},
        "spec": {
            "replicas": w.spec.replicas,
            "selector": {"matchLabels": map(identity(w))},
            "template": {
                "metadata": {"labels": map(labels(w))},
                "spec": {"containers": [{"name": "webserver", "image": w.spec.image,
                                          "ports": [{"name": "http", "containerPort": 80}]}]}
            }
        }
    })
}

pub fn desired_service(w: &WebServer) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Service",
        "metadata": {"name": service_name(w), "namespace": w.namespace(), "labels": map(labels(w)),
                     "ownerReferences": [w.controller_owner_ref(&())]},
        "spec": {"type": "NodePort", "selector": map(identity(w)),
                 "ports": [{"name": "http", "port": 80, "protocol": "TCP", "targetPort": 80}]}
    })
}

#[derive(Default)]
struct Differences(Vec<Change>);

impl Differences {
    fn see<T: PartialEq + ToString>(&mut self, path: &str, live: Option<&T>, wanted: &T) {
        if live != Some(wanted) {
            let from = live.map(T::to_string).unwrap_or_default();
            self.0.push(Change { path: path.into(), from, to: wanted.to_string() });
        }
    }
    fn see_all<const N: usize>(
        &mut self,
        path: &str,
        live: Option<&BTreeMap<String, String>>,
        wanted: [(&'static str, String); N],
    ) {
        for (key, value) in wanted {
            if live.and_then(|l| l.get(key)) != Some(&value) {
                self.see(&format!("{path}.{key}"), live.and_then(|l| l.get(key)), &value);
            }
        }
    }
}

pub fn is_ours(w: &WebServer, child: &impl ResourceExt) -> bool {
    child.owner_references().iter().any(|o| o.controller == Some(true) && Some(&o.uid) == w.meta().uid.as_ref())
}

/// What of the live Deployment is not as desired; what others have set does not count.
pub fn deployment_changes(w: &WebServer, d: &Deployment) -> Vec<Change> {
    let mut seen = Differences::default();
    seen.see_all("metadata.labels", d.metadata.labels.as_ref(), labels(w));
    let spec = &d.spec;
    seen.see("spec.replicas", spec.replicas.as_ref(), &w.spec.replicas);
    let template = &spec.template;
    seen.see_all(
        "spec.template.metadata.labels",
        template.metadata.as_ref().and_then(|m| m.labels.as_ref()),
        labels(w),
    );
    let container =
        template.spec.as_ref().and_then(|p| p.containers.iter().find(|c| c.name == "webserver"));
    seen.see(
        "spec.template.spec.containers[webserver].image",
        container.and_then(|c| c.image.as_ref()),
        &w.spec.image,
    );
    let has_port = |p: &ContainerPort| p.container_port == 80 && p.name.as_deref() == Some("http");
    if !container.and_then(|c| c.ports.as_ref()).is_some_and(|all| all.iter().any(has_port)) {
        seen.see("spec.template.spec.containers[webserver].ports", None, &80);
    }
    seen.0
}

pub fn service_changes(w: &WebServer, s: &Service) -> Vec<Change> {
    let mut seen = Differences::default();
    seen.see_all("metadata.labels", s.metadata.labels.as_ref(), labels(w));
    let Some(spec) = &s.spec else {
        seen.see("spec", None, &"{}".to_string());
        return seen.0;
    };
    seen.see("spec.type", spec.type_.as_ref(), &"NodePort".to_string());
    seen.see_all("spec.selector", spec.selector.as_ref(), identity(w));
    let port = spec.ports.as_ref().and_then(|all| all.iter().find(|p| p.port == 80));
    let as_desired = port.is_some_and(|p| {
        p.name.as_deref() == Some("http")
            && p.protocol.as_deref() == Some("TCP")
            && p.target_port == Some(IntOrString::Int(80))
    });
    if !as_desired {
        seen.see("spec.ports[80]", None, &"http".to_string());
    }
    seen.0
}

type Verdict = (bool, String, String);

fn verdict(holds: bool, reason: &str, message: impl Into<String>) -> Verdict {
    (holds, reason.into(), message.into())
}

fn has_condition(d: &Deployment, kind: &str, status: &str) -> Option<(String, String)> {
    let all = d.status.as_ref()?.conditions.as_ref()?;
    let c = all.iter().find(|c| c.type_.as_deref() == Some(kind) && c.status.as_deref() == Some(status))?;
    Some((c.reason.clone().unwrap_or_default(), c.message.clone().unwrap_or_default()))
}

fn available(w: &WebServer, d: Option<&Deployment>) -> Verdict {
    let Some(d) = d else {
        return verdict(false, "NoDeployment", "There is no Deployment of this WebServer yet.");
    };
    if w.spec.replicas == 0 {
        return verdict(false, "ScaledToZero", "spec.replicas is 0.");
    }
    let ready = d.status.as_ref().and_then(|s| s.ready_replicas).unwrap_or(0);
    let how_many = format!("{ready} of {} pods are ready.", w.spec.replicas);
    match has_condition(d, "Available", "True") {
        Some(_) => verdict(true, "MinimumReplicasAvailable", how_many),
        None => verdict(false, "MinimumReplicasUnavailable", how_many),
    }
}

fn progressing(w: &WebServer, d: Option<&Deployment>, trouble: Option<&Problem>) -> Verdict {
    if let Some(p) = trouble {
        return verdict(false, &p.reason, "Waiting until the problem is solved.");
    }
    let Some(d) = d else {
        return verdict(true, "Creating", "The Deployment is being created.");
    };
    let s = d.status.clone().unwrap_or_default();
    let wanted = w.spec.replicas;
    let updated = s.updated_replicas.unwrap_or(0);
    let done = s.observed_generation.unwrap_or(0) >= d.metadata.generation.unwrap_or(0)
        && updated == wanted
        && s.replicas.unwrap_or(0) == wanted
        && s.available_replicas.unwrap_or(0) == wanted;
    if done {
        return verdict(false, "RolledOut", "All pods are as they should be.");
    }
    verdict(true, "RollingOut", format!("{updated} of {wanted} pods are up to date."))
}

fn degraded(d: Option<&Deployment>, trouble: Option<&Problem>) -> Verdict {
    if let Some(p) = trouble {
        return verdict(true, &p.reason, p.message.clone());
    }
    let failed = d.and_then(|d| {
        has_condition(d, "ReplicaFailure", "True").or_else(|| has_condition(d, "Progressing", "False"))
    });
    match failed {
        Some((reason, message)) => (true, reason, message),
        None => verdict(false, "AsExpected", ""),
    }
}

/// The status to report; conditions keep their transition times when they have not changed. `d` is none when there
/// is no Deployment of ours.
pub fn desired_status(w: &WebServer, d: Option<&Deployment>, trouble: Option<&Problem>) -> WebServerStatus {
    let seen = d.and_then(|d| d.status.as_ref());
    let generation = w.metadata.generation.unwrap_or(0);
    let before = w.status.as_ref().map(|s| s.conditions.as_slice()).unwrap_or_default();
    let condition = |kind: &str, (holds, reason, message): Verdict| {
        let status = if holds { "True" } else { "False" }.to_string();
        let since = before.iter().find(|c| c.r#type == kind && c.status == status);
        Condition {
            r#type: kind.into(),
            last_transition_time: since.map(|c| c.last_transition_time.clone()).unwrap_or_else(now),
            status,
            observed_generation: generation,
            reason,
            message,
        }
    };
    WebServerStatus {
        observed_generation: generation,
        replicas: seen.and_then(|s| s.replicas).unwrap_or(0),
        ready_replicas: seen.and_then(|s| s.ready_replicas).unwrap_or(0),
        conditions: vec![
            condition("Available", available(w, d)),
            condition("Progressing", progressing(w, d, trouble)),
            condition("Degraded", degraded(d, trouble)),
        ],
    }
}

fn now() -> String {
    k8s_openapi::jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
