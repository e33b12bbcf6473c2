package example;

import dev.setpoint.apiserver.Cluster;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/**
 * A server for the tests of an application. Quarkus reads the property kubeconfig when it makes the client; application.properties turns
 * its own containers off.
 */
public class SetpointResource implements QuarkusTestResourceLifecycleManager {
  private Cluster cluster;

  @Override
  public Map<String, String> start() {
    cluster = Cluster.start();
    System.setProperty("kubeconfig", cluster.kubeconfigFile().toString());
    return Map.of();
  }

  @Override
  public void inject(TestInjector injector) {
    injector.injectIntoFields(cluster, new TestInjector.MatchesType(Cluster.class));
  }

  @Override
  public void stop() {
    System.clearProperty("kubeconfig");
    if (cluster != null) cluster.close();
  }
}
