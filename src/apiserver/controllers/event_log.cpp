#include "apiserver/controllers/event_log.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

namespace bj = boost::json;

namespace {

constexpr std::size_t max_waiting = 10'000;
constexpr std::size_t max_seen = 4'096;

const kind_info& event_kind() {
    static const kind_info kind =
        dynamic_kind(group_version_kind("", "v1", "Event"), "events", scope::namespaced, false);
    return kind;
}

std::string identity(const event_note& n) {
    return fmt::format("{}\n{}\n{}\n{}\n{}\n{}", n.component, n.host, n.about.uid, static_cast<int>(n.type),
                       n.reason, n.message);
}

}  // namespace

void event_log::record(event_note note) {
    if (queue_.size() < max_waiting) queue_.push(std::move(note));
}

awaitable<void> event_log::run() {
    while (auto note = co_await queue_.pop()) co_await write(std::move(*note));
}

bj::object event_log::make(const event_note& n) {
    // Names contain the time, so times must be unique.
    last_ = std::max(last_ + 1, static_cast<std::int64_t>(loop_.wall_now().time_since_epoch().count()));
    const std::string ns = n.about.key.ns.empty() ? "default" : n.about.key.ns;
    const std::string now = timestamp::from(loop_.wall_now()).to_string();
    bj::object about{{"kind", n.about.kind}};
    if (!n.about.key.ns.empty()) about["namespace"] = n.about.key.ns;
    about["name"] = n.about.key.name;
    if (!n.about.uid.empty()) about["uid"] = n.about.uid;
    about["apiVersion"] = n.about.api_version;
    if (!n.about.resource_version.empty()) about["resourceVersion"] = n.about.resource_version;
    if (!n.about.field_path.empty()) about["fieldPath"] = n.about.field_path;
    bj::object source{{"component", n.component}};
    if (!n.host.empty()) source["host"] = n.host;
    return {{"apiVersion", "v1"},
            {"kind", "Event"},
            {"metadata",
             bj::object{{"name", fmt::format("{}.{:x}", n.about.key.name, last_)}, {"namespace", ns}}},
            {"involvedObject", std::move(about)},
            {"reason", n.reason},
            {"message", n.message},
            {"source", std::move(source)},
            {"firstTimestamp", now},
            {"lastTimestamp", now},
            {"count", 1},
            {"type", n.type == event_type::normal ? "Normal" : "Warning"},
            {"reportingComponent", n.component},
            {"reportingInstance", n.host}};
}

awaitable<void> event_log::write(event_note note) {
    const std::string id = identity(note);
    if (const auto at = seen_.find(id); at != seen_.end()) {
        const object_key key = at->second.key;
        const std::int64_t count = ++at->second.count;
        bj::object patch{{"count", count}, {"lastTimestamp", timestamp::from(loop_.wall_now()).to_string()}};
        write_options options;
        options.field_manager = note.component;
        auto written = co_await api_.merge_patch(event_kind(), key, std::move(patch), std::move(options));
        if (written) co_return;
        seen_.erase(id);
    }
    dynamic_object object(make(note));
    const object_key key = object.key();
    write_options options;
    options.field_manager = note.component;
    auto written = co_await api_.create(std::move(object), event_kind(), std::move(options));
    if (!written) co_return;
    if (seen_.size() >= max_seen) seen_.clear();
    seen_.insert_or_assign(id, seen{key});
}

}  // namespace setpoint::inline v0::apiserver
