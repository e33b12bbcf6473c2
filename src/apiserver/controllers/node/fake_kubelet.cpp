#include "apiserver/controllers/node/fake_kubelet.hpp"

#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/schema.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

write_options as_kubelet(const partial_pod& p) {
    write_options o;
    o.field_manager = "kubelet";
    o.uid = p.metadata.uid.str();
    return o;
}

bj::array addresses_of(std::string_view key, std::string_view ip) {
    bj::object entry;
    entry[key] = ip;
    return bj::array{bj::value(std::move(entry))};
}

}  // namespace

std::string pod_addresses::next() {
    constexpr std::uint32_t hosts = 254, all = hosts * 256;
    for (std::uint32_t i = 0; i < all; ++i) {
        last_ = last_ % all + 1;
        std::string ip = fmt::format("10.244.{}.{}", (last_ - 1) / hosts, (last_ - 1) % hosts + 1);
        if (used_.insert(ip).second) return ip;
    }
    return {};
}

fake_kubelet::fake_kubelet(client& api, event_log& events, node_options options,
                           std::function<bool()> serves_others)
    : api_(api), events_(events), options_(options), serves_others_(std::move(serves_others)) {
    for (int i = 0; i < options_.count; ++i) nodes_[node_name(i)] = node_address(i);
}

void fake_kubelet::forget(const object_key& key) {
    const auto at = pods_.find(key);
    if (at == pods_.end()) return;
    addresses_.release(at->second.memory.ip);
    pods_.erase(at);
}

bool fake_kubelet::ports_taken(const object_key& key, const tracked_pod& p) const {
    if (p.ports.empty()) return false;
    return std::any_of(pods_.begin(), pods_.end(), [&](const auto& other) {
        return other.first != key && other.second.node == p.node &&
               other.second.memory.at != pod_memory::stage::ended &&
               ports_conflict(other.second.ports, p.ports);
    });
}

// Null if another kubelet runs the pod.
const fake_kubelet::named_node* fake_kubelet::node_of(const object_key& key, const partial_pod& p) {
    const std::string_view name = p.spec.node_name.view();
    if (const auto at = nodes_.find(name); at != nodes_.end()) return &*at;
    if (!serves_others_ || !serves_others_()) return nullptr;
    const bool is_mine = pods_.contains(key) || p.status.pod_ip.empty() || is_deleting(p.metadata);
    if (!is_mine) return nullptr;
    return &*other_nodes_.emplace(name, node_address(static_cast<int>(other_nodes_.size()))).first;
}

awaitable<outcome> fake_kubelet::reconcile(context& ctx, object_key key) {
    auto p = co_await api_.get<partial_pod>(key);
    if (!p) {
        if (p.error().code != errc::not_found) co_return p.error();
        forget(key);
        co_return outcome::done();
    }
    const named_node* const node = node_of(key, **p);
    if (!node) co_return outcome::done();
    if (const auto at = pods_.find(key); at != pods_.end() && at->second.uid != (*p)->metadata.uid)
        forget(key);
    tracked_pod& mine = pods_[key];
    mine.uid = (*p)->metadata.uid.str();
    mine.node = node->first;
    mine.ports = host_ports((*p)->spec);
    if (mine.memory.ip.empty()) {
        if (!(*p)->status.pod_ip.empty())
            addresses_.occupy(mine.memory.ip = (*p)->status.pod_ip.str());
        else
            mine.memory.ip = addresses_.next();
    }
    const bool is_new = mine.memory.at == pod_memory::stage::none;
    kubelet_plan plan = plan_pod(**p, mine.memory,
                                 {options_, ctx.now(), ctx.wall_now(), node->second, mine.memory.ip,
                                  is_new && ports_taken(key, mine)});
    mine.memory = plan.memory;
    for (kubelet_event& e : plan.events) {
        event_subject about = subject_of(**p);
        about.field_path = std::move(e.field_path);
        events_.record({"kubelet", node->first, std::move(about),
                        e.warning ? event_type::warning : event_type::normal, std::move(e.reason),
                        std::move(e.message)});
    }
    if (plan.status) {
        auto written = co_await report(**p, *plan.status);
        if (!written)
            co_return written.error().code == errc::not_found ? outcome::done() : outcome(written.error());
    }
    if (plan.remove) {
        mine.ports.clear();  // the next pod with these ports may be here before the response is
        delete_options options;
        options.uid = (*p)->metadata.uid.str();
        options.grace_period_seconds = 0;
        auto removed = co_await api_.remove<partial_pod>(key, std::move(options));
        if (!removed && removed.error().code != errc::not_found && removed.error().code != errc::conflict)
            co_return removed.error();
        co_return outcome::done();
    }
    co_return plan.again ? outcome::requeue_after(*plan.again) : outcome::done();
}

awaitable<result<>> fake_kubelet::report(const partial_pod& p, const pod_status& next) {
    if (json::same(next, p.status)) co_return result<>();
    bj::value change = json::merge_patch(json::to_value(p.status), json::to_value(next));
    bj::object& status = change.as_object();
    if (next.pod_ip != p.status.pod_ip) status["podIPs"] = addresses_of("ip", next.pod_ip);
    if (next.host_ip != p.status.host_ip) status["hostIPs"] = addresses_of("ip", next.host_ip);
    bj::object patch;
    patch["status"] = std::move(change);
    auto written =
        co_await api_.merge_patch<partial_pod>(key_of(p), std::move(patch), as_kubelet(p), "status");
    if (!written) co_return written.error();
    co_return result<>();
}

}}}  // namespace setpoint::v0::apiserver
