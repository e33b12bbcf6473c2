#include "setpoint/controller/finalizer.hpp"

#include "gadget.hpp"
#include "support/fake_client.hpp"
#include "support/virtual_world.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using test::gadget;

BOOST_AUTO_TEST_SUITE(finalizer_test)

namespace {

constexpr std::string_view ours = "test.domain/cleanup";

std::shared_ptr<const gadget> gadget_with(const std::string& finalizers, const std::string& more = "") {
    return test::from_json<gadget>(
        R"({"metadata":{"name":"a","namespace":"default","uid":"u1","resourceVersion":"7","finalizers":)" +
        finalizers + more + "}}");
}

struct fixture : virtual_world {
    fake_client api{l};
    fixture() {
        api.on_write = [](const kind_info&, const call&) -> result<object_ptr> { return gadget_with("[]"); };
    }
    result<bool> add(std::shared_ptr<const gadget> g) {
        result<bool> r = error();
        run([&]() -> awaitable<void> { r = co_await add_finalizer(api, *g, ours); });
        return r;
    }
    result<bool> remove(std::shared_ptr<const gadget> g) {
        result<bool> r = error();
        run([&]() -> awaitable<void> { r = co_await remove_finalizer(api, *g, ours); });
        return r;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(adding_patches_the_whole_list_under_uid_and_version, fixture) {
    BOOST_TEST(add(gadget_with(R"(["other/one"])")).value());
    BOOST_REQUIRE(api.writes.size() == 1u);
    BOOST_CHECK(api.writes[0].patch == patch_type::merge);
    BOOST_TEST(api.writes[0].key.to_string() == "default/a");
    BOOST_TEST(
        boost::json::serialize(api.body(0)) ==
        R"({"metadata":{"finalizers":["other/one","test.domain/cleanup"],"uid":"u1","resourceVersion":"7"}})");
}

BOOST_FIXTURE_TEST_CASE(removing_keeps_those_of_others, fixture) {
    BOOST_TEST(remove(gadget_with(R"(["other/one","test.domain/cleanup","other/two"])")).value());
    BOOST_REQUIRE(api.writes.size() == 1u);
    BOOST_TEST(boost::json::serialize(api.body(0)) ==
               R"({"metadata":{"finalizers":["other/one","other/two"],"uid":"u1","resourceVersion":"7"}})");
}

BOOST_FIXTURE_TEST_CASE(removing_the_last_one_writes_an_empty_list, fixture) {
    BOOST_TEST(remove(gadget_with(R"(["test.domain/cleanup"])")).value());
    BOOST_TEST(api.body(0).at("metadata").at("finalizers").as_array().empty());
}

BOOST_FIXTURE_TEST_CASE(nothing_is_written_when_it_is_so_already, fixture) {
    BOOST_TEST(!add(gadget_with(R"(["test.domain/cleanup"])")).value());
    BOOST_TEST(!remove(gadget_with(R"(["other/one"])")).value());
    BOOST_TEST(api.asked.empty());
}

BOOST_FIXTURE_TEST_CASE(removing_from_an_object_that_is_gone_is_a_success, fixture) {
    api.on_write = [](const kind_info&, const call&) -> result<object_ptr> {
        return error(errc::not_found, "gone");
    };
    const auto removed = remove(gadget_with(R"(["test.domain/cleanup"])"));
    BOOST_REQUIRE(removed.has_value());
    BOOST_TEST(!*removed);
    const auto added = add(gadget_with("[]"));
    BOOST_REQUIRE(added.has_error());
    BOOST_CHECK(added.error().code == errc::not_found);
}

BOOST_FIXTURE_TEST_CASE(conflicts_and_unknown_outcomes_are_handed_back_after_one_attempt, fixture) {
    for (const errc code : {errc::conflict, errc::unknown_outcome, errc::forbidden}) {
        api.writes.clear();
        api.on_write = [code](const kind_info&, const call&) -> result<object_ptr> {
            return error(code, "as scripted");
        };
        const auto r = remove(gadget_with(R"(["test.domain/cleanup"])"));
        BOOST_REQUIRE(r.has_error());
        BOOST_CHECK(r.error().code == code);
        BOOST_TEST(api.writes.size() == 1u);
    }
}

BOOST_FIXTURE_TEST_CASE(none_is_added_to_an_object_that_is_being_deleted, fixture) {
    const auto deleting = gadget_with(R"(["other/one"])", R"(,"deletionTimestamp":"2026-01-01T00:00:00Z")");
    const auto r = add(deleting);
    BOOST_REQUIRE(r.has_error());
    BOOST_CHECK(r.error().code == errc::invalid);
    BOOST_TEST(r.error().message ==
               "adding the finalizer test.domain/cleanup to Gadget default/a: it is being deleted");
    BOOST_TEST(api.asked.empty());
}

BOOST_AUTO_TEST_SUITE_END()
