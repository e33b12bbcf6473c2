// Custom resources that name a version other than the request's, and field managers of another
// version. Expectations were observed on kube-apiserver 1.36.3.

#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char *cups_v1 = "/apis/example.com/v1/namespaces/default/cups",
                     *cups_v2 = "/apis/example.com/v2/namespaces/default/cups";

// cups.example.com: v1 has spec.size and spec.port (a number or a string), v2 spec.size and
// spec.colour.
struct two_versions : api_fixture {
    two_versions() {
        const auto version = [](const char* name, const char* more, bool storage) {
            return std::string(R"({"name":")") + name + R"(","served":true,"storage":)" +
                   (storage ? "true" : "false") +
                   R"(,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object",)"
                   R"("properties":{"size":{"type":"integer"},)" +
                   more + "}}}}}}";
        };
        const auto made = ask(
            "POST", crds,
            R"({"metadata":{"name":"cups.example.com"},"spec":{"group":"example.com","scope":"Namespaced",)"
            R"("names":{"plural":"cups","kind":"Cup"},"versions":[)" +
                version("v1", R"("port":{"x-kubernetes-int-or-string":true})", true) + "," +
                version("v2", R"("colour":{"type":"string"})", false) + "]}}");
        BOOST_REQUIRE(made.status == 201);
    }
    static std::string cup(const char* version, const char* spec, const char* kind = "Cup") {
        return std::string(R"({"apiVersion":"example.com/)") + version + R"(","kind":")" + kind +
               R"(","metadata":{"name":"a"},"spec":)" + spec + "}";
    }
    static std::string at(const char* list, const char* manager) {
        return std::string(list) + "/a?fieldManager=" + manager;
    }
    // Changes the definition; returns the status.
    int define(const char* json_patch) {
        return ask("PATCH", std::string(crds) + "/cups.example.com", json_patch,
                   "application/json-patch+json")
            .status;
    }
    std::string owners() {
        const bj::object now = tree("GET", at(cups_v1, ""));
        std::string out;
        for (const auto& e : list_of(object_of(now, "metadata"), "managedFields"))
            out += std::string(e.at("manager").as_string()) + bj::serialize(e.at("fieldsV1")) + " ";
        return out;
    }
    static std::vector<std::string> warnings(const setpoint::http::response& r) {
        std::vector<std::string> out;
        for (const auto& h : r.headers)
            if (h.name == "Warning") out.push_back(h.value);
        return out;
    }
};

const char* const other_version =
    "the API version in the data (example.com/{}) does not match the expected API version (example.com/v1)";

std::string refusal_of(std::string_view version) {
    std::string out(other_version);
    return out.replace(out.find("{}"), 2, version);
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_body_is_decoded_by_the_version_it_names_before_it_is_rejected, two_versions) {
    const auto known = ask("POST", cups_v1, cup("v2", R"({"size":1,"port":2})"));
    BOOST_TEST(known.status == 400);
    BOOST_TEST(message(bj::parse(known.body).as_object()) == refusal_of("v2"));
    BOOST_TEST(warnings(known) == std::vector<std::string>{R"(299 - "unknown field \"spec.port\"")"},
               boost::test_tools::per_element());
    const auto unknown = ask("PUT", std::string(cups_v1) + "/a", cup("v3", R"({"size":1})"));
    BOOST_TEST(message(bj::parse(unknown.body).as_object()) == refusal_of("v3"));
    BOOST_TEST(warnings(unknown) == std::vector<std::string>{R"(299 - "unknown field \"spec\"")"},
               boost::test_tools::per_element());
    const auto strict =
        tree("POST", std::string(cups_v1) + "?fieldValidation=Strict", cup("v2", R"({"size":1,"port":2})"));
    BOOST_TEST(
        message(strict) ==
        R"(Cup in version "v2" cannot be handled as a Cup: strict decoding error: unknown field "spec.port")");
}

BOOST_FIXTURE_TEST_CASE(fields_of_another_kind_are_ignored, two_versions) {
    const auto other = ask("POST", cups_v1, cup("v1", R"({"nope":1})", "Saucer"));
    BOOST_TEST(other.status == 422);
    BOOST_TEST(warnings(other).empty());
}

