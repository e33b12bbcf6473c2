// What is wrong with the state after a change.
#include "testkit/story/inputs/input_checks.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(input_checks_test)

namespace {

story::input_snapshot with_lines(std::vector<std::string> lines) {
    story::input_snapshot s;
    s.lines = std::move(lines);
    return s;
}

sim::point a_write(verb op, const std::string& name, const std::string& subresource = {}) {
    sim::point p;
    p.op = op;
    p.gvr = {"", "v1", "configmaps"};
    p.subresource = subresource;
    p.key = {"default", name};
    p.text = std::string(to_string(op)) + " configmaps default/" + name + "#1";
    return p;
}

std::string oracle_in(const std::optional<story::wrong_outcome>& w) {
    return w ? w->oracle + ": " + w->detail : "right";
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_field_that_is_left_over_is_named) {
    const auto w = story::difference_from_new(with_lines({R"(configmaps default/g {"data":{}})"}),
                                              with_lines({R"(configmaps default/g {"data":{"a":"1"}})"}));
    BOOST_REQUIRE(w);
    BOOST_TEST(w->oracle == "same as new");
    BOOST_TEST(w->detail ==
               "the objects are not those of a new object with this spec:\n"
               "  configmaps default/g: data.a: \"1\", of a new object absent\n");
    BOOST_TEST(w->differences.size() == 1u);
}

BOOST_AUTO_TEST_CASE(objects_that_are_missing_or_left_over_are_named) {
    const auto w = story::difference_from_new(with_lines({"configmaps default/a {}"}),
                                              with_lines({"configmaps default/b {}"}));
    BOOST_REQUIRE(w);
    BOOST_TEST(w->detail.find("configmaps default/a is missing") != std::string::npos);
    BOOST_TEST(w->detail.find("configmaps default/b is left over") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(claims_may_stay_and_grow_but_not_be_missing) {
    const std::string small = R"(persistentvolumeclaims default/d {"size":1})",
                      large = R"(persistentvolumeclaims default/d {"size":2})";
    BOOST_TEST(story::is_like_new({small}, {large}));
    BOOST_TEST(story::is_like_new({}, {large, "persistentvolumes x {}"}));
    BOOST_TEST(!story::is_like_new({small}, {}));
    BOOST_TEST(oracle_in(story::difference_from_new(with_lines({small}), with_lines({large}))) == "right");
    BOOST_TEST(story::difference_from_new(with_lines({small}), with_lines({})).has_value());
    BOOST_TEST(story::is_like_new({}, {"controllerrevisions.apps default/x {}"}));
}

BOOST_AUTO_TEST_CASE(claims_are_never_deleted) {
    story::input_snapshot before, now;
    before.data = {{"persistentvolumeclaims default/d", "u1"}};
    BOOST_TEST(oracle_in(story::lost_data(before, before, nullptr)) == "right");
    BOOST_TEST(oracle_in(story::lost_data(before, now, nullptr)) ==
               "data is kept: persistentvolumeclaims default/d was deleted");
}

BOOST_AUTO_TEST_CASE(secrets_may_go_with_what_needs_them) {
    story::input_snapshot before, now, fresh;
    before.data = {{"secrets default/s", "u1"}};
    BOOST_TEST(oracle_in(story::lost_data(before, now, &fresh)) == "right");
    fresh.data = {{"secrets default/s", "u9"}};
    BOOST_TEST(story::lost_data(before, now, &fresh).has_value());
    now.data = {{"secrets default/s", "u2"}};
    BOOST_TEST(oracle_in(story::lost_data(before, now, &fresh)) ==
               "data is kept: secrets default/s was deleted and created again");
}

BOOST_AUTO_TEST_CASE(refused_writes_must_be_reported) {
    story::input_snapshot good, now;
    good.status = now.status = R"({"parts":1})";
    BOOST_TEST(oracle_in(story::unreported(now, good, false, false)) == "right");
    now.refused = {"update configmaps default/g"};
    BOOST_TEST(
        oracle_in(story::unreported(now, good, false, false)) ==
        "bad spec is reported: the API server refuses to update configmaps default/g as invalid, and neither "
        "the status nor a Warning event shows it");
    BOOST_TEST(oracle_in(story::unreported(now, good, true, false)) == "right");
    now.status = R"({"error":"no"})";
    BOOST_TEST(oracle_in(story::unreported(now, good, false, false)) == "right");
}

BOOST_AUTO_TEST_CASE(a_mirrored_number_is_not_a_report) {
    story::input_snapshot good, now;
    const auto status = [](int parts, const std::string& reason) {
        return R"({"conditions":[{"message":"","reason":")" + reason +
               R"(","status":"True","type":"Ready"}],"parts":)" + std::to_string(parts) + "}";
    };
    good.status = status(1, "Fine");
    now.refused = {"update configmaps default/g"};
    now.status = status(2, "Fine");
    BOOST_TEST(story::unreported(now, good, false, false).has_value());
    now.status = R"({"parts":2})";
    BOOST_TEST(story::unreported(now, good, false, false).has_value());
    now.status = status(2, "Refused");
    BOOST_TEST(oracle_in(story::unreported(now, good, false, false)) == "right");
}

