#include "apiserver/controllers/service/endpoint_controller.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/node/partial_types.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

bj::value labels_value(const string_map& labels) {
    bj::object o;
    for (const auto& [k, v] : labels) o[k.view()] = v.view();
    return bj::value(std::move(o));
}

}  // namespace

awaitable<outcome> endpoint_controller::reconcile(context&, object_key key) {
    auto s = co_await api_.get<partial_service>(key);
    if (!s) {
        if (s.error().code != errc::not_found) co_return s.error();
        if (!with_endpoints_)
            co_return outcome::done();  // slices are garbage collected by their owner reference
        auto removed = co_await remove_endpoints(key);
        if (!removed) co_return removed.error();
        co_return outcome::done();
    }
    if ((*s)->spec.selector.empty() || (*s)->spec.type == "ExternalName" || is_deleting((*s)->metadata))
        co_return outcome::done();
    list_options options;
    options.ns = key.ns;
    options.label_selector = selector((*s)->spec.selector).to_string();
    auto pods = co_await api_.list<partial_pod>(options);
    if (!pods) co_return pods.error();
    auto placed = co_await with_nodes(**s, *pods);
    if (!placed) co_return placed.error();
    auto slices = co_await sync_slices(**s, *placed);
    if (!slices && !is_ignorable(slices.error())) co_return slices.error();
    if (with_endpoints_) {
        auto endpoints = co_await sync_endpoints(**s, *pods);
        if (!endpoints && !is_ignorable(endpoints.error())) co_return endpoints.error();
    }
    co_return outcome::done();
}

// A pod whose node does not exist is in no slice, unless the Service publishes addresses that are not ready.
awaitable<result<std::vector<pod_ptr>>> endpoint_controller::with_nodes(const partial_service& s,
                                                                        std::vector<pod_ptr> pods) {
    if (s.spec.publish_not_ready_addresses.value_or(false)) co_return pods;
    std::map<std::string_view, bool> known;
    std::vector<pod_ptr> out;
    for (const pod_ptr& p : pods) {
        const std::string_view name = p->spec.node_name;
        auto at = known.find(name);
        if (at == known.end()) {
            bool exists = false;
            if (!name.empty()) {
                const auto n = co_await api_.get<partial_node>(object_key::cluster(std::string(name)));
                if (!n && n.error().code != errc::not_found) co_return n.error();
                exists = n.has_value();
            }
            at = known.emplace(name, exists).first;
        }
        if (at->second) out.push_back(p);
    }
    co_return out;
}

awaitable<result<>> endpoint_controller::sync_slices(const partial_service& s,
                                                     const std::vector<pod_ptr>& pods) {
    list_options options;
    options.ns = s.metadata.ns.str();
    options.label_selector = std::string(service_name_label) + "=" + s.metadata.name.str() + "," +
                             slice_manager_label + "=" + slice_manager;
    auto listed = co_await api_.list<endpoint_slice>(options);
    if (!listed) co_return listed.error();
    std::vector<slice_ptr> live;
    for (const auto& x : *listed)
        if (!is_deleting(x->metadata) && is_controlled_by(x->metadata, s.metadata.uid)) live.push_back(x);
    std::vector<endpoint_slice> wanted = desired_slices(s, pods, live);
    const auto is_empty = [](const endpoint_slice& x) { return x.endpoints.empty(); };
    const bool none = std::ranges::all_of(wanted, is_empty);
    std::vector<std::size_t> surplus;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (is_empty(wanted[i]) && !(none && i == 0)) {
            surplus.push_back(i);
            continue;
        }
        auto put = co_await write_slice(std::move(wanted[i]), i < live.size() ? live[i] : nullptr);
        if (!put) co_return put.error();
    }
    for (const std::size_t i : surplus) {
        delete_options gone;
        gone.uid = live[i]->metadata.uid.str();
        auto removed = co_await api_.remove<endpoint_slice>(key_of(*live[i]), std::move(gone));
        if (!removed && removed.error().code != errc::not_found) co_return removed.error();
    }
    co_return result<>();
}

awaitable<result<>> endpoint_controller::write_slice(endpoint_slice wanted,
                                                     std::shared_ptr<const endpoint_slice> live) {
    if (!live) {
        auto made = co_await api_.create(wanted, as_controller_manager());
        if (!made) co_return made.error();
        co_return result<>();
    }
    endpoint_slice next = *live;
    next.endpoints = wanted.endpoints;
    next.ports = wanted.ports;
    next.metadata.labels = wanted.metadata.labels;
    if (json::same(next, *live)) co_return result<>();
    bj::object patch;
    bj::object whole = json::to_value(next).as_object();
    for (const char* list : {"endpoints", "ports"})
        patch[list] = whole.contains(list) ? whole[list] : bj::value(bj::array());
    bj::object meta;
    meta["labels"] = labels_value(next.metadata.labels);
    patch["metadata"] = std::move(meta);
    auto written = co_await api_.merge_patch<endpoint_slice>(key_of(*live), std::move(patch),
                                                             as_controller_manager(live->metadata));
    if (!written) co_return written.error();
    co_return result<>();
}

awaitable<result<>> endpoint_controller::sync_endpoints(const partial_service& s,
                                                        const std::vector<pod_ptr>& pods) {
    partial_endpoints wanted = desired_endpoints(s, pods);
    auto live = co_await api_.get<partial_endpoints>(key_of(s));
    if (!live) {
        if (live.error().code != errc::not_found) co_return live.error();
        auto made = co_await api_.create(wanted, as_controller_manager());
        if (!made) co_return made.error();
        co_return result<>();
    }
    partial_endpoints next = **live;
    next.subsets = wanted.subsets;
    next.metadata.labels = wanted.metadata.labels;
    if (json::same(next, **live)) co_return result<>();
    bj::object patch, meta;
    meta["labels"] = labels_value(next.metadata.labels);
    patch["metadata"] = std::move(meta);
    bj::object whole = json::to_value(next).as_object();
    patch["subsets"] = whole.contains("subsets") ? whole["subsets"] : bj::value(nullptr);
    auto written = co_await api_.merge_patch<partial_endpoints>(key_of(s), std::move(patch),
                                                                as_controller_manager((*live)->metadata));
    if (!written) co_return written.error();
    co_return result<>();
}

awaitable<result<>> endpoint_controller::remove_endpoints(object_key key) {
    // Also those made by hand, as in kube-controller-manager.
    auto live = co_await api_.get<partial_endpoints>(key);
    if (!live) co_return live.error().code == errc::not_found ? result<>() : result<>(live.error());
    auto removed = co_await api_.remove<partial_endpoints>(key);
    if (!removed && removed.error().code != errc::not_found) co_return removed.error();
    co_return result<>();
}

}}}  // namespace setpoint::v0::apiserver
