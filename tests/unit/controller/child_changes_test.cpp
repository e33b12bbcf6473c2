#include "framework/controller/child_changes.hpp"

#include "log_lines.hpp"
#include "setpoint/api/core_v1.hpp"
#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

using namespace setpoint;
using namespace setpoint::kinds;

BOOST_AUTO_TEST_SUITE(child_changes_test)

namespace {

// A Secret as a program may describe it, without setpoint::secret.
struct plain_secret {
    object_meta metadata{};
    std::map<std::string, std::string> data{};
    static constexpr auto kind() { return builtin_kind("", "v1", "Secret", "secrets"); }
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&plain_secret::metadata, "metadata", ""),
                      field(&plain_secret::data, "data", ""));
    }
};

using differences = std::vector<json::difference>;

differences many(std::size_t n) {
    differences all;
    for (std::size_t i = 0; i < n; ++i)
        all.push_back({fmt::format("spec.f{}", i), std::string(5000, 'l'), std::string(5000, 'd')});
    return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_summary_has_the_first_differences_and_counts_the_rest) {
    BOOST_TEST(summary_of({{"spec.replicas", "5", "3"}}) == "spec.replicas from 5 to 3");
    BOOST_TEST(summary_of({{"a", "", "1"}, {"b", "2", ""}, {"c", "3", "4"}}) ==
               "a set to 1; b removed, was 2; c from 3 to 4");
    BOOST_TEST(
        summary_of({{"a", "1", "2"}, {"b", "1", "2"}, {"c", "1", "2"}, {"d", "1", "2"}, {"e", "1", "2"}}) ==
        "a from 1 to 2; b from 1 to 2; c from 1 to 2; and 2 more");
}

BOOST_AUTO_TEST_CASE(a_summary_fits_an_event_and_keeps_its_end) {
    differences all = many(40);
    for (json::difference& d : all) d.path += std::string(5000, 'p');
    const std::string text = summary_of(all);
    BOOST_TEST(text.size() < 1024u);
    BOOST_TEST(text.ends_with("; and 37 more"));
}

BOOST_FIXTURE_TEST_CASE(the_log_gets_a_line_for_each_of_the_first_and_one_for_the_rest, virtual_world) {
    log_lines lines;
    log_changes(logger(lines, time), kind_of<config_map>(), "web", many(40));
    BOOST_TEST(lines.count("child=web") == 9u);
    BOOST_TEST(lines.count("fields=32") == 1u);
    BOOST_TEST(lines.all().size() < 9u * 1000u);
}

BOOST_AUTO_TEST_CASE(data_of_secrets_is_hidden_however_it_is_described) {
    differences changes{{"data[password]", "\"aHVudGVyMg==\"", "\"b2xk\""},
                        {"data", "", "{\"a\":\"b2xk\"}"},
                        {"metadata.labels[app]", "\"a\"", "\"b\""}};
    const differences as_they_are = changes;
    hide_secret_data(kind_of<config_map>(), changes);
    BOOST_TEST(changes[0].live == as_they_are[0].live);
    hide_secret_data(kind_of<plain_secret>(), changes);
    BOOST_TEST(summary_of(changes) ==
               "data[password] from (secret) to (secret); data set to (secret); "
               "metadata.labels[app] from \"a\" to \"b\"");
}

BOOST_AUTO_TEST_SUITE_END()
