// Children that a reconciler creates while their owner is being deleted.
#include "controller_world.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

using namespace setpoint;
using namespace std::chrono_literals;
using test::gadget;
using test::part;

BOOST_AUTO_TEST_SUITE(clean_up_test)

namespace {

const char* const deleting =
    R"("deletionTimestamp":"2026-01-01T00:00:00Z","finalizers":["test.domain/final"])";
const char* const owned =
    R"("ownerReferences":[{"apiVersion":"test.domain/v1","kind":"Gadget","name":"g","uid":"uid-g","controller":true}])";

// A controller that has seen its gadget lose a part, and creates another one when it is told to.
struct world : controller_world {
    std::string live;  // the gadget as the server has it; "" if it is gone
    std::vector<std::string> outcomes;
    bool creates = false;

    world() {
        api.on_get = [this](const kind_info& k, const object_key& key) -> result<object_ptr> {
            if (key.name != "g" || live.empty()) return error(errc::not_found, "not there");
            auto o = k.make();
            const auto read = json::decode_into(*k.type, o.get(), live);
            if (!read) return read.error();
            return object_ptr(o);
        };
        api.on_write = [this](const kind_info& k, const call&) -> result<object_ptr> {
            auto body = api.body(api.writes.size() - 1);
            body["metadata"].as_object()["uid"] = "made";
            body["metadata"].as_object().erase("resourceVersion");
            auto o = k.make();
            const auto read = json::decode_into(*k.type, o.get(), boost::json::serialize(body));
            if (!read) return read.error();
            return object_ptr(o);
        };
        put("g");
        live = gadgets.text("g");
        parts.put("lost", owned);
        start([this](context& ctx, object_key key) { return reconcile(ctx, std::move(key)); });
        settle(1s);
        parts.remove("lost");
        settle(1s);
        creates = true;
    }
    awaitable<outcome> reconcile(context& ctx, object_key key) {
        const auto self = co_await ctx.client().get<gadget>(key);
        if (!self || !creates) co_return outcome::done();
        part final_one;
        final_one.metadata.name = "final";
        final_one.metadata.ns = "default";
        const auto made = co_await ctx.ensure(**self, std::move(final_one));
        outcomes.push_back(made ? std::string(to_string(made->what)) : made.error().message);
        co_return outcome::done();
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(clean_up_creates_children_after_the_owner_lost_one, world) {
    put("g", deleting);
    live = gadgets.text("g");
    settle(1s);
    BOOST_TEST(outcomes == std::vector<std::string>{"created"}, boost::test_tools::per_element());
    BOOST_REQUIRE(api.writes.size() == 1u);
    BOOST_CHECK(api.writes[0].op == verb::create);
}

BOOST_FIXTURE_TEST_CASE(an_unseen_deletion_of_the_owner_stops_the_creation, world) {
    fake_collection elsewhere(l, kind_of<gadget>());
    elsewhere.put("g", deleting);
    live = elsewhere.text("g");
    post("g");
    settle(1s);
    BOOST_REQUIRE(outcomes.size() == 1u);
    BOOST_TEST(outcomes[0] == "Gadget default/g is being deleted, and the watch is behind");
    BOOST_TEST(api.writes.empty());
}

BOOST_FIXTURE_TEST_CASE(clean_up_of_an_owner_that_is_gone_creates_nothing, world) {
    live.clear();
    put("g", deleting);
    settle(1s);
    BOOST_REQUIRE(outcomes.size() == 1u);
    BOOST_TEST(outcomes[0] == "Gadget default/g is deleted, and the watch is behind");
    BOOST_TEST(api.writes.empty());
    // The next reconcile reads that from the cache, although the watch still shows the terminating object.
    post("g");
    settle(1s);
    BOOST_TEST(outcomes.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
