#pragma once
// clang-format off
// SelfSubjectAccessReview (authorization.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/authorization_v1/non_resource_attributes.hpp"
#include "setpoint/api/authorization_v1/resource_attributes.hpp"
#include "setpoint/api/authorization_v1/subject_access_review_status.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace authorization_v1 {

struct self_subject_access_review_spec {
    boxed<authorization_v1::resource_attributes> resource_attributes{};
    boxed<authorization_v1::non_resource_attributes> non_resource_attributes{};

    template <class Self = self_subject_access_review_spec>
    static constexpr auto describe() {
        return schema::object(
            "SelfSubjectAccessReviewSpec is a description of the access request.",
            schema::field(&Self::resource_attributes, "resourceAttributes",
                          "resourceAttributes describes information for a resource access request"),
            schema::field(&Self::non_resource_attributes, "nonResourceAttributes",
                          "nonResourceAttributes describes information for a non-resource access request"));
    }
};

struct self_subject_access_review {
    object_meta metadata{};
    self_subject_access_review_spec spec{};
    boxed<subject_access_review_status> status{};

    static constexpr auto kind() {
        return builtin_kind("authorization.k8s.io", "v1", "SelfSubjectAccessReview",
                            "selfsubjectaccessreviews").cluster_scoped();
    }
    template <class Self = self_subject_access_review>
    static constexpr auto describe() {
        return schema::object(
            "SelfSubjectAccessReview checks whether or the current user can perform an action.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard list metadata."),
            schema::field(&Self::spec, "spec",
                          "spec holds information about the request being evaluated. user and groups must "
                          "be empty"),
            schema::field(&Self::status, "status",
                          "status is filled in by the server and indicates whether the request is allowed "
                          "or not"));
    }
};

}}}  // namespace setpoint::v0::authorization_v1

SETPOINT_BUILT_IN_KIND(setpoint::authorization_v1::self_subject_access_review);
