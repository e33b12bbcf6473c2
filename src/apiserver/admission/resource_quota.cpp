// The admission plugin ResourceQuota, and the quota controller: usage is counted with each stored change
// (apiserver/pkg/admission/plugin/resourcequota, pkg/controller/resourcequota).
#include "apiserver/admission/chain.hpp"
#include "apiserver/admission/quota_usage.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/state/own_status.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view quotas_storage = "resourcequotas";

struct quota {
    object_key key;
    bj::object object;
    const bj::object& spec() const { return object_of(object, "spec"); }
    amounts hard() const { return amounts_in(object_of(object, {"status", "hard"})); }
    amounts used() const { return amounts_in(object_of(object, {"status", "used"})); }
};

std::vector<quota> quotas_of(server_state& w, const std::string& ns) {
    std::vector<quota> all;
    if (ns.empty()) return all;
    for (const record_ptr& o : w.store.of(quotas_storage).list(ns, 0, std::nullopt, 0, nullptr).items)
        all.push_back({o->key, o->parse()});
    return all;
}

bj::object tree_of(const amounts& all) {
    bj::object tree;
    for (const auto& [name, q] : all) tree[name] = q.canonical().view();
    return tree;
}

amounts only(const amounts& all, const std::set<std::string>& names) {
    amounts some;
    for (const auto& [name, q] : all)
        if (names.contains(name)) some.emplace(name, q);
    return some;
}

amounts counted(const quota& q, const resource& r, const bj::object* o, bool past_grace = false) {
    if (!o || !is_in_scopes(q.spec(), r, *o)) return {};
    return only(quota_usage(r, *o, past_grace), quota_names_of(r, q.hard()));
}

// --- admission ---

bool is_charged(const pending_write& p) {
    if (!p.object) return false;
    const bool claim = p.kind.storage == "persistentvolumeclaims";
    if (p.subresource == "status") return claim && p.verb == "update";
    if (!p.subresource.empty()) return false;
    return p.verb == "create" || (p.verb == "update" && (claim || p.kind.storage == "services"));
}

std::string listed(const amounts& all) {
    std::vector<std::string> parts;
    for (const auto& [name, q] : all) parts.push_back(fmt::format("{}={}", name, q.canonical().view()));
    return fmt::format("{}", fmt::join(parts, ","));
}

// Why the quota refuses the write; "" if it does not.
std::string exceeded(const quota& q, const pending_write& p) {
    const amounts hard = q.hard(), used = q.used();
    const std::set<std::string> names = quota_names_of(p.kind, hard);
    if (names.empty() || !is_in_scopes(q.spec(), p.kind, *p.object)) return {};
    if (p.kind.storage == "pods")
        if (const std::string missing = missing_amounts(*p.object, names); !missing.empty())
            return fmt::format("failed quota: {}: {}", q.key.name, missing);
    const amounts before = counted(q, p.kind, p.old);
    amounts wanted, had, limits;
    for (const auto& [name, amount] : counted(q, p.kind, p.object)) {
        const auto old = before.find(name), known = used.find(name);
        const quantity more = old == before.end() ? amount : amount - old->second;
        const quantity now_used = known == used.end() ? quantity(0) : known->second;
        if (more <= quantity(0) || now_used + more <= hard.at(name)) continue;
        wanted.emplace(name, more);
        had.emplace(name, now_used);
        limits.emplace(name, hard.at(name));
    }
    if (wanted.empty()) return {};
    return fmt::format("exceeded quota: {}, requested: {}, used: {}, limited: {}", q.key.name, listed(wanted),
                       listed(had), listed(limits));
}

}  // namespace

api_result<> check_quotas(server_state& w, const admission_settings& s, pending_write& p) {
    if (!s.counts_quotas || !s.plugins.is_on("ResourceQuota") || !is_charged(p)) return {};
    for (const quota& q : quotas_of(w, p.key.ns))
        if (std::string why = exceeded(q, p); !why.empty())
            return forbidden_error(p.kind.gr(), text_at(object_of(*p.object, "metadata"), "name"),
                                   std::move(why));
    return {};
}

namespace {

bool has_scopes(const quota& q) {
    return !list_of(q.spec(), "scopes").empty() || value_at(q.spec(), "scopeSelector") != nullptr;
}

// A write that changes neither the limits nor the usage, such as one of its labels, is no reason to count.
bool needs_count(const record_ptr& before, const bj::object& now) {
    if (!before) return true;
    const bj::object was = before->parse();
    return !same_field(was, now, "spec") || !same_field(was, now, "status");
}

// Counts usage with each stored change.
class quota_counter {
public:
    explicit quota_counter(server_state& w) : state_(w) {}

