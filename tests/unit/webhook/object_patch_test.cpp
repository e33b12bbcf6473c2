#include "framework/webhook/object_patch.hpp"

#include "gizmo.hpp"
#include "patch_applier.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <functional>
#include <random>

using namespace setpoint;
using namespace setpoint::test;
namespace bj = boost::json;

namespace {

bj::array patch_of(const bj::object& sent, const std::function<void(gizmo&)>& change) {
    gizmo g = json::decode<gizmo>(bj::serialize(sent)).value();
    const bj::object before = object_to_json(g);
    change(g);
    return object_patch(json::type_of<gizmo>(), sent, before, object_to_json(g));
}

// What a defaulter makes of a spec, and the steps for it.
struct outcome_of {
    bj::array steps;
    bj::object spec;
};
outcome_of changed(const char* spec, const std::function<void(gizmo&)>& change) {
    const bj::object sent{{"apiVersion", "shop.example.com/v1"},
                          {"kind", "Gizmo"},
                          {"metadata", {{"name", "a"}, {"managedFields", bj::array{1}}}},
                          {"spec", bj::parse(spec)}};
    outcome_of o;
    o.steps = patch_of(sent, change);
    const bj::value made = applied(sent, o.steps);
    BOOST_TEST((made.at("metadata") == sent.at("metadata")));
    o.spec = made.at("spec").as_object();
    return o;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(object_patch_test)

BOOST_AUTO_TEST_CASE(nothing_changed_is_no_patch) {
    const auto o =
        changed(R"({"replicas":null,"parts":[{"name":"a","more":1}],"steps":[{}]})", [](gizmo&) {});
    BOOST_TEST(o.steps.empty());
}

BOOST_AUTO_TEST_CASE(a_missing_field_is_added_and_unknown_fields_stay) {
    const auto o =
        changed(R"({"z":{"deep":[1]},"replicas":3})", [](gizmo& g) { g.spec.schedule = "@daily"; });
    BOOST_TEST(bj::serialize(o.steps) == R"([{"op":"add","path":"/spec/schedule","value":"@daily"}])");
    BOOST_TEST((o.spec.at("z") == bj::parse(R"({"deep":[1]})")));
}

BOOST_AUTO_TEST_CASE(a_null_and_a_field_that_only_the_type_has_are_set) {
    BOOST_TEST((changed(R"({"schedule":null})", [](gizmo& g) { g.spec.schedule = "x"; }).spec ==
                bj::parse(R"({"schedule":"x"})")));
    // The type says 1 where nothing was sent.
    BOOST_TEST((changed("{}", [](gizmo& g) { g.spec.replicas = 2; }).spec == bj::parse(R"({"replicas":2})")));
}

BOOST_AUTO_TEST_CASE(a_missing_object_is_added_whole) {
    BOOST_TEST((changed("{}", [](gizmo& g) { g.spec.first = gizmo_step{7}; }).spec ==
                bj::parse(R"({"first":{"order":7}})")));
    BOOST_TEST((changed(R"({"first":{"more":1}})", [](gizmo& g) { g.spec.first->order = 7; }).spec ==
                bj::parse(R"({"first":{"more":1,"order":7}})")));
}

BOOST_AUTO_TEST_CASE(a_field_is_removed) {
    const auto o = changed(R"({"schedule":"x","z":1})", [](gizmo& g) { g.spec.schedule.reset(); });
    BOOST_TEST(bj::serialize(o.steps) == R"([{"op":"remove","path":"/spec/schedule"}])");
}

BOOST_AUTO_TEST_CASE(an_entry_is_changed_in_its_place) {
    const auto o = changed(R"({"parts":[{"name":"a","more":1},{"name":"b","more":2}]})",
                           [](gizmo& g) { g.spec.parts[1].image = "i"; });
    BOOST_TEST(bj::serialize(o.steps) == R"([{"op":"add","path":"/spec/parts/1/image","value":"i"}])");
}

// "add" at an index would insert, and move the entries behind it.
BOOST_AUTO_TEST_CASE(a_scalar_entry_is_changed_in_its_place) {
    const auto o = changed(R"({"parts":[{"name":"a","arguments":["a","b"]}]})",
                           [](gizmo& g) { g.spec.parts[0].arguments[1] = "c"; });
    BOOST_TEST(bj::serialize(o.steps) ==
               R"([{"op":"replace","path":"/spec/parts/0/arguments/1","value":"c"}])");
}

BOOST_AUTO_TEST_CASE(a_nested_list_and_a_null_entry_are_changed_in_their_place) {
    BOOST_TEST((changed(R"({"grid":[["a"],["b","c"]]})", [](gizmo& g) { g.spec.grid[1] = {"d"}; }).spec ==
                bj::parse(R"({"grid":[["a"],["d"]]})")));
    BOOST_TEST((changed(R"({"steps":[null,{"order":2}]})", [](gizmo& g) {
                    g.spec.steps[0].order = 1;
                }).spec == bj::parse(R"({"steps":[{"order":1},{"order":2}]})")));
    BOOST_TEST((changed(R"({"grid":[null,["b"]]})", [](gizmo& g) { g.spec.grid[0] = {"a"}; }).spec ==
                bj::parse(R"({"grid":[["a"],["b"]]})")));
}

BOOST_AUTO_TEST_CASE(entries_are_added_behind_the_others) {
    const auto o = changed(R"({"parts":[{"name":"a","more":1}]})",
                           [](gizmo& g) { g.spec.parts.push_back({"b", {}, {}}); });
    BOOST_TEST(bj::serialize(o.steps) == R"([{"op":"add","path":"/spec/parts/-","value":{"name":"b"}}])");
}

BOOST_AUTO_TEST_CASE(entries_that_move_keep_what_is_not_described) {
    const auto o = changed(R"({"parts":[{"name":"a","more":1},{"name":"b","more":{"deep":2}},{"name":"c"}]})",
                           [](gizmo& g) {
                               std::swap(g.spec.parts[0], g.spec.parts[1]);
                               g.spec.parts[0].image = "i";
                               g.spec.parts.erase(g.spec.parts.begin() + 2);
                               g.spec.parts.insert(g.spec.parts.begin(), gizmo_part{"new", {}, {}});
                           });
    BOOST_TEST(
        (o.spec.at("parts") ==
         bj::parse(R"([{"name":"new"},{"name":"b","more":{"deep":2},"image":"i"},{"name":"a","more":1}])")));
}

BOOST_AUTO_TEST_CASE(entries_without_keys_are_paired_from_both_ends) {
    const auto o =
        changed(R"({"steps":[{"order":1,"m":1},{"order":2,"m":2},{"order":3,"m":3}]})", [](gizmo& g) {
            g.spec.steps.erase(g.spec.steps.begin());
            g.spec.steps.insert(g.spec.steps.begin() + 1, gizmo_step{9});
        });
    const bj::array& steps = o.spec.at("steps").as_array();
    BOOST_REQUIRE(steps.size() == 3u);
    BOOST_TEST((steps[2] == bj::parse(R"({"order":3,"m":3})")));
}

BOOST_AUTO_TEST_CASE(keys_of_maps_are_escaped) {
    const auto o = changed(R"({"labels":{"a/b":"1","c~d":"2"}})", [](gizmo& g) {
        g.spec.labels["a/b"] = "3";
        g.spec.labels.erase("c~d");
        g.spec.labels["e/~"] = "4";
    });
    BOOST_TEST((o.spec.at("labels") == bj::parse(R"({"a/b":"3","e/~":"4"})")));
}

// Whatever a defaulter does, the object that the server then has decodes as what the defaulter made, and
// still has what the type does not describe.
BOOST_AUTO_TEST_CASE(random_changes_arrive_and_lose_nothing) {
    std::mt19937 random(7);  // NOLINT(cert-msc51-cpp,cert-msc32-c): repeatable
    const auto below = [&](unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random); };
    for (int round = 0; round < 2000; ++round) {
        bj::array parts;
        for (unsigned i = 0; i < below(5); ++i)
            parts.push_back({{"name", std::string(1, static_cast<char>('a' + i))},
                             {"unknown", below(100)},
                             {"arguments", bj::array{"1", "2"}}});
        bj::object spec{{"parts", parts}, {"unknown", {{"x", below(9)}}}};
        if (below(2)) spec["replicas"] = below(3);
        if (below(2)) spec["schedule"] = below(2) ? bj::value("s") : bj::value(nullptr);
        const bj::object sent{{"apiVersion", "shop.example.com/v1"},
                              {"kind", "Gizmo"},
                              {"metadata", {{"name", "a"}}},
                              {"spec", spec}};
        std::optional<gizmo> made;
        const bj::array steps = patch_of(sent, [&](gizmo& g) {
            if (below(2)) g.spec.replicas = static_cast<std::int32_t>(below(4));
            if (below(2)) g.spec.schedule = "new";
            if (below(3) == 0) g.spec.schedule.reset();
            std::shuffle(g.spec.parts.begin(), g.spec.parts.end(), random);
            if (below(2) && !g.spec.parts.empty()) g.spec.parts.pop_back();
            if (below(2)) g.spec.parts.insert(g.spec.parts.begin(), gizmo_part{"z", "i", {"1"}});
            for (gizmo_part& p : g.spec.parts) {
                if (below(2)) p.arguments[below(static_cast<unsigned>(p.arguments.size()))] = "changed";
                if (below(2)) p.arguments.push_back("x");
            }
            made = g;
        });
        const bj::value stored = applied(sent, steps);
        const gizmo read = json::decode<gizmo>(bj::serialize(stored)).value();
        BOOST_REQUIRE(bj::serialize(object_to_json(read)) == bj::serialize(object_to_json(*made)));
        BOOST_REQUIRE((stored.at("spec").at("unknown") == spec.at("unknown")));
        for (const bj::value& p : stored.at("spec").as_object().contains("parts")
                                      ? stored.at("spec").at("parts").as_array()
                                      : bj::array())
            for (const bj::value& was : parts)
                if (was.at("name") == p.at("name")) BOOST_REQUIRE((p.at("unknown") == was.at("unknown")));
    }
}

BOOST_AUTO_TEST_SUITE_END()
