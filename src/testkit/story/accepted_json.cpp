#include "testkit/story/accepted_json.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

std::string_view trimmed(std::string_view s) {
    const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
    while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
    while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
    return s;
}

// Calls f(part) for each part, without spaces around it.
template <class F>
void each_part(std::string_view text, char separator, F f) {
    for (;;) {
        const std::size_t end = std::min(text.find(separator), text.size());
        f(trimmed(text.substr(0, end)));
        if (end == text.size()) return;
        text.remove_prefix(end + 1);
    }
}

// One of the types that the client accepts, with its parameters.
std::string as_json(std::string_view type) {
    std::string out;
    bool is_other = false;
    each_part(type, ';', [&](std::string_view part) {
        if (out.empty()) {
            is_other = part.find("protobuf") != std::string_view::npos ||
                       part.find("cbor") != std::string_view::npos;
            out = is_other ? "application/json" : part;
        } else if (!is_other || !part.starts_with("stream=")) {
            // "stream=watch" is a parameter of protobuf's events.
            out.append(";").append(part);
        }
    });
    return out;
}

}  // namespace

std::string accept_as_json(std::string_view accept) {
    std::string out;
    each_part(accept, ',', [&](std::string_view type) {
        if (type.empty()) return;
        if (!out.empty()) out += ',';
        out += as_json(type);
    });
    return out;
}

}}}  // namespace setpoint::v0::story
