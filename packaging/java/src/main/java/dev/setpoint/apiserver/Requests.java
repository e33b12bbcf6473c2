package dev.setpoint.apiserver;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Selects requests; what is not set selects all. A fault concerns one of them, unless {@link #times} or {@link #always} is set. */
public final class Requests {
  final Map<String, Object> members = new LinkedHashMap<>();

  private Requests() {}

  public static Requests any() {
    return new Requests();
  }

  /** Requests for a resource: its plural, such as {@code configmaps}. */
  public static Requests to(String resource) {
    return any().set("resource", resource);
  }

  private Requests set(String name, Object value) {
    members.put(name, value);
    return this;
  }

  /** Of get, list, watch, create, update, patch, delete and deletecollection. */
  public Requests verbs(String... verbs) {
    return set("verbs", List.of(verbs));
  }

  /** Such as {@code apps}. */
  public Requests group(String group) {
    return set("group", group);
  }

  /** Such as {@code status}. */
  public Requests subresource(String subresource) {
    return set("subresource", subresource);
  }

  public Requests namespace(String namespace) {
    return set("namespace", namespace);
  }

  public Requests name(String name) {
    return set("name", name);
  }

  /** The beginning of the header User-Agent. */
  public Requests userAgent(String begin) {
    return set("userAgent", begin);
  }

  /** Lets the first {@code count} requests pass. */
  public Requests skip(int count) {
    return set("skip", count);
  }

  /** How many requests the fault concerns; at least 1. */
  public Requests times(int count) {
    return set("times", Math.max(1, count));
  }

  /** The fault concerns all requests until it is cleared. */
  public Requests always() {
    return set("times", 0);
  }
}
