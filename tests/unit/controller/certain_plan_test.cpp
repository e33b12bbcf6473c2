#include "setpoint/controller/certain_plan.hpp"

#include "controller_world.hpp"

#include <string>
#include <vector>

using namespace setpoint;
using test::gadget;

BOOST_AUTO_TEST_SUITE(certain_plan_test)

namespace {

// Deletes everything beyond `spec.size`, so it must be certain if that is 0.
struct size_plan {
    std::int32_t size = 0;
    bool from_server = false;
    bool must_be_certain() const { return size == 0; }
};

std::vector<std::string>* read_by = nullptr;
bool fails_on_server = false;

awaitable<result<size_plan>> plan_size(context&, const gadget& self, const size_plan* cached) {
    read_by->push_back(cached ? "server after " + std::to_string(cached->size) : "cache");
    if (cached && fails_on_server) co_return error(errc::unreachable, "no answer");
    co_return size_plan{self.spec.size, cached != nullptr};
}

std::shared_ptr<const gadget> gadget_of_size(int size, const char* uid = "u") {
    return test::from_json<gadget>(fmt::format(
        R"({{"metadata":{{"name":"a","namespace":"default","uid":"{}"}},"spec":{{"size":{}}}}})", uid, size));
}

// Plans for a gadget that the cache shows with `cached_size`; `live` is what the server answers.
struct plan_world : controller_world {
    using outcome_of_plan = result<planned<gadget, size_plan>>;

    plan_world() {
        read_by = &reads_made;
        fails_on_server = false;
        api.on_get = [this](const kind_info&, const object_key&) { return live; };
    }
    ~plan_world() { read_by = nullptr; }

    outcome_of_plan plan_for(int cached_size) {
        outcome_of_plan got = error();
        put("a");
        start([&, self = gadget_of_size(cached_size)](context& ctx, object_key) -> awaitable<outcome> {
            got = co_await certain_plan(ctx, self, plan_size);
            co_return outcome::done();
        });
        settle(std::chrono::seconds(1));
        return got;
    }
    std::size_t reads_of_server() const {
        return static_cast<std::size_t>(std::ranges::count(api.asked, "get gadgets.test.domain default/a"));
    }

    std::vector<std::string> reads_made;
    result<object_ptr> live = error(errc::not_found, "gone");
};

using names = std::vector<std::string>;

}  // namespace

BOOST_FIXTURE_TEST_CASE(harmless_plans_are_made_from_the_cache, plan_world) {
    const auto got = plan_for(3);
    BOOST_REQUIRE(got.has_value());
    BOOST_TEST(got->self->spec.size == 3);
    BOOST_TEST(!got->next.from_server);
    BOOST_TEST(reads_made == names{"cache"}, boost::test_tools::per_element());
    BOOST_TEST(reads_of_server() == 0u);
}

BOOST_FIXTURE_TEST_CASE(other_plans_are_made_again_from_the_server, plan_world) {
    live = gadget_of_size(2);
    const auto got = plan_for(0);
    BOOST_REQUIRE(got.has_value());
    BOOST_TEST(got->self->spec.size == 2);
    BOOST_TEST(got->next.size == 2);
    BOOST_TEST(got->next.from_server);
    BOOST_TEST(reads_made == (names{"cache", "server after 0"}), boost::test_tools::per_element());
    BOOST_TEST(reads_of_server() == 1u);
}

BOOST_FIXTURE_TEST_CASE(nothing_is_planned_when_the_object_is_gone, plan_world) {
    const auto got = plan_for(0);
    BOOST_REQUIRE(got.has_value());
    BOOST_TEST(!got->self);
    BOOST_TEST(reads_made == names{"cache"}, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(nothing_is_planned_when_the_object_has_a_successor, plan_world) {
    live = gadget_of_size(0, "another");
    const auto got = plan_for(0);
    BOOST_REQUIRE(got.has_value());
    BOOST_TEST(!got->self);
}

BOOST_FIXTURE_TEST_CASE(errors_of_reads_are_returned, plan_world) {
    live = error(errc::forbidden, "not allowed");
    const auto refused = plan_for(0);
    BOOST_REQUIRE(refused.has_error());
    BOOST_CHECK(refused.error().code == errc::forbidden);
}

BOOST_FIXTURE_TEST_CASE(errors_of_the_second_plan_are_returned, plan_world) {
    live = gadget_of_size(0);
    fails_on_server = true;
    const auto failed = plan_for(0);
    BOOST_REQUIRE(failed.has_error());
    BOOST_CHECK(failed.error().code == errc::unreachable);
}

BOOST_AUTO_TEST_SUITE_END()
