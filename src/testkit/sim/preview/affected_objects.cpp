#include "testkit/sim/preview/affected_objects.hpp"

#include "apiserver/objects/fields.hpp"
#include "testkit/testing/request_target.hpp"

#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

namespace bj = boost::json;

constexpr int longest_chain = 16;
// A snapshot of a part of a cluster may lack it: the controllers then make their own.
constexpr std::array<const char*, 2> infrastructure{"nodes", "storageclasses.storage.k8s.io"};

http::response forbidden() {
    http::response r;
    r.status = 403;
    r.headers = {{"Content-Type", "application/json"}};
    r.body =
        R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"the preview leaves this object as it was","reason":"Forbidden","code":403})";
    return r;
}

bool is_being_deleted(const apiserver::record& o) {
    return o.json.find("\"deletionTimestamp\"") != std::string::npos;
}

}  // namespace

affected_objects::affected_objects(apiserver::server_state& of) : state_(of) {
    for (const apiserver::collection* const c : of.store.collections()) {
        for (const apiserver::record_ptr& one : c->list("", 0, std::nullopt, 0, nullptr).items)
            if (!one->owners.empty()) owners_[one->uid] = one->owners;
    }
    for (const char* storage : infrastructure)
        if (of.store.of(storage).list("", 0, std::nullopt, 0, nullptr).items.empty())
            missing_.insert(storage);
    of.stored.push_back([this](const apiserver::resource& r, const apiserver::record_ptr& before,
                               const apiserver::record_ptr& now) { note(r, before, now); });
}

void affected_objects::note(const apiserver::resource& r, const apiserver::record_ptr& before,
                            const apiserver::record_ptr& now) {
    if (r.storage == "events" || r.storage == "leases.coordination.k8s.io") return;
    ++changes_;
    const bool is_going = now && before && is_being_deleted(*now) && !is_being_deleted(*before);
    const apiserver::record& o = now ? *now : *before;
    if (!before || !now || is_going) {
        affected_.insert(o.uid);
        if (r.storage == "namespaces") namespaces_.insert(o.key.name);
    }
    if (r.storage == "pods" && !now)
        for (const std::string& owner : before->owners) ++lost_pods_[owner];
    if (r.storage == "pods" && !before)
        for (const std::string& owner : now->owners)
            if (const auto at = lost_pods_.find(owner); at != lost_pods_.end() && at->second > 0)
                --at->second;
    if (now && !now->owners.empty()) owners_[now->uid] = now->owners;
}

bool affected_objects::follows(const std::string& uid, int depth) const {
    if (affected_.contains(uid)) return true;
    const auto at = owners_.find(uid);
    return at != owners_.end() && depth < longest_chain &&
           std::ranges::any_of(at->second, [&](const std::string& one) { return follows(one, depth + 1); });
}

bool affected_objects::is_in_affected_namespace(std::string_view ns) const {
    return !ns.empty() && namespaces_.contains(ns);
}

bool affected_objects::follows(const apiserver::record& o) const {
    if (follows(o.uid, 0) || is_in_affected_namespace(o.key.ns)) return true;
    if (o.json.find("\"claimRef\"") == std::string::npos) return false;
    const bj::object volume = o.parse();
    return follows(std::string(apiserver::text_at(volume, {"spec", "claimRef", "uid"})), 0);
}

bool affected_objects::may_create(std::string_view storage, std::string_view body) const {
    if (missing_.contains(storage)) return true;
    boost::system::error_code ec;
    const bj::value v = bj::parse({body.data(), body.size()}, ec);
    if (ec || !v.is_object()) return false;
    const bj::object& o = v.get_object();
    // Pods need what each namespace has.
    const std::string_view name = apiserver::text_at(o, {"metadata", "name"});
    if ((storage == "serviceaccounts" && name == "default") || name == "kube-root-ca.crt") return true;
    if (storage == "persistentvolumes")
        return follows(std::string(apiserver::text_at(o, {"spec", "claimRef", "uid"})), 0);
    for (const bj::value& one : apiserver::list_of(apiserver::object_of(o, "metadata"), "ownerReferences")) {
        if (!one.is_object()) continue;
        const std::string owner(apiserver::text_at(one.get_object(), "uid"));
        const auto lost = lost_pods_.find(owner);
        const bool replaces = storage == "pods" && lost != lost_pods_.end() && lost->second > 0;
        if (replaces || follows(owner, 0)) return true;
    }
    return false;
}

std::optional<http::response> affected_objects::refuse(const http::server_request& r) const {
    if (r.method == "GET" || r.method == "HEAD") return std::nullopt;
    const testing::request_target t = testing::request_target::of(r.target);
    const bool is_review = t.group == "authentication.k8s.io" || t.group == "authorization.k8s.io";
    if (t.resource.empty() || is_review || t.resource == "leases" || is_in_affected_namespace(t.ns))
        return std::nullopt;
    if (t.resource == "events") return forbidden();
    const std::string storage =
        t.group.empty() ? std::string(t.resource) : fmt::format("{}.{}", t.resource, t.group);
    const apiserver::record_ptr live =
        t.name.empty() ? nullptr : state_.store.find(storage, {std::string(t.ns), std::string(t.name)});
    const bool may = (live ? follows(*live) : may_create(storage, r.body)) || missing_.contains(storage);
    if (may || (!live && r.method == "DELETE" && !t.name.empty())) return std::nullopt;
    return forbidden();
}

}}}  // namespace setpoint::v0::sim
