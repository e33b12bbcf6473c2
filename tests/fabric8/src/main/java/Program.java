import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What an operator does with its client. One line for each thing seen; which ones is in the file 'expected'. */
public class Program {
  public static void main(String[] arguments) throws Exception {
    Config config = Config.fromKubeconfig(new File(arguments[0]));
    String namespace = arguments[1];
    config.setWatchReconnectInterval(100);
    if (arguments.length > 2) config.setOnlyHttpWatches(true);
    // fabric8 reads keys of this kind only in SEC 1.
    String key = new String(Base64.getDecoder().decode(config.getClientKeyData()), StandardCharsets.UTF_8);
    System.out.println("client key: " + key.lines().findFirst().orElse(""));
    Requests requests = new Requests();
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config)
        .withHttpClientBuilderConsumer(b -> b.addOrReplaceInterceptor("requests", requests)).build()) {
      System.out.println("version: " + client.getKubernetesVersion().getMajor() + "." + client.getKubernetesVersion().getMinor());
      client.resource(new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build()).create();
      new Writes(client, namespace).run();
      new Access(client, config, namespace).run();
      new Watches(client, requests, namespace).run();
      lead(client, namespace);
      client.apiextensions().v1().customResourceDefinitions().withName("gadgets.fabric8.example.com").delete();
      client.namespaces().withName(namespace).delete();
    }
    System.exit(0); // whatever threads there still are
  }

  private static void lead(KubernetesClient client, String namespace) throws Exception {
    CompletableFuture<String> leading = new CompletableFuture<>();
    CompletableFuture<String> stopped = new CompletableFuture<>();
    CompletableFuture<?> election = client.leaderElector().withConfig(new LeaderElectionConfigBuilder().withName("java")
        .withLock(new LeaseLock(namespace, "leader", "me")).withLeaseDuration(Duration.ofSeconds(15))
        .withRenewDeadline(Duration.ofSeconds(10)).withRetryPeriod(Duration.ofSeconds(2)).withReleaseOnCancel(true)
        .withLeaderCallbacks(new LeaderCallbacks(() -> leading.complete("leads"), () -> stopped.complete("stopped"), who -> { }))
        .build()).build().start();
    System.out.println("leader election: " + leading.get(Seen.PATIENCE, TimeUnit.SECONDS) + " "
        + client.leases().inNamespace(namespace).withName("leader").get().getSpec().getHolderIdentity());
    election.cancel(true);
    System.out.println("leader election: " + stopped.get(Seen.PATIENCE, TimeUnit.SECONDS));
    Seen.until(() -> !"me".equals(client.leases().inNamespace(namespace).withName("leader").get().getSpec().getHolderIdentity()));
    System.out.println("leader election: held by '" + client.leases().inNamespace(namespace).withName("leader").get().getSpec().getHolderIdentity() + "'");
  }
}
