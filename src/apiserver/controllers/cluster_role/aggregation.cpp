#include "apiserver/controllers/cluster_role/aggregation.hpp"

#include <boost/json/object.hpp>

#include <algorithm>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

constexpr std::string_view aggregation_manager = "clusterrole-aggregation-controller";

}  // namespace

bj::array aggregated_rules(const partial_cluster_role& of, std::vector<cluster_role_ptr> all) {
    bj::array out;
    if (!of.aggregation) return out;
    std::ranges::sort(all, {}, [](const cluster_role_ptr& r) { return r->metadata.name.view(); });
    for (const label_selector& wanted : of.aggregation->selectors) {
        const auto s = to_selector(wanted);
        if (!s) continue;
        for (const cluster_role_ptr& role : all) {
            if (role->metadata.name == of.metadata.name || !s->matches(role->metadata.labels)) continue;
            if (!role->rules.is_array()) continue;
            for (const bj::value& rule : role->rules.get_array())
                if (std::ranges::find(out, rule) == out.end()) out.push_back(rule);
        }
    }
    return out;
}

awaitable<outcome> cluster_role_aggregation::reconcile(context&, object_key key) {
    auto role = co_await api_.get<partial_cluster_role>(key);
    if (!role) co_return role.error().code == errc::not_found ? outcome::done() : outcome(role.error());
    if (!(*role)->aggregation || is_deleting((*role)->metadata)) co_return outcome::done();
    auto all = co_await api_.list<partial_cluster_role>();
    if (!all) co_return all.error();
    bj::array rules = aggregated_rules(**role, std::move(*all));
    const bj::array none;
    if (rules == ((*role)->rules.is_array() ? (*role)->rules.get_array() : none)) co_return outcome::done();
    const kind_info kind = dynamic_kind(group_version_kind("rbac.authorization.k8s.io", "v1", "ClusterRole"),
                                        "clusterroles", scope::cluster, false);
    bj::object meta{{"name", key.name}};
    bj::object body{{"apiVersion", "rbac.authorization.k8s.io/v1"},
                    {"kind", "ClusterRole"},
                    {"metadata", std::move(meta)}};
    // Without rules the field is left out, as in client-go: rules that others set remain.
    if (!rules.empty()) body["rules"] = std::move(rules);
    write_options options;
    options.field_manager = aggregation_manager;
    auto written = co_await api_.apply(dynamic_object(std::move(body)), kind, std::move(options));
    if (!written && written.error().code != errc::not_found) co_return written.error();
    co_return outcome::done();
}

}}}  // namespace setpoint::v0::apiserver
