// The admission plugin ResourceQuota, and the quota controller: usage is counted with each stored change
// (apiserver/pkg/admission/plugin/resourcequota, pkg/controller/resourcequota).
#include "apiserver/objects/fields.hpp"
#include "apiserver/rest/admission.hpp"
#include "apiserver/rest/own_status.hpp"
#include "apiserver/rest/quota_usage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace setpoint::inline v0::apiserver {

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

amounts counted(const quota& q, const resource& r, const bj::object* o, wall_time now) {
    if (!o || !is_in_scopes(q.spec(), r, *o)) return {};
    return only(quota_usage(r, *o, now), quota_names_of(r, q.hard()));
}

// --- admission ---

bool is_charged(const pending_write& p) {
    if (!p.object || !p.subresource.empty()) return false;
    if (p.verb == "create") return true;
    return p.verb == "update" && (p.kind.storage == "services" || p.kind.storage == "persistentvolumeclaims");
}

std::string listed(const amounts& all) {
    std::vector<std::string> parts;
    for (const auto& [name, q] : all) parts.push_back(fmt::format("{}={}", name, q.canonical().view()));
    return fmt::format("{}", fmt::join(parts, ","));
}

// Why the quota refuses the write; "" if it does not.
std::string exceeded(const quota& q, const pending_write& p, wall_time now) {
    const amounts hard = q.hard(), used = q.used();
    const std::set<std::string> names = quota_names_of(p.kind, hard);
    if (names.empty() || !is_in_scopes(q.spec(), p.kind, *p.object)) return {};
    if (p.kind.storage == "pods")
        if (const std::string missing = missing_amounts(*p.object, names); !missing.empty())
            return fmt::format("failed quota: {}: {}", q.key.name, missing);
    const amounts before = counted(q, p.kind, p.old, now);
    amounts wanted, had, limits;
    for (const auto& [name, amount] : counted(q, p.kind, p.object, now)) {
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

api_result<> check_quotas(server_state& w, const pending_write& p) {
    if (!w.counts_quotas || !is_charged(p)) return {};
    for (const quota& q : quotas_of(w, p.key.ns))
        if (std::string why = exceeded(q, p, w.now()); !why.empty())
            return forbidden_error(p.kind.gr(), text_at(object_of(*p.object, "metadata"), "name"),
                                   std::move(why));
    return {};
}

// --- usage ---

void keep_usage(server_state& w, const quota& q, const amounts& hard, const amounts& used) {
    bj::object next = q.object;
    bj::object& status = make_object(next, "status");
    status["hard"] = tree_of(hard);
    status["used"] = tree_of(used);
    const resource_ptr r = w.kinds.find("", "v1", quotas_storage);
    if (same_field(q.object, next, "status")) return;
    w.writes_quota_status = true;
    keep_status(w, *r, q.key, std::move(next), q.object, "kube-controller-manager");
    w.writes_quota_status = false;
}

// All objects in the quota's namespace: after a write of the quota by others.
void count_all(server_state& w, quota q) {
    const amounts hard = amounts_in(object_of(q.spec(), "hard"));
    make_object(q.object, "status")["hard"] = tree_of(hard);
    amounts used;
    for (const auto& [name, limit] : hard) used.emplace(name, quantity(0));
    for (const auto* version : w.kinds.all())
        for (const auto& [plural, r] : version->resources) {
            const bool counts = r->namespaced && r->gvr.api_version() == r->storage_version;
            if (!counts || quota_names_of(*r, hard).empty()) continue;
            for (const record_ptr& o : w.of(*r).list(q.key.ns, 0, std::nullopt, 0, nullptr).items) {
                const bj::object tree = o->parse();
                add_amounts(used, counted(q, *r, &tree, w.now()));
            }
        }
    const record_ptr live = w.store.of(quotas_storage).get(q.key);
    if (live) keep_usage(w, {q.key, live->parse()}, hard, used);
}

void count_change(server_state& w, const resource& r, const record_ptr& before, const record_ptr& now) {
    const object_key& key = now ? now->key : before->key;
    for (const quota& q : quotas_of(w, key.ns)) {
        const bool is_itself = r.storage == quotas_storage && q.key == key;  // count_all() has counted it
        if (is_itself || quota_names_of(r, q.hard()).empty()) continue;
        amounts used = q.used();
        const bj::object was = before ? before->parse() : bj::object(),
                         is = now ? now->parse() : bj::object();
        add_amounts(used, counted(q, r, now ? &is : nullptr, w.now()));
        for (const auto& [name, amount] : counted(q, r, before ? &was : nullptr, w.now()))
            if (const auto at = used.find(name); at != used.end()) at->second -= amount;
        keep_usage(w, q, q.hard(), used);
    }
}

}  // namespace

void add_resource_quota(server_state& w) {
    w.allocation.push_back([&w](pending_write& p) { return check_quotas(w, p); });
    w.stored.push_back([&w](const resource& r, const record_ptr& before, const record_ptr& now) {
        if (!w.counts_quotas || !r.namespaced) return;
        if (r.storage == quotas_storage && now && !w.writes_quota_status)
            count_all(w, {now->key, now->parse()});
        if (r.storage != quotas_storage || !before || !now) count_change(w, r, before, now);
    });
}

}  // namespace setpoint::inline v0::apiserver
