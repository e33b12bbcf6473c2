// Server-side apply to metadata of custom resources, which their schemas do not declare. Recorded
// with kube-apiserver 1.36.3.
#include "apiserver/patch/managed_fields.hpp"
#include "sample_schema.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint::apiserver;
using namespace sample;

namespace {

constexpr const char* by_one =
    R"([{"apiVersion":"v1","kind":"ConfigMap","name":"a","uid":"one","controller":true,"blockOwnerDeletion":true}])";
constexpr const char* by_two = R"([{"apiVersion":"v1","kind":"ConfigMap","name":"b","uid":"two"}])";

struct applied_cup {
    schema_set nodes;
    versioned_type t{parse_schema(R"({"type":"object","properties":{
              "spec":{"type":"object","properties":{"size":{"type":"integer"}}}}})",
                                  nodes),
                     {},
                     nullptr,
                     {}};
    bj::object live;

    api_result<bj::object> try_apply(std::string_view metadata, std::string manager) {
        bj::object config =
            object(R"({"apiVersion":"example.com/v1","kind":"Cup","metadata":{},"spec":{"size":1}})");
        config["metadata"] = object(metadata);
        return apply(live.empty() ? nullptr : &live, config, t,
                     {std::move(manager), "example.com/v1", "", "2026-01-01T00:00:00Z", false});
    }
    api_result<bj::object> try_owners(std::string_view references, std::string manager) {
        return try_apply(std::string(R"({"name":"c","ownerReferences":)").append(references) + "}",
                         std::move(manager));
    }
    void owned_by(std::string_view references, std::string manager) {
        auto got = try_owners(references, std::move(manager));
        BOOST_TEST_REQUIRE(got.has_value(), got.error().message);
        live = std::move(*got);
    }
    std::string metadata(std::string_view field) const {
        const bj::value* v = live.at("metadata").as_object().if_contains(field);
        return v ? bj::serialize(*v) : "";
    }
    std::string fields_of(std::string_view manager) const {
        for (const auto& each : live.at("metadata").at("managedFields").as_array())
            if (each.at("manager").as_string() == manager) return bj::serialize(each.at("fieldsV1"));
        return "";
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(custom_metadata, applied_cup)

BOOST_AUTO_TEST_CASE(owner_references_are_atomic_and_keyed_by_uid) {
    owned_by(by_one, "first");
    BOOST_TEST(fields_of("first") ==
               R"({"f:metadata":{"f:ownerReferences":{"k:{\"uid\":\"one\"}":{}}},"f:spec":{"f:size":{}}})");
    owned_by(by_two, "second");
    BOOST_TEST(live.at("metadata").at("ownerReferences").as_array().size() == 2u);
    BOOST_TEST(fields_of("second") ==
               R"({"f:metadata":{"f:ownerReferences":{"k:{\"uid\":\"two\"}":{}}},"f:spec":{"f:size":{}}})");
    owned_by("[]", "first");
    BOOST_TEST(metadata("ownerReferences") == by_two);
}

BOOST_AUTO_TEST_CASE(owner_reference_set_differently_by_another_manager_is_a_conflict) {
    owned_by(by_one, "first");
    const auto got =
        try_owners(R"([{"apiVersion":"v1","kind":"ConfigMap","name":"a","uid":"one"}])", "second");
    BOOST_REQUIRE(got.has_error());
    BOOST_TEST(
        got.error().message ==
        "Apply failed with 1 conflict: conflict with \"first\": .metadata.ownerReferences[uid=\"one\"]");
}

BOOST_AUTO_TEST_CASE(invalid_owner_reference_is_rejected) {
    const std::pair<const char*, const char*> rows[] = {
        {R"([{"uid":"two","colour":"red"}])",
         R"(.metadata.ownerReferences[uid="two"].colour: field not declared in schema)"},
        {R"([{"uid":"two","controller":"yes"}])",
         R"(.metadata.ownerReferences[uid="two"].controller: expected boolean, got &{yes})"},
        {R"([{"uid":"two"},{"uid":"two"}])",
         R"(.metadata.ownerReferences: duplicate entries for key [uid="two"])"},
    };
    for (const auto& [references, why] : rows) {
        const auto got = try_owners(references, "first");
        BOOST_REQUIRE(got.has_error());
        BOOST_TEST(got.error().code == 500);
        BOOST_TEST(got.error().message ==
                   std::string("failed to create typed patch object (/c; example.com/v1, Kind=Cup): ") + why);
    }
}

// Validation reports the empty uid later.
BOOST_AUTO_TEST_CASE(missing_uid_of_an_owner_reference_is_empty) {
    owned_by(R"([{"apiVersion":"v1","kind":"ConfigMap","name":"b"}])", "first");
    BOOST_TEST(fields_of("first").find(R"(k:{\"uid\":\"\"})") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(labels_annotations_and_finalizers_are_owned_by_the_manager_that_sets_them) {
    live =
        try_apply(R"({"name":"c","labels":{"a":"1"},"annotations":{"n":"x"},"finalizers":["example.com/f"]})",
                  "first")
            .value();
    BOOST_TEST(
        fields_of("first") ==
        R"({"f:metadata":{"f:annotations":{"f:n":{}},"f:finalizers":{"v:\"example.com/f\"":{}},"f:labels":{"f:a":{}}},"f:spec":{"f:size":{}}})");
    live = try_apply(R"({"name":"c","labels":{"b":"2"},"finalizers":["example.com/g"]})", "second").value();
    live = try_apply(R"({"name":"c"})", "first").value();
    BOOST_TEST(metadata("labels") == R"({"b":"2"})");
    BOOST_TEST(metadata("finalizers") == R"(["example.com/g"])");
}

BOOST_AUTO_TEST_SUITE_END()
