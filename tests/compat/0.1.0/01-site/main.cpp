// A whole operator in one file: a Deployment for each Site, and a status. README.md shows this file.
#include <setpoint/operator.hpp>
using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::schema;

struct site_spec {
    std::int32_t replicas = 1;
    std::string image;
    static constexpr auto describe() {
        return object("A web site.", field(&site_spec::replicas, "replicas", "Number of pods.", minimum(0)),
                      field(&site_spec::image, "image", "Container image.", required, min_length(1)));
    }
};
struct site_status {
    std::int32_t ready_replicas = 0;
    std::vector<condition> conditions;
    static constexpr auto describe() {
        return object("Pods.", field(&site_status::ready_replicas, "readyReplicas", "Ready pods."),
                      field(&site_status::conditions, "conditions", "Conditions.", list_map("type")));
    }
};
struct site : custom_resource<site_spec, site_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Site", "A web site."); }
};

deployment desired(const site& self) {
    deployment d = child_of<deployment>(self);  // the same name and namespace
    d.spec.replicas = self.spec.replicas;
    d.spec.selector.match_labels = d.spec.pod_template.metadata.labels = {{"app", self.metadata.name}};
    d.spec.pod_template.spec.containers = {{.name = "site", .image = self.spec.image}};
    return d;
}

awaitable<outcome> reconcile(context& ctx, snapshot<site> self) {  // from the cache; never one that is gone
    const auto d = co_await ctx.ensure(*self, desired(*self));     // creates, repairs, or does nothing
    if (!d) co_return d.error();                                   // back-off and retry
    site_status next = self->status;
    next.ready_replicas = d->object->status.ready_replicas.value_or(0);
    ctx.conditions(*self, next).set("Available", rollout(*d->object).available).set("Degraded", explain(*d));
    co_return co_await ctx.report(*self, next);  // if it changed; with an event when Degraded is news
}

void add_site_controller(manager& m) {
    m.controller<site>().owns<deployment>().reconcile(reconcile);
}

int main(int argc, char** argv) {
    return run(argc, argv, "site-operator", "Runs web sites.", add_site_controller);
}
