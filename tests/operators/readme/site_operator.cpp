// The operator of README.md, compiled; readme_test.cpp holds the two together.
#include <setpoint/api/apps_v1.hpp>
#include <setpoint/api/custom_resource.hpp>
#include <setpoint/controller/ensure.hpp>
#include <setpoint/manager/program.hpp>

using namespace setpoint;

struct site_spec {
    std::int32_t replicas = 1;
    std::string image;
    static constexpr auto describe() {
        using namespace schema;
        return object("A web site.", field(&site_spec::replicas, "replicas", "Number of pods.", minimum(0)),
                      field(&site_spec::image, "image", "Container image.", required, min_length(1)));
    }
};
struct site : custom_resource<site_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Site", "A web site."); }
};

struct site_reconciler {
    client& api;
    awaitable<outcome> reconcile(context& ctx, object_key key) {
        auto self = co_await api.get<site>(key);  // from the cache
        if (!self) co_return self.error().code == errc::not_found ? outcome::done() : outcome(self.error());
        deployment wanted;
        wanted.metadata.name = key.name;
        wanted.metadata.ns = key.ns;
        wanted.spec.replicas = (*self)->spec.replicas;
        wanted.spec.selector.match_labels = {{"app", key.name}};
        wanted.spec.pod_template.metadata.labels = {{"app", key.name}};
        wanted.spec.pod_template.spec.containers = {{.name = "site", .image = (*self)->spec.image}};
        auto made =
            co_await ensure(ctx, api, **self, std::move(wanted));  // creates, repairs, or does nothing
        if (!made) co_return made.error();                         // back-off and retry
        co_return outcome::done();
    }
};

int main(int argc, char** argv) {
    return run(argc, argv, "site-operator", "Runs web sites.", [](manager& m) {
        m.controller<site>().owns<deployment>().reconcile_with(site_reconciler{m.client()});
    });
}
