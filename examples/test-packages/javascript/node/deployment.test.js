// With the official client and node:test: a Deployment becomes ready, since the server has controllers and fake nodes.
import { AppsV1Api, KubeConfig, makeInformer } from "@kubernetes/client-node";
import { apiserverFor } from "@setpoint/apiserver";
import assert from "node:assert";
import { test } from "node:test";

const web = (replicas) => {
  const labels = { app: "web" };
  return {
    metadata: { name: "web" },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx:1.29" }] } },
    },
  };
};

test("a deployment becomes ready", async (t) => {
  const server = await apiserverFor(t);
  const config = new KubeConfig();
  config.loadFromString(server.kubeconfig);
  const apps = config.makeApiClient(AppsV1Api);
  const { name: namespace } = await server.namespace();
  await apps.createNamespacedDeployment({ namespace, body: web(2) });

  const informer = makeInformer(config, `/apis/apps/v1/namespaces/${namespace}/deployments`, () =>
    apps.listNamespacedDeployment({ namespace }),
  );
  const ready = new Promise((resolve, reject) => {
    const look = (deployment) => deployment.status?.readyReplicas === 2 && resolve();
    informer.on("add", look);
    informer.on("update", look);
    informer.on("error", reject);
  });
  await informer.start();
  await ready;
  await informer.stop();
});

test("a conflict", async (t) => {
  const server = await apiserverFor(t, { without: ["workloads", "nodes"] });
  const config = new KubeConfig();
  config.loadFromString(server.kubeconfig);
  const apps = config.makeApiClient(AppsV1Api);
  const body = await apps.createNamespacedDeployment({ namespace: "default", body: web(1) });

  const fault = await server.refuse(409, { reason: "Conflict", verbs: "update", resource: "deployments" });
  const update = () => apps.replaceNamespacedDeployment({ namespace: "default", name: "web", body });
  await assert.rejects(update, { code: 409 });
  assert.equal((await fault.counts()).applied, 1);
  await update();
});
