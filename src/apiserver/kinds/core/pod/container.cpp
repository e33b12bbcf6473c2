// Validates containers of pods: names, images, ports, mounts.

#include "apiserver/kinds/core/pod/container_rules.hpp"
#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/core/pod/pod_volumes.hpp"
#include "apiserver/kinds/core/pod/security.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using names = std::set<std::string, std::less<>>;
const std::vector<std::string>& protocols() {
    static const std::vector<std::string> all{"SCTP", "TCP", "UDP"};
    return all;
}

void validate_port(const bj::object& port, const std::string& path, names& seen, field_errors& to) {
    if (const std::string name(text_at(port, "name")); !name.empty()) {
        if (const messages c = port_name(name); !c.empty()) {
            add_invalid(to, path + ".name", name, c);
        } else if (!seen.insert(name).second) {
            duplicate(to, path + ".name", name);
        }
    }
    const std::int64_t number = number_at(port, "containerPort").value_or(0);
    if (number == 0) {
        required(to, path + ".containerPort");
    } else {
        add_invalid(to, path + ".containerPort", bj::value(number), port_number(number));
    }
    if (const std::int64_t host = number_at(port, "hostPort").value_or(0); host != 0) {
        add_invalid(to, path + ".hostPort", bj::value(host), port_number(host));
    }
    validate_one_of(text_at(port, "protocol"), protocols(), path + ".protocol", to);
}

void validate_bind_options(const bj::object& mount, const std::string& path, field_errors& to) {
    static const std::vector<std::string> known{"nodev", "noexec", "nosuid"};
    const bj::array& options = list_of(mount, "bindMountOptions");
    for (std::size_t i = 0; i < options.size(); ++i)
        if (std::ranges::find(known, text_of(options[i])) == known.end())
            not_supported(to, indexed(path, i), text_of(options[i]), known);
}

void validate_mount(const bj::object& m, const std::string& list, std::size_t i, const bj::object& container,
                    const pod_validation_context& context, names& mountpoints, field_errors& to) {
    const std::string path = indexed(list, i);
    const std::string_view name = text_at(m, "name"), target = text_at(m, "mountPath");
    if (name.empty()) required(to, path + ".name");
    if (!context.volumes.contains(name)) not_found(to, path + ".name", name);
    if (target.empty()) required(to, path + ".mountPath");
    if (!mountpoints.insert(std::string(target)).second) {
        invalid(to, path + ".mountPath", target, "must be unique");
    }
    for_each_object(list_of(container, "volumeDevices"), [&](const bj::object& d, std::size_t) {
        if (text_at(d, "name") == name) {
            invalid(to, path + ".name", name, "must not already exist in volumeDevices");
        }
        if (text_at(d, "devicePath") == target) {
            invalid(to, path + ".mountPath", target, "must not already exist as a path in volumeDevices");
        }
    });
    const std::string_view sub = text_at(m, "subPath"), expression = text_at(m, "subPathExpr");
    if (!sub.empty()) validate_path_stays_inside(sub, list + ".subPath", to);
    if (!expression.empty()) {
        if (!sub.empty())
            invalid(to, path + ".subPathExpr", expression, "subPathExpr and subPath are mutually exclusive");
        validate_path_stays_inside(expression, list + ".subPathExpr", to);
    }
    validate_mount_modes(m, container, list, to);
    validate_bind_options(m, path + ".bindMountOptions", to);
}

void validate_container(const bj::object& c, const pod_validation_context& context, const std::string& path,
                        field_errors& to) {
    validate_label_name(c, "name", path, to);
    if (text_at(c, "image").empty()) required(to, path + ".image");
    validate_one_of(text_at(c, "terminationMessagePolicy"), {"File", "FallbackToLogsOnError"},
                    path + ".terminationMessagePolicy", to);
    names seen, mountpoints;
    for_each_object(list_of(c, "ports"), [&](const bj::object& p, std::size_t i) {
        validate_port(p, indexed(path + ".ports", i), seen, to);
    });
    validate_environment(c, path, to);
    for_each_object(list_of(c, "volumeMounts"), [&](const bj::object& m, std::size_t i) {
        validate_mount(m, path + ".volumeMounts", i, c, context, mountpoints, to);
    });
    validate_volume_devices(c, context, path, to);
    validate_one_of(text_at(c, "imagePullPolicy"), {"Always", "IfNotPresent", "Never"},
                    path + ".imagePullPolicy", to);
    validate_resources(object_of(c, "resources"), context, path + ".resources", to);
    validate_resize_policy(c, context.restart_policy, path, to);
    if (const bj::object* const security = object_at(c, "securityContext"))
        validate_security_context(*security, path + ".securityContext", context.host_users, to);
}

void validate_host_ports(const bj::object& c, const std::string& path, names& seen, field_errors& to) {
    for_each_object(list_of(c, "ports"), [&](const bj::object& p, std::size_t i) {
        const std::int64_t port = number_at(p, "hostPort").value_or(0);
        if (port == 0) return;
        const std::string text = fmt::format("{}/{}/{}", text_at(p, "protocol"), text_at(p, "hostIP"), port);
        if (!seen.insert(text).second) duplicate(to, indexed(path + ".ports", i) + ".hostPort", text);
    });
}

