//! The webhooks of WebServers as a user of kube-rs would write them, with axum: bench/webhook.md specifies them.
//! Usage: webserver-webhooks-rs PORT DIRECTORY-OF-TLS-FILES
#[allow(dead_code)] // of the reconciler
#[path = "../../rust/src/plan.rs"]
mod plan;
#[path = "../../rust/src/types.rs"]
mod types;

use std::{error::Error, net::SocketAddr};

use axum::{Json, Router, extract::DefaultBodyLimit, routing::post};
use axum_server::tls_rustls::RustlsConfig;
use json_patch::{AddOperation, Patch, PatchOperation, ReplaceOperation, jsonptr::PointerBuf};
use kube::core::{
    DynamicObject,
    admission::{AdmissionRequest, AdmissionResponse, AdmissionReview, Operation},
};
use serde_json::{Value, json};
use types::WebServer;

const MANAGED_BY: &str = "app.kubernetes.io/managed-by";
const MAX_REVIEW: usize = 7 * 1024 * 1024;

type Review = Json<AdmissionReview<WebServer>>;
type Answer = Json<AdmissionReview<DynamicObject>>;

fn defaults(w: &WebServer) -> Vec<PatchOperation> {
    let mut patch = Vec::new();
    let mut add = |tokens: &[&'static str], value: Value| {
        let path = PointerBuf::from_tokens(tokens.iter().copied());
        patch.push(PatchOperation::Add(AddOperation { path, value }));
    };
    match &w.metadata.labels {
        None => add(&["metadata", "labels"], json!({MANAGED_BY: "webserver-operator"})),
        Some(labels) if !labels.contains_key(MANAGED_BY) => {
            add(&["metadata", "labels", MANAGED_BY], json!("webserver-operator"));
        }
        Some(_) => {}
    }
    let image = &w.spec.image;
    let last = image.rsplit('/').next().unwrap_or_default();
    if !last.contains(['@', ':']) {
        let path = PointerBuf::from_tokens(["spec", "image"]);
        patch.push(PatchOperation::Replace(ReplaceOperation { path, value: json!(format!("{image}:latest")) }));
    }
    patch
}

fn answer(review: AdmissionReview<WebServer>, decide: impl Fn(&WebServer, AdmissionResponse) -> AdmissionResponse) -> Answer {
    let request: AdmissionRequest<WebServer> = match review.try_into() {
        Ok(request) => request,
        Err(e) => return Json(AdmissionResponse::invalid(e.to_string()).into_review()),
    };
    let allowed = AdmissionResponse::from(&request);
    let decided = match (&request.operation, &request.object) {
        (Operation::Create | Operation::Update, Some(w)) => decide(w, allowed),
        _ => allowed,
    };
    Json(decided.into_review())
}

async fn mutate(Json(review): Review) -> Answer {
    answer(review, |w, allowed| match defaults(w) {
        patch if patch.is_empty() => allowed,
        patch => allowed.with_patch(Patch(patch)).unwrap_or_else(|e| AdmissionResponse::invalid(e.to_string())),
    })
}

async fn validate(Json(review): Review) -> Answer {
    answer(review, |w, allowed| match plan::check_spec(w) {
        Some(problem) => allowed.deny(problem.message),
        None => allowed,
    })
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let [_, port, certs] = std::env::args().collect::<Vec<_>>().try_into().map_err(|_| "usage: PORT DIRECTORY")?;
    let tls = RustlsConfig::from_pem_file(format!("{certs}/tls.crt"), format!("{certs}/tls.key")).await?;
    let paths = Router::new()
        .route("/mutate-my-domain-v1-webserver", post(mutate))
        .route("/validate-my-domain-v1-webserver", post(validate))
        .layer(DefaultBodyLimit::max(MAX_REVIEW));
    let address = SocketAddr::from(([127, 0, 0, 1], port.parse()?));
    axum_server::bind_rustls(address, tls).serve(paths.into_make_service()).await?;
    Ok(())
}
