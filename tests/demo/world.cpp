#include "world.hpp"

#include <fmt/format.h>

namespace demo {

world::world(loop& l, cluster_config config, logger log, std::ostream& out, bool terminal)
    : loop_(l),
      metrics_(registry_),
      connection_(l, std::move(config), "webserver-demo", log, metrics_),
      cache_(l, connection_.client(), log, metrics_, cache_scope{{"default"}, {}, {}}),
      sites_(&cache_.declare<web_server>()),
      deployments_(&cache_.declare<deployment>()),
      services_(&cache_.declare<service>()),
      pods_(&cache_.declare<pod>()),
      events_(&cache_.declare<event_record>()),
      changed_(l),
      stage_(out, terminal, [this] { return table(); }) {
    for (view* v : {sites_, deployments_, services_, pods_, events_})
        v->subscribe([this, v](const object_change&) {
            if (v != events_) ++changes_;
            changed_.notify();
        });
}

awaitable<void> world::start(task_scope& tasks) {
    cache_.start(tasks);
    const bool complete = co_await cache_.wait_synced(saturating_add(loop_.now(), std::chrono::seconds(60)));
    if (!complete) {
        const auto problems = cache_.problems();
        throw step_failed("the cluster cannot be read: " +
                          (problems.empty() ? "it is slow" : problems.front()));
    }
}

awaitable<void> world::until(std::string what, std::function<bool()> holds, duration limit) {
    const time_point due = saturating_add(loop_.now(), limit);
    stage_.waiting(what);
    while (!holds()) {
        const bool woken = co_await changed_.wait(due);
        if (!woken && !holds())
            throw step_failed(fmt::format("{}: not within {} s", what,
                                          std::chrono::duration_cast<std::chrono::seconds>(limit).count()));
        stage_.refresh();
    }
    stage_.verified(what);
}

void world::check(std::string_view what, bool holds) {
    if (!holds) throw step_failed(std::string(what));
    stage_.verified(what);
}

awaitable<void> world::unchanged(std::string what, duration time) {
    const std::uint64_t before = changes_;
    stage_.waiting(what);
    co_await loop_.sleep(time);  // what is shown is that nothing happens
    check(what, changes_ == before);
}

template <class T>
std::vector<snapshot<T>> world::all(const view& v) const {
    std::vector<snapshot<T>> objects;
    const auto found = v.list({});
    if (found)
        for (const object_ptr& o : *found) objects.push_back(std::static_pointer_cast<const T>(o));
    return objects;
}

std::vector<snapshot<event_record>> world::events() const {
    std::vector<snapshot<event_record>> about;
    for (auto& e : all<event_record>(*events_))
        if (e->regarding.kind == "WebServer") about.push_back(std::move(e));
    return about;
}

std::vector<snapshot<pod>> world::pods() const {
    return all<pod>(*pods_);
}

std::vector<std::string> world::table() const {
    std::vector<std::string> rows;
    const auto row = [&](std::string_view name, std::string_view wanted, std::string_view ready,
                         std::string_view image, std::string_view available, std::string_view pods) {
        rows.push_back(
            fmt::format("{:<18} {:>8} {:>6}  {:<16} {:<10} {}", name, wanted, ready, image, available, pods));
    };
    row("NAME", "REPLICAS", "READY", "IMAGE", "AVAILABLE", "PODS");
    for (const auto& s : all<web_server>(*sites_)) {
        std::string dots;
        for (const auto& p : pods()) {
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

}  // namespace demo
