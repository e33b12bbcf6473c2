#include "apiserver/controllers/storage/binder.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/pod/control.hpp"
#include "apiserver/controllers/storage/protection.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/schema.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

constexpr std::string_view binder_component = "persistentvolume-controller";
constexpr duration class_retry = std::chrono::milliseconds(200);

outcome outcome_of(const result<>& done) {
    if (done || done.error().code == errc::not_found) return outcome::done();
    return outcome::retry(done.error());
}

template <class T>
awaitable<result<snapshot<T>>> change(client& api, const T& object, bj::object patch,
                                      std::string subresource = {}) {
    return api.template merge_patch<T>(key_of(object), std::move(patch),
                                       as_controller_manager_at(object.metadata), std::move(subresource));
}

bj::object with_phase(std::string_view phase) {
    bj::object status, patch;
    status["phase"] = phase;
    patch["status"] = std::move(status);
    return patch;
}

}  // namespace

bool awaits_volume(const partial_claim& c) {
    return c.status.phase != "Bound";
}

awaitable<outcome> claim_binder::reconcile(context& ctx, object_key key) {
    (void)ctx;
    auto claim = co_await api_.get<partial_claim>(key);
    if (!claim) co_return claim.error().code == errc::not_found ? outcome::done() : outcome(claim.error());
    if (is_deleting((*claim)->metadata) && awaits_volume(**claim)) co_return outcome::done();
    auto seen = co_await observe(**claim);
    if (!seen) co_return seen.error();
    claim_step step = plan_claim(**claim, *seen);
    if (step.event) record(**claim, std::move(*step.event), binder_component);
    co_return outcome_of(co_await take(**claim, std::move(step)));
}

awaitable<result<claim_seen>> claim_binder::observe(const partial_claim& c) {
    claim_seen seen;
    auto volumes = co_await api_.list<partial_volume>();
    if (!volumes) co_return volumes.error();
    seen.volumes = std::move(*volumes);
    if (!awaits_volume(c)) {
        if (!wants_more(c) || !c.spec.storage_class_name) co_return seen;
        auto of_class =
            co_await api_.get<partial_storage_class>(object_key::cluster(c.spec.storage_class_name->str()));
        if (of_class) seen.bound_class = *of_class;
        if (!of_class && of_class.error().code != errc::not_found) co_return of_class.error();
        co_return seen;
    }
    auto classes = co_await api_.list<partial_storage_class>();
    if (!classes) co_return classes.error();
    seen.classes = std::move(*classes);
    if (!waits_for_consumer(c, seen.classes)) co_return seen;
    list_options there;
    there.ns = c.metadata.ns.str();
    auto pods = co_await api_.list<partial_pod>(there);
    if (!pods) co_return pods.error();
    for (const pod_ptr& p : *pods)
        if (p->spec.node_name.empty() && is_active(*p) &&
            std::ranges::count(claims_of_pod(*p), key_of(c)) > 0)
            seen.waiting_pods.push_back(p->metadata.name.str());
    std::ranges::sort(seen.waiting_pods);
    co_return seen;
}

awaitable<result<>> claim_binder::take(const partial_claim& c, claim_step step) {
    using kind = claim_step::kind;
    partial_claim_status next = c.status;
    bj::object spec, patch;
    switch (step.what) {
        case kind::none:
            break;
        case kind::wait:
            next = {};
            next.phase = "Pending";
            co_return co_await report(c, next);
        case kind::lose:
            next = {};
            next.phase = "Lost";
            co_return co_await report(c, next);
        case kind::bind:
            co_return co_await bind(c, *step.volume);
        case kind::expand: {
            auto grown = co_await change(api_, *step.volume, expand_volume(c));
            if (!grown) co_return grown.error();
            co_return co_await report(c, bound_status(**grown));
        }
        case kind::classify: {
            spec["storageClassName"] = step.of_class->metadata.name.view();
            patch["spec"] = std::move(spec);
            auto written = co_await change(api_, c, std::move(patch));
            if (!written) co_return written.error();
            break;
        }
        case kind::provision:
            co_return co_await provision(c, *step.of_class);
        case kind::request: {
            auto asked = co_await annotate(c, *step.of_class);
            if (!asked) co_return asked.error();
            break;
        }
    }
    co_return result<>();
}

// In this order, so that an interrupted binding is completed by whichever part is reconciled next.
awaitable<result<>> claim_binder::bind(const partial_claim& c, const partial_volume& v) {
    volume_ptr volume;
    if (bj::object patch = bind_volume(v, c); !patch.empty()) {
        auto written = co_await change(api_, v, std::move(patch));
        if (!written) co_return written.error().within("binding a volume");
        volume = *written;
    }
    const partial_volume& bound = volume ? *volume : v;
    if (bound.status.phase != "Bound") {
        auto written = co_await change(api_, bound, with_phase("Bound"), "status");
        if (!written) co_return written.error().within("binding a volume");
    }
    claim_ptr claim;
    if (bj::object patch = bind_claim(c, v); !patch.empty()) {
        auto written = co_await change(api_, c, std::move(patch));
        if (!written) co_return written.error().within("binding a claim");
        claim = *written;
    }
    partial_claim_status next = bound_status(v);
    // Only a resize changes the capacity of a bound claim.
    if (!awaits_volume(c)) next.capacity = c.status.capacity;
    co_return co_await report(claim ? *claim : c, next);
}

