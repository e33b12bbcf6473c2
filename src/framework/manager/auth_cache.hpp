#pragma once
// Caches the API server's decisions about bearer tokens for a short time. It stores only digests of tokens.
// No I/O and no timer.

#include "setpoint/core/clock.hpp"

#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 {

enum class auth_decision : std::uint8_t {
    allowed,
    unauthenticated,  // 401: the token belongs to no user
    forbidden         // 403: its user may not read metrics
};

// SHA-256.
using token_digest = std::array<unsigned char, 32>;
token_digest digest_of(std::string_view token);

// Returns the bearer token of an Authorization header; "" if there is none. The scheme is case-insensitive
// (RFC 9110, 11.1).
std::string_view bearer_token(std::string_view authorization);

class auth_cache {
public:
    // As in controller-runtime (pkg/metrics/filters), the result of a token review is kept for a minute and a
    // refusal by the authoriser for 30 s. controller-runtime keeps a permission for 5 minutes; here it ends
    // with the token's minute.
    static constexpr duration keep_known = std::chrono::minutes(1);
    static constexpr duration keep_forbidden = std::chrono::seconds(30);
    // The number of permissions, and of refusals: a client that sends many tokens evicts only refusals.
    static constexpr std::size_t capacity = 256;

    std::optional<auth_decision> find(const token_digest& token, time_point now);
    void keep(const token_digest& token, auth_decision verdict, time_point now);
    // Returns true if the latest decision, however old, was to allow this token.
    bool was_allowed(const token_digest& token) const;
    std::size_t size() const { return entries_.size(); }

private:
    struct entry {
        auth_decision verdict;
        time_point until;
        std::list<token_digest>::iterator age;
    };
    using ages = std::list<token_digest>;  // oldest first
    ages& ages_of(auth_decision d) { return d == auth_decision::allowed ? allowed_ : refused_; }
    void erase(std::map<token_digest, entry>::iterator at);

    std::map<token_digest, entry> entries_;
    ages allowed_, refused_;
};

}}  // namespace setpoint::v0
