#include "apiserver/kinds/admissionregistration/webhook_rules.hpp"

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

bool contains_text(const bj::array& list, const char* text) {
    return std::find(list.begin(), list.end(), bj::value(text)) != list.end();
}

void validate_hook_choice(const bj::object& hook, const char* key, const std::vector<std::string>& allowed,
                          const std::string& path, field_errors& to) {
    const bj::value* v = value_at(hook, key);
    if (v == nullptr || std::find(allowed.begin(), allowed.end(), text_of(*v)) != allowed.end()) return;
    not_supported(to, child(path, key), text_of(*v), allowed);
}

namespace {

void validate_rule_operations(const bj::object& rule, const std::string& path, field_errors& to) {
    const bj::array& operations = list_of(rule, "operations");
    if (operations.empty()) required(to, path + ".operations");
    if (operations.size() > 1 && contains_text(operations, "*")) {
        invalid_unsorted(to, path + ".operations", bj::value(operations),
                         "if '*' is present, must not specify other operations");
    }
    static const std::vector<std::string> supported{"*", "CONNECT", "CREATE", "DELETE", "UPDATE"};
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const std::string_view op = text_of(operations[i]);
        if (std::find(supported.begin(), supported.end(), op) != supported.end()) continue;
        not_supported(to, indexed(path + ".operations", i), op, supported);
    }
}

// The resources of a rule: "pods", "pods/status", and wildcards for either part.
void validate_rule_resources(const bj::array& resources, const std::string& path, field_errors& to) {
    if (resources.empty()) required(to, path);
    std::set<std::string_view> with_any_subresource, subresources_of_any;
    bool plain = false;  // the real server looks at the last plain one only
    for (std::size_t i = 0; i < resources.size(); ++i) {
        const std::string_view name = text_of(resources[i]);
        if (name.empty()) {
            required(to, indexed(path, i));
            continue;
        }
        const std::size_t slash = name.find('/');
        if (slash == std::string_view::npos) {
            plain = name != "*";
            continue;
        }
        const std::string_view resource = name.substr(0, slash), sub = name.substr(slash + 1);
        if (with_any_subresource.contains(resource))
            invalid(to, indexed(path, i), name,
                    fmt::format("if '{}/*' is present, must not specify {}", resource, name));
        if (subresources_of_any.contains(sub))
            invalid(to, indexed(path, i), name,
                    fmt::format("if '*/{}' is present, must not specify {}", sub, name));
        if (sub == "*") with_any_subresource.insert(resource);
        if (resource == "*") subresources_of_any.insert(sub);
    }
    if (resources.size() > 1 && contains_text(resources, "*/*"))
        invalid_unsorted(to, path, bj::value(resources),
                         "if '*/*' is present, must not specify other resources");
    if (plain && contains_text(resources, "*"))
        invalid_unsorted(to, path, bj::value(resources),
                         "if '*' is present, must not specify other resources without subresources");
}

}  // namespace

void validate_webhook_rule(const bj::object& rule, const std::string& path, field_errors& to) {
    validate_rule_operations(rule, path, to);
    const bj::array& groups = list_of(rule, "apiGroups");
    const bj::array& versions = list_of(rule, "apiVersions");
    const bj::array& resources = list_of(rule, "resources");
    if (groups.empty()) required(to, path + ".apiGroups");
    if (groups.size() > 1 && contains_text(groups, "*")) {
        invalid_unsorted(to, path + ".apiGroups", bj::value(groups),
                         "if '*' is present, must not specify other API groups");
    }
    if (versions.empty()) required(to, path + ".apiVersions");
    if (versions.size() > 1 && contains_text(versions, "*")) {
        invalid_unsorted(to, path + ".apiVersions", bj::value(versions),
                         "if '*' is present, must not specify other API versions");
    }
    for (std::size_t i = 0; i < versions.size(); ++i) {
        if (text_of(versions[i]).empty()) required(to, indexed(path + ".apiVersions", i));
    }
    validate_rule_resources(resources, path + ".resources", to);
    validate_hook_choice(rule, "scope", {"*", "Cluster", "Namespaced"}, path, to);
}

}}}  // namespace setpoint::v0::apiserver
