// ensure() and the finalizer helpers against a real API server: what the unit tests take for granted of it.
#include "integration/client/live.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/core_v1/service.hpp"
#include "setpoint/controller/finalizer.hpp"
#include "support/ensured.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace setpoint;
using namespace setpoint::kinds;

BOOST_AUTO_TEST_SUITE(ensure_live, *boost::unit_test::precondition(needs_cluster()))

namespace {

// A cache that is behind: typed reads find what it remembers, or nothing. Writes and dynamic reads are real.
struct blind_client final : client {
    explicit blind_client(client& real, object_ptr remembered = nullptr)
        : real_(real), remembered_(std::move(remembered)) {}
    awaitable<result<object_ptr>> get_object(const kind_info& kind, object_key key) override {
        if (kind.dynamic) co_return co_await real_.get_object(kind, std::move(key));
        if (remembered_) co_return remembered_;
        co_return error(errc::not_found, "not in the cache");
    }
    awaitable<result<std::vector<object_ptr>>> list_objects(const kind_info& kind, list_options o) override {
        return real_.list_objects(kind, std::move(o));
    }
    awaitable<result<object_ptr>> write(const kind_info& kind, call c) override {
        return real_.write(kind, std::move(c));
    }
    awaitable<result<>> remove_object(const kind_info& kind, object_key key, delete_options o) override {
        return real_.remove_object(kind, std::move(key), std::move(o));
    }
    awaitable<result<std::unique_ptr<http::response_stream>>> open(call c) override {
        return real_.open(std::move(c));
    }
    std::string_view default_field_manager() const override { return real_.default_field_manager(); }

private:
    client& real_;
    object_ptr remembered_;
};

struct world : live {
    // The owner of what is ensured, in a namespace of its own.
    awaitable<snapshot<config_map>> make_owner(std::string name = "owner") {
        if (ns.empty()) co_await fresh_namespace();
        const auto made = co_await api().create(make_map(name));
        if (!made) throw fault(made.error());
        co_return *made;
    }
    template <class T>
    awaitable<result<test::ensured_child<T>>> ensured_by(snapshot<config_map> owner, T desired,
                                                         client* through = nullptr) {
        co_return co_await test::ensure_child(through ? *through : api(), "ensure-test", *owner,
                                              std::move(desired));
    }
    service make_service(std::vector<std::int32_t> ports) const {
        service s;
        s.metadata.ns = ns;
        s.metadata.name = "s";
        s.spec.type = "NodePort";
        for (const std::int32_t p : ports) {
            service_port port;
            port.port = p;
            port.name = "p" + std::to_string(p);
            s.spec.ports.push_back(port);
        }
        return s;
    }
};

template <class T>
const test::ensured_child<T>& checked(const result<test::ensured_child<T>>& r) {
    BOOST_REQUIRE_MESSAGE(r.has_value(), r.error().to_string());
    return *r;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_child_is_created_left_alone_changed_and_loses_what_is_dropped) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto owner = co_await w.make_owner();
        config_map child = w.make_map("child");
        child.data["b"] = "2";
        const auto made = co_await w.ensured_by(owner, child);
        BOOST_CHECK(checked(made).what == ensured::created);
        const owner_reference* controller = controller_of(made->object->metadata);
        BOOST_REQUIRE(controller);
        BOOST_TEST(controller->uid == owner->metadata.uid);

        const auto again = co_await w.ensured_by(owner, child);
        BOOST_CHECK(checked(again).what == ensured::unchanged);

        child.data["a"] = "changed";
        const auto changed = co_await w.ensured_by(owner, child);
        BOOST_CHECK(checked(changed).what == ensured::updated);
        BOOST_TEST(changed->object->data.at("a") == "changed");
        BOOST_TEST(changed->changes.size() == 1u);

        child.data.erase("b");
        const auto dropped = co_await w.ensured_by(owner, child);
        BOOST_CHECK(checked(dropped).what == ensured::updated);
        BOOST_TEST(!dropped->object->data.contains("b"));
        BOOST_TEST(dropped->object->metadata.uid == made->object->metadata.uid);
    });
}

