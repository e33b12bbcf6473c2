#pragma once
// clang-format off
// SubjectAccessReviewSpec (authorization.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/authorization_v1/non_resource_attributes.hpp"
#include "setpoint/api/authorization_v1/resource_attributes.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <map>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace authorization_v1 {

struct subject_access_review_spec {
    boxed<authorization_v1::resource_attributes> resource_attributes{};
    boxed<authorization_v1::non_resource_attributes> non_resource_attributes{};
    interned_string user{};
    std::vector<interned_string> groups{};
    std::map<std::string, std::vector<std::string>> extra{};
    interned_string uid{};

    template <class Self = subject_access_review_spec>
    static constexpr auto describe() {
        return schema::object(
            "SubjectAccessReviewSpec is a description of the access request.",
            schema::field(&Self::resource_attributes, "resourceAttributes",
                          "resourceAttributes describes information for a resource access request"),
            schema::field(&Self::non_resource_attributes, "nonResourceAttributes",
                          "nonResourceAttributes describes information for a non-resource access request"),
            schema::field(&Self::user, "user", "user is the user you're testing for."),
            schema::field(&Self::groups, "groups", "groups is the groups you're testing for."),
            schema::field(&Self::extra, "extra",
                          "extra corresponds to the user.Info.GetExtra() method from the authenticator."),
            schema::field(&Self::uid, "uid", "uid information about the requesting user.", schema::unique));
    }
};

}}}  // namespace setpoint::v0::authorization_v1

SETPOINT_COMPILED_TABLE(setpoint::authorization_v1::subject_access_review_spec);
