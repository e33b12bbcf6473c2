package dev.setpoint.apiserver;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a fault does to a request. */
public final class Effect {
  final Map<String, Object> members = new LinkedHashMap<>();

  private Effect(String name, Object value) {
    members.put(name, value);
  }

  /** Answers with this code, such as 409, and executes nothing. */
  public static Effect refuse(int code) {
    return new Effect("refuse", code);
  }

  /** {@link #refuse(int)} with the Status's reason, such as {@code Conflict}, and message. */
  public static Effect refuse(int code, String reason, String message) {
    Effect effect = refuse(code);
    effect.members.put("reason", reason);
    effect.members.put("message", message);
    return effect;
  }

  /** After {@link #refuse}: tells the client to try again after this time, in whole seconds. */
  public Effect retryAfter(Duration time) {
    members.put("retryAfter", time.toSeconds());
    return this;
  }

  /** Executes the request after this time. */
  public static Effect delay(Duration time) {
    return new Effect("delay", durationText(time));
  }

  /** Ends the connection and executes nothing. */
  public static Effect loseRequest() {
    return new Effect("lose", "request");
  }

  /** Executes the request, and ends the connection in place of an answer. */
  public static Effect loseAnswer() {
    return new Effect("lose", "answer");
  }

  /** Lets watches, open and new ones, deliver nothing until the fault is cleared; then they deliver what was held back. */
  public static Effect holdWatches() {
    return new Effect("hold-watches", true);
  }

  static String durationText(Duration d) {
    return d.toNanos() / 1000 + "us";
  }
}
