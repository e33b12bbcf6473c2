// Specs that are wrong, names that are taken, and rights.
#include "world.hpp"

BOOST_AUTO_TEST_SUITE(web_server_bad_input)

using namespace web_server_test;

namespace {

bool is_degraded(const ws& w) {
    return is_true(w.status.conditions, "Degraded");
}
bool is_cured(const ws& w) {
    const condition* c = find_condition(w.status.conditions, "Degraded");
    return c && c->status == condition_status::false_;
}
// For a controller, rights that rare cases need: single reads, after a write of unknown outcome; what
// admission may ask for when an owner reference blocks deletion; a patch of an event, which a repeated one
// makes.
bool is_for_rare_cases(const resource_access& a) {
    return a.verb == "get" || (a.subresource == "finalizers" && a.verb == "update") ||
           (a.resource == "events" && a.verb == "patch");
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_schema_refuses_negative_replicas_and_an_empty_image) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        for (const auto& [wrong, field] : {std::pair(make("negative", -1), "spec.replicas"),
                                           std::pair(make("empty", 1, ""), "spec.image")}) {
            const auto refused = co_await w.client().create(wrong);
            BOOST_REQUIRE(!refused);
            BOOST_CHECK(refused.error().code == errc::invalid);
            BOOST_TEST(refused.error().server_text.find(field) != std::string::npos,
                       refused.error().to_string());
        }
    });
}

BOOST_AUTO_TEST_CASE(a_long_image_is_cut_between_characters) {
    const ws w = make("web", 1, std::string(196, 'A') + "\u00e9" + std::string(20, 'A'));
    const auto wrong = ::web_server::check_spec(w);
    BOOST_REQUIRE(wrong.has_value());
    BOOST_TEST(wrong->message.find("\"" + std::string(196, 'A') + "...\"") != std::string::npos,
               wrong->message);
}

BOOST_AUTO_TEST_CASE(an_image_that_is_none_ends_as_a_condition_and_an_event_not_in_a_hot_loop) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web", 1, "nginx:not a tag"))).value();
        const auto live = co_await w.async_until<ws>(key("web"), "degraded", is_degraded);
        BOOST_TEST(find_condition(live->status.conditions, "Degraded")->reason == "InvalidImage");
        const std::size_t calls = co_await w.async_until_idle(10min, 1h);
        BOOST_TEST(calls < 20u);
        const auto d = co_await w.client().get<deployment>(key("web"));
        BOOST_TEST((!d && d.error().code == errc::not_found));
        const std::string events = co_await w.must("GET", "events.k8s.io/v1/events");
        BOOST_TEST(events.find("InvalidImage") != std::string::npos, events);
        co_await w.change("web", {{"image", "nginx:1"}});
        co_await w.async_until<ws>(key("web"), "cured", is_cured);
    });
}

BOOST_AUTO_TEST_CASE(children_of_others_are_not_taken_over_and_the_name_is_used_once_it_is_free) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        co_await w.must(
            "POST", "apps/v1/deployments",
            R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"taken"},"spec":{"selector":)"
            R"({"matchLabels":{"app":"taken"}},"template":{"metadata":{"labels":{"app":"taken"}},)"
            R"("spec":{"containers":[{"name":"busybox","image":"busybox:1"}]}}}})",
            "application/json");
        co_await w.must("POST", "v1/services",
                        R"({"apiVersion":"v1","kind":"Service","metadata":{"name":"other-service"},)"
                        R"("spec":{"ports":[{"port":7}]}})",
                        "application/json");
        for (const char* name : {"taken", "other"}) {
            (co_await w.client().create(make(name))).value();
            const auto live = co_await w.async_until<ws>(key(name), "degraded", is_degraded);
            BOOST_TEST(find_condition(live->status.conditions, "Degraded")->reason == "NotOurs");
        }
        co_await w.async_until_idle();
        const auto foreign = (co_await w.client().get<deployment>(key("taken"))).value();
        BOOST_TEST(foreign->spec.pod_template.spec.containers.at(0).image == "busybox:1");
        (co_await w.client().remove<deployment>(key("taken"))).value();
        (co_await w.client().remove<service>(key("other-service"))).value();
        co_await w.async_until<deployment>(key("taken"), "ours", [](const deployment& x) {
            return x.spec.pod_template.spec.containers.at(0).image == "nginx:1.23.1";
        });
        co_await w.async_until<service>(key("other-service"), "ours",
                                        [](const service& x) { return x.spec.type == "NodePort"; });
        for (const char* name : {"taken", "other"}) co_await w.async_until<ws>(key(name), "cured", is_cured);
    });
}

BOOST_AUTO_TEST_CASE(the_role_allows_what_is_requested_and_hardly_more) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web", 2))).value();
        co_await w.async_until<ws>(key("web"), "rolled out", is_rolled_out);
        co_await w.change("web", {{"replicas", 1}});
        co_await w.async_until<deployment>(key("web"), "scaled",
                                           [](const deployment& x) { return x.spec.replicas == 1; });
        (co_await w.client().remove<service>(key("web-service"))).value();
        co_await w.async_until<service>(key("web-service"), "back", [](const service&) { return true; });
        (co_await w.client().merge_patch<service>(key("web-service"), {{"spec", {{"type", "ClusterIP"}}}}))
            .value();
        co_await w.async_until<service>(key("web-service"), "repaired",
                                        [](const service& x) { return x.spec.type == "NodePort"; });
        co_await w.async_until_idle();
    });
    testing::role_difference d = w.requests().compare(w.m.roles({}));
    std::erase_if(d.not_used, is_for_rare_cases);
    BOOST_TEST(d.text() == "");
}

BOOST_AUTO_TEST_SUITE_END()
