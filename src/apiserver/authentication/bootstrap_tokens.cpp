#include "apiserver/authentication/bootstrap_tokens.hpp"

#include "apiserver/go/time.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/base64.hpp"
#include "setpoint/api/time.hpp"

#include <openssl/crypto.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

constexpr std::size_t id_size = 6, secret_size = 16;
constexpr std::string_view default_group = "system:bootstrappers";

bool is_lower_alphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

// \A([a-z0-9]{6})\.([a-z0-9]{16})\z
bool is_bootstrap_token(std::string_view token) {
    if (token.size() != id_size + 1 + secret_size || token[id_size] != '.') return false;
    return std::ranges::all_of(token.substr(0, id_size), is_lower_alphanumeric) &&
           std::ranges::all_of(token.substr(id_size + 1), is_lower_alphanumeric);
}

// \Asystem:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]\z
bool is_bootstrap_group(std::string_view name) {
    constexpr std::string_view prefix = "system:bootstrappers:";
    if (!name.starts_with(prefix)) return false;
    name.remove_prefix(prefix.size());
    if (name.empty() || name.size() > 256 || !is_lower_alphanumeric(name.back())) return false;
    return std::ranges::all_of(name, [](char c) { return is_lower_alphanumeric(c) || c == ':' || c == '-'; });
}

std::string data_of(const bj::object& secret, std::string_view key) {
    return base64_decode(text_at(object_of(secret, "data"), key)).value_or("");
}

bool has_expired(const bj::object& secret, wall_time now) {
    const std::string text = data_of(secret, "expiration");
    if (text.empty()) return false;
    if (!time_error(text, false).empty()) return true;
    const auto at = micro_timestamp::parse(text);
    // At the time itself it is expired.
    return !at || *at <= micro_timestamp::from(now);
}

// Sorted, each once. Nothing if a name is invalid.
std::optional<std::vector<std::string>> groups_of(const bj::object& secret) {
    std::set<std::string> out{std::string(default_group)};
    const std::string text = data_of(secret, "auth-extra-groups");
    for (std::string_view rest = text; !text.empty();) {
        const std::size_t comma = rest.find(',');
        const std::string_view name = rest.substr(0, comma);
        if (!is_bootstrap_group(name)) return std::nullopt;
        out.emplace(name);
        if (comma == std::string_view::npos) break;
        rest.remove_prefix(comma + 1);
    }
    return std::vector<std::string>(out.begin(), out.end());
}

}  // namespace

verdict bootstrap_tokens::of_secret(const token_query& q) const {
    const std::string_view id = q.token.substr(0, id_size), secret_part = q.token.substr(id_size + 1);
    const auto found = read_("secrets", {"kube-system", "bootstrap-token-" + std::string(id)});
    if (!found || value_at(object_of(*found, "metadata"), "deletionTimestamp") != nullptr) return {};
    if (text_at(*found, "type") != "bootstrap.kubernetes.io/token") return {};
    const std::string held = data_of(*found, "token-secret");
    const bool same =
        held.size() == secret_part.size() && CRYPTO_memcmp(held.data(), secret_part.data(), held.size()) == 0;
    if (!same || data_of(*found, "token-id") != id || has_expired(*found, q.now)) return {};
    if (data_of(*found, "usage-bootstrap-authentication") != "true") return {};
    auto groups = groups_of(*found);
    if (!groups) return {};
    return verdict::of({.name = "system:bootstrap:" + std::string(id), .groups = std::move(*groups)});
}

verdict bootstrap_tokens::authenticate(const token_query& q) const {
    return for_own_audiences(audiences_, q.audiences, [&]() -> verdict {
        return is_bootstrap_token(q.token) ? of_secret(q) : verdict{};
    });
}

}}}  // namespace setpoint::v0::apiserver::authentication
