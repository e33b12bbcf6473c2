#include "framework/json/yaml_decode.hpp"
#include "framework/json/yaml_nodes.hpp"
#include "framework/json/yaml_source.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/located_manifest.hpp"
#include "setpoint/json/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace setpoint { inline namespace v0 { namespace json {
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

// The places in a document that was decoded as JSON: none if they are not wanted, or if it is not YAML.
yaml_nodes places_in_json(std::string_view document, bool wanted) {
    if (!wanted) return {};
    try {
        return read_yaml_nodes(document, max_yaml_depth);
    } catch (const yaml_refusal&) {
        return {};
    }
}

// JSON is parsed as JSON: YAML has no surrogate pairs.
std::optional<boost::json::value> decode_json_document(std::string_view document) {
    const std::size_t first = document.find_first_not_of(" \t\r\n");
    if (first == document.npos || document[first] != '{') return std::nullopt;
    auto tree = decode<boost::json::value>(document, {.max_depth = max_yaml_depth});
    return tree ? std::optional(*std::move(tree)) : std::nullopt;
}

result<std::vector<located_manifest>> read_manifests(std::string_view text, std::string_view name,
                                                     bool with_places) {
    if (text.size() > max_yaml_bytes) return too_large_yaml(name);
    std::vector<located_manifest> documents;
    std::size_t line = 0;
    while (!text.empty()) {
        const std::string_view document = take_document(text);
        try {
            auto tree = decode_json_document(document);
            auto nodes = std::make_shared<yaml_nodes>(tree ? places_in_json(document, with_places)
                                                           : read_yaml_nodes(document, max_yaml_depth));
            if (!tree) tree = decode_yaml(*nodes, max_yaml_depth, nullptr);
            if (!tree->is_null())
                documents.emplace_back(*std::move(tree), std::move(nodes), static_cast<std::uint32_t>(line));
        } catch (yaml_refusal& r) {
            if (r.line >= 0) r.line += static_cast<int>(line);
            return bad_yaml(name, r);
        }
        line += static_cast<std::size_t>(std::ranges::count(document, '\n'));
    }
    return documents;
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

result<std::vector<located_manifest>> locate_manifests(std::string_view text, std::string_view name) {
    return read_manifests(text, name, true);
}

result<std::vector<boost::json::value>> parse_manifests(std::string_view text, std::string_view name) {
    auto located = read_manifests(text, name, false);
    if (!located) return located.error();
    std::vector<boost::json::value> documents;
    for (located_manifest& each : *located) documents.push_back(std::move(each.content));
    return documents;
}

}}}  // namespace setpoint::v0::json
