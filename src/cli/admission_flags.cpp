#include "cli/admission_flags.hpp"

#include "cli/file.hpp"
#include "cli/flag_text.hpp"
#include "cli/json_members.hpp"
#include "setpoint/json/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::size_t largest_config = 1024 * 1024;

std::vector<std::string> parts_of(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::size_t at = std::min(text.find(','), text.size());
        if (at > 0) out.emplace_back(text.substr(0, at));
        text.remove_prefix(std::min(at + 1, text.size()));
    }
    return out;
}

error bad_file(const std::string& file, std::string why) {
    return {errc::bad_config, fmt::format("--admission-control-config-file: {}: {}", file, why)};
}

result<bj::object> read_yaml_object(const std::string& file) {
    auto text = read_file(file, largest_config);
    if (!text) return bad_file(file, text.error().message);
    auto tree = json::parse_yaml(*text, file);
    if (!tree) return bad_file(file, tree.error().message);
    if (!tree->is_object()) return bad_file(file, "not an object");
    return std::move(tree->get_object());
}

// Returns the first field of `o` that is not in `known`, as an error; "" if there is none.
template <std::size_t N>
std::string unknown_field(const bj::object& o, const std::array<std::string_view, N>& known) {
    for (const auto& member : o)
        if (std::ranges::find(known, view(member.key())) == known.end())
            return fmt::format("strict decoding error: unknown field \"{}\"", view(member.key()));
    return {};
}

std::vector<std::string> texts_in(const bj::object& o, std::string_view name) {
    std::vector<std::string> out;
    if (const bj::array* all = array_in(o, name))
        for (const bj::value& v : *all)
            if (const bj::string* s = v.if_string()) out.emplace_back(view(*s));
    return out;
}

void set_text(const bj::object& o, std::string_view name, std::string& to) {
    if (const std::string_view text = text_in(o, name); !text.empty()) to = text;
}

// PodSecurityConfiguration.
result<> read_pod_security(const std::string& file, const bj::object& c,
                           apiserver::pod_security_options& to) {
    constexpr std::array<std::string_view, 4> fields = {"apiVersion", "kind", "defaults", "exemptions"};
    constexpr std::array<std::string_view, 6> modes = {"enforce", "enforce-version", "audit", "audit-version",
                                                       "warn",    "warn-version"};
    constexpr std::array<std::string_view, 3> exempt = {"usernames", "namespaces", "runtimeClasses"};
    if (text_in(c, "kind") != "PodSecurityConfiguration")
        return bad_file(file, fmt::format("PodSecurity: no kind \"{}\" is registered", text_in(c, "kind")));
    if (std::string wrong = unknown_field(c, fields); !wrong.empty()) return bad_file(file, std::move(wrong));
    if (const bj::object* defaults = object_in(c, "defaults")) {
        if (std::string wrong = unknown_field(*defaults, modes); !wrong.empty())
            return bad_file(file, std::move(wrong));
        set_text(*defaults, "enforce", to.enforce);
        set_text(*defaults, "enforce-version", to.enforce_version);
        set_text(*defaults, "audit", to.audit);
        set_text(*defaults, "audit-version", to.audit_version);
        set_text(*defaults, "warn", to.warn);
        set_text(*defaults, "warn-version", to.warn_version);
    }
    if (const bj::object* exemptions = object_in(c, "exemptions")) {
        if (std::string wrong = unknown_field(*exemptions, exempt); !wrong.empty())
            return bad_file(file, std::move(wrong));
        to.exempt_usernames = texts_in(*exemptions, "usernames");
        to.exempt_namespaces = texts_in(*exemptions, "namespaces");
        to.exempt_runtime_classes = texts_in(*exemptions, "runtimeClasses");
    }
    return {};
}

}  // namespace

std::vector<std::string> plugin_names(std::string_view text) {
    return parts_of(text);
}

result<> add_feature_gates(std::string_view text, apiserver::admission_options& to) {
    for (const std::string& part : parts_of(text)) {
        const std::size_t at = part.find('=');
        const std::string name(trimmed(std::string_view(part).substr(0, std::min(at, part.size()))));
        if (at == std::string::npos) return error(errc::bad_config, "missing bool value for " + name);
        const std::string_view value = trimmed(std::string_view(part).substr(at + 1));
        const auto on = parse_bool(value);
        if (!on)
            return error(errc::bad_config,
                         fmt::format("invalid value of {}={}, err: strconv.ParseBool: parsing \"{}\": "
                                     "invalid syntax",
                                     name, value, value));
        to.feature_gates.emplace_back(name, *on);
    }
    return {};
}

result<> read_admission_config(const std::string& file, apiserver::admission_options& to) {
    auto whole = read_yaml_object(file);
    if (!whole) return whole.error();
    if (text_in(*whole, "kind") != "AdmissionConfiguration")
        return bad_file(file, fmt::format("no kind \"{}\" is registered for version \"{}\"",
                                          text_in(*whole, "kind"), text_in(*whole, "apiVersion")));
    const bj::array* const plugins = array_in(*whole, "plugins");
    if (plugins == nullptr) return {};
    for (const bj::value& v : *plugins) {
        const bj::object* const plugin = v.if_object();
        if (plugin == nullptr) return bad_file(file, "plugins: not a list of objects");
        if (text_in(*plugin, "name") != "PodSecurity")
            return bad_file(file, fmt::format("this server takes no configuration of the plugin {}",
                                              text_in(*plugin, "name")));
        if (const bj::object* inside = object_in(*plugin, "configuration")) {
            if (auto read = read_pod_security(file, *inside, to.pod_security); !read) return read.error();
            continue;
        }
        const std::filesystem::path path(text_in(*plugin, "path"));
        if (path.empty()) continue;
        const std::string other = (std::filesystem::path(file).parent_path() / path).string();
        auto config = read_yaml_object(other);
        if (!config) return config.error();
        if (auto read = read_pod_security(other, *config, to.pod_security); !read) return read.error();
    }
    return {};
}

}}}  // namespace setpoint::v0::cli
