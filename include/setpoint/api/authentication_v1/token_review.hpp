#pragma once
// clang-format off
// TokenReview (authentication.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/authentication_v1/user_info.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace authentication_v1 {

struct token_review_spec {
    interned_string token{};
    std::vector<interned_string> audiences{};

    template <class Self = token_review_spec>
    static constexpr auto describe() {
        return schema::object(
            "TokenReviewSpec is a description of the token authentication request.",
            schema::field(&Self::token, "token", "token is the opaque bearer token.", schema::unique),
            schema::field(&Self::audiences, "audiences",
                          "audiences is a list of the identifiers that the resource server presented with "
                          "the token identifies as."));
    }
};

struct token_review_status {
    std::optional<bool> authenticated{};
    user_info user{};
    std::vector<interned_string> audiences{};
    interned_string error{};

    template <class Self = token_review_status>
    static constexpr auto describe() {
        return schema::object(
            "TokenReviewStatus is the result of the token authentication request.",
            schema::field(&Self::authenticated, "authenticated",
                          "authenticated indicates that the token was associated with a known user.",
                          schema::omitzero),
            schema::field(&Self::user, "user", "user is the UserInfo associated with the provided token."),
            schema::field(&Self::audiences, "audiences",
                          "audiences are audience identifiers chosen by the authenticator that are "
                          "compatible with both the TokenReview and token."),
            schema::field(&Self::error, "error", "error indicates that the token couldn't be checked"));
    }
};

struct token_review {
    object_meta metadata{};
    token_review_spec spec{};
    boxed<token_review_status> status{};

    static constexpr auto kind() {
        return builtin_kind("authentication.k8s.io", "v1", "TokenReview", "tokenreviews").cluster_scoped();
    }
    template <class Self = token_review>
    static constexpr auto describe() {
        return schema::object(
            "TokenReview attempts to authenticate a token to a known user.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object's metadata."),
            schema::field(&Self::spec, "spec", "spec holds information about the request being evaluated"),
            schema::field(&Self::status, "status",
                          "status is filled in by the server and indicates whether the request can be "
                          "authenticated."));
    }
};

}}}  // namespace setpoint::v0::authentication_v1

SETPOINT_BUILT_IN_KIND(setpoint::authentication_v1::token_review);
