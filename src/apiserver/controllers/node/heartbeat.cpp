#include "apiserver/controllers/node/heartbeat.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

constexpr duration renew_every = std::chrono::seconds(10);
// Every five minutes, like the kubelet without changes.
constexpr unsigned renewals_per_report = 30;
constexpr duration try_again = std::chrono::milliseconds(200);

write_options as_kubelet() {
    write_options o;
    o.field_manager = "kubelet";
    return o;
}

}  // namespace

awaitable<void> node_heartbeat::run() {
    uids_.assign(static_cast<std::size_t>(count_), "");
    for (int i = 0; i < count_;) {
        if (co_await make_node(i))
            ++i;
        else
            co_await loop_.sleep(try_again);
    }
    for (unsigned beat = 0;; ++beat) {
        for (int i = 0; i < count_; ++i) {
            co_await renew(i);
            if (beat > 0 && beat % renewals_per_report == 0) co_await report(i);
        }
        co_await loop_.sleep(renew_every);
    }
}

awaitable<bool> node_heartbeat::make_node(int index) {
    const kind_info kind = dynamic_kind(group_version_kind("", "v1", "Node"), "nodes", scope::cluster, true);
    bj::object object = node_object(index, loop_.wall_now(), loop_.random().uuid(), loop_.random().uuid());
    bj::object status;
    status["status"] = object.at("status");
    auto made = co_await api_.create(dynamic_object(std::move(object)), kind, as_kubelet());
    if (!made && made.error().code != errc::already_exists) {
        log_.debug("Cannot register a node yet", {{"node", node_name(index)}, {"why", made.error().message}});
        co_return false;
    }
    if (made && made->get("status.conditions") != nullptr) {
        uids_[static_cast<std::size_t>(index)] = std::string(made->uid());
        co_return co_await remove_first_taint(index);
    }
    auto patched = co_await api_.merge_patch(kind, object_key::cluster(node_name(index)), std::move(status),
                                             as_kubelet(), "status");
    if (!patched) co_return false;
    uids_[static_cast<std::size_t>(index)] = std::string(patched->uid());
    co_return co_await remove_first_taint(index);
}

// The node is ready, so the taint that the admission plugin TaintNodesByCondition gave it holds no longer.
awaitable<bool> node_heartbeat::remove_first_taint(int index) {
    const kind_info kind = dynamic_kind(group_version_kind("", "v1", "Node"), "nodes", scope::cluster, true);
    const object_key key = object_key::cluster(node_name(index));
    const auto live = co_await api_.get(kind, key);
    if (!live) co_return false;
    const bj::value* const taints = live->get("spec.taints");
    if (taints == nullptr || !taints->is_array()) co_return true;
    bj::array kept;
    for (const bj::value& t : taints->get_array()) {
        const bj::object* const taint = t.if_object();
        const bj::value* const k = taint == nullptr ? nullptr : taint->if_contains("key");
        if (k == nullptr || *k != "node.kubernetes.io/not-ready") kept.push_back(t);
    }
    if (kept.size() == taints->get_array().size()) co_return true;
    bj::object patch;
    patch["spec"] = bj::object{{"taints", std::move(kept)}};
    write_options as_lifecycle;
    as_lifecycle.field_manager = "kube-controller-manager";
    auto patched = co_await api_.merge_patch(kind, key, std::move(patch), as_lifecycle);
    co_return patched.has_value();
}

// Reports unchanged conditions with a new heartbeat time.
awaitable<void> node_heartbeat::report(int index) {
    const kind_info kind = dynamic_kind(group_version_kind("", "v1", "Node"), "nodes", scope::cluster, true);
    const object_key key = object_key::cluster(node_name(index));
    const auto live = co_await api_.get(kind, key);
    if (!live || live->uid() != uids_[static_cast<std::size_t>(index)]) co_return;
    const bj::value* conditions = live->get("status.conditions");
    if (!conditions || !conditions->is_array()) co_return;
    bj::object status, patch;
    status["conditions"] = with_heartbeat(conditions->get_array(), loop_.wall_now());
    patch["status"] = std::move(status);
    auto reported = co_await api_.merge_patch(kind, key, std::move(patch), as_kubelet(), "status");
    if (!reported)
        log_.debug("Cannot report the status of a node",
                   {{"node", node_name(index)}, {"why", reported.error().message}});
}

awaitable<void> node_heartbeat::renew(int index) {
    const kind_info kind = dynamic_kind(group_version_kind("coordination.k8s.io", "v1", "Lease"), "leases",
                                        scope::namespaced, false);
    bj::object spec{{"renewTime", micro_time(loop_.wall_now())}};
    bj::object patch;
    patch["spec"] = std::move(spec);
    const object_key key{"kube-node-lease", node_name(index)};
    auto renewed = co_await api_.merge_patch(kind, key, std::move(patch), as_kubelet());
    if (renewed || renewed.error().code != errc::not_found) co_return;
    const kind_info nodes = dynamic_kind(group_version_kind("", "v1", "Node"), "nodes", scope::cluster, true);
    const auto node = co_await api_.get(nodes, object_key::cluster(node_name(index)));
    if (!node) co_return;  // it was deleted
    auto made = co_await api_.create(
        dynamic_object(lease_object(index, uids_[static_cast<std::size_t>(index)], loop_.wall_now())), kind,
        as_kubelet());
    if (!made)
        log_.debug("Cannot create the lease of a node yet",
                   {{"node", node_name(index)}, {"why", made.error().message}});
}

}}}  // namespace setpoint::v0::apiserver
