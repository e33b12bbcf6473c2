#pragma once
// Token reviews (authentication.k8s.io/v1): the API server tells which user a bearer token belongs
// to. Never stored.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <map>
#include <string>
#include <vector>

namespace setpoint::inline v0 {

// A user as authenticated by the API server.
struct user_info {
    std::string username{}, uid{};
    std::vector<std::string> groups{};
    std::map<std::string, std::vector<std::string>> extra{};

    template <class Self = user_info>
    static constexpr auto describe() {
        using namespace schema;
        return object("A user.", field(&Self::username, "username", ""), field(&Self::uid, "uid", ""),
                      field(&Self::groups, "groups", ""), field(&Self::extra, "extra", ""));
    }
};

struct token_review_spec {
    std::string token{};  // not wiped: do not keep the object longer than the call
    std::vector<std::string> audiences{};

    template <class Self = token_review_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::token, "token", "", unique), field(&Self::audiences, "audiences", ""));
    }
};

struct token_review_status {
    bool authenticated = false;
    user_info user{};
    std::string error{};  // why the token could not be checked or was rejected
    std::vector<interned_string> audiences{};

    template <class Self = token_review_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::authenticated, "authenticated", ""), field(&Self::user, "user", ""),
                      field(&Self::error, "error", ""), field(&Self::audiences, "audiences", "", exclusive));
    }
};

// Supports only create(); the response contains the status.
struct token_review {
    object_meta metadata{};
    token_review_spec spec{};
    std::optional<token_review_status> status{};

    static constexpr auto kind() {
        return builtin_kind("authentication.k8s.io", "v1", "TokenReview").cluster_scoped();
    }
    template <class Self = token_review>
    static constexpr auto describe() {
        using namespace schema;
        return object("Asks which user a token belongs to.", field(&Self::metadata, "metadata", ""),
                      field(&Self::spec, "spec", ""), field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::token_review);
