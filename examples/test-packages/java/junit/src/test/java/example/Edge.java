package example;

import dev.setpoint.apiserver.Cluster;
import dev.setpoint.apiserver.ClusterOptions;
import dev.setpoint.apiserver.Exploration;
import dev.setpoint.apiserver.SetpointException;
import java.nio.file.Path;

/** For tests/language_packages/java: a server that starts, or does not, and a process that is killed. */
final class Edge {
  private static final String OPERATOR = "echo $$ $PPID > \"$PIDS\"; exec sleep 1000";

  private Edge() {}

  public static void main(String[] arguments) throws Exception {
    String port = System.getenv("TO_BE_REFUSED");
    if (port != null) {
      try (Cluster cluster = Cluster.start(ClusterOptions.create().port(Integer.parseInt(port)))) {
        System.out.println("setpoint: it starts");
      } catch (SetpointException e) {
        System.out.println(e.getMessage());
      }
      return;
    }
    if ("explore".equals(System.getenv("TO_BE_KILLED"))) {
      System.out.println(Exploration.of(Path.of(System.getenv("STORY")), "sh", "-c", OPERATOR).run());
      return;
    }
    Cluster cluster = Cluster.start();
    Process other = new ProcessBuilder("sleep", "300").start();
    System.out.println("server " + cluster.process().pid() + " other " + other.pid());
    other.waitFor();
  }
}
