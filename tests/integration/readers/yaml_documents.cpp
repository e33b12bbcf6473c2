#include "yaml_documents.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::string_view some_words[] = {
    "a",
    "b",
    "name",
    "spec",
    "x y",
    "yes",
    "no",
    "on",
    "off",
    "y",
    "n",
    "Y",
    "N",
    "Yes",
    "YES",
    "yES",
    "true",
    "True",
    "false",
    "FALSE",
    "null",
    "Null",
    "NULL",
    "~",
    "",
    "nUll",
    ".inf",
    "-.inf",
    "+.INF",
    ".nan",
    ".NaN",
    "<<",
    "=",
    "-",
    "1:30",
    "190:20:30",
    "12:30:45.5",
    "2001-12-14",
    "2001-12-14t21:59:43.10-05:00",
    "2001-12-14 21:59:43.10 -5",
    "2001-1-1",
    "2001-02-30",
    "a#b",
    "a #b",
    "a:b",
    "a: b",
    "http://x:1/y",
    "[a",
    "a]b",
    "{",
    "}",
    "a,b",
    "&a b",
    "*c",
    "!d",
    "%e",
    "@f",
    "`g",
    "?",
    "? h",
    ":",
    "a\tb",
    "\xc3\xa9",
    "\xf0\x9f\x98\x80",
    "\xe2\x80\xa8",
    "\xc2\x85",
    "...",
    "---",
    "--- a",
    "1.2.3",
    "1e3",
    "1E-3",
    "0x1F",
    "0644",
    "0o17",
    "-0b11",
    "1_000",
    "099",
    "08",
    "0.",
    ".5",
    "5.",
    "+1",
    "-1",
    "1e400",
    "-1e400",
    "1e-400",
    "0.1e1_0",
    "._5",
    ".5_5",
    ".5__5",
    "1.5_",
    "0x",
    "0b",
    "0o8",
    "+-1",
    "١",
};

constexpr std::string_view some_keys[] = {"a",           "b",
                                          "c",           "name",
                                          "on",          "y",
                                          "1",           "0x1",
                                          "1.0",         "1.5",
                                          "1e6",         "null",
                                          "~",           "true",
                                          "<<",          "2001-01-01",
                                          "'1'",         "\"a\"",
                                          "? d\n: e\nf", "a b",
                                          "-1",          "18446744073709551615",
                                          "!!str 1",     "!!int '1'",
                                          "&k g",        "16777217.0",
                                          ".inf",        ""};

constexpr std::string_view some_tags[] = {
    "!!str", "!!int", "!!float", "!!bool", "!!null", "!!binary", "!!timestamp",
    "!!map", "!!seq", "!!merge", "!!set",  "!local", "!",        "!<tag:yaml.org,2002:int>",
    "!<x>",  "!e!x",  "!!omap"};

constexpr std::string_view some_escapes[] = {"\\n",  "\\t", "\\x41", "\\u00e9", "\\U0001F600", "\\\\",
                                             "\\\"", "\\0", "\\e",   "\\_",     "\\N",         "\\L",
                                             "\\P",  "\\a", "\\b",   "\\v",     "\\f",         "\\r",
                                             "\\ ",  "\\/", "\\q",   "\\ud83d", "\\\n  ",      "\\x4"};

constexpr std::string_view some_pieces[] = {":",     ": ",
                                            "\n",    "\n\n",
                                            " ",     "\t",
                                            "- ",    "#",
                                            " #",    ",",
                                            "[",     "]",
                                            "{",     "}",
                                            "&a ",   "*a ",
                                            "!",     "!!",
                                            "|",     ">",
                                            "'",     "\"",
                                            "%",     "@",
                                            "`",     "?",
                                            "? ",    "~",
                                            "---\n", "...\n",
                                            "\r",    "\r\n",
                                            "\\",    "\xef\xbb\xbf",
                                            "\x01",  "\x7f",
                                            "\xff",  "\xc2\xa0",
                                            "<<: ",  "0",
                                            "_",     ".",
                                            "e",     "x"};

std::string spaces(std::size_t n) {
    return std::string(n, ' ');
}

std::string ascii_as_utf_16(std::string_view ascii, bool little) {
    std::string out = little ? "\xff\xfe" : "\xfe\xff";
    for (const char c : ascii) out += little ? std::string{c, '\0'} : std::string{'\0', c};
    return out;
}

}  // namespace

std::string yaml_documents::number() {
    std::string out;
    if (one_in(3)) out += one_in(2) ? "-" : "+";
    static constexpr std::string_view prefixes[] = {"", "", "", "0x", "0b", "0o", "0", "0X"};
    const std::string_view prefix = any(prefixes);
    out += prefix;
    const std::string_view digits = prefix == "0b"                         ? "01"
                                    : prefix.size() == 2 && prefix != "0o" ? "0123456789abcdefABF"
                                                                           : "0123456789";
    for (std::size_t n = 1 + below(one_in(8) ? 24 : 6); n > 0; --n) {
        out += digits[below(digits.size())];
        if (one_in(12)) out += '_';
    }
    if (one_in(3)) {
        out += '.';
        for (std::size_t n = below(6); n > 0; --n) out += static_cast<char>('0' + below(10));
    }
    if (one_in(5)) {
        out += one_in(2) ? "e" : "E";
        if (one_in(2)) out += one_in(2) ? "-" : "+";
        for (std::size_t n = below(4); n > 0; --n) out += static_cast<char>('0' + below(10));
    }
    return out;
}

std::string yaml_documents::quoted() {
    const bool twice = one_in(2);
    std::string out(1, twice ? '"' : '\'');
    for (std::size_t n = below(5); n > 0; --n) {
        if (twice && one_in(2))
            out += any(some_escapes);
        else if (one_in(8))
            out += twice ? "\n   " : "''";
        else
            out += any(some_words);
    }
    return out + out[0];
}

