#include "apiserver/kinds/apiextensions/custom_resource_definition_status.hpp"
#include "unit/apiserver/write/observed.hpp"

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

namespace {

bj::object definition(const char* plural = "foos", const char* kind = "Foo") {
    bj::object o =
        parse(R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{},
        "spec":{"group":"e.io","scope":"Namespaced","names":{"shortNames":["fo"],"categories":["all"]},
        "versions":[{"name":"v1","served":true,"storage":true,"deprecated":true,
        "additionalPrinterColumns":[{"name":"A","type":"string","jsonPath":".spec.a"}],
        "selectableFields":[{"jsonPath":".spec.a"}],
        "subresources":{"status":{},"scale":{"specReplicasPath":".spec.n","statusReplicasPath":".status.n"}},
        "schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{
        "a":{"type":"string"},"n":{"type":"integer"}}},"status":{"type":"object","properties":{"n":{"type":"integer"}}}}}}},
        {"name":"v2","served":false,"storage":false,"schema":{"openAPIV3Schema":{"type":"object"}}}]}})");
    bj::object& names = o.at("spec").at("names").as_object();
    names["plural"] = plural;
    names["kind"] = kind;
    o.at("metadata").as_object()["name"] = std::string(plural) + ".e.io";
    field_errors errors;
    return created(o, *resource_of(o), errors);
}

std::string conditions(const bj::object& o) {
    std::string out;
    for (const bj::value& c : o.at("status").at("conditions").as_array()) {
        out += std::string(c.at("type").as_string()) + "=" + c.at("status").as_string().c_str() + " " +
               c.at("reason").as_string().c_str() + ": " + c.at("message").as_string().c_str() + "; ";
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(definition_test)

BOOST_AUTO_TEST_CASE(a_definition_is_established_if_its_names_are_free) {
    bj::object o = definition();
    BOOST_TEST(bj::serialize(o.at("status").at("conditions")) == "null");
    BOOST_TEST(!is_established(o));
    BOOST_TEST(update_definition_status(o, {}, some_time()));
    BOOST_TEST(conditions(o) ==
               "NamesAccepted=True NoConflicts: no conflicts found; "
               "Established=True InitialNamesAccepted: the initial names have been accepted; ");
    BOOST_TEST((o.at("status").at("acceptedNames") == o.at("spec").at("names")));
    BOOST_TEST(is_established(o));
    BOOST_TEST(!update_definition_status(o, {}, some_time()));
}

BOOST_AUTO_TEST_CASE(a_definition_is_not_established_when_another_has_its_names) {
    bj::object first = definition(), second = definition("bars", "Foo");
    update_definition_status(first, {&second}, some_time());
    update_definition_status(second, {&first}, some_time());
    BOOST_TEST(conditions(second) ==
               "NamesAccepted=False ListKindConflict: \"FooList\" is already in use; "
               "Established=False NotAccepted: not all names are accepted; ");
    BOOST_TEST(!is_established(second));
}

BOOST_AUTO_TEST_CASE(served_versions_become_resources) {
    bj::object o = definition();
    update_definition_status(o, {}, some_time());
    field_errors errors;
    const auto all = resources_of_crd(o, errors);
    BOOST_TEST(joined(texts(errors)) == "");
    BOOST_REQUIRE_EQUAL(all.size(), 1U);
    const resource& r = *all[0];
    BOOST_TEST(r.gvr.to_string() == "foos.v1.e.io");
    BOOST_TEST(r.kind == "Foo");
    BOOST_TEST(r.list_kind == "FooList");
    BOOST_TEST(r.singular == "foo");
    BOOST_TEST(r.storage == "foos.e.io");
    BOOST_TEST(r.storage_version == "e.io/v1");
    BOOST_TEST(r.has_status);
    BOOST_REQUIRE(r.scale);
    BOOST_TEST(r.scale->spec_replicas == ".spec.n");
    BOOST_TEST(r.scale->selector == "");
    BOOST_TEST(r.deprecation_warning == "e.io/v1 Foo is deprecated");
    BOOST_REQUIRE_EQUAL(r.columns->size(), 2U);
    BOOST_TEST((*r.columns)[1].description ==
               "Custom resource definition column (in JSONPath format): .spec.a");
    BOOST_REQUIRE_EQUAL(r.selectable.size(), 1U);
    BOOST_TEST(r.selectable[0] == "spec.a");
    BOOST_TEST(r.type.get() != nullptr);
}

BOOST_AUTO_TEST_CASE(the_warning_of_a_deprecated_version_names_the_version_to_use) {
    const auto warning = [](const char* others) {
        bj::object o = definition();
        bj::array& versions = o.at("spec").at("versions").as_array();
        versions.pop_back();
        const bj::value more = bj::parse(others);
        for (const bj::value& v : more.as_array()) versions.push_back(v);
        field_errors errors;
        return resources_of_crd(o, errors).at(0)->deprecation_warning;
    };
    BOOST_TEST(warning(R"([{"name":"v2alpha1","served":true}])") == "e.io/v1 Foo is deprecated");
    BOOST_TEST(warning(R"([{"name":"v2","served":false}])") == "e.io/v1 Foo is deprecated");
    BOOST_TEST(warning(R"([{"name":"v2","served":true,"deprecated":true}])") == "e.io/v1 Foo is deprecated");
    BOOST_TEST(warning(R"([{"name":"v2","served":true},{"name":"v10","served":true}])") ==
               "e.io/v1 Foo is deprecated; use e.io/v10 Foo");
}

BOOST_AUTO_TEST_CASE(few_fields_are_allowed_at_the_root_with_a_status_subresource) {
    const auto errors_of = [](const char* field, const bj::value& value, bool status) {
        bj::object o = definition();
        bj::object& version = o.at("spec").at("versions").as_array()[0].as_object();
        version.at("schema").at("openAPIV3Schema").as_object()[field] = value;
        if (!status) version.erase("subresources");
        field_errors errors;
        created(o, *resource_of(o), errors);
        return joined(texts(errors));
    };
    const bj::value either = bj::parse(R"([{"required":["spec"]},{"required":["status"]}])");
    BOOST_TEST(errors_of("oneOf", either, true).find("only [Description Type Format") != std::string::npos);
    BOOST_TEST(errors_of("maxProperties", 3, true).find("only [Description") != std::string::npos);
    BOOST_TEST(errors_of("oneOf", either, false) == "");
    BOOST_TEST(errors_of("description", "x", true) == "");
}

BOOST_AUTO_TEST_CASE(status_and_spec_are_written_separately_with_a_status_subresource) {
    bj::object o = definition();
    field_errors errors;
    const auto all = resources_of_crd(o, errors);
    const kind_code& how = *all.at(0)->code;
    const bj::object old =
        parse(R"({"metadata":{"name":"x","labels":{"a":"b"}},"spec":{"a":"1"},"status":{"n":1}})");
    bj::object next = parse(R"({"metadata":{"name":"x"},"spec":{"a":"2"},"status":{"n":2}})");
    kind_context c;
    bj::object main = next;
    how.prepare_update(main, old, c);
    BOOST_TEST(bj::serialize(main) == R"({"metadata":{"name":"x"},"spec":{"a":"2"},"status":{"n":1}})");
    c.subresource = "status";
    how.prepare_update(next, old, c);
    BOOST_TEST(bj::serialize(next) ==
               R"({"metadata":{"name":"x","labels":{"a":"b"}},"spec":{"a":"1"},"status":{"n":2}})");
    bj::object fresh = old;
    how.prepare_create(fresh, c);
    BOOST_TEST(!fresh.contains("status"));
}

BOOST_AUTO_TEST_SUITE_END()
