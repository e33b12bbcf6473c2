package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.setpoint.apiserver.Cluster;
import dev.setpoint.apiserver.Effect;
import dev.setpoint.apiserver.Requests;
import dev.setpoint.apiserver.fabric8.Clients;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@QuarkusTest
@WithTestResource(SetpointResource.class)
class GreeterTest {
  @Inject Greeter greeter;

  Cluster cluster;

  @Test
  void aSlowServerIsAwaited() {
    cluster.inject(Effect.delay(Duration.ofMillis(200)), Requests.to("configmaps").verbs("patch"));
    greeter.greet("hello");
    try (KubernetesClient client = Clients.of(cluster)) {
      assertEquals("Hello", client.configMaps().inNamespace("default").withName("hello").get().getData().get("text"));
    }
  }
}
