#include "testkit/story/inputs/field_change.hpp"

#include "setpoint/story/explore.hpp"
#include "testkit/sim/printable.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::size_t longest_path = 64;

bool is_key_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool is_plain_key(std::string_view key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), is_key_character);
}

// As a shell has it in single quotes.
std::string json_text(const bj::value& v) {
    std::string out;
    for (const char c : bj::serialize(v)) {
        if (c == '\'')
            out += "\\u0027";
        else
            out += c;
    }
    return out;
}

[[noreturn]] void refuse_change(std::string_view text, std::string_view why) {
    throw cannot_explore(
        fmt::format("\"{}\" is not a change of a field, such as .spec.replicas=3 or .spec.labels-: {}",
                    sim::printable(text), why));
}

// `whole`: the change, for errors.
bj::value read_json(std::string_view& text, std::string_view whole) {
    bj::stream_parser parser;
    boost::system::error_code ec;
    std::size_t n = parser.write_some(text.data(), text.size(), ec);
    if (!ec && !parser.done()) parser.finish(ec);
    if (ec) refuse_change(whole, "the value is not JSON");
    // The parser also consumes the space before " + FAULT".
    while (n != 0 && std::isspace(static_cast<unsigned char>(text[n - 1]))) --n;
    text.remove_prefix(n);
    return parser.release();
}

// "[0]" or ["a.b/c"], after the bracket.
std::variant<std::string, std::size_t> read_bracket(std::string_view& text, std::string_view whole) {
    std::variant<std::string, std::size_t> out;
    if (text.starts_with('"')) {
        const bj::value key = read_json(text, whole);
        out = std::string(key.get_string());
    } else {
        std::size_t index = 0;
        const auto done = std::from_chars(text.data(), text.data() + text.size(), index);
        if (done.ec != std::errc()) refuse_change(whole, "brackets have an index, or a key in quotes");
        text.remove_prefix(static_cast<std::size_t>(done.ptr - text.data()));
        out = index;
    }
    if (!text.starts_with(']')) refuse_change(whole, "a bracket is not closed");
    text.remove_prefix(1);
    return out;
}

// The member or item, which is created if it is the member of an object. Null if there is no such place.
bj::value* place_in(bj::value& of, const std::variant<std::string, std::size_t>& step) {
    if (const auto* key = std::get_if<std::string>(&step)) {
        if (of.is_null()) of.emplace_object();
        bj::object* const o = of.if_object();
        return o ? &(*o)[*key] : nullptr;
    }
    bj::array* const a = of.if_array();
    const std::size_t index = std::get<std::size_t>(step);
    return a && index < a->size() ? &(*a)[index] : nullptr;
}

bool remove_from(bj::value& of, const std::variant<std::string, std::size_t>& step) {
    if (const auto* key = std::get_if<std::string>(&step)) {
        bj::object* const o = of.if_object();
        return o && o->erase(*key) != 0;
    }
    bj::array* const a = of.if_array();
    const std::size_t index = std::get<std::size_t>(step);
    if (!a || index >= a->size()) return false;
    a->erase(a->begin() + static_cast<std::ptrdiff_t>(index));
    return true;
}

}  // namespace

std::string input_path::text() const {
    std::string out;
    for (const auto& step : steps) {
        if (const auto* index = std::get_if<std::size_t>(&step))
            out += fmt::format("[{}]", *index);
        else if (const std::string& key = std::get<std::string>(step); is_plain_key(key))
            out += "." + key;
        else
            out += fmt::format("[{}]", json_text(bj::value(bj::string(key))));
    }
    return out;
}

std::string field_change::text() const {
    return to ? fmt::format("{}={}", at.text(), json_text(*to)) : at.text() + "-";
}

input_path read_path(std::string_view& text) {
    const std::string_view whole = text;
    input_path p;
    while (text.starts_with('.') || text.starts_with('[')) {
        const bool is_bracket = text[0] == '[';
        text.remove_prefix(1);
        if (is_bracket) {
            p.steps.push_back(read_bracket(text, whole));
        } else {
            const auto end = std::find_if_not(text.begin(), text.end(), is_key_character);
            if (end == text.begin()) refuse_change(whole, "a key is missing");
            p.steps.emplace_back(std::string(text.begin(), end));
            text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
        }
        if (p.steps.size() > longest_path) refuse_change(whole, "the path is too long");
    }
    if (p.steps.empty()) refuse_change(whole, "it begins with a path");
    return p;
}

field_change read_change(std::string_view& text) {
    const std::string_view whole = text;
    field_change c;
    c.at = read_path(text);
    if (text.starts_with('-')) {
        text.remove_prefix(1);
    } else if (text.starts_with('=')) {
        text.remove_prefix(1);
        c.to = read_json(text, whole);
    } else {
        refuse_change(whole, "the path is followed by = and a value, or by -");
    }
    return c;
}

const bj::value* field_at(const bj::object& object, const input_path& path) {
    const bj::value* at = nullptr;
    for (const auto& step : path.steps) {
        if (const auto* key = std::get_if<std::string>(&step)) {
            const bj::object* const o = at ? at->if_object() : &object;
            at = o ? o->if_contains(*key) : nullptr;
        } else {
            const bj::array* const a = at ? at->if_array() : nullptr;
            at = a ? a->if_contains(std::get<std::size_t>(step)) : nullptr;
        }
        if (!at) return nullptr;
    }
    return at;
}

bool apply_change(bj::object& object, const field_change& c) {
    if (c.at.steps.empty()) return false;
    bj::value whole(std::move(object));
    bj::value changed = whole;
    bj::value* at = &changed;
    for (std::size_t i = 0; at && i + 1 < c.at.steps.size(); ++i) at = place_in(*at, c.at.steps[i]);
    bool is_done = false;
    if (at && !c.to) {
        is_done = remove_from(*at, c.at.steps.back());
    } else if (at) {
        bj::value* const last = place_in(*at, c.at.steps.back());
        is_done = last != nullptr;
        if (last) *last = *c.to;
    }
    object = std::move((is_done ? changed : whole).get_object());
    return is_done;
}

}}}  // namespace setpoint::v0::story
