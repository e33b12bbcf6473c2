package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.setpoint.apiserver.Cluster;
import dev.setpoint.apiserver.ClusterOptions;
import dev.setpoint.apiserver.SetpointException;
import dev.setpoint.apiserver.fabric8.Clients;
import dev.setpoint.apiserver.junit.Setpoint;
import dev.setpoint.apiserver.junit.SetpointExtension;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Setpoint(crds = "../../operator/greeting.crd.yaml")
class ClusterTest {
  private static Cluster ofTheClass;

  private final KubernetesClient client;

  ClusterTest(KubernetesClient client) {
    this.client = client;
  }

  @BeforeAll
  static void theFieldIsSet(Cluster cluster) {
    assertEquals(cluster, ofTheClass);
  }

  private static ConfigMap configMap(String name) {
    return new ConfigMapBuilder().withNewMetadata().withNamespace("default").withName(name).endMetadata().build();
  }

  private boolean exists(KubernetesClient client, String name) {
    return client.configMaps().inNamespace("default").withName(name).get() != null;
  }

  private static GenericKubernetesResource greeting() {
    return new GenericKubernetesResourceBuilder()
        .withApiVersion("example.com/v1").withKind("Greeting")
        .withNewMetadata().withNamespace("default").withName("hello").endMetadata()
        .withAdditionalProperties(Map.of("spec", Map.of("text", "Hello")))
        .build();
  }

  @Test
  void definitionsAreInstalledFromFiles() {
    client.resource(greeting()).create();
    try (Cluster later = Cluster.start(); KubernetesClient its = Clients.of(later)) {
      assertEquals(List.of("greetings.example.com"), later.install(Path.of("../../operator")));
      its.resource(greeting()).create();
      var error = assertThrows(SetpointException.class, () -> later.install(Path.of("absent.yaml")));
      assertTrue(error.getMessage().contains("absent.yaml"), error.getMessage());
    }
  }

  @Test
  void theKubeconfigIsAFileToo() throws Exception {
    Cluster cluster = Cluster.start();
    Path file = cluster.kubeconfigFile();
    assertEquals(cluster.kubeconfig(), Files.readString(file));
    assertTrue(cluster.kubeconfig().contains(cluster.url()));
    assertTrue(cluster.process().isAlive());
    cluster.close();
    assertFalse(Files.exists(file));
    assertFalse(cluster.process().isAlive());
  }

  @Test
  @Setpoint
  void aSnapshotIsRestored(Cluster cluster, KubernetesClient client, @TempDir Path folder) {
    client.resource(configMap("before")).create();
    cluster.snapshot("clean");

    client.resource(configMap("before")).delete();
    client.resource(configMap("after")).create();
    cluster.restore("clean");
    assertTrue(exists(client, "before"));
    assertFalse(exists(client, "after"));

    Path file = folder.resolve("objects.jsonl");
    cluster.snapshotFile(file);
    try (Cluster other = Cluster.start(ClusterOptions.create().snapshot(file)); KubernetesClient its = Clients.of(other)) {
      assertTrue(exists(its, "before"));
    }
    client.resource(configMap("after")).create();
    cluster.restoreFile(file);
    assertFalse(exists(client, "after"));
  }

  @Nested
  class OfTheSameServer {
    @Test
    void theServerOfTheClassIsUsed(Cluster cluster) {
      assertEquals(ofTheClass, cluster);
    }
  }

  /** An extension with options, for each test. */
  static class WithOptionsTest {
    private static Cluster before;

    @RegisterExtension
    final SetpointExtension setpoint = new SetpointExtension(ClusterOptions.create().withoutControllers());

    private Cluster cluster;

    private void isNew() {
      assertNotNull(cluster);
      if (before != null) {
        assertFalse(before.process().isAlive());
        assertFalse(before.url().equals(cluster.url()) && before.process().pid() == cluster.process().pid());
      }
      before = cluster;
    }

    @Test
    void one(KubernetesClient client) {
      isNew();
      assertNull(client.configMaps().inNamespace("default").withName("x").get());
      client.resource(configMap("x")).create();
    }

    @Test
    void two(KubernetesClient client) {
      isNew();
      assertNull(client.configMaps().inNamespace("default").withName("x").get());
      client.resource(configMap("x")).create();
    }
  }
}
