#include "apiserver/controllers/event_log.hpp"

#include "apiserver/controllers/controller_manager.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

constexpr std::size_t max_waiting = 10'000;

const kind_info& event_kind() {
    static const kind_info kind =
        dynamic_kind(group_version_kind("", "v1", "Event"), "events", scope::namespaced, false);
    return kind;
}

// The program that a component is part of.
write_options options_of(const event_note& n) {
    write_options o;
    o.field_manager = controller_manager_name;
    if (n.component == "kubelet") o.field_manager = n.component;
    if (n.component == "default-scheduler") o.field_manager = "kube-scheduler";
    return o;
}

}  // namespace

void event_log::record(event_note note) {
    if (queue_.size() < max_waiting) queue_.push(std::move(note));
}

awaitable<void> event_log::run() {
    while (auto note = co_await queue_.pop()) co_await write(std::move(*note));
}

std::string event_log::name_for(const event_note& n) {
    // Names contain the time, so times must be unique.
    last_ = std::max(last_ + 1, static_cast<std::int64_t>(loop_.wall_now().time_since_epoch().count()));
    return fmt::format("{}.{:x}", n.about.key.name, last_);
}

bj::object event_log::make(const event_note& n, const observed_event& e) const {
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
            {"metadata", bj::object{{"name", e.name}, {"namespace", ns}}},
            {"involvedObject", std::move(about)},
            {"reason", n.reason},
            {"message", n.message},
            {"source", std::move(source)},
            {"firstTimestamp", e.first.to_string()},
            {"lastTimestamp", now},
            {"count", e.count},
            {"type", n.type == event_type::normal ? "Normal" : "Warning"},
            {"reportingComponent", e.combined ? "" : n.component},
            {"reportingInstance", e.combined ? "" : n.host}};
}

awaitable<void> event_log::write(event_note note) {
    const observed_event e = correlator_.observe(note, name_for(note), loop_.now(), loop_.wall_now());
    if (e.skip) co_return;
    if (e.combined) note.message = "(combined from similar events): " + note.message;
    if (e.count > 1) {
        const object_key key{note.about.key.ns.empty() ? "default" : note.about.key.ns, e.name};
        bj::object patch{{"count", e.count},
                         {"message", note.message},
                         {"lastTimestamp", timestamp::from(loop_.wall_now()).to_string()}};
        auto written = co_await api_.merge_patch(event_kind(), key, std::move(patch), options_of(note));
        if (written || written.error().code != errc::not_found) co_return;
    }
    (void)co_await api_.create(dynamic_object(make(note, e)), event_kind(), options_of(note));
}

}}}  // namespace setpoint::v0::apiserver
