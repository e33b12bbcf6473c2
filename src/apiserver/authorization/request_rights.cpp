#include "apiserver/authorization/request_rights.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

decision request_rights::authorize(const attributes& of) const {
    // What follows may depend on the answer: nothing else is asked for until it is there.
    if (memory_.needs_reviews()) return decision::no_opinion();
    decision d = chain_.authorize_with(of, memory_);
    return d.is_undecided() ? decision::no_opinion() : d;
}

rule_list request_rights::rules_for(const user_info& user, std::string_view namespace_name) const {
    return chain_.rules_for(user, namespace_name);
}

awaitable<void> request_rights::answer() {
    for (const needed_review& r : memory_.take_needed()) {
        decision d = co_await call_(r);
        memory_.answered(r, std::move(d));
    }
}

}}}  // namespace setpoint::v0::apiserver::authorization
