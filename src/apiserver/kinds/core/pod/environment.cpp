// Validates environment variables of containers.

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/core/pod/pod_volumes.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/ascii.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

const std::vector<std::string>& field_paths() {
    static const std::vector<std::string> all{
        "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName",
        "status.hostIP", "status.hostIPs",     "status.podIP", "status.podIPs"};
    return all;
}

const std::vector<std::string>& file_field_paths() {
    static const std::vector<std::string> all{"metadata.annotations", "metadata.labels", "metadata.name",
                                              "metadata.namespace", "metadata.uid"};
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

// Splits "metadata.labels['key']" at the bracket, as fieldpath.SplitMaybeSubscriptedPath.
std::size_t subscript_of(std::string_view field) {
    if (!field.ends_with("']")) return std::string_view::npos;
    const std::size_t bracket = field.substr(0, field.size() - 2).find("['");
    return bracket == 0 ? std::string_view::npos : bracket;
}

// Why ConvertDownwardAPIFieldLabel of pkg/apis/core/pods refuses a path; empty if it does not.
std::string conversion_error(std::string_view version, std::string_view field) {
    if (version != "v1") return fmt::format("unsupported pod version: {}", version);
    const std::size_t bracket = subscript_of(field);
    if (bracket != std::string_view::npos) {
        const std::string_view base = field.substr(0, bracket);
        if (base == "metadata.annotations" || base == "metadata.labels") return {};
        return fmt::format("field label does not support subscript: {}", field);
    }
    if (is_convertible(field) || field == "spec.host") return {};
    return fmt::format("field label not supported: {}", field);
}

void validate_divisor(std::string_view resource, std::string_view divisor, const std::string& path,
                      field_errors& to) {
    const auto q = quantity::parse(divisor);
    if (!q || *q == quantity(0)) return;
    const std::string text = q->canonical().to_string();
    const auto refuse = [&](std::string_view allowed, std::string_view of) {
        invalid(to, path + ".divisor", resource,
                fmt::format("only divisor's values {} are supported with the {} resource", allowed, of));
    };
    const bool requested = resource.starts_with("requests.");
    if (!requested && !resource.starts_with("limits.")) return;
    const std::string_view name = resource.substr(requested ? 9 : 7);
    if (name == "cpu" && text != "1m" && text != "1") refuse("1m and 1", "cpu");
    static const std::vector<std::string> sizes{"1",   "1k",  "1M",  "1G",  "1T",  "1P", "1E",
                                                "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"};
    if (has(sizes, text)) return;
    const std::string_view of = name == "memory"                 ? "memory"
                                : name == "ephemeral-storage"    ? "local ephemeral storage"
                                : name.starts_with("hugepages-") ? "hugepages"
                                                                 : "";
    if (!of.empty()) refuse("1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei", of);
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

void validate_file_key(const bj::object& ref, const std::string& path, field_errors& to) {
    const std::string_view key = text_at(ref, "key"), file = text_at(ref, "path");
    if (key.empty()) required(to, path + ".key");
    if (!key.empty()) add_invalid(to, path + ".key", key, environment_name(key));
    validate_label_name(ref, "volumeName", path, to);
    if (file.empty()) required(to, path + ".path");
    if (has_backsteps(file)) invalid(to, path + ".path", file, "must not contain '..'");
}

void validate_field_of_variable(const bj::object& ref, const std::string& path, field_errors& to) {
    validate_field_reference(ref, reference_use::variable, path, to);
}

void validate_resource_of_variable(const bj::object& ref, const std::string& path, field_errors& to) {
    validate_resource_reference(ref, reference_use::variable, path, to);
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
        check(*ref, child(path, key), to);
    };
    visit("fieldRef", validate_field_of_variable);
    visit("resourceFieldRef", validate_resource_of_variable);
    visit("configMapKeyRef", validate_key);
    visit("secretKeyRef", validate_key);
    visit("fileKeyRef", validate_file_key);
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

void validate_field_reference(const bj::object& ref, reference_use use, const std::string& path,
                              field_errors& to) {
    const std::string_view version = text_at(ref, "apiVersion"), given = text_at(ref, "fieldPath");
    if (version.empty()) return required(to, path + ".apiVersion");
    if (given.empty()) return required(to, path + ".fieldPath");
    if (const std::string why = conversion_error(version, given); !why.empty())
        return invalid(to, path + ".fieldPath", given, "error converting fieldPath: " + why);
    if (const std::size_t bracket = subscript_of(given); bracket != std::string_view::npos) {
        std::string key(given.substr(bracket + 2, given.size() - bracket - 4));
        if (given.starts_with("metadata.annotations")) key = lower_case(key);
        add_invalid(to, path, key, qualified_name(key));
        return;
    }
    const std::string_view field = given == "spec.host" ? "spec.nodeName" : given;
    const auto& allowed = use == reference_use::file ? file_field_paths() : field_paths();
    if (!has(allowed, field)) not_supported(to, path + ".fieldPath", field, allowed);
}

void validate_resource_reference(const bj::object& ref, reference_use use, const std::string& path,
                                 field_errors& to) {
    const std::string_view resource = text_at(ref, "resource");
    if (use == reference_use::file && text_at(ref, "containerName").empty()) {
        required(to, path + ".containerName");
    } else if (resource.empty()) {
        required(to, path + ".resource");
    } else if (!has(resource_paths(), resource) && !resource.starts_with("requests.hugepages-") &&
               !resource.starts_with("limits.hugepages-")) {
        not_supported(to, path + ".resource", resource, resource_paths());
    }
    validate_divisor(resource, text_at(ref, "divisor"), path, to);
}

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

void validate_variable_files(const bj::object& spec, const std::string& path, field_errors& to) {
    const auto find_volume = [&](std::string_view name) {
        const bj::object* found = nullptr;
        for_each_object(list_of(spec, "volumes"), [&](const bj::object& v, std::size_t) {
            if (text_at(v, "name") == name) found = &v;
        });
        return found;
    };
    for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
        for_each_object(list_of(spec, list), [&](const bj::object& c, std::size_t i) {
            const std::string env = indexed(child(path, list), i) + ".env";
            for_each_object(list_of(c, "env"), [&](const bj::object& variable, std::size_t k) {
                const bj::object* ref = object_at(variable, {"valueFrom", "fileKeyRef"});
                if (ref == nullptr) return;
                const std::string_view name = text_at(*ref, "volumeName");
                const std::string here = indexed(env, k) + ".valueFrom.fileKeyRef.volumeName";
                const bj::object* volume = find_volume(name);
                if (volume == nullptr)
                    not_found(to, here, name);
                else if (object_at(*volume, "emptyDir") == nullptr)
                    invalid(to, here, name, "referenced volume must be of type emptyDir");
            });
        });
    }
}

}}}  // namespace setpoint::v0::apiserver
