#include "framework/controller/write_identity.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(write_identity_test)

namespace {

call writing(std::string body, verb op = verb::patch, patch_type patch = patch_type::apply) {
    call c;
    c.op = op;
    c.patch = patch;
    c.body = std::move(body);
    return c;
}
std::uint64_t id_of(std::string body, verb op = verb::patch) {
    return body_id(writing(std::move(body), op));
}

}  // namespace

BOOST_AUTO_TEST_CASE(preconditions_and_times_do_not_count) {
    const std::uint64_t first = id_of(
        R"({"metadata":{"name":"a","resourceVersion":"1"},"spec":{"size":1,"at":"2026-01-01T00:00:00Z"}})");
    BOOST_TEST(first == id_of(R"({"metadata":{"name":"a","resourceVersion":"2","uid":"u"},)"
                              R"("spec":{"size":1,"at":"2026-02-02T10:00:00.5+01:00"}})"));
    for (const char* const other :
         {R"({"metadata":{"name":"a"},"spec":{"size":2,"at":"2026-01-01T00:00:00Z"}})",
          R"({"metadata":{"name":"a"},"spec":{"size":1,"at":"later"}})",
          R"({"metadata":{"name":"a"},"spec":{"size":1}})", R"({"metadata":{"name":"a"},"spec":[]})", "{}",
          "[]", "null", "true", "false", "1.5", "not JSON", ""})
        BOOST_TEST(first != id_of(other), other);
    BOOST_TEST(id_of(R"({"a":18446744073709551615})") != id_of(R"({"a":1})"));
    BOOST_TEST(id_of("1.5") != id_of("2.5"));
}

BOOST_AUTO_TEST_CASE(an_update_is_compared_without_what_others_write) {
    const char* const one = R"({"metadata":{"managedFields":[1],"generation":1},"spec":1,"status":1})";
    const char* const two = R"({"metadata":{"managedFields":[2],"generation":2},"spec":1,"status":2})";
    BOOST_TEST(id_of(one, verb::update) == id_of(two, verb::update));
    BOOST_TEST(id_of(one) != id_of(two));
    call status = writing(one, verb::update);
    status.subresource = "status";
    call other = writing(two, verb::update);
    other.subresource = "status";
    BOOST_TEST(body_id(status) != body_id(other));
}

BOOST_AUTO_TEST_CASE(tests_of_a_json_patch_do_not_count) {
    const auto patch = [](int version, int value) {
        return id_of(fmt::format(R"([{{"op":"test","path":"/metadata/resourceVersion","value":"{}"}},)"
                                 R"({{"op":"add","path":"/spec/size","value":{}}}])",
                                 version, value));
    };
    BOOST_TEST(patch(1, 5) == patch(2, 5));
    BOOST_TEST(patch(1, 5) != patch(1, 6));
}

BOOST_AUTO_TEST_CASE(bodies_that_are_deep_or_long_are_compared_as_text) {
    const std::string deep(100, '['), end(100, ']'), large(300 * 1024, ' ');
    BOOST_TEST(id_of(deep + end) == id_of(deep + end));
    BOOST_TEST(id_of(deep + end) != id_of(deep + "1" + end));
    BOOST_TEST(id_of(large + "1") != id_of(large + "2"));
}

BOOST_AUTO_TEST_CASE(targets_differ_by_object_and_form) {
    const group_version_kind v1("g", "v1", "K"), v2("g", "v2", "K"), other("h", "v1", "K");
    const std::uint64_t object = object_id(v1, "n", "a");
    BOOST_TEST(object == object_id(v2, "n", "a"));
    BOOST_TEST(object != object_id(other, "n", "a"));
    BOOST_TEST(object != object_id(v1, "na", ""));
    const call apply = writing("{}");
    call status = apply;
    status.subresource = "status";
    BOOST_TEST(form_id(apply) == form_id(writing("other")));
    BOOST_TEST(form_id(apply) != form_id(status));
    BOOST_TEST(form_id(apply) != form_id(writing("{}", verb::patch, patch_type::merge)));
    BOOST_TEST(form_id(apply) != form_id(writing("{}", verb::create)));
    BOOST_TEST(target_id(object, form_id(apply)) != target_id(object, form_id(status)));
}

BOOST_AUTO_TEST_CASE(the_other_manager_owns_the_field_or_wrote_last) {
    const boost::json::value object = boost::json::parse(R"({"metadata":{"managedFields":[
        {"manager":"us","time":"2026-01-03T00:00:00Z","fieldsV1":{"f:spec":{"f:replicas":{}}}},
        {"manager":"hpa","time":"2026-01-01T00:00:00Z","fieldsV1":{"f:spec":{"f:replicas":{}}}},
        {"manager":"old-hpa","time":"2025-01-01T00:00:00Z","fieldsV1":{"f:spec":{"f:replicas":{}}}},
        {"manager":"lists","time":"2026-01-01T00:00:00Z","fieldsV1":{"f:spec":{"f:template":{"f:spec":
            {"f:containers":{"k:{\"name\":\"app\"}":{"f:image":{}}}}}}}},
        {"manager":"sets","time":"2026-01-01T00:00:00Z","fieldsV1":{"f:metadata":{"f:finalizers":
            {"v:\"x/y\"":{}},"f:labels":{"f:a.b/c":{}}}}},
        {"manager":"whole","time":"2026-01-01T00:00:00Z","fieldsV1":{"f:data":{}}},
        {"manager":"last","time":"2026-01-02T00:00:00Z","fieldsV1":{"f:other":{}}},
        {"time":"2026-01-09T00:00:00Z"}, 7]}})");
    const auto other = [&](std::string_view path, std::string_view ours = "us") {
        return other_manager(object.as_object(), path, ours);
    };
    BOOST_TEST(other("spec.replicas") == "hpa");
    BOOST_TEST(other("spec.template.spec.containers[name=app].image") == "lists");
    BOOST_TEST(other("spec.template.spec.containers[name=web].image") == "last");
    BOOST_TEST(other("metadata.finalizers[\"x/y\"]") == "sets");
    BOOST_TEST(other("metadata.labels[a.b/c]") == "sets");
    BOOST_TEST(other("data[text]") == "whole");
    BOOST_TEST(other("unknown.field") == "last");
    BOOST_TEST(other("") == "last");
    BOOST_TEST(other("spec.replicas", "hpa") == "us");
    for (const char* const none :
         {"{}", R"({"metadata":1})", R"({"metadata":{}})", R"({"metadata":{"managedFields":{}}})",
          R"({"metadata":{"managedFields":[{"manager":"us"}]}})"}) {
        const boost::json::value parsed = boost::json::parse(none);
        BOOST_TEST(other_manager(parsed.as_object(), "spec", "us").empty(), none);
    }
}

BOOST_AUTO_TEST_SUITE_END()
