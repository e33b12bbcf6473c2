#include "testkit/story/reference_runs.hpp"

#include "testkit/sim/canonical.hpp"
#include "testkit/sim/object_state.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using counts = std::map<std::string, int> write_record::*;

constexpr duration least_settle = std::chrono::milliseconds(120), most_settle = std::chrono::seconds(1);

// Only the first run restarts the operator at its end. If it does not come to rest then, later runs do not
// wait for it.
bool is_of_first_run(const wrong_outcome& w, const run_without_faults& first) {
    return w.oracle == "a restart writes nothing" ||
           (!first.reference.comes_to_rest && (w.oracle == "write rate" || w.oracle == "comes to rest"));
}

std::set<std::string> symptoms_of(const run_without_faults& r, const run_without_faults& first) {
    std::set<std::string> all;
    for (const wrong_outcome& w : r.wrong)
        if (!is_of_first_run(w, first)) all.insert(symptom_of(w));
    return all;
}

int count_in(const story_reference& r, counts which, const std::string& name) {
    const auto at = (r.writes.*which).find(name);
    return at == (r.writes.*which).end() ? 0 : at->second;
}

std::set<std::string> names_in(const std::vector<const story_reference*>& all, counts which) {
    std::set<std::string> names;
    for (const story_reference* r : all)
        for (const auto& [name, times] : r->writes.*which) names.insert(name);
    return names;
}

std::map<std::string, std::vector<std::string>> by_name(const std::vector<std::string>& lines) {
    std::map<std::string, std::vector<std::string>> all;
    for (const std::string& line : lines) all[std::string(sim::name_in(line))].push_back(line);
    return all;
}

// The fields in which two objects of one name differ; "" if one of them does not exist.
std::string fields_of(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    if (a.empty() || b.empty() || a.size() != b.size()) return {};
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (const sim::field_difference& d :
             sim::differing_fields(std::string_view(a[i]).substr(sim::name_in(a[i]).size() + 1),
                                   std::string_view(b[i]).substr(sim::name_in(b[i]).size() + 1)))
            if (std::ranges::find(paths, d.path) == paths.end()) paths.push_back(d.path);
    return fmt::format("{}", fmt::join(paths, ", "));
}

class combination {
public:
    explicit combination(const std::vector<run_without_faults>& all) : all_(all) {
        for (const run_without_faults& r : all)
            if (r.is_whole) whole_.push_back(&r.reference);
        out_.reference = all.front().reference;
    }

    common_reference take() {
        wrong();
        writes(&write_record::created, "created");
        writes(&write_record::deleted, "deleted");
        if (out_.reference.comes_to_rest) ends();
        points();
        limits();
        return std::move(out_);
    }

private:
    void wrong() {
        std::set<std::string> known;
        for (std::size_t i = 0; i < all_.size(); ++i)
            for (const wrong_outcome& w : all_[i].wrong) {
                const std::string symptom = symptom_of(w);
                if (!known.insert(symptom).second) continue;
                wrong_without_fault one{w, {}, all_[i].reference.timeline, i};
                if (!is_of_first_run(w, all_.front())) count(one, symptom);
                out_.wrong.push_back(std::move(one));
            }
    }
    void count(wrong_without_fault& one, const std::string& symptom) const {
        one.runs = all_.size();
        one.seen = 0;
        for (const run_without_faults& r : all_) {
            const bool has_it = symptoms_of(r, all_.front()).contains(symptom);
            one.seen += has_it ? 1 : 0;
            if (!has_it && one.expected.empty()) one.expected = r.reference.timeline;
        }
    }

