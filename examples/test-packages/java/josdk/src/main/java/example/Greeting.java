package example;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

@Group("example.com")
@Version("v1")
public class Greeting extends CustomResource<Greeting.Spec, Void> implements Namespaced {
  public static class Spec {
    public String text;
  }
}
