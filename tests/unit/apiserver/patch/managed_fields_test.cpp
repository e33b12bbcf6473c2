#include "apiserver/patch/managed_fields.hpp"

#include "apiserver/patch/same_value.hpp"
#include "sample_schema.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <random>

using namespace setpoint::apiserver;
using namespace sample;

namespace {

constexpr const char* deployment_text =
    R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","uid":"1"},
  "spec":{"replicas":1,"selector":{"matchLabels":{"app":"d"}},"template":{"spec":{"containers":[
    {"name":"web","image":"i1","ports":[{"containerPort":80,"protocol":"TCP"}]}]}}}})";

struct managed_deployment {
    schema_set nodes;
    versioned_type t{deployment(nodes), {{"f:status"}}, nullptr, {}};
    int second = 10;
    bj::object live;

    field_manager by(std::string manager, bool force = false, std::string subresource = {}) {
        return {std::move(manager), "apps/v1", std::move(subresource),
                "2026-01-01T00:00:" + std::to_string(second++) + "Z", force};
    }
    void create(const char* text = deployment_text, std::string manager = "tester") {
        bj::object next = object(text);
        track_update(next, nullptr, t, by(std::move(manager)));
        live = std::move(next);
    }
    void update(std::string_view spec, std::string manager, std::string subresource = {}) {
        bj::object next = live;
        for (const auto& [key, value] : object(spec)) next["spec"].get_object()[key] = value;
        track_update(next, &live, t, by(std::move(manager), false, std::move(subresource)));
        live = std::move(next);
    }
    api_result<bj::object> try_apply(std::string_view spec, std::string manager, bool force = false) {
        bj::object config = object(R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"}})");
        config["spec"] = object(spec);
        return apply(&live, config, t, by(std::move(manager), force));
    }
    void applied(std::string_view spec, std::string manager, bool force = false) {
        auto got = try_apply(spec, std::move(manager), force);
        BOOST_TEST_REQUIRE(got.has_value(), got.error().message);
        live = std::move(*got);
    }
    // One line per entry: manager, operation, subresource, second, fields.
    std::string owners() const {
        std::string out;
        const bj::value* list = live.at("metadata").get_object().if_contains("managedFields");
        for (const auto& each : list ? list->get_array() : bj::array()) {
            const bj::object& e = each.get_object();
            const std::string time = text_of(e, "time");
            out += text_of(e, "manager") + " " + text_of(e, "operation") + " " + text_of(e, "subresource") +
                   " " + (time.empty() ? "-" : time.substr(17, 2)) + " " + bj::serialize(e.at("fieldsV1")) +
                   "\n";
        }
        return out;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(managed_fields, managed_deployment)

BOOST_AUTO_TEST_CASE(create_owns_the_fields_that_it_sets) {
    create();
    // As recorded, without fields that this schema does not declare or that are never empty.
    BOOST_TEST(owners() ==
               "tester Update  10 "
               "{\"f:spec\":{\".\":{},\"f:replicas\":{},\"f:selector\":{},\"f:template\":{\".\":{},"
               "\"f:spec\":{\".\":{},\"f:containers\":{\".\":{},\"k:{\\\"name\\\":\\\"web\\\"}\":{\".\":{},"
               "\"f:image\":{},"
               "\"f:name\":{},\"f:ports\":{\".\":{},\"k:{\\\"containerPort\\\":80,\\\"protocol\\\":"
               "\\\"TCP\\\"}\":{\".\":{},"
               "\"f:containerPort\":{},\"f:protocol\":{}}}}}}}}}\n");
    const bj::object blank = object(
        R"({"metadata":{},"spec":{"selector":null,"strategy":{},"template":{"metadata":{},"spec":{"containers":null}}}})");
    t.zero_value = &blank;
    create();
    BOOST_TEST(
        owners() ==
        "tester Update  11 {\"f:spec\":{\"f:replicas\":{},\"f:selector\":{},\"f:template\":{\"f:spec\":{"
        "\"f:containers\":{\"k:{\\\"name\\\":\\\"web\\\"}\":{\".\":{},\"f:image\":{},\"f:name\":{},\"f:"
        "ports\":{\".\":{},"
        "\"k:{\\\"containerPort\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:containerPort\":{},"
        "\"f:protocol\":{}}}}}}}}}\n");
}

BOOST_AUTO_TEST_CASE(nothing_changes_when_update_changes_nothing) {
    create();
    const std::string before = owners();
    update("{}", "other");
    BOOST_TEST(owners() == before);
}

BOOST_AUTO_TEST_CASE(ownership_moves_when_another_manager_changes_a_field) {
    create(
        R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","uid":"1"},"spec":{"replicas":1}})");
    update(R"({"replicas":2,"paused":true})", "other");
    BOOST_TEST(owners() ==
               "tester Update  10 {\"f:spec\":{}}\nother Update  11 "
               "{\"f:spec\":{\"f:paused\":{},\"f:replicas\":{}}}\n");
    update(R"({"minReadySeconds":2})", "tester");
    BOOST_TEST(owners() ==
               "other Update  11 {\"f:spec\":{\"f:paused\":{},\"f:replicas\":{}}}\n"
               "tester Update  12 {\"f:spec\":{\".\":{},\"f:minReadySeconds\":{}}}\n");
    update(R"({"paused":false})", "status-writer", "status");
    BOOST_TEST(owners().find("status-writer Update status 13 {\"f:spec\":{\"f:paused\":{}}}") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(oldest_updates_are_merged_when_there_are_more_than_ten) {
    create(
        R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","uid":"1"},"spec":{"replicas":1}})",
        "u");
    for (int i = 0; i < 11; ++i) {
        bj::object next = live;
        bj::value& labels = next["metadata"].get_object()["labels"];
        if (!labels.is_object()) labels.emplace_object();
        labels.get_object()["k" + std::to_string(i)] = "v";
        track_update(next, &live, t, by("u" + std::to_string(i)));
        live = std::move(next);
    }
    const std::string now = owners();
    BOOST_TEST(std::count(now.begin(), now.end(), '\n') == 10);
    BOOST_TEST(now.starts_with(
        "ancient-changes Update  12 {\"f:metadata\":{\"f:labels\":{\".\":{},\"f:k0\":{},\"f:k1\":{}}},"
        "\"f:spec\":{\".\":{},\"f:replicas\":{}}}\nu2 Update  13 "));
}

BOOST_AUTO_TEST_CASE(managed_fields_sent_by_the_client_replace_the_live_ones) {
    create(
        R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","uid":"1"},"spec":{"replicas":1}})");
    const std::string before = owners();
    const auto send = [&](std::string_view list, const field_manager& w) {
        bj::object next = live;
        next["metadata"].get_object()["managedFields"] = bj::parse({list.data(), list.size()});
        track_update(next, &live, t, w);
        live = std::move(next);
    };
    send(R"([{"manager":"x"}])", by("m"));  // malformed: ignored
    BOOST_TEST(owners() == before);
    send("null", by("m"));
    BOOST_TEST(owners() == before);
    send("[{}]", by("m", false, "status"));  // not through subresources
    BOOST_TEST(owners() == before);
    send(R"([{"manager":"x","operation":"Update","apiVersion":"apps/v1","time":"2020-01-01T00:00:05Z",
             "fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:replicas":{}}}}])",
         by("m"));
    BOOST_TEST(owners() == "x Update  05 {\"f:spec\":{\"f:replicas\":{}}}\n");
    t.versions = {"apps/v1"};
    send(
        R"([{"manager":"x","operation":"Update","apiVersion":"old/v1","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{}}}])",
        by("m"));
    BOOST_TEST(owners().empty());
}