void validate_regular(const bj::array& list, const pod_validation_context& context, const std::string& path,
                      field_errors& to) {
    if (list.empty()) {
        required(to, path);
        return;
    }
    names seen, host_ports;
    for_each_object(list, [&](const bj::object& c, std::size_t i) {
        const std::string here = indexed(path, i);
        validate_container(c, context, here, to);
        const std::string name(text_at(c, "name"));
        if (!seen.insert(name).second) duplicate(to, here + ".name", name);
        validate_probes(c, context, here, to);
        validate_restart_policy(c, false, here, to);
    });
    for_each_object(list, [&](const bj::object& c, std::size_t i) {
        validate_host_ports(c, indexed(path, i), host_ports, to);
    });
}

void validate_init(const bj::object& spec, const pod_validation_context& context, const std::string& path,
                   field_errors& to) {
    names seen;
    for_each_object(list_of(spec, "containers"),
                    [&](const bj::object& c, std::size_t) { seen.insert(std::string(text_at(c, "name"))); });
    for_each_object(list_of(spec, "initContainers"), [&](const bj::object& c, std::size_t i) {
        const std::string here = indexed(path + ".initContainers", i);
        validate_container(c, context, here, to);
        validate_restart_policy(c, true, here, to);
        const std::string name(text_at(c, "name"));
        if (seen.contains(name)) duplicate(to, here + ".name", name);
        if (!name.empty()) seen.insert(name);
        names host_ports;
        validate_host_ports(c, here, host_ports, to);
        if (text_at(c, "restartPolicy") == "Always") {
            validate_probes(c, context, here, to);
            return;
        }
        for (const char* key : {"lifecycle", "livenessProbe", "readinessProbe", "startupProbe"}) {
            if (value_at(c, key) != nullptr) {
                forbidden(to, child(here, key),
                          "may not be set for init containers without restartPolicy=Always");
            }
        }
        for_each_object(list_of(c, "resizePolicy"), [&](const bj::object& p, std::size_t k) {
            const std::string_view restart = text_at(p, "restartPolicy");
            if (restart == "RestartContainer")
                invalid(to, indexed(here + ".resizePolicy", k) + ".restartPolicy", restart,
                        "must not be set to 'RestartContainer' for non-sidecar initContainers");
        });
    });
}

// Fields that upstream's list of allowed ones lacks, in their order in Go's struct.
void forbid_ephemeral_fields(const bj::object& c, const std::string& here, field_errors& to) {
    constexpr const char* why = "cannot be set for an Ephemeral Container";
    if (value_at(c, "ports") != nullptr) forbidden(to, here + ".ports", why);
    for (const char* key : {"limits", "requests", "claims"}) {
        if (value_at(object_of(c, "resources"), key) == nullptr) continue;
        forbidden(to, here + ".resources", why);
        break;
    }
    for (const char* key : {"resizePolicy", "restartPolicy", "restartPolicyRules", "livenessProbe",
                            "readinessProbe", "startupProbe", "lifecycle"}) {
        if (value_at(c, key) != nullptr) forbidden(to, child(here, key), why);
    }
    for_each_object(list_of(c, "volumeMounts"), [&](const bj::object& m, std::size_t i) {
        for (const char* key : {"subPath", "subPathExpr"})
            if (!text_at(m, key).empty()) forbidden(to, child(indexed(here + ".volumeMounts", i), key), why);
    });
}

void validate_ephemeral(const bj::object& spec, const pod_validation_context& context,
                        const std::string& path, field_errors& to) {
    names others, seen;
    for (const char* list : {"containers", "initContainers"}) {
        for_each_object(list_of(spec, list), [&](const bj::object& c, std::size_t) {
            others.insert(std::string(text_at(c, "name")));
        });
    }
    seen = others;
    for_each_object(list_of(spec, "ephemeralContainers"), [&](const bj::object& c, std::size_t i) {
        const std::string here = indexed(path + ".ephemeralContainers", i);
        validate_container(c, context, here, to);
        const std::string name(text_at(c, "name"));
        validate_image_padding(c, here, to);
        if (!seen.insert(name).second) duplicate(to, here + ".name", name);
        const std::string_view target = text_at(c, "targetContainerName");
        if (!target.empty() && !others.contains(target)) not_found(to, here + ".targetContainerName", target);
        forbid_ephemeral_fields(c, here, to);
    });
}

}  // namespace

void validate_containers(const bj::object& spec, const pod_validation_context& context,
                         const std::string& path, field_errors& to) {
    validate_regular(list_of(spec, "containers"), context, path + ".containers", to);
    validate_init(spec, context, path, to);
    validate_ephemeral(spec, context, path, to);
}

}}}  // namespace setpoint::v0::apiserver
