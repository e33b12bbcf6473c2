// ensure_mode::replace_when_immutable and create_once against a real API server: what it refuses to change,
// what it says then, and what is deleted.
#include "integration/client/live.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/client/interceptor.hpp"
#include "setpoint/client/refusal.hpp"
#include "support/ensured.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;

BOOST_AUTO_TEST_SUITE(replace_live, *boost::unit_test::precondition(needs_cluster()))

namespace {

// No garbage collector runs: what is deleted in the background is gone at once, and what is deleted in the
// foreground stays until collect() plays its part.
constexpr ensure_options background{.mode = ensure_mode::replace_when_immutable,
                                    .how = propagation::background};
constexpr ensure_options foreground{.mode = ensure_mode::replace_when_immutable};

pod_template_spec running(std::string image) {
    pod_template_spec t;
    t.metadata.labels["app"] = "x";
    t.spec.containers = {{.name = "c", .image = std::move(image)}};
    return t;
}

struct world : live {
    snapshot<config_map> owner;

    awaitable<void> begin() {
        if (ns.empty()) co_await fresh_namespace();
        auto made = co_await api().create(make_map("owner"));
        if (!made) throw fault(made.error());
        owner = *made;
    }
    template <class T>
    awaitable<result<test::ensured_child<T>>> ensured_by(T desired, ensure_options options,
                                                         client* through = nullptr) {
        co_return co_await test::ensure_child(through ? *through : api(), "ensure-test", *owner,
                                              std::move(desired), options);
    }
    // Creates it and changes it once, so that a change that is refused writes nothing any more.
    template <class T>
    awaitable<result<test::ensured_child<T>>> handed_over(T desired, ensure_options options) {
        T first = desired;
        first.metadata.labels["first"] = "yes";
        const auto made = co_await ensured_by(std::move(first), options);
        BOOST_REQUIRE_MESSAGE(made.has_value(), made.error().to_string());
        BOOST_CHECK(made->what == ensured::created);
        co_return co_await ensured_by(std::move(desired), options);
    }
    template <class T>
    T named(T object) const {
        object.metadata.ns = ns;
        object.metadata.name = "x";
        return object;
    }
    job make_job(std::string image) const {
        job j;
        j.spec.pod_template = running(std::move(image));
        j.spec.pod_template.spec.restart_policy = "Never";
        return named(std::move(j));
    }
    stateful_set make_set(std::string service) const {
        stateful_set s;
        s.spec.service_name = service;
        s.spec.selector.match_labels = {{"app", "x"}};
        s.spec.pod_template = running("i:1");
        return named(std::move(s));
    }
    service make_service(std::string ip) const {
        service s;
        s.spec.ports = {{.port = 80}};
        s.spec.cluster_ip = ip;
        return named(std::move(s));
    }
    config_map make_sealed(std::string value) const {
        config_map m = named(config_map());
        m.data["a"] = value;
        m.immutable = true;
        return m;
    }
    persistent_volume_claim make_claim(std::string storage_class) const {
        persistent_volume_claim c;
        c.spec.access_modes = {"ReadWriteOnce"};
        c.spec.storage_class_name = storage_class;
        c.spec.resources.requests["storage"] = quantity::parse("1Gi").value();
        return named(std::move(c));
    }
    template <class T>
    awaitable<snapshot<T>> now() {
        auto read = co_await api().template get<T>({ns, "x"});
        if (!read) throw fault(read.error());
        co_return *read;
    }
};

template <class T>
const test::ensured_child<T>& checked(const result<test::ensured_child<T>>& r) {
    BOOST_REQUIRE_MESSAGE(r.has_value(), r.error().to_string());
    return *r;
}

// Refused in short, then replaced: made, changed, gone, made again, and left alone.
template <class T>
awaitable<void> replaces(world& w, T before, T after, std::string field) {
    const auto made = co_await w.ensured_by(before, background);
    BOOST_CHECK(checked(made).what == ensured::created);
    const error refused = refusal(co_await w.ensured_by(after, {}));
    BOOST_TEST((refused.code == errc::invalid), refused.to_string());
    BOOST_TEST(is_refused_as_immutable(refused), refused.to_string());
    BOOST_TEST(brief(refused).starts_with(field + ": "), brief(refused));
    BOOST_TEST(brief(refused).size() <= 256u);
    BOOST_TEST(brief(refused).find("containers") == std::string::npos, brief(refused));

    const auto gone = co_await w.ensured_by(after, background);
    BOOST_CHECK(checked(gone).what == ensured::replacing);
    BOOST_TEST(gone->object->metadata.uid == made->object->metadata.uid);
    const auto again = co_await w.ensured_by(after, background);
    BOOST_CHECK(checked(again).what == ensured::created);
    BOOST_TEST(again->object->metadata.uid != made->object->metadata.uid);
    BOOST_CHECK(checked(co_await w.ensured_by(after, background)).what == ensured::unchanged);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_job_a_stateful_set_a_service_and_a_sealed_map_are_replaced) {
    world w;
    w.run([&]() -> awaitable<void> {
        co_await w.begin();
        co_await replaces(w, w.make_job("i:1"), w.make_job("i:2"), "spec.template");
        co_await replaces(w, w.make_set("one"), w.make_set("two"), "spec.serviceName");
        co_await replaces(w, w.make_service(""), w.make_service("None"), "spec.clusterIPs[0]");
        co_await replaces(w, w.make_sealed("1"), w.make_sealed("2"), "data");
    });
}

BOOST_AUTO_TEST_CASE(a_claim_is_never_replaced) {
    world w;
    w.run([&]() -> awaitable<void> {
        co_await w.begin();
        const auto made = co_await w.handed_over(w.make_claim("a"), background);
        BOOST_CHECK(checked(made).what == ensured::updated);
        const error kept = refusal(co_await w.ensured_by(w.make_claim("b"), background));
        BOOST_TEST((kept.code == errc::invalid), kept.to_string());
        BOOST_TEST(kept.message.starts_with("not replaced, because it holds data"), kept.to_string());
        BOOST_TEST(brief(kept) ==
                   "spec: Forbidden: spec is immutable after creation except resources.requests and "
                   "volumeAttributesClassName for bound claims");
        const auto still = co_await w.now<persistent_volume_claim>();
        BOOST_TEST(still->metadata.resource_version == made->object->metadata.resource_version);
    });
}

BOOST_AUTO_TEST_CASE(what_is_wrong_in_another_way_is_not_replaced) {
    world w;
    w.run([&]() -> awaitable<void> {
        co_await w.begin();
        const auto made = co_await w.ensured_by(w.make_job("i:1"), background);
        BOOST_CHECK(checked(made).what == ensured::created);
        job both = w.make_job("i:2");
        both.spec.backoff_limit = -1;
        const error refused = refusal(co_await w.ensured_by(both, background));
        BOOST_TEST((refused.code == errc::invalid), refused.to_string());
        BOOST_TEST((co_await w.now<job>())->metadata.uid == made->object->metadata.uid);
    });
}

BOOST_AUTO_TEST_CASE(nothing_is_written_while_it_is_being_deleted_in_the_foreground) {
    world w;
    w.run([&]() -> awaitable<void> {
        co_await w.begin();
        const auto made = co_await w.handed_over(w.make_job("i:1"), foreground);
        BOOST_CHECK(checked(made).what == ensured::updated);
        int calls = 0;
        interceptor counting(w.api());
        counting.on_write = [&](client& inner, const kind_info& k, call c) {
            ++calls;
            return inner.write(k, std::move(c));
        };
        counting.on_remove = [&](client& inner, const kind_info& k, object_key key, delete_options o) {
            ++calls;
            return inner.remove_object(k, std::move(key), std::move(o));
        };
        BOOST_CHECK(checked(co_await w.ensured_by(w.make_job("i:2"), foreground, &counting)).what ==
                    ensured::replacing);
        BOOST_TEST(calls == 2);
        const auto going = co_await w.now<job>();
        BOOST_TEST(is_deleting(going->metadata));
        for (int i = 0; i < 3; ++i)
            BOOST_CHECK(checked(co_await w.ensured_by(w.make_job("i:2"), foreground, &counting)).what ==
                        ensured::replacing);
        BOOST_TEST(calls == 2);
        BOOST_TEST((co_await w.now<job>())->metadata.resource_version == going->metadata.resource_version);
        // The garbage collector is done with its Pods.
        BOOST_REQUIRE(co_await w.api().merge_patch<job>(
            {w.ns, "x"}, {{"metadata", boost::json::object{{"finalizers", nullptr}}}}));
        BOOST_CHECK(checked(co_await w.ensured_by(w.make_job("i:2"), foreground)).what == ensured::created);
    });
}

// What stands under the name when the deletion arrives: a successor, or an object that another has taken
// over. The same without the preconditions shows that these are what protects it.
BOOST_AUTO_TEST_CASE(what_took_its_place_is_not_deleted) {
    world w;
    w.run([&]() -> awaitable<void> {
        co_await w.begin();
        for (const bool successor : {true, false})
            for (const bool guarded : {true, false}) {
                BOOST_CHECK(checked(co_await w.ensured_by(w.make_sealed("1"), background)).what ==
                            ensured::created);
                interceptor between(w.api());
                between.on_remove = [&](client& inner, const kind_info& kind, object_key key,
                                        delete_options o) -> awaitable<result<>> {
                    if (successor) {
                        BOOST_REQUIRE(co_await w.api().remove<config_map>(key));
                        BOOST_REQUIRE(co_await w.api().create(w.named(config_map())));
                    } else {
                        BOOST_REQUIRE(co_await w.api().merge_patch<config_map>(
                            key, {{"metadata", boost::json::object{{"ownerReferences", nullptr}}}}));
                    }
                    if (!guarded) o.uid = o.resource_version = {};
                    co_return co_await inner.remove_object(kind, std::move(key), std::move(o));
                };
                const auto r = co_await w.ensured_by(w.make_sealed("2"), background, &between);
                const auto left = co_await w.api().get<config_map>({w.ns, "x"});
                BOOST_TEST_CONTEXT("successor " << successor << ", guarded " << guarded) {
                    BOOST_TEST(left.has_value() == guarded);
                    if (guarded) BOOST_TEST((refusal(r).code == errc::conflict));
                }
                if (guarded) {
                    BOOST_CHECK(checked(co_await w.ensured_by(w.make_sealed("2"), background)).what ==
                                ensured::foreign);
                    BOOST_REQUIRE(co_await w.api().remove<config_map>({w.ns, "x"}));
                }
            }
    });
}

BOOST_AUTO_TEST_CASE(create_once_leaves_alone_what_is_there) {
    world w;
    w.run([&]() -> awaitable<void> {
        co_await w.begin();
        constexpr ensure_options once{.mode = ensure_mode::create_once};
        const auto made = co_await w.ensured_by(w.make_job("i:1"), once);
        BOOST_CHECK(checked(made).what == ensured::created);
        const auto kept = co_await w.ensured_by(w.make_job("i:2"), once);
        BOOST_CHECK(checked(kept).what == ensured::unchanged);
        BOOST_TEST(kept->object->metadata.resource_version == made->object->metadata.resource_version);
        BOOST_REQUIRE(co_await w.api().merge_patch<job>(
            {w.ns, "x"}, {{"metadata", boost::json::object{{"ownerReferences", nullptr}}}}));
        BOOST_CHECK(checked(co_await w.ensured_by(w.make_job("i:1"), once)).what == ensured::foreign);
    });
}

BOOST_AUTO_TEST_SUITE_END()
