#include "setpoint/queue/detail/delay_heap.hpp"

#include "setpoint/core/random.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <set>

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

std::vector<delay_heap::slot> drain(delay_heap& heap) {
    std::vector<delay_heap::slot> order;
    while (!heap.empty()) {
        order.push_back(heap.top());
        heap.erase(heap.top());
    }
    return order;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(delay_heap_test)

BOOST_AUTO_TEST_CASE(slots_are_ordered_by_due_time) {
    delay_heap heap;
    BOOST_TEST((heap.next_due() == never));
    heap.insert(0, time_point(30ms));
    heap.insert(1, time_point(10ms));
    heap.insert(2, time_point(20ms));
    BOOST_TEST((heap.next_due() == time_point(10ms)));
    BOOST_TEST(drain(heap) == (std::vector<delay_heap::slot>{1, 2, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(slots_with_the_same_due_time_keep_insertion_order) {
    delay_heap heap;
    for (const delay_heap::slot id : {7U, 3U, 9U, 1U, 5U, 0U}) heap.insert(id, time_point(1s));
    heap.erase(9);
    heap.insert(9, time_point(1s));
    BOOST_TEST(drain(heap) == (std::vector<delay_heap::slot>{7, 3, 1, 5, 0, 9}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(due_count_counts_what_is_due_by_then) {
    delay_heap heap;
    for (delay_heap::slot id = 0; id < 100; ++id)
        heap.insert(id, time_point(std::chrono::seconds(id * 37 % 100)));
    BOOST_TEST(heap.due_count(time_point(-1s)) == 0U);
    BOOST_TEST(heap.due_count(time_point(0s)) == 1U);
    BOOST_TEST(heap.due_count(time_point(41s)) == 42U);
    BOOST_TEST(heap.due_count(never) == 100U);
}

BOOST_AUTO_TEST_CASE(random_inserts_and_erases_keep_the_order) {
    using place = std::pair<time_point, std::uint64_t>;  // due time, number of the insertion
    random_source random(11);
    delay_heap heap;
    std::set<std::pair<place, delay_heap::slot>> model;
    std::map<delay_heap::slot, place> inside;
    for (std::uint64_t step = 0; step < 100'000; ++step) {
        const auto id = static_cast<delay_heap::slot>(random.below(200));
        if (const auto found = inside.find(id); found != inside.end()) {
            heap.erase(id);
            model.erase({found->second, id});
            inside.erase(found);
        } else {
            const place at(time_point(std::chrono::seconds(random.below(50))), step);
            heap.insert(id, at.first);
            model.insert({at, id});
            inside.emplace(id, at);
        }
        BOOST_REQUIRE(heap.size() == model.size());
        if (model.empty()) continue;
        BOOST_REQUIRE(heap.top() == model.begin()->second);
        BOOST_REQUIRE((heap.next_due() == model.begin()->first.first));
    }
}

BOOST_AUTO_TEST_SUITE_END()
