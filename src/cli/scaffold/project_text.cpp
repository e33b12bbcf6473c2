#include "cli/scaffold/project_text.hpp"

#include "cli/json_members.hpp"
#include "cli/scaffold/yaml_lines.hpp"
#include "setpoint/json/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

using key_order = std::map<std::string, std::size_t, std::less<>>;  // by path

bj::value ordered(const bj::value& v, const key_order& known, const std::string& path);

// Known keys in their order, and each other one behind the key that it follows.
bj::value ordered_object(const bj::object& o, const key_order& known, const std::string& path) {
    std::vector<bj::string_view> keys, placed;
    for (const auto& [key, value] : o) keys.push_back(key);
    const auto place_of = [&](bj::string_view key) {
        const auto at = known.find(yaml_path(path, view(key)));
        return at == known.end() ? std::string_view::npos : at->second;
    };
    for (const bj::string_view key : keys)
        if (place_of(key) != std::string_view::npos) placed.push_back(key);
    std::ranges::sort(placed, {}, place_of);
    for (auto key = keys.begin(); key != keys.end(); ++key) {
        if (place_of(*key) != std::string_view::npos) continue;
        const auto before = key == keys.begin() ? placed.end() : std::ranges::find(placed, *std::prev(key));
        placed.insert(before == placed.end() ? placed.begin() : std::next(before), *key);
    }
    bj::object result;
    for (const bj::string_view key : placed)
        result[key] = ordered(o.at(key), known, yaml_path(path, view(key)));
    return result;
}

bj::value ordered(const bj::value& v, const key_order& known, const std::string& path) {
    if (const bj::object* const o = v.if_object()) return ordered_object(*o, known, path);
    if (!v.is_array()) return v;
    bj::array all;
    for (const bj::value& item : v.get_array())
        all.push_back(ordered(item, known, yaml_path(path, all.size())));
    return all;
}

struct comments {
    std::vector<std::string> above;
    std::string behind;
};

// The comments of `before`, by the path of a line of `after`; "" is the end.
std::map<std::string, comments> comments_for(const std::vector<yaml_line>& after,
                                             const std::vector<yaml_line>& before) {
    std::map<std::string, comments> all;
    for (const yaml_line& line : after)
        if (!line.paths.empty()) all.try_emplace(line.paths.back());
    std::vector<std::string> waiting;
    for (const yaml_line& line : before) {
        const bool is_alone = line.paths.empty();
        if (is_alone && (!line.comment.empty() || line.text.empty())) waiting.emplace_back(line.comment);
        if (is_alone) continue;
        const auto at = all.find(line.paths.back());
        if (at == all.end() || !at->second.above.empty()) {
            if (!line.comment.empty()) waiting.emplace_back(line.comment);
            continue;
        }
        at->second.above = std::exchange(waiting, {});
        at->second.behind = line.comment;
    }
    all[""].above = std::move(waiting);
    return all;
}

}  // namespace

std::string to_yaml_like(const bj::value& value, std::string_view before) {
    const std::vector<yaml_line> lines = yaml_lines_of(before);
    key_order known;
    for (const yaml_line& line : lines)
        for (const std::string& path : line.paths) known.try_emplace(path, known.size());
    const std::string plain = json::to_yaml(ordered(value, known, ""));
    const std::vector<yaml_line> after = yaml_lines_of(plain);
    const std::map<std::string, comments> all = comments_for(after, lines);
    std::string text;
    const auto add_above = [&text](const comments& c, std::size_t indent) {
        for (const std::string& line : c.above)
            text += line.empty() ? "\n" : fmt::format("{}{}\n", std::string(indent, ' '), line);
    };
    for (const yaml_line& line : after) {
        const auto at = line.paths.empty() ? all.end() : all.find(line.paths.back());
        if (at != all.end()) add_above(at->second, line.indent);
        text += line.text;
        if (at != all.end() && !at->second.behind.empty()) text += fmt::format("  {}", at->second.behind);
        text += '\n';
    }
    add_above(all.at(""), 0);
    const auto read = json::parse_yaml(text, ""), wanted = json::parse_yaml(plain, "");
    return read && wanted && *read == *wanted ? text : plain;
}

}}}  // namespace setpoint::v0::cli::scaffold
