#include "apiserver/kinds/core/pod/security.hpp"

#include "apiserver/kinds/core/pod/pod_volumes.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/schema/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_ids(const bj::object& context, std::initializer_list<const char*> keys, const std::string& path,
                  field_errors& to) {
    for (const char* key : keys) {
        const auto id = number_at(context, key);
        if (id) add_invalid(to, child(path, key), bj::value(*id), in_range(*id, 0, largest_int32));
    }
}

// Pointers in Go: an empty text is not absent.
void validate_choice(const bj::object& context, const char* key, const std::vector<std::string>& allowed,
                     const std::string& path, field_errors& to) {
    const bj::value* const v = value_at(context, key);
    if (v != nullptr && std::ranges::find(allowed, text_of(*v)) == allowed.end())
        not_supported(to, child(path, key), text_of(*v), allowed);
}

const std::vector<std::string>& profile_types() {
    static const std::vector<std::string> all{"Localhost", "RuntimeDefault", "Unconfined"};
    return all;
}

void validate_profile_type(const bj::object& profile, const char* what, const std::string& path,
                           field_errors& to) {
    const std::string_view type = text_at(profile, "type");
    if (type.empty()) {
        required(to, path + ".type", fmt::format("type is required when {} is set", what));
    } else if (std::ranges::find(profile_types(), type) == profile_types().end()) {
        not_supported(to, path + ".type", type, profile_types());
    }
}

void validate_seccomp(const bj::object& context, const std::string& parent, field_errors& to) {
    const bj::object* const profile = object_at(context, "seccompProfile");
    if (profile == nullptr) return;
    const std::string path = parent + ".seccompProfile", file = path + ".localhostProfile";
    validate_profile_type(*profile, "seccompProfile", path, to);
    const bj::value* const name = value_at(*profile, "localhostProfile");
    if (text_at(*profile, "type") != "Localhost") {
        if (name != nullptr)
            invalid_unsorted(to, file, bj::value(*profile), "can only be set when seccomp type is Localhost");
    } else if (name == nullptr) {
        required(to, file, "must be set when seccomp type is Localhost");
    } else {
        validate_path_stays_inside(text_of(*name), file, to);
    }
}

void validate_local_profile(const bj::value* name, const std::string& path, field_errors& to) {
    constexpr std::string_view must = "must be set when AppArmor type is Localhost", blanks = " \t\n\v\f\r";
    constexpr std::size_t longest = 4095;  // PATH_MAX - 1
    if (name == nullptr) return required(to, path, std::string(must));
    const std::string_view text = text_of(*name);
    const bool padded = !text.empty() && (blanks.find(text.front()) != std::string_view::npos ||
                                          blanks.find(text.back()) != std::string_view::npos);
    if (padded) {
        invalid(to, path, text, "must not be padded with whitespace");
    } else if (text.empty()) {
        required(to, path, std::string(must));
    }
    if (text.size() > longest) too_long(to, path, longest);
}

void validate_app_armor(const bj::object& context, const std::string& parent, field_errors& to) {
    const bj::object* const profile = object_at(context, "appArmorProfile");
    if (profile == nullptr) return;
    const std::string path = parent + ".appArmorProfile", file = path + ".localhostProfile";
    const std::string_view type = text_at(*profile, "type");
    const bj::value* const name = value_at(*profile, "localhostProfile");
    if (type == "Localhost") {
        validate_local_profile(name, file, to);
    } else if (type == "RuntimeDefault" || type == "Unconfined") {
        if (name != nullptr) invalid(to, file, *name, "can only be set when AppArmor type is Localhost");
    } else {
        validate_profile_type(*profile, "appArmorProfile", path, to);
    }
}

void validate_escalation(const bj::object& context, const std::string& path, field_errors& to) {
    const bj::value* const may = value_at(context, "allowPrivilegeEscalation");
    if (may == nullptr || !may->is_bool() || may->get_bool()) return;
    constexpr std::string_view cannot = "cannot set `allowPrivilegeEscalation` to false and ";
    if (true_at(context, "privileged"))
        invalid_unsorted(to, path, bj::value(context), fmt::format("{}`privileged` to true", cannot));
    for (const bj::value& added : list_of(object_of(context, "capabilities"), "add")) {
        if (text_of(added) == "CAP_SYS_ADMIN")
            invalid_unsorted(to, path, bj::value(context),
                             fmt::format("{}`capabilities.Add` CAP_SYS_ADMIN", cannot));
    }
}

// "net/ipv4/conf/eno2.100/rp_filter" as "net.ipv4.conf.eno2/100.rp_filter".
std::string normal_sysctl(std::string_view name) {
    std::string out(name);
    const std::size_t separator = name.find_first_of("./");
    if (separator == std::string_view::npos || name[separator] == '.') return out;
    for (char& c : out) c = c == '.' ? '/' : c == '/' ? '.' : c;
    return out;
}

// The field of the pod that shares the kernel's namespace of the sysctl with the host; empty if there is none
// (GetNamespace of component-helpers/node/util/sysctl).
std::string_view namespace_of_sysctl(std::string_view sysctl) {
    static const std::set<std::string, std::less<>> of_ipc{
        "kernel.sem", "kernel.shmall", "kernel.shmmax", "kernel.shmmni", "kernel.shm_rmid_forced",
        "kernel.shm", "kernel.msgmax", "kernel.msgmnb", "kernel.msgmni", "kernel.msg"};
    const std::string whole = normal_sysctl(sysctl);
    const std::string_view name = std::string_view(whole).substr(0, whole.find('*'));
    if (of_ipc.contains(name) || name.starts_with("fs.mqueue.")) return "hostIPC";
    return name.starts_with("net.") ? "hostNetwork" : "";
}

