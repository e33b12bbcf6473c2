// A user changes an object, and everything comes to rest.

#include "apiserver/objects/fields.hpp"
#include "testkit/sim/canonical.hpp"
#include "testkit/story/inputs/input_checks.hpp"
#include "testkit/story/story_run.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr duration longest_settling = std::chrono::seconds(30);
constexpr std::size_t most_of_a_kind = 10'000;

using apiserver::object_of, apiserver::text_at;

std::string_view group_of_version(std::string_view api_version) {
    return api_version.substr(0, api_version.find('/'));
}

// Events of the core group and of events.k8s.io are the same objects, with other names of fields.
bool is_warning_about(const bj::object& event, const object_selection& of) {
    const bj::object& core = object_of(event, "involvedObject");
    const bj::object& about = core.empty() ? object_of(event, "regarding") : core;
    const std::string_view ns = text_at(about, "namespace"), version = text_at(about, "apiVersion");
    return text_at(event, "type") == "Warning" && text_at(about, "kind") == of.kind &&
           text_at(about, "name") == of.name && (ns.empty() || ns == of.ns) &&
           (version.empty() || group_of_version(version) == group_of_version(of.api_version));
}

std::string words_of_warning(const bj::object& event) {
    const std::string_view core = text_at(event, "message"),
                           message = core.empty() ? text_at(event, "note") : core;
    return sim::canonical_word(fmt::format("{}: {}", text_at(event, "reason"), message), {});
}

object_key key_of(const apiserver::resource& r, const object_selection& of) {
    return {r.namespaced ? of.ns : "", of.name};
}

std::vector<std::string> compared_lines(cluster& of, const object_selection& subject) {
    std::vector<std::string> lines = of.objects().lines();
    erase_kept_defaults(lines);
    if (const apiserver::resource_ptr r = find_resource(of.state().kinds, subject.api_version, subject.kind))
        erase_spec(lines, fmt::format("{} {}", r->storage, key_of(*r, subject)));
    return lines;
}

}  // namespace

input_snapshot story_run::snapshot_of(const story_step& s) const {
    const apiserver::server_state& state = cluster_->state();
    input_snapshot out;
    out.lines = compared_lines(*cluster_, s.target);
    out.refused = refused_.all();
    const auto each = [&](const char* storage, auto f) {
        if (const auto* c = state.store.find_collection(storage))
            for (const apiserver::record_ptr& o : c->part("", std::nullopt, most_of_a_kind))
                f(*o, o->parse());
    };
    for (const char* storage : {"persistentvolumeclaims", "secrets"})
        each(storage, [&](const apiserver::record& o, const bj::object& object) {
            if (!object_of(object, "metadata").contains("deletionTimestamp"))
                out.data[fmt::format("{} {}", storage, o.key)] = o.uid;
        });
    each("events", [&](const apiserver::record& o, const bj::object& object) {
        if (!is_warning_about(object, s.target)) return;
        out.warning = std::max(out.warning, o.revision);
        out.warnings.insert(words_of_warning(object));
    });
    const apiserver::resource_ptr r = find_resource(state.kinds, s.target.api_version, s.target.kind);
    if (const auto o = r ? state.store.find(r->storage, key_of(*r, s.target)) : nullptr)
        out.status = status_in(o->parse());
    return out;
}

awaitable<void> story_run::change(const story_step& s) {
    if (is_wrong("operator ended") || is_wrong("comes to rest")) co_return;
    refused_ = {};
    const time_point begun = loop_.now();
    bool was_accepted = true;
    std::vector<user_request> all = co_await cluster_->requests_of(s);
    for (user_request& r : all) was_accepted = co_await send(std::move(r), s.where, true) && was_accepted;
    if (was_accepted) co_await settle_change(s, begun);
    if (is_wrong("operator ended") || is_wrong("comes to rest") || is_wrong("story")) co_return;
    snapshots_.push_back(snapshot_of(s));
    snapshots_.back().was_accepted = was_accepted;
    if (snapshots_.size() == 1) points_at_first_rest_ = points_.size();
    note(sim::lane::user, "", was_accepted ? "sees everything at rest" : "sees that the change is refused");
}

// An operator that tries something in vain again and again comes to rest when no object changes any more.
awaitable<void> story_run::settle_change(const story_step& s, time_point begun) {
    constexpr duration look_again = std::chrono::milliseconds(20);
    const duration wanted = std::max(settings_.patience, settings_.settle);
    const time_point due = saturating_add(loop_.now(), longest_settling + 2 * wanted);
    while (ended_early_.empty() && !is_wrong("operator ended")) {
        const time_point now = loop_.now();
        const bool is_still = is_quiet() && idle() >= settings_.settle;
        if (is_still && idle() >= wanted) co_return;
        if (is_still && s.expected && is_like_new(*s.expected, compared_lines(*cluster_, s.target)))
            co_return;
        const bool may_change = faults_ != 0 || !held_.empty() || is_starting();
        if (!may_change && now >= saturating_add(std::max(last_news_, begun), 2 * wanted)) co_return;
        if (now >= due && !is_starting()) {
            violate(
                "comes to rest",
                "after a change, the objects keep changing; the operator's last writes:" + writes_.last(3));
            co_return;
        }
        co_await changes_.wait(saturating_add(now, look_again));
    }
    if (!ended_early_.empty()) violate("comes to rest", ended_early_);
}

}}}  // namespace setpoint::v0::story
