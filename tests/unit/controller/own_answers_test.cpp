#include "framework/controller/own_answers.hpp"

#include "controller_world.hpp"

using namespace setpoint;
using namespace std::chrono_literals;
using test::gadget;
using test::part;

BOOST_AUTO_TEST_SUITE(own_answers_test)

namespace {

const std::string of_a =
    R"("ownerReferences":[{"apiVersion":"test.domain/v1","kind":"Gadget","name":"a","uid":"u","controller":true}])";

// A gadget "a" whose reconciler does `write` the first time, and notes why it runs.
struct world : controller_world {
    using writer = std::function<void(context&)>;

    void run(writer write) {
        put("a", R"("generation":1)");
        start([this, write](context& ctx, object_key key) -> awaitable<outcome> {
            ran.push_back(key.name);
            at.push_back(l.now());
            reasons.emplace_back(ctx.reason());
            if (reasons.size() == 1) {
                write(ctx);
                co_await ctx.sleep(1s);  // meanwhile the watch tells
            }
            co_return outcome::done();
        });
        settle(10s);
    }
    // The reconciler goes by the part as it is.
    void know_part(const context& ctx) { ctx.acknowledge(test::from_json<part>(parts.text("p"))); }
    void know_gadget(const context& ctx) { ctx.acknowledge(test::from_json<gadget>(gadgets.text("a"))); }

    std::vector<std::string> ran, reasons;
    std::vector<time_point> at;
};

std::shared_ptr<const part> part_of_version(int version) {
    return test::from_json<part>(fmt::format(
        R"({{"metadata":{{"name":"p","namespace":"default","uid":"uid-p","resourceVersion":"{}"}}}})",
        version));
}

using strings = std::vector<std::string>;

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_reconciler_that_says_nothing_is_told_of_what_it_wrote, world) {
    run([this](context&) { parts.put("p", of_a); });
    BOOST_TEST(reasons == (strings{"Gadget changed", "Part changed"}), boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(a_child_that_the_watch_brings_before_the_answer_is_no_reason, world) {
    run([this](context& ctx) {
        parts.put("p", of_a);
        know_part(ctx);
    });
    BOOST_TEST(reasons == (strings{"Gadget changed"}), boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(a_child_that_the_watch_brings_after_the_end_is_no_reason, world) {
    run([](context& ctx) { ctx.acknowledge(part_of_version(101)); });
    parts.put("p", of_a);
    settle(1s);
    BOOST_TEST(reasons.size() == 1u);
    parts.put("p", of_a);  // 102: somebody else's
    settle(1s);
    BOOST_TEST(reasons == (strings{"Gadget changed", "Part changed"}), boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(a_change_by_others_while_it_runs_is_reconciled, world) {
    run([this](context& ctx) {
        parts.put("p", of_a);
        know_part(ctx);
        parts.put("p", of_a + R"(,"labels":{"by":"others"})");
    });
    BOOST_TEST(reasons == (strings{"Gadget changed", "Part changed"}), boost::test_tools::per_element());
    BOOST_TEST_REQUIRE(at.size() == 2u);
    BOOST_CHECK(at[1] - at[0] == 1s + 2ms);  // as after any change that came meanwhile
}

BOOST_FIXTURE_TEST_CASE(a_change_by_others_before_the_own_one_is_reconciled, world) {
    run([this](context& ctx) {
        parts.put("p", of_a + R"(,"labels":{"by":"others"})");
        parts.put("p", of_a);
        know_part(ctx);
    });
    BOOST_TEST(reasons == (strings{"Gadget changed", "Part changed"}), boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(a_child_that_goes_is_a_reason, world) {
    run([this](context& ctx) {
        parts.put("p", of_a);
        know_part(ctx);
        parts.remove("p");
    });
    BOOST_TEST(reasons == (strings{"Gadget changed", "Part changed"}), boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(the_status_of_the_own_object_is_no_reason, world) {
    run([this](context& ctx) {
        put("a", R"("generation":1)");
        know_gadget(ctx);
    });
    BOOST_TEST(reasons.size() == 1u);
    put("a", R"("generation":1)");  // a status that somebody else wrote
    settle(1s);
    BOOST_TEST(reasons.size() == 2u);
}

// What the reconciler has read is not what its answer says.
BOOST_FIXTURE_TEST_CASE(an_own_object_that_differs_by_more_than_its_status_is_a_reason, world) {
    const char* changed[] = {R"("generation":2)", R"("generation":1,"labels":{"x":"y"})",
                             R"("generation":1,"annotations":{"x":"y"})",
                             R"("generation":1,"finalizers":["x.y/z"])",
                             R"("generation":1,"ownerReferences":[{"name":"x","uid":"u"}])"};
    for (const char* const c : changed) {
        world w;
        w.run([&w, c](context& ctx) {
            w.put("a", c);
            w.know_gadget(ctx);
        });
        BOOST_TEST(w.reasons.size() == 2u, c);
    }
}

BOOST_FIXTURE_TEST_CASE(what_a_list_brings_is_a_reason, world) {
    run([this](context& ctx) {
        parts.expire();
        parts.put("p", of_a);
        know_part(ctx);
    });
    settle(1min);
    BOOST_TEST(reasons == (strings{"Gadget changed", "Part changed"}), boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(another_key_is_told_of_it, world) {
    run([this](context& ctx) {
        std::string of_b = of_a;
        of_b.replace(of_b.find("\"a\""), 3, "\"b\"");
        parts.put("p", of_b);
        know_part(ctx);
    });
    BOOST_TEST(reasons == (strings{"Gadget changed", "Part changed"}), boost::test_tools::per_element());
    BOOST_TEST(ran == (strings{"a", "b"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_remembered_and_held_back_is_bounded) {
    own_answers all;
    const object_key key("default", "a"), other("default", "b");
    const kind_info& kind = kind_of<part>();
    {
        reconcile_flight flight(all, key);
        for (int i = 0; i <= static_cast<int>(own_answers::max_awaited); ++i)
            flight.acknowledge(kind, part_of_version(i));
        BOOST_CHECK(!flight.end());
    }
    BOOST_TEST(!all.takes(key, kind, part_of_version(0), "x"));  // forgotten
    BOOST_TEST(all.takes(key, kind, part_of_version(1), "x"));
    BOOST_TEST(!all.takes(key, kind, part_of_version(1), "x"));  // once
    BOOST_TEST(!all.takes(other, kind, part_of_version(2), "x"));
    BOOST_TEST(!all.takes(
        key, kind_of<gadget>(),
        test::from_json<gadget>(
            R"({"metadata":{"name":"p","namespace":"default","uid":"uid-p","resourceVersion":"2"}})"),
        "x"));

    reconcile_flight flight(all, key);
    for (std::size_t i = 0; i < own_answers::max_held; ++i)
        BOOST_TEST(all.takes(key, kind, part_of_version(1000), "first"));
    BOOST_TEST(!all.takes(key, kind, part_of_version(1000), "more"));
    BOOST_TEST(flight.end().value() == "first");
    BOOST_TEST(!all.takes(key, kind, part_of_version(1000), "after the end"));
}

BOOST_AUTO_TEST_SUITE_END()
