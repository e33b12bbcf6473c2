// Which objects wait for which finalizer.
#include "framework/controller/finalizer_waits.hpp"

#include "controller_world.hpp"

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(finalizer_waits_test)

namespace {

object_meta object(std::string name, std::optional<std::chrono::seconds> deleted,
                   std::vector<std::string> finalizers) {
    object_meta m;
    m.ns = "web";
    m.name = std::move(name);
    if (deleted) m.deletion_timestamp = timestamp(std::chrono::sys_seconds(*deleted));
    for (std::string& f : finalizers) m.finalizers.emplace_back(std::move(f));
    return m;
}

// "a: 2 since 10, b: 0"
std::string text_of(const finalizer_waits& w) {
    std::string all;
    w.each([&](std::string_view name, std::size_t objects, wall_time since) {
        all += (all.empty() ? "" : ", ") + std::string(name) + ": " + std::to_string(objects);
        if (objects != 0) all += " since " + std::to_string(since.time_since_epoch() / 1s);
    });
    return all;
}

void see(finalizer_waits& w, const object_meta& m) {
    w.seen(m, &m);
}

}  // namespace

BOOST_AUTO_TEST_CASE(only_objects_that_are_being_deleted_count) {
    finalizer_waits w;
    see(w, object("a", std::nullopt, {"x/f"}));
    see(w, object("b", 5s, {}));
    BOOST_TEST(text_of(w) == "");
    see(w, object("a", 20s, {"x/f", "y/g"}));
    see(w, object("c", 10s, {"x/f"}));
    BOOST_TEST(text_of(w) == "x/f: 2 since 10, y/g: 1 since 20");
    see(w, object("a", 20s, {"y/g"}));
    BOOST_TEST(text_of(w) == "x/f: 1 since 10, y/g: 1 since 20");
    const object_meta gone = object("c", 10s, {"x/f"});
    w.seen(gone, nullptr);
    w.seen(gone, nullptr);
    BOOST_TEST(text_of(w) == "x/f: 0, y/g: 1 since 20");
    w.clear();
    BOOST_TEST(text_of(w) == "x/f: 0, y/g: 0");
    see(w, object("a", 20s, {"y/g"}));
    BOOST_TEST(text_of(w) == "x/f: 0, y/g: 1 since 20");
}

BOOST_AUTO_TEST_CASE(a_finalizer_that_is_there_twice_counts_once) {
    finalizer_waits w;
    see(w, object("a", 20s, {"x/f", "x/f"}));
    BOOST_TEST(text_of(w) == "x/f: 1 since 20");
    const object_meta gone = object("a", 20s, {});
    w.seen(gone, nullptr);
    BOOST_TEST(text_of(w) == "x/f: 0");
}

BOOST_AUTO_TEST_CASE(the_number_of_names_is_limited) {
    finalizer_waits w;
    for (int i = 0; i < 100; ++i)
        see(w, object("o" + std::to_string(i), 7s, {"x/f" + std::to_string(i), "y/g" + std::to_string(i)}));
    std::size_t names = 0, others = 0;
    w.each([&](std::string_view name, std::size_t objects, wall_time) {
        ++names;
        if (name == finalizer_waits::other_finalizers) others = objects;
    });
    BOOST_TEST(names == finalizer_waits::max_finalizers + 1);
    BOOST_TEST(others == 90u);
}

BOOST_AUTO_TEST_CASE(finalizers_of_the_past_take_no_place) {
    finalizer_waits w;
    const auto come_and_go = [&](const std::string& finalizer) {
        see(w, object("a", 7s, {finalizer}));
        see(w, object("a", 7s, {}));
    };
    for (std::size_t i = 0; i < finalizer_waits::max_finalizers; ++i) come_and_go("a/f" + std::to_string(i));
    see(w, object("b", 7s, {"x/f"}));
    BOOST_TEST(text_of(w).ends_with("x/f: 1 since 7"));
    for (std::size_t i = 0; i < 2 * finalizer_waits::max_names; ++i) come_and_go("c/f" + std::to_string(i));
    std::size_t names = 0;
    w.each([&](std::string_view, std::size_t, wall_time) { ++names; });
    BOOST_TEST(names == finalizer_waits::max_names + 1);
}

BOOST_AUTO_TEST_CASE(a_controller_serves_them_while_it_runs) {
    controller_world w;
    w.start([](context&, object_key) -> awaitable<outcome> { co_return outcome::done(); });
    const auto objects = [&](const char* finalizer) {
        return w.measured
            .sum("setpoint_terminating_objects", {{"controller", "gadget"}, {"finalizer", finalizer}})
            .value_or(-1);
    };
    w.put("a", R"("finalizers": ["x/f"])");
    w.settle(1s);
    BOOST_TEST(objects("x/f") == -1);
    w.put("a", R"("finalizers": ["x/f"], "deletionTimestamp": "1970-01-01T00:00:00Z")");
    w.settle(1s);
    BOOST_TEST(objects("x/f") == 1);
    const double oldest = w.measured.sum("setpoint_terminating_oldest_seconds").value_or(-1);
    const double now = std::chrono::duration<double>(w.l.wall_now().time_since_epoch()).count();
    BOOST_TEST(oldest == now, boost::test_tools::tolerance(1e-9));
    w.gadgets.remove("a");
    w.settle(1s);
    BOOST_TEST(objects("x/f") == 0);
    BOOST_TEST(w.measured.sum("setpoint_terminating_oldest_seconds").value_or(-1) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
