// Flow schemas (pkg/apis/flowcontrol/validation). They are stored, and no request is queued by them.

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/flow_control.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace setpoint::inline v0::apiserver {

namespace {

bool lists(const bj::array& list, std::string_view text) {
    return std::ranges::any_of(list, [&](const bj::value& v) { return text_of(v) == text; });
}

void check_subject_name(const bj::object* subject, const std::string& path, field_errors& to) {
    if (text_at(*subject, "name").empty()) required(to, path + ".name");
}

void check_service_account(const bj::object* subject, const std::string& path, field_errors& to) {
    const std::string_view name = text_at(*subject, "name"), ns = text_at(*subject, "namespace");
    check_subject_name(subject, path, to);
    if (!name.empty() && name != "*") add_invalid(to, path + ".name", name, dns1123_subdomain(name));
    if (ns.empty())
        required(to, path + ".namespace", "must specify namespace for service account");
    else
        add_invalid(to, path + ".namespace", ns, dns1123_label(ns));
}

struct subject_kind {
    std::string_view kind, field;
    void (*check)(const bj::object* subject, const std::string& path, field_errors& to);
};
constexpr std::array<subject_kind, 3> subject_kinds{
    {{"ServiceAccount", "serviceAccount", check_service_account},
     {"User", "user", check_subject_name},
     {"Group", "group", check_subject_name}}};

void check_flow_subject(const bj::object& subject, const std::string& path, field_errors& to) {
    const std::string_view kind = text_at(subject, "kind");
    const auto wanted = std::ranges::find(subject_kinds, kind, &subject_kind::kind);
    if (wanted == subject_kinds.end()) {
        not_supported(to, path + ".kind", kind, {"Group", "ServiceAccount", "User"});
        return;
    }
    const std::string here = child(path, wanted->field);
    if (const bj::object* named = object_at(subject, wanted->field))
        wanted->check(named, here, to);
    else
        required(to, here, fmt::format("{} is required when subject kind is '{}'", wanted->field, kind));
    for (const subject_kind& other : subject_kinds)
        if (&other != wanted && value_at(subject, other.field) != nullptr)
            forbidden(to, child(path, other.field),
                      fmt::format("{} is forbidden when subject kind is not '{}'", other.field, other.kind));
}

void check_verbs(const bj::object& rule, const std::string& path, field_errors& to) {
    const std::vector<std::string> known{"create", "delete", "deletecollection", "get",  "list",
                                         "patch",  "proxy",  "update",           "watch"};
    const bj::array& verbs = list_of(rule, "verbs");
    if (verbs.empty()) {
        required(to, path + ".verbs", "verbs must contain at least one value");
    } else if (lists(verbs, "*")) {
        if (verbs.size() > 1)
            invalid(to, path + ".verbs", verbs, "if '*' is present, must not specify other verbs");
    } else if (!std::ranges::all_of(verbs, [&](const bj::value& v) {
                   return std::ranges::find(known, text_of(v)) != known.end();
               })) {
        not_supported(to, path + ".verbs", bj::value(verbs), known);
    }
}

// A list that is required, and has nothing beside "*".
void check_wildcard_list(const bj::object& rule, const char* key, const char* missing, const char* others,
                         const std::string& path, field_errors& to) {
    const bj::array& list = list_of(rule, key);
    if (list.empty())
        required(to, child(path, key), missing);
    else if (list.size() > 1 && lists(list, "*"))
        invalid(to, child(path, key), list,
                fmt::format("if '*' is present, must not specify other {}", others));
}

void check_resource_rule(const bj::object& rule, const std::string& path, field_errors& to) {
    check_verbs(rule, path, to);
    check_wildcard_list(rule, "apiGroups", "resource rules must supply at least one api group", "api groups",
                        path, to);
    check_wildcard_list(rule, "resources", "resource rules must supply at least one resource", "resources",
                        path, to);
    const bj::array& namespaces = list_of(rule, "namespaces");
    const std::string here = path + ".namespaces";
    if (namespaces.empty()) {
        if (!true_at(rule, "clusterScope"))
            required(to, here,
                     "resource rules that are not cluster scoped must supply at least one namespace");
    } else if (lists(namespaces, "*")) {
        if (namespaces.size() > 1)
            invalid(to, here, namespaces, "if '*' is present, must not specify other namespaces");
    } else {
        for (std::size_t i = 0; i < namespaces.size(); ++i)
            for (const std::string& wrong : dns1123_label(text_of(namespaces[i])))
                invalid(to, indexed(here, i), namespaces[i],
                        "each member of this list must be '*' or a DNS-1123 label; " + wrong);
    }
}

std::string_view wrong_url(std::string_view url) {
    if (url.empty()) return "must not be empty";
    if (url == "/") return {};
    if (!url.starts_with('/')) return "must start with slash";
    if (url.find(' ') != std::string_view::npos) return "must not contain white-space";
    if (url.find("//") != std::string_view::npos) return "must not contain double slash";
    const auto stars = std::ranges::count(url, '*');
    return stars > 1 || (stars == 1 && !url.ends_with("/*")) ? "wildcard can only do suffix matching" : "";
}

void check_url_rule(const bj::object& rule, const std::string& path, field_errors& to) {
    check_verbs(rule, path, to);
    check_wildcard_list(rule, "nonResourceURLs", "nonResourceURLs must contain at least one value",
                        "non-resource URLs", path, to);
    const bj::array& urls = list_of(rule, "nonResourceURLs");
    if (lists(urls, "*")) return;
    for (std::size_t i = 0; i < urls.size(); ++i)
        if (const std::string_view wrong = wrong_url(text_of(urls[i])); !wrong.empty())
            invalid(to, indexed(path + ".nonResourceURLs", i), urls[i], std::string(wrong));
}

void check_flow_rules(const bj::object& spec, field_errors& to) {
    for_each_object(list_of(spec, "rules"), [&](const bj::object& rule, std::size_t i) {
        const std::string path = indexed("spec.rules", i);
        const bj::array &subjects = list_of(rule, "subjects"), &of_resources = list_of(rule, "resourceRules"),
                        &of_urls = list_of(rule, "nonResourceRules");
        if (subjects.empty()) required(to, path + ".subjects", "subjects must contain at least one value");
        for_each_object(subjects, [&](const bj::object& s, std::size_t k) {
            check_flow_subject(s, indexed(path + ".subjects", k), to);
        });
        if (of_resources.empty() && of_urls.empty())
            required(to, path, "at least one of resourceRules and nonResourceRules has to be non-empty");
        for_each_object(of_resources, [&](const bj::object& r, std::size_t k) {
            check_resource_rule(r, indexed(path + ".resourceRules", k), to);
        });
        for_each_object(of_urls, [&](const bj::object& r, std::size_t k) {
            check_url_rule(r, indexed(path + ".nonResourceRules", k), to);
        });
    });
}

void validate_flow_schema(const bj::object& o, const strategy_context&, field_errors& to) {
    constexpr std::int64_t last = 10000;
    validate_metadata(o, false, subdomain_name, to);
    const bj::object& spec = object_of(o, "spec");
    const std::int64_t precedence = number_at(spec, "matchingPrecedence").value_or(0);
    const std::string path = "spec.matchingPrecedence";
    if (precedence <= 0) invalid(to, path, precedence, "must be a positive value");
    if (precedence > last) invalid(to, path, precedence, fmt::format("must not be greater than {}", last));
    if (precedence == 1 && flow_object_name(o) != "exempt")
        invalid(to, path, precedence, "only the schema named 'exempt' may have matchingPrecedence 1");
    if (const bj::object* method = object_at(spec, "distinguisherMethod")) {
        const std::string_view type = text_at(*method, "type");
        if (type != "ByNamespace" && type != "ByUser")
            not_supported(to, "spec.distinguisherMethod.type", bj::object{{"Type", type}},
                          {"ByNamespace", "ByUser"});
    }
    const std::string_view level = text_at(object_of(spec, "priorityLevelConfiguration"), "name");
    if (level.empty())
        required(to, "spec.priorityLevelConfiguration.name", "must reference a priority level");
    else
        add_invalid(to, "spec.priorityLevelConfiguration.name", level, dns1123_subdomain(level));
    check_flow_rules(spec, to);
    validate_flow_conditions(o, to);
}

void validate_flow_schema_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                                 field_errors& to) {
    if (is_status(c)) {
        validate_flow_conditions(o, to);
        return;
    }
    validate_flow_schema(o, c, to);
    validate_mandatory_spec(o, old, false, to);
}

}  // namespace

