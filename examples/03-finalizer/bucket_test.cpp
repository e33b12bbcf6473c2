// The bucket is emptied and removed before the object disappears, whatever fails on the way.
#include "bucket.hpp"

#include <boost/test/unit_test.hpp>

#include <setpoint/testing/environment.hpp>

BOOST_AUTO_TEST_SUITE(example_03_finalizer)

using namespace buckets;
using namespace std::chrono_literals;

namespace {

// A store in memory. While `broken` is set, each step fails, as during an outage.
class memory_store : public bucket_store {
public:
    awaitable<result<>> create(std::string name, std::string) override {
        if (broken) co_return error(errc::failed, "the store is down");
        if (full.emplace(name, true).second) steps.push_back("create");
        co_return result<>();
    }
    awaitable<result<>> empty(std::string name) override {
        if (broken) co_return error(errc::failed, "the store is down");
        if (const auto b = full.find(name); b != full.end() && std::exchange(b->second, false))
            steps.push_back("empty");
        co_return result<>();
    }
    awaitable<result<>> remove(std::string name) override {
        const auto b = full.find(name);
        if (b == full.end()) co_return result<>();
        if (b->second) co_return error(errc::failed, "the bucket is not empty");
        full.erase(b);
        steps.push_back("remove");
        co_return result<>();
    }

    std::map<std::string, bool> full;  // by name
    std::vector<std::string> steps;    // that changed something
    bool broken = false;
};

const std::vector<std::string> whole_life = {"create", "empty", "remove"};

struct fixture {
    memory_store store;
    testing::environment env{[this](manager& m) { add_bucket_controller(m, store); }};

    void create() {
        bucket b;
        b.metadata.ns = "default";
        b.metadata.name = "photos";
        env.create(b);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(the_bucket_is_made_and_cleaned_up_in_order, fixture) {
    create();
    env.until<bucket>("photos", testing::has_condition("Ready"));
    BOOST_TEST(store.full.size() == 1u);
    env.remove<bucket>("photos");
    env.until_gone<bucket>("photos");
    BOOST_TEST(store.steps == whole_life);
    BOOST_TEST(env.not_granted() == "");
}

BOOST_FIXTURE_TEST_CASE(the_object_stays_as_long_as_its_bucket, fixture) {
    create();
    env.until<bucket>("photos", testing::has_condition("Ready"));
    store.broken = true;
    env.remove<bucket>("photos");
    env.never("the object is gone", [&] { return store.full.empty(); }, 10min);
    BOOST_TEST(env.find<bucket>("photos") != nullptr);
    store.broken = false;
    env.until_gone<bucket>("photos", 20min);  // the back-off has grown
    BOOST_TEST(store.steps == whole_life);
}

BOOST_FIXTURE_TEST_CASE(lost_answers_and_conflicts_repeat_nothing, fixture) {
    env.request_faults().lose_answer_of_nth(verb::patch, 1, "buckets");  // the finalizer is added
    create();
    env.until<bucket>("photos", testing::has_condition("Ready"));
    env.request_faults().fail_nth(verb::patch, 1, error(errc::conflict, "planned"), "buckets");
    env.remove<bucket>("photos");
    env.until_gone<bucket>("photos");
    BOOST_TEST(store.steps == whole_life);
    BOOST_TEST(env.request_faults().pending().empty());
}

BOOST_FIXTURE_TEST_CASE(a_deletion_while_the_operator_is_away_is_finished_by_the_next_one, fixture) {
    create();
    env.until<bucket>("photos", testing::has_condition("Ready"));
    env.stop(env.operator_manager());
    env.remove<bucket>("photos");
    env.advance(1h);
    BOOST_TEST(store.full.size() == 1u);
    env.start([this](manager& m) { add_bucket_controller(m, store); });
    env.until_gone<bucket>("photos");
    BOOST_TEST(store.steps == whole_life);
}

BOOST_AUTO_TEST_SUITE_END()
