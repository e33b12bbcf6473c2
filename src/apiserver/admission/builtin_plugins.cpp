// The admission plugins that are pure functions, as steps of a write.
#include "apiserver/admission/chain.hpp"
#include "apiserver/authorization/requester.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

object_lookup lookup_in(server_state& w) {
    object_lookup out;
    out.find = [&w](std::string_view storage, const object_key& key) { return w.store.find(storage, key); };
    out.list = [&w](std::string_view storage, const std::string& ns) {
        const collection* const all = w.store.find_collection(storage);
        if (all == nullptr) return std::vector<record_ptr>();
        return all->list(ns, 0, std::nullopt, 0, nullptr).items;
    };
    return out;
}

template <class F>
api_result<> run_plugins(server_state& w, const admission_settings& s, const pending_write& p, F f) {
    bj::object nothing;
    if (!p.object && p.verb != "delete") return {};
    std::vector<std::string> dropped;
    const object_lookup cluster = lookup_in(w);
    admission_request q{p.kind,
                        p.verb,
                        p.subresource,
                        p.key,
                        p.object ? *p.object : nothing,
                        p.old,
                        cluster,
                        s.pod_security,
                        p.warnings ? *p.warnings : dropped,
                        user_of(p.by),
                        p.by,
                        &w.kinds,
                        &w.features};
    return f(s.plugins, q);
}

// pkg/registry/scheduling/priorityclass/storage. Without them pods of the system would be refused.
api_result<> keep_system_classes(const pending_write& p) {
    const std::string& name = p.key.name;
    if (p.verb != "delete" || p.kind.storage != "priorityclasses.scheduling.k8s.io") return {};
    if (name != "system-node-critical" && name != "system-cluster-critical") return {};
    return forbidden_error(p.kind.gr(), name, "this is a system priority class and cannot be deleted");
}

}  // namespace

api_result<> admit_by_plugins(server_state& w, const admission_settings& s, pending_write& p) {
    if (auto kept = keep_system_classes(p); !kept) return kept;
    if (p.verb == "delete" && !s.plugins.restricts_deletes()) return {};
    return run_plugins(w, s, p, [](const plugin_set& all, admission_request& q) {
        return q.verb == "delete" ? all.admit_delete(q) : all.admit(q);
    });
}

api_result<> validate_by_plugins(server_state& w, const admission_settings& s, pending_write& p) {
    if (p.verb == "delete") return {};
    return run_plugins(w, s, p, [](const plugin_set& all, admission_request& q) { return all.validate(q); });
}

}}}  // namespace setpoint::v0::apiserver
