#include "apiserver/strategies/definition.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/resources/conditions.hpp"
#include "apiserver/schema/go_text.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/definition.hpp"
#include "apiserver/validation/metadata.hpp"
#include "setpoint/api/time.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

namespace setpoint::inline v0::apiserver {

namespace {

constexpr std::string_view approval_key = "api-approved.kubernetes.io";

void add_stored_version(bj::object& o) {
    std::optional<std::string> name;
    for_each_object(list_of(object_of(o, "spec"), "versions"), [&](const bj::object& v, std::size_t) {
        if (!name && true_at(v, "storage")) name = text_at(v, "name");
    });
    if (!name) return;
    bj::object& status = make_object(o, "status");
    if (list_at(status, "storedVersions") == nullptr) status["storedVersions"] = bj::array();
    bj::array& stored = status.at("storedVersions").get_array();
    const bj::value v(bj::string{*name});
    if (std::find(stored.begin(), stored.end(), v) == stored.end()) stored.push_back(v);
}

// The internal type has no place for a webhook without contents.
void drop_empty_webhook(bj::object& o) {
    bj::object* conversion = object_at(o, {"spec", "conversion"});
    const bj::object* webhook = conversion == nullptr ? nullptr : object_at(*conversion, "webhook");
    if (webhook != nullptr && object_at(*webhook, "clientConfig") == nullptr &&
        value_at(*webhook, "conversionReviewVersions") == nullptr)
        conversion->stable_erase("webhook");
}

void create_definition(bj::object& o, const strategy_context&) {
    o["status"] = bj::object();
    add_stored_version(o);
    drop_empty_webhook(o);
    apply_go_encoding(o);
}

void update_definition(bj::object& o, const bj::object& old, const strategy_context& c) {
    update_spec_or_status(o, old, c);
    const bj::array& stored = list_of(object_of(o, "status"), "storedVersions");
    if (!is_status(c) || stored.empty()) add_stored_version(o);
    drop_empty_webhook(o);
}

void check_name(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const std::string wanted =
        fmt::format("{}.{}", text_at(object_of(spec, "names"), "plural"), text_at(spec, "group"));
    const std::string_view name = text_at(object_of(o, "metadata"), "name");
    if (!name.empty() && name != wanted) {
        invalid(to, "metadata.name", name, "must be spec.names.plural+\".\"+spec.group");
    }
}

enum class approval_state { missing, invalid, unapproved, approved };
struct approval {
    approval_state state;
    std::string_view annotation;
};

// Nothing if the group is not one of the Kubernetes project's (GetAPIApprovalState of
// apiextensions-apiserver).
std::optional<approval> approval_of(const bj::object& o) {
    const std::string group = "." + std::string(text_at(object_of(o, "spec"), "group"));
    if (!group.ends_with(".k8s.io") && !group.ends_with(".kubernetes.io")) return std::nullopt;
    const std::string_view value = text_at(object_of(o, {"metadata", "annotations"}), approval_key);
    if (value.empty()) return approval{approval_state::missing, value};
    if (value.starts_with("unapproved")) return approval{approval_state::unapproved, value};
    const auto url = boost::urls::parse_uri(value);
    const bool good = url && !url->encoded_host().empty();
    return approval{good ? approval_state::approved : approval_state::invalid, value};
}

constexpr std::string_view approval_is_missing =
    "protected groups must have approval annotation \"api-approved.kubernetes.io\", see "
    "https://github.com/kubernetes/enhancements/pull/1111";
constexpr std::string_view approval_is_invalid =
    "protected groups must have approval annotation \"api-approved.kubernetes.io\" with either a URL or a "
    "reason starting with \"unapproved\", see https://github.com/kubernetes/enhancements/pull/1111";

void check_approval(const bj::object& o, field_errors& to) {
    const auto found = approval_of(o);
    if (!found) return;
    const std::string path = keyed("metadata.annotations", approval_key);
    if (found->state == approval_state::missing) required(to, path, std::string(approval_is_missing));
    if (found->state == approval_state::invalid)
        invalid(to, path, found->annotation, std::string(approval_is_invalid));
}

bool any_default(const bj::value& schema, int depth) {
    constexpr int deepest = 64;
    if (depth > deepest) return false;
    if (const bj::array* list = schema.if_array())
        return std::any_of(list->begin(), list->end(),
                           [&](const bj::value& v) { return any_default(v, depth + 1); });
    const bj::object* map = schema.if_object();
    if (map == nullptr) return false;
    if (value_at(*map, "default") != nullptr) return true;
    for (const char* key : {"items", "additionalProperties"})
        if (const bj::value* below = value_at(*map, key); below && any_default(*below, depth + 1))
            return true;
    for (const auto& [name, v] : object_of(*map, "properties"))
        if (any_default(v, depth + 1)) return true;
    return false;
}

bool has_defaults(const bj::object& spec) {
    bool found = false;
    for_each_object(list_of(spec, "versions"), [&](const bj::object& v, std::size_t) {
        const bj::value* schema = value_at(object_of(v, "schema"), "openAPIV3Schema");
        found = found || (schema && any_default(*schema, 0));
    });
    return found;
}

void check_status_and_approval(const bj::object& o, const bj::object* old, field_errors& to) {
    validate_definition_names(object_of(o, {"status", "acceptedNames"}), "status.acceptedNames", to);
    validate_stored_versions(o, to);
    check_approval(o, to);
    if (true_at(object_of(o, "spec"), "preserveUnknownFields")) {
        if (has_defaults(object_of(o, "spec")))
            invalid_unsorted(to, "spec.preserveUnknownFields", bj::value(true),
                             "must be false in order to use defaults in the schema");
        if (old != nullptr && true_at(object_of(*old, "spec"), "preserveUnknownFields")) return;
        invalid_unsorted(to, "spec.preserveUnknownFields", bj::value(true),
                         "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in "
                         "spec.versions[*].schema instead");
    }
}

void validate_definition(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    // The real server reports this under metadata.name.
    field_errors name;
    check_name(o, name);
    const auto after =
        std::find_if(to.begin(), to.end(), [](const field_error& e) { return e.path != "metadata.name"; });
    to.insert(after, name.begin(), name.end());
    validate_definition_spec(object_of(o, "spec"), nullptr, to);
    check_status_and_approval(o, nullptr, to);
}

void validate_definition_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                                field_errors& to) {
    validate_plain_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_definition_names(object_of(o, {"status", "acceptedNames"}), "status.acceptedNames", to);
        return;
    }
    const bj::object& spec = object_of(o, "spec");
    const bj::object& before = object_of(old, "spec");
    validate_definition_spec(spec, &before, to);
    const bj::object &names = object_of(spec, "names"), &names_before = object_of(before, "names");
    if (is_established(old)) {
        validate_immutable(spec, before, "scope", "spec.scope", to);
        validate_immutable(names, names_before, "kind", "spec.names.kind", to);
    }
    validate_immutable(spec, before, "group", "spec.group", to);
    validate_immutable(names, names_before, "plural", "spec.names.plural", to);
    check_status_and_approval(o, &old, to);
}

