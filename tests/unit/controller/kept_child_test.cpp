// Children that outlive their owner.
#include "ensure_world.hpp"
#include "setpoint/controller/source.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using test::desired_part;
using test::gadget;
using test::part;

BOOST_AUTO_TEST_SUITE(kept_child_test)

namespace {

constexpr ensure_options kept{.outlives_owner = true};

std::vector<std::string> mapped(const std::string& metadata) {
    const key_mapper map = map_owner(kind_of<part>(), kind_of<gadget>());
    std::vector<object_key> keys;
    map(test::from_json<part>(R"({"metadata":{"name":"p","namespace":"default",)" + metadata + "}}").get(),
        keys);
    std::vector<std::string> texts;
    for (const object_key& k : keys) texts.push_back(k.to_string());
    return texts;
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_kept_child_names_its_owner_without_a_reference, test::ensure_world) {
    const auto r = ensure_it(desired_part(), kept);
    BOOST_REQUIRE(r.has_value());
    BOOST_CHECK(r->what == ensured::created);
    const auto metadata = api.body(0).at("metadata").as_object();
    BOOST_TEST(!metadata.contains("ownerReferences"));
    BOOST_TEST(metadata.at("annotations").at("test.domain/kept-for").as_string() == "Gadget/default/g");
}

BOOST_FIXTURE_TEST_CASE(a_later_owner_of_the_name_takes_a_kept_child_over, test::ensure_world) {
    BOOST_REQUIRE(ensure_it(desired_part(), kept).has_value());
    cached = live;
    owner.metadata.uid = "a-later-owner";
    BOOST_CHECK(ensure_it(desired_part(), kept)->what == ensured::unchanged);
    owner.metadata.name = "other";
    BOOST_CHECK(ensure_it(desired_part(), kept)->what == ensured::foreign);
}

BOOST_FIXTURE_TEST_CASE(a_controlled_child_is_kept_from_then_on, test::ensure_world) {
    create();
    const auto r = ensure_it(desired_part(), kept);
    BOOST_REQUIRE(r.has_value());
    BOOST_CHECK(r->what == ensured::updated);
    BOOST_REQUIRE(api.writes.size() == 1u);
    BOOST_TEST(!api.body(0).at("metadata").as_object().contains("ownerReferences"));
}

BOOST_AUTO_TEST_CASE(a_kept_childs_changes_reconcile_its_owner) {
    const std::vector<std::string> owner{"default/g"}, none;
    BOOST_TEST(mapped(R"("annotations":{"test.domain/kept-for":"Gadget/default/g"})") == owner);
    BOOST_TEST(mapped(R"("annotations":{"test.domain/kept-for":"Gadgets/default/g"})") == none);
    BOOST_TEST(mapped(R"("annotations":{"test.domain/kept-for":"Gadget/g"})") == none);
    BOOST_TEST(mapped(R"("annotations":{"other.domain/kept-for":"Gadget/default/g"})") == none);
}

BOOST_AUTO_TEST_SUITE_END()