void validate_flow_conditions(const bj::object& o, field_errors& to) {
    std::set<std::string, std::less<>> seen;
    for_each_object(list_of(object_of(o, "status"), "conditions"), [&](const bj::object& c, std::size_t i) {
        const std::string path = indexed("status.conditions", i) + ".type", type(text_at(c, "type"));
        if (!seen.insert(type).second) duplicate(to, path, type);
        if (type.empty()) required(to, path);
    });
}

void validate_mandatory_spec(const bj::object& o, const bj::object& old, bool except_exempt,
                             field_errors& to) {
    const std::string_view name = flow_object_name(o);
    if (name != "exempt" && name != "catch-all") return;
    const bool partly = except_exempt && name == "exempt";
    bj::object next = object_of(o, "spec"), before = object_of(old, "spec");
    if (partly)
        for (bj::object* spec : {&next, &before}) spec->erase("exempt");
    const bj::value now(std::move(next)), then(std::move(before));
    if (same(&now, &then)) return;
    invalid_unsorted(to, "spec", bj::value(object_of(o, "spec")),
                     fmt::format("spec of '{}' {}must equal the fixed value", name,
                                 partly ? "except the 'spec.exempt' field " : ""));
}

std::string_view flow_object_name(const bj::object& o) {
    return text_at(object_of(o, "metadata"), "name");
}

const strategy flow_schema_strategy{.defaults = apply_go_encoding,
                                    .prepare_create = create_without_status,
                                    .prepare_update = update_spec_or_status_alone,
                                    .validate = validate_flow_schema,
                                    .validate_update = validate_flow_schema_update};

}  // namespace setpoint::inline v0::apiserver
