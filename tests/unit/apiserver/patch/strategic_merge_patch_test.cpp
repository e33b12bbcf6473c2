#include "apiserver/patch/patch.hpp"
#include "apiserver/patch/same_value.hpp"
#include "sample_schema.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <ctime>

using namespace setpoint::apiserver;
using namespace sample;

namespace {

bj::value at(const bj::value& v, std::initializer_list<const char*> path) {
    const bj::value* here = &v;
    for (const char* key : path) {
        here = here->is_object() ? here->get_object().if_contains(key) : nullptr;
        if (!here || here->is_null()) return nullptr;
    }
    return *here;
}

// New items contain nulls and directives; decoding drops those.
bj::value plain(bj::value list) {
    for (auto& item : list.get_array()) {
        if (bj::object* o = item.if_object()) {
            o->erase("$patch");
            if (const bj::value* v = o->if_contains("value"); v && v->is_null()) o->erase("value");
        }
    }
    return list;
}

// A null amount in a new map is decoded as absent.
bj::value amounts(bj::value map) {
    for (auto& [key, value] : map.get_object()) {
        if (value.is_null()) value = "0";
    }
    return map;
}

// Fields that the recorded patches write; the rest of the response are defaults.
bj::value essence(const bj::object& o) {
    const bj::value v(o);
    bj::object out;
    out["labels"] = at(v, {"metadata", "labels"});
    out["finalizers"] = at(v, {"metadata", "finalizers"});
    if (!out["labels"].is_object() || out["labels"].get_object().empty()) out.erase("labels");
    if (!out["finalizers"].is_array() || out["finalizers"].get_array().empty()) out.erase("finalizers");
    bj::array containers;
    const bj::value list = at(v, {"spec", "template", "spec", "containers"});
    for (const auto& each : list.is_array() ? list.get_array() : bj::array()) {
        bj::object c;
        c["name"] = at(each, {"name"});
        c["image"] = at(each, {"image"});
        for (const char* key : {"args", "env"}) {
            const bj::value found = at(each, {key});
            if (found.is_array() && !found.get_array().empty()) c[key] = plain(found);
        }
        const bj::value limits = at(each, {"resources", "limits"});
        if (limits.is_object() && !limits.get_object().empty()) c["limits"] = amounts(limits);
        containers.emplace_back(std::move(c));
    }
    out["containers"] = std::move(containers);
    return out;
}

struct patched_deployment {
    schema_set nodes;
    const schema_node* type = deployment(nodes);

