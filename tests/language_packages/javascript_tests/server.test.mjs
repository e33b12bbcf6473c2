import { ControlError, SetpointError, apiserver, apiserverFor, version } from "@setpoint/apiserver";
import assert from "node:assert";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { configMaps, crd, create, ends, folderFor, names, run, watch } from "./support.mjs";

let shared; // for tests that leave no faults and look only at objects of their own names
before(async () => (shared = await apiserver()));
after(() => shared.stop());

test("starts and stops", async () => {
  const server = await apiserver();
  assert.equal((await server.request("GET", "/version")).gitVersion, server.kubernetesVersion);
  assert.equal(await server.request("GET", "/healthz"), "ok");
  assert.equal(server.version, version);
  await server.stop();
  assert.ok(await ends(server.pid, 0.1));
  await server.stop();
  await assert.rejects(server.snapshot("x"), ControlError);
});

test("CommonJS and ES modules have the same classes", () => {
  const required = createRequire(import.meta.url)("@setpoint/apiserver");
  assert.equal(required.apiserver, apiserver);
  assert.equal(required.ControlError, ControlError);
});

test("the kubeconfig is private and removed with the server", async () => {
  const server = await apiserver();
  const file = server.kubeconfigFile;
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  assert.equal(fs.readFileSync(file, "utf8"), server.kubeconfig);
  assert.ok(server.kubeconfig.includes(server.url));
  assert.equal(server.env.KUBECONFIG, file);
  await server.stop();
  assert.ok(!fs.existsSync(path.dirname(file)));
});

test("a test without a stop ends, and the server and its folder with it", async () => {
  const code = `import { apiserver } from "@setpoint/apiserver";
    const server = await apiserver();
    console.log(server.pid, server.kubeconfigFile);`;
  const done = await run(code).done;
  assert.equal(done.code, 0, done.errors);
  const [pid, file] = done.out.trim().split(" ");
  assert.ok(await ends(pid));
  assert.ok(!fs.existsSync(path.dirname(file)));
});

test("old folders of processes that are gone are removed", async (t) => {
  const folder = folderFor(t);
  const gone = 1 << 22; // more than Linux gives to a process
  const [removed, ...kept] = [
    `setpoint-js-${gone}-old`, `setpoint-js-${gone}-new`, `setpoint-js-${process.pid}-live`, `setpoint-py-${gone}-other`, "setpoint-other",
  ];
  for (const name of [removed, ...kept]) {
    fs.mkdirSync(path.join(folder, name));
    fs.writeFileSync(path.join(folder, name, "kubeconfig"), "");
    if (!name.endsWith("new")) fs.utimesSync(path.join(folder, name), 0, 0);
  }
  const code = `import { apiserver } from "@setpoint/apiserver";
    const server = await apiserver();
    console.log(process.pid, server.kubeconfigFile);
    await server.stop();`;
  const done = await run(code, { env: { TMPDIR: folder } }).done;
  const [pid, file] = done.out.trim().split(" ");
  assert.ok(file?.startsWith(path.join(folder, `setpoint-js-${pid}-`)), done.errors);
  assert.deepEqual(fs.readdirSync(folder).sort(), kept.sort());
});

for (const end of ["process.kill(process.pid, 'SIGKILL')", "process.abort()", "throw new Error()", "process.kill(process.pid, 'SIGTERM')"]) {
  test(`the server ends with the process: ${end}`, async () => {
    const code = `import { apiserver } from "@setpoint/apiserver";
      console.log((await apiserver()).pid);
      process.stdin.once("data", () => { ${end} });`;
    const { child, first, done } = run(code);
    const pid = await first;
    child.stdin.write("x");
    await done;
    assert.ok(await ends(pid));
  });
}

test("a dead server is reported", async (t) => {
  const server = await apiserverFor(t);
  process.kill(server.pid, "SIGKILL");
  assert.ok(await ends(server.pid));
  await assert.rejects(server.snapshot("x"), { name: "ControlError", message: /^the server has ended by SIGKILL/ });
  await assert.rejects(server.snapshot("x"), { message: /^the server has ended by SIGKILL/ });
});

