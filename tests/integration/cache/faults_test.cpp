// The cache and an API server that is being broken.
#include "integration/cache/live_cache.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

namespace {

control_plane& broken_plane() {
    static control_plane shared("cachefaults");
    return shared;
}
// Without its watch cache the server pages every list, and sends no bookmarks.
control_plane& paging_plane() {
    static control_plane shared("cachepages", {"--arg", "apiserver=--watch-cache=false"});
    return shared;
}

constexpr int objects = 20;

// What the view holds is what the server has.
awaitable<void> compare(live_cache& w, cached_collection& v) {
    std::vector<snapshot<config_map>> there;
    const bool same = co_await w.eventually([&] { return v.synced() && v.state() == sync_state::live; }, 90s);
    BOOST_TEST(same, w.log_text.str());
    list_options all;
    all.ns = w.ns;
    there = (co_await w.api().list<config_map>(all)).value();
    const auto equal = [&] {
        if (v.size() != there.size()) return false;
        for (const auto& m : there) {
            const object_ptr held = v.find({w.ns, m->metadata.name.str()});
            if (!held || static_cast<const config_map*>(held.get())->metadata.resource_version !=
                             m->metadata.resource_version)
                return false;
        }
        return true;
    };
    BOOST_TEST(!!co_await w.eventually(equal), w.log_text.str());
}

// Writes, deletes and makes objects anew until it is told to stop.
awaitable<void> disturb(live_cache& w, bool& stop, int& rounds) {
    while (!stop) {
        const int i = rounds++;
        const std::string name = fmt::format("m{:02}", i % objects);
        if (i % 7 == 3) {
            const auto removed = co_await w.api().remove<config_map>({w.ns, name});
            if (!removed) co_await w.l.sleep(50ms);
        } else {
            co_await w.apply(w.make(name, std::to_string(i)));
        }
    }
}

void under_fault(std::vector<std::vector<std::string>> faults) {
    live_cache w(broken_plane());
    w.with_cache(
        [&]() -> awaitable<void> {
            const cache_scope scope = co_await w.fresh_scope();
            cached_collection& v = w.c.watch<config_map>(scope);
            event_record seen;
            v.subscribe(seen.handler());
            for (int i = 0; i < objects; ++i) co_await w.apply(w.make(fmt::format("m{:02}", i)));
            BOOST_TEST(!!co_await w.eventually([&] { return v.size() == objects; }));
            bool stop = false;
            int rounds = 0;
            task_scope writers(w.l, "writers");
            writers.spawn("writer", disturb(w, stop, rounds));
            for (const auto& f : faults) {
                const int done = rounds, refused = w.refused;
                co_await w.fault_of(f);
                if (f.front() == "kill-etcd")
                    BOOST_TEST(!!co_await w.eventually([&] { return w.refused > refused; }, 90s));
                else
                    BOOST_TEST(!!co_await w.eventually([&] { return rounds > done + 20; }, 60s));
            }
            stop = true;
            co_await writers.join();
            co_await compare(w, v);
            BOOST_TEST(seen.held.size() == v.size());
            // Nothing changes any more: nothing is told any more.
            const std::size_t told = seen.events;
            (co_await w.api().create(w.make("marker"))).value();
            BOOST_TEST(!!co_await w.eventually([&] { return !!v.find({w.ns, "marker"}); }));
            BOOST_TEST(seen.events == told + 1);
        },
        240s);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(live_cache_faults, *boost::unit_test::precondition(needs_real_cluster()))

BOOST_AUTO_TEST_CASE(restarts_and_compactions_lose_and_repeat_nothing) {
    under_fault({{"restart-apiserver", "--kill"}, {"compact"}, {"restart-apiserver"}, {"compact"}});
}

BOOST_AUTO_TEST_CASE(a_storage_that_is_away_for_a_while_loses_and_repeats_nothing) {
    under_fault({{"kill-etcd"}, {"start-etcd"}});
}

BOOST_AUTO_TEST_CASE(a_server_that_is_connected_and_silent_is_noticed) {
    live_cache w(broken_plane());
    w.with_cache(
        [&]() -> awaitable<void> {
            const cache_scope scope = co_await w.fresh_scope();
            cached_collection& v = w.c.watch<config_map>(scope);
            BOOST_TEST(!!co_await w.eventually([&] { return v.state() == sync_state::live; }));
            co_await w.fault_of({"freeze", "apiserver"});
            // By the limit on silence, or earlier by the transport's keep-alive.
            const bool noticed = co_await w.eventually(
                [&] { return w.log_text.str().find("opening it again") != std::string::npos; }, 100s, 200ms);
            co_await w.fault_of({"thaw", "apiserver"});
            BOOST_TEST(noticed, w.log_text.str());
            co_await w.apply(w.make("after"));
            BOOST_TEST(!!co_await w.eventually([&] { return !!v.find({w.ns, "after"}); }, 90s),
                       w.log_text.str());
        },
        240s);
}

BOOST_AUTO_TEST_CASE(more_than_a_page_of_objects_is_read_page_by_page) {
    live_cache w(paging_plane());
    w.with_cache(
        [&]() -> awaitable<void> {
            const cache_scope scope = co_await w.fresh_scope();
            constexpr int many = 1201;
            task_scope writers(w.l, "writers");
            const auto write = [](live_cache& world, int from) -> awaitable<void> {
                for (int i = from; i < many; i += 4)
                    co_await world.apply(world.make(fmt::format("m{:04}", i)));
            };
            for (int i = 0; i < 4; ++i) writers.spawn("writer", write(w, i));
            co_await writers.join();
            cached_collection& v = w.c.watch<config_map>(scope);
            event_record seen;
            v.subscribe(seen.handler());
            BOOST_TEST(!!co_await w.eventually([&] { return v.synced() && v.state() == sync_state::live; }),
                       w.log_text.str());
            BOOST_TEST(v.size() == std::size_t{many});
            BOOST_TEST(seen.events == std::size_t{many});
            // Three pages: only whole lists are counted.
            BOOST_TEST(w.measured.text().find("result=\"success\",selector=\"\"} 1") != std::string::npos);
            co_await w.apply(w.make("m0600", "changed"));
            BOOST_TEST(!!co_await w.eventually(
                [&] { return live_cache::value_of(v.find({w.ns, "m0600"})) == "changed"; }));
        },
        180s);
}

BOOST_AUTO_TEST_SUITE_END()
