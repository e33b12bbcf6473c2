// The life of a WebServer.
#include "../show.hpp"
#include "operators/web_server/types.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/crd.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace demo {

namespace {

namespace bj = boost::json;
using namespace std::chrono_literals;
using web_server::web_server;

const std::string sample = "webserver-sample", sample_service = sample + "-service", taken = "taken";
const object_key sample_key{"default", sample};

web_server make(const std::string& name, std::string image, std::int32_t replicas) {
    web_server s;
    s.metadata.ns = "default";
    s.metadata.name = name;
    s.spec.image = std::move(image);
    s.spec.replicas = replicas;
    return s;
}

awaitable<result<>> patch_spec(world& w, bj::object spec) {
    auto r = co_await w.api().merge_patch<web_server>(sample_key, {{"spec", std::move(spec)}});
    if (!r) co_return std::move(r).error();
    co_return result<>();
}

std::int32_t replicas_of(const snapshot<deployment>& d) {
    return d ? d->spec.replicas.value_or(-1) : -1;
}
std::string image_of(const snapshot<deployment>& d) {
    return d ? std::string(d->spec.pod_template.spec.containers.at(0).image.view()) : "";
}
std::string reason_of(const snapshot<web_server>& s, std::string_view type, condition_status status) {
    const condition* c = s ? find_condition(s->status.conditions, type) : nullptr;
    return c && c->status == status ? std::string(c->reason.view()) : "";
}
awaitable<void> create(world& w) {
    w.shown().title("Create: 3 × nginx:1.23.1");
    const auto made = done(co_await w.api().create(make(sample, "nginx:1.23.1", 3)), "creating it");
    co_await w.until("three pods are ready", [&] {
        const auto d = w.find<deployment>(sample);
        return d && d->status.ready_replicas.value_or(0) == 3;
    });
    co_await w.until("Service webserver-sample-service is a NodePort on port 80", [&] {
        const auto s = w.find<service>(sample_service);
        return s && s->spec.type == "NodePort" && s->spec.ports.size() == 1 && s->spec.ports[0].port == 80;
    });
    const auto owned = [&](const object_meta& m) {
        const owner_reference* o = controller_of(m);
        return o && o->uid == made->metadata.uid;
    };
    w.check("both belong to the WebServer",
            owned(w.find<deployment>(sample)->metadata) && owned(w.find<service>(sample_service)->metadata));
    co_await w.until("status: Available=True, 3 ready", [&] {
        const auto s = w.find<web_server>(sample);
        return s && is_true(s->status.conditions, "Available") && s->status.ready_replicas == 3;
    });
    w.shown().show_table();
}

awaitable<void> scale(world& w) {
    w.shown().title("Scale 3 → 4 → 0 → 2");
    int before = 3;
    for (const int n : {4, 0, 2}) {
        done(co_await patch_spec(w, {{"replicas", n}}), "scaling it");
        co_await w.until(fmt::format("the Deployment has {} replicas", n),
                         [&] { return replicas_of(w.find<deployment>(sample)) == n; });
        co_await w.until("an event shows the old and the new value",
                         [&] { return w.told(fmt::format("spec.replicas from {} to {}", before, n)); });
        co_await w.until(fmt::format("status.replicas is {}", n), [&] {
            const auto s = w.find<web_server>(sample);
            return s && s->status.replicas == n && s->status.ready_replicas == n;
        });
        before = n;
    }
}

awaitable<void> new_image(world& w) {
    w.shown().title("Another image: nginx:1.23.1 → nginx:1.23.0");
    done(co_await patch_spec(w, {{"image", "nginx:1.23.0"}}), "changing the image");
    co_await w.until("the Deployment runs nginx:1.23.0",
                     [&] { return image_of(w.find<deployment>(sample)) == "nginx:1.23.0"; });
    co_await w.until("the roll-out is complete", [&] {
        const auto d = w.find<deployment>(sample);
        return d->status.observed_generation == d->metadata.generation &&
               d->status.updated_replicas.value_or(0) == 2 && d->status.replicas.value_or(0) == 2 &&
               d->status.available_replicas.value_or(0) == 2;
    });
}

awaitable<void> meddle(world& w) {
    w.shown().title("Another client interferes");
    const object_key service_key{"default", sample_service};
    done(co_await w.api().merge_patch<deployment>(
             sample_key, {{"metadata", {{"annotations", {{"team", "blue"}}}}}, {"spec", {{"replicas", 7}}}}),
         "scaling the Deployment");
    co_await w.until("a foreign replica count is put back to 2", [&] {
        const auto d = w.find<deployment>(sample);
        return d->metadata.annotations.contains("team") && replicas_of(d) == 2;
    });
    done(co_await w.api().merge_patch<service>(
             service_key,
             {{"spec",
               {{"sessionAffinity", "ClientIP"},
                {"ports", bj::array{{{"name", "http"}, {"port", 80}, {"targetPort", 80}},
                                    {{"name", "extra"}, {"port", 8443}, {"targetPort", 8443}}}}}}}),
         "adding a port");
    co_await w.until("a foreign port of the Service is removed again", [&] {
        const auto s = w.find<service>(sample_service);
        return s && s->spec.session_affinity == "ClientIP" && s->spec.ports.size() == 1;
    });
    w.check("fields that only other clients set are kept",
            w.find<deployment>(sample)->metadata.annotations.at("team") == "blue" &&
                w.find<service>(sample_service)->spec.session_affinity == "ClientIP");
    const interned_string uid = w.find<service>(sample_service)->metadata.uid;
    done(co_await w.api().remove<service>(service_key), "deleting the Service");
    co_await w.until("a deleted Service comes back", [&] {
        const auto s = w.find<service>(sample_service);
        return s && s->metadata.uid != uid;
    });
}

awaitable<void> refused(world& w, std::string_view what, bj::object spec) {
    const auto r = co_await patch_spec(w, std::move(spec));
    if (r) throw step_failed(fmt::format("{} was accepted", what));
    w.check_refused(what, r.error());
}

awaitable<void> bad_input(world& w) {
    w.shown().title("Bad input");
    co_await refused(w, "negative replicas", {{"replicas", -1}});
    co_await refused(w, "empty image", {{"image", ""}});
    done(co_await patch_spec(w, {{"image", "nginx:not a tag"}}), "setting an invalid image");
    co_await w.until("an invalid image: Degraded=True, InvalidImage", [&] {
        return reason_of(w.find<web_server>(sample), "Degraded", condition_status::true_) == "InvalidImage";
    });
    w.check("the running Deployment was left alone", image_of(w.find<deployment>(sample)) == "nginx:1.23.0");
    done(co_await patch_spec(w, {{"image", "nginx:1.23.0"}}), "curing it");
    co_await w.until("a valid image again: Degraded=False", [&] {
        return !reason_of(w.find<web_server>(sample), "Degraded", condition_status::false_).empty();
    });
}

awaitable<void> foreign_child(world& w) {
    w.shown().title("Another owner has a Deployment of that name");
    deployment other;
    other.metadata.ns = "default";
    other.metadata.name = taken;
    other.spec.selector.match_labels["app"] = taken;
    other.spec.pod_template.metadata.labels["app"] = taken;
    other.spec.pod_template.spec.containers.emplace_back().name = "busybox";
    other.spec.pod_template.spec.containers[0].image = "busybox:1";
    done(co_await w.api().create(other), "creating a foreign Deployment");
    done(co_await w.api().create(make(taken, "nginx:1.23.1", 1)), "creating a second WebServer");
    co_await w.until("it is not taken over", [&] {
        return reason_of(w.find<web_server>(taken), "Degraded", condition_status::true_) == "NotOurs";
    });
    w.check("nor changed", image_of(w.find<deployment>(taken)) == "busybox:1");
    done(co_await w.api().remove<deployment>({"default", taken}), "deleting the foreign Deployment");
    co_await w.until("once it is gone, the WebServer recovers",
                     [&] { return image_of(w.find<deployment>(taken)) == "nginx:1.23.1"; });
}

// Two pods and one, all ready, and nothing that is going away.
bool settled(const world& w) {
    for (const std::string& name : {sample, taken}) {
        const auto s = w.find<web_server>(name);
        const auto d = w.find<deployment>(name);
        if (!s || !d || s->status.ready_replicas != s->spec.replicas ||
            !is_true(s->status.conditions, "Available"))
            return false;
        const auto& status = d->status;
        if (status.observed_generation != d->metadata.generation ||
            status.terminating_replicas.value_or(0) != 0 || status.available_replicas != d->spec.replicas)
            return false;
    }
    const auto pods = w.all<pod>();
    return pods.size() == 3 &&
           std::ranges::none_of(pods, [](const auto& p) { return is_deleting(p->metadata); });
}

awaitable<void> remove(world& w) {
    w.shown().title("Delete");
    for (const std::string& name : {sample, taken})
        done(co_await w.api().remove<web_server>({"default", name}), "deleting it");
    co_await w.until("their Deployments and Services are gone with them, and the pods", [&] {
        return !w.find<deployment>(sample) && !w.find<deployment>(taken) &&
               !w.find<service>(sample_service) && !w.find<service>(taken + "-service") &&
               w.all<pod>().empty();
    });
}

awaitable<void> play(world& w, bool keep) {
    co_await create(w);
    co_await scale(w);
    co_await new_image(w);
    co_await meddle(w);
    co_await bad_input(w);
    co_await foreign_child(w);
    w.shown().title("Events on the WebServers");
    co_await w.look_at_events("Created Deployment", 8);
    w.shown().title("Steady state");
    co_await w.until("both have settled", [&] { return settled(w); });
    co_await w.unchanged("two seconds in which nothing is written", 2s);
    if (!keep) co_await remove(w);
}

void watch(world& w) {
    w.watch<web_server>();
    w.watch<deployment>();
    w.watch<service>();
    w.watch<pod>();
}

std::vector<std::string> table(const world& w) {
    std::vector<std::string> rows;
    const auto row = [&](std::string_view name, std::string_view wanted, std::string_view ready,
                         std::string_view image, std::string_view available, std::string_view pods) {
        rows.push_back(
            fmt::format("{:<18} {:>8} {:>6}  {:<16} {:<10} {}", name, wanted, ready, image, available, pods));
    };
    row("NAME", "REPLICAS", "READY", "IMAGE", "AVAILABLE", "PODS");
    for (const auto& s : w.all<web_server>()) {
        std::string dots;
        for (const auto& p : w.all<pod>()) {
            const std::string_view owner = p->metadata.name.view();
            if (!owner.starts_with(s->metadata.name.view())) continue;
            dots += is_deleting(p->metadata) ? "×" : is_true(p->status.conditions, "Ready") ? "●" : "○";
        }
        const condition* c = find_condition(s->status.conditions, "Available");
        row(s->metadata.name.view(), std::to_string(s->spec.replicas),
            std::to_string(s->status.ready_replicas), std::string_view(s->spec.image),
            c ? to_string(c->status) : "", dots);
    }
    return rows;
}

}  // namespace

const show& the_show() {
    static const show it = {.program = "webserver-demo",
                            .definition = crd_of<web_server>(),
                            .kind = "WebServer",
                            .shown_in_log = "change|Created",
                            .must_be_in_log = "spec.replicas change .*from=.*to=",
                            .watch = watch,
                            .table = table,
                            .play = play};
    return it;
}

}  // namespace demo
