#include "apiserver/kinds/apiextensions/custom_resource_definition_status.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/conditions.hpp"
#include "setpoint/api/time.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

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

namespace {

using name_set = std::set<std::string, std::less<>>;

struct name_conflict {
    std::string reason, message;  // of a conflict; empty if there is none
};

std::string in_use(std::string_view name) {
    return fmt::format("\"{}\" is already in use", name);
}

// Accepts names one by one; the last conflict is the one reported.
bj::object accept_names(const bj::object& wanted, const bj::object& had, const name_set& resources,
                        const name_set& kinds, name_conflict& v) {
    bj::object accepted = had;
    const auto one = [&](const char* key, const name_set& used, const char* reason) {
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

void collect_names(const std::vector<const bj::object*>& others, std::string_view group, name_set& resources,
                   name_set& kinds) {
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

bool is_established(const boost::json::object& definition) {
    return has_condition(object_of(definition, "status"), "Established");
}

bool update_definition_status(boost::json::object& definition,
                              const std::vector<const boost::json::object*>& others, wall_time now) {
    const bj::object wanted = object_of(definition, {"spec", "names"});
    name_set resources, used_kinds;
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

}}}  // namespace setpoint::v0::apiserver