// As StorageVersionMigration does: observed on kube-apiserver 1.36.3.
BOOST_FIXTURE_TEST_CASE(a_write_that_changes_nothing_stores_the_object_in_the_version_of_today,
                        two_versions) {
    const auto version_of = [this](const char* list) {
        const bj::object o = tree("GET", std::string(list) + "/a");
        return std::string(text_at(object_of(o, "metadata"), "resourceVersion"));
    };
    tree("POST", cups_v1, cup("v1", R"({"size":1})"));
    const std::string first = version_of(cups_v1);
    const auto touch = [&](const char* list) {
        return ask("PATCH", std::string(list) + "/a", "{}", merge_patch).status;
    };
    BOOST_TEST(touch(cups_v1) == 200);
    BOOST_TEST(version_of(cups_v1) == first);
    const auto switched = ask("PATCH", std::string(crds) + "/cups.example.com",
                              R"([{"op":"replace","path":"/spec/versions/0/storage","value":false},)"
                              R"({"op":"replace","path":"/spec/versions/1/storage","value":true}])",
                              "application/json-patch+json");
    BOOST_TEST(switched.status == 200);
    BOOST_TEST(touch(cups_v1) == 200);
    const std::string second = version_of(cups_v1);
    BOOST_TEST(second != first);
    BOOST_TEST(touch(cups_v1) == 200);
    BOOST_TEST(touch(cups_v2) == 200);
    BOOST_TEST(version_of(cups_v2) == second);
    // A new default is stored too.
    const auto with_default = ask(
        "PATCH", std::string(crds) + "/cups.example.com",
        R"([{"op":"add","path":"/spec/versions/1/schema/openAPIV3Schema/properties/spec/properties/colour/default",)"
        R"("value":"red"}])",
        "application/json-patch+json");
    BOOST_TEST(with_default.status == 200);
    BOOST_TEST(touch(cups_v2) == 200);
    const std::string third = version_of(cups_v2);
    BOOST_TEST(third != second);
    BOOST_TEST(touch(cups_v2) == 200);
    BOOST_TEST(version_of(cups_v2) == third);
}

BOOST_FIXTURE_TEST_CASE(field_managers_whose_version_lacks_fields_stay_as_they_are, two_versions) {
    tree("POST", std::string(cups_v1) + "?fieldManager=one", cup("v1", R"({"size":1})"));
    BOOST_TEST(owners() == R"(one{"f:spec":{".":{},"f:size":{}}} )");
    // Fields that both versions have are kept.
    tree("PATCH", at(cups_v2, "two"), R"({"spec":{"size":2}})", merge_patch);
    const std::string both = owners();
    BOOST_TEST(both.find("two") != std::string::npos);
    tree("PATCH", at(cups_v2, "two"), R"({"spec":{"colour":"red"}})", merge_patch);
    BOOST_TEST(owners() == both);
    tree("PATCH", at(cups_v1, "one"), R"({"spec":{"port":1}})", merge_patch);
    BOOST_TEST(owners() == both);
    // Nor can an apply reconcile them with their schema.
    const auto applied = tree("PATCH", at(cups_v1, "three"), cup("v1", R"({"size":2})"), apply_patch);
    BOOST_TEST(message(applied) == ".spec.port: field not declared in schema");
    BOOST_TEST(owners() == both);
}

BOOST_FIXTURE_TEST_CASE(an_apply_that_a_managers_version_cannot_represent_is_rejected, two_versions) {
    BOOST_TEST(ask("PATCH", at(cups_v1, "one"), cup("v1", R"({"size":1})"), apply_patch).status == 201);
    const auto other = tree("PATCH", at(cups_v2, "two"), cup("v2", R"({"colour":"red"})"), apply_patch);
    BOOST_TEST(message(other) == "failed to convert new object: .spec.colour: field not declared in schema");
    const auto own = tree("PATCH", at(cups_v2, "one"), cup("v2", R"({"colour":"red"})"), apply_patch);
    BOOST_TEST(message(own) ==
               "failed to prune fields: failed to convert merged object to last applied version: "
               ".spec.colour: field not declared in schema");
    BOOST_TEST(owners() == R"(one{"f:spec":{"f:size":{}}} )");
}

BOOST_FIXTURE_TEST_CASE(an_object_for_a_number_or_a_string_is_rejected_by_validation, two_versions) {
    tree("POST", cups_v1, cup("v1", "{}"));
    for (const char* kind : {apply_patch, merge_patch}) {
        const auto o = tree("PATCH", at(cups_v1, "one"), cup("v1", R"({"port":{"a":1}})"), kind);
        BOOST_TEST(message(o) == R"(Cup.example.com "a" is invalid: spec.port: Invalid value: "object": )"
                                 R"(spec.port in body must be of type integer,string: "object")");
    }
    BOOST_TEST(ask("PATCH", at(cups_v1, "one"), cup("v1", R"({"port":"http"})"), apply_patch).status == 200);
    BOOST_TEST(owners().find(R"(one{"f:spec":{"f:port":{}}})") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(an_object_has_the_defaults_of_the_version_it_is_stored_in, two_versions) {
    BOOST_TEST(define(R"([{"op":"add","path":"/spec/versions/1/schema/openAPIV3Schema/properties/spec/)"
                      R"(properties/colour/default","value":"red"}])") == 200);
    tree("POST", cups_v1, cup("v1", R"({"size":1})"));
    const auto spec = [this] { return bj::serialize(tree("GET", at(cups_v2, "")).at("spec")); };
    BOOST_TEST(spec() == R"({"size":1})");
    // A write through the other version gets its defaults, which are not stored.
    for (const char* generation : {"2", "3"}) {
        const auto next =
            tree("PATCH", at(cups_v2, "one"),
                 std::string(R"({"metadata":{"labels":{"n":")") + generation + R"("}}})", merge_patch);
        BOOST_TEST(bj::serialize(next.at("metadata").at("generation")) == generation);
        BOOST_TEST(spec() == R"({"size":1})");
    }
    ask("DELETE", at(cups_v1, ""));
    const auto made = tree("POST", cups_v2, cup("v2", R"({"size":1,"colour":"blue"})"));
    BOOST_TEST(bj::serialize(made.at("spec")) == R"({"size":1})");
}

BOOST_FIXTURE_TEST_CASE(the_default_of_an_unserved_storage_version_counts, two_versions) {
    tree("POST", cups_v1, cup("v1", "{}"));
    BOOST_TEST(define(R"([{"op":"add","path":"/spec/versions/0/schema/openAPIV3Schema/properties/spec/)"
                      R"(properties/size/default","value":3},)"
                      R"({"op":"replace","path":"/spec/versions/0/served","value":false}])") == 200);
    BOOST_TEST(bj::serialize(tree("GET", at(cups_v2, "")).at("spec")) == R"({"size":3})");
}

