#include "testkit/sim/reference_run.hpp"

#include "testkit/sim/end_difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

class recorder final : public director {
public:
    explicit recorder(reference_run& to) : to_(to) {}
    const perturbation* at(world&, const story_point& p) override {
        to_.points.push_back(p);
        return nullptr;
    }
    void idle(world& w) override {
        if (!w.is_quiet()) return;
        record_of_writes so_far = w.writes();
        so_far.all.clear();
        if (record_of_writes* const known = to_.find(w))
            *known = std::move(so_far);
        else
            to_.at_rest.emplace(w.state().hash(), reference_run::moment{w.user_writes(), w.unfinished_keys(),
                                                                        std::move(so_far)});
    }

private:
    reference_run& to_;
};

// What a point cannot know before the end of the story.
void look_ahead(reference_run& run) {
    story_point* last_write = nullptr;
    bool is_after_user = false;
    for (story_point& p : run.points) {
        p.is_last_user_write = p.user_writes == run.user_writes;
        if (p.p.what == point::kind::user) {
            if (last_write)
                last_write->is_followed_by_create = p.p.op == verb::create && p.when == last_write->when;
            last_write = &p;
            is_after_user = true;
        }
        if (p.p.what == point::kind::reconcile) p.is_first_after_user = std::exchange(is_after_user, false);
    }
}

void add_more(const char* what, const std::map<std::string, int>& got,
              const std::map<std::string, int>& wanted, std::string& out) {
    for (const auto& [name, times] : got) {
        const auto at = wanted.find(name);
        const int expected = at == wanted.end() ? 0 : at->second;
        if (times > expected)
            out += fmt::format("    {} {} {} times, without faults {}\n", name, what, times, expected);
    }
}

}  // namespace

record_of_writes* reference_run::find(world& w) {
    const auto [begin, end] = at_rest.equal_range(w.state().hash());
    std::optional<std::size_t> unfinished;
    for (auto at = begin; at != end; ++at) {
        if (at->second.user_writes != w.user_writes()) continue;
        if (!unfinished) unfinished = w.unfinished_keys();
        if (at->second.unfinished == *unfinished) return &at->second.writes;
    }
    return nullptr;
}

reference_run play_reference(const exploration& what) {
    reference_run run;
    recorder noting(run);
    world w(what, noting, duration::zero());
    w.play();
    run.trace = w.env().trace();
    run.lines = w.end();
    run.writes = w.writes();
    run.violations = w.violations();
    run.user_writes = w.user_writes();
    look_ahead(run);
    return run;
}

void compare_end(world& w, const reference_run& with) {
    end_difference d = difference_at_end(with.lines, w.end());
    if (d.text.empty()) return;
    w.violate(w.reorders() ? "order independence" : "same end", "the objects differ at the end:\n" + d.text,
              std::move(d.fields));
}

void compare_writes(world& w, const record_of_writes& with, const reference_run& whole) {
    if (!w.is_internal()) return;
    std::string more;
    if (!w.shows_old()) add_more("created", w.writes().created, with.created, more);
    if (!more.empty()) w.violate("nothing created twice", "created more often:\n" + more);
    more.clear();
    add_more("deleted", w.writes().deleted, with.deleted, more);
    if (!more.empty()) w.violate("nothing deleted twice", "deleted more often:\n" + more);
    // Retries are bounded by back-off.
    constexpr std::size_t factor = 4, some = 60;
    const std::size_t limit = factor * whole.writes.all.size() + some;
    if (w.writes().all.size() > limit)
        w.violate("write rate", fmt::format("{} writes, without faults {}", w.writes().all.size(),
                                            whole.writes.all.size()));
}

}}}  // namespace setpoint::v0::sim
