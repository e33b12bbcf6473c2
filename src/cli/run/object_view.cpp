#include "cli/run/object_view.hpp"

#include "cli/run/object_table.hpp"
#include "setpoint/api/dynamic_object.hpp"

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::size_t most_rows = 12;
constexpr duration age_step = std::chrono::seconds(1), least_pause = std::chrono::milliseconds(100);

const bj::object* stored_version(const bj::object& spec) {
    const bj::array* const versions = array_in(spec, "versions");
    for (std::size_t i = 0; versions && i < versions->size(); ++i)
        if (const bj::object* const v = (*versions)[i].if_object(); v && is_true_in(*v, "storage")) return v;
    return nullptr;
}

}  // namespace

object_view::object_view(loop& l, client& api, apiserver::server& server, logger log,
                         std::function<void()> changed)
    : loop_(l),
      server_(server),
      wake_(l),
      cache_(l, api, std::move(log), metrics_),
      changed_(std::move(changed)) {}

void object_view::show(const std::vector<bj::object>& definitions) {
    for (const bj::object& d : definitions) {
        const bj::object* const spec = object_in(d, "spec");
        const bj::object* const names = spec ? object_in(*spec, "names") : nullptr;
        const bj::object* const version = spec ? stored_version(*spec) : nullptr;
        if (!names || !version) continue;
        const group_version_kind gvk(std::string(text_in(*spec, "group")),
                                     std::string(text_in(*version, "name")),
                                     std::string(text_in(*names, "kind")));
        const std::string plural(text_in(*names, "plural"));
        if (!shown_.emplace(group_version_resource(gvk.group, gvk.version, plural), gvk.kind).second)
            continue;
        cache_
            .watch(dynamic_kind(gvk, plural,
                                text_in(*spec, "scope") == "Cluster" ? scope::cluster : scope::namespaced))
            .subscribe([this](const object_change&) {
                due_ = true;
                wake_.notify();
            });
    }
    due_ = true;
    wake_.notify();
}

awaitable<void> object_view::keep(task_scope& tasks) {
    cache_.start(tasks);
    for (;;) {
        const time_point next = saturating_add(loop_.now(), age_step);
        while (!due_ && loop_.now() < next) (void)co_await wake_.wait(next);
        due_ = false;
        if (co_await read()) changed_();
        co_await loop_.sleep(least_pause);  // many objects may change at a time
    }
}

awaitable<bool> object_view::read() {
    std::vector<std::string> lines;
    const auto shown = shown_;
    for (const auto& [resource, heading] : shown) {
        const auto table = co_await read_table(server_.transport(), resource);
        if (!table) continue;  // its definition is gone
        lines.emplace_back();
        for (std::string& line : table_lines(*table, heading, most_rows)) lines.push_back(std::move(line));
    }
    const bool changed = lines != lines_;
    lines_ = std::move(lines);
    co_return changed;
}

}}}  // namespace setpoint::v0::cli