BOOST_FIXTURE_TEST_CASE(managers_in_a_version_that_is_no_longer_served_keep_their_fields, two_versions) {
    BOOST_TEST(ask("PATCH", at(cups_v1, "one"), cup("v1", R"({"size":1})"), apply_patch).status == 201);
    BOOST_TEST(define(R"([{"op":"replace","path":"/spec/versions/0/served","value":false},)"
                      R"({"op":"replace","path":"/spec/versions/0/storage","value":false},)"
                      R"({"op":"replace","path":"/spec/versions/1/storage","value":true}])") == 200);
    const auto other = tree("PATCH", at(cups_v2, "two"), cup("v2", R"({"size":9})"), apply_patch);
    BOOST_TEST(message(other) == R"(Apply failed with 1 conflict: conflict with "one": .spec.size)");
}

BOOST_FIXTURE_TEST_CASE(an_apply_to_an_object_that_no_longer_matches_its_schema_is_rejected, two_versions) {
    tree("POST", cups_v1, cup("v1", R"({"size":1})"));
    BOOST_TEST(define(R"([{"op":"replace","path":"/spec/versions/0/schema/openAPIV3Schema/properties/spec/)"
                      R"(properties/size/type","value":"string"}])") == 200);
    const auto o = tree("PATCH", at(cups_v1, "one"), cup("v1", R"({"port":1})"), apply_patch);
    BOOST_TEST(message(o) ==
               "failed to create typed live object (default/a; example.com/v1, Kind=Cup): .spec.size: "
               "expected string, got &value.valueUnstructured{Value:1}");
    BOOST_TEST(o.at("code").as_int64() == 500);
}

BOOST_FIXTURE_TEST_CASE(objects_are_as_large_as_etcd_accepts, api_fixture) {
    define();
    const auto foo = [](std::size_t n) {
        return R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a"},"spec":{"any":{"s":")" +
               std::string(n, 'x') + R"("}}})";
    };
    const auto large = tree("POST", foos, foo(1'600'000));
    BOOST_TEST(message(large) == "etcdserver: request is too large");
    BOOST_TEST(large.at("code").as_int64() == 500);
    BOOST_TEST(ask("GET", std::string(foos) + "/a").status == 404);
    BOOST_TEST(ask("POST", foos, foo(1'570'000)).status == 201);
    const auto grown = ask("PATCH", std::string(foos) + "/a",
                           R"({"spec":{"any":{"t":")" + std::string(10'000, 'x') + R"("}}})", merge_patch);
    BOOST_TEST(grown.status == 500);
}

BOOST_FIXTURE_TEST_CASE(a_list_with_map_keys_in_another_order_is_unchanged, api_fixture) {
    define(R"(,"rows":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],)"
           R"("items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"},)"
           R"("n":{"type":"integer"}}}})");
    BOOST_TEST(ask("POST", foos,
                   R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a"},)"
                   R"("spec":{"rows":[{"k":"a","n":1},{"k":"b"}]}})")
                   .status == 201);
    BOOST_TEST(ask("PATCH", std::string(crds) + "/foos.example.com",
                   R"([{"op":"add","path":"/spec/versions/0/schema/openAPIV3Schema/properties/spec/)"
                   R"(properties/rows/maxItems","value":1}])",
                   "application/json-patch+json")
                   .status == 200);
    const auto merge = [this](const char* rows) {
        return ask("PATCH", std::string(foos) + "/a", std::string(R"({"spec":{"rows":)") + rows + "}}",
                   merge_patch)
            .status;
    };
    BOOST_TEST(merge(R"([{"k":"b"},{"k":"a","n":1}])") == 200);
    BOOST_TEST(merge(R"([{"k":"a","n":2},{"k":"b"}])") == 422);
    BOOST_TEST(merge(R"([{"k":"a","n":1},{"k":"c"}])") == 422);
}
