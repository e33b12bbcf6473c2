#include "setpoint/testing/request_fault_plan.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace setpoint { inline namespace v0 { namespace testing {

namespace {

int counted(int n) {
    if (n < 1) throw std::logic_error(fmt::format("request_fault_plan: there is no call number {}", n));
    return n;
}

}  // namespace

void request_fault_plan::fail_nth(verb v, int n, error e, std::string resource) {
    rules_.push_back({.op = v, .resource = std::move(resource), .left = counted(n), .failure = std::move(e)});
}

void request_fault_plan::delay_nth(verb v, int n, duration d, std::string resource) {
    rules_.push_back({.op = v, .resource = std::move(resource), .left = counted(n), .wait = d});
}

void request_fault_plan::lose_answer_of_nth(verb v, int n, std::string resource) {
    const bool writes = v >= verb::create;
    rules_.push_back({.op = v,
                      .resource = std::move(resource),
                      .left = counted(n),
                      .failure = error(writes ? errc::unknown_outcome : errc::connection_lost,
                                       "response lost (injected by the test)"),
                      .after = true});
}

void request_fault_plan::fail_each(verb v, error e, std::string resource) {
    rules_.push_back({.op = v, .resource = std::move(resource), .left = 0, .failure = std::move(e)});
}

std::vector<std::string> request_fault_plan::pending() const {
    std::vector<std::string> all;
    for (const rule& r : rules_)
        if (r.left > 0)
            all.push_back(fmt::format("{} {}: {} more to come", to_string(r.op),
                                      r.resource.empty() ? "of any kind" : r.resource, r.left));
    return all;
}

request_fault_plan::effect request_fault_plan::next(verb v, std::string_view resource) {
    for (auto at = rules_.begin(); at != rules_.end(); ++at) {
        if (at->op != v || (!at->resource.empty() && at->resource != resource)) continue;
        if (at->left > 1) {
            --at->left;
            continue;
        }
        effect e{at->failure, at->after, at->wait};
        if (at->left == 1) rules_.erase(at);
        return e;
    }
    return {};
}

template <class T>
awaitable<result<T>> request_fault_plan::pass(effect e, awaitable<result<T>> call) {
    if (e.wait > duration::zero()) co_await loop_.sleep(e.wait);
    if (e.failure && !e.after) co_return *e.failure;
    auto answer = co_await std::move(call);
    if (e.failure && answer) co_return *e.failure;
    co_return answer;
}

void request_fault_plan::attach(interceptor& c) {
    c.on_get = [this](client& inner, const kind_info& k, object_key key) {
        return pass(next(verb::get, k.plural), inner.get_object(k, std::move(key)));
    };
    c.on_list = [this](client& inner, const kind_info& k, list_options o) {
        return pass(next(verb::list, k.plural), inner.list_objects(k, std::move(o)));
    };
    c.on_write = [this](client& inner, const kind_info& k, call what) {
        const effect e = next(what.op, what.resource.resource);
        return pass(e, inner.write(k, std::move(what)));
    };
    c.on_remove = [this](client& inner, const kind_info& k, object_key key, delete_options o) {
        return pass(next(verb::remove, k.plural), inner.remove_object(k, std::move(key), std::move(o)));
    };
    c.on_open = [this](client& inner, call what) {
        const effect e = next(what.op, what.resource.resource);
        return pass(e, inner.open(std::move(what)));
    };
}

}}}  // namespace setpoint::v0::testing
