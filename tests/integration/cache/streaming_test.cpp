// Lists that a real API server streams.
#include "integration/cache/live_cache.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(streaming_test, *boost::unit_test::precondition(needs_cluster()))

namespace {

control_plane& plane() {
    static control_plane shared("streaming");
    return shared;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_view_is_filled_by_a_stream_and_follows_what_happens_then) {
    live_cache w(plane(), {}, {true});
    w.sink.level = log_level::debug;
    w.with_cache([&]() -> awaitable<void> {
        const cache_scope scope = co_await w.fresh_scope();
        for (int i = 0; i < 60; ++i) (co_await w.api().create(w.make(fmt::format("m{:02}", i)))).value();
        cached_collection& v = w.c.watch<config_map>(scope);
        event_record seen;
        v.subscribe(seen.handler());
        BOOST_TEST(!!co_await w.eventually([&] { return v.synced() && v.state() == sync_state::live; }));
        BOOST_TEST(v.size() == 60u);
        BOOST_TEST(seen.held.size() == 60u);
        (co_await w.api().apply(w.make("m00", "2"))).value();
        (co_await w.api().remove<config_map>({w.ns, "m01"})).value();
        (co_await w.api().create(w.make("late"))).value();
        BOOST_TEST(!!co_await w.eventually([&] {
            return v.size() == 60 && v.find({w.ns, "late"}) && !v.find({w.ns, "m01"}) &&
                   live_cache::value_of(v.find({w.ns, "m00"})) == "2";
        }));
        // A view of another type makes it list again: streamed too, from the version that is known.
        cached_collection& names = w.c.watch<metadata_only<config_map>>(scope);
        BOOST_TEST(!!co_await w.eventually([&] { return names.synced() && names.size() == 60; }));
        BOOST_TEST(seen.held.size() == 60u);
    });
    BOOST_TEST(w.log_text.str().find("does not stream") == std::string::npos, w.log_text.str());
    BOOST_TEST(w.log_text.str().find("retrying") == std::string::npos, w.log_text.str());
}

BOOST_AUTO_TEST_SUITE_END()
