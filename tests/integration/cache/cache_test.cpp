// The cache on a real API server.
#include "integration/cache/live_cache.hpp"
#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/api/crd.hpp"
#include "setpoint/api/custom_resource.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(live_cache_test, *boost::unit_test::precondition(needs_cluster()))

namespace {

control_plane& plane() {
    static control_plane shared("cache");
    return shared;
}

struct whatsit_spec {
    std::int32_t size = 1;
    static constexpr auto describe() {
        using namespace schema;
        return object("A size.", field(&whatsit_spec::size, "size", "How large it is."));
    }
};
struct whatsit : custom_resource<whatsit_spec> {
    static constexpr auto kind() {
        return custom_kind("cache.example.com", "v1", "Whatsit", "A thing that comes late.");
    }
};

struct sprocket : custom_resource<whatsit_spec> {
    static constexpr auto kind() {
        return custom_kind("cache.example.com", "v1", "Sprocket", "A thing that comes and goes.");
    }
};

struct crate_spec {
    boost::json::value content;
    static constexpr auto describe() {
        using namespace schema;
        return object("What is in it.", field(&crate_spec::content, "content", "Anything."));
    }
};
struct crate : custom_resource<crate_spec> {
    static constexpr auto kind() {
        return custom_kind("cache.example.com", "v1", "Crate", "A thing that holds anything.");
    }
};
struct crate_name {
    basic_meta metadata;
    static constexpr auto kind() { return partial<crate>(); }
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&crate_name::metadata, "metadata", ""));
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_view_follows_what_happens_on_the_server) {
    live_cache w(plane());
    w.with_cache([&]() -> awaitable<void> {
        const cache_scope scope = co_await w.fresh_scope();
        (co_await w.api().create(w.make("before"))).value();
        cached_collection& v = w.c.watch<config_map>(scope);
        event_record seen;
        v.subscribe(seen.handler());
        BOOST_TEST(!!co_await w.eventually([&] { return v.synced() && v.state() == sync_state::live; }));
        BOOST_TEST(v.size() == 1u);
        BOOST_TEST(live_cache::value_of(v.find({w.ns, "before"})) == "1");
        for (int i = 0; i < 20; ++i) (co_await w.api().create(w.make(fmt::format("m{:02}", i)))).value();
        (co_await w.api().apply(w.make("before", "2"))).value();
        (co_await w.api().remove<config_map>({w.ns, "m07"})).value();
        BOOST_TEST(!!co_await w.eventually([&] { return v.size() == 20 && !v.find({w.ns, "m07"}); }));
        BOOST_TEST(live_cache::value_of(v.find({w.ns, "before"})) == "2");
        BOOST_TEST(seen.held.size() == 20u);
        BOOST_TEST(w.c.problems().empty());
        // Deleted and made anew under one name.
        (co_await w.api().remove<config_map>({w.ns, "m01"})).value();
        const auto again = (co_await w.api().create(w.make("m01", "again"))).value();
        BOOST_TEST(
            !!co_await w.eventually([&] { return live_cache::value_of(v.find({w.ns, "m01"})) == "again"; }));
        BOOST_TEST((static_cast<const config_map*>(v.find({w.ns, "m01"}).get())->metadata.uid ==
                    again->metadata.uid));
    });
}

BOOST_AUTO_TEST_CASE(own_writes_are_read_at_once) {
    live_cache w(plane());
    w.with_cache([&]() -> awaitable<void> {
        const cache_scope scope = co_await w.fresh_scope();
        cached_collection& v = w.c.watch<config_map>(scope);
        const object_key key{w.ns, "mine"};
        list_options all;
        all.ns = w.ns;
        for (int i = 0; i < 50; ++i) {
            const std::string value = std::to_string(i);
            (co_await w.reads.apply(w.make("mine", value))).value();
            const auto read = (co_await w.reads.get<config_map>(key)).value();
            BOOST_TEST_REQUIRE(read->data.at("v") == value);
            const auto listed = (co_await w.reads.list<config_map>(all)).value();
            BOOST_TEST_REQUIRE(listed.size() == 1u);
            BOOST_TEST_REQUIRE(listed[0]->data.at("v") == value);
            if (i % 5 != 4) continue;
            (co_await w.reads.remove<config_map>(key)).value();
            const auto gone = co_await w.reads.get<config_map>(key);
            BOOST_TEST_REQUIRE((!gone && gone.error().code == errc::not_found));
        }
        (co_await w.reads.apply(w.make("mine", "last"))).value();
        BOOST_TEST(!!co_await w.eventually(
            [&] { return v.size() == 1 && live_cache::value_of(v.find(key)) == "last"; }));
    });
}