BOOST_AUTO_TEST_CASE(a_child_is_owned_by_our_apply_alone) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto owner = co_await w.make_owner();
        config_map child = w.make_map("child");
        child.data["b"] = "2";
        const auto made = co_await w.ensured_by(owner, child);
        BOOST_CHECK(checked(made).what == ensured::created);
        const auto managers = [&]() -> awaitable<boost::json::array> {
            auto live =
                co_await w.api().get(dynamic_kind({"", "v1", "ConfigMap"}, "configmaps"), {w.ns, "child"});
            if (!live) throw fault(live.error());
            boost::json::array entries = live->get("metadata.managedFields")->as_array();
            for (boost::json::value& e : entries) e.as_object().erase("time");
            co_return entries;
        };
        const auto before = co_await managers();
        BOOST_TEST(before.size() == 1u);
        BOOST_TEST(before.at(0).at("operation").as_string() == "Apply");
        BOOST_TEST(boost::json::serialize(before.at(0).at("fieldsV1").at("f:data")) ==
                   R"({"f:a":{},"f:b":{}})");
        child.data.erase("b");
        BOOST_CHECK(checked(co_await w.ensured_by(owner, child)).what == ensured::updated);
        const auto after = co_await managers();
        const std::string uid = owner->metadata.uid.str();
        BOOST_TEST(
            boost::json::value(after) ==
            boost::json::parse(R"([{"manager":"ensure-test","operation":"Apply","apiVersion":"v1",)"
                               R"("fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:a":{}},"f:metadata":{)"
                               R"("f:annotations":{"f:setpoint/applied-hash":{}},)"
                               R"("f:ownerReferences":{"k:{\"uid\":\")" +
                               uid + R"(\"}":{}}}}}])"));
    });
}

BOOST_AUTO_TEST_CASE(an_object_that_the_cache_has_not_seen_is_not_taken_over) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto owner = co_await w.make_owner();
        config_map theirs = w.make_map("child", "theirs");
        const auto before = co_await w.api().create(theirs);
        BOOST_REQUIRE(before);
        blind_client blind(w.api());
        const auto r = co_await w.ensured_by(owner, w.make_map("child", "ours"), &blind);
        BOOST_CHECK(checked(r).what == ensured::foreign);
        const auto after = co_await w.api().get<config_map>({w.ns, "child"});
        BOOST_REQUIRE(after);
        BOOST_TEST((*after)->metadata.resource_version == (*before)->metadata.resource_version);
    });
}

BOOST_AUTO_TEST_CASE(an_object_of_ours_that_the_cache_has_not_seen_is_recognised) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto owner = co_await w.make_owner();
        BOOST_CHECK(checked(co_await w.ensured_by(owner, w.make_map("child"))).what == ensured::created);
        blind_client blind(w.api());
        BOOST_CHECK(checked(co_await w.ensured_by(owner, w.make_map("child"), &blind)).what ==
                    ensured::unchanged);
        BOOST_CHECK(checked(co_await w.ensured_by(owner, w.make_map("child", "2"), &blind)).what ==
                    ensured::updated);
    });
}

BOOST_AUTO_TEST_CASE(objects_of_another_owner_are_foreign) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto one = co_await w.make_owner("one"), two = co_await w.make_owner("two");
        BOOST_CHECK(checked(co_await w.ensured_by(one, w.make_map("child"))).what == ensured::created);
        BOOST_CHECK(checked(co_await w.ensured_by(two, w.make_map("child", "2"))).what == ensured::foreign);
        blind_client blind(w.api());
        BOOST_CHECK(checked(co_await w.ensured_by(two, w.make_map("child", "2"), &blind)).what ==
                    ensured::foreign);
    });
}

BOOST_AUTO_TEST_CASE(a_port_that_another_added_is_removed_and_node_ports_survive) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto owner = co_await w.make_owner();
        const auto made = co_await w.ensured_by(owner, w.make_service({80}));
        BOOST_CHECK(checked(made).what == ensured::created);
        const auto node_port = made->object->spec.ports.at(0).node_port;
        BOOST_REQUIRE(node_port.has_value());

        service more = w.make_service({81});
        write_options other;
        other.field_manager = "other";
        BOOST_REQUIRE(co_await w.api().apply(more, other));

        const auto r = co_await w.ensured_by(owner, w.make_service({80}));
        BOOST_CHECK(checked(r).what == ensured::updated);
        BOOST_REQUIRE(r->object->spec.ports.size() == 1u);
        BOOST_TEST(r->object->spec.ports[0].port.value() == 80);
        BOOST_CHECK(r->object->spec.ports[0].node_port == node_port);
        BOOST_CHECK(checked(co_await w.ensured_by(owner, w.make_service({80}))).what == ensured::unchanged);
    });
}

