#include "framework/client/kubeconfig_file.hpp"

#include "framework/client/kubeconfig_types.hpp"
#include "setpoint/json/yaml.hpp"

#include <boost/json/value.hpp>
#include <fmt/format.h>

#include <filesystem>

namespace setpoint { inline namespace v0 {

namespace {

std::string_view name_of(const boost::json::value& v) {
    switch (v.kind()) {
        case boost::json::kind::null:
            return "null";
        case boost::json::kind::bool_:
            return "a boolean";
        case boost::json::kind::string:
            return "a string";
        case boost::json::kind::array:
            return "a list";
        case boost::json::kind::object:
            return "a mapping";
        default:
            return "a number";
    }
}

// Merges one of the lists `clusters`, `contexts` and `users`, whose types were checked: entries
// with a name and a mapping named `inner`.
void merge_list(const boost::json::object& root, std::string_view list, std::string_view inner,
                const std::string& path, std::map<std::string, config_fields>& into) {
    const boost::json::value* const entries = root.if_contains(list);
    if (!entries || entries->is_null()) return;
    const std::string folder = std::filesystem::path(path).parent_path().string();
    std::size_t index = 0;
    for (const boost::json::value& value : entries->get_array()) {
        const std::string at = fmt::format("{}: {}[{}]", path, list, index++);
        const config_fields entry(value.is_object() ? value.get_object() : boost::json::object(), at, folder);
        const std::string name = entry.text("name");
        const std::string where = name.empty() ? at : fmt::format("{} {:?}", at, name);
        into.try_emplace(name, entry.inner(inner).raw(), where, folder);
    }
}

}  // namespace

void refuse_config(std::string_view where, std::string_view what) {
    // Names and paths may contain line breaks; an error is one line.
    std::string message = fmt::format("{}: {}", where, what);
    for (char& c : message)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    throw fault(errc::bad_config, std::move(message));
}

void refuse_type(std::string_view where, std::string_view wanted, const boost::json::value& found) {
    refuse_config(where, fmt::format("expected {}, found {}", wanted, name_of(found)));
}

config_fields::config_fields(boost::json::object fields, std::string where, std::string folder)
    : fields_(std::move(fields)), where_(std::move(where)), folder_(std::move(folder)) {}

bool config_fields::has(std::string_view key) const {
    const boost::json::value* const v = fields_.if_contains(key);
    if (!v || v->is_null()) return false;
    if (v->is_string()) return !v->get_string().empty();
    if (v->is_array()) return !v->get_array().empty();
    if (v->is_object()) return !v->get_object().empty();
    return true;
}

bool config_fields::given(std::string_view key) const {
    const boost::json::value* const v = fields_.if_contains(key);
    return v && !v->is_null();
}

std::string config_fields::text(std::string_view key) const {
    const boost::json::value* const v = fields_.if_contains(key);
    if (!v || v->is_null()) return {};
    if (!v->is_string()) refuse_type(at(key), "a string", *v);
    return std::string(v->get_string());
}

bool config_fields::flag(std::string_view key) const {
    const boost::json::value* const v = fields_.if_contains(key);
    if (!v || v->is_null()) return false;
    if (!v->is_bool()) refuse_type(at(key), "true or false", *v);
    return v->get_bool();
}

std::vector<std::string> config_fields::texts(std::string_view key) const {
    std::vector<std::string> all;
    const boost::json::value* const v = fields_.if_contains(key);
    if (!v || v->is_null()) return all;
    if (!v->is_array()) refuse_type(at(key), "a list", *v);
    for (const boost::json::value& e : v->get_array()) {
        if (!e.is_string() && !e.is_null())
            refuse_type(fmt::format("{}[{}]", at(key), all.size()), "a string", e);
        all.emplace_back(e.is_string() ? std::string_view(e.get_string()) : "");
    }
    return all;
}

config_fields config_fields::inner(std::string_view key) const {
    const boost::json::value* const v = fields_.if_contains(key);
    if (!v || v->is_null()) return {{}, at(key), folder_};
    if (!v->is_object()) refuse_type(at(key), "a mapping", *v);
    return {v->get_object(), at(key), folder_};
}

std::vector<config_fields> config_fields::entries(std::string_view key) const {
    std::vector<config_fields> all;
    const boost::json::value* const v = fields_.if_contains(key);
    if (!v || v->is_null()) return all;
    if (!v->is_array()) refuse_type(at(key), "a list", *v);
    for (const boost::json::value& e : v->get_array()) {
        const std::string where = fmt::format("{}[{}]", at(key), all.size());
        if (!e.is_object() && !e.is_null()) refuse_type(where, "a mapping", e);
        all.emplace_back(e.is_object() ? e.get_object() : boost::json::object(), where, folder_);
    }
    return all;
}

std::string config_fields::path(std::string_view key) const {
    const std::filesystem::path p = text(key);
    if (p.empty() || p.is_absolute()) return p.string();
    return (std::filesystem::path(folder_) / p).lexically_normal().string();
}

std::string config_fields::at(std::string_view key) const {
    return fmt::format("{}: {}", where_, key);
}

void kubeconfig::merge(const std::string& path, std::string_view content) {
    const auto document = json::parse_yaml(content, path);
    if (!document) throw fault(errc::bad_config, document.error().to_string());
    files.push_back(path);
    const boost::json::value& root = *document;
    if (root.is_null()) return;
    if (!root.is_object()) refuse_type(path, "a kubeconfig (a mapping)", root);

    check_kubeconfig_types(root.get_object(), path);
    const config_fields top(root.get_object(), path, {});
    if (const std::string kind = top.text("kind"); !kind.empty() && kind != "Config")
        refuse_config(top.at("kind"), fmt::format("expected Config, found {:?}", kind));
    if (const std::string version = top.text("apiVersion"); !version.empty() && version != "v1")
        refuse_config(top.at("apiVersion"), fmt::format("expected v1, found {:?}", version));
    if (current_context.empty()) current_context = top.text("current-context");
    merge_list(root.get_object(), "clusters", "cluster", path, clusters);
    merge_list(root.get_object(), "contexts", "context", path, contexts);
    merge_list(root.get_object(), "users", "user", path, users);
}

}}  // namespace setpoint::v0
