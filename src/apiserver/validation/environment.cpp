// Validates environment variables of containers.

#include "apiserver/objects/fields.hpp"
#include "apiserver/validation/pod.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint::inline v0::apiserver {

namespace {

const std::vector<std::string>& field_paths() {
    static const std::vector<std::string> all{
        "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName",
        "status.hostIP", "status.hostIPs",     "status.podIP", "status.podIPs"};
    return all;
}

const std::vector<std::string>& resource_paths() {
    static const std::vector<std::string> all{
        "limits.cpu",   "limits.ephemeral-storage",   "limits.memory",
        "requests.cpu", "requests.ephemeral-storage", "requests.memory"};
    return all;
}

bool has(const std::vector<std::string>& all, std::string_view s) {
    return std::find(all.begin(), all.end(), s) != all.end();
}

// Paths of the downward API, for files as well as variables.
bool is_convertible(std::string_view path) {
    static const std::vector<std::string> more{"metadata.annotations", "metadata.labels",
                                               "spec.restartPolicy", "spec.schedulerName", "status.phase"};
    return has(field_paths(), path) || has(more, path);
}

void validate_field(const bj::object& ref, const std::string& path, field_errors& to) {
    const std::string_view field = text_at(ref, "fieldPath");
    if (field.empty()) {
        required(to, path + ".fieldPath");
        return;
    }
    const std::size_t bracket = field.find("['");
    if (bracket != std::string_view::npos && field.ends_with("']")) {
        const std::string_view base = field.substr(0, bracket);
        const std::string_view key = field.substr(bracket + 2, field.size() - bracket - 4);
        if (base == "metadata.annotations" || base == "metadata.labels") {
            add_invalid(to, path, key, qualified_name(key));
        } else {
            invalid(to, path, base, "does not support subscript");
        }
    } else if (!is_convertible(field)) {
        invalid(to, path + ".fieldPath", field,
                fmt::format("error converting fieldPath: field label not supported: {}", field));
    } else if (!has(field_paths(), field)) {
        not_supported(to, path + ".fieldPath", field, field_paths());
    }
}

void validate_resource(const bj::object& ref, const std::string& path, field_errors& to) {
    const std::string_view resource = text_at(ref, "resource");
    if (resource.empty()) {
        required(to, path + ".resource");
    } else if (!has(resource_paths(), resource) && !resource.starts_with("requests.hugepages-") &&
               !resource.starts_with("limits.hugepages-")) {
        not_supported(to, path + ".resource", resource, resource_paths());
    }
}

void validate_key(const bj::object& ref, const std::string& path, field_errors& to) {
    const std::string_view name = text_at(ref, "name"), key = text_at(ref, "key");
    add_invalid(to, path + ".name", name, dns1123_subdomain(name));
    if (key.empty()) {
        required(to, path + ".key");
    } else {
        add_invalid(to, path + ".key", key, config_key(key));
    }
}

void validate_variable_source(const bj::object& variable, const std::string& path, field_errors& to) {
    const bj::object* from = object_at(variable, "valueFrom");
    if (from == nullptr) return;
    int sources = 0;
    const auto visit = [&](const char* key,
                           void (*check)(const bj::object&, const std::string&, field_errors&)) {
        const bj::object* ref = object_at(*from, key);
        if (ref == nullptr) return;
        ++sources;
        if (check != nullptr) check(*ref, child(path, key), to);
    };
    visit("fieldRef", validate_field);
    visit("resourceFieldRef", validate_resource);
    visit("configMapKeyRef", validate_key);
    visit("secretKeyRef", validate_key);
    visit("fileKeyRef", nullptr);
    if (sources == 0) {
        invalid(to, path, "",
                "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or "
                "`fileKeyRef`");
    } else if (!text_at(variable, "value").empty()) {
        invalid(to, path, "", "may not be specified when `value` is not empty");
    } else if (sources > 1) {
        invalid(to, path, "", "may not have more than one field specified at a time");
    }
}

void validate_from(const bj::object& from, const std::string& list, std::size_t i, field_errors& to) {
    const std::string path = indexed(list, i);
    const std::string_view prefix = text_at(from, "prefix");
    if (!prefix.empty()) add_invalid(to, path + ".prefix", prefix, environment_name(prefix));
    int sources = 0;
    for (const char* key : {"configMapRef", "secretRef"}) {
        const bj::object* ref = object_at(from, key);
        if (ref == nullptr) continue;
        ++sources;
        const std::string_view name = text_at(*ref, "name");
        if (name.empty()) {
            required(to, child(path, key) + ".name");
        } else {
            add_invalid(to, child(path, key) + ".name", name, subdomain_name(name, true));
        }
    }
    if (sources == 0) {
        invalid(to, list, "", "must specify one of: `configMapRef` or `secretRef`");
    } else if (sources > 1) {
        invalid(to, list, "", "may not have more than one field specified at a time");
    }
}

}  // namespace

void validate_environment(const bj::object& container, const std::string& path, field_errors& to) {
    for_each_object(list_of(container, "env"), [&](const bj::object& v, std::size_t i) {
        const std::string here = indexed(path + ".env", i);
        const std::string_view name = text_at(v, "name");
        if (name.empty()) {
            required(to, here + ".name");
        } else {
            add_invalid(to, here + ".name", name, environment_name(name));
        }
        validate_variable_source(v, here + ".valueFrom", to);
    });
    for_each_object(list_of(container, "envFrom"),
                    [&](const bj::object& f, std::size_t i) { validate_from(f, path + ".envFrom", i, to); });
}

}  // namespace setpoint::inline v0::apiserver