using names = std::set<std::string, std::less<>>;

struct name_conflict {
    std::string reason, message;  // of a conflict; empty if there is none
};

std::string in_use(std::string_view name) {
    return fmt::format("\"{}\" is already in use", name);
}

// Accepts names one by one; the last conflict is the one reported.
bj::object accept_names(const bj::object& wanted, const bj::object& had, const names& resources,
                        const names& kinds, name_conflict& v) {
    bj::object accepted = had;
    const auto one = [&](const char* key, const names& used, const char* reason) {
        const std::string name(text_at(wanted, key));
        if (name != text_at(had, key) && used.contains(name)) {
            v = {reason, in_use(name)};
        } else {
            copy_field(accepted, wanted, key);
        }
    };
    one("plural", resources, "PluralConflict");
    one("singular", resources, "SingularConflict");
    std::vector<std::string> taken;
    const bj::array& mine = list_of(had, "shortNames");
    for (const bj::value& s : list_of(wanted, "shortNames")) {
        if (std::find(mine.begin(), mine.end(), s) != mine.end()) continue;
        if (resources.contains(text_of(s))) taken.push_back(in_use(text_of(s)));
    }
    if (taken.empty()) {
        copy_field(accepted, wanted, "shortNames");
    } else {
        v = {"ShortNamesConflict",
             taken.size() == 1 ? taken[0] : fmt::format("[{}]", fmt::join(taken, ", "))};
    }
    one("kind", kinds, "KindConflict");
    one("listKind", kinds, "ListKindConflict");
    copy_field(accepted, wanted, "categories");
    return accepted;
}

