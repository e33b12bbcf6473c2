// Validates scheduling constraints of pods: tolerations, affinity, topology spread.

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/ascii.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool is_numeric(std::string_view op) {
    return op == "Lt" || op == "Gt";
}

bool has_numeric_operator(const bj::array& tolerations) {
    bool found = false;
    for_each_object(tolerations, [&](const bj::object& t, std::size_t) {
        found = found || is_numeric(text_at(t, "operator"));
    });
    return found;
}

// content.IsDecimalInteger and strconv.ParseInt.
void validate_decimal(std::string_view value, const std::string& path, field_errors& to) {
    const bool negative = value.starts_with('-');
    const std::string_view digits = value.substr(negative ? 1 : 0);
    const bool all_digits = !digits.empty() && std::ranges::all_of(digits, is_digit);
    if (value.empty()) {
        invalid(to, path, value, "must be non-empty");
    } else if (!all_digits || (digits.size() > 1 && digits.front() == '0') || value == "-0") {
        invalid(to, path, value, "must be a valid decimal integer in canonical form");
    }
    if (const std::string wrong = go_text::parse_int_error(value); !wrong.empty())
        invalid(to, path, value, wrong);
}

// `numeric`: whether operators that compare numbers are accepted, which are behind a gate that is off.
void validate_toleration(const bj::object& t, bool numeric, const std::string& path, field_errors& to) {
    const std::string_view key = text_at(t, "key"), op = text_at(t, "operator"), value = text_at(t, "value"),
                           effect = text_at(t, "effect");
    if (!key.empty()) add_invalid(to, path + ".key", key, qualified_name(key));
    if (key.empty() && op != "Exists") {
        invalid(to, path + ".operator", op,
                "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
    }
    if (value_at(t, "tolerationSeconds") != nullptr && effect != "NoExecute") {
        invalid(to, path + ".effect", effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
    if (op.empty() || op == "Equal") {
        const messages c = label_value(value);
        if (!c.empty()) invalid(to, path + ".operator", value, fmt::format("{}", fmt::join(c, ";")));
    } else if (op == "Exists") {
        if (!value.empty()) {
            invalid(to, path + ".operator", value, "value must be empty when `operator` is 'Exists'");
        }
    } else if (is_numeric(op) && numeric) {
        validate_decimal(value, path + ".value", to);
    } else if (is_numeric(op)) {
        not_supported(to, path + ".operator", op, {"Equal", "Exists", "Lt", "Gt"});
    } else {
        not_supported(to, path + ".operator", op, {"Equal", "Exists"});
    }
    if (!effect.empty()) {
        validate_one_of(effect, {"NoSchedule", "PreferNoSchedule", "NoExecute"}, path + ".effect", to);
    }
}

// A selector of node fields: only the name.
void validate_node_field(const bj::object& r, const std::string& here, field_errors& to) {
    const std::string_view op = text_at(r, "operator"), key = text_at(r, "key");
    const bj::array& values = list_of(r, "values");
    if (op != "In" && op != "NotIn") {
        invalid(to, here + ".operator", op, "not a valid selector operator");
    } else if (values.size() != 1) {
        required(to, here + ".values",
                 "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
    }
    if (key != "metadata.name") return invalid(to, here + ".key", key, "not a valid field selector key");
    for (std::size_t i = 0; i < values.size(); ++i)
        add_invalid(to, indexed(here + ".values", i), values[i], dns1123_subdomain(text_of(values[i])));
}

// `lenient`: values that are no label values are accepted, as in preferences.
void validate_node_term(const bj::object& term, const std::string& path, bool lenient, field_errors& to) {
    for_each_object(list_of(term, "matchExpressions"), [&](const bj::object& r, std::size_t i) {
        const std::string here = indexed(path + ".matchExpressions", i);
        const std::string_view op = text_at(r, "operator"), key = text_at(r, "key");
        const std::size_t values = list_of(r, "values").size();
        if (op == "In" || op == "NotIn") {
            if (values == 0) {
                required(to, here + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
            }
        } else if (op == "Exists" || op == "DoesNotExist") {
            if (values > 0) {
                forbidden(to, here + ".values",
                          "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
            }
        } else if (op == "Gt" || op == "Lt") {
            if (values != 1) {
                required(to, here + ".values",
                         "must be specified single value when `operator` is 'Lt' or 'Gt'");
            }
        } else {
            invalid(to, here + ".operator", op, "not a valid selector operator");
        }
        add_invalid(to, here + ".key", key, qualified_name(key));
        if (lenient) return;
        const bj::array& list = list_of(r, "values");
        for (std::size_t k = 0; k < list.size(); ++k)
            add_invalid(to, indexed(here + ".values", k), list[k], label_value(text_of(list[k])));
    });
    for_each_object(list_of(term, "matchFields"), [&](const bj::object& r, std::size_t i) {
        validate_node_field(r, indexed(path + ".matchFields", i), to);
    });
}

bool has_invalid_node_value(const bj::object& selector) {
    bool found = false;
    for_each_object(list_of(selector, "nodeSelectorTerms"), [&](const bj::object& term, std::size_t) {
        for_each_object(list_of(term, "matchExpressions"), [&](const bj::object& r, std::size_t) {
            for (const bj::value& v : list_of(r, "values")) found = found || !label_value(text_of(v)).empty();
        });
    });
    return found;
}

void validate_node_terms(const bj::object& selector, bool lenient, const std::string& path,
                         field_errors& to) {
    const std::string here = path + ".nodeSelectorTerms";
    const bj::array& terms = list_of(selector, "nodeSelectorTerms");
    if (terms.empty()) required(to, here, "must have at least one node selector term");
    for_each_object(terms, [&](const bj::object& t, std::size_t i) {
        validate_node_term(t, indexed(here, i), lenient, to);
    });
}

constexpr const char* hard_rule = "requiredDuringSchedulingIgnoredDuringExecution";

// `old`: the affinity before an update, whose invalid values may stay.
void validate_node_affinity(const bj::object& a, const bj::object& old, const std::string& path,
                            field_errors& to) {
    if (const bj::object* must = object_at(a, hard_rule))
        validate_node_terms(*must, has_invalid_node_value(object_of(old, hard_rule)), child(path, hard_rule),
                            to);
    const std::string soft = path + ".preferredDuringSchedulingIgnoredDuringExecution";
    for_each_object(list_of(a, "preferredDuringSchedulingIgnoredDuringExecution"), [&](const bj::object& t,
                                                                                       std::size_t i) {
        const std::int64_t weight = number_at(t, "weight").value_or(0);
        if (weight < 1 || weight > 100) {
            invalid_unsorted(to, indexed(soft, i) + ".weight", bj::value(weight),
                             "must be in the range 1-100");
        }
        validate_node_term(object_of(t, "preference"), indexed(soft, i) + ".preference", true, to);
    });
}

void validate_label_keys(const bj::object& term, const char* list, const std::string& path,
                         field_errors& to) {
    const bj::array& keys = list_of(term, list);
    if (keys.empty()) return;
    const std::string here = child(path, list);
    if (object_at(term, "labelSelector") == nullptr)
        return forbidden(to, here, "must not be specified when labelSelector is not set");
    for (std::size_t i = 0; i < keys.size(); ++i)
        add_invalid(to, indexed(here, i), keys[i], qualified_name(text_of(keys[i])));
}

// ValidateMatchLabelKeysAndMismatchLabelKeys. `term` has no mismatchLabelKeys if it is a spread constraint.
void validate_match_keys(const bj::object& term, const std::string& path, field_errors& to) {
    validate_label_keys(term, "matchLabelKeys", path, to);
    validate_label_keys(term, "mismatchLabelKeys", path, to);
    const bj::array& keys = list_of(term, "matchLabelKeys");
    const bj::object& selector = object_of(term, "labelSelector");
    std::map<std::string, std::size_t, std::less<>> at;
    for (std::size_t i = 0; i < keys.size(); ++i) at[std::string(text_of(keys[i]))] = i;
    std::set<std::string, std::less<>> selected;
    for (const auto& label : object_of(selector, "matchLabels")) selected.emplace(label.key());
    for_each_object(list_of(selector, "matchExpressions"), [&](const bj::object& e, std::size_t) {
        const std::string_view key = text_at(e, "key");
        if (const auto found = at.find(key); found != at.end() && selected.contains(key))
            invalid(to, indexed(path, found->second), key, "exists in both matchLabelKeys and labelSelector");
        selected.emplace(key);
    });
    const bj::array& others = list_of(term, "mismatchLabelKeys");
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (std::ranges::find(others, keys[i]) != others.end())
            invalid(to, indexed(path + ".matchLabelKeys", i), keys[i],
                    "exists in both matchLabelKeys and mismatchLabelKeys");
    }
}

void validate_pod_term(const bj::object& term, const std::string& path, field_errors& to) {
    validate_selector(object_of(term, "labelSelector"), path + ".labelSelector", to);
    validate_selector(object_of(term, "namespaceSelector"), path + ".namespaceSelector", to);
    const bj::array& namespaces = list_of(term, "namespaces");
    for (const bj::value& ns : namespaces)
        add_invalid(to, path + ".namespace", ns, dns1123_label(text_of(ns)));
    validate_match_keys(term, path, to);
    const std::string_view key = text_at(term, "topologyKey");
    if (key.empty()) required(to, path + ".topologyKey", "can not be empty");
    add_invalid(to, path + ".topologyKey", key, qualified_name(key));
}

void validate_pod_affinity(const bj::object& a, const std::string& path, field_errors& to) {
    const std::string hard = path + ".requiredDuringSchedulingIgnoredDuringExecution";
    for_each_object(list_of(a, "requiredDuringSchedulingIgnoredDuringExecution"),
                    [&](const bj::object& t, std::size_t i) { validate_pod_term(t, indexed(hard, i), to); });
    const std::string soft = path + ".preferredDuringSchedulingIgnoredDuringExecution";
    for_each_object(list_of(a, "preferredDuringSchedulingIgnoredDuringExecution"), [&](const bj::object& t,
                                                                                       std::size_t i) {
        const std::int64_t weight = number_at(t, "weight").value_or(0);
        if (weight < 1 || weight > 100) {
            invalid_unsorted(to, indexed(soft, i) + ".weight", bj::value(weight),
                             "must be in the range 1-100");
        }
        validate_pod_term(object_of(t, "podAffinityTerm"), indexed(soft, i) + ".podAffinityTerm", to);
    });
}

void validate_spread_options(const bj::object& c, std::string_view when, const std::string& here,
                             field_errors& to) {
    if (const auto least = number_at(c, "minDomains")) {
        if (*least <= 0) invalid(to, here + ".minDomains", bj::value(*least), "must be greater than zero");
        if (when != "DoNotSchedule")
            invalid(to, here + ".minDomains", bj::value(*least),
                    fmt::format("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {}", when));
    }
    for (const char* key : {"nodeAffinityPolicy", "nodeTaintsPolicy"}) {
        const bj::value* const v = value_at(c, key);
        if (v != nullptr && text_of(*v) != "Honor" && text_of(*v) != "Ignore")
            not_supported(to, child(here, key), text_of(*v), {"Honor", "Ignore"});
    }
}

}  // namespace

void validate_node_selector(const bj::object& selector, const std::string& path, field_errors& to) {
    validate_node_terms(selector, false, path, to);
}

void validate_tolerations(const bj::array& tolerations, const bj::array& old, const std::string& path,
                          field_errors& to) {
    const bool numeric = has_numeric_operator(old);
    for_each_object(tolerations, [&](const bj::object& t, std::size_t i) {
        validate_toleration(t, numeric, indexed(path, i), to);
    });
}

void validate_affinity(const bj::object& affinity, const bj::object& old, const std::string& path,
                       field_errors& to) {
    validate_node_affinity(object_of(affinity, "nodeAffinity"), object_of(old, "nodeAffinity"),
                           path + ".nodeAffinity", to);
    validate_pod_affinity(object_of(affinity, "podAffinity"), path + ".podAffinity", to);
    validate_pod_affinity(object_of(affinity, "podAntiAffinity"), path + ".podAntiAffinity", to);
}

void validate_spread(const bj::array& constraints, const std::string& path, field_errors& to) {
    for_each_object(constraints, [&](const bj::object& c, std::size_t i) {
        const std::string here = indexed(path, i);
        const std::int64_t skew = number_at(c, "maxSkew").value_or(0);
        if (skew <= 0) invalid_unsorted(to, here + ".maxSkew", bj::value(skew), "must be greater than zero");
        const std::string_view key = text_at(c, "topologyKey"), when = text_at(c, "whenUnsatisfiable");
        if (key.empty()) required(to, here + ".topologyKey", "can not be empty");
        if (when != "DoNotSchedule" && when != "ScheduleAnyway") {
            not_supported(to, here + ".whenUnsatisfiable", when, {"DoNotSchedule", "ScheduleAnyway"});
        }
        for (std::size_t k = i + 1; k < constraints.size(); ++k) {
            const bj::object* const other = constraints[k].if_object();
            if (other == nullptr || text_at(*other, "topologyKey") != key ||
                text_at(*other, "whenUnsatisfiable") != when)
                continue;
            duplicate(to, here + ".{topologyKey, whenUnsatisfiable}", fmt::format("{{{}, {}}}", key, when));
            break;
        }
        validate_spread_options(c, when, here, to);
        validate_match_keys(c, here, to);
        validate_selector(object_of(c, "labelSelector"), here + ".labelSelector", to);
    });
}

}}}  // namespace setpoint::v0::apiserver
