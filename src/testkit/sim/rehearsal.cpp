#include "testkit/sim/rehearsal.hpp"

#include "testkit/sim/fork_pool.hpp"
#include "testkit/sim/printable.hpp"
#include "testkit/sim/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

// Less than the process may use, so that it can still report what it did.
constexpr auto share_of_limit = 0.8;
constexpr const char* no_end = "no end";

// Ends the process when it has used its time.
class rehearsing final : public director {
public:
    rehearsing(const fork_pool& pool, duration limit) : pool_(pool), limit_(limit) {}
    const perturbation* at(world&, const story_point& p) override {
        constexpr std::size_t shown = 3;
        last_.push_back(p.p.text);
        if (last_.size() > shown) last_.pop_front();
        return nullptr;
    }
    void idle(world& w) override {
        if (own_cpu_time() < limit_) return;
        const double passed = std::chrono::duration<double>(w.event_loop().now().time_since_epoch()).count();
        report r;
        r.violations.push_back(
            {no_end,
             fmt::format("after {:.0f} s of the cluster's time and {} writes of the story; the last that "
                         "happened: {}",
                         passed, w.user_writes(),
                         last_.empty() ? "nothing" : fmt::format("{}", fmt::join(last_, ", "))),
             {}});
        pool_.finish(encode(r));
    }

private:
    const fork_pool& pool_;
    duration limit_;
    std::deque<std::string> last_;
};

std::string_view line_at(std::string_view text, std::size_t at) {
    const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
    return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

void rehearse(const exploration& what) {
    reports seen;
    std::string how;
    fork_pool pool(1, what.cpu_limit, [&](std::size_t, const std::string& text, const std::string& death) {
        seen = decode(text, death);
        how = death;
    });
    if (pool.begin(0)) {
        rehearsing by(pool, std::chrono::duration_cast<duration>(what.cpu_limit * share_of_limit));
        std::optional<world> w;
        try {
            w.emplace(what, by, duration::zero());
        } catch (const std::exception& e) {
            report r;
            r.missing = e.what();
            pool.finish(encode(r));
        }
        w->play();
        pool.finish(encode(report_of(*w, false)));
    }
    pool.wait();
    const double limit = std::chrono::duration<double>(what.cpu_limit).count();
    const report& run = seen.all.front();
    if (!run.missing.empty()) throw cannot_explore(run.missing);
    for (const violation& v : run.violations) {
        if (v.oracle == no_end)
            throw cannot_explore(
                fmt::format("the story has no end: without faults it used {:.3g} s of CPU time "
                            "(cpu_limit is {:.3g} s), {}",
                            limit * share_of_limit, limit, v.detail));
        if (v.oracle == "the process ends")
            throw cannot_explore(fmt::format("without faults, the process {}: {}", how,
                                             how.starts_with("used")
                                                 ? "the story has no end, or loops without waiting"
                                                 : "the story or an operator ends it"));
        if (v.oracle == "story")
            throw cannot_explore(
                "the story fails without faults, so that there is nothing to compare with: " + v.detail);
    }
}

std::string first_difference(std::string_view first, std::string_view second) {
    const auto at = static_cast<std::size_t>(
        std::mismatch(first.begin(), first.end(), second.begin(), second.end()).first - first.begin());
    if (at == first.size() && at == second.size()) return {};
    const auto number = std::count(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
    const std::string_view a = line_at(first, at), b = line_at(second, at);
    const auto shown = [](std::string_view line) { return line.empty() ? "nothing more" : printable(line); };
    std::string out = fmt::format("line {} of the trace differs\n", number);
    const std::size_t begin = at == 0 ? 0 : first.rfind('\n', at - 1) + 1;
    if (begin != 0) out += fmt::format("    before: {}\n", printable(line_at(first, begin - 1)));
    out += fmt::format("    first:  {}\n    second: {}\n", shown(a), shown(b));
    return out +
           "  without faults every run must do the same: nothing may depend on the machine's clock, its "
           "random "
           "device, addresses, or variables that outlive a run";
}

}}}  // namespace setpoint::v0::sim
