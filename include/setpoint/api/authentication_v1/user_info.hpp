#pragma once
// clang-format off
// UserInfo (authentication.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <map>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace authentication_v1 {

struct user_info {
    interned_string username{};
    interned_string uid{};
    std::vector<interned_string> groups{};
    std::map<std::string, std::vector<std::string>> extra{};

    template <class Self = user_info>
    static constexpr auto describe() {
        return schema::object(
            "UserInfo holds the information about the user needed to implement the user.Info interface.",
            schema::field(&Self::username, "username",
                          "username is the name that uniquely identifies this user among all active users."),
            schema::field(&Self::uid, "uid", "uid is a unique value that identifies this user across time.",
                          schema::unique),
            schema::field(&Self::groups, "groups", "groups is the names of groups this user is a part of."),
            schema::field(&Self::extra, "extra",
                          "extra is any additional information provided by the authenticator."));
    }
};

}}}  // namespace setpoint::v0::authentication_v1

SETPOINT_COMPILED_TABLE(setpoint::authentication_v1::user_info);
