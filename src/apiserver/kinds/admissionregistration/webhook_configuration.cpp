// Webhook configurations (pkg/apis/admissionregistration/validation).

#include "apiserver/kinds/admissionregistration/webhook_configuration.hpp"

#include "apiserver/kinds/admissionregistration/policy_expressions.hpp"
#include "apiserver/kinds/admissionregistration/webhook_rules.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/webhook_client.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// What an update tolerates because the configuration had it before.
struct old_webhooks {
    bool side_effects = false, unknown_review_versions = false, duplicate_names = false;
    bool match_conditions = false;  // which have not changed
    selector_values values = selector_values::valid;
};

void validate_hook_review_versions(const bj::object& hook, const old_webhooks& had, const std::string& path,
                                   field_errors& to) {
    const bj::array& versions = list_of(hook, "admissionReviewVersions");
    if (versions.empty()) {
        required(to, path, "must specify one of v1, v1beta1");
        return;
    }
    std::set<std::string> seen;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const std::string v(text_of(versions[i]));
        if (!seen.insert(v).second) {
            invalid(to, indexed(path, i), v, "duplicate version");
            continue;
        }
        add_invalid(to, indexed(path, i), v, dns1035_label(v));
    }
    if (!had.unknown_review_versions && !seen.contains("v1") && !seen.contains("v1beta1")) {
        invalid_unsorted(to, path, bj::value(versions), "must include at least one of v1, v1beta1");
    }
}

void validate_webhook_name(std::string_view name, const std::string& path, field_errors& to) {
    if (name.empty()) {
        required(to, path);
        return;
    }
    const messages c = dns1123_subdomain(name);
    if (!c.empty()) {
        invalid(to, path, name, fmt::format("{}", fmt::join(c, ",")));
    } else if (std::count(name.begin(), name.end(), '.') < 2) {
        invalid(to, path, name, "should be a domain with at least three segments separated by dots");
    }
}

void validate_side_effects(const bj::object& hook, const old_webhooks& had, const std::string& path,
                           field_errors& to) {
    std::vector<std::string> allowed{"None", "NoneOnDryRun"};
    if (had.side_effects) allowed.insert(allowed.end(), {"Some", "Unknown"});
    if (value_at(hook, "sideEffects") == nullptr) {
        required(to, path + ".sideEffects", fmt::format("must specify one of {}", fmt::join(allowed, ", ")));
    }
    validate_hook_choice(hook, "sideEffects", allowed, path, to);
}

void validate_hook(const bj::object& hook, const old_webhooks& had, const std::string& path,
                   field_errors& to) {
    validate_webhook_name(text_at(hook, "name"), path + ".name", to);
    for_each_object(list_of(hook, "rules"), [&](const bj::object& r, std::size_t i) {
        validate_webhook_rule(r, indexed(path + ".rules", i), to);
    });
    validate_hook_choice(hook, "failurePolicy", {"Fail", "Ignore"}, path, to);
    validate_hook_choice(hook, "matchPolicy", {"Equivalent", "Exact"}, path, to);
    validate_side_effects(hook, had, path, to);
    const auto timeout = number_at(hook, "timeoutSeconds");
    if (timeout && (*timeout > 30 || *timeout < 1)) {
        invalid_unsorted(to, path + ".timeoutSeconds", bj::value(*timeout),
                         "the timeout value must be between 1 and 30 seconds");
    }
    validate_selector(object_of(hook, "namespaceSelector"), path + ".namespaceSelector", to, had.values);
    validate_selector(object_of(hook, "objectSelector"), path + ".objectSelector", to, had.values);
    validate_hook_choice(hook, "reinvocationPolicy", {"IfNeeded", "Never"}, path, to);
    validate_webhook_client(object_of(hook, "clientConfig"), path + ".clientConfig", to);
    if (!had.match_conditions) validate_match_conditions(hook, path + ".matchConditions", false, to);
    validate_hook_review_versions(hook, had, path + ".admissionReviewVersions", to);
}

