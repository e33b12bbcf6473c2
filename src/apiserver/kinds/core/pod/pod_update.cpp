// Validates updates of pods.

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view updatable =
    "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,"
    "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),"
    "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

// Returns false if the remaining checks can be skipped.
bool validate_same_containers(const bj::object& spec, const bj::object& old, const char* list,
                              field_errors& to) {
    if (list_of(spec, list).size() != list_of(old, list).size()) {
        forbidden(to, child("spec", list), "pod updates may not add or remove containers");
        return false;
    }
    // The real server reports images twice.
    for_each_object(list_of(spec, list), [&](const bj::object& c, std::size_t i) {
        const std::string here = indexed(child("spec", list), i);
        if (text_at(c, "image").empty()) required(to, here + ".image");
        validate_image_padding(c, here, to);
    });
    return true;
}

bool validate_deadline(const bj::object& spec, const bj::object& old, field_errors& to) {
    const auto now = number_at(spec, "activeDeadlineSeconds"),
               before = number_at(old, "activeDeadlineSeconds");
    const std::string path = "spec.activeDeadlineSeconds";
    if (!now) {
        if (before)
            invalid_unsorted(to, path, bj::value(), "must not update from a positive integer to nil value");
        return true;
    }
    if (*now < 0 || *now > largest_int32) {
        add_invalid(to, path, bj::value(*now), in_range(*now, 0, largest_int32));
        return false;
    }
    if (before && *before < *now) {
        invalid_unsorted(to, path, bj::value(*now), "must be less than or equal to previous value");
        return false;
    }
    return true;
}

// Tolerations may be added, and tolerationSeconds may change.
void validate_tolerations_kept(const bj::object& spec, const bj::object& old, field_errors& to) {
    bool lost = false;
    for_each_object(list_of(old, "tolerations"), [&](const bj::object& was, std::size_t) {
        bool found = false;
        for_each_object(list_of(spec, "tolerations"), [&](const bj::object& is, std::size_t) {
            bj::object copy = was;
            copy_field(copy, is, "tolerationSeconds");
            found = found || copy == is;
        });
        lost = lost || !found;
    });
    if (lost) {
        forbidden(to, "spec.tolerations",
                  "existing toleration can not be modified except its tolerationSeconds");
    } else {
        validate_tolerations(list_of(spec, "tolerations"), list_of(old, "tolerations"), "spec.tolerations",
                             to);
    }
}

void validate_gates_removed(const bj::object& spec, const bj::object& old, field_errors& to) {
    // The real server reports the last gate of each name.
    std::map<std::string_view, std::size_t> last;
    for_each_object(list_of(spec, "schedulingGates"),
                    [&](const bj::object& gate, std::size_t i) { last[text_at(gate, "name")] = i; });
    for_each_object(list_of(spec, "schedulingGates"), [&](const bj::object& gate, std::size_t i) {
        if (last.at(text_at(gate, "name")) != i) return;
        bool existed = false;
        for_each_object(list_of(old, "schedulingGates"), [&](const bj::object& was, std::size_t) {
            existed = existed || same_field(gate, was, "name");
        });
        if (existed) return;
        forbidden(to, indexed("spec.schedulingGates", i) + ".name",
                  fmt::format("only deletion is allowed, but found new scheduling gate '{}'",
                              text_at(gate, "name")));
    });
}

void keep_images(bj::object& spec, const bj::object& old, const char* list) {
    bj::array* containers = list_at(spec, list);
    const bj::array& before = list_of(old, list);
    if (containers == nullptr) return;
    for_each_object(*containers, [&](bj::object& c, std::size_t i) {
        if (before[i].is_object()) copy_field(c, before[i].get_object(), "image");
    });
}

// Whether `now` begins with `before`.
bool only_adds(const bj::array& now, const bj::array& before) {
    return now.size() >= before.size() && std::equal(before.begin(), before.end(), now.begin());
}

