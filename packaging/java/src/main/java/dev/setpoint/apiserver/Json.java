package dev.setpoint.apiserver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, numbers (long or double), booleans and null: enough for the commands of a server. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    Json in = new Json(text);
    Object value = in.value();
    in.skipSpace();
    if (in.at != text.length()) throw in.wrong();
    return value;
  }

  static String text(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> map) {
      String before = "{";
      for (Map.Entry<?, ?> member : map.entrySet()) {
        write(member.getKey(), out.append(before));
        write(member.getValue(), out.append(':'));
        before = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof Iterable<?> items) {
      String before = "";
      out.append('[');
      for (Object item : items) {
        write(item, out.append(before));
        before = ",";
      }
      out.append(']');
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      quote(value.toString(), out);
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); ++i) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ' || Character.isSurrogate(c)) out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    out.append('"');
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("invalid JSON at character " + at);
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) ++at;
  }

  private char next() {
    skipSpace();
    if (at == text.length()) throw wrong();
    return text.charAt(at);
  }

  private boolean take(char c) {
    if (next() != c) return false;
    ++at;
    return true;
  }

  private void expect(char c) {
    if (!take(c)) throw wrong();
  }

  private Object value() {
    return switch (next()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) throw wrong();
    at += word.length();
    return value;
  }

  private Map<String, Object> object() {
    Map<String, Object> out = new LinkedHashMap<>();
    expect('{');
    if (take('}')) return out;
    do {
      if (next() != '"') throw wrong();
      String name = string();
      expect(':');
      out.put(name, value());
    } while (take(','));
    expect('}');
    return out;
  }

  private List<Object> array() {
    List<Object> out = new ArrayList<>();
    expect('[');
    if (take(']')) return out;
    do out.add(value());
    while (take(','));
    expect(']');
    return out;
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    for (++at; at < text.length(); ++at) {
      char c = text.charAt(at);
      if (c == '"') {
        ++at;
        return out.toString();
      }
      out.append(c == '\\' ? escaped() : c);
    }
    throw wrong();
  }

  private char escaped() {
    if (++at == text.length()) throw wrong();
    char c = text.charAt(at);
    int plain = "\"\\/bfnrt".indexOf(c);
    if (plain >= 0) return "\"\\/\b\f\n\r\t".charAt(plain);
    if (c != 'u' || at + 4 >= text.length()) throw wrong();
    at += 4;
    try {
      return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
    } catch (NumberFormatException e) {
      throw wrong();
    }
  }

  private Object number() {
    int begin = at;
    while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) ++at;
    String number = text.substring(begin, at);
    try {
      if (number.matches("-?[0-9]+")) return Long.valueOf(number);
      return Double.valueOf(number);
    } catch (NumberFormatException e) {
      throw wrong();
    }
  }
}
