#include "testkit/story/outcome.hpp"

#include "testkit/sim/canonical.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint::inline v0::story {

namespace {

// "deployments.apps default/web" of "deployments.apps default/web {...}".
std::string_view name_of_line(std::string_view line) {
    return line.substr(0, line.find(" {"));
}

std::string more_often(const char* what, const std::map<std::string, int>& got,
                       const std::map<std::string, int>& wanted) {
    std::string out;
    for (const auto& [name, times] : got) {
        const auto at = wanted.find(name);
        const int expected = at == wanted.end() ? 0 : at->second;
        if (times > expected)
            out += fmt::format("    {} {} {} times, without faults {}\n", name, what, times, expected);
    }
    return out;
}

run_trace trace_of(const story_run& r) {
    run_trace t;
    t.lines = r.trace();
    for (std::size_t i = 0; i < t.lines.size(); ++i) t.times.push_back(r.trace_time(i));
    t.from = std::min(r.trace_at_fault(), t.lines.size());
    return t;
}

std::string first_map_difference(const char* what, const std::map<std::string, int>& a,
                                 const std::map<std::string, int>& b) {
    for (const auto* one : {&a, &b})
        for (const auto& [name, times] : *one) {
            const auto in_a = a.find(name), in_b = b.find(name);
            const int first = in_a == a.end() ? 0 : in_a->second, second = in_b == b.end() ? 0 : in_b->second;
            if (first != second)
                return fmt::format("{} was {} {} times and then {} times", name, what, first, second);
        }
    return {};
}

}  // namespace

std::string end_difference(const std::vector<std::string>& expected, const std::vector<std::string>& now) {
    std::vector<std::string> missing, extra;
    std::set_difference(expected.begin(), expected.end(), now.begin(), now.end(),
                        std::back_inserter(missing));
    std::set_difference(now.begin(), now.end(), expected.begin(), expected.end(), std::back_inserter(extra));
    std::string detail;
    for (const std::string& line : missing) {
        const std::string_view name = name_of_line(line);
        const auto same = std::find_if(extra.begin(), extra.end(),
                                       [&](const std::string& e) { return name_of_line(e) == name; });
        if (same == extra.end()) {
            detail += fmt::format("  {} is missing\n", name);
            continue;
        }
        detail += fmt::format("  {} differs:\n{}", name,
                              sim::describe_difference(std::string_view(line).substr(name.size() + 1),
                                                       std::string_view(*same).substr(name.size() + 1)));
        extra.erase(same);
    }
    for (const std::string& line : extra)
        detail += fmt::format("  {} should not exist\n", name_of_line(line));
    return detail;
}

story_reference reference_of(const story_run& r) {
    story_reference made;
    made.points = r.points();
    made.end = r.end();
    made.end_hash = r.end_hash();
    made.writes = r.writes();
    made.trace = trace_of(r);
    made.watches = r.watches_at_rest();
    made.settle = r.longest_pause();
    return made;
}

story_outcome outcome_of(const story_run& r, const story_plan& plan, const story_reference& without) {
    story_outcome out;
    out.wrong = r.wrong();
    out.trace = trace_of(r);
    out.is_early = r.is_early();
    out.is_reached = r.had_fault();
    const auto is_known = [&](std::string_view oracle) {
        return std::any_of(out.wrong.begin(), out.wrong.end(),
                           [&](const wrong_outcome& w) { return w.oracle == oracle; });
    };
    // A story that broke off has another end anyway.
    const bool is_whole = !is_known("story") && !is_known("comes to rest") && !is_known("write rate");
    if (is_whole && !r.is_early())
        if (std::string detail = end_difference(without.end, r.end()); !detail.empty())
            out.wrong.push_back({"same end", "the objects differ at the end:\n" + detail});
    const fault& f = *plan.what;
    if (!f.is_internal) return out;
    if (!f.shows_old)
        if (std::string more = more_often("created", r.writes().created, without.writes.created);
            !more.empty())
            out.wrong.push_back({"nothing created twice", "created more often:\n" + more});
    if (std::string more = more_often("deleted", r.writes().deleted, without.writes.deleted); !more.empty())
        out.wrong.push_back({"nothing deleted twice", "deleted more often:\n" + more});
    return out;
}

std::string first_difference(const story_reference& a, const story_reference& b) {
    if (std::string d = first_map_difference("created", a.writes.created, b.writes.created); !d.empty())
        return d;
    if (std::string d = first_map_difference("deleted", a.writes.deleted, b.writes.deleted); !d.empty())
        return d;
    if (std::string d = end_difference(a.end, b.end); !d.empty())
        return "the objects differ at the end:\n" + d;
    return {};
}

}  // namespace setpoint::inline v0::story
