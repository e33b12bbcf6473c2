//! Each thing that the crate setpoint-apiserver offers, as a test.
use futures::{Stream, StreamExt};
use k8s_openapi::api::{
    apps::v1::{Deployment, ReplicaSet},
    core::v1::{ConfigMap, Node},
};
use kube::{
    Api, Error,
    api::{ApiResource, DynamicObject, GroupVersionKind, ListParams, PostParams, WatchEvent, WatchParams},
    runtime::wait::await_condition,
};
use serde_json::json;
use setpoint_apiserver::{Cluster, Effect, Exploration, Options, Refusal, Requests, Watches, blocking};
use std::{
    env, fs,
    time::{Duration, Instant},
};

async fn config_maps(cluster: &Cluster) -> Api<ConfigMap> {
    Api::default_namespaced(cluster.client().await.unwrap())
}

async fn create(api: &Api<ConfigMap>, name: &str) -> kube::Result<ConfigMap> {
    let object = serde_json::from_value(json!({"metadata": {"name": name}})).unwrap();
    api.create(&PostParams::default(), &object).await
}

async fn exists(api: &Api<ConfigMap>, name: &str) -> bool {
    api.get_opt(name).await.unwrap().is_some()
}

async fn create_deployment(api: &Api<Deployment>) {
    let web = serde_json::from_value(json!({
        "metadata": {"name": "web"},
        "spec": {
            "replicas": 2,
            "selector": {"matchLabels": {"app": "web"}},
            "template": {
                "metadata": {"labels": {"app": "web"}},
                "spec": {"containers": [{"name": "web", "image": "nginx:1.29"}]}
            }
        }
    }));
    api.create(&PostParams::default(), &web.unwrap()).await.unwrap();
}

#[tokio::test]
async fn a_deployment_becomes_ready() {
    let cluster = Cluster::start(Options::default()).await.unwrap();
    let deployments: Api<Deployment> = Api::default_namespaced(cluster.client().await.unwrap());
    create_deployment(&deployments).await;
    let ready = |d: Option<&Deployment>| d.and_then(|d| d.status.as_ref()).and_then(|s| s.ready_replicas) == Some(2);
    let becomes_ready = await_condition(deployments, "web", ready);
    tokio::time::timeout(Duration::from_secs(30), becomes_ready).await.unwrap().unwrap();
}

#[tokio::test]
async fn without_controllers_nothing_happens() {
    let cluster = Cluster::start(Options::default().without_controllers()).await.unwrap();
    let client = cluster.client().await.unwrap();
    create_deployment(&Api::default_namespaced(client.clone())).await;
    let nodes: Api<Node> = Api::all(client.clone());
    assert_eq!(nodes.list(&ListParams::default()).await.unwrap().items.len(), 0);
    let sets: Api<ReplicaSet> = Api::all(client);
    assert_eq!(sets.list(&ListParams::default()).await.unwrap().items.len(), 0);
}

#[test]
fn the_kubeconfig_is_a_file_too() {
    let cluster = blocking::Cluster::start(Options::default()).unwrap();
    let file = cluster.kubeconfig_file().unwrap().to_owned();
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text, cluster.kubeconfig());
    assert!(text.contains(cluster.url()), "{text}");
    cluster.stop().unwrap();
    assert!(!file.exists());
}

async fn create_greeting(cluster: &Cluster) {
    let kind = ApiResource::from_gvk(&GroupVersionKind::gvk("example.com", "v1", "Greeting"));
    let greetings: Api<DynamicObject> = Api::default_namespaced_with(cluster.client().await.unwrap(), &kind);
    let greeting = DynamicObject::new("hello", &kind).data(json!({"spec": {"text": "Hello"}}));
    greetings.create(&PostParams::default(), &greeting).await.unwrap();
}

#[tokio::test]
async fn definitions_are_installed_from_files() {
    let cluster = Cluster::start(Options::default().crds(["../operator/greeting.crd.yaml"])).await.unwrap();
    create_greeting(&cluster).await;

    let later = Cluster::start(Options::default()).await.unwrap();
    assert_eq!(later.install(["../operator"]).await.unwrap(), ["greetings.example.com"]);
    create_greeting(&later).await;

    let error = later.install(["absent.yaml"]).await.unwrap_err().to_string();
    assert!(error.contains("absent.yaml"), "{error}");
}

#[tokio::test]
async fn a_snapshot_is_restored() {
    let cluster = Cluster::start(Options::default()).await.unwrap();
    let api = config_maps(&cluster).await;
    create(&api, "before").await.unwrap();
    cluster.snapshot("clean").await.unwrap();

    api.delete("before", &Default::default()).await.unwrap();
    create(&api, "after").await.unwrap();
    cluster.restore("clean").await.unwrap();
    assert!(exists(&api, "before").await && !exists(&api, "after").await);

    let file = env::temp_dir().join(format!("objects-{}.jsonl", std::process::id()));
    cluster.snapshot_file(&file).await.unwrap();
    let other = Cluster::start(Options::default().snapshot(&file)).await.unwrap();
    assert!(exists(&config_maps(&other).await, "before").await);
    create(&api, "after").await.unwrap();
    cluster.restore_file(&file).await.unwrap();
    assert!(!exists(&api, "after").await);
    fs::remove_file(file).unwrap();
}

