// Whether a token of a service account is valid (kubernetes, pkg/serviceaccount: jwt.go, claims.go,
// legacy.go).

#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/service_account_token.hpp"
#include "apiserver/resources/web_token.hpp"
#include "framework/core/base64.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>
#include <openssl/crypto.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <unordered_set>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view legacy_namespace = "kubernetes.io/serviceaccount/namespace",
                           legacy_secret = "kubernetes.io/serviceaccount/secret.name",
                           legacy_name = "kubernetes.io/serviceaccount/service-account.name",
                           legacy_uid = "kubernetes.io/serviceaccount/service-account.uid",
                           invalid_since = "kubernetes.io/legacy-token-invalid-since";
// Clocks may differ by this (go-jose, jwt.DefaultLeeway).
constexpr std::chrono::seconds leeway = std::chrono::minutes(1);

// The claims of a token that names this issuer.
std::optional<bj::object> claims_of(std::string_view token, const token_signatures& signatures) {
    auto out = unverified_claims(token);
    if (!out || !signatures.names_issuer(text_at(*out, "iss"))) return std::nullopt;
    return out;
}

std::vector<std::string> texts_of(const bj::array& list) {
    std::vector<std::string> out;
    for (const bj::value& v : list) out.emplace_back(text_of(v));
    return out;
}

// Those of `a`, in that order and as often, which are in `b`. Clients choose both, of any length.
std::vector<std::string> common_of(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    const std::unordered_set<std::string_view> known(b.begin(), b.end());
    std::vector<std::string> out;
    for (const std::string& each : a)
        if (known.contains(each)) out.push_back(each);
    return out;
}

// jwt.Claims.Validate: whole seconds in the token, but not in `now`.
std::string time_error_of(const bj::object& claims, wall_time now) {
    const auto at = [&](std::string_view name) -> std::optional<std::chrono::sys_seconds> {
        const auto n = number_at(claims, name);
        return n ? std::optional(std::chrono::sys_seconds(std::chrono::seconds(*n))) : std::nullopt;
    };
    const auto second = std::chrono::floor<std::chrono::seconds>(now);
    const auto starts = at("nbf"), ends = at("exp"), issued = at("iat");
    if (starts && second + leeway < *starts) return "service account token is not valid yet";
    const auto late = second - leeway;
    if (ends && (late > *ends || (late == *ends && now > second))) return "service account token has expired";
    if (issued && second + leeway < *issued) return "service account token is issued in the future";
    return {};
}

bool was_deleted(const bj::object& meta, wall_time before) {
    const std::string_view text = text_at(meta, "deletionTimestamp");
    if (text.empty()) return false;
    const auto at = timestamp::parse(text);
    return !at || *at < timestamp::from(before);
}

struct bound_kind {
    std::string_view claim, storage;
};
constexpr std::array<bound_kind, 3> bound_kinds{{{"secret", "secrets"}, {"pod", "pods"}, {"node", "nodes"}}};

// The account, and the object that the token is bound to, must still be the same: returns the error, or "".
std::string invalidated(const bj::object& claims, const kind_context& c) {
    const std::string ns(text_at(claims, "namespace"));
    const bj::object& account = object_of(claims, "serviceaccount");
    const std::string name(text_at(account, "name"));
    const wall_time deleted_before = c.now - leeway;
    const auto live = c.read("serviceaccounts", {ns, name});
    if (!live) return fmt::format("serviceaccounts {} not found", go_text::quoted(name));
    const bj::object& meta = object_of(*live, "metadata");
    const std::string_view uid = text_at(meta, "uid"), claimed = text_at(account, "uid");
    if (uid != claimed)
        return fmt::format("service account UID ({}) does not match claim ({})", uid, claimed);
    if (was_deleted(meta, deleted_before))
        return fmt::format("service account {}/{} has been deleted", ns, name);
    for (const bound_kind& kind : bound_kinds) {
        const bj::object* ref = object_at(claims, kind.claim);
        // A pod's node may be gone.
        if (ref == nullptr || (kind.claim == "node" && object_at(claims, "pod") != nullptr)) continue;
        const bool in_namespace = kind.claim != "node";
        const auto bound = c.read(kind.storage, {in_namespace ? ns : "", std::string(text_at(*ref, "name"))});
        if (!bound) return "service account token has been invalidated";
        const bj::object& of_bound = object_of(*bound, "metadata");
        const std::string_view is = text_at(of_bound, "uid"), was = text_at(*ref, "uid");
        if (is != was)
            return fmt::format("{} UID ({}) does not match service account {} ref claim ({})", kind.claim, is,
                               kind.claim, was);
        if (was_deleted(of_bound, deleted_before)) return "service account token has been invalidated";
    }
    return {};
}

