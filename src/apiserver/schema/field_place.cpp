#include "apiserver/schema/field_place.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// A dot, a bracket, a single-quoted text, or the text between those.
std::string_view take_token(std::string_view& path) {
    constexpr std::string_view delimiters = ".[]";
    std::size_t end = path.find_first_of(delimiters);
    if (path.front() == '\'') {
        end = path.find('\'', 1);
        while (end != std::string_view::npos && path[end - 1] == '\\') end = path.find('\'', end + 1);
        end = end == std::string_view::npos ? path.size() : end + 1;
    }
    const std::string_view out = path.substr(0, std::max<std::size_t>(1, std::min(end, path.size())));
    path.remove_prefix(out.size());
    return out;
}

void descend(field_place& at, std::string_view name) {
    constexpr const char* unknown = "does not refer to a valid field";
    const schema_node* from = at.node;
    if (from == nullptr || (from->properties.empty() && from->additional == nullptr)) {
        at.error = unknown;
    } else if (!from->properties.empty()) {
        at.node = from->find(name);
        if (at.node == nullptr) at.error = unknown;
        at.path += (at.path.empty() ? "" : ".") + std::string(name);
    } else {
        at.node = from->additional;
        at.path += "[" + std::string(name) + "]";
    }
    if (at.first.empty()) at.first = name;
}

// The text in single quotes, without its escapes.
std::string unquoted(std::string_view quoted, std::string& error) {
    constexpr std::string_view letters = "abfnrtv'\\", meanings = "\a\b\f\n\r\t\v'\\";
    std::string out;
    const std::string_view text = quoted.substr(1, quoted.size() - 2);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size() || text[i + 1] == '\n') {
            out += text[i];
            continue;
        }
        const std::size_t which = letters.find(text[++i]);
        if (which == std::string_view::npos) {
            error = "invalid string literal: invalid escape char \\" + std::string(1, text[i]);
        } else {
            out += meanings[which];
        }
    }
    return out;
}

void descend_in_brackets(field_place& at, std::string_view& path) {
    if (path.empty()) {
        at.error = "unexpected end of JSON path";
        return;
    }
    const std::string_view token = take_token(path);
    if (token.size() < 2 || token.front() != '\'' || token.back() != '\'') {
        at.error = "expected single quoted string but got " + std::string(token);
        return;
    }
    const std::string name = unquoted(token, at.error);
    if (at.error.empty()) descend(at, name);
    if (!at.error.empty()) return;
    const std::string_view end = path.empty() ? std::string_view() : take_token(path);
    if (end.empty()) {
        at.error = "unexpected end of JSON path";
    } else if (end != "]") {
        at.error = "expected ] but got " + std::string(end);
    }
}

}  // namespace

field_place find_field(const schema_node& root, std::string_view path, bool brackets) {
    field_place out;
    out.node = &root;
    while (!path.empty() && out.error.empty()) {
        const std::string_view token = take_token(path);
        if (token == "[") {
            if (brackets)
                descend_in_brackets(out, path);
            else
                out.error = "array notation is not allowed";
        } else if (token != ".") {
            out.error = "expected [ or . but got: " + std::string(token);
        } else if (path.empty()) {
            out.error = "unexpected end of JSON path";
        } else {
            descend(out, take_token(path));
        }
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver
