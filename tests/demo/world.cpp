#include "world.hpp"

#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/api/dynamic_object.hpp"
#include "show.hpp"

#include <fmt/format.h>

namespace demo {

using namespace std::chrono_literals;

world::world(loop& l, const show& what, cluster_config config, logger log, std::ostream& out, bool terminal)
    : loop_(l),
      show_(what),
      metrics_(registry_),
      connection_(l, std::move(config), std::string(what.program), log, metrics_),
      cache_(l, connection_.client(), log, metrics_, cache_scope{{"default"}, {}, {}}),
      changed_(l),
      stage_(out, terminal, [this] { return show_.table(*this); }) {
    watch<events_v1::event>(false);
    show_.watch(*this);
}

void world::add(cached_collection& v, bool counts) {
    v.subscribe([this, counts](const object_change&) {
        changes_ += counts;
        changed_.notify();
    });
}

awaitable<void> world::start(task_scope& tasks) {
    cache_.start(tasks);
    const bool complete = co_await cache_.wait_synced(saturating_add(loop_.now(), 60s));
    if (!complete) {
        const auto problems = cache_.problems();
        throw step_failed("the cluster cannot be read: " +
                          (problems.empty() ? "it is slow" : problems.front()));
    }
}

awaitable<void> world::install() {
    const kind_info definitions = dynamic_kind({"apiextensions.k8s.io", "v1", "CustomResourceDefinition"},
                                               "customresourcedefinitions", scope::cluster);
    const std::string name(show_.definition.at("metadata").at("name").as_string());
    done(co_await api().apply(dynamic_object(show_.definition), definitions), "installing the definition");
    for (;;) {
        const auto now = done(co_await api().get<custom_resource_definition>({"", name}), "reading it");
        if (is_true(now->status.conditions, "Established")) break;
        co_await loop_.sleep(100ms);
    }
    stage_.verified("customresourcedefinition/" + name + " is established");
    for (;;) {
        const auto nodes = done(co_await api().list<node>(), "looking for nodes");
        if (!nodes.empty()) break;
        co_await loop_.sleep(100ms);
    }
    stage_.verified("there are nodes to run pods on");
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

void world::check_refused(std::string_view what, const error& e) {
    constexpr std::string_view before = "is invalid: ";  // behind kind and name, which the story has told
    const std::size_t at = e.server_text.find(before);
    const std::size_t begin = at == std::string::npos ? 0 : at + before.size();
    check(fmt::format("{}: {}", what, e.server_text.substr(begin)), e.code == errc::invalid);
}

awaitable<void> world::unchanged(std::string what, duration time) {
    const std::uint64_t before = changes_;
    stage_.waiting(what);
    co_await loop_.sleep(time);  // what is shown is that nothing happens
    check(what, changes_ == before);
}

std::vector<snapshot<events_v1::event>> world::events() const {
    std::vector<snapshot<events_v1::event>> about;
    for (auto& e : all<events_v1::event>())
        if (e->regarding.kind == show_.kind) about.push_back(std::move(e));
    return about;
}

bool world::told(std::string_view part) const {
    for (const auto& e : events())
        if (e->note.view().find(part) != std::string_view::npos) return true;
    return false;
}

awaitable<void> world::look_at_events(std::string_view one, std::size_t count) {
    co_await until("events were recorded", [&] { return told(one); });
    std::size_t shown = 0;
    for (const auto& e : events())
        if (shown++ < count)
            stage_.say(fmt::format("{:<8} {:<14} {}", e->type, e->reason, e->note.view().substr(0, 90)));
}

}  // namespace demo
