// Validates what Windows pods have of their own, and what they may not have.

#include "apiserver/kinds/core/pod/security.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/schema/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool matches_go(std::string_view text, const char* form) {
    std::string why;
    const auto compiled = pattern::compile(form, why);
    return compiled->matches(text);
}

constexpr const char *control = "[[:cntrl:]]+", *net_bios = R"(^[^\\/:\*\?"<>|\.][^\\/:\*\?"<>|]{0,14}$)",
                     *domain_name =
                         "^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
                         "(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$",
                     *forbidden_in_user = R"(["/\\:;|=,\+\*\?<>@\[\]])";

void validate_user(std::string_view user, const std::string& path, std::string_view whole, field_errors& to) {
    constexpr std::size_t longest = 104;
    if (user.empty()) {
        invalid(to, path, whole, "runAsUserName's User cannot be empty");
    } else if (user.size() > longest) {
        invalid(to, path, whole,
                fmt::format("runAsUserName's User length must not be longer than {} characters", longest));
    }
    if (!user.empty() && user.find_first_not_of(". ") == std::string_view::npos)
        invalid(to, path, whole, "runAsUserName's User cannot contain only periods or spaces");
    if (matches_go(user, forbidden_in_user))
        invalid(to, path, whole,
                R"(runAsUserName's User cannot contain the following characters: "/\:;|=,+*?<>@[])");
}

void validate_user_name(std::string_view name, const std::string& path, field_errors& to) {
    constexpr std::size_t longest_domain = 256;
    if (name.empty()) return invalid(to, path, name, "runAsUserName cannot be an empty string");
    if (matches_go(name, control))
        return invalid(to, path, name, "runAsUserName cannot contain control characters");
    if (std::ranges::count(name, '\\') > 1)
        return invalid(to, path, name, "runAsUserName cannot contain more than one backslash");
    const std::size_t at = name.find('\\');
    if (at == std::string_view::npos) return validate_user(name, path, name, to);
    const std::string_view domain = name.substr(0, at);
    if (domain.size() >= longest_domain)
        invalid(to, path, name,
                fmt::format("runAsUserName's Domain length must be under {} characters", longest_domain));
    if (!matches_go(domain, net_bios) && !matches_go(domain, domain_name))
        invalid(to, path, name, "runAsUserName's Domain doesn't match the NetBios nor the DNS format");
    validate_user(name.substr(at + 1), path, name, to);
}

std::optional<bool> host_process(const bj::object& security) {
    const bj::value* const v = value_at(object_of(security, "windowsOptions"), "hostProcess");
    return v != nullptr && v->is_bool() ? std::optional(v->get_bool()) : std::nullopt;
}

constexpr const char* not_for_windows = "cannot be set for a windows pod";

void forbid(const bj::object& o, std::initializer_list<const char*> keys, const std::string& path,
            field_errors& to) {
    for (const char* key : keys)
        if (value_at(o, key) != nullptr) forbidden(to, child(path, key), not_for_windows);
}

void forbid_if_true(const bj::object& o, std::initializer_list<const char*> keys, const std::string& path,
                    field_errors& to) {
    for (const char* key : keys)
        if (true_at(o, key)) forbidden(to, child(path, key), not_for_windows);
}

void validate_windows_pod(const bj::object& spec, const std::string& path, field_errors& to) {
    const bj::object& security = object_of(spec, "securityContext");
    const std::string here = path + ".securityContext";
    forbid(security, {"appArmorProfile", "seLinuxOptions"}, here, to);
    forbid(spec, {"hostUsers"}, path, to);
    forbid_if_true(spec, {"hostPID", "hostIPC"}, path, to);
    forbid(security, {"seccompProfile", "fsGroup", "fsGroupChangePolicy"}, here, to);
    if (!list_of(security, "sysctls").empty()) forbidden(to, here + ".sysctls", not_for_windows);
    forbid(spec, {"shareProcessNamespace"}, path, to);
    forbid(
        security,
        {"runAsUser", "runAsGroup", "supplementalGroups", "supplementalGroupsPolicy", "seLinuxChangePolicy"},
        here, to);
    for_each_container(spec, path, [&](const bj::object& c, const std::string& of) {
        forbid(
            object_of(c, "securityContext"),
            {"appArmorProfile", "seLinuxOptions", "seccompProfile", "capabilities", "readOnlyRootFilesystem",
             "privileged", "allowPrivilegeEscalation", "procMount", "runAsUser", "runAsGroup"},
            of + ".securityContext", to);
    });
}

void validate_linux_pod(const bj::object& spec, const std::string& path, field_errors& to) {
    const auto check = [&](const bj::object& security, const std::string& here) {
        if (value_at(security, "windowsOptions") != nullptr)
            forbidden(to, here + ".securityContext.windowsOptions",
                      "windows options cannot be set for a linux pod");
    };
    check(object_of(spec, "securityContext"), path);
    for_each_container(spec, path, [&](const bj::object& c, const std::string& here) {
        check(object_of(c, "securityContext"), here);
    });
}

}  // namespace

void validate_windows_options(const bj::object& options, const std::string& path, field_errors& to) {
    constexpr std::size_t longest_kib = 64;
    if (const bj::value* const name = value_at(options, "gmsaCredentialSpecName"))
        add_invalid(to, path + ".gmsaCredentialSpecName", *name, dns1123_subdomain(text_of(*name)));
    if (const bj::value* const spec = value_at(options, "gmsaCredentialSpec")) {
        const std::string here = path + ".gmsaCredentialSpec";
        if (text_of(*spec).empty()) {
            invalid(to, here, *spec, "gmsaCredentialSpec cannot be an empty string");
        } else if (text_of(*spec).size() > longest_kib * 1024) {
            invalid(to, here, *spec,
                    fmt::format("gmsaCredentialSpec size must be under {} KiB", longest_kib));
        }
    }
    if (const bj::value* const user = value_at(options, "runAsUserName"))
        validate_user_name(text_of(*user), path + ".runAsUserName", to);
}

void validate_host_processes(const bj::object& spec, const std::string& path, field_errors& to) {
    const std::optional<bool> of_pod = host_process(object_of(spec, "securityContext"));
    int all = 0, on_host = 0;
    for_each_container(spec, path, [&](const bj::object& c, const std::string& here) {
        ++all;
        const std::optional<bool> own = host_process(object_of(c, "securityContext"));
        if (own && of_pod && *own != *of_pod)
            invalid(to, here + ".securityContext.windowsOptions.hostProcess", bj::value(*own),
                    fmt::format("pod hostProcess value must be identical if both are specified, was {}",
                                *of_pod));
        on_host += own.value_or(of_pod.value_or(false)) ? 1 : 0;
    });
    if (on_host == 0) return;
    if (on_host != all)
        invalid(to, path, "",
                "If pod contains any hostProcess containers then all containers must be HostProcess "
                "containers");
    if (!true_at(spec, "hostNetwork"))
        invalid(to, path + ".hostNetwork", bj::value(false),
                "hostNetwork must be true if pod contains any hostProcess containers");
}

void validate_operating_system(const bj::object& spec, const std::string& path, field_errors& to) {
    const bj::object* const os = object_at(spec, "os");
    if (os == nullptr) return;
    const std::string_view name = text_at(*os, "name");
    if (name.empty()) {
        required(to, path + ".os.name");
    } else if (name == "linux") {
        validate_linux_pod(spec, path, to);
    } else if (name == "windows") {
        validate_windows_pod(spec, path, to);
    } else {
        not_supported(to, path + ".os", name, {"linux", "windows"});
    }
}

}}}  // namespace setpoint::v0::apiserver
