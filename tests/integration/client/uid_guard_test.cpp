// An object is deleted and made again under its name: writes that were meant for the first one come late, and
// must not land on the second. For a custom resource and for built-in kinds, on every endpoint.
#include "integration/client/live.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/condition.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/client/interceptor.hpp"
#include "setpoint/controller/finalizer.hpp"
#include "support/live_operator.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;

BOOST_AUTO_TEST_SUITE(uid_guard_live, *boost::unit_test::precondition(needs_cluster()))

namespace {

struct gauge_spec {
    std::int32_t replicas = 1;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&gauge_spec::replicas, "replicas", ""));
    }
};
struct gauge_status {
    std::int32_t replicas = 0;
    std::vector<condition> conditions;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&gauge_status::replicas, "replicas", ""),
                      field(&gauge_status::conditions, "conditions", "", list_map("type")));
    }
};
struct gauge : custom_resource<gauge_spec, gauge_status> {
    static constexpr auto kind() {
        return custom_kind("guard.example.com", "v1", "Gauge", "A thing.")
            .scale(".spec.replicas", ".status.replicas");
    }
};

struct world : live {
    awaitable<void> install() {
        co_await fresh_namespace();
        co_await install_crd_of<gauge>(l, api());
    }
    gauge make_gauge() const {
        gauge g;
        g.metadata.ns = ns;
        g.metadata.name = "x";
        return g;
    }
    deployment make_deployment() const {
        deployment d;
        d.metadata.ns = ns;
        d.metadata.name = "x";
        d.spec.replicas = 1;
        d.spec.selector.match_labels = {{"app", "x"}};
        d.spec.pod_template.metadata.labels = {{"app", "x"}};
        d.spec.pod_template.spec.containers = {{.name = "c", .image = "example.com/c:1"}};
        return d;
    }
    template <class T>
    awaitable<snapshot<T>> make(T object) {
        auto made = co_await api().create(object);
        if (!made) throw fault(made.error());
        co_return *made;
    }
    template <class T>
    awaitable<void> remove(const T& object) {
        const auto gone = co_await api().template remove<T>(key_of(object));
        if (!gone) throw fault(gone.error());
    }
    // The first one, which is gone; the second one stands under its name.
    template <class T>
    awaitable<std::pair<snapshot<T>, snapshot<T>>> replaced(T object) {
        const auto first = co_await make(object);
        co_await remove(object);
        co_return std::pair(first, co_await make(object));
    }
};

gauge reporting(const gauge& about, std::int32_t replicas, std::string_view type, std::string_view reason) {
    gauge g;
    g.metadata.ns = about.metadata.ns;
    g.metadata.name = about.metadata.name;
    g.status.replicas = replicas;
    condition c;
    c.type = type;
    c.status = condition_status::true_;
    c.last_transition_time = timestamp::parse("2026-01-01T00:00:00Z").value();
    c.reason = reason;
    g.status.conditions.push_back(c);
    return g;
}
deployment reporting(const deployment& about, std::int32_t replicas) {
    deployment d;
    d.metadata.ns = about.metadata.ns;
    d.metadata.name = about.metadata.name;
    d.status.replicas = replicas;
    return d;
}

write_options meant_for(const basic_meta& m) {
    write_options o;
    o.uid = m.uid.str();
    return o;
}

template <class T>
void refused(const char* what, const result<T>& r) {
    BOOST_TEST_CONTEXT(what) {
        BOOST_REQUIRE(!r.has_value());
        BOOST_TEST((r.error().code == errc::conflict), r.error().to_string());
    }
}

// Everything that takes a UID.
template <class T>
awaitable<void> write_late(client& api, snapshot<T> first) {
    const object_key key = key_of(*first);
    const write_options o = meant_for(first->metadata);
    const boost::json::object status{{"status", {{"replicas", 7}}}},
        labels{{"metadata", {{"labels", {{"late", "yes"}}}}}}, scaled{{"spec", {{"replicas", 7}}}};
    T wanted;
    wanted.metadata.ns = key.ns;
    wanted.metadata.name = key.name;
    wanted.metadata.labels["late"] = "yes";
    refused("apply", co_await api.apply(wanted, o));
    refused("merge patch", co_await api.merge_patch<T>(key, labels, o));
    refused("JSON patch",
            co_await api.patch<T>(key, json_patch().add({"metadata", "labels"}, {{"late", "yes"}}), o));
    refused("merge patch of the status", co_await api.merge_patch<T>(key, status, o, "status"));
    refused("JSON patch of the status",
            co_await api.patch<T>(key, json_patch().add({"status"}, {{"replicas", 7}}), o, "status"));
    refused("dynamic merge patch of the status",
            co_await api.merge_patch(kind_of<T>(), key, status, o, "status"));
    refused("set_replicas", co_await api.set_replicas<T>(key, 7, o));
    refused("merge patch of the scale", co_await api.merge_patch(kind_of<T>(), key, scaled, o, "scale"));
    scale s;
    s.metadata.ns = key.ns;
    s.metadata.name = key.name;
    s.spec.replicas = 7;
    refused("update_scale", co_await api.update_scale<T>(s, o));
    refused("finalizer", co_await add_finalizer(api, *first, "example.com/late"));
    auto read = co_await api.get(kind_of<T>(), key);
    dynamic_object whole = std::move(read).value();
    whole.json()["metadata"].as_object().erase("resourceVersion");
    whole.json()["metadata"].as_object()["labels"] = {{"late", "yes"}};
    refused("update", co_await api.update(whole, kind_of<T>(), o));
    refused("update of the status", co_await api.update(whole, kind_of<T>(), o, "status"));
    delete_options d;
    d.uid = first->metadata.uid.str();
    refused("delete", co_await api.remove<T>(key, d));
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_late_write_lands_on_a_custom_resource) {
    world w;
    w.run([&]() -> awaitable<void> {
        co_await w.install();
        const auto [first, second] = co_await w.replaced(w.make_gauge());
        refused("apply of the status", co_await w.api().apply_status(reporting(*first, 7, "Ready", "Late"),
                                                                     meant_for(first->metadata)));
        co_await write_late(w.api(), first);
        const auto now = (co_await w.api().get<gauge>(key_of(*second))).value();
        BOOST_TEST(now->metadata.resource_version == second->metadata.resource_version);
        BOOST_TEST(now->metadata.uid == second->metadata.uid);
    });
}

