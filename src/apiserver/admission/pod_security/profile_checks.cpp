// The checks of AppArmor, SELinux and seccomp profiles.
#include "apiserver/admission/pod_security/checks.hpp"
#include "apiserver/go/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver::pod_security {

namespace {

constexpr std::string_view app_armor_prefix = "container.apparmor.security.beta.kubernetes.io/",
                           seccomp_pod = "seccomp.security.alpha.kubernetes.io/pod",
                           seccomp_prefix = "container.seccomp.security.alpha.kubernetes.io/";

bool is_allowed_profile(std::string_view type) {
    return type == "RuntimeDefault" || type == "Localhost";
}

// --- seccompProfile and appArmorProfile: who sets a forbidden type ---

struct profile_use {
    bool bad_pod = false, good_pod = false;
    names bad, unset;  // containers
    name_set types;    // the forbidden ones
};

profile_use use_of(const pod_view& pod, const char* field) {
    profile_use out;
    if (const bj::object* profile = object_at(pod.security(), field)) {
        const std::string_view type = text_at(*profile, "type");
        out.good_pod = is_allowed_profile(type);
        out.bad_pod = !out.good_pod;
        if (out.bad_pod) out.types.emplace(type);
    }
    pod.each_container([&](std::string name, const bj::object& c) {
        const bj::object* const profile = object_at(object_of(c, "securityContext"), field);
        if (profile == nullptr) return out.unset.push_back(std::move(name));
        const std::string_view type = text_at(*profile, "type");
        if (is_allowed_profile(type)) return;
        out.types.emplace(type);
        out.bad.push_back(std::move(name));
    });
    return out;
}

check_result forbidden_seccomp(const profile_use& use) {
    const std::string setters = setters_text(use.bad_pod, use.bad);
    if (setters.empty()) return std::nullopt;
    return violation{"seccompProfile",
                     fmt::format("{} must not set securityContext.seccompProfile.type to {}", setters,
                                 quoted_list(use.types))};
}

bool is_allowed_seccomp_annotation(std::string_view v) {
    return v == "runtime/default" || v == "docker/default" || v.starts_with("localhost/");
}

std::string annotation_text(std::string_view key, std::string_view value) {
    return fmt::format("{}={}", key, go_text::quoted(value));
}

// --- SELinux ---

constexpr std::array<std::string_view, 5> selinux_types = {"", "container_t", "container_init_t",
                                                           "container_kvm_t", "container_engine_t"};
constexpr std::size_t selinux_types_in_1_0 = 4, selinux_types_in_1_31 = 5;

struct selinux_use {
    std::size_t allowed;  // how many of selinux_types
    name_set types{};
    bool user = false, role = false;

    // Whether the options are valid.
    bool note(const bj::object& o) {
        const auto end = selinux_types.begin() + static_cast<std::ptrdiff_t>(allowed);
        const std::string_view type = text_at(o, "type");
        const bool bad_type = std::find(selinux_types.begin(), end, type) == end,
                   has_user = !text_at(o, "user").empty(), has_role = !text_at(o, "role").empty();
        if (bad_type) types.emplace(type);
        user = user || has_user;
        role = role || has_role;
        return !bad_type && !has_user && !has_role;
    }
    std::string text() const {
        names parts;
        if (!types.empty())
            parts.push_back(
                fmt::format("{} {}", one_or_many("type", "types", types.size()), quoted_list(types)));
        if (user) parts.emplace_back("user may not be set");
        if (role) parts.emplace_back("role may not be set");
        return fmt::format("{}", fmt::join(parts, "; "));
    }
};

check_result selinux_options(const pod_view& pod, std::size_t allowed) {
    selinux_use use{allowed};
    const bj::object* const of_pod = object_at(pod.security(), "seLinuxOptions");
    const bool bad_pod = of_pod != nullptr && !use.note(*of_pod);
    const names bad = pod.containers_with([&](const bj::object&, const bj::object& security) {
        const bj::object* const o = object_at(security, "seLinuxOptions");
        return o != nullptr && !use.note(*o);
    });
    const std::string setters = setters_text(bad_pod, bad);
    if (setters.empty()) return std::nullopt;
    return violation{"seLinuxOptions",
                     fmt::format("{} set forbidden securityContext.seLinuxOptions: {}", setters, use.text())};
}

}  // namespace

check_result app_armor_profile(const pod_view& pod) {
    const profile_use use = use_of(pod, "appArmorProfile");
    names values(use.types.begin(), use.types.end());
    std::string setters = setters_text(use.bad_pod, use.bad);
    name_set annotations;
    for (const auto& [key, value] : pod.annotations()) {
        const std::string_view v = text_of(value);
        const bool allowed = v.empty() || v == "runtime/default" || v.starts_with("localhost/");
        if (std::string_view(key).starts_with(app_armor_prefix) && !allowed)
            annotations.insert(annotation_text(key, v));
    }
    if (!annotations.empty()) {
        values.insert(values.end(), annotations.begin(), annotations.end());
        setters += setters.empty() ? "" : " and ";
        setters += one_or_many("annotation", "annotations", annotations.size());
    }
    if (setters.empty()) return std::nullopt;
    return violation{
        std::string(one_or_many("forbidden AppArmor profile", "forbidden AppArmor profiles", values.size())),
        fmt::format("{} must not set AppArmor profile type to {}", setters, quoted_list(values))};
}

check_result selinux_options_1_0(const pod_view& pod) {
    return selinux_options(pod, selinux_types_in_1_0);
}
check_result selinux_options_1_31(const pod_view& pod) {
    return selinux_options(pod, selinux_types_in_1_31);
}

check_result seccomp_annotations(const pod_view& pod) {
    name_set bad;
    const auto look = [&](const std::string& key) {
        const bj::value* const v = value_at(pod.annotations(), key);
        if (v != nullptr && !is_allowed_seccomp_annotation(text_of(*v)))
            bad.insert(annotation_text(key, text_of(*v)));
    };
    look(std::string(seccomp_pod));
    pod.each_container(
        [&](const std::string& name, const bj::object&) { look(std::string(seccomp_prefix) + name); });
    if (bad.empty()) return std::nullopt;
    return violation{"seccompProfile",
                     fmt::format("forbidden {} {}", one_or_many("annotation", "annotations", bad.size()),
                                 fmt::join(bad, ", "))};
}

check_result seccomp_baseline(const pod_view& pod) {
    return forbidden_seccomp(use_of(pod, "seccompProfile"));
}

check_result seccomp_restricted_1_19(const pod_view& pod) {
    const profile_use use = use_of(pod, "seccompProfile");
    if (check_result bad = forbidden_seccomp(use)) return bad;
    if (use.good_pod || use.unset.empty()) return std::nullopt;
    return violation{"seccompProfile",
                     fmt::format("pod or {} must set securityContext.seccompProfile.type to "
                                 "\"RuntimeDefault\" or \"Localhost\"",
                                 containers_text(use.unset))};
}
check_result seccomp_restricted_1_25(const pod_view& pod) {
    return pod.is_windows() ? std::nullopt : seccomp_restricted_1_19(pod);
}

}}}  // namespace setpoint::v0::apiserver::pod_security
