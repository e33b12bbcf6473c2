// How the typed and dynamic calls convert their arguments.
#include "setpoint/client/interceptor.hpp"
#include "support/virtual_world.hpp"
#include "unit/client/widget.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(client_test)

namespace {

// Records calls and answers writes with a fixed object.
class recorder final : public client {
public:
    std::vector<call> calls;
    std::vector<std::string> reads;
    std::optional<error> failure;

    awaitable<result<object_ptr>> get_object(const kind_info& kind, object_key key) override {
        reads.push_back("get " + key.to_string());
        co_return answer(kind);
    }
    awaitable<result<std::vector<object_ptr>>> list_objects(const kind_info& kind,
                                                            list_options options) override {
        reads.push_back("list " + options.ns);
        const auto one = answer(kind);
        if (!one) co_return one.error();
        co_return std::vector<object_ptr>{*one, *one};
    }
    awaitable<result<object_ptr>> write(const kind_info& kind, call c) override {
        calls.push_back(std::move(c));
        co_return answer(kind);
    }
    awaitable<result<>> remove_object(const kind_info&, object_key key, delete_options) override {
        reads.push_back("remove " + key.to_string());
        co_return result<>();
    }
    awaitable<result<std::unique_ptr<http::response_stream>>> open(call c) override {
        reads.push_back(c.describe());
        co_return error(errc::failed, "no stream");
    }
    std::string_view default_field_manager() const override { return "tester"; }

private:
    result<object_ptr> answer(const kind_info& kind) const {
        if (failure) return *failure;
        if (kind.dynamic)
            return object_ptr(
                std::make_shared<dynamic_object>(boost::json::object{{"kind", "Widget"}, {"x", 1}}));
        return object_ptr(std::make_shared<widget>(make_widget("answer", "answer", "blue")));
    }
};

struct world : virtual_world {
    recorder api;
    // The only call.
    const call& made() {
        BOOST_REQUIRE(api.calls.size() == 1u);
        return api.calls[0];
    }
};

// Formatted identically, for comparison.
std::string compact(std::string_view text) {
    return boost::json::serialize(boost::json::parse({text.data(), text.size()}));
}

}  // namespace

BOOST_AUTO_TEST_CASE(create_posts_the_object_with_strict_validation) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto made = co_await w.api.create(make_widget("default", "a", "red"));
        BOOST_REQUIRE(made);
        BOOST_TEST((*made)->spec.color == "blue");
    });
    const call& c = w.made();
    BOOST_TEST((c.op == verb::create));
    BOOST_TEST(c.resource.to_string() == "widgets.v1.example.com");
    BOOST_TEST(c.key == object_key("default", "a"));
    BOOST_TEST(c.field_manager == "tester");
    BOOST_TEST(c.field_validation == "Strict");
    BOOST_TEST(c.dry_run == "");
    const boost::json::object body = boost::json::parse(c.body).as_object();
    BOOST_TEST(body.at("apiVersion").as_string() == "example.com/v1");
    BOOST_TEST(body.at("kind").as_string() == "Widget");
    BOOST_TEST(boost::json::serialize(body.at("metadata")) == R"({"name":"a","namespace":"default"})");
    BOOST_TEST(boost::json::serialize(body.at("spec")) == R"({"color":"red"})");
}

BOOST_AUTO_TEST_CASE(apply_is_forced_and_takes_options) {
    world w;
    w.run([&]() -> awaitable<void> {
        write_options o;
        o.dry_run = true;
        o.field_manager = "other";
        o.field_validation = "Warn";
        BOOST_REQUIRE(co_await w.api.apply(make_widget("default", "a", "red"), o));
    });
    const call& c = w.made();
    BOOST_TEST((c.op == verb::patch));
    BOOST_TEST((c.patch == patch_type::apply));
    BOOST_TEST(c.force);
    BOOST_TEST(c.dry_run == "All");
    BOOST_TEST(c.field_manager == "other");
    BOOST_TEST(c.field_validation == "Warn");
    BOOST_TEST(c.subresource == "");
}