    // What it does once more in some runs is expected at most as often as in one of them.
    void writes(counts which, std::string_view done) {
        for (const std::string& name : names_in(whole_, which)) {
            std::vector<int> times;
            times.reserve(whole_.size());
            for (const story_reference* r : whole_) times.push_back(count_in(*r, which, name));
            const auto [least, most] = std::ranges::minmax(times);
            (out_.reference.writes.*which)[name] = most;
            if (least == most) continue;
            const std::string words = fmt::format("{} {} times in {} runs without faults", done,
                                                  fmt::join(times, ", "), times.size());
            // Deleting once more what is gone does no harm.
            if (which == &write_record::deleted && least > 0) {
                out_.not_compared.push_back(fmt::format("{}: {}", name, words));
                continue;
            }
            add_difference(name, done, words, times, least, most);
        }
    }
    // The first line is the same in each exploration.
    void add_difference(const std::string& name, std::string_view done, const std::string& words,
                        const std::vector<int>& times, int least, int most) {
        if (!by_operator_.insert(name).second) return;
        wrong_without_fault one;
        one.wrong = {"same in each run",
                     fmt::format("{}: {} by the operator {}in some runs only\n    {}", name, done,
                                 least == 0 ? "" : "more often ", words),
                     {}};
        const auto index_of = [&](int n) {
            return static_cast<std::size_t>(std::ranges::find(times, n) - times.begin());
        };
        one.expected = whole_[index_of(least)]->timeline;
        one.happened = whole_[index_of(most)]->timeline;
        for (one.run = 0; &all_[one.run].reference != whole_[index_of(most)]; ++one.run) {
        }
        one.seen = static_cast<std::size_t>(std::ranges::count(times, most));
        one.runs = times.size();
        out_.wrong.push_back(std::move(one));
    }

    void ends() {
        std::vector<std::map<std::string, std::vector<std::string>>> each;
        std::set<std::string> names;
        for (const story_reference* r : whole_)
            for (const auto& [name, lines] : each.emplace_back(by_name(r->end))) names.insert(name);
        for (const std::string& name : names) {
            const auto differs =
                std::ranges::find_if(each, [&](auto& one) { return one[name] != each.front()[name]; });
            if (differs == each.end()) continue;
            out_.reference.left_out.insert(name);
            if (by_operator_.contains(name)) continue;
            const std::string fields = fields_of(each.front()[name], (*differs)[name]);
            const auto there = std::ranges::count_if(each, [&](auto& one) { return !one[name].empty(); });
            out_.not_compared.push_back(
                fields.empty()
                    ? fmt::format("{}: at the end of {} of {} runs without faults", name, there, each.size())
                    : fmt::format("{}: {}", name, fields));
        }
        std::erase_if(out_.reference.end, [&](const std::string& line) {
            return out_.reference.left_out.contains(sim::name_in(line));
        });
        out_.reference.end_hash = sim::object_state::hash_of(out_.reference.end);
    }

    void points() {
        for (const story_reference* r : whole_) {
            std::set<std::string> both;
            for (const sim::story_point& p : r->points) both.insert(p.p.text);
            std::erase_if(out_.reference.points,
                          [&](const sim::story_point& p) { return !both.contains(p.p.text); });
            std::erase_if(out_.reference.writes.without_change,
                          [&](const std::string& p) { return !r->writes.without_change.contains(p); });
        }
    }
    void limits() {
        duration pause{};
        for (const story_reference* r : whole_) {
            out_.reference.watches = std::min(out_.reference.watches, r->watches);
            out_.reference.start = std::max(out_.reference.start, r->start);
            pause = std::max(pause, r->settle);
        }
        out_.reference.settle =
            std::clamp<duration>(2 * pause + std::chrono::milliseconds(50), least_settle, most_settle);
    }

    const std::vector<run_without_faults>& all_;
    std::vector<const story_reference*> whole_;
    std::set<std::string> by_operator_;
    common_reference out_;
};

}  // namespace

bool differ(const std::vector<run_without_faults>& all) {
    const run_without_faults& first = all.front();
    return std::any_of(all.begin() + 1, all.end(), [&](const run_without_faults& r) {
        if (!r.is_whole || symptoms_of(r, first) != symptoms_of(first, first)) return true;
        return first.reference.comes_to_rest && !first_difference(first.reference, r.reference).empty();
    });
}

common_reference combine(const std::vector<run_without_faults>& all) {
    return combination(all).take();
}

}}}  // namespace setpoint::v0::story
