package example;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;

/** A bean of an application that uses the API. */
@ApplicationScoped
public class Greeter {
  private final KubernetesClient client;

  Greeter(KubernetesClient client) {
    this.client = client;
  }

  public void greet(String name) {
    client.resource(new ConfigMapBuilder()
        .withNewMetadata().withNamespace("default").withName(name).endMetadata()
        .withData(Map.of("text", "Hello"))
        .build()).serverSideApply();
  }
}
