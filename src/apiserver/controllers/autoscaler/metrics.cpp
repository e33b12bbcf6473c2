#include "apiserver/controllers/autoscaler/metrics.hpp"

#include "apiserver/go/seconds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

// kube-controller-manager's defaults.
constexpr std::chrono::seconds cpu_initialization = std::chrono::minutes(5);
constexpr auto initial_readiness = std::chrono::seconds(30);

// Sums of amounts that users choose.
__extension__ using wide_amount = __int128;

template <class Number>
Number fitted(wide_amount n) {
    constexpr wide_amount least = std::numeric_limits<Number>::min(),
                          most = std::numeric_limits<Number>::max();
    return static_cast<Number>(std::clamp(n, least, most));
}

// In thousandths, by pod.
using pod_values = std::map<std::string_view, std::int64_t>;

struct wanted_metric {
    std::string name;              // of the annotation
    std::string_view resource;     // "": not one of a resource
    std::string_view container{};  // "": of the whole pod
    std::optional<std::int32_t> utilization{};
    std::int64_t average = 0;
};

struct grouped_pods {
    std::size_t ready = 0;
    std::vector<std::string_view> unready, missing;
};

struct outcome_of_metric {
    std::int32_t replicas = 0, utilization = 0;
    std::int64_t average = 0;
};

error metric_error(std::string why) {
    return error(errc::failed, std::move(why));
}

pod_values read_metrics(const std::vector<pod_ptr>& pods, const std::string& name) {
    pod_values values;
    const std::string key = std::string(metric_annotation) + name;
    for (const pod_ptr& p : pods) {
        const auto at = p->metadata.annotations.find(std::string_view(key));
        if (at == p->metadata.annotations.end()) continue;
        if (const auto q = quantity::parse(at->second)) values[p->metadata.name.view()] = q->milli_value();
    }
    return values;
}

bool is_unready_for_cpu(const partial_pod& p, wall_time now) {
    const condition* ready = find_condition(p.status.conditions, "Ready");
    if (!ready || !p.status.start_time.is_set()) return true;
    if (ready->status != condition_status::false_) return false;
    const timestamp& start = p.status.start_time;
    return time_left(start, cpu_initialization, now) > duration::zero() ||
           start.value() + initial_readiness > ready->last_transition_time.value();
}

// Removes the values of pods that do not count.
grouped_pods group_pods(const std::vector<pod_ptr>& pods, pod_values& values, bool is_cpu, wall_time now) {
    grouped_pods g;
    for (const pod_ptr& p : pods) {
        const std::string_view name = p->metadata.name;
        const bool gone = is_deleting(p->metadata) || p->status.phase == "Failed";
        const bool measured = values.contains(name);
        const bool unready =
            p->status.phase == "Pending" || (measured && is_cpu && is_unready_for_cpu(*p, now));
        if (gone || unready) values.erase(name);
        if (gone) continue;
        if (unready)
            g.unready.push_back(name);
        else if (!measured)
            g.missing.push_back(name);
        else
            ++g.ready;
    }
    return g;
}

result<pod_values> requests_of(const std::vector<pod_ptr>& pods, const wanted_metric& m) {
    pod_values requests;
    for (const pod_ptr& p : pods) {
        wide_amount sum = 0;
        bool found = m.container.empty();
        std::vector<const partial_container*> all;
        all.reserve(p->spec.containers.size());
        for (const partial_container& c : p->spec.containers) all.push_back(&c);
        for (const partial_container& c : p->spec.init_containers)
            if (c.restart_policy == "Always") all.push_back(&c);
        for (const partial_container* c : all) {
            if (!m.container.empty() && c->name != m.container) continue;
            const auto at = c->resources.requests.find(m.resource);
            if (at == c->resources.requests.end())
                return metric_error(fmt::format("missing request for {} in container {} of Pod {}",
                                                m.resource, c->name, p->metadata.name));
            sum += at->second.milli_value();
            found = true;
        }
        if (!found)
            return metric_error(
                fmt::format("container {} not found in Pod {}", m.container, p->metadata.name));
        requests[p->metadata.name.view()] = fitted<std::int64_t>(sum);
    }
    return requests;
}

