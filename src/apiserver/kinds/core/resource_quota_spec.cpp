// Resource quotas (ValidateResourceQuotaSpec of pkg/apis/core/validation).

#include "apiserver/kinds/core/resource_quota_spec.hpp"

#include "apiserver/kinds/admissionregistration/policy_expressions.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view quota_resources[] = {"cpu",
                                                "memory",
                                                "ephemeral-storage",
                                                "requests.cpu",
                                                "requests.memory",
                                                "requests.storage",
                                                "requests.ephemeral-storage",
                                                "limits.cpu",
                                                "limits.memory",
                                                "limits.ephemeral-storage",
                                                "pods",
                                                "resourcequotas",
                                                "services",
                                                "replicationcontrollers",
                                                "secrets",
                                                "configmaps",
                                                "persistentvolumeclaims",
                                                "services.nodeports",
                                                "services.loadbalancers"};

using scope_names = std::set<std::string, std::less<>>;

bool is_listed(std::string_view name, std::initializer_list<std::string_view> list) {
    return std::ranges::find(list, name) != list.end();
}

bool is_counted_in_whole(std::string_view name) {
    return is_listed(name,
                     {"pods", "resourcequotas", "services", "replicationcontrollers", "secrets", "configmaps",
                      "persistentvolumeclaims", "services.nodeports", "services.loadbalancers"});
}

bool is_extended_in_quotas(std::string_view name) {
    const bool native =
        name.find('/') == std::string_view::npos || name.find("kubernetes.io/") != std::string_view::npos;
    return !native && !name.starts_with("requests.") &&
           qualified_name("requests." + std::string(name)).empty();
}

bool is_scope(std::string_view name) {
    return is_listed(name, {"Terminating", "NotTerminating", "BestEffort", "NotBestEffort", "PriorityClass",
                            "VolumeAttributesClass", "CrossNamespacePodAffinity"});
}

bool fits_scope_of_quota(std::string_view scope, std::string_view resource) {
    if (!is_scope(scope)) return true;
    if (scope == "BestEffort") return resource == "pods";
    if (scope == "VolumeAttributesClass")
        return resource == "persistentvolumeclaims" || resource == "requests.storage";
    return is_listed(resource, {"pods", "cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu",
                                "requests.memory"});
}

// There are seven scopes. Each error quotes the whole list, which clients choose: kube-apiserver lets it
// grow.
constexpr std::size_t most_scopes = 64;
constexpr std::ptrdiff_t most_misfits = 64;

// How many of the limits the scope does not apply to: each is an error.
std::ptrdiff_t misfits(const bj::object& hard, std::string_view scope) {
    const std::ptrdiff_t all = std::ranges::count_if(hard, [&](const auto& limit) {
        return is_quota_resource(limit.key()) && !fits_scope_of_quota(scope, limit.key());
    });
    return std::min(all, most_misfits);
}

void validate_conflicts(const scope_names& scopes, const std::string& path, const bj::value& shown,
                        field_errors& to) {
    for (const auto& [one, other] :
         {std::pair("BestEffort", "NotBestEffort"), std::pair("Terminating", "NotTerminating")})
        if (scopes.contains(one) && scopes.contains(other))
            invalid_unsorted(to, path, shown, "conflicting scopes");
}

bool has_too_many(const bj::array& list, const std::string& path, field_errors& to) {
    if (list.size() <= most_scopes) return false;
    too_many(to, path, static_cast<std::int64_t>(list.size()), most_scopes);
    return true;
}

void validate_scopes(const bj::object& spec, field_errors& to) {
    const std::string path = "spec.scopes";
    if (has_too_many(list_of(spec, "scopes"), path, to)) return;
    const bj::value shown = shown_scopes(spec);
    scope_names seen;
    for (const bj::value& v : list_of(spec, "scopes")) {
        const std::string_view scope = text_of(v);
        if (!is_scope(scope)) invalid_unsorted(to, path, shown, "unsupported scope");
        for (auto n = misfits(object_of(spec, "hard"), scope); n > 0; --n)
            invalid_unsorted(to, path, shown, "unsupported scope applied to resource");
        seen.emplace(scope);
    }
    validate_conflicts(seen, path, shown, to);
}