BOOST_AUTO_TEST_CASE(a_spec_that_the_story_calls_bad_must_be_reported) {
    const story::input_snapshot same;
    BOOST_TEST(story::unreported(same, same, false, true).has_value());
    BOOST_TEST(oracle_in(story::unreported(same, same, false, false)) == "right");
}

BOOST_AUTO_TEST_CASE(errors_are_seen_in_conditions_words_and_warnings) {
    story::input_snapshot good, now;
    good.status = R"({"conditions":[{"status":"True","type":"Ready"}]})";
    now.status = good.status;
    BOOST_TEST(!story::is_error_state(now, good));
    now.status = R"({"conditions":[{"status":"False","type":"Ready"}]})";
    BOOST_TEST(story::is_error_state(now, good));
    now.status = R"({"conditions":[{"status":"True","type":"Ready"}],"phase":"Failed"})";
    BOOST_TEST(story::is_error_state(now, good));
    now = good;
    now.warnings = {"Failed: no"};
    BOOST_TEST(story::is_error_state(now, good));
    good.warnings = {"Failed: no", "Slow: yes"};
    BOOST_TEST(!story::is_error_state(now, good));
    now.warning = 5;  // a revision of another run
    BOOST_TEST(!story::is_error_state(now, good));
}

BOOST_AUTO_TEST_CASE(only_conditions_of_health_must_stay_true) {
    story::input_snapshot good, now;
    good.status =
        R"({"conditions":[{"status":"True","type":"Progressing"},{"status":"True","type":"Synced"}]})";
    now.status = R"({"conditions":[{"status":"False","type":"Progressing"}]})";
    BOOST_TEST(!story::is_error_state(now, good));
    now.status = R"({"conditions":[{"status":"False","type":"Synced"}]})";
    BOOST_TEST(story::is_error_state(now, good));
}

BOOST_AUTO_TEST_CASE(defaults_that_kubernetes_keeps_are_not_compared) {
    std::vector<std::string> lines = {
        R"(deployments.apps default/d {"spec":{"containers":[{"image":"a","imagePullPolicy":"Always"}]}})",
        R"(services default/s {"spec":{}})"};
    story::erase_kept_defaults(lines);
    BOOST_TEST(lines.front() == R"(deployments.apps default/d {"spec":{"containers":[{"image":"a"}]}})");
    BOOST_TEST(lines.back() == R"(services default/s {"spec":{}})");
}

BOOST_AUTO_TEST_CASE(the_spec_of_the_changed_object_is_not_compared) {
    std::vector<std::string> lines{R"(gadgets.example.com default/g {"metadata":{},"spec":{"a":1}})",
                                   R"(gadgets.example.com default/g2 {"spec":{"a":1}})"};
    story::erase_spec(lines, "gadgets.example.com default/g");
    BOOST_TEST(lines[0] == R"(gadgets.example.com default/g {"metadata":{}})");
    BOOST_TEST(lines[1] == R"(gadgets.example.com default/g2 {"spec":{"a":1}})");
}

BOOST_AUTO_TEST_CASE(a_write_is_refused_until_one_of_the_object_succeeds) {
    story::refused_writes all;
    all.note(a_write(verb::patch, "g"), 422);
    all.note(a_write(verb::patch, "h"), 409);
    BOOST_TEST(all.all() == std::set<std::string>{"patch configmaps default/g"},
               boost::test_tools::per_element());
    all.note(a_write(verb::update, "h"), 200);
    all.note(a_write(verb::update, "g", "status"), 200);
    BOOST_TEST(all.all().size() == 1u);
    all.note(a_write(verb::remove, "g"), 200);
    BOOST_TEST(all.all().empty());
    all.note(a_write(verb::get, "g"), 400);
    BOOST_TEST(all.all().empty());
}

BOOST_AUTO_TEST_CASE(the_status_is_compared_without_generations) {
    const auto object = [](const std::string& status) {
        return boost::json::parse("{\"status\":" + status + "}").as_object();
    };
    BOOST_TEST(story::status_in(object(R"({"observedGeneration":3})")).empty());
    BOOST_TEST(story::status_in(object(R"({"b":1,"a":{"observedGeneration":3}})")) == R"({"a":{},"b":1})");
    BOOST_TEST(story::status_in({}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