void validate_sysctls(const bj::object& context, const std::string& path, field_errors& to) {
    constexpr std::size_t longest = 253;
    static const std::string form = "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";
    static std::string why;
    static const std::shared_ptr<const pattern> compiled = pattern::compile(form, why);
    std::set<std::string, std::less<>> seen;
    for_each_object(list_of(context, "sysctls"), [&](const bj::object& s, std::size_t i) {
        const std::string here = indexed(path, i) + ".name", name(text_at(s, "name"));
        if (name.empty()) {
            required(to, here);
        } else if (name.size() > longest || !compiled->matches(name)) {
            invalid(to, here, name,
                    fmt::format("must have at most {} characters and match regex {}", longest, form));
        } else if (seen.contains(name)) {
            duplicate(to, here, name);
        }
        seen.insert(name);
    });
}

void validate_host_sysctls(const bj::object& spec, const std::string& path, field_errors& to) {
    for_each_object(list_of(object_of(spec, "securityContext"), "sysctls"),
                    [&](const bj::object& s, std::size_t i) {
                        const std::string_view name = text_at(s, "name"), key = namespace_of_sysctl(name);
                        if (!key.empty() && true_at(spec, key))
                            invalid(to, indexed(path, i) + ".name", name,
                                    fmt::format("may not be specified when '{}' is true", key));
                    });
}

}  // namespace

void validate_security_context(const bj::object& context, const std::string& path, bool host_users,
                               field_errors& to) {
    validate_ids(context, {"runAsUser", "runAsGroup"}, path, to);
    validate_choice(context, "procMount", {"Default", "Unmasked"}, path, to);
    if (host_users && text_at(context, "procMount") == "Unmasked")
        invalid(to, path + ".procMount", "Unmasked", "`hostUsers` must be false to use `Unmasked`");
    validate_seccomp(context, path, to);
    validate_escalation(context, path, to);
    validate_windows_options(object_of(context, "windowsOptions"), path + ".windowsOptions", to);
    validate_app_armor(context, path, to);
}

void validate_pod_security_context(const bj::object& spec, bool any_host_sysctl, const std::string& path,
                                   field_errors& to) {
    const std::string here = path + ".securityContext";
    const bj::object& context = object_of(spec, "securityContext");
    validate_ids(context, {"fsGroup", "runAsUser", "runAsGroup"}, here, to);
    const bj::array& groups = list_of(context, "supplementalGroups");
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (const auto id = number_of(groups[i]))
            add_invalid(to, indexed(here + ".supplementalGroups", i), groups[i],
                        in_range(*id, 0, largest_int32));
    }
    if (true_at(spec, "shareProcessNamespace") && true_at(spec, "hostPID"))
        invalid(to, path + ".shareProcessNamespace", bj::value(true),
                "ShareProcessNamespace and HostPID cannot both be enabled");
    validate_sysctls(context, here + ".sysctls", to);
    if (!any_host_sysctl) validate_host_sysctls(spec, here + ".sysctls", to);
    validate_choice(context, "fsGroupChangePolicy", {"Always", "OnRootMismatch"}, here, to);
    validate_seccomp(context, here, to);
    validate_windows_options(object_of(context, "windowsOptions"), here + ".windowsOptions", to);
    validate_app_armor(context, here, to);
    validate_choice(context, "supplementalGroupsPolicy", {"Merge", "Strict"}, here, to);
    // kinds/gated_fields checks seLinuxChangePolicy: its values depend on the gate SELinuxMount.
}

bool has_host_sysctl(const bj::object& spec) {
    field_errors wrong;
    validate_host_sysctls(spec, "", wrong);
    return !wrong.empty();
}

namespace {

bool has_own_users(const bj::object& spec) {
    const bj::value* const users = value_at(spec, "hostUsers");
    return users != nullptr && users->is_bool() && !users->get_bool();
}

bool has_devices(const bj::object& spec) {
    bool found = false;
    for_each_container(spec, "", [&](const bj::object& c, const std::string&) {
        found = found || !list_of(c, "volumeDevices").empty();
    });
    return found;
}

}  // namespace

void validate_host_users(const bj::object& spec, const bj::object& old, const std::string& path,
                         field_errors& to) {
    if (!has_own_users(spec)) return;
    constexpr const char* when = "when `hostUsers` is false";
    const bool had = has_own_users(old);
    if (true_at(spec, "hostNetwork") && !(had && true_at(old, "hostNetwork")))
        forbidden(to, path + ".hostNetwork", when);
    if (true_at(spec, "hostPID")) forbidden(to, path + ".HostPID", when);
    if (true_at(spec, "hostIPC")) forbidden(to, path + ".HostIPC", when);
    if (had && has_devices(old)) return;
    for_each_container(spec, path, [&](const bj::object& c, const std::string& here) {
        if (!list_of(c, "volumeDevices").empty()) forbidden(to, here + ".volumeDevices", when);
    });
}

}}}  // namespace setpoint::v0::apiserver
