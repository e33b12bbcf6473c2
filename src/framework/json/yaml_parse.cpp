#include "framework/json/yaml_decode.hpp"
#include "framework/json/yaml_nodes.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/yaml.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::json {
namespace {

constexpr std::size_t max_yaml_bytes = 16 << 20;
constexpr std::size_t max_yaml_depth = 64;

// The library's message may quote a character literally.
std::string one_line(std::string_view message) {
    std::string out;
    for (const char c : message)
        out += c < 0x20 || c > 0x7e ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c))
                                    : std::string(1, c);
    return out;
}

error bad_yaml(std::string_view name, const yaml_refusal& r) {
    if (name.empty()) return {errc::bad_data, r.go};
    if (r.line < 0) return {errc::bad_data, fmt::format("{}: {}", name, one_line(r.why))};
    return {errc::bad_data,
            fmt::format("{}, line {}, column {}: {}", name, r.line + 1, r.column + 1, one_line(r.why))};
}

error too_large_yaml(std::string_view name) {
    return {errc::too_large, fmt::format("{}: longer than 16 MiB", name.empty() ? "the text" : name)};
}

// Consumes a document from the front: up to and including a line that begins with ---.
std::string_view take_document(std::string_view& rest) {
    for (std::size_t line = 0; line < rest.size();) {
        const std::size_t next = std::min(rest.find('\n', line), rest.size() - 1) + 1;
        if (line > 0 && rest.substr(line).starts_with("---")) {
            const std::string_view document = rest.substr(0, line);
            rest.remove_prefix(line);
            return document;
        }
        line = next;
    }
    return std::exchange(rest, {});
}

}  // namespace

result<boost::json::value> parse_yaml(std::string_view text, std::string_view name,
                                      std::vector<std::string>* repeated) {
    if (text.size() > max_yaml_bytes) return too_large_yaml(name);
    try {
        return decode_yaml(read_yaml_nodes(text, max_yaml_depth), max_yaml_depth, repeated);
    } catch (const yaml_refusal& r) {
        return bad_yaml(name, r);
    }
}

result<std::vector<boost::json::value>> parse_manifests(std::string_view text, std::string_view name) {
    if (text.size() > max_yaml_bytes) return too_large_yaml(name);
    std::vector<boost::json::value> documents;
    std::size_t line = 0;
    while (!text.empty()) {
        const std::string_view document = take_document(text);
        // JSON is parsed as JSON: YAML has no surrogate pairs.
        const std::size_t first = document.find_first_not_of(" \t\r\n");
        if (first != document.npos && document[first] == '{')
            if (auto tree = decode<boost::json::value>(document, {.max_depth = max_yaml_depth})) {
                documents.push_back(*std::move(tree));
                line += static_cast<std::size_t>(std::ranges::count(document, '\n'));
                continue;
            }
        try {
            auto tree = decode_yaml(read_yaml_nodes(document, max_yaml_depth), max_yaml_depth, nullptr);
            if (!tree.is_null()) documents.push_back(std::move(tree));
        } catch (yaml_refusal& r) {
            if (r.line >= 0) r.line += static_cast<int>(line);
            return bad_yaml(name, r);
        }
        line += static_cast<std::size_t>(std::ranges::count(document, '\n'));
    }
    return documents;
}

}  // namespace setpoint::inline v0::json