bool narrows(const bj::object& now, const bj::object& before) {
    const bool selected_nothing =
        list_of(before, "matchExpressions").empty() && list_of(before, "matchFields").empty();
    const bool selects = !list_of(now, "matchExpressions").empty() || !list_of(now, "matchFields").empty();
    return !(selected_nothing && selects) &&
           only_adds(list_of(now, "matchExpressions"), list_of(before, "matchExpressions")) &&
           only_adds(list_of(now, "matchFields"), list_of(before, "matchFields"));
}

void validate_narrower_affinity(const bj::object& now, const bj::object& before, field_errors& to) {
    constexpr const char* hard = "requiredDuringSchedulingIgnoredDuringExecution";
    const std::string path = fmt::format("spec.affinity.nodeAffinity.{}.nodeSelectorTerms", hard);
    const bj::array &terms = list_of(object_of(now, hard), "nodeSelectorTerms"),
                    &old_terms = list_of(object_of(before, hard), "nodeSelectorTerms");
    if (old_terms.empty()) return;
    if (terms.size() != old_terms.size()) {
        const bj::value* given = value_at(object_of(now, hard), "nodeSelectorTerms");
        invalid_unsorted(to, path, given == nullptr ? bj::value() : *given,
                         "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
        return;
    }
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const bj::object *a = terms[i].if_object(), *b = old_terms[i].if_object();
        if (a != nullptr && b != nullptr && !narrows(*a, *b))
            invalid_unsorted(to, indexed(path, i), terms[i],
                             "only additions are allowed (no mutations or deletions)");
    }
}

// The scheduling constraints of a pod with scheduling gates may become narrower. Takes the valid changes out
// of `munged`.
void validate_gated_update(bj::object& munged, const bj::object& old, field_errors& to) {
    const bj::object& selector = object_of(munged, "nodeSelector");
    for (const auto& [key, value] : object_of(old, "nodeSelector")) {
        const bj::value* now = value_at(selector, key);
        if (now != nullptr && *now == value) continue;
        const bj::value* given = value_at(munged, "nodeSelector");
        invalid_unsorted(to, "spec.nodeSelector", given == nullptr ? bj::value() : *given,
                         "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
        break;
    }
    copy_field(munged, old, "nodeSelector");
    const bj::object affinity = object_of(munged, "affinity"), before = object_of(old, "affinity");
    if (same_field(affinity, before, "nodeAffinity")) return;
    validate_narrower_affinity(object_of(affinity, "nodeAffinity"), object_of(before, "nodeAffinity"), to);
    copy_field(make_object(munged, "affinity"), before, "nodeAffinity");
    if (object_of(munged, "affinity").empty() && value_at(old, "affinity") == nullptr)
        munged.stable_erase("affinity");
}

}  // namespace

void validate_pod_changes(const bj::object& pod, const bj::object& old_pod, field_errors& to) {
    const bj::object& spec = object_of(pod, "spec");
    const bj::object& old = object_of(old_pod, "spec");
    if (!validate_same_containers(spec, old, "containers", to)) return;
    if (!validate_same_containers(spec, old, "initContainers", to)) return;
    if (!validate_deadline(spec, old, to)) return;
    validate_tolerations_kept(spec, old, to);
    validate_gates_removed(spec, old, to);
    if (spec == old) return;
    bj::object munged = spec;
    keep_images(munged, old, "containers");
    keep_images(munged, old, "initContainers");
    for (const char* key : {"activeDeadlineSeconds", "schedulingGates", "tolerations"})
        copy_field(munged, old, key);
    if (number_at(old, "terminationGracePeriodSeconds").value_or(0) < 0 &&
        number_at(munged, "terminationGracePeriodSeconds") == 1) {
        copy_field(munged, old, "terminationGracePeriodSeconds");
    }
    if (!list_of(old, "schedulingGates").empty()) validate_gated_update(munged, old, to);
    if (munged == old) return;
    std::string changed;
    for (const auto& [key, value] : munged) {
        if (!same(&value, value_at(old, key))) changed += fmt::format("spec.{}\n", std::string_view(key));
    }
    for (const auto& [key, value] : old) {
        if (value_at(munged, key) == nullptr && !value.is_null())
            changed += fmt::format("spec.{}\n", std::string_view(key));
    }
    forbidden(to, "spec", std::string(updatable) + "\n" + changed);
}

}}}  // namespace setpoint::v0::apiserver