bool set_condition(bj::object& definition, std::string_view type, bool value, std::string_view reason,
                   std::string_view message, wall_time now) {
    const char* status = value ? "True" : "False";
    const bj::object* was = find_condition(object_of(definition, "status"), type);
    if (was != nullptr && text_at(*was, "status") == status && text_at(*was, "reason") == reason &&
        text_at(*was, "message") == message) {
        return false;
    }
    bj::object next{{"type", type}, {"status", status}};
    next["lastTransitionTime"] = timestamp::from(now).to_string();
    next["reason"] = reason;
    next["message"] = message;
    return put_condition(make_object(definition, "status"), std::move(next));
}

bool set_approval(bj::object& definition, wall_time now) {
    const auto found = approval_of(definition);
    if (!found) return false;
    const auto set = [&](bool status, std::string_view reason, std::string_view message) {
        return set_condition(definition, "KubernetesAPIApprovalPolicyConformant", status, reason, message,
                             now);
    };
    switch (found->state) {
        case approval_state::missing:
            return set(false, "MissingAnnotation", approval_is_missing);
        case approval_state::invalid:
            return set(false, "InvalidAnnotation", approval_is_invalid);
        case approval_state::unapproved:
            return set(false, "UnapprovedAnnotation",
                       fmt::format("not approved: {}", go_text::quoted(found->annotation)));
        case approval_state::approved:
            break;
    }
    return set(true, "ApprovedAnnotation", fmt::format("approved in {}", found->annotation));
}

void collect_names(const std::vector<const bj::object*>& others, std::string_view group, names& resources,
                   names& kinds) {
    for (const bj::object* o : others) {
        if (text_at(object_of(*o, "spec"), "group") != group) continue;
        const bj::object& accepted = object_of(*o, {"status", "acceptedNames"});
        for (const char* key : {"plural", "singular"}) resources.insert(std::string(text_at(accepted, key)));
        for (const bj::value& s : list_of(accepted, "shortNames")) resources.insert(std::string(text_of(s)));
        for (const char* key : {"kind", "listKind"}) kinds.insert(std::string(text_at(accepted, key)));
    }
    resources.erase("");
    kinds.erase("");
}

}  // namespace

const strategy definition_strategy{.defaults = apply_go_encoding,
                                   .prepare_create = create_definition,
                                   .prepare_update = update_definition,
                                   .validate = validate_definition,
                                   .validate_update = validate_definition_update,
                                   .unconditional_update = false};

bool is_established(const boost::json::object& definition) {
    return has_condition(object_of(definition, "status"), "Established");
}

bool update_definition_status(boost::json::object& definition,
                              const std::vector<const boost::json::object*>& others, wall_time now) {
    const bj::object wanted = object_of(definition, {"spec", "names"});
    names resources, used_kinds;
    collect_names(others, text_at(object_of(definition, "spec"), "group"), resources, used_kinds);
    const bj::object had = object_of(definition, {"status", "acceptedNames"});
    name_conflict v;
    bj::object accepted = accept_names(wanted, had, resources, used_kinds, v);
    bool changed = set_approval(definition, now);
    if (accepted != had) make_object(definition, "status")["acceptedNames"] = accepted;
    changed |= accepted != had;
    const bool good = v.reason.empty();
    changed |=
        good ? set_condition(definition, "NamesAccepted", true, "NoConflicts", "no conflicts found", now)
             : set_condition(definition, "NamesAccepted", false, v.reason, v.message, now);
    if (is_established(definition)) return changed;
    changed |= good ? set_condition(definition, "Established", true, "InitialNamesAccepted",
                                    "the initial names have been accepted", now)
                    : set_condition(definition, "Established", false, "NotAccepted",
                                    "not all names are accepted", now);
    return changed;
}

}  // namespace setpoint::inline v0::apiserver
