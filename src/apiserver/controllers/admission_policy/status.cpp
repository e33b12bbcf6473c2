#include "apiserver/controllers/admission_policy/status.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

constexpr const char* policy_status_manager = "validatingadmissionpolicy-status";
constexpr const char* policy_version = "admissionregistration.k8s.io/v1";

bj::object checked_status(const partial_policy& p, const registry& kinds) {
    bj::array warnings;
    for (const policies::expression_warning& each :
         policies::check_types(bj::object{{"spec", p.spec}}, policy_kinds_of(kinds)))
        warnings.push_back(bj::object{{"fieldRef", each.field_ref}, {"warning", each.warning}});
    bj::object checked;
    if (!warnings.empty()) checked["expressionWarnings"] = std::move(warnings);
    return {{"observedGeneration", std::int64_t{p.metadata.generation}},
            {"typeChecking", std::move(checked)}};
}

}  // namespace

policies::kind_lookup policy_kinds_of(const registry& kinds) {
    policies::kind_lookup out;
    out.of_resource = [&kinds](std::string_view group, std::string_view version, std::string_view resource) {
        std::vector<policies::known_kind> found;
        for (const auto* gv : kinds.all()) {
            if (gv->version != version || (!group.empty() && gv->group != group)) continue;
            for (const auto& [plural, r] : gv->resources)
                if (plural == resource || r->singular == resource)
                    found.push_back({{gv->group, gv->version, r->kind}, r->type.get()});
        }
        return found;
    };
    out.schema = [&kinds](const group_version_kind& k) -> const schema_node* {
        const resource_ptr found = kinds.find_kind(k.group, k.version, k.kind);
        return found && found->gvr.version == k.version ? found->type.get() : nullptr;
    };
    const resource_ptr any = kinds.find_kind("", "v1", "ConfigMap");
    out.metadata = any && any->type ? any->type->find("metadata") : nullptr;
    return out;
}

awaitable<outcome> policy_status::reconcile(context&, object_key key) {
    auto found = co_await api_.get<partial_policy>(key);
    if (!found) co_return found.error().code == errc::not_found ? outcome::done() : outcome(found.error());
    const partial_policy& p = **found;
    if (p.metadata.generation <= p.status.observed_generation) co_return outcome::done();
    const kind_info kind =
        dynamic_kind(group_version_kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicy"),
                     "validatingadmissionpolicies", scope::cluster, false);
    bj::object meta{{"name", key.name}};
    bj::object body{{"apiVersion", policy_version},
                    {"kind", "ValidatingAdmissionPolicy"},
                    {"metadata", std::move(meta)},
                    {"status", checked_status(p, kinds_)}};
    write_options options;
    options.field_manager = policy_status_manager;
    auto written = co_await api_.apply(dynamic_object(std::move(body)), kind, std::move(options), "status");
    if (!written && written.error().code != errc::not_found) co_return written.error();
    co_return outcome::done();
}

}}}  // namespace setpoint::v0::apiserver