BOOST_AUTO_TEST_CASE(apply_of_an_object_that_was_read_leaves_out_what_the_server_sets) {
    world w;
    widget read = make_widget("default", "a", "red");
    read.metadata.uid = "u-1";
    read.metadata.resource_version = "7";
    read.metadata.generation = 3;
    read.metadata.creation_timestamp = timestamp::from(w.time.wall_now());
    read.metadata.labels["app"] = "x";
    w.run([&]() -> awaitable<void> { BOOST_REQUIRE(co_await w.api.apply(read)); });
    BOOST_TEST(boost::json::serialize(boost::json::parse(w.made().body).at("metadata")) ==
               R"({"name":"a","namespace":"default","labels":{"app":"x"}})");
}

BOOST_AUTO_TEST_CASE(preconditions_go_into_the_metadata) {
    world w;
    write_options o;
    o.uid = "u-1";
    o.resource_version = "7";
    w.run([&]() -> awaitable<void> {
        BOOST_REQUIRE(co_await w.api.apply(make_widget("default", "a", "red"), o));
        BOOST_REQUIRE(co_await w.api.apply_status(make_widget("default", "a", "red"), o));
        boost::json::object patch{{"spec", {{"color", "green"}}}};
        BOOST_REQUIRE(co_await w.api.merge_patch<widget>({"default", "a"}, patch, o));
        patch = {{"metadata", {{"labels", {{"a", "b"}}}}}};
        BOOST_REQUIRE(co_await w.api.merge_patch<widget>({"default", "a"}, patch, o));
    });
    BOOST_REQUIRE(w.api.calls.size() == 4u);
    for (int i : {0, 1})
        BOOST_TEST(
            boost::json::parse(w.api.calls[i].body).at("metadata") ==
            boost::json::parse(R"({"name":"a","namespace":"default","uid":"u-1","resourceVersion":"7"})"));
    BOOST_TEST(w.api.calls[2].body ==
               R"({"spec":{"color":"green"},"metadata":{"uid":"u-1","resourceVersion":"7"}})");
    BOOST_TEST(w.api.calls[3].body ==
               R"({"metadata":{"labels":{"a":"b"},"uid":"u-1","resourceVersion":"7"}})");
    BOOST_TEST((w.api.calls[2].patch == patch_type::merge));
    BOOST_TEST(w.api.calls[2].field_validation == "Strict");
    BOOST_TEST(!w.api.calls[2].force);
}

BOOST_AUTO_TEST_CASE(apply_status_sends_the_status_and_nothing_else) {
    world w;
    widget x = make_widget("default", "a", "red");
    x.status.ready = 2;
    x.metadata.labels["app"] = "x";
    dynamic_object d(
        boost::json::parse(R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"a",
        "namespace":"default","uid":"u"},"spec":{"color":"red"},"status":{"ready":2}})")
            .as_object());
    w.run([&]() -> awaitable<void> {
        BOOST_REQUIRE(co_await w.api.apply_status(x));
        BOOST_REQUIRE(co_await w.api.apply(d, kind_of<widget>(), {}, "status"));
    });
    BOOST_REQUIRE(w.api.calls.size() == 2u);
    for (const call& c : w.api.calls) {
        BOOST_TEST(c.subresource == "status");
        BOOST_TEST(c.force);
        BOOST_TEST(c.body == compact(R"({"apiVersion":"example.com/v1","kind":"Widget",
            "metadata":{"name":"a","namespace":"default"},"status":{"ready":2}})"));
    }
}