BOOST_AUTO_TEST_CASE(a_port_that_another_gave_another_number_is_put_back_and_can_lose_fields_later) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto owner = co_await w.make_owner();
        service wanted = w.make_service({80});
        wanted.spec.ports[0].app_protocol = "http";
        const auto made = co_await w.ensured_by(owner, wanted);
        BOOST_CHECK(checked(made).what == ensured::created);
        // Each change leaves an entry that an apply cannot be put beside: of the same name, or without one.
        for (const char* changed :
             {R"({"name":"p80","port":81})", R"({"port":81})", R"({"name":"p80","port":80,"protocol":"UDP"})",
              R"({"name":"x","port":80},{"name":"p80","port":81})"}) {
            BOOST_REQUIRE(co_await w.api().merge_patch<service>(
                {w.ns, "s"}, {{"spec", {{"ports", boost::json::parse("[" + std::string(changed) + "]")}}}}));
            const auto r = co_await w.ensured_by(owner, wanted);
            BOOST_TEST_CONTEXT(changed) {
                BOOST_CHECK(checked(r).what == ensured::updated);
                BOOST_TEST(!r->changes.empty());
                BOOST_REQUIRE(r->object->spec.ports.size() == 1u);
                const service_port& port = r->object->spec.ports[0];
                BOOST_TEST(port.port.value() == 80);
                BOOST_TEST(port.name == "p80");
                BOOST_TEST(port.protocol == "TCP");
                BOOST_TEST(port.app_protocol.value() == "http");
                BOOST_TEST(r->object->spec.cluster_ip == made->object->spec.cluster_ip);
                BOOST_TEST(r->object->metadata.uid == made->object->metadata.uid);
                BOOST_CHECK(checked(co_await w.ensured_by(owner, wanted)).what == ensured::unchanged);
            }
        }
        wanted.spec.ports[0].app_protocol = {};
        const auto dropped = co_await w.ensured_by(owner, wanted);
        BOOST_CHECK(checked(dropped).what == ensured::updated);
        BOOST_TEST(!dropped->object->spec.ports.at(0).app_protocol);
    });
}

BOOST_AUTO_TEST_CASE(a_port_with_another_number_and_the_same_name_keeps_its_node_port_when_it_is_put_back) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto owner = co_await w.make_owner();
        const auto made = co_await w.ensured_by(owner, w.make_service({80, 443}));
        BOOST_CHECK(checked(made).what == ensured::created);
        BOOST_REQUIRE(co_await w.api().patch<service>(
            {w.ns, "s"}, json_patch().replace({"spec", "ports", "0", "port"}, 81)));
        const auto r = co_await w.ensured_by(owner, w.make_service({80, 443}));
        BOOST_CHECK(checked(r).what == ensured::updated);
        BOOST_REQUIRE(r->object->spec.ports.size() == 2u);
        for (const service_port& port : r->object->spec.ports) {
            const auto& all = made->object->spec.ports;
            const auto before =
                std::ranges::find_if(all, [&](const service_port& p) { return p.name == port.name; });
            BOOST_REQUIRE((before != all.end()));
            BOOST_TEST((port.port == before->port));
            BOOST_TEST(port.node_port.value_or(-1) == before->node_port.value_or(0));
        }
    });
}

BOOST_AUTO_TEST_CASE(a_port_of_a_container_is_put_back_beside_what_others_added) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto owner = co_await w.make_owner();
        deployment wanted;
        wanted.metadata.ns = w.ns;
        wanted.metadata.name = "d";
        wanted.spec.selector.match_labels["app"] = "d";
        wanted.spec.pod_template.metadata.labels["app"] = "d";
        container c;
        c.name = "main";
        c.image = "main:1";
        c.ports.emplace_back().name = "http";
        c.ports[0].container_port = 8080;
        wanted.spec.pod_template.spec.containers = {c};
        BOOST_CHECK(checked(co_await w.ensured_by(owner, wanted)).what == ensured::created);
        BOOST_REQUIRE(co_await w.api().patch<deployment>(
            {w.ns, "d"},
            json_patch()
                .replace({"spec", "template", "spec", "containers", "0", "ports", "0", "containerPort"}, 8081)
                .add({"spec", "template", "spec", "containers", "0", "env"},
                     boost::json::parse(R"([{"name":"A","value":"1"}])"))
                .add({"spec", "template", "spec", "containers", "-"},
                     boost::json::parse(R"({"name":"sidecar","image":"sidecar:1"})"))));
        const auto r = co_await w.ensured_by(owner, wanted);
        BOOST_CHECK(checked(r).what == ensured::updated);
        const auto& now = r->object->spec.pod_template.spec.containers;
        BOOST_REQUIRE(now.size() == 2u);
        BOOST_REQUIRE(now[0].ports.size() == 1u);
        BOOST_TEST(now[0].ports[0].container_port.value() == 8080);
        BOOST_TEST(now[0].env.size() == 1u);
        BOOST_TEST(now[1].name == "sidecar");
        BOOST_CHECK(checked(co_await w.ensured_by(owner, wanted)).what == ensured::unchanged);
    });
}

