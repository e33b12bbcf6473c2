#include "testkit/story/inputs/input_trial.hpp"

#include "setpoint/core/log.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/cluster.hpp"

#include <fmt/format.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

awaitable<void> apply_objects(cluster& to, const story_step& s) {
    std::vector<user_request> all = co_await to.requests_of(s);
    for (user_request& r : all) {
        const std::string words = r.words;
        const cluster::reply done = co_await to.send(std::move(r));
        if (done.status >= 300)
            throw cannot_explore(fmt::format("{}: {}: {} {}", s.where, words, done.status, done.message));
    }
}

awaitable<void> try_changes(cluster& at, const story& s, const input_subject& of,
                            std::vector<field_change>& all, std::vector<field_change>& accepted) {
    co_await at.start();
    for (std::size_t i = 0; i <= of.step; ++i)
        if (s.steps[i].what == story_step::kind::apply) co_await apply_objects(at, s.steps[i]);
    for (field_change& c : all) {
        story_step step;
        step.where = of.target.where;
        step.objects.push_back(of.base);
        if (!apply_change(step.objects.front(), c)) continue;
        for (user_request& r : co_await at.requests_of(step)) {
            r.target += "&dryRun=All";
            const cluster::reply done = co_await at.send(std::move(r));
            if (done.status < 300) accepted.push_back(std::move(c));
        }
    }
}

}  // namespace

awaitable<std::vector<field_change>> accepted_changes(loop& l, const story& s, const input_subject& of,
                                                      std::vector<field_change> all) {
    null_sink silent;
    cluster at(l, logger(silent, l.time()), s);
    std::vector<field_change> accepted;
    std::exception_ptr failure;
    try {
        co_await try_changes(at, s, of, all, accepted);
    } catch (...) {
        failure = std::current_exception();
    }
    {
        cancel_scope shield(l, never, true);
        co_await at.stop();
    }
    if (failure) std::rethrow_exception(failure);
    co_return accepted;
}

}}}  // namespace setpoint::v0::story
