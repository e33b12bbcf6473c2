package dev.setpoint.apiserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A running server, which ends when it is closed, or when this process ends in any way. It may be used by several threads. */
public final class Cluster implements AutoCloseable {
  private final Server server;
  private final Map<String, Object> info;
  private Path kubeconfigFile;

  private Cluster(ClusterOptions options) {
    server = new Server(options);
    try {
      info = server.greet();
      if (!options.crds.isEmpty()) install(options.crds.toArray(Path[]::new));
    } catch (SetpointException e) {
      server.process.destroyForcibly();
      throw e;
    }
  }

  /** Starts a server with its controllers. */
  public static Cluster start() {
    return start(ClusterOptions.create());
  }

  public static Cluster start(ClusterOptions options) {
    return new Cluster(options);
  }

  Map<String, Object> call(String name, Map<String, Object> members) {
    return server.call(name, members);
  }

  /** Ends the server and removes its files. An exception if the server had ended before, or did not end in order. */
  @Override
  public synchronized void close() {
    try {
      server.stop();
    } finally {
      if (kubeconfigFile != null) remove(kubeconfigFile);
    }
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.getParent());
    } catch (IOException e) {
      // A file that the test has added stays.
    }
  }

  /** The address, such as {@code https://127.0.0.1:35123}. */
  public String url() {
    return (String) info.get("url");
  }

  /** The version of Kubernetes that the server imitates, such as {@code v1.37.2}. */
  public String kubernetesVersion() {
    return (String) info.get("kubernetes");
  }

  /** The server's process. */
  public ProcessHandle process() {
    return server.process.toHandle();
  }

  /** The text of a kubeconfig of a cluster administrator. */
  public String kubeconfig() {
    return (String) info.get("kubeconfig");
  }

  /** Writes the kubeconfig into a temporary folder at the first call; it is removed with the cluster. */
  public synchronized Path kubeconfigFile() {
    if (kubeconfigFile != null) return kubeconfigFile;
    try {
      Path folder = Files.createTempDirectory("setpoint-"); // for this user alone
      var own = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
      Path file = Files.createFile(folder.resolve("kubeconfig"), own);
      Files.writeString(file, kubeconfig());
      kubeconfigFile = file;
      return file;
    } catch (IOException e) {
      throw new SetpointException("cannot write a kubeconfig: " + e + ": set -Djava.io.tmpdir to a folder that can be written", e);
    }
  }

  /** Creates or updates the CustomResourceDefinitions in files and folders, waits until they are established, and returns their names. */
  public List<String> install(Path... paths) {
    return names(Map.of("files", Arrays.stream(paths).map(Cluster::absolute).toList()));
  }

  /** {@link #install} for definitions that are values: maps, lists, strings, numbers, booleans. */
  public List<String> installObjects(List<Map<String, Object>> definitions) {
    return names(Map.of("objects", definitions));
  }

  private List<String> names(Map<String, Object> members) {
    return list(call("install", members).get("names")).stream().map(String::valueOf).toList();
  }

  private static List<?> list(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  private static String absolute(Path path) {
    return path.toAbsolutePath().toString();
  }

  /** Keeps all objects in the server's memory under this name. */
  public void snapshot(String name) {
    call("snapshot", Map.of("name", name));
  }

  /** Makes the objects equal to those of the snapshot of this name, with ordinary watch events: clients go on. */
  public void restore(String name) {
    call("restore", Map.of("name", name));
  }

  /** Writes all objects to a file, for {@link #restoreFile} and {@link ClusterOptions#snapshot}. */
  public void snapshotFile(Path path) {
    call("snapshot", Map.of("file", absolute(path)));
  }

  /** {@link #restore} with a file of {@link #snapshotFile}. */
  public void restoreFile(Path path) {
    call("restore", Map.of("file", absolute(path)));
  }

  /** Adds a fault. */
  public Fault inject(Effect effect, Requests on) {
    Map<String, Object> members = new LinkedHashMap<>(on.members);
    members.put("effect", effect.members);
    return new Fault(this, number(call("fault", members).get("fault")));
  }

  /** The faults that are not cleared. */
  public List<Fault.State> faults() {
    return list(call("faults", Map.of()).get("faults")).stream().map(f -> state((Map<?, ?>) f)).toList();
  }

  private static Fault.State state(Map<?, ?> f) {
    String description = String.valueOf(f.get("description"));
    return new Fault.State(number(f.get("fault")), description, number(f.get("matched")), number(f.get("applied")));
  }

  private static long number(Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }

  /** Removes all faults. */
  public void clearFaults() {
    call("clear", Map.of());
  }

  /** Ends the connections of these watches now, and returns how many they were. */
  public long dropWatches(Watches watches) {
    return number(call("drop-watches", watches.members).get("dropped"));
  }

  /** Lets the server answer 410 to resourceVersions before this moment, as after a compaction. Open watches stay. */
  public void expireHistory() {
    call("expire-history", Map.of());
  }
}
