#include "apiserver/kinds/core/pod/container_status.hpp"

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct status_list {
    const char *statuses, *containers;  // of the status and of the spec
};
constexpr status_list status_lists[] = {{"containerStatuses", "containers"},
                                        {"initContainerStatuses", "initContainers"},
                                        {"ephemeralContainerStatuses", nullptr}};

const bj::object* named_element(const bj::array& list, std::string_view name) {
    for (const bj::value& v : list)
        if (v.is_object() && text_at(v.get_object(), "name") == name) return &v.get_object();
    return nullptr;
}

// A rule of a container matches the exit code; every action restarts the container.
bool has_matching_rule(const bj::object& container, std::int64_t exit_code) {
    bool matches = false;
    for_each_object(list_of(container, "restartPolicyRules"), [&](const bj::object& rule, std::size_t) {
        const bj::object* codes = object_at(rule, "exitCodes");
        if (codes == nullptr) return;
        const std::string_view op = text_at(*codes, "operator");
        const bool listed = std::ranges::any_of(
            list_of(*codes, "values"), [&](const bj::value& v) { return number_of(v) == exit_code; });
        matches = matches || (op == "In" && listed) || (op == "NotIn" && !listed);
    });
    return matches;
}

bool may_restart(const bj::object& container, std::string_view pod_policy, std::int64_t exit_code) {
    const bj::value* own = value_at(container, "restartPolicy");
    if (own != nullptr && has_matching_rule(container, exit_code)) return true;
    std::string_view policy = own == nullptr ? pod_policy : text_of(*own);
    if (policy != "Always" && policy != "OnFailure" && policy != "Never") policy = pod_policy;
    if (policy == "OnFailure") return exit_code != 0;
    return policy != "Never";
}

bool restarts_all_containers(const bj::object& spec) {
    bool found = false;
    for (const char* list : {"initContainers", "containers"}) {
        for_each_object(list_of(spec, list), [&](const bj::object& c, std::size_t) {
            for_each_object(list_of(c, "restartPolicyRules"), [&](const bj::object& rule, std::size_t) {
                found = found || text_at(rule, "action") == "RestartAllContainers";
            });
        });
    }
    return found;
}

void validate_allocated(const bj::object& allocated, const bj::object* container, const std::string& here,
                        field_errors& to) {
    constexpr std::size_t longest = 1024;
    const std::string_view name = text_at(allocated, "name");
    if (container != nullptr && name.starts_with("claim:")) {
        bool found = false;
        for_each_object(list_of(object_of(*container, "resources"), "claims"),
                        [&](const bj::object& c, std::size_t) {
                            const std::string_view request = text_at(c, "request");
                            found = found || name == fmt::format("claim:{}{}{}", text_at(c, "name"),
                                                                 request.empty() ? "" : "/", request);
                        });
        if (!found)
            invalid(to, here + ".name", name,
                    "must match one of the container's resource claims as 'claim:<claimName>/<requestName>' "
                    "when container.resources.claims[*].request is set or 'claim:<claimName>' when it is "
                    "empty");
    } else if (container != nullptr && !object_of(*container, {"resources", "requests"}).contains(name)) {
        invalid(to, here + ".name", name, "must match one of the container's resource requests");
    }
    std::set<std::string, std::less<>> seen;
    for_each_object(list_of(allocated, "resources"), [&](const bj::object& r, std::size_t i) {
        const std::string at = indexed(here + ".resources", i), id(text_at(r, "resourceID"));
        const std::string_view health = text_at(r, "health");
        if (health != "Healthy" && health != "Unhealthy" && health != "Unknown")
            not_supported(to, at + ".health", health, {"Healthy", "Unhealthy", "Unknown"});
        if (const bj::value* message = value_at(r, "message")) {
            if (text_of(*message).empty()) required(to, at + ".message", "must be non-empty if specified");
            if (text_of(*message).size() > longest) too_long(to, at + ".message", longest);
        }
        if (!seen.insert(id).second) duplicate(to, at + ".resourceID", id);
    });
}

