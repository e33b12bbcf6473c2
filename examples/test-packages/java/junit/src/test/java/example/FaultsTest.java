package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.setpoint.apiserver.Cluster;
import dev.setpoint.apiserver.Effect;
import dev.setpoint.apiserver.Fault;
import dev.setpoint.apiserver.Requests;
import dev.setpoint.apiserver.SetpointException;
import dev.setpoint.apiserver.Watches;
import dev.setpoint.apiserver.junit.Setpoint;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@Setpoint(controllers = false)
class FaultsTest {
  private Cluster cluster;
  private KubernetesClient client;

  @BeforeEach
  void clear() {
    cluster.clearFaults();
  }

  private ConfigMap create(String name) {
    return client.resource(new ConfigMapBuilder().withNewMetadata().withNamespace("default").withName(name).endMetadata().build()).create();
  }

  private boolean exists(String name) {
    return client.configMaps().inNamespace("default").withName(name).get() != null;
  }

  @Test
  void aConflictIsReportedOnce() {
    Fault fault = cluster.inject(Effect.refuse(409), Requests.to("configmaps").verbs("create"));
    var refused = assertThrows(KubernetesClientException.class, () -> create("a"));
    assertEquals(409, refused.getCode());
    create("a");
    assertEquals(1, fault.state().orElseThrow().applied());
  }

  @Test
  void requestsAreDelayed() {
    cluster.inject(Effect.delay(Duration.ofMillis(300)), Requests.to("configmaps").verbs("create"));
    long begin = System.nanoTime();
    create("delayed");
    assertTrue(System.nanoTime() - begin >= 300_000_000L);
  }

  // fabric8's client sends a request again whose answer it has not got.
  @Test
  void anAnswerIsLost() {
    Fault fault = cluster.inject(Effect.loseAnswer(), Requests.to("configmaps").name("unanswered").verbs("create"));
    assertThrows(KubernetesClientException.class, () -> create("unanswered"));
    assertTrue(exists("unanswered"));
    assertEquals(1, fault.state().orElseThrow().applied());
  }

  @Test
  void allRequestsAreLost() {
    Fault fault = cluster.inject(Effect.loseRequest(), Requests.to("configmaps").verbs("create").times(1));
    try {
      create("lost");
    } catch (KubernetesClientException e) {
      assertFalse(exists("lost"));
    }
    assertEquals(1, fault.state().orElseThrow().applied());
  }

  @Test
  void aRefusalIsDescribed() {
    Fault fault = cluster.inject(Effect.refuse(403, "Forbidden", "not today"), Requests.to("configmaps").verbs("create").always());
    for (int i = 0; i < 3; ++i) {
      var refused = assertThrows(KubernetesClientException.class, () -> create("refused"));
      assertEquals("not today", refused.getStatus().getMessage());
    }
    fault.clear();
    create("refused");
    assertTrue(cluster.faults().isEmpty());
    var error = assertThrows(SetpointException.class, () -> cluster.inject(Effect.refuse(42), Requests.any()));
    assertTrue(error.getMessage().contains("refuse"), error.getMessage());
  }

  @Test
  void watchesAreHeldAndDropped() throws Exception {
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    var named = client.configMaps().inNamespace("default").withName("watched");
    try (Watch watch = named.watch(into(events))) {
      create("watched");
      assertEquals("watched", events.poll(10, TimeUnit.SECONDS));

      Fault hold = cluster.inject(Effect.holdWatches(), Requests.to("configmaps"));
      named.edit(c -> new ConfigMapBuilder(c).addToData("a", "b").build());
      assertNull(events.poll(300, TimeUnit.MILLISECONDS));
      hold.clear();
      assertNotNull(events.poll(10, TimeUnit.SECONDS));

      assertEquals(1, cluster.dropWatches(Watches.of("configmaps")));
      // The client opens the watch again.
      named.edit(c -> new ConfigMapBuilder(c).addToData("c", "d").build());
      assertNotNull(events.poll(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void anOldVersionIsGone() throws Exception {
    String before = client.configMaps().inNamespace("default").list().getMetadata().getResourceVersion();
    create("newer");
    cluster.expireHistory();
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    var from = new ListOptionsBuilder().withResourceVersion(before).build();
    try (Watch watch = client.configMaps().inNamespace("default").watch(from, into(events))) {
      assertEquals("gone", events.poll(30, TimeUnit.SECONDS));
    }
  }

  private static Watcher<ConfigMap> into(BlockingQueue<String> events) {
    return new Watcher<>() {
      @Override
      public void eventReceived(Action action, ConfigMap object) {
        events.add(object.getMetadata().getName());
      }

      @Override
      public void onClose(WatcherException cause) {
        events.add(cause.isHttpGone() ? "gone" : cause.toString());
      }
    };
  }
}
