#include "apiserver/controllers/stateful_set/identity.hpp"

#include "apiserver/controllers/history/revision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

bj::object* object_in(bj::object& o, const char* key) {
    bj::value& v = o[key];
    if (!v.is_object()) v.emplace_object();
    return &v.get_object();
}

bj::array claim_volumes(const partial_stateful_set& set, std::int32_t ordinal) {
    bj::array volumes;
    for (const bj::value& t : claim_templates(set)) {
        const std::string_view name = claim_template_name(t);
        volumes.push_back(
            bj::object{{"name", name},
                       {"persistentVolumeClaim", bj::object{{"claimName", claim_name(name, set, ordinal)}}}});
    }
    return volumes;
}

bool is_claim_template(const partial_stateful_set& set, std::string_view volume) {
    return std::any_of(claim_templates(set).begin(), claim_templates(set).end(),
                       [&](const bj::value& t) { return claim_template_name(t) == volume; });
}

}  // namespace

pod_ordinal ordinal_of(std::string_view pod_name) {
    const auto dash = pod_name.rfind('-');
    if (dash == std::string_view::npos || dash + 1 == pod_name.size()) return {};
    const std::string_view digits = pod_name.substr(dash + 1);
    if (digits.find_first_not_of("0123456789") != std::string_view::npos) return {};
    pod_ordinal o{pod_name.substr(0, dash), -1};
    std::int32_t n = 0;
    const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (ec == std::errc() && end == digits.data() + digits.size()) o.ordinal = n;
    return o;
}

std::int64_t end_of_ordinals(const partial_stateful_set& set) {
    constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
    return std::min(std::int64_t{first_ordinal(set)} + std::max(replicas_of(set), 0), largest + 1);
}

bool in_range(const partial_stateful_set& set, std::int32_t ordinal) {
    return ordinal >= first_ordinal(set) && ordinal < end_of_ordinals(set);
}

std::string member_name(const partial_stateful_set& set, std::int32_t ordinal) {
    return fmt::format("{}-{}", set.metadata.name, ordinal);
}

std::string claim_name(std::string_view claim_template, const partial_stateful_set& set,
                       std::int32_t ordinal) {
    return fmt::format("{}-{}", claim_prefix(claim_template, set), ordinal);
}

std::string claim_prefix(std::string_view claim_template, const partial_stateful_set& set) {
    return fmt::format("{}-{}", claim_template, set.metadata.name);
}

std::string_view claim_template_name(const bj::value& claim_template) {
    const bj::object* t = claim_template.if_object();
    const bj::value* meta = t ? t->if_contains("metadata") : nullptr;
    const bj::value* name = meta && meta->is_object() ? meta->get_object().if_contains("name") : nullptr;
    return name && name->is_string() ? std::string_view(name->get_string()) : std::string_view();
}

bj::object make_member(const partial_stateful_set& set, const pod_owner& owner, std::string_view revision,
                       std::int32_t ordinal) {
    bj::object pod = pod_from_template(owner);
    const std::string name = member_name(set, ordinal);
    bj::object& meta = pod["metadata"].get_object();
    meta["name"] = name;
    bj::object& labels = *object_in(meta, "labels");
    labels[pod_name_label] = name;
    labels[pod_index_label] = std::to_string(ordinal);
    labels[revision_label] = revision;
    bj::object& spec = *object_in(pod, "spec");
    spec["hostname"] = name;
    if (!set.spec.service_name.empty())
        spec["subdomain"] = set.spec.service_name.view();
    else
        spec.erase("subdomain");
    bj::array volumes = claim_volumes(set, ordinal);
    if (volumes.empty()) return pod;
    if (const bj::value* own = spec.if_contains("volumes"); own && own->is_array())
        for (const bj::value& v : own->get_array()) {
            const bj::value* label = v.is_object() ? v.get_object().if_contains("name") : nullptr;
            if (label && label->is_string() && is_claim_template(set, label->get_string())) continue;
            volumes.push_back(v);
        }
    spec["volumes"] = std::move(volumes);
    return pod;
}

std::vector<bj::object> make_claims(const partial_stateful_set& set, std::int32_t ordinal) {
    std::vector<bj::object> claims;
    for (const bj::value& t : claim_templates(set)) {
        bj::object claim = t.is_object() ? t.get_object() : bj::object();
        bj::object& meta = *object_in(claim, "metadata");
        meta["name"] = claim_name(claim_template_name(t), set, ordinal);
        meta["namespace"] = set.metadata.ns.view();
        bj::object& labels = *object_in(meta, "labels");
        for (const auto& [k, v] : set.spec.selector.match_labels) labels[k.view()] = v.view();
        if (labels.empty()) meta.erase("labels");
        claim["apiVersion"] = "v1";
        claim["kind"] = "PersistentVolumeClaim";
        claims.push_back(std::move(claim));
    }
    return claims;
}

bool has_identity(const partial_stateful_set& set, const partial_pod& pod) {
    const pod_ordinal o = ordinal_of(pod.metadata.name);
    const auto label = pod.metadata.labels.find(std::string_view(pod_name_label));
    return o.ordinal >= 0 && o.parent == set.metadata.name &&
           pod.metadata.name == member_name(set, o.ordinal) && label != pod.metadata.labels.end() &&
           label->second == pod.metadata.name;
}

bool has_storage(const partial_stateful_set& set, const partial_pod& pod) {
    const std::int32_t ordinal = ordinal_of(pod.metadata.name).ordinal;
    return std::all_of(claim_templates(set).begin(), claim_templates(set).end(), [&](const bj::value& t) {
        const std::string_view name = claim_template_name(t);
        return std::any_of(pod.spec.volumes.begin(), pod.spec.volumes.end(),
                           [&](const partial_pod_volume& v) {
                               return v.name == name && v.claim.claim_name == claim_name(name, set, ordinal);
                           });
    });
}

bj::object restore_member(const partial_stateful_set& set, const partial_pod& pod) {
    bj::object patch;
    const std::int32_t ordinal = ordinal_of(pod.metadata.name).ordinal;
    if (!has_identity(set, pod)) {
        bj::object& labels = *object_in(*object_in(patch, "metadata"), "labels");
        labels[pod_name_label] = pod.metadata.name.view();
        labels[pod_index_label] = std::to_string(ordinal);
    }
    if (!has_storage(set, pod)) (*object_in(patch, "spec"))["volumes"] = claim_volumes(set, ordinal);
    return patch;
}

}}}  // namespace setpoint::v0::apiserver
