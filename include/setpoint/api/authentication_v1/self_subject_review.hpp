#pragma once
// clang-format off
// SelfSubjectReview (authentication.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/authentication_v1/user_info.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace authentication_v1 {

struct self_subject_review_status {
    authentication_v1::user_info user_info{};

    template <class Self = self_subject_review_status>
    static constexpr auto describe() {
        return schema::object(
            "SelfSubjectReviewStatus is filled by the kube-apiserver and sent back to a user.",
            schema::field(&Self::user_info, "userInfo",
                          "userInfo is a set of attributes belonging to the user making this request."));
    }
};

struct self_subject_review {
    object_meta metadata{};
    boxed<self_subject_review_status> status{};

    static constexpr auto kind() {
        return builtin_kind("authentication.k8s.io", "v1", "SelfSubjectReview",
                            "selfsubjectreviews").cluster_scoped();
    }
    template <class Self = self_subject_review>
    static constexpr auto describe() {
        return schema::object(
            "SelfSubjectReview contains the user information that the kube-apiserver has about the user "
            "making this request.",
            schema::field(&Self::metadata, "metadata", "metadata is standard object's metadata."),
            schema::field(&Self::status, "status",
                          "status is filled in by the server with the user attributes."));
    }
};

}}}  // namespace setpoint::v0::authentication_v1

SETPOINT_BUILT_IN_KIND(setpoint::authentication_v1::self_subject_review);
