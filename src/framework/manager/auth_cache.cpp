#include "framework/manager/auth_cache.hpp"

#include "setpoint/http/message.hpp"

#include <openssl/sha.h>

namespace setpoint { inline namespace v0 {

token_digest digest_of(std::string_view token) {
    token_digest d;
    static_assert(sizeof d == SHA256_DIGEST_LENGTH);
    SHA256(reinterpret_cast<const unsigned char*>(token.data()), token.size(), d.data());
    return d;
}

std::string_view bearer_token(std::string_view authorization) {
    const std::size_t blank = authorization.find(' ');
    if (blank == std::string_view::npos || !http::same_token(authorization.substr(0, blank), "Bearer"))
        return {};
    std::string_view token = authorization.substr(blank);
    while (token.starts_with(' ')) token.remove_prefix(1);
    while (token.ends_with(' ')) token.remove_suffix(1);
    // A token contains no spaces (RFC 6750, 2.1).
    return token.find(' ') == std::string_view::npos ? token : std::string_view();
}

std::optional<auth_decision> auth_cache::find(const token_digest& token, time_point now) {
    const auto at = entries_.find(token);
    if (at == entries_.end()) return std::nullopt;
    if (now < at->second.until) return at->second.verdict;
    // Kept for was_allowed() until a later decision replaces or evicts it.
    if (at->second.verdict != auth_decision::allowed) erase(at);
    return std::nullopt;
}

bool auth_cache::was_allowed(const token_digest& token) const {
    const auto at = entries_.find(token);
    return at != entries_.end() && at->second.verdict == auth_decision::allowed;
}

void auth_cache::keep(const token_digest& token, auth_decision verdict, time_point now) {
    if (const auto at = entries_.find(token); at != entries_.end()) erase(at);
    ages& of_its_kind = ages_of(verdict);
    if (of_its_kind.size() >= capacity) erase(entries_.find(of_its_kind.front()));
    of_its_kind.push_back(token);
    const duration kept = verdict == auth_decision::forbidden ? keep_forbidden : keep_known;
    entries_.emplace(token, entry{verdict, saturating_add(now, kept), std::prev(of_its_kind.end())});
}

void auth_cache::erase(std::map<token_digest, entry>::iterator at) {
    ages_of(at->second.verdict).erase(at->second.age);
    entries_.erase(at);
}

}}  // namespace setpoint::v0
