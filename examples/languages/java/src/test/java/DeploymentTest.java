import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A test against the embedded API server, with its controllers. */
class DeploymentTest {
  @TempDir static Path folder;
  private static Process server;
  private static KubernetesClient client;

  @BeforeAll
  static void start() throws Exception {
    Path kubeconfig = folder.resolve("kubeconfig");
    String program = Optional.ofNullable(System.getenv("SETPOINT")).orElse("setpoint");
    server = new ProcessBuilder(program, "apiserver", "--port", "0", "--write-kubeconfig", kubeconfig.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String line = server.inputReader().readLine();
    Assertions.assertTrue(line != null && line.startsWith("ready on "), line);
    client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(Files.readString(kubeconfig))).build();
  }

  @AfterAll
  static void stop() throws Exception {
    if (client != null) client.close();
    server.destroy();
    server.waitFor();
  }

  @Test
  void aDeploymentBecomesReady() {
    Map<String, String> labels = Map.of("app", "web");
    Deployment web = new DeploymentBuilder()
        .withNewMetadata().withName("web").withNamespace("default").endMetadata()
        .withNewSpec()
        .withReplicas(2)
        .withNewSelector().withMatchLabels(labels).endSelector()
        .withNewTemplate()
        .withNewMetadata().withLabels(labels).endMetadata()
        .withNewSpec().addNewContainer().withName("web").withImage("nginx:1.29").endContainer().endSpec()
        .endTemplate()
        .endSpec()
        .build();
    client.resource(web).create();
    Deployment ready = client.resource(web).waitUntilCondition(
        d -> d != null && Integer.valueOf(2).equals(d.getStatus().getReadyReplicas()), 30, TimeUnit.SECONDS);
    Assertions.assertEquals(2, ready.getStatus().getReadyReplicas());
  }
}
