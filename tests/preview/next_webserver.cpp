// webserver-operator as a later version might be: with --server-env the pods of its Deployments differ, with
// --only just those of some WebServers.
#include "operators/web_server/plan.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/manager/program.hpp"

#include <CLI/CLI.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::kinds;

struct next_version {
    std::string env, only;  // "NAME=VALUE"; a part of the name, "": all

    deployment desired(const web_server::web_server& self) const {
        deployment d = web_server::desired_deployment(self);
        if (env.empty() || self.metadata.name.str().find(only) == std::string::npos) return d;
        env_var v;
        v.name = env.substr(0, env.find('='));
        v.value = env.substr(env.find('=') + 1);
        d.spec.pod_template.spec.containers.front().env.push_back(std::move(v));
        return d;
    }
};

struct reconciler {
    const next_version& version;

    awaitable<outcome> operator()(context& ctx, snapshot<web_server::web_server> self) const {
        const auto deployed = co_await ctx.ensure(*self, version.desired(*self));
        if (!deployed) co_return deployed.error();
        const auto served = co_await ctx.ensure(*self, web_server::desired_service(*self));
        if (!served) co_return served.error();
        const web_server::observation seen{deployed->exists() ? deployed->object : nullptr, served->exists(),
                                           first_problem(*deployed, *served)};
        co_return co_await ctx.report(*self, web_server::desired_status(*self, seen, ctx.wall_now()));
    }
};

}  // namespace

int main(int argc, char** argv) {
    next_version version;
    program next("webserver-operator", "The next version of webserver-operator, for tests of previews.");
    next.flags().add_option("--server-env", version.env, "NAME=VALUE, for the container of each Deployment");
    next.flags().add_option("--only", version.only, "Only for WebServers whose names contain this text");
    return next.run(argc, argv, [&](manager& m) {
        m.controller<web_server::web_server>()
            .owns<deployment>()
            .owns<service>()
            .claims_name<deployment>()
            .claims_name<service>("-service")
            .reconcile(reconciler{version});
    });
}