BOOST_AUTO_TEST_CASE(tracking_stops_until_an_apply_when_list_is_reset) {
    for (const char* empty : {"[]", "[{}]"}) {
        create(
            R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","uid":"1"},"spec":{"replicas":1}})");
        bj::object next = live;
        next["metadata"].get_object()["managedFields"] = bj::parse(empty);
        track_update(next, &live, t, by("m"));
        live = std::move(next);
        BOOST_TEST(owners().empty());
        update(R"({"replicas":2})", "m");
        BOOST_TEST(owners().empty());
        second = 30;
        applied(R"({"replicas":2})", "a");
        // An applier that changed nothing has no time.
        BOOST_TEST(owners() ==
                   "a Apply  - {\"f:spec\":{\"f:replicas\":{}}}\n"
                   "before-first-apply Update  30 {\"f:spec\":{\".\":{},\"f:replicas\":{}}}\n");
        BOOST_TEST(try_apply(R"({"replicas":9})", "a").error().message ==
                   "Apply failed with 1 conflict: conflict with \"before-first-apply\" using apps/v1: "
                   ".spec.replicas");
    }
}

BOOST_AUTO_TEST_CASE(conflict_names_owners_and_fields_when_values_differ) {
    create();
    auto one = try_apply(R"({"replicas":3})", "m1");
    BOOST_REQUIRE(one.has_error());
    BOOST_TEST(one.error().code == 409);
    BOOST_TEST(one.error().reason == "Conflict");
    BOOST_TEST(one.error().message ==
               "Apply failed with 1 conflict: conflict with \"tester\" using apps/v1: .spec.replicas");
    BOOST_TEST(
        bj::serialize(one.error().details) ==
        R"({"causes":[{"reason":"FieldManagerConflict","message":"conflict with \"tester\" using apps/v1",)"
        R"("field":".spec.replicas"}]})");
    applied(R"({"replicas":3,"paused":true,"minReadySeconds":2})", "m1", true);
    auto many = try_apply(R"({"replicas":4,"paused":false,"minReadySeconds":4,
      "template":{"spec":{"containers":[{"name":"web","image":"other"}]}}})",
                          "m2");
    BOOST_REQUIRE(many.has_error());
    BOOST_TEST(
        many.error().message ==
        "Apply failed with 4 conflicts: conflicts with \"m1\":\n- .spec.minReadySeconds\n- .spec.paused\n"
        "- .spec.replicas\nconflicts with \"tester\" using apps/v1:\n"
        "- .spec.template.spec.containers[name=\"web\"].image");
    BOOST_TEST(try_apply(R"({"replicas":null})", "m3").error().message ==
               "Apply failed with 1 conflict: conflict with \"m1\": .spec.replicas");
}

