// Writes to subresources that are meant for one object and must never hit another one of its name.
#include "unit/client/api_world.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(uid_guard_test)

namespace {

const std::string one_url = widgets_url + "/a", status_url = one_url + "/status*",
                  scale_url = one_url + "/scale*";

std::string widget_at(std::string_view uid, std::string_view version) {
    return fmt::format(
        R"({{"apiVersion":"example.com/v1","kind":"Widget","metadata":{{"name":"a","namespace":"default",)"
        R"("uid":"{}","resourceVersion":"{}"}},"spec":{{"color":"red"}}}})",
        uid, version);
}

struct world : api_world {
    // A read of the whole object, and one of its metadata from the server.
    void shows(std::string_view uid, std::string_view version) {
        net.expect("GET", one_url).json(widget_at(uid, version));
    }
    void refuses(const std::string& url, int code, std::string_view reason) {
        net.expect("PATCH", url).status(code).json(failure_json(code, reason));
    }
    boost::json::value body(std::size_t request) const {
        return boost::json::parse(net.sent().at(request).body);
    }
    // The preconditions of the write that was sent as this request.
    std::string guard(std::size_t request) const {
        const boost::json::value b = body(request);
        const boost::json::object& m = b.at("metadata").as_object();
        return std::string(m.at("uid").as_string()) + "@" + std::string(m.at("resourceVersion").as_string());
    }
    bool reads_metadata(std::size_t request) const {
        return net.sent().at(request).method == "GET" &&
               header(request, "Accept").find("as=PartialObjectMetadata") != std::string_view::npos;
    }

