#pragma once
// clang-format off
// LocalSubjectAccessReview (authorization.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/authorization_v1/subject_access_review_spec.hpp"
#include "setpoint/api/authorization_v1/subject_access_review_status.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace authorization_v1 {

struct local_subject_access_review {
    object_meta metadata{};
    subject_access_review_spec spec{};
    boxed<subject_access_review_status> status{};

    static constexpr auto kind() {
        return builtin_kind("authorization.k8s.io", "v1", "LocalSubjectAccessReview",
                            "localsubjectaccessreviews");
    }
    template <class Self = local_subject_access_review>
    static constexpr auto describe() {
        return schema::object(
            "LocalSubjectAccessReview checks whether or not a user or group can perform an action in a "
            "given namespace.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard list metadata."),
            schema::field(&Self::spec, "spec",
                          "spec holds information about the request being evaluated. spec.namespace must "
                          "be equal to the namespace you made the request against."),
            schema::field(&Self::status, "status",
                          "status is filled in by the server and indicates whether the request is allowed "
                          "or not"));
    }
};

}}}  // namespace setpoint::v0::authorization_v1

SETPOINT_BUILT_IN_KIND(setpoint::authorization_v1::local_subject_access_review);
