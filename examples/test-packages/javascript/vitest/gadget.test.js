// With vitest: one server for each file, and in each test its state at the start. Files run in parallel.
import { CustomObjectsApi, KubeConfig } from "@kubernetes/client-node";
import { apiserver, explore } from "@setpoint/apiserver";
import { fileURLToPath } from "node:url";
import { expect, test as base } from "vitest";

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

const test = base.extend({
  started: [
    async ({}, use) => {
      const server = await apiserver({ crds: here("../gadgets.crd.yaml") });
      await server.snapshot("start");
      await use(server);
      await server.stop();
    },
    { scope: "file" },
  ],
  server: async ({ started }, use) => {
    await started.clearFaults();
    await started.restore("start");
    await use(started);
  },
});

const gadgets = { group: "example.com", version: "v1", namespace: "default", plural: "gadgets" };
const gadget = { apiVersion: "example.com/v1", kind: "Gadget", metadata: { name: "g" }, spec: { text: "one" } };

test.for(["first", "second"])("a gadget is created: %s", async (_, { server }) => {
  const config = new KubeConfig();
  config.loadFromString(server.kubeconfig);
  const api = config.makeApiClient(CustomObjectsApi);
  await api.createNamespacedCustomObject({ ...gadgets, body: gadget });
  expect((await api.listNamespacedCustomObject(gadgets)).items).toHaveLength(1);
});

test("the operator survives faults", { timeout: 120_000 }, async () => {
  const command = [process.execPath, here("../gadget_operator.js"), "{kubeconfig}"];
  await explore({ story: here("../gadget.yaml"), command, only: ["P1", "P2"], time: "1m" });
});