// The Secret must still contain the token.
std::string legacy_invalidated(const bj::object& claims, std::string_view token, const kind_context& c,
                               std::string& warning) {
    const std::string ns(text_at(claims, legacy_namespace)), in(text_at(claims, legacy_secret));
    const auto secret = c.read("secrets", {ns, in});
    if (!secret || value_at(object_of(*secret, "metadata"), "deletionTimestamp"))
        return "Token has been invalidated";
    const auto held = base64_decode(text_at(object_of(*secret, "data"), "token"));
    if (!held || held->size() != token.size() || CRYPTO_memcmp(held->data(), token.data(), token.size()) != 0)
        return "Token does not match server's copy";
    const std::string name(text_at(claims, legacy_name));
    const auto live = c.read("serviceaccounts", {ns, name});
    if (!live) return fmt::format("serviceaccounts {} not found", go_text::quoted(name));
    const bj::object& meta = object_of(*live, "metadata");
    if (value_at(meta, "deletionTimestamp"))
        return fmt::format("ServiceAccount {}/{} has been deleted", ns, name);
    if (text_at(meta, "uid") != text_at(claims, legacy_uid))
        return fmt::format("ServiceAccount UID ({}) does not match claim ({})", text_at(meta, "uid"),
                           text_at(claims, legacy_uid));
    if (!text_at(object_of(*secret, {"metadata", "labels"}), invalid_since).empty())
        return fmt::format(
            "the token in secret {}/{} for service account {}/{} has been marked invalid. Use tokens from "
            "the "
            "TokenRequest API or manually created secret-based tokens, or remove the '{}' label from the "
            "secret "
            "to temporarily allow use of this token",
            ns, in, ns, name, invalid_since);
    for (const bj::value& ref : list_of(*live, "secrets"))
        if (ref.is_object() && text_at(ref.get_object(), "name") == in)
            warning =
                "Use tokens from the TokenRequest API or manually created secret-based tokens instead of "
                "auto-generated secret-based tokens.";
    return {};
}

token_identity identity_in(const bj::object& claims) {
    const bj::object& own = object_of(claims, "kubernetes.io");
    token_identity who{.account = {std::string(text_at(own, "namespace")),
                                   std::string(text_at(own, {"serviceaccount", "name"}))},
                       .uid = std::string(text_at(own, {"serviceaccount", "uid"})),
                       .id = std::string(text_at(claims, "jti"))};
    who.pod_name = text_at(own, {"pod", "name"});
    who.pod_uid = text_at(own, {"pod", "uid"});
    who.node_name = text_at(own, {"node", "name"});
    who.node_uid = text_at(own, {"node", "uid"});
    return who;
}

token_identity legacy_identity_in(const bj::object& claims) {
    return {.account = {std::string(text_at(claims, legacy_namespace)),
                        std::string(text_at(claims, legacy_name))},
            .uid = std::string(text_at(claims, legacy_uid)),
            .id = {}};
}

}  // namespace

token_check check_token(std::string_view token, const std::vector<std::string>& wanted,
                        const token_signatures& signatures, const kind_context& c) {
    token_check out;
    const auto claims = claims_of(token, signatures);
    if (!claims) return out;
    const auto wrong = signatures.signature_error(token);
    if (!wrong) return out;
    out.is_ours = true;
    out.error = *wrong;
    if (!out.error.empty()) return out;
    const bool legacy = text_at(*claims, "iss") == legacy_issuer;
    std::vector<std::string> own = legacy ? std::vector<std::string>() : texts_of(list_of(*claims, "aud"));
    if (own.empty()) own = signatures.implied_audiences();
    out.who = legacy ? legacy_identity_in(*claims) : identity_in(*claims);
    out.who.audiences = common_of(wanted, own);
    if (out.who.audiences.empty()) {
        out.error = fmt::format("token audiences {} is invalid for the target audiences {}",
                                go_text::quoted_list(own), go_text::quoted_list(wanted));
        return out;
    }
    if (legacy) {
        out.error = legacy_invalidated(*claims, token, c, out.warning);
        return out;
    }
    out.error = time_error_of(*claims, c.now);
    if (out.error.empty()) out.error = invalidated(object_of(*claims, "kubernetes.io"), c);
    return out;
}

}}}  // namespace setpoint::v0::apiserver
