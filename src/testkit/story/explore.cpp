#include "setpoint/story/explore.hpp"

#include "setpoint/sim/report.hpp"
#include "testkit/story/explorer.hpp"

#include <fmt/format.h>

#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

sim::finding with_command(const finding& f, const replay_command& with) {
    sim::finding out(static_cast<const sim::finding&>(f));
    if (!f.faults.empty()) out.command = fmt::format("{} '{}'{}", with.begin, f.plan, with.end);
    return out;
}

}  // namespace

std::string text_of(const finding& f, std::size_t number, const replay_command& with) {
    std::string out =
        sim::describe_finding(with_command(f, with), number, sim::style_of_terminal(STDOUT_FILENO));
    if (!f.log.empty()) out += fmt::format("   output of the operator: {}\n", f.log);
    return out;
}

std::string findings::coverage() const {
    std::string out = fmt::format(
        "{} points, {} of {} plans run{} ({} ended early, {} not reached) in {:.1f} s: {}", points, run,
        plans, pairs == 0 ? "" : fmt::format(", {} of them of two faults", pairs), ended_early, not_reached,
        seconds,
        all.empty() ? "nothing found" : fmt::format("{} finding{}", all.size(), all.size() == 1 ? "" : "s"));
    if (not_repeated != 0) out += fmt::format(", {} not repeated", not_repeated);
    if (late != 0) out += fmt::format(", {} recovered late", late);
    if (is_out_of_time) out += "; out of time";
    if (was_stopped) out += "; stopped";
    return out;
}

sim::findings findings::report(const replay_command& with) const {
    sim::findings out;
    for (const finding& f : all) out.all.push_back(with_command(f, with));
    out.points = points;
    out.plans = plans;
    out.run = run;
    out.ended_early = ended_early;
    out.seconds = seconds;
    out.interrupted = was_stopped || is_out_of_time;
    return out;
}

awaitable<std::vector<std::string>> list_plans(loop& l, const exploration& what) {
    explorer e(l, what);
    co_return co_await e.list();
}

awaitable<findings> explore(loop& l, const exploration& what) {
    explorer e(l, what);
    co_return co_await e.explore();
}

}}}  // namespace setpoint::v0::story
