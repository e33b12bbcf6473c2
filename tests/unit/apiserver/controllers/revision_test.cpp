// ControllerRevisions: their names, data and order.
#include "apiserver/controllers/history/revision.hpp"

#include "apiserver/go/hash.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(revision_test)

namespace {

revision_ptr revision(std::string_view name, std::int64_t number, std::string_view image = "a") {
    controller_revision r;
    r.metadata.name = name;
    r.revision = number;
    r.data = revision_data(boost::json::object{{"spec", boost::json::object{{"image", image}}}});
    return std::make_shared<controller_revision>(std::move(r));
}

}  // namespace

BOOST_AUTO_TEST_CASE(hashes_are_those_of_go) {
    static_assert(fnv1_32("") == 0x811c9dc5U);
    static_assert(fnv1_32("foobar") == 0x31f0b262U);
    static_assert(fnv1a_32("foobar") == 0xbf9cf968U);
    // '0' is 48, and 48 % 27 is 21.
    BOOST_TEST(safe_encode("0123456789") == "456789bcdf");
}

BOOST_AUTO_TEST_CASE(data_are_printed_as_go_prints_maps) {
    const boost::json::value t = boost::json::parse(
        R"({"spec":{"containers":[{"name":"c","image":"a<b&c"}]},"metadata":{"labels":{"b":"2","a":"1"}}})");
    BOOST_TEST(revision_text(revision_data(t)) ==
               R"({"spec":{"template":{"$patch":"replace","metadata":{"labels":{"a":"1","b":"2"}},)"
               R"("spec":{"containers":[{"image":"a\u003cb\u0026c","name":"c"}]}}}})");
    BOOST_CHECK(revision_template(revision_data(t)) == t);
    BOOST_CHECK(revision_template(boost::json::value(5)) == boost::json::object());
}

BOOST_AUTO_TEST_CASE(names_are_truncated_and_depend_on_collisions) {
    BOOST_TEST(revision_name("web", "5d4c9bf8c6") == "web-5d4c9bf8c6");
    BOOST_TEST(revision_name(std::string(253, 'a'), "x").size() == 225u);
    BOOST_TEST(revision_hash("{}", 0) != revision_hash("{}", 1));
    BOOST_TEST(revision_hash("{}", 0) == safe_encode(std::to_string(fnv1_32("{}0"))));
}

BOOST_AUTO_TEST_CASE(revisions_are_ordered_by_number_and_the_newest_equal_one_is_found) {
    std::vector<revision_ptr> all = {revision("c", 3), revision("a", 1), revision("b", 2, "b")};
    sort_revisions(all);
    BOOST_TEST(all.front()->metadata.name == "a");
    BOOST_TEST(next_revision(all) == 4);
    BOOST_TEST(next_revision({}) == 1);
    BOOST_TEST(find_revision(all, revision_text(all.front()->data)).value() == 2u);
    BOOST_TEST(find_revision(all, revision_text(all[1]->data)).value() == 1u);
    BOOST_TEST(!find_revision(all, "{}").has_value());
}

BOOST_AUTO_TEST_CASE(a_revision_has_the_labels_of_the_template_and_the_annotations_of_its_owner) {
    object_meta owner;
    owner.name = "web";
    owner.uid = "u";
    owner.annotations["why"] = "x";
    const auto t = boost::json::parse(R"({"metadata":{"labels":{"app":"web"}},"spec":{}})");
    const auto r = make_revision({"apps", "v1", "StatefulSet"}, owner, t, 7);
    BOOST_TEST(r.at("revision").as_int64() == 7);
    BOOST_TEST(r.at("metadata").at("labels").at("app").as_string() == "web");
    BOOST_TEST(r.at("metadata").at("annotations").at("why").as_string() == "x");
    BOOST_TEST(r.at("metadata").at("ownerReferences").at(0).at("name").as_string() == "web");
}

BOOST_AUTO_TEST_SUITE_END()
