package dev.setpoint.apiserver;

import java.util.Map;
import java.util.Optional;

/** A fault of a server. It concerns requests of clients, not those of the server's own controllers. */
public final class Fault {
  /**
   * What a fault has done so far.
   *
   * @param number of the fault
   * @param description in words
   * @param matched requests that it selects
   * @param applied requests that it had an effect on
   */
  public record State(long number, String description, long matched, long applied) {}

  private final Cluster cluster;
  private final long number;

  Fault(Cluster cluster, long number) {
    this.cluster = cluster;
    this.number = number;
  }

  /** Removes the fault. Watches that it held continue. */
  public void clear() {
    cluster.call("clear", Map.of("fault", number));
  }

  /** What it has done; empty after it was cleared. */
  public Optional<State> state() {
    return cluster.faults().stream().filter(f -> f.number() == number).findFirst();
  }
}
