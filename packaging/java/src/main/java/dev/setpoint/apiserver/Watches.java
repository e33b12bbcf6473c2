package dev.setpoint.apiserver;

import java.util.LinkedHashMap;
import java.util.Map;

/** Selects watches; what is not set selects all. */
public final class Watches {
  final Map<String, Object> members = new LinkedHashMap<>();

  private Watches() {}

  public static Watches any() {
    return new Watches();
  }

  /** Watches of a resource: its plural, such as {@code configmaps}. */
  public static Watches of(String resource) {
    return any().set("resource", resource);
  }

  private Watches set(String name, Object value) {
    members.put(name, value);
    return this;
  }

  public Watches group(String group) {
    return set("group", group);
  }

  public Watches namespace(String namespace) {
    return set("namespace", namespace);
  }

  /** The beginning of the header User-Agent. */
  public Watches userAgent(String begin) {
    return set("userAgent", begin);
  }
}
