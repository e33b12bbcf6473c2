#include "setpoint/story/explore.hpp"

#include "setpoint/sim/report.hpp"
#include "testkit/sim/printable.hpp"
#include "testkit/story/explorer.hpp"
#include "testkit/story/inputs/input_explorer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

std::string command_of(const std::string& plan, const replay_command& with) {
    return fmt::format("{} '{}'{}", with.begin, plan, with.end);
}

sim::finding with_command(const finding& f, const replay_command& with) {
    sim::finding out(static_cast<const sim::finding&>(f));
    if (!f.faults.empty()) out.command = command_of(f.plan, with);
    return out;
}

std::string words_of(const sim::unconfirmed_plan& u) {
    return sim::printable(
        fmt::format("{}: {}: {}", u.plan, u.oracle, u.detail.substr(0, u.detail.find('\n'))));
}

void append_lines(std::string& to, std::string_view title, const std::vector<std::string>& lines,
                  std::size_t most) {
    if (lines.empty()) return;
    if (!to.empty()) to += '\n';
    to += title;
    for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) to.append("\n  ").append(lines[i]);
    if (lines.size() > most) to += fmt::format("\n  ... {} more", lines.size() - most);
}

}  // namespace

std::string text_of(const finding& f, std::size_t number, const replay_command& with) {
    std::string out =
        sim::describe_finding(with_command(f, with), number, sim::style_of_terminal(STDOUT_FILENO));
    if (!f.cause.empty()) out += fmt::format("   cause: {}\n", f.cause);
    if (!f.log.empty()) out += fmt::format("   output of the operator: {}\n", f.log);
    return out;
}

std::string findings::coverage() const {
    const std::string found =
        all.empty() ? "nothing found" : fmt::format("{} finding{}", all.size(), all.size() == 1 ? "" : "s");
    std::string out =
        changes != 0
            ? fmt::format("{} fields, {} changes, {} specs, {} of {} plans run{} in {:.1f} s: {}", fields,
                          changes, states, run, plans,
                          pairs == 0 ? "" : fmt::format(", {} of them with a fault", pairs), seconds, found)
            : fmt::format("{} points, {} of {} plans run{} ({} ended early, {} not reached) in {:.1f} s: {}",
                          points, run, plans,
                          pairs == 0 ? "" : fmt::format(", {} of them of two faults", pairs), ended_early,
                          not_reached, seconds, found);
    if (const std::size_t n = all.size() - failures(); n != 0) out += fmt::format(", {} accepted", n);
    if (resumed != 0) out += fmt::format(", {} plans run before", resumed);
    if (not_repeated != 0) out += fmt::format(", {} not repeated", not_repeated);
    if (late != 0) out += fmt::format(", {} recovered late", late);
    if (patience > 0) out += fmt::format("; patience {:.0f} s, since the operator starts slowly", patience);
    if (is_out_of_time) out += "; out of time";
    if (was_stopped) out += "; stopped";
    return out;
}

std::string findings::remarks(std::size_t most) const {
    std::vector<std::string> again, slow, others, names;
    for (const sim::unconfirmed_plan& u : unconfirmed) (u.is_late ? slow : again).push_back(words_of(u));
    for (const std::string& one : not_compared) others.push_back(sim::printable(one));
    for (const std::string& one : made_up_names) names.push_back(sim::printable(one));
    std::string out;
    append_lines(out, "not repeated: wrong once, and right when it was played again:", again, most);
    append_lines(out, "recovered late: wrong twice, and right after the time of --longest-retry:", slow,
                 most);
    append_lines(out, "not compared, since it differs between runs without faults:", others, most);
    append_lines(out, "names of which the operator makes up a part; they are points by their order:", names,
                 most);
    std::vector<std::string> inputs;
    if (refused_changes != 0)
        inputs.push_back(fmt::format("{} changes, which the API server refuses", refused_changes));
    if (error_states != 0)
        inputs.push_back(fmt::format(
            "{} specs for which the operator reports an error, but the recovery from them", error_states));
    if (sequences_run < sequences)
        inputs.push_back(fmt::format("{} of {} sequences of changes", sequences - sequences_run, sequences));
    else if (changes != 0 && pairs_covered < 1)
        inputs.push_back(fmt::format("{:.0f} % of all pairs of changes", 100 * (1 - pairs_covered)));
    append_lines(out, "not explored:", inputs, most);
    if (has_no_old_lists)
        out.append(out.empty() ? "" : "\n")
            .append("P7 was not tried: the operator's first lists are never old; --only P7 tries it");
    if (dials_out)
        out.append(out.empty() ? "" : "\n")
            .append(
                "connections of the operator to its pods leave this machine; "
                "`network: own` in the story prevents that");
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
    out.unconfirmed = unconfirmed;
    for (sim::unconfirmed_plan& u : out.unconfirmed) u.command = command_of(u.plan, with);
    out.not_compared = not_compared;
    return out;
}

awaitable<std::vector<std::string>> list_plans(loop& l, const exploration& what) {
    if (what.inputs) {
        input_explorer e(l, what);
        co_return co_await e.list();
    }
    explorer e(l, what);
    co_return co_await e.list();
}

awaitable<findings> explore(loop& l, const exploration& what) {
    if (what.inputs) {
        input_explorer e(l, what);
        co_return co_await e.explore();
    }
    explorer e(l, what);
    co_return co_await e.explore();
}

}}}  // namespace setpoint::v0::story
