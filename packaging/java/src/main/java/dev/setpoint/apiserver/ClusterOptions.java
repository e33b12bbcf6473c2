package dev.setpoint.apiserver;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Options of a server. Without any, it has its controllers and one fake node, on which pods become ready. */
public final class ClusterOptions {
  Path program;
  boolean controllers = true;
  final List<Path> crds = new ArrayList<>();
  Path snapshot;
  int port;
  final List<String> flags = new ArrayList<>();
  Duration timeout = Duration.ofMinutes(1);

  private ClusterOptions() {}

  public static ClusterOptions create() {
    return new ClusterOptions();
  }

  /** The path of setpoint. Default: {@code $SETPOINT}, the program of this artifact, or the one in {@code $PATH}, in this order. */
  public ClusterOptions program(Path path) {
    program = path;
    return this;
  }

  /** Runs the API alone: nothing creates the pods of a Deployment. */
  public ClusterOptions withoutControllers() {
    controllers = false;
    return this;
  }

  /** Files and folders with CustomResourceDefinitions, which are established when the server has started. */
  public ClusterOptions crds(Path... paths) {
    crds.addAll(List.of(paths));
    return this;
  }

  /** A file with objects to start with: of {@link Cluster#snapshotFile}, or of {@code kubectl get -o yaml}. */
  public ClusterOptions snapshot(Path file) {
    snapshot = file;
    return this;
  }

  /** The port to listen on, at 127.0.0.1. Default: any free port. */
  public ClusterOptions port(int port) {
    this.port = port;
    return this;
  }

  /** Further flags of {@code setpoint apiserver}, such as {@code --authorization-mode=RBAC}. */
  public ClusterOptions flags(String... flags) {
    this.flags.addAll(List.of(flags));
    return this;
  }

  /** The limit for the start and for each command. Default: one minute. */
  public ClusterOptions timeout(Duration timeout) {
    this.timeout = timeout;
    return this;
  }

  List<String> command(Path program) {
    List<String> all = new ArrayList<>(List.of(program.toString(), "apiserver", "--control", "--port", Integer.toString(port)));
    if (!controllers) {
      all.addAll(List.of("--nodes", "0", "--without", "garbage-collection,namespaces,workloads,addresses,endpoints,nodes"));
    }
    if (snapshot != null) all.addAll(List.of("--snapshot", snapshot.toString()));
    all.addAll(flags);
    return all;
  }
}
