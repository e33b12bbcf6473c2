#pragma once
// Access reviews (authorization.k8s.io/v1): whether a user may perform an action. Never stored.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <map>
#include <string>
#include <vector>

namespace setpoint::inline v0 {

// A request that concerns no object: its path and the method in lower case.
struct non_resource_attributes {
    std::string path{}, verb{};

    template <class Self = non_resource_attributes>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::path, "path", ""), field(&Self::verb, "verb", ""));
    }
};

struct subject_access_review_spec {
    std::optional<non_resource_attributes> non_resource{};
    std::string user{}, uid{};
    std::vector<std::string> groups{};
    std::map<std::string, std::vector<std::string>> extra{};

    template <class Self = subject_access_review_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::non_resource, "nonResourceAttributes", ""),
                      field(&Self::user, "user", ""), field(&Self::uid, "uid", ""),
                      field(&Self::groups, "groups", ""), field(&Self::extra, "extra", ""));
    }
};

struct subject_access_review_status {
    bool allowed = false;
    std::string reason{};

    template <class Self = subject_access_review_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::allowed, "allowed", ""), field(&Self::reason, "reason", ""));
    }
};

// Supports only create(); the response contains the status.
struct subject_access_review {
    object_meta metadata{};
    subject_access_review_spec spec{};
    std::optional<subject_access_review_status> status{};

    static constexpr auto kind() {
        return builtin_kind("authorization.k8s.io", "v1", "SubjectAccessReview").cluster_scoped();
    }
    template <class Self = subject_access_review>
    static constexpr auto describe() {
        using namespace schema;
        return object("Asks whether a user may perform an action.", field(&Self::metadata, "metadata", ""),
                      field(&Self::spec, "spec", ""), field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::subject_access_review);
