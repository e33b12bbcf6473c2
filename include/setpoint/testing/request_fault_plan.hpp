#pragma once
// Makes chosen calls of a client fail, take time, or lose their answers.

#include "setpoint/client/interceptor.hpp"

#include <list>
#include <string>
#include <vector>

namespace setpoint::testing {

// Works on the clients that it was attached to. Rules are asked in the order in which they were given; the
// first one whose call has come is used up by it. `n`: 1 is the next such call. `resource`: "deployments",
// empty: any. A server-side apply is a patch.
class request_fault_plan {
public:
    explicit request_fault_plan(loop& l) : loop_(l) {}
    request_fault_plan(const request_fault_plan&) = delete;
    request_fault_plan& operator=(const request_fault_plan&) = delete;

    // The call is not made; its caller gets `e`.
    void fail_nth(verb v, int n, error e, std::string resource = {});
    // The call is made after `d`.
    void delay_nth(verb v, int n, duration d, std::string resource = {});
    // The call is made and its answer thrown away: unknown_outcome for writes, connection_lost for reads.
    void lose_answer_of_nth(verb v, int n, std::string resource = {});
    // Until clear().
    void fail_each(verb v, error e, std::string resource = {});
    void clear() { rules_.clear(); }
    // The rules whose call has not come, in words: a test that ends with some did not test what it says.
    std::vector<std::string> pending() const;

    // `c` must not be used after this is destroyed. Replaces its hooks.
    void attach(interceptor& c);

private:
    struct rule {
        verb op;
        std::string resource;
        int left;  // calls until it is this one's turn; 0: each
        std::optional<error> failure{};
        bool after = false;  // the call is made first
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

}  // namespace setpoint::testing
