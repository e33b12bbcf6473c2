// deletecollection, scale and JSON patch against a real API server.
#include "integration/client/live.hpp"
#include "setpoint/api/apps_v1.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;

BOOST_AUTO_TEST_SUITE(subresource_test, *boost::unit_test::precondition(needs_cluster()))

namespace {

struct world : live {
    awaitable<std::string> names() {
        list_options all;
        all.ns = ns;
        const auto found = co_await api().list<config_map>(all);
        if (!found) co_return found.error().to_string();
        std::string text;
        for (const auto& m : *found)
            if (m->metadata.name.view().size() == 1) text += m->metadata.name.view();  // not kube-root-ca.crt
        co_return text;
    }
    awaitable<void> make(std::string_view name, std::string_view group) {
        config_map m = make_map(name);
        m.metadata.labels["group"] = group;
        const auto made = co_await api().create(m);
        BOOST_REQUIRE(made.has_value());
    }
    deployment make_deployment() const {
        deployment d;
        d.metadata.ns = ns;
        d.metadata.name = "web";
        d.spec.replicas = 2;
        d.spec.selector.match_labels = {{"app", "web"}};
        d.spec.pod_template.metadata.labels = {{"app", "web"}};
        d.spec.pod_template.spec.containers = {{.name = "web", .image = "example.com/web:1"}};
        return d;
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(collections_are_removed_by_selectors_and_not_by_a_dry_run) {
    world w;
    w.run([&]() -> awaitable<void> {
        co_await w.fresh_namespace();
        for (const char* name : {"a", "b"}) co_await w.make(name, "x");
        for (const char* name : {"c", "d"}) co_await w.make(name, "y");
        list_options which;
        which.ns = w.ns;
        which.label_selector = "group=x";
        delete_options dry;
        dry.dry_run = true;
        BOOST_TEST((co_await w.api().remove_all<config_map>(which, dry)).has_value());
        BOOST_TEST((co_await w.names()) == "abcd");
        BOOST_TEST((co_await w.api().remove_all<config_map>(which)).has_value());
        BOOST_TEST((co_await w.names()) == "cd");
        which.label_selector.clear();
        which.field_selector = "metadata.name=c";
        BOOST_TEST((co_await w.api().remove_all<config_map>(which)).has_value());
        BOOST_TEST((co_await w.names()) == "d");
        // What nobody fits is no error.
        BOOST_TEST((co_await w.api().remove_all<config_map>(which)).has_value());
        which.field_selector = "nonsense=(";
        BOOST_TEST((refusal(co_await w.api().remove_all<config_map>(which)).code == errc::invalid));
        which.field_selector.clear();
        BOOST_TEST((co_await w.api().remove_all<config_map>(which)).has_value());
        BOOST_TEST((co_await w.names()) == "");
    });
}

BOOST_AUTO_TEST_CASE(a_scale_is_read_written_and_set) {
    world w;
    w.run([&]() -> awaitable<void> {
        co_await w.fresh_namespace();
        const object_key key{w.ns, "web"};
        BOOST_TEST((refusal(co_await w.api().get_scale<deployment>(key)).code == errc::not_found));
        const auto made = co_await w.api().create(w.make_deployment());
        BOOST_REQUIRE(made.has_value());
        const auto first = co_await w.api().get_scale<deployment>(key);
        BOOST_REQUIRE(first.has_value());
        BOOST_TEST((*first)->spec.replicas.value() == 2);
        BOOST_TEST((*first)->status->selector == "app=web");
        BOOST_TEST((*first)->metadata.uid.view() == (*made)->metadata.uid.view());

        scale wanted = **first;
        wanted.spec.replicas = 4;
        const auto written = co_await w.api().update_scale<deployment>(wanted);
        BOOST_REQUIRE_MESSAGE(written.has_value(), (written ? "" : written.error().to_string()));
        BOOST_TEST((*written)->spec.replicas.value() == 4);
        // What was read first is not what there is any more.
        BOOST_TEST((refusal(co_await w.api().update_scale<deployment>(wanted)).code == errc::conflict));

        const auto set = co_await w.api().set_replicas<deployment>(key, 1);
        BOOST_REQUIRE_MESSAGE(set.has_value(), (set ? "" : set.error().to_string()));
        write_options dry;
        dry.dry_run = true;
        BOOST_TEST((co_await w.api().set_replicas<deployment>(key, 9, dry)).has_value());
        const auto now = co_await w.api().get<deployment>(key);
        BOOST_REQUIRE(now.has_value());
        BOOST_TEST((*now)->spec.replicas.value() == 1);
        BOOST_TEST((refusal(co_await w.api().set_replicas<deployment>(key, -1)).code == errc::invalid));
        // Not every kind has one.
        BOOST_TEST((refusal(co_await w.api().get_scale<config_map>({w.ns, "x"})).code == errc::not_found));
    });
}

BOOST_AUTO_TEST_CASE(a_json_patch_is_done_whole_or_not_at_all) {
    world w;
    w.run([&]() -> awaitable<void> {
        co_await w.fresh_namespace();
        co_await w.make("a", "x");
        const object_key key{w.ns, "a"};
        const auto done =
            co_await w.api().patch<config_map>(key, json_patch()
                                                        .test({"data", "a"}, "1")
                                                        .replace({"data", "a"}, "2")
                                                        .add({"data", "b"}, "3")
                                                        .copy({"data", "b"}, {"data", "c"})
                                                        .remove({"metadata", "labels", "group"}));
        BOOST_REQUIRE_MESSAGE(done.has_value(), (done ? "" : done.error().to_string()));
        BOOST_TEST((*done)->data.size() == 3u);
        BOOST_TEST((*done)->metadata.labels.empty());

        const json_patch half = json_patch().remove({"data", "a"}).test({"data", "b"}, "wrong");
        BOOST_TEST((refusal(co_await w.api().patch<config_map>(key, half)).code == errc::invalid));
        BOOST_TEST(
            (refusal(co_await w.api().patch<config_map>(key, json_patch().remove({"data", "none"}))).code ==
             errc::invalid));
        const json_patch touch = json_patch().add({"data", "d"}, "4");
        write_options at;
        at.resource_version = "1";
        BOOST_TEST((refusal(co_await w.api().patch<config_map>(key, touch, at)).code == errc::conflict));
        at.resource_version.clear();
        at.uid = "00000000-0000-0000-0000-000000000000";
        BOOST_TEST((refusal(co_await w.api().patch<config_map>(key, touch, at)).code == errc::conflict));
        at.uid = (*done)->metadata.uid.str();
        at.resource_version = (*done)->metadata.resource_version.str();
        BOOST_TEST((co_await w.api().patch<config_map>(key, touch, at)).has_value());
        const auto last = co_await w.api().patch(kind_of<config_map>(), key, json_patch().remove({"data"}));
        BOOST_REQUIRE(last.has_value());
        BOOST_TEST(!last->json().contains("data"));
    });
}

BOOST_AUTO_TEST_SUITE_END()
