// Unreadable objects, in lists and watches and with the fault anywhere in them: the others are not
// affected.
#include "setpoint/api/dynamic_object.hpp"
#include "unit/cache/cache_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(unreadable_test)

namespace {

constexpr std::size_t too_deep = 70;

std::string nested(std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
}
// The object with `more` as another member, after or before its metadata.
std::string with(const made_gadget& g, const std::string& more, bool first = false) {
    std::string s = g.json();
    if (first)
        s.insert(1, more + ",");
    else
        s.insert(s.size() - 1, "," + more);
    return s;
}
std::string list_of(const std::vector<std::string>& items, std::string_view version) {
    std::string body = list_json({}, version);
    body.insert(body.find("[]") + 1, fmt::format("{}", fmt::join(items, ",")));
    return body;
}
std::string event_of(std::string_view type, const std::string& object) {
    return fmt::format("{{\"type\":\"{}\",\"object\":{}}}\n", type, object);
}
kind_info dynamic_gadgets() {
    return dynamic_kind({"example.com", "v1", "Gadget"}, "gadgets");
}
std::string names(const cached_collection& v) {
    std::string all;
    const auto found = v.list({});
    BOOST_REQUIRE(found.has_value());
    for (const object_ptr& o : *found) {
        const basic_meta& m = v.kind().meta(o.get());
        all += fmt::format("{}{}@{}", all.empty() ? "" : " ", m.name, m.resource_version);
    }
    return all;
}
const std::string unreadable_metric =
    R"(setpoint_informer_events_total{namespace="",resource="gadgets.example.com",selector="",type="unreadable")";

struct fixture : cache_world {
    script_answer& begin(const std::vector<std::string>& items, std::string_view version) {
        net.expect("GET", gadgets + "?resourceVersion=0&limit=500").json(list_of(items, version));
        script_answer& watch = expect_watch(version);
        c.start(tasks);
        return watch;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(undescribed_values_may_have_any_depth, fixture) {
    cached_collection& v = c.watch<gadget>();
    const std::string status = R"("status":{"a":)" + nested(100000) + R"(,"b":"]}\""})";
    script_answer& watch = begin({with(thing("a", "2"), status), with(thing("b", "3"), status, true)}, "10");
    pass();
    BOOST_TEST_REQUIRE(v.synced());
    BOOST_TEST(all(v) == "default/a@2 default/b@3");
    BOOST_TEST(as_gadget(v.find({"default", "b"})).spec.node == "n1");
    watch.push(event_of("MODIFIED", with(thing("b", "11"), status)));
    watch.push(event_of("DELETED", with(thing("a", "12"), status)));
    pass();
    BOOST_TEST(all(v) == "default/b@11");
    BOOST_TEST(watch.streams() == 1);
    BOOST_TEST(gauge(unreadable_metric) == 0);
    BOOST_TEST(times_logged("cannot be read") == 0u);
}

BOOST_FIXTURE_TEST_CASE(an_object_nested_too_deeply_for_its_type_does_not_affect_the_others, fixture) {
    cached_collection& v = c.watch(dynamic_gadgets());
    const std::string deep = R"("data":)" + nested(too_deep);
    net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
        .json(list_of({thing("a", "2").json(), with(thing("deep", "3"), deep), thing("b", "4").json()}, "10"))
        .repeats();
    script_answer& watch = expect_watch("10");
    c.start(tasks);
    pass(3s);
    BOOST_TEST_REQUIRE(v.synced());
    BOOST_TEST(names(v) == "a@2 b@4");
    BOOST_TEST(times_logged("object=default/deep") == 1u);
    BOOST_TEST(gauge(unreadable_metric) == 1);
    // And on the watch: it keeps its last state, and later objects are delivered.
    watch.push(event_of("MODIFIED", with(thing("a", "11"), deep)) + frame("ADDED", thing("c", "12")));
    pass();
    BOOST_TEST(names(v) == "a@2 b@4 c@12");
    BOOST_TEST(times_logged("object=default/a") == 1u);
    BOOST_TEST(watch.streams() == 1);
    watch.push(event_of("DELETED", with(thing("a", "13"), deep)));
    pass();
    BOOST_TEST(names(v) == "b@4 c@12");
}

BOOST_FIXTURE_TEST_CASE(an_object_whose_fault_precedes_its_name_does_not_affect_the_others, fixture) {
    cached_collection& v = c.watch<gadget>();
    const std::string fault = R"("spec":{"size":"x","y":"]\"}"})";
    const std::string items =
        list_of({thing("a", "2").json(), with(thing("odd", "3"), fault, true), thing("b", "4").json()}, "10");
    script_answer& first = net.expect("GET", gadgets + "?resourceVersion=0&limit=500").json(items);
    net.expect("GET", gadgets + "?resourceVersion=0&limit=500").in_pieces(items, 7);
    script_answer& watch = expect_watch("10");
    c.start(tasks);
    pass();
    BOOST_TEST(!v.synced());
    BOOST_TEST(first.streams() == 0);
    pass(3s);
    BOOST_TEST_REQUIRE(v.synced());
    BOOST_TEST(all(v) == "default/a@2 default/b@4");
    BOOST_TEST(times_logged("object=default/odd") == 1u);
    // Later lists are read item by item at once, and the stored state of an object stays.
    pass(5s);
    watch.push(error_frame(410, "Expired"));
    net.expect("GET", gadgets + "?resourceVersion=10")
        .json(list_of({with(thing("a", "11"), fault, true), thing("b", "12").json()}, "20"));
    expect_watch("20");
    pass(2s);
    BOOST_TEST(all(v) == "default/a@2 default/b@12");
    BOOST_TEST(gauge(unreadable_metric) == 2);
}

BOOST_FIXTURE_TEST_CASE(a_list_with_an_unnamable_item_fails, fixture) {
    cached_collection& v = c.watch<gadget>();
    net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
        .json(list_of({thing("a", "2").json(), R"({"spec":5,"metadata":{"name":7}})"}, "10"))
        .repeats();
    c.start(tasks);
    pass(10s);
    BOOST_TEST(!v.synced());
    BOOST_TEST(v.why().find("spec: expected an object, found a number") != std::string::npos, v.why());
}

BOOST_FIXTURE_TEST_CASE(the_text_of_an_event_that_cannot_be_read_is_not_logged, fixture) {
    c.watch<gadget>();
    script_answer& watch = begin({thing("a", "2").json()}, "10");
    pass();
    net.expect("GET", gadgets + "?resourceVersion=10").json(list_of({}, "20"));
    expect_watch("20");
    watch.push(event_of("DELETED", R"({"data":{"password":"aHVudGVyMg=="},"metadata":{"name":7}})"));
    pass(5s);
    BOOST_TEST(times_logged("an event has no readable object") == 1u);
    BOOST_TEST(times_logged("aHVudGVyMg==") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