BOOST_AUTO_TEST_CASE(ownership_is_shared_when_values_are_equal) {
    create(
        R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","uid":"1"},"spec":{"replicas":1}})");
    applied(R"({"replicas":1,"paused":true})", "a");
    applied(R"({"replicas":1})", "b");
    BOOST_TEST(owners() ==
               "b Apply  - {\"f:spec\":{\"f:replicas\":{}}}\na Apply  11 "
               "{\"f:spec\":{\"f:paused\":{},\"f:replicas\":{}}}\n"
               "tester Update  10 {\"f:spec\":{\".\":{},\"f:replicas\":{}}}\n");
    applied("{}", "a");
    const bj::object& spec = live.at("spec").get_object();
    BOOST_TEST(!spec.contains("paused"));  // no other owner
    BOOST_TEST(spec.at("replicas") == 1);  // other owners remain
    BOOST_TEST(owners().find("a Apply  13 {\"f:spec\":{}}") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(items_are_removed_when_their_applier_omits_them) {
    create();
    applied(
        R"({"template":{"spec":{"containers":[{"name":"side","image":"s","ports":[{"containerPort":1}]}]}}})",
        "a");
    BOOST_TEST(live.at("spec").at("template").at("spec").at("containers").get_array().size() == 2u);
    applied(R"({"template":{"spec":{"containers":[{"name":"side","image":"s"}]}}})", "a");
    const bj::value& side = live.at("spec").at("template").at("spec").at("containers").at(1);
    BOOST_TEST(side.at("name") == "side");
    BOOST_TEST(!side.get_object().contains("ports"));
    applied("{}", "a");
    BOOST_TEST(live.at("spec").at("template").at("spec").at("containers").get_array().size() == 1u);
}

BOOST_AUTO_TEST_CASE(apply_is_rejected_when_config_does_not_match_the_type) {
    create();
    struct row {
        const char* config;
        int code;
        const char* message;
    };
    const std::string typed_patch = "failed to create typed patch object (/; apps/v1, Kind=Deployment): ";
    const row rows[] = {
        {R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"managedFields":[]}})", 400,
         "metadata.managedFields must be nil"},
        {R"({"kind":"Deployment"})", 400, "invalid object type: /, Kind=Deployment"},
        {R"({"apiVersion":"v1","kind":"Deployment"})", 400, "invalid object type: /v1, Kind=Deployment"},
        {R"({})", 400, "invalid object type: /, Kind="},
        {R"({"spec":{"foo":3}})", 500, ".spec.foo: field not declared in schema"},
        {R"({"spec":{"replicas":"x"}})", 500, ".spec.replicas: expected numeric (int or float), got string"},
        {R"({"spec":{"template":{"spec":{"containers":[{"name":"web"},{"name":"web"}]}}}})", 500,
         ".spec.template.spec.containers: duplicate entries for key [name=\"web\"]"},
        {R"({"spec":{"template":{"spec":{"containers":{}}}}})", 500,
         ".spec.template.spec.containers: expected list, got &{map[]}"},
        {R"({"spec":{"template":{"spec":{"containers":["a"]}}}})", 500,
         ".spec.template.spec.containers: element 0: associative list with keys may not have non-map "
         "elements"},
        {R"({"spec":[]})", 500, ".spec: expected map, got &{[]}"},
    };
    for (const row& r : rows) {
        BOOST_TEST_CONTEXT(r.config) {
            bj::object config = object(r.config);
            if (r.code == 500) {
                config["apiVersion"] = "apps/v1";
                config["kind"] = "Deployment";
            }
            auto got = apply(&live, config, t, by("a"));
            BOOST_REQUIRE(got.has_error());
            BOOST_TEST(got.error().code == r.code);
            BOOST_TEST(got.error().message == (r.code == 500 ? typed_patch : "") + r.message);
        }
    }
}

