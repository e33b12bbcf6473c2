#pragma once
// clang-format off
// TokenRequest (authentication.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace authentication_v1 {

struct bound_object_reference {
    interned_string kind{};
    interned_string api_version{};
    interned_string name{};
    interned_string uid{};

    template <class Self = bound_object_reference>
    static constexpr auto describe() {
        return schema::object(
            "BoundObjectReference is a reference to an object that a token is bound to.",
            schema::field(&Self::kind, "kind", "kind of the referent."),
            schema::field(&Self::api_version, "apiVersion", "apiVersion is API version of the referent."),
            schema::field(&Self::name, "name", "name of the referent."),
            schema::field(&Self::uid, "uid", "uid of the referent.", schema::unique));
    }
};

struct token_request_spec {
    std::vector<interned_string> audiences{};
    std::optional<std::int64_t> expiration_seconds{};
    boxed<bound_object_reference> bound_object_ref{};
    std::map<std::string, std::vector<std::string>> attestations{};

    template <class Self = token_request_spec>
    static constexpr auto describe() {
        return schema::object(
            "TokenRequestSpec contains client provided parameters of a token request.",
            schema::field(&Self::audiences, "audiences",
                          "audiences are the intendend audiences of the token."),
            schema::field(&Self::expiration_seconds, "expirationSeconds",
                          "expirationSeconds is the requested duration of validity of the request."),
            schema::field(&Self::bound_object_ref, "boundObjectRef",
                          "boundObjectRef is a reference to an object that the token will be bound to."),
            schema::field(&Self::attestations, "attestations",
                          "attestations is a map of well-known keys to string-slice values."));
    }
};

struct token_request_status {
    interned_string token{};
    timestamp expiration_timestamp{};

    template <class Self = token_request_status>
    static constexpr auto describe() {
        return schema::object(
            "TokenRequestStatus is the result of a token request.",
            schema::field(&Self::token, "token", "token is the opaque bearer token.", schema::unique),
            schema::field(&Self::expiration_timestamp, "expirationTimestamp",
                          "expirationTimestamp is the time of expiration of the returned token."));
    }
};

struct token_request {
    object_meta metadata{};
    token_request_spec spec{};
    boxed<token_request_status> status{};

    static constexpr auto kind() { return builtin_kind("authentication.k8s.io", "v1", "TokenRequest"); }
    template <class Self = token_request>
    static constexpr auto describe() {
        return schema::object(
            "TokenRequest requests a token for a given service account.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object's metadata."),
            schema::field(&Self::spec, "spec", "spec holds information about the request being evaluated"),
            schema::field(&Self::status, "status",
                          "status is filled in by the server and indicates whether the token can be "
                          "authenticated."));
    }
};

}}}  // namespace setpoint::v0::authentication_v1

SETPOINT_BUILT_IN_KIND(setpoint::authentication_v1::token_request);
