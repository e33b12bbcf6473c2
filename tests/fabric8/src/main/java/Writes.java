import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Reads and writes, each way that the client has. */
class Writes {
  private final KubernetesClient client;
  private final String namespace;
  private final NonNamespaceOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> maps;

  Writes(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
    maps = client.configMaps().inNamespace(namespace);
  }

  static ConfigMap map(String name, String... keysAndValues) {
    ConfigMap m = new ConfigMapBuilder().withNewMetadata().withName(name).addToLabels("test", "java").endMetadata().build();
    Map<String, String> data = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) data.put(keysAndValues[i], keysAndValues[i + 1]);
    m.setData(data);
    return m;
  }

  private static void say(String what, Object found) {
    System.out.println(what + ": " + found);
  }

  private static void refused(String what, Runnable call) {
    try {
      call.run();
      say(what, "taken");
    } catch (KubernetesClientException e) {
      say(what, e.getCode() + " " + (e.getStatus() == null ? e.getMessage() : e.getStatus().getReason()));
    }
  }

  void run() {
    crud();
    lists();
    patches();
    customResource();
  }

  private void crud() {
    ConfigMap made = client.resource(map("one", "a", "1")).inNamespace(namespace).create();
    say("create", made.getData());
    refused("create again", () -> client.resource(map("one")).inNamespace(namespace).create());
    say("get", maps.withName("one").get().getData());
    say("get what is not there", maps.withName("none").get());
    say("edit", maps.withName("one").edit(m -> new ConfigMapBuilder(m).addToData("b", "2").build()).getData());
    refused("update of an old version", () -> client.resource(new ConfigMapBuilder(made).addToData("c", "3").build())
        .inNamespace(namespace).lockResourceVersion(made.getMetadata().getResourceVersion()).update());
    say("update", client.resource(map("one", "d", "4")).inNamespace(namespace).update().getData());
    refused("update of what is not there", () -> client.resource(map("none")).inNamespace(namespace).update());
    refused("a name that is none", () -> client.resource(map("No_Name")).inNamespace(namespace).create());
    say("create or replace", client.resource(map("one", "e", "5")).inNamespace(namespace).createOr(r -> r.update()).getData());
    say("dry run", client.resource(map("two")).inNamespace(namespace).dryRun().create().getMetadata().getName());
    say("after it", maps.withName("two").get());
    say("delete", maps.withName("one").delete().size());
    say("delete again", maps.withName("one").delete().size());
  }

  private void lists() {
    for (String name : new String[] {"a", "b", "c"}) client.resource(map(name, "k", name)).inNamespace(namespace).create();
    say("list by label", names(maps.withLabel("test", "java").list()));
    say("list by no label", names(maps.withoutLabel("test").withLabel("test").list()));
    say("list by field", names(maps.withField("metadata.name", "b").list()));
    ConfigMapList page = maps.withLabel("test").list(new ListOptionsBuilder().withLimit(2L).build());
    say("page", names(page));
    say("next page", names(maps.withLabel("test").list(new ListOptionsBuilder().withLimit(2L).withContinue(page.getMetadata().getContinue()).build())));
    say("delete all", maps.withLabel("test", "java").delete().size());
  }

  private static Object names(KubernetesResourceList<? extends io.fabric8.kubernetes.api.model.HasMetadata> list) {
    return list.getItems().stream().filter(Seen::ours).map(o -> o.getMetadata().getName()).sorted().toList();
  }

  private void patches() {
    client.resource(map("one", "a", "1", "b", "2")).inNamespace(namespace).create();
    say("strategic merge patch", maps.withName("one").patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"data\": {\"a\": null, \"c\": \"3\"}}").getData());
    say("JSON merge patch", maps.withName("one").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\": {\"b\": null, \"d\": \"4\"}}").getData());
    say("JSON patch", maps.withName("one").patch(PatchContext.of(PatchType.JSON),
        "[{\"op\": \"replace\", \"path\": \"/data/c\", \"value\": \"5\"}, {\"op\": \"remove\", \"path\": \"/data/d\"}]").getData());
    refused("JSON patch of what is not there", () -> maps.withName("one").patch(PatchContext.of(PatchType.JSON), "[{\"op\": \"remove\", \"path\": \"/data/x\"}]"));
    say("patch with an object", maps.withName("one").patch(map("one", "f", "6")).getData());
    refused("apply", () -> client.resource(map("one", "f", "7")).inNamespace(namespace).fieldManager("java").serverSideApply());
    say("apply by force", client.resource(map("one", "f", "7")).inNamespace(namespace).fieldManager("java").forceConflicts().serverSideApply().getData());
    say("managers", maps.withName("one").get().getMetadata().getManagedFields().stream().map(f -> f.getManager() + " " + f.getOperation()).sorted().toList());
    maps.withName("one").delete();
  }

  private void customResource() {
    client.load(new ByteArrayInputStream(Gadget.DEFINITION.getBytes(StandardCharsets.UTF_8))).create();
    client.apiextensions().v1().customResourceDefinitions().withName("gadgets.fabric8.example.com").waitUntilCondition(
        d -> d != null && d.getStatus() != null && d.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True")), Seen.PATIENCE, TimeUnit.SECONDS);
    MixedOperation<Gadget, KubernetesResourceList<Gadget>, Resource<Gadget>> gadgets = client.resources(Gadget.class);
    NonNamespaceOperation<Gadget, KubernetesResourceList<Gadget>, Resource<Gadget>> here = gadgets.inNamespace(namespace);
    say("custom resource", here.resource(Gadget.named("one", 1)).create().getSpec().colour);
    refused("one that its schema refuses", () -> here.resource(Gadget.named("two", -1)).create());
    Gadget one = here.withName("one").editStatus(g -> {
      g.setStatus(new Gadget.Status());
      g.getStatus().phase = "Ready";
      g.getSpec().colour = "red"; // is not taken by the status
      return g;
    });
    say("its status", one.getStatus().phase + " " + one.getSpec().colour + " " + one.getMetadata().getGeneration());
    say("its scale", here.withName("one").scale(3).getSpec().replicas + " " + here.withName("one").scale().getSpec().getReplicas());
    say("by its type and no class", client.genericKubernetesResources("fabric8.example.com/v1", "Gadget").inNamespace(namespace).withName("one").get().get("spec", "replicas").toString());
  }
}
