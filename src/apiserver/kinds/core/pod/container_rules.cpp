#include "apiserver/kinds/core/pod/container_rules.hpp"

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/unicode_space.hpp"

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using seen_names = std::set<std::string, std::less<>>;

bool goes_back(std::string_view path) {
    return ("/" + std::string(path) + "/").find("/../") != std::string::npos;
}

void validate_device(const bj::object& device, const pod_validation_context& context, seen_names& names,
                     seen_names& paths, const std::string& here, field_errors& to) {
    const std::string_view name = text_at(device, "name"), target = text_at(device, "devicePath");
    if (name.empty()) required(to, here + ".name");
    if (names.contains(name)) invalid(to, here + ".name", name, "must be unique");
    if (!context.volumes.contains(name)) {
        not_found(to, here + ".name", name);
    } else if (!context.claim_volumes.contains(name)) {
        invalid(to, here + ".name", name,
                "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
    }
    if (target.empty()) required(to, here + ".devicePath");
    if (paths.contains(target)) invalid(to, here + ".devicePath", target, "must be unique");
    if (goes_back(target)) {
        invalid(to, here + ".devicePath", target, "can not contain backsteps ('..')");
    } else {
        paths.emplace(target);
    }
    if (!name.empty()) names.emplace(name);
}

void validate_exit_codes(const bj::object& rule, const std::string& here, field_errors& to) {
    constexpr std::size_t most_codes = 255;
    const bj::object* const codes = object_at(rule, "exitCodes");
    if (codes == nullptr) return required(to, here + ".exitCodes", "must be specified");
    const std::string_view op = text_at(*codes, "operator");
    if (op != "In" && op != "NotIn") not_supported(to, here + ".exitCodes.operator", op, {"In", "NotIn"});
    if (const std::size_t n = list_of(*codes, "values").size(); n > most_codes)
        too_many(to, here + ".exitCodes.values", static_cast<std::int64_t>(n), most_codes);
}

}  // namespace

void validate_image_padding(const bj::object& container, const std::string& path, field_errors& to) {
    const std::string_view image = text_at(container, "image");
    if (leading_space(image) > 0 || ends_with_space(image))
        invalid(to, path + ".image", image, "must not have leading or trailing whitespace");
}

void validate_volume_devices(const bj::object& container, const pod_validation_context& context,
                             const std::string& path, field_errors& to) {
    seen_names names, paths;
    for_each_object(list_of(container, "volumeDevices"), [&](const bj::object& d, std::size_t i) {
        const std::string here = indexed(path + ".volumeDevices", i);
        validate_device(d, context, names, paths, here, to);
        const std::string_view name = text_at(d, "name"), target = text_at(d, "devicePath");
        bool same_name = false, same_path = false;
        for_each_object(list_of(container, "volumeMounts"), [&](const bj::object& m, std::size_t) {
            same_name = same_name || text_at(m, "name") == name;
            same_path = same_path || text_at(m, "mountPath") == target;
        });
        if (same_name) invalid(to, here + ".name", name, "must not already exist in volumeMounts");
        if (same_path)
            invalid(to, here + ".devicePath", target, "must not already exist as a path in volumeMounts");
    });
}

void validate_mount_modes(const bj::object& mount, const bj::object& container, const std::string& list,
                          field_errors& to) {
    const bj::value* const propagation = value_at(mount, "mountPropagation");
    const std::string_view mode = propagation == nullptr ? "None" : text_of(*propagation);
    if (mode != "Bidirectional" && mode != "HostToContainer" && mode != "None") {
        not_supported(to, list + ".mountPropagation", mode, {"Bidirectional", "HostToContainer", "None"});
    } else if (mode == "Bidirectional" && !true_at(object_of(container, "securityContext"), "privileged")) {
        forbidden(to, list + ".mountPropagation",
                  "Bidirectional mount propagation is available only to privileged containers");
    }
    const bj::value* const recursive = value_at(mount, "recursiveReadOnly");
    const std::string_view r = recursive == nullptr ? "Disabled" : text_of(*recursive);
    const std::string here = list + ".recursiveReadOnly";
    if (r == "Disabled") return;
    if (r != "Enabled" && r != "IfPossible")
        return not_supported(to, here, r, {"Disabled", "Enabled", "IfPossible"});
    if (!true_at(mount, "readOnly")) forbidden(to, here, "may only be specified when readOnly is true");
    if (mode != "None")
        forbidden(to, here, "may only be specified when mountPropagation is None or not specified");
}

void validate_resize_policy(const bj::object& container, std::string_view pod_restart_policy,
                            const std::string& path, field_errors& to) {
    const std::string here = path + ".resizePolicy";
    seen_names seen;
    for_each_object(list_of(container, "resizePolicy"), [&](const bj::object& p, std::size_t i) {
        const std::string_view resource = text_at(p, "resourceName"), restart = text_at(p, "restartPolicy");
        if (!seen.emplace(resource).second) duplicate(to, indexed(here, i), resource);
        validate_one_of(resource, {"cpu", "memory"}, here, to);
        validate_one_of(restart, {"NotRequired", "RestartContainer"}, here, to);
        if (pod_restart_policy == "Never" && restart != "NotRequired")
            invalid(to, here, restart, "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
    });
}

void validate_restart_policy(const bj::object& container, bool init, const std::string& path,
                             field_errors& to) {
    constexpr std::size_t most_rules = 20;
    const bj::array& rules = list_of(container, "restartPolicyRules");
    const bool unset = value_at(container, "restartPolicy") == nullptr;
    if (const bj::value* const policy = value_at(container, "restartPolicy")) {
        const std::string_view p = text_of(*policy);
        if (p != "Always" && p != "Never" && p != "OnFailure")
            not_supported(to, path + ".restartPolicy", p, {"Always", "Never", "OnFailure"});
    } else if (!rules.empty()) {
        required(to, path + ".restartPolicy", "must specify restartPolicy when restart rules are used");
    }
    if (unset && init) return;
    const std::string list = path + ".restartPolicyRules";
    if (rules.size() > most_rules) too_many(to, list, static_cast<std::int64_t>(rules.size()), most_rules);
    for_each_object(rules, [&](const bj::object& rule, std::size_t i) {
        const std::string here = indexed(list, i);
        const std::string_view action = text_at(rule, "action");
        if (action != "Restart" && action != "RestartAllContainers")
            not_supported(to, here + ".action", action, {"Restart", "RestartAllContainers"});
        validate_exit_codes(rule, here, to);
    });
}

}}}  // namespace setpoint::v0::apiserver
