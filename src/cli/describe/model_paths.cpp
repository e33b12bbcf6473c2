#include "cli/describe/model_paths.hpp"

#include "setpoint/api/kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

using form = cpp_type::form;

enum class path_end : std::uint8_t { missing, anything, number, text, flag, quantity, object };

path_end end_at(const cpp_type& type) {
    switch (type.what) {
        case form::boolean:
            return path_end::flag;
        case form::int32:
        case form::int64:
        case form::number:
            return path_end::number;
        case form::text:
        case form::timestamp:
        case form::enumeration:
            return path_end::text;
        case form::quantity:
        case form::int_or_string:
            return path_end::quantity;
        case form::json:
        case form::json_object:
            return path_end::anything;
        case form::condition:
        case form::label_selector:
        case form::object:
        case form::list:
        case form::map:
            return path_end::object;
    }
    return path_end::missing;
}

path_end end_in_condition(std::string_view name) {
    constexpr std::array texts{"type", "status", "reason", "message", "lastTransitionTime"};
    if (name == "observedGeneration") return path_end::number;
    return std::find(texts.begin(), texts.end(), name) == texts.end() ? path_end::missing : path_end::text;
}

const described_member* find(const described_object& o, std::string_view name) {
    const auto found = std::find_if(o.members.begin(), o.members.end(),
                                    [name](const described_member& m) { return m.json_name == name; });
    return found == o.members.end() ? nullptr : &*found;
}

// Follows the rest of a path in a value of `type`.
path_end follow(const kind_model& m, const cpp_type& type, std::string_view path) {
    if (path.empty()) return end_at(type);
    if (path.front() == '[') {
        const std::size_t close = path.find(']');
        if (type.what == form::json || type.what == form::json_object) return path_end::anything;
        if (close == path.npos || path.starts_with("['")) return path_end::missing;
        return type.what == form::list ? follow(m, *type.entry, path.substr(close + 1)) : path_end::missing;
    }
    if (path.front() != '.' || path.starts_with("..")) return path_end::anything;
    const std::size_t end = std::min(path.find_first_of(".[", 1), path.size());
    const std::string_view name = path.substr(1, end - 1);
    switch (type.what) {
        case form::list:
        case form::map:
        case form::json:
        case form::json_object:
            return path_end::anything;
        case form::condition:
            return end == path.size() ? end_in_condition(name) : path_end::missing;
        case form::label_selector:
            return name == "matchLabels" || name == "matchExpressions" ? path_end::anything
                                                                       : path_end::missing;
        case form::object: {
            const described_member* const found = find(m.objects[type.index], name);
            return found ? follow(m, found->type, path.substr(end)) : path_end::missing;
        }
        default:
            return path_end::missing;
    }
}

path_end end_of(const kind_model& m, std::string_view path) {
    if (path.empty() || path.front() != '.') return path_end::missing;
    if (path.starts_with(".metadata") || path == ".kind" || path == ".apiVersion") return path_end::anything;
    const std::size_t end = std::min(path.find_first_of(".[", 1), path.size());
    const described_member* const found = find(m.root, path.substr(1, end - 1));
    return found ? follow(m, found->type, path.substr(end)) : path_end::missing;
}

// Why a column would not compile; nothing if it fits.
std::optional<std::string> problem_of(const kind_model& m, const described_column& c) {
    constexpr std::array types{"string", "integer", "number", "boolean", "date"};
    if (std::find(types.begin(), types.end(), c.type) == types.end())
        return fmt::format("its type is \"{}\"", c.type);
    const path_end end = end_of(m, c.path);
    if (end == path_end::missing) return fmt::format("{} leads to no described field", c.path);
    if (end == path_end::anything || c.type == "string") return {};
    const bool fits = c.type == "boolean" ? end == path_end::flag
                      : c.type == "date"  ? end == path_end::text
                                          : end == path_end::number || end == path_end::quantity;
    if (fits) return {};
    return fmt::format("{} is no {}", c.path, c.type);
}

void limit(std::vector<std::string>& names, std::string_view what, kind_model& m) {
    while (names.size() > kind_description::max_names) {
        m.notes.push_back(fmt::format("{} \"{}\": left out: a kind has at most {}", what, names.back(),
                                      kind_description::max_names));
        names.pop_back();
    }
}

void check_columns(kind_model& m) {
    std::vector<described_column> kept;
    for (described_column& c : m.columns) {
        std::optional<std::string> problem = problem_of(m, c);
        if (!problem && kept.size() == kind_description::max_columns)
            problem = fmt::format("a kind has at most {}", kind_description::max_columns);
        if (problem)
            m.notes.push_back(fmt::format("column \"{}\": left out: {}", c.name, *problem));
        else
            kept.push_back(std::move(c));
    }
    m.columns = std::move(kept);
}

void check_scale(kind_model& m) {
    if (m.scale_spec.empty()) return;
    const auto is = [&m](const std::string& path, path_end wanted) {
        const path_end end = end_of(m, path);
        return end == wanted || end == path_end::anything;
    };
    const bool fits = is(m.scale_spec, path_end::number) && is(m.scale_status, path_end::number) &&
                      (m.scale_selector.empty() || is(m.scale_selector, path_end::text));
    if (fits) return;
    m.notes.emplace_back("scale: left out: its paths do not lead to two numbers and a text");
    m.scale_spec.clear();
}

}  // namespace

void remove_what_does_not_fit(kind_model& m) {
    check_columns(m);
    check_scale(m);
    std::erase_if(m.selectable, [&m](const std::string& path) {
        const path_end end = end_of(m, path);
        const bool fits = end != path_end::missing && end != path_end::object;
        if (!fits)
            m.notes.push_back(fmt::format("selectable field {}: left out: no text, number or flag", path));
        return !fits;
    });
    limit(m.selectable, "selectable field", m);
    limit(m.short_names, "short name", m);
    limit(m.categories, "category", m);
}

}}}  // namespace setpoint::v0::cli
