#pragma once
// Tokens that a webhook reviews (apiserver, plugin/pkg/authenticator/token/webhook; pkg/authentication/token/
// cache). No I/O: the caller asks the webhook, and keeps the answer here.

#include "apiserver/authentication/authenticator.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"

#include <boost/json/object.hpp>

#include <array>
#include <cstddef>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace bj = boost::json;

struct webhook_token_settings {
    std::string version = "v1beta1";  // or v1
    duration ttl = std::chrono::minutes(2);
    std::vector<std::string> api_audiences{};
};

class webhook_tokens : public token_authenticator {
public:
    // As many answers are kept at most; the oldest makes room.
    static constexpr std::size_t most_answers = 4096;

    // Errors: bad_config for another version.
    static result<> check_version(std::string_view version);
    explicit webhook_tokens(webhook_token_settings s);

    // A question, unless an answer is known.
    verdict authenticate(const token_query& q) const override;

    // The body that the webhook gets.
    std::string review_of(const token_question& q) const;
    // What its answer means. Errors: bad_data for what is not a TokenReview of the version.
    result<verdict> read_review(std::string_view body, const token_question& q) const;
    // Keeps an answer without an error.
    void keep(const token_question& q, const verdict& found, wall_time now);
    std::size_t size() const { return kept_.size(); }

private:
    using digest = std::array<unsigned char, 32>;
    struct kept {
        verdict found;
        wall_time until;
        std::list<digest>::iterator age;
    };
    // With a random key, so that tokens are not in memory, and nobody can choose collisions.
    digest digest_of(std::string_view token, const std::vector<std::string>* audiences) const;

    webhook_token_settings settings_;
    setpoint::secret key_;
    std::map<digest, kept> kept_;
    std::list<digest> by_age_;  // oldest first
};

}}}  // namespace setpoint::v0::apiserver::authentication
