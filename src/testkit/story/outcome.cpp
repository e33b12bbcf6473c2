#include "testkit/story/outcome.hpp"

#include "testkit/sim/end_difference.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

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

class outcome_writer {
public:
    explicit outcome_writer(story_outcome& to) : to_(to) {}

    bool has(std::string_view oracle) const {
        return std::any_of(to_.wrong.begin(), to_.wrong.end(),
                           [&](const wrong_outcome& w) { return w.oracle == oracle; });
    }
    void violate(std::string oracle, std::string detail, std::vector<sim::difference> fields = {}) {
        sim::timeline_entry e = sim::entry_of_violation(oracle, detail);
        if (!to_.timeline.empty()) e.at = to_.timeline.back().at;
        to_.timeline.push_back(std::move(e));
        to_.wrong.push_back({std::move(oracle), std::move(detail), std::move(fields)});
    }

private:
    story_outcome& to_;
};

bool starts_with_heading(const wrong_outcome& w) {
    return w.oracle == "same end" || w.oracle.starts_with("nothing ");
}

}  // namespace

story_reference reference_of(const story_run& r) {
    story_reference made;
    made.points = r.points();
    made.end = r.end();
    made.end_hash = r.end_hash();
    made.writes = r.writes();
    made.timeline = r.timeline();
    made.watches = r.watches_at_rest();
    made.settle = r.longest_pause();
    made.features.replicas = r.text().replicas;
    made.features.garbage_collection = r.text().server.run.garbage_collection;
    made.features.pods = r.text().server.run.nodes &&
                         std::any_of(made.end.begin(), made.end.end(),
                                     [](const std::string& line) { return line.starts_with("pods "); });
    return made;
}

story_outcome outcome_of(const story_run& r, const story_plan& plan, const story_reference& without) {
    story_outcome out;
    out.wrong = r.wrong();
    out.timeline = r.timeline();
    out.is_early = r.is_early();
    out.faults = r.faults_begun();
    out.after.assign(r.points().begin() + static_cast<std::ptrdiff_t>(r.points_at_fault()), r.points().end());
    outcome_writer to(out);
    // A story that broke off has another end anyway.
    const bool is_whole = !to.has("story") && !to.has("comes to rest") && !to.has("write rate");
    if (is_whole && !r.is_early())
        if (sim::end_difference d = sim::difference_at_end(without.end, r.end()); !d.text.empty())
            to.violate("same end", "the objects differ at the end:\n" + d.text, std::move(d.fields));
    if (!plan.is_internal()) return out;
    if (!plan.shows_old())
        if (std::string more = more_often("created", r.writes().created, without.writes.created);
            !more.empty())
            to.violate("nothing created twice", "created more often:\n" + more);
    if (std::string more = more_often("deleted", r.writes().deleted, without.writes.deleted); !more.empty())
        to.violate("nothing deleted twice", "deleted more often:\n" + more);
    return out;
}

std::string first_difference(const story_reference& a, const story_reference& b) {
    if (std::string d = first_map_difference("created", a.writes.created, b.writes.created); !d.empty())
        return d;
    if (std::string d = first_map_difference("deleted", a.writes.deleted, b.writes.deleted); !d.empty())
        return d;
    if (const sim::end_difference d = sim::difference_at_end(a.end, b.end); !d.text.empty())
        return "the objects differ at the end:\n" + d.text;
    return {};
}

std::string symptom_of(const wrong_outcome& w) {
    // The rest of other details lists values of one run.
    return w.oracle + ": " + (starts_with_heading(w) ? w.detail : w.detail.substr(0, w.detail.find('\n')));
}

bool is_alike(const wrong_outcome& a, const wrong_outcome& b) {
    if (a.oracle != b.oracle) return false;
    if (a.differences.empty() || b.differences.empty())
        return !starts_with_heading(a) || symptom_of(a) == symptom_of(b);
    return a.differences.front().object == b.differences.front().object &&
           a.differences.front().field == b.differences.front().field;
}

}}}  // namespace setpoint::v0::story
