#include "testkit/story/outcome.hpp"

#include "testkit/sim/end_difference.hpp"
#include "testkit/sim/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

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

bool is_invariant(const wrong_outcome& w) {
    return w.oracle.starts_with("invariant: ");
}

// Numbers become "#": ordinals in names, revisions, how often something happened.
std::string without_numbers(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool is_digit = c >= '0' && c <= '9';
        if (!is_digit)
            out += c;
        else if (!out.ends_with('#'))
            out += '#';
    }
    return out;
}

// The lines, without those that are there already.
std::string without_repeated_lines(std::string_view text) {
    std::string out;
    std::set<std::string_view> known;
    for (const std::string_view line : sim::lines_of(text))
        if (known.insert(line).second) out.append(out.empty() ? "" : "\n").append(line);
    return out;
}

std::string_view first_words(std::string_view text, int n) {
    std::size_t at = 0;
    for (; n > 0 && at != std::string_view::npos; --n) at = text.find(' ', at + (at == 0 ? 0 : 1));
    return text.substr(0, at);
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
    made.start = r.start_time();
    made.created = r.created();
    made.features.replicas = r.text().replicas;
    made.features.old_lists = r.lists_from_cache();
    made.features.streams_lists = r.streams_lists();
    made.features.garbage_collection = r.text().server.run.garbage_collection;
    made.features.own_network = r.text().owns_network;
    made.features.answers = !r.text().answers.empty();
    made.features.webhooks = r.text().webhooks.has_value();
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
    const bool is_whole = without.comes_to_rest && !to.has("story") && !to.has("comes to rest") &&
                          !to.has("write rate") && !to.has("operator starts");
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

bool is_evidence(const wrong_outcome& w) {
    return is_invariant(w) || w.oracle == "nothing created twice" || w.oracle == "nothing deleted twice" ||
           w.oracle.starts_with("missing right");
}

const wrong_outcome& main_outcome(const std::vector<wrong_outcome>& all, std::string_view oracle) {
    auto at = std::find_if(all.begin(), all.end(), is_evidence);
    if (at == all.end())
        at = std::find_if(all.begin(), all.end(), [&](const wrong_outcome& w) { return w.oracle == oracle; });
    return at == all.end() ? all.front() : *at;
}

std::string symptom_of(const wrong_outcome& w) {
    std::string_view text = w.detail;
    // "after create pods default/web-x7k2p (resourceVersion 41): there are 2; wanted at most 1"
    if (is_invariant(w)) return fmt::format("{}: {}", w.oracle, first_words(text, 3));
    // The rest of other details lists values of one run.
    if (!starts_with_heading(w)) text = text.substr(0, text.find('\n'));
    // "story.yaml:12: waited for ..., but there is none"
    if (w.oracle == "story") return fmt::format("story: {}", text.substr(0, text.find(", but ")));
    return fmt::format("{}: {}", w.oracle, without_repeated_lines(without_numbers(text)));
}

bool is_alike(const wrong_outcome& a, const wrong_outcome& b) {
    if (a.oracle != b.oracle) return false;
    if (a.differences.empty() || b.differences.empty())
        return !starts_with_heading(a) || symptom_of(a) == symptom_of(b);
    return a.differences.front().object == b.differences.front().object &&
           a.differences.front().field == b.differences.front().field;
}

}}}  // namespace setpoint::v0::story
