// Which changes are combined in one sequence.

#include "setpoint/core/random.hpp"
#include "testkit/story/inputs/field_changes.hpp"
#include "testkit/story/inputs/input_plan.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::size_t changes_of_sequence = 4, tries_for_change = 40;

// One field is part of the other: the later change would undo the earlier one.
bool overlap(const input_path& a, const input_path& b) {
    const std::size_t n = std::min(a.steps.size(), b.steps.size());
    return std::equal(a.steps.begin(), a.steps.begin() + static_cast<std::ptrdiff_t>(n), b.steps.begin());
}

class pair_cover {
public:
    pair_cover(const std::vector<field_change>& all, std::uint64_t seed) : all_(all), random_(seed) {
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t k = i + 1; k < all.size(); ++k)
                if (!overlap(all[i].at, all[k].at)) open_.insert({i, k});
        pairs_ = open_.size();
    }

    bool is_done() const { return open_.empty(); }
    double covered() const {
        return pairs_ == 0 ? 1 : static_cast<double>(pairs_ - open_.size()) / static_cast<double>(pairs_);
    }

    // Precondition: not is_done().
    input_plan next() {
        // Any of the open pairs, found from a random place on.
        const std::size_t from = random_.below(all_.size());
        auto at = open_.lower_bound({from, 0});
        if (at == open_.end()) at = open_.begin();
        std::vector<std::size_t> chosen{at->first, at->second};
        while (chosen.size() < changes_of_sequence && add_best(chosen)) {
        }
        // The order of changes matters, too.
        if (random_.below(2) == 1) std::swap(chosen[0], chosen[1]);
        input_plan p;
        for (const std::size_t i : chosen) {
            for (const std::size_t k : chosen) open_.erase({std::min(i, k), std::max(i, k)});
            p.steps.emplace_back(all_[i]);
        }
        p.steps.emplace_back();
        return p;
    }

private:
    // Of some changes that can be added, the one with the most open pairs. False if there is none.
    bool add_best(std::vector<std::size_t>& to) {
        std::size_t best = 0, most = 0;
        for (std::size_t i = 0; i < tries_for_change; ++i) {
            const std::size_t one = random_.below(all_.size());
            std::size_t n = 0;
            const bool fits = std::none_of(to.begin(), to.end(), [&](std::size_t other) {
                n += open_.contains({std::min(one, other), std::max(one, other)}) ? 1 : 0;
                return overlap(all_[one].at, all_[other].at);
            });
            if (fits && n > most) {
                best = one;
                most = n;
            }
        }
        if (most != 0) to.push_back(best);
        return most != 0;
    }

    const std::vector<field_change>& all_;
    random_source random_;
    std::set<std::pair<std::size_t, std::size_t>> open_;
    std::size_t pairs_ = 0;
};

}  // namespace

std::vector<input_plan> single_plans(const std::vector<field_change>& all) {
    std::vector<input_plan> plans;
    for (const field_change& c : all) plans.push_back({false, {c, std::nullopt}});
    return plans;
}

std::vector<input_plan> combined_plans(const std::vector<field_change>& all, std::size_t most,
                                       std::uint64_t seed, double& covered) {
    pair_cover pairs(all, seed);
    std::vector<input_plan> plans;
    while (plans.size() < most && !pairs.is_done()) plans.push_back(pairs.next());
    covered = pairs.covered();
    return plans;
}

}}}  // namespace setpoint::v0::story