#[tokio::test]
async fn a_conflict_is_reported_once() {
    let cluster = Cluster::start(Options::default()).await.unwrap();
    let api = config_maps(&cluster).await;
    let fault = cluster.inject(Effect::refuse(409), Requests::to("configmaps").verbs(["create"])).await.unwrap();
    let refused = create(&api, "a").await;
    assert!(matches!(&refused, Err(Error::Api(e)) if e.code == 409), "{refused:?}");
    create(&api, "a").await.unwrap();
    assert_eq!(cluster.fault_state(fault).await.unwrap().unwrap().applied, 1);
}

#[tokio::test]
async fn faults_have_their_effects() {
    let cluster = Cluster::start(Options::default()).await.unwrap();
    let api = config_maps(&cluster).await;
    let creates = Requests::to("configmaps").verbs(["create"]);

    cluster.inject(Effect::delay(Duration::from_millis(300)), creates.clone()).await.unwrap();
    let begin = Instant::now();
    create(&api, "delayed").await.unwrap();
    assert!(begin.elapsed() >= Duration::from_millis(300));

    cluster.inject(Effect::lose_answer(), creates.clone()).await.unwrap();
    create(&api, "unanswered").await.unwrap_err();
    assert!(exists(&api, "unanswered").await);

    cluster.inject(Effect::lose_request(), creates.clone()).await.unwrap();
    create(&api, "lost").await.unwrap_err();
    assert!(!exists(&api, "lost").await);

    let refusal = Refusal::new(403).reason("Forbidden").message("not today");
    cluster.inject(refusal, creates.clone().always()).await.unwrap();
    for _ in 0..3 {
        let refused = create(&api, "refused").await;
        assert!(matches!(&refused, Err(Error::Api(e)) if e.message == "not today"), "{refused:?}");
    }
    cluster.clear_faults().await.unwrap();
    create(&api, "refused").await.unwrap();
    assert!(cluster.faults().await.unwrap().is_empty());

    let error = cluster.inject(Effect::refuse(42), creates).await.unwrap_err().to_string();
    assert!(error.contains("refuse"), "{error}");
}

async fn next_name(events: &mut (impl Stream<Item = kube::Result<WatchEvent<ConfigMap>>> + Unpin), within: u64) -> Option<String> {
    match tokio::time::timeout(Duration::from_millis(within), events.next()).await {
        Ok(Some(Ok(WatchEvent::Added(o)))) => o.metadata.name,
        Ok(end) => Some(format!("{end:?}")),
        Err(_) => None,
    }
}

#[tokio::test]
async fn watches_are_held_and_dropped() {
    let cluster = Cluster::start(Options::default().without_controllers()).await.unwrap();
    let api = config_maps(&cluster).await;
    let version = api.list(&ListParams::default()).await.unwrap().metadata.resource_version.unwrap();
    let mut events = api.watch(&WatchParams::default(), &version).await.unwrap().boxed();
    create(&api, "a").await.unwrap();
    assert_eq!(next_name(&mut events, 10_000).await.as_deref(), Some("a"));

    let hold = cluster.inject(Effect::hold_watches(), Requests::to("configmaps")).await.unwrap();
    create(&api, "b").await.unwrap();
    assert_eq!(next_name(&mut events, 300).await, None);
    cluster.clear(hold).await.unwrap();
    assert_eq!(next_name(&mut events, 10_000).await.as_deref(), Some("b"));

    assert_eq!(cluster.drop_watches(Watches::of("configmaps")).await.unwrap(), 1);
    let end = tokio::time::timeout(Duration::from_secs(10), events.next()).await.unwrap();
    assert!(!matches!(end, Some(Ok(_))), "{end:?}");
    cluster.expire_history().await.unwrap();
}

fn operator(flags: &[&str]) -> Vec<String> {
    ["python3", "../operator/operator.py", "--kubeconfig", "{kubeconfig}"].iter().chain(flags).map(|w| w.to_string()).collect()
}

#[test]
fn the_operator_survives_faults() {
    Exploration::new("../operator/story.yaml", operator(&[])).only(["P1", "P2"]).check();
}

#[test]
fn a_forgetful_operator_is_found() {
    let found = Exploration::new("../operator/story.yaml", operator(&["--forgetful"]))
        .only(["P4"])
        .max_findings(1)
        .patience(Duration::from_secs(2))
        .longest_retry(Duration::from_secs(4))
        .run()
        .unwrap();
    assert!(!found.all.is_empty(), "{found}");
    let page = found.page.as_ref().unwrap();
    assert!(fs::read_to_string(page).unwrap().contains("finding-1"));
    assert!(found.all[0].text.contains("replay: "), "{found}");
    fs::remove_file(page).unwrap();

    let error = Exploration::new("absent.yaml", operator(&[])).run().unwrap_err().to_string();
    assert!(error.contains("absent.yaml"), "{error}");
}

#[tokio::test]
async fn servers_run_in_parallel() {
    let one = async |name: String| {
        let cluster = Cluster::start(Options::default().without_controllers()).await.unwrap();
        let api = config_maps(&cluster).await;
        create(&api, &name).await.unwrap();
        assert_eq!(api.list(&ListParams::default()).await.unwrap().items.len(), 1);
    };
    futures::future::join_all((0..8).map(|i| one(format!("only-{i}")))).await;
}
