#pragma once
// What the webhooks that authorize have answered for one request, and what they must still be asked.
// Decisions are made again from the start once an answer has arrived: they have no effects.
//
//     decision d = chain.authorize_with(of, memory);
//     while (d.is_undecided()) {
//         for (const needed_review& r : memory.take_needed())
//             memory.answered(r, r.webhook->decide(r, co_await call(r)));
//         d = chain.authorize_with(of, memory);
//     }

#include "apiserver/authorization/decision.hpp"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

class webhook_authorizer;

struct needed_review {
    const webhook_authorizer* webhook;  // never null
    std::string spec;                   // of the SubjectAccessReview in v1, as JSON; what it is known by
    bool is_kept = true;                // for other requests too
};

class review_memory {
public:
    // Each decision of a request costs one answer for each webhook; expressions may ask for many.
    static constexpr std::size_t most_reviews = 200;

    // Null if the webhook has not answered that. Valid until the next answer.
    const decision* find(const webhook_authorizer& of, std::string_view spec) const;
    // Whether further reviews may be asked for.
    bool has_room() const { return answers_.size() + needed_.size() < most_reviews; }
    void need(needed_review r);

    bool needs_reviews() const { return !needed_.empty(); }
    std::vector<needed_review> take_needed() { return std::exchange(needed_, {}); }
    void answered(const needed_review& to, decision d);

private:
    struct answer {
        const webhook_authorizer* webhook;
        std::string spec;
        decision is;
    };
    std::deque<answer> answers_{};  // usually one
    std::vector<needed_review> needed_{};
};

}}}  // namespace setpoint::v0::apiserver::authorization
