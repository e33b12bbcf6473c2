// A test against the embedded API server, with its controllers.
import * as k8s from "@kubernetes/client-node";
import assert from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

let folder, server, config;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "setpoint-"));
  const kubeconfig = join(folder, "kubeconfig");
  server = spawn(process.env.SETPOINT ?? "setpoint", ["apiserver", "--port", "0", "--write-kubeconfig", kubeconfig], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(server.stdout, "data");
  assert.match(String(line), /^ready on /);
  config = new k8s.KubeConfig();
  config.loadFromFile(kubeconfig);
});

after(async () => {
  server.kill();
  await once(server, "exit");
  await rm(folder, { recursive: true });
});

test("a deployment becomes ready", async () => {
  const apps = config.makeApiClient(k8s.AppsV1Api);
  const labels = { app: "web" };
  await apps.createNamespacedDeployment({
    namespace: "default",
    body: {
      metadata: { name: "web" },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx:1.29" }] } },
      },
    },
  });
  const informer = k8s.makeInformer(config, "/apis/apps/v1/namespaces/default/deployments", () =>
    apps.listNamespacedDeployment({ namespace: "default" }),
  );
  const ready = new Promise((resolve, reject) => {
    const look = (d) => d.status?.readyReplicas === 2 && resolve();
    informer.on("add", look);
    informer.on("update", look);
    informer.on("error", reject);
  });
  await informer.start();
  await ready;
  await informer.stop();
});
