// A reconciler and its controller.
#include "precompiled.hpp"

using namespace setpoint;
using namespace setpoint::kinds;

struct site_spec {
    std::string image;
    static constexpr auto describe() {
        using namespace schema;
        return object("A site.", field(&site_spec::image, "image", "Container image.", required));
    }
};
struct site_status {
    std::int32_t ready = 0;
    static constexpr auto describe() {
        using namespace schema;
        return object("Its pods.", field(&site_status::ready, "ready", "Ready pods."));
    }
};
struct site : custom_resource<site_spec, site_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Site", "A web site."); }
};

awaitable<outcome> reconcile(context& ctx, snapshot<site> self) {
    deployment wanted = child_of<deployment>(*self);
    const auto made = co_await ctx.ensure(*self, std::move(wanted));
    if (!made) co_return made.error();
    const auto gone = co_await ctx.client().remove<config_map>(key_of(*self));
    if (!gone) co_return gone.error();
    site_status next = self->status;
    co_return co_await ctx.report(*self, next);
}

std::vector<object_key> sites_of(const config_map& m) {
    return {key_of(m)};
}
void index_of(const deployment& d, std::vector<std::string>& out) {
    out.emplace_back(d.metadata.ns.view());
}
bool is_new(const change<deployment>& c) {
    return c.added();
}

int main(int argc, char** argv) {
    return run(argc, argv, "site-operator", "Runs web sites.", [](manager& m) {
        m.controller<site>()
            .owns<deployment>({is_new})
            .watches<config_map>(sites_of)
            .index<deployment>("namespace", index_of)
            .uses<core_v1::secret>({verb::get})
            .reconcile(reconcile);
    });
}