void validate_hooks(const bj::object& o, const old_webhooks& had, field_errors& to) {
    std::set<std::string> names;
    for_each_object(list_of(o, "webhooks"), [&](const bj::object& hook, std::size_t i) {
        const std::string path = indexed("webhooks", i), name(text_at(hook, "name"));
        validate_hook(hook, had, path, to);
        if (!name.empty() && !names.insert(name).second && !had.duplicate_names)
            duplicate(to, path + ".name", name);
    });
}

bool same_match_conditions(const bj::array& now, const bj::array& before) {
    if (now.size() != before.size()) return false;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const bj::object *a = now[i].if_object(), *b = before[i].if_object();
        if (a == nullptr || b == nullptr || !same_field(*a, *b, "matchConditions")) return false;
    }
    return true;
}

bool has_accepted_review_version(const bj::object& hook) {
    const bj::array& versions = list_of(hook, "admissionReviewVersions");
    return versions.empty() || contains_text(versions, "v1") || contains_text(versions, "v1beta1");
}

old_webhooks tolerated_in_webhooks(const bj::object& o, const bj::object& old) {
    old_webhooks out;
    const bj::array& before = list_of(old, "webhooks");
    out.match_conditions = same_match_conditions(list_of(o, "webhooks"), before);
    std::set<std::string_view> names;
    for_each_object(before, [&](const bj::object& hook, std::size_t) {
        const std::string_view effects = text_at(hook, "sideEffects");
        out.side_effects = out.side_effects || (effects != "None" && effects != "NoneOnDryRun");
        out.unknown_review_versions = out.unknown_review_versions || !has_accepted_review_version(hook);
        out.duplicate_names = out.duplicate_names || !names.insert(text_at(hook, "name")).second;
        for (const char* key : {"namespaceSelector", "objectSelector"})
            if (!is_valid_selector(object_of(hook, key))) out.values = selector_values::any_label_value;
    });
    return out;
}

}  // namespace

void validate_webhooks(const bj::object& o, const kind_context&, field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    validate_hooks(o, {}, to);
}

void validate_webhooks_update(const bj::object& o, const bj::object& old, const kind_context&,
                              field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    validate_hooks(o, tolerated_in_webhooks(o, old), to);
}

void warn_of_webhooks(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    constexpr std::array<std::string_view, 6> excluded{
        "selfsubjectreviews.authentication.k8s.io",       "tokenreviews.authentication.k8s.io",
        "localsubjectaccessreviews.authorization.k8s.io", "selfsubjectaccessreviews.authorization.k8s.io",
        "selfsubjectrulesreviews.authorization.k8s.io",   "subjectaccessreviews.authorization.k8s.io"};
    for_each_object(list_of(o, "webhooks"), [&](const bj::object& hook, std::size_t h) {
        for_each_object(list_of(hook, "rules"), [&](const bj::object& rule, std::size_t r) {
            const bj::array &groups = list_of(rule, "apiGroups"), &resources = list_of(rule, "resources");
            const auto is_any = [](const bj::value& v) { return text_of(v) == "*"; };
            if (std::ranges::any_of(groups, is_any) || std::ranges::any_of(resources, is_any)) return;
            std::set<std::string> seen;
            for (const bj::value& group : groups)
                for (const bj::value& one : resources) {
                    const std::string name = fmt::format("{}.{}", text_of(one), text_of(group));
                    if (std::ranges::find(excluded, name) == excluded.end() || !seen.insert(name).second)
                        continue;
                    add_warning(to, indexed(indexed("webhooks", h) + ".rules", r),
                                name + " is excluded from admission webhooks; this rule will have no effect");
                }
        });
    });
}

constinit const cell_row webhook_configuration_cells[1] = {
    {"Webhooks",
     [](const bj::object& o, wall_time) {
         return bj::value(static_cast<std::int64_t>(list_of(o, "webhooks").size()));
     }},
};

}}}  // namespace setpoint::v0::apiserver
