package dev.setpoint.apiserver.junit;

import dev.setpoint.apiserver.Cluster;
import dev.setpoint.apiserver.fabric8.Clients;

/** A server of a context, and its client once somebody wants one. */
final class Running {
  private static final String CLIENT = "io.fabric8.kubernetes.client.KubernetesClient"; // a library that may be missing

  private final String of;
  private final Cluster cluster;
  private AutoCloseable client;

  Running(String of, Cluster cluster) {
    this.of = of;
    this.cluster = cluster;
  }

  /** The id of the context that it ends with. */
  String of() {
    return of;
  }

  static boolean gives(Class<?> type) {
    return type == Cluster.class || type.getName().equals(CLIENT);
  }

  synchronized Object get(Class<?> type) {
    if (type == Cluster.class) return cluster;
    if (client == null) client = Clients.of(cluster);
    return client;
  }

  synchronized void close() {
    try {
      if (client != null) client.close();
    } catch (Exception e) {
      // The server ends its connections.
    } finally {
      cluster.close();
    }
  }
}