awaitable<result<claim_ptr>> claim_binder::annotate(const partial_claim& c,
                                                    const partial_storage_class& of_class) {
    bj::object annotations, meta, patch;
    for (const char* name :
         {"volume.beta.kubernetes.io/storage-provisioner", "volume.kubernetes.io/storage-provisioner"}) {
        const auto at = c.metadata.annotations.find(std::string_view(name));
        if (at == c.metadata.annotations.end() || at->second != of_class.provisioner)
            annotations[name] = of_class.provisioner.view();
    }
    if (annotations.empty()) co_return std::make_shared<const partial_claim>(c);
    meta["annotations"] = std::move(annotations);
    patch["metadata"] = std::move(meta);
    co_return co_await change(api_, c, std::move(patch));
}

awaitable<result<>> claim_binder::provision(const partial_claim& c, const partial_storage_class& of_class) {
    auto claim = co_await annotate(c, of_class);
    if (!claim) co_return claim.error();
    auto made = co_await create_as<partial_volume>(api_, "", make_volume(**claim, of_class));
    if (!made) {
        if (made.error().code == errc::already_exists) co_return result<>();  // its event binds it
        record(c,
               {event_type::warning, "ProvisioningFailed",
                fmt::format("failed to provision volume with StorageClass \"{}\": {}", of_class.metadata.name,
                            server_message(made.error()))},
               own_provisioner);
        co_return made.error();
    }
    record(c,
           {event_type::normal, "ProvisioningSucceeded",
            fmt::format("Successfully provisioned volume {}", (*made)->metadata.name)},
           own_provisioner);
    co_return co_await bind(**claim, **made);
}

awaitable<result<>> claim_binder::report(const partial_claim& c, const partial_claim_status& next) {
    if (json::same(next, c.status)) co_return result<>();
    bj::object patch;
    patch["status"] = json::merge_patch(json::to_value(c.status), json::to_value(next));
    auto written = co_await change(api_, c, std::move(patch), "status");
    if (!written) co_return written.error();
    co_return result<>();
}

void claim_binder::record(const partial_claim& c, storage_event e, std::string_view component) {
    events_.record(
        {std::string(component), "", subject_of(c), e.type, std::move(e.reason), std::move(e.message)});
}

awaitable<outcome> volume_binder::reconcile(context& ctx, object_key key) {
    (void)ctx;
    auto volume = co_await api_.get<partial_volume>(key);
    if (!volume) co_return volume.error().code == errc::not_found ? outcome::done() : outcome(volume.error());
    const partial_volume& v = **volume;
    auto claim = co_await claim_of(v);
    if (!claim) co_return claim.error();
    volume_step step = plan_volume(v, claim->get());
    if (step.event)
        events_.record({std::string(binder_component), "", subject_of(v), step.event->type,
                        std::move(step.event->reason), std::move(step.event->message)});
    if (step.unbind) co_return outcome_of(co_await unbind(v));
    if (!step.phase.empty()) {
        auto written = co_await change(api_, v, with_phase(step.phase), "status");
        if (!written) {
            const result<> failed = written.error();
            co_return outcome_of(failed);
        }
    }
    if (!step.remove || is_deleting(v.metadata)) co_return outcome::done();
    delete_options options;
    options.uid = v.metadata.uid.str();
    co_return outcome_of(co_await api_.remove<partial_volume>(key, std::move(options)));
}

awaitable<result<claim_ptr>> volume_binder::claim_of(const partial_volume& v) {
    if (!v.spec.claim_ref || v.spec.claim_ref->uid.empty()) co_return claim_ptr();
    const std::string uid = v.spec.claim_ref->uid.str();
    const object_key key{v.spec.claim_ref->ns.str(), v.spec.claim_ref->name.str()};
    auto claim = co_await api_.get<partial_claim>(key);
    if (claim && (*claim)->metadata.uid == uid) co_return *claim;
    // The cache may be behind, and a volume is released but once.
    claim = co_await live_.get<partial_claim>(key);
    if (claim) co_return (*claim)->metadata.uid == uid ? *claim : nullptr;
    if (claim.error().code == errc::not_found) co_return claim_ptr();
    co_return claim.error();
}

awaitable<result<>> volume_binder::unbind(const partial_volume& v) {
    bj::object annotations, meta, spec, patch;
    annotations[bound_by_controller] = nullptr;
    meta["annotations"] = std::move(annotations);
    spec["claimRef"] = nullptr;
    patch["metadata"] = std::move(meta);
    patch["spec"] = std::move(spec);
    auto written = co_await change(api_, v, std::move(patch));
    if (!written) co_return written.error();
    auto free = co_await change(api_, **written, with_phase("Available"), "status");
    if (!free) co_return free.error();
    co_return result<>();
}

awaitable<void> make_standard_class(loop& l, client& api) {
    bj::object annotations, meta;
    annotations["storageclass.kubernetes.io/is-default-class"] = "true";
    meta["name"] = standard_class;
    meta["annotations"] = std::move(annotations);
    const bj::object of_class{{"apiVersion", "storage.k8s.io/v1"}, {"kind", "StorageClass"},
                              {"metadata", std::move(meta)},       {"provisioner", own_provisioner},
                              {"reclaimPolicy", "Delete"},         {"volumeBindingMode", "Immediate"}};
    for (;;) {
        auto made = co_await create_as<partial_storage_class>(api, "", of_class);
        if (made || made.error().code == errc::already_exists) co_return;
        co_await l.sleep(class_retry);
    }
}

}}}  // namespace setpoint::v0::apiserver
