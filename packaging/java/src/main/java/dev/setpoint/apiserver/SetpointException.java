package dev.setpoint.apiserver;

/** A server that cannot start, or a command that it refuses. The message says what happened, and what to do. */
public class SetpointException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SetpointException(String message) {
    super("setpoint: " + message);
  }

  public SetpointException(String message, Throwable cause) {
    super("setpoint: " + message, cause);
  }
}