// The ratio of usage to target, and the usage itself.
struct usage {
    double ratio = 0;
    std::int32_t utilization = 0;
    std::int64_t average = 0;
};
result<usage> usage_of(const pod_values& values, const pod_values& requests, const wanted_metric& m) {
    wide_amount used = 0, requested = 0;
    for (const auto& [name, value] : values) {
        used += value;
        if (const auto at = requests.find(name); at != requests.end()) requested += at->second;
    }
    usage u;
    u.average = static_cast<std::int64_t>(used / static_cast<wide_amount>(values.size()));
    if (!m.utilization) {
        u.ratio = static_cast<double>(u.average) / static_cast<double>(m.average);
        return u;
    }
    if (requested == 0) return metric_error("no metrics returned matched known pods");
    u.utilization = fitted<std::int32_t>(used * 100 / requested);
    u.ratio = static_cast<double>(u.utilization) / *m.utilization;
    return u;
}

std::int32_t rounded_up(double n) {
    constexpr double most = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::int32_t>(std::clamp(std::ceil(n), -most, most));
}

// Pods without a value count as fully used on a scale-down and as unused on a scale-up.
void fill_in(pod_values& values, const grouped_pods& g, const pod_values& requests, const wanted_metric& m,
             double ratio) {
    for (const std::string_view name : g.missing) {
        if (ratio < 1.0 && m.utilization) {
            const auto at = requests.find(name);
            const wide_amount request = at == requests.end() ? 0 : at->second;
            values[name] = fitted<std::int64_t>(request * std::max(100, *m.utilization) / 100);
        } else if (ratio < 1.0) {
            values[name] = m.average;
        } else if (ratio > 1.0) {
            values[name] = 0;
        }
    }
    if (ratio > 1.0)
        for (const std::string_view name : g.unready) values[name] = 0;
}

result<outcome_of_metric> calculate(const wanted_metric& m, std::int32_t replicas,
                                    const std::vector<pod_ptr>& pods, const tolerances& t, wall_time now) {
    pod_values values = read_metrics(pods, m.name);
    if (values.empty()) {
        if (m.resource.empty())
            return metric_error(
                fmt::format("unable to get metric {}: no metrics returned from custom metrics API", m.name));
        return metric_error(fmt::format(
            "unable to get metrics for resource {}: no metrics returned from resource metrics API",
            m.resource));
    }
    const grouped_pods g = group_pods(pods, values, m.resource == "cpu", now);
    if (values.empty())
        return metric_error("did not receive metrics for targeted pods (pods might be unready)");
    pod_values requests;
    if (m.utilization) {
        auto r = requests_of(pods, m);
        if (!r) return r.error();
        requests = std::move(*r);
    }
    const auto now_used = usage_of(values, requests, m);
    if (!now_used) return now_used.error();
    outcome_of_metric out{replicas, now_used->utilization, now_used->average};
    const double ratio = now_used->ratio;
    if ((g.unready.empty() || ratio <= 1.0) && g.missing.empty()) {
        if (!t.contain(ratio)) out.replicas = rounded_up(ratio * static_cast<double>(g.ready));
        return out;
    }
    fill_in(values, g, requests, m, ratio);
    const auto then = usage_of(values, requests, m);
    if (!then) return then.error();
    if (t.contain(then->ratio) || (ratio < 1.0 && then->ratio > 1.0) || (ratio > 1.0 && then->ratio < 1.0))
        return out;
    const std::int32_t next = rounded_up(then->ratio * static_cast<double>(values.size()));
    // More pods than there were replicas may turn the direction.
    if ((then->ratio < 1.0 && next > replicas) || (then->ratio > 1.0 && next < replicas)) return out;
    out.replicas = next;
    return out;
}

metric_value_status value_status(const wanted_metric& m, const outcome_of_metric& o) {
    metric_value_status s;
    s.average_value = m.resource == "memory" ? quantity::bytes(o.average / 1000) : quantity::milli(o.average);
    if (m.utilization) s.average_utilization = o.utilization;
    return s;
}