BOOST_AUTO_TEST_CASE(list_key_takes_its_default_when_it_is_missing) {
    create();
    applied(R"({"template":{"spec":{"containers":[{"image":"x"}]}}})", "a");
    BOOST_TEST(owners().find(R"(k:{\"name\":\"\"})") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(kubectl_apply_takes_over_client_side_applied_fields) {
    create();
    bj::object next = live;
    next["metadata"].get_object()["annotations"] = {
        {"kubectl.kubernetes.io/last-applied-configuration",
         R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},"spec":{"replicas":1}})"}};
    track_update(next, &live, t, by("kubectl-client-side-apply"));
    live = std::move(next);
    BOOST_TEST(try_apply(R"({"replicas":3,"selector":{}})", "kubectl").error().message ==
               "Apply failed with 1 conflict: conflict with \"tester\" using apps/v1: .spec.selector");
    BOOST_TEST(try_apply(R"({"replicas":3})", "other").has_error());
    applied(R"({"replicas":3})", "kubectl");
    BOOST_TEST(live.at("spec").at("replicas") == 3);
    BOOST_TEST(live.at("metadata").at("annotations").at("kubectl.kubernetes.io/last-applied-configuration") ==
               "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"d\"},"
               "\"spec\":{\"replicas\":3}}\n");
}

BOOST_AUTO_TEST_CASE(times_are_restored_when_nothing_else_differs) {
    create();
    applied(R"({"replicas":1})", "a");
    bj::object next = live;
    next["metadata"].at("managedFields").at(1).get_object()["time"] = "2030-01-01T00:00:00Z";
    restore_times(next, live);
    BOOST_TEST(next == live);
    next["metadata"].at("managedFields").at(1).get_object()["time"] = "2030-01-01T00:00:00Z";
    next["spec"].get_object()["replicas"] = 7;
    restore_times(next, live);
    BOOST_TEST(next["metadata"].at("managedFields").at(1).at("time") == "2030-01-01T00:00:00Z");
}

BOOST_AUTO_TEST_CASE(manager_defaults_to_the_first_word_of_the_user_agent) {
    BOOST_TEST(manager_from_user_agent("kubectl/v1.36.3 (linux/amd64)") == "kubectl");
    BOOST_TEST(manager_from_user_agent("/1").empty());
    BOOST_TEST(manager_from_user_agent(std::string(200, 'x') + "/1").size() == 128u);
    BOOST_TEST(manager_from_user_agent("a\x01\x7f b") == "a b");
}

// Steps recorded with kube-apiserver.
BOOST_AUTO_TEST_CASE(owner_of_replicas_changes_when_scale_is_written) {
    const std::vector<std::string> replicas{"f:spec", "f:replicas"};
    create(
        R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","uid":"1"},"spec":{"replicas":1,"paused":true}})");
    BOOST_TEST(
        bj::serialize(scale_managed_fields(live, replicas)) ==
        R"([{"manager":"tester","operation":"Update","apiVersion":"autoscaling/v1","time":"2026-01-01T00:00:10Z",)"
        R"("fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:replicas":{}}}}])");
    // A write that changes nothing splits an Update entry.
    merge_scale_managed_fields(live, scale_managed_fields(live, replicas), replicas, "apps/v1");
    BOOST_TEST(owners() ==
               "tester Update  - {\"f:spec\":{\"f:replicas\":{}}}\ntester Update  10 "
               "{\"f:spec\":{\".\":{},\"f:paused\":{}}}\n");
    // When read again, the last entry of a name counts: replicas no longer has an owner.
    BOOST_TEST(scale_managed_fields(live, replicas).empty());
    const bj::array by_scale =
        bj::parse(R"([{"manager":"ap","operation":"Apply","apiVersion":"autoscaling/v1",
      "time":"2026-01-01T00:00:50Z","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:replicas":{}}},"subresource":"scale"}])")
            .get_array();
    merge_scale_managed_fields(live, by_scale, replicas, "apps/v1");
    BOOST_TEST(owners() ==
               "ap Apply scale - {\"f:spec\":{\"f:replicas\":{}}}\ntester Update  10 "
               "{\"f:spec\":{\".\":{},\"f:paused\":{}}}\n");
    const std::string before = owners();
    merge_scale_managed_fields(live, scale_managed_fields(live, replicas), replicas, "apps/v1");
    BOOST_TEST(owners() == before);
}

BOOST_AUTO_TEST_SUITE_END()