BOOST_AUTO_TEST_CASE(a_label_scope_lets_go_of_what_leaves_it) {
    live_cache w(plane());
    w.with_cache([&]() -> awaitable<void> {
        cache_scope scope = co_await w.fresh_scope();
        scope.label_selector = "app=web";
        cached_collection& v = w.c.watch<config_map>(scope);
        config_map m = w.make("a");
        m.metadata.labels.emplace("app", "web");
        (co_await w.reads.apply(m)).value();
        BOOST_TEST(!!v.find({w.ns, "a"}));
        m.metadata.labels["app"] = "other";
        (co_await w.reads.apply(m)).value();
        BOOST_TEST(!v.find({w.ns, "a"}));
        (co_await w.reads.apply(w.make("b"))).value();
        BOOST_TEST(!v.find({w.ns, "b"}));
        BOOST_TEST(!!co_await w.eventually([&] { return v.synced() && v.size() == 0; }));
    });
}

BOOST_AUTO_TEST_CASE(a_kind_that_is_installed_later_is_waited_for) {
    live_cache w(plane());
    w.with_cache(
        [&]() -> awaitable<void> {
            cached_collection& v = w.c.watch<whatsit>();
            BOOST_TEST(!!co_await w.eventually([&] { return v.state() == sync_state::retrying; }));
            BOOST_TEST(v.why().starts_with(
                           "the server has no whatsits.cache.example.com, is the CustomResourceDefinition"),
                       v.why());
            (co_await w.api().apply(dynamic_object(crd_of<whatsit>()), kind_of<custom_resource_definition>()))
                .value();
            BOOST_TEST(
                !!co_await w.eventually([&] { return v.synced() && v.state() == sync_state::live; }, 60s));
            whatsit made;
            made.metadata.ns = "default";
            made.metadata.name = "a";
            made.spec.size = 7;
            (co_await w.api().create(made)).value();
            BOOST_TEST(!!co_await w.eventually([&] { return v.size() == 1; }));
            BOOST_TEST(static_cast<const whatsit*>(v.find({"default", "a"}).get())->spec.size == 7);
        },
        120s);
}

BOOST_AUTO_TEST_CASE(an_optional_kind_may_come_and_go_and_nobody_waits_for_it) {
    live_cache w(plane());
    w.with_cache(
        [&]() -> awaitable<void> {
            cached_collection& v = w.c.watch<sprocket>({}, presence::optional);
            const bool waited = co_await w.c.wait_synced({&v});
            BOOST_TEST(waited);
            BOOST_CHECK(v.state() == sync_state::not_served);
            BOOST_TEST(w.c.problems().empty());
            int changes = 0;  // each turn, it comes and goes
            v.on_presence([&] { ++changes; });
            for (int turn = 1; turn <= 2; ++turn) {
                const auto none = co_await w.reads.get<sprocket>({"default", "a"});
                BOOST_TEST((none.error().code == errc::unsupported));
                const auto none_there = co_await w.api().get<sprocket>({"default", "a"});
                BOOST_TEST((none_there.error().code == none.error().code));
                BOOST_TEST(none_there.error().http_status == none.error().http_status);
                (co_await w.api().apply(dynamic_object(crd_of<sprocket>()),
                                        kind_of<custom_resource_definition>()))
                    .value();
                BOOST_TEST(!!co_await w.eventually(
                    [&] { return changes == 2 * turn - 1 && v.state() == sync_state::live; }, 60s));
                sprocket made;
                made.metadata.ns = "default";
                made.metadata.name = "a";
                (co_await w.api().create(made)).value();
                BOOST_TEST(!!co_await w.eventually([&] { return v.size() == 1; }));
                BOOST_TEST((co_await w.reads.get<sprocket>({"default", "a"})).has_value());
                (co_await w.api().remove<custom_resource_definition>(
                     object_key::cluster("sprockets.cache.example.com")))
                    .value();
                BOOST_TEST(!!co_await w.eventually([&] { return !v.served(); }, 60s));
                BOOST_TEST(changes == 2 * turn);
                BOOST_TEST(v.size() == 0u);
                BOOST_TEST(w.c.problems().empty());
            }
        },
        180s);
}

