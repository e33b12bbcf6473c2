#include "apiserver/kinds/kinds.hpp"
#include "apiserver/objects/fields.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>

using namespace setpoint;
using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(device_taint_rule_test)

namespace {

using namespace std::chrono_literals;

const wall_time start{std::chrono::sys_days(std::chrono::year(2026) / 1 / 1)};

kind_context context_at(wall_time now, const char* subresource = "") {
    kind_context c{};
    c.now = now;
    c.subresource = subresource;
    return c;
}

bj::object rule(const std::string& taint, const std::string& selector = "{}") {
    return bj::parse(R"({"metadata":{"name":"r"},"spec":{"deviceSelector":)" + selector + R"(,"taint":)" +
                     taint + "}}")
        .as_object();
}

std::string errors_of(const bj::object& o, const bj::object* old = nullptr, const char* subresource = "") {
    const kind_context c = context_at(start, subresource);
    field_errors errors;
    if (old == nullptr)
        device_taint_rule_kind.validate(o, c, errors);
    else
        device_taint_rule_kind.validate_update(o, *old, c, errors);
    std::string out;
    for (const field_error& e : errors) out += e.text() + "\n";
    return out;
}

// What an update a minute later makes of timeAdded.
std::string time_after(const std::string& taint, const std::string& old) {
    bj::object o = rule(taint);
    device_taint_rule_kind.prepare_update(o, rule(old), context_at(start + 60s));
    return std::string(text_at(o, {"spec", "taint", "timeAdded"}));
}

}  // namespace

BOOST_AUTO_TEST_CASE(taints_have_a_key_and_an_effect) {
    BOOST_TEST(errors_of(rule(R"({"key":"a","value":"b","effect":"None"})",
                              R"({"driver":"d.example.com","pool":"p/q","device":"d"})")) == "");
    BOOST_TEST(
        errors_of(rule(R"({"key":"a","value":"b c"})", R"({"driver":"","pool":"","device":"A"})"))
            .starts_with("spec.deviceSelector.driver: Required value\nspec.deviceSelector.pool: Required "
                         "value\nspec.deviceSelector.device: Invalid value: \"A\": "));
    BOOST_TEST(
        errors_of(rule(R"({"key":"a","effect":"x"})")) ==
        "spec.taint.effect: Unsupported value: \"x\": supported values: \"NoExecute\", \"NoSchedule\", "
        "\"None\"\n");
    BOOST_TEST(errors_of(rule(R"({"key":"a"})")) == "spec.taint.effect: Required value\n");
    const bj::object stored = rule(R"({"key":"a","effect":"x"})");
    BOOST_TEST(errors_of(stored, &stored) == "");
}

BOOST_AUTO_TEST_CASE(times_follow_the_effect) {
    bj::object o = rule(R"({"key":"a","effect":"None"})");
    o["status"] = {{"conditions", bj::array()}};
    device_taint_rule_kind.prepare_create(o, context_at(start));
    BOOST_TEST(text_at(o, {"spec", "taint", "timeAdded"}) == "2026-01-01T00:00:00Z");
    BOOST_TEST(!o.contains("status"));

    bj::object before = rule(R"({"key":"a"})");
    device_taint_rule_kind.default_times(before, start + 60s);
    BOOST_TEST(text_at(before, {"spec", "taint", "timeAdded"}) == "2026-01-01T00:01:00Z");
    device_taint_rule_kind.default_times(before, start);
    BOOST_TEST(text_at(before, {"spec", "taint", "timeAdded"}) == "2026-01-01T00:01:00Z");

    const std::string old = R"({"key":"a","effect":"None","timeAdded":"2026-01-01T00:00:00Z"})",
                      other = R"({"key":"a","effect":"NoExecute","timeAdded":"2026-01-01T00:00:00Z"})",
                      chosen = R"({"key":"a","effect":"NoExecute","timeAdded":"2026-01-01T00:00:01Z"})";
    BOOST_TEST(time_after(old, old) == "2026-01-01T00:00:00Z");
    BOOST_TEST(time_after(other, old) == "2026-01-01T00:01:00Z");
    BOOST_TEST(time_after(chosen, old) == "2026-01-01T00:00:01Z");
    BOOST_TEST(time_after(R"({"key":"a","effect":"None"})", old) == "2026-01-01T00:01:00Z");
}

BOOST_AUTO_TEST_CASE(status_has_eight_conditions_at_most) {
    const bj::object stored = rule(R"({"key":"a","effect":"x"})");
    bj::object o = stored;
    bj::array& conditions = o["status"].emplace_object()["conditions"].emplace_array();
    for (int i = 0; i < 9; ++i)
        conditions.push_back({{"type", "T" + std::to_string(i)},
                              {"status", "True"},
                              {"reason", "R"},
                              {"message", ""},
                              {"lastTransitionTime", "2026-01-01T00:00:00Z"}});
    BOOST_TEST(errors_of(o, &stored, "status") ==
               "status.conditions: Too many: 9: must have at most 8 items\n");
    conditions.pop_back();
    BOOST_TEST(errors_of(o, &stored, "status") == "");
}

BOOST_AUTO_TEST_SUITE_END()
