// Large stores: no turn of the loop processes more than a few hundred objects, however many there
// are.
#include "framework/cache/own_writes.hpp"
#include "framework/cache/store.hpp"
#include "setpoint/client/interceptor.hpp"
#include "unit/cache/cache_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(slices_test)

namespace {

constexpr int many = 100000, fewer = 20000;

struct counts {
    std::size_t made = 0, freed = 0, reported = 0;
};
counts now;  // the kind's functions are plain ones

kind_info counted_kind() {
    kind_info k = kind_of<gadget>();
    k.make = []() -> std::shared_ptr<void> {
        ++now.made;
        return std::shared_ptr<gadget>(new gadget, [](gadget* g) {
            ++now.freed;
            delete g;
        });
    };
    return k;
}

struct largest_turn final : loop_observer {
    void turn(std::string_view, duration, duration) override {
        largest.made = std::max(largest.made, now.made - before.made);
        largest.freed = std::max(largest.freed, now.freed - before.freed);
        largest.reported = std::max(largest.reported, now.reported - before.reported);
        before = now;
        ++turns;
    }
    counts before, largest;
    std::size_t turns = 0;
};

std::string big_list(int version, std::string_view list_version, int size = many) {
    std::vector<made_gadget> items;
    for (int i = 0; i < size; ++i) items.push_back(thing(fmt::format("{:06}", i), std::to_string(version)));
    return list_json(items, list_version);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_hundred_thousand_objects_are_listed_replaced_and_freed_in_slices) {
    now = {};
    const kind_info kind = counted_kind();
    cache_world w;
    cached_collection& v = w.c.watch(kind);
    v.subscribe([](const object_change&) { ++now.reported; });
    largest_turn turns;
    w.l.observe(&turns);
    const std::size_t piece = 64 * 1024;
    w.net.expect("GET", gadgets + "?resourceVersion=0&limit=500").in_pieces(big_list(1, "200000"), piece);
    script_answer& first = w.expect_watch("200000");
    w.c.start(w.tasks);
    w.pass(2s);
    BOOST_TEST_REQUIRE(v.synced());
    BOOST_TEST(v.size() == std::size_t{many});
    BOOST_TEST(now.reported == std::size_t{many});
    BOOST_TEST(turns.largest.made <= store::slice);
    BOOST_TEST(turns.largest.reported <= store::slice);

    // A list without changes: everything is decoded, nothing is reported, and the new objects are
    // freed as they arrive.
    first.push(error_frame(410, "Expired"));
    w.net.expect("GET", gadgets + "?resourceVersion=200000").in_pieces(big_list(1, "200001"), piece);
    script_answer& second = w.expect_watch("200001");
    w.pass(3s);
    BOOST_TEST(second.streams() == 1);
    BOOST_TEST(now.reported == std::size_t{many});
    BOOST_TEST(now.made == std::size_t{2 * many});
    BOOST_TEST(now.freed == std::size_t{many});

    // A list that changes everything: reported and freed in slices.
    second.push(error_frame(410, "Expired"));
    w.net.expect("GET", gadgets + "?resourceVersion=200001").in_pieces(big_list(300000, "400000"), piece);
    script_answer& third = w.expect_watch("400000");
    w.pass(5s);
    BOOST_TEST(third.streams() == 1);
    BOOST_TEST(now.reported == std::size_t{2 * many});
    BOOST_TEST(now.freed == std::size_t{2 * many});
    BOOST_TEST(turns.largest.made <= store::slice);
    BOOST_TEST(turns.largest.reported <= store::slice);
    BOOST_TEST(turns.largest.freed <= store::slice);

    // A flood of events in one piece.
    std::string flood;
    for (int i = 0; i < 5000; ++i)
        flood += frame("MODIFIED", thing(fmt::format("{:06}", i), std::to_string(500000 + i)));
    third.push(flood);
    w.pass(1s);
    BOOST_TEST(now.reported == std::size_t{2 * many + 5000});
    BOOST_TEST(turns.largest.reported <= store::slice);

    // An index and a handler that are added late.
    std::size_t turns_before = turns.turns;
    BOOST_TEST(v.add_index("node", [](const void* o, std::vector<std::string>& values) {
                    ++now.reported;
                    values.push_back(static_cast<const gadget*>(o)->spec.node.str());
                }).has_value());
    w.pass(1s);
    BOOST_TEST(turns.turns - turns_before >= std::size_t{many} / store::slice);
    BOOST_TEST(turns.largest.reported <= store::slice);
    indexed_list_options o;
    o.index = "node";
    o.index_value = "n1";
    BOOST_TEST(v.list(o)->size() == std::size_t{many});
    w.l.observe(nullptr);
}

BOOST_AUTO_TEST_CASE(the_rest_of_an_interrupted_list_is_freed_in_slices) {
    now = {};
    const kind_info kind = counted_kind();
    cache_world w;
    cached_collection& v = w.c.watch(kind);
    BOOST_TEST(v.add_index("node", [](const void* o, std::vector<std::string>& values) {
                    values.push_back(static_cast<const gadget*>(o)->spec.node.str());
                }).has_value());
    largest_turn turns;
    w.l.observe(&turns);
    const std::string whole = big_list(1, "200000", fewer);
    w.net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
        .in_pieces(whole.substr(0, whole.size() - 100), std::size_t{64} * 1024);
    w.net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
        .json(list_json({thing("a", "1")}, "200001"));
    w.expect_watch("200001");
    w.c.start(w.tasks);
    w.pass(5s);
    BOOST_TEST(v.size() == 1u);
    BOOST_TEST(now.freed >= std::size_t{fewer} - 1);
    BOOST_TEST(turns.largest.made <= store::slice);
    BOOST_TEST(turns.largest.freed <= store::slice);
    w.l.observe(nullptr);
}

BOOST_AUTO_TEST_CASE(a_streamed_list_of_many_objects_is_taken_in_in_slices) {
    now = {};
    const kind_info kind = counted_kind();
    cache_world w(1, {}, {true});
    cached_collection& v = w.c.watch(kind);
    v.subscribe([](const object_change&) { ++now.reported; });
    BOOST_TEST(v.add_index("node", [](const void* o, std::vector<std::string>& values) {
                    values.push_back(static_cast<const gadget*>(o)->spec.node.str());
                }).has_value());
    largest_turn turns;
    w.l.observe(&turns);
    const auto stream = [&](int version, std::string_view end) {
        std::string all;
        for (int i = 0; i < fewer; ++i)
            all += frame("ADDED", thing(fmt::format("{:06}", i), std::to_string(version)));
        return all + fmt::format(R"({{"type":"BOOKMARK","object":{{"metadata":{{"resourceVersion":"{}",)"
                                 R"("annotations":{{"k8s.io/initial-events-end":"true"}}}}}}}})"
                                 "\n",
                                 end);
    };
    const std::string target = gadgets + "?watch=true&allowWatchBookmarks=true&sendInitialEvents=true*";
    script_answer& first = w.net.expect("GET", target).stays_open();
    first.push(stream(1, "200000"));
    w.c.start(w.tasks);
    w.pass(2s);
    BOOST_TEST(v.synced());
    BOOST_TEST(now.reported == std::size_t{fewer});
    script_answer& second = w.net.expect("GET", target).stays_open();
    second.push(stream(300000, "400000"));
    first.push(error_frame(410, "Expired"));
    w.pass(5s);
    BOOST_TEST(now.reported == std::size_t{2 * fewer});
    BOOST_TEST(now.freed == std::size_t{fewer});
    BOOST_TEST(turns.largest.made <= store::slice);
    BOOST_TEST(turns.largest.reported <= store::slice);
    BOOST_TEST(turns.largest.freed <= store::slice);
    w.l.observe(nullptr);
}

BOOST_AUTO_TEST_CASE(a_list_of_all_objects_is_assembled_in_slices_and_is_a_snapshot) {
    now = {};
    const kind_info kind = counted_kind();
    cache_world w;
    cached_collection& v = w.c.watch(kind);
    w.net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
        .in_pieces(big_list(1, "200000", fewer), std::size_t{64} * 1024);
    script_answer& watch = w.expect_watch("200000");
    w.c.start(w.tasks);
    w.pass(2s);
    BOOST_TEST_REQUIRE(v.size() == std::size_t{fewer});
    largest_turn turns;
    w.l.observe(&turns);
    interceptor::objects found;
    bool done = false;
    const auto read = [&]() -> awaitable<void> {
        found = (co_await w.reads.list_objects(kind, {})).value();
        done = true;
    };
    w.tasks.spawn("read", read());
    // During the read, everything changes, and is then listed again in another state.
    std::string flood;
    for (int i = 0; i < fewer; ++i)
        flood += frame("MODIFIED", thing(fmt::format("{:06}", i), std::to_string(500000 + i)));
    flood += error_frame(410, "Expired");
    w.net.expect("GET", gadgets + "?resourceVersion=*")
        .in_pieces(big_list(700000, "800000", fewer), std::size_t{64} * 1024);
    w.expect_watch("800000");
    watch.push(flood);
    w.pass(3s);
    BOOST_TEST_REQUIRE(done);
    BOOST_TEST(turns.turns > std::size_t{fewer} / store::slice);
    BOOST_TEST_REQUIRE(found.size() == std::size_t{fewer});
    // The events change the objects one by one, so at any moment exactly the first ones have
    // changed.
    const auto changed = std::find_if(found.begin(), found.end(), [](const object_ptr& o) {
        return as_gadget(o).metadata.resource_version == "1";
    });
    BOOST_TEST((changed - found.begin() < fewer / 2));
    for (auto at = changed; at != found.end(); ++at)
        BOOST_REQUIRE(as_gadget(*at).metadata.resource_version == "1");
    BOOST_TEST(as_gadget(v.find({"default", "000000"})).metadata.resource_version == "700000");
    w.l.observe(nullptr);
}

BOOST_AUTO_TEST_CASE(own_writes_are_dropped_in_slices) {
    const kind_info kind = counted_kind();
    cache_world w;
    cached_collection& v = w.c.watch(kind);
    w.net.expect("GET", gadgets + "?resourceVersion=0&limit=500").json(list_json({}, "10"));
    script_answer& watch = w.expect_watch("10");
    w.c.start(w.tasks);
    w.pass(1s);
    BOOST_TEST_REQUIRE(v.synced());
    for (int i = 0; i < fewer; ++i) {
        auto made = kind.make();
        *static_cast<gadget*>(made.get()) = as_gadget(thing(fmt::format("{:06}", i), "20").object());
        own_writes(v).written(made);
    }
    BOOST_TEST(v.list({})->size() == std::size_t{fewer});
    now = {};
    largest_turn turns;
    w.l.observe(&turns);
    watch.push(bookmark("30"));
    w.pass(1s);
    BOOST_TEST(now.freed == std::size_t{fewer});
    BOOST_TEST(turns.largest.freed <= store::slice);
    BOOST_TEST(v.list({})->empty());
    w.l.observe(nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