    result<> report(write_options o = meant()) {
        result<> out;
        run([&]() -> awaitable<void> {
            widget x = make_widget("default", "a", "red");
            x.status.ready = 3;
            const auto done = co_await api.apply_status(x, o);
            out = done ? result<>() : done.error();
        });
        return out;
    }
    static write_options meant() {
        write_options o;
        o.uid = "u-1";
        return o;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_status_is_applied_under_the_version_of_the_object_that_is_meant, world) {
    shows("u-1", "7");
    net.expect("PATCH", status_url).json(widget_at("u-1", "8"));
    BOOST_TEST(report().has_value());
    BOOST_TEST(net.sent().size() == 2u);
    BOOST_TEST(
        net.sent()[1].body ==
        R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"resourceVersion":"7","name":"a",)"
        R"("namespace":"default","uid":"u-1"},"status":{"ready":3}})");
    BOOST_TEST(header(1, "Content-Type") == "application/apply-patch+yaml");
}

BOOST_FIXTURE_TEST_CASE(a_change_by_others_costs_one_read_and_the_apply_is_sent_again, world) {
    shows("u-1", "7");
    refuses(status_url, 409, "Conflict");
    shows("u-1", "9");
    net.expect("PATCH", status_url).json(widget_at("u-1", "10"));
    BOOST_TEST(report().has_value());
    BOOST_TEST(net.sent().size() == 4u);
    BOOST_TEST(guard(1) == "u-1@7");
    BOOST_TEST(reads_metadata(2));
    BOOST_TEST(guard(3) == "u-1@9");
    BOOST_TEST(body(3).at("status") == body(1).at("status"));
}

BOOST_FIXTURE_TEST_CASE(nothing_is_sent_to_another_object_of_that_name, world) {
    shows("u-2", "12");  // as a stale cache may return it
    shows("u-2", "12");
    const auto done = report();
    BOOST_REQUIRE(!done);
    BOOST_TEST((done.error().code == errc::conflict));
    BOOST_TEST(done.error().http_status == 0);
    BOOST_TEST(done.error().message ==
               "apply widgets.example.com/status default/a: an object with another UID has that name by now: "
               "u-2");
    BOOST_TEST(net.sent().size() == 2u);
    BOOST_TEST(reads_metadata(1));
}

BOOST_FIXTURE_TEST_CASE(an_object_that_was_replaced_in_between_is_left_alone, world) {
    shows("u-1", "7");
    refuses(status_url, 409, "Conflict");
    shows("u-2", "12");
    BOOST_TEST((report().error().code == errc::conflict));
    BOOST_TEST(net.sent().size() == 3u);
}

BOOST_FIXTURE_TEST_CASE(an_object_that_is_gone_is_not_found_before_and_after_the_write, world) {
    net.expect("GET", one_url).status(404).json(failure_json(404, "NotFound"));
    net.expect("GET", one_url).status(404).json(failure_json(404, "NotFound"));
    BOOST_TEST((report().error().code == errc::not_found));
    shows("u-1", "7");
    refuses(status_url, 409, "Conflict");
    net.expect("GET", one_url).status(404).json(failure_json(404, "NotFound"));
    BOOST_TEST((report().error().code == errc::not_found));
}

BOOST_FIXTURE_TEST_CASE(the_server_has_priority_over_the_cache, world) {
    net.expect("GET", one_url).status(404).json(failure_json(404, "NotFound"));
    shows("u-1", "7");
    net.expect("PATCH", status_url).json(widget_at("u-1", "8"));
    BOOST_TEST(report().has_value());
    BOOST_TEST(guard(2) == "u-1@7");
}

BOOST_FIXTURE_TEST_CASE(a_write_that_always_conflicts_fails_after_six_attempts, world) {
    shows("u-1", "7");
    for (int i = 0; i < 6; ++i) {
        refuses(status_url, 409, "Conflict");
        if (i < 5) shows("u-1", std::to_string(8 + i));
    }
    const auto done = report();
    BOOST_TEST((done.error().code == errc::conflict));
    BOOST_TEST(done.error().http_status == 409);
    BOOST_TEST(net.sent().size() == 12u);
}

BOOST_FIXTURE_TEST_CASE(a_conflict_over_something_else_is_not_repeated, world) {
    shows("u-1", "7");
    refuses(status_url, 409, "Conflict");
    shows("u-1", "7");
    BOOST_TEST((report().error().http_status == 409));
    BOOST_TEST(net.sent().size() == 3u);
}

BOOST_FIXTURE_TEST_CASE(other_errors_pass, world) {
    net.expect("GET", one_url).status(403).json(failure_json(403, "Forbidden"));
    BOOST_TEST((report().error().code == errc::forbidden));
    shows("u-1", "7");
    refuses(status_url, 422, "Invalid");
    BOOST_TEST((report().error().code == errc::invalid));
    BOOST_TEST(net.sent().size() == 3u);
}

BOOST_FIXTURE_TEST_CASE(without_a_uid_or_with_a_version_the_write_is_the_only_request, world) {
    net.expect("PATCH", status_url).json(widget_at("u-1", "8"));
    BOOST_TEST(report({}).has_value());
    write_options o = meant();
    o.resource_version = "6";
    refuses(status_url, 409, "Conflict");
    BOOST_TEST((report(o).error().http_status == 409));
    BOOST_TEST(guard(1) == "u-1@6");
    BOOST_TEST(net.sent().size() == 2u);
}

BOOST_FIXTURE_TEST_CASE(merge_patches_and_dynamic_objects_are_guarded_alike, world) {
    shows("u-1", "7");
    net.expect("PATCH", status_url).json(widget_at("u-1", "8"));
    shows("u-1", "8");  // for dynamic objects the metadata directly, since they are never cached
    net.expect("PATCH", status_url).json(widget_at("u-1", "9"));
    shows("u-1", "9");
    net.expect("PATCH", scale_url).json(widget_at("u-1", "10"));
    run([&]() -> awaitable<void> {
        const object_key key{"default", "a"};
        BOOST_TEST((co_await api.merge_patch<widget>(key, {{"status", {{"ready", 1}}}}, meant(), "status"))
                       .has_value());
        dynamic_object d({"example.com", "v1", "Widget"}, key);
        d.json()["status"] = {{"ready", 2}};
        BOOST_TEST((co_await api.apply(d, kind_of<widget>(), meant(), "status")).has_value());
        boost::json::object scaled{{"metadata", {{"labels", {{"a", "b"}}}}}, {"spec", {{"replicas", 4}}}};
        BOOST_TEST((co_await api.merge_patch(kind_of<widget>(), key, scaled, meant(), "scale")).has_value());
    });
    BOOST_TEST(net.sent()[1].body ==
               R"({"status":{"ready":1},"metadata":{"uid":"u-1","resourceVersion":"7"}})");
    BOOST_TEST(reads_metadata(2));
    BOOST_TEST(guard(3) == "u-1@8");
    BOOST_TEST(body(3).at("status").at("ready").to_number<int>() == 2);
    BOOST_TEST(reads_metadata(4));
    BOOST_TEST(guard(5) == "u-1@9");
    BOOST_TEST(body(5).at("metadata").at("labels").at("a") == "b");
}

BOOST_FIXTURE_TEST_CASE(a_json_patch_of_a_subresource_tests_the_uid_and_one_read_explains_its_failure,
                        world) {
    const auto ready = [this]() {
        error e;
        run([&]() -> awaitable<void> {
            const auto done = co_await api.patch<widget>(
                {"default", "a"}, json_patch().replace({"status", "ready"}, 2), meant(), "status");
            if (!done) e = done.error();
        });
        return e;
    };
    net.expect("PATCH", status_url).json(widget_at("u-1", "8"));
    BOOST_TEST(ready().message == "");
    BOOST_TEST(net.sent()[0].body == R"([{"op":"test","path":"/metadata/uid","value":"u-1"},)"
                                     R"({"op":"replace","path":"/status/ready","value":2}])");
    refuses(status_url, 422, "Invalid");
    shows("u-2", "12");
    const error other = ready();
    BOOST_TEST((other.code == errc::conflict));
    BOOST_TEST(other.http_status == 0);
    BOOST_TEST(reads_metadata(2));
    refuses(status_url, 422, "Invalid");
    shows("u-1", "8");
    BOOST_TEST((ready().code == errc::invalid));
    refuses(status_url, 422, "Invalid");
    net.expect("GET", one_url).status(404).json(failure_json(404, "NotFound"));
    BOOST_TEST((ready().code == errc::invalid));
}

BOOST_FIXTURE_TEST_CASE(replicas_of_one_object_are_set_by_a_json_patch, world) {
    net.expect("PATCH", scale_url)
        .json(
            R"({"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"a"},"spec":{"replicas":4}})");
    refuses(scale_url, 422, "Invalid");
    shows("u-2", "12");
    run([&]() -> awaitable<void> {
        BOOST_TEST((co_await api.set_replicas<widget>({"default", "a"}, 4, meant())).has_value());
        BOOST_TEST(((co_await api.set_replicas<widget>({"default", "a"}, 4, meant())).error().code ==
                    errc::conflict));
    });
    BOOST_TEST(net.sent()[0].body == R"([{"op":"test","path":"/metadata/uid","value":"u-1"},)"
                                     R"({"op":"add","path":"/spec/replicas","value":4}])");
    BOOST_TEST(header(0, "Content-Type") == "application/json-patch+json");
}

BOOST_FIXTURE_TEST_CASE(an_update_sends_the_preconditions_of_its_options, world) {
    net.expect("PUT", widgets_url + "/a/status*").json(widget_at("u-1", "8"));
    run([&]() -> awaitable<void> {
        dynamic_object d({"example.com", "v1", "Widget"}, {"default", "a"});
        write_options o = meant();
        o.resource_version = "7";
        BOOST_TEST((co_await api.update(d, kind_of<widget>(), o, "status")).has_value());
    });
    BOOST_TEST(guard(0) == "u-1@7");
}

BOOST_AUTO_TEST_SUITE_END()