void validate_user(const bj::object& status, std::string_view os, const std::string& here, field_errors& to) {
    const bj::object* user = object_at(status, {"user", "linux"});
    if (user == nullptr) return;
    const std::string path = here + ".user.linux";
    if (os == "windows") return forbidden(to, path, "cannot be set for a windows pod");
    if (!os.empty() && os != "linux") return;
    constexpr std::int64_t largest_uid = 4294967295;  // of Linux
    const std::int64_t uid = number_at(*user, "uid").value_or(0), gid = number_at(*user, "gid").value_or(0);
    add_invalid(to, path + ".uid", bj::value(uid), in_range(uid, 0, largest_uid));
    add_invalid(to, path + ".gid", bj::value(gid), in_range(gid, 0, largest_int32));
    const bj::array& groups = list_of(*user, "supplementalGroups");
    for (std::size_t i = 0; i < groups.size(); ++i)
        add_invalid(to, indexed(path + ".supplementalGroups", i), groups[i],
                    in_range(number_of(groups[i]).value_or(0), 0, largest_int32));
}

void validate_mounted_images(const bj::object& status, const std::string& here, field_errors& to) {
    constexpr std::size_t longest = 256;
    for_each_object(list_of(status, "volumeMounts"), [&](const bj::object& mount, std::size_t i) {
        const bj::object* image = object_at(mount, {"volumeStatus", "image"});
        if (image == nullptr) return;
        const std::string path =
            indexed(here + ".volumeMounts", i) + ".volumeStatus.imageVolumeStatus.imageRef";
        const std::string_view reference = text_at(*image, "imageRef");
        if (reference.empty()) required(to, path, "imageRef must not be empty");
        if (reference.size() > longest) too_long(to, path, longest);
    });
}

}  // namespace

void validate_container_states(const bj::object& pod, const bj::object& old, field_errors& to) {
    const bj::object& spec = object_of(old, "spec");
    const bool all_restart = restarts_all_containers(spec);
    for (const status_list& list : status_lists) {
        if (all_restart && list.containers != nullptr) continue;
        const bj::array& now = list_of(object_of(pod, "status"), list.statuses);
        for_each_object(list_of(object_of(old, "status"), list.statuses), [&](const bj::object& was,
                                                                              std::size_t i) {
            const bj::object* terminated = object_at(was, {"state", "terminated"});
            const bj::object* is = named_element(now, text_at(was, "name"));
            if (terminated == nullptr || is == nullptr || object_at(*is, {"state", "terminated"}) != nullptr)
                return;
            const bj::object* container =
                list.containers == nullptr
                    ? nullptr
                    : named_element(list_of(spec, list.containers), text_at(was, "name"));
            if (container != nullptr && may_restart(*container, text_at(spec, "restartPolicy"),
                                                    number_at(*terminated, "exitCode").value_or(0)))
                return;
            forbidden(to, indexed(child("status", list.statuses), i) + ".state",
                      "may not be transitioned to non-terminated state");
        });
    }
}

void validate_container_statuses(const bj::object& pod, field_errors& to) {
    const bj::object &spec = object_of(pod, "spec"), &status = object_of(pod, "status");
    for (const status_list& list : status_lists) {
        for_each_object(list_of(status, list.statuses), [&](const bj::object& s, std::size_t i) {
            const std::string here = indexed(child("status", list.statuses), i);
            const bj::array& allocated = list_of(s, "allocatedResourcesStatus");
            validate_user(s, text_at(spec, {"os", "name"}), here, to);
            validate_mounted_images(s, here, to);
            if (list.containers == nullptr) {
                if (!allocated.empty())
                    forbidden(to, here + ".allocatedResourcesStatus",
                              "must not be specified in container status");
                return;
            }
            const bj::object* container = named_element(list_of(spec, list.containers), text_at(s, "name"));
            for_each_object(allocated, [&](const bj::object& a, std::size_t k) {
                validate_allocated(a, container, indexed(here + ".allocatedResourcesStatus", k), to);
            });
        });
    }
}

}}}  // namespace setpoint::v0::apiserver