test("options reach the server", async (t) => {
  const folder = folderFor(t);
  fs.writeFileSync(path.join(folder, "cm.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: given, namespace: default}\n");
  const server = await apiserverFor(t, { nodes: 3, without: ["workloads"], snapshot: folder, crds: crd });
  assert.equal((await names(server, "/api/v1/nodes")).length, 3);
  assert.ok((await names(server)).includes("given"));
  assert.deepEqual(await names(server, "/apis/example.com/v1/gadgets"), []);
});

test("apiserverFor needs a test", async () => {
  await assert.rejects(apiserverFor({}), TypeError);
});

test("namespaces differ", async () => {
  const [one, two] = await Promise.all([shared.namespace("a-test"), shared.namespace("a-test")]);
  assert.notEqual(one.name, two.name);
  assert.match(one.name, /^a-test-/);
  await one.delete();
  await two[Symbol.asyncDispose ?? Symbol.for("nodejs.asyncDispose")]();
  for (const item of (await shared.request("GET", "/api/v1/namespaces")).items.filter((n) => n.metadata.name.startsWith("a-test-"))) {
    assert.equal(item.status.phase, "Terminating");
  }
});

test("definitions are served when they are installed", async () => {
  assert.deepEqual(await shared.install(crd), ["gadgets.example.com"]);
  assert.deepEqual(await names(shared, "/apis/example.com/v1/gadgets"), []);
  const schema = { openAPIV3Schema: { type: "object" } };
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "things.example.org" },
    spec: {
      group: "example.org",
      names: { kind: "Thing", plural: "things" },
      scope: "Cluster",
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
  assert.deepEqual(await shared.install([crd, definition]), ["gadgets.example.com", "things.example.org"]);
  assert.deepEqual(await names(shared, "/apis/example.org/v1/things"), []);
  await assert.rejects(shared.install("/no/such.yaml"), { name: "ControlError", message: /\/no\/such.yaml/ });
});

test("restore undoes what came after the snapshot", async (t) => {
  const file = path.join(folderFor(t), "before.jsonl");
  const server = await apiserverFor(t);
  await create(server, "kept", { text: "one" });
  await server.snapshot("before");
  await server.snapshot({ file });
  for (const from of ["before", { file }]) {
    await create(server, "later");
    await server.request("DELETE", `${configMaps}/kept`);
    await server.restore(from);
    assert.ok(!(await names(server)).includes("later"));
    assert.deepEqual((await server.request("GET", `${configMaps}/kept`)).data, { text: "one" });
  }
  await assert.rejects(server.restore("never"), /never/);
});

describe("faults", () => {
  test("requests are refused", async () => {
    const match = { verbs: "create", resource: "configmaps", namespace: "default" };
    const fault = await shared.refuse(409, { reason: "Conflict", message: "not now", skip: 1, ...match });
    await create(shared, "passes");
    await assert.rejects(create(shared, "refused"), { name: "SetpointError", message: /409 not now/ });
    await create(shared, "passes-again");
    assert.equal((await fault.counts()).applied, 1);
    assert.deepEqual((await shared.faults()).map((f) => f.fault), [fault.number]);
    await fault.clear();
    assert.deepEqual(await shared.faults(), []);
    await assert.rejects(fault.counts(), /is cleared/);
    await shared.refuse(503, { times: 0, userAgent: "setpoint-javascript" });
    await assert.rejects(names(shared), /503/);
    await shared.clearFaults();
    await names(shared);
  });

  test("requests are delayed", async () => {
    await shared.delay(250, { resource: "secrets" });
    const begin = performance.now();
    await names(shared, "/api/v1/secrets");
    assert.ok(performance.now() - begin >= 249);
    await shared.clearFaults();
  });

  test("requests and answers are lost", async () => {
    await shared.loseRequest({ verbs: ["create"], resource: "configmaps" });
    await assert.rejects(create(shared, "request"), SetpointError);
    await shared.loseAnswer({ verbs: ["create"], resource: "configmaps" });
    await assert.rejects(create(shared, "answer"), SetpointError);
    const found = await names(shared);
    assert.ok(!found.includes("request") && found.includes("answer"), found);
    await shared.clearFaults();
  });

  test("watches are dropped", async () => {
    const watched = await watch(shared, "/api/v1/namespaces/default/secrets");
    assert.equal(await shared.dropWatches({ resource: "pods" }), 0);
    assert.equal(await shared.dropWatches({ resource: "secrets", userAgent: "watcher" }), 1);
    assert.equal(await watched.next(), null);
  });

  test("watches are held", async (t) => {
    const { name: namespace } = await shared.namespace();
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await shared.request("POST", path, { metadata: { name: "first" } });
    const watched = await watch(shared, path);
    t.after(watched.close);
    const arrives = async (name) => {
      while ((await watched.next()).object.metadata.name !== name);
      return true;
    };
    await arrives("first");
    const fault = await shared.holdWatches({ resource: "configmaps", namespace, userAgent: "watcher" });
    await shared.request("POST", path, { metadata: { name: "held" } });
    assert.equal((await fault.counts()).applied, 1);
    const arrived = arrives("held");
    const later = new Promise((resolve) => setTimeout(resolve, 300, "later"));
    assert.equal(await Promise.race([arrived, later]), "later");
    await fault.clear();
    assert.ok(await arrived);
  });

  test("history expires", async () => {
    const { metadata } = await create(shared, "old");
    await create(shared, "new");
    await shared.expireHistory();
    const path = `${configMaps}?watch=true&timeoutSeconds=1&resourceVersion=${metadata.resourceVersion}`;
    const code = await shared.request("GET", path).then(
      (event) => event.object.code, // kube-apiserver may answer 200 with an ERROR event
      (error) => Number(/ (\d+) /.exec(error.message)[1]),
    );
    assert.equal(code, 410);
  });

  test("mistakes are reported", async () => {
    await assert.rejects(shared.refuse(409, { verbs: ["creat"] }), { name: "ControlError", message: /verb/ });
    await assert.rejects(shared.command("clear", { colour: "red" }), { name: "ControlError", message: /colour/ });
  });
});

test("servers run in parallel", async () => {
  const one = async (number) => {
    const server = await apiserver();
    await create(server, `of-${number}`);
    const found = (await names(server)).filter((name) => name.startsWith("of-"));
    await server.stop();
    return found.join();
  };
  assert.deepEqual(await Promise.all([0, 1, 2, 3, 4, 5].map(one)), [0, 1, 2, 3, 4, 5].map((n) => `of-${n}`));
});

test("commands of one server overlap", async () => {
  const urls = await Promise.all(Array.from({ length: 40 }, () => shared.command("info")));
  assert.ok(urls.every(({ url }) => url === shared.url));
});