wanted_metric resource_metric(std::string_view resource, std::string_view container,
                              const metric_target& target) {
    wanted_metric m;
    m.name = container.empty() ? std::string(resource) : fmt::format("{}.{}", resource, container);
    m.resource = resource;
    m.container = container;
    if (target.average_value.is_set())
        m.average = target.average_value.milli_value();
    else
        m.utilization = target.average_utilization.value_or(1);
    return m;
}

error with_reason(error e, std::string reason) {
    e.reason = std::move(reason);
    return e;
}

result<metric_proposal> propose_resource(const metric_spec& spec, const wanted_metric& m,
                                         std::int32_t replicas, const std::vector<pod_ptr>& pods,
                                         const tolerances& t, wall_time now) {
    const bool of_container = spec.type == "ContainerResource";
    auto o = calculate(m, replicas, pods, t, now);
    if (!o) {
        error e = o.error();
        e.message = fmt::format("failed to get {} {}: {}", m.resource,
                                m.utilization ? "utilization" : "usage", e.message);
        return with_reason(std::move(e),
                           of_container ? "FailedGetContainerResourceMetric" : "FailedGetResourceMetric");
    }
    metric_proposal p;
    p.replicas = o->replicas;
    p.name = m.utilization ? fmt::format("{}{} resource utilization (percentage of request)", m.resource,
                                         of_container ? " container" : "")
                           : fmt::format("{} resource", m.resource);
    p.status.type = spec.type;
    if (of_container)
        p.status.container_resource =
            container_resource_metric_status{m.resource, value_status(m, *o), m.container};
    else
        p.status.resource = resource_metric_status{m.resource, value_status(m, *o)};
    return p;
}

result<metric_proposal> propose_pods(const metric_spec& spec, std::int32_t replicas,
                                     const std::vector<pod_ptr>& pods, const tolerances& t, wall_time now) {
    wanted_metric m;
    m.name = spec.pods->metric.name.str();
    m.average = spec.pods->target.average_value.milli_value();
    auto o = calculate(m, replicas, pods, t, now);
    if (!o) return with_reason(o.error(), "FailedGetPodsMetric");
    metric_proposal p;
    p.replicas = o->replicas;
    p.name = fmt::format("pods metric {}", m.name);
    p.status.type = spec.type;
    p.status.pods = pods_metric_status{spec.pods->metric, value_status(m, *o)};
    return p;
}

}  // namespace

tolerances tolerances_of(const horizontal_pod_autoscaler& a) {
    tolerances t;
    if (!a.spec.behavior) return t;
    const auto& b = *a.spec.behavior;
    if (b.scale_down && b.scale_down->tolerance.is_set()) t.down = b.scale_down->tolerance.to_double();
    if (b.scale_up && b.scale_up->tolerance.is_set()) t.up = b.scale_up->tolerance.to_double();
    return t;
}

result<metric_proposal> propose(const metric_spec& m, std::int32_t replicas, const std::vector<pod_ptr>& pods,
                                const tolerances& t, wall_time now) {
    if (m.resource)
        return propose_resource(m, resource_metric(m.resource->name, "", m.resource->target), replicas, pods,
                                t, now);
    if (m.container_resource)
        return propose_resource(m,
                                resource_metric(m.container_resource->name, m.container_resource->container,
                                                m.container_resource->target),
                                replicas, pods, t, now);
    if (m.pods) return propose_pods(m, replicas, pods, t, now);
    const bool external = static_cast<bool>(m.external);
    return with_reason(metric_error(fmt::format("unable to get {} metric: only metrics of pods are simulated",
                                                external ? "external" : "object")),
                       external ? "FailedGetExternalMetric" : "FailedGetObjectMetric");
}

std::string metric_failure(const metric_spec& m, std::string_view why) {
    if (m.resource) return fmt::format("failed to get {} resource metric value: {}", m.resource->name, why);
    if (m.container_resource)
        return fmt::format("failed to get {} container metric value: {}", m.container_resource->container,
                           why);
    if (m.external)
        return fmt::format("failed to get {} external metric value: {}", m.external->metric.name, why);
    return fmt::format("failed to get {} metric value: {}", m.pods ? "pods" : "object", why);
}

}}}  // namespace setpoint::v0::apiserver
