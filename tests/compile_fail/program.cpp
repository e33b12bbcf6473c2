// A reconciler and its controller.
#include "precompiled.hpp"

using namespace setpoint;

struct site_spec {
    std::string image;
    static constexpr auto describe() {
        using namespace schema;
        return object("A site.", field(&site_spec::image, "image", "Container image.", required));
    }
};
struct site : custom_resource<site_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Site", "A web site."); }
};

struct site_reconciler {
    client& api;
    awaitable<outcome> reconcile(context& ctx, object_key key) {
        auto self = co_await api.get<site>(key);
        if (!self) co_return self.error();
        deployment wanted;
        wanted.metadata.name = key.name;
        wanted.metadata.ns = key.ns;
        auto made = co_await ensure(ctx, api, **self, std::move(wanted));
        if (!made) co_return made.error();
        const auto gone = co_await api.remove<config_map>(key);
        if (!gone) co_return gone.error();
        co_return outcome::done();
    }
};

std::vector<object_key> sites_of(const config_map& m) {
    return {key_of(m)};
}
void index_of(const deployment& d, std::vector<std::string>& out) {
    out.emplace_back(d.metadata.ns.view());
}

int main(int argc, char** argv) {
    return run(argc, argv, "site-operator", "Runs web sites.", [](manager& m) {
        m.controller<site>()
            .owns<deployment>()
            .watches<config_map>(sites_of)
            .index<deployment>("namespace", index_of)
            .uses<core_secret>({verb::get})
            .reconcile_with(site_reconciler{m.client()});
    });
}
