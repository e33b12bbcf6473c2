#include "setpoint/story/explore.hpp"

#include "testkit/story/explorer.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::story {

std::string text_of(const finding& f, const std::string& replay_with, const std::string& replay_end) {
    std::string out = fmt::format("{}: {}", f.oracle, f.detail);
    if (!out.ends_with('\n')) out += '\n';
    out += fmt::format("  found by {}{}{}\n", f.plan, f.words.empty() ? "" : ": ", f.words);
    if (f.others != 0) out += fmt::format("  and by {} other plans\n", f.others);
    if (!f.log.empty()) out += fmt::format("  output of the operator: {}\n", f.log);
    if (f.plan != "none") out += fmt::format("  replay: {} '{}'{}\n", replay_with, f.plan, replay_end);
    return out + f.timeline;
}

std::string findings::text(const std::string& replay_with, const std::string& replay_end) const {
    std::string out = fmt::format(
        "{} points, {} of {} plans run ({} ended early, {} not reached) in {:.1f} s: {}", points, run, plans,
        ended_early, not_reached, seconds,
        all.empty() ? "nothing found" : fmt::format("{} finding{}", all.size(), all.size() == 1 ? "" : "s"));
    if (not_repeated != 0) out += fmt::format(", {} not repeated", not_repeated);
    if (late != 0) out += fmt::format(", {} recovered late", late);
    if (was_stopped) out += "; stopped";
    out += '\n';
    for (const finding& f : all) out += "\n" + text_of(f, replay_with, replay_end);
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

}  // namespace setpoint::inline v0::story