// As Go prints the internal type.
bj::value shown_selector(const bj::array& expressions) {
    bj::array all;
    for_each_object(expressions, [&](const bj::object& e, std::size_t) {
        const bj::array& values = list_of(e, "values");
        all.push_back(bj::object{{"ScopeName", text_at(e, "scopeName")},
                                 {"Operator", text_at(e, "operator")},
                                 {"Values", values.empty() ? bj::value() : bj::value(values)}});
    });
    return bj::object{{"MatchExpressions", std::move(all)}};
}

void validate_scope_expression(const bj::object& e, const std::string& path, field_errors& to) {
    const std::string_view scope = text_at(e, "scopeName"), op = text_at(e, "operator");
    const bj::array& values = list_of(e, "values");
    const bool of_classes = scope == "PriorityClass" || scope == "VolumeAttributesClass";
    if (is_scope(scope) && !of_classes && op != "Exists")
        invalid(to, path + ".operator", op,
                "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, "
                "ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, "
                "ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity");
    if (op == "In" || op == "NotIn") {
        if (values.empty())
            required(to, path + ".values",
                     "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
    } else if (op == "Exists" || op == "DoesNotExist") {
        if (!values.empty())
            invalid(to, path + ".values", bj::value(values),
                    "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
    } else {
        invalid(to, path + ".operator", op, "not a valid selector operator");
    }
}

void validate_scope_selector(const bj::object& spec, field_errors& to) {
    const bj::object* selector = object_at(spec, "scopeSelector");
    if (selector == nullptr) return;
    const std::string path = "spec.scopeSelector.matchExpressions";
    const bj::array& expressions = list_of(*selector, "matchExpressions");
    if (has_too_many(expressions, path, to)) return;
    scope_names seen;
    for_each_object(expressions, [&](const bj::object& e, std::size_t) {
        const std::string_view scope = text_at(e, "scopeName");
        if (!is_scope(scope)) invalid(to, path + ".scopeName", scope, "unsupported scope");
        for (auto n = misfits(object_of(spec, "hard"), scope); n > 0; --n)
            invalid_unsorted(to, path, shown_selector(expressions), "unsupported scope applied to resource");
        validate_scope_expression(e, path, to);
        seen.emplace(scope);
    });
    validate_conflicts(seen, path, shown_scopes(spec), to);
}

}  // namespace

bool is_whole_amount(const quantity& q) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(),
                           least = std::numeric_limits<std::int64_t>::min();
    constexpr std::uint64_t thousand = 1000;
    const std::int64_t thousandths = q.milli_value();
    if (thousandths != most && thousandths != least) return thousandths % 1000 == 0;
    const char last = q.view().empty() ? '0' : q.view().back();
    const bool plain = q.view().find_first_of("eE") == std::string_view::npos && last >= '0' && last <= '9';
    if (!plain && last != 'i') return true;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(q.value()) * thousand) % 1000 == 0;
}

bj::value shown_scopes(const bj::object& spec) {
    const bj::value* scopes = value_at(spec, "scopes");
    return scopes == nullptr ? bj::value() : *scopes;
}

bool is_quota_resource(std::string_view name) {
    return std::ranges::find(quota_resources, name) != std::ranges::end(quota_resources) ||
           name.starts_with("hugepages-") || name.starts_with("requests.hugepages-");
}

void validate_quota_name(std::string_view name, const std::string& path, field_errors& to) {
    const messages c = qualified_name(name);
    add_invalid(to, path, name, c);
    if (name.find('/') != std::string_view::npos || is_quota_resource(name)) return;
    if (c.empty() && name != "storage")
        invalid(to, path, name, "must be a standard resource type or fully qualified");
    invalid(to, path, name, "must be a standard resource for quota");
}

void validate_quota_amount(std::string_view name, const bj::value& amount, const std::string& path,
                           field_errors& to) {
    const auto q = quantity::parse(text_of(amount));
    if (!q) return;
    if (*q < quantity(0)) invalid(to, path, amount, std::string(not_negative));
    if ((is_counted_in_whole(name) || is_extended_in_quotas(name)) && !is_whole_amount(*q))
        invalid(to, path, amount, "must be an integer");
}

void validate_quota_spec(const bj::object& spec, field_errors& to) {
    for (const auto& [name, amount] : object_of(spec, "hard")) {
        const std::string path = keyed("spec.hard", name);
        validate_quota_name(name, path, to);
        validate_quota_amount(name, amount, path, to);
    }
    validate_scopes(spec, to);
    validate_scope_selector(spec, to);
}

}}}  // namespace setpoint::v0::apiserver
