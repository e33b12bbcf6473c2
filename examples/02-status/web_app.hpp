#pragma once
// A status for people and programs: counts, conditions and columns for kubectl, computed by a plan that a
// unit test can call with plain values. The operator is a header, so that main.cpp and the tests share
// it.
#include <setpoint/operator.hpp>

namespace web_apps {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::schema;

struct web_app_spec {
    std::int32_t replicas = 1;
    std::string image;
    static constexpr auto describe() {
        using self = web_app_spec;
        return object("The desired state.",
                      field(&self::replicas, "replicas", "Number of pods.", minimum(0), maximum(100)),
                      field(&self::image, "image", "Container image.", required, min_length(1)));
    }
};

struct web_app_status {
    std::int64_t observed_generation = 0;  // report() sets it
    std::int32_t replicas = 0, ready_replicas = 0;
    std::vector<condition> conditions;
    static constexpr auto describe() {
        using self = web_app_status;
        return object(
            "The observed state.",
            field(&self::observed_generation, "observedGeneration",
                  "The generation of the spec that this status describes."),
            field(&self::replicas, "replicas", "Pods that exist."),
            field(&self::ready_replicas, "readyReplicas", "Pods that are ready."),
            field(&self::conditions, "conditions", "Available, Progressing and Degraded.", list_map("type")));
    }
};

struct web_app : custom_resource<web_app_spec, web_app_status> {
    static constexpr auto kind() {
        return custom_kind("example.com", "v1", "WebApp", "A web application.")
            .short_name("app")
            .scale(".spec.replicas", ".status.replicas")
            .column("Ready", "integer", ".status.readyReplicas")
            .column("Available", "string", ".status.conditions[?(@.type=='Available')].status")
            .column("Image", "string", ".spec.image", "", 1)  // with -o wide
            .column("Age", "date", ".metadata.creationTimestamp");
    }
};

// The plan: pure functions of the observed state.
inline deployment desired_deployment(const web_app& self) {
    deployment d = child_of<deployment>(self);
    d.spec.replicas = self.spec.replicas;
    d.spec.selector.match_labels = {{"app", label_value_of(self.metadata.name)}};
    d.spec.pod_template.metadata.labels = d.spec.selector.match_labels;
    d.spec.pod_template.spec.containers = {{.name = "app", .image = self.spec.image}};
    return d;
}

inline web_app_status desired_status(const web_app& self, const child<deployment>& pods, wall_time now) {
    const rollout_state progress = rollout(*pods.object);
    web_app_status s;
    s.replicas = pods.object->status.replicas.value_or(0);
    s.ready_replicas = pods.object->status.ready_replicas.value_or(0);
    conditions(self, s, now)
        .set("Available", progress.available)
        .set("Progressing", progress.progressing)
        .set("Degraded", explain(first_problem(pods.problem, progress.failure)));
    return s;
}

// The coroutine does the I/O: it applies the plan and reports the status.
inline awaitable<outcome> reconcile(context& ctx, snapshot<web_app> self) {
    const auto pods = co_await ctx.ensure(*self, desired_deployment(*self));
    if (!pods) co_return pods.error();
    co_return co_await ctx.report(*self, desired_status(*self, *pods, ctx.wall_now()));
}

inline void add_web_app_controller(manager& m) {
    m.controller<web_app>()
        .owns<deployment>()
        .claims_name<deployment>()  // reconciles when a foreign Deployment of our name is deleted
        .reconcile(reconcile);
}

}  // namespace web_apps