BOOST_AUTO_TEST_CASE(dynamic_objects_take_the_kind_that_is_given) {
    world w;
    dynamic_object d({"example.com", "v1", "Widget"}, {"default", "a"});
    d.json()["metadata"].as_object()["resourceVersion"] = "7";
    w.run([&]() -> awaitable<void> {
        const kind_info& kind = kind_of<widget>();
        const auto read = co_await w.api.get(kind, {"default", "a"});
        BOOST_REQUIRE(read);
        BOOST_TEST(read->get_int("x").value() == 1);
        const auto all = co_await w.api.list(kind);
        BOOST_REQUIRE(all);
        BOOST_TEST(all->size() == 2u);
        BOOST_TEST(all->at(0)->get_int("x").value() == 1);
        BOOST_REQUIRE(co_await w.api.update(d, kind));
        BOOST_REQUIRE(co_await w.api.create(d, kind));
        BOOST_REQUIRE(co_await w.api.merge_patch(kind, {"default", "a"}, {{"x", nullptr}}));
        BOOST_REQUIRE(co_await w.api.remove(kind, {"default", "a"}));
    });
    BOOST_REQUIRE(w.api.calls.size() == 3u);
    BOOST_TEST((w.api.calls[0].op == verb::update));
    BOOST_TEST(w.api.calls[0].body ==
               boost::json::serialize(d.json()));  // with its resourceVersion: an update is conditional
    BOOST_TEST(w.api.calls[0].field_validation == "");
    BOOST_TEST((w.api.calls[1].op == verb::create));
    BOOST_TEST(w.api.calls[1].body.find("resourceVersion") == std::string::npos);
    BOOST_TEST(w.api.calls[2].body == R"({"x":null})");
    BOOST_TEST(w.api.reads.back() == "remove default/a");
}

BOOST_AUTO_TEST_CASE(errors_pass_through_every_shell) {
    world w;
    w.api.failure = error(errc::conflict, "made up");
    w.run([&]() -> awaitable<void> {
        const widget x = make_widget("default", "a", "red");
        BOOST_TEST(((co_await w.api.get<widget>({"default", "a"})).error().code == errc::conflict));
        BOOST_TEST(((co_await w.api.list<widget>()).error().code == errc::conflict));
        BOOST_TEST(((co_await w.api.apply(x)).error().code == errc::conflict));
        BOOST_TEST(
            ((co_await w.api.get(kind_of<widget>(), {"default", "a"})).error().code == errc::conflict));
        BOOST_TEST(((co_await w.api.list(kind_of<widget>())).error().code == errc::conflict));
    });
}

BOOST_AUTO_TEST_CASE(interceptor_replaces_the_calls_it_has_hooks_for) {
    world w;
    interceptor c(w.api);
    int writes = 0;
    w.run([&]() -> awaitable<void> {
        const widget x = make_widget("default", "a", "red");
        BOOST_TEST(!!(co_await c.apply(x)));
        BOOST_TEST(!!(co_await c.get<widget>({"default", "a"})));
        BOOST_TEST(!!(co_await c.list<widget>()));
        BOOST_TEST(!!(co_await c.remove<widget>({"default", "a"})));
        BOOST_TEST(!(co_await c.open({})));
        c.on_write = [&writes](client& inner, const kind_info& kind,
                               call k) -> awaitable<result<object_ptr>> {
            if (++writes == 2) co_return error(errc::too_large, "made up");
            co_return co_await inner.write(kind, std::move(k));
        };
        c.on_get = [](client&, const kind_info&, object_key) -> awaitable<result<object_ptr>> {
            co_return error(errc::not_found, "made up");
        };
        c.on_list = [](client&, const kind_info&,
                       list_options) -> awaitable<result<std::vector<object_ptr>>> {
            co_return std::vector<object_ptr>();
        };
        c.on_remove = [](client&, const kind_info&, object_key, delete_options) -> awaitable<result<>> {
            co_return error(errc::gone, "made up");
        };
        BOOST_TEST(!!(co_await c.apply(x)));
        BOOST_TEST(((co_await c.apply(x)).error().code == errc::too_large));
        BOOST_TEST(((co_await c.get<widget>({"default", "a"})).error().code == errc::not_found));
        BOOST_TEST((co_await c.list<widget>()).value().empty());
        BOOST_TEST(((co_await c.remove<widget>({"default", "a"})).error().code == errc::gone));
    });
    BOOST_TEST(w.api.calls.size() == 2u);
    BOOST_TEST(w.api.reads.size() == 4u);
    BOOST_TEST(c.default_field_manager() == "tester");
}

BOOST_AUTO_TEST_SUITE_END()
