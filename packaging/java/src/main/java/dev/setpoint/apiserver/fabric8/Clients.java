package dev.setpoint.apiserver.fabric8;

import dev.setpoint.apiserver.Cluster;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/** Makes fabric8's client for a server. */
public final class Clients {
  private Clients() {}

  /** A client, which you close. */
  public static KubernetesClient of(Cluster cluster) {
    return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig())).build();
  }
}
