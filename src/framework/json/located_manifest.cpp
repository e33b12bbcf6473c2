#include "setpoint/json/located_manifest.hpp"

#include "framework/json/yaml_nodes.hpp"

#include <charconv>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace json {

namespace {

// A part of a path: a name, or what is in brackets.
struct path_step {
    std::string_view text;
    bool in_brackets = false;
};

std::optional<path_step> take_step(std::string_view& path) {
    if (path.starts_with('.')) path.remove_prefix(1);
    if (path.empty()) return std::nullopt;
    path_step step;
    if (path.front() == '[') {
        const std::size_t end = std::min(path.find(']'), path.size());
        step = {path.substr(1, end - 1), true};
        path.remove_prefix(std::min(end + 1, path.size()));
    } else {
        const std::size_t end = std::min(path.find_first_of(".["), path.size());
        step = {path.substr(0, end), false};
        path.remove_prefix(end);
    }
    return step;
}

using node_index = std::uint32_t;

// The key (for the place) and the content of a field or item.
struct found_node {
    node_index shown, content;
};

node_index resolved(const yaml_nodes& nodes, node_index at) {
    for (int hops = 0; hops < 8 && nodes.all[at].is == yaml_node::kind::alias; ++hops) {
        if (nodes.all[at].target == yaml_node::none) break;
        at = nodes.all[at].target;
    }
    return at;
}

std::optional<found_node> find_key(const yaml_nodes& nodes, const yaml_node& mapping, std::string_view key) {
    std::optional<found_node> last;  // of repeated keys
    for (std::uint32_t i = 0; i + 1 < mapping.count; i += 2) {
        const node_index name = nodes.children[mapping.first + i];
        if (nodes.all[name].text == key) last = {name, nodes.children[mapping.first + i + 1]};
    }
    return last;
}

std::optional<found_node> find_step(const yaml_nodes& nodes, node_index at, const path_step& step) {
    const yaml_node& from = nodes.all[resolved(nodes, at)];
    if (from.is == yaml_node::kind::mapping) return find_key(nodes, from, step.text);
    if (from.is != yaml_node::kind::sequence || !step.in_brackets) return std::nullopt;
    std::uint32_t index = 0;
    const auto [end, wrong] = std::from_chars(step.text.data(), step.text.data() + step.text.size(), index);
    if (wrong != std::errc() || end != step.text.data() + step.text.size() || index >= from.count)
        return std::nullopt;
    const node_index item = nodes.children[from.first + index];
    return found_node{item, item};
}

}  // namespace

located_manifest::located_manifest(boost::json::value tree, std::shared_ptr<const yaml_nodes> nodes,
                                   std::uint32_t first_line)
    : content(std::move(tree)), nodes_(std::move(nodes)), first_line_(first_line) {}

text_position located_manifest::find(std::string_view path) const {
    if (nodes_->all.empty()) return {first_line_ + 1, 1};
    node_index at = 0, shown = 0;
    while (const auto step = take_step(path)) {
        const auto next = find_step(*nodes_, at, *step);
        if (!next) break;
        shown = next->shown;
        at = next->content;
    }
    const yaml_node& place = nodes_->all[shown];
    return {first_line_ + place.line + 1, place.column + 1};
}

}}}  // namespace setpoint::v0::json
