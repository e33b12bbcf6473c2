package example;

import dev.setpoint.apiserver.Cluster;
import dev.setpoint.apiserver.Effect;
import dev.setpoint.apiserver.Requests;
import dev.setpoint.apiserver.junit.Setpoint;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@Setpoint(crds = "../../operator/greeting.crd.yaml")
class GreetingReconcilerTest {
  private Cluster cluster;
  private KubernetesClient client;
  private Operator operator;

  @BeforeEach
  void start() {
    operator = new Operator(o -> o.withKubernetesClient(client).withCloseClientOnStop(false));
    operator.register(new GreetingReconciler());
    operator.start();
  }

  @AfterEach
  void stop() {
    operator.stop();
  }

  @Test
  void aConflictIsRetried() {
    cluster.inject(Effect.refuse(409), Requests.to("configmaps").verbs("patch"));
    Greeting greeting = new Greeting();
    greeting.setMetadata(new ObjectMetaBuilder().withNamespace("default").withName("hello").build());
    greeting.setSpec(new Greeting.Spec());
    greeting.getSpec().text = "Hello";
    client.resource(greeting).create();
    client.configMaps().inNamespace("default").withName("hello")
        .waitUntilCondition(c -> c != null && "Hello".equals(c.getData().get("text")), 30, TimeUnit.SECONDS);
  }
}
