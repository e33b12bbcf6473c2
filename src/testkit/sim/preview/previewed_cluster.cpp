#include "testkit/sim/preview/previewed_cluster.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/server/server_access.hpp"
#include "setpoint/core/random_secret.hpp"
#include "testkit/sim/preview/consequences.hpp"
#include "testkit/sim/preview/prepared_snapshot.hpp"
#include "testkit/sim/preview/rolled_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr std::size_t key_bytes = 32;

}  // namespace

previewed_cluster::previewed_cluster(apiserver::server& api, preview_content content)
    : api_(api), state_(apiserver::server_access::state(api)), redactor_(random_key(key_bytes)) {
    load(std::move(content));
    for (const apiserver::collection* const c : state_.store.collections()) {
        const apiserver::resource_ptr r = state_.kinds.by_storage(c->name());
        if (!r) continue;
        for (apiserver::record_ptr& one : c->list("", 0, std::nullopt, 0, nullptr).items)
            live_.add({c->name(), r->kind, std::move(one)});
    }
    writes_ = std::make_unique<write_recorder>(state_);
    hooks_ = state_.stored.size();
    affected_ = std::make_unique<affected_objects>(state_);
    apiserver::server_access::screen_controllers(
        api_, [this](const http::server_request& r) { return affected_->refuse(r); });
}

previewed_cluster::~previewed_cluster() {
    apiserver::server_access::screen_controllers(api_, nullptr);
    state_.stored.resize(hooks_);
}

void previewed_cluster::load(preview_content content) {
    if (auto ok = upgrade_definitions(content.live, std::move(content.definitions)); !ok)
        throw fault(ok.error());
    notes_ = leave_out_outsiders(content.live);
    if (!content.keeps_secrets && !content.live.origin.redacted) redactor_.redact(content.live);
    if (content.keeps_secrets)
        for (const apiserver::snapshot_object& one : content.live.objects)
            if (apiserver::text_at(one.content, "kind") == "Secret") secrets_.add(one.content, redactor_);
    auto loaded = apiserver::load_snapshot(api_, std::move(content.live));
    if (!loaded) throw fault(loaded.error());
    objects_ = loaded->objects;
    for (std::string& one : loaded->warnings) notes_.push_back(std::move(one));
}

bool previewed_cluster::advance() {
    bool has_changed = false;
    for (const auto& [storage, key] : writes_->take_touched()) {
        const apiserver::resource_ptr r = state_.kinds.by_storage(storage);
        // Of new ones, the controllers of the server make pods.
        const apiserver::record_ptr now = r && live_.find(storage, key) ? state_.of(*r).get(key) : nullptr;
        if (!now) continue;
        auto next = rolled_out(storage, now->parse(), state_.time_text());
        if (!next) continue;
        state_.keep(*r, key, std::move(*next));
        has_changed = true;
    }
    return has_changed;
}

preview_report previewed_cluster::report() const {
    preview_report out;
    out.objects = objects_;
    write_recorder::changed_objects changed = writes_->changes(redactor_);
    out.changes = std::move(changed.all);
    for (object_change& c : out.changes)
        for (std::optional<boost::json::object>* const o : {&c.before, &c.after})
            if (*o) secrets_.hide_in(**o);
    out.consequences = consequences_of(out.changes, live_);
    out.refused = writes_->refused();
    for (refused_write& w : out.refused) secrets_.hide_in(w.message);
    out.notes = notes_;
    if (changed.only_times > 0)
        out.notes.push_back(fmt::format("not shown: {} object{} only in the times of conditions",
                                        changed.only_times,
                                        changed.only_times == 1 ? " differs" : "s differ"));
    out.writes = writes_->writes();
    for (const std::string& kind : writes_->missing())
        out.notes.push_back(fmt::format(
            "the operator asks for {}, which the snapshot does not define: add its definition with --crds",
            kind));
    return out;
}

}}}  // namespace setpoint::v0::sim
