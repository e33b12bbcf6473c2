package dev.setpoint.apiserver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/** Plays a story of an operator under faults: {@code setpoint explore}. The reference of that command describes each option. */
public final class Exploration {
  /**
   * A wrong outcome under a fault.
   *
   * @param title the check that failed, and what differs
   * @param text with both timelines and the command that replays it
   */
  public record Finding(String title, String text) {}

  /**
   * The result of an exploration.
   *
   * @param all the findings
   * @param summary how much was tried
   * @param page the file with the page; null if nothing was found
   */
  public record Findings(List<Finding> all, String summary, Path page) {}

  /** Runs "$@" and ends it when the standard input ends: when this process closes it, or was killed. */
  private static final String TIED = """
      exec 3<&0 </dev/null
      "$@" 3<&- & p=$!
      { read -r _ <&3 || kill -TERM $p; } >/dev/null 2>&1 & w=$!
      wait $p; c=$?
      kill $w 2>/dev/null
      exit $c
      """;

  private static final Pattern BEGIN = Pattern.compile("^[0-9]+\\. [a-z].*");
  private static final Pattern SUMMARY = Pattern.compile("^[0-9]+ points, .*");
  private static final Pattern PROGRESS = Pattern.compile("^[0-9]+ of [0-9]+ plans.*");

  private final List<String> flags = new ArrayList<>();
  private final List<String> command;
  private final Map<String, String> variables = new HashMap<>();
  private Path program;
  private Path page;

  private Exploration(Path story, List<String> command) {
    this.command = command;
    flag("--story", story.toString());
  }

  /** The file with the story, and the operator's program and arguments; {kubeconfig}, {port} and {instance} are replaced. */
  public static Exploration of(Path story, String... command) {
    return new Exploration(story, List.of(command));
  }

  private Exploration flag(String... words) {
    flags.addAll(Arrays.asList(words));
    return this;
  }

  /** See {@link ClusterOptions#program}. */
  public Exploration program(Path path) {
    program = path;
    return this;
  }

  /** A further environment variable of the operator. */
  public Exploration env(String name, String value) {
    variables.put(name, value);
    return this;
  }

  public Exploration rbac(Path path) {
    return flag("--rbac", path.toString());
  }

  public Exploration serviceAccount(String name) {
    return flag("--service-account", name);
  }

  public Exploration only(String... faults) {
    return flag("--only", String.join(",", faults));
  }

  public Exploration except(String... faults) {
    return flag("--except", String.join(",", faults));
  }

  public Exploration replay(String plan) {
    return flag("--replay", plan);
  }

  public Exploration pairs() {
    return flag("--pairs");
  }

  public Exploration time(Duration limit) {
    return flag("--time", Effect.durationText(limit));
  }

  public Exploration plans(int count) {
    return flag("--plans", Integer.toString(count));
  }

  public Exploration jobs(int count) {
    return flag("--jobs", Integer.toString(count));
  }

  public Exploration patience(Duration time) {
    return flag("--patience", Effect.durationText(time));
  }

  public Exploration longestRetry(Duration time) {
    return flag("--longest-retry", Effect.durationText(time));
  }

  public Exploration maxFindings(int count) {
    return flag("--max-findings", Integer.toString(count));
  }

  public Exploration logs(Path folder) {
    return flag("--logs", folder.toString());
  }

  /**
   * The file for the page with the findings. Default: a file in the folder {@code $SETPOINT_EXPLORE_PAGES}, or a temporary file; it is
   * kept if there are findings.
   */
  public Exploration page(Path file) {
    page = file;
    return this;
  }

  /** Plays the story, and throws an AssertionError if anything was found: with the findings, and the path of the page. */
  public void check() {
    Findings found = run();
    if (found.all().isEmpty()) {
      System.out.println(found.summary());
      return;
    }
    StringBuilder message = new StringBuilder();
    for (Finding one : found.all()) message.append(one.text()).append("\n\n");
    // The last line is how Jenkins and GitLab find the page.
    throw new AssertionError(message + found.summary() + "\npage: " + found.page() + "\n[[ATTACHMENT|" + found.page() + "]]");
  }

  /** Plays the story. */
  public Findings run() {
    Path path = Program.path(program);
    Path to = page != null ? page.toAbsolutePath() : temporaryPage();
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", TIED, "setpoint", path.toString(), "explore"));
    words.addAll(flags);
    words.addAll(List.of("--page", to.toString(), "--"));
    words.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().putAll(variables);
    try {
      Process process = Program.start(builder); // its standard input stays open until it has ended, or this process
      CompletableFuture<String> log = CompletableFuture.supplyAsync(() -> text(process, false));
      String out = text(process, true);
      int code = process.waitFor();
      process.getOutputStream().close();
      if (code == 126 || code == 127) throw Program.notStarted(path, new IOException("it cannot be executed")); // the shell's codes
      return result(code, out, log.join(), to);
    } catch (IOException e) {
      throw new SetpointException("explore: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SetpointException("explore: interrupted", e);
    }
  }

  private Findings result(int code, String out, String log, Path to) throws IOException {
    Findings found = parse(out, to);
    if (code == 1 && !found.all().isEmpty()) return found;
    if (page == null) Files.deleteIfExists(to);
    if (code == 0) return new Findings(List.of(), found.summary(), null);
    throw new SetpointException("explore ended with code " + code + ": " + (log + "\n" + out).strip());
  }

  private static String text(Process process, boolean out) {
    try {
      return new String((out ? process.getInputStream() : process.getErrorStream()).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  private static Path temporaryPage() {
    String folder = System.getenv("SETPOINT_EXPLORE_PAGES");
    try {
      if (folder == null || folder.isEmpty()) return Files.createTempFile("explore-", ".html");
      return Files.createTempFile(Files.createDirectories(Path.of(folder)), "explore-", ".html").toAbsolutePath();
    } catch (IOException e) {
      throw new SetpointException("cannot write the page: " + e
          + ": set -Djava.io.tmpdir or SETPOINT_EXPLORE_PAGES to a folder that can be written", e);
    }
  }

  /** Reads what {@code setpoint explore} prints. */
  static Findings parse(String out, Path page) {
    List<Finding> all = new ArrayList<>();
    List<String> block = new ArrayList<>();
    String summary = "";
    for (String line : out.split("\n", -1)) {
      boolean begins = BEGIN.matcher(line).matches();
      boolean sums = SUMMARY.matcher(line).matches();
      if (begins || sums) {
        if (!block.isEmpty()) all.add(finding(block));
        block.clear();
      }
      if (sums) summary = line;
      else if (begins || (!block.isEmpty() && !PROGRESS.matcher(line).matches())) block.add(line);
    }
    if (!block.isEmpty()) all.add(finding(block));
    return new Findings(List.copyOf(all), summary, page);
  }

  private static Finding finding(List<String> block) {
    StringBuilder title = new StringBuilder(block.get(0).replaceFirst("^[0-9]+\\. ", ""));
    for (String line : block.subList(1, block.size())) { // a long title is wrapped
      if (line.isEmpty() || line.startsWith(" ")) break;
      title.append(' ').append(line);
    }
    return new Finding(title.toString(), String.join("\n", block).strip());
  }
}
