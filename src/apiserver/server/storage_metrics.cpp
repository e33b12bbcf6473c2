#include "apiserver/server/storage_metrics.hpp"

#include <prometheus/metric_family.h>

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

std::vector<prometheus::MetricFamily> storage_metrics::Collect() const {
    prometheus::MetricFamily objects;
    objects.name = "apiserver_resource_objects";
    objects.help =
        "Number of stored objects at the time of last check split by kind. In case of a fetching error, the "
        "value will be -1.";
    objects.type = prometheus::MetricType::Gauge;
    prometheus::MetricFamily older = objects;
    older.name = "apiserver_storage_objects";
    older.help = "[DEPRECATED, consider using apiserver_resource_objects instead] " + objects.help;
    std::set<std::string_view> seen;
    for (const registry::group_version* gv : state_->kinds.all())
        for (const auto& [plural, r] : gv->resources) {
            if (r->storage.empty() || !r->allows("list") || !seen.insert(r->storage).second) continue;
            const collection* const all = state_->store.find_collection(r->storage);
            prometheus::ClientMetric one;
            one.label = {{"group", r->gvr.group}, {"resource", r->gvr.resource}};
            one.gauge.value = all == nullptr ? 0 : static_cast<double>(all->size());
            objects.metric.push_back(one);
            one.label = {{"resource", r->gvr.group_resource()}};
            older.metric.push_back(std::move(one));
        }
    return {std::move(objects), std::move(older)};
}

}}}  // namespace setpoint::v0::apiserver
