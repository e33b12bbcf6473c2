#include "apiserver/authorization/review_memory.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

const decision* review_memory::find(const webhook_authorizer& of, std::string_view spec) const {
    const auto at =
        std::ranges::find_if(answers_, [&](const answer& a) { return a.webhook == &of && a.spec == spec; });
    return at == answers_.end() ? nullptr : &at->is;
}

void review_memory::need(needed_review r) {
    const bool is_noted = std::ranges::any_of(
        needed_, [&](const needed_review& n) { return n.webhook == r.webhook && n.spec == r.spec; });
    if (!is_noted) needed_.push_back(std::move(r));
}

void review_memory::answered(const needed_review& to, decision d) {
    answers_.push_back({to.webhook, to.spec, std::move(d)});
}

}}}  // namespace setpoint::v0::apiserver::authorization
