// Runs every scenario: with one seed, twice with another one, and with further seeds.
#include "scenarios.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>

namespace embedded {

std::vector<scenario> all_scenarios() {
    std::vector<scenario> all;
    for (const auto& some : {deployment_scenarios(), rollout_scenarios(), replica_scenarios(),
                             job_scenarios(), garbage_scenarios(), namespace_scenarios(), service_scenarios(),
                             node_scenarios(), policy_scenarios(), migration_scenarios()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

namespace {

struct run_result {
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
run_result run(const scenario& s, std::uint64_t seed) {
    cluster c(seed);
    run_result e;
    std::string failed;
    try {
        c.env.run([&]() -> awaitable<void> {
            co_await s.run(c);
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

// The end with seed 1. Several test cases need it, so it runs once.
const std::string& usual_end(const scenario& s) {
    static std::map<std::string, std::string> ends;  // by the scenario's name
    const auto known = ends.find(s.name);
    return known == ends.end() ? ends[s.name] = run(s, 1).state : known->second;
}

// Restricts the run to one scenario and seed, given as name:seed.
std::optional<std::pair<std::string, std::uint64_t>> selected_scenario() {
    const char* text = std::getenv("SETPOINT_SCENARIO");
    if (!text) return std::nullopt;
    const std::string s(text);
    const auto colon = s.find(':');
    return std::pair(s.substr(0, colon), std::strtoull(s.substr(colon + 1).c_str(), nullptr, 10));
}

void run_all(std::span<const scenario> scenarios) {
    for (const scenario& s : scenarios) {
        BOOST_TEST_INFO_SCOPE("scenario: " << s.name);
        try {
            usual_end(s);
        } catch (const testing::failure& e) {
            BOOST_ERROR(s.name << ": " << e.what());
        }
    }
}

// The first difference of two texts, with the text before it.
std::string first_difference(const std::string& a, const std::string& b) {
    const auto at = static_cast<std::size_t>(
        std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())),
                      b.begin())
            .first -
        a.begin());
    const std::size_t from = at < 200 ? 0 : at - 200;
    return a.substr(from, 500) + "\n--- differs from ---\n" + b.substr(from, 500);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(scenarios_test)

BOOST_AUTO_TEST_CASE(a_deployment) {
    run_all(deployment_scenarios());
}
BOOST_AUTO_TEST_CASE(a_rollout) {
    run_all(rollout_scenarios());
}
BOOST_AUTO_TEST_CASE(a_replica_set) {
    run_all(replica_scenarios());
}
BOOST_AUTO_TEST_CASE(a_job) {
    run_all(job_scenarios());
}
BOOST_AUTO_TEST_CASE(garbage_collection) {
    run_all(garbage_scenarios());
}
BOOST_AUTO_TEST_CASE(a_namespace) {
    run_all(namespace_scenarios());
}
BOOST_AUTO_TEST_CASE(a_service) {
    run_all(service_scenarios());
}
BOOST_AUTO_TEST_CASE(a_node) {
    run_all(node_scenarios());
}
BOOST_AUTO_TEST_CASE(a_storage_migration) {
    run_all(migration_scenarios());
}

BOOST_AUTO_TEST_CASE(each_scenario_repeats_exactly_with_the_same_seed) {
    for (const scenario& s : all_scenarios()) {
        BOOST_TEST_INFO_SCOPE("scenario: " << s.name);
        const run_result a = run(s, 7), b = run(s, 7);
        BOOST_CHECK_MESSAGE(a.trace == b.trace, s.name << ": " << first_difference(a.trace, b.trace));
        BOOST_CHECK_MESSAGE(a.log == b.log, s.name << ": " << first_difference(a.log, b.log));
    }
}

BOOST_AUTO_TEST_CASE(seeds_that_failed_before_pass) {
    constexpr std::pair<std::string_view, std::uint64_t> found[] = {
        {"rolls_back_to_a_template", 12},
        {"is_suspended_and_resumed", 20},
        {"restarts_in_place_until_it_gives_up", 20},
        {"fails_at_its_deadline", 6},
        {"recreate_deletes_all_pods_first", 107},
        {"recreate_deletes_all_pods_first", 138},
        {"orphans_are_adopted_by_a_new_deployment", 81},
        {"orphans_are_adopted_by_a_new_deployment", 116},
    };
    for (const auto& [name, seed] : found)
        for (const scenario& s : all_scenarios())
            if (name == s.name) BOOST_TEST(run(s, seed).state == usual_end(s), name);
}

BOOST_AUTO_TEST_CASE(each_scenario_ends_in_the_same_state_with_other_seeds) {
    const char* more = std::getenv("SETPOINT_SEEDS");
    const std::uint64_t seeds = more ? std::strtoull(more, nullptr, 10) : 6;
    const auto one = selected_scenario();
    for (const scenario& s : all_scenarios()) {
        if (one && one->first != s.name) continue;
        std::string first;
        const std::uint64_t from = one ? one->second : 1, to = one ? from + 1 : 1 + seeds;
        for (std::uint64_t seed = from; seed < to; ++seed) {
            BOOST_TEST_INFO_SCOPE("scenario: " << s.name << ", seed " << seed);
            try {
                const std::string other = seed == 1 ? usual_end(s) : run(s, seed).state;
                if (first.empty()) first = other;
                BOOST_CHECK_MESSAGE(first == other,
                                    s.name << ", seed " << seed << ": " << first_difference(first, other));
            } catch (const testing::failure& e) {
                BOOST_ERROR(s.name << ", seed " << seed << ": " << e.what());
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace embedded
