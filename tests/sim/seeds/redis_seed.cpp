// Redis: the names of its pods are its finalizers, and the status is written through an object that the
// response replaces, so that the list of finalizers that follows is the old one.

#include "setpoint/api/core_v1.hpp"
#include "sim/seeds/seed.hpp"

#include <algorithm>

namespace seeds {

namespace {

struct store_spec {
    std::int32_t port = 6379, num = 1;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("", field(&store_spec::port, "port", "", minimum(6370), maximum(6380)),
                      field(&store_spec::num, "num", ""));
    }
};
struct store_status {
    std::int32_t replicas = 0;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("", field(&store_status::replicas, "replicas", ""));
    }
};
struct store : custom_resource<store_spec, store_status> {
    static constexpr auto kind() {
        return custom_kind("myapp.demo.kubebuilder.io", "v1", "Redis", "Redis pods.").plural("redis");
    }
};

std::vector<std::string> finalizers_of(const store& s) {
    std::vector<std::string> all;
    for (const auto& f : s.metadata.finalizers) all.push_back(f.str());
    return all;
}

// Any error counts as "it does not exist".
awaitable<bool> is_there(context& ctx, const object_key& key) {
    const auto found = co_await ctx.client().get<pod>(key);
    co_return found.has_value();
}

awaitable<result<>> create_pod(context& ctx, const store& of, std::string name) {
    const bool exists = co_await is_there(ctx, {of.metadata.ns.str(), name});
    if (exists) co_return result<>();
    pod p = named<pod>(std::move(name));
    container& c = p.spec.containers.emplace_back();
    c.name = of.metadata.name;
    c.image = "redis:5-alpine";
    c.image_pull_policy = "IfNotPresent";
    c.ports.emplace_back().container_port = of.spec.port;
    if (const auto owned = set_controller_reference(p, of); !owned) co_return owned.error();
    const auto made = co_await ctx.client().create(p);
    if (!made) co_return made.error();
    co_return result<>();
}

// r.Client.Update(ctx, redis): what it sends of the object are its finalizers; the response replaces it.
awaitable<result<>> update(context& ctx, snapshot<store>& self, const std::vector<std::string>& finalizers) {
    boost::json::array list;
    for (const std::string& f : finalizers) list.emplace_back(f);
    auto written = co_await ctx.client().merge_patch<store>(
        key_of(*self), {{"metadata", {{"finalizers", std::move(list)}}}}, unchanged(*self));
    if (!written) co_return written.error();
    self = std::move(*written);
    co_return result<>();
}
awaitable<result<>> update_status(context& ctx, snapshot<store>& self, std::size_t replicas) {
    auto written = co_await ctx.client().merge_patch<store>(
        key_of(*self), {{"status", {{"replicas", replicas}}}}, unchanged(*self), "status");
    if (!written) co_return written.error();
    self = std::move(*written);
    co_return result<>();
}

awaitable<outcome> delete_pods(context& ctx, snapshot<store> self) {
    std::vector<std::string> finalizers = finalizers_of(*self), gone;
    const auto position = static_cast<std::size_t>(self->spec.num);
    if (finalizers.size() > position) {
        gone.assign(finalizers.begin() + static_cast<std::ptrdiff_t>(position), finalizers.end());
        finalizers.resize(position);
    } else {
        gone = std::exchange(finalizers, {});
    }
    for (const std::string& name : gone)
        if (const auto deleted = co_await ctx.client().remove<pod>({self->metadata.ns.str(), name}); !deleted)
            co_return deleted.error();
    if (const auto done = co_await update_status(ctx, self, finalizers.size()); !done) co_return done.error();
    if (const auto done = co_await update(ctx, self, finalizers_of(*self)); !done) co_return done.error();
    co_return outcome::done();
}

awaitable<outcome> reconcile_store(context& ctx, snapshot<store> self) {
    std::vector<std::string> finalizers = finalizers_of(*self);
    if (is_deleting(self->metadata) || finalizers.size() > static_cast<std::size_t>(self->spec.num))
        co_return co_await delete_pods(ctx, std::move(self));
    bool is_changed = false;
    for (std::int32_t i = 0; i < self->spec.num; ++i) {
        const std::string name = key_of(*self).name + "-" + std::to_string(i);
        if (const auto made = co_await create_pod(ctx, *self, name); !made) co_return made.error();
        if (std::find(finalizers.begin(), finalizers.end(), name) != finalizers.end()) continue;
        finalizers.push_back(name);
        is_changed = true;
    }
    if (!is_changed) co_return outcome::done();
    if (const auto done = co_await update(ctx, self, finalizers); !done) co_return done.error();
    if (const auto done = co_await update_status(ctx, self, finalizers.size()); !done) co_return done.error();
    co_return outcome::done();
}

void add_store(manager& m) {
    m.controller<store>()
        .owns<pod>()
        .uses<pod>({verb::create, verb::remove})
        .uses<store>({verb::patch}, "status")
        .uses_finalizer()
        .reconcile(reconcile_store);
}

void run_two(testing::environment& env) {
    store s = named<store>("cache");
    s.spec.num = 2;
    env.create(s);
    env.until<store>("cache", [](const store& x) { return x.status.replicas == 2; });
}
void run_two_and_one(testing::environment& env) {
    run_two(env);
    env.patch<store>("cache", {{"spec", {{"num", 1}}}});
    env.until<store>("cache", [](const store& x) { return x.status.replicas == 1; });
    env.until_gone<pod>("cache-1");
}

}  // namespace

std::vector<seed> redis_seeds() {
    return {
        {"Redis",
         "the finalizers are never released",
         {.operators = {add_store}, .story = run_two},
         {{"nothing left", "none"}}},
        {"Redis, scaled in",
         "the name of a deleted pod stays a finalizer, and its deletion is tried forever",
         {.operators = {add_store}, .story = run_two_and_one},
         {{"nothing left", "none"}}},
        {"Redis, kept",
         "a crash or an error between its two updates leaves the status empty; its namespace cannot be "
         "deleted",
         {.operators = {add_store}, .story = run_two, .uninstall = false},
         {{"story", "P2@patch redis"}, {"nothing left", "P20@patch redis"}}},
    };
}

}  // namespace seeds
