// gadget_operator.js KUBECONFIG : an operator on the official client: each Gadget gets a ConfigMap.
import { CoreV1Api, CustomObjectsApi, KubeConfig, makeInformer } from "@kubernetes/client-node";

const config = new KubeConfig();
config.loadFromFile(process.argv[2]);
const core = config.makeApiClient(CoreV1Api);
const custom = config.makeApiClient(CustomObjectsApi);
const gadgets = { group: "example.com", version: "v1", plural: "gadgets" };

async function reconcile({ metadata: { name, namespace }, spec, status }) {
  const text = spec?.text ?? "";
  const found = await core.readNamespacedConfigMap({ namespace, name }).catch((error) => {
    if (error.code !== 404) throw error;
  });
  const body = { metadata: { name }, data: { text } };
  if (found === undefined) await core.createNamespacedConfigMap({ namespace, body });
  else if (found.data?.text !== text) await core.replaceNamespacedConfigMap({ namespace, name, body });
  if (status?.parts === 1) return;
  const patch = [{ op: "add", path: "/status", value: { parts: 1 } }];
  await custom.patchNamespacedCustomObjectStatus({ ...gadgets, namespace, name, body: patch });
}

const informer = makeInformer(config, "/apis/example.com/v1/gadgets", () => custom.listClusterCustomObject(gadgets));
informer.on("add", reconcile);
informer.on("update", reconcile);
informer.on("error", () => setTimeout(() => informer.start(), 200));
await informer.start();
