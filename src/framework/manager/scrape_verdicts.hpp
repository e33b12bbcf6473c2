#pragma once
// What the API server said about bearer tokens, kept for a while. Tokens are kept as digests alone. No
// socket, no timer: it is told the time.

#include "setpoint/core/clock.hpp"

#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string_view>

namespace setpoint {

enum class scrape_verdict : std::uint8_t {
    allowed,
    unauthenticated,  // 401: the token belongs to nobody
    forbidden         // 403: its user may not read metrics
};

// SHA-256.
using token_digest = std::array<unsigned char, 32>;
token_digest digest_of(std::string_view token);

// The token of an Authorization header; "" when it holds none. The scheme's case does not matter (RFC 9110,
// 11.1).
std::string_view bearer_token(std::string_view authorization);

class scrape_verdicts {
public:
    // controller-runtime's: a token's user is trusted for a minute, also when there is none; a refusal by the
    // authorizer for 30 s (pkg/metrics/filters). What it allows for 5 minutes ends here with the token's
    // minute.
    static constexpr duration keep_known = std::chrono::minutes(1);
    static constexpr duration keep_forbidden = std::chrono::seconds(30);
    // Prometheus has a handful of tokens; whoever sends many more evicts only what was said longest ago.
    static constexpr std::size_t capacity = 256;

    std::optional<scrape_verdict> find(const token_digest& token, time_point now);
    void keep(const token_digest& token, scrape_verdict verdict, time_point now);
    std::size_t size() const { return entries_.size(); }

private:
    struct entry {
        scrape_verdict verdict;
        time_point until;
        std::list<token_digest>::iterator age;
    };
    void erase(std::map<token_digest, entry>::iterator at);

    std::map<token_digest, entry> entries_;
    std::list<token_digest> by_age_;  // oldest first
};

}  // namespace setpoint