std::string yaml_documents::block_text(std::size_t indent) {
    static constexpr std::string_view headers[] = {"|",  ">",   "|-",    ">-", "|+", ">+",
                                                   "|2", ">1-", "| # c", "|0", "|-3"};
    std::string out(any(headers));
    out += '\n';
    for (std::size_t n = below(5); n > 0; --n) {
        if (!one_in(5)) out += spaces(indent + 1 + below(3)) + std::string(any(some_words));
        out += one_in(10) ? "\r\n" : "\n";
    }
    out += spaces(indent + 1) + "end";
    return out;
}

std::string yaml_documents::scalar() {
    switch (below(6)) {
        case 0:
            return number();
        case 1:
            return quoted();
        default:
            return std::string(any(some_words));
    }
}

std::string yaml_documents::properties() {
    std::string out;
    if (one_in(10)) out += std::string(any(some_tags)) + " ";
    if (one_in(8)) out += "&a" + std::to_string(anchors_++ % 4) + " ";
    return out;
}

std::string yaml_documents::comment() {
    return one_in(12) ? " # a comment" : "";
}

std::string yaml_documents::key() {
    if (one_in(3)) return std::string(any(some_keys));
    if (one_in(8)) return scalar();
    return std::string(1, static_cast<char>('a' + below(8)));
}

std::string yaml_documents::flow(int depth) {
    if (one_in(12)) return "*a" + std::to_string(below(4));
    if (depth > 3 || one_in(2)) return properties() + scalar();
    const bool list = one_in(2);
    std::string out = properties() + (list ? "[" : "{");
    for (std::size_t n = below(4), i = 0; i < n; ++i) {
        if (i > 0) out += one_in(4) ? "," : ", ";
        if (one_in(15)) out += "\n  ";
        if (!list) {
            out += one_in(15) ? "<<" : key();
            if (!one_in(10)) out += one_in(12) ? ":" : ": ";
        } else if (one_in(10)) {
            out += key() + ": ";
        }
        out += flow(depth + 1);
    }
    if (one_in(8)) out += ",";
    return out + (list ? "]" : "}");
}

std::string yaml_documents::node(std::size_t indent, int depth, bool of_key) {
    switch (depth > 4 ? below(4) : below(7)) {
        case 0:
            return " " + flow(depth) + comment() + "\n";
        case 1:
            if (one_in(2)) return " " + properties() + block_text(indent) + "\n";
            return one_in(2) ? " *a" + std::to_string(below(4)) + "\n" : "\n";
        case 2:
        case 3:
            return " " + properties() + scalar() + comment() + "\n";
        case 4:
            return (of_key ? " " + properties() + "\n" : " ") +
                   block_sequence(of_key ? indent + (one_in(2) ? 0 : 2) : indent + 2, depth + 1)
                       .substr(of_key ? 0 : indent + 2);
        default:
            return (of_key ? " " + properties() + "\n" : " ") +
                   block_mapping(indent + 2, depth + 1).substr(of_key ? 0 : indent + 2);
    }
}

std::string yaml_documents::block_mapping(std::size_t indent, int depth) {
    std::string out;
    for (std::size_t n = 1 + below(4); n > 0; --n) {
        if (one_in(10)) {
            out += spaces(indent) + "<<: *a" + std::to_string(below(4)) + "\n";
            continue;
        }
        out += spaces(indent) + key() + ":" + node(indent, depth, true);
    }
    return out;
}

std::string yaml_documents::block_sequence(std::size_t indent, int depth) {
    std::string out;
    for (std::size_t n = 1 + below(4); n > 0; --n) out += spaces(indent) + "-" + node(indent, depth, false);
    return out;
}

void yaml_documents::damage(std::string& text) {
    for (std::size_t n = 1 + below(3); n > 0; --n) {
        const std::size_t at = below(text.size() + 1);
        switch (below(4)) {
            case 0:
                text.erase(at, 1 + below(3));
                break;
            case 1:
                if (at < text.size()) text[at] = static_cast<char>(below(128));
                break;
            default:
                text.insert(at, any(some_pieces));
        }
    }
}

std::string yaml_documents::stream() {
    static constexpr std::string_view begins[] = {
        "---\n",       "--- ", "%YAML 1.1\n---\n", "%YAML 1.2\n---\n", "%TAG !e! tag:yaml.org,2002:\n---\n",
        "# comment\n", "\n",   "---\n---\n",       "%FOO bar\n---\n"};
    static constexpr std::string_view ends[] = {"---\n",    "...\n",     "---", "---\nb: 2\n",
                                                "...\n[\n", "---\n\t\n", "\t\n"};
    std::string out;
    if (one_in(6)) out += any(begins);
    switch (below(5)) {
        case 0:
            out += block_sequence(0, 0);
            break;
        case 1:
            out += flow(0) + "\n";
            break;
        default:
            out += block_mapping(0, 0);
    }
    if (one_in(8)) out += any(ends);
    return out;
}

std::string yaml_documents::next() {
    anchors_ = 0;
    std::string out = stream();
    if (one_in(3)) damage(out);
    const bool ascii = std::ranges::all_of(out, [](char c) { return c > 0; });
    if (ascii && one_in(30)) return ascii_as_utf_16(out, one_in(2));
    if (one_in(30)) out.insert(0, "\xef\xbb\xbf");
    if (one_in(30))
        for (std::size_t at = 0; (at = out.find('\n', at)) != out.npos; at += 2) out.insert(at, "\r");
    if (one_in(40)) out.resize(below(out.size() + 1));
    return out;
}

}}  // namespace setpoint::v0
