// A fake broker triggers reconciles, and its outage changes nothing.
#include "consumer.hpp"

#include <boost/test/unit_test.hpp>

#include <setpoint/testing/environment.hpp>

BOOST_AUTO_TEST_SUITE(example_04_external_source)

using namespace consumers;
using namespace std::chrono_literals;

namespace {

struct fake_broker : broker {
    backlogs queues;
    bool down = false;
    awaitable<result<backlogs>> read() override {
        if (down) co_return error(errc::unreachable, "the broker is down");
        co_return queues;
    }
};

consumer a_consumer() {
    consumer c;
    c.metadata.ns = "default";
    c.metadata.name = "mailer";
    c.spec = {.queue = "mail", .image = "mailer:1", .max_replicas = 4};
    return c;
}

const auto has_replicas = [](std::int32_t n) {
    return [n](const deployment& d) { return d.spec.replicas == n; };
};

struct fixture {
    fake_broker queues;
    testing::environment env{[this](manager& m) { add_consumer_controller(m, queues); }};
};

}  // namespace

BOOST_AUTO_TEST_CASE(replicas_follow_from_messages) {
    const consumer c = a_consumer();
    BOOST_TEST(desired_replicas(c, 0) == 0);
    BOOST_TEST(desired_replicas(c, 1) == 1);
    BOOST_TEST(desired_replicas(c, 101) == 2);
    BOOST_TEST(desired_replicas(c, 1'000'000) == 4);
}

BOOST_FIXTURE_TEST_CASE(the_deployment_grows_and_shrinks_with_the_queue, fixture) {
    queues.queues["mail"] = 250;
    env.create(a_consumer());
    env.until<consumer>("mailer", testing::ready(3));
    queues.queues["mail"] = 0;
    env.until<deployment>("mailer", has_replicas(0), 11s);  // at the next poll
    queues.queues["other"] = 900;
    BOOST_TEST(env.calls_during(10min) == 0u);  // polls without changes make no calls
    BOOST_TEST(env.not_granted() == "");
}

BOOST_FIXTURE_TEST_CASE(an_outage_of_the_broker_changes_nothing_even_over_a_restart, fixture) {
    queues.queues["mail"] = 250;
    env.create(a_consumer());
    env.until<consumer>("mailer", testing::ready(3));
    queues.down = true;
    env.stop(env.operator_manager());
    env.start([this](manager& m) { add_consumer_controller(m, queues); });
    env.advance(5min);
    BOOST_TEST(env.find<deployment>("mailer")->spec.replicas.value() == 3);
    queues.down = false;
    queues.queues["mail"] = 50;
    env.until<deployment>("mailer", has_replicas(1), 11s);
}

BOOST_FIXTURE_TEST_CASE(a_queue_that_is_missing_is_a_condition, fixture) {
    env.create(a_consumer());
    const auto c = env.until<consumer>("mailer", testing::has_condition("Degraded"));
    BOOST_TEST(find_condition(c->status.conditions, "Degraded")->reason == "QueueMissing");
    queues.queues["mail"] = 1;
    env.until<consumer>("mailer", testing::ready(1));
}

BOOST_AUTO_TEST_SUITE_END()