BOOST_AUTO_TEST_CASE(an_object_that_another_controls_by_now_is_foreign) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto owner = co_await w.make_owner(), other = co_await w.make_owner("other");
        const auto made = co_await w.ensured_by(owner, w.make_map("child"));
        BOOST_CHECK(checked(made).what == ensured::created);
        boost::json::object reference{{"apiVersion", "v1"},
                                      {"kind", "ConfigMap"},
                                      {"name", "other"},
                                      {"uid", other->metadata.uid.view()},
                                      {"controller", true}};
        boost::json::object patch{
            {"metadata", boost::json::object{{"ownerReferences", boost::json::array{std::move(reference)}}}}};
        const auto taken = co_await w.api().merge_patch<config_map>({w.ns, "child"}, std::move(patch));
        BOOST_REQUIRE(taken.has_value());
        blind_client stale(w.api(), made->object);
        BOOST_CHECK(checked(co_await w.ensured_by(owner, w.make_map("child", "2"), &stale)).what ==
                    ensured::foreign);
    });
}

BOOST_AUTO_TEST_CASE(an_object_that_was_made_anew_by_another_is_a_conflict) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto owner = co_await w.make_owner();
        const auto made = co_await w.ensured_by(owner, w.make_map("child"));
        BOOST_CHECK(checked(made).what == ensured::created);
        BOOST_REQUIRE(co_await w.api().remove<config_map>({w.ns, "child"}));
        blind_client stale(w.api(), made->object);
        BOOST_CHECK(refusal(co_await w.ensured_by(owner, w.make_map("child", "2"), &stale)).code ==
                    errc::conflict);
        BOOST_REQUIRE(co_await w.api().create(w.make_map("child", "theirs")));
        BOOST_CHECK(refusal(co_await w.ensured_by(owner, w.make_map("child", "2"), &stale)).code ==
                    errc::conflict);
        BOOST_TEST((co_await w.api().get<config_map>({w.ns, "child"})).value()->data.at("a") == "theirs");
    });
}

BOOST_AUTO_TEST_CASE(what_the_server_finds_invalid_is_invalid) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto owner = co_await w.make_owner();
        service bad = w.make_service({80});
        bad.spec.type = "Nonsense";
        BOOST_CHECK(refusal(co_await w.ensured_by(owner, bad)).code == errc::invalid);
        BOOST_CHECK(checked(co_await w.ensured_by(owner, w.make_service({80}))).what == ensured::created);
        BOOST_CHECK(refusal(co_await w.ensured_by(owner, bad)).code == errc::invalid);
    });
}

BOOST_AUTO_TEST_CASE(a_finalizer_is_added_and_removed_once_and_conflicts_with_changes) {
    world w;
    w.run([&]() -> awaitable<void> {
        const auto object = co_await w.make_owner();
        const object_key key = key_of(*object);
        constexpr std::string_view name = "setpoint.test/cleanup";
        BOOST_TEST((co_await add_finalizer(w.api(), *object, name)).value());
        BOOST_CHECK(refusal(co_await add_finalizer(w.api(), *object, name)).code == errc::conflict);

        auto now = co_await w.api().get<config_map>(key);
        BOOST_REQUIRE(now);
        BOOST_TEST(!(co_await add_finalizer(w.api(), **now, name)).value());
        BOOST_REQUIRE(co_await w.api().remove<config_map>(key));
        now = co_await w.api().get<config_map>(key);
        BOOST_REQUIRE(now);
        BOOST_TEST(is_deleting((*now)->metadata));
        BOOST_TEST((co_await remove_finalizer(w.api(), **now, name)).value());
        BOOST_CHECK(refusal(co_await w.api().get<config_map>(key)).code == errc::not_found);
        BOOST_TEST(!(co_await remove_finalizer(w.api(), **now, name)).value());
    });
}

BOOST_AUTO_TEST_SUITE_END()
