// Type-checked, not run: the types of the package as a user's code meets them, as an ES module.
import { type Fault, type Server, apiserver, apiserverFor, explore } from "@setpoint/apiserver";
import { after, test } from "node:test";

async function use(server: Server): Promise<number> {
  const names: string[] = await server.install(["config/crd", { kind: "CustomResourceDefinition" }]);
  const fault: Fault = await server.refuse(409, { reason: "Conflict", verbs: "update", resource: names[0]!, times: 2 });
  const { applied } = await fault.counts();
  await server.delay("1s", { userAgent: "kubectl" });
  await server.snapshot({ file: "before.jsonl" });
  // @ts-expect-error: no such verb
  await server.loseAnswer({ verbs: "creat" });
  // @ts-expect-error: watches are dropped once
  await server.dropWatches({ times: 1 });
  return applied;
}

test("types", async (t) => {
  await use(await apiserverFor(t, { without: ["workloads"], crds: "config/crd" }));
  await use(await apiserverFor({ after }));
  const server = await apiserver({ nodes: 0 });
  await server[Symbol.asyncDispose]();
  const text: string = await explore({ story: "story.yaml", command: ["operator"], only: ["P1"] });
  // @ts-expect-error: a story and a command are needed
  await explore({ page: text });
});
