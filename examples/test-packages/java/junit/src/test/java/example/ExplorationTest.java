package example;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.setpoint.apiserver.Exploration;
import dev.setpoint.apiserver.SetpointException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExplorationTest {
  private static final Path STORY = Path.of("../../operator/story.yaml");
  private static final String[] OPERATOR = {"python3", "../../operator/operator.py", "--kubeconfig", "{kubeconfig}"};

  @Test
  void theOperatorSurvivesFaults() {
    Exploration.of(STORY, OPERATOR).only("P1", "P2").check();
  }

  @Test
  void aForgetfulOperatorIsFound() throws Exception {
    var found = Exploration.of(STORY, OPERATOR[0], OPERATOR[1], OPERATOR[2], OPERATOR[3], "--forgetful")
        .only("P4").maxFindings(1).patience(Duration.ofSeconds(2)).longestRetry(Duration.ofSeconds(4)).run();
    assertFalse(found.all().isEmpty(), found.summary());
    assertTrue(Files.readString(found.page()).contains("finding-1"));
    assertTrue(found.all().get(0).text().contains("replay: "), found.all().get(0).text());
    Files.delete(found.page());

    var error = assertThrows(SetpointException.class, () -> Exploration.of(Path.of("absent.yaml"), OPERATOR).run());
    assertTrue(error.getMessage().contains("absent.yaml"), error.getMessage());
  }
}
