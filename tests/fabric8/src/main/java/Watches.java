import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.concurrent.TimeUnit;

/** Watches and informers, while the server ends their connections, and when it no longer knows where they were. */
class Watches {
  private final KubernetesClient client;
  private final Requests requests;
  private final String namespace;
  private final NonNamespaceOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> maps;
  private final NonNamespaceOperation<Gadget, KubernetesResourceList<Gadget>, Resource<Gadget>> gadgets;

  Watches(KubernetesClient client, Requests requests, String namespace) {
    this.client = client;
    this.requests = requests;
    this.namespace = namespace;
    maps = client.configMaps().inNamespace(namespace);
    gadgets = client.resources(Gadget.class).inNamespace(namespace);
  }

  void run() throws InterruptedException {
    watch();
    inform();
    await();
    // Last: it waits until the server has forgotten.
    gone();
    System.out.println("watches without a WebSocket: " + requests.plain.get());
  }

  private void create(String name) {
    client.resource(Writes.map(name, "a", "1")).inNamespace(namespace).create();
  }

  private void set(String name, String key, String value) {
    maps.withName(name).edit(m -> new ConfigMapBuilder(m).addToData(key, value).build());
  }

  /** Until the server has ended the watch twice, and the client has come back. */
  private void endTwice() throws InterruptedException {
    int before = requests.watches.get();
    requests.shortLived = true;
    System.out.println("  came back: " + Seen.until(() -> requests.watches.get() >= before + 2));
    requests.shortLived = false;
  }

  private void watch() throws InterruptedException {
    create("before");
    requests.shortLived = true;
    Seen<ConfigMap> seen = new Seen<>(ConfigMap::getData);
    Watch watch = maps.watch(seen);
    seen.print("watch");
    create("java");
    seen.print("watch");
    endTwice();
    set("java", "b", "2");
    seen.print("watch");
    client.resource(Writes.map("java", "a", "1", "b", "2", "c", "3")).inNamespace(namespace).forceConflicts().serverSideApply();
    seen.print("watch");
    maps.withName("java").delete();
    seen.print("watch");
    watch.close();
    seen.print("watch");
  }

  private void inform() throws InterruptedException {
    Seen<ConfigMap> seen = new Seen<>(ConfigMap::getData);
    requests.shortLived = true;
    SharedIndexInformer<ConfigMap> informer = maps.inform(seen);
    seen.print("informer");
    create("java");
    seen.print("informer");
    endTwice();
    maps.withName("java").patch(Writes.map("java", "a", "1", "b", "2"));
    seen.print("informer");
    maps.withName("java").delete();
    seen.print("informer");
    System.out.println("informer: watching " + informer.isWatching() + " synced " + informer.hasSynced() + " holds "
        + informer.getStore().list().stream().filter(Seen::ours).map(m -> m.getMetadata().getName()).toList());
    informer.close();
  }

  /** A watch of one object, by its name. */
  private void await() {
    new Thread(() -> set("before", "done", "yes")).start();
    ConfigMap done = maps.withName("before").waitUntilCondition(m -> m != null && m.getData().containsKey("done"), Seen.PATIENCE,
        TimeUnit.SECONDS);
    System.out.println("waited for: " + done.getData().get("done"));
  }

  /** The real server's watches of custom resources go back to when it learnt of them; ours to what it still keeps. */
  private void gone() throws InterruptedException {
    String said = "";
    for (int i = 0; i < Seen.PATIENCE && !said.equals("gone"); ++i) {
      Seen<Gadget> seen = new Seen<>(g -> g.getSpec().replicas);
      try (Watch watch = gadgets.watch(new ListOptionsBuilder().withResourceVersion("1").withTimeoutSeconds(1L).build(), seen)) {
        said = seen.next();
      }
      set("before", "try", Integer.toString(i)); // old revisions go when new ones come
      if (!said.equals("gone")) Thread.sleep(500);
    }
    System.out.println("watch of an old version: " + said);

    Seen<Gadget> seen = new Seen<>(g -> g.getSpec().replicas);
    requests.shortLived = true;
    SharedIndexInformer<Gadget> informer = gadgets.inform(seen);
    seen.print("informer of a custom resource");
    int before = requests.watches.get();
    requests.fromTheBeginning = true; // it is told that this is gone, and lists again
    System.out.println("  came back: " + Seen.until(() -> requests.watches.get() >= before + 2));
    requests.shortLived = false;
    gadgets.withName("one").edit(g -> {
      g.getSpec().replicas = 5;
      return g;
    });
    seen.print("informer of a custom resource");
    gadgets.withName("one").delete();
    seen.print("informer of a custom resource");
    informer.close();
  }
}
