// The client's calls against a real API server.
#include "integration/client/live.hpp"
#include "setpoint/api/custom_resource.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

namespace {

const std::string widget_crd = R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
    "metadata":{"name":"widgets.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
    "names":{"plural":"widgets","singular":"widget","kind":"Widget","listKind":"WidgetList"},
    "versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{}},"schema":{"openAPIV3Schema":
    {"type":"object","properties":{"spec":{"type":"object","properties":{"color":{"type":"string"}}},
    "status":{"type":"object","properties":{"ready":{"type":"integer"}}}}}}}]}})";

struct widget_spec {
    std::string color{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&widget_spec::color, "color", ""));
    }
};
struct widget_status {
    std::int32_t ready = 0;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&widget_status::ready, "ready", ""));
    }
};
struct widget : custom_resource<widget_spec, widget_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Widget", "A thing."); }
};

struct nothing : custom_resource<widget_spec, widget_status> {
    static constexpr auto kind() { return custom_kind("missing.example.com", "v1", "Nothing", ""); }
};

// Makes the CRD of widgets and waits until they are served.
awaitable<void> define_widgets(live& w) {
    const kind_info crds = dynamic_kind({"apiextensions.k8s.io", "v1", "CustomResourceDefinition"},
                                        "customresourcedefinitions", scope::cluster);
    const auto made =
        co_await w.api().create(dynamic_object(boost::json::parse(widget_crd).as_object()), crds);
    if (!made && made.error().code != errc::already_exists) throw fault(made.error());
    for (;;) {
        list_options here;
        here.ns = w.ns;
        const auto served = co_await w.api().list<widget>(here);
        if (served) co_return;
        BOOST_REQUIRE_MESSAGE(served.error().http_status == 404, served.error().to_string());
        co_await w.l.sleep(50ms);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(client_calls, *boost::unit_test::precondition(needs_cluster()))

BOOST_AUTO_TEST_CASE(an_object_is_created_read_changed_listed_and_deleted) {
    live w;
    w.run([&]() -> awaitable<void> {
        const object_key key{co_await w.fresh_namespace(), "a"};
        const auto made = co_await w.api().create(w.make_map("a"));
        BOOST_REQUIRE_MESSAGE(made, made.error().to_string());
        BOOST_TEST(!(*made)->metadata.uid.empty());
        BOOST_TEST((refusal(co_await w.api().create(w.make_map("a"))).code == errc::already_exists));

        const auto read = co_await w.api().get<config_map>(key);
        BOOST_REQUIRE(read);
        BOOST_TEST((*read)->metadata.uid == (*made)->metadata.uid);
        BOOST_TEST((*read)->data.at("a") == "1");

        boost::json::object patch{{"data", {{"a", nullptr}, {"b", "2"}}}};
        const auto patched = co_await w.api().merge_patch<config_map>(key, patch);
        BOOST_REQUIRE_MESSAGE(patched, patched.error().to_string());
        BOOST_TEST(((*patched)->data == std::map<std::string, std::string>{{"b", "2"}}));

        list_options here;
        here.ns = key.ns;
        here.field_selector = "metadata.name=a";
        const auto all = co_await w.api().list<config_map>(here);
        BOOST_REQUIRE(all);
        BOOST_REQUIRE(all->size() == 1u);
        BOOST_TEST(all->at(0)->metadata.resource_version == (*patched)->metadata.resource_version);

        BOOST_TEST(!!(co_await w.api().remove<config_map>(key)));
        const error gone = refusal(co_await w.api().get<config_map>(key));
        BOOST_TEST((gone.code == errc::not_found));
        BOOST_TEST(gone.reason == "NotFound");
        BOOST_TEST(gone.message == "get configmaps " + key.ns + "/a: not found (404 NotFound)");
        BOOST_TEST((refusal(co_await w.api().remove<config_map>(key)).code == errc::not_found));
    });
}

BOOST_AUTO_TEST_CASE(apply_takes_over_what_it_sets_and_leaves_the_rest) {
    live w;
    w.run([&]() -> awaitable<void> {
        const object_key key{co_await w.fresh_namespace(), "a"};
        config_map other = w.make_map("a");
        other.data["b"] = "theirs";
        write_options as_other;
        as_other.field_manager = "other";
        BOOST_REQUIRE(co_await w.api().apply(other, as_other));

        const auto mine = co_await w.api().apply(w.make_map("a", "2"));  // a conflict, if it were not forced
        BOOST_REQUIRE_MESSAGE(mine, mine.error().to_string());
        BOOST_TEST((*mine)->data.at("a") == "2");
        BOOST_TEST((*mine)->data.at("b") == "theirs");

        // An object that was read can be applied again, and what it no longer sets is given up.
        config_map again = **mine;
        again.data.clear();
        const auto emptied = co_await w.api().apply(again);
        BOOST_REQUIRE_MESSAGE(emptied, emptied.error().to_string());
        BOOST_TEST(((*emptied)->data == std::map<std::string, std::string>{{"b", "theirs"}}));
    });
}

BOOST_AUTO_TEST_CASE(preconditions_of_writes_are_conflicts_when_they_do_not_hold) {
    live w;
    w.run([&]() -> awaitable<void> {
        const object_key key{co_await w.fresh_namespace(), "a"};
        const auto made = co_await w.api().create(w.make_map("a"));
        BOOST_REQUIRE(made);
        write_options old, right, wrong_uid;
        old.resource_version = (*made)->metadata.resource_version.str();
        const boost::json::object patch{{"data", {{"a", "2"}}}};
        const auto changed = co_await w.api().merge_patch<config_map>(key, patch, old);
        BOOST_REQUIRE(changed);
        BOOST_TEST(
            (refusal(co_await w.api().merge_patch<config_map>(key, {{"data", {{"a", "3"}}}}, old)).code ==
             errc::conflict));
        BOOST_TEST((refusal(co_await w.api().apply(w.make_map("a", "3"), old)).code == errc::conflict));
        wrong_uid.uid = "00000000-0000-0000-0000-000000000000";
        BOOST_TEST(
            (refusal(co_await w.api().merge_patch<config_map>(key, {{"data", {{"a", "3"}}}}, wrong_uid))
                 .code == errc::conflict));
        BOOST_TEST((refusal(co_await w.api().apply(w.make_map("a", "3"), wrong_uid)).code == errc::conflict));
        right.uid = (*made)->metadata.uid.str();
        right.resource_version = (*changed)->metadata.resource_version.str();
        const auto applied = co_await w.api().apply(w.make_map("a", "3"), right);
        BOOST_TEST(!!applied);

        dynamic_object stale({"", "v1", "ConfigMap"}, key);
        BOOST_REQUIRE(stale.set("metadata.resourceVersion", boost::json::string(old.resource_version)));
        BOOST_TEST((refusal(co_await w.api().update(stale, kind_of<config_map>())).code == errc::conflict));
    });
}

BOOST_AUTO_TEST_CASE(deletes_keep_to_their_preconditions) {
    live w;
    w.run([&]() -> awaitable<void> {
        const object_key key{co_await w.fresh_namespace(), "a"};
        const auto made = co_await w.api().create(w.make_map("a"));
        BOOST_REQUIRE(made);
        delete_options wrong, old, right;
        wrong.uid = "00000000-0000-0000-0000-000000000000";
        BOOST_TEST((refusal(co_await w.api().remove<config_map>(key, wrong)).code == errc::conflict));
        BOOST_REQUIRE(co_await w.api().merge_patch<config_map>(key, {{"data", {{"a", "2"}}}}));
        old.resource_version = (*made)->metadata.resource_version.str();
        BOOST_TEST((refusal(co_await w.api().remove<config_map>(key, old)).code == errc::conflict));
        right.uid = (*made)->metadata.uid.str();
        right.how = propagation::orphan;
        right.grace_period_seconds = 0;
        right.dry_run = true;
        BOOST_TEST(!!(co_await w.api().remove<config_map>(key, right)));
        BOOST_TEST(!!(co_await w.api().get<config_map>(key)));
        right.dry_run = false;
        right.how = propagation::background;
        BOOST_TEST(!!(co_await w.api().remove<config_map>(key, right)));
        BOOST_TEST((refusal(co_await w.api().get<config_map>(key)).code == errc::not_found));
    });
}

BOOST_AUTO_TEST_CASE(status_and_spec_are_written_apart) {
    live w;
    w.run([&]() -> awaitable<void> {
        const object_key key{co_await w.fresh_namespace(), "a"};
        co_await define_widgets(w);
        widget x;
        x.metadata.ns = key.ns;
        x.metadata.name = key.name;
        x.spec.color = "red";
        x.status.ready = 7;
        const auto made = co_await w.api().create(x);
        BOOST_REQUIRE_MESSAGE(made, made.error().to_string());
        BOOST_TEST((*made)->status.ready == 0);
        x.status.ready = 1;
        x.spec.color = "blue";
        const auto reported = co_await w.api().apply_status(x);
        BOOST_REQUIRE_MESSAGE(reported, reported.error().to_string());
        BOOST_TEST((*reported)->status.ready == 1);
        BOOST_TEST((*reported)->spec.color == "red");
        x.status.ready = 2;
        const auto applied = co_await w.api().apply(x);
        BOOST_REQUIRE_MESSAGE(applied, applied.error().to_string());
        BOOST_TEST((*applied)->spec.color == "blue");
        BOOST_TEST((*applied)->status.ready == 1);
        const auto patched =
            co_await w.api().merge_patch<widget>(key, {{"status", {{"ready", 3}}}}, {}, "status");
        BOOST_REQUIRE(patched);
        BOOST_TEST((*patched)->status.ready == 3);
        // Reporting the status owns nothing of the spec.
        const kind_info widgets = dynamic_kind({"example.com", "v1", "Widget"}, "widgets");
        const auto whole = co_await w.api().get(widgets, key);
        BOOST_REQUIRE(whole);
        int status_writers = 0;
        for (const auto& entry : whole->json().at("metadata").at("managedFields").as_array()) {
            const boost::json::value* part = entry.as_object().if_contains("subresource");
            if (!part || part->as_string() != "status") continue;
            ++status_writers;
            BOOST_TEST(!entry.at("fieldsV1").as_object().contains("f:spec"));
        }
        BOOST_TEST(status_writers > 0);
    });
}

BOOST_AUTO_TEST_CASE(dry_runs_change_nothing) {
    live w;
    w.run([&]() -> awaitable<void> {
        const object_key key{co_await w.fresh_namespace(), "a"};
        write_options dry;
        dry.dry_run = true;
        BOOST_TEST(!!(co_await w.api().create(w.make_map("a"), dry)));
        BOOST_TEST(!!(co_await w.api().apply(w.make_map("a"), dry)));
        BOOST_TEST((refusal(co_await w.api().get<config_map>(key)).code == errc::not_found));
    });
}

BOOST_AUTO_TEST_CASE(unknown_fields_are_refused_or_warned_about) {
    live w;
    w.run([&]() -> awaitable<void> {
        const object_key key{co_await w.fresh_namespace(), "a"};
        dynamic_object odd({"", "v1", "ConfigMap"}, key);
        odd.json()["dta"] = boost::json::object{{"a", "1"}};
        const error refused = refusal(co_await w.api().create(odd, kind_of<config_map>()));
        BOOST_TEST((refused.code == errc::invalid));
        BOOST_TEST(refused.server_text.find("dta") != std::string::npos, refused.to_string());
        BOOST_TEST(refused.message.find("dta") == std::string::npos);
        BOOST_TEST(w.log_text.str() == "");

        write_options lenient;
        lenient.field_validation = "Warn";
        for (const char* name : {"a", "b"}) {
            BOOST_REQUIRE(odd.set("metadata.name", name));
            BOOST_TEST(!!(co_await w.api().create(odd, kind_of<config_map>(), lenient)));
        }
        const std::string log = w.log_text.str();
        BOOST_TEST(std::count(log.begin(), log.end(), '\n') == 1, log);
        BOOST_TEST(log.find("unknown field") != std::string::npos, log);
    });
}

BOOST_AUTO_TEST_CASE(lists_are_read_in_pages) {
    live w;
    w.run([&]() -> awaitable<void> {
        list_options here;
        here.ns = co_await w.fresh_namespace();
        here.limit = 2;
        for (const char* name : {"a", "b", "c", "d", "e"})
            BOOST_REQUIRE(co_await w.api().create(w.make_map(name)));
        const auto all = co_await w.api().list<config_map>(here);
        BOOST_REQUIRE_MESSAGE(all, all.error().to_string());
        std::string names;
        for (const auto& m : *all) names += m->metadata.name.str();
        BOOST_TEST(names == "abcde");
        const auto dynamic = co_await w.api().list(kind_of<config_map>(), here);
        BOOST_REQUIRE(dynamic);
        BOOST_TEST(dynamic->size() == 5u);
        BOOST_TEST(dynamic->at(4)->gvk() == kind_of<config_map>().gvk);
    });
}

BOOST_AUTO_TEST_CASE(a_missing_crd_does_not_read_as_a_missing_object) {
    live w;
    w.run([&]() -> awaitable<void> {
        const object_key key{co_await w.fresh_namespace(), "a"};
        for (const error& e :
             {refusal(co_await w.api().get<nothing>(key)), refusal(co_await w.api().list<nothing>()),
              refusal(co_await w.api().remove<nothing>(key))}) {
            BOOST_TEST((e.code == errc::unsupported), e.to_string());
            BOOST_TEST(e.http_status == 404);
            BOOST_TEST(e.message.find("CRD") != std::string::npos, e.message);
        }
        // A namespace that is not there is an object that is not there.
        config_map lost = w.make_map("a");
        lost.metadata.ns = "no-such-namespace";
        BOOST_TEST((refusal(co_await w.api().create(lost)).code == errc::not_found));
    });
}

BOOST_AUTO_TEST_CASE(metadata_is_all_that_is_sent_when_no_more_is_wanted) {
    live w;
    w.run([&]() -> awaitable<void> {
        const object_key key{co_await w.fresh_namespace(), "a"};
        config_map m = w.make_map("a", std::string(100'000, 'x'));
        m.metadata.labels["app"] = "x";
        BOOST_REQUIRE(co_await w.api().create(m));
        const auto one = co_await w.api().get<metadata_only<config_map>>(key);
        BOOST_REQUIRE(one);
        BOOST_TEST((*one)->metadata.labels.at("app") == "x");
        list_options here;
        here.ns = key.ns;
        const auto all = co_await w.api().list<metadata_only<config_map>>(here);
        BOOST_REQUIRE(all);
        BOOST_TEST(all->size() == 1u);

        call c;
        c.op = verb::list;
        c.resource = kind_of<config_map>().resource();
        c.key.ns = key.ns;
        c.metadata_only = true;
        const auto s = co_await w.api().open(c);
        BOOST_REQUIRE(s);
        const auto body = co_await http::read_all(**s, 50'000);
        BOOST_REQUIRE_MESSAGE(body, body.error().to_string());
        BOOST_TEST(body->find("PartialObjectMetadataList") != std::string::npos);
    });
}

BOOST_AUTO_TEST_CASE(a_watch_shows_what_happens) {
    live w;
    w.run([&]() -> awaitable<void> {
        call c;
        c.op = verb::watch;
        c.resource = kind_of<config_map>().resource();
        c.key.ns = co_await w.fresh_namespace();
        c.query().bookmarks = true;
        c.query().timeout_seconds = 60;
        auto s = co_await w.api().open(c);
        BOOST_REQUIRE_MESSAGE(s, s.error().to_string());
        BOOST_REQUIRE(co_await w.api().create(w.make_map("a")));
        std::string seen;  // with bookmarks in between
        while (seen.find(R"("type":"ADDED")") == std::string::npos || !seen.ends_with('\n')) {
            const auto piece = co_await (*s)->read();
            BOOST_REQUIRE(piece);
            BOOST_REQUIRE(!piece->empty());
            seen += *piece;
        }
        BOOST_TEST(seen.find(R"({"type":"ADDED","object":{"kind":"ConfigMap")") != std::string::npos, seen);
    });
}

BOOST_AUTO_TEST_SUITE_END()
