// Runs every scenario: once, twice with the same seed, and with other seeds.
#include "stories.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace embedded {

std::vector<story> all_stories() {
    std::vector<story> all;
    for (const auto& some : {deployment_stories(), rollout_stories(), replica_stories(), job_stories(),
                             garbage_stories(), namespace_stories(), service_stories(), node_stories()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

namespace {

struct ending {
    std::string trace, log, state;
};

// The end of a trace, without health checks and the like.
std::string last_requests(const std::string& trace) {
    constexpr std::size_t lines = 60;
    std::vector<std::string> kept;
    std::istringstream in(trace);
    for (std::string line; std::getline(in, line);)
        if (line.find(" leases ") == std::string::npos && line.find(" list ") == std::string::npos &&
            line.find(" watch ") == std::string::npos && line.find(" events ") == std::string::npos)
            kept.push_back(line);
    std::string text;
    for (std::size_t i = kept.size() < lines ? 0 : kept.size() - lines; i < kept.size(); ++i)
        text += "    " + kept[i] + "\n";
    return text;
}

// Runs one scenario in its own cluster.
ending tell(const story& s, std::uint64_t seed) {
    cluster c(seed);
    ending e;
    std::string failed;
    try {
        c.env.run([&]() -> awaitable<void> {
            co_await s.tell(c);
            co_await c.pass(1min);
            e.state = co_await c.state();
        });
    } catch (const testing::failure& f) {
        failed = f.what();
    }
    if (!failed.empty())
        throw testing::failure(failed + "\n  the last requests:\n" + last_requests(c.trace()));
    e.trace = c.trace();
    e.log = c.env.log();
    return e;
}

// Restricts the run to one scenario and seed, given as name:seed.
std::optional<std::pair<std::string, std::uint64_t>> only() {
    const char* text = std::getenv("SETPOINT_STORY");
    if (!text) return std::nullopt;
    const std::string s(text);
    const auto colon = s.find(':');
    return std::pair(s.substr(0, colon), std::strtoull(s.substr(colon + 1).c_str(), nullptr, 10));
}

void tell_all(std::span<const story> stories) {
    for (const story& s : stories) {
        BOOST_TEST_INFO_SCOPE("story: " << s.name);
        try {
            tell(s, 1);
        } catch (const testing::failure& e) {
            BOOST_ERROR(s.name << ": " << e.what());
        }
    }
}

// The first difference of two texts, with the text before it.
std::string parting(const std::string& a, const std::string& b) {
    const auto at = static_cast<std::size_t>(
        std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())),
                      b.begin())
            .first -
        a.begin());
    const std::size_t from = at < 200 ? 0 : at - 200;
    return a.substr(from, 500) + "\n--- but ---\n" + b.substr(from, 500);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stories_test)

BOOST_AUTO_TEST_CASE(a_deployment) {
    tell_all(deployment_stories());
}
BOOST_AUTO_TEST_CASE(a_rollout) {
    tell_all(rollout_stories());
}
BOOST_AUTO_TEST_CASE(a_replica_set) {
    tell_all(replica_stories());
}
BOOST_AUTO_TEST_CASE(a_job) {
    tell_all(job_stories());
}
BOOST_AUTO_TEST_CASE(garbage_collection) {
    tell_all(garbage_stories());
}
BOOST_AUTO_TEST_CASE(a_namespace) {
    tell_all(namespace_stories());
}
BOOST_AUTO_TEST_CASE(a_service) {
    tell_all(service_stories());
}
BOOST_AUTO_TEST_CASE(a_node) {
    tell_all(node_stories());
}

BOOST_AUTO_TEST_CASE(each_scenario_repeats_exactly_with_the_same_seed) {
    for (const story& s : all_stories()) {
        BOOST_TEST_INFO_SCOPE("story: " << s.name);
        const ending a = tell(s, 7), b = tell(s, 7);
        BOOST_CHECK_MESSAGE(a.trace == b.trace, s.name << ": " << parting(a.trace, b.trace));
        BOOST_CHECK_MESSAGE(a.log == b.log, s.name << ": " << parting(a.log, b.log));
    }
}

BOOST_AUTO_TEST_CASE(seeds_that_failed_before_pass) {
    constexpr std::pair<std::string_view, std::uint64_t> found[] = {
        {"goes_back_to_a_template", 12},
        {"is_suspended_and_resumed", 20},
        {"restarts_in_place_until_it_gives_up", 20},
        {"ends_at_its_deadline", 6},
        {"takes_all_down_before_it_recreates", 107},
        {"takes_all_down_before_it_recreates", 138},
        {"leaves_orphans_that_another_one_adopts", 81},
        {"leaves_orphans_that_another_one_adopts", 116},
    };
    for (const auto& [name, seed] : found)
        for (const story& s : all_stories())
            if (name == s.name) BOOST_TEST(tell(s, seed).state == tell(s, 1).state, name);
}

BOOST_AUTO_TEST_CASE(each_scenario_ends_in_the_same_state_with_other_seeds) {
    const char* more = std::getenv("SETPOINT_SEEDS");
    const std::uint64_t seeds = more ? std::strtoull(more, nullptr, 10) : 6;
    const auto one = only();
    for (const story& s : all_stories()) {
        if (one && one->first != s.name) continue;
        std::string first;
        const std::uint64_t from = one ? one->second : 1, to = one ? from + 1 : 1 + seeds;
        for (std::uint64_t seed = from; seed < to; ++seed) {
            BOOST_TEST_INFO_SCOPE("story: " << s.name << ", seed " << seed);
            try {
                const ending other = tell(s, seed);
                if (first.empty()) first = other.state;
                BOOST_CHECK_MESSAGE(first == other.state,
                                    s.name << ", seed " << seed << ": " << parting(first, other.state));
            } catch (const testing::failure& e) {
                BOOST_ERROR(s.name << ", seed " << seed << ": " << e.what());
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace embedded
