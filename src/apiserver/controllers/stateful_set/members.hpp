#pragma once
// Carries out the steps of a StatefulSet's plan: its pods, their claims, and the events about them.

#include "apiserver/controllers/stateful_set/plan.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// What one reconcile works with. References must outlive the calls.
struct set_scope {
    const partial_stateful_set& set;
    const pod_owner& owner;
    claims_by_name& claims;                                                   // created ones are added
    const std::map<std::string, boost::json::value, std::less<>>& templates;  // by revision
};

// References must outlive it.
class stateful_set_members {
public:
    stateful_set_members(loop& l, client& api, pod_control pods)
        : loop_(l), api_(api), pods_(std::move(pods)) {}
    // The steps of a phase, one after the other up to the first error, or in batches.
    awaitable<result<>> run(const set_scope& scope, const set_phase& phase);

private:
    awaitable<result<bool>> take(const set_scope& scope, const set_step& step);
    awaitable<result<>> create(const set_scope& scope, const set_step& step);
    awaitable<result<>> remove(const set_scope& scope, const partial_pod& pod);
    awaitable<result<>> restore(const set_scope& scope, const partial_pod& pod);
    awaitable<result<>> create_claims(const set_scope& scope, const member& m);
    awaitable<result<>> create_claim(const set_scope& scope, const member& m,
                                     const boost::json::object& claim);
    awaitable<result<>> keep_claims(const set_scope& scope, const member& m);
    void record(const set_scope& scope, std::string_view verb, std::string_view pod, const result<>& done);

    loop& loop_;
    client& api_;
    pod_control pods_;
};

}}}  // namespace setpoint::v0::apiserver
