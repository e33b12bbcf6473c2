// Observes what an operator does in a cluster as it is, until it is at rest.

#include "setpoint/story/explore.hpp"
#include "testkit/sim/preview/write_recorder.hpp"
#include "testkit/story/story_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr duration until_first_request = std::chrono::seconds(30);
// An operator that watches nothing is about to, or polls.
constexpr int much_longer = 10;
constexpr duration least_of_polling = std::chrono::seconds(10);

std::int64_t whole_seconds(duration d) {
    return std::chrono::duration_cast<std::chrono::seconds>(d).count();
}

}  // namespace

awaitable<std::string> story_run::observe(duration limit, std::function<bool()> advance) {
    std::string why;
    std::exception_ptr failure;
    is_done_ = true;  // a process that ends is not started again
    try {
        why = co_await observe_operator(limit, std::move(advance));
    } catch (...) {
        failure = std::current_exception();
    }
    {
        cancel_scope shield(loop_, never, true);
        co_await end_all();
    }
    if (failure) std::rethrow_exception(failure);
    co_return why;
}

awaitable<std::string> story_run::observe_operator(duration limit, std::function<bool()> advance) {
    instance& one = instances_.emplace_back(*this, 0, settings_.program);
    one.start();
    const incarnation& by = *one.current();
    const duration patience = std::min(limit, until_first_request);
    const time_point first = saturating_add(loop_.now(), patience), due = saturating_add(loop_.now(), limit);
    while (by.requests == 0 && ended_early_.empty() && loop_.now() < first) co_await changes_.wait(first);
    if (by.requests == 0 && !ended_early_.empty()) throw cannot_explore(ended_early_);
    if (by.requests == 0)
        throw cannot_explore(fmt::format(
            "the operator has made no request in {} s: does it use {{kubeconfig}} or $KUBECONFIG?",
            whole_seconds(patience)));
    time_point advanced{};  // for the news until then
    last_news_ = loop_.now();
    for (;;) {
        const pause now = co_await until_pause(due, advanced);
        if (!ended_early_.empty()) co_return ended_early_;
        if (now == pause::none) {
            const std::string last = recorder_ ? recorder_->last_writes() : std::string();
            co_return fmt::format("the operator is not at rest after {} s{}", whole_seconds(limit),
                                  last.empty() ? "" : "; its last writes: " + last);
        }
        advanced = last_news_;
        if (advance())
            touch();
        else if (now == pause::at_rest)
            co_return std::string();
    }
}

void story_run::asked(const http::server_request& r) {
    constexpr std::size_t most = 100'000;
    if (asked_.size() < most && asked_.insert(fmt::format("{} {}", r.method, r.target)).second)
        last_news_ = loop_.now();
}

awaitable<story_run::pause> story_run::until_pause(time_point due, time_point since) {
    constexpr duration look_again = std::chrono::milliseconds(20);
    // One that polls is at rest, too.
    const duration long_time = std::max<duration>(much_longer * settings_.settle, least_of_polling);
    // Controllers of a cluster are quick.
    const duration short_time = settings_.settle / 4;
    for (;;) {
        const duration wanted = open_watches() > 0 ? settings_.settle : much_longer * settings_.settle;
        const time_point now = loop_.now(), at = saturating_add(last_activity_, wanted);
        if (is_calm() && now >= at) co_return pause::at_rest;
        if (now >= saturating_add(last_news_, long_time)) co_return pause::at_rest;
        if (last_news_ != since && now >= saturating_add(last_news_, short_time)) co_return pause::only_asks;
        if (now >= due || !ended_early_.empty()) co_return pause::none;
        const time_point look = std::min(at, saturating_add(now, short_time));
        co_await changes_.wait(std::min(due, std::max(look, saturating_add(now, look_again))));
    }
}

}}}  // namespace setpoint::v0::story