    void stored(const resource& r, const record_ptr& before, const record_ptr& now) {
        const bool is_quota = r.storage == quotas_storage;
        if (is_quota && !now) uncounted_.erase(before->key);
        if (is_quota && now && !writes_)
            if (bj::object tree = now->parse(); needs_count(before, tree))
                count_all({now->key, std::move(tree)});
        if (!is_quota || !before || !now) count_change(r, before, now);
    }

private:
    void keep_usage(const quota& q, const amounts& hard, const amounts& used) {
        bj::object next = q.object;
        bj::object& status = make_object(next, "status");
        status["hard"] = tree_of(hard);
        status["used"] = tree_of(used);
        const resource_ptr r = state_.kinds.find("", "v1", quotas_storage);
        if (same_field(q.object, next, "status")) return;
        writes_ = true;
        keep_status(state_, *r, q.key, std::move(next), q.object, "kube-controller-manager");
        writes_ = false;
    }

    // Adds what the objects of a kind use.
    void count_kind(const quota& q, const resource& r, amounts& used, std::set<object_key>& uncounted) {
        const std::set<std::string> names = quota_names_of(r, q.hard());
        if (names.empty()) return;
        const std::vector<record_ptr> all = state_.of(r).list(q.key.ns, 0, std::nullopt, 0, nullptr).items;
        if (!has_scopes(q) && count_objects_only(r, names)) {
            for (const std::string& name : names)
                used[name] += quantity(static_cast<std::int64_t>(all.size()));
            return;
        }
        for (const record_ptr& o : all) {
            const bj::object tree = o->parse();
            const bool past_grace = r.storage == "pods" && is_past_grace(tree, state_.now());
            if (past_grace) uncounted.insert(o->key);
            add_amounts(used, counted(q, r, &tree, past_grace));
        }
    }

    // All objects in the quota's namespace: after another client's write of the quota.
    void count_all(quota q) {
        const amounts hard = amounts_in(object_of(q.spec(), "hard"));
        make_object(q.object, "status")["hard"] = tree_of(hard);
        amounts used;
        for (const auto& [name, limit] : hard) used.emplace(name, quantity(0));
        std::set<object_key>& of_quota = uncounted_[q.key];
        of_quota.clear();
        for (const auto* version : state_.kinds.all())
            for (const auto& [plural, r] : version->resources)
                if (r->namespaced && r->gvr.api_version() == r->storage_version)
                    count_kind(q, *r, used, of_quota);
        const record_ptr live = state_.store.of(quotas_storage).get(q.key);
        if (live) keep_usage({q.key, live->parse()}, hard, used);
    }

    void count_change(const resource& r, const record_ptr& before, const record_ptr& now) {
        const object_key& key = now ? now->key : before->key;
        const std::vector<quota> all = quotas_of(state_, key.ns);
        std::optional<bj::object> was, is;  // parsed if some quota counts what is in them
        for (const quota& q : all) {
            const bool is_itself = r.storage == quotas_storage && q.key == key;  // count_all() has counted it
            const std::set<std::string> names = quota_names_of(r, q.hard());
            if (is_itself || names.empty()) continue;
            if (before && now && !has_scopes(q) && count_objects_only(r, names)) continue;
            if (!was) was = before ? before->parse() : bj::object();
            if (!is) is = now ? now->parse() : bj::object();
            std::set<object_key>& of_quota = uncounted_[q.key];
            const bool past_grace = r.storage == "pods" && of_quota.contains(key);
            amounts used = q.used();
            add_amounts(used, counted(q, r, now ? &*is : nullptr, past_grace));
            for (const auto& [name, amount] : counted(q, r, before ? &*was : nullptr, past_grace))
                if (const auto at = used.find(name); at != used.end()) at->second -= amount;
            if (past_grace && !now) of_quota.erase(key);
            keep_usage(q, q.hard(), used);
        }
    }

    server_state& state_;
    bool writes_ = false;  // the status of a quota
    // By quota, the pods that were past their grace when everything was counted last: what such a pod used is
    // not subtracted when it goes. That a grace period ends is no change of an object, so it shows with the
    // next count.
    std::map<object_key, std::set<object_key>> uncounted_;
};

}  // namespace

void follow_quotas(server_state& w, const admission_settings_ptr& s) {
    const auto counter = std::make_shared<quota_counter>(w);
    w.stored.push_back([s, counter](const resource& r, const record_ptr& before, const record_ptr& now) {
        if (s->counts_quotas && r.namespaced) counter->stored(r, before, now);
    });
}

}}}  // namespace setpoint::v0::apiserver