// A real server takes what is nested 10,000 levels deep; ours takes 64.
BOOST_AUTO_TEST_CASE(an_object_nested_more_deeply_than_its_type_goes_disturbs_no_other,
                     *boost::unit_test::precondition(needs_real_cluster())) {
    const auto look = [](live_cache& w, bool make) -> awaitable<void> {
        if (make)
            (co_await w.api().apply(dynamic_object(crd_of<crate>()), kind_of<custom_resource_definition>()))
                .value();
        cached_collection& whole = w.c.watch<crate>();
        cached_collection& names = w.c.watch<crate_name>();
        BOOST_TEST(!!co_await w.eventually([&] { return whole.synced() && names.synced(); }, 60s));
        for (const char* name : {"a", "deep", "z"}) {
            if (!make) break;
            crate c;
            c.metadata.ns = "default";
            c.metadata.name = name;
            c.spec.content = 1;
            if (c.metadata.name == "deep")
                for (int i = 0; i < 100; ++i) c.spec.content = boost::json::array{std::move(c.spec.content)};
            // Of the deep one the answer cannot be read either.
            const auto made = co_await w.api().create(c);
            BOOST_TEST(made.has_value() == (c.metadata.name != "deep"),
                       name << (made ? "" : ": " + made.error().to_string()));
        }
        BOOST_TEST(!!co_await w.eventually([&] { return names.size() == 3 && whole.size() == 2; }, 60s),
                   names.size() << " " << whole.size() << " " << whole.why());
        BOOST_TEST(!whole.find({"default", "deep"}));
        BOOST_TEST(!!names.find({"default", "deep"}));
        BOOST_TEST(!!co_await w.eventually([&] { return whole.state() == sync_state::live; }, 60s));
    };
    for (const bool make : {true, false}) {  // it comes by the watch, then with the list
        live_cache w(plane());
        w.with_cache([&]() -> awaitable<void> { co_await look(w, make); }, 180s);
    }
}

BOOST_AUTO_TEST_CASE(permission_that_is_granted_later_is_waited_for,
                     *boost::unit_test::precondition(needs_real_cluster())) {
    plane().kubectl({"-n", "default", "create", "serviceaccount", "reader"});
    const std::string token = plane().kubectl({"-n", "default", "create", "token", "reader"});
    live_cache w(plane(), setpoint::secret(token));
    w.with_cache(
        [&]() -> awaitable<void> {
            const cache_scope scope = co_await w.fresh_scope();
            (co_await w.api().create(w.make("a"))).value();
            cached_collection& v = w.c.watch<config_map>(scope);
            BOOST_TEST(!!co_await w.eventually([&] { return v.state() == sync_state::retrying; }));
            BOOST_TEST(v.why().starts_with("no permission (RBAC) to list configmaps: "), v.why());
            co_await w.l.blocking("kubectl", [&] {
                plane().kubectl(
                    {"create", "clusterrole", "read-maps", "--verb=list,watch", "--resource=configmaps"});
                plane().kubectl({"create", "clusterrolebinding", "read-maps", "--clusterrole=read-maps",
                                 "--serviceaccount=default:reader"});
            });
            BOOST_TEST(
                !!co_await w.eventually([&] { return v.synced() && v.state() == sync_state::live; }, 60s));
            BOOST_TEST(v.size() == 1u);
        },
        120s);
}

BOOST_AUTO_TEST_CASE(a_view_that_comes_late_is_filled_and_disturbs_no_other) {
    live_cache w(plane());
    w.with_cache([&]() -> awaitable<void> {
        const cache_scope scope = co_await w.fresh_scope();
        cached_collection& v = w.c.watch<config_map>(scope);
        event_record seen;
        v.subscribe(seen.handler());
        for (int i = 0; i < 10; ++i) (co_await w.api().create(w.make(fmt::format("m{}", i)))).value();
        BOOST_TEST(!!co_await w.eventually([&] { return v.size() == 10; }));
        const std::size_t before = seen.events;
        cached_collection& late = w.c.watch<metadata_only<config_map>>(scope);
        BOOST_TEST(
            !!co_await w.eventually([&] { return late.synced() && late.state() == sync_state::live; }));
        BOOST_TEST(late.size() == 10u);
        BOOST_TEST(late.bytes() < v.bytes());
        BOOST_TEST(seen.events == before);
        (co_await w.api().create(w.make("last"))).value();
        BOOST_TEST(!!co_await w.eventually([&] { return v.size() == 11 && late.size() == 11; }));
    });
}

BOOST_AUTO_TEST_CASE(a_view_of_metadata_alone_asks_for_no_more) {
    live_cache w(plane());
    w.with_cache([&]() -> awaitable<void> {
        const cache_scope scope = co_await w.fresh_scope();
        (co_await w.api().create(w.make("a", std::string(10000, 'x')))).value();
        cached_collection& v = w.c.watch<metadata_only<config_map>>(scope);
        BOOST_TEST(!!co_await w.eventually([&] { return v.synced(); }));
        BOOST_TEST_REQUIRE(v.size() == 1u);
        (co_await w.api().apply(w.make("a", "short"))).value();
        const auto read = (co_await w.api().get<config_map>({w.ns, "a"})).value();
        BOOST_TEST(!!co_await w.eventually([&] {
            const auto o = v.find({w.ns, "a"});
            return static_cast<const metadata_only<config_map>*>(o.get())->metadata.resource_version ==
                   read->metadata.resource_version;
        }));
    });
}

BOOST_AUTO_TEST_SUITE_END()