BOOST_AUTO_TEST_CASE(no_late_write_lands_on_a_built_in_kind) {
    world w;
    w.run([&]() -> awaitable<void> {
        co_await w.install();
        const auto [first, second] = co_await w.replaced(w.make_deployment());
        refused("apply of the status",
                co_await w.api().apply_status(reporting(*first, 7), meant_for(first->metadata)));
        co_await write_late(w.api(), first);
        const auto now = (co_await w.api().get<deployment>(key_of(*second))).value();
        BOOST_TEST(now->metadata.resource_version == second->metadata.resource_version);
    });
}

// The moment is the worst one: between the look at what is there and the write.
BOOST_AUTO_TEST_CASE(a_replacement_under_way_is_never_written_to) {
    world w;
    w.run([&]() -> awaitable<void> {
        co_await w.install();
        const auto first = co_await w.make(w.make_gauge());
        snapshot<gauge> second;
        interceptor between(w.api());
        between.on_write = [&](client& inner, const kind_info& kind,
                               call c) -> awaitable<result<object_ptr>> {
            if (!second) {
                co_await w.remove(*first);
                second = co_await w.make(w.make_gauge());
            }
            co_return co_await inner.write(kind, std::move(c));
        };
        const write_options o = meant_for(first->metadata);
        refused("apply", co_await between.apply_status(reporting(*first, 7, "Ready", "Late"), o));
        const auto now = (co_await w.api().get<gauge>(key_of(*first))).value();
        BOOST_TEST(now->metadata.resource_version == second->metadata.resource_version);
        // Gone altogether.
        co_await w.remove(*second);
        const auto gone = co_await w.api().apply_status(reporting(*first, 7, "Ready", "Late"), o);
        BOOST_TEST((gone.error().code == errc::not_found));
    });
}

BOOST_AUTO_TEST_CASE(changes_by_others_and_a_cache_that_is_behind_do_not_stop_a_write) {
    world w;
    w.run([&]() -> awaitable<void> {
        co_await w.install();
        const auto seen = co_await w.make(w.make_gauge());
        const object_key key = key_of(*seen);
        // Others have changed it since, its spec and its status.
        (co_await w.api().set_replicas<gauge>(key, 5)).value();
        write_options theirs;
        theirs.field_manager = "theirs";
        gauge other = reporting(*seen, 0, "Theirs", "Other");
        (co_await w.api().apply_status(other, theirs)).value();

        interceptor behind(w.api());
        int writes = 0;
        behind.on_get = [&](client& inner, const kind_info& kind,
                            object_key k) -> awaitable<result<object_ptr>> {
            if (!kind.dynamic) co_return object_ptr(seen);
            co_return co_await inner.get_object(kind, std::move(k));
        };
        behind.on_write = [&](client& inner, const kind_info& kind, call c) -> awaitable<result<object_ptr>> {
            ++writes;
            co_return co_await inner.write(kind, std::move(c));
        };
        const write_options o = meant_for(seen->metadata);
        const auto done = co_await behind.apply_status(reporting(*seen, 5, "Ready", "Ours"), o);
        BOOST_REQUIRE_MESSAGE(done.has_value(), (done ? "" : done.error().to_string()));
        BOOST_TEST(writes == 2);
        // Each writer keeps its condition.
        BOOST_TEST((*done)->status.replicas == 5);
        BOOST_TEST((*done)->status.conditions.size() == 2u);
        BOOST_TEST(!!find_condition((*done)->status.conditions, "Theirs"));
        // What is no longer applied goes; theirs stays.
        gauge none = reporting(*seen, 5, "Ready", "Ours");
        none.status.conditions.clear();
        const auto dropped = co_await w.api().apply_status(none, o);
        BOOST_REQUIRE_MESSAGE(dropped.has_value(), (dropped ? "" : dropped.error().to_string()));
        BOOST_TEST(!find_condition((*dropped)->status.conditions, "Ready"));
        BOOST_TEST(!!find_condition((*dropped)->status.conditions, "Theirs"));
        // The JSON patch of a scale does not mind other versions.
        BOOST_TEST((co_await behind.set_replicas<gauge>(key, 3, o)).has_value());
        // A step that cannot be done is no conflict.
        const auto broken =
            co_await w.api().patch<gauge>(key, json_patch().remove({"status", "none"}), o, "status");
        BOOST_TEST((broken.error().code == errc::invalid));
    });
}

BOOST_AUTO_TEST_SUITE_END()
