package dev.setpoint.apiserver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The process of a server. Commands are lines of JSON on its standard input; it ends when that ends. */
final class Server {
  private static final String END = "\0"; // after the last line

  final Process process;
  private final Path program;
  private final Duration timeout;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final StringBuilder log = new StringBuilder();
  private final Thread logReader;
  private final OutputStream commands;
  private long last; // id of the last command
  private boolean stopped;

  Server(ClusterOptions options) {
    program = Program.path(options.program);
    timeout = options.timeout;
    try {
      process = Program.start(new ProcessBuilder(options.command(program)));
    } catch (IOException e) {
      throw Program.notStarted(program, e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    commands = process.getOutputStream();
    read(process.getInputStream(), "answers", lines::add).start();
    logReader = read(process.getErrorStream(), "log", this::keep);
    logReader.start();
  }

  private Thread read(InputStream from, String what, Consumer<String> to) {
    Thread thread = new Thread(() -> {
      try (BufferedReader in = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) to.accept(line);
      } catch (IOException e) {
        // The process has ended.
      }
      to.accept(END);
    }, "setpoint-" + what + "-" + process.pid());
    thread.setDaemon(true);
    return thread;
  }

  private void keep(String line) {
    if (line.equals(END)) return;
    System.err.println(line);
    synchronized (log) {
      log.append(line).append('\n');
      if (log.length() > 4096) log.delete(0, log.length() - 4096);
    }
  }

  private String wholeLog() throws InterruptedException {
    logReader.join(TimeUnit.SECONDS.toMillis(5));
    synchronized (log) {
      return log.toString().strip();
    }
  }

  private static SetpointException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new SetpointException("interrupted", e);
  }

  /** Waits until the server is ready, and returns the answer to {@code info}. */
  Map<String, Object> greet() {
    try {
      String line = lines.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
      if (line == null) throw new SetpointException(program + " is not ready after " + timeout);
      if (line.equals(END)) throw Program.notReady(program, process.waitFor(), wholeLog());
      if (!line.startsWith("ready on ")) {
        throw new SetpointException(program + " printed '" + line + "' in place of 'ready on ...': it is not setpoint");
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    Map<String, Object> info = call("info", Map.of());
    Program.checkVersion(program, String.valueOf(info.get("version")));
    return info;
  }

  /** Returns the answer. */
  synchronized Map<String, Object> call(String name, Map<String, Object> members) {
    Map<String, Object> request = new LinkedHashMap<>(members);
    request.put("do", name);
    request.put("id", ++last);
    long until = System.nanoTime() + timeout.toNanos();
    try {
      commands.write((Json.text(request) + "\n").getBytes(StandardCharsets.UTF_8));
      commands.flush();
      while (true) {
        String line = lines.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (line == null) throw new SetpointException(name + ": no answer within " + timeout);
        if (line.equals(END)) throw new SetpointException(name + ": the server has ended: " + wholeLog());
        Map<String, Object> answer = answer(name, line);
        if (!Long.valueOf(last).equals(answer.get("id"))) continue; // to a command that was given up
        if (Boolean.TRUE.equals(answer.get("ok"))) return answer;
        throw new SetpointException(name + ": " + answer.get("error"));
      }
    } catch (IOException e) {
      throw new SetpointException(name + ": the server has ended", e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> answer(String name, String line) {
    try {
      return (Map<String, Object>) Json.parse(line);
    } catch (IllegalArgumentException | ClassCastException e) {
      throw new SetpointException(name + ": the server printed '" + line + "', which is not an answer", e);
    }
  }

  /** Ends the server. An exception if it had ended before, or did not end in order. */
  synchronized void stop() {
    if (stopped) return;
    stopped = true;
    try {
      try {
        commands.close(); // which ends the server
      } catch (IOException e) {
        // It has ended.
      }
      if (!process.waitFor(10, TimeUnit.SECONDS)) process.destroyForcibly().waitFor();
      if (process.exitValue() != 0) {
        throw new SetpointException("the server ended with code " + process.exitValue() + ": " + wholeLog());
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw interrupted(e);
    }
  }
}
