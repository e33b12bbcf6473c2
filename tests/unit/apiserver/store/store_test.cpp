#include "apiserver/store/store.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;

struct fixture {
    versioned_store store{{.age = std::chrono::minutes(5), .count = 4}};
    collection& maps = store.of("configmaps");
    wall_time now{};
    record_ptr put(const char* ns, const char* name, const char* value = "") {
        bj::object o;
        o["metadata"] = bj::object{{"name", name}, {"namespace", ns}, {"labels", bj::object{{"v", value}}}};
        return store.put(maps, {ns, name}, std::move(o), now);
    }
    std::string names(std::string_view ns, std::uint64_t revision) const {
        std::string out;
        for (const auto& r : maps.list(ns, revision, std::nullopt, 0, nullptr).items)
            out += r->key.ns + "/" + r->key.name + " ";
        return out;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(gives_each_change_a_revision, fixture) {
    const auto a = put("x", "a"), b = put("x", "b");
    BOOST_TEST(b->revision == a->revision + 1);
    BOOST_TEST(a->json.find("\"resourceVersion\":\"" + std::to_string(a->revision) + "\"") !=
               std::string::npos);
    const auto gone = store.erase(maps, a->key, now);
    BOOST_TEST(gone->revision == b->revision + 1);
    BOOST_TEST((store.erase(maps, a->key, now) == nullptr));
    BOOST_TEST(store.revision() == gone->revision);
}

BOOST_FIXTURE_TEST_CASE(lists_the_state_at_a_revision, fixture) {
    put("x", "b");
    const auto then = put("y", "a")->revision;
    put("x", "a");
    store.erase(maps, {"x", "b"}, now);
    BOOST_TEST(names("", 0) == "x/a y/a ");
    BOOST_TEST(names("", then) == "x/b y/a ");
    BOOST_TEST(names("x", then) == "x/b ");
    const auto page = maps.list("", then, object_key{"x", "b"}, 1, nullptr);
    BOOST_TEST(page.items.size() == 1);
    BOOST_TEST(!page.more);
}

BOOST_FIXTURE_TEST_CASE(counts_the_items_after_a_page, fixture) {
    for (const char* name : {"a", "b", "c"}) put("x", name, "1");
    const auto page = maps.list("x", 0, std::nullopt, 1, nullptr);
    BOOST_TEST(page.more);
    BOOST_TEST(page.remaining == 2);
}

BOOST_FIXTURE_TEST_CASE(returns_changes_in_order, fixture) {
    const auto from = store.revision();
    const auto a = put("x", "a", "1"), b = put("x", "a", "2");
    const change* first = maps.next(from);
    BOOST_REQUIRE(first);
    BOOST_TEST((first->what == change::type::added && first->now == a && !first->before));
    const change* second = maps.next(first->revision);
    BOOST_REQUIRE(second);
    BOOST_TEST((second->what == change::type::modified && second->now == b && second->before == a));
    BOOST_TEST(!maps.next(second->revision));
}

BOOST_FIXTURE_TEST_CASE(compacts_by_count_and_by_age, fixture) {
    for (int i = 0; i < 6; ++i) put("x", "a");
    BOOST_TEST(store.oldest(maps) == store.revision() - 4);
    BOOST_TEST(maps.compacted() == store.oldest(maps));
    now += std::chrono::minutes(6);
    const auto last = put("x", "b")->revision;
    BOOST_TEST(store.oldest(maps) == last - 1);
    store.compact(now, true);
    BOOST_TEST(store.oldest(maps) == last);
    BOOST_TEST(!maps.next(0));
}

BOOST_FIXTURE_TEST_CASE(compacts_though_the_clock_went_back, fixture) {
    now += std::chrono::hours(24);
    const std::uint64_t wrong = put("x", "a")->revision;
    now -= std::chrono::hours(23);
    put("x", "b");
    BOOST_TEST(store.oldest(maps) == wrong);
    // A small step expires nothing.
    now -= std::chrono::minutes(1);
    put("x", "c");
    BOOST_TEST(store.oldest(maps) == wrong);
}

BOOST_FIXTURE_TEST_CASE(a_collection_that_changes_often_ends_no_list_of_another, fixture) {
    collection& others = store.of("secrets");
    put("x", "a");
    const auto then = store.revision();
    bj::object o;
    o["metadata"] = bj::object{{"name", "s"}, {"namespace", "x"}};
    for (int i = 0; i < 6; ++i) store.put(others, {"x", "s"}, o, now);
    BOOST_TEST(store.oldest(others) > then);
    BOOST_TEST(store.oldest(maps) <= then);
    BOOST_TEST(names("", then) == "x/a ");
}

BOOST_AUTO_TEST_CASE(large_objects_that_change_often_do_not_fill_the_memory) {
    versioned_store store{{.count = 1000, .bytes = 10'000}};
    collection& maps = store.of("configmaps");
    bj::object o;
    o["metadata"] = bj::object{{"name", "a"}, {"namespace", "x"}};
    o["data"] = std::string(3000, 'x');
    for (int i = 0; i < 10; ++i) store.put(maps, {"x", "a"}, o, {});
    BOOST_TEST(maps.compacted() == store.revision() - 3);
    o["data"] = std::string(20'000, 'x');
    const auto before = store.revision();
    const auto last = store.put(maps, {"x", "a"}, o, {});
    BOOST_REQUIRE(maps.next(before));
    BOOST_TEST(maps.next(before)->now == last);
    BOOST_TEST(maps.compacted() == before);
}
