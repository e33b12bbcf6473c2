#pragma once
// Access reviews (authorization.k8s.io/v1): whether a user may perform an action. Never stored.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <map>
#include <string>
#include <vector>

namespace setpoint {

// A request that concerns no object: its path and the method in lower case.
struct non_resource_attributes {
    std::string path{}, verb{};

    static constexpr auto describe() {
        using namespace schema;
        using self = non_resource_attributes;
        return object("", field(&self::path, "path", ""), field(&self::verb, "verb", ""));
    }
};

struct subject_access_review_spec {
    std::optional<non_resource_attributes> non_resource{};
    std::string user{}, uid{};
    std::vector<std::string> groups{};
    std::map<std::string, std::vector<std::string>> extra{};

    static constexpr auto describe() {
        using namespace schema;
        using self = subject_access_review_spec;
        return object("", field(&self::non_resource, "nonResourceAttributes", ""),
                      field(&self::user, "user", ""), field(&self::uid, "uid", ""),
                      field(&self::groups, "groups", ""), field(&self::extra, "extra", ""));
    }
};

struct subject_access_review_status {
    bool allowed = false;
    std::string reason{};

    static constexpr auto describe() {
        using namespace schema;
        using self = subject_access_review_status;
        return object("", field(&self::allowed, "allowed", ""), field(&self::reason, "reason", ""));
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
    static constexpr auto describe() {
        using namespace schema;
        using self = subject_access_review;
        return object("Asks whether a user may perform an action.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::subject_access_review);
