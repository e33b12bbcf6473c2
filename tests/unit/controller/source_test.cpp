#include "setpoint/controller/source.hpp"

#include "controller_world.hpp"
#include "gadget.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using test::cluster_gadget;
using test::gadget;
using test::part;

BOOST_AUTO_TEST_SUITE(source_test)

namespace {

std::string keys_of(const key_mapper& map, const void* object) {
    std::vector<object_key> keys;
    map(object, keys);
    std::string all;
    for (const object_key& k : keys) all += k.to_string() + ";";
    return all;
}

std::shared_ptr<const part> part_owned_by(const std::string& references, const std::string& ns = "default") {
    return test::from_json<part>(R"({"metadata":{"name":"p","namespace":")" + ns +
                                 R"(","ownerReferences":[)" + references + "]}}");
}
std::string reference(const std::string& api_version, const std::string& kind, const std::string& name,
                      const std::string& controller = R"(,"controller":true)") {
    return R"({"apiVersion":")" + api_version + R"(","kind":")" + kind + R"(","name":")" + name +
           R"(","uid":"u-)" + name + "\"" + controller + "}";
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_object_is_its_own_key) {
    const auto g = test::from_json<gadget>(R"({"metadata":{"name":"a","namespace":"shop"}})");
    BOOST_TEST(keys_of(map_self(kind_of<gadget>()), g.get()) == "shop/a;");
    const auto wide = test::from_json<cluster_gadget>(R"({"metadata":{"name":"a"}})");
    BOOST_TEST(keys_of(map_self(kind_of<cluster_gadget>()), wide.get()) == "a;");
}

BOOST_AUTO_TEST_CASE(the_owner_is_matched_by_group_and_kind_whatever_the_version) {
    const key_mapper map = map_owner(kind_of<part>(), kind_of<gadget>());
    const struct {
        std::string references, keys;
    } rows[] = {
        {reference("test.domain/v1", "Gadget", "g"), "default/g;"},
        {reference("test.domain/v1beta1", "Gadget", "g"), "default/g;"},
        {reference("other.domain/v1", "Gadget", "g"), ""},
        {reference("v1", "Gadget", "g"), ""},  // the core group
        {reference("test.domain/v1", "ClusterGadget", "g"), ""},
        {reference("test.domain/v1", "Gadget", "g", ""), ""},
        {reference("test.domain/v1", "Gadget", "g", R"(,"controller":false)"), ""},
        {reference("other.domain/v1", "X", "x", "") + "," + reference("test.domain/v1", "Gadget", "g"),
         "default/g;"},
        {"", ""},
    };
    for (const auto& r : rows) {
        BOOST_TEST_CONTEXT(r.references)
        BOOST_TEST(keys_of(map, part_owned_by(r.references).get()) == r.keys);
    }
}

BOOST_AUTO_TEST_CASE(every_owner_counts_when_asked_for) {
    const key_mapper map = map_owner(kind_of<part>(), kind_of<gadget>(), true);
    const auto p = part_owned_by(reference("test.domain/v1", "Gadget", "a", "") + "," +
                                 reference("test.domain/v1", "Gadget", "b") + "," +
                                 reference("other.domain/v1", "Gadget", "c", ""));
    BOOST_TEST(keys_of(map, p.get()) == "default/a;default/b;");
}

BOOST_AUTO_TEST_CASE(a_cluster_scoped_owner_has_no_namespace) {
    const key_mapper map = map_owner(kind_of<part>(), kind_of<cluster_gadget>());
    BOOST_TEST(keys_of(map, part_owned_by(reference("test.domain/v1", "ClusterGadget", "wide")).get()) ==
               "wide;");
}

BOOST_AUTO_TEST_CASE(a_cluster_scoped_object_has_no_namespaced_owner) {
    const key_mapper map = map_owner(kind_of<part>(), kind_of<gadget>());
    BOOST_TEST(keys_of(map, part_owned_by(reference("test.domain/v1", "Gadget", "g"), "").get()) == "");
}

BOOST_AUTO_TEST_CASE(an_owner_is_found_by_the_name_of_what_may_be_its_child) {
    const auto named = [](std::string_view name) {
        part p;
        p.metadata.name = name;
        p.metadata.ns = "shop";
        return p;
    };
    const key_mapper map = map_name(kind_of<part>(), kind_of<gadget>(), "-part");
    for (const auto& [name, keys] :
         {std::pair("g-part", "shop/g;"), std::pair("g", ""), std::pair("-part", ""),
          std::pair("g-part-x", ""), std::pair("g-part-part", "shop/g-part;")}) {
        const part p = named(name);
        BOOST_TEST_CONTEXT(name) BOOST_TEST(keys_of(map, &p) == keys);
    }
    const part p = named("g");
    BOOST_TEST(keys_of(map_name(kind_of<part>(), kind_of<gadget>(), ""), &p) == "shop/g;");
    BOOST_TEST(keys_of(map_name(kind_of<part>(), kind_of<cluster_gadget>(), ""), &p) == "g;");
}

BOOST_AUTO_TEST_CASE(a_typed_mapper_sees_the_object) {
    const key_mapper map = map_with<gadget>([](const gadget& g) {
        std::vector<object_key> keys;
        for (std::int32_t i = 0; i < g.spec.size; ++i)
            keys.emplace_back(g.metadata.ns.str(), std::to_string(i));
        return keys;
    });
    const auto g =
        test::from_json<gadget>(R"({"metadata":{"name":"a","namespace":"shop"},"spec":{"size":2}})");
    BOOST_TEST(keys_of(map, g.get()) == "shop/0;shop/1;");
}

BOOST_FIXTURE_TEST_CASE(an_index_finds_the_objects_of_a_changed_one, controller_world) {
    auto& all = store.watch(kind_of<gadget>());
    const auto by_size = [](const void* o, std::vector<std::string>& values) {
        values.push_back(std::to_string(static_cast<const gadget*>(o)->spec.size));
    };
    BOOST_REQUIRE(all.add_index("size", by_size).has_value());
    gadgets.put("a", "", R"("size":3)");
    gadgets.put("b", "", R"("size":3)");
    gadgets.put("c", "", R"("size":4)");
    store.start(informers);
    settle(std::chrono::seconds(1));
    const auto wanted = [](const void* o, std::vector<std::string>& values) {
        values.push_back(static_cast<const part*>(o)->metadata.name.str());
    };
    const key_mapper map = map_index(store, kind_of<part>(), kind_of<gadget>(), "size", wanted);
    const auto named = [](const std::string& name, const std::string& ns) {
        return test::from_json<part>(R"({"metadata":{"name":")" + name + R"(","namespace":")" + ns + "\"}}");
    };
    BOOST_TEST(keys_of(map, named("3", "default").get()) == "default/a;default/b;");
    BOOST_TEST(keys_of(map, named("4", "default").get()) == "default/c;");
    BOOST_TEST(keys_of(map, named("3", "other").get()) == "");
    const key_mapper unknown = map_index(store, kind_of<part>(), kind_of<gadget>(), "color", wanted);
    BOOST_CHECK_THROW(keys_of(unknown, named("3", "default").get()), fault);
}

BOOST_AUTO_TEST_SUITE_END()
