#pragma once
// A pod, or the template of pods, as the checks of PodSecurity read it, and the words of their messages
// (pod-security-admission/policy/helpers.go, visitor.go).

#include "apiserver/objects/fields.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::pod_security {

struct violation {
    std::string reason;  // "hostPort"
    std::string detail;  // "container \"c\" uses hostPort 80"; may be empty
};
// Empty: allowed.
using check_result = std::optional<violation>;

using names = std::vector<std::string>;
// Sorted, as sets are printed.
using name_set = std::set<std::string, std::less<>>;

// `metadata` and `spec` of a Pod or of a PodTemplateSpec. Both must outlive it.
class pod_view {
public:
    pod_view(const bj::object& metadata, const bj::object& spec) : metadata_(metadata), spec_(spec) {}

    const bj::object& spec() const { return spec_; }
    const bj::object& annotations() const { return object_of(metadata_, "annotations"); }
    const bj::object& security() const { return object_of(spec_, "securityContext"); }
    bool is_windows() const { return text_at(spec_, {"os", "name"}) == "windows"; }
    // hostUsers: false.
    bool has_own_users() const;

    // Calls f(name, container) for init containers, containers and ephemeral containers.
    template <class F>
    void each_container(F f) const {
        for (const char* list : {"initContainers", "containers", "ephemeralContainers"})
            for_each_object(list_of(spec_, list),
                            [&](const bj::object& c, std::size_t) { f(std::string(text_at(c, "name")), c); });
    }
    // The names of the containers for which f(container, its security context) is true.
    template <class F>
    names containers_with(F f) const {
        names out;
        each_container([&](std::string name, const bj::object& c) {
            if (f(c, object_of(c, "securityContext"))) out.push_back(std::move(name));
        });
        return out;
    }

private:
    const bj::object &metadata_, &spec_;
};

// Empty if the field is neither true nor false.
std::optional<bool> flag_at(const bj::object& o, std::string_view key);

std::string quoted_list(const names& all);  // "a", "b"
std::string quoted_list(const name_set& all);
std::string_view one_or_many(std::string_view one, std::string_view many, std::size_t count);
std::string containers_text(const names& all);  // container "a"; containers "a", "b"
// "pod", "container \"a\"" or both with " and ".
std::string setters_text(bool pod, const names& containers);

}}}  // namespace setpoint::v0::apiserver::pod_security
