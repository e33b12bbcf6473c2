// Scans of a collection at one revision while it changes.

#include "apiserver/read/scan.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using state = collection_scan::state;

struct changing_store {
    versioned_store store{versioned_store::window{}};
    collection& c = store.of("things");
    wall_time now{};

    static object_key key(std::size_t n) {
        const std::string digits = std::to_string(n);
        return {"ns", std::string(5 - digits.size(), '0') + digits};
    }
    void put(const object_key& k) {
        bj::object o;
        o["metadata"] = bj::object{{"name", k.name}, {"namespace", k.ns}};
        store.put(c, k, std::move(o), now);
    }
    void fill(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) put(key(i));
    }
    static std::vector<std::string> names(const std::vector<record_ptr>& of) {
        std::vector<std::string> out;
        for (const record_ptr& r : of) out.push_back(r->key.name + "@" + std::to_string(r->revision));
        return out;
    }
    // All keys at the revision, read in one go.
    std::vector<std::string> whole(std::uint64_t revision) const {
        return names(c.list("ns", revision, std::nullopt, 0, nullptr).items);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(reads_one_batch_at_a_time, changing_store) {
    fill(2 * collection_scan::batch + 1);
    collection_scan scan(c, "", store.revision());
    std::vector<record_ptr> seen;
    BOOST_TEST((scan.next(seen) == state::more));
    BOOST_TEST(seen.size() == collection_scan::batch);
    BOOST_TEST((scan.next(seen) == state::more));
    BOOST_TEST(seen.size() == 2 * collection_scan::batch);
    BOOST_TEST((scan.next(seen) == state::ended));
    BOOST_TEST(names(seen) == whole(0), boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(scans_only_its_namespace_after_its_key, changing_store) {
    for (const char* name : {"a", "b", "c"}) put({"ns", name});
    put({"no", "z"});
    put({"nt", "a"});
    collection_scan scan(c, "ns", store.revision(), object_key("ns", "a"));
    std::vector<record_ptr> seen;
    BOOST_TEST((scan.next(seen) == state::ended));
    BOOST_REQUIRE(seen.size() == 2U);
    BOOST_TEST(seen[0]->key.name == "b");
    BOOST_TEST(seen[1]->key.name == "c");
}

BOOST_FIXTURE_TEST_CASE(does_not_see_concurrent_writes, changing_store) {
    fill(3 * collection_scan::batch);
    const std::uint64_t at = store.revision();
    const auto wanted = whole(at);
    collection_scan scan(c, "ns", at);
    std::vector<record_ptr> seen;
    std::size_t round = 0;
    while (scan.next(seen) == state::more) {
        ++round;
        BOOST_REQUIRE(round < 100);
        // Behind, at and ahead of the scan: changed, deleted, deleted and re-created, and new.
        for (std::size_t i = round; i < 3 * collection_scan::batch; i += 97) {
            put(key(i));
            store.erase(c, key(i + 1), now);
            store.erase(c, key(i + 2), now);
            put(key(i + 2));
            put({"ns", key(i).name + "x"});
        }
    }
    BOOST_TEST(names(seen) == wanted, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(reads_the_state_before_everything_was_deleted, changing_store) {
    fill(2 * collection_scan::batch);
    const std::uint64_t at = store.revision();
    const auto wanted = whole(at);
    for (std::size_t i = 0; i < 2 * collection_scan::batch; ++i) store.erase(c, key(i), now);
    collection_scan scan(c, "", at);
    std::vector<record_ptr> seen;
    std::size_t calls = 1;
    for (state s = scan.next(seen); s == state::more; s = scan.next(seen)) {
        ++calls;
        const std::size_t before = seen.size();
        BOOST_REQUIRE(before <= calls * collection_scan::batch);
    }
    BOOST_TEST(calls >= 3U);  // changes are processed in batches too
    BOOST_TEST(names(seen) == wanted, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(is_lost_if_unseen_changes_were_dropped, changing_store) {
    fill(2 * collection_scan::batch - 1);
    collection_scan scan(c, "", store.revision());
    std::vector<record_ptr> seen;
    BOOST_TEST((scan.next(seen) == state::more));
    store.compact(now, true);
    BOOST_TEST((scan.next(seen) == state::ended));  // nothing has changed, so nothing is missing

    collection_scan late(c, "", store.revision());
    seen.clear();
    BOOST_TEST((late.next(seen) == state::more));
    put(key(1));
    store.compact(now, true);
    BOOST_TEST((late.next(seen) == state::lost));
}
