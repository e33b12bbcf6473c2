package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.setpoint.apiserver.junit.Setpoint;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@Setpoint
class DeploymentTest {
  private KubernetesClient client;

  private static Deployment web() {
    Map<String, String> labels = Map.of("app", "web");
    return new DeploymentBuilder()
        .withNewMetadata().withName("web").withNamespace("default").endMetadata()
        .withNewSpec()
        .withReplicas(2)
        .withNewSelector().withMatchLabels(labels).endSelector()
        .withNewTemplate()
        .withNewMetadata().withLabels(labels).endMetadata()
        .withNewSpec().addNewContainer().withName("web").withImage("nginx:1.29").endContainer().endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  @Test
  void aDeploymentBecomesReady() {
    client.resource(web()).create();
    client.resource(web()).waitUntilCondition(
        d -> d != null && Integer.valueOf(2).equals(d.getStatus().getReadyReplicas()), 30, TimeUnit.SECONDS);
  }

  @Test
  @Setpoint(controllers = false)
  void withoutControllersNothingHappens(KubernetesClient own) {
    assertEquals(client, own, "the field has the server of the test too");
    client.resource(web()).create();
    assertTrue(client.nodes().list().getItems().isEmpty());
    assertTrue(client.apps().replicaSets().inNamespace("default").list().getItems().isEmpty());
  }
}
