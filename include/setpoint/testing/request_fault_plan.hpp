#pragma once
// Makes chosen calls of a client fail, wait, or lose their responses.
//
//     env.request_faults().fail_nth(verb::create, 1, error(errc::conflict, "made up"), "deployments");
//     env.until<web_server>("web", testing::ready(3));
//     BOOST_TEST(env.request_faults().pending().empty());

#include "setpoint/client/interceptor.hpp"

#include <list>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace testing {

// Applies to the clients that it is attached to. Rules are tried in the order in which they were added;
// the first rule that is due applies, and an nth rule applies once. `n` counts matching calls; 1 is the
// next one. `resource` is, for example, "deployments"; empty: any. A server-side apply is a patch.
// `l` must outlive the plan. Adding rules is possible at any time, also while calls are under way.
class request_fault_plan {
public:
    explicit request_fault_plan(loop& l) : loop_(l) {}
    request_fault_plan(const request_fault_plan&) = delete;
    request_fault_plan& operator=(const request_fault_plan&) = delete;

    // The call is not made; it returns `e`. These three throw std::logic_error if n < 1.
    void fail_nth(verb v, int n, error e, std::string resource = {});
    // The call is made after `d`.
    void delay_nth(verb v, int n, duration d, std::string resource = {});
    // The call is made, and its response is discarded: it returns unknown_outcome for writes,
    // connection_lost for reads.
    // If the call fails, its own error is returned.
    void lose_answer_of_nth(verb v, int n, std::string resource = {});
    // Every call fails until clear().
    // Rules that were added before go first.
    void fail_each(verb v, error e, std::string resource = {});
    void clear() { rules_.clear(); }
    // Describes the rules whose call has not been made yet. Check that there are none at the end of a
    // test.
    std::vector<std::string> pending() const;

    // Replaces the hooks of `c`, which must not be used after this plan is destroyed.
    // May be attached to several clients, which then count together.
    void attach(interceptor& c);

private:
    struct rule {
        verb op;
        std::string resource;
        int left;  // matching calls until it applies; 0: applies to each
        std::optional<error> failure{};
        bool after = false;  // fail after the call was made
        duration wait{};
    };
    struct effect {
        std::optional<error> failure{};
        bool after = false;
        duration wait{};
    };

    effect next(verb v, std::string_view resource);
    template <class T>
    awaitable<result<T>> pass(effect e, awaitable<result<T>> call);

    loop& loop_;
    std::list<rule> rules_;
};

}}}  // namespace setpoint::v0::testing
