#pragma once
// Token reviews (authentication.k8s.io/v1): the API server tells which user a bearer token belongs
// to. Never stored.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <map>
#include <string>
#include <vector>

namespace setpoint {

// A user as authenticated by the API server.
struct user_info {
    std::string username{}, uid{};
    std::vector<std::string> groups{};
    std::map<std::string, std::vector<std::string>> extra{};

    static constexpr auto describe() {
        using namespace schema;
        using self = user_info;
        return object("A user.", field(&self::username, "username", ""), field(&self::uid, "uid", ""),
                      field(&self::groups, "groups", ""), field(&self::extra, "extra", ""));
    }
};

struct token_review_spec {
    std::string token{};  // not wiped: do not keep the object longer than the call
    std::vector<std::string> audiences{};

    static constexpr auto describe() {
        using namespace schema;
        using self = token_review_spec;
        return object("", field(&self::token, "token", "", unique), field(&self::audiences, "audiences", ""));
    }
};

struct token_review_status {
    bool authenticated = false;
    user_info user{};
    std::string error{};  // why the token could not be checked or was rejected
    std::vector<interned_string> audiences{};

    static constexpr auto describe() {
        using namespace schema;
        using self = token_review_status;
        return object("", field(&self::authenticated, "authenticated", ""), field(&self::user, "user", ""),
                      field(&self::error, "error", ""), field(&self::audiences, "audiences", "", exclusive));
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
    static constexpr auto describe() {
        using namespace schema;
        using self = token_review;
        return object("Asks which user a token belongs to.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::token_review);
