#include "framework/client/kubeconfig_types.hpp"

#include "framework/client/kubeconfig_file.hpp"
#include "framework/core/base64.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <set>
#include <span>

namespace setpoint { inline namespace v0 {

namespace {

enum class field_type : std::uint8_t {
    text,
    flag,
    base64,
    texts,
    string_map,
    texts_map,
    mapping,
    mappings,
    named
};

struct field_rule {
    std::string_view name;
    field_type type;
    std::span<const field_rule> fields = {};  // of a mapping, or of the mappings of a list
};

using enum field_type;

// client-go, tools/clientcmd/api/v1/types.go.
constexpr field_rule extension_fields[] = {{"name", text}};
constexpr field_rule preference_fields[] = {{"colors", flag}, {"extensions", named, extension_fields}};
constexpr field_rule cluster_fields[] = {{"server", text},
                                         {"tls-server-name", text},
                                         {"insecure-skip-tls-verify", flag},
                                         {"certificate-authority", text},
                                         {"certificate-authority-data", base64},
                                         {"proxy-url", text},
                                         {"disable-compression", flag},
                                         {"extensions", named, extension_fields}};
constexpr field_rule provider_fields[] = {{"name", text}, {"config", string_map}};
constexpr field_rule variable_fields[] = {{"name", text}, {"value", text}};
constexpr field_rule exec_fields[] = {
    {"command", text},        {"args", texts},       {"env", mappings, variable_fields},
    {"apiVersion", text},     {"installHint", text}, {"provideClusterInfo", flag},
    {"interactiveMode", text}};
constexpr field_rule user_fields[] = {{"client-certificate", text},
                                      {"client-certificate-data", base64},
                                      {"client-key", text},
                                      {"client-key-data", base64},
                                      {"token", text},
                                      {"tokenFile", text},
                                      {"as", text},
                                      {"as-uid", text},
                                      {"as-groups", texts},
                                      {"as-user-extra", texts_map},
                                      {"username", text},
                                      {"password", text},
                                      {"auth-provider", mapping, provider_fields},
                                      {"exec", mapping, exec_fields},
                                      {"extensions", named, extension_fields}};
constexpr field_rule context_fields[] = {
    {"cluster", text}, {"user", text}, {"namespace", text}, {"extensions", named, extension_fields}};
constexpr field_rule cluster_entry[] = {{"name", text}, {"cluster", mapping, cluster_fields}};
constexpr field_rule user_entry[] = {{"name", text}, {"user", mapping, user_fields}};
constexpr field_rule context_entry[] = {{"name", text}, {"context", mapping, context_fields}};
constexpr field_rule config_rules[] = {{"kind", text},
                                       {"apiVersion", text},
                                       {"preferences", mapping, preference_fields},
                                       {"clusters", named, cluster_entry},
                                       {"users", named, user_entry},
                                       {"contexts", named, context_entry},
                                       {"current-context", text},
                                       {"extensions", named, extension_fields}};

void check_text(const boost::json::value& v, const std::string& where) {
    if (!v.is_null() && !v.is_string()) refuse_type(where, "a string", v);
}

void check_texts(const boost::json::value& v, const std::string& where) {
    if (v.is_null()) return;
    if (!v.is_array()) refuse_type(where, "a list", v);
    for (std::size_t i = 0; i < v.get_array().size(); ++i)
        check_text(v.get_array()[i], fmt::format("{}[{}]", where, i));
}

const boost::json::object& checked_mapping(const boost::json::value& v, const std::string& where) {
    static const boost::json::object none;
    if (v.is_null()) return none;
    if (!v.is_object()) refuse_type(where, "a mapping", v);
    return v.get_object();
}

void check_fields(const boost::json::object& o, std::span<const field_rule> fields, const std::string& where);

// Checks the entries of a list of clusters, users, contexts or extensions: names are unique, and ""
// counts as a name.
void check_list(const boost::json::value& v, const field_rule& rule, const std::string& where) {
    if (!v.is_array()) refuse_type(where, "a list", v);
    std::set<std::string_view> names;
    std::size_t index = 0;
    for (const boost::json::value& item : v.get_array()) {
        std::string at = fmt::format("{}[{}]", where, index++);
        const boost::json::object& entry = checked_mapping(item, at);
        if (rule.type == named) {
            const boost::json::value* const given = entry.if_contains("name");
            if (given) check_text(*given, at + ": name");
            const std::string_view name =
                given && given->is_string() ? std::string_view(given->get_string()) : "";
            if (!name.empty()) at += fmt::format(" {:?}", name);
            if (!names.insert(name).second) refuse_config(at, "duplicate name in the list");
        }
        check_fields(entry, rule.fields, at);
    }
}

void check_field(const boost::json::value& v, const field_rule& rule, const std::string& where) {
    if (v.is_null()) return;
    switch (rule.type) {
        case text:
            return check_text(v, where);
        case flag:
            if (!v.is_bool()) refuse_type(where, "true or false", v);
            return;
        case base64:
            check_text(v, where);
            if (!base64_decode(v.get_string())) refuse_config(where, "not base64");
            return;
        case texts:
            return check_texts(v, where);
        case string_map:
            for (const auto& [key, value] : checked_mapping(v, where))
                check_text(value, fmt::format("{}: {}", where, std::string_view(key)));
            return;
        case texts_map:
            for (const auto& [key, value] : checked_mapping(v, where))
                check_texts(value, fmt::format("{}: {}", where, std::string_view(key)));
            return;
        case mapping:
            return check_fields(checked_mapping(v, where), rule.fields, where);
        case mappings:
        case named:
            return check_list(v, rule, where);
    }
}

void check_fields(const boost::json::object& o, std::span<const field_rule> fields,
                  const std::string& where) {
    for (const field_rule& rule : fields) {
        const boost::json::value* const v = o.if_contains(rule.name);
        if (!v) continue;
        // The path omits an entry's own mapping: clusters[0] "dev": server.
        const bool own = rule.type == mapping && v->is_object() &&
                         (rule.name == "cluster" || rule.name == "user" || rule.name == "context");
        check_field(*v, rule, own ? where : fmt::format("{}: {}", where, rule.name));
    }
}

}  // namespace

void check_kubeconfig_types(const boost::json::object& root, const std::string& path) {
    check_fields(root, config_rules, path);
}

}}  // namespace setpoint::v0
