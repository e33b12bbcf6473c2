// FlowSchemas (pkg/apis/flowcontrol/validation). They are stored; the server does not queue requests by them.

#include "apiserver/kinds/flowcontrol/flow_control.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool lists_text(const bj::array& list, std::string_view text) {
    return std::ranges::any_of(list, [&](const bj::value& v) { return text_of(v) == text; });
}

void validate_subject_name(const bj::object* subject, const std::string& path, field_errors& to) {
    if (text_at(*subject, "name").empty()) required(to, path + ".name");
}

void validate_service_account_subject(const bj::object* subject, const std::string& path, field_errors& to) {
    const std::string_view name = text_at(*subject, "name"), ns = text_at(*subject, "namespace");
    validate_subject_name(subject, path, to);
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
    {{"ServiceAccount", "serviceAccount", validate_service_account_subject},
     {"User", "user", validate_subject_name},
     {"Group", "group", validate_subject_name}}};

void validate_flow_subject(const bj::object& subject, const std::string& path, field_errors& to) {
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

void validate_flow_verbs(const bj::object& rule, const std::string& path, field_errors& to) {
    const std::vector<std::string> known{"create", "delete", "deletecollection", "get",  "list",
                                         "patch",  "proxy",  "update",           "watch"};
    const bj::array& verbs = list_of(rule, "verbs");
    if (verbs.empty()) {
        required(to, path + ".verbs", "verbs must contain at least one value");
    } else if (lists_text(verbs, "*")) {
        if (verbs.size() > 1)
            invalid(to, path + ".verbs", verbs, "if '*' is present, must not specify other verbs");
    } else if (!std::ranges::all_of(verbs, [&](const bj::value& v) {
                   return std::ranges::find(known, text_of(v)) != known.end();
               })) {
        not_supported(to, path + ".verbs", bj::value(verbs), known);
    }
}

// A list that is required, and has nothing beside "*".
void validate_wildcard_list(const bj::object& rule, const char* key, const char* missing, const char* others,
                            const std::string& path, field_errors& to) {
    const bj::array& list = list_of(rule, key);
    if (list.empty())
        required(to, child(path, key), missing);
    else if (list.size() > 1 && lists_text(list, "*"))
        invalid(to, child(path, key), list,
                fmt::format("if '*' is present, must not specify other {}", others));
}

void validate_resource_rule(const bj::object& rule, const std::string& path, field_errors& to) {
    validate_flow_verbs(rule, path, to);
    validate_wildcard_list(rule, "apiGroups", "resource rules must supply at least one api group",
                           "api groups", path, to);
    validate_wildcard_list(rule, "resources", "resource rules must supply at least one resource", "resources",
                           path, to);
    const bj::array& namespaces = list_of(rule, "namespaces");
    const std::string here = path + ".namespaces";
    if (namespaces.empty()) {
        if (!true_at(rule, "clusterScope"))
            required(to, here,
                     "resource rules that are not cluster scoped must supply at least one namespace");
    } else if (lists_text(namespaces, "*")) {
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

void validate_url_rule(const bj::object& rule, const std::string& path, field_errors& to) {
    validate_flow_verbs(rule, path, to);
    validate_wildcard_list(rule, "nonResourceURLs", "nonResourceURLs must contain at least one value",
                           "non-resource URLs", path, to);
    const bj::array& urls = list_of(rule, "nonResourceURLs");
    if (lists_text(urls, "*")) return;
    for (std::size_t i = 0; i < urls.size(); ++i)
        if (const std::string_view wrong = wrong_url(text_of(urls[i])); !wrong.empty())
            invalid(to, indexed(path + ".nonResourceURLs", i), urls[i], std::string(wrong));
}

void validate_flow_rules(const bj::object& spec, field_errors& to) {
    for_each_object(list_of(spec, "rules"), [&](const bj::object& rule, std::size_t i) {
        const std::string path = indexed("spec.rules", i);
        const bj::array &subjects = list_of(rule, "subjects"), &of_resources = list_of(rule, "resourceRules"),
                        &of_urls = list_of(rule, "nonResourceRules");
        if (subjects.empty()) required(to, path + ".subjects", "subjects must contain at least one value");
        for_each_object(subjects, [&](const bj::object& s, std::size_t k) {
            validate_flow_subject(s, indexed(path + ".subjects", k), to);
        });
        if (of_resources.empty() && of_urls.empty())
            required(to, path, "at least one of resourceRules and nonResourceRules has to be non-empty");
        for_each_object(of_resources, [&](const bj::object& r, std::size_t k) {
            validate_resource_rule(r, indexed(path + ".resourceRules", k), to);
        });
        for_each_object(of_urls, [&](const bj::object& r, std::size_t k) {
            validate_url_rule(r, indexed(path + ".nonResourceRules", k), to);
        });
    });
}

void validate_flow_schema(const bj::object& o, const kind_context&, field_errors& to) {
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
    validate_flow_rules(spec, to);
    validate_flow_conditions(o, to);
}

void validate_flow_schema_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                 field_errors& to) {
    if (is_status(c)) {
        validate_flow_conditions(o, to);
        return;
    }
    validate_flow_schema(o, c, to);
    validate_mandatory_spec(o, old, false, to);
}

bj::value dangling_cell(const bj::object& o, wall_time) {
    std::string out = "?";
    for_each_object(list_of(object_of(o, "status"), "conditions"), [&](const bj::object& c, std::size_t) {
        if (text_at(c, "type") == "Dangling") out = text_at(c, "status");
    });
    return cell(out);
}

constexpr cell_row flow_schema_cells[] = {
    {"PriorityLevel",
     [](const bj::object& o, wall_time) { return spec_text_cell(o, "priorityLevelConfiguration", "name"); }},
    {"MatchingPrecedence",
     [](const bj::object& o, wall_time) {
         return bj::value(number_at(object_of(o, "spec"), "matchingPrecedence").value_or(0));
     }},
    {"DistinguisherMethod",
     [](const bj::object& o, wall_time) {
         return cell_or_none(text_at(o, {"spec", "distinguisherMethod", "type"}));
     }},
    {"MissingPL", dangling_cell},
};

}  // namespace

constinit const kind_code flow_schema_kind{.defaults = apply_go_encoding,
                                           .prepare_create = create_without_status,
                                           .prepare_update = update_spec_or_status_alone,
                                           .validate = validate_flow_schema,
                                           .validate_update = validate_flow_schema_update,
                                           .cells = flow_schema_cells};

}}}  // namespace setpoint::v0::apiserver
