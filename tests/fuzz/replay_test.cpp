// The committed corpora, given to their harnesses without libFuzzer: what was found once stays found.
#include "harness.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace setpoint { inline namespace v0 { namespace fuzz {
#define HARNESS(name) void name(std::string_view input);
#include "harness_list.inc"
#undef HARNESS
}}}  // namespace setpoint::v0::fuzz

namespace {

using harness = void(std::string_view);

void replay(const char* name, harness* run) {
    const std::filesystem::path folder =
        std::filesystem::path(SETPOINT_SOURCE_DIR) / "tests/fuzz/corpus" / name;
    BOOST_REQUIRE_MESSAGE(std::filesystem::is_directory(folder), "no corpus " << folder);
    std::vector<std::filesystem::path> inputs;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) inputs.push_back(entry.path());
    std::sort(inputs.begin(), inputs.end());
    BOOST_REQUIRE(!inputs.empty());
    for (const auto& path : inputs) {
        std::ifstream file(path, std::ios::binary);
        const std::string input((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        BOOST_TEST_INFO_SCOPE(path.string());
        BOOST_CHECK_NO_THROW(run(input));
    }
    BOOST_CHECK_NO_THROW(run({}));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fuzz_replay)

#define HARNESS(name)                        \
    BOOST_AUTO_TEST_CASE(name) {             \
        replay(#name, setpoint::fuzz::name); \
    }
#include "harness_list.inc"
#undef HARNESS

BOOST_AUTO_TEST_SUITE_END()