    bj::value patched(std::string_view document, std::string_view patch) {
        auto out = strategic_merge_patch(object(document), object(patch), *type);
        if (out.has_error()) return bj::value(out.error().message);
        return bj::value(*out);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(strategic_merge, patched_deployment)

BOOST_AUTO_TEST_CASE(recorded_patches_have_the_recorded_responses) {
    const auto all = recordings("strategic");
    BOOST_TEST(!all.empty());
    for (const auto& [name, recording] : all) {
        bj::object live;
        std::size_t number = 0;
        for (const auto& each : recording.at("steps").get_array()) {
            const bj::object& s = each.get_object();
            BOOST_TEST_CONTEXT(name << " step " << number++ << ": " << bj::serialize(s)) {
                const auto status = s.at("status").to_number<int>();
                if (const bj::value* patch = s.if_contains("patch")) {
                    auto got = strategic_merge_patch(live, patch->get_object(), *type);
                    if (status == 400 || status == 500) {
                        BOOST_REQUIRE(got.has_error());
                        BOOST_TEST(got.error().code == status);
                        BOOST_TEST(got.error().message == text_of(s.at("error").get_object(), "message"));
                    } else if (status == 200) {
                        BOOST_TEST_REQUIRE(got.has_value(), got.error().message);
                        BOOST_TEST(essence(*got) == essence(s.at("result").get_object()));
                    }
                }
                if (const bj::value* result = s.if_contains("result")) live = result->get_object();
            }
        }
        BOOST_TEST(number > 10u);
    }
}

BOOST_AUTO_TEST_CASE(directives_are_applied) {
    struct row {
        const char *what, *document, *patch, *wanted;
    };
    const row rows[] = {
        {"null removes", R"({"metadata":{"labels":{"a":"b"}}})", R"({"metadata":{"labels":{"a":null}}})",
         R"({"metadata":{"labels":{}}})"},
        {"null adds nothing", "{}", R"({"metadata":{"labels":{"a":null}}})", R"({"metadata":{"labels":{}}})"},
        {"$patch replaces a map", R"({"metadata":{"labels":{"a":"b"}}})",
         R"({"metadata":{"labels":{"$patch":"replace","c":"d"}}})", R"({"metadata":{"labels":{"c":"d"}}})"},
        {"$patch deletes a map", R"({"metadata":{"labels":{"a":"b"}}})",
         R"({"metadata":{"labels":{"$patch":"delete"}}})", R"({"metadata":{"labels":{}}})"},
        {"a directive for nothing", "{}", R"({"metadata":{"labels":{"$patch":"delete"}}})",
         R"({"metadata":{}})"},
        {"finalizers are joined", R"({"metadata":{"finalizers":["a"]}})",
         R"({"metadata":{"finalizers":["b","a"]}})", R"({"metadata":{"finalizers":["b","a"]}})"},
        {"a primitive is deleted", R"({"metadata":{"finalizers":["a","b"]}})",
         R"({"metadata":{"$deleteFromPrimitiveList/finalizers":["a"]}})",
         R"({"metadata":{"finalizers":["b"]}})"},
        {"the order is set", R"({"metadata":{"finalizers":["a","b","c"]}})",
         R"({"metadata":{"$setElementOrder/finalizers":["c","a"]}})",
         R"({"metadata":{"finalizers":["b","c","a"]}})"},
        {"lists without a strategy are replaced",
         R"({"spec":{"template":{"spec":{"containers":[{"name":"w","args":["1","2"]}]}}}})",
         R"({"spec":{"template":{"spec":{"containers":[{"name":"w","args":["3"]}]}}}})",
         R"({"spec":{"template":{"spec":{"containers":[{"name":"w","args":["3"]}]}}}})"},
        {"the merge key of ports is the port alone",
         R"({"spec":{"template":{"spec":{"containers":[{"name":"w","ports":[{"containerPort":53,"protocol":"TCP"}]}]}}}})",
         R"({"spec":{"template":{"spec":{"containers":[{"name":"w","ports":[{"containerPort":53,"protocol":"UDP"}]}]}}}})",
         R"({"spec":{"template":{"spec":{"containers":[{"name":"w","ports":[{"containerPort":53,"protocol":"UDP"}]}]}}}})"},
        {"fields not retained go",
         R"({"spec":{"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":1}}}})",
         R"({"spec":{"strategy":{"$retainKeys":["type"],"type":"Recreate"}}})",
         R"({"spec":{"strategy":{"type":"Recreate"}}})"},
    };
    for (const row& r : rows) {
        BOOST_TEST_CONTEXT(r.what) {
            BOOST_TEST(patched(r.document, r.patch) == bj::parse(r.wanted));
        }
    }
}

// Codes and messages recorded with kube-apiserver.
BOOST_AUTO_TEST_CASE(malformed_patch_returns_the_error_of_kube_apiserver) {
    const char* document =
        R"({"spec":{"strategy":{},"template":{"spec":{"containers":[{"name":"web","image":"i"}]}}}})";
    struct row {
        const char* patch;
        int code;
        const char* message;
    };
    const row rows[] = {
        {R"({"spec":{"template":{"spec":{"containers":[{"image":"x"}]}}}})", 500,
         "map: map[image:x] does not contain declared merge key: name"},
        {R"({"spec":{"template":{"spec":{"$setElementOrder/foo":[{"name":"x"}]}}}})", 500,
         "unable to find api field in struct PodSpec for the json field \"foo\""},
        {R"({"spec":{"template":{"spec":{"$setElementOrder/containers":[{"name":"x"},"zz"]}}}})", 500,
         "value for key 1 is not a map"},
        {R"({"spec":{"template":{"spec":{"$setElementOrder/containers":[{"name":"x"}],
           "containers":[{"name":"y","image":"i"}]}}}})",
         500,
         "The order in patch list:\n[map[image:i name:y]]\n doesn't match $setElementOrder "
         "list:\n[map[name:x]]\n"},
        {R"({"spec":{"template":{"spec":{"containers":[{"name":"web","$patch":"foo"}]}}}})", 500,
         "unknown patch type: foo in map: map[$patch:foo name:web]"},
        {R"({"spec":{"template":{"spec":{"containers":[{"$patch":"merge"}]}}}})", 500,
         "merging lists cannot yet be specified in the patch"},
        {R"({"spec":{"template":{"$patch":"merge"}}})", 500,
         "unknown patch type: merge in map: map[$patch:merge]"},
        {R"({"spec":{"template":{"spec":{"containers":[1]}}}})", 500,
         "list element types are not identical: [[map[image:i name:web]] [1]]"},
        {R"({"spec":{"strategy":{"$retainKeys":["type"],"rollingUpdate":{"maxSurge":1}}}})", 400,
         "invalid patch format of retainKeys"},
        {R"({"spec":{"strategy":{"$retainKeys":"type"}}})", 400, "invalid patch format of retainKeys"},
        {R"({"metadata":{"$deleteFromPrimitiveList":["x"]}})", 400, "invalid patch format of primitive list"},
        {R"({"metadata":{"$setElementOrder":["x"]}})", 400, "invalid patch format of setElementOrder list"},
        {R"({"metadata":{"$setElementOrder/finalizers":"x"}})", 500,
         "expected a []interface {}, but received a string"},
    };
    for (const row& r : rows) {
        BOOST_TEST_CONTEXT(r.patch) {
            bj::object live = object(document);
            live["metadata"] = bj::object();
            auto got = strategic_merge_patch(live, object(r.patch), *type);
            BOOST_REQUIRE(got.has_error());
            BOOST_TEST(got.error().code == r.code);
            BOOST_TEST(got.error().message == r.message);
        }
    }
}

// Erasing key after key took minutes of CPU time, while all other requests waited.
BOOST_FIXTURE_TEST_CASE(many_keys_are_removed_in_less_than_quadratic_time, patched_deployment) {
    constexpr int keys = 100'000, most_seconds = 10;
    bj::object live, patch;
    bj::object& annotations = live["metadata"].emplace_object()["annotations"].emplace_object();
    bj::object& removed = patch["metadata"].emplace_object()["annotations"].emplace_object();
    annotations["first"] = "x";
    for (int i = 0; i < keys; ++i) {
        const std::string key = "k" + std::to_string(i);
        annotations[key] = "";
        removed[key] = i % 2 == 0 ? bj::value() : bj::value(bj::object{{"$patch", "delete"}});
    }
    annotations["last"] = "y";
    const std::clock_t begun = std::clock();
    const auto got = strategic_merge_patch(std::move(live), patch, *type);
    BOOST_TEST((std::clock() - begun) / CLOCKS_PER_SEC < most_seconds);
    BOOST_REQUIRE(got.has_value());
    BOOST_TEST(bj::serialize(*got) == R"({"metadata":{"annotations":{"first":"x","last":"y"}}})");
}

BOOST_AUTO_TEST_SUITE_END()
